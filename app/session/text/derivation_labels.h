// SPDX-License-Identifier: GPL-3.0-or-later
// The names in formulas, in the reader's language.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace shardscope::app {

/// "activations_in_work" -> "activations in work", or its translation.
[[nodiscard]] QString derivationLabelText(const std::string& label);
/// The words that have translations; a test holds the planner's labels against them.
[[nodiscard]] const std::vector<std::string>& listedDerivationLabels();

} // namespace shardscope::app
