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
constexpr int kBarHeight = 8; ///< of votes

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
    describe();
    update();
}

void AnswerButton::setVotes(std::optional<double> share, const QString& words)
{
    m_share = share;
    m_votes = words;
    describe();
    updateGeometry();
    update();
}

/// What is seen of it, in words.
void AnswerButton::describe()
{
    QStringList parts;
    if (m_mark != Mark::None)
        parts << (m_mark == Mark::Right ? tr("right") : tr("not right"));
    if (m_share)
        parts << m_votes;
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

QStringList AnswerButton::lines(int width) const
{
    return linesWithin(text(), font(), std::max(40, width - 2 * kAnswerPadding - kMarkRoom));
}

int AnswerButton::heightForWidth(int width) const
{
    const int step = QFontMetrics(font()).lineSpacing();
    return static_cast<int>(lines(width).size()) * step + 2 * kAnswerPadding + (m_share ? step : 0);
}

QSize AnswerButton::sizeHint() const
{
    const int wide = width() > 0 ? width() : 320;
    return {320, heightForWidth(wide)};
}

/// A bar as long as its part of the room, and behind it how many they are.
void AnswerButton::paintVotes(QPainter& painter) const
{
    const Theme& colors = themeOf(this);
    const int step = QFontMetrics(font()).lineSpacing();
    const QRect line(kAnswerPadding, height() - kAnswerPadding - step + 4,
                     width() - 2 * kAnswerPadding - kMarkRoom, step);
    const int words = QFontMetrics(font()).horizontalAdvance(m_votes) + metrics::kGrid;
    const QRect track(line.left(), line.center().y() - kBarHeight / 2, std::max(20, line.width() - words),
                      kBarHeight);
    paintRounded(painter, track, colors.raised, QColor(Qt::transparent), kBarHeight / 2.0);
    QRect bar = track;
    bar.setWidth(static_cast<int>(track.width() * *m_share));
    if (bar.width() > 0)
        paintRounded(painter, bar, m_mark == Mark::Right ? colors.good : colors.accent,
                     QColor(Qt::transparent), kBarHeight / 2.0);
    painter.setPen(colors.text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_votes);
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
    if (m_share)
        paintVotes(painter);
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
