// SPDX-License-Identifier: GPL-3.0-or-later
// Every oddity an import can meet: its key, how much it matters, and what it means to the reader.
#pragma once

#include "profiler/remarks/import_report.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class RemarkKind : std::uint8_t {
    // Something is missing.
    TruncatedCompression,
    DamagedCompression,
    TruncatedText,
    BrokenEvent,
    BrokenHeader,
    EventWithoutTime,
    CounterValueNotANumber,
    EndWithoutBegin,
    PhaseNotShown,
    PhaseMissing,
    NotAnEvent,
    // Something was interpreted.
    BytesAfterCompression,
    TextAfterEnd,
    UnterminatedArray,
    UnterminatedObject,
    TrailingComma,
    MissingComma,
    MissingDuration,
    DurationNotANumber,
    NegativeDuration,
    TimeOutOfRange,
    BeginWithoutEnd,
    RepairedText,
    SameRank,
    MixedClocks,
    // Worth knowing.
    SeveralMembers,
    EmptyEvent,
    ArgumentsAtEnd,
    Displaced,
    FlowWithoutBegin,
    FlowWithoutEnd,
    FlowEndUnbound,
    // These come from files that are no Chrome traces.
    BrokenMessage,
    BrokenText,
    OddEntry,
    NameNotInFile,
    CounterWithoutTrack,
    RecorderLostData,
    ArchiveMemberRefused,
    FieldMissing,
    EventsWithoutTimes,
    UnnamedEvent,
    EventOnlyCounted,
    UnknownClock,
    ReplacedBytes,
    RecorderMessage,
    UnreadFile,
    DataNotShown,
    FinerThanNanoseconds,
    // These are about an execution trace beside a recording.
    NodesLinked,
    NodesLinkedByOrder,
    NodesNotLinked,
    SamplesShown,
    CacheRefused,
    PackPartRefused,
    UnknownDate,
    MergedRanks,
    EventsPlaced,
    LostFile,
    Count_
};
inline constexpr std::size_t kRemarkKinds = static_cast<std::size_t>(RemarkKind::Count_);

struct RemarkKindInfo {
    RemarkKind kind;
    std::string_view key;
    core::Severity severity;
    std::string_view help; ///< English source text
};

/// The table, in the order of RemarkKind.
[[nodiscard]] const std::array<RemarkKindInfo, kRemarkKinds>& remarkKinds();

/// Counts oddities of one file.
class RemarkCounter {
public:
    void note(RemarkKind kind, std::uint64_t offset, std::uint64_t count = 1)
    {
        Entry& entry = m_entries[static_cast<std::size_t>(kind)];
        entry.firstOffset = entry.count == 0 || offset < entry.firstOffset ? offset : entry.firstOffset;
        entry.count += count;
    }
    /// Adds what another part of the same file has.
    void add(const RemarkCounter& part)
    {
        for (std::size_t kind = 0; kind < kRemarkKinds; ++kind) {
            if (part.m_entries[kind].count > 0)
                note(static_cast<RemarkKind>(kind), part.m_entries[kind].firstOffset,
                     part.m_entries[kind].count);
        }
    }
    [[nodiscard]] std::uint64_t count(RemarkKind kind) const
    {
        return m_entries[static_cast<std::size_t>(kind)].count;
    }
    [[nodiscard]] std::uint64_t firstOffset(RemarkKind kind) const
    {
        return m_entries[static_cast<std::size_t>(kind)].firstOffset;
    }

private:
    struct Entry {
        std::uint64_t count = 0;
        std::uint64_t firstOffset = 0;
    };
    std::array<Entry, kRemarkKinds> m_entries{};
};

/// The remarks of a run's files: counts added up, place and name of the first file that has the kind; the
/// gravest first, then by key.
[[nodiscard]] std::vector<Remark> makeRemarks(const std::vector<std::string>& files,
                                              const std::vector<RemarkCounter>& counters);
/// Puts \p more into \p remarks, in their order: counts of one kind add up, place and file are those of the
/// first that had it.
void addRemarks(std::vector<Remark>& remarks, std::vector<Remark> more);

} // namespace shardscope::profiler
