// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording says of itself against the plan that it is said to be of.
#pragma once

#include "app/session/plan/commands.h"
#include "core/run/run.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// Facts of \p run that are otherwise in \p planned, as phrases (core/base/phrase.h): the device's name, the
/// number of ranks, what attention and the embedding were called with. What a recording does not say is no
/// fact.
[[nodiscard]] std::vector<std::string> disagreements(const core::Run& run, const PlanResult& planned);

} // namespace shardscope::app
