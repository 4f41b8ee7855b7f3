// SPDX-License-Identifier: GPL-3.0-or-later
// What moves in a step, and between whom, in the words that files, tables and derivations have for it.
#pragma once

#include "core/base/enum_names.h"
#include "core/hardware/hardware_spec.h"

#include <cstdint>

namespace shardscope::core {

enum class Transfer : std::uint8_t {
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Dispatch, ///< rows to the ranks that want them
    SendReceive,
    HostInput,
    Streaming, ///< between a device and another memory
    ParameterServer
};
constexpr auto enumNames(Transfer)
{
    return namesUpTo<Transfer::ParameterServer>("all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                                "dispatch", "send_receive", "host_input", "streaming",
                                                "parameter_server");
}

/// Ranks along an axis, what a recommender's tables exchange, or the memory that something goes to.
enum class TrafficGroup : std::uint8_t {
    Device,
    Host,
    Nvme,
    Streaming,
    ParameterServer,
    RemoteStreaming,
    FrontEnd,
    Tensor,
    Context,
    Expert,
    Replica,
    Pipeline,
    PipelineEnds, ///< its first and its last rank
    EmbeddingIds,
    Embedding,
    EmbeddingBackward
};
constexpr auto enumNames(TrafficGroup)
{
    return namesUpTo<TrafficGroup::EmbeddingBackward>(
        "device", "host", "nvme", "streaming", "parameter_server", "remote_streaming", "front_end", "tensor",
        "context", "expert", "replica", "pipeline", "ends of the pipeline", "embedding_ids", "embedding",
        "embedding_backward");
}
/// What goes to \p tier.
[[nodiscard]] constexpr TrafficGroup trafficTo(Tier tier)
{
    return static_cast<TrafficGroup>(static_cast<std::uint8_t>(tier));
}
static_assert(nameOf(trafficTo(Tier::ParameterServer)) == nameOf(Tier::ParameterServer));

} // namespace shardscope::core
