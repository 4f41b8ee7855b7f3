// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's format: a packet for each track, slice end and counter sample; arrows are ids on slice begins
// (google/perfetto, docs/reference/synthetic-track-event.md).
#include "profiler/export/export_writers.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/rank_labels.h"
#include <proto/perfetto.pb.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler {
namespace {

constexpr std::uint32_t kSequence = 1;
constexpr std::uint64_t kProcesses = 1ULL << 32; ///< uuids of processes, beside those of tracks
constexpr std::uint64_t kCounters = 1ULL << 33;
constexpr std::uint64_t kSteps = 1ULL << 34;
constexpr std::int32_t kSliceBegin = 1; ///< TrackEvent.Type
constexpr std::int32_t kSliceEnd = 2;
constexpr std::int32_t kInstant = 3;
constexpr std::int32_t kCounter = 4;
constexpr char kPacketTag = 0x0A; ///< field 1 of Trace, length-delimited

class PerfettoWriter : TraceWriter {
public:
    PerfettoWriter(const core::Run& run, const ExportSink& sink, const core::Task& task)
        : TraceWriter(run, sink, task)
    {
        for (std::size_t index = 0; index < m_timeline.flows().size(); ++index) {
            const core::Flow& flow = m_timeline.flows()[index];
            if (!flow.from.valid() || !flow.to.valid())
                continue;
            m_leaving[flow.from.index()].push_back(index + 1);
            m_arriving[flow.to.index()].push_back(index + 1);
        }
    }

    bool write()
    {
        if (!processes() || !steps())
            return false;
        for (std::size_t index = 0; index < m_timeline.tracks().size(); ++index) {
            if (!track(core::TrackId{index}))
                return false;
        }
        return counters() && flush();
    }

private:
    [[nodiscard]] std::string text(core::NameId id) const
    {
        return id.valid() ? std::string(m_timeline.names().text(id)) : std::string();
    }
    bool put(perfetto::TracePacket& packet)
    {
        packet.set_trusted_packet_sequence_id(kSequence);
        const std::string bytes = packet.SerializeAsString();
        m_text += kPacketTag;
        for (std::size_t size = bytes.size();; size >>= 7) {
            m_text += static_cast<char>((size & 0x7F) | (size > 0x7F ? 0x80 : 0));
            if (size <= 0x7F)
                break;
        }
        m_text += bytes;
        return written();
    }

    bool processes()
    {
        for (std::size_t index = 0; index < m_processes.first.size(); ++index) {
            perfetto::TracePacket packet;
            perfetto::TrackDescriptor& descriptor = *packet.mutable_track_descriptor();
            descriptor.set_uuid(kProcesses + index + 1);
            descriptor.mutable_process()->set_pid(static_cast<std::int32_t>(index + 1));
            descriptor.mutable_process()->set_process_name(
                text(m_timeline.tracks()[m_processes.first[index].index()].process));
            if (m_processes.rank[index] >= 0)
                descriptor.mutable_process()->add_process_labels(
                    rankLabel(m_processes.rank[index],
                              m_timeline.tracks()[m_processes.first[index].index()].multiplicity));
            if (!put(packet))
                return false;
        }
        return true;
    }

    /// A row of its own for the steps of each process that has some.
    bool steps()
    {
        std::uint32_t named = 0;
        for (const ExportedStep& step : exportedSteps(m_timeline, m_processes)) {
            const std::uint64_t uuid = kSteps + step.process;
            if (named != step.process) {
                perfetto::TracePacket packet;
                perfetto::TrackDescriptor& descriptor = *packet.mutable_track_descriptor();
                descriptor.set_uuid(uuid);
                descriptor.set_parent_uuid(kProcesses + step.process);
                descriptor.set_name("steps");
                if (!put(packet))
                    return false;
            }
            named = step.process;
            perfetto::TracePacket packet;
            packet.set_timestamp(static_cast<std::uint64_t>(step.mark.begin));
            packet.mutable_track_event()->set_type(kSliceBegin);
            packet.mutable_track_event()->set_track_uuid(uuid);
            packet.mutable_track_event()->set_name(text(step.mark.name));
            packet.mutable_track_event()->add_categories(std::string(kStepCategory));
            if (!put(packet) || !edgeAt(uuid, step.mark.end))
                return false;
        }
        return true;
    }

    /// Slices of all depths of a track, in the order in which they open and close.
    bool track(core::TrackId id)
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        perfetto::TracePacket packet;
        perfetto::TrackDescriptor& descriptor = *packet.mutable_track_descriptor();
        descriptor.set_uuid(id.index() + 1);
        descriptor.set_parent_uuid(kProcesses + m_processes.ofTrack[id.index()]);
        descriptor.set_name(text(track.thread));
        descriptor.mutable_thread()->set_pid(static_cast<std::int32_t>(m_processes.ofTrack[id.index()]));
        descriptor.mutable_thread()->set_tid(static_cast<std::int32_t>(id.index() + 1));
        descriptor.mutable_thread()->set_thread_name(text(track.thread));
        if (!put(packet))
            return false;
        std::vector<std::uint32_t> rows;
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                rows.push_back(row);
        }
        const auto ts = m_timeline.ts();
        const auto dur = m_timeline.dur();
        std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
            return ts[a] != ts[b] ? ts[a] < ts[b] : dur[a] > dur[b];
        });
        std::vector<std::int64_t> open; // ends
        for (const std::uint32_t row : rows) {
            while (!open.empty() && open.back() <= ts[row]) {
                if (!edge(id, open.back()))
                    return false;
                open.pop_back();
            }
            if (!begin(id, row))
                return false;
            // What does not nest is cut where the slice around it ends.
            const std::int64_t end = ts[row] + dur[row];
            open.push_back(open.empty() ? end : std::min(end, open.back()));
        }
        for (; !open.empty(); open.pop_back()) {
            if (!edge(id, open.back()))
                return false;
        }
        return true;
    }
    bool begin(core::TrackId id, std::uint32_t row)
    {
        perfetto::TracePacket packet;
        packet.set_timestamp(static_cast<std::uint64_t>(m_timeline.ts()[row]));
        perfetto::TrackEvent& event = *packet.mutable_track_event();
        event.set_type(kSliceBegin);
        event.set_track_uuid(id.index() + 1);
        event.set_name(text(m_timeline.name()[row]));
        event.add_categories(text(m_timeline.category()[row]));
        if (m_run.arguments && m_timeline.args()[row] != core::kNoArgs)
            annotate(event, m_run.arguments->arguments(m_timeline.args()[row]));
        if (const auto found = m_leaving.find(row); found != m_leaving.end()) {
            for (const std::uint64_t flow : found->second)
                event.add_flow_ids(flow);
        }
        if (const auto found = m_arriving.find(row); found != m_arriving.end()) {
            for (const std::uint64_t flow : found->second)
                event.add_terminating_flow_ids(flow);
        }
        return put(packet);
    }
    /// What a slice tells when it is clicked: \p arguments, a JSON object.
    static void annotate(perfetto::TrackEvent& event, std::string arguments)
    {
        const json::Document document(std::move(arguments));
        json::walkObject(document.root(), [&](std::string_view key, std::string_view value) {
            perfetto::DebugAnnotation& annotation = *event.add_debug_annotations();
            annotation.set_name(plain(key));
            setValue(annotation, value, 0);
        });
    }
    static std::string plain(std::string_view quoted)
    {
        std::string out;
        json::appendText(quoted, out);
        return out;
    }
    static void setValue(perfetto::DebugAnnotation& annotation, std::string_view value, int depth)
    {
        constexpr int kDeepest = 32;
        const bool nested = depth < kDeepest && !value.empty();
        if (value.size() >= 2 && value.front() == '"') {
            annotation.set_string_value(plain(value.substr(1, value.size() - 2)));
        } else if (nested && value.front() == '{') {
            json::walkObject(value, [&](std::string_view key, std::string_view inner) {
                perfetto::DebugAnnotation& entry = *annotation.add_dict_entries();
                entry.set_name(plain(key));
                setValue(entry, inner, depth + 1);
            });
        } else if (nested && value.front() == '[') {
            json::walkArray(value, [&](std::string_view inner, bool complete) {
                if (complete)
                    setValue(*annotation.add_array_values(), inner, depth + 1);
            });
        } else if (value == "true" || value == "false") {
            annotation.set_bool_value(value == "true");
        } else {
            setNumber(annotation, value);
        }
    }
    static void setNumber(perfetto::DebugAnnotation& annotation, std::string_view value)
    {
        const char* const end = value.data() + value.size();
        std::int64_t whole = 0;
        double real = 0;
        const auto isAll = [&](std::from_chars_result read) {
            return read.ec == std::errc() && read.ptr == end;
        };
        if (isAll(std::from_chars(value.data(), end, whole)))
            annotation.set_int_value(whole);
        else if (isAll(std::from_chars(value.data(), end, real)))
            annotation.set_double_value(real);
        else if (value != "null")
            annotation.set_string_value(std::string(value));
    }
    bool edge(core::TrackId id, std::int64_t ts) { return edgeAt(id.index() + 1, ts); }
    bool edgeAt(std::uint64_t uuid, std::int64_t ts)
    {
        perfetto::TracePacket packet;
        packet.set_timestamp(static_cast<std::uint64_t>(ts));
        packet.mutable_track_event()->set_type(kSliceEnd);
        packet.mutable_track_event()->set_track_uuid(uuid);
        return put(packet);
    }

    bool counters()
    {
        for (const core::Instant& instant : m_timeline.instants()) {
            perfetto::TracePacket packet;
            packet.set_timestamp(static_cast<std::uint64_t>(instant.ts));
            packet.mutable_track_event()->set_type(kInstant);
            packet.mutable_track_event()->set_track_uuid(instant.track.index() + 1);
            packet.mutable_track_event()->set_name(text(instant.name));
            if (!put(packet))
                return false;
        }
        for (std::size_t index = 0; index < m_timeline.counterTracks().size(); ++index) {
            const core::CounterTrack& counter = m_timeline.counterTracks()[index];
            perfetto::TracePacket head;
            perfetto::TrackDescriptor& descriptor = *head.mutable_track_descriptor();
            descriptor.set_uuid(kCounters + index);
            descriptor.set_name(text(counter.name));
            if (m_processes.ofCounter[index] > 0)
                descriptor.set_parent_uuid(kProcesses + m_processes.ofCounter[index]);
            // Perfetto's counters have no series; the unit tells those of one counter apart, here as there.
            if (const std::string series(text(counter.series)); !series.empty() && series != "value")
                descriptor.mutable_counter()->set_unit_name(series);
            else
                descriptor.mutable_counter();
            if (!put(head))
                return false;
            for (const core::CounterSample& sample :
                 m_timeline.counterSamples().subspan(counter.begin, counter.count)) {
                perfetto::TracePacket packet;
                packet.set_timestamp(static_cast<std::uint64_t>(sample.ts));
                packet.mutable_track_event()->set_type(kCounter);
                packet.mutable_track_event()->set_track_uuid(kCounters + index);
                packet.mutable_track_event()->set_double_counter_value(sample.value);
                if (!put(packet))
                    return false;
            }
        }
        return true;
    }

    std::unordered_map<std::size_t, std::vector<std::uint64_t>> m_leaving;
    std::unordered_map<std::size_t, std::vector<std::uint64_t>> m_arriving;
};

} // namespace

bool writePerfettoTrace(const core::Run& run, const ExportSink& sink, const core::Task& task)
{
    return PerfettoWriter(run, sink, task).write();
}

} // namespace shardscope::profiler
