// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/parallelism/streaming.h"

namespace shardscope::planner {
namespace {

constexpr auto kStreaming = "bytes over one device's share of the tier's bandwidth";

template <class N>
ByteRate<N> tierBandwidth(const core::HardwareSpec& hardware, core::Tier tier)
{
    const core::MemoryTier& memory = *hardware.tier(tier);
    const Count<N> sharers = N::leaf(core::Number{static_cast<double>(memory.sharedBy)}, "devices_sharing",
                                     core::SourceKind::Specification, memory.capacity.source);
    return N::leaf(memory.bandwidth.value, "tier_bandwidth", sourceOf(memory.bandwidth),
                   memory.bandwidth.source) /
           sharers;
}

} // namespace

template <class N>
void stream(const StepSetting<N>& step, core::Tier tier, const ByteCount<N>& bytes, const Duration<N>& window,
            std::vector<Traffic<N>>& traffic)
{
    if (N::plain(bytes).value() == 0) // an optimizer without state
        return;
    const Duration<N> seconds =
        N::named("streaming", bytes / tierBandwidth<N>(step.parts.hardware, tier), kStreaming);
    const Duration<N> exposed = N::named("exposed_streaming", exposedBeyond<N>(seconds, window), kStreaming);
    for (Traffic<N>& entry : traffic) {
        if (entry.operation != "streaming" || entry.group != core::nameOf(tier))
            continue;
        entry.bytes = entry.bytes + bytes;
        entry.seconds = entry.seconds + seconds;
        entry.exposed = entry.exposed + exposed;
        return;
    }
    traffic.push_back({"streaming", core::nameOf(tier), bytes, seconds, exposed});
}

const core::MemoryTier* nearestTier(const core::HardwareSpec& hardware)
{
    for (const core::Tier tier : {core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme}) {
        if (const core::MemoryTier* memory = hardware.tier(tier))
            return memory;
    }
    return nullptr;
}

#define SHARDSCOPE_STREAM(N)                                                                                 \
    template void stream<N>(const StepSetting<N>&, core::Tier, const ByteCount<N>&, const Duration<N>&,      \
                            std::vector<Traffic<N>>&);
SHARDSCOPE_STREAM(core::PlainNumbers)
SHARDSCOPE_STREAM(core::ExplainedNumbers)
#undef SHARDSCOPE_STREAM

} // namespace shardscope::planner
