// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution as tables: what each part holds layer by layer, what it streams, what hides it.
#include "planner/reports/phase_report.h"
#include "planner/framework/framework.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/evaluate/evaluate.h"
#include "planner/memory/activations.h"
#include "planner/memory/in_processor.h"
#include "planner/memory/phase_memory.h"
#include "planner/parallelism/phase_counts.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/reports/memory_report.h"
#include "planner/step/throughput.h"
#include "planner/tape/popart/popart_phases.h"
#include "planner/traffic/traffic.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace shardscope::planner {
namespace {

using core::Cell;
using core::Table;
using Plain = core::PlainNumbers;

/// One layer or end of a stage, in the order of the network.
struct Piece {
    std::string name;
    Phase phase;
    std::int64_t number = 0; ///< of the layer or end; halves share it
};

class PhaseTables {
public:
    PhaseTables(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                const core::Evaluation& evaluation, std::int64_t stage, std::vector<std::int64_t> traced)
        : m_model(model)
        , m_hardware(hardware)
        , m_evaluation(evaluation)
        , m_plan(evaluation.plan)
        , m_inventory(inventoryOf(model))
        , m_parts{model, hardware, m_plan, m_inventory, nullptr, stagesOf(m_plan, layersOf(model)), {},
                  {},    nullptr,  0}
        , m_memories(m_parts)
        , m_activations(m_parts)
        , m_stage(m_parts.stages[static_cast<std::size_t>(stage)])
        , m_phases(phasesOf(model, m_plan, m_inventory, m_stage))
        , m_traced(std::move(traced))
    {
        if (const core::Transformer* shape = model.transformer())
            m_boundary = boundaryBytes<Plain>(decoderSymbolsOf<Plain>(*shape, m_plan)).value();
        else
            m_boundary = m_activations.of(m_stage)->boundary.value();
    }

    [[nodiscard]] Table matrix() const
    {
        Table table{"phase_matrix", N_("Memory by phase and layer"), {}, {}};
        table.columns = {
            core::integerColumn("phase", N_("Phase"), N_("in the order of forward")),
            core::integerColumn("layer", N_("Place"), N_("of the layer or end in the stage, from 0")),
            core::wordColumn(layerWords(), "name", N_("Layer")),
            core::flagColumn("loading", N_("Loading"), N_("only loaded, for the phase that runs next")),
            core::bytesColumn("bytes", N_("Resident")),
            core::bytesColumn("weights_bytes", N_("Weights")),
            core::bytesColumn("gradients_bytes", N_("Gradients")),
            core::bytesColumn("activations_bytes", N_("Activations"), N_("of one micro-batch"))};
        for (std::size_t phase = 0; phase < m_phases.size(); ++phase) {
            for (const Piece& piece : piecesOf(m_phases[phase]))
                table.rows.push_back(cell(phase, piece, false));
            // An IPU without IO tiles loads a phase when it begins.
            const bool beside = !m_hardware.bulkSynchronous || m_plan.inProcessor.ioTiles > 0;
            if (phase + 1 == m_phases.size() || !beside)
                continue;
            for (const Piece& piece : piecesOf(m_phases[phase + 1]))
                table.rows.push_back(cell(phase, piece, true));
        }
        return table;
    }

    [[nodiscard]] Table phases() const
    {
        Table table{"phases", N_("Phases"), {}, {}};
        table.columns = {
            core::integerColumn("phase", N_("Phase"), N_("in the order of forward")),
            core::wordColumn(layerWords(), "first", N_("First layer")),
            core::wordColumn(layerWords(), "last", N_("Last layer")),
            core::bytesColumn("resident_bytes", N_("Resident"), N_("at most, in backward or in the update")),
            core::bytesColumn("weights_bytes", N_("Weights")),
            core::bytesColumn("loaded_bytes", N_("Loaded beside"), N_("weights of the larger neighbour")),
            core::bytesColumn("gradients_bytes", N_("Gradients")),
            core::bytesColumn("activations_bytes", N_("Activations"), N_("of one micro-batch")),
            core::bytesColumn("working_bytes", N_("Workspace")),
            core::flagColumn("fits", N_("Fits")),
            core::bytesColumn("streamed_in_bytes", N_("Streamed in"), N_("in one step")),
            core::bytesColumn("streamed_out_bytes", N_("Streamed out"), N_("in one step")),
            core::secondsColumn("streaming_seconds", N_("Streaming"),
                                N_("in one step, without the update's")),
            core::secondsColumn("computing_seconds", N_("Computing"),
                                N_("the stage's, divided as the layers' operations")),
            core::secondsColumn("exposed_seconds", N_("Exposed"),
                                N_("streaming that computing does not hide")),
            core::flagColumn("hidden", N_("Hidden"), N_("computing takes longer than streaming")),
            core::bytesColumn("gathered_bytes", N_("Gathered"),
                              N_("weights from the replicas that share them, in one step"))};
        const double set = ioTilesHeld();
        const std::vector<double> work = operations();
        const double all = std::accumulate(work.begin(), work.end(), 0.0);
        for (std::size_t phase = 0; phase < m_phases.size(); ++phase)
            table.rows.push_back(row(phase, set, all > 0 ? work[phase] / all : 0));
        return table;
    }

    /// The bandwidth with which computing hides what a device streams, by the number of phases and of
    /// micro-batches: weights twice and gradients once a step, five times a micro-batch's edge for each phase
    /// (planner/parallelism/phased.cpp).
    [[nodiscard]] Table needed() const
    {
        Table table{"streaming_needed", N_("Bandwidth of streaming memory needed"), {}, {}};
        table.columns = {
            core::integerColumn("phases", N_("Phases")),
            core::integerColumn("micro_batches", N_("Micro-batches")),
            core::bytesColumn("streamed_bytes", N_("Streamed"), N_("of a device, in one step")),
            core::secondsColumn("computing_seconds", N_("Computing"), N_("that hides it")),
            core::quantityColumn("needed_bandwidth", N_("Needed"), core::kBytePerSecond, N_("of a device")),
            core::quantityColumn("bandwidth", N_("Given"), core::kBytePerSecond,
                                 N_("a device's share of the memory's")),
            core::flagColumn("fits", N_("Fits"), N_("the fullest phase in the processor")),
            core::flagColumn("plan", N_("Plan"), N_("the plan's own"))};
        const core::MemoryTier& source = *m_hardware.tier(m_plan.phaseSource);
        const double rate = source.bandwidth.value.value() / static_cast<double>(source.sharedBy);
        const auto part = [&](core::StepPart which) { return m_evaluation.step.at(which).seconds.value(); };
        const double micro = static_cast<double>(m_plan.batch.microBatches);
        const double computing = (part(core::StepPart::Forward) + part(core::StepPart::Backward) +
                                  part(core::StepPart::Recompute)) /
                                 micro;
        const ModelState<Plain> model = modelState<Plain>(m_inventory, m_plan);
        const StateBytes<Plain> state =
            stateBytes<Plain>(stageState<Plain>(model, m_inventory, m_stage), m_plan);
        const double weights = 2 * state.weights.value() + state.gradients.value();
        std::vector<std::int64_t> counts = phaseCounts(std::max<std::int64_t>(1, m_stage.layers));
        std::vector<std::int64_t> batches{1, 4, 16, 64, 256};
        for (auto [list, own] :
             {std::pair{&counts, m_plan.phases}, std::pair{&batches, m_plan.batch.microBatches}}) {
            list->push_back(own);
            std::ranges::sort(*list);
            list->erase(std::unique(list->begin(), list->end()), list->end());
        }
        for (const std::int64_t phases : counts) {
            const bool fits = fullestOf(phases) <= capacity();
            for (const std::int64_t batch : batches) {
                const double streamed =
                    weights + 5 * static_cast<double>(batch) * static_cast<double>(phases) * m_boundary;
                const double seconds = static_cast<double>(batch) * computing;
                table.rows.push_back({Cell(phases), Cell(batch), Cell(streamed), Cell(seconds),
                                      seconds > 0 ? Cell(streamed / seconds) : Cell(), Cell(rate), Cell(fits),
                                      Cell(phases == m_plan.phases && batch == m_plan.batch.microBatches)});
            }
        }
        return table;
    }

    /// What of the model's weights a device computes with, and what of them it keeps (Graphcore, "Building
    /// large models on IPU": 1/(t · p), and 1/(t · p · rts) with replicated tensor sharding).
    [[nodiscard]] Table shares() const
    {
        Table table{"weight_shares", N_("Share of the weights"), {}, {}};
        table.columns = {
            core::fractionColumn("used", N_("Used by a device"), N_("1/(t·p)")),
            core::fractionColumn("stored", N_("Kept by a device"), N_("1/(t·p·rts)")),
            core::fractionColumn("optimizer", N_("Kept of the optimizer's state"), N_("1/(t·p·rts')")),
            core::integerColumn("cuts", N_("Cut points"), N_("between the phases of a stage"))};
        const auto used = static_cast<double>(m_plan.axes.tensor * m_plan.axes.pipeline);
        table.rows.push_back({1 / used, 1 / (used * static_cast<double>(m_plan.sharding.weights)),
                              1 / (used * static_cast<double>(m_plan.sharding.optimizer)),
                              static_cast<std::int64_t>(m_phases.size()) - 1});
        return table;
    }

private:
    /// A list of layers has names of its own; those of a transformer are ours.
    [[nodiscard]] core::Words layerWords() const
    {
        return m_model.layerList() != nullptr ? core::Words::Names : core::Words::Label;
    }
    [[nodiscard]] double capacity() const
    {
        return m_hardware.tier(core::Tier::Device)->capacity.value.value();
    }
    /// What the fullest of so many phases of the stage takes of a device.
    [[nodiscard]] double fullestOf(std::int64_t phases) const
    {
        core::Plan plan = m_plan;
        plan.phases = phases;
        const PlanParts<Plain> parts{m_model,        m_hardware, plan, m_inventory, nullptr,
                                     m_parts.stages, {},         {},   nullptr,     0};
        const PhaseMemories<Plain> memories(parts);
        const std::vector<Phase> cut = phasesOf(m_model, plan, m_inventory, m_stage);
        const double aside =
            plan.inProcessor.memoryPercent > 0 ? planner::setAsideBytes<Plain>(m_hardware, plan).value() : 0;
        return memories.at(cut, memories.fullest(cut)).plainBytes() + ioTilesHeld() + aside;
    }
    /// The bytes that IO tiles hold.
    [[nodiscard]] double ioTilesHeld() const
    {
        return m_evaluation.memory
            .held(static_cast<std::size_t>(m_stage.index), core::Tier::Device, core::Purpose::Buffers)
            .value();
    }

    [[nodiscard]] std::vector<Piece> piecesOf(const Phase& phase) const
    {
        const std::int64_t before = m_stage.first && m_model.layerList() == nullptr ? 1 : 0;
        std::vector<Piece> pieces;
        const auto end = [&](const char* name, bool first, std::int64_t number) {
            Phase alone;
            alone.stage = {m_stage.index, phase.stage.firstLayer, 0, first, !first};
            pieces.push_back({name, alone, number});
        };
        if (phase.stage.first)
            end(W_("embedding"), true, 0);
        for (std::int64_t layer = 0; layer < phase.stage.layers; ++layer) {
            const std::int64_t number = phase.stage.firstLayer + layer;
            Phase alone = phase;
            alone.stage = {m_stage.index, number, 1, false, false};
            pieces.push_back({nameOf(number, phase.half), alone, number - m_stage.firstLayer + before});
        }
        if (phase.stage.last)
            end(W_("head"), false, m_stage.layers + before);
        return pieces;
    }

    [[nodiscard]] std::string nameOf(std::int64_t layer, LayerHalf half) const
    {
        if (const core::LayerList* list = m_model.layerList())
            return list->layers[static_cast<std::size_t>(layer)].name;
        std::string name = "layer " + std::to_string(layer);
        switch (half) {
        case LayerHalf::Attention: return name + " attention";
        case LayerHalf::FeedForward: return name + " feed-forward";
        case LayerHalf::Whole: break;
        }
        return name;
    }

    [[nodiscard]] std::vector<Cell> cell(std::size_t phase, const Piece& piece, bool loading) const
    {
        const PhaseMemory<Plain> held = m_memories.at({piece.phase}, {});
        const double weights = held.weights.value();
        const double gradients = loading ? 0 : held.gradients.value();
        const double activations = loading ? 0 : held.activations.value();
        return {
            Cell(static_cast<std::int64_t>(phase)),  Cell(piece.number), Cell(piece.name), Cell(loading),
            Cell(weights + gradients + activations), Cell(weights),      Cell(gradients),  Cell(activations)};
    }

    [[nodiscard]] std::vector<Cell> row(std::size_t phase, double set, double workShare) const
    {
        const PhaseMemory<Plain> held = m_memories.at(m_phases, {phase, false});
        const PhaseMoment fullest = m_memories.fullest(m_phases, phase);
        const double temporaries = m_plan.inProcessor.memoryPercent > 0 && !fullest.update
                                       ? planner::setAsideBytes<Plain>(m_hardware, m_plan).value()
                                       : 0;
        const double resident = !m_traced.empty()
                                    ? static_cast<double>(m_traced[phase])
                                    : m_memories.at(m_phases, fullest).plainBytes() + set + temporaries;
        const StateElements<Plain> elements = m_memories.stateOf(m_phases[phase]);
        const StateBytes<Plain> state = stateBytes<Plain>(elements, m_plan);
        const auto micro = static_cast<double>(m_plan.batch.microBatches);
        // Forward: weights and each input in, each output out. Backward: weights, each input and gradient in,
        // each gradient and the weights' out (planner/parallelism/phased).
        const double in = 2 * state.weights.value() + 3 * micro * m_boundary;
        const double out = state.gradients.value() + 2 * micro * m_boundary;
        const core::MemoryTier& source = *m_hardware.tier(m_plan.phaseSource);
        const double rate = source.bandwidth.value.value() / static_cast<double>(source.sharedBy);
        const double streaming = (in + out) / rate;
        const auto part = [&](core::StepPart which) { return m_evaluation.step.at(which).seconds.value(); };
        const double computing = workShare * (part(core::StepPart::Forward) + part(core::StepPart::Backward) +
                                              part(core::StepPart::Recompute));
        const double window =
            streamingWindow<Plain>(m_hardware, m_plan, core::Number{1}, core::Seconds{computing}).value();
        const std::vector<Piece> pieces = piecesOf(m_phases[phase]);
        return {Cell(static_cast<std::int64_t>(phase)),
                Cell(pieces.front().name),
                Cell(pieces.back().name),
                Cell(resident),
                Cell(held.weights.value()),
                Cell(held.nextWeights.value()),
                Cell(held.gradients.value()),
                Cell(held.activations.value()),
                Cell(held.working.value()),
                Cell(resident <= capacity()),
                Cell(in),
                Cell(out),
                Cell(streaming),
                Cell(computing),
                Cell(std::max(0.0, streaming - window)),
                Cell(streaming <= window),
                Cell(gatheredBytes(state))};
    }

    /// Before forward and again before backward; nothing where every replica holds all.
    [[nodiscard]] double gatheredBytes(const StateBytes<Plain>& state) const
    {
        const std::int64_t degree = m_plan.sharding.weights;
        return degree > 1 ? 2 * state.weights.value() * static_cast<double>(degree) : 0;
    }

    /// The weight of each phase, in any unit, by which the stage's time is shared out.
    [[nodiscard]] std::vector<double> operations() const
    {
        std::vector<double> work;
        for (const Phase& phase : m_phases) {
            double sum = 0;
            for (const Piece& piece : piecesOf(phase))
                sum += piece.phase.share * operationsOf(piece);
            work.push_back(sum);
        }
        return work;
    }
    [[nodiscard]] double operationsOf(const Piece& piece) const
    {
        if (const core::LayerList* list = m_model.layerList()) {
            const core::NetworkLayer& layer =
                list->layers[static_cast<std::size_t>(piece.phase.stage.firstLayer)];
            // Roofline in seconds of one sample: products by arithmetic, the others by bytes.
            const core::MemoryTier& memory = *m_hardware.tier(core::Tier::Device);
            const core::Engine* engine = m_hardware.engine(core::EngineKind::Matrix, computeDtype(m_plan));
            const double width = core::widthOf(computeDtype(m_plan)).value();
            return std::max(layer.flops / engine->peak.value.value(),
                            layer.moved * width / memory.bandwidth.value.value());
        }
        const core::Transformer& whole = *m_model.transformer();
        if (piece.phase.stage.first && piece.phase.stage.layers == 0)
            return 0; // rows are looked up
        core::Batch tokens = m_plan.batch;
        if (!piece.phase.stage.last)
            return modelFlopsPerSample(whole.layerAlone(piece.phase.stage.firstLayer), tokens);
        if (whole.decoderLayers > 0)
            tokens.sequenceLength = tokens.decoderTokens();
        core::Transformer head = whole;
        head.layers = 0;
        head.decoderLayers = 0;
        head.parts.clear();
        return modelFlopsPerSample(head, tokens);
    }

    const core::ModelSpec& m_model;
    const core::HardwareSpec& m_hardware;
    const core::Evaluation& m_evaluation;
    const core::Plan& m_plan;
    Inventory m_inventory;
    PlanParts<Plain> m_parts;
    PhaseMemories<Plain> m_memories;
    Activations<Plain> m_activations;
    Stage m_stage;
    std::vector<Phase> m_phases;
    std::vector<std::int64_t> m_traced; ///< the most of each phase; empty: by closed forms
    double m_boundary = 0;
};

} // namespace

core::Result<core::Report> phaseReport(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                       const core::Plan& plan, std::int64_t stage, const core::Task& task)
{
    if (model.transformer() == nullptr && model.layerList() == nullptr)
        return core::notSupported(W_("phases"), W_("the model has no layers")).under("/phases");
    if (plan.phases < 1)
        return core::notSupported(W_("phases"), W_("the plan runs each stage as one")).under("/phases");
    if (stage < 0 || stage >= plan.axes.pipeline)
        return core::outOfRange(stage, 0, plan.axes.pipeline - 1).under("/parallel/pipeline");
    SHARDSCOPE_TRY(const core::Evaluation evaluation, evaluate(model, hardware, plan, Detail::Bound, task));
    std::vector<std::int64_t> traced;
    if (factsOf(plan).habits.tape == TracedAs::PopArt && hardware.bulkSynchronous) {
        if (const auto traces = traceStages(model, hardware, evaluation.plan, task); traces.ok())
            traced = tape::peaksOfPhases((*traces)[static_cast<std::size_t>(stage)], plan);
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const PhaseTables tables(model, hardware, evaluation, stage, std::move(traced));
    core::Report report;
    report.key = "phases";
    report.title = N_("Phased execution");
    report.tables = {tables.phases(), tables.matrix(), tables.shares(), tables.needed()};
    return report;
}

} // namespace shardscope::planner
