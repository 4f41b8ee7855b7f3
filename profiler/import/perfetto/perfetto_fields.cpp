// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers: google/perfetto, protos/perfetto/trace/trace_packet.proto.
#include "profiler/import/perfetto/perfetto_fields.h"

#include "profiler/import/protobuf/wire.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

/// Fields of a packet that are read, or that say nothing about the run.
bool isExpected(std::uint32_t number)
{
    constexpr std::array<std::uint32_t, 29> kNumbers{3,  6,  8,  10, 11, 12, 13, 33, 34, 35,
                                                     36, 41, 42, 43, 44, 45, 50, 52, 53, 58,
                                                     59, 60, 69, 79, 87, 89, 91, 98, 124};
    return std::ranges::binary_search(kNumbers, number);
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

} // namespace

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
            if (varint != (inner->type == WireType::Varint) && isExpected(inner->number) &&
                inner->number != 42 && inner->number != 58 && inner->number != 79 && inner->number != 87 &&
                inner->number != 98)
                return false;
            known = known || isExpected(inner->number);
        }
        if (packet.broken())
            return false;
    }
    return known;
}

bool perfettoFieldExpected(std::uint32_t number) { return isExpected(number); }

std::string perfettoFieldName(std::uint32_t number)
{
    const auto* known = std::ranges::find(kOthers, number, &OtherPacket::number);
    return known == kOthers.end() ? "field " + std::to_string(number) : std::string(known->name);
}

} // namespace shardscope::profiler
