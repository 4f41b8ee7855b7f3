// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron-LM's arguments come to: a plan, and a model where they say enough of one.
#pragma once

#include "app/session/exchange/programs/exchanged.h"
#include "app/session/exchange/programs/plan_settings.h"

namespace shardscope::app {

/// \p settings of \p file, which \p format names; \p devices where they do not say how many. Errors: the
/// first malformed argument, placed there; NotDivisible.
[[nodiscard]] core::Result<ImportedPlan> planOfSettings(const std::vector<Setting>& settings,
                                                        const char* format, const std::string& file,
                                                        std::optional<std::int64_t> devices);

} // namespace shardscope::app
