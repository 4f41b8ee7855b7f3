// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/run_heap.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/framework/framework.h"
#include "planner/reports/memory_report.h"
#include "planner/tape/popart/popart_phases.h"
#include "planner/tape/trace_step.h"

#include <algorithm>
#include <array>
#include <limits>

namespace shardscope::planner {
namespace {

using core::MemoryEvent;
using core::MemoryTrace;
using core::StepPhase;

/// Events of one pass of a memory trace.
struct TracedPass {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// How a trace's passes stand for those of a step.
struct TracedPasses {
    std::size_t period = 1;  ///< further passes repeat the last so many
    std::size_t ofPhase = 0; ///< traced of each phase; 0: there are none
    std::size_t phases = 0;  ///< of the order
    std::size_t microBatches = 1;
};

/// A step of the allocator simulation, pass by pass. It has no more micro-batches than fill the pipeline:
/// further ones repeat what the last of its period showed. In phases the first of each, the last, and one
/// that those between repeat.
class TracedStep {
public:
    TracedStep(const std::vector<MemoryEvent>& events, const std::vector<core::MemoryPass>& passes,
               const TracedPasses& how)
        : m_events(events)
        , m_how(how)
    {
        m_update = events.size();
        while (m_update > 0 && events[m_update - 1].phase == StepPhase::Optimizer)
            --m_update;
        for (std::size_t index = 0; index < passes.size(); ++index) {
            const bool last = index + 1 == passes.size();
            const std::size_t end = last ? std::max(m_update, passes[index].event) : passes[index + 1].event;
            m_passes[passes[index].phase == StepPhase::Backward ? 1 : 0].push_back(
                {passes[index].event, end});
            m_lastIsBackward = passes[index].phase == StepPhase::Backward;
        }
    }
    /// The \p number-th forward or backward of a step.
    [[nodiscard]] TracedPass pass(bool backward, std::size_t number) const
    {
        const std::vector<TracedPass>& of = m_passes[backward ? 1 : 0];
        if (m_how.ofPhase > 0)
            return ofPhases(of, number, backward);
        if (number < of.size())
            return of[number];
        const std::size_t period = std::min(m_how.period, of.size());
        return period == 0 ? TracedPass{} : of[of.size() - period + (number - of.size()) % period];
    }
    [[nodiscard]] TracedPass update() const { return {m_update, m_events.size()}; }
    [[nodiscard]] bool updates() const { return m_update < m_events.size(); }
    [[nodiscard]] std::size_t count(bool backward) const { return m_passes[backward ? 1 : 0].size(); }
    /// Which pass was under way at its end.
    [[nodiscard]] bool isLast(bool backward, std::size_t number) const
    {
        return backward == m_lastIsBackward && number + 1 == count(backward);
    }
    [[nodiscard]] const MemoryEvent& event(std::size_t index) const { return m_events[index]; }

private:
    /// An order may have more phases than the stage can be cut into: they come last, and first in backward.
    [[nodiscard]] TracedPass ofPhases(const std::vector<TracedPass>& of, std::size_t number,
                                      bool backward) const
    {
        const std::size_t phases = of.size() / m_how.ofPhase;
        std::size_t phase = number / m_how.microBatches;
        if (backward) {
            const std::size_t empty = m_how.phases - phases;
            if (phase < empty)
                return {};
            phase -= empty;
        }
        if (phase >= phases)
            return {};
        const std::size_t within = number % m_how.microBatches;
        const bool last = within + 1 == m_how.microBatches;
        return of[phase * m_how.ofPhase + (last ? m_how.ofPhase - 1 : std::min<std::size_t>(within, 1))];
    }

    const std::vector<MemoryEvent>& m_events;
    TracedPasses m_how;
    std::size_t m_update = 0;
    std::array<std::vector<TracedPass>, 2> m_passes;
    bool m_lastIsBackward = false;
};

/// When each rank updates its weights, by rank and step.
using Updates = std::vector<std::vector<ActionSpan>>;

Updates updatesOf(const PlanWork& work, const PlanGraph& graph, const TaskTimes& times)
{
    Updates out(work.ranks.size(), std::vector<ActionSpan>(static_cast<std::size_t>(graph.steps())));
    for (TaskIndex index = 0; index < graph.tasks().size(); ++index) {
        const PlanTask& task = graph.tasks()[index];
        const auto rank = static_cast<std::size_t>(task.rank);
        if (task.kind == PlanTask::Kind::Tail &&
            work.ranks[rank].tail[static_cast<std::size_t>(task.index)].kind == TailPart::Kind::Optimizer)
            out[rank][static_cast<std::size_t>(task.step)] = {times.start[index], times.end[index]};
    }
    return out;
}

/// Lays the memory trace of one class over its passes in time.
class HeapLayer {
public:
    HeapLayer(const MemoryTrace& trace, const Updates& updates, const PipelineOrder& order,
              const PlanGraph& graph, const TaskTimes& times, std::size_t rank, std::size_t perPass,
              const TracedPasses& how)
        : m_trace(trace)
        , m_actions(order.ranks[rank])
        , m_graph(graph)
        , m_times(times)
        , m_updates(updates[rank])
        , m_rank(rank)
        , m_perPass(perPass)
        , m_how(how)
        , m_full(trace.curve, trace.passes, how)
    {
    }

    SimulatedHeap lay()
    {
        m_out.stage = m_rank;
        if (m_trace.shortage.request > 0)
            layFailing();
        else
            for (std::int32_t step = 0; step < m_graph.steps(); ++step)
                layStep(step);
        for (const HeapSample& one : m_out.curve) {
            m_out.peakAllocated = std::max(m_out.peakAllocated, one.allocated);
            m_out.peakReserved = std::max(m_out.peakReserved, one.reserved);
        }
        return std::move(m_out);
    }

private:
    void sample(double seconds)
    {
        m_out.curve.push_back({seconds, static_cast<double>(m_level), static_cast<double>(m_reserved)});
    }
    [[nodiscard]] double begin(std::int32_t step, std::size_t index) const
    {
        return m_times.start[m_graph.first(step, m_rank, index)];
    }
    [[nodiscard]] double end(std::int32_t step, std::size_t index) const
    {
        return m_times
            .end[m_graph.first(step, m_rank, index) + static_cast<TaskIndex>(m_graph.pieces(m_rank) - 1)];
    }

    /// Events of \p pass of \p step as if they were \p all, between \p from and \p to. Where there are too
    /// many, the highest and the lowest moment and the end stand for them.
    void layEvents(const TracedStep& step, const TracedPass& pass, std::size_t all, double from, double to)
    {
        const std::size_t count = pass.end - pass.begin;
        if (count == 0)
            return;
        std::size_t highest = 0;
        std::size_t lowest = 0;
        if (count > m_perPass) {
            std::int64_t level = m_level;
            std::int64_t most = std::numeric_limits<std::int64_t>::min();
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (std::size_t index = 0; index < count; ++index) {
                level += step.event(pass.begin + index).delta;
                if (level > most)
                    std::tie(most, highest) = std::pair(level, index);
                if (level < least)
                    std::tie(least, lowest) = std::pair(level, index);
            }
        }
        for (std::size_t index = 0; index < count; ++index) {
            const MemoryEvent& event = step.event(pass.begin + index);
            m_level += event.delta;
            m_reserved = event.reserved;
            if (count <= m_perPass || index == highest || index == lowest || index + 1 == count)
                sample(from + (to - from) * static_cast<double>(index + 1) / static_cast<double>(all + 1));
        }
    }

    void layStep(std::int32_t step)
    {
        m_level = m_trace.atStepBegin;
        m_reserved = m_trace.reservedAtBegin;
        sample(m_actions.empty() ? 0 : begin(step, 0));
        std::array<std::size_t, 2> done{};
        for (std::size_t index = 0; index < m_actions.size(); ++index) {
            const bool backward = m_actions[index].kind != ActionKind::Forward;
            const TracedPass pass = m_full.pass(backward, done[backward ? 1 : 0]++);
            layEvents(m_full, pass, pass.end - pass.begin, begin(step, index), end(step, index));
        }
        const ActionSpan& update = m_updates[static_cast<std::size_t>(step)];
        const TracedPass events = m_full.update();
        layEvents(m_full, events, events.end - events.begin, update.start, update.end);
    }

    /// The step in which a request fails, as the first: until then.
    void layFailing()
    {
        const core::AllocationShortage& shortage = m_trace.shortage;
        const TracedStep failing(shortage.curve, shortage.passes, m_how);
        const bool model = shortage.passes.empty(); // there was no step yet
        m_level = model ? shortage.allocated : shortage.stepBegin;
        m_reserved = shortage.curve.empty() ? shortage.reserved() : shortage.curve.front().reserved;
        sample(0);
        const bool updates = shortage.phase == StepPhase::Optimizer;
        std::array<std::size_t, 2> done{};
        for (std::size_t index = 0; !model && index < m_actions.size(); ++index) {
            const bool backward = m_actions[index].kind != ActionKind::Forward;
            const std::size_t number = done[backward ? 1 : 0]++;
            const TracedPass pass = failing.pass(backward, number);
            const TracedPass whole = m_full.pass(backward, number);
            const bool last = !updates && failing.isLast(backward, number);
            const std::size_t own = pass.end - pass.begin;
            const std::size_t all = last ? std::max(own + 1, whole.end - whole.begin) : own;
            layEvents(failing, pass, all, begin(0, index), end(0, index));
            if (last) {
                fail(begin(0, index) + (end(0, index) - begin(0, index)) * static_cast<double>(own + 1) /
                                           static_cast<double>(all + 1));
                return;
            }
        }
        const auto [from, to] = m_updates.front();
        const std::size_t own = failing.update().end - failing.update().begin;
        const std::size_t all = std::max(own + 1, m_full.update().end - m_full.update().begin);
        if (!model)
            layEvents(failing, failing.update(), all, from, to);
        fail(model ? 0 : from + (to - from) * static_cast<double>(own + 1) / static_cast<double>(all + 1));
    }
    void fail(double seconds)
    {
        m_out.failsAt = seconds;
        m_level = m_trace.shortage.allocated;
        m_reserved = m_trace.shortage.reserved();
        sample(seconds);
        m_out.shortage = m_trace.shortage;
        m_out.shortage.curve.clear();
        m_out.shortage.passes.clear();
    }

    const MemoryTrace& m_trace;
    const std::vector<Action>& m_actions;
    const PlanGraph& m_graph;
    const TaskTimes& m_times;
    const std::vector<ActionSpan>& m_updates; ///< by step
    std::size_t m_rank;
    std::size_t m_perPass;
    TracedPasses m_how;
    TracedStep m_full;
    SimulatedHeap m_out;
    std::int64_t m_level = 0;
    std::int64_t m_reserved = 0;
};

/// Whether a rank's passes are those that a memory trace goes through.
bool tracesInOrder(const PipelineOrder& order)
{
    return std::ranges::all_of(order.ranks, [](const auto& rank) {
        return std::ranges::all_of(rank, [](const Action& action) {
            return action.kind == ActionKind::Forward || action.kind == ActionKind::Backward;
        });
    });
}

TracedPasses tracedPasses(const core::Plan& plan, const PipelineOrder& order)
{
    const auto chunks = static_cast<std::size_t>(order.chunksPerRank());
    if (plan.phases > 0)
        return {1, static_cast<std::size_t>(tape::tracedPassesOfPhase(plan)), chunks,
                static_cast<std::size_t>(plan.batch.microBatches)};
    return {chunks > 1 ? order.ranks.size() * chunks : 1};
}

/// Samples of a pass, so that a run of many passes stays a run of few megabytes.
std::size_t samplesPerPass(const std::vector<MemoryTrace>& traces, const PipelineOrder& order,
                           std::int32_t steps)
{
    constexpr double kMostSamples = 1e6;
    double all = 0;
    for (std::size_t rank = 0; rank < traces.size() && rank < order.ranks.size(); ++rank) {
        const double each = static_cast<double>(traces[rank].curve.size()) /
                            static_cast<double>(std::max<std::size_t>(1, traces[rank].passes.size()));
        all += each * static_cast<double>(order.ranks[rank].size()) * steps;
    }
    return all <= kMostSamples ? std::numeric_limits<std::size_t>::max() : 3;
}

} // namespace

core::Error unknownOrder(const std::string& name)
{
    return {core::ErrorCode::NotSupported,
            {core::phrase(W_("the allocator simulation")),
             core::phrase(W_("it goes through no step in the order of %1"), {name})}};
}

core::Result<std::vector<SimulatedHeap>>
heapsOf(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Evaluation& evaluation,
        const PlanWork& work, const PipelineOrder& order, const PlanGraph& graph, const TaskTimes& times)
{
    const core::Plan& plan = evaluation.plan;
    if (!tracesInOrder(order))
        return unknownOrder(order.name);
    const std::optional<std::int64_t> room = tape::roomOf(hardware, plan);
    const Updates updates = updatesOf(work, graph, times);
    std::vector<SimulatedHeap> out;
    const auto add = [&](const core::Plan& traced,
                         std::optional<bool> contiguous) -> core::Result<core::Done> {
        SHARDSCOPE_TRY(const std::vector<MemoryTrace> traces, traceStages(model, hardware, traced));
        if (traces.size() != order.ranks.size() || !traces.front().wholeModel)
            return core::notSupported(W_("the allocator simulation"), W_("it goes through layers alone"));
        const std::size_t perPass = samplesPerPass(traces, order, graph.steps());
        for (std::size_t rank = 0; rank < traces.size(); ++rank) {
            SimulatedHeap heap = HeapLayer(traces[rank], updates, order, graph, times, rank, perPass,
                                           tracedPasses(plan, order))
                                     .lay();
            heap.contiguous = contiguous;
            if (room)
                heap.room = static_cast<double>(*room);
            out.push_back(std::move(heap));
        }
        return core::Done{};
    };
    const bool chooses = factsOf(plan).habits.constantBuckets;
    SHARDSCOPE_TRY_DONE(add(plan, chooses ? std::optional(plan.buckets.contiguous) : std::nullopt));
    if (chooses) {
        core::Plan other = plan;
        other.buckets.contiguous = !plan.buckets.contiguous;
        SHARDSCOPE_TRY_DONE(add(other, other.buckets.contiguous));
    }
    return out;
}

} // namespace shardscope::planner
