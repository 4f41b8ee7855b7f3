// SPDX-License-Identifier: GPL-3.0-or-later
// An open file that is read at offsets (pread): no shared position, so any thread may read.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace shardscope::profiler {

class FileHandle {
public:
    /// Errors: FileNotFound, FileUnreadable (also for folders), FileEmpty, NotSupported (a pipe, a device).
    [[nodiscard]] static core::Result<std::shared_ptr<const FileHandle>>
    open(const std::filesystem::path& file);
    explicit FileHandle(int descriptor, std::uint64_t bytes)
        : m_descriptor(descriptor)
        , m_bytes(bytes)
    {
    }
    ~FileHandle();
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;

    /// Up to \p size bytes from \p offset; 0 at the end. Errors: FileUnreadable.
    [[nodiscard]] core::Result<std::size_t> readAt(std::uint64_t offset, char* buffer,
                                                   std::size_t size) const;
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    int m_descriptor;
    std::uint64_t m_bytes;
};

/// The first \p bytes of a file, fewer where it is shorter; none of what is no plain file or cannot be read.
[[nodiscard]] std::string headOf(const std::filesystem::path& file, std::size_t bytes);

} // namespace shardscope::profiler
