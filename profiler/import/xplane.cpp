// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/xplane.h"

#include "profiler/import/json_writer.h"
#include "profiler/import/saturate.h"
#include "profiler/import/whole_text.h"
#include "profiler/import/wire.h"

#include <proto/xplane.pb.h>

#include <algorithm>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

// Field numbers of XSpace, XPlane and XLine that are walked by hand.
constexpr std::uint32_t kSpacePlanes = 1, kSpaceErrors = 2, kSpaceWarnings = 3, kSpaceHosts = 4;
constexpr std::uint32_t kPlaneName = 2, kPlaneLines = 3;
constexpr std::uint32_t kLineEvents = 4;

struct EventName {
    std::string name;
    std::string displayName;
    std::vector<xplane::XStat> stats;
};

/// What a plane says of the numbers in its events; kept for arguments.
struct PlaneNames {
    std::uint64_t begin = 0; ///< bytes of the plane within the file
    std::uint64_t end = 0;
    std::string name;
    std::unordered_map<std::int64_t, EventName> events;
    std::unordered_map<std::int64_t, std::string> stats;

    [[nodiscard]] std::string_view stat(std::int64_t id) const
    {
        const auto found = stats.find(id);
        return found == stats.end() ? std::string_view() : std::string_view(found->second);
    }
};

bool parse(google::protobuf::MessageLite& message, std::string_view bytes)
{
    return bytes.size() <= 0x7FFFFFFF && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

void writeStat(JsonWriter& json, const PlaneNames& names, const xplane::XStat& stat)
{
    const std::string_view name = names.stat(stat.metadata_id());
    json.key(name.empty() ? "stat " + std::to_string(stat.metadata_id()) : std::string(name));
    switch (stat.value_case()) {
    case xplane::XStat::kDoubleValue: json.real(stat.double_value()); break;
    case xplane::XStat::kUint64Value: json.unsignedInteger(stat.uint64_value()); break;
    case xplane::XStat::kInt64Value: json.integer(stat.int64_value()); break;
    case xplane::XStat::kStrValue: json.text(stat.str_value()); break;
    case xplane::XStat::kBytesValue: json.text(std::to_string(stat.bytes_value().size()) + " bytes"); break;
    case xplane::XStat::kRefValue: json.text(names.stat(static_cast<std::int64_t>(stat.ref_value()))); break;
    case xplane::XStat::VALUE_NOT_SET: json.null(); break;
    }
}

/// A stat as text, for metadata and reading numbers back.
std::string statText(const PlaneNames& names, const xplane::XStat& stat)
{
    switch (stat.value_case()) {
    case xplane::XStat::kDoubleValue: return std::to_string(stat.double_value());
    case xplane::XStat::kUint64Value: return std::to_string(stat.uint64_value());
    case xplane::XStat::kInt64Value: return std::to_string(stat.int64_value());
    case xplane::XStat::kStrValue: return stat.str_value();
    case xplane::XStat::kRefValue:
        return std::string(names.stat(static_cast<std::int64_t>(stat.ref_value())));
    default: return {};
    }
}

std::optional<std::uint64_t> statNumber(const xplane::XStat& stat)
{
    if (stat.value_case() == xplane::XStat::kUint64Value)
        return stat.uint64_value();
    if (stat.value_case() == xplane::XStat::kInt64Value)
        return static_cast<std::uint64_t>(stat.int64_value());
    return std::nullopt;
}

/// Reads an event's bytes again and names its stats.
class XPlaneArguments : public FileArguments {
public:
    XPlaneArguments(std::shared_ptr<const RandomText> text,
                    std::vector<std::shared_ptr<const PlaneNames>> planes)
        : m_text(std::move(text))
        , m_planes(std::move(planes))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        // The place is that of the event's length, which stands before its bytes.
        const std::uint64_t offset = place;
        const auto plane = std::find_if(m_planes.begin(), m_planes.end(), [offset](const auto& one) {
            return offset >= one->begin && offset < one->end;
        });
        if (plane == m_planes.end())
            return "{}";
        std::string bytes(
            static_cast<std::size_t>(std::min<std::uint64_t>((*plane)->end - offset, kMostEventBytes)), '\0');
        bytes.resize(m_text->read(offset, bytes.data(), bytes.size()));
        const auto field = WireReader(bytes).next();
        xplane::XEvent event;
        if (!field || field->type != WireType::Bytes || !parse(event, field->bytes))
            return "{}";
        const auto named = (*plane)->events.find(event.metadata_id());
        JsonWriter json;
        json.beginObject();
        if (named != (*plane)->events.end() && !named->second.displayName.empty() &&
            named->second.displayName != named->second.name)
            json.key("full name").text(named->second.name);
        for (const xplane::XStat& stat : event.stats())
            writeStat(json, **plane, stat);
        if (named != (*plane)->events.end()) {
            for (const xplane::XStat& stat : named->second.stats)
                writeStat(json, **plane, stat);
        }
        json.endObject();
        return json.take();
    }

private:
    static constexpr std::uint64_t kMostEventBytes = 1u << 20;
    std::shared_ptr<const RandomText> m_text;
    std::vector<std::shared_ptr<const PlaneNames>> m_planes;
};

class XPlaneReader {
public:
    XPlaneReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
    {
    }

    core::Result<core::Done> read(std::string_view bytes, std::shared_ptr<const RandomText> text)
    {
        WireReader space(bytes);
        std::vector<WireField> planes;
        while (const auto field = space.next()) {
            if (field->type != WireType::Bytes)
                continue;
            if (field->number == kSpacePlanes) {
                planes.push_back(*field);
            } else if (field->number == kSpaceErrors || field->number == kSpaceWarnings) {
                m_target.remarks.note(RemarkKind::RecorderMessage, field->offset);
                m_target.metadata.emplace_back(field->number == kSpaceErrors ? "error" : "warning",
                                               std::string(field->bytes));
            } else if (field->number == kSpaceHosts) {
                m_target.metadata.emplace_back("host", std::string(field->bytes));
            }
        }
        if (space.broken())
            addCutPlane(bytes.substr(space.offset()), space.offset(), planes);
        // Names first: they mostly stand behind the lines that need them, and the clock in the last plane.
        std::vector<std::shared_ptr<PlaneNames>> names;
        for (const WireField& plane : planes) {
            names.push_back(std::make_shared<PlaneNames>());
            collectNames(plane, *names.back());
        }
        m_planes.assign(names.begin(), names.end());
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs);
        for (std::size_t i = 0; i < planes.size(); ++i) {
            if (m_task.cancelled())
                return core::Error{core::ErrorCode::Cancelled, {}, {}};
            m_task.report("read", static_cast<double>(i) / static_cast<double>(planes.size()));
            readPlane(planes[i], *names[i]);
        }
        m_target.arguments = std::make_shared<XPlaneArguments>(std::move(text), std::move(m_planes));
        return core::Done{};
    }

private:
    /// The last plane of a file cut short: its length is more than there is.
    void addCutPlane(std::string_view rest, std::uint64_t offset, std::vector<WireField>& planes)
    {
        m_target.remarks.note(RemarkKind::TruncatedText, offset);
        std::size_t at = 1;
        while (at < rest.size() && at < 11 && (static_cast<unsigned char>(rest[at]) & 0x80u) != 0)
            ++at;
        if (rest.empty() || rest[0] != '\x0a' || at + 1 >= rest.size())
            return;
        WireField field;
        field.bytes = rest.substr(at + 1);
        field.offset = offset + at + 1;
        planes.push_back(field);
    }

    void readPlane(const WireField& plane, const PlaneNames& names)
    {
        m_names = &names;
        m_device = names.name.starts_with("/device:");
        WireReader reader(plane.bytes, plane.offset);
        while (const auto field = reader.next()) {
            if (field->number == kPlaneLines && field->type == WireType::Bytes)
                readLine(*field);
        }
        if (reader.broken() && plane.offset + plane.bytes.size() > reader.offset())
            readCutLine(plane.bytes.substr(reader.offset() - plane.offset), reader.offset());
    }

    void readCutLine(std::string_view rest, std::uint64_t offset)
    {
        std::size_t at = 1;
        while (at < rest.size() && at < 11 && (static_cast<unsigned char>(rest[at]) & 0x80u) != 0)
            ++at;
        if (rest[0] != '\x1a' || at + 1 >= rest.size())
            return;
        WireField field;
        field.bytes = rest.substr(at + 1);
        field.offset = offset + at + 1;
        readLine(field);
    }

    void collectNames(const WireField& plane, PlaneNames& names)
    {
        names.begin = plane.offset;
        names.end = plane.offset + plane.bytes.size();
        WireReader reader(plane.bytes, plane.offset);
        std::vector<xplane::XStat> planeStats;
        while (const auto field = reader.next()) {
            if (field->type != WireType::Bytes)
                continue;
            if (field->number == kPlaneName) {
                names.name = std::string(field->bytes);
                continue;
            }
            if (field->number < 4 || field->number > 6)
                continue;
            // One map entry or stat, parsed as a plane that holds nothing else.
            const std::uint64_t tagged = field->offset;
            xplane::XPlane one;
            if (!parseEntry(one, *field)) {
                m_target.remarks.note(RemarkKind::BrokenMessage, tagged);
                continue;
            }
            for (auto& [id, metadata] : *one.mutable_event_metadata()) {
                EventName& event = names.events[id];
                event.name = metadata.name();
                event.displayName = metadata.display_name();
                event.stats.assign(metadata.stats().begin(), metadata.stats().end());
            }
            for (auto& [id, metadata] : *one.mutable_stat_metadata())
                names.stats[id] = metadata.name();
            planeStats.insert(planeStats.end(), one.stats().begin(), one.stats().end());
        }
        for (const xplane::XStat& stat : planeStats) {
            const std::string_view name = names.stat(stat.metadata_id());
            if (name == "profile_start_time")
                m_target.file.baseTimeNs = static_cast<std::int64_t>(statNumber(stat).value_or(0));
            if (std::string shown = statText(names, stat); !shown.empty() && !name.empty())
                m_target.metadata.emplace_back(names.name + " " + std::string(name), std::move(shown));
        }
    }

    static bool parseEntry(xplane::XPlane& plane, const WireField& field)
    {
        std::string bytes(1, static_cast<char>(field.number << 3 | 2u));
        for (std::uint64_t length = field.bytes.size();; length >>= 7) {
            bytes.push_back(static_cast<char>((length & 0x7Fu) | (length >= 0x80 ? 0x80u : 0u)));
            if (length < 0x80)
                break;
        }
        bytes += field.bytes;
        return parse(plane, bytes);
    }

    void readLine(const WireField& line)
    {
        xplane::XLine head; // all but the events
        std::string bytes;
        std::size_t copied = 0;
        WireReader fields(line.bytes, line.offset);
        std::uint64_t before = line.offset;
        while (const auto field = fields.next()) {
            if (field->number != kLineEvents) {
                bytes += line.bytes.substr(before - line.offset, fields.offset() - before);
                ++copied;
            }
            before = fields.offset();
        }
        if (copied > 0 && !parse(head, bytes))
            m_target.remarks.note(RemarkKind::BrokenMessage, line.offset);
        describe(head);
        WireReader events(line.bytes, line.offset);
        for (std::uint64_t at = events.offset(); const auto field = events.next(); at = events.offset()) {
            if (field->number == kLineEvents && field->type == WireType::Bytes)
                readEvent(*field, at, head.timestamp_ns());
        }
    }

    void describe(const xplane::XLine& line)
    {
        core::TimelineBuilder& builder = m_target.builder;
        m_track = builder.track(m_names->name, std::to_string(line.id()), m_target.source);
        core::Track& track = builder.describe(m_track);
        const std::string process = processName();
        track.process = builder.intern(process);
        const std::string& thread = line.display_name().empty() ? line.name() : line.display_name();
        track.thread = builder.intern(thread.empty() ? "line " + std::to_string(line.id()) : thread);
        track.threadOrder = line.display_id();
        track.processOrder = m_device ? 1 : 0;
        track.device = m_device;
        m_lineName = line.name();
        // Lines of a device that sum up what the other lines hold (names of
        // tsl/profiler/utils/xplane_schema.cc).
        m_summary = m_lineName == "Steps" || m_lineName == "XLA Modules" ||
                    m_lineName == "Framework Name Scope" || m_lineName == "Framework Ops" ||
                    m_lineName == "Source code" || m_lineName == "XLA TraceMe";
    }

    [[nodiscard]] std::string processName() const
    {
        for (const std::string_view kind : {"/device:GPU:", "/device:TPU:"}) {
            if (m_names->name.starts_with(kind))
                return std::string(kind.substr(8, 3)) + " " + m_names->name.substr(kind.size());
        }
        return m_names->name;
    }

    [[nodiscard]] std::string_view categoryOf(std::string_view name) const
    {
        if (!m_device)
            return name.starts_with("$") ? "python_function" : "cpu_op";
        if (m_summary)
            return "gpu_user_annotation";
        if (name.starts_with("Memcpy") || name.find("copyBuffer") != std::string_view::npos)
            return "gpu_memcpy";
        return name.starts_with("Memset") ? "gpu_memset" : "kernel";
    }

    void readEvent(const WireField& field, std::uint64_t place, std::int64_t lineNs)
    {
        ++m_target.tally.events;
        xplane::XEvent event;
        if (!parse(event, field.bytes)) {
            m_target.remarks.note(RemarkKind::BrokenMessage, field.offset);
            return;
        }
        if (event.data_case() == xplane::XEvent::kNumOccurrences) {
            m_target.remarks.note(RemarkKind::EventOnlyCounted, field.offset);
            return;
        }
        const auto named = m_names->events.find(event.metadata_id());
        std::string_view name;
        if (named != m_names->events.end())
            name = named->second.displayName.empty() ? named->second.name : named->second.displayName;
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::UnnamedEvent, field.offset);
            name = "unnamed";
        }
        if (event.offset_ps() % 1000 != 0 || event.duration_ps() % 1000 != 0)
            m_target.remarks.note(RemarkKind::FinerThanNanoseconds, field.offset);
        const std::int64_t begin = timeOf(lineNs, event.offset_ps(), 0);
        const std::int64_t end = timeOf(lineNs, event.offset_ps(), event.duration_ps());
        core::TimelineBuilder& builder = m_target.builder;
        const core::NameId nameId = builder.intern(name);
        const core::NameId category = builder.intern(categoryOf(name));
        if (event.duration_ps() == 0) {
            builder.instant(m_track, begin, nameId, category, placeOf(m_target.source, place));
            ++m_target.tally.instants;
        } else {
            builder.slice(m_track, begin, end - begin, nameId, category, placeOf(m_target.source, place));
            ++m_target.tally.slices;
        }
        readStats(event, begin, placeOf(m_target.source, place));
        if (m_lineName == "Steps")
            builder.step(begin, end, nameId, m_target.file.rank, m_target.source);
    }

    [[nodiscard]] std::int64_t timeOf(std::int64_t lineNs, std::int64_t offsetPs,
                                      std::int64_t durationPs) const
    {
        std::int64_t ps = 0;
        if (__builtin_add_overflow(offsetPs, durationPs, &ps))
            return offsetPs > 0 ? core::kMaxTime : -core::kMaxTime;
        return saturatedSum(saturatedSum(lineNs, floorDivide(ps, 1000)), m_shift);
    }

    /// Flows: what "_p" of type "_pt" produced, "_c" of type "_ct" consumes
    /// (tsl/profiler/lib/context_types.h).
    void readStats(const xplane::XEvent& event, std::int64_t ts, std::uint64_t place)
    {
        std::optional<std::uint64_t> producer, producerType, consumer, consumerType;
        const xplane::XStat* allocator = nullptr;
        for (const xplane::XStat& stat : event.stats()) {
            const std::string_view key = m_names->stat(stat.metadata_id());
            if (key == "_p")
                producer = statNumber(stat);
            else if (key == "_pt")
                producerType = statNumber(stat);
            else if (key == "_c")
                consumer = statNumber(stat);
            else if (key == "_ct")
                consumerType = statNumber(stat);
            else if (key == "allocator_name")
                allocator = &stat;
        }
        core::TimelineBuilder& builder = m_target.builder;
        if (producer && producerType) {
            builder.flow(core::FlowPhase::Begin, m_track, ts,
                         builder.intern("context " + std::to_string(*producerType)), *producer, place);
            ++m_target.tally.flowBegins;
        }
        if (consumer && consumerType) {
            builder.flow(core::FlowPhase::End, m_track, ts,
                         builder.intern("context " + std::to_string(*consumerType)), *consumer, place);
            ++m_target.tally.flowEnds;
        }
        if (allocator == nullptr || m_device)
            return;
        const core::NameId process = builder.intern(statText(*m_names, *allocator));
        for (const xplane::XStat& stat : event.stats()) {
            const std::string_view key = m_names->stat(stat.metadata_id());
            if (key != "bytes_allocated" && key != "bytes_reserved" && key != "bytes_available")
                continue;
            if (const auto bytes = statNumber(stat)) {
                builder.counter(process, builder.intern("allocator"), builder.intern(key), ts,
                                static_cast<double>(*bytes), m_target.source);
                ++m_target.tally.counters;
            }
        }
    }

    ImportTarget& m_target;
    const core::Task& m_task;
    std::vector<std::shared_ptr<const PlaneNames>> m_planes;
    const PlaneNames* m_names = nullptr;
    core::TrackId m_track;
    std::int64_t m_shift = 0;
    std::string m_lineName;
    bool m_device = false;
    bool m_summary = false;
};

} // namespace

bool XPlaneImporter::sniff(std::string_view firstBytes) const
{
    std::string_view head = firstBytes;
    // XSpace.planes (1), within it XPlane.name (2) among the first fields: "/host:…", "/device:…", "Task
    // Environment".
    if (!head.starts_with('\x0a'))
        return false;
    std::size_t at = 1;
    while (at < head.size() && at < 11 && (static_cast<unsigned char>(head[at]) & 0x80u) != 0)
        ++at;
    WireReader plane(head.substr(std::min(at + 1, head.size())));
    for (int i = 0; i < 4; ++i) {
        const auto field = plane.next();
        if (!field)
            return false;
        if (field->number == kPlaneName && field->type == WireType::Bytes)
            return field->bytes.starts_with("/host:") || field->bytes.starts_with("/device:") ||
                   field->bytes.starts_with("Task Environment") || field->bytes.starts_with("#");
    }
    return false;
}

core::Result<core::Done> XPlaneImporter::read(ByteSource& source, ImportTarget& target,
                                              const core::Task& task) const
{
    SHARDSCOPE_TRY(const std::string bytes, readWhole(source, task));
    if (!sniff(std::string_view(bytes).substr(0, std::size_t{64} << 10)))
        return core::Error{
            core::ErrorCode::FormatUnknown, {"another protobuf message", std::string(name())}, {}};
    return XPlaneReader(target, task).read(bytes, source.randomText());
}

} // namespace shardscope::profiler
