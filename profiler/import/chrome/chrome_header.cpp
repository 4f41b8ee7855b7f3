// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_header.h"

#include "profiler/import/device_names.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace shardscope::profiler {

namespace {

using simdjson::dom::element;

std::optional<std::int64_t> integer(const simdjson::simdjson_result<element>& found)
{
    std::int64_t value = 0;
    if (found.get(value) == simdjson::SUCCESS)
        return value;
    std::string_view text; // some writers quote their numbers
    if (found.get(text) != simdjson::SUCCESS)
        return std::nullopt;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() ? std::optional(value)
                                                                               : std::nullopt;
}

/// Ranks as a list, or as text: "[0, 1]".
std::vector<std::int32_t> ranksOf(const simdjson::simdjson_result<element>& found)
{
    std::vector<std::int32_t> ranks;
    const auto add = [&](std::int64_t rank) {
        if (rank >= 0 && rank <= std::numeric_limits<std::int32_t>::max())
            ranks.push_back(static_cast<std::int32_t>(rank));
    };
    simdjson::dom::array list;
    std::string_view text;
    if (found.get(list) == simdjson::SUCCESS) {
        for (const element item : list) {
            if (const auto rank = integer(simdjson::simdjson_result<element>(element(item))))
                add(*rank);
        }
    } else if (found.get(text) == simdjson::SUCCESS) {
        for (const char *at = text.data(), *const end = at + text.size(); at < end;) {
            std::int64_t rank = 0;
            const auto parsed = std::from_chars(at, end, rank);
            if (parsed.ec == std::errc())
                add(rank);
            at = std::max(parsed.ptr, at + 1);
        }
    }
    return ranks;
}

std::string textOf(const simdjson::simdjson_result<element>& found)
{
    std::string_view text;
    if (found.get(text) == simdjson::SUCCESS)
        return std::string(text);
    const auto number = integer(found);
    return number ? std::to_string(*number) : std::string();
}

/// pg_config: [{"pg_name", "pg_desc", "backend_config", "pg_size", "ranks"}]; older files call the name
/// "uid".
std::vector<core::ProcessGroup> groupsOf(const element& distributed)
{
    std::vector<core::ProcessGroup> groups;
    simdjson::dom::array list;
    if (distributed["pg_config"].get(list) != simdjson::SUCCESS)
        return groups;
    for (const element item : list) {
        core::ProcessGroup group;
        group.name = textOf(item["pg_name"]);
        if (group.name.empty())
            group.name = textOf(item["uid"]);
        group.description = textOf(item["pg_desc"]);
        group.ranks = ranksOf(item["ranks"]);
        if (!group.ranks.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

/// Reads the properties of a device as pytorch/kineto writes them.
DeviceFigures figuresOf(const element& device)
{
    constexpr std::int64_t kWavefront = 64; // lanes; NVIDIA's warps have 32
    const auto figure = [&](const char* key) { return integer(device[key]).value_or(0); };
    return {figure("computeMajor"), figure("computeMinor"), figure("numSms"), figure("totalGlobalMem"),
            figure("warpSize") == kWavefront};
}

} // namespace

bool ChromeHeader::take(std::string_view key, std::string_view value)
{
    if (key == "distributedInfo")
        return takeDistributed(value);
    if (key == "deviceProperties")
        return takeDevices(value);
    if (key == "baseTimeNanoseconds") {
        simdjson::dom::parser parser;
        const auto base = integer(parser.parse(value.data(), value.size()));
        m_baseTime = base ? base : m_baseTime;
        return base.has_value();
    }
    return takeOther(key, value);
}

/// Fields as pytorch/kineto, libkineto/src/output_json.cpp, writes them: {"backend", "rank", "world_size",
/// "pg_count", "pg_config", "nccl_version"}; older files hold only some.
bool ChromeHeader::takeDistributed(std::string_view value)
{
    simdjson::dom::parser parser;
    element parsed;
    if (parser.parse(value.data(), value.size()).get(parsed) != simdjson::SUCCESS || !parsed.is_object())
        return false;
    if (const auto rank = integer(parsed["rank"]))
        m_rank = rank;
    if (const auto world = integer(parsed["world_size"]))
        m_worldSize = world;
    m_groups = groupsOf(parsed);
    for (const auto* const key : {"backend", "nccl_version", "pg_count"}) {
        element found;
        if (parsed[key].get(found) != simdjson::SUCCESS)
            continue;
        std::string_view text;
        m_metadata.emplace_back(std::string("distributed_") + key, found.get(text) == simdjson::SUCCESS
                                                                       ? std::string(text)
                                                                       : simdjson::minify(found));
    }
    return true;
}

bool ChromeHeader::takeDevices(std::string_view value)
{
    simdjson::dom::parser parser;
    simdjson::dom::array devices;
    if (parser.parse(value.data(), value.size()).get(devices) != simdjson::SUCCESS)
        return false;
    std::vector<std::string> names;
    std::optional<std::int64_t> memory;
    for (const element device : devices) {
        std::string_view name;
        if (device["name"].get(name) != simdjson::SUCCESS)
            continue;
        memory = memory ? memory : integer(device["totalGlobalMem"]);
        names.emplace_back(name.empty() ? deviceByFigures(figuresOf(device)) : std::string(name));
    }
    tellDevices(m_metadata, names);
    if (memory)
        m_metadata.emplace_back("device_memory_bytes", std::to_string(*memory));
    return true;
}

bool ChromeHeader::takeOther(std::string_view key, std::string_view value)
{
    constexpr std::size_t kLongest = 2000; // logs of the profiler may be large; their start tells enough
    simdjson::dom::parser parser;
    element parsed;
    if (parser.parse(value.data(), value.size()).get(parsed) != simdjson::SUCCESS)
        return false;
    std::string_view text;
    std::string shown = parsed.get(text) == simdjson::SUCCESS ? std::string(text) : simdjson::minify(parsed);
    if (shown.size() > kLongest) {
        std::size_t cut = kLongest;
        while (cut > 0 && (static_cast<unsigned char>(shown[cut]) & 0xC0u) == 0x80u) // not inside a character
            --cut;
        shown.resize(cut);
        shown += "…";
    }
    noteHost(key, shown);
    m_metadata.emplace_back(key, std::move(shown));
    return true;
}

/// The keys under which kineto's clients state the machine they ran on.
void ChromeHeader::noteHost(std::string_view key, std::string_view text)
{
    if (key == "host_name" || key == "hostname")
        m_host = text;
}

void ChromeHeader::describe(core::RunSource& source) const
{
    const auto fitsRank = [](std::int64_t rank) {
        return rank >= 0 && rank <= std::numeric_limits<std::int32_t>::max();
    };
    if (m_rank && fitsRank(*m_rank)) {
        source.rank = static_cast<std::int32_t>(*m_rank);
        source.rankFrom = "distributedInfo";
    }
    source.worldSize = m_worldSize.value_or(source.worldSize);
    source.baseTimeNs = m_baseTime.value_or(0);
    source.host = m_host;
    source.groups = m_groups;
}

} // namespace shardscope::profiler
