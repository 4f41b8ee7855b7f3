// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of a timeline is, as the rules in resources/kernels tell (docs/kernels.md): one verdict for each
// name, category and kind of track.
#pragma once

#include "core/base/enum_names.h"
#include "core/kinds/collective_kind.h"
#include "core/kinds/op_class.h"

#include <cstdint>

namespace shardscope::core {

/// What a row stands for. Of a device's rows only the first three are work.
enum class Role : std::uint8_t {
    Compute,
    Communicate,
    Copy,
    Wait,     ///< the device only waits
    Part,     ///< a piece of work that another row tells as a whole
    Result,   ///< drawn by another tool out of rows that are there as well
    Range,    ///< named by the program
    Launch,   ///< a call of a driver or runtime
    Sync,     ///< a record of who waited for whom
    Overhead, ///< of the profiler
    Operator,
    Python,
    Other,
};
constexpr auto enumNames(Role)
{
    return namesUpTo<Role::Other>("compute", "communicate", "copy", "wait", "part", "result", "range",
                                  "launch", "sync", "overhead", "operator", "python", "other");
}
[[nodiscard]] constexpr bool isWork(Role role) { return role <= Role::Copy; }

/// What is computed, finer than OpClass. Unknown: work of a device that no rule knows.
enum class WorkClass : std::uint8_t {
    Product, ///< of matrices, and convolutions
    GroupedProduct,
    Attention,
    Norm,
    Elementwise,
    Embedding, ///< embedding, gather, scatter
    Routing,   ///< of tokens to experts
    Quantise,
    Loss,
    Optimizer,
    CollectiveTensor,
    CollectiveReplica,
    CollectiveExpert,
    PointToPoint,
    Copy,
    Host,
    Idle,
    Unknown,
};
constexpr auto enumNames(WorkClass)
{
    return namesUpTo<WorkClass::Unknown>("product", "grouped_product", "attention", "norm", "elementwise",
                                         "embedding", "routing", "quantise", "loss", "optimizer",
                                         "collective_tensor", "collective_replica", "collective_expert",
                                         "point_to_point", "copy", "host", "idle", "unknown");
}
/// The colour it is drawn in. Unknown is drawn as element-wise work, which most of it is.
[[nodiscard]] OpClass opClassOf(WorkClass work);

/// What a call of a driver or runtime gives devices: CUDA's, HIP's, SYCL's, Level Zero's, AscendCL's.
enum class LaunchCall : std::uint8_t {
    None,
    Kernel,       ///< cudaLaunchKernelExC, cuLaunchKernel, hipExtModuleLaunchKernel, urEnqueueKernelLaunch
    Graph,        ///< cudaGraphLaunch: many kernels by one call
    Instantiate,  ///< makes a graph that can be launched
    BeginCapture, ///< until EndCapture launches of the thread are put into a graph, and do nothing yet
    EndCapture,
};
constexpr auto enumNames(LaunchCall)
{
    return namesUpTo<LaunchCall::EndCapture>("none", "kernel", "graph", "instantiate", "begin_capture",
                                             "end_capture");
}

/// What a row of the host is busy with by its name alone.
enum class HostWork : std::uint8_t { None, Synchronize, Allocate, LoadData };
constexpr auto enumNames(HostWork)
{
    return namesUpTo<HostWork::LoadData>("none", "synchronize", "allocate", "load_data");
}

/// What a row of the host says of a collective.
enum class CollectiveRow : std::uint8_t {
    None,
    Call,       ///< "nccl:all_reduce": the host's row of the call
    Parameters, ///< record_param_comms: carries the arguments
};
constexpr auto enumNames(CollectiveRow)
{
    return namesUpTo<CollectiveRow::Parameters>("none", "call", "parameters");
}

enum class RecordedProgram : std::uint8_t { None, PyTorch, Jax };
constexpr auto enumNames(RecordedProgram)
{
    return namesUpTo<RecordedProgram::Jax>("none", "PyTorch", "JAX");
}

struct RowVerdict {
    Role role = Role::Other;
    WorkClass work = WorkClass::Host;
    CollectiveKind collective = CollectiveKind::Other;
    LaunchCall launch = LaunchCall::None;
    HostWork host = HostWork::None;
    CollectiveRow collectiveRow = CollectiveRow::None;
    RecordedProgram framework = RecordedProgram::None;
    bool device = false; ///< whether such a row lies on a device
    friend bool operator==(const RowVerdict&, const RowVerdict&) = default;
};
static_assert(sizeof(RowVerdict) == 8);

} // namespace shardscope::core
