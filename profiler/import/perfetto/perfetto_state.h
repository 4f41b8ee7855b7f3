// SPDX-License-Identifier: GPL-3.0-or-later
// What a Perfetto trace says once and refers to later: interned names, clocks, tracks. Inside the importer
// only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shardscope::perfetto {
class ClockSnapshot;
class InternedData;
class TrackDescriptor;
} // namespace shardscope::perfetto

namespace shardscope::profiler {

/// The interned names of one sequence, from one clearing of its state to the next.
struct PerfettoNames {
    using Map = std::unordered_map<std::uint64_t, std::string>;
    Map categories, events, annotations, strings, gpuSpecifications, kernels;
    Map functions, sources, mappingPaths, kernelArguments;

    struct Frame {
        std::uint64_t function = 0;
        std::uint64_t mapping = 0;
        std::uint64_t address = 0; ///< within the mapping
        std::uint64_t source = 0;
        std::uint32_t line = 0;
    };
    std::unordered_map<std::uint64_t, Frame> frames;
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> callstacks; ///< frames, outermost first
    std::unordered_map<std::uint64_t, std::uint64_t> mappings;                ///< the last part of the path

    /// Counters of one GPU, by the number that samples give.
    struct Counters {
        std::int32_t gpu = 0;
        Map names;
    };
    std::unordered_map<std::uint64_t, Counters> counters;

    void add(const perfetto::InternedData& data);
    [[nodiscard]] bool empty() const;
};

/// The generations of names of all sequences with where they begin, for reading arguments again.
class PerfettoNameHistory {
public:
    /// The names valid for \p sequence now; made when there are none.
    [[nodiscard]] PerfettoNames& current(std::uint32_t sequence, std::uint64_t offset);
    void clear(std::uint32_t sequence, std::uint64_t offset);
    /// The names that are valid at \p offset.
    [[nodiscard]] const PerfettoNames* at(std::uint32_t sequence, std::uint64_t offset) const;

private:
    struct Generation {
        std::uint64_t begin;
        std::unique_ptr<PerfettoNames> names;
    };
    std::unordered_map<std::uint32_t, std::vector<Generation>> m_generations;
};

/// Turns clock readings into the trace's primary clock, by the snapshots that hold both.
class PerfettoClocks {
public:
    static constexpr std::uint32_t kRealtime = 1;
    static constexpr std::uint32_t kBoottime = 6; // the default (perfetto/common/builtin_clock.proto)

    void add(std::uint32_t sequence, const perfetto::ClockSnapshot& snapshot);
    /// ns of the primary clock; none where no snapshot ties \p clock to it.
    [[nodiscard]] std::optional<std::int64_t> toPrimary(std::uint32_t sequence, std::uint32_t clock,
                                                        std::int64_t ns) const;
    [[nodiscard]] std::int64_t multiplier(std::uint32_t sequence, std::uint32_t clock) const;
    [[nodiscard]] bool incremental(std::uint32_t sequence, std::uint32_t clock) const;
    /// Real time less primary time; 0 where unknown.
    [[nodiscard]] std::int64_t realtimeOffset() const;

private:
    using Key = std::uint64_t; ///< clocks 64 to 127 belong to a sequence, the others to the trace
    [[nodiscard]] static Key keyOf(std::uint32_t sequence, std::uint32_t clock);
    struct Reading {
        std::int64_t clockNs;
        std::int64_t primaryNs;
    };
    struct Clock {
        std::vector<Reading> readings; ///< in the order of the file
        std::int64_t multiplier = 1;
        bool incremental = false;
    };
    std::uint32_t m_primary = kBoottime;
    bool m_primaryGiven = false;
    std::map<Key, Clock> m_clocks;
};

/// A track as its descriptors say; later ones add to earlier ones.
struct PerfettoTrack {
    std::string name;
    std::string processName;
    std::string threadName;
    std::string unit;
    std::int64_t unitMultiplier = 1;
    std::uint64_t parent = 0;
    std::int32_t pid = -1;
    std::int32_t tid = -1;
    std::int32_t rank = 0; ///< among its siblings
    bool isProcess = false;
    bool isThread = false;
    bool incremental = false;
};

class PerfettoTracks {
public:
    void add(const perfetto::TrackDescriptor& descriptor);
    void addThread(std::int32_t pid, std::int32_t tid, std::string_view name);
    void addProcess(std::int32_t pid, std::string_view name);
    /// "rank 3" among what viewers show beside a process.
    void addLabel(std::int32_t pid, std::string_view label);
    [[nodiscard]] const PerfettoTrack* find(std::uint64_t uuid) const;
    /// Names of the process and the thread (or path of tracks) of \p uuid.
    [[nodiscard]] std::pair<std::string, std::string> names(std::uint64_t uuid) const;
    [[nodiscard]] std::string processName(std::int32_t pid) const;
    /// The rank of the process of \p uuid: by its label, or by its name if the names of processes tell
    /// several ranks; -1 where neither does.
    [[nodiscard]] std::int32_t rank(std::uint64_t uuid) const;
    /// How many ranks it stands for, by its label.
    [[nodiscard]] std::uint32_t standsFor(std::uint64_t uuid) const;
    [[nodiscard]] bool severalRanks() const;
    [[nodiscard]] std::string threadName(std::int32_t tid) const;

private:
    std::unordered_map<std::uint64_t, PerfettoTrack> m_tracks;
    [[nodiscard]] std::int32_t pidOf(std::uint64_t uuid) const;
    std::unordered_map<std::int32_t, std::string> m_processes;
    struct RankLabel {
        std::int32_t rank = -1;
        std::uint32_t stands = 1;
    };
    std::unordered_map<std::int32_t, RankLabel> m_labels; ///< ranks by process id
    std::unordered_map<std::int32_t, std::string> m_threads;
};

} // namespace shardscope::profiler
