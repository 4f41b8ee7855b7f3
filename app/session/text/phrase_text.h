// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases of the floors below in the reader's language.
#pragma once

#include <QString>

#include <string>

namespace shardscope::app {

/// A phrase (core/base/phrase.h) in the reader's language; somebody's words as they stand.
[[nodiscard]] QString phraseText(const std::string& argument);

} // namespace shardscope::app
