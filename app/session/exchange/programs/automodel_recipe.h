// SPDX-License-Identifier: GPL-3.0-or-later
// A recipe of NeMo AutoModel (nemo_automodel/recipes, docs.nvidia.com/nemo/automodel), to and from plans.
#pragma once

#include "app/session/exchange/programs/exchanged.h"

namespace shardscope::app {

/// Whether \p document has the sections that only such a recipe has.
[[nodiscard]] bool looksLikeAutoModel(const core::Value& document);

/// \p devices: how many there are in all; without them, as many as dp_size says. Errors: OutOfRange;
/// NotDivisible where they do not divide by the degrees.
[[nodiscard]] core::Result<ImportedPlan> importAutoModel(const core::Value& document, const std::string& file,
                                                         std::optional<std::int64_t> devices);
/// Errors: NotSupported where AutoModel cannot say this plan.
[[nodiscard]] core::Result<std::vector<ExportedFile>> autoModelRecipe(const PlanResult& result);

} // namespace shardscope::app
