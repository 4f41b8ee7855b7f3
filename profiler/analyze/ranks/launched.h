// SPDX-License-Identifier: GPL-3.0-or-later
// How far the ranks of each communicator came, told by counts and not by calls: what NCCL's RAS answers of a
// running job, and the last numbers in files of NCCL's own recorders. Who does not answer, who is behind, and
// who calls something else.
#pragma once

#include "core/report/report.h"
#include "profiler/analyze/input/rank_input.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// A rank of a communicator.
struct RankLaunches {
    std::int64_t rank = -1; ///< within the communicator; -1: not told which
    /// RAS says "answered", "missing" (its process answers and is no member, or nothing is known of it),
    /// "unresponsive" or "dead"; a recorder's file is "recorded".
    std::string state;
    std::string process;                        ///< "host 4711"; "": not told
    std::map<std::string, std::int64_t> counts; ///< collectives launched, by operation
    std::int64_t last = -1;                     ///< number of its last call; -1: not told
    std::int64_t error = 0;                     ///< ncclResult_t of its communicator, 0: none
    std::uint32_t row = 0;

    [[nodiscard]] bool answered() const { return state == "answered"; }
    [[nodiscard]] std::int64_t total() const;
};

struct CommunicatorLaunches {
    std::string name;
    std::int64_t size = -1;          ///< ranks; -1: unknown
    std::int64_t missing = 0;        ///< ranks that did not answer
    bool live = false;               ///< told by RAS
    std::vector<RankLaunches> ranks; ///< of the last status; by rank
    std::int64_t between = -1;       ///< ns from the status before to the last; -1: there is one alone
    bool moved = false;              ///< a rank launched something between these two
};

/// The launches of each communicator, by name. \p collectives: of \p input.
[[nodiscard]] std::vector<CommunicatorLaunches>
launchedCollectives(const AnalysisInput& input, const Collectives& collectives, const core::Task& task);

/// What is told of one communicator: "rank_dead", "rank_unresponsive", "rank_missing" (ranks that did not
/// answer, by how sure RAS is that they never will), "rank_failed", "rank_differs", "rank_stuck" (behind, and
/// nobody launched anything from one status to the next), "rank_behind" (one status alone), "file_behind".
struct LaunchedVerdict {
    std::string key;
    std::vector<std::string> args;
    std::vector<std::uint32_t> rows;
    std::int64_t waited = 0; ///< at least, ns
};
/// Puts verdicts that explain others first.
[[nodiscard]] std::vector<LaunchedVerdict>
launchedVerdicts(const std::vector<CommunicatorLaunches>& communicators);

/// A row a rank.
[[nodiscard]] core::Table launchedTable(const std::vector<CommunicatorLaunches>& communicators);

} // namespace shardscope::profiler
