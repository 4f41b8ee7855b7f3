// SPDX-License-Identifier: GPL-3.0-or-later
// What the events of a stretch of Chrome-trace text say, as rows numbered by their reader's dictionary.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "profiler/import/arguments/kept_numbers.h"
#include "profiler/import/chrome/chrome_dictionary.h"
#include "profiler/import/importer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// Ids in rows are numbers of the dictionary; \c args of rows are byte offsets in the text.
struct ChromeSegment {
    struct Edge {
        std::int64_t ts;
        std::uint64_t offset;
        std::uint64_t pairId;
        std::uint32_t name;
        std::uint32_t category;
        std::uint32_t track;
        bool begin;
    };
    struct Counter {
        std::int64_t ts;
        double value;
        std::uint64_t offset;
        std::uint32_t process;
        std::uint32_t name;
        std::uint32_t series;
    };
    struct Step {
        std::int64_t ts;
        std::int64_t dur;
        std::uint32_t name;
        std::uint32_t track;
    };
    /// What metadata can tell; the last word in the file counts.
    enum class Fact : std::uint8_t { ProcessName, ProcessLabels, ProcessOrder, ThreadName, ThreadOrder };
    struct Said {
        std::string text;
        std::optional<std::int64_t> number;
    };

    const ChromeDictionary* dictionary = nullptr;
    std::uint64_t begin = 0; ///< of the text it was read from
    std::uint64_t end = 0;   ///< behind its last event
    core::RowRun<core::SliceRow> slices;
    core::RowRun<core::FlowRow> flows;
    NumberWriter::Block numbers; ///< of the arguments of slices, edges that begin one, and instants
    std::vector<Edge> edges;
    std::vector<core::Instant> instants;
    std::vector<Counter> counters;
    std::vector<Step> steps;
    std::map<std::pair<Fact, std::uint32_t>, Said> facts; ///< of a process or a track
    std::vector<bool> deviceTracks;
    FileTally tally;
    RemarkCounter remarks;
    std::uint64_t phases = 0; ///< elements that say what they are

    /// Visits the names and categories of all rows: visit(number, offset of the event).
    template <class Visit>
    void forEachName(Visit visit) const
    {
        const auto both = [&](std::size_t name, std::size_t category, std::uint64_t offset) {
            visit(static_cast<std::uint32_t>(name), offset);
            visit(static_cast<std::uint32_t>(category), offset);
        };
        for (const core::SliceRow& row : slices)
            both(row.name.index(), row.category.index(), row.args);
        for (const core::FlowRow& row : flows)
            both(0, row.category.index(), row.args);
        for (const Edge& edge : edges)
            both(edge.name, edge.category, edge.offset);
        for (const core::Instant& instant : instants)
            both(instant.name.index(), instant.category.index(), instant.args);
        for (const Counter& counter : counters)
            both(counter.name, counter.series, counter.offset);
    }
    /// Visits the tracks of all rows and facts.
    template <class Visit>
    void forEachTrack(Visit visit) const
    {
        for (const core::SliceRow& row : slices)
            visit(row.track.value);
        for (const core::FlowRow& row : flows)
            visit(row.track.value);
        for (const Edge& edge : edges)
            visit(edge.track);
        for (const core::Instant& instant : instants)
            visit(instant.track.value);
        for (const Step& step : steps)
            visit(step.track);
        for (const auto& [of, said] : facts) {
            if (of.first == Fact::ThreadName || of.first == Fact::ThreadOrder)
                visit(of.second);
        }
    }
};

class ChromeRows {
public:
    ChromeRows();
    /// Takes an event whose '{' lies at \p offset of the text.
    void take(const ChromeEvent& event, std::uint64_t offset);
    /// Counts an element that is no event.
    void takeOther() { ++m_rows.tally.events; }
    [[nodiscard]] const ChromeSegment& rows() const { return m_rows; }
    [[nodiscard]] RemarkCounter& remarks() { return m_rows.remarks; }
    [[nodiscard]] ArgShapes& shapes() { return m_shapes; } ///< for reading what is taken here

    /// What has been taken since the last time; the dictionary lives as long as someone has it.
    [[nodiscard]] ChromeSegment finish();
    [[nodiscard]] const std::shared_ptr<ChromeDictionary>& dictionary() const { return m_dictionary; }

private:
    using TrackKind = ChromeDictionary::TrackKind;
    std::uint32_t threadOf(const ChromeEvent& event)
    {
        return m_dictionary->trackOf(TrackKind::Thread, event.process, event.thread);
    }
    bool timeOf(const ChromeEvent& event, std::uint64_t offset, std::int64_t& ts);

    void takeComplete(const ChromeEvent& event, std::uint64_t offset);
    void takeEdge(const ChromeEvent& event, std::uint64_t offset, bool begin, TrackKind kind);
    void takeInstant(const ChromeEvent& event, std::uint64_t offset, TrackKind kind);
    void takeCounter(const ChromeEvent& event, std::uint64_t offset);
    void takeFlow(const ChromeEvent& event, std::uint64_t offset, core::FlowPhase phase);
    void takeMetadata(const ChromeEvent& event);
    void markDevice(std::uint32_t track);

    std::shared_ptr<ChromeDictionary> m_dictionary;
    ArgShapes m_shapes;
    ChromeSegment m_rows; ///< but for the next three
    NumberWriter m_numbers;
    core::RowBlocks<core::SliceRow> m_slices;
    core::RowBlocks<core::FlowRow> m_flows;
};

} // namespace shardscope::profiler
