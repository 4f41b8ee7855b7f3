// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run, made ready ahead of their turns.
#pragma once

#include "profiler/import/bytes/work_ahead.h"
#include "profiler/import/run/opened_file.h"
#include "profiler/import/run/run_progress.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace shardscope::profiler {

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
    /// For reading the one that was taken last.
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
