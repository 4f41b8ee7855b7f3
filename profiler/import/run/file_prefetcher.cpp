// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/file_prefetcher.h"

#include "core/base/parallel.h"
#include "core/io/files.h"

#include <utility>

namespace shardscope::profiler {

FilePrefetcher::FilePrefetcher(std::vector<std::filesystem::path> files, bool pictures,
                               const core::Task& task)
    : m_files(std::move(files))
    , m_pictures(pictures)
    , m_forward(task.stop, [this] { m_stop.request_stop(); })
    , m_progress(task, m_files.size())
    , m_opened(m_files.size())
{
    for (const std::filesystem::path& file : m_files)
        m_bytes += core::files::sizeOf(file).value_or(0); // a file that is not there says so in its turn
    m_work.emplace(m_files.size(), std::size_t{2} * core::threadCount(),
                   [this](std::size_t at) { open(at); });
}

FilePrefetcher::~FilePrefetcher() { m_stop.request_stop(); }

OpenedFile FilePrefetcher::take()
{
    m_work->reach(m_next);
    return std::move(m_opened[m_next++]);
}

void FilePrefetcher::open(std::size_t at)
{
    OpenedFile& opened = m_opened[at];
    opened = openRunFile(m_files[at]);
    const bool shown = at == 0 && m_pictures;
    if (opened.source && !shown && paysAside(m_files[at], opened.fileBytes, m_bytes)) {
        core::Task task = m_progress.of(at);
        task.stop = m_stop.get_token();
        parseDetached(opened, task);
    }
}

} // namespace shardscope::profiler
