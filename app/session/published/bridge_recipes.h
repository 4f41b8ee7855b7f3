// SPDX-License-Identifier: GPL-3.0-or-later
// What the performance recipes of Megatron-Bridge set and its published tables have no column for: how tokens
// are dispatched, what runs beside the exchange, what CUDA graphs launch, what is recomputed or moved to the
// host.
#pragma once

#include <string_view>

namespace shardscope::app::published {

/// A recipe in a plan's words; empty: what the plan has when it does not say.
struct BridgeRecipe {
    std::string_view dispatch = {};
    bool overlap = false;
    std::string_view graphs = "calibrated";
    std::string_view expertKernels = "calibrated";
    std::string_view recompute = "none";
    std::string_view attention = {}; ///< its number format
    long long offloadedLayers = 0;   ///< under FSDP: whose activations wait in the host's memory; 0: none
};

/// The recipe for \p model and \p system as the tables name them, of \p release 2604 for 26.04, with
/// \p stages pipeline stages. If nothing is known of it, one that leaves all to the calibration.
[[nodiscard]] BridgeRecipe bridgeRecipe(std::string_view model, std::string_view system,
                                        std::string_view precision, int release, long long stages);

} // namespace shardscope::app::published
