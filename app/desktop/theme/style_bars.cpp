// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/style_parts.h"

#include <QDateTime>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace shardscope::app::style_parts {
namespace {

constexpr int kLeastThumb = 24;

} // namespace

QRect scrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part)
{
    const QRect& whole = option.rect;
    const bool across = option.orientation == Qt::Horizontal;
    const int length = across ? whole.width() : whole.height();
    const int range = option.maximum - option.minimum;
    int thumb = length;
    if (range > 0) {
        const double share =
            static_cast<double>(option.pageStep) / (static_cast<double>(range) + option.pageStep);
        thumb = std::clamp(static_cast<int>(length * share), std::min(kLeastThumb, length), length);
    }
    const int begin = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                      length - thumb, option.upsideDown);
    const auto stretch = [&](int from, int to) {
        return across ? QRect(whole.left() + from, whole.top(), to - from, whole.height())
                      : QRect(whole.left(), whole.top() + from, whole.width(), to - from);
    };
    switch (part) {
    case QStyle::SC_ScrollBarSlider: return stretch(begin, begin + thumb);
    case QStyle::SC_ScrollBarSubPage: return stretch(0, begin);
    case QStyle::SC_ScrollBarAddPage: return stretch(begin + thumb, length);
    case QStyle::SC_ScrollBarGroove: return whole;
    default: return {}; // there are no buttons at the ends
    }
}

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const Theme& colors)
{
    if (option.maximum <= option.minimum)
        return;
    constexpr double kMargin = 3;
    const QRectF thumb = QRectF(scrollBarPart(option, QStyle::SC_ScrollBarSlider))
                             .adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const bool held = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    paintRounded(painter, thumb, held ? colors.textDim : colors.edge, QColor(),
                 std::min(thumb.width(), thumb.height()) / 2);
}

void paintProgress(QPainter& painter, const QStyleOptionProgressBar& option, const Theme& colors)
{
    constexpr double kHeight = 6;
    QRectF groove = option.rect;
    groove.setTop(groove.center().y() - kHeight / 2);
    groove.setHeight(kHeight);
    paintRounded(painter, groove, colors.raised, QColor(), kHeight / 2);
    QRectF done = groove;
    if (option.maximum > option.minimum) {
        const double share = static_cast<double>(option.progress - option.minimum) /
                             (static_cast<double>(option.maximum) - option.minimum);
        done.setWidth(std::clamp(share, 0.0, 1.0) * groove.width());
    } else { // how long it takes is not known: a third that wanders, a pass in two seconds
        constexpr double kPassMs = 2000;
        const double at =
            std::fmod(static_cast<double>(QDateTime::currentMSecsSinceEpoch()), kPassMs) / kPassMs;
        done.setLeft(groove.left() + at * groove.width() * 2 / 3);
        done.setWidth(groove.width() / 3);
    }
    if (done.width() > 0)
        paintRounded(painter, done, colors.accent, QColor(), kHeight / 2);
}

void paintTab(QPainter& painter, const QStyleOptionTab& option, const Theme& colors)
{
    const bool selected = option.state & QStyle::State_Selected;
    const bool under = option.state & QStyle::State_MouseOver;
    painter.setFont(interfaceFont(TypeSize::Body, selected ? Weight::Strong : Weight::Regular));
    const bool off = !(option.state & QStyle::State_Enabled);
    painter.setPen(fadedIf(off, selected ? colors.text : under ? colors.accent : colors.textDim, colors));
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic, option.text);
    if (selected)
        painter.fillRect(QRect(option.rect.left(), option.rect.bottom() - 1, option.rect.width(), 2),
                         fadedIf(off, colors.accent, colors));
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocus(painter, option.rect, colors, metrics::kHalfGrid);
}

} // namespace shardscope::app::style_parts
