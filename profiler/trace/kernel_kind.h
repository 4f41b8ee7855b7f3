// SPDX-License-Identifier: GPL-3.0-or-later
// What a device's row is busy with, in the three kinds that overlap and exposure are counted by.
#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <string_view>

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

/// The kind of a device row by its name and category. Unlike HolisticTraceAnalysis', a kernel whose name
/// holds "dma" or "Sync" somewhere is still a kernel.
[[nodiscard]] KernelKind kernelKind(std::string_view name, std::string_view category);

/// Whether rows of a category are work of a device: kernels, copies, fills; on a device's track also
/// categories that nobody knows. Annotations of its time, synchronisation and calls of the runtime are none
/// anywhere.
[[nodiscard]] bool isDeviceWork(std::string_view category, bool deviceTrack = false);
/// Whether a row of a device only says that it waited. On MTIA the control processor's waits stand among its
/// work (mtia_ccp_events); HolisticTraceAnalysis leaves names with "Sync" out of what computes as well.
[[nodiscard]] bool isDeviceWait(std::string_view name, std::string_view category);
/// Whether a category holds calls of the driver or runtime, which launch work.
[[nodiscard]] bool isLaunchCategory(std::string_view category);

} // namespace shardscope::profiler
