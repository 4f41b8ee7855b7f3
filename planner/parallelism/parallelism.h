// SPDX-License-Identifier: GPL-3.0-or-later
// One axis or modifier of a plan: what it puts on the wire in a step, and which change of it would need less
// memory. Legal degrees are core::checkPlan's; shares of memory are in planner/cost, where the formulas stand
// together.
#pragma once

#include "planner/cost/collective.h"
#include "planner/cost/memory.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// Traffic of one rank in one step.
template <class N>
struct Traffic {
    std::string_view operation; ///< contract: all_reduce all_gather reduce_scatter send_receive streaming
    std::string_view group;     ///< tensor replica pipeline, or the tier of a streaming
    ByteCount<N> bytes;         ///< payload handed over
    Duration<N> seconds;
    Duration<N> exposed; ///< not hidden behind computing
};

/// What traffic is computed from: the slowest stage's computing for one micro-batch.
template <class N>
struct StepSetting {
    const PlanParts<N>& parts;
    const Symbols<N>& symbols;
    const Stage& stage;   ///< the slowest
    std::size_t heaviest; ///< the stage with most weights
    Duration<N> forward;
    Duration<N> backward; ///< with recompute
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

/// Whether the implementation overlaps replica traffic with computing: PyTorch DDP and FSDP2
/// (arXiv:2006.15704) and DeepSpeed (overlap_comm) do; Megatron-LM's default and PopART do not.
[[nodiscard]] inline bool overlapsReplicaTraffic(core::Implementation implementation)
{
    return implementation == core::Implementation::HuggingFace ||
           implementation == core::Implementation::Fsdp2 || implementation == core::Implementation::DeepSpeed;
}

} // namespace shardscope::planner
