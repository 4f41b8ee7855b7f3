// SPDX-License-Identifier: GPL-3.0-or-later
// One axis or modifier of a plan, a file each: which degrees are legal, what it puts on the wire in a step,
// what of it the passes wait for, and which change of it would need less memory. Its share of the model's
// state is in planner/formula, of activations in planner/memory, where the formulas stand together.
#pragma once

#include "core/base/text_mark.h"
#include "core/plan/plan_check.h"
#include "planner/compute/kernels.h"
#include "planner/formula/plan_parts.h"
#include "planner/formula/what_if.h"
#include "planner/framework/framework.h"
#include "planner/machine/transport.h"
#include "planner/traffic/overlap.h"
#include "planner/traffic/traffic.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// A stage before it is known how long its passes take.
template <class N>
struct StageSetting {
    const PlanParts<N>& parts;
    const Symbols<N>& symbols;
    const Stage& stage;
    Duration<N> weightGradients; ///< of the stage's column-split layers in one micro-batch's backward
    const DeviceClock<N>& clock;
    const Habits& habits; ///< of the plan's framework

    [[nodiscard]] GroupLink<N> link(const Group& group) const
    {
        const Coefficients& known = clock.coefficients();
        const bool ofSystem = known.calibration != nullptr || known.ofLinks;
        return groupLink<N>(parts.hardware, group, ofSystem ? &known : nullptr);
    }
    /// \p seconds of \p what (WhatIf), as much longer as is asked.
    [[nodiscard]] Duration<N> asked(std::string_view what, const Duration<N>& seconds) const
    {
        const double factor = parts.whatIf == nullptr ? 1 : parts.whatIf->of(what);
        return factor == 1 ? seconds : constant<N>(factor) * seconds;
    }
    [[nodiscard]] Duration<N> asked(core::TrafficGroup group, const Duration<N>& seconds) const
    {
        return asked(core::nameOf(group), seconds);
    }
    /// Whether replica traffic goes out beside the passes.
    [[nodiscard]] bool overlapsReplicas() const
    {
        return parts.whatIf != nullptr && parts.whatIf->overlap ? *parts.whatIf->overlap
                                                                : habits.gradients.beside;
    }
    /// Computing beside what \p transport carries.
    [[nodiscard]] Overlap<N> overlap(Transport transport = Transport::Nccl) const
    {
        constexpr double kMost = 0.9; // something computes
        const DeviceShare share = processorShare(parts.hardware, transport);
        const double times = clock.coefficients()[Coefficient::BesideCollectives];
        const Count<N> held =
            N::leaf(core::Number{times == 1 ? share.value : std::min(share.value, kMost / times)},
                    W_("share_of_processors"), core::SourceKind::Assumed, share.source);
        return {times == 1 ? held : clock.number(Coefficient::BesideCollectives) * held,
                clock.number(Coefficient::BesideProducts)};
    }
    /// Adds \p bytes a step to the streaming of \p tier, hidden as far as \p window reaches.
    void stream(std::vector<Traffic<N>>& traffic, core::Tier tier, const ByteCount<N>& bytes,
                const Duration<N>& window) const
    {
        if (N::plain(bytes).value() <= 0) // none of an optimizer without state
            return;
        const Coefficient which =
            tier == core::Tier::Nvme ? Coefficient::NvmeCopies : Coefficient::HostCopies;
        const double asked = parts.whatIf == nullptr ? 1 : parts.whatIf->of(core::nameOf(tier));
        addTraffic<N>(streamed<N>(parts.hardware, tier, bytes, window, asked * clock.coefficients()[which]),
                      traffic);
    }
};

/// A stage with its passes for one micro-batch, and what travels inside them.
template <class N>
struct StepSetting : StageSetting<N> {
    std::size_t index; ///< of the stage
    Duration<N> forward;
    Duration<N> backward; ///< with recompute
    const std::vector<Traffic<N>>& inside;
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

/// The nearest tier beside the device's that the hardware has: host, streaming, then nvme; null where there
/// is none.
[[nodiscard]] const core::MemoryTier* nearestTier(const core::HardwareSpec& hardware);

/// core::mustDivide, with words (W_) that are put together only where it does not: a search asks for every
/// plan.
[[nodiscard]] core::PlanProblem divides(std::string_view words, std::int64_t value, const char* by,
                                        std::int64_t divisor, const char* pointer);

/// What a parallelism does in a step; null where it does nothing.
template <class N>
struct TrafficOf {
    /// Adds what the layers of a stage wait for.
    void (*inPasses)(const StageSetting<N>&, std::vector<Traffic<N>>&) = nullptr;
    /// Adds what travels beside the passes.
    void (*besidePasses)(const StepSetting<N>&, std::vector<Traffic<N>>&) = nullptr;
    /// What the first micro-batch's way through the stages and back adds to the pipeline's bubble.
    Duration<N> (*filling)(const StepSetting<N>&) = nullptr;
    /// One message from a stage to the next, as far as anything waits for it.
    Duration<N> (*hop)(const StepSetting<N>&, std::int64_t stage) = nullptr;
};

struct Parallelism {
    std::string_view name;
    /// Whether its degrees divide what they cut of the mesh and of the model; null where there are none.
    core::PlanProblem (*legal)(const core::Plan&, const core::ModelSpec&);
    TrafficOf<core::PlainNumbers> plain;
    TrafficOf<core::ExplainedNumbers> explained;
    void (*changes)(const core::Plan&, const core::HardwareSpec&, std::vector<Change>&);

    template <class N>
    [[nodiscard]] const TrafficOf<N>& traffic() const
    {
        if constexpr (N::kExplains)
            return explained;
        else
            return plain;
    }
};

extern const Parallelism kRecomputeParallelism;
extern const Parallelism kTensorParallelism;
extern const Parallelism kContextParallelism;
extern const Parallelism kExpertParallelism;
extern const Parallelism kPipelineParallelism;
extern const Parallelism kReplicaParallelism;
extern const Parallelism kOffloadParallelism;
extern const Parallelism kPhasedParallelism;

/// All parallelisms, in the order in which their traffic is listed.
inline constexpr std::array kParallelisms{&kRecomputeParallelism, &kTensorParallelism,   &kContextParallelism,
                                          &kExpertParallelism,    &kPipelineParallelism, &kReplicaParallelism,
                                          &kOffloadParallelism,   &kPhasedParallelism};

} // namespace shardscope::planner
