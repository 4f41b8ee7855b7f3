// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/style_parts.h"

#include <QPainter>

namespace shardscope::app::style_parts {
namespace {

constexpr int kGap = 6; ///< between icon and words

bool isBare(Role role) { return role == Role::Link || role == Role::Fold; }

int paddingOf(Role role)
{
    return role == Role::Link   ? metrics::kHalfGrid
           : role == Role::Fold ? 0
                                : metrics::kGrid + metrics::kHalfGrid;
}

QColor inkOf(const QStyleOptionButton& option, Role role, const Theme& colors)
{
    const bool off = !(option.state & QStyle::State_Enabled);
    switch (role) {
    case Role::Primary: return fadedIf(off, colors.onAccent, colors);
    case Role::Link: return off ? colors.textDim : colors.accent;
    default:
        if (off)
            return colors.textDim;
        return option.state & QStyle::State_On && role != Role::Fold ? colors.accent : colors.text;
    }
}

} // namespace

QColor fadedIf(bool disabled, const QColor& color, const Theme& colors)
{
    if (!disabled)
        return color;
    const auto mix = [](float a, float b) { return (a + b) / 2; };
    return QColor::fromRgbF(mix(color.redF(), colors.panel.redF()),
                            mix(color.greenF(), colors.panel.greenF()),
                            mix(color.blueF(), colors.panel.blueF()));
}

void paintButton(QPainter& painter, const QStyleOption& option, Role role, const Theme& colors)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool under = enabled && option.state & QStyle::State_MouseOver;
    const bool down = option.state & QStyle::State_Sunken;
    const bool on = option.state & QStyle::State_On;
    const double corner = role == Role::Crumb ? option.rect.height() / 2.0 : metrics::kCornerRadius;
    if (role == Role::Primary) {
        QColor fill = fadedIf(!enabled, colors.accent, colors);
        if (under || down)
            fill = colors.scheme == Scheme::Dark ? fill.lighter(108) : fill.darker(down ? 118 : 108);
        paintRounded(painter, option.rect, fill, QColor(), corner);
    } else if (!isBare(role)) {
        paintRounded(painter, option.rect,
                     down || under ? colors.raised
                     : on          ? colors.accentSoft
                                   : colors.panel,
                     on        ? colors.accent
                     : enabled ? colors.edge
                               : colors.line,
                     corner);
    } else if (under && role == Role::Link) {
        paintRounded(painter, option.rect, colors.accentSoft, QColor(), metrics::kHalfGrid);
    }
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocus(painter, option.rect, colors, corner);
}

void paintButtonLabel(QPainter& painter, const QStyleOptionButton& option, Role role, const Theme& colors)
{
    const int padding = paddingOf(role);
    QRect area = option.rect.adjusted(padding, 0, -padding, 0);
    if (option.features & QStyleOptionButton::HasMenu) {
        const QRect arrow(area.right() - metrics::kGrid, area.top(), metrics::kGrid, area.height());
        paintChevron(painter, arrow, colors.textDim, Qt::DownArrow);
        area.setRight(arrow.left() - kGap);
    }
    const bool icon = !option.icon.isNull();
    const QSize size = icon ? option.iconSize : QSize(0, 0);
    const int words = option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width();
    const int whole = words + (icon ? size.width() + (option.text.isEmpty() ? 0 : kGap) : 0);
    const bool left = isBare(role) || option.features & QStyleOptionButton::HasMenu; // a list to choose from
    int x = left ? area.left() : area.left() + std::max(0, (area.width() - whole) / 2);
    if (icon) {
        option.icon.paint(&painter, QRect(QPoint(x, area.center().y() - size.height() / 2 + 1), size),
                          Qt::AlignCenter,
                          option.state & QStyle::State_Enabled ? QIcon::Normal : QIcon::Disabled,
                          option.state & QStyle::State_On ? QIcon::On : QIcon::Off);
        x += size.width() + kGap;
    }
    painter.setPen(inkOf(option, role, colors));
    painter.drawText(QRect(x, area.top(), area.right() - x + 1, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip | Qt::TextHideMnemonic, option.text);
}

QSize buttonSize(const QStyleOptionButton& option, Role role)
{
    const QSize words = option.fontMetrics.size(Qt::TextShowMnemonic, option.text);
    int width = words.width() + 2 * paddingOf(role);
    int height = words.height();
    if (!option.icon.isNull()) {
        width += option.iconSize.width() + (option.text.isEmpty() ? 0 : kGap);
        height = std::max(height, option.iconSize.height());
    }
    if (option.features & QStyleOptionButton::HasMenu)
        width += metrics::kGrid + kGap;
    const int least = isBare(role) ? metrics::kControlHeight - metrics::kGrid : metrics::kControlHeight;
    return {width, std::max(height + metrics::kHalfGrid, least)};
}

void paintToolButton(QPainter& painter, const QStyleOption& option, const Theme& colors)
{
    const bool under = option.state & QStyle::State_Enabled && option.state & QStyle::State_MouseOver;
    if (option.state & QStyle::State_On)
        paintRounded(painter, option.rect, colors.accentSoft, QColor(), metrics::kCornerRadius);
    else if (under || option.state & QStyle::State_Sunken)
        paintRounded(painter, option.rect, colors.raised, QColor(), metrics::kCornerRadius);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocus(painter, option.rect, colors, metrics::kCornerRadius);
}

void paintCheckBox(QPainter& painter, const QStyleOption& option, const Theme& colors)
{
    constexpr double kCorner = 4;
    const bool off = !(option.state & QStyle::State_Enabled);
    const bool on = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const QColor fill = on ? fadedIf(off, colors.accent, colors) : colors.panel;
    paintRounded(painter, option.rect, fill, on ? fill : fadedIf(off, colors.textDim, colors), kCorner);
    if (option.state & QStyle::State_NoChange)
        painter.fillRect(QRectF(option.rect).adjusted(4, 7, -4, -7), colors.onAccent);
    else if (on)
        paintTick(painter, option.rect, colors.onAccent);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocus(painter, QRectF(option.rect).adjusted(-2, -2, 2, 2), colors, kCorner + 2);
}

void paintRadio(QPainter& painter, const QStyleOption& option, const Theme& colors)
{
    const bool off = !(option.state & QStyle::State_Enabled);
    const bool on = option.state & QStyle::State_On;
    const QColor ink = fadedIf(off, on ? colors.accent : colors.textDim, colors);
    const double corner = option.rect.height() / 2.0;
    paintRounded(painter, option.rect, on ? ink : colors.panel, ink, corner);
    if (on)
        paintRounded(painter, QRectF(option.rect).adjusted(5, 5, -5, -5), colors.onAccent, QColor(), corner);
}

} // namespace shardscope::app::style_parts
