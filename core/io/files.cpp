// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/files.h"

#include <algorithm>
#include <system_error>

namespace shardscope::core::files {

namespace {

namespace fs = std::filesystem;

/// Every entry that \p Iterator meets and \p wanted takes; its increments report by code, never by exception.
template <class Iterator, class Wanted>
Listing collected(const Path& folder, const Wanted& wanted)
{
    Listing found;
    std::error_code failed;
    for (Iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        if (wanted(*at))
            found.files.push_back(at->path());
    }
    if (failed)
        found.failure = Error{ErrorCode::FileUnreadable, {failed.message()}};
    std::ranges::sort(found.files);
    return found;
}

} // namespace

Kind kindAt(const Path& path)
{
    std::error_code failed;
    switch (fs::status(path, failed).type()) {
    case fs::file_type::regular: return Kind::Plain;
    case fs::file_type::directory: return Kind::Folder;
    case fs::file_type::fifo: return Kind::Pipe;
    case fs::file_type::none:
    case fs::file_type::not_found: return Kind::Nothing;
    default: return Kind::Other;
    }
}

std::optional<std::uint64_t> sizeOf(const Path& path)
{
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(path, failed);
    return failed ? std::nullopt : std::optional<std::uint64_t>(size);
}

std::optional<fs::file_time_type> changedAt(const Path& path)
{
    std::error_code failed;
    const fs::file_time_type time = fs::last_write_time(path, failed);
    return failed ? std::nullopt : std::optional(time);
}

bool same(const Path& a, const Path& b)
{
    std::error_code failed;
    return fs::equivalent(a, b, failed) && !failed;
}

Path whole(const Path& path)
{
    std::error_code failed;
    Path found = fs::weakly_canonical(path, failed);
    return failed ? path : found;
}

std::vector<Path> entries(const Path& folder)
{
    return collected<fs::directory_iterator>(folder, [](const fs::directory_entry&) { return true; }).files;
}

Listing plainFilesBelow(const Path& folder)
{
    return collected<fs::recursive_directory_iterator>(folder, [](const fs::directory_entry& entry) {
        std::error_code failed;
        return entry.is_regular_file(failed);
    });
}

Result<Done> makeFolders(const Path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed && !isFolder(folder))
        return Error{ErrorCode::FileUnwritable, {failed.message()}}.in(folder.string());
    return Done{};
}

bool remove(const Path& path)
{
    std::error_code failed;
    return fs::remove(path, failed) && !failed;
}

} // namespace shardscope::core::files
