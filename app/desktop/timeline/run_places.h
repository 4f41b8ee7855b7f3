// SPDX-License-Identifier: GPL-3.0-or-later
// What a run knows of its rows' places beside its timeline. A value.
#pragma once

#include <cstdint>
#include <vector>

namespace shardscope::app {

struct RunPlaces {
    std::vector<std::uint32_t> jobs;  ///< by source: rows of several stand apart; empty: one job
    std::vector<std::uint32_t> hosts; ///< by source: which one has the rows of its process' host; empty: each
                                      ///< has its own
    std::vector<bool> results; ///< by track: drawn by another tool out of rows that are there; empty: none
};

} // namespace shardscope::app
