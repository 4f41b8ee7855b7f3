// SPDX-License-Identifier: GPL-3.0-or-later
// After graphcore/popart @00385a0: willow/src/transforms/pipeline.cpp (stashes),
// docs/popart/tensor_locations.rst (optimizer state in Streaming Memory, replicated tensor sharding),
// docs/user_guide/batch_size.rst (accumulation). Memory is live ranges: the compiler lays them out, nothing
// is cached.
#include "planner/tape/popart/popart_rank.h"

#include "planner/formula/stages.h"
#include "planner/memory/phase_memory.h"
#include "planner/tape/popart/popart_model.h"
#include "planner/tape/popart/popart_phases.h"
#include "planner/tape/popart/popart_shards.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

class Ipu {
public:
    Ipu(Tape& tape, const core::Transformer& shape, const core::HardwareSpec& hardware,
        const core::Plan& plan, const Stage& stage)
        : m_tape(tape)
        , m_plan(plan)
        , m_stage(stage)
        , m_shards(plan)
        , m_inside(insideProcessor(hardware, plan))
    {
        Tape::Parking parking;
        parking.away = plan.residency.activations != core::Tier::Device;
        tape.setParking(parking);
        m_model = std::make_unique<PopartModel>(tape, shape, plan, Phase{stage}, true);
    }

    core::MemoryTrace traceSteps()
    {
        core::MemoryTrace result;
        result.rankClass = "stage " + std::to_string(m_stage.index);
        result.weightsAllocated = m_tape.ledger().held(core::Purpose::Weights);
        holdState(result);
        result.weightsAndOptimizerAllocated = m_tape.ledger().allocator().allocated();
        m_tape.setPurpose(core::Purpose::Buffers);
        const RunSettings& settings = m_model->settings();
        const Tensor ids = m_tape.empty({settings.sequence, settings.batch}, Element::Int64);
        const Tensor labels = m_tape.empty({settings.sequence, settings.batch}, Element::Int64);
        const StorageRef tiles = m_tape.take(m_inside.ioTiles, core::Purpose::Buffers);
        m_tape.setPurpose(core::Purpose::Activations);
        constexpr int kSteps = 2;
        for (int step = 0; step < kSteps; ++step) {
            m_tape.ledger().beginStep();
            if (step == kSteps - 1)
                m_tape.ledger().beginRecording();
            result.atStepBegin = m_tape.ledger().allocator().allocated();
            runSchedule(ids, labels, result);
            m_tape.forgetGraph();
            update();
        }
        m_tape.writeTo(result, m_plan.residency.activations);
        return result;
    }

private:
    [[nodiscard]] bool stateIsAway() const { return m_plan.residency.optimizer != core::Tier::Device; }

    /// Accumulators where a step has several micro-batches, optimizer state on the chip or beside it.
    void holdState(core::MemoryTrace& result)
    {
        std::map<core::Purpose, std::int64_t> away;
        const auto hold = [&](std::int64_t bytes, core::Purpose purpose) {
            if (stateIsAway())
                away[purpose] += bytes;
            else
                m_state.push_back(m_tape.take(bytes, purpose));
        };
        const bool accumulates = m_plan.batch.microBatches > 1;
        for (Parameter* parameter : m_model->parameters()) {
            const std::int64_t elements = parameter->value.elements();
            result.weights += elements * widthOf(parameter->value.element);
            result.gradients += elements * widthOf(elementOf(m_plan.precision.gradients));
            result.optimizer += m_shards.state(elements);
            if (accumulates) {
                m_tape.setPurpose(core::Purpose::Gradients);
                parameter->gradient =
                    m_tape.empty(parameter->value.layout, elementOf(m_plan.precision.gradients));
            }
            hold(m_shards.state(elements), core::Purpose::OptimizerState);
            hold(m_shards.master(elements), core::Purpose::MasterWeights);
        }
        for (const auto& [purpose, bytes] : away) {
            if (bytes > 0)
                result.elsewhere.push_back({m_plan.residency.optimizer, purpose, bytes});
        }
    }

    /// A stage runs a forward and a backward in every cycle; what it stashes comes back after two cycles for
    /// each stage behind it. Cycles beyond the filled pipeline repeat.
    void runSchedule(const Tensor& ids, const Tensor& labels, core::MemoryTrace& result)
    {
        const std::int64_t behind = m_plan.axes.pipeline - m_stage.index - 1;
        const bool all = m_plan.schedule == core::Schedule::Gpipe;
        const std::int64_t micro =
            all ? m_plan.batch.microBatches : std::min(m_plan.batch.microBatches, 2 * behind + 2);
        const std::int64_t warmUp = all ? micro : std::min(micro, 2 * behind);
        const std::int64_t before = m_tape.ledger().allocator().allocated();
        std::vector<Tensor> outputs;
        for (std::int64_t pass = 0; pass < micro; ++pass) {
            outputs.push_back(forward(ids, labels));
            if (pass == 0)
                result.activationsAfterForward = m_tape.ledger().allocator().allocated() - before;
            if (pass >= warmUp)
                backward(outputs);
        }
        while (!outputs.empty())
            backward(outputs);
    }

    [[nodiscard]] Tensor forward(const Tensor& ids, const Tensor& labels)
    {
        m_tape.ledger().beginPass(core::StepPhase::Forward);
        const StorageRef temporaries = m_tape.take(m_inside.setAside, core::Purpose::Workspace);
        Tensor output = m_model->forward(ids, labels, true);
        if (!m_stage.last)
            output.storage.reset(); // copied to the next stage's processor; its place in the graph stays
        return output;
    }

    void backward(std::vector<Tensor>& outputs)
    {
        m_tape.ledger().beginPass(core::StepPhase::Backward);
        const StorageRef temporaries = m_tape.take(m_inside.setAside, core::Purpose::Workspace);
        const Tensor output = std::exchange(outputs.front(), {});
        outputs.erase(outputs.begin());
        m_tape.backward(output, {});
    }

    /// Tensor by tensor: the gradient's shard, the state's where it is streamed in, the new weights' shard
    /// before it is gathered.
    void update()
    {
        m_tape.ledger().setPhase(core::StepPhase::Optimizer);
        m_tape.ledger().setOperation("update");
        const std::int64_t shards = m_plan.sharding.optimizer;
        for (Parameter* parameter : m_model->parameters()) {
            const std::int64_t elements = parameter->value.elements();
            const std::int64_t mine = m_shards.updated(elements);
            const std::int64_t state =
                stateIsAway() ? m_shards.state(elements) + m_shards.master(elements) : 0;
            const StorageRef streamed = m_tape.take(state, core::Purpose::Buffers);
            const std::int64_t width = m_shards.gradientWidth() + m_shards.weightWidth();
            const StorageRef shard = m_tape.take(shards > 1 ? mine * width : 0, core::Purpose::Buffers);
            if (m_plan.batch.microBatches == 1)
                parameter->gradient.reset();
        }
    }

    Tape& m_tape;
    const core::Plan& m_plan;
    Stage m_stage;
    PopartShards m_shards;
    InsideProcessor m_inside;
    std::unique_ptr<PopartModel> m_model;
    std::vector<StorageRef> m_state;
};

} // namespace

std::vector<core::MemoryTrace> tracePopartRanks(const core::ModelSpec& model,
                                                const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const core::Transformer& shape = *model.transformer();
    const Inventory inventory = inventoryOf(model);
    std::vector<core::MemoryTrace> traces;
    for (const Stage& stage : stagesOf(plan, shape.layers)) {
        Tape tape(deviceTraits(hardware));
        traces.push_back(plan.phases > 0 ? tracePopartPhases(tape, shape, hardware, plan, stage,
                                                             phasesOf(model, plan, inventory, stage))
                                         : Ipu(tape, shape, hardware, plan, stage).traceSteps());
    }
    return traces;
}

} // namespace shardscope::planner::tape
