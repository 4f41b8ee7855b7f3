// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/style_parts.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyle>

namespace shardscope::app::style_parts {
namespace {

constexpr int kMark = 28;  ///< room for a tick or an icon before the words of a menu
constexpr int kAfter = 24; ///< behind them, for the arrow of a menu within
constexpr int kKeys = 32;  ///< between words and keys

/// The letters to be pressed with Alt, while it is.
int mnemonics()
{
    return QGuiApplication::queryKeyboardModifiers() & Qt::AltModifier ? Qt::TextShowMnemonic
                                                                       : Qt::TextHideMnemonic;
}

} // namespace

void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& option, const Theme& colors)
{
    const QRect& whole = option.rect;
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        painter.fillRect(
            QRect(whole.left() + metrics::kGrid, whole.center().y(), whole.width() - 2 * metrics::kGrid, 1),
            colors.line);
        return;
    }
    const bool enabled = option.state & QStyle::State_Enabled;
    if (option.state & QStyle::State_Selected && enabled)
        paintRounded(painter, whole, colors.accentSoft, QColor(), metrics::kHalfGrid);
    const QRect mark(whole.left(), whole.top(), kMark, whole.height());
    if (option.checked) {
        QRect tick(0, 0, 16, 16);
        tick.moveCenter(mark.center());
        paintTick(painter, tick, colors.accent);
    } else if (!option.icon.isNull()) {
        option.icon.paint(&painter, mark, Qt::AlignCenter);
    }
    const qsizetype tab = option.text.indexOf(QLatin1Char('\t'));
    const QRect words = whole.adjusted(kMark, 0, -kAfter, 0);
    painter.setFont(option.font);
    painter.setPen(enabled ? colors.text : colors.textDim);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | mnemonics() | Qt::TextSingleLine,
                     option.text.left(tab));
    if (tab >= 0) {
        painter.setPen(colors.textDim);
        painter.drawText(words.adjusted(0, 0, kAfter - metrics::kGrid, 0), Qt::AlignRight | Qt::AlignVCenter,
                         option.text.mid(tab + 1));
    }
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paintChevron(painter, QRect(whole.right() - kAfter, whole.top(), kAfter, whole.height()),
                     colors.textDim, Qt::RightArrow);
}

QSize menuItemSize(const QStyleOptionMenuItem& option, const QSize& contents)
{
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {contents.width(), metrics::kGrid + 1};
    const qsizetype tab = option.text.indexOf(QLatin1Char('\t'));
    const QFontMetrics metrics(option.font);
    int width = kMark + kAfter + metrics.size(Qt::TextShowMnemonic, option.text.left(tab)).width();
    if (tab >= 0)
        width += kKeys + metrics.horizontalAdvance(option.text.mid(tab + 1));
    return {width, metrics::kControlHeight};
}

void paintMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& option, const Theme& colors)
{
    painter.fillRect(option.rect, colors.panel);
    if (option.state & (QStyle::State_Selected | QStyle::State_Sunken))
        paintRounded(painter, QRectF(option.rect).adjusted(0, 2, 0, -2), colors.raised, QColor(),
                     metrics::kHalfGrid);
    painter.setPen(option.state & QStyle::State_Enabled ? colors.text : colors.textDim);
    painter.drawText(option.rect, Qt::AlignCenter | mnemonics() | Qt::TextSingleLine, option.text);
}

void paintHeader(QPainter& painter, const QStyleOption& option, const Theme& colors)
{
    painter.fillRect(option.rect, colors.panel);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colors.line);
}

void paintRow(QPainter& painter, const QStyleOptionViewItem& option, bool rounded, const Theme& colors)
{
    if (option.backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(option.rect, option.backgroundBrush);
    const bool selected = option.state & QStyle::State_Selected;
    const bool under = option.state & QStyle::State_MouseOver;
    if (!selected && !(rounded && under))
        return;
    const QColor fill = selected ? colors.accentSoft : colors.raised;
    if (rounded)
        paintRounded(painter, option.rect, fill, QColor(), metrics::kCornerRadius);
    else
        painter.fillRect(option.rect, fill);
}

} // namespace shardscope::app::style_parts
