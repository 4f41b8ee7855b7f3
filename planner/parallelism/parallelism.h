// SPDX-License-Identifier: GPL-3.0-or-later
// One axis or modifier of a plan: what it puts on the wire in a step, and which change of it would need less
// memory. Legal degrees are core::checkPlan's; shares of memory are in planner/memory, where the formulas
// stand together.
#pragma once

#include "planner/compute/kernels.h"
#include "planner/formula/plan_parts.h"
#include "planner/traffic/collective.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// Traffic of one rank in one step.
template <class N>
struct Traffic {
    std::string_view
        operation; ///< contract: all_reduce all_gather reduce_scatter all_to_all send_receive streaming
    std::string_view group; ///< tensor context expert replica pipeline, or the tier of a streaming
    ByteCount<N> bytes;     ///< payload handed over
    Duration<N> seconds;
    Duration<N> exposed; ///< not hidden behind computing
    Algorithm algorithm = {};
};

/// What traffic is computed from: the slowest stage's computing for one micro-batch.
template <class N>
struct StepSetting {
    const PlanParts<N>& parts;
    const Symbols<N>& symbols;
    const Stage& stage;   ///< the slowest
    std::size_t heaviest; ///< the stage with most weights
    Duration<N> forward;
    Duration<N> backward;        ///< with recompute
    Duration<N> weightGradients; ///< of the stage's column-split layers, part of backward
    const DeviceClock<N>& clock;

    [[nodiscard]] GroupLink<N> link(const Group& group) const
    {
        const Coefficients& coefficients = clock.coefficients();
        return groupLink<N>(parts.hardware, group,
                            coefficients.calibration != nullptr ? &coefficients : nullptr);
    }
};

/// A neighbouring plan and what it is called (Remedy::key, Remedy::args).
struct Change {
    std::string key;
    std::vector<std::string> args;
    core::Plan plan;
};

/// \p plan with \p factor times as many devices to a replica: taken from the replicas where they divide, at
/// the same global batch and as much sharding as the remaining replicas allow; else from devices to be added.
[[nodiscard]] core::Plan widened(core::Plan plan, std::int64_t core::Axes::*axis, std::int64_t factor);

struct Parallelism {
    std::string_view name;
    void (*plainTraffic)(const StepSetting<core::PlainNumbers>&, std::vector<Traffic<core::PlainNumbers>>&);
    void (*explainedTraffic)(const StepSetting<core::ExplainedNumbers>&,
                             std::vector<Traffic<core::ExplainedNumbers>>&);
    void (*changes)(const core::Plan&, const core::HardwareSpec&, std::vector<Change>&);
};

/// All of them (builtin.cpp), in the order in which their traffic is listed.
[[nodiscard]] const std::vector<Parallelism>& parallelisms();

/// The part of \p seconds that does not fit behind \p window.
template <class N>
Duration<N> exposedBeyond(const Duration<N>& seconds, const Duration<N>& window)
{
    const Duration<N> nothing = N::leaf(core::Seconds{0}, "0", core::SourceKind::Constant, "");
    return maximum(nothing, seconds - window);
}

/// Appends \p entry, or adds it to the one of the same operation and group.
template <class N>
void addTraffic(const Traffic<N>& entry, std::vector<Traffic<N>>& traffic)
{
    for (Traffic<N>& known : traffic) {
        if (known.operation != entry.operation || known.group != entry.group)
            continue;
        known.bytes = known.bytes + entry.bytes;
        known.seconds = known.seconds + entry.seconds;
        known.exposed = known.exposed + entry.exposed;
        return;
    }
    traffic.push_back(entry);
}

/// Whether the implementation overlaps replica traffic with computing: PyTorch DDP and FSDP2
/// (arXiv:2006.15704) do, and DeepSpeed where gradients are sharded (runtime/zero/stage_1_and_2.py,
/// overlap_comm; whole ones are reduced once backward is over: runtime/engine.py, allreduce_gradients);
/// Megatron-LM's default and PopART do not.
[[nodiscard]] inline bool overlapsReplicaTraffic(const core::Plan& plan)
{
    return plan.implementation == core::Implementation::HuggingFace ||
           plan.implementation == core::Implementation::Fsdp2 ||
           (plan.implementation == core::Implementation::DeepSpeed && plan.sharding.gradients > 1);
}

} // namespace shardscope::planner
