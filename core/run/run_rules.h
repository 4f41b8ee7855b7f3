// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that a run's rows are told by.
#pragma once

#include "core/kinds/work_rules.h"
#include "core/run/run.h"

#include <memory>

namespace shardscope::core {

/// The run's own, else the shipped ones.
[[nodiscard]] const WorkRules& rulesOf(const Run& run);
/// The same run told by \p rules; analyses that were kept with it are not.
[[nodiscard]] RunPtr withRules(const RunPtr& run, std::shared_ptr<const WorkRules> rules);

} // namespace shardscope::core
