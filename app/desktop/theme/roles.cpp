// SPDX-License-Identifier: GPL-3.0-or-later
// Inks are roles of the palette, so that a new scheme needs nothing of a widget.
#include "app/desktop/theme/roles.h"

#include "app/desktop/theme/theme.h"

#include <QApplication>
#include <QPalette>
#include <QVariant>
#include <QWidget>

namespace shardscope::app {
namespace {

constexpr const char* kProperty = "role";

struct Type {
    TypeSize size = TypeSize::Body;
    Weight weight = Weight::Regular;
};

Type typeOf(Role role)
{
    switch (role) {
    case Role::SmallDim: return {TypeSize::Small};
    case Role::Section:
    case Role::Fold: return {TypeSize::Body, Weight::Strong};
    case Role::Chip:
    case Role::ChipGood:
    case Role::ChipWarn:
    case Role::ChipBad:
    case Role::CardTitle:
    case Role::Primary:
    case Role::Crumb: return {TypeSize::Body, Weight::Strong};
    case Role::Heading:
    case Role::HeadingBad: return {TypeSize::Heading, Weight::Strong};
    case Role::Title:
    case Role::TitleBad: return {TypeSize::Title, Weight::Strong};
    case Role::Display: return {TypeSize::Display, Weight::Strong};
    default: return {};
    }
}

QPalette::ColorRole inkOf(Role role)
{
    switch (role) {
    case Role::Dim:
    case Role::SmallDim: return QPalette::PlaceholderText;
    case Role::Bad:
    case Role::HeadingBad:
    case Role::TitleBad: return QPalette::BrightText;
    case Role::Link: return QPalette::Link;
    default: return QPalette::NoRole; // the widget's own
    }
}

/// Inks that no role of the palette holds: the widget has a palette of its own, made anew with each scheme.
QColor ownInk(Role role, const Theme& colors)
{
    switch (role) {
    case Role::Good:
    case Role::ChipGood: return colors.good;
    case Role::ChipWarn: return colors.warn;
    case Role::ChipBad: return colors.bad;
    case Role::Chip: return colors.textDim;
    default: return {};
    }
}

void ground(QWidget& widget, Role role)
{
    if (role == Role::Panel) {
        widget.setBackgroundRole(QPalette::Base);
        widget.setAutoFillBackground(true);
    } else if (role == Role::Formula || (role >= Role::Chip && role <= Role::ChipBad)) {
        const int side = role == Role::Formula ? metrics::kGrid : metrics::kGrid + 2;
        const int top = role == Role::Formula ? metrics::kGrid : 3;
        widget.setContentsMargins(side, top, side, top); // the style fills it with round corners
    }
}

} // namespace

void setRole(QWidget& widget, Role role)
{
    widget.setProperty(kProperty, static_cast<int>(role));
    const Type type = typeOf(role);
    if (role == Role::Code || role == Role::Formula)
        widget.setFont(codeFont());
    else if (type.size != TypeSize::Body || type.weight != Weight::Regular)
        widget.setFont(interfaceFont(type.size, type.weight));
    else
        widget.setFont(QFont()); // the application's
    widget.setForegroundRole(inkOf(role));
    const QColor ink = ownInk(role, themeOf(&widget));
    if (ink.isValid()) {
        QPalette own;
        own.setColor(QPalette::WindowText, ink);
        widget.setPalette(own);
    } else if (widget.testAttribute(Qt::WA_SetPalette)) {
        widget.setPalette(QPalette());
    }
    ground(widget, role);
    widget.update();
}

Role roleOf(const QWidget* widget)
{
    return widget == nullptr ? Role::Plain : static_cast<Role>(widget->property(kProperty).toInt());
}

void refreshRoles()
{
    for (QWidget* widget : QApplication::allWidgets()) {
        if (const Role role = roleOf(widget); ownInk(role, themeOf(widget)).isValid())
            setRole(*widget, role);
    }
}

} // namespace shardscope::app
