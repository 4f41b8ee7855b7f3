// SPDX-License-Identifier: GPL-3.0-or-later
// What a device's row is busy with, in the three kinds that overlap and exposure are counted by.
#pragma once

#include "core/base/enum_names.h"
#include "core/kinds/row_verdict.h"

#include <cstdint>

namespace shardscope::profiler {

enum class KernelKind : std::uint8_t {
    Compute,
    Communication, ///< collectives and point-to-point transfers between devices
    Copy,          ///< copies and fills
};
constexpr auto enumNames(KernelKind)
{
    return core::namesUpTo<KernelKind::Copy>("compute", "communication", "copy");
}
inline constexpr std::size_t kKernelKinds = core::kEnumNames<KernelKind>.size();

/// \p work: the role of a device's work (core::isWork).
[[nodiscard]] constexpr KernelKind kernelKind(core::Role work)
{
    return work == core::Role::Communicate ? KernelKind::Communication
           : work == core::Role::Copy      ? KernelKind::Copy
                                           : KernelKind::Compute;
}

} // namespace shardscope::profiler
