// SPDX-License-Identifier: GPL-3.0-or-later
// How the collectives of an evaluation travel: between which ranks, over which link.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"

#include <cstdint>
#include <optional>

namespace shardscope::planner {

struct Route {
    std::int64_t ranks = 1;           ///< of the group; 1: of a transfer
    std::int64_t stride = 1;          ///< ranks between neighbours
    const core::Link* link = nullptr; ///< of the hardware given; null: of a transfer
};

/// The route whose time \p entry of an evaluation of \p plan has. None for groups that are no part of the
/// device mesh (roles of a recommender's cluster), and where the hardware has no link.
[[nodiscard]] std::optional<Route> routeOf(const core::HardwareSpec& hardware, const core::Plan& plan,
                                           const core::CommunicationEntry& entry);

} // namespace shardscope::planner
