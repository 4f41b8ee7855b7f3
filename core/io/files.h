// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the file system, none of which throws: whatever is odd about a path (too long, a loop of
// links, a folder that may not be entered) is answered as "nothing there", and opening says why. Nobody else
// asks (tests/architecture).
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace shardscope::core::files {

using Path = std::filesystem::path;

enum class Kind { Nothing, Plain, Folder, Pipe, Other };

/// What stands at \p path; links are followed.
[[nodiscard]] Kind kindAt(const Path& path);
[[nodiscard]] inline bool exists(const Path& path) { return kindAt(path) != Kind::Nothing; }
[[nodiscard]] inline bool isPlain(const Path& path) { return kindAt(path) == Kind::Plain; }
[[nodiscard]] inline bool isFolder(const Path& path) { return kindAt(path) == Kind::Folder; }

[[nodiscard]] std::optional<std::uint64_t> sizeOf(const Path& path);
[[nodiscard]] std::optional<std::filesystem::file_time_type> changedAt(const Path& path);
/// Whether both are there and one and the same.
[[nodiscard]] bool same(const Path& a, const Path& b);
/// Absolute, without links as far as the path exists; \p path itself where that cannot be told.
[[nodiscard]] Path whole(const Path& path);

/// What is directly in \p folder, sorted; none where it cannot be read.
[[nodiscard]] std::vector<Path> entries(const Path& folder);
struct Listing {
    std::vector<Path> files;
    std::optional<Error>
        failure; ///< FileUnreadable: a folder that may not be read; what lies behind it is not among them
};
/// All plain files below \p folder, sorted; links to folders are not followed.
[[nodiscard]] Listing plainFilesBelow(const Path& folder);

/// Makes \p folder and those above it. Errors: FileUnwritable.
[[nodiscard]] Result<Done> makeFolders(const Path& folder);
/// Whether \p path was there and is not any more.
bool remove(const Path& path);

} // namespace shardscope::core::files
