// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run, made ready ahead of their turns.
#pragma once

#include "core/base/task.h"
#include "profiler/import/bytes/work_ahead.h"
#include "profiler/import/run/opened_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// How far the files of a run are, of which several are read at a time.
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

/// Opens at most twice as many files ahead as there are threads, and reads those for which it pays.
class FilePrefetcher {
public:
    /// \p pictures: somebody wants them of the first, which is read in its turn then.
    FilePrefetcher(std::vector<std::filesystem::path> files, bool pictures, const core::Task& task);
    ~FilePrefetcher();
    FilePrefetcher(const FilePrefetcher&) = delete;
    FilePrefetcher& operator=(const FilePrefetcher&) = delete;

    /// The next file; no more of them than there are.
    [[nodiscard]] OpenedFile take();
    /// The task for reading the file that was taken last.
    [[nodiscard]] core::Task task() { return m_progress.of(m_next - 1); }
    /// Reports that the one that was taken last is read.
    void finished() { m_progress.of(m_next - 1).report("read", 1); }

private:
    void open(std::size_t at);

    std::vector<std::filesystem::path> m_files;
    bool m_pictures;
    std::stop_source m_stop; ///< of files read ahead: also when nobody wants them any more
    std::stop_callback<std::function<void()>> m_forward;
    RunProgress m_progress;
    std::uint64_t m_bytes = 0;
    std::vector<OpenedFile> m_opened;
    std::size_t m_next = 0;
    std::optional<WorkAhead> m_work; // last: nobody works here once it is gone
};

} // namespace shardscope::profiler
