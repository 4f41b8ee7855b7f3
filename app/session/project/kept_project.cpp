// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/kept_project.h"

#include "app/session/documents/kept_file.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/storage/item_links.h"

#include <QFile>
#include <QLockFile>

#include <utility>

namespace shardscope::app {
namespace {

namespace fs = std::filesystem;

/// The mark that a program has \p file open; null where another one has put it there. A program that was
/// killed has none.
std::unique_ptr<QLockFile> lockOf(const fs::path& file)
{
    auto lock = std::make_unique<QLockFile>(QString::fromStdString(file.string()) + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    if (lock->tryLock(0))
        return lock;
    // A folder that takes no mark may take the file all the same, or may only be read.
    return lock->error() == QLockFile::LockFailedError ? nullptr : std::move(lock);
}

/// A name beside \p file that nothing has yet.
fs::path asideOf(const fs::path& file)
{
    for (int number = 1;; ++number) {
        fs::path aside = file.parent_path() / (file.stem().string() + ".damaged-" + std::to_string(number) +
                                               file.extension().string());
        if (!core::files::exists(aside))
            return aside;
    }
}

bool moved(const fs::path& from, const fs::path& to)
{
    return QFile::rename(QString::fromStdString(from.string()), QString::fromStdString(to.string()));
}

fs::path with(fs::path file, const char* suffix)
{
    file += suffix;
    return file;
}

/// Moves the damaged \p file aside with its log, and makes it anew of what can be read.
core::Result<Recovered> recover(const fs::path& file)
{
    Recovered recovered{asideOf(file), {}};
    QFile whole(QString::fromStdString(file.string()));
    if (!whole.rename(QString::fromStdString(recovered.damaged.string())))
        return core::Error{core::ErrorCode::FileUnwritable, {whole.errorString().toStdString()}}.in(
            file.string());
    for (const char* suffix : {"-wal", "-shm", "-journal"})
        static_cast<void>(moved(with(file, suffix), with(recovered.damaged, suffix))); // where there is one
    SHARDSCOPE_TRY(recovered.report, core::recoverProject(recovered.damaged, file));
    return recovered;
}

} // namespace

fs::path unnamedProject() { return dataFolder() / ("unnamed" + std::string(core::kProjectSuffix)); }

KeptProject::KeptProject(fs::path file, std::unique_ptr<QLockFile> lock)
    : m_file(std::move(file))
    , m_lock(std::move(lock))
{
}

KeptProject::~KeptProject() { m_writer.reset(); } // closes the file before the lock goes

core::Result<std::unique_ptr<KeptProject>> KeptProject::open(const fs::path& file, IfMissing missing,
                                                             ProjectWriter::Problem problem)
{
    // Absolute: a program's folder may change, a project's does not.
    const fs::path whole = core::files::whole(file);
    std::unique_ptr<KeptProject> kept(new KeptProject(whole, lockOf(whole)));
    SHARDSCOPE_TRY_DONE(kept->load(missing, std::move(problem)));
    return core::Result<std::unique_ptr<KeptProject>>(std::move(kept));
}

core::Result<std::unique_ptr<KeptProject>> KeptProject::openUnnamed(const ProjectWriter::Problem& problem)
{
    constexpr int kMostWindows = 100;
    const fs::path first = unnamedProject();
    SHARDSCOPE_TRY_DONE(core::files::makeFolders(first.parent_path()));
    for (int number = 1;; ++number) {
        const fs::path file =
            number == 1 ? first
                        : first.parent_path() / (first.stem().string() + "-" + std::to_string(number) +
                                                 first.extension().string());
        SHARDSCOPE_TRY(std::unique_ptr<KeptProject> kept, open(file, IfMissing::Make, problem));
        if (!kept->readOnly() || number == kMostWindows)
            return core::Result<std::unique_ptr<KeptProject>>(std::move(kept));
    }
}

core::Result<core::Done> KeptProject::load(IfMissing missing, ProjectWriter::Problem problem)
{
    using Access = core::Store::Access;
    // Read within, so that a page that only reading finds damaged is recovered too.
    const auto read = [&](core::Result<core::Store> store, Access access) -> core::Result<core::Done> {
        if (!store.ok())
            return store.error();
        SHARDSCOPE_TRY(core::ProjectContents contents, store->read());
        m_project = Project(std::move(contents));
        if (access == Access::Write)
            m_writer = std::make_unique<ProjectWriter>(std::move(store).value(), problem);
        return core::Done{};
    };
    core::Result<core::Done> opened = core::Done{};
    if (m_lock && missing == IfMissing::Make && core::files::sizeOf(m_file).value_or(0) == 0)
        opened = read(core::Store::create(m_file), Access::Write);
    else if (m_lock)
        opened = read(core::Store::open(m_file, Access::Write), Access::Write);
    if (!opened.ok() && opened.error().code == core::ErrorCode::DataCorrupt) {
        SHARDSCOPE_TRY(m_recovered, recover(m_file));
        opened = read(core::Store::open(m_file, Access::Write), Access::Write);
    }
    // What may only be read is read, as what another program has open.
    if (!opened.ok() && opened.error().code == core::ErrorCode::FileUnwritable && core::files::exists(m_file))
        m_lock.reset();
    if (!m_lock)
        opened = read(core::Store::open(m_file, Access::Read), Access::Read);
    if (!opened.ok())
        return opened.error().in(m_file.string());
    if (m_writer)
        m_project.setSink([this](core::StoreRecord record) { m_writer->push(std::move(record)); });
    return core::Done{};
}

core::Result<core::Done> KeptProject::flush()
{
    return m_writer ? m_writer->flush() : core::Result<core::Done>(core::Done{});
}

core::Result<core::Done> KeptProject::saveAs(const fs::path& file)
{
    const fs::path whole = core::files::whole(file);
    const auto inUse = core::inconsistent(W_("a window has this project open")).in(whole.string());
    if (whole == m_file || core::files::same(whole, m_file))
        return inUse;
    const std::unique_ptr<QLockFile> lock = lockOf(whole);
    if (!lock)
        return inUse;
    if (m_writer)
        return m_writer->saveAs(whole);
    // What another program may have changed since is its own.
    return saveProject(m_project.contents(), whole);
}

core::Result<core::Done> saveProject(const core::ProjectContents& contents, const fs::path& file)
{
    const fs::path draft = with(file, ".copy");
    core::files::remove(draft);
    const core::Result<core::Done> saved = [&]() -> core::Result<core::Done> {
        SHARDSCOPE_TRY(core::Store copy, core::Store::create(draft));
        SHARDSCOPE_TRY_DONE(copy.fill(contents));
        return copy.saveAs(file);
    }();
    core::files::remove(draft);
    return saved;
}

} // namespace shardscope::app
