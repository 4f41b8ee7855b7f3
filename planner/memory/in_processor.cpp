// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/in_processor.h"

#include "core/base/text_mark.h"
#include "planner/formula/source_kind.h"

namespace shardscope::planner {
namespace {

template <class N>
ByteCount<N> deviceMemory(const core::HardwareSpec& hardware)
{
    const core::Sourced<core::Bytes>& capacity = hardware.tier(core::Tier::Device)->capacity;
    return N::leaf(capacity.value, W_("device_memory"), sourceOf(capacity), capacity.source);
}

} // namespace

template <class N>
ByteCount<N> ioTileBytes(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const Count<N> tiles = N::leaf(core::Number{1472}, W_("tiles"), core::SourceKind::Specification,
                                   "Graphcore GC200: 1472 tiles");
    return N::named(W_("io_tiles"),
                    planned<N>(plan.inProcessor.ioTiles, W_("io_tiles"), "/in_processor/io_tiles") *
                        deviceMemory<N>(hardware) / tiles,
                    "Graphcore PopART: tensor locations, IO tiles");
}

template <class N>
ByteCount<N> setAsideBytes(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const ByteCount<N> all = deviceMemory<N>(hardware);
    const ByteCount<N> computing = plan.inProcessor.ioTiles > 0 ? all - ioTileBytes<N>(hardware, plan) : all;
    const Count<N> share = N::leaf(core::Number{static_cast<double>(plan.inProcessor.memoryPercent) / 100},
                                   W_("available_memory_proportion"), core::SourceKind::Given,
                                   "/in_processor/available_memory_percent");
    return N::named(W_("set_aside"), share * computing, "Graphcore Poplar: availableMemoryProportion");
}

#define SHARDSCOPE_IN_PROCESSOR(N)                                                                           \
    template ByteCount<N> ioTileBytes<N>(const core::HardwareSpec&, const core::Plan&);                      \
    template ByteCount<N> setAsideBytes<N>(const core::HardwareSpec&, const core::Plan&);
SHARDSCOPE_IN_PROCESSOR(core::PlainNumbers)
SHARDSCOPE_IN_PROCESSOR(core::ExplainedNumbers)
#undef SHARDSCOPE_IN_PROCESSOR

} // namespace shardscope::planner
