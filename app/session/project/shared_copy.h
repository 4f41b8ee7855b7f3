// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a project for somebody else: its items without what tells of the machine and the people they
// come from, without what was undone or left open.
#pragma once

#include "app/session/project/private_words.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/report/table.h"
#include "core/storage/project_step.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::app {

struct SharedCopy {
    core::ProjectContents contents;    ///< items alone
    std::vector<PrivateWord> replaced; ///< to be seen before anything is written
};

/// Replaces private words in names, bodies and keys within them. What \p kept lists stays as it is found.
[[nodiscard]] SharedCopy sharedCopy(const core::ProjectContents& contents, const Surroundings& here,
                                    const QStringList& kept = {});
/// Writes \p copy, and the files \p traces as one pack beside it (packBeside()); none: no pack. Names within
/// recordings stay as they were recorded. Errors: FileUnwritable, StorageFailure, those of
/// profiler::buildPack, Cancelled.
[[nodiscard]] core::Result<core::Done> writeShared(const SharedCopy& copy, const std::filesystem::path& file,
                                                   const std::vector<std::filesystem::path>& traces,
                                                   const core::Task& task = {});
/// "shared.traces.pack" of "shared.shardscope".
[[nodiscard]] std::filesystem::path packBeside(const std::filesystem::path& file);
/// kind, found, replacement, item, times: a row each of what is replaced.
[[nodiscard]] core::Table privateTable(const SharedCopy& copy);
/// {"file", "items", "replaced": [{"kind", "found", "replacement", "item", "times"}]}; \p file empty: null,
/// nothing was written.
[[nodiscard]] std::string shareJson(const SharedCopy& copy, const std::string& file);

} // namespace shardscope::app
