// SPDX-License-Identifier: GPL-3.0-or-later
// What a piece of a step's work is, in words that plans and recordings share: by these their rows are joined.
#pragma once

#include "core/base/enum_names.h"
#include "core/kinds/row_verdict.h"

#include <cstdint>
#include <string>

namespace shardscope::core {

/// The pass of a step that work belongs to.
enum class Pass : std::uint8_t {
    Unknown, ///< a recording does not tell who asked for it
    Forward,
    Recompute, ///< forward once more, in backward
    InputGradient,
    WeightGradient,
    Backward, ///< both, or not told apart
    Update,   ///< of the weights
};
constexpr auto enumNames(Pass)
{
    return namesUpTo<Pass::Update>("", "forward", "recompute", "input_gradient", "weight_gradient",
                                   "backward", "update");
}
/// Recordings do not tell the two gradients apart: neither do comparisons.
[[nodiscard]] constexpr Pass comparedPass(Pass pass)
{
    return pass == Pass::InputGradient || pass == Pass::WeightGradient ? Pass::Backward : pass;
}

/// Where in the network a row lies.
struct WorkPlace {
    std::int16_t layer = -1; ///< of the rank's, in the order of forward; -1: in none, or not told
    std::int16_t place = -1; ///< within the layer's pass, which call it is
    friend auto operator<=>(const WorkPlace&, const WorkPlace&) = default;
    friend bool operator==(const WorkPlace&, const WorkPlace&) = default;
};

/// Tells the work of an operator from other work. Shapes are texts: of a product [m, k] · [k, n] "MxKxN" (of
/// a gradient those of the forward product), of others the extents of the largest operand, "8x1024x4096".
struct WorkKey {
    Pass pass = Pass::Unknown;
    WorkClass kind = WorkClass::Unknown;
    CollectiveKind collective = CollectiveKind::Other; ///< of what communicates
    std::string operation; ///< as the side calls it: "qkv_projection", "aten::addmm", a kernel's name
    std::string shape;     ///< "": not told
    std::string forward;   ///< of backward: the operator whose gradient it is; "": not told
    WorkPlace at;
    friend auto operator<=>(const WorkKey&, const WorkKey&) = default;
    friend bool operator==(const WorkKey&, const WorkKey&) = default;
};

/// What every nanosecond of a device's step goes to: each to one of these. The parts of a difference.
enum class StepTerm : std::uint8_t {
    Product,
    GroupedProduct,
    Attention,
    Norm,
    Elementwise,
    Embedding,
    Routing,
    Quantise,
    Loss,
    Optimizer,
    Unknown,   ///< computes something that no rule knows
    Recompute, ///< of any class
    // Communication while nothing computes.
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    SendReceive,
    OtherCollective,
    Waiting, ///< in a collective, for ranks that have not come yet
    Copy,    ///< while nothing else runs
    // While nothing runs at all.
    KernelGap, ///< between kernels that were launched in time
    Launch,    ///< the host is on its way to the next launch
    HostWork,  ///< it does something else: long operations, memory of the device, a graph's capture
    DataLoading,
    Synchronization, ///< it had waited for the device, or a copy
    HostCommunication,
    Dependency, ///< launched in time, held back by another stream or a transfer
    Bubble,     ///< another stage has not come so far
    NoCause,    ///< nothing tells why
    Recorder,   ///< the host was slower because it was recorded
};
constexpr auto enumNames(StepTerm)
{
    return namesUpTo<StepTerm::Recorder>(
        "product", "grouped_product", "attention", "norm", "elementwise", "embedding", "routing", "quantise",
        "loss", "optimizer", "unknown", "recompute", "all_reduce", "all_gather", "reduce_scatter",
        "all_to_all", "broadcast", "send_receive", "other_collective", "waiting", "copy", "kernel_gap",
        "launch", "host_work", "data_loading", "synchronization", "host_communication", "dependency",
        "bubble", "no_cause", "recorder");
}
inline constexpr std::size_t kStepTerms = kEnumNames<StepTerm>.size();

/// The part of the step that this work of the device belongs to.
[[nodiscard]] StepTerm termOf(const WorkKey& key);
/// Whether a device does nothing at all in it.
[[nodiscard]] constexpr bool isGap(StepTerm term) { return term >= StepTerm::KernelGap; }
[[nodiscard]] constexpr bool isCommunication(StepTerm term)
{
    return term >= StepTerm::AllReduce && term <= StepTerm::Waiting;
}

} // namespace shardscope::core
