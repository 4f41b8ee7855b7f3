// SPDX-License-Identifier: GPL-3.0-or-later
// A whole run in one file: import report, columns and their block sums, reports of the analyses, arguments,
// memory snapshots. Opens without any of the files it was made of, and without working out what it holds.
// Layout: see docs/trace_formats.md.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/remarks/imported_run.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace shardscope::profiler {

inline constexpr std::string_view kPackMagic = "shardscope pack\n";
inline constexpr std::uint32_t kPackVersion = 7;

enum class PackSection : std::uint32_t { Report, Timeline, Sums, Analyses, Arguments, Memory };
/// One for each PackSection, as it is written, under its checksum.
using PackSections = std::array<std::string, 6>;

/// The run as a pack's sections. They depend on the files' content and names only: how long reading took is
/// not kept. Errors: Cancelled.
[[nodiscard]] core::Result<PackSections> packSections(const ImportedRun& imported,
                                                      const core::Task& task = {});
[[nodiscard]] std::string sealPack(const PackSections& sections);
/// Does both of these. Errors: Cancelled.
[[nodiscard]] core::Result<std::string> encodePack(const ImportedRun& imported, const core::Task& task = {});

/// Sums and analyses that are damaged are remarked, and worked out again (analyses where they are asked for).
/// Errors: DataCorrupt (cut short, changed elsewhere, or not consistent), NotSupported (of another version).
[[nodiscard]] core::Result<ImportedRun> decodePack(std::string_view bytes);

[[nodiscard]] bool isPack(std::string_view head);

/// Reads a pack's file. Errors: those of decodePack, FileUnreadable.
[[nodiscard]] core::Result<ImportedRun> readPack(const std::filesystem::path& file);
/// Writes under a name of its own first, so that nobody sees half a pack. Error: FileUnwritable.
[[nodiscard]] core::Result<core::Done> writePack(const std::filesystem::path& file, std::string_view bytes);

} // namespace shardscope::profiler
