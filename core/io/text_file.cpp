// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_file.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/output_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace shardscope::core {
namespace {

/// Closes at the end of the scope.
class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

Error systemError(ErrorCode code, const std::filesystem::path& path, int number)
{
    return Error{code, {std::error_code(number, std::generic_category()).message()}}.in(path.string());
}

/// Waits for something to read, for ever: whoever has the other end open will write or close it.
bool awaitBytes(int file)
{
    pollfd wanted{file, POLLIN, 0};
    return ::poll(&wanted, 1, -1) >= 0 || errno == EINTR;
}

/// Reads until the end or until there are more than \p most bytes.
Result<std::string> readUpTo(const std::filesystem::path& path, std::uintmax_t most)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.number() < 0) {
        const int why = errno;
        if (why == ENOENT || why == ENOTDIR)
            return Error{ErrorCode::FileNotFound}.in(path.string());
        return systemError(ErrorCode::FileUnreadable, path, why);
    }
    struct stat status = {};
    const bool pipe = ::fstat(file.number(), &status) == 0 && S_ISFIFO(status.st_mode);
    // A pipe that nobody has open for writing reads as ended. It is given a moment, in which its writer may
    // come; opening it the usual way would wait for ever.
    constexpr int kMoments = 25;
    constexpr int kMomentMs = 20;
    int moments = pipe ? kMoments : 0;
    // Read to the end rather than ask for the size: pipes and /proc have none.
    std::string text;
    std::string block(std::size_t{1} << 16, '\0');
    while (text.size() <= most) {
        const ssize_t got = ::read(file.number(), block.data(), block.size());
        if (got < 0 && (errno == EINTR || (errno == EAGAIN && awaitBytes(file.number()))))
            continue;
        if (got < 0)
            return systemError(ErrorCode::FileUnreadable, path, errno);
        if (got == 0 && text.empty() && moments > 0) {
            --moments;
            ::poll(nullptr, 0, kMomentMs);
            continue;
        }
        if (got == 0)
            break;
        text.append(block, 0, static_cast<std::size_t>(got));
    }
    if (text.empty() && pipe)
        return Error{ErrorCode::FileUnreadable, {phrase(W_("it is a pipe that nobody writes to"))}}.in(
            path.string());
    if (text.empty())
        return Error{ErrorCode::FileEmpty}.in(path.string());
    return text;
}

} // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limitBytes)
{
    SHARDSCOPE_TRY(std::string text, readUpTo(path, limitBytes));
    if (text.size() > limitBytes)
        return Error{ErrorCode::FileTooLarge,
                     {std::to_string(files::sizeOf(path).value_or(text.size())), std::to_string(limitBytes)}}
            .in(path.string());
    if (text.starts_with("\x1F\x8B"))
        return notSupported(W_("a compressed file here"), W_("it is gzip's; unpack it first (gunzip). Only "
                                                             "where a trace is wanted it is read as it is"))
            .in(path.string());
    return text;
}

Result<std::string> readTextHead(const std::filesystem::path& path, std::size_t bytes)
{
    SHARDSCOPE_TRY(std::string text, readUpTo(path, bytes));
    text.resize(std::min(text.size(), bytes));
    return text;
}

Result<Done> writeTextFile(const std::filesystem::path& path, std::string_view text)
{
    SHARDSCOPE_TRY(OutputFile file, OutputFile::create(path));
    file.write(text);
    return file.commit();
}

} // namespace shardscope::core
