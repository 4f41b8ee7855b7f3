// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.compile fused into a kernel: from inductor's node mappings where a file of them was opened
// beside the trace, else from the kernel's name.
#pragma once

#include "core/run/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler {

struct FusedKernel {
    std::string operators; ///< of ATen, each once, by name: "add, erf, mul"
    bool mapped = false;   ///< as a node mapping says; else as the kernel is called
    std::string nodes;     ///< of the compiled graph, as the mapping has them: "mul_3, add_tensor"
    std::string sources;   ///< of the program's graph: "addmm, gelu"; empty: not told
};

/// The operators that a kernel of inductor's is named after, "triton_poi_fused_addmm_gelu_1" after addmm and
/// gelu; empty: no such name. \p words: operators of several words beyond those that are known here.
[[nodiscard]] std::vector<std::string> operatorsInName(std::string_view kernel,
                                                       const std::vector<std::string>& words = {});
/// The operator that a node of a graph of ATen's is named after: "add" of "add_tensor_1".
[[nodiscard]] std::string operatorOfNode(std::string_view node);

class FusedKernels {
public:
    explicit FusedKernels(const core::Run& run);
    /// What was fused into work called \p kernel of a device, launched in an operator called \p operation
    /// ("": none), which has the kernel's whole name where the device's is cut short ("triton_"). Null: it is
    /// none of inductor's. Both names have to last as long as this.
    [[nodiscard]] const FusedKernel* of(std::string_view kernel, std::string_view operation);

private:
    [[nodiscard]] const FusedKernel* named(std::string_view name);

    std::unordered_map<std::string_view, std::optional<FusedKernel>> m_known; ///< by a kernel's name
    std::vector<std::string> m_words; ///< operators of several words that the run names
};

} // namespace shardscope::profiler
