// SPDX-License-Identifier: GPL-3.0-or-later
// Which collective a row belongs to.
#pragma once

#include "core/base/enum_names.h"

#include <cstdint>

namespace shardscope::core {

enum class CollectiveKind : std::uint8_t {
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    Barrier,
    Send,
    Receive,
    PointToPoint, ///< NCCL's SendRecv kernel, of which no host row says what it serves
    Other,
};
constexpr auto enumNames(CollectiveKind)
{
    return namesUpTo<CollectiveKind::Other>("all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                            "broadcast", "reduce", "gather", "scatter", "barrier", "send",
                                            "receive", "point_to_point", "other");
}

} // namespace shardscope::core
