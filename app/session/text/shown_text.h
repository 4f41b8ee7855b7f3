// SPDX-License-Identifier: GPL-3.0-or-later
// Words of files in labels, cells and pictures: one line, in the writing direction around it, not endless.
#pragma once

#include "core/io/escape.h"

#include <QString>

#include <string_view>

namespace shardscope::app {

/// \p text as people see it (core::printable).
[[nodiscard]] inline QString shownText(std::string_view text)
{
    return QString::fromStdString(core::printable(core::shortened(text, core::kMostShown)));
}
[[nodiscard]] inline QString shownText(const QString& text) { return shownText(text.toStdString()); }

/// \p text between the tags of a label's rich text, or in an SVG.
[[nodiscard]] inline QString markupText(const QString& text)
{
    return QString::fromStdString(core::markupText(text.toStdString()));
}

/// \p text on a button or in a menu, where "&" marks the key of the letter behind it.
[[nodiscard]] inline QString buttonText(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace shardscope::app
