// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/xplane/xplane_names.h"

#include "core/units/plain_number.h"
#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/text/json_writer.h"

#include <proto/xplane.pb.h>

#include <algorithm>
#include <utility>

namespace shardscope::profiler {

namespace {

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

using Planes = std::vector<std::shared_ptr<const PlaneNames>>;

std::string eventAt(const RandomText& text, const Planes& planes, std::uint64_t place)
{
    constexpr std::uint64_t kMostEventBytes = 1u << 20;
    const auto plane = std::ranges::find_if(
        planes, [place](const auto& one) { return place >= one->begin && place < one->end; });
    if (plane == planes.end())
        return "{}";
    std::string bytes(
        static_cast<std::size_t>(std::min<std::uint64_t>((*plane)->end - place, kMostEventBytes)), '\0');
    bytes.resize(text.read(place, bytes.data(), bytes.size()));
    const auto field = WireReader(bytes).next();
    xplane::XEvent event;
    if (!field || field->type != WireType::Bytes || !parseMessage(event, field->bytes))
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

} // namespace

PlaneNames::PlaneNames() = default;
PlaneNames::~PlaneNames() = default;

bool parseMessage(google::protobuf::MessageLite& message, std::string_view bytes)
{
    return bytes.size() <= 0x7FFFFFFF && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

std::string statText(const PlaneNames& names, const xplane::XStat& stat)
{
    switch (stat.value_case()) {
    case xplane::XStat::kDoubleValue: return core::fixedText(stat.double_value(), 6);
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

std::shared_ptr<const FileArguments>
makeXPlaneArguments(std::shared_ptr<const RandomText> text,
                    std::vector<std::shared_ptr<const PlaneNames>> planes)
{
    return std::make_shared<FoundArguments>(
        [text = std::move(text), planes = std::move(planes)](std::uint64_t place) {
            return eventAt(*text, planes, place);
        });
}

} // namespace shardscope::profiler
