// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases of the floors below in the reader's language.
#pragma once

#include "core/io/escape.h"

#include <QString>
#include <QStringList>

#include <string>

namespace shardscope::app {

/// A phrase (core/base/phrase.h) in the reader's language; somebody's words as they stand, of more than \p
/// most bytes both ends.
[[nodiscard]] QString phraseText(const std::string& argument, std::size_t most = core::kMostRepeated);

/// \p text with its %1, %2 … replaced, in one pass, so that a value may hold a "%2" of its own.
[[nodiscard]] QString filled(const QString& text, const QStringList& values);

} // namespace shardscope::app
