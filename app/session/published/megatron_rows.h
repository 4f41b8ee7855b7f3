// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of the rows that Megatron-LM or Megatron-Bridge ran.
#pragma once

#include "app/session/published/row_fields.h"

#include <string>

namespace shardscope::app::published {

/// The number format that a row states, or its source for all of its rows; empty: none.
[[nodiscard]] std::string formatOf(const Json& row);
/// The schedule's word of ours; empty: one that plans do not know.
[[nodiscard]] std::string scheduleOf(const Json& row);
/// Megatron's: t, p, c, ep, v, mbs and the global batch (or the micro-batches of a replica).
[[nodiscard]] Json megatronPlan(const Json& row, const Json& model);

} // namespace shardscope::app::published
