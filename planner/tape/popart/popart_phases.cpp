// SPDX-License-Identifier: GPL-3.0-or-later
// After graphcore/examples @2d8b565, nlp/gpt3_175B/popxl/pretraining.py and nlp/bert/popxl/pretraining.py,
// and graphcore/popxl-addons @1586c14, transforms/{batch_serialisation.py, recomputation.py, autodiff.py} and
// optimizers/adam.py. Weights are loaded and gathered when their phase begins, accumulators stand whole until
// they are reduced. The update loads one tensor's state at a time (graphcore/popart @00385a0,
// willow/include/popart/sessionoptions.hpp: ExecutionPhaseSchedule::Interleaving); the examples load a
// phase's.
#include "planner/tape/popart/popart_phases.h"

#include "planner/tape/popart/popart_model.h"
#include "planner/tape/popart/popart_shards.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

using core::Purpose;
using core::StepPhase;

std::string nameOf(std::size_t phase) { return "phase " + std::to_string(phase); }

/// A tensor of weights of a phase.
struct Weight {
    std::int64_t elements = 0;
    bool shared = false; ///< the head's table, which the embedding's phase keeps and updates
};

class PhasedIpu {
public:
    PhasedIpu(Tape& tape, const core::Transformer& shape, const core::HardwareSpec& hardware,
              const core::Plan& plan, const Stage& stage, const std::vector<Phase>& phases)
        : m_tape(tape)
        , m_shape(shape)
        , m_plan(plan)
        , m_stage(stage)
        , m_phases(phases)
        , m_shards(plan)
        , m_inside(insideProcessor(hardware, plan))
        , m_weights(phases.size())
    {
        for (std::size_t phase = 0; phase < phases.size(); ++phase)
            readWeights(phase);
    }

    core::MemoryTrace traceSteps()
    {
        core::MemoryTrace result;
        result.rankClass = "stage " + std::to_string(m_stage.index);
        const StorageRef tiles = m_tape.take(m_inside.ioTiles, Purpose::Buffers);
        result.weightsAndOptimizerAllocated = allocated();
        fillSource(result);
        constexpr int kSteps = 2;
        for (int step = 0; step < kSteps; ++step) {
            m_tape.ledger().beginStep();
            if (step == kSteps - 1)
                m_tape.ledger().beginRecording();
            result.atStepBegin = allocated();
            for (std::size_t phase = 0; phase < m_phases.size(); ++phase)
                runForward(phase);
            for (std::size_t phase = m_phases.size(); phase-- > 0;)
                runBackward(phase, result);
            for (std::size_t phase = 0; phase < m_phases.size(); ++phase) {
                if (!updatesAtOnce(phase))
                    runUpdate(phase);
            }
        }
        m_tape.writeTo(result, m_plan.phaseSource);
        return result;
    }

private:
    [[nodiscard]] std::int64_t allocated() { return m_tape.ledger().allocator().allocated(); }
    [[nodiscard]] bool replicated() const { return m_plan.axes.replica > 1; }
    /// The embedding alone: its gradients are the last, so that its update follows without storing them.
    [[nodiscard]] bool updatesAtOnce(std::size_t phase) const
    {
        return m_phases[phase].stage.first && m_phases[phase].stage.layers == 0 &&
               !m_phases[phase].stage.last;
    }
    [[nodiscard]] bool tiesEnds() const
    {
        return m_stage.first && m_stage.last && m_shape.tiedEmbeddings && !m_phases.front().stage.last;
    }

    void readWeights(std::size_t phase)
    {
        Tape scratch(m_tape.traits());
        const PopartModel part(scratch, m_shape, m_plan, m_phases[phase], false);
        for (const Parameter* parameter : part.parameters())
            m_weights[phase].push_back(
                {parameter->value.elements(), tiesEnds() && parameter == part.sharedHead()});
    }

    /// What waits in the memory that phases are loaded from. A shared table's gradients come from the head
    /// and are stored, those of the embedding are used where they are.
    void fillSource(core::MemoryTrace& result)
    {
        std::map<Purpose, std::int64_t> held;
        for (std::size_t phase = 0; phase < m_phases.size(); ++phase) {
            for (const Weight& weight : m_weights[phase]) {
                held[Purpose::Gradients] += updatesAtOnce(phase) ? 0 : m_shards.gradients(weight.elements);
                if (weight.shared)
                    continue;
                result.weights += m_shards.weights(weight.elements);
                result.gradients += m_shards.gradients(weight.elements);
                result.optimizer += m_shards.state(weight.elements);
                held[Purpose::MasterWeights] += m_shards.master(weight.elements);
            }
        }
        held[Purpose::Weights] = result.weights;
        held[Purpose::OptimizerState] = result.optimizer;
        held[Purpose::Activations] = buffered();
        for (const auto& [purpose, bytes] : held) {
            if (bytes > 0)
                result.elsewhere.push_back({m_plan.phaseSource, purpose, bytes});
        }
    }

    /// The buffers of every micro-batch's tensors at the edges of phases, and of their gradients.
    [[nodiscard]] std::int64_t buffered() const
    {
        Tape scratch(m_tape.traits());
        const PopartModel part(scratch, m_shape, m_plan, m_phases.front(), false);
        const auto between = static_cast<std::int64_t>(m_phases.size()) - 1;
        const std::int64_t edges = 2 * between + (m_stage.first ? 0 : 1) + (m_stage.last ? 0 : 1);
        return m_plan.batch.microBatches * edges * part.boundary().elements() * m_shards.weightWidth();
    }

    /// The phase's part with its weights: shards from the source, gathered over the replicas tensor by
    /// tensor. \p keeps: the shards stay, for the update.
    std::unique_ptr<PopartModel> load(std::size_t phase, std::vector<StorageRef>* keeps)
    {
        auto part = std::make_unique<PopartModel>(m_tape, m_shape, m_plan, m_phases[phase], false);
        m_tape.ledger().setOperation("remote load");
        std::vector<StorageRef> shards;
        const bool sharded = m_plan.sharding.weights > 1;
        if (sharded) {
            for (const Parameter* parameter : part->parameters())
                shards.push_back(
                    m_tape.take(m_shards.weights(parameter->value.elements()), Purpose::Weights));
            m_tape.ledger().setOperation("all-gather");
        }
        for (std::size_t place = 0; place < part->parameters().size(); ++place) {
            Storage& storage = *part->parameters()[place]->value.storage;
            storage.assign(Purpose::Weights);
            storage.refill();
            if (sharded && keeps == nullptr)
                shards[place].reset();
        }
        if (keeps != nullptr)
            std::ranges::move(shards, std::back_inserter(*keeps));
        return part;
    }

    /// Words or labels of a micro-batch, as the host sends them.
    [[nodiscard]] Tensor fromHost(const PopartModel& part)
    {
        return m_tape.empty({part.settings().sequence, part.settings().batch}, Element::Int32);
    }

    Tensor compute(std::size_t phase, PopartModel& part, bool learns)
    {
        m_tape.ledger().setOperation("host load");
        const Tensor words = m_phases[phase].stage.first ? fromHost(part) : Tensor{};
        const Tensor labels = m_phases[phase].stage.last ? fromHost(part) : Tensor{};
        m_tape.ledger().setOperation("remote load");
        return part.forward(words, labels, learns);
    }

    void runForward(std::size_t phase)
    {
        m_tape.ledger().beginPass(StepPhase::Forward);
        const ModuleScope scope(m_tape, nameOf(phase));
        const std::unique_ptr<PopartModel> part = load(phase, nullptr);
        std::vector<Node*> sinks; // nothing is kept: backward computes it again
        for (Parameter* parameter : part->parameters())
            sinks.push_back(std::exchange(parameter->value.node, nullptr));
        m_tape.setPurpose(Purpose::Activations);
        for (std::int64_t pass = 0; pass < tracedPassesOfPhase(m_plan); ++pass) {
            if (pass > 0)
                m_tape.ledger().beginPass(StepPhase::Forward);
            const StorageRef temporaries = m_tape.take(m_inside.setAside, Purpose::Workspace);
            const Tensor output = compute(phase, *part, false);
            m_tape.ledger().setOperation("remote store");
        }
    }

    void runBackward(std::size_t phase, core::MemoryTrace& result)
    {
        m_tape.ledger().beginPass(StepPhase::Backward);
        const ModuleScope scope(m_tape, nameOf(phase));
        std::vector<StorageRef> shards;
        const std::unique_ptr<PopartModel> part = load(phase, updatesAtOnce(phase) ? &shards : nullptr);
        m_tape.ledger().setOperation("accumulators");
        m_tape.setPurpose(Purpose::Gradients);
        for (Parameter* parameter : part->parameters())
            parameter->gradient =
                m_tape.empty(parameter->value.layout, elementOf(m_plan.precision.gradients));
        m_tape.setPurpose(Purpose::Activations);
        for (std::int64_t pass = 0; pass < tracedPassesOfPhase(m_plan); ++pass) {
            if (pass > 0)
                m_tape.ledger().beginPass(StepPhase::Backward);
            const StorageRef temporaries = m_tape.take(m_inside.setAside, Purpose::Workspace);
            computeBackward(phase, *part, result);
        }
        if (!updatesAtOnce(phase) || m_plan.sharding.weights > 1) // of no use any more, or their shards are
            for (Parameter* parameter : part->parameters())
                parameter->value.storage->release();
        const std::vector<StorageRef> reduced = reduce(*part);
        if (updatesAtOnce(phase))
            runUpdate(phase);
        m_tape.ledger().setOperation("remote store");
    }

    /// Forward again, for what backward wants of it.
    void computeBackward(std::size_t phase, PopartModel& part, core::MemoryTrace& result)
    {
        const bool last = m_phases[phase].stage.last;
        m_tape.ledger().setOperation("remote load");
        Tensor gradient;
        if (!last)
            gradient = m_tape.empty(part.boundary(), part.settings().weights);
        const std::int64_t before = allocated();
        Tensor output = compute(phase, part, true);
        result.activationsAfterForward = std::max(result.activationsAfterForward, allocated() - before);
        if (!last)
            output.storage.reset(); // stored in forward
        m_tape.backward(output, std::move(gradient));
        m_tape.forgetGraph();
    }

    /// Accumulators to the shards that are stored, over the replicas, tensor by tensor.
    std::vector<StorageRef> reduce(PopartModel& part)
    {
        std::vector<StorageRef> reduced;
        m_tape.ledger().setOperation(m_plan.sharding.gradients > 1 ? "reduce-scatter" : "all-reduce");
        for (Parameter* parameter : part.parameters()) {
            if (replicated())
                reduced.push_back(
                    m_tape.take(m_shards.gradients(parameter->value.elements()), Purpose::Gradients));
            else
                reduced.push_back(parameter->gradient.storage);
            parameter->gradient.reset();
        }
        return reduced;
    }

    void runUpdate(std::size_t phase)
    {
        m_tape.ledger().setPhase(StepPhase::Optimizer);
        const ModuleScope scope(m_tape, nameOf(phase));
        if (updatesAtOnce(phase) && tiesEnds()) { // what the head stored is added
            m_tape.ledger().setOperation("remote load");
            for (const Weight& weight : m_weights.back()) {
                if (weight.shared)
                    m_tape.take(m_shards.gradients(weight.elements), Purpose::Gradients).reset();
            }
        }
        for (const Weight& weight : m_weights[phase]) {
            if (!weight.shared)
                update(weight.elements, !updatesAtOnce(phase));
        }
    }

    /// A replica's share of a tensor: the optimizer's state, with weights and gradients unless they are
    /// there; the gradient in 32 bits, then what is added to the weights; and the new weights as they are
    /// stored, where these are shared out less than the state.
    void update(std::int64_t elements, bool stored)
    {
        const std::int64_t mine = m_shards.updated(elements);
        m_tape.ledger().setOperation("remote load");
        const StorageRef weights = m_tape.take(stored ? mine * m_shards.weightWidth() : 0, Purpose::Weights);
        const StorageRef gradients =
            m_tape.take(stored ? mine * m_shards.gradientWidth() : 0, Purpose::Gradients);
        const StorageRef state = m_tape.take(m_shards.state(elements), Purpose::OptimizerState);
        const StorageRef master = m_tape.take(m_shards.master(elements), Purpose::MasterWeights);
        m_tape.ledger().setOperation("update");
        m_tape.take(mine * widthOf(Element::Float32), Purpose::Workspace).reset();
        m_tape.take(mine * m_shards.weightWidth(), Purpose::Workspace).reset();
        if (m_plan.sharding.weights < m_plan.sharding.optimizer) {
            m_tape.ledger().setOperation("all-gather");
            m_tape.take(m_shards.weights(elements), Purpose::Weights).reset();
        }
        m_tape.ledger().setOperation("remote store");
    }

    Tape& m_tape;
    const core::Transformer& m_shape;
    const core::Plan& m_plan;
    Stage m_stage;
    const std::vector<Phase>& m_phases;
    PopartShards m_shards;
    InsideProcessor m_inside;
    std::vector<std::vector<Weight>> m_weights; ///< by phase
};

} // namespace

std::int64_t tracedPassesOfPhase(const core::Plan& plan)
{
    constexpr std::int64_t kTraced = 3; // the first loads, the last stores, those between are alike
    return std::min(plan.batch.microBatches, kTraced);
}

std::vector<std::int64_t> peaksOfPhases(const core::MemoryTrace& trace, const core::Plan& plan)
{
    const auto ofPhase = static_cast<std::size_t>(tracedPassesOfPhase(plan));
    const std::size_t phases = trace.passes.size() / 2 / ofPhase;
    std::vector<std::int64_t> peaks(phases, trace.atStepBegin);
    std::map<std::uint32_t, std::size_t> named; // of what is updated after all passes
    for (std::uint32_t module = 0; module < trace.modules.size(); ++module) {
        for (std::size_t phase = 0; phase < phases; ++phase) {
            if (trace.modules[module] == nameOf(phase))
                named[module] = phase;
        }
    }
    std::int64_t level = trace.atStepBegin;
    std::size_t pass = 0;
    std::size_t phase = 0;
    for (std::size_t event = 0; event < trace.curve.size(); ++event) {
        while (pass < trace.passes.size() && trace.passes[pass].event <= event)
            ++pass; // passes that have begun
        level += trace.curve[event].delta;
        if (pass > 0) {
            const std::size_t number = (pass - 1) / ofPhase;
            phase = number < phases ? number : 2 * phases - 1 - number;
        }
        const bool update = trace.curve[event].phase == StepPhase::Optimizer;
        const auto at = named.find(trace.curve[event].module);
        if (update && at != named.end())
            phase = at->second;
        peaks[phase] = std::max(peaks[phase], level);
    }
    return peaks;
}

core::MemoryTrace tracePopartPhases(Tape& tape, const core::Transformer& shape,
                                    const core::HardwareSpec& hardware, const core::Plan& plan,
                                    const Stage& stage, const std::vector<Phase>& phases)
{
    return PhasedIpu(tape, shape, hardware, plan, stage, phases).traceSteps();
}

} // namespace shardscope::planner::tape
