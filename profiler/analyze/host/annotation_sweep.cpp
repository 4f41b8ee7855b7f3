// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/host/annotation_sweep.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace shardscope::profiler {

namespace {

/// One thread's ranges and calls.
struct ThreadRows {
    std::vector<std::uint32_t> ranges; ///< rows
    std::vector<std::uint32_t> calls;  ///< indices into the calls asked for
};

class Sweep {
public:
    Sweep(const AnalysisInput& input, std::size_t part, std::span<const std::uint32_t> calls,
          const core::Task& task)
        : m_timeline(input.timeline())
        , m_calls(calls)
        , m_task(task)
    {
        collectThreads(input, part);
        for (std::uint32_t call = 0; call < calls.size(); ++call) {
            if (calls[call] == kNoRow)
                continue;
            const auto track =
                m_timeline.lanes()[m_timeline.laneOf(core::SliceId{calls[call]}).index()].track;
            if (const std::uint32_t thread = m_threadOfTrack[track.index()]; thread != kNoRow)
                m_threads[thread].calls.push_back(call);
        }
    }

    /// Calls open(row, index, parent's index) for each range and inside(call, index) for each call that lies
    /// in one. Indices count ranges. False: stopped.
    template <class Open, class Inside>
    bool run(Open open, Inside inside)
    {
        const auto ts = m_timeline.ts();
        std::uint32_t number = 0;
        for (ThreadRows& thread : m_threads) {
            if (m_task.cancelled())
                return false;
            sortThread(thread);
            m_open.clear();
            auto call = thread.calls.begin();
            const auto callsBefore = [&](std::int64_t time) {
                for (; call != thread.calls.end() && ts[m_calls[*call]] < time; ++call)
                    tellCall(*call, inside);
            };
            for (const std::uint32_t row : thread.ranges) {
                callsBefore(ts[row]);
                close(ts[row]);
                open(row, number, m_open.empty() ? kNoRow : m_open.back().index);
                m_open.push_back({ts[row] + m_timeline.dur()[row], number});
                ++number;
            }
            callsBefore(core::kMaxTime);
        }
        return true;
    }

private:
    struct OpenRange {
        std::int64_t end;
        std::uint32_t index;
    };

    void collectThreads(const AnalysisInput& input, std::size_t part)
    {
        constexpr std::string_view kNvtx =
            " nvtx"; // as the importer of Nsight's exports calls the track beside
        std::vector<bool> wanted(m_timeline.names().size());
        for (std::size_t name = 0; name < wanted.size(); ++name)
            wanted[name] = isAnnotationCategory(input.text(core::NameId{name}));
        m_threadOfTrack.assign(m_timeline.tracks().size(), kNoRow);
        std::map<std::tuple<std::uint32_t, core::NameId, std::string_view>, std::uint32_t> known;
        for (const core::TrackId id : input.ranks()[part].tracks) {
            const core::Track& track = m_timeline.tracks()[id.index()];
            if (track.device)
                continue;
            std::string_view key = input.text(track.threadKey);
            if (key.ends_with(kNvtx))
                key.remove_suffix(kNvtx.size());
            const auto [found, isNew] = known.try_emplace({track.source, track.processKey, key},
                                                          static_cast<std::uint32_t>(m_threads.size()));
            if (isNew)
                m_threads.emplace_back();
            m_threadOfTrack[id.index()] = found->second;
            std::vector<std::uint32_t>& ranges = m_threads[found->second].ranges;
            for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    const core::NameId category = m_timeline.category()[row];
                    if (category.valid() && wanted[category.index()])
                        ranges.push_back(row);
                }
            }
        }
    }

    /// Sorts by begin; of ranges that begin together the longer one, which holds the other, comes first.
    void sortThread(ThreadRows& thread) const
    {
        const auto ts = m_timeline.ts();
        const auto dur = m_timeline.dur();
        std::ranges::sort(thread.ranges, [&](std::uint32_t a, std::uint32_t b) {
            return std::tuple(ts[a], -dur[a], a) < std::tuple(ts[b], -dur[b], b);
        });
        std::ranges::sort(thread.calls, [&](std::uint32_t a, std::uint32_t b) {
            return std::tuple(ts[m_calls[a]], a) < std::tuple(ts[m_calls[b]], b);
        });
    }

    void close(std::int64_t time)
    {
        while (!m_open.empty() && m_open.back().end <= time)
            m_open.pop_back();
    }

    template <class Inside>
    void tellCall(std::uint32_t call, Inside& inside)
    {
        close(m_timeline.ts()[m_calls[call]]);
        if (!m_open.empty())
            inside(call, m_open.back().index);
    }

    const core::Timeline& m_timeline;
    std::span<const std::uint32_t> m_calls;
    const core::Task& m_task;
    std::vector<ThreadRows> m_threads;
    std::vector<std::uint32_t> m_threadOfTrack;
    std::vector<OpenRange> m_open; ///< by begin; those that are over go when they come to the top
};

} // namespace

bool isAnnotationCategory(std::string_view category)
{
    constexpr std::array<std::string_view, 3> kCategories{"user_annotation", "nvtx", "NVTX"};
    return std::ranges::find(kCategories, category) != kCategories.end();
}

core::Result<std::vector<std::uint32_t>> innermostAnnotations(const AnalysisInput& input, std::size_t part,
                                                              std::span<const std::uint32_t> calls,
                                                              const core::Task& task)
{
    std::vector<std::uint32_t> ranges;
    std::vector<std::uint32_t> found(calls.size(), kNoRow);
    const bool done =
        Sweep(input, part, calls, task)
            .run([&](std::uint32_t row, std::uint32_t, std::uint32_t) { ranges.push_back(row); },
                 [&](std::uint32_t call, std::uint32_t range) { found[call] = ranges[range]; });
    if (!done)
        return core::Error{core::ErrorCode::Cancelled};
    return found;
}

core::Result<std::vector<AnnotationWork>> annotationWork(const AnalysisInput& input, std::size_t part,
                                                         const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    std::vector<AnnotationWork> ranges;
    const auto open = [&](std::uint32_t row, std::uint32_t, std::uint32_t parent) {
        AnnotationWork range{.row = row, .parent = parent};
        for (std::uint32_t at = parent; at != kNoRow && !range.repeats; at = ranges[at].parent)
            range.repeats = timeline.name()[ranges[at].row] == timeline.name()[row];
        ranges.push_back(range);
    };
    const auto inside = [&](std::uint32_t call, std::uint32_t index) {
        const std::uint32_t row = work.rows[call];
        AnnotationWork& range = ranges[index];
        ++range.rows;
        range.time += timeline.dur()[row];
        range.first = std::min(range.first, timeline.ts()[row]);
        range.last = std::max(range.last, timeline.ts()[row] + timeline.dur()[row]);
    };
    if (!Sweep(input, part, launches->launch, task).run(open, inside))
        return core::Error{core::ErrorCode::Cancelled};
    for (std::size_t at = ranges.size(); at-- > 0;) { // parents stand before what begins in them
        const AnnotationWork& own = ranges[at];
        if (own.parent == kNoRow || own.rows == 0)
            continue;
        AnnotationWork& outer = ranges[own.parent];
        outer.rows += own.rows;
        outer.time += own.time;
        outer.first = std::min(outer.first, own.first);
        outer.last = std::max(outer.last, own.last);
    }
    return ranges;
}

} // namespace shardscope::profiler
