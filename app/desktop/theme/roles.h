// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget is for: its type, ink and ground follow from that, in every scheme. A role is a property of
// the widget; the style (window_style.h) draws buttons by it.
#pragma once

#include "core/base/enum_names.h"

class QWidget;

namespace shardscope::app {

enum class Role {
    Plain,
    // Texts.
    Dim,
    SmallDim,
    Good,
    Bad,
    Section,   ///< above controls, a column's name
    CardTitle, ///< of a figure
    Heading,
    HeadingBad,
    Title, ///< of a page; a verdict
    TitleBad,
    Display, ///< the one question of Home
    Formula,
    Code,
    // Chips: a word on a tinted ground.
    Chip,
    ChipGood,
    ChipWarn,
    ChipBad,
    // Buttons.
    Primary,
    Link,
    Fold,
    Crumb, ///< a model or machine that can be changed
    // Grounds.
    Panel,  ///< white, whatever lies behind
    Card,   ///< white with a hairline and round corners
    Head,   ///< of a page: white, a hairline below
    Choices ///< a list of choices: no ground of its own
};
constexpr auto enumNames(Role)
{
    return core::namesUpTo<Role::Choices>(
        "plain", "dim", "small_dim", "good", "bad", "section", "card_title", "heading", "heading_bad",
        "title", "title_bad", "display", "formula", "code", "chip", "chip_good", "chip_warn", "chip_bad",
        "primary", "link", "fold", "crumb", "panel", "card", "head", "choices");
}

void setRole(QWidget& widget, Role role);
[[nodiscard]] Role roleOf(const QWidget* widget);

/// After the scheme has changed: what the palette does not carry along.
void refreshRoles();

/// Those of \p widgets, a list of pointers, that have \p role: tests find a verdict by it.
template <class Widgets>
[[nodiscard]] Widgets inRole(Widgets widgets, Role role)
{
    Widgets found;
    for (auto* widget : widgets) {
        if (roleOf(widget) == role)
            found.push_back(widget);
    }
    return found;
}

} // namespace shardscope::app
