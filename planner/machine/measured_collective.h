// SPDX-License-Identifier: GPL-3.0-or-later
// How long collectives took where somebody measured them, between the measured points and beyond them.
#pragma once

#include "core/explain/derivation.h"
#include "core/hardware/hardware_spec.h"

#include <optional>
#include <string_view>

namespace shardscope::planner {

/// Ranks of a group on a level of the network, and what each of its ports sees.
struct MeasuredGroup {
    core::LinkLevel level = core::LinkLevel::Node;
    double ranks = 2;
    double members = 1; ///< ranks in a node; the ports of others carry sister groups
    double least = 0;   ///< seconds of the hops alone, of the smallest message
    double each = 0;    ///< of these, what one more rank adds
};

struct MeasuredSeconds {
    double seconds = 0;
    core::SourceKind source = core::SourceKind::Measured;
    std::string_view citation;
};

/// Seconds of \p operation (CollectiveCurve::operation) over \p bytes; none where the machine has no curve of
/// it. More bytes and more ranks never take less: noise of what was measured is levelled. Between points
/// straight over both logarithms; beyond the largest message as bytes, below the smallest as little. More
/// ranks than any curve has take a node's time by the bytes that a ring moves and the depth of a tree, and
/// between nodes what the last doubling added again.
[[nodiscard]] std::optional<MeasuredSeconds> measuredCollective(const core::HardwareSpec& hardware,
                                                                std::string_view operation,
                                                                const MeasuredGroup& group, double bytes);

/// The part of a node's ports that an all-gather over \p nodes of them achieved; none without a curve.
[[nodiscard]] std::optional<MeasuredSeconds> measuredPortShare(const core::HardwareSpec& hardware,
                                                               double nodes);

} // namespace shardscope::planner
