// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/remarks/remark_kinds.h"

#include "core/base/text_mark.h"

#include <algorithm>
#include <tuple>

namespace shardscope::profiler {

using core::Severity;

const std::array<RemarkKindInfo, kRemarkKinds>& remarkKinds()
{
    static constexpr std::array<RemarkKindInfo, kRemarkKinds> kTable{{
        {RemarkKind::TruncatedCompression, "truncated_compression", Severity::DataLoss,
         N_("The compressed file is cut short. Everything up to there is kept; record or copy the file again "
            "for the rest.")},
        {RemarkKind::DamagedCompression, "damaged_compression", Severity::DataLoss,
         N_("The compressed data are damaged, or their checksum does not match. Everything up to there is "
            "kept.")},
        {RemarkKind::TruncatedText, "truncated_text", Severity::DataLoss,
         N_("The file ends inside an event or a value, which is lost; everything before is kept.")},
        {RemarkKind::BrokenEvent, "broken_event", Severity::DataLoss,
         N_("An event is not valid JSON (often an unescaped quote in a name) and was skipped up to the next "
            "event.")},
        {RemarkKind::BrokenHeader, "broken_header", Severity::DataLoss,
         N_("A value beside the events is not valid JSON or not of the expected type; what it says is "
            "lost.")},
        {RemarkKind::EventWithoutTime, "event_without_time", Severity::DataLoss,
         N_("An event has no usable time stamp and cannot be placed.")},
        {RemarkKind::CounterValueNotANumber, "counter_value_not_a_number", Severity::DataLoss,
         N_("A counter's value is not a finite number; this sample is left out.")},
        {RemarkKind::EndWithoutBegin, "end_without_begin", Severity::DataLoss,
         N_("An end event has no begin event on its track (often cut off at the start of the recording).")},
        {RemarkKind::PhaseNotShown, "phase_not_shown", Severity::Notice,
         N_("Events of a kind that the timeline does not show: samples, object and memory snapshots, "
            "contexts, "
            "clock marks.")},
        {RemarkKind::PhaseMissing, "phase_missing", Severity::DataLoss,
         N_("An event does not say what kind it is.")},
        {RemarkKind::NotAnEvent, "not_an_event", Severity::DataLoss,
         N_("An element of the events is not an object.")},
        {RemarkKind::BytesAfterCompression, "bytes_after_compression", Severity::Notice,
         N_("Bytes behind the compressed data are not compressed data; they were ignored.")},
        {RemarkKind::TextAfterEnd, "text_after_end", Severity::Notice,
         N_("Text behind the end of the trace was ignored.")},
        {RemarkKind::UnterminatedArray, "unterminated_array", Severity::Notice,
         N_("The list of events is not closed: the recording program probably ended early. All events are "
            "kept.")},
        {RemarkKind::UnterminatedObject, "unterminated_object", Severity::Notice,
         N_("The file's outer object is not closed: the recording program probably ended early.")},
        {RemarkKind::TrailingComma, "trailing_comma", Severity::Notice,
         N_("A comma stands behind the last event. All events are kept.")},
        {RemarkKind::MissingComma, "missing_comma", Severity::Notice,
         N_("Two events follow each other without a comma. Both are kept.")},
        {RemarkKind::MissingDuration, "missing_duration", Severity::Notice,
         N_("A complete event has no duration; it is shown with duration zero.")},
        {RemarkKind::DurationNotANumber, "duration_not_a_number", Severity::Notice,
         N_("A duration is not a number; the event is shown with duration zero.")},
        {RemarkKind::NegativeDuration, "negative_duration", Severity::Notice,
         N_("A duration is negative; the event is shown with duration zero.")},
        {RemarkKind::TimeOutOfRange, "time_out_of_range", Severity::Notice,
         N_("A time lies more than 146 years from zero and was moved to that limit.")},
        {RemarkKind::BeginWithoutEnd, "begin_without_end", Severity::Notice,
         N_("A begin event has no end event; it is shown until the last time of its track and not counted as "
            "a "
            "slice.")},
        {RemarkKind::RepairedText, "repaired_text", Severity::Notice,
         N_("Names that hold control characters, wrong escapes or bytes that are not UTF-8; these are shown "
            "as "
            "\xEF\xBF\xBD.")},
        {RemarkKind::SameRank, "same_rank", Severity::Notice,
         N_("Several files say that they are of the same rank.")},
        {RemarkKind::MixedClocks, "mixed_clocks", Severity::Notice,
         N_("Some files tell wall-clock time and some do not, so that ranks may lie apart on the time "
            "axis.")},
        {RemarkKind::SeveralMembers, "several_members", Severity::Info,
         N_("The compressed file consists of several parts, which were read one after another.")},
        {RemarkKind::EmptyEvent, "empty_event", Severity::Info,
         N_("An empty object stands among the events; some writers close their list with one.")},
        {RemarkKind::ArgumentsAtEnd, "arguments_at_end", Severity::Info,
         N_("An end event has arguments of its own; those of the begin event are shown.")},
        {RemarkKind::Displaced, "displaced", Severity::Info,
         N_("Slices that overlap another one of their track without lying inside it; they are shown in lanes "
            "of "
            "their own.")},
        {RemarkKind::FlowWithoutBegin, "flow_without_begin", Severity::Info,
         N_("The end of an arrow without its start; no arrow is drawn. Some profilers write one for every "
            "call.")},
        {RemarkKind::FlowWithoutEnd, "flow_without_end", Severity::Info,
         N_("The start of an arrow without its end; no arrow is drawn.")},
        {RemarkKind::FlowEndUnbound, "flow_end_unbound", Severity::Info,
         N_("An arrow's end at which its track has no slice; the arrow ends at that time.")},
        {RemarkKind::BrokenMessage, "broken_message", Severity::DataLoss,
         N_("A part of the file is not the record it should be, and is left out.")},
        {RemarkKind::BrokenText, "broken_text", Severity::DataLoss,
         N_("The text is not valid JSON from here on. Everything before is kept.")},
        {RemarkKind::OddEntry, "odd_entry", Severity::DataLoss,
         N_("An entry does not have the shape that this format gives it, and is left out.")},
        {RemarkKind::NameNotInFile, "name_not_in_file", Severity::DataLoss,
         N_("A name that events refer to by number is not in the file; the events are kept without it.")},
        {RemarkKind::CounterWithoutTrack, "counter_without_track", Severity::DataLoss,
         N_("A counter's value does not say which counter it belongs to, and is left out.")},
        {RemarkKind::RecorderLostData, "recorder_lost_data", Severity::DataLoss,
         N_("The recording program says that it lost data here, mostly because its buffer was full.")},
        {RemarkKind::ArchiveMemberRefused, "archive_member_refused", Severity::DataLoss,
         N_("A member of an archive was not read: a link, a name that leads out of the archive, or a nested "
            "archive.")},
        {RemarkKind::FieldMissing, "field_missing", Severity::Notice,
         N_("Entries lack a field that this format has; zero or nothing stands for it.")},
        {RemarkKind::EventsWithoutTimes, "events_without_times", Severity::Notice,
         N_("The events have an order but no times; unless they were linked to a recording they are shown "
            "one "
            "microsecond apart.")},
        {RemarkKind::UnnamedEvent, "unnamed_event", Severity::Notice,
         N_("Events without a name are called 'unnamed'.")},
        {RemarkKind::EventOnlyCounted, "event_only_counted", Severity::Notice,
         N_("Entries that only tell how often something happened have no time and are not shown.")},
        {RemarkKind::UnknownClock, "unknown_clock", Severity::Notice,
         N_("Nothing in the file ties one of its clocks to the others; its times are shown as they are.")},
        {RemarkKind::ReplacedBytes, "replaced_bytes", Severity::Notice,
         N_("Raw control characters and bytes that are not UTF-8, inside texts, are shown as '?'.")},
        {RemarkKind::RecorderMessage, "recorder_message", Severity::Notice,
         N_("The recording program left warnings or errors of its own; the run's metadata hold them.")},
        {RemarkKind::UnreadFile, "unread_file", Severity::Notice,
         N_("A file of the folder or archive is of no known format and was not read.")},
        {RemarkKind::DataNotShown, "data_not_shown", Severity::Info,
         N_("The file holds data of further kinds, which are not shown; the run's metadata list them.")},
        {RemarkKind::FinerThanNanoseconds, "finer_than_nanoseconds", Severity::Info,
         N_("Times finer than a nanosecond: begin and end are both rounded down.")},
        {RemarkKind::NodesLinked, "nodes_linked", Severity::Info,
         N_("Nodes of an execution trace that were found in the recording of the same process, by their id "
            "or "
            "their sequence numbers; the recorded operations have their arguments and dependencies.")},
        {RemarkKind::NodesLinkedByOrder, "nodes_linked_by_order", Severity::Notice,
         N_("Nodes of an execution trace that were found in the recording by the order of their names alone; "
            "they may be of another step of the same program.")},
        {RemarkKind::NodesNotLinked, "nodes_not_linked", Severity::Notice,
         N_("Nodes of an execution trace that the recording of the same process does not have; they are not "
            "shown.")},
        {RemarkKind::SamplesShown, "samples_shown", Severity::Info,
         N_("Samples of a thread's stack; a frame is shown from the first sample that has it to the next one "
            "that "
            "has not.")},
        {RemarkKind::CacheRefused, "cache_refused", Severity::Info,
         N_("What was kept of this run from the last time is damaged, or of another version of the program; "
            "the "
            "files were read again and it is kept anew.")},
        {RemarkKind::PackPartRefused, "pack_part_refused", Severity::Notice,
         N_("A part of the pack that only saves work (sums for drawing, reports of analyses) is damaged; it "
            "is "
            "worked out again from the rest.")},
        {RemarkKind::UnknownDate, "unknown_date", Severity::Notice,
         N_("The lines tell times of day but no date: they stand on one unknown day, where a time that goes "
            "back by "
            "more than an hour begins the next one, and cannot be aligned with files that tell real time.")},
        {RemarkKind::MergedRanks, "merged_ranks", Severity::Info,
         N_("Processes of several ranks are in one file; where their names or labels tell which, each is a "
            "rank "
            "of the run. They share the file's clock.")},
        {RemarkKind::EventsPlaced, "events_placed", Severity::Notice,
         N_("The events say how long they take and what they need, but not when they began: each is shown as "
            "beginning when all that it needs is over. Their times were not measured.")},
        {RemarkKind::LostFile, "lost_file", Severity::DataLoss,
         N_("Files of the run could not be read or hold no events: what is told is of the others.")},
    }};
    return kTable;
}

namespace {

void sortRemarks(std::vector<Remark>& remarks)
{
    std::ranges::stable_sort(remarks, [](const Remark& a, const Remark& b) {
        return std::tuple(-static_cast<int>(a.severity), a.kind) <
               std::tuple(-static_cast<int>(b.severity), b.kind);
    });
}

} // namespace

bool isPart(const ImportReport& report)
{
    const std::string_view lost = remarkKinds()[static_cast<std::size_t>(RemarkKind::LostFile)].key;
    return std::ranges::any_of(report.remarks, [&](const Remark& remark) { return remark.kind == lost; });
}

std::vector<Remark> makeRemarks(const std::vector<std::string>& files,
                                const std::vector<RemarkCounter>& counters)
{
    std::vector<Remark> remarks;
    for (const RemarkKindInfo& info : remarkKinds()) {
        Remark remark{std::string(info.key), info.severity, 0, 0, {}, std::string(info.help)};
        for (std::size_t file = 0; file < counters.size(); ++file) {
            const std::uint64_t count = counters[file].count(info.kind);
            if (count > 0 && remark.count == 0) {
                remark.firstOffset = counters[file].firstOffset(info.kind);
                remark.file = files[file];
            }
            remark.count += count;
        }
        if (remark.count > 0)
            remarks.push_back(std::move(remark));
    }
    sortRemarks(remarks);
    return remarks;
}

void addRemarks(std::vector<Remark>& remarks, std::vector<Remark> more)
{
    for (Remark& remark : more) {
        const auto known = std::ranges::find(remarks, remark.kind, &Remark::kind);
        if (known == remarks.end())
            remarks.push_back(std::move(remark));
        else
            known->count += remark.count;
    }
    sortRemarks(remarks);
}

} // namespace shardscope::profiler
