// SPDX-License-Identifier: GPL-3.0-or-later
// What the events of one Chrome-trace file say, as rows with the file's own numbering of names and tracks.
#pragma once

#include "core/timeline/timeline_builder.h"
#include "profiler/import/chrome_event.h"
#include "profiler/import/importer.h"
#include "profiler/import/raw_pool.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace shardscope::profiler {

class ChromeRows {
public:
    ChromeRows();
    /// Takes an event whose '{' lies at \p offset of the text.
    void take(const ChromeEvent& event, std::uint64_t offset);
    /// Counts an element that is no event.
    void takeOther() { ++m_tally.events; }
    [[nodiscard]] std::uint64_t events() const { return m_tally.events; }
    /// Elements that say what they are: none at all means that this is no trace.
    [[nodiscard]] std::uint64_t phases() const { return m_phases; }
    [[nodiscard]] RemarkCounter& remarks() { return m_remarks; }

    /// Hands everything to \p target, \p shift ns later than written. These rows are empty after.
    void mergeInto(ImportTarget& target, std::int64_t shift);

private:
    enum class TrackKind : std::uint8_t { Thread, Async };
    struct LocalTrack {
        TrackKind kind;
        std::uint32_t process;   ///< of m_processes
        std::string_view thread; ///< tid, or the category of asynchronous events
        bool threadQuoted;
        bool device = false;
        std::string name; ///< thread_name
        std::optional<std::int64_t> order;
    };
    struct LocalProcess {
        std::string name;
        std::string labels;
        std::optional<std::int64_t> order;
    };
    struct EdgeEvent {
        std::int64_t ts;
        std::uint64_t offset;
        std::uint64_t pairId;
        std::uint32_t name;
        std::uint32_t category;
        std::uint32_t track;
        bool begin;
    };
    struct CounterEvent {
        std::int64_t ts;
        double value;
        std::uint32_t process;
        std::uint32_t name;
        std::uint32_t series;
    };
    struct CachedTrack {
        json::Scalar process;
        json::Scalar thread;
        TrackKind kind = TrackKind::Thread;
        std::uint32_t number = 0xFFFFFFFFu;
    };

    std::uint32_t nameOf(const json::Scalar& text, std::uint64_t offset);
    std::uint32_t categoryOf(const ChromeEvent& event, std::uint64_t offset);
    std::uint32_t processOf(const json::Scalar& process);
    std::uint32_t trackOf(TrackKind kind, const json::Scalar& process, const json::Scalar& thread);
    std::uint32_t threadOf(const ChromeEvent& event)
    {
        return trackOf(TrackKind::Thread, event.process, event.thread);
    }
    bool timeOf(const ChromeEvent& event, std::uint64_t offset, std::int64_t& ts);

    void takeComplete(const ChromeEvent& event, std::uint64_t offset);
    void takeEdge(const ChromeEvent& event, std::uint64_t offset, bool begin, TrackKind kind);
    void takeInstant(const ChromeEvent& event, std::uint64_t offset, TrackKind kind);
    void takeCounter(const ChromeEvent& event, std::uint64_t offset);
    void takeFlow(const ChromeEvent& event, std::uint64_t offset, core::FlowPhase phase);
    void takeMetadata(const ChromeEvent& event);

    std::vector<core::NameId> mergeNames(core::TimelineBuilder& builder);
    std::vector<core::TrackId> makeTracks(ImportTarget& target);
    void mergeSlices(ImportTarget& target, std::int64_t shift, const std::vector<core::NameId>& names,
                     const std::vector<core::TrackId>& tracks);
    void mergeOthers(ImportTarget& target, std::int64_t shift, const std::vector<core::NameId>& names,
                     const std::vector<core::TrackId>& tracks);
    void describeTracks(ImportTarget& target, const std::vector<core::TrackId>& tracks);
    const LocalProcess& processInfo(std::uint32_t process);

    RawPool m_names;                          // as written, escapes and all
    std::vector<std::uint64_t> m_nameOffsets; // of the first event that has the name
    std::uint32_t m_lastCategory = 0;
    RawPool m_processes; // 'q' or 'n' (quoted or not) before the pid
    std::map<std::uint32_t, LocalProcess> m_processInfo;
    RawPool m_trackKeys;
    std::vector<LocalTrack> m_tracks; // by number of m_trackKeys
    std::array<CachedTrack, 64> m_trackCache;

    std::vector<std::vector<core::SliceRow>> m_slices;
    std::vector<EdgeEvent> m_edges;
    std::vector<core::Instant> m_instants;
    std::vector<CounterEvent> m_counters;
    std::vector<core::FlowRow> m_flows;
    FileTally m_tally;
    std::uint64_t m_phases = 0;
    RemarkCounter m_remarks;
};

} // namespace shardscope::profiler
