// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/join.h"

#include "core/timeline/build/track_order.h"
#include "core/timeline/summaries.h"

#include <algorithm>
#include <tuple>

namespace shardscope::core {

/// Fills a Timeline's columns from those of others.
class TimelineJoin {
public:
    TimelineJoin(std::span<const TimelinePart> parts, const Task& task)
        : m_parts(parts)
        , m_task(task)
    {
    }

    Result<TimelinePtr> run()
    {
        std::uint64_t rows = 0;
        for (const TimelinePart& part : m_parts)
            rows += part.timeline->sliceCount();
        if (rows >= SliceId::kNone)
            return Error{ErrorCode::FileTooLarge, {std::to_string(rows), std::to_string(SliceId::kNone - 1)}};
        for (const TimelinePart& part : m_parts)
            m_joined.displaced += part.timeline->displacedCount();
        joinNames();
        joinTracks();
        if (!copySlices())
            return Error{ErrorCode::Cancelled};
        joinInstants();
        joinCounters();
        joinSteps();
        joinFlows();
        return freeze();
    }

private:
    /// The columns while they are filled.
    struct Columns {
        std::size_t displaced = 0;
        PageVector<std::int64_t> ts, dur;
        PageVector<NameId> name, category;
        PageVector<std::uint64_t> args;
        PageVector<Track> tracks;
        PageVector<Lane> lanes;
        PageVector<Instant> instants;
        PageVector<CounterTrack> counterTracks;
        PageVector<CounterSample> counterSamples;
        PageVector<Flow> flows;
        PageVector<StepMark> steps;
        StringPool names;
    };

    TimelinePtr freeze()
    {
        TimelineParts made;
        LaneBlocks sums = sumLaneBlocks(m_joined.lanes, m_joined.ts, m_joined.dur);
        made.blocks = std::move(sums.blocks);
        made.firstBlock = std::move(sums.firstBlock);
        made.displaced = m_joined.displaced;
        made.ts = std::move(m_joined.ts);
        made.dur = std::move(m_joined.dur);
        made.name = std::move(m_joined.name);
        made.category = std::move(m_joined.category);
        made.args = std::move(m_joined.args);
        made.tracks = std::move(m_joined.tracks);
        made.lanes = std::move(m_joined.lanes);
        made.instants = std::move(m_joined.instants);
        made.counterTracks = std::move(m_joined.counterTracks);
        made.counterSamples = std::move(m_joined.counterSamples);
        made.flows = std::move(m_joined.flows);
        made.steps = std::move(m_joined.steps);
        made.names = std::move(m_joined.names);
        std::tie(made.begin, made.end) = timeRange(made);
        return std::make_shared<const Timeline>(std::move(made));
    }

    /// Where a part's content went.
    struct Moved {
        std::vector<NameId> names;
        std::vector<TrackId> tracks;
        std::vector<std::uint32_t> rows; ///< by lane: what is added to its rows (modulo 2^32)
        /// Where tracks of a process went, by the source and the process key that the part has.
        std::map<std::pair<std::uint32_t, NameId>, std::uint32_t> sourceOfProcess;
    };

    [[nodiscard]] const SourceChange* changeOf(std::size_t part, std::uint32_t source) const
    {
        const std::vector<SourceChange>& changes = m_parts[part].changes;
        return source < changes.size() ? &changes[source] : nullptr;
    }
    [[nodiscard]] std::uint32_t movedSource(std::size_t part, std::uint32_t track, std::uint32_t source) const
    {
        const std::vector<std::uint32_t>& moved = m_parts[part].sourceOfTrack;
        return track < moved.size() ? moved[track] : source;
    }
    [[nodiscard]] bool leftOut(std::size_t part, std::uint32_t source) const
    {
        const SourceChange* change = changeOf(part, source);
        return change != nullptr && change->leftOut;
    }
    [[nodiscard]] ClockShift clockOf(std::size_t part, std::uint32_t source) const
    {
        const SourceChange* change = changeOf(part, source);
        return change == nullptr ? ClockShift{} : change->clock;
    }
    [[nodiscard]] NameId name(std::size_t part, NameId id) const
    {
        return id.valid() ? m_moved[part].names[id.index()] : id;
    }

    void joinNames()
    {
        m_moved.resize(m_parts.size());
        StringPool& pool = m_joined.names;
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            const StringPool& own = m_parts[part].timeline->names();
            for (std::size_t at = 0; at < own.size(); ++at)
                m_moved[part].names.push_back(pool.intern(own.text(NameId{at})));
            if (!m_parts[part].arrowCategory.empty())
                m_moved[part].names.push_back(pool.intern(m_parts[part].arrowCategory));
        }
        const std::vector<NameId> sorted = pool.sortByText();
        for (Moved& moved : m_moved) {
            for (NameId& id : moved.names)
                id = sorted[id.index()];
        }
    }

    void joinTracks()
    {
        struct Candidate {
            std::size_t part;
            std::uint32_t track;
        };
        std::vector<Candidate> order;
        std::vector<std::vector<Track>> tracks(m_parts.size());
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            for (Track track : m_parts[part].timeline->tracks()) {
                const auto number = static_cast<std::uint32_t>(tracks[part].size());
                if (leftOut(part, track.source)) {
                    m_joined.displaced -= m_parts[part].timeline->displacedOn(TrackId{number});
                    tracks[part].push_back(track);
                    continue;
                }
                if (const SourceChange* change = changeOf(part, track.source)) {
                    track.rank = change->rank.value_or(track.rank);
                    track.mesh = change->mesh ? change->mesh : track.mesh;
                }
                const std::uint32_t moved = movedSource(part, number, track.source);
                m_moved[part].sourceOfProcess.try_emplace({track.source, track.processKey}, moved);
                track.source = moved + m_parts[part].firstSource;
                track.forEachName([&](NameId& id) { id = name(part, id); });
                order.push_back({part, number});
                tracks[part].push_back(track);
            }
            m_moved[part].tracks.resize(tracks[part].size());
            m_moved[part].rows.resize(m_parts[part].timeline->lanes().size());
        }
        const auto trackOf = [&](const Candidate& at) -> const Track& { return tracks[at.part][at.track]; };
        std::ranges::stable_sort(order, [&](const Candidate& a, const Candidate& b) {
            return displayKey(trackOf(a), m_joined.names) < displayKey(trackOf(b), m_joined.names);
        });
        for (const Candidate& at : order) {
            m_moved[at.part].tracks[at.track] = TrackId{m_joined.tracks.size()};
            m_rows = takeTrack(at.part, trackOf(at), m_rows);
        }
    }

    /// Adds \p track and its lanes, whose rows begin at \p row; returns the row behind them.
    std::uint32_t takeTrack(std::size_t part, Track track, std::uint32_t row)
    {
        const auto lanes = m_parts[part].timeline->lanes().subspan(track.firstLane, track.laneCount);
        const std::uint32_t oldFirst = track.firstLane;
        track.firstLane = static_cast<std::uint32_t>(m_joined.lanes.size());
        for (std::uint32_t at = 0; at < lanes.size(); ++at) {
            Lane lane = lanes[at];
            m_moved[part].rows[oldFirst + at] = row - lane.begin;
            m_origins.push_back({part, lane.begin});
            lane.track = TrackId{m_joined.tracks.size()};
            lane.begin = row;
            row += lane.count;
            m_joined.lanes.push_back(lane);
        }
        m_joined.tracks.push_back(track);
        return row;
    }

    /// False where the task was cancelled.
    bool copySlices()
    {
        m_joined.ts.resize(m_rows);
        m_joined.dur.resize(m_rows);
        m_joined.name.resize(m_rows);
        m_joined.category.resize(m_rows);
        m_joined.args.resize(m_rows);
        for (std::size_t at = 0; at < m_joined.lanes.size(); ++at) {
            if (m_task.cancelled())
                return false;
            copyLane(m_joined.lanes[at], m_origins[at].part, m_origins[at].begin);
        }
        return true;
    }

    void copyLane(const Lane& lane, std::size_t part, std::uint32_t from)
    {
        const Timeline& own = *m_parts[part].timeline;
        const std::uint32_t firstSource = m_parts[part].firstSource;
        const std::uint32_t source = m_joined.tracks[lane.track.index()].source - firstSource;
        const ClockShift clock = clockOf(part, source);
        for (std::uint32_t row = 0; row < lane.count; ++row) {
            const std::size_t to = lane.begin + std::size_t{row};
            const std::size_t at = from + std::size_t{row};
            m_joined.ts[to] = clock.apply(own.ts()[at]);
            m_joined.dur[to] = clock.apply(own.ts()[at] + own.dur()[at]) - m_joined.ts[to];
            m_joined.name[to] = name(part, own.name()[at]);
            m_joined.category[to] = name(part, own.category()[at]);
            m_joined.args[to] = place(own.args()[at], firstSource);
        }
    }

    /// The file's index stands in the upper 16 bits of a place (see kNoArgs).
    static std::uint64_t place(std::uint64_t args, std::uint32_t firstSource)
    {
        return args == kNoArgs ? args : args + (std::uint64_t{firstSource} << 48);
    }

    [[nodiscard]] std::uint32_t sourceOfTrack(std::size_t part, TrackId track) const
    {
        return m_parts[part].timeline->tracks()[track.index()].source;
    }

    void joinInstants()
    {
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            for (const Instant& instant : m_parts[part].timeline->instants()) {
                if (leftOut(part, sourceOfTrack(part, instant.track)))
                    continue;
                const ClockShift clock = clockOf(part, sourceOfTrack(part, instant.track));
                m_joined.instants.push_back({clock.apply(instant.ts), name(part, instant.name),
                                             name(part, instant.category),
                                             m_moved[part].tracks[instant.track.index()],
                                             place(instant.args, m_parts[part].firstSource)});
            }
        }
        std::ranges::stable_sort(m_joined.instants, [](const Instant& a, const Instant& b) {
            return std::tuple(a.ts, a.track) < std::tuple(b.ts, b.track);
        });
    }

    void joinCounters()
    {
        std::vector<std::pair<std::size_t, CounterTrack>> order;
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            for (CounterTrack track : m_parts[part].timeline->counterTracks()) {
                if (leftOut(part, track.source))
                    continue;
                const auto moved = m_moved[part].sourceOfProcess.find({track.source, track.processKey});
                if (moved != m_moved[part].sourceOfProcess.end())
                    track.source = moved->second;
                track.source += m_parts[part].firstSource;
                for (NameId* id : {&track.name, &track.series, &track.processKey})
                    *id = name(part, *id);
                order.emplace_back(part, track);
            }
        }
        std::ranges::stable_sort(order, [](const auto& a, const auto& b) {
            const auto key = [](const CounterTrack& track) {
                return std::tuple(track.source, track.processKey, track.name, track.series);
            };
            return key(a.second) < key(b.second);
        });
        for (auto& [part, track] : order) {
            const ClockShift clock = clockOf(part, track.source - m_parts[part].firstSource);
            const auto samples = m_parts[part].timeline->counterSamples().subspan(track.begin, track.count);
            track.begin = static_cast<std::uint32_t>(m_joined.counterSamples.size());
            for (const CounterSample& sample : samples)
                m_joined.counterSamples.push_back({clock.apply(sample.ts), sample.value});
            m_joined.counterTracks.push_back(track);
        }
    }

    void joinSteps()
    {
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            const auto steps = m_parts[part].timeline->steps();
            for (std::size_t at = 0; at < steps.size(); ++at) {
                StepMark step = steps[at];
                const SourceChange* change = changeOf(part, step.source);
                if (leftOut(part, step.source))
                    continue;
                const ClockShift clock = clockOf(part, step.source);
                step.begin = clock.apply(step.begin);
                step.end = clock.apply(step.end);
                step.name = name(part, step.name);
                step.rank = change != nullptr ? change->rank.value_or(step.rank) : step.rank;
                const std::vector<std::uint32_t>& moved = m_parts[part].sourceOfStep;
                step.source = (at < moved.size() ? moved[at] : step.source) + m_parts[part].firstSource;
                m_joined.steps.push_back(step);
            }
        }
        std::ranges::stable_sort(m_joined.steps, [](const StepMark& a, const StepMark& b) {
            return std::tuple(a.rank, a.source, a.begin, a.end) <
                   std::tuple(b.rank, b.source, b.begin, b.end);
        });
    }

    void joinFlows()
    {
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            const Timeline& own = *m_parts[part].timeline;
            const auto sourceOf = [&](SliceId slice) {
                return sourceOfTrack(part, own.lanes()[own.laneOf(slice).index()].track);
            };
            const auto moved = [&](SliceId slice) {
                return slice.valid() ? SliceId{slice.value + m_moved[part].rows[own.laneOf(slice).index()]}
                                     : slice;
            };
            const auto join = [&](Flow flow) {
                const bool bound = flow.from.valid() || flow.to.valid();
                const std::uint32_t source = bound ? sourceOf(flow.from.valid() ? flow.from : flow.to) : 0;
                if ((bound && leftOut(part, source)) || (flow.to.valid() && leftOut(part, sourceOf(flow.to))))
                    return;
                const ClockShift clock = bound                               ? clockOf(part, source)
                                         : m_parts[part].changes.size() <= 1 ? clockOf(part, 0)
                                                                             : ClockShift{};
                flow.fromTs = clock.apply(flow.fromTs);
                flow.toTs = clock.apply(flow.toTs);
                flow.from = moved(flow.from);
                flow.to = moved(flow.to);
                flow.category = name(part, flow.category);
                m_joined.flows.push_back(flow);
            };
            for (const Flow& flow : own.flows())
                join(flow);
            for (const Flow& flow : m_parts[part].arrows)
                join(flow);
        }
        std::ranges::sort(m_joined.flows, [](const Flow& a, const Flow& b) {
            return std::tuple(a.fromTs, a.toTs, a.category, a.id, a.from, a.to) <
                   std::tuple(b.fromTs, b.toTs, b.category, b.id, b.from, b.to);
        });
    }

    struct Origin {
        std::size_t part;
        std::uint32_t begin;
    };
    std::span<const TimelinePart> m_parts;
    const Task& m_task;
    Columns m_joined;
    std::vector<Moved> m_moved;
    std::vector<Origin> m_origins; ///< by joined lane
    std::uint32_t m_rows = 0;
};

Result<TimelinePtr> joinTimelines(std::span<const TimelinePart> parts, const Task& task)
{
    return TimelineJoin(parts, task).run();
}

} // namespace shardscope::core
