// SPDX-License-Identifier: GPL-3.0-or-later
// Which axis of parallelism a process group serves, and where that puts each rank in the mesh.
#pragma once

#include "core/base/enum_names.h"
#include "core/plan/mesh.h"
#include "profiler/trace/collectives.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class GroupAxis : std::uint8_t {
    Unknown, ///< neither its name nor its use tells
    World,   ///< all ranks, for more than one purpose
    Tensor,
    Context,
    Replica, ///< data parallelism, sharded or not
    Expert,
    Pipeline,
    Several, ///< spans two axes or more, as Megatron's tensor-and-data groups
};
constexpr auto enumNames(GroupAxis)
{
    return core::namesUpTo<GroupAxis::Several>("unknown", "world", "tensor", "context", "replica", "expert",
                                               "pipeline", "several");
}

/// How a group's axis was told.
enum class AxisFrom : std::uint8_t { Nothing, Description, Use };

struct GroupRole {
    GroupAxis axis = GroupAxis::Unknown;
    AxisFrom from = AxisFrom::Nothing;
};

/// What a group's description says: PyTorch's device meshes ("mesh_tp"), Megatron's
/// ("TENSOR_MODEL_PARALLEL_GROUP"), FSDP's and DeepSpeed's words.
[[nodiscard]] GroupAxis axisOfDescription(std::string_view description);

struct MeshFromGroups {
    std::vector<GroupRole> roles;                            ///< by Collectives::groups
    std::vector<std::optional<core::MeshCoordinate>> meshes; ///< by source; none where nothing tells
};

/// Groups by their description, else by their use: only transfers between neighbours: pipeline; only
/// all-to-all: expert; a group of all ranks that reduces and is the only one: replicas.
[[nodiscard]] MeshFromGroups meshFromGroups(const core::Run& run, const Collectives& collectives);

} // namespace shardscope::profiler
