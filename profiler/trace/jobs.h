// SPDX-License-Identifier: GPL-3.0-or-later
// Which files that were opened together are of one job (one start of a program on all its ranks), and which
// of another: ranks, steps and collectives of two jobs have nothing to do with each other.
#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

struct Jobs {
    std::vector<std::uint32_t> ofSource; ///< from 0, by the first file of each; empty where there is one job
    std::uint32_t count = 1;

    [[nodiscard]] std::uint32_t of(std::uint32_t source) const
    {
        return source < ofSource.size() ? ofSource[source] : 0;
    }
    [[nodiscard]] bool several() const { return count > 1; }
};

/// A file is of another job than those whose world has another size, than one of the same rank that has
/// device work, too, or was recorded at another time, and, where ranks do not tell, than those recorded at
/// another time. Of several jobs that it may be of, it is taken for one recorded at the same time, else for
/// one of the same folder, else for the first. Files without slices are of the first,
/// captures of graphs of the job that runs them (captureSources).
[[nodiscard]] Jobs jobsOf(const core::Run& run);

/// The names of the files of \p job; those of several ranks once.
[[nodiscard]] std::vector<std::string> filesOfJob(const core::Run& run, const Jobs& jobs, std::uint32_t job);

} // namespace shardscope::profiler
