// SPDX-License-Identifier: GPL-3.0-or-later
// Where a project says which of its plans is open.
#pragma once

namespace shardscope::app {

inline constexpr const char* kPlanSeat = "plan"; ///< "#12"

} // namespace shardscope::app
