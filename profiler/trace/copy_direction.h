// SPDX-License-Identifier: GPL-3.0-or-later
// Between which memories a copy goes, as its name tells.
#pragma once

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

enum class CopyDirection : std::uint8_t { ToDevice, ToHost, OnDevice, BetweenDevices };

struct CopyWords {
    std::string_view word; ///< in the copy's name, in lower case
    CopyDirection direction;
};
// "Memcpy HtoD (Pinned -> Device)" of CUPTI and ROCTracer in Kineto, "[CUDA memcpy Host-to-Device]" of Nsight
// Systems, "MEMORY_COPY_HOST_TO_DEVICE" of rocprofv3.
inline constexpr std::array kCopyWords{CopyWords{"htod", CopyDirection::ToDevice},
                                       CopyWords{"h2d", CopyDirection::ToDevice},
                                       CopyWords{"host-to-device", CopyDirection::ToDevice},
                                       CopyWords{"host_to_device", CopyDirection::ToDevice},
                                       CopyWords{"hosttodevice", CopyDirection::ToDevice},
                                       CopyWords{"dtoh", CopyDirection::ToHost},
                                       CopyWords{"d2h", CopyDirection::ToHost},
                                       CopyWords{"device-to-host", CopyDirection::ToHost},
                                       CopyWords{"device_to_host", CopyDirection::ToHost},
                                       CopyWords{"devicetohost", CopyDirection::ToHost},
                                       CopyWords{"dtod", CopyDirection::OnDevice},
                                       CopyWords{"d2d", CopyDirection::OnDevice},
                                       CopyWords{"ptop", CopyDirection::BetweenDevices},
                                       CopyWords{"p2p", CopyDirection::BetweenDevices},
                                       CopyWords{"peer-to-peer", CopyDirection::BetweenDevices}};

/// None: its name does not tell, as a fill's.
[[nodiscard]] inline std::optional<CopyDirection> copyDirection(std::string_view name)
{
    const std::string lower = core::lowered(name);
    const auto words = std::ranges::find_if(
        kCopyWords, [&](const CopyWords& own) { return lower.find(own.word) != std::string::npos; });
    return words == kCopyWords.end() ? std::nullopt : std::optional(words->direction);
}

} // namespace shardscope::profiler
