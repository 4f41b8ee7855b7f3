// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/file_handle.h"

#include "core/base/phrase.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardscope::profiler {

namespace {

core::Error systemError(int code)
{
    return {code == ENOENT ? core::ErrorCode::FileNotFound : core::ErrorCode::FileUnreadable,
            code == ENOENT ? std::vector<std::string>{} : std::vector<std::string>{std::strerror(code)},
            {}};
}

} // namespace

core::Result<std::shared_ptr<const FileHandle>> FileHandle::open(const std::filesystem::path& file)
{
    // Opens without waiting: a pipe that nobody writes to would keep us here for ever.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return systemError(errno);
    struct stat status = {};
    const bool known = ::fstat(descriptor, &status) == 0;
    auto handle = std::make_shared<const FileHandle>(descriptor,
                                                     known ? static_cast<std::uint64_t>(status.st_size) : 0);
    if (!known)
        return systemError(errno);
    if (S_ISDIR(status.st_mode))
        return systemError(EISDIR);
    if (!S_ISREG(status.st_mode)) // a trace is read at several places at once
        return core::Error{core::ErrorCode::NotSupported,
                           {core::phrase(S_ISFIFO(status.st_mode) ? W_("a pipe") : W_("a device")),
                            core::phrase(W_("it can be read only once; write it to a file first"))}};
    if (status.st_size == 0)
        return core::Error{core::ErrorCode::FileEmpty};
    return std::shared_ptr<const FileHandle>(std::move(handle));
}

std::string headOf(const std::filesystem::path& file, std::size_t bytes)
{
    std::string head(bytes, '\0');
    const auto handle = FileHandle::open(file);
    const auto got = handle ? (*handle)->readAt(0, head.data(), head.size()) : std::size_t{0};
    head.resize(got ? *got : 0);
    return head;
}

FileHandle::~FileHandle() { ::close(m_descriptor); }

core::Result<std::size_t> FileHandle::readAt(std::uint64_t offset, char* buffer, std::size_t size) const
{
    while (true) {
        const ssize_t got = ::pread(m_descriptor, buffer, size, static_cast<off_t>(offset));
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR)
            return systemError(errno);
    }
}

} // namespace shardscope::profiler
