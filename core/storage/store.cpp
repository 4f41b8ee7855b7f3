// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/store.h"

#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/storage/rows.h"
#include "core/storage/schema.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace shardscope::core {
namespace {

using What = StoreRecord::What;

/// A write-ahead log needs memory that all programs share (sqlite.org/wal.html), which network folders do not
/// give. Numbers of the kernel's file systems: statfs(2).
bool isOnNetwork(const std::filesystem::path& file)
{
    struct statfs about {};
    if (::statfs(file.c_str(), &about) != 0)
        return true; // then nothing is taken for granted
    switch (static_cast<unsigned long>(about.f_type) & 0xFFFFFFFFUL) {
    case 0x6969UL:     // NFS
    case 0x517BUL:     // SMB
    case 0xFF534D42UL: // CIFS
    case 0xFE534D42UL: // SMB 2
    case 0x01021997UL: // 9P
    case 0x5346414FUL: // AFS
    case 0x0BD00BD0UL: // Lustre
    case 0x00C36400UL: // Ceph
    case 0x65735546UL: // FUSE: sshfs among them
        return true;
    default: return false;
    }
}

/// A step is on the disk when its transaction ends.
Result<Done> prepareToWrite(const Database& database, const std::filesystem::path& file)
{
    const char* journal =
        isOnNetwork(file) ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL"; // answers which it is
    SHARDSCOPE_TRY_DONE(database.run(journal));
    return database.run("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=256");
}

Error systemError(const std::filesystem::path& file)
{
    return errorIn(ErrorCode::FileUnwritable, {std::error_code(errno, std::generic_category()).message()},
                   file.string());
}

/// Gives the finished \p draft the name of \p file, safe from a power cut.
Result<Done> publish(const std::filesystem::path& draft, const std::filesystem::path& file)
{
    for (const std::filesystem::path& synced :
         {draft, file.has_parent_path() ? file.parent_path() : std::filesystem::path(".")}) {
        const int handle = ::open(synced.c_str(), O_RDONLY | O_CLOEXEC);
        const bool safe = handle >= 0 && ::fsync(handle) == 0;
        const Error error = systemError(file);
        if (handle >= 0)
            ::close(handle);
        if (!safe)
            return error;
        if (synced == draft && std::rename(draft.c_str(), file.c_str()) != 0)
            return systemError(file);
    }
    return Done{};
}

/// What \p make makes of a draft comes to be \p file, whole or not at all.
template <class Make>
Result<Done> inDraft(const std::filesystem::path& file, const Make& make)
{
    std::filesystem::path draft = file;
    draft += ".draft-" + std::to_string(::getpid());
    files::remove(draft);
    Result<Done> made = make(draft);
    ::chmod(draft.c_str(), S_IRUSR | S_IWUSR); // on a file system without owners it stays as it is
    if (made.ok())
        made = publish(draft, file);
    if (!made.ok())
        files::remove(draft);
    return made.ok() ? made : Result<Done>(made.error().in(file.string()));
}

Result<Done> checkPages(const Database& database, const char* pragma, const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const std::string found, database.textOf(pragma));
    if (found != "ok")
        return errorIn(ErrorCode::DataCorrupt, {phrase(W_("the project file: %1"), {found})}, file.string());
    return Done{};
}

} // namespace

Store::Store(Database database, std::filesystem::path file, Access access)
    : m_database(std::move(database))
    , m_file(std::move(file))
    , m_access(access)
{
}

Store::~Store()
{
    // A store that was moved away has no database, which does nothing then. What fails leaves the log, which
    // the next opening reads.
    if (m_access == Access::Write && m_database.isOpen() && checkpoint().ok())
        static_cast<void>(m_database.run("PRAGMA journal_mode=DELETE"));
}

Result<Store> Store::create(const std::filesystem::path& file)
{
    if (files::sizeOf(file).value_or(0) > 0)
        return inconsistent(W_("there is a file of that name")).in(file.string());
    SHARDSCOPE_TRY_DONE(inDraft(file, [](const std::filesystem::path& draft) -> Result<Done> {
        SHARDSCOPE_TRY(const Database database, Database::open(draft, Database::Access::Create));
        return makeProjectTables(database);
    }));
    return open(file, Access::Write);
}

Result<Store> Store::open(const std::filesystem::path& file, Access access)
{
    if (!files::exists(file))
        return errorIn(ErrorCode::FileNotFound, {}, file.string());
    if (!files::isPlain(file)) // opening a pipe would wait for its other end
        return notSupported(W_("what is no plain file"), W_("a project lies in one")).in(file.string());
    if (files::sizeOf(file) == 0)
        return errorIn(ErrorCode::FileEmpty, {}, file.string());
    const bool write = access == Access::Write;
    SHARDSCOPE_TRY(Database database,
                   Database::open(file, write ? Database::Access::Write : Database::Access::Read));
    SHARDSCOPE_TRY(const std::int64_t version, projectVersion(database, file.string()));
    SHARDSCOPE_TRY_DONE(checkPages(database, "PRAGMA quick_check(1)", file));
    Store store(std::move(database), file, access);
    if (version < kProjectVersion) {
        if (!write)
            return notSupported(W_("an older version of the project file"),
                                W_("open it in the window once, which brings it to today's"))
                .in(file.string());
        SHARDSCOPE_TRY_DONE(store.saveAs(olderCopyOf(file, version)));
        SHARDSCOPE_TRY_DONE(migrate(store.m_database, version, kProjectVersion, projectMigrations()));
    }
    if (write)
        SHARDSCOPE_TRY_DONE(prepareToWrite(store.m_database, file));
    return Result<Store>(std::move(store));
}

std::filesystem::path olderCopyOf(const std::filesystem::path& file, std::int64_t version)
{
    return file.parent_path() /
           (file.stem().string() + ".v" + std::to_string(version) + file.extension().string());
}

Result<ProjectContents> Store::read() const
{
    SHARDSCOPE_TRY_DONE(m_database.run("BEGIN")); // one moment, whoever writes meanwhile
    Result<ProjectContents> contents = readContents(m_database);
    SHARDSCOPE_TRY_DONE(m_database.run("COMMIT"));
    return contents;
}

Result<Done> Store::write(std::span<const StoreRecord> records)
{
    return m_database
        .transaction([&]() -> Result<Done> {
            for (const StoreRecord& record : records)
                SHARDSCOPE_TRY_DONE(put(record));
            return Done{};
        })
        .in(m_file.string());
}

Result<Done> Store::put(const StoreRecord& record)
{
    const auto setUndone = [&](std::int64_t undone) -> Result<Done> {
        SHARDSCOPE_TRY(Statement mark, m_database.prepare("UPDATE step SET undone = ? WHERE id = ?"));
        return mark.with(undone).with(static_cast<std::int64_t>(record.step->id)).done();
    };
    switch (record.what) {
    case What::Made:
    case What::Replaced: SHARDSCOPE_TRY_DONE(putStep(record)); return putItems(*record.step, false);
    case What::Undone: SHARDSCOPE_TRY_DONE(setUndone(1)); return putItems(*record.step, true);
    case What::Redone: SHARDSCOPE_TRY_DONE(setUndone(0)); return putItems(*record.step, false);
    case What::Seat: break;
    }
    SHARDSCOPE_TRY(Statement seat, m_database.prepare("INSERT OR REPLACE INTO seat VALUES (?, ?)"));
    return seat.with(record.key).with(record.body).done();
}

Result<Done> Store::putStep(const StoreRecord& record)
{
    SHARDSCOPE_TRY(Statement dropChanges, m_database.prepare("DELETE FROM change WHERE step = ?"));
    SHARDSCOPE_TRY(Statement dropStep, m_database.prepare("DELETE FROM step WHERE id = ?"));
    std::vector<std::uint64_t> dropped = record.forgot;
    if (record.what == What::Replaced) {
        // What a drag makes it may remove again, and then says no more of it.
        const auto id = static_cast<std::int64_t>(record.step->id);
        for (const char* made : {"DELETE FROM link WHERE item IN"
                                 " (SELECT item FROM change WHERE step = ? AND before IS NULL)",
                                 "DELETE FROM item WHERE id IN"
                                 " (SELECT item FROM change WHERE step = ? AND before IS NULL)"}) {
            SHARDSCOPE_TRY(Statement dropMade, m_database.prepare(made));
            SHARDSCOPE_TRY_DONE(dropMade.with(id).done());
        }
        dropped.push_back(record.step->id);
    }
    for (const std::uint64_t id : dropped) {
        SHARDSCOPE_TRY_DONE(dropChanges.with(static_cast<std::int64_t>(id)).done());
        SHARDSCOPE_TRY_DONE(dropStep.with(static_cast<std::int64_t>(id)).done());
    }
    return insertStep(m_database, *record.step, false);
}

Result<Done> Store::putItems(const ProjectStep& step, bool back)
{
    SHARDSCOPE_TRY(Statement dropItem, m_database.prepare("DELETE FROM item WHERE id = ?"));
    SHARDSCOPE_TRY(Statement dropLinks, m_database.prepare("DELETE FROM link WHERE item = ?"));
    // First away with all of them: two may have changed names.
    for (const ItemChange& change : step.changes) {
        const std::int64_t id = change.either().id.value;
        SHARDSCOPE_TRY_DONE(dropItem.with(id).done());
        SHARDSCOPE_TRY_DONE(dropLinks.with(id).done());
    }
    for (const ItemChange& change : step.changes) {
        if (const ItemPtr& item = back ? change.before : change.after)
            SHARDSCOPE_TRY_DONE(insertItem(m_database, *item, step.at));
    }
    return Done{};
}

Result<Done> Store::fill(const ProjectContents& contents)
{
    return m_database
        .transaction([&]() -> Result<Done> {
            for (const ItemPtr& item : contents.items)
                SHARDSCOPE_TRY_DONE(insertItem(m_database, *item, 0));
            for (std::size_t at = 0; at < contents.steps.size(); ++at)
                SHARDSCOPE_TRY_DONE(insertStep(m_database, *contents.steps[at], at >= contents.done));
            for (const auto& [key, body] : contents.seats) {
                StoreRecord seat;
                seat.what = What::Seat;
                seat.key = key;
                seat.body = body;
                SHARDSCOPE_TRY_DONE(put(seat));
            }
            return Done{};
        })
        .in(m_file.string());
}

Result<Done> Store::checkpoint() { return m_database.run("PRAGMA wal_checkpoint(TRUNCATE)"); }

Result<Done> Store::saveAs(const std::filesystem::path& file) const
{
    return inDraft(file, [&](const std::filesystem::path& draft) -> Result<Done> {
        SHARDSCOPE_TRY(Statement copy, m_database.prepare("VACUUM INTO ?"));
        return copy.with(draft.string()).done();
    });
}

Result<Done> Store::check() const { return checkPages(m_database, "PRAGMA integrity_check", m_file); }

} // namespace shardscope::core
