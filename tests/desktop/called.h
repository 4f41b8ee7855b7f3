// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what a test clicks as its user does: by the words on it, or by what a screen reader says of it.
#pragma once

#include "app/desktop/theme/roles.h"

#include <QLabel>
#include <QString>
#include <QVariant>
#include <QWidget>

namespace shardscope::tests {

template <class Widget>
[[nodiscard]] Widget& called(const QWidget& within, const char* name)
{
    const QString wanted = QString::fromUtf8(name);
    for (Widget* one : within.findChildren<Widget*>()) {
        if (one->accessibleName() == wanted || one->property("text").toString() == wanted)
            return *one;
    }
    qFatal("nothing is called \"%s\"", name);
}

/// What \p within says in words: its labels that are shown, a line each.
[[nodiscard]] inline QString said(const QWidget& within)
{
    QString words;
    for (const QLabel* label : within.findChildren<QLabel*>())
        words += label->isVisibleTo(&within) ? label->text() + QLatin1Char('\n') : QString();
    return words;
}

/// What it refuses, in red; empty: nothing.
[[nodiscard]] inline QString refused(const QWidget& within)
{
    for (const QLabel* label : app::inRole(within.findChildren<QLabel*>(), app::Role::TitleBad)) {
        if (label->isVisibleTo(&within))
            return label->text();
    }
    return {};
}

} // namespace shardscope::tests
