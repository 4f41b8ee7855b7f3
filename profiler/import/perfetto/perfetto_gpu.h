// SPDX-License-Identifier: GPL-3.0-or-later
// A Perfetto trace's GPU work and counters as rows, and the arrows that lead to them: who submitted work, who
// waited for it, which work waited for which.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "profiler/import/importer.h"
#include "profiler/import/perfetto/perfetto_state.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shardscope::perfetto {
class GpuCorrelation;
class GpuCounterEvent;
class GpuRenderStageEvent;
} // namespace shardscope::perfetto

namespace shardscope::profiler {

class PerfettoGpu {
public:
    explicit PerfettoGpu(ImportTarget& target)
        : m_target(target)
    {
    }

    /// \p args: the packet's place, or core::kNoArgs. \p offset: for remarks.
    void work(const perfetto::GpuRenderStageEvent& event, std::int64_t ts, const PerfettoNames& names,
              std::uint64_t args, std::uint64_t offset);
    void counters(const perfetto::GpuCounterEvent& event, std::int64_t ts, const PerfettoNames& names,
                  std::uint64_t offset);
    /// What an event of the host says that it submitted or waited for.
    void correlate(const perfetto::GpuCorrelation& correlation, core::TrackId track, std::int64_t ts,
                   std::uint64_t place);
    /// Draws the arrows; all work is known by now.
    void placeArrows();

private:
    enum class Why : std::uint8_t { Submitted, HostWaits, WorkWaits };
    struct Arrow {
        std::uint64_t event; ///< of the work, by its id
        Why why;
        core::TrackId track; ///< the other end
        std::int64_t ts;
        std::uint64_t place;
    };
    struct Work {
        core::TrackId track;
        std::int64_t ts;
        std::uint64_t place;
    };
    std::string_view nameFrom(const PerfettoNames::Map& map, std::uint64_t iid, std::uint64_t offset);

    ImportTarget& m_target;
    std::unordered_map<std::uint64_t, Work> m_work; ///< by event id; the first of each
    std::vector<Arrow> m_arrows;
    PerfettoNames::Map m_counterNames; ///< of descriptors that stand in events
};

} // namespace shardscope::profiler
