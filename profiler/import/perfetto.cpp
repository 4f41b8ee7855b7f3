// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers and meanings: google/perfetto, protos/perfetto/trace/trace_packet.proto and
// track_event/track_event.proto.
#include "profiler/import/perfetto.h"

#include "profiler/import/inflate.h"
#include "profiler/import/json_writer.h"
#include "profiler/import/perfetto_state.h"
#include "profiler/import/saturate.h"
#include "profiler/import/whole_text.h"
#include "profiler/import/wire.h"

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <array>
#include <map>

namespace shardscope::profiler {

namespace {

constexpr std::uint32_t kTracePacket = 1;
constexpr std::uint32_t kStateCleared = 1; // SequenceFlags
constexpr std::size_t kMostInflated = std::size_t{16}
                                      << 20; // a compressed_packets holds less than 512 KB by the schema

/// Fields of a packet that are read, or that say nothing about the run.
bool expected(std::uint32_t number)
{
    constexpr std::array<std::uint32_t, 29> kNumbers{3,  6,  8,  10, 11, 12, 13, 33, 34, 35,
                                                     36, 41, 42, 43, 44, 45, 50, 52, 53, 58,
                                                     59, 60, 69, 79, 87, 89, 91, 98, 124};
    return std::binary_search(kNumbers.begin(), kNumbers.end(), number);
}

struct OtherPacket {
    std::uint32_t number;
    std::string_view name;
};
constexpr std::array kOthers{OtherPacket{1, "ftrace_events"},
                             OtherPacket{2, "process_tree"},
                             OtherPacket{5, "chrome_events"},
                             OtherPacket{7, "sys_stats"},
                             OtherPacket{9, "process_stats"},
                             OtherPacket{37, "profile_packet"},
                             OtherPacket{38, "battery"},
                             OtherPacket{39, "android_log"},
                             OtherPacket{46, "trigger"},
                             OtherPacket{47, "packages_list"},
                             OtherPacket{54, "streaming_profile_packet"},
                             OtherPacket{62, "vulkan_memory_event"},
                             OtherPacket{65, "vulkan_api_event"},
                             OtherPacket{66, "perf_sample"},
                             OtherPacket{71, "gpu_mem_total_event"},
                             OtherPacket{128, "gpu_info"},
                             OtherPacket{133, "zstd_compressed_packets"}};

bool parse(google::protobuf::MessageLite& message, std::string_view bytes)
{
    return bytes.size() <= 0x7FFFFFFF &&
           message.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

class PerfettoArguments : public FileArguments {
public:
    PerfettoArguments(std::shared_ptr<const RandomText> text,
                      std::shared_ptr<const PerfettoNameHistory> names)
        : m_text(std::move(text))
        , m_names(std::move(names))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        // The place is that of the packet's tag in the trace.
        const std::uint64_t offset = place;
        for (const std::size_t size : {std::size_t{4} << 10, std::size_t{1} << 20}) {
            std::string bytes(size, '\0');
            bytes.resize(m_text->read(offset, bytes.data(), bytes.size()));
            const auto field = WireReader(bytes).next();
            perfetto::TracePacket packet;
            if (!field || field->type != WireType::Bytes || !parse(packet, field->bytes))
                continue;
            if (packet.has_gpu_render_stage_event())
                return gpuArguments(packet.gpu_render_stage_event());
            return perfettoAnnotations(packet.track_event(),
                                       m_names->at(packet.trusted_packet_sequence_id(), offset));
        }
        return "{}";
    }

private:
    static std::string gpuArguments(const perfetto::GpuRenderStageEvent& event)
    {
        JsonWriter json;
        json.beginObject();
        json.key("event_id").unsignedInteger(event.event_id());
        json.key("context").unsignedInteger(event.context());
        for (const auto& extra : event.extra_data())
            json.key(extra.name()).text(extra.value());
        json.endObject();
        return json.take();
    }

    std::shared_ptr<const RandomText> m_text;
    std::shared_ptr<const PerfettoNameHistory> m_names;
};

class PerfettoReader {
public:
    PerfettoReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
        , m_names(std::make_shared<PerfettoNameHistory>())
    {
    }

    core::Result<core::Done> read(std::string_view bytes, std::shared_ptr<const RandomText> text)
    {
        // Descriptors and snapshots may stand behind what refers to them: once through for them, once for
        // events.
        walk(bytes, 0, [this](const perfetto::TracePacket& packet, std::uint64_t) { learn(packet); });
        m_learning = false;
        m_target.file.baseTimeNs = m_clocks.realtimeOffset();
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs);
        walk(bytes, 0,
             [this](const perfetto::TracePacket& packet, std::uint64_t place) { readPacket(packet, place); });
        if (m_task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        finishFlows();
        for (const auto& [name, count] : m_others) {
            m_target.remarks.note(RemarkKind::DataNotShown, 0, count);
            m_target.metadata.emplace_back("packets of " + name, std::to_string(count));
        }
        m_target.arguments = std::make_shared<PerfettoArguments>(std::move(text), m_names);
        return core::Done{};
    }

private:
    /// What later packets of a sequence refer to.
    struct Sequence {
        std::uint64_t track = 0;
        bool hasTrack = false;
        std::vector<std::uint64_t> counters, realCounters;
        std::uint32_t clock = 0;
        std::int32_t pid = -1, tid = -1;
        std::int64_t legacyUs = 0;
        std::map<std::uint32_t, std::int64_t> clockNow;   ///< of incremental clocks
        std::map<std::uint64_t, std::int64_t> counterNow; ///< of incremental counters
    };

    template <class Use>
    void walk(std::string_view bytes, int depth, const Use& use)
    {
        WireReader trace(bytes);
        std::uint64_t number = 0;
        for (std::uint64_t place = trace.offset(); const auto field = trace.next(); place = trace.offset()) {
            if (field->number != kTracePacket || field->type != WireType::Bytes)
                continue;
            if (depth == 0 && (++number & 0xFFFF) == 0) {
                if (m_task.cancelled())
                    return;
                m_task.report("read", (m_learning ? 0 : 0.5) +
                                          static_cast<double>(place) / static_cast<double>(bytes.size()) / 2);
            }
            perfetto::TracePacket packet;
            if (!parse(packet, field->bytes)) {
                if (m_learning)
                    m_target.remarks.note(RemarkKind::BrokenMessage, field->offset);
                continue;
            }
            if (m_learning)
                countOthers(field->bytes);
            use(packet, depth == 0 ? place : core::kNoArgs);
            if (packet.has_compressed_packets() && depth == 0) {
                const auto inflated = inflateAll(packet.compressed_packets(), kMostInflated);
                if (inflated)
                    walk(*inflated, depth + 1, use);
                else if (m_learning)
                    m_target.remarks.note(RemarkKind::BrokenMessage, field->offset);
            }
        }
        if (trace.broken() && m_learning)
            m_target.remarks.note(RemarkKind::TruncatedText, trace.offset());
    }

    void countOthers(std::string_view packet)
    {
        WireReader reader(packet);
        while (const auto field = reader.next()) {
            if (expected(field->number))
                continue;
            const auto* known = std::find_if(kOthers.begin(), kOthers.end(), [&](const OtherPacket& other) {
                return other.number == field->number;
            });
            ++m_others[known == kOthers.end() ? "field " + std::to_string(field->number)
                                              : std::string(known->name)];
        }
    }

    void learn(const perfetto::TracePacket& packet)
    {
        if (packet.has_track_descriptor())
            m_tracks.add(packet.track_descriptor());
        if (packet.has_process_descriptor())
            m_tracks.addProcess(packet.process_descriptor().pid(),
                                packet.process_descriptor().process_name());
        if (packet.has_thread_descriptor())
            m_tracks.addThread(packet.thread_descriptor().pid(), packet.thread_descriptor().tid(),
                               packet.thread_descriptor().thread_name());
        if (packet.has_clock_snapshot())
            m_clocks.add(packet.trusted_packet_sequence_id(), packet.clock_snapshot());
    }

    void readPacket(const perfetto::TracePacket& packet, std::uint64_t place)
    {
        const std::uint32_t id = packet.trusted_packet_sequence_id();
        Sequence& sequence = m_sequences[id];
        const std::uint64_t offset = place == core::kNoArgs ? m_lastOffset : place;
        m_lastOffset = offset;
        if ((packet.sequence_flags() & kStateCleared) != 0 || packet.incremental_state_cleared()) {
            m_names->clear(id, offset);
            const Sequence old = std::exchange(sequence, Sequence());
            sequence.clockNow = old.clockNow;
        }
        if (packet.previous_packet_dropped())
            m_target.remarks.note(RemarkKind::RecorderLostData, offset);
        if (packet.has_interned_data())
            m_names->current(id, offset).add(packet.interned_data());
        if (packet.has_trace_packet_defaults())
            takeDefaults(packet.trace_packet_defaults(), sequence);
        if (packet.has_clock_snapshot()) {
            for (const auto& clock : packet.clock_snapshot().clocks()) {
                if (clock.is_incremental())
                    sequence.clockNow[clock.clock_id()] = clampTime(clock.timestamp());
            }
        }
        if (packet.has_thread_descriptor()) {
            sequence.pid = packet.thread_descriptor().pid();
            sequence.tid = packet.thread_descriptor().tid();
            sequence.legacyUs = packet.thread_descriptor().reference_timestamp_us();
        }
        ++m_target.tally.events;
        const std::uint64_t args = place == core::kNoArgs ? core::kNoArgs : placeOf(m_target.source, place);
        if (packet.has_track_event())
            readEvent(packet, sequence, m_names->current(id, offset), args, offset);
        else if (packet.has_gpu_render_stage_event())
            readGpuWork(packet, sequence, m_names->current(id, offset), args, offset);
        else if (packet.has_gpu_counter_event())
            readGpuCounters(packet, sequence, offset);
        else
            ++m_target.tally.metadata;
    }

    static void takeDefaults(const perfetto::TracePacketDefaults& defaults, Sequence& sequence)
    {
        sequence.clock = defaults.timestamp_clock_id();
        if (!defaults.has_track_event_defaults())
            return;
        const perfetto::TrackEventDefaults& event = defaults.track_event_defaults();
        sequence.hasTrack = event.has_track_uuid();
        sequence.track = event.track_uuid();
        sequence.counters.assign(event.extra_counter_track_uuids().begin(),
                                 event.extra_counter_track_uuids().end());
        sequence.realCounters.assign(event.extra_double_counter_track_uuids().begin(),
                                     event.extra_double_counter_track_uuids().end());
    }

    std::int64_t timeOf(const perfetto::TracePacket& packet, Sequence& sequence, std::uint64_t offset)
    {
        const std::uint32_t clock = packet.has_timestamp_clock_id() ? packet.timestamp_clock_id()
                                    : sequence.clock != 0           ? sequence.clock
                                                                    : PerfettoClocks::kBoottime;
        const std::uint32_t id = packet.trusted_packet_sequence_id();
        std::int64_t raw = clampTime(packet.timestamp());
        if (m_clocks.incremental(id, clock)) {
            std::int64_t& now = sequence.clockNow[clock];
            now = saturatedSum(now, raw);
            raw = now;
        }
        const std::int64_t ns = saturatedProduct(raw, m_clocks.multiplier(id, clock));
        const auto primary = m_clocks.toPrimary(id, clock, ns);
        if (!primary && clock != PerfettoClocks::kBoottime)
            m_target.remarks.note(RemarkKind::UnknownClock, offset);
        return saturatedSum(primary.value_or(ns), m_shift);
    }

    std::string_view nameFrom(const PerfettoNames::Map& map, std::uint64_t iid, std::uint64_t offset)
    {
        const auto found = map.find(iid);
        if (found != map.end())
            return found->second;
        m_target.remarks.note(RemarkKind::NameNotInFile, offset);
        return "unnamed";
    }

    core::TrackId trackOf(std::uint64_t uuid)
    {
        if (const auto known = m_trackIds.find(uuid); known != m_trackIds.end())
            return known->second;
        const auto [process, thread] = m_tracks.names(uuid);
        const PerfettoTrack* described = m_tracks.find(uuid);
        // Threads of the same process share its key, so that they are shown together.
        const core::TrackId id =
            m_target.builder.track(process, "uuid " + std::to_string(uuid), m_target.source);
        core::Track& track = m_target.builder.describe(id);
        track.process = m_target.builder.intern(process);
        track.thread = m_target.builder.intern(thread);
        track.threadOrder = described == nullptr ? 0 : described->isThread ? described->tid : described->rank;
        m_trackIds.emplace(uuid, id);
        return id;
    }

    core::TrackId threadTrack(std::int32_t pid, std::int32_t tid)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const std::string process = m_tracks.processName(pid);
        const core::TrackId id = builder.track(process, "tid " + std::to_string(tid), m_target.source);
        core::Track& track = builder.describe(id);
        track.process = builder.intern(process);
        track.thread = builder.intern(m_tracks.threadName(tid));
        track.threadOrder = tid;
        return id;
    }

    core::TrackId asyncTrack(const perfetto::LegacyEvent& legacy, core::TrackId beside,
                             std::string_view category)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const std::uint64_t id = legacy.has_local_id()    ? legacy.local_id()
                                 : legacy.has_global_id() ? legacy.global_id()
                                                          : legacy.unscoped_id();
        const core::NameId process = builder.describe(beside).process;
        const core::NameId key = builder.describe(beside).processKey;
        const std::string thread =
            "async " + std::string(category) + " " + legacy.id_scope() + " " + hexadecimal(id);
        const core::TrackId track = builder.track(builder.text(key), thread, m_target.source);
        builder.describe(track).process = process;
        builder.describe(track).thread = builder.intern(thread);
        builder.describe(track).async = true;
        return track;
    }

    void readEvent(const perfetto::TracePacket& packet, Sequence& sequence, const PerfettoNames& names,
                   std::uint64_t args, std::uint64_t offset)
    {
        const perfetto::TrackEvent& event = packet.track_event();
        const perfetto::LegacyEvent& legacy = event.legacy_event();
        std::int64_t ts = 0;
        if (event.has_timestamp_absolute_us()) {
            ts = timeOfUs(event.timestamp_absolute_us());
        } else if (event.has_timestamp_delta_us()) {
            sequence.legacyUs = saturatedSum(sequence.legacyUs, event.timestamp_delta_us());
            ts = timeOfUs(sequence.legacyUs);
        } else {
            ts = timeOf(packet, sequence, offset);
        }
        core::TrackId track;
        if (legacy.has_pid_override() || legacy.has_tid_override())
            track = threadTrack(legacy.has_pid_override() ? legacy.pid_override() : sequence.pid,
                                legacy.has_tid_override() ? legacy.tid_override() : sequence.tid);
        else if (event.has_track_uuid() || sequence.hasTrack)
            track = trackOf(event.has_track_uuid() ? event.track_uuid() : sequence.track);
        else if (sequence.tid != -1)
            track = threadTrack(sequence.pid, sequence.tid);
        else
            track = trackOf(0);

        std::string_view name;
        const std::uint64_t nameId = event.has_name_iid() ? event.name_iid() : legacy.name_iid();
        if (event.has_name())
            name = event.name();
        else if (nameId != 0)
            name = nameFrom(names.events, nameId, offset);
        std::string category;
        for (const std::uint64_t iid : event.category_iids())
            category += (category.empty() ? "" : ",") + std::string(nameFrom(names.categories, iid, offset));
        for (const std::string& one : event.categories())
            category += (category.empty() ? "" : ",") + one;

        const std::uint64_t shownArgs = event.debug_annotations_size() > 0 ? args : core::kNoArgs;
        place(event, track, ts, name, category, shownArgs, sequence, offset);
        readExtraCounters(event, ts, sequence, offset);
        for (const std::uint64_t id : event.flow_ids_old())
            m_flows.push_back({id, ts, m_flows.size(), args, track, false});
        for (const std::uint64_t id : event.flow_ids())
            m_flows.push_back({id, ts, m_flows.size(), args, track, false});
        for (const std::uint64_t id : event.terminating_flow_ids_old())
            m_flows.push_back({id, ts, m_flows.size(), args, track, true});
        for (const std::uint64_t id : event.terminating_flow_ids())
            m_flows.push_back({id, ts, m_flows.size(), args, track, true});
    }

    [[nodiscard]] std::int64_t timeOfUs(std::int64_t us) const
    {
        return saturatedSum(saturatedProduct(us, 1000), m_shift);
    }

    void place(const perfetto::TrackEvent& event, core::TrackId track, std::int64_t ts, std::string_view name,
               std::string_view category, std::uint64_t args, Sequence& sequence, std::uint64_t offset)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const perfetto::LegacyEvent& legacy = event.legacy_event();
        const core::NameId nameId = builder.intern(name.empty() ? "unnamed" : name);
        const core::NameId categoryId = builder.intern(category);
        const int phase = event.has_type() ? 0 : legacy.phase();
        if (event.type() == 1 || phase == 'B') {
            builder.sliceBegin(track, ts, nameId, categoryId, args);
        } else if (event.type() == 2 || phase == 'E') {
            builder.sliceEnd(track, ts, core::NameId{}, args);
            if (event.debug_annotations_size() > 0)
                m_target.remarks.note(RemarkKind::ArgumentsAtEnd, offset);
        } else if (phase == 'X') {
            builder.slice(track, ts, saturatedProduct(legacy.duration_us(), 1000), nameId, categoryId, args);
            ++m_target.tally.slices;
        } else if (event.type() == 3 || phase == 'i' || phase == 'I' || phase == 'R') {
            builder.instant(track, ts, nameId, categoryId, args);
            ++m_target.tally.instants;
        } else if (event.type() == 4) {
            const std::uint64_t uuid = event.has_track_uuid() ? event.track_uuid() : sequence.track;
            if (event.has_double_counter_value())
                realSample(uuid, ts, event.double_counter_value());
            else
                sample(uuid, ts, event.counter_value(), sequence);
        } else if (phase == 'b' || phase == 'S') {
            builder.sliceBegin(asyncTrack(legacy, track, category), ts, nameId, categoryId, args);
        } else if (phase == 'e' || phase == 'F') {
            builder.sliceEnd(asyncTrack(legacy, track, category), ts, core::NameId{}, args);
        } else if (phase == 'n' || phase == 'T' || phase == 'p') {
            builder.instant(asyncTrack(legacy, track, category), ts, nameId, categoryId, args);
            ++m_target.tally.instants;
        } else if (phase == 's' || phase == 't' || phase == 'f') {
            const core::FlowPhase flow = phase == 's'   ? core::FlowPhase::Begin
                                         : phase == 't' ? core::FlowPhase::Step
                                                        : core::FlowPhase::End;
            const std::uint64_t id = legacy.has_local_id()    ? legacy.local_id()
                                     : legacy.has_global_id() ? legacy.global_id()
                                                              : legacy.unscoped_id();
            builder.flow(flow, track, ts, categoryId, id, args, phase == 'f' && !legacy.bind_to_enclosing());
            countFlow(flow);
        } else if (phase == 'M') {
            ++m_target.tally.metadata;
        } else if (event.has_type() ? event.type() != 0 : phase != 0) {
            m_target.remarks.note(RemarkKind::PhaseNotShown, offset);
        } else if (event.flow_ids_size() + event.terminating_flow_ids_size() == 0 &&
                   event.extra_counter_values_size() + event.extra_double_counter_values_size() == 0) {
            m_target.remarks.note(RemarkKind::PhaseMissing, offset);
        }
    }

    void countFlow(core::FlowPhase phase)
    {
        ++(phase == core::FlowPhase::Begin  ? m_target.tally.flowBegins
           : phase == core::FlowPhase::Step ? m_target.tally.flowSteps
                                            : m_target.tally.flowEnds);
    }

    void sample(std::uint64_t uuid, std::int64_t ts, std::int64_t value, Sequence& sequence)
    {
        const PerfettoTrack* track = m_tracks.find(uuid);
        if (track != nullptr && track->incremental) {
            std::int64_t& now = sequence.counterNow[uuid];
            if (__builtin_add_overflow(now, value, &now))
                now = 0;
            value = now;
        }
        realSample(uuid, ts, static_cast<double>(value));
    }

    void realSample(std::uint64_t uuid, std::int64_t ts, double value)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const PerfettoTrack* track = m_tracks.find(uuid);
        const auto [process, name] = m_tracks.names(uuid);
        const double multiplier = track == nullptr ? 1.0 : static_cast<double>(track->unitMultiplier);
        const std::string series = track == nullptr || track->unit.empty() ? "value" : track->unit;
        builder.counter(builder.intern(process), builder.intern(name), builder.intern(series), ts,
                        value * multiplier, m_target.source);
        ++m_target.tally.counters;
    }

    void readExtraCounters(const perfetto::TrackEvent& event, std::int64_t ts, Sequence& sequence,
                           std::uint64_t offset)
    {
        const bool own = event.extra_counter_track_uuids_size() > 0;
        const bool ownReal = event.extra_double_counter_track_uuids_size() > 0;
        const auto lost = [&] { m_target.remarks.note(RemarkKind::CounterWithoutTrack, offset); };
        for (int i = 0; i < event.extra_counter_values_size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (own ? i < event.extra_counter_track_uuids_size() : at < sequence.counters.size())
                sample(own ? event.extra_counter_track_uuids(i) : sequence.counters[at], ts,
                       event.extra_counter_values(i), sequence);
            else
                lost();
        }
        for (int i = 0; i < event.extra_double_counter_values_size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (ownReal ? i < event.extra_double_counter_track_uuids_size()
                        : at < sequence.realCounters.size())
                realSample(ownReal ? event.extra_double_counter_track_uuids(i) : sequence.realCounters[at],
                           ts, event.extra_double_counter_values(i));
            else
                lost();
        }
    }

    void readGpuWork(const perfetto::TracePacket& packet, Sequence& sequence, const PerfettoNames& names,
                     std::uint64_t args, std::uint64_t offset)
    {
        const perfetto::GpuRenderStageEvent& event = packet.gpu_render_stage_event();
        core::TimelineBuilder& builder = m_target.builder;
        const std::string process = "GPU " + std::to_string(event.gpu_id());
        const std::string queue =
            event.has_hw_queue_iid()
                ? std::string(nameFrom(names.gpuSpecifications, event.hw_queue_iid(), offset))
                : "queue " + std::to_string(event.hw_queue_id());
        const core::TrackId id = builder.track(process, queue, m_target.source);
        core::Track& track = builder.describe(id);
        track.process = builder.intern(process);
        track.thread = builder.intern(queue);
        track.device = true;
        std::string_view name = event.name();
        if (event.has_kernel_iid())
            name = nameFrom(names.kernels, event.kernel_iid(), offset);
        else if (name.empty() && event.has_stage_iid())
            name = nameFrom(names.gpuSpecifications, event.stage_iid(), offset);
        builder.slice(id, timeOf(packet, sequence, offset), clampTime(event.duration()),
                      builder.intern(name.empty() ? "unnamed" : name), builder.intern("kernel"), args);
        ++m_target.tally.slices;
    }

    void readGpuCounters(const perfetto::TracePacket& packet, Sequence& sequence, std::uint64_t offset)
    {
        const perfetto::GpuCounterEvent& event = packet.gpu_counter_event();
        for (const auto& spec : event.counter_descriptor().specs())
            m_gpuCounters[spec.counter_id()] = spec.name();
        core::TimelineBuilder& builder = m_target.builder;
        const std::int64_t ts = timeOf(packet, sequence, offset);
        const core::NameId process = builder.intern("GPU " + std::to_string(event.gpu_id()));
        for (const auto& counter : event.counters()) {
            const std::string& name = m_gpuCounters[counter.counter_id()];
            builder.counter(
                process,
                builder.intern(name.empty() ? "counter " + std::to_string(counter.counter_id()) : name),
                builder.intern("value"), ts,
                counter.has_double_value() ? counter.double_value()
                                           : static_cast<double>(counter.int_value()),
                m_target.source);
            ++m_target.tally.counters;
        }
    }

    /// The earliest event of a flow is its source, a terminating one its end, those between are steps.
    void finishFlows()
    {
        std::sort(m_flows.begin(), m_flows.end(), [](const FlowEnd& a, const FlowEnd& b) {
            return std::tie(a.id, a.ts, a.order) < std::tie(b.id, b.ts, b.order);
        });
        const core::NameId category = m_target.builder.intern("flow");
        bool open = false;
        for (std::size_t i = 0; i < m_flows.size(); ++i) {
            const FlowEnd& end = m_flows[i];
            open = open && i > 0 && m_flows[i - 1].id == end.id;
            const bool last = end.terminates || i + 1 == m_flows.size() || m_flows[i + 1].id != end.id;
            const core::FlowPhase phase =
                !open  ? (end.terminates ? core::FlowPhase::End : core::FlowPhase::Begin)
                : last ? core::FlowPhase::End
                       : core::FlowPhase::Step;
            m_target.builder.flow(phase, end.track, end.ts, category, end.id, end.place);
            countFlow(phase);
            open = !end.terminates;
        }
    }

    struct FlowEnd {
        std::uint64_t id;
        std::int64_t ts;
        std::size_t order;
        std::uint64_t place;
        core::TrackId track;
        bool terminates;
    };

    ImportTarget& m_target;
    const core::Task& m_task;
    std::shared_ptr<PerfettoNameHistory> m_names;
    PerfettoClocks m_clocks;
    PerfettoTracks m_tracks;
    std::unordered_map<std::uint32_t, Sequence> m_sequences;
    std::unordered_map<std::uint64_t, core::TrackId> m_trackIds;
    std::unordered_map<std::uint32_t, std::string> m_gpuCounters;
    std::map<std::string, std::uint64_t> m_others;
    std::vector<FlowEnd> m_flows;
    std::uint64_t m_lastOffset = 0;
    std::int64_t m_shift = 0;
    bool m_learning = true;
};

bool looksLikePerfetto(std::string_view head)
{
    WireReader trace(head);
    bool known = false;
    for (int packets = 0; packets < 8; ++packets) {
        const auto field = trace.next();
        if (!field)
            return known || (trace.broken() && packets == 0 && head.starts_with('\x0a') && head.size() > 2 &&
                             looksLikePerfetto(head.substr(2)));
        if (field->number != kTracePacket || field->type != WireType::Bytes)
            return false;
        WireReader packet(field->bytes);
        while (const auto inner = packet.next()) {
            const bool varint = inner->number == 8 || inner->number == 10 || inner->number == 13 ||
                                inner->number == 3 || inner->number == 41;
            if (varint != (inner->type == WireType::Varint) && expected(inner->number) &&
                inner->number != 42 && inner->number != 58 && inner->number != 79 && inner->number != 87 &&
                inner->number != 98)
                return false;
            known = known || expected(inner->number);
        }
        if (packet.broken())
            return false;
    }
    return known;
}

} // namespace

bool PerfettoImporter::sniff(std::string_view firstBytes) const { return looksLikePerfetto(firstBytes); }

core::Result<core::Done> PerfettoImporter::read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const
{
    SHARDSCOPE_TRY(const std::string bytes, readWhole(source, task));
    if (!looksLikePerfetto(std::string_view(bytes).substr(0, std::size_t{64} << 10)))
        return core::Error{
            core::ErrorCode::FormatUnknown, {"another protobuf message", std::string(name())}, {}};
    return PerfettoReader(target, task).read(bytes, source.randomText());
}

} // namespace shardscope::profiler
