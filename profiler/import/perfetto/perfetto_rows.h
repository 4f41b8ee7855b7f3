// SPDX-License-Identifier: GPL-3.0-or-later
// How the arrows and counters of a Perfetto trace become rows: ids and increments resolved.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "profiler/import/importer.h"
#include "profiler/import/perfetto/perfetto_state.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace shardscope::profiler {

void countFlow(FileTally& tally, core::FlowPhase phase);

/// Ties slices together by a number that they have; collected until all are known.
class PerfettoEnds {
public:
    /// \p what: of a flow, whether it goes on; of a binding, LegacyEvent.FlowDirection.
    void add(std::uint64_t id, std::int64_t ts, core::TrackId track, std::uint64_t place, int what)
    {
        m_ends.push_back({id, ts, m_ends.size(), place, track, what});
    }

protected:
    struct End {
        std::uint64_t id;
        std::int64_t ts;
        std::size_t order;
        std::uint64_t place;
        core::TrackId track;
        int what;
    };
    /// Ends sorted by their numbers, then by time.
    const std::vector<End>& sorted();

private:
    std::vector<End> m_ends;
};

/// Ends of flows, which say only which flow they are of.
class PerfettoFlows : public PerfettoEnds {
public:
    static constexpr int kGoesOn = 0;
    static constexpr int kTerminates = 1;

    /// The earliest event of a flow is its source, a terminating one its end, those between are steps.
    void place(ImportTarget& target);
};

/// Arrows of Chrome's second form: a slice says that one leaves it or comes in, by a number that both have.
class PerfettoBindings : public PerfettoEnds {
public:
    /// Each arrow comes from the last slice before it that one left (trace_processor's flow tracker).
    void place(ImportTarget& target);
};

class PerfettoCounters {
public:
    PerfettoCounters(ImportTarget& target, const PerfettoTracks& tracks)
        : m_target(target)
        , m_tracks(tracks)
    {
    }
    /// \p now: of the sequence's incremental counters.
    void place(std::uint64_t uuid, std::int64_t ts, std::int64_t value,
               std::map<std::uint64_t, std::int64_t>& now);
    void place(std::uint64_t uuid, std::int64_t ts, double value);

private:
    ImportTarget& m_target;
    const PerfettoTracks& m_tracks;
};

} // namespace shardscope::profiler
