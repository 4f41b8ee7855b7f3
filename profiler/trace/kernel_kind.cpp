// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/kernel_kind.h"

#include "core/base/one_of.h"
#include "core/kinds/op_class.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

constexpr std::array<std::string_view, 4> kCopyCategories{"gpu_memcpy", "gpu_memset", "Memcpy", "Memset"};
constexpr std::array<std::string_view, 5> kCopyNames{"Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma"};
constexpr std::array<std::string_view, 9> kLaunchCategories{
    "cuda_runtime",        "cuda_driver",        "Runtime",    "xpu_runtime", "mtia_runtime", "glow_runtime",
    "privateuse1_runtime", "privateuse1_driver", "hip_runtime"};

/// On a device's track these tell about its work and are none.
constexpr std::array<std::string_view, 6> kElsewhere{"cuda_sync", "cuda_event",      "overhead",
                                                     "cpu_op",    "user_annotation", "ac2g"};

} // namespace

KernelKind kernelKind(std::string_view name, std::string_view category)
{
    const bool copyName =
        std::ranges::any_of(kCopyNames, [&](std::string_view start) { return name.starts_with(start); });
    if (core::isOneOf(category, kCopyCategories) || copyName)
        return KernelKind::Copy;
    return core::communicates(core::classify(name, category)) ? KernelKind::Communication
                                                              : KernelKind::Compute;
}

bool isDeviceWork(std::string_view category, bool deviceTrack)
{
    if (core::isDeviceAnnotation(category))
        return false;
    return core::isDeviceCategory(category) ||
           (deviceTrack && !isLaunchCategory(category) && !core::isOneOf(category, kElsewhere));
}

bool isDeviceWait(std::string_view name, std::string_view category)
{
    constexpr std::array<std::string_view, 5> kWaits{"wait", "Wait", "WAIT", "Sync", "sync"};
    return category == "mtia_ccp_events" && std::ranges::any_of(kWaits, [&](std::string_view part) {
               return name.find(part) != std::string_view::npos;
           });
}

bool isLaunchCategory(std::string_view category) { return core::isOneOf(category, kLaunchCategories); }

} // namespace shardscope::profiler
