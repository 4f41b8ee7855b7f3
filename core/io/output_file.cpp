// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_file.h"

#include "core/io/files.h"

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace shardscope::core {

namespace {

constexpr std::string_view kDraftHead = ".shardscope-";
constexpr std::string_view kDraftTail = ".part";

/// Named drafts of this program, which an exit without destructors removes.
class OwnDrafts {
public:
    void add(const std::string& file)
    {
        std::set<std::string> added{file}; // who is out of memory asks for the drafts: the lock is free then
        const std::lock_guard lock(m_mutex);
        m_files.merge(added);
    }
    void drop(const std::string& file)
    {
        const std::lock_guard lock(m_mutex);
        m_files.erase(file);
    }
    void removeAll()
    {
        const std::lock_guard lock(m_mutex);
        for (const std::string& file : m_files)
            ::unlink(file.c_str());
    }

private:
    std::mutex m_mutex;
    std::set<std::string> m_files;
};

OwnDrafts& ownDrafts()
{
    // Never destroyed, for an exit may ask late; made without memory, for its want may be why.
    alignas(OwnDrafts) static std::byte place[sizeof(OwnDrafts)];
    static auto& drafts = *new (place) OwnDrafts;
    return drafts;
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

/// A named draft in \p folder, locked for as long as it is open; -1 with errno.
int openNamed(const std::filesystem::path& folder, mode_t mode, std::string& name)
{
    name = (folder / kDraftHead).string();
    name.append("XXXXXX").append(kDraftTail);
    const int file = ::mkostemps(name.data(), static_cast<int>(kDraftTail.size()), O_CLOEXEC);
    if (file < 0)
        return -1;
    ownDrafts().add(name);
    ::flock(file, LOCK_EX | LOCK_NB);
    ::fchmod(file, mode);
    return file;
}

/// The mode a new file gets: what the process's mask leaves.
mode_t masked(mode_t mode)
{
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mode & ~mask;
}

} // namespace

struct OutputFile::Draft {
    std::filesystem::path named;  ///< by the caller, for errors
    std::filesystem::path target; ///< with its links followed
    std::string name;             ///< of the draft; empty: it has none
    int file = -1;
    int failure = 0; ///< errno of the first one
    bool direct = false;
    bool published = false;

    ~Draft()
    {
        if (!name.empty() && !published)
            ::unlink(name.c_str());
        if (!name.empty())
            ownDrafts().drop(name);
        if (file >= 0)
            ::close(file);
    }
    [[nodiscard]] Error error(int number) const
    {
        return Error{ErrorCode::FileUnwritable, {std::error_code(number, std::generic_category()).message()}}
            .in(named.string());
    }
};

OutputFile::OutputFile(std::unique_ptr<Draft> draft)
    : m_draft(std::move(draft))
{
}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::create(const std::filesystem::path& target, unsigned mode)
{
    auto draft = std::make_unique<Draft>();
    draft->named = target;
    draft->target = target;
    struct stat there = {};
    const bool exists = ::stat(target.c_str(), &there) == 0;
    if (!exists && errno != ENOENT)
        return draft->error(errno);
    if (exists && S_ISDIR(there.st_mode))
        return draft->error(EISDIR);
    if (exists && !S_ISREG(there.st_mode)) {
        draft->direct = true;
        draft->file = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return draft->file < 0 ? Result<OutputFile>(draft->error(errno)) : OutputFile(std::move(draft));
    }
    if (exists) // a link stays a link, and the file keeps its permissions
        draft->target = files::whole(target);
    const mode_t wanted = exists ? there.st_mode & 07777U : masked(static_cast<mode_t>(mode));
    const std::filesystem::path folder =
        draft->target.has_parent_path() ? draft->target.parent_path() : std::filesystem::path(".");
    draft->file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, wanted);
    if (draft->file >= 0)
        ::fchmod(draft->file, wanted);
    else
        draft->file = openNamed(folder, wanted, draft->name);
    if (draft->file < 0)
        return draft->error(errno);
    return OutputFile(std::move(draft));
}

bool OutputFile::write(std::string_view bytes)
{
    if (m_draft->failure == 0 && !writeAll(m_draft->file, bytes))
        m_draft->failure = errno;
    return m_draft->failure == 0;
}

/// Writes to the disk; the file still has no name.
Result<Done> OutputFile::finish(Kept kept)
{
    Draft& draft = *m_draft;
    if (draft.failure == 0 && kept == Kept::ForGood && !draft.direct && ::fsync(draft.file) != 0)
        draft.failure = errno;
    return draft.failure == 0 ? Result<Done>(Done{}) : draft.error(draft.failure);
}

Result<Done> OutputFile::publish()
{
    Draft& draft = *m_draft;
    if (draft.direct)
        return Done{};
    if (draft.name.empty()) {
        // A file without a name gets one by a link, which replaces nothing: so first a draft's name, then the
        // target's.
        const std::string self = "/proc/self/fd/" + std::to_string(draft.file);
        const auto link = [&](const std::string& to) {
            return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0;
        };
        if (link(draft.target.string())) {
            draft.published = true;
            return Done{};
        }
        if (errno != EEXIST)
            return draft.error(errno);
        std::string name;
        const int reserved =
            openNamed(draft.target.has_parent_path() ? draft.target.parent_path() : ".", 0600, name);
        if (reserved < 0)
            return draft.error(errno);
        draft.name = name;
        const bool linked = ::unlink(name.c_str()) == 0 && link(name);
        const int why = errno;
        ::close(reserved);
        if (!linked)
            return draft.error(why);
    }
    if (::rename(draft.name.c_str(), draft.target.c_str()) != 0)
        return draft.error(errno);
    draft.published = true;
    return Done{};
}

Result<Done> OutputFile::commit(Kept kept)
{
    SHARDSCOPE_TRY_DONE(finish(kept));
    return publish();
}

Result<Done> writeFiles(const std::vector<std::pair<std::filesystem::path, std::string>>& files)
{
    std::vector<OutputFile> drafts;
    for (const auto& [path, text] : files) {
        SHARDSCOPE_TRY(OutputFile draft, OutputFile::create(path));
        draft.write(text);
        SHARDSCOPE_TRY_DONE(draft.finish(OutputFile::Kept::ForGood));
        drafts.push_back(std::move(draft));
    }
    for (OutputFile& draft : drafts)
        SHARDSCOPE_TRY_DONE(draft.publish());
    return Done{};
}

bool isDraft(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    return name.starts_with(kDraftHead) && name.ends_with(kDraftTail);
}

void removeLostDrafts(const std::filesystem::path& folder)
{
    for (const std::filesystem::path& entry : files::entries(folder)) {
        if (!isDraft(entry))
            continue;
        const int file = ::open(entry.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (file < 0)
            continue;
        if (::flock(file, LOCK_EX | LOCK_NB) == 0) // its writer holds the lock while it lives
            ::unlink(entry.c_str());
        ::close(file);
    }
}

void removeOwnDrafts() { ownDrafts().removeAll(); }

} // namespace shardscope::core
