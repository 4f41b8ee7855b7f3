// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/rail.h"

#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kWide = metrics::kRailWidth + 6; ///< "Recommender", strong, within its button
constexpr int kSide = 4;                       ///< between the rail's edge and its buttons
constexpr int kTallest = 46;                   ///< an icon, a word, and room around them
constexpr int kLowest = 32;                    ///< 16 pages in a window of 640 pixels
constexpr int kIcons = 36;                     ///< a button of an icon alone
constexpr int kGapTall = 13;                   ///< between groups, with the line in its middle
constexpr int kGapLow = 5;

/// The line between two groups.
class Gap final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(QRect(metrics::kGrid, height() / 2, width() - 2 * metrics::kGrid, 1),
                                themeOf(this).line);
    }
};

} // namespace

RailButton::RailButton(QWidget* parent)
    : QToolButton(parent)
{
    setCheckable(true);
    setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setFont(interfaceFont(TypeSize::Small, Weight::Strong)); // at its widest
}

void RailButton::setNarrow(bool narrow)
{
    m_narrow = narrow;
    update();
}

void RailButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    if (isChecked() || underMouse())
        paintRounded(painter, rect(), isChecked() ? colors.accentSoft : colors.raised, QColor(),
                     metrics::kCardCorner);
    if (hasFocus())
        paintFocus(painter, rect(), colors, metrics::kCardCorner);
    constexpr int kWord = 14; ///< height of the word's line
    const int apart = height() < metrics::kIconSize + kWord + 2 ? -1 : 2;
    const int block = m_narrow ? metrics::kIconSize : metrics::kIconSize + apart + kWord;
    const QRect picture((width() - metrics::kIconSize) / 2, (height() - block) / 2, metrics::kIconSize,
                        metrics::kIconSize);
    icon().paint(&painter, picture, Qt::AlignCenter, QIcon::Normal, isChecked() ? QIcon::On : QIcon::Off);
    if (m_narrow)
        return;
    const QFont font = interfaceFont(TypeSize::Small, isChecked() ? Weight::Strong : Weight::Regular);
    painter.setFont(font);
    painter.setPen(isChecked() ? colors.accent : colors.textDim);
    painter.drawText(QRect(0, picture.bottom() + 1 + apart, width(), kWord),
                     Qt::AlignCenter | Qt::TextDontClip, text());
}

Rail::Rail(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    setFixedWidth(kWide);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSide, metrics::kGrid, kSide + 1, metrics::kHalfGrid);
    column->setSpacing(1);
    column->addStretch(1);
    connect(&m_group, &QButtonGroup::idClicked, this, &Rail::pageWanted);
}

void Rail::addPage(int place, bool begins)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    Line line{nullptr, new RailButton(this), place};
    if (begins) {
        line.gap = new Gap(this);
        column->insertWidget(column->count() - 1, line.gap);
    }
    column->insertWidget(column->count() - 1, line.button);
    line.button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_group.addButton(line.button, place);
    m_lines.push_back(line);
    fit();
}

RailButton* Rail::button(int place) const { return static_cast<RailButton*>(m_group.button(place)); }

void Rail::setTitle(int place, const QString& title)
{
    if (RailButton* of = button(place)) {
        of->setText(title);
        of->setToolTip(title);
        of->setAccessibleName(title);
    }
}

void Rail::setIcon(int place, const QIcon& icon)
{
    if (RailButton* of = button(place))
        of->setIcon(icon);
}

void Rail::setCurrent(int place)
{
    if (RailButton* of = button(place)) {
        of->setChecked(true);
        return;
    }
    m_group.setExclusive(false);
    for (QAbstractButton* of : m_group.buttons())
        of->setChecked(false);
    m_group.setExclusive(true);
}

void Rail::setNarrow(bool narrow)
{
    m_wanted = narrow;
    fit();
}

void Rail::fit()
{
    const int count = std::max(1, static_cast<int>(m_lines.size()));
    const auto gaps =
        static_cast<int>(std::ranges::count_if(m_lines, [](const Line& line) { return line.gap; }));
    const QMargins margins = layout()->contentsMargins();
    const int spacing = layout()->spacing() * (count + gaps);
    const int room = height() - margins.top() - margins.bottom() - spacing;
    const bool narrow = m_wanted || room < count * kLowest + gaps * kGapLow;
    if (narrow != m_narrow) {
        m_narrow = narrow;
        setFixedWidth(narrow ? metrics::kNarrowRailWidth : kWide);
    }
    const int tallest = m_narrow ? kIcons : kTallest;
    const bool low = room < count * tallest + gaps * kGapTall;
    const int gap = low ? kGapLow : kGapTall;
    const int each =
        std::clamp((room - gaps * gap) / count, m_narrow ? metrics::kPageMargin : kLowest, tallest);
    for (const Line& line : m_lines) {
        line.button->setNarrow(m_narrow);
        line.button->setFixedHeight(each);
        if (line.gap)
            line.gap->setFixedHeight(gap);
    }
}

void Rail::resizeEvent(QResizeEvent* event)
{
    fit();
    QWidget::resizeEvent(event);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    painter.fillRect(rect(), colors.panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colors.line);
}

} // namespace shardscope::app
