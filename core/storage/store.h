// SPDX-License-Identifier: GPL-3.0-or-later
// A project's file (*.shardscope): one SQLite database, in which each step is one transaction.
#pragma once

#include "core/storage/project_step.h"
#include "core/storage/sqlite.h"

#include <span>

namespace shardscope::core {

/// One thing to be written.
struct StoreRecord {
    enum class What : std::uint8_t {
        Made,     ///< a step was done: the latest one, after those that are done
        Replaced, ///< the latest step is another one of the same id: a drag went on
        Undone,   ///< the latest step that was done
        Redone,   ///< the first one that was undone
        Seat      ///< where the window is
    };
    What what = What::Made;
    StepPtr step;                      ///< of all but Seat
    std::vector<std::uint64_t> forgot; ///< of Made, Replaced: steps that are no longer kept
    std::string key;                   ///< of Seat
    std::string body;
};

class Store {
public:
    enum class Access : std::uint8_t { Read, Write };

    /// A new, empty project in the place of nothing or of an empty file. Errors: Inconsistent where there is
    /// one, FileUnwritable, StorageFailure.
    [[nodiscard]] static Result<Store> create(const std::filesystem::path& file);
    /// Write: keeps a write-ahead log beside the file until it is closed (on local disks), and a file of an
    /// older version is copied (olderCopyOf()) and brought to today's. Errors: FileNotFound, FileUnreadable,
    /// FileUnwritable, FormatUnknown (no project), NotSupported (of a newer version), DataCorrupt (damaged:
    /// recoverProject()), StorageFailure.
    [[nodiscard]] static Result<Store> open(const std::filesystem::path& file, Access access);
    Store(Store&&) noexcept = default;
    Store& operator=(Store&&) = delete;
    /// Closes: what was written is then in one file, safe to be copied.
    ~Store();

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    /// Errors: DataCorrupt, FileUnreadable, StorageFailure.
    [[nodiscard]] Result<ProjectContents> read() const;
    /// Writes all of \p records, or none: they are on the disk when it returns. Errors: FileUnwritable,
    /// StorageFailure, DataCorrupt.
    [[nodiscard]] Result<Done> write(std::span<const StoreRecord> records);
    /// Writes all of \p contents into a project that was just created. Errors: as write().
    [[nodiscard]] Result<Done> fill(const ProjectContents& contents);
    /// Moves what the log holds into the file. Errors: FileUnwritable, StorageFailure.
    [[nodiscard]] Result<Done> checkpoint();
    /// A copy of what is written, whole or not at all, in the place of whatever \p file is. Errors:
    /// FileUnwritable, StorageFailure.
    [[nodiscard]] Result<Done> saveAs(const std::filesystem::path& file) const;
    /// SQLite's own check of every page and index. Errors: DataCorrupt.
    [[nodiscard]] Result<Done> check() const;

private:
    Store(Database database, std::filesystem::path file, Access access);
    [[nodiscard]] Result<Done> put(const StoreRecord& record);
    [[nodiscard]] Result<Done> putStep(const StoreRecord& record);
    [[nodiscard]] Result<Done> putItems(const ProjectStep& step, bool back);

    Database m_database;
    std::filesystem::path m_file;
    Access m_access;
};

/// What \p file was before it was brought to today's version from \p version: "plan.v1.shardscope".
[[nodiscard]] std::filesystem::path olderCopyOf(const std::filesystem::path& file, std::int64_t version);

} // namespace shardscope::core
