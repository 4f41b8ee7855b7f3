// SPDX-License-Identifier: GPL-3.0-or-later
// How far the files of a run are, of which several are read at a time.
#pragma once

#include "core/base/task.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

class RunProgress {
public:
    RunProgress(const core::Task& task, std::size_t files)
        : m_task(task)
        , m_fractions(files, 0)
    {
    }
    RunProgress(const RunProgress&) = delete;
    RunProgress& operator=(const RunProgress&) = delete;

    /// The task of one file, while this lives: it is stopped with the run's, and what it reports is the
    /// file's part of what the run's reports, which never goes back. May be used in any thread.
    [[nodiscard]] core::Task of(std::size_t file)
    {
        if (!m_task.progress)
            return {m_task.stop, {}};
        return {m_task.stop,
                [this, file](std::string_view stage, double fraction) { note(file, stage, fraction); }};
    }

private:
    void note(std::size_t file, std::string_view stage, double fraction)
    {
        const std::lock_guard lock(m_mutex);
        const double grown = std::max(m_fractions[file], std::min(fraction, 1.0));
        m_sum += grown - m_fractions[file];
        m_fractions[file] = grown;
        m_task.report(stage, std::min(m_sum / static_cast<double>(m_fractions.size()), 1.0));
    }

    const core::Task& m_task;
    std::mutex m_mutex;
    std::vector<double> m_fractions; ///< by file
    double m_sum = 0;
};

} // namespace shardscope::profiler
