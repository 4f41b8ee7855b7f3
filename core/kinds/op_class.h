// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of work a slice is, told by its name and category: gives its colour and letter everywhere.
#pragma once

#include "core/base/enum_names.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace shardscope::core {

/// In the order of the legend. A recording does not say which group a collective serves, so one that is read
/// from a file is Replica, or Expert where it exchanges all to all; simulated runs name all three.
enum class OpClass : std::uint8_t {
    MatrixProduct,
    Attention,
    Elementwise, ///< element-wise, normalisation, reduction, and device work of no other class
    Embedding,   ///< embedding, gather, scatter
    CollectiveTensor,
    CollectiveReplica,
    CollectiveExpert,
    PointToPoint,
    Copy, ///< copies, fills, streaming, offload
    Optimizer,
    Host, ///< calls of the driver, the interpreter, bookkeeping
    Idle,
};
constexpr auto enumNames(OpClass)
{
    return namesUpTo<OpClass::Idle>("matrix_product", "attention", "elementwise", "embedding",
                                    "collective_tensor", "collective_replica", "collective_expert",
                                    "point_to_point", "copy", "optimizer", "host", "idle");
}
inline constexpr std::size_t kOpClasses = kEnumNames<OpClass>.size();

[[nodiscard]] std::span<const OpClass> allOpClasses();
[[nodiscard]] char opClassLetter(OpClass kind);          ///< "MAeETRXPCOH-"
[[nodiscard]] std::string_view opClassKey(OpClass kind); ///< stable: "matrix_product", …
/// True for rows of an accelerator, told by the category alone: kernels, device copies, device annotations.
[[nodiscard]] bool isDeviceCategory(std::string_view category);
/// What kineto calls a kernel, or a range of several, whose hardware counters CUPTI read: values are in the
/// arguments; times are the recording's, split evenly (libkineto/src/CuptiRangeProfiler.cpp, addRangeEvents).
inline constexpr std::string_view kCounterRange = "cuda_profiler_range";
/// Whether a device's row of \p category only tells about its work: ranges that the program named, and those.
[[nodiscard]] bool isDeviceAnnotation(std::string_view category);

/// Whether rows of that class send something to other devices.
[[nodiscard]] constexpr bool communicates(OpClass kind)
{
    return kind == OpClass::CollectiveTensor || kind == OpClass::CollectiveReplica ||
           kind == OpClass::CollectiveExpert || kind == OpClass::PointToPoint;
}
/// The class of a slice by the shipped rules (work_rules.h), where no track and no run is at hand. Costs a
/// walk over the name: ask once per distinct (name, category).
[[nodiscard]] OpClass classify(std::string_view name, std::string_view category);

} // namespace shardscope::core
