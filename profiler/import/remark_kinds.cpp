// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/remark_kinds.h"

#include <algorithm>
#include <tuple>

namespace shardscope::profiler {

using core::Severity;

const std::array<RemarkKindInfo, kRemarkKinds>& remarkKinds()
{
    static constexpr std::array<RemarkKindInfo, kRemarkKinds> kTable{{
        {RemarkKind::TruncatedCompression, "truncated_compression", Severity::DataLoss,
         "The compressed file is cut short. Everything up to there is kept; record or copy the file again "
         "for the rest."},
        {RemarkKind::DamagedCompression, "damaged_compression", Severity::DataLoss,
         "The compressed data are damaged, or their checksum does not match. Everything up to there is "
         "kept."},
        {RemarkKind::TruncatedText, "truncated_text", Severity::DataLoss,
         "The file ends inside an event or a value, which is lost; everything before is kept."},
        {RemarkKind::BrokenEvent, "broken_event", Severity::DataLoss,
         "An event is not valid JSON (often an unescaped quote in a name) and was skipped up to the next "
         "event."},
        {RemarkKind::BrokenHeader, "broken_header", Severity::DataLoss,
         "A value beside the events is not valid JSON or not of the expected type; what it says is lost."},
        {RemarkKind::EventWithoutTime, "event_without_time", Severity::DataLoss,
         "An event has no usable time stamp and cannot be placed."},
        {RemarkKind::CounterValueNotANumber, "counter_value_not_a_number", Severity::DataLoss,
         "A counter's value is not a finite number; this sample is left out."},
        {RemarkKind::EndWithoutBegin, "end_without_begin", Severity::DataLoss,
         "An end event has no begin event on its track (often cut off at the start of the recording)."},
        {RemarkKind::PhaseNotShown, "phase_not_shown", Severity::Notice,
         "Events of a kind that the timeline does not show: samples, object and memory snapshots, contexts, "
         "clock marks."},
        {RemarkKind::PhaseMissing, "phase_missing", Severity::DataLoss,
         "An event does not say what kind it is."},
        {RemarkKind::NotAnEvent, "not_an_event", Severity::DataLoss,
         "An element of the events is not an object."},
        {RemarkKind::BytesAfterCompression, "bytes_after_compression", Severity::Notice,
         "Bytes behind the compressed data are not compressed data; they were ignored."},
        {RemarkKind::TextAfterEnd, "text_after_end", Severity::Notice,
         "Text behind the end of the trace was ignored."},
        {RemarkKind::UnterminatedArray, "unterminated_array", Severity::Notice,
         "The list of events is not closed: the recording program probably ended early. All events are "
         "kept."},
        {RemarkKind::UnterminatedObject, "unterminated_object", Severity::Notice,
         "The file's outer object is not closed: the recording program probably ended early."},
        {RemarkKind::TrailingComma, "trailing_comma", Severity::Notice,
         "A comma stands behind the last event. All events are kept."},
        {RemarkKind::MissingComma, "missing_comma", Severity::Notice,
         "Two events follow each other without a comma. Both are kept."},
        {RemarkKind::MissingDuration, "missing_duration", Severity::Notice,
         "A complete event has no duration; it is shown with duration zero."},
        {RemarkKind::DurationNotANumber, "duration_not_a_number", Severity::Notice,
         "A duration is not a number; the event is shown with duration zero."},
        {RemarkKind::NegativeDuration, "negative_duration", Severity::Notice,
         "A duration is negative; the event is shown with duration zero."},
        {RemarkKind::TimeOutOfRange, "time_out_of_range", Severity::Notice,
         "A time lies more than 146 years from zero and was moved to that limit."},
        {RemarkKind::BeginWithoutEnd, "begin_without_end", Severity::Notice,
         "A begin event has no end event; it is shown until the last time of its track and not counted as a "
         "slice."},
        {RemarkKind::RepairedText, "repaired_text", Severity::Notice,
         "Names that hold control characters, wrong escapes or bytes that are not UTF-8; these are shown as "
         "\xEF\xBF\xBD."},
        {RemarkKind::SameRank, "same_rank", Severity::Notice,
         "Several files say that they are of the same rank."},
        {RemarkKind::MixedClocks, "mixed_clocks", Severity::Notice,
         "Some files tell wall-clock time and some do not, so that ranks may lie apart on the time axis."},
        {RemarkKind::SeveralMembers, "several_members", Severity::Info,
         "The compressed file consists of several parts, which were read one after another."},
        {RemarkKind::EmptyEvent, "empty_event", Severity::Info,
         "An empty object stands among the events; some writers close their list with one."},
        {RemarkKind::ArgumentsAtEnd, "arguments_at_end", Severity::Info,
         "An end event has arguments of its own; those of the begin event are shown."},
        {RemarkKind::Displaced, "displaced", Severity::Info,
         "Slices that overlap another one of their track without lying inside it; they are shown in lanes of "
         "their own."},
        {RemarkKind::FlowWithoutBegin, "flow_without_begin", Severity::Info,
         "The end of an arrow without its start; no arrow is drawn. Some profilers write one for every "
         "call."},
        {RemarkKind::FlowWithoutEnd, "flow_without_end", Severity::Info,
         "The start of an arrow without its end; no arrow is drawn."},
        {RemarkKind::FlowEndUnbound, "flow_end_unbound", Severity::Info,
         "An arrow's end at which its track has no slice; the arrow ends at that time."},
    }};
    return kTable;
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
    std::sort(remarks.begin(), remarks.end(), [](const Remark& a, const Remark& b) {
        return std::tuple(-static_cast<int>(a.severity), a.kind) <
               std::tuple(-static_cast<int>(b.severity), b.kind);
    });
    return remarks;
}

} // namespace shardscope::profiler
