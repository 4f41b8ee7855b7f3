// SPDX-License-Identifier: GPL-3.0-or-later
// A project and its file, open in one program: what is changed is written soon after. Another program that
// opens it meanwhile only reads.
#pragma once

#include "app/session/project/project.h"
#include "app/session/project/project_writer.h"
#include "core/storage/recovery.h"

#include <memory>
#include <optional>

class QLockFile;

namespace shardscope::app {

/// Where the project without a name is kept: in the user's data folder (dataFolder()).
[[nodiscard]] std::filesystem::path unnamedProject();

/// How a damaged file was opened all the same.
struct Recovered {
    std::filesystem::path damaged; ///< where it lies now, as it was
    core::RecoveryReport report;
};

class KeptProject {
public:
    enum class IfMissing : std::uint8_t { Make, Fail };

    /// Opens \p file, or makes it. Where another program has it open it is read, and nothing is written. One
    /// that is damaged is kept aside and recovered. \p problem: see ProjectWriter. Errors: Store::open's
    /// and Store::create's but DataCorrupt.
    [[nodiscard]] static core::Result<std::unique_ptr<KeptProject>>
    open(const std::filesystem::path& file, IfMissing missing, ProjectWriter::Problem problem);
    /// The project without a name; where another window has it, the first of "unnamed-2" and so on that none
    /// has.
    [[nodiscard]] static core::Result<std::unique_ptr<KeptProject>>
    openUnnamed(const ProjectWriter::Problem& problem);
    KeptProject(const KeptProject&) = delete;
    KeptProject& operator=(const KeptProject&) = delete;
    ~KeptProject();

    [[nodiscard]] Project& project() { return m_project; }
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    /// Another program has it open: changes are in this one's memory only, until saveAs().
    [[nodiscard]] bool readOnly() const { return !m_writer; }
    [[nodiscard]] const std::optional<Recovered>& recovered() const { return m_recovered; }
    /// Waits until everything is on the disk. Errors: why it is not.
    [[nodiscard]] core::Result<core::Done> flush();
    /// Writes all of it, history included, as the project \p file, whole or not at all. Errors:
    /// FileUnwritable, StorageFailure, Inconsistent where \p file is open, here or elsewhere.
    [[nodiscard]] core::Result<core::Done> saveAs(const std::filesystem::path& file);

private:
    KeptProject(std::filesystem::path file, std::unique_ptr<QLockFile> lock);
    [[nodiscard]] core::Result<core::Done> load(IfMissing missing, ProjectWriter::Problem problem);

    std::filesystem::path m_file;
    std::unique_ptr<QLockFile> m_lock; ///< null: another program has it
    Project m_project;
    std::optional<Recovered> m_recovered;
    std::unique_ptr<ProjectWriter> m_writer;
};

/// \p contents as the project \p file, in the place of whatever is there, whole or not at all. Errors:
/// FileUnwritable, StorageFailure.
[[nodiscard]] core::Result<core::Done> saveProject(const core::ProjectContents& contents,
                                                   const std::filesystem::path& file);

} // namespace shardscope::app
