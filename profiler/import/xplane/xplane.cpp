// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "core/kinds/work_rules.h"
#include "profiler/import/device_names.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/protobuf/wire_stream.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/import/xplane/xplane_names.h"
#include "profiler/trace/name_fold.h"

#include <proto/xplane.pb.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace shardscope::profiler {

namespace {

// Field numbers of XSpace, XPlane and XLine that are walked by hand.
constexpr std::uint32_t kSpacePlanes = 1, kSpaceErrors = 2, kSpaceWarnings = 3, kSpaceHosts = 4;
constexpr std::uint32_t kPlaneName = 2, kPlaneLines = 3, kPlaneEventNames = 4, kPlaneStats = 6;
constexpr std::uint32_t kLineId = 1, kLineName = 2, kLineTimestamp = 3, kLineEvents = 4, kLineDisplayId = 10,
                        kLineDisplayName = 11;

class XPlaneReader {
public:
    XPlaneReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
    {
    }

    core::Result<core::Done> read(ByteSource& source)
    {
        // Names mostly stand behind the lines that need them, and the clock in the last plane: once through
        // for them, once for events.
        m_source = &source;
        WireStream once = streamOf(source);
        SHARDSCOPE_TRY(const std::string_view head, once.peek(std::size_t{64} << 10));
        if (!kXPlaneFormat.sniff(head))
            return core::Error{
                core::ErrorCode::FormatUnknown,
                {core::phrase(W_("another protobuf message")), std::string(kXPlaneFormat.name())}};
        SHARDSCOPE_TRY_DONE(readSpace(once));
        m_textBytes = once.place();
        m_learning = false;
        tellDevices(m_target.metadata, m_devices);
        const std::shared_ptr<const RandomText> text = source.randomText();
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs);
        WireStream again = streamOf(text);
        SHARDSCOPE_TRY_DONE(readSpace(again));
        std::vector<std::shared_ptr<const PlaneNames>> names;
        for (Plane& plane : m_planes)
            names.push_back(std::move(plane.names));
        m_target.arguments = makeXPlaneArguments(text, std::move(names));
        return core::Done{};
    }

private:
    /// What is learnt the first time through.
    struct Plane {
        std::shared_ptr<PlaneNames> names;
        std::vector<XLineHead> lines; ///< those that are not empty, in the file's order
    };
    using Done = core::Result<core::Done>;

    /// Where a field of bytes ends, at most at its message's end.
    static std::uint64_t endOf(const WireStream::Tag& tag, std::uint64_t end)
    {
        return tag.value > end - tag.begin ? end : tag.begin + tag.value;
    }
    static bool isBytes(const WireStream::Tag& tag) { return tag.type == WireType::Bytes; }

    Done readSpace(WireStream& stream)
    {
        std::size_t plane = 0;
        while (true) {
            SHARDSCOPE_TRY(const auto tag, stream.tag());
            if (!tag)
                break;
            if (!isBytes(*tag))
                continue;
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            const std::uint64_t end = endOf(*tag, WireStream::kNoEnd);
            if (tag->number == kSpacePlanes && tag->value > 0) {
                if (m_learning)
                    m_planes.push_back({std::make_shared<PlaneNames>(), {}});
                if (plane == m_planes.size())
                    break; // the file is another one by now
                SHARDSCOPE_TRY_DONE(m_learning ? learnPlane(stream, *tag, end, m_planes.back())
                                               : readPlane(stream, end, m_planes[plane]));
                ++plane;
            } else if (m_learning) {
                SHARDSCOPE_TRY_DONE(takeNote(stream, *tag));
            }
            SHARDSCOPE_TRY_DONE(stream.skipTo(end));
            if (stream.place() < end && m_learning)
                m_target.remarks.note(RemarkKind::TruncatedText, tag->place);
        }
        if (stream.broken() && m_learning)
            m_target.remarks.note(RemarkKind::TruncatedText, stream.fieldPlace());
        return core::Done{};
    }

    Done takeNote(WireStream& stream, const WireStream::Tag& tag)
    {
        if (tag.number != kSpaceErrors && tag.number != kSpaceWarnings && tag.number != kSpaceHosts)
            return core::Done{};
        SHARDSCOPE_TRY(const std::string_view text, stream.take(tag.value));
        if (text.size() < tag.value)
            return core::Done{}; // cut short, which its place tells
        if (tag.number != kSpaceHosts)
            m_target.remarks.note(RemarkKind::RecorderMessage, tag.begin);
        m_target.metadata.emplace_back(tag.number == kSpaceErrors     ? "error"
                                       : tag.number == kSpaceWarnings ? "warning"
                                                                      : "host",
                                       std::string(text));
        return core::Done{};
    }

    /// Calls \p line(tag, end) for each line of the plane that ends at \p end, \p other(tag) for each other
    /// field of bytes; what they leave is skipped. A line that is longer than its plane ends with it.
    template <class Line, class Other>
    Done walkPlane(WireStream& stream, std::uint64_t end, const Line& line, const Other& other)
    {
        while (true) {
            SHARDSCOPE_TRY(const auto tag, stream.tag(end));
            if (!tag)
                return core::Done{};
            if (!isBytes(*tag))
                continue;
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            const bool isLine = tag->number == kPlaneLines;
            if (!isLine && tag->value > end - tag->begin)
                return core::Done{};
            const std::uint64_t fieldEnd = endOf(*tag, end);
            if (!isLine || tag->value > 0)
                SHARDSCOPE_TRY_DONE(isLine ? line(*tag, fieldEnd) : other(*tag));
            SHARDSCOPE_TRY_DONE(stream.skipTo(fieldEnd));
        }
    }

    /// What the plane's device is called, as XLA's tracers tell it (xplane_schema.h of TSL); empty where they
    /// do not.
    static std::string deviceOf(const PlaneNames& names, const std::vector<xplane::XStat>& stats)
    {
        std::string name;
        DeviceFigures figures;
        for (const xplane::XStat& stat : stats) {
            const std::string_view key = names.stat(stat.metadata_id());
            const auto number = static_cast<std::int64_t>(statNumber(stat).value_or(0));
            if (key == "gpu_device_name" || key == "device_type_string")
                name = statText(names, stat);
            else if (key == "device_vendor")
                figures.amd = statText(names, stat) == "AMD";
            else if (key == "compute_cap_major")
                figures.major = number;
            else if (key == "compute_cap_minor")
                figures.minor = number;
            else if (key == "core_count")
                figures.units = number;
            else if (key == "memory_size")
                figures.memoryBytes = number;
        }
        return name.empty() ? deviceByFigures(figures) : name;
    }

    Done learnPlane(WireStream& stream, const WireStream::Tag& plane, std::uint64_t end, Plane& learnt)
    {
        PlaneNames& names = *learnt.names;
        std::vector<xplane::XStat> planeStats;
        SHARDSCOPE_TRY_DONE(walkPlane(
            stream, end,
            [&](const WireStream::Tag&, std::uint64_t lineEnd) {
                return learnLine(stream, lineEnd, learnt.lines.emplace_back());
            },
            [&](const WireStream::Tag& tag) { return learnField(stream, tag, names, planeStats); }));
        names.begin = plane.begin;
        names.end = std::min(end, std::max(stream.place(), plane.begin));
        if (names.name.starts_with("/device:"))
            m_devices.push_back(deviceOf(names, planeStats));
        for (const xplane::XStat& stat : planeStats) {
            const std::string_view name = names.stat(stat.metadata_id());
            if (name == "profile_start_time")
                m_target.file.baseTimeNs = static_cast<std::int64_t>(statNumber(stat).value_or(0));
            if (std::string shown = statText(names, stat); !shown.empty() && !name.empty())
                m_target.metadata.emplace_back(names.name + " " + std::string(name), std::move(shown));
        }
        return core::Done{};
    }

    /// A plane's name, one entry of its names, or one stat.
    Done learnField(WireStream& stream, const WireStream::Tag& tag, PlaneNames& names,
                    std::vector<xplane::XStat>& planeStats)
    {
        if (tag.number != kPlaneName && (tag.number < kPlaneEventNames || tag.number > kPlaneStats))
            return core::Done{};
        SHARDSCOPE_TRY(const std::string_view bytes, stream.take(tag.value));
        if (bytes.size() < tag.value)
            return core::Done{}; // cut short
        if (tag.number == kPlaneName) {
            names.name = std::string(bytes);
            return core::Done{};
        }
        xplane::XPlane one; // a plane that holds nothing else
        if (!parseEntry(one, tag.number, bytes)) {
            m_target.remarks.note(RemarkKind::BrokenMessage, tag.begin);
            return core::Done{};
        }
        for (auto& [id, metadata] : *one.mutable_event_metadata()) {
            XEventName& event = names.events[id];
            event.name = metadata.name();
            event.displayName = metadata.display_name();
            event.stats.assign(metadata.stats().begin(), metadata.stats().end());
        }
        for (auto& [id, metadata] : *one.mutable_stat_metadata())
            names.stats[id] = metadata.name();
        planeStats.insert(planeStats.end(), one.stats().begin(), one.stats().end());
        return core::Done{};
    }

    static bool parseEntry(xplane::XPlane& plane, std::uint32_t number, std::string_view entry)
    {
        std::string bytes(1, static_cast<char>(number << 3 | 2u));
        for (std::uint64_t length = entry.size();; length >>= 7) {
            bytes.push_back(static_cast<char>((length & 0x7Fu) | (length >= 0x80 ? 0x80u : 0u)));
            if (length < 0x80)
                break;
        }
        bytes += entry;
        return parseMessage(plane, bytes);
    }

    Done learnLine(WireStream& stream, std::uint64_t end, XLineHead& head)
    {
        while (true) {
            SHARDSCOPE_TRY(const auto tag, stream.tag(end));
            if (!tag || (isBytes(*tag) && tag->value > end - tag->begin))
                return core::Done{};
            if (!isBytes(*tag)) {
                if (tag->number == kLineId || tag->number == kLineTimestamp || tag->number == kLineDisplayId)
                    (tag->number == kLineId          ? head.id
                     : tag->number == kLineTimestamp ? head.timestampNs
                                                     : head.displayId) =
                        static_cast<std::int64_t>(tag->value);
                continue;
            }
            SHARDSCOPE_TRY_DONE(tell(tag->place));
            if (tag->number == kLineName || tag->number == kLineDisplayName) {
                SHARDSCOPE_TRY(const std::string_view text, stream.take(tag->value));
                (tag->number == kLineName ? head.name : head.displayName) = std::string(text);
            }
            SHARDSCOPE_TRY_DONE(stream.skipTo(tag->begin + tag->value));
        }
    }

    Done readPlane(WireStream& stream, std::uint64_t end, const Plane& plane)
    {
        m_names = plane.names.get();
        m_device = m_names->name.starts_with("/device:");
        std::size_t line = 0;
        return walkPlane(
            stream, end,
            [&](const WireStream::Tag&, std::uint64_t lineEnd) {
                return line < plane.lines.size() ? readLine(stream, lineEnd, plane.lines[line++])
                                                 : Done(core::Done{});
            },
            [](const WireStream::Tag&) { return Done(core::Done{}); });
    }

    Done readLine(WireStream& stream, std::uint64_t end, const XLineHead& head)
    {
        describe(head);
        while (true) {
            SHARDSCOPE_TRY(const auto tag, stream.tag(end));
            if (!tag || (isBytes(*tag) && tag->value > end - tag->begin))
                return core::Done{};
            if (!isBytes(*tag))
                continue;
            if (tag->number == kLineEvents) {
                SHARDSCOPE_TRY_DONE(tell(tag->place));
                SHARDSCOPE_TRY(const std::string_view event, stream.take(tag->value));
                if (event.size() == tag->value)
                    readEvent(event, *tag, head.timestampNs);
            }
            SHARDSCOPE_TRY_DONE(stream.skipTo(tag->begin + tag->value));
        }
    }

    /// Tells once in many fields how far reading is, by the file the first time through, by the text's
    /// \p place the second time. Errors: Cancelled.
    Done tell(std::uint64_t place)
    {
        if ((++m_fields & 0xFFFF) != 0)
            return core::Done{};
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        const auto share = [](std::uint64_t part, std::uint64_t whole) {
            return std::min(1.0, static_cast<double>(part) /
                                     static_cast<double>(std::max<std::uint64_t>(whole, 1)));
        };
        m_task.report("read", m_learning ? share(m_source->fileBytesRead(), m_source->fileBytes()) / 2
                                         : 0.5 + share(place, m_textBytes) / 2);
        return core::Done{};
    }

    void describe(const XLineHead& line)
    {
        core::TimelineBuilder& builder = m_target.builder;
        m_track = builder.track(m_names->name, std::to_string(line.id), m_target.source);
        core::Track& track = builder.describe(m_track);
        const std::string process = processName();
        track.process = validName(m_target, process);
        const std::string& thread = line.displayName.empty() ? line.name : line.displayName;
        track.thread = validName(m_target, thread.empty() ? "line " + std::to_string(line.id) : thread);
        track.threadOrder = line.displayId;
        track.processOrder = m_device ? 1 : 0;
        track.device = m_device;
        m_lineName = line.name;
        const core::WorkRules& rules = core::WorkRules::shipped();
        m_summary =
            rules.rowVerdict({}, rules.trackOf(process, m_lineName, m_device)).role == core::Role::Result;
    }

    [[nodiscard]] std::string processName() const
    {
        for (const std::string_view kind : {"/device:GPU:", "/device:TPU:"}) {
            if (m_names->name.starts_with(kind))
                return std::string(kind.substr(8, 3)) + " " + m_names->name.substr(kind.size());
        }
        return m_names->name;
    }

    /// \p numbered: it says which step it is (jax.profiler.StepTraceAnnotation).
    [[nodiscard]] std::string_view categoryOf(std::string_view name, bool numbered) const
    {
        if (!m_device && !apiCategory(name).empty())
            return apiCategory(name);
        if (!m_device)
            return name.starts_with("$") ? "python_function" : numbered ? "user_annotation" : "cpu_op";
        if (m_summary)
            return "gpu_user_annotation";
        if (name.starts_with("Memcpy") || name.find("copyBuffer") != std::string_view::npos)
            return "gpu_memcpy";
        return name.starts_with("Memset") ? "gpu_memset" : "kernel";
    }

    void readEvent(std::string_view bytes, const WireStream::Tag& field, std::int64_t lineNs)
    {
        ++m_target.tally.events;
        xplane::XEvent event;
        if (!parseMessage(event, bytes)) {
            m_target.remarks.note(RemarkKind::BrokenMessage, field.begin);
            return;
        }
        if (event.data_case() == xplane::XEvent::kNumOccurrences) {
            m_target.remarks.note(RemarkKind::EventOnlyCounted, field.begin);
            return;
        }
        const auto named = m_names->events.find(event.metadata_id());
        std::string_view name;
        if (named != m_names->events.end())
            name = named->second.displayName.empty() ? named->second.name : named->second.displayName;
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::UnnamedEvent, field.begin);
            name = "unnamed";
        }
        if (event.offset_ps() % 1000 != 0 || event.duration_ps() % 1000 != 0)
            m_target.remarks.note(RemarkKind::FinerThanNanoseconds, field.begin);
        const std::int64_t begin = timeOf(lineNs, event.offset_ps(), 0);
        const std::int64_t end = timeOf(lineNs, event.offset_ps(), event.duration_ps());
        core::TimelineBuilder& builder = m_target.builder;
        const core::NameId nameId = validName(m_target, name);
        const bool numbered = std::ranges::any_of(event.stats(), [&](const xplane::XStat& stat) {
            return m_names->stat(stat.metadata_id()) == "step_num";
        });
        const core::NameId category = validName(m_target, categoryOf(name, numbered));
        if (event.duration_ps() == 0) {
            builder.instant(m_track, begin, nameId, category, placeOf(m_target.source, field.place));
            ++m_target.tally.instants;
        } else {
            builder.slice(m_track, begin, end - begin, nameId, category,
                          placeOf(m_target.source, field.place));
            ++m_target.tally.slices;
        }
        readStats(event, begin, placeOf(m_target.source, field.place));
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
                         validName(m_target, "context " + std::to_string(*producerType)), *producer, place);
            ++m_target.tally.flowBegins;
        }
        if (consumer && consumerType) {
            builder.flow(core::FlowPhase::End, m_track, ts,
                         validName(m_target, "context " + std::to_string(*consumerType)), *consumer, place);
            ++m_target.tally.flowEnds;
        }
        if (allocator == nullptr || m_device)
            return;
        const core::NameId process = validName(m_target, statText(*m_names, *allocator));
        for (const xplane::XStat& stat : event.stats()) {
            const std::string_view key = m_names->stat(stat.metadata_id());
            if (key != "bytes_allocated" && key != "bytes_reserved" && key != "bytes_available")
                continue;
            if (const auto bytes = statNumber(stat)) {
                builder.counter(process, validName(m_target, "allocator"), validName(m_target, key), ts,
                                static_cast<double>(*bytes), m_target.source);
                ++m_target.tally.counters;
            }
        }
    }

    ImportTarget& m_target;
    const core::Task& m_task;
    std::vector<Plane> m_planes;
    const PlaneNames* m_names = nullptr;
    const ByteSource* m_source = nullptr;
    std::uint64_t m_textBytes = 0; ///< known when the first time through is over
    std::uint64_t m_fields = 0;
    bool m_learning = true;
    std::vector<std::string> m_devices; ///< a name a device's plane; empty: not told
    core::TrackId m_track;
    std::int64_t m_shift = 0;
    std::string m_lineName;
    bool m_device = false;
    bool m_summary = false;
};

bool sniff(std::string_view firstBytes)
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

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    return XPlaneReader(target, task).read(source);
}

} // namespace

const SerialImporter kXPlaneFormat("XPlane", sniff, read);

} // namespace shardscope::profiler
