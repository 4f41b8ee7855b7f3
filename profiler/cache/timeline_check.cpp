// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cache/timeline_check.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace shardscope::profiler {

namespace {

/// Whether every id of \p ids is below \p count, or none.
template <class Ids>
bool within(const Ids& ids, std::size_t count)
{
    bool good = true; // no early end: this way the compiler takes many at a time
    for (const auto id : ids)
        good &= id.value < count || id.value == decltype(id)::kNone;
    return good;
}

std::size_t blocksOf(const core::Lane& lane)
{
    return (std::size_t{lane.count} + core::kLaneBlockSlices - 1) / core::kLaneBlockSlices;
}

/// A sum of tests without branches, so that the compiler takes many at a time: the sign bit of any difference
/// that must not be negative.
class Differences {
public:
    void notNegative(std::uint64_t difference) { m_signs |= difference; }
    void inTime(std::int64_t time)
    {
        notNegative(raw(time) + kBound);
        notNegative(kBound - raw(time));
    }
    /// \p dur is a duration and ends in time after \p ts, itself in time.
    void endsInTime(std::int64_t ts, std::int64_t dur)
    {
        notNegative(raw(dur));
        notNegative(kBound - raw(ts) - raw(dur));
    }
    [[nodiscard]] bool good() const { return m_signs >> 63u == 0; }
    static std::uint64_t raw(std::int64_t time) { return static_cast<std::uint64_t>(time); }

private:
    static constexpr std::uint64_t kBound = core::kMaxTime;
    std::uint64_t m_signs = 0;
};

/// Whether a lane's slices lie in time one behind the other (then no difference and no sum of times
/// overflows), and \p blocks sum them; none: they do not.
CheckedColumns checkLane(const core::Lane& lane, const core::TimelineParts& parts,
                         std::span<const core::LaneBlock> blocks)
{
    Differences tests;
    bool sumsGood = !blocks.empty();
    std::uint64_t busy = 0;
    const std::size_t end = std::size_t{lane.begin} + lane.count;
    std::size_t block = 0;
    for (std::size_t begin = lane.begin; begin < end; begin += core::kLaneBlockSlices, ++block) {
        const std::size_t stop = std::min(begin + core::kLaneBlockSlices, end);
        if (sumsGood) {
            const core::LaneBlock& sums = blocks[block];
            sumsGood = Differences::raw(sums.busyBefore) == busy && sums.firstTs == parts.ts[begin] &&
                       sums.longestRow >= begin && sums.longestRow < stop &&
                       sums.longest == parts.dur[sums.longestRow];
        }
        for (std::size_t row = begin; row < stop; ++row) {
            tests.inTime(parts.ts[row]);
            tests.endsInTime(parts.ts[row], parts.dur[row]);
            busy += Differences::raw(parts.dur[row]);
        }
        for (std::size_t row = std::max(begin, std::size_t{lane.begin} + 1); row < stop; ++row)
            tests.notNegative(Differences::raw(parts.ts[row]) - Differences::raw(parts.ts[row - 1]) -
                              Differences::raw(parts.dur[row - 1]));
    }
    return {tests.good(), sumsGood};
}

/// Whether every time outside of the slices is one.
bool listsInTime(const core::TimelineParts& parts)
{
    Differences tests;
    tests.inTime(parts.begin);
    tests.inTime(parts.end);
    for (const core::Instant& at : parts.instants)
        tests.inTime(at.ts);
    for (const core::CounterSample& at : parts.counterSamples)
        tests.inTime(at.ts);
    for (const core::Flow& at : parts.flows) {
        tests.inTime(at.fromTs);
        tests.inTime(at.toTs);
    }
    for (const core::StepMark& at : parts.steps) {
        tests.inTime(at.begin);
        tests.inTime(at.end);
    }
    return tests.good() && parts.begin <= parts.end;
}

class Check {
public:
    Check(const core::TimelineParts& parts, std::size_t sources)
        : m_parts(parts)
        , m_sources(sources)
    {
    }

    [[nodiscard]] CheckedColumns all() const
    {
        const std::size_t rows = m_parts.ts.size();
        if (m_parts.dur.size() != rows || m_parts.name.size() != rows || m_parts.category.size() != rows ||
            m_parts.args.size() != rows || rows >= core::SliceId::kNone ||
            !within(m_parts.name.span(), m_parts.names.size()) ||
            !within(m_parts.category.span(), m_parts.names.size()) || !namesInOrder())
            return {};
        CheckedColumns checked = lanes();
        checked.good = checked.good && countersFit() && listsFit() && listsInTime(m_parts);
        return checked;
    }

private:
    [[nodiscard]] bool named(core::NameId id) const { return id.value < m_parts.names.size() || !id.valid(); }

    [[nodiscard]] bool namesInOrder() const
    {
        for (std::size_t id = 1; id < m_parts.names.size(); ++id) {
            if (m_parts.names.text(core::NameId{id - 1}) >= m_parts.names.text(core::NameId{id}))
                return false;
        }
        return true;
    }

    [[nodiscard]] bool trackFits(const core::Track& track, std::size_t lane) const
    {
        return track.firstLane == lane && track.laneCount <= m_parts.lanes.size() - lane &&
               track.source < m_sources && named(track.process) && named(track.thread) &&
               named(track.processKey) && named(track.threadKey) && named(track.owner) &&
               track.process.valid() && track.thread.valid() && track.processKey.valid() &&
               track.threadKey.valid();
    }

    /// Tracks, their lanes, their slices and the blocks of these lie one behind the other.
    [[nodiscard]] CheckedColumns lanes() const
    {
        const std::size_t rows = m_parts.ts.size();
        CheckedColumns checked{false, m_parts.blocks.size() == blockCount(m_parts.lanes.span())};
        std::size_t lane = 0;
        std::size_t next = 0;
        std::size_t block = 0;
        for (std::size_t number = 0; number < m_parts.tracks.size(); ++number) {
            const core::Track& track = m_parts.tracks[number];
            if (!trackFits(track, lane))
                return {};
            for (std::uint32_t depth = 0; depth < track.laneCount; ++depth, ++lane) {
                const core::Lane& own = m_parts.lanes[lane];
                if (own.track.index() != number || own.depth != depth || own.begin != next ||
                    own.count == 0 || own.count > rows - next)
                    return {};
                const CheckedColumns of =
                    checkLane(own, m_parts,
                              checked.sumsGood ? m_parts.blocks.span().subspan(block, blocksOf(own))
                                               : std::span<const core::LaneBlock>());
                if (!of.good)
                    return {};
                checked.sumsGood = of.sumsGood;
                next += own.count;
                block += blocksOf(own);
            }
        }
        checked.good = lane == m_parts.lanes.size() && next == rows;
        return checked;
    }

    [[nodiscard]] bool countersFit() const
    {
        std::size_t sample = 0;
        for (const core::CounterTrack& counter : m_parts.counterTracks.span()) {
            if (counter.begin != sample || counter.count == 0 ||
                counter.count > m_parts.counterSamples.size() - sample || !named(counter.name) ||
                !named(counter.series) || !named(counter.processKey) || counter.source >= m_sources)
                return false;
            const auto samples = m_parts.counterSamples.span().subspan(sample, counter.count);
            if (!std::ranges::is_sorted(samples, [](const auto& a, const auto& b) { return a.ts < b.ts; }))
                return false;
            sample += counter.count;
        }
        return sample == m_parts.counterSamples.size();
    }

    [[nodiscard]] bool listsFit() const
    {
        const auto row = [&](core::SliceId id) { return id.value < m_parts.ts.size() || !id.valid(); };
        const auto all = [](const auto& values, auto good) { return std::ranges::all_of(values, good); };
        return all(m_parts.instants,
                   [&](const core::Instant& at) {
                       return named(at.name) && named(at.category) &&
                              at.track.index() < m_parts.tracks.size();
                   }) &&
               std::ranges::is_sorted(m_parts.instants,
                                      [](const auto& a, const auto& b) { return a.ts < b.ts; }) &&
               all(m_parts.flows,
                   [&](const core::Flow& at) { return row(at.from) && row(at.to) && named(at.category); }) &&
               all(m_parts.steps, [&](const core::StepMark& at) {
                   return at.name.valid() && named(at.name) && at.source < m_sources;
               });
    }

    const core::TimelineParts& m_parts;
    std::size_t m_sources;
};

} // namespace

std::size_t blockCount(std::span<const core::Lane> lanes)
{
    return std::accumulate(lanes.begin(), lanes.end(), std::size_t{0},
                           [](std::size_t sum, const core::Lane& lane) { return sum + blocksOf(lane); });
}

CheckedColumns checkColumns(const core::TimelineParts& parts, std::size_t sources)
{
    return Check(parts, sources).all();
}

} // namespace shardscope::profiler
