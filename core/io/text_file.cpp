// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
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
    return Error{code, {std::error_code(number, std::generic_category()).message()}, {}}.in(path.string());
}

bool writeAll(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return false;
        text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return true;
}

} // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limitBytes)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        const int why = errno;
        if (why == ENOENT || why == ENOTDIR)
            return Error{ErrorCode::FileNotFound, {}, {}}.in(path.string());
        return systemError(ErrorCode::FileUnreadable, path, why);
    }
    // Read to the end rather than ask for the size: pipes and /proc have none.
    std::string text;
    std::string block(std::size_t{1} << 16, '\0');
    while (true) {
        const ssize_t got = ::read(file.number(), block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return systemError(ErrorCode::FileUnreadable, path, errno);
        if (got == 0)
            break;
        text.append(block, 0, static_cast<std::size_t>(got));
        if (text.size() > limitBytes) {
            std::error_code ignored;
            const std::uintmax_t size = std::filesystem::file_size(path, ignored);
            return Error{ErrorCode::FileTooLarge,
                         {std::to_string(ignored ? text.size() : size), std::to_string(limitBytes)},
                         {}}
                .in(path.string());
        }
    }
    if (text.empty())
        return Error{ErrorCode::FileEmpty, {}, {}}.in(path.string());
    return text;
}

Result<Done> writeTextFile(const std::filesystem::path& path, std::string_view text)
{
    static std::atomic<unsigned> number{0};
    std::filesystem::path beside = path;
    beside += '.' + std::to_string(::getpid()) + '-' + std::to_string(number++) + ".part";
    const auto failed = [&](int why) {
        ::unlink(beside.c_str());
        return systemError(ErrorCode::FileUnwritable, path, why);
    };
    {
        const Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file.number() < 0)
            return systemError(ErrorCode::FileUnwritable, path, errno);
        if (!writeAll(file.number(), text) || ::fsync(file.number()) != 0)
            return failed(errno);
    }
    if (::rename(beside.c_str(), path.c_str()) != 0)
        return failed(errno);
    return Done{};
}

} // namespace shardscope::core
