// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution: a stage runs in parts, each loaded while the one before it computes, all micro-batches
// through one part before the next (batch serialisation; Graphcore PopXL examples, GPT-3 175B).
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/memory/activations.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/phase_counts.h"
#include "planner/parallelism/plan_layout.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

template <class N>
void phasedTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.phases == 0)
        return;
    const auto citation = "phased execution with batch serialisation, Graphcore PopXL examples (GPT-3 175B)";
    const StateBytes<N>& state = step.parts.state[step.index];
    const Symbols<N>& s = step.symbols;
    const Duration<N> computing = s.microBatches * (step.forward + step.backward);
    // A phase's weights are read once for forward and once for backward whatever the number of micro-batches,
    // its gradients written once; each micro-batch's edge is written and read in forward, read for recompute,
    // and its gradient read and written in backward.
    const Count<N> phases = planned<N>(plan.phases, W_("phases"), "/phases");
    ByteCount<N> states = 2.0 * state.weights + state.gradients;
    const Stage& stage = step.parts.stages[step.index];
    if (stage.first && stage.last && plan.phases > 1) {
        // A table that embedding and head share is stored once and loaded for each.
        const ModelState<N> model = modelState<N>(step.parts.inventory, plan);
        const ByteCount<N> weight =
            width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
        const ByteCount<N> gradient =
            width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
        states = states + 2.0 * ((model.head.weights - model.headBeside.weights) * weight) +
                 (model.head.gradients - model.headBeside.gradients) * gradient;
    }
    const core::Transformer* form = step.parts.model.transformer();
    const ByteCount<N> edge = boundaryBytes<N>(form != nullptr ? decoderSymbolsOf<N>(*form, plan) : s);
    const ByteCount<N> edges = 5.0 * s.microBatches * phases * edge;
    step.stream(traffic, plan.phaseSource, N::named(W_("phases_moved"), states + edges, citation),
                streamingWindow<N>(step.parts.hardware, plan, phases, computing));
    const Duration<N> nothing = N::leaf(core::Seconds{0}, W_("nothing_to_hide_behind"),
                                        core::SourceKind::Assumed, "the update waits for its state");
    step.stream(traffic, plan.phaseSource,
                N::named(W_("optimizer_state_moved"), 2.0 * (state.optimizer + state.master), citation),
                nothing);
}

/// A stage can be cut into attention and feed-forward of each layer, the embedding and the head.
core::PlanProblem phasedLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const std::int64_t layers = layersOf(model);
    if (layers == 0)
        return {};
    if (plan.phases > 0 && plan.schedule != core::Schedule::Phased)
        return core::inconsistent(core::phrase(W_("phases need the schedule phased execution")), "/phases");
    if (plan.phases > 0 && plan.phaseSource == core::Tier::Device)
        return core::inconsistent(core::phrase(W_("phases are loaded from another memory than the device's")),
                                  "/phase_source");
    const std::int64_t ofStage = (layers + plan.axes.pipeline - 1) / plan.axes.pipeline;
    return core::mustLie(plan.phases, 0, mostPhases(ofStage), "/phases");
}

void phasedChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes)
{
    const core::Tier source = phaseSourceOf(hardware);
    if (source == core::Tier::Device)
        return;
    // Finer and finer: checkLayout drops what a stage cannot be cut into.
    constexpr std::int64_t kMostLayers = 2047;
    for (const std::int64_t phases : phaseCounts(kMostLayers, plan.phases)) {
        core::Plan phased = plan;
        phased.phases = phases;
        phased.schedule = core::Schedule::Phased;
        phased.axes.virtualStages = 1;
        phased.residency = {};
        phased.phaseSource = source;
        changes.push_back({"phased_execution", {std::to_string(phases)}, phased});
    }
}

} // namespace

std::vector<std::int64_t> phaseCounts(std::int64_t layers, std::int64_t than)
{
    const std::int64_t most = mostPhases(layers);
    std::vector<std::int64_t> counts{layers, most};
    for (std::int64_t phases = 1; phases < most; phases *= 2)
        counts.push_back(phases);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    std::erase_if(counts, [than](std::int64_t one) { return one <= std::max<std::int64_t>(0, than); });
    return counts;
}

core::Tier phaseSourceOf(const core::HardwareSpec& hardware)
{
    if (hardware.tier(core::Tier::Streaming) != nullptr)
        return core::Tier::Streaming;
    const core::MemoryTier* tier = nearestTier(hardware);
    return tier == nullptr ? core::Tier::Device : tier->tier;
}

constinit const Parallelism kPhasedParallelism{
    .name = "phased",
    .legal = phasedLegal,
    .plain = {.besidePasses = phasedTraffic<core::PlainNumbers>},
    .explained = {.besidePasses = phasedTraffic<core::ExplainedNumbers>},
    .changes = phasedChanges};

} // namespace shardscope::planner
