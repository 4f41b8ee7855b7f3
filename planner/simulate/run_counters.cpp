// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/run_counters.h"

#include "core/run/planned_counters.h"
#include "core/units/text.h"
#include "planner/simulate/run/planned_run.h"

#include <algorithm>
#include <map>

namespace shardscope::planner {
namespace {

/// The links of what group, or to what memory, \p task moves something over; empty: it moves nothing.
std::string_view linkOf(const SimulatedStep& step, const PlanTask& task)
{
    const auto rank = static_cast<std::size_t>(task.rank);
    const RankWork& work = step.work.ranks[rank];
    switch (task.kind) {
    case PlanTask::Kind::Message: return core::nameOf(core::TrafficGroup::Pipeline);
    case PlanTask::Kind::Bucket:
        return core::nameOf(work.bucket(task.piece == 1, static_cast<std::size_t>(task.index)).group);
    case PlanTask::Kind::Tail: {
        const TailPart& part = work.tail[static_cast<std::size_t>(task.index)];
        const bool moves = part.kind == TailPart::Kind::Reduce || part.kind == TailPart::Kind::Gather ||
                           part.kind == TailPart::Kind::Stream;
        return moves ? core::nameOf(part.group) : std::string_view();
    }
    case PlanTask::Kind::Move:
        return core::nameOf(isReplicaTraffic(static_cast<PhaseMove>(task.piece))
                                ? core::TrafficGroup::Replica
                                : step.work.moves[rank].tier);
    case PlanTask::Kind::Pass:
    case PlanTask::Kind::Barrier: break;
    }
    return {};
}

/// For each link of a rank: at which moments it begins to carry so many more transfers, or fewer.
using Transfers = std::map<std::string, std::vector<std::pair<std::int64_t, int>>>;

std::vector<Transfers> transfersOf(const SimulatedStep& step)
{
    std::vector<Transfers> out(step.order.ranks.size());
    for (TaskIndex index = 0; index < step.graph.tasks().size(); ++index) {
        const PlanTask& task = step.graph.tasks()[index];
        const std::int64_t from = nanos(step.times.start[index]);
        const std::int64_t to = nanos(step.times.end[index]);
        if (task.kind == PlanTask::Kind::Pass || to <= from)
            continue;
        const std::string_view link = linkOf(step, task);
        if (link.empty())
            continue;
        auto& changes = out[static_cast<std::size_t>(task.rank)][std::string(link)];
        changes.emplace_back(from, 1);
        changes.emplace_back(to, -1);
    }
    return out;
}

/// Micro-batches in flight and live memory by tier and purpose.
class RankCounters {
public:
    RankCounters(const SimulatedStep& step, std::size_t rank, core::TimelineBuilder& builder)
        : m_step(step)
        , m_rank(rank)
        , m_builder(builder)
        , m_process(builder.intern("stage " + std::to_string(rank)))
    {
    }

    void write(const Transfers& transfers, core::TrackId schedule)
    {
        writeHeld();
        for (const auto& [link, byTime] : transfers)
            writeTransfers(link, byTime);
        for (const SimulatedHeap& heap : m_step.simulation.heaps) {
            if (heap.stage == m_rank)
                writeHeap(heap, schedule);
        }
    }

private:
    void tell(const std::string& counter, const std::string& series, double seconds, double value)
    {
        m_builder.counter(m_process, m_builder.intern(counter), m_builder.intern(series), nanos(seconds),
                          value, static_cast<std::uint32_t>(m_rank));
    }

    /// Activations of a tier, as they come and go.
    struct Coming {
        core::NameId counter;
        core::NameId series;
        double most = 0; ///< at the peak
        double each = 0; ///< of a micro-batch
    };

    void writeHeld()
    {
        const SimulatedClass& of = m_step.simulation.classes[m_rank];
        const core::MemoryBreakdown& memory = m_step.simulation.evaluation.memory;
        const std::size_t own = m_rank < memory.classes.size() ? m_rank : 0;
        // In phases micro-batches wait in another memory.
        const bool phases = m_step.simulation.evaluation.plan.phases > 0;
        const double each = phases ? 0 : m_step.work.stages[m_rank].activationBytes.value();
        const bool away = std::ranges::any_of(memory.entries, [&](const core::MemoryEntry& entry) {
            return entry.rankClass == own && entry.purpose == core::Purpose::Activations &&
                   entry.tier != core::Tier::Device;
        });
        std::vector<Coming> coming{
            {m_builder.intern("micro-batches in flight"), m_builder.intern(""), of.peakInFlight, 1},
            {m_builder.intern(core::kDeviceMemory), m_builder.intern(""), of.peakBytes, each}};
        for (const core::MemoryEntry& entry : memory.entries) {
            if (entry.rankClass != own)
                continue;
            const std::string name =
                std::string(core::kMemoryByPurpose) + std::string(core::nameOf(entry.tier));
            const std::string series(core::nameOf(entry.purpose));
            const double bytes = entry.bytes.value() + of.copied(memory, entry.tier, entry.purpose).value();
            if (entry.purpose != core::Purpose::Activations) {
                tell(name, series, 0, bytes);
                continue;
            }
            Coming one{m_builder.intern(name), m_builder.intern(series), bytes, 0};
            if (entry.tier != core::Tier::Device) {
                one.each = of.peakInFlight > 0 ? bytes / of.peakInFlight : 0;
            } else if (!away) {
                one.most += (of.peakInFlight - heldByMemory()) * each;
                one.each = each;
            }
            coming.push_back(one);
        }
        const auto told = [&](double seconds, double held) {
            for (const Coming& one : coming)
                m_builder.counter(m_process, one.counter, one.series, nanos(seconds),
                                  std::max(0.0, one.most - (of.peakInFlight - held) * one.each),
                                  static_cast<std::uint32_t>(m_rank));
        };
        told(0, 0);
        const double chunk = 1.0 / static_cast<double>(m_step.work.chunks);
        double held = 0;
        for (std::int32_t step = 0; step < m_step.graph.steps(); ++step) {
            for (std::size_t index = 0; index < m_step.order.ranks[m_rank].size(); ++index) {
                const ActionKind kind = m_step.order.ranks[m_rank][index].kind;
                const TaskIndex first = m_step.graph.first(step, m_rank, index);
                if (kind == ActionKind::Forward || kind == ActionKind::Overlapped)
                    told(m_step.times.start[first], held += chunk);
                if (kind != ActionKind::Forward && kind != ActionKind::InputGradient)
                    told(m_step.times.end[first + static_cast<TaskIndex>(m_step.graph.pieces(m_rank) - 1)],
                         held -= chunk);
            }
        }
    }
    /// Micro-batches that the memory's entries count.
    [[nodiscard]] double heldByMemory() const
    {
        const double held = m_step.work.stages[m_rank].microBatchesHeld;
        const bool phases = m_step.simulation.evaluation.plan.phases > 0;
        return !phases && held > 0 ? held : m_step.simulation.classes[m_rank].peakInFlight;
    }

    void writeTransfers(const std::string& link, std::vector<std::pair<std::int64_t, int>> changes)
    {
        const core::NameId counter = m_builder.intern("transfers under way");
        const core::NameId series = m_builder.intern(link);
        const auto source = static_cast<std::uint32_t>(m_rank);
        std::ranges::sort(changes);
        if (changes.front().first > 0)
            m_builder.counter(m_process, counter, series, 0, 0, source);
        int under = 0;
        for (std::size_t at = 0; at < changes.size();) {
            const std::int64_t time = changes[at].first;
            const int before = under;
            for (; at < changes.size() && changes[at].first == time; ++at)
                under += changes[at].second;
            if (under != before)
                m_builder.counter(m_process, counter, series, time, under, source);
        }
    }

    void writeHeap(const SimulatedHeap& heap, core::TrackId schedule)
    {
        const bool own =
            !heap.contiguous || *heap.contiguous == m_step.simulation.evaluation.plan.buckets.contiguous;
        const std::string name = own                ? "heap"
                                 : *heap.contiguous ? "heap with contiguous gradients"
                                                    : "heap with gradients where they lie";
        const char* taken = own ? "allocated" : "in use"; // what the run allocates is the plan's own alone
        const core::NameId counter = m_builder.intern(name);
        const core::NameId allocated = m_builder.intern(taken);
        const core::NameId reserved = m_builder.intern("reserved");
        const core::NameId room = m_builder.intern("free");
        const auto source = static_cast<std::uint32_t>(m_rank);
        for (const HeapSample& one : heap.curve) {
            const std::int64_t at = nanos(one.seconds);
            m_builder.counter(m_process, counter, allocated, at, one.allocated, source);
            m_builder.counter(m_process, counter, reserved, at, one.reserved, source);
            if (heap.room)
                m_builder.counter(m_process, counter, room, at, std::max(0.0, *heap.room - one.allocated),
                                  source);
        }
        if (heap.shortage.request == 0)
            return;
        const auto bytes = [](std::int64_t count) {
            return core::toText(core::Bytes{static_cast<double>(count)});
        };
        m_builder.instant(schedule, nanos(heap.failsAt),
                          m_builder.intern(name + ": " + bytes(heap.shortage.request) + " find no room, " +
                                           bytes(heap.shortage.inside + heap.shortage.outside) + " are free"),
                          m_builder.intern("memory"));
    }

    const SimulatedStep& m_step;
    std::size_t m_rank;
    core::TimelineBuilder& m_builder;
    core::NameId m_process;
};

} // namespace

void writeCounters(const SimulatedStep& step, const std::vector<core::TrackId>& schedules,
                   core::TimelineBuilder& builder)
{
    const std::vector<Transfers> transfers = transfersOf(step);
    for (std::size_t rank = 0; rank < schedules.size(); ++rank)
        RankCounters(step, rank, builder).write(transfers[rank], schedules[rank]);
}

} // namespace shardscope::planner
