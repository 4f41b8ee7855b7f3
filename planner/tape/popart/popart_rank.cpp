// SPDX-License-Identifier: GPL-3.0-or-later
// After graphcore/popart @00385a0: willow/src/transforms/pipeline.cpp (stashes),
// docs/popart/tensor_locations.rst (optimizer state in Streaming Memory, replicated tensor sharding),
// docs/user_guide/batch_size.rst (accumulation). Memory is live ranges: the compiler lays them out, nothing
// is cached.
#include "planner/tape/popart/popart_rank.h"

#include "planner/formula/stages.h"
#include "planner/memory/phase_memory.h"
#include "planner/tape/allocator/request_log.h"
#include "planner/tape/popart/popart_model.h"
#include "planner/tape/popart/popart_phases.h"
#include "planner/tape/popart/popart_shards.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

class Ipu {
public:
    Ipu(Tape& tape, const core::Transformer& shape, const core::HardwareSpec& hardware,
        const core::Plan& plan, const Stage& stage, RequestLog* log)
        : m_tape(tape)
        , m_plan(plan)
        , m_stage(stage)
        , m_shards(plan)
        , m_inside(insideProcessor(hardware, plan))
        , m_log(log)
    {
        tape.ledger().keepLog(log);
        Tape::Parking parking;
        parking.away = plan.residency.activations != core::Tier::Device;
        tape.setParking(parking);
        m_model = std::make_unique<PopartModel>(tape, shape, plan, Phase{stage}, plan.sharding.weights == 1);
        if (plan.sharding.weights > 1)
            shareWeights();
        if (plan.sharding.gradients > 1)
            shareGradients();
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
        const int steps = m_log != nullptr ? RequestLog::kSteps : 2;
        for (int step = 0; step < steps; ++step) {
            m_tape.ledger().beginRecording();
            result.atStepBegin = m_tape.ledger().allocator().allocated();
            runSchedule(ids, labels, result);
            m_tape.forgetGraph();
            update();
        }
        m_tape.writeTo(result, m_plan.residency.activations);
        m_tape.ledger().keepLog(nullptr);
        return result;
    }

private:
    /// Shards stand for good; a layer, or an end, is gathered when forward reads it and again for backward
    /// (graphcore/popart @00385a0, willow/src/transforms/streamingmemoryopinserter.cpp: a gather before and
    /// one after the loss).
    void shareWeights()
    {
        for (const Parameter* parameter : m_model->parameters())
            m_state.push_back(
                m_tape.take(m_shards.weights(parameter->value.elements()), core::Purpose::Weights));
        const auto gather = [this](const std::vector<Parameter*>& weights) {
            m_tape.ledger().setOperation("all-gather");
            for (const Parameter* parameter : weights)
                parameter->value.storage->refill();
        };
        const auto release = [](const std::vector<Parameter*>& weights) {
            for (const Parameter* parameter : weights)
                parameter->value.storage->release();
        };
        m_model->setSharing({gather, release});
    }

    /// Each gradient is reduced to this replica's shard as soon as it is made, and added up there.
    void shareGradients()
    {
        for (Parameter* parameter : m_model->parameters()) {
            parameter->collected = [this](Parameter& of) {
                m_tape.ledger().setOperation("reduce-scatter");
                StorageRef shard =
                    m_tape.take(m_shards.gradients(of.value.elements()), core::Purpose::Gradients);
                of.gradient.reset();
                StorageRef& sum = m_gradients[&of];
                if (!sum)
                    sum = std::move(shard);
            };
        }
    }

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
            result.weights += m_shards.weights(elements);
            result.gradients += m_shards.gradients(elements);
            result.optimizer += m_shards.state(elements);
            if (accumulates && m_plan.sharding.gradients > 1) {
                m_gradients[parameter] = m_tape.take(m_shards.gradients(elements), core::Purpose::Gradients);
            } else if (accumulates) {
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
        const std::int64_t micro = all ? (m_log != nullptr ? RequestLog::kTraced : m_plan.batch.microBatches)
                                       : std::min(m_plan.batch.microBatches, 2 * behind + 2);
        const std::int64_t warmUp = all ? micro : std::min(micro, 2 * behind);
        const std::int64_t before = m_tape.ledger().allocator().allocated();
        std::deque<Tensor> outputs;
        for (std::int64_t pass = 0; pass < micro; ++pass) {
            outputs.push_back(forward(ids, labels));
            if (m_log != nullptr)
                m_log->afterForward(m_tape.parked());
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

    void backward(std::deque<Tensor>& outputs)
    {
        m_tape.ledger().beginPass(core::StepPhase::Backward);
        const StorageRef temporaries = m_tape.take(m_inside.setAside, core::Purpose::Workspace);
        const Tensor output = std::exchange(outputs.front(), {});
        outputs.pop_front();
        m_tape.backward(output, {});
    }

    /// Tensor by tensor: the gradient's shard and the new weights' before they are gathered, where these are
    /// shared out less than the state; the state's where it is streamed in.
    void update()
    {
        m_tape.ledger().endPasses();
        m_tape.ledger().setOperation("update");
        const core::Sharding& shards = m_plan.sharding;
        for (Parameter* parameter : m_model->parameters()) {
            const std::int64_t elements = parameter->value.elements();
            const std::int64_t mine = m_shards.updated(elements);
            const std::int64_t state =
                stateIsAway() ? m_shards.state(elements) + m_shards.master(elements) : 0;
            const StorageRef streamed = m_tape.take(state, core::Purpose::Buffers);
            const std::int64_t width = (shards.optimizer > shards.gradients ? m_shards.gradientWidth() : 0) +
                                       (shards.optimizer > shards.weights ? m_shards.weightWidth() : 0);
            const StorageRef shard = m_tape.take(mine * width, core::Purpose::Buffers);
            if (m_plan.batch.microBatches == 1) {
                parameter->gradient.reset();
                m_gradients.erase(parameter);
            }
        }
    }

    Tape& m_tape;
    const core::Plan& m_plan;
    Stage m_stage;
    PopartShards m_shards;
    InsideProcessor m_inside;
    RequestLog* m_log;
    std::unique_ptr<PopartModel> m_model;
    std::vector<StorageRef> m_state;
    std::map<const Parameter*, StorageRef> m_gradients; ///< shards; looked up only, never iterated
};

core::MemoryTrace traceIpu(const core::Transformer& shape, const core::HardwareSpec& hardware,
                           const core::Plan& plan, const Stage& stage, Steps steps)
{
    if (asksAgain(plan, steps)) {
        RequestLog log;
        Tape tape(deviceTraits(hardware));
        core::MemoryTrace trace = Ipu(tape, shape, hardware, plan, stage, &log).traceSteps();
        if (log.repeats()) {
            RequestReplay(log, tape.ledger(), plan.batch.microBatches).writeTo(trace, steps);
            return trace;
        }
    }
    Tape tape(deviceTraits(hardware));
    return Ipu(tape, shape, hardware, plan, stage, nullptr).traceSteps();
}

} // namespace

std::vector<core::MemoryTrace> tracePopartRanks(const core::ModelSpec& model,
                                                const core::HardwareSpec& hardware, const core::Plan& plan,
                                                Steps steps)
{
    const core::Transformer& shape = *model.transformer();
    const Inventory inventory = inventoryOf(model);
    std::vector<core::MemoryTrace> traces;
    for (const Stage& stage : stagesOf(plan, shape.layers)) {
        Tape tape(deviceTraits(hardware));
        traces.push_back(plan.phases > 0 ? tracePopartPhases(tape, shape, hardware, plan, stage,
                                                             phasesOf(model, plan, inventory, stage))
                                         : traceIpu(shape, hardware, plan, stage, steps));
    }
    return traces;
}

} // namespace shardscope::planner::tape
