// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of a driver or runtime that give devices work, told by their names: CUDA's, HIP's, SYCL's, Level
// Zero's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace shardscope::profiler {

class AnalysisInput;

enum class LaunchCall : std::uint8_t {
    None,
    Kernel,       ///< cudaLaunchKernelExC, cuLaunchKernel, hipExtModuleLaunchKernel, urEnqueueKernelLaunch
    Graph,        ///< cudaGraphLaunch: many kernels by one call
    Instantiate,  ///< makes a graph that can be launched
    BeginCapture, ///< until EndCapture launches of the thread are put into a graph, and do nothing yet
    EndCapture,
};
/// Names may carry a version behind them: "cudaLaunchKernel_v7000".
[[nodiscard]] LaunchCall launchCall(std::string_view name);
[[nodiscard]] constexpr bool launches(LaunchCall call)
{
    return call == LaunchCall::Kernel || call == LaunchCall::Graph;
}

/// Whether threads of \p part launch kernels, recorded or not.
[[nodiscard]] bool launchesKernels(const AnalysisInput& input, std::size_t part);
/// Whether the run launches or captures graphs of kernels.
[[nodiscard]] bool usesGraphs(const AnalysisInput& input);
/// Whether a runtime launches kernels one by one for which there are graphs (CUDA's, HIP's), and none is
/// used.
[[nodiscard]] bool couldUseGraphs(const AnalysisInput& input);

} // namespace shardscope::profiler
