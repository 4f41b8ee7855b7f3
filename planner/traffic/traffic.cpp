// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/traffic.h"
#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

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
Traffic<N> streamed(const core::HardwareSpec& hardware, core::Tier tier, const ByteCount<N>& bytes,
                    const Duration<N>& window, double slower)
{
    Duration<N> seconds = N::named(W_("streaming"), bytes / tierBandwidth<N>(hardware, tier), kStreaming);
    if (slower != 1)
        seconds = constant<N>(slower) * seconds;
    return {core::Transfer::Streaming, core::trafficTo(tier), bytes, seconds,
            N::named(W_("exposed_streaming"), exposedBeyond<N>(seconds, window), kStreaming)};
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
        N::leaf(core::Number{static_cast<double>(plan.inProcessor.ioTiles) /
                             static_cast<double>(core::kProcessorTiles)},
                W_("share_of_io_tiles"), core::SourceKind::Given, "/in_processor/io_tiles");
    const Count<N> passes =
        N::leaf(core::Number{2 * static_cast<double>(plan.batch.microBatches)}, W_("passes_of_micro_batches"),
                core::SourceKind::Assumed, "one fill of the IO tiles for each") *
        phases;
    return minimum(computing,
                   N::named(W_("io_tiles_fill"),
                            passes * tiles / tierBandwidth<N>(hardware, plan.phaseSource), kStreaming));
}

template <class N>
Duration<N> exposedSum(const std::vector<Traffic<N>>& traffic, bool streaming)
{
    Duration<N> total = noTime<N>();
    bool any = false;
    for (const Traffic<N>& entry : traffic) {
        if ((entry.operation == core::Transfer::Streaming) != streaming)
            continue;
        total = any ? total + entry.exposed : entry.exposed;
        any = true;
    }
    return total;
}

template <class N>
void addCommunication(const std::vector<Traffic<N>>& traffic, core::Evaluation& evaluation)
{
    std::vector<Traffic<N>> told;
    told.reserve(traffic.size());
    for (const Traffic<N>& entry : traffic)
        addTraffic<N>(entry, told);
    evaluation.communication.reserve(told.size());
    for (const Traffic<N>& entry : told) {
        evaluation.communication.push_back({entry.operation, entry.group, N::plain(entry.bytes),
                                            N::plain(entry.seconds), N::plain(entry.exposed),
                                            derivationOf(entry.bytes), derivationOf(entry.seconds),
                                            entry.algorithm.name, entry.algorithm.reason});
    }
}

#define SHARDSCOPE_TRAFFIC(N)                                                                                \
    template Traffic<N> streamed<N>(const core::HardwareSpec&, core::Tier, const ByteCount<N>&,              \
                                    const Duration<N>&, double);                                             \
    template Duration<N> streamingWindow<N>(const core::HardwareSpec&, const core::Plan&, const Count<N>&,   \
                                            const Duration<N>&);                                             \
    template Duration<N> exposedSum<N>(const std::vector<Traffic<N>>&, bool);                                \
    template void addCommunication<N>(const std::vector<Traffic<N>>&, core::Evaluation&);
SHARDSCOPE_TRAFFIC(core::PlainNumbers)
SHARDSCOPE_TRAFFIC(core::ExplainedNumbers)
#undef SHARDSCOPE_TRAFFIC

} // namespace shardscope::planner
