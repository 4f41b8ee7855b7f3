// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/path/path_builder.h"

#include "core/base/one_of.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace shardscope::profiler {

using core::Done;
using core::Result;

namespace {

/// Longer pauses on a stream are no delay between kernels (HolisticTraceAnalysis' threshold).
constexpr std::int64_t kLongestKernelDelay = 1'500'000;

/// Calls that return when the device is done: their time is the device's, not the host's.
constexpr std::array<std::string_view, 6> kWaitingCalls{"cudaDeviceSynchronize", "cudaStreamSynchronize",
                                                        "cudaEventSynchronize",  "hipDeviceSynchronize",
                                                        "hipStreamSynchronize",  "hipEventSynchronize"};

/// Rows of host threads that are no work of the host.
constexpr std::array<std::string_view, 7> kNoHostWork{
    "user_annotation", "python_function", "Trace", "overhead", "cuda_sync", "gpu_user_annotation", "sched"};

/// What the profiler's own record of a synchronisation says.
struct SyncRow {
    std::int64_t begin = 0;
    std::string kind;
    std::int64_t correlation = 0;
    std::int64_t stream = -1;
    std::int64_t waitsForStream = -1;
    std::int64_t waitsForRecord = -1; ///< correlation of the call that recorded the event
};

/// Rows of \p lane that begin within the span.
std::pair<std::uint32_t, std::uint32_t> rowsWithin(const core::Timeline& timeline, const core::Lane& lane,
                                                   std::int64_t begin, std::int64_t end)
{
    const auto ts = timeline.ts().subspan(lane.begin, lane.count);
    const auto behind = [&](auto at) { return lane.begin + static_cast<std::uint32_t>(at - ts.begin()); };
    return {behind(std::ranges::lower_bound(ts, begin)), behind(std::ranges::upper_bound(ts, end))};
}

/// Whether a row of a thread has a place in the graph; those of no duration hold nothing up.
bool isHostWork(const core::Timeline& timeline, std::uint32_t row)
{
    const core::NameId category = timeline.category()[row];
    return timeline.dur()[row] > 0 &&
           !(category.valid() && core::isOneOf(timeline.names().text(category), kNoHostWork));
}

class Builder {
public:
    Builder(const AnalysisInput& input, std::size_t part, std::int64_t begin, std::int64_t end,
            PathRules rules)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_part(input.ranks()[part])
        , m_work(input.deviceWork(part))
        , m_begin(begin)
        , m_end(end)
        , m_rules(rules)
    {
    }

    Result<PathInput> build(std::size_t part, const core::Task& task)
    {
        SHARDSCOPE_TRY(m_launches, m_input.launches(part, task));
        SHARDSCOPE_TRY(m_correlation, m_input.columns().integers(ArgKey::Correlation, task));
        for (const core::TrackId track : m_part.tracks) {
            if (!m_timeline.tracks()[track.index()].device)
                addThread(track);
        }
        SHARDSCOPE_TRY_DONE(readSyncs(task));
        addDevice();
        if (m_rules == PathRules::Inferred) {
            linkThreads();
            linkWaits();
        }
        if (m_syncs.empty()) {
            for (const std::uint32_t event : m_waitingCalls)
                m_path.unmarkedWaits.push_back(m_path.graph.events()[event].row);
        }
        return std::move(m_path);
    }

private:
    void edge(std::uint32_t from, std::uint32_t to, std::uint32_t event, PathEdgeKind kind,
              bool weighs = true)
    {
        m_path.backwards += m_path.graph.addEdge(from, to, event, kind, weighs) ? 0 : 1;
    }

    // The host.

    /// Rows of a thread that begin within the span, outer before inner. Rows that straddle others are left
    /// out: they have no place in the nesting. So are those of no duration, which hold nothing up.
    [[nodiscard]] std::vector<std::uint32_t> threadRows(core::TrackId id) const
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        std::vector<std::pair<std::uint32_t, std::uint32_t>> rows; // depth, row
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (lane.overflow)
                continue;
            const auto [first, last] = rowsWithin(m_timeline, lane, m_begin, m_end);
            for (std::uint32_t row = first; row < last; ++row) {
                if (isHostWork(m_timeline, row))
                    rows.emplace_back(lane.depth, row);
            }
        }
        std::ranges::sort(rows, [&](const auto& a, const auto& b) {
            const std::int64_t left = m_timeline.ts()[a.second];
            const std::int64_t right = m_timeline.ts()[b.second];
            return left != right ? left < right : a < b;
        });
        std::vector<std::uint32_t> sorted;
        for (const auto& [depth, row] : rows)
            sorted.push_back(row);
        return sorted;
    }

    void addThread(core::TrackId track)
    {
        m_stack.clear();
        m_lastNode = kNoRow;
        for (const std::uint32_t row : threadRows(track)) {
            const std::int64_t begin = m_timeline.ts()[row];
            while (!m_stack.empty() && m_path.graph.events()[m_stack.back()].end <= begin)
                leave();
            const std::uint32_t event =
                m_path.graph.addEvent({begin, begin + m_timeline.dur()[row], row, false});
            m_eventOf.emplace(row, event);
            if (const std::int64_t id = (*m_correlation)[row]; id != IntegerColumn::kMissing)
                m_callOf.emplace(id, event);
            if (m_stack.empty())
                m_outer.push_back({event, track.value});
            if (m_lastNode != kNoRow) {
                if (m_stack.empty())
                    edge(m_lastNode, beginNode(event), event, PathEdgeKind::Dependency, false);
                else
                    edge(m_lastNode, beginNode(event), m_stack.back(), PathEdgeKind::Operator,
                         !waits(m_stack.back()));
            }
            m_stack.push_back(event);
            m_lastNode = beginNode(event);
        }
        while (!m_stack.empty())
            leave();
    }

    void leave()
    {
        const std::uint32_t event = m_stack.back();
        const bool waiting = waits(event);
        if (waiting)
            m_waitingCalls.push_back(event);
        edge(m_lastNode, endNode(event), event, PathEdgeKind::Operator, !waiting);
        m_lastNode = endNode(event);
        m_stack.pop_back();
    }

    // What no record tells.

    struct Outer {
        std::uint32_t event;
        std::uint32_t track;
    };

    /// A thread that did nothing until an operation begins was waiting for the operation of another thread
    /// that ended last meanwhile, as the thread of backward passes and the one that waits for them do. Where
    /// none ended, the time is the thread's own: Python, input, whatever is no operation.
    void linkThreads()
    {
        const auto events = m_path.graph.events();
        std::vector<Outer> byEnd = m_outer;
        std::ranges::sort(byEnd, [&](const Outer& a, const Outer& b) {
            return std::pair(events[a.event].end, a.event) < std::pair(events[b.event].end, b.event);
        });
        for (std::size_t at = 0; at < m_outer.size(); ++at) {
            const Outer& own = m_outer[at];
            const bool first = at == 0 || m_outer[at - 1].track != own.track;
            const std::int64_t since = first ? m_begin : events[m_outer[at - 1].event].end;
            const std::int64_t begin = events[own.event].begin;
            // The thread itself ends nothing between the two.
            const auto behind = std::ranges::partition_point(
                byEnd, [&](const Outer& one) { return events[one.event].end <= begin; });
            const bool woken = behind != byEnd.begin() && events[std::prev(behind)->event].end > since;
            if (woken)
                edge(endNode(std::prev(behind)->event), beginNode(own.event), own.event,
                     PathEdgeKind::Dependency, false);
            else if (!first)
                edge(endNode(m_outer[at - 1].event), beginNode(own.event), own.event,
                     PathEdgeKind::Dependency);
        }
    }

    /// The work that ended last when a waiting call returned, of what was launched before the call.
    void linkWaits()
    {
        if (!m_syncs.empty())
            return;
        const auto events = m_path.graph.events();
        std::vector<DeviceEvent> byEnd;
        for (const auto& [stream, kernels] : m_streams)
            byEnd.insert(byEnd.end(), kernels.begin(), kernels.end());
        std::ranges::sort(byEnd, [&](const DeviceEvent& a, const DeviceEvent& b) {
            return std::pair(events[a.event].end, a.event) < std::pair(events[b.event].end, b.event);
        });
        for (const std::uint32_t call : m_waitingCalls) {
            auto before = std::ranges::partition_point(
                byEnd, [&](const DeviceEvent& one) { return events[one.event].end <= events[call].end; });
            while (before != byEnd.begin()) {
                --before;
                if (events[before->event].end <= events[call].begin)
                    break; // it had not to wait
                if (before->launched >= events[call].begin)
                    continue;
                edge(endNode(before->event), endNode(call), before->event, PathEdgeKind::Sync, false);
                break;
            }
        }
    }

    [[nodiscard]] bool waits(std::uint32_t event) const
    {
        return core::isOneOf(m_input.text(m_timeline.name()[m_path.graph.events()[event].row]),
                             kWaitingCalls);
    }

    // The device.

    Result<Done> readSyncs(const core::Task& task)
    {
        std::vector<std::uint32_t> rows;
        const core::NameId category = m_timeline.names().find("cuda_sync");
        if (!category.valid())
            return Done{};
        for (const core::TrackId id : m_part.tracks) {
            const core::Track& track = m_timeline.tracks()[id.index()];
            for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    if (m_timeline.category()[row] == category)
                        rows.push_back(row);
                }
            }
        }
        m_syncs.resize(rows.size());
        for (std::size_t at = 0; at < rows.size(); ++at)
            m_syncs[at].begin = m_timeline.ts()[rows[at]];
        SHARDSCOPE_TRY_DONE(m_input.columns().visit(
            rows,
            [&](std::size_t at, std::string_view object) {
                json::walkObject(object, [&](std::string_view key, std::string_view value) {
                    takeSync(m_syncs[at], key, value);
                });
            },
            task));
        std::ranges::sort(m_syncs, [](const SyncRow& a, const SyncRow& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.correlation < b.correlation;
        });
        return Done{};
    }

    static void takeSync(SyncRow& sync, std::string_view key, std::string_view value)
    {
        const std::int64_t number = json::integerOf(value).value_or(-1);
        if (key == "cuda_sync_kind")
            sync.kind = json::textOf(value);
        else if (key == "correlation")
            sync.correlation = number;
        else if (key == "stream")
            sync.stream = number;
        else if (key == "wait_on_stream")
            sync.waitsForStream = number;
        else if (key == "wait_on_cuda_event_record_corr_id")
            sync.waitsForRecord = number;
    }

    struct DeviceEvent {
        std::uint32_t event;
        std::uint32_t call;    ///< event of the call
        std::int64_t launched; ///< when it was launched
        bool queueEmpty;       ///< nothing of the stream was queued or running then
    };

    void addDevice()
    {
        for (const DeviceStream& stream : m_work.streams)
            addStream(stream);
        for (const SyncRow& sync : m_syncs)
            addSync(sync);
        for (const auto& [stream, kernels] : m_streams) {
            for (const DeviceEvent& kernel : kernels) {
                if (kernel.queueEmpty && m_held.count(kernel.event) == 0)
                    edge(beginNode(kernel.call), beginNode(kernel.event), kernel.event,
                         PathEdgeKind::LaunchDelay);
            }
        }
    }

    /// Kernels of a stream whose calls are in the graph, one behind the other.
    void addStream(const DeviceStream& stream)
    {
        std::vector<DeviceEvent>& own = m_streams[stream.number];
        std::uint32_t before = kNoRow; // event
        for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
            const auto call =
                m_launches->launch[at] == kNoRow ? m_eventOf.end() : m_eventOf.find(m_launches->launch[at]);
            if (call == m_eventOf.end())
                continue;
            const std::uint32_t row = m_work.rows[at];
            const std::int64_t begin = m_timeline.ts()[row];
            const std::uint32_t event =
                m_path.graph.addEvent({begin, begin + m_timeline.dur()[row], row, true});
            const std::int64_t launched = m_timeline.ts()[m_launches->launch[at]];
            edge(beginNode(event), endNode(event), event, PathEdgeKind::Operator);
            const bool queueEmpty =
                at == stream.begin ||
                m_timeline.ts()[m_work.rows[at - 1]] + m_timeline.dur()[m_work.rows[at - 1]] <= launched;
            if (!queueEmpty && before != kNoRow)
                linkKernels(before, event);
            own.push_back({event, call->second, launched, queueEmpty});
            before = event;
        }
    }

    void linkKernels(std::uint32_t before, std::uint32_t event)
    {
        const PathEvent& first = m_path.graph.events()[before];
        const PathEvent& second = m_path.graph.events()[event];
        if (second.begin <
            first.end) // started early (programmatic dependent launch): the time is the first's
            edge(beginNode(before), beginNode(event), before, PathEdgeKind::Operator);
        else if (second.begin - first.end < kLongestKernelDelay)
            edge(endNode(before), beginNode(event), event, PathEdgeKind::KernelKernelDelay);
    }

    /// The last kernel of a stream that was launched before \p time.
    [[nodiscard]] std::uint32_t lastLaunchedBefore(std::int64_t stream, std::int64_t time) const
    {
        const auto found = m_streams.find(stream);
        std::uint32_t last = kNoRow;
        for (std::size_t at = 0; found != m_streams.end() && at < found->second.size(); ++at) {
            if (found->second[at].launched < time)
                last = found->second[at].event;
        }
        return last;
    }

    [[nodiscard]] std::uint32_t firstLaunchedAfter(std::int64_t stream, std::int64_t time) const
    {
        const auto found = m_streams.find(stream);
        if (found == m_streams.end())
            return kNoRow;
        for (const DeviceEvent& kernel : found->second) {
            if (kernel.launched >= time)
                return kernel.event;
        }
        return kNoRow;
    }

    void addSync(const SyncRow& sync)
    {
        const auto call = m_callOf.find(sync.correlation);
        if (call == m_callOf.end())
            return;
        const std::int64_t called = m_path.graph.events()[call->second].begin;
        const auto waitFor = [&](std::uint32_t kernel) {
            if (kernel != kNoRow)
                edge(endNode(kernel), endNode(call->second), kernel, PathEdgeKind::Sync, false);
        };
        if (sync.kind == "Context Sync") {
            for (const auto& [stream, kernels] : m_streams)
                waitFor(lastLaunchedBefore(stream, called));
        } else if (sync.kind == "Stream Sync") {
            waitFor(lastLaunchedBefore(sync.stream, called));
        } else {
            const auto record = m_callOf.find(sync.waitsForRecord);
            if (record == m_callOf.end())
                return;
            const std::uint32_t kernel =
                lastLaunchedBefore(sync.waitsForStream, m_path.graph.events()[record->second].begin);
            if (sync.kind != "Stream Wait Event")
                return waitFor(kernel);
            const std::uint32_t waiting = firstLaunchedAfter(sync.stream, called);
            if (kernel == kNoRow || waiting == kNoRow)
                return;
            edge(endNode(kernel), beginNode(waiting), waiting, PathEdgeKind::Sync, false);
            // If the other stream's work ended after the call, that is what held the kernel back.
            if (m_path.graph.events()[kernel].end > called)
                m_held.insert(waiting);
        }
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const RankPart& m_part;
    const DeviceWork& m_work;
    std::int64_t m_begin;
    std::int64_t m_end;
    PathRules m_rules;
    const DeviceLaunches* m_launches = nullptr;
    const IntegerColumn* m_correlation = nullptr;
    PathInput m_path;
    std::vector<std::uint32_t> m_stack; ///< open events of the thread
    std::uint32_t m_lastNode = kNoRow;
    std::vector<std::uint32_t> m_waitingCalls;                  ///< events
    std::vector<Outer> m_outer;                                 ///< operations in no other one
    std::unordered_map<std::uint32_t, std::uint32_t> m_eventOf; ///< host row -> event
    std::unordered_map<std::int64_t, std::uint32_t> m_callOf;   ///< correlation -> event of the call
    std::map<std::int64_t, std::vector<DeviceEvent>> m_streams; ///< by the file's number
    std::vector<SyncRow> m_syncs;
    std::unordered_set<std::uint32_t> m_held; ///< events that waited for another stream
};

} // namespace

Result<PathInput> buildPathGraph(const AnalysisInput& input, std::size_t part, std::int64_t begin,
                                 std::int64_t end, PathRules rules, const core::Task& task)
{
    return Builder(input, part, begin, end, rules).build(part, task);
}

bool holdsPathWork(const AnalysisInput& input, std::size_t part, std::int64_t begin, std::int64_t end)
{
    const core::Timeline& timeline = input.timeline();
    bool any = false;
    forEachHostLane(timeline, input.ranks()[part], [&](const core::Lane& lane) {
        if (any || lane.overflow)
            return;
        const auto [first, last] = rowsWithin(timeline, lane, begin, end);
        for (std::uint32_t row = first; row < last && !any; ++row)
            any = isHostWork(timeline, row);
    });
    return any;
}

} // namespace shardscope::profiler
