// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace file tells before it is read: its format, and the rank in its name.
#pragma once

#include "profiler/import/importer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// Who reads text that begins with \p head. Errors: FormatUnknown.
[[nodiscard]] core::Result<const Importer*> importerOf(std::string_view head);

/// The first 64 KB of \p source, or all of it.
[[nodiscard]] core::Result<std::string> readHead(ByteSource& source);

/// \p error of a reader, or what explains it better: compressed text that ends too early or in noise because
/// the compression is damaged is told as that, with the byte of the text.
[[nodiscard]] core::Error damageOr(core::Error error, const std::vector<SourceOddity>& oddities);

/// \p head, and then what \p source still has.
[[nodiscard]] std::unique_ptr<ByteSource> withHead(std::string head, std::unique_ptr<ByteSource> source);

/// The number behind "rank" or "worker" in a file's name: "h200.rank3.json.gz",
/// "rank-0.Apr_03.pt.trace.json", "worker7_step_12.json".
[[nodiscard]] std::optional<std::int32_t> rankOfFileName(const std::filesystem::path& file);

/// The number of a folder that is one rank's, the nearest of the file's: "rank_3/trace.json",
/// "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "worker12/trace.json",
/// "worker12/plugins/profile/…".
[[nodiscard]] std::optional<std::int32_t> rankOfFolderName(const std::filesystem::path& file);

/// What the path of a file says of its rank.
struct RankOfPath {
    std::int32_t rank = -1; ///< -1: nothing
    std::string from;       ///< as core::RunSource::rankFrom
};
/// A program's own note beside the file (torch_npu's profiler_info_3.json) says most; then its name, then its
/// folders, and of either "rank" before "worker", which may number hosts.
[[nodiscard]] RankOfPath rankOfPath(const std::filesystem::path& file);

/// What files have in common that together are one recording; "": the file is one by itself. rocprofv3 writes
/// a file a kind of row, "HOST/77_kernel_trace.csv" beside "77_hip_api_trace.csv" (generateCSV.cpp): what
/// stands before the words of the kind.
[[nodiscard]] std::string recordingOfPath(const std::filesystem::path& file);
/// \p file and those beside it that are of its recording, in the order of files in a run.
[[nodiscard]] std::vector<std::filesystem::path> filesOfRecording(const std::filesystem::path& file);

/// The order of files in a run: by name, where numbers count as numbers, so that "trace_10" follows
/// "trace_9".
struct FileOrder {
    [[nodiscard]] bool operator()(const std::string& a, const std::string& b) const;
};

} // namespace shardscope::profiler
