// SPDX-License-Identifier: GPL-3.0-or-later
// What names and arguments of slices tell about collectives.
#pragma once

#include "core/kinds/row_verdict.h"
#include "profiler/trace/collectives.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// What part a slice plays in communication.
enum class CommunicationRole : std::uint8_t {
    None,
    Device,     ///< work of a device that communicates
    Annotation, ///< "nccl:all_reduce": the host's row of the call
    Parameters, ///< record_param_comms: carries the arguments
};
struct CommunicationName {
    CommunicationRole role = CommunicationRole::None;
    CollectiveKind kind = CollectiveKind::Other;
};
[[nodiscard]] CommunicationName communicationOf(const core::RowVerdict& row);

/// Category of the slices of PyTorch's flight recorder.
inline constexpr std::string_view kFlightRecorder = "flight_recorder";
/// Category of a collective that NCCL's example profiler plugin writes (NVIDIA/nccl, ext-profiler/example).
inline constexpr std::string_view kNcclCall = "COLL";
/// The same of a send or receive.
inline constexpr std::string_view kNcclTransfer = "P2P";
/// Category of calls that NCCL's Inspector tells without when they ran: they had ended when they were
/// written.
inline constexpr std::string_view kUntimedCall = "nccl_inspector";
/// Category of what NCCL's RAS tells of a rank of a communicator.
inline constexpr std::string_view kRasStatus = "nccl_ras";
/// Whether rows of \p category are told by a recorder of communication alone: PyTorch's flight recorder, or
/// NCCL's example profiler plugin. Such a file knows nothing of what else the devices do meanwhile, and its
/// calls are the device's although no row of the device stands for them.
[[nodiscard]] bool isCallRecorder(std::string_view category);

/// The kind that a word of a file means: "allreduce", "_allgather_base", "ncclDevKernel_ReduceScatter…".
[[nodiscard]] CollectiveKind collectiveKindOf(std::string_view word);

/// What a slice's arguments say about a collective; what they do not is as in a fresh CollectiveCall.
struct CollectiveArguments {
    std::optional<CollectiveKind> kind;
    std::string groupName;
    std::string groupDescription;
    std::vector<std::int32_t> ranks;
    std::int64_t bytes = -1;
    std::int64_t sequence = -1;
    std::int32_t peer = -1;
};
/// \p json: an object's text as kineto writes it (pytorch/kineto, libkineto/src/output_json.cpp: "Collective
/// name", "In msg nelems", "dtype", "Process Group Name", "Process Group Ranks", "Seq", "Src Rank", "Dst
/// Rank"), or with "Input Dims" and "Input type"; as Nsight Systems tells MPI's calls; or as NCCL's example
/// profiler plugin does (NVIDIA/nccl, ext-profiler/example: "SeqNum", "CommHash", "Count", "Datatype",
/// "Peer"); or as HCCL's calls in Ascend's trace_view.json ("count", "data_type").
[[nodiscard]] CollectiveArguments readCollectiveArguments(std::string_view json);

} // namespace shardscope::profiler
