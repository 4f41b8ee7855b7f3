// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/lesson_card.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kLessonWidth = 300;
constexpr int kLessonHeight = 152;
constexpr int kCardRoom = 16;
constexpr int kBadge = 28;
constexpr int kMostLines = 3; ///< of the goal

} // namespace

LessonCard::LessonCard(const Lesson& lesson, std::size_t seen, QWidget* parent)
    : QAbstractButton(parent)
    , m_goal(lesson.goal.shown())
    , m_number(lesson.number > 0 ? QString::number(lesson.number) : QStringLiteral("·"))
    , m_share(static_cast<double>(seen) / static_cast<double>(std::max<std::size_t>(1, lesson.steps.size())))
{
    const int steps = static_cast<int>(lesson.steps.size());
    const QString length = tr("%1 min, %2 steps").arg(lesson.minutes).arg(steps);
    m_facts = seen == 0                     ? length
              : seen >= lesson.steps.size() ? tr("%1; done").arg(length)
                                            : tr("%1; at step %2").arg(length).arg(seen);
    setText(lesson.title.shown());
    setAccessibleName(text());
    setAccessibleDescription(m_goal + QLatin1Char(' ') + m_facts);
    setToolTip(m_goal);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

QSize LessonCard::sizeHint() const { return {kLessonWidth, kLessonHeight}; }

void LessonCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    paintRounded(painter, rect(), colors.panel, underMouse() ? colors.accent : colors.line,
                 metrics::kCardCorner);
    const int room = width() - 2 * kCardRoom;
    const QRect badge(kCardRoom, kCardRoom, kBadge, kBadge);
    paintRounded(painter, badge, m_share >= 1 ? colors.goodSoft : colors.accentSoft, QColor(Qt::transparent),
                 kBadge / 2.0);
    painter.setFont(interfaceFont(TypeSize::Body, Weight::Strong));
    painter.setPen(m_share >= 1 ? colors.good : colors.accent);
    painter.drawText(badge, Qt::AlignCenter, m_number);
    const auto words = [&](const QRect& at, const QFont& font, const QColor& ink, const QString& text,
                           int most) {
        painter.setFont(font);
        painter.setPen(ink);
        const QFontMetrics measure(font);
        QStringList lines = linesWithin(text, font, at.width());
        if (lines.size() > most) {
            lines = lines.mid(0, most);
            lines.last() = measure.elidedText(lines.last() + QChar(0x2026), Qt::ElideRight, at.width());
        }
        int y = at.top();
        for (const QString& line : lines) {
            painter.drawText(QRect(at.left(), y, at.width(), measure.lineSpacing()),
                             Qt::AlignLeft | Qt::AlignVCenter, line);
            y += measure.lineSpacing();
        }
    };
    words({kCardRoom + kBadge + 10, kCardRoom + (kBadge - 20) / 2, room - kBadge - 10, 40},
          interfaceFont(TypeSize::Heading, Weight::Strong), colors.text, text(), 1);
    words({kCardRoom, kCardRoom + kBadge + 10, room, 80}, interfaceFont(TypeSize::Body), colors.textDim,
          m_goal, kMostLines);
    const int foot = height() - kCardRoom - 20;
    words({kCardRoom, foot - 4, room, 18}, interfaceFont(TypeSize::Small), colors.textDim, m_facts, 1);
    const QRect track(kCardRoom, height() - kCardRoom - 4, room, 4);
    paintRounded(painter, track, colors.raised, QColor(Qt::transparent), 2);
    if (m_share > 0)
        paintRounded(painter,
                     QRect(track.left(), track.top(),
                           std::max(4, static_cast<int>(std::min(1.0, m_share) * track.width())), 4),
                     m_share >= 1 ? colors.good : colors.accent, QColor(Qt::transparent), 2);
    if (hasFocus())
        paintFocus(painter, rect(), colors, metrics::kCardCorner);
}

} // namespace shardscope::app
