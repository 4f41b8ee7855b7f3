// SPDX-License-Identifier: GPL-3.0-or-later
// How WindowStyle draws each kind of control. Functions of the option and the theme; style_buttons.cpp,
// style_fields.cpp, style_bars.cpp and style_lists.cpp hold them.
#pragma once

#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"

#include <QStyleOption>

class QPainter;
class QStyle;

namespace shardscope::app::style_parts {

/// What is disabled is paler, whatever its colour.
[[nodiscard]] QColor fadedIf(bool disabled, const QColor& color, const Theme& colors);

// Buttons.
void paintButton(QPainter& painter, const QStyleOption& option, Role role, const Theme& colors);
void paintButtonLabel(QPainter& painter, const QStyleOptionButton& option, Role role, const Theme& colors);
[[nodiscard]] QSize buttonSize(const QStyleOptionButton& option, Role role);
void paintToolButton(QPainter& painter, const QStyleOption& option, const Theme& colors);
void paintCheckBox(QPainter& painter, const QStyleOption& option, const Theme& colors);
void paintRadio(QPainter& painter, const QStyleOption& option, const Theme& colors);

// Fields.
void paintField(QPainter& painter, const QStyleOption& option, const Theme& colors,
                double corner = metrics::kCornerRadius);
void paintCombo(QPainter& painter, const QStyleOptionComboBox& option, Role role, const Theme& colors);
[[nodiscard]] QRect comboPart(const QStyleOptionComboBox& option, QStyle::SubControl part);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QRect& up, const QRect& down,
                  const Theme& colors);
void paintSlider(QPainter& painter, const QStyleOptionSlider& option, const Theme& colors);
[[nodiscard]] QRect sliderPart(const QStyleOptionSlider& option, QStyle::SubControl part);

// Scroll bars, progress, tabs.
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const Theme& colors);
[[nodiscard]] QRect scrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part);
void paintProgress(QPainter& painter, const QStyleOptionProgressBar& option, const Theme& colors);
void paintTab(QPainter& painter, const QStyleOptionTab& option, const Theme& colors);

// Menus and tables.
void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& option, const Theme& colors);
[[nodiscard]] QSize menuItemSize(const QStyleOptionMenuItem& option, const QSize& contents);
void paintMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& option, const Theme& colors);
void paintHeader(QPainter& painter, const QStyleOption& option, const Theme& colors);
void paintRow(QPainter& painter, const QStyleOptionViewItem& option, bool rounded, const Theme& colors);

} // namespace shardscope::app::style_parts
