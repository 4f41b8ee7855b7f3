// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers and meanings: google/perfetto, protos/perfetto/trace/trace_packet.proto and
// track_event/track_event.proto.
#include "profiler/import/formats.h"

#include "core/kinds/op_class.h"
#include "profiler/import/bytes/inflate.h"
#include "profiler/import/perfetto/perfetto_arguments.h"
#include "profiler/import/perfetto/perfetto_fields.h"
#include "profiler/import/perfetto/perfetto_gpu.h"
#include "profiler/import/perfetto/perfetto_rows.h"
#include "profiler/import/perfetto/perfetto_state.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/protobuf/wire_stream.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/rank_labels.h"

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <map>

namespace shardscope::profiler {

namespace {

constexpr std::uint32_t kStateCleared = 1; // SequenceFlags
constexpr std::size_t kMostInflated = std::size_t{16}
                                      << 20; // a compressed_packets holds less than 512 KB by the schema

class PerfettoReader {
public:
    PerfettoReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
        , m_names(std::make_shared<PerfettoNameHistory>())
    {
    }

    core::Result<core::Done> read(ByteSource& source)
    {
        // Descriptors and snapshots may stand behind what refers to them: once through for them, once for
        // events.
        m_fileBytes = source.fileBytes();
        WireStream once = streamOf(source);
        SHARDSCOPE_TRY_DONE(
            walk(once, 0, [this](const perfetto::TracePacket& packet, std::uint64_t) { learn(packet); }));
        m_learning = false;
        m_fileBytes = once.fieldPlace();
        const std::shared_ptr<const RandomText> text = source.randomText();
        m_target.file.baseTimeNs = m_clocks.realtimeOffset();
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs, 0);
        WireStream again = streamOf(text);
        SHARDSCOPE_TRY_DONE(walk(again, 0, [this](const perfetto::TracePacket& packet, std::uint64_t place) {
            readPacket(packet, place);
        }));
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        m_flows.place(m_target);
        m_bindings.place(m_target);
        m_gpu.placeArrows();
        if (m_tracks.severalRanks())
            m_target.remarks.note(RemarkKind::MergedRanks, 0);
        for (const auto& [name, count] : m_others) {
            m_target.remarks.note(RemarkKind::DataNotShown, 0, count);
            m_target.metadata.emplace_back("packets of " + name, std::to_string(count));
        }
        m_target.arguments = makePerfettoArguments(text, m_names);
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
    core::Result<core::Done> walk(WireStream& packets, int depth, const Use& use)
    {
        std::uint64_t number = 0;
        while (true) {
            SHARDSCOPE_TRY(const std::optional<WireField> field, packets.next());
            if (!field)
                break;
            if (field->number != kTracePacket || field->type != WireType::Bytes)
                continue;
            if (depth == 0 && (++number & 0xFFFF) == 0) {
                SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
                const double done = static_cast<double>(packets.fieldPlace()) /
                                    static_cast<double>(std::max<std::uint64_t>(m_fileBytes, 1));
                m_task.report("read", (m_learning ? 0 : 0.5) + std::min(done, 1.0) / 2);
            }
            perfetto::TracePacket packet;
            if (!packet.ParsePartialFromArray(field->bytes.data(), static_cast<int>(field->bytes.size()))) {
                if (m_learning)
                    m_target.remarks.note(RemarkKind::BrokenMessage, field->offset);
                continue;
            }
            if (m_learning)
                countOthers(field->bytes);
            use(packet, depth == 0 ? packets.fieldPlace() : core::kNoArgs);
            if (packet.has_compressed_packets() && depth == 0)
                SHARDSCOPE_TRY_DONE(walkCompressed(packet.compressed_packets(), field->offset, use));
        }
        if (packets.broken() && m_learning)
            m_target.remarks.note(RemarkKind::TruncatedText, packets.fieldPlace());
        return core::Done{};
    }

    template <class Use>
    core::Result<core::Done> walkCompressed(std::string_view compressed, std::uint64_t offset, const Use& use)
    {
        const auto inflated = inflateAll(compressed, kMostInflated);
        if (!inflated) {
            if (m_learning)
                m_target.remarks.note(RemarkKind::BrokenMessage, offset);
            return core::Done{};
        }
        WireStream inner([rest = std::string_view(*inflated)](char* buffer, std::size_t size) mutable {
            const std::size_t got = rest.copy(buffer, size);
            rest.remove_prefix(got);
            return core::Result<std::size_t>(got);
        });
        return walk(inner, 1, use);
    }

    void countOthers(std::string_view packet)
    {
        WireReader reader(packet);
        while (const auto field = reader.next()) {
            if (perfettoFieldExpected(field->number))
                continue;
            ++m_others[perfettoFieldName(field->number)];
        }
    }

    void learn(const perfetto::TracePacket& packet)
    {
        if (packet.has_track_descriptor())
            m_tracks.add(packet.track_descriptor());
        if (packet.has_process_descriptor()) {
            m_tracks.addProcess(packet.process_descriptor().pid(),
                                packet.process_descriptor().process_name());
            for (const std::string& label : packet.process_descriptor().process_labels())
                m_tracks.addLabel(packet.process_descriptor().pid(), label);
        }
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
        if (!hasTime(packet, sequence))
            m_target.remarks.note(RemarkKind::EventWithoutTime, offset);
        else if (packet.has_track_event())
            readEvent(packet, sequence, m_names->current(id, offset), args, offset);
        else if (packet.has_gpu_render_stage_event())
            m_gpu.work(packet.gpu_render_stage_event(), timeOf(packet, sequence, offset),
                       m_names->current(id, offset), args, offset);
        else if (packet.has_gpu_counter_event())
            m_gpu.counters(packet.gpu_counter_event(), timeOf(packet, sequence, offset),
                           m_names->current(id, offset), offset);
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

    static std::uint32_t clockOf(const perfetto::TracePacket& packet, const Sequence& sequence)
    {
        return packet.has_timestamp_clock_id() ? packet.timestamp_clock_id()
               : sequence.clock != 0           ? sequence.clock
                                               : PerfettoClocks::kBoottime;
    }

    /// False for an event that does not say when it was. A clock that counts on needs no number to stand
    /// still.
    bool hasTime(const perfetto::TracePacket& packet, const Sequence& sequence) const
    {
        const perfetto::TrackEvent& event = packet.track_event();
        const bool needed =
            packet.has_track_event() || packet.has_gpu_render_stage_event() || packet.has_gpu_counter_event();
        return !needed || packet.has_timestamp() || event.has_timestamp_absolute_us() ||
               event.has_timestamp_delta_us() ||
               m_clocks.incremental(packet.trusted_packet_sequence_id(), clockOf(packet, sequence));
    }

    std::int64_t timeOf(const perfetto::TracePacket& packet, Sequence& sequence, std::uint64_t offset)
    {
        const std::uint32_t clock = clockOf(packet, sequence);
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
        track.process = track.processKey = validName(m_target, process);
        track.thread = validName(m_target, thread);
        track.threadOrder = described == nullptr ? 0 : described->isThread ? described->tid : described->rank;
        if (const std::int32_t rank = m_tracks.rank(uuid); rank >= 0)
            track.rank = rank;
        track.multiplicity = m_tracks.standsFor(uuid);
        m_trackIds.emplace(uuid, id);
        return id;
    }

    core::TrackId threadTrack(std::int32_t pid, std::int32_t tid)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const std::string process = m_tracks.processName(pid);
        const core::TrackId id = builder.track(process, "tid " + std::to_string(tid), m_target.source);
        core::Track& track = builder.describe(id);
        track.process = track.processKey = validName(m_target, process);
        track.thread = validName(m_target, m_tracks.threadName(tid));
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
        builder.describe(track).thread = validName(m_target, thread);
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

        const bool tells = event.debug_annotations_size() > 0 || event.has_callstack() ||
                           event.has_callstack_iid() || event.correlation_id_field_case() != 0;
        const std::uint64_t shownArgs = tells ? args : core::kNoArgs;
        place(event, track, ts, name, category, shownArgs, sequence, offset);
        readExtraCounters(event, ts, sequence, offset);
        for (const std::uint64_t id : event.flow_ids_old())
            m_flows.add(id, ts, track, args, PerfettoFlows::kGoesOn);
        for (const std::uint64_t id : event.flow_ids())
            m_flows.add(id, ts, track, args, PerfettoFlows::kGoesOn);
        for (const std::uint64_t id : event.terminating_flow_ids_old())
            m_flows.add(id, ts, track, args, PerfettoFlows::kTerminates);
        for (const std::uint64_t id : event.terminating_flow_ids())
            m_flows.add(id, ts, track, args, PerfettoFlows::kTerminates);
        if (legacy.has_bind_id() && legacy.flow_direction() != 0)
            m_bindings.add(legacy.bind_id(), ts, track, args, legacy.flow_direction());
        if (event.has_gpu_correlation())
            m_gpu.correlate(event.gpu_correlation(), track, ts, args);
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
        const core::NameId nameId = validName(m_target, name.empty() ? "unnamed" : name);
        const core::NameId categoryId = validName(m_target, category);
        const int phase = event.has_type() ? 0 : legacy.phase();
        if (core::isDeviceCategory(category))
            builder.describe(track).device = true;
        if (placeStep(event, track, ts, nameId, category))
            return;
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
                m_counters.place(uuid, ts, event.double_counter_value());
            else
                m_counters.place(uuid, ts, event.counter_value(), sequence.counterNow);
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
            countFlow(m_target.tally, flow);
        } else if (phase == 'M') {
            ++m_target.tally.metadata;
        } else if (event.has_type() ? event.type() != 0 : phase != 0) {
            m_target.remarks.note(RemarkKind::PhaseNotShown, offset);
        } else if (event.flow_ids_size() + event.terminating_flow_ids_size() == 0 &&
                   event.extra_counter_values_size() + event.extra_double_counter_values_size() == 0) {
            m_target.remarks.note(RemarkKind::PhaseMissing, offset);
        }
    }

    /// Steps as an exported run tells them: slices of a row that has nothing else. False for other events.
    bool placeStep(const perfetto::TrackEvent& event, core::TrackId track, std::int64_t ts, core::NameId name,
                   std::string_view category)
    {
        if (event.type() == 1 && category == kStepCategory) {
            m_openSteps[track.index()] = {ts, name};
            return true;
        }
        const auto open = event.type() == 2 ? m_openSteps.find(track.index()) : m_openSteps.end();
        if (open == m_openSteps.end())
            return false;
        m_target.builder.step(open->second.first, ts, open->second.second,
                              m_target.builder.describe(track).rank, m_target.source);
        m_openSteps.erase(open);
        return true;
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
                m_counters.place(own ? event.extra_counter_track_uuids(i) : sequence.counters[at], ts,
                                 event.extra_counter_values(i), sequence.counterNow);
            else
                lost();
        }
        for (int i = 0; i < event.extra_double_counter_values_size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (ownReal ? i < event.extra_double_counter_track_uuids_size()
                        : at < sequence.realCounters.size())
                m_counters.place(ownReal ? event.extra_double_counter_track_uuids(i)
                                         : sequence.realCounters[at],
                                 ts, event.extra_double_counter_values(i));
            else
                lost();
        }
    }

    ImportTarget& m_target;
    const core::Task& m_task;
    std::shared_ptr<PerfettoNameHistory> m_names;
    PerfettoClocks m_clocks;
    PerfettoTracks m_tracks;
    std::unordered_map<std::uint32_t, Sequence> m_sequences;
    std::unordered_map<std::uint64_t, core::TrackId> m_trackIds;
    std::unordered_map<std::size_t, std::pair<std::int64_t, core::NameId>> m_openSteps; ///< by track
    std::map<std::string, std::uint64_t> m_others;
    PerfettoFlows m_flows;
    PerfettoBindings m_bindings;
    PerfettoGpu m_gpu{m_target};
    PerfettoCounters m_counters{m_target, m_tracks};
    std::uint64_t m_lastOffset = 0;
    std::int64_t m_shift = 0;
    std::uint64_t m_fileBytes = 0;
    bool m_learning = true;
};

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    return PerfettoReader(target, task).read(source);
}

} // namespace

const SerialImporter kPerfettoFormat("Perfetto trace", looksLikePerfetto, read);

} // namespace shardscope::profiler
