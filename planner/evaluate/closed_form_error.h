// SPDX-License-Identifier: GPL-3.0-or-later
// By how much a device's memory may be off where the closed forms alone tell it.
#pragma once

#include "core/plan/evaluation.h"

#include <optional>

namespace shardscope::planner {

/// The share that nine of ten plans of this implementation lie within, of those that the memory trace covers
/// too: |closed form / trace - 1|. Measured by tests/planner/tst_closed_form_error.
[[nodiscard]] double closedFormError(const core::Plan& plan);

/// Whether closed forms alone tell a device's memory of \p evaluation, where a trace was meant to.
[[nodiscard]] bool closedFormsStandAlone(const core::Evaluation& evaluation);

/// The share as it may be told of \p evaluation: none where its memory was traced, or was never meant to be,
/// or the trace has no operations for what the plan does. Of such plans nobody measured anything; those that
/// are only of sizes that do not divide are like the ones that were measured.
[[nodiscard]] std::optional<double> closedFormError(const core::Evaluation& evaluation);

/// TierUse::mayNotFit(), or less stays free than the closed forms may be off by: at least as much as of plans
/// that were measured.
[[nodiscard]] bool mayNotFit(const core::Evaluation& evaluation, const core::TierUse& use);

/// The verdict in a word.
[[nodiscard]] core::Fit fitOf(const core::Evaluation& evaluation);

} // namespace shardscope::planner
