// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/answer_button.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kAnswerPadding = 10;
constexpr int kMarkRoom = 20; ///< for the sign behind the words

QColor edgeOf(AnswerButton::Mark mark, bool chosen, const Theme& colors)
{
    switch (mark) {
    case AnswerButton::Mark::Right: return colors.good;
    case AnswerButton::Mark::Wrong: return colors.bad;
    case AnswerButton::Mark::None: break;
    }
    return chosen ? colors.accent : colors.edge;
}

QColor groundOf(AnswerButton::Mark mark, bool chosen, const Theme& colors)
{
    switch (mark) {
    case AnswerButton::Mark::Right: return colors.goodSoft;
    case AnswerButton::Mark::Wrong: return colors.badSoft;
    case AnswerButton::Mark::None: break;
    }
    return chosen ? colors.accentSoft : colors.panel;
}

} // namespace

AnswerButton::AnswerButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void AnswerButton::setMark(Mark mark)
{
    m_mark = mark;
    setAccessibleDescription(mark == Mark::Right   ? tr("right")
                             : mark == Mark::Wrong ? tr("not right")
                                                   : QString());
    update();
}

QStringList AnswerButton::lines(int width) const
{
    return linesWithin(text(), font(), std::max(40, width - 2 * kAnswerPadding - kMarkRoom));
}

int AnswerButton::heightForWidth(int width) const
{
    return static_cast<int>(lines(width).size()) * QFontMetrics(font()).lineSpacing() + 2 * kAnswerPadding;
}

QSize AnswerButton::sizeHint() const
{
    const int wide = width() > 0 ? width() : 320;
    return {320, heightForWidth(wide)};
}

void AnswerButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    const bool hovered = underMouse() && isEnabled() && m_mark == Mark::None;
    paintRounded(painter, rect(),
                 hovered && !isChecked() ? colors.raised : groundOf(m_mark, isChecked(), colors),
                 edgeOf(m_mark, isChecked(), colors), metrics::kCornerRadius);
    painter.setFont(font());
    painter.setPen(isEnabled() || m_mark != Mark::None || isChecked() ? colors.text : colors.textDim);
    const int step = QFontMetrics(font()).lineSpacing();
    int y = kAnswerPadding;
    for (const QString& line : lines(width())) {
        painter.drawText(QRect(kAnswerPadding, y, width() - 2 * kAnswerPadding, step),
                         Qt::AlignLeft | Qt::AlignVCenter, line);
        y += step;
    }
    if (m_mark != Mark::None) { // told by a sign, too
        painter.setPen(QPen(edgeOf(m_mark, isChecked(), colors), 2, Qt::SolidLine, Qt::RoundCap));
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF at(width() - kAnswerPadding - 6.0, height() / 2.0);
        if (m_mark == Mark::Right)
            painter.drawPolyline(QPolygonF{at + QPointF(-5, 0), at + QPointF(-1, 4), at + QPointF(6, -5)});
        else
            for (const double side : {-1.0, 1.0})
                painter.drawLine(at + QPointF(-4 * side, -4), at + QPointF(4 * side, 4));
    }
    if (hasFocus())
        paintFocus(painter, rect(), colors, metrics::kCornerRadius);
}

} // namespace shardscope::app
