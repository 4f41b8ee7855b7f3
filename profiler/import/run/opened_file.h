// SPDX-License-Identifier: GPL-3.0-or-later
// A file of a run before its turn: opened, told by its first bytes, and read where that is done beside
// others.
#pragma once

#include "profiler/import/importer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::profiler {

/// A file that was read in one thread, beside others.
struct DetachedFile {
    std::unique_ptr<ParsedFile> content; ///< null: a failure
    std::optional<core::Error> failure;  ///< read's
    std::vector<SourceOddity> oddities;
    double seconds = 0;
};

struct OpenedFile {
    std::optional<core::Error> failure; ///< of opening, or of telling the format; then nothing else is here
    bool archive = false;               ///< a tar or zip file, perhaps compressed as a whole
    const Importer* importer = nullptr; ///< null: an archive, or a failure
    std::uint64_t fileBytes = 0;
    std::unique_ptr<ByteSource> source; ///< from its start; null where aside has it
    std::optional<DetachedFile> detached;
};

/// Opens \p file and reads its first bytes. Failures: FileNotFound, FileUnreadable, FileEmpty, FormatUnknown.
[[nodiscard]] OpenedFile openRunFile(const std::filesystem::path& file);
/// The same of a text that is open already, or of what kept it from being opened. An archive within it counts
/// as an unknown format.
[[nodiscard]] OpenedFile openedOf(core::Result<std::unique_ptr<ByteSource>> source);
/// Reads it in this thread, where the format allows that before its turn.
void parseDetached(OpenedFile& file, const core::Task& task);
/// Whether a file is better read in one thread beside others of a run than by all threads in its turn.
[[nodiscard]] bool paysAside(const std::filesystem::path& file, std::uint64_t fileBytes,
                             std::uint64_t runBytes);

} // namespace shardscope::profiler
