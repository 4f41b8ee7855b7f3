// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline_builder.h"

#include "core/timeline/builder_parts.h"

#include <utility>

namespace shardscope::core {

namespace {

constexpr std::size_t kChunkRows = 1u << 16;

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
    Track& made = m_parts->tracks.emplace_back();
    made.process = made.processKey = intern(processKey);
    made.thread = made.threadKey = intern(threadKey);
    made.source = source;
    ids.emplace(std::move(key), id);
    return id;
}

void TimelineBuilder::slice(TrackId track, std::int64_t ts, std::int64_t dur, NameId name, NameId category,
                            std::uint64_t args)
{
    auto& chunks = m_parts->chunks;
    if (chunks.empty() || chunks.back().size() >= kChunkRows) {
        chunks.emplace_back();
        chunks.back().reserve(chunks.size() > 1 ? kChunkRows : 0);
    }
    chunks.back().push_back({ts, dur, args, name, category, track});
}

void TimelineBuilder::append(std::vector<SliceRow>&& rows)
{
    if (!rows.empty())
        m_parts->chunks.push_back(std::move(rows));
}

void TimelineBuilder::append(std::vector<FlowRow>&& rows)
{
    if (!rows.empty())
        m_parts->flows.push_back(std::move(rows));
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
    if (m_parts->flows.empty())
        m_parts->flows.emplace_back();
    m_parts->flows.back().push_back({ts, id, args, category, track, phase, bindNext});
}

void TimelineBuilder::step(std::int64_t begin, std::int64_t end, NameId name, std::int32_t rank,
                           std::uint32_t source)
{
    m_parts->steps.push_back({clampTime(begin), clampTime(end), name, rank, source});
}

Result<TimelinePtr> TimelineBuilder::build(const Task& task, LayoutTally& tally)
{
    const std::unique_ptr<Parts> parts = std::exchange(m_parts, std::make_unique<Parts>());
    const Error cancelled{ErrorCode::Cancelled, {}, {}};
    Timeline& timeline = parts->timeline;

    task.report("nest", 0);
    parts->pairSlices(tally);
    parts->clampSlices(tally);
    const std::vector<NameId> nameMap = parts->sortNames();
    const std::vector<TrackId> trackMap = parts->sortTracks();
    std::vector<std::uint32_t> firstRow;
    if (const auto scattered = parts->scatter(trackMap, nameMap, firstRow); !scattered)
        return scattered.error();
    for (std::size_t track = 0; track < timeline.m_tracks.size(); ++track) {
        if (task.cancelled())
            return cancelled;
        parts->layOut(TrackId{track}, firstRow[track], firstRow[track + 1], tally);
        task.report("nest",
                    timeline.m_ts.empty() ? 1.0 : double(firstRow[track + 1]) / double(timeline.m_ts.size()));
    }
    parts->sumBlocks();
    task.report("connect", 0);
    parts->takeInstants(trackMap, nameMap);
    parts->takeCounters(nameMap);
    parts->takeSteps(nameMap);
    if (task.cancelled())
        return cancelled;
    parts->takeFlows(trackMap, nameMap, tally);
    parts->findRange();
    timeline.m_names = std::move(parts->names);
    return TimelinePtr(std::make_shared<const Timeline>(std::move(timeline)));
}

} // namespace shardscope::core
