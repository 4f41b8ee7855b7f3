// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA beside other frameworks on the open data sets: published figures, no predictions.
#pragma once

#include "core/report/table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
[[nodiscard]] std::vector<PersiaPeer> persiaPeers(std::string_view model);
[[nodiscard]] core::Table peerTableOf(std::string_view model); ///< one row for each system

} // namespace shardscope::app
