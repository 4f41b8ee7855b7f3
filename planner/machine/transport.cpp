// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/transport.h"

#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// Processors that the transport's kernels occupy on an H100, which has 132: their grid, where a trace has
/// it.
struct Occupied {
    double processors;
    double low;
    double high;
    std::string_view source;
};
constexpr double kH100Processors = 132;

constexpr Occupied occupiedBy(Transport transport)
{
    switch (transport) {
    case Transport::Nccl:
        return {16, 8, 32,
                W_("assumed: 16 of an H100's 132 processors, a channel each; NCCL opens 8 to 32 of them "
                   "(NVIDIA NCCL, NCCL_MAX_NCHANNELS)")};
    case Transport::UserBuffers:
        return {1.32, 0, 4,
                W_("assumed: copy engines move the bytes and a small kernel waits for them (NVIDIA "
                   "TransformerEngine, comm_gemm_overlap)")};
    case Transport::DeepEp:
        return {20, 8, 24, W_("20 of an H100's 132 processors (deepseek-ai/DeepEP, Buffer.num_sms)")};
    case Transport::CopyEngine:
    case Transport::Ipu: break; // exchanges in its turn
    }
    return {0, 0, 0, W_("copy engines take no processor")};
}

/// How often a byte that passes the link is read or written in the device's memory: read where it leaves and
/// written where it comes in at least; a sum reads what it is added to as well.
constexpr double kTouches = 2.5;
constexpr double kFewestTouches = 2;
constexpr double kMostTouches = 3;
constexpr std::string_view kTouched = W_(
    "assumed: what passes the link is read once and written once; where it is added up, what it is added to "
    "is read as well");

} // namespace

DeviceShare processorShare(const core::HardwareSpec& hardware, Transport transport)
{
    Occupied occupied = occupiedBy(transport);
    for (const core::TransportUse& own : hardware.transports) {
        if (own.name == core::nameOf(transport))
            occupied = {own.processors, own.low, own.high, own.source};
    }
    const double all = hardware.processors ? hardware.processors->value.value() : kH100Processors;
    const auto share = [&](double processors) { return std::min(1.0, processors / all); };
    return {share(occupied.processors), share(occupied.low), share(occupied.high), occupied.source};
}

DeviceShare memoryShare(const core::HardwareSpec& hardware, Transport transport, double wireBytes,
                        double seconds)
{
    const core::MemoryTier* memory = hardware.tier(core::Tier::Device);
    if (memory == nullptr || seconds <= 0)
        return {0, 0, 0, kTouched};
    const double once = wireBytes / seconds / memory->bandwidth.value.value();
    const bool adds = transport == Transport::Nccl;
    const auto share = [&](double touches) { return std::min(1.0, touches * once); };
    return {share(adds ? kTouches : kFewestTouches), share(kFewestTouches),
            share(adds ? kMostTouches : kFewestTouches), kTouched};
}

} // namespace shardscope::planner
