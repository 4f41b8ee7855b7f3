// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/perfetto/perfetto_arguments.h"

#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/text/json_writer.h"

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <utility>

namespace shardscope::profiler {

namespace {

constexpr int kDeepestAnnotation = 64; // protobuf's own limit is 100 messages

void writeNested(JsonWriter& json, const perfetto::DebugAnnotation::NestedValue& value, int depth)
{
    if (value.nested_type() == 1 && depth < kDeepestAnnotation) {
        json.beginObject();
        for (int i = 0; i < std::min(value.dict_keys_size(), value.dict_values_size()); ++i) {
            json.key(value.dict_keys(i));
            writeNested(json, value.dict_values(i), depth + 1);
        }
        json.endObject();
    } else if (value.nested_type() == 2 && depth < kDeepestAnnotation) {
        json.beginArray();
        for (const auto& item : value.array_values())
            writeNested(json, item, depth + 1);
        json.endArray();
    } else if (value.has_int_value()) {
        json.integer(value.int_value());
    } else if (value.has_double_value()) {
        json.real(value.double_value());
    } else if (value.has_bool_value()) {
        json.flag(value.bool_value());
    } else if (value.has_string_value()) {
        json.text(value.string_value());
    } else {
        json.null();
    }
}

std::string named(const PerfettoNames::Map* map, std::uint64_t iid)
{
    const auto found = map == nullptr ? PerfettoNames::Map::const_iterator() : map->find(iid);
    return map == nullptr || found == map->end() ? "#" + std::to_string(iid) : found->second;
}

void writeValue(JsonWriter& json, const perfetto::DebugAnnotation& annotation, const PerfettoNames* names,
                int depth)
{
    using Annotation = perfetto::DebugAnnotation;
    if (depth < kDeepestAnnotation && annotation.dict_entries_size() > 0) {
        json.beginObject();
        for (const Annotation& entry : annotation.dict_entries()) {
            json.key(entry.has_name()
                         ? entry.name()
                         : named(names == nullptr ? nullptr : &names->annotations, entry.name_iid()));
            writeValue(json, entry, names, depth + 1);
        }
        json.endObject();
        return;
    }
    if (depth < kDeepestAnnotation && annotation.array_values_size() > 0) {
        json.beginArray();
        for (const Annotation& entry : annotation.array_values())
            writeValue(json, entry, names, depth + 1);
        json.endArray();
        return;
    }
    switch (annotation.value_case()) {
    case Annotation::kBoolValue: json.flag(annotation.bool_value()); break;
    case Annotation::kUintValue: json.unsignedInteger(annotation.uint_value()); break;
    case Annotation::kIntValue: json.integer(annotation.int_value()); break;
    case Annotation::kDoubleValue: json.real(annotation.double_value()); break;
    case Annotation::kStringValue: json.text(annotation.string_value()); break;
    case Annotation::kPointerValue: json.text(hexadecimal(annotation.pointer_value())); break;
    case Annotation::kNestedValue: writeNested(json, annotation.nested_value(), depth); break;
    case Annotation::kLegacyJsonValue: json.text(annotation.legacy_json_value()); break;
    case Annotation::kStringValueIid:
        json.text(named(names == nullptr ? nullptr : &names->strings, annotation.string_value_iid()));
        break;
    case Annotation::VALUE_NOT_SET: json.null(); break;
    }
}

std::string lastPart(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

/// "forward (model.py:12)", "?? (libcuda.so + 0x1f0)".
std::string frameText(std::string function, std::string place, std::uint32_t line)
{
    if (function.empty())
        function = "??";
    if (place.empty())
        return function;
    return function + " (" + place + (line > 0 ? ":" + std::to_string(line) : "") + ")";
}

std::string frameText(const PerfettoNames& names, std::uint64_t id)
{
    const auto found = names.frames.find(id);
    if (found == names.frames.end())
        return "#" + std::to_string(id);
    const PerfettoNames::Frame& frame = found->second;
    const auto text = [](const PerfettoNames::Map& map, std::uint64_t number) {
        const auto known = map.find(number);
        return known == map.end() ? std::string() : known->second;
    };
    const std::string source = text(names.sources, frame.source);
    if (!source.empty())
        return frameText(text(names.functions, frame.function), lastPart(source), frame.line);
    const auto mapping = names.mappings.find(frame.mapping);
    std::string place =
        mapping == names.mappings.end() ? std::string() : lastPart(text(names.mappingPaths, mapping->second));
    if (!place.empty() && text(names.functions, frame.function).empty())
        place += " + " + hexadecimal(frame.address);
    return frameText(text(names.functions, frame.function), std::move(place), 0);
}

/// The stack that an event has, outermost frame first.
void writeCallstack(JsonWriter& json, const perfetto::TrackEvent& event, const PerfettoNames* names)
{
    if (event.has_callstack()) {
        json.key("callstack").beginArray();
        for (const auto& frame : event.callstack().frames())
            json.text(frameText(frame.function_name(), lastPart(frame.source_file()), frame.line_number()));
        json.endArray();
    } else if (event.has_callstack_iid()) {
        json.key("callstack").beginArray();
        const auto found = names == nullptr ? decltype(names->callstacks.end())()
                                            : names->callstacks.find(event.callstack_iid());
        if (names == nullptr || found == names->callstacks.end()) {
            json.text("#" + std::to_string(event.callstack_iid()));
        } else {
            for (const std::uint64_t frame : found->second)
                json.text(frameText(*names, frame));
        }
        json.endArray();
    }
}

void writeCorrelation(JsonWriter& json, const perfetto::TrackEvent& event)
{
    if (event.has_correlation_id())
        json.key("correlation_id").unsignedInteger(event.correlation_id());
    else if (event.has_correlation_id_str())
        json.key("correlation_id").text(event.correlation_id_str());
    else if (event.has_correlation_id_str_iid())
        json.key("correlation_id").text("#" + std::to_string(event.correlation_id_str_iid()));
}

std::string annotationsOf(const perfetto::TrackEvent& event, const PerfettoNames* names)
{
    JsonWriter json;
    json.beginObject();
    for (const perfetto::DebugAnnotation& annotation : event.debug_annotations()) {
        json.key(annotation.has_name()
                     ? annotation.name()
                     : named(names == nullptr ? nullptr : &names->annotations, annotation.name_iid()));
        writeValue(json, annotation, names, 0);
    }
    writeCorrelation(json, event);
    writeCallstack(json, event, names);
    json.endObject();
    return json.take();
}

void writeSize(JsonWriter& json, std::string_view key, const perfetto::Dim3& size)
{
    json.key(key).beginArray();
    for (const std::uint32_t one : {size.x(), size.y(), size.z()})
        json.unsignedInteger(one);
    json.endArray();
}

/// Writes a launch in Kineto's words where it has them ("grid", "block").
void writeLaunch(JsonWriter& json, const perfetto::ComputeKernelLaunch& launch, const PerfettoNames* names)
{
    using Arg = perfetto::ExtraComputeArg;
    if (launch.has_grid_size())
        writeSize(json, "grid", launch.grid_size());
    if (launch.has_workgroup_size())
        writeSize(json, "block", launch.workgroup_size());
    for (const Arg& arg : launch.args()) {
        json.key(arg.has_name()
                     ? arg.name()
                     : named(names == nullptr ? nullptr : &names->kernelArguments, arg.name_iid()));
        switch (arg.value_case()) {
        case Arg::kIntValue: json.integer(arg.int_value()); break;
        case Arg::kUintValue: json.unsignedInteger(arg.uint_value()); break;
        case Arg::kDoubleValue: json.real(arg.double_value()); break;
        case Arg::kStringValue: json.text(arg.string_value()); break;
        case Arg::kStringValueIid:
            json.text(named(names == nullptr ? nullptr : &names->strings, arg.string_value_iid()));
            break;
        case Arg::VALUE_NOT_SET: json.null(); break;
        }
    }
}

std::string gpuArguments(const perfetto::GpuRenderStageEvent& event, const PerfettoNames* names)
{
    JsonWriter json;
    json.beginObject();
    json.key("event_id").unsignedInteger(event.event_id());
    json.key("context").unsignedInteger(event.context());
    if (event.has_submission_id())
        json.key("submission_id").unsignedInteger(event.submission_id());
    if (event.has_launch())
        writeLaunch(json, event.launch(), names);
    for (const auto& extra : event.extra_data())
        json.key(extra.name()).text(extra.value());
    json.endObject();
    return json.take();
}

/// \p offset is that of the packet's tag in the trace.
std::string packetAt(const RandomText& text, const PerfettoNameHistory& history, std::uint64_t offset)
{
    for (const std::size_t size : {std::size_t{4} << 10, std::size_t{1} << 20}) {
        std::string bytes(size, '\0');
        bytes.resize(text.read(offset, bytes.data(), bytes.size()));
        const auto field = WireReader(bytes).next();
        perfetto::TracePacket packet;
        if (!field || field->type != WireType::Bytes ||
            !packet.ParsePartialFromArray(field->bytes.data(), static_cast<int>(field->bytes.size())))
            continue;
        const PerfettoNames* const names = history.at(packet.trusted_packet_sequence_id(), offset);
        if (packet.has_gpu_render_stage_event())
            return gpuArguments(packet.gpu_render_stage_event(), names);
        return annotationsOf(packet.track_event(), names);
    }
    return "{}";
}

} // namespace

std::shared_ptr<const FileArguments> makePerfettoArguments(std::shared_ptr<const RandomText> text,
                                                           std::shared_ptr<const PerfettoNameHistory> names)
{
    return std::make_shared<FoundArguments>(
        [text = std::move(text), names = std::move(names)](std::uint64_t place) {
            return packetAt(*text, *names, place);
        });
}

} // namespace shardscope::profiler
