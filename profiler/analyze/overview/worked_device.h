// SPDX-License-Identifier: GPL-3.0-or-later
// What a run worked on: files name the devices of their node, also where the run leaves them, or most of
// them, alone.
#pragma once

#include "profiler/analyze/input/analysis.h"

#include <string>
#include <string_view>

namespace shardscope::profiler {

/// What a run worked on that gave its devices nothing to do.
inline constexpr std::string_view kHostAlone = "CPU";

struct WorkedDevice {
    std::string worked; ///< "NVIDIA H200", "2 x NVIDIA H200", kHostAlone; empty: the file does not say
    std::string idle;   ///< that the file names and that was given no work; empty: none
};
[[nodiscard]] WorkedDevice workedDevice(const AnalysisInput& input);

} // namespace shardscope::profiler
