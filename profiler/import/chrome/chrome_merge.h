// SPDX-License-Identifier: GPL-3.0-or-later
// The segments of one Chrome-trace file, in the order of the file, into a builder.
#pragma once

#include "profiler/import/chrome/chrome_rows.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shardscope::profiler {

class ChromeMerge {
public:
    /// Takes the next segment of the file.
    void add(ChromeSegment&& segment);
    /// Says that somebody's dictionary knows names of text that is no part of the file after all.
    void distrust(const ChromeDictionary* dictionary) { m_distrusted.insert(dictionary); }
    [[nodiscard]] std::uint64_t events() const { return m_tally.events; }
    [[nodiscard]] std::uint64_t phases() const { return m_phases; }

    [[nodiscard]] std::size_t slices() const { return m_slices; }
    /// The time that most rows are near to, as written; 0 where there are none.
    [[nodiscard]] std::int64_t mostTimes() const;
    /// The longest slices so far, about \p most of them, laid out; \p shift as in finish. Nobody may add to
    /// the dictionaries meanwhile.
    [[nodiscard]] core::TimelinePtr coarse(std::size_t most, std::int64_t shift) const;

    /// What was kept of the arguments of all rows. Once.
    [[nodiscard]] std::shared_ptr<const KeptNumbers> takeNumbers();
    /// Hands everything to \p target, \p shift ns later than written.
    void finish(ImportTarget& target, std::int64_t shift);

private:
    struct Process {
        std::string name;
        std::string labels;
        std::optional<std::int64_t> order;
    };
    struct FileTrack {
        std::string process; ///< 'q' or 'n' and the pid; 'n' for any number
        std::string thread;
        bool async = false;
        bool device = false;
        std::string name;
        std::optional<std::int64_t> order;
        core::TrackId id;
    };
    /// A dictionary's numbers in the builder.
    struct Translation {
        std::shared_ptr<core::RowMap> map = std::make_shared<core::RowMap>();
        std::vector<FileTrack*> tracks;
    };

    /// Before any track is named: a driver's calls go to the threads of the program that made them.
    void findPrograms();
    [[nodiscard]] const std::string& programOf(const std::string& process) const;
    void translate(const ChromeDictionary& dictionary, ImportTarget& target);
    struct Used {
        std::vector<bool> names;
        std::vector<bool> tracks;
    };
    [[nodiscard]] Used usedOf(const ChromeDictionary& dictionary) const;
    void noteRepaired(ImportTarget& target);
    void takeFacts(const ChromeSegment& segment);
    [[nodiscard]] bool hasRankLabels() const;
    void findRanks();
    [[nodiscard]] std::int32_t rankOf(const std::string& process, const ImportTarget& target) const;
    void separateArrows(ChromeSegment& segment) const;
    void noteMergedRanks(ImportTarget& target) const;
    void handOver(ChromeSegment& segment, ImportTarget& target, std::int64_t shift);
    void describe(const FileTrack& from, ImportTarget& target) const;
    [[nodiscard]] std::string counterProcess(const std::string& key) const;
    [[nodiscard]] const Process& processInfo(const std::string& key) const;

    std::vector<ChromeSegment> m_segments;
    std::vector<NumberWriter::Block> m_numbers;
    std::set<const ChromeDictionary*> m_distrusted;
    std::map<const ChromeDictionary*, Translation> m_translations;
    std::map<std::string, FileTrack> m_tracks; ///< by process, kind and thread
    std::map<std::string, Process> m_processes;
    std::map<std::string, std::string> m_programs; ///< of processes that are another's calls
    std::set<std::string> m_repaired;              ///< names, as written, that are not valid text
    FileTally m_tally;
    RemarkCounter m_remarks;
    std::uint64_t m_phases = 0;
    std::size_t m_slices = 0;
    bool m_labelled = false;                     ///< several ranks, which the process ids name
    std::map<std::string, std::int32_t> m_ranks; ///< of processes, where the file tells them apart by ranks
};

} // namespace shardscope::profiler
