// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a pack are read in a process of their own: a file that ends its reader (killed for want of memory,
// say) is lost and named, and the rest goes on.
#pragma once

#include "app/cli/child_process.h"
#include "app/session/plan/commands.h"

#include <string>

namespace shardscope::app {

/// The program called with this word alone is a reader; people have no use for it.
inline constexpr const char* kPartReaderWord = "@read-parts";

/// Reads the files that standard input names until nobody asks any more; the exit code.
int servePartReader();

/// The other end. One reader serves many files; after one that ended it, another is started.
class PartReader {
public:
    /// \p worker: who reads, in what is said of a file that was lost.
    explicit PartReader(int worker)
        : m_worker(worker)
    {
    }
    ~PartReader() { static_cast<void>(end()); }
    PartReader(const PartReader&) = delete;
    PartReader& operator=(const PartReader&) = delete;

    /// Reads a part in a process of its own; if the system gives none, this process reads.
    [[nodiscard]] profiler::FilePart read(const std::string& file, const core::Task& task);

private:
    /// Waits for the reader's end, and says how it was, in words of ours.
    [[nodiscard]] std::string end();
    [[nodiscard]] bool take(char* bytes, std::size_t size, const core::Task& task) const;

    int m_worker;
    ChildProcess m_reader;
};

} // namespace shardscope::app
