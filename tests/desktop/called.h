// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what a test clicks as its user does: by the words on it, or by what a screen reader says of it.
#pragma once

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

} // namespace shardscope::tests
