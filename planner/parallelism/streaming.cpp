// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/parallelism/streaming.h"

#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

constexpr double kTiles = 1472; // of a GC200
constexpr auto kStreaming = "bytes over one device's share of the tier's bandwidth";

template <class N>
ByteRate<N> tierBandwidth(const core::HardwareSpec& hardware, core::Tier tier)
{
    const core::MemoryTier& memory = *hardware.tier(tier);
    const Count<N> sharers =
        N::leaf(core::Number{static_cast<double>(memory.sharedBy)}, W_("devices_sharing"),
                core::SourceKind::Specification, memory.capacity.source);
    return N::leaf(memory.bandwidth.value, W_("tier_bandwidth"), sourceOf(memory.bandwidth),
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
        N::named(W_("streaming"), bytes / tierBandwidth<N>(step.parts.hardware, tier), kStreaming);
    const Duration<N> exposed =
        N::named(W_("exposed_streaming"), exposedBeyond<N>(seconds, window), kStreaming);
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

template <class N>
Duration<N> streamingWindow(const core::HardwareSpec& hardware, const core::Plan& plan,
                            const Count<N>& phases, const Duration<N>& computing)
{
    if (!hardware.bulkSynchronous)
        return computing;
    if (plan.inProcessor.ioTiles == 0)
        return N::leaf(core::Seconds{0}, W_("no_io_tiles"), core::SourceKind::Given,
                       "/in_processor/io_tiles");
    const core::Sourced<core::Bytes>& capacity = hardware.tier(core::Tier::Device)->capacity;
    const ByteCount<N> tiles =
        N::leaf(capacity.value, W_("device_memory"), sourceOf(capacity), capacity.source) *
        N::leaf(core::Number{static_cast<double>(plan.inProcessor.ioTiles) / kTiles}, W_("share_of_io_tiles"),
                core::SourceKind::Given, "/in_processor/io_tiles");
    const Count<N> passes =
        N::leaf(core::Number{2 * static_cast<double>(plan.batch.microBatches)}, W_("passes_of_micro_batches"),
                core::SourceKind::Assumed, "one fill of the IO tiles for each") *
        phases;
    return minimum(computing,
                   N::named(W_("io_tiles_fill"),
                            passes * tiles / tierBandwidth<N>(hardware, plan.phaseSource), kStreaming));
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
                            std::vector<Traffic<N>>&);                                                       \
    template Duration<N> streamingWindow<N>(const core::HardwareSpec&, const core::Plan&, const Count<N>&,   \
                                            const Duration<N>&);
SHARDSCOPE_STREAM(core::PlainNumbers)
SHARDSCOPE_STREAM(core::ExplainedNumbers)
#undef SHARDSCOPE_STREAM

} // namespace shardscope::planner
