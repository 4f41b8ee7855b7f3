// SPDX-License-Identifier: GPL-3.0-or-later
// What flows over the links of one node while a recommender trains: of Zion, whose network cards hang on the
// CPUs, and of ZionEX, whose GPUs have cards and a network of their own.
#pragma once

#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

/// Traffic of one direction over a link of one node, or the use of what is no link.
struct NodeTraffic {
    std::string machine;       ///< "zion", "zionex"
    std::string part;          ///< of core::Words::Bound
    core::BytesPerSecond flow; ///< 0 where the part moves no bytes
    core::BytesPerSecond link; ///< what it could carry
    double share = 0;          ///< in use
};

/// Zion's at the rate that its tightest part leaves; ZionEX's at the planned step's. A card of ZionEX's GPUs
/// and its links inside the node are of one device, everything else of a whole node or server.
[[nodiscard]] std::vector<NodeTraffic> nodeTraffic(const Study& study);
[[nodiscard]] core::Table nodeTableOf(const Study& study); ///< one row for each link

} // namespace shardscope::app
