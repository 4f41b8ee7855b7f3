// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas and their sources in the reader's language.
#pragma once

#include "core/explain/derivation.h"

#include <QString>

namespace shardscope::app {

/// core::formulaText of \p node with the names in the reader's language, as far as they have words there.
[[nodiscard]] QString formulaWords(const core::Derivation& node);
/// Where a figure or a formula comes from: our own words in the reader's language, titles and places of
/// publications as they stand.
[[nodiscard]] QString citationText(const std::string& citation);

} // namespace shardscope::app
