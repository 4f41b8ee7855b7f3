// SPDX-License-Identifier: GPL-3.0-or-later
// State and activations that live in another memory than the device's, and what moving them costs
// (arXiv:2101.06840; arXiv:1910.02054, section 6.1).
#include "core/base/text_mark.h"
#include "planner/compute/update.h"
#include "planner/memory/activations.h"
#include "planner/parallelism/parallelism.h"
#include "planner/rules/rules.h"

#include <array>

namespace shardscope::planner {
namespace {

using core::Tier;

constexpr auto kOffload = "arXiv:2101.06840, section 4";

/// What of \p all belongs to the share of the optimizer's state that is elsewhere.
template <class N, class Q>
Q part(const core::Plan& plan, const Q& all)
{
    return plan.offloadedPercent >= 100 ? all : offloadedShare<N>(plan) * all;
}

/// Gradients travel to the host that updates, unless they are there already, and new weights back.
template <class N>
void hostUpdateTraffic(const StepSetting<N>& step, const StateBytes<N>& state, const Duration<N>& nothing,
                       std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const Count<N> updated = part<N>(plan, step.parts.elements[step.index].optimizer);
    if (plan.residency.gradients == Tier::Device)
        step.stream(traffic, Tier::Host,
                    N::named(W_("gradients_to_host"),
                             updated * width<N>(plan.precision.gradients, W_("gradient_width"),
                                                "/precision/gradients"),
                             kOffload),
                    nothing);
    if (plan.residency.weights == Tier::Device)
        step.stream(
            traffic, Tier::Host,
            N::named(W_("weights_from_host"),
                     updated * width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights"),
                     kOffload),
            nothing);
    if (plan.residency.optimizer == Tier::Nvme) // read and written once more, from there to the host
        step.stream(traffic, Tier::Nvme,
                    N::named(W_("optimizer_state_moved"), 2.0 * part<N>(plan, state.optimizer + state.master),
                             kOffload),
                    nothing);
}

template <class N>
void offloadTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.phases > 0)
        return; // the phase source holds everything, and its traffic is the phases'
    const StateBytes<N>& state = step.parts.state[step.index];
    const Count<N>& m = step.symbols.microBatches;
    const Duration<N> computing = m * (step.forward + step.backward);
    const Duration<N> nothing = N::leaf(core::Seconds{0}, W_("nothing_to_hide_behind"),
                                        core::SourceKind::Assumed, "the update waits for its state");
    if (plan.residency.weights != Tier::Device) // read for forward and for backward, prefetched
        step.stream(traffic, plan.residency.weights,
                    N::named(W_("weights_read"), 2.0 * m * state.weights, kOffload), computing);
    if (plan.residency.gradients != Tier::Device) // written in backward of each micro-batch
        step.stream(traffic, plan.residency.gradients,
                    N::named(W_("gradients_written"), m * state.gradients, kOffload), m * step.backward);
    if (updatesOnHost(plan))
        hostUpdateTraffic<N>(step, state, nothing, traffic);
    else if (plan.residency.optimizer != Tier::Device) // read and written once; updated on the device
        step.stream(traffic, plan.residency.optimizer,
                    N::named(W_("optimizer_state_moved"), 2.0 * part<N>(plan, state.optimizer + state.master),
                             kOffload),
                    nothing);
    if (plan.residency.activations != Tier::Device) { // written in forward, read in backward
        const auto layer = layerActivations<N>(step.symbols, *step.parts.model.transformer(), plan,
                                               step.parts.inventory.layers.front().form);
        const std::int64_t again = recomputedLayers(plan, step.stage);
        ByteCount<N> kept = planned<N>(again, W_("layers_on_stage"), "/parallel/pipeline") * layer.kept;
        if (again < step.stage.layers)
            kept = kept +
                   planned<N>(step.stage.layers - again, W_("layers_that_keep_all"), "/recompute_layers") *
                       layer.whole;
        if (plan.offloadedLayers > 0 && step.stage.layers > 0)
            kept =
                planned<N>(offloadedLayers(plan, step.stage), W_("layers_offloaded"), "/offloaded_layers") /
                planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline") * kept;
        step.stream(traffic, plan.residency.activations,
                    N::named(W_("activations_moved"), 2.0 * m * kept, "arXiv:1910.02054, section 6.1"),
                    computing);
    }
}

void offloadChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes)
{
    const core::MemoryTier* tier = nearestTier(hardware);
    if (tier == nullptr || plan.phases > 0)
        return;
    struct Purpose {
        const char* key;
        Tier core::Residency::*where;
    };
    const std::array<Purpose, 4> purposes{{{"offload_optimizer", &core::Residency::optimizer},
                                           {"offload_gradients", &core::Residency::gradients},
                                           {"offload_weights", &core::Residency::weights},
                                           {"offload_activations", &core::Residency::activations}}};
    for (const Purpose& purpose : purposes) {
        if (plan.residency.*purpose.where != Tier::Device)
            continue;
        core::Plan moved = plan;
        moved.residency.*purpose.where = tier->tier;
        moved.residency = movedTogether(moved);
        changes.push_back({purpose.key, {std::string(core::nameOf(tier->tier))}, moved});
    }
}

} // namespace

constinit const Parallelism kOffloadParallelism{
    .name = "offload",
    .legal = nullptr, // any part of the state or activations may live anywhere
    .plain = {.besidePasses = offloadTraffic<core::PlainNumbers>},
    .explained = {.besidePasses = offloadTraffic<core::ExplainedNumbers>},
    .changes = offloadChanges};

} // namespace shardscope::planner
