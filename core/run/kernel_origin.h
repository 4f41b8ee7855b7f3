// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler made a kernel of, as a file of the compiler's says.
#pragma once

#include <string>
#include <vector>

namespace shardscope::core {

struct KernelOrigin {
    std::string kernel;               ///< "triton_poi_fused_mul_0"
    std::vector<std::string> nodes;   ///< of the graph that was compiled, of ATen's operators: "add_tensor"
    std::vector<std::string> sources; ///< of the graph as the program has it: "addmm"; empty: not told
};

/// Adds \p origin to \p all, which have each kernel once and of each kernel a node once: graphs number their
/// kernels from 0 on, so that one name may be of several.
void addOrigin(std::vector<KernelOrigin>& all, KernelOrigin origin);

} // namespace shardscope::core
