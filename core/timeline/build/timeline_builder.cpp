// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/timeline_builder.h"

#include "core/base/parallel.h"
#include "core/timeline/build/builder_parts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace shardscope::core {

namespace {

/// Two batches fill one block: a cut leaves no end of a block behind.
constexpr std::size_t kBatchRows = RowBlocks<SliceRow>::kMostRows / 2;
static_assert(RowBlocks<FlowRow>::kMostRows == RowBlocks<SliceRow>::kMostRows);

} // namespace

TimelineBuilder::TimelineBuilder()
    : m_parts(std::make_unique<Parts>())
{
}
TimelineBuilder::~TimelineBuilder() = default;

NameId TimelineBuilder::intern(std::string_view text) { return m_parts->names.intern(text); }
std::string_view TimelineBuilder::text(NameId id) const { return m_parts->names.text(id); }
std::size_t TimelineBuilder::trackCount() const { return m_parts->tracks.size(); }
Track& TimelineBuilder::describe(TrackId track) { return m_parts->tracks[track.index()]; }

TrackId TimelineBuilder::track(std::string_view processKey, std::string_view threadKey, std::uint32_t source)
{
    auto& ids = m_parts->trackIds;
    auto key = std::tuple(source, std::string(processKey), std::string(threadKey));
    if (const auto found = ids.find(key); found != ids.end())
        return found->second;
    const TrackId id{m_parts->tracks.size()};
    m_parts->tracks.emplace_back().source = source;
    ids.emplace(std::move(key), id);
    return id;
}

void TimelineBuilder::slice(TrackId track, std::int64_t ts, std::int64_t dur, NameId name, NameId category,
                            std::uint64_t args)
{
    m_parts->oneByOne.push_back({ts, dur, args, name, category, track});
    if (m_parts->oneByOne.size() == kBatchRows)
        m_parts->cutSlices();
}

void TimelineBuilder::append(RowRun<SliceRow>&& rows, std::shared_ptr<const RowMap> map)
{
    m_parts->cutSlices();
    if (!rows.empty())
        m_parts->batches.push_back({std::move(rows), std::move(map), {}});
}

void TimelineBuilder::append(RowRun<FlowRow>&& rows, std::shared_ptr<const RowMap> map)
{
    m_parts->cutFlows();
    if (!rows.empty())
        m_parts->flows.push_back({std::move(rows), std::move(map)});
}

void TimelineBuilder::sliceBegin(TrackId track, std::int64_t ts, NameId name, NameId category,
                                 std::uint64_t args, std::uint64_t pairId)
{
    m_parts->edges.push_back({clampTime(ts), pairId, args, name, category, track, true});
}

void TimelineBuilder::sliceEnd(TrackId track, std::int64_t ts, NameId name, std::uint64_t args,
                               std::uint64_t pairId)
{
    m_parts->edges.push_back({clampTime(ts), pairId, args, name, NameId{}, track, false});
}

void TimelineBuilder::instant(TrackId track, std::int64_t ts, NameId name, NameId category,
                              std::uint64_t args)
{
    m_parts->instants.push_back({clampTime(ts), name, category, track, args});
}

void TimelineBuilder::counter(NameId processKey, NameId name, NameId series, std::int64_t ts, double value,
                              std::uint32_t source)
{
    const auto [found, isNew] = m_parts->seriesIds.try_emplace(
        {source, processKey, name, series}, static_cast<std::uint32_t>(m_parts->series.size()));
    if (isNew)
        m_parts->series.push_back({name, series, processKey, 0, 0, source});
    m_parts->samples.push_back({clampTime(ts), value, found->second});
}

void TimelineBuilder::flow(FlowPhase phase, TrackId track, std::int64_t ts, NameId category, std::uint64_t id,
                           std::uint64_t args, bool bindNext)
{
    m_parts->flowsOneByOne.push_back({ts, id, args, category, track, phase, bindNext});
    if (m_parts->flowsOneByOne.size() == kBatchRows)
        m_parts->cutFlows();
}

void TimelineBuilder::shareFlowIds() { m_parts->sharedFlowIds = true; }

void TimelineBuilder::step(std::int64_t begin, std::int64_t end, NameId name, std::int32_t rank,
                           std::uint32_t source)
{
    m_parts->steps.push_back({clampTime(begin), clampTime(end), name, rank, source});
}

void LayoutTally::add(const LayoutTally& other)
{
    for (std::size_t kind = 0; kind < kLayoutOddities; ++kind) {
        oddities[kind].count += other.oddities[kind].count;
        oddities[kind].firstPlace = std::min(oddities[kind].firstPlace, other.oddities[kind].firstPlace);
    }
    pairs.resize(std::max(pairs.size(), other.pairs.size()));
    for (std::size_t source = 0; source < other.pairs.size(); ++source)
        pairs[source] += other.pairs[source];
}

Result<TimelinePtr> TimelineBuilder::build(const Task& task, LayoutTally& tally)
{
    const std::unique_ptr<Parts> parts = std::exchange(m_parts, std::make_unique<Parts>());
    const Error cancelled{ErrorCode::Cancelled};

    task.report("nest", 0);
    parts->cutSlices();
    parts->cutFlows();
    parts->nameTracks();
    parts->splitAnnotations();
    parts->settle(0, tally);
    parts->pairSlices(tally);
    parts->nameAnnotations();
    const std::vector<NameId> nameMap = parts->sortNames();
    const std::vector<TrackId> trackMap = parts->sortTracks();
    if (task.cancelled())
        return cancelled;
    SHARDSCOPE_TRY(std::vector<std::uint32_t> firstRow, parts->scatter(trackMap, nameMap));
    parts->layOut(firstRow, task, tally);
    if (task.cancelled())
        return cancelled;
    parts->sumBlocks();
    parts->freezeSlices();
    task.report("connect", 0);
    const std::function<void()> others[] = {
        [&] { parts->takeFlows(trackMap, nameMap, tally); },
        [&] { parts->takeInstants(trackMap, nameMap); },
        [&] { parts->takeCounters(nameMap); },
        [&] { parts->takeSteps(nameMap); },
    };
    parallelFor(std::size(others), [&](std::size_t kind) { others[kind](); });
    if (task.cancelled())
        return cancelled;
    return parts->freeze();
}

} // namespace shardscope::core
