// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tasks/phase_moves.h"

#include "planner/formula/phase_cut.h"
#include "planner/memory/activations.h"
#include "planner/memory/phase_memory.h"
#include "planner/traffic/traffic.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace shardscope::planner {
namespace {

using Plain = core::PlainNumbers;

/// A micro-batch's edge is written and read in forward; in backward it is read to compute again, and its
/// gradient comes and goes (planner/parallelism/phased.cpp).
constexpr double kEdges = 5;

const core::CommunicationEntry* streamingOf(const StageStep& stage, core::TrafficGroup tier)
{
    for (const core::CommunicationEntry& entry : stage.communication) {
        if (entry.operation == core::Transfer::Streaming && entry.group == tier &&
            entry.bytesPerRank.value() > 0)
            return &entry;
    }
    return nullptr;
}

/// What all stages share.
struct Phased {
    const core::HardwareSpec& hardware;
    const PlanParts<Plain>& parts;
    const PhaseMemories<Plain>& memories;
    double edge; ///< bytes
};

std::optional<PhaseMoves> movesOf(const Phased& phased, const StageStep& stage)
{
    const core::Plan& plan = phased.parts.plan;
    PhaseMoves out;
    out.tier = core::trafficTo(plan.phaseSource);
    const core::CommunicationEntry* entry = streamingOf(stage, out.tier);
    if (entry == nullptr)
        return std::nullopt;
    const double secondsPerByte = entry->seconds.value() / entry->bytesPerRank.value();
    const double layers = static_cast<double>(std::max<std::int64_t>(1, stage.stage.layers));
    double moved = 0;
    for (const Phase& phase : phasesOf(phased.parts.model, plan, phased.parts.inventory, stage.stage)) {
        const StateBytes<Plain> state = stateBytes<Plain>(phased.memories.stateOf(phase), plan);
        const double share = phase.half == LayerHalf::Whole ? 1 : phase.share;
        out.phases.push_back(
            {secondsPerByte * state.weights.value(), secondsPerByte * state.gradients.value(),
             share * static_cast<double>(phase.stage.layers) / layers, phase.stage.first, phase.stage.last});
        moved += 2 * out.phases.back().weights + out.phases.back().gradients;
    }
    // A stage with fewer parts than others runs empty ones: the closed form counts their edges too.
    out.phases.resize(std::max(out.phases.size(), static_cast<std::size_t>(plan.phases)));
    const double phases = static_cast<double>(out.phases.size());
    out.edge = secondsPerByte * phased.edge;
    moved += kEdges * static_cast<double>(plan.batch.microBatches) * phases * out.edge;
    out.update = entry->seconds.value() - moved;
    // The update hides nothing of its own streaming: what else is in the sum is not of the phases.
    const double small = 1e-9 * entry->seconds.value();
    if (out.update < -small || out.update > entry->exposed.value() + small)
        return std::nullopt;
    out.update = std::max(0.0, out.update);
    out.exposed = entry->exposed.value() - out.update;
    // How much the other tiles or the copy engines could move while everything computes.
    const double reach = streamingWindow<Plain>(phased.hardware, plan, core::Number{phases},
                                                core::Seconds{std::numeric_limits<double>::infinity()})
                             .value();
    out.beside = moved > 0 ? std::min(1.0, reach / moved) : 0;
    return out;
}

} // namespace

std::vector<PhaseMoves> phaseMoves(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                   const core::Plan& plan, const std::vector<StageStep>& stages)
{
    if (plan.phases == 0 || model.transformer() == nullptr)
        return {};
    const Inventory inventory = inventoryOf(model);
    const PlanParts<Plain> parts{
        model, hardware, plan,    inventory, nullptr, stagesOf(plan, model.transformer()->layers),
        {},    {},       nullptr, nullptr};
    const PhaseMemories<Plain> memories(parts);
    const double edge = boundaryBytes<Plain>(decoderSymbolsOf<Plain>(*model.transformer(), plan)).value();
    const Phased phased{hardware, parts, memories, edge};
    std::vector<PhaseMoves> out;
    for (const StageStep& stage : stages) {
        std::optional<PhaseMoves> moves = movesOf(phased, stage);
        if (!moves)
            return {};
        out.push_back(std::move(*moves));
    }
    return out;
}

} // namespace shardscope::planner
