// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA beside other frameworks on the open data sets: published figures, no predictions.
#pragma once

#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

struct PersiaPeer {
    std::string system; ///< paddle xdl_sync xdl_async
    std::int64_t accelerators = 0;
    double samplesPerSecond = 0;
    double persia = 0; ///< PERSIA's published rate on as many
    std::string source;
    [[nodiscard]] double times() const { return persia / samplesPerSecond; }
};

/// Empty for models of which nothing was published.
[[nodiscard]] std::vector<PersiaPeer> persiaPeers(const Study& study);
[[nodiscard]] core::Table peerTableOf(const Study& study); ///< one row a system

} // namespace shardscope::app
