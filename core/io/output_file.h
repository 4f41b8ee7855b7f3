// SPDX-License-Identifier: GPL-3.0-or-later
// A file that appears whole or not at all, whatever happens meanwhile: a full disk, a failure, a kill.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Written without a name where the file system can do that (a killed program then leaves nothing), else as a
/// draft beside the target; commit() gives it the target's name. What is no plain file (a device, a pipe) is
/// written as it goes.
class OutputFile {
public:
    enum class Kept { ForGood, AsCopy };

    /// Errors: FileUnwritable.
    [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& target, unsigned mode = 0666);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    /// Takes the draft away if commit() was not called.
    ~OutputFile();

    /// False after the first failure, which commit() reports.
    bool write(std::string_view bytes);
    /// Under its name; safe from a power cut too unless \p kept says that it can be made again. Errors:
    /// FileUnwritable.
    [[nodiscard]] Result<Done> commit(Kept kept = Kept::ForGood);

private:
    struct Draft;
    explicit OutputFile(std::unique_ptr<Draft> draft);
    [[nodiscard]] Result<Done> finish(Kept kept);
    [[nodiscard]] Result<Done> publish();
    friend Result<Done> writeFiles(const std::vector<std::pair<std::filesystem::path, std::string>>& files);
    std::unique_ptr<Draft> m_draft;
};

/// Names all of \p files or none, and none before everything is on the disk. Errors: FileUnwritable.
[[nodiscard]] Result<Done>
writeFiles(const std::vector<std::pair<std::filesystem::path, std::string>>& files);

/// Removes the drafts that killed programs left in \p folder; a living program's are kept.
void removeLostDrafts(const std::filesystem::path& folder);
/// Whether \p file is somebody's draft by its name.
[[nodiscard]] bool isDraft(const std::filesystem::path& file);
/// Removes this program's drafts, for an exit that runs no destructors.
void removeOwnDrafts();

} // namespace shardscope::core
