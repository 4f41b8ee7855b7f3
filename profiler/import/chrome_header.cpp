// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome_header.h"

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
    std::vector<std::pair<std::string, std::size_t>> names;
    std::optional<std::int64_t> memory;
    for (const element device : devices) {
        std::string_view name;
        if (device["name"].get(name) != simdjson::SUCCESS)
            continue;
        const auto known =
            std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == name; });
        if (known == names.end())
            names.emplace_back(name, 1);
        else
            ++known->second;
        memory = memory ? memory : integer(device["totalGlobalMem"]);
    }
    for (const auto& [name, count] : names)
        m_metadata.emplace_back("device", count == 1 ? name : std::to_string(count) + " x " + name);
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
    m_metadata.emplace_back(key, std::move(shown));
    return true;
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
}

} // namespace shardscope::profiler
