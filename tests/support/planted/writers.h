// SPDX-License-Identifier: GPL-3.0-or-later
// A recording in each of the formats that a program's profiler writes. They share nothing with the importers:
// a plain SQLite handle, a small protobuf writer and the formats' own words.
#pragma once

#include "tests/support/planted/recording.h"

#include <filesystem>
#include <span>
#include <vector>

namespace shardscope::tests::planted {

using Files = std::vector<std::filesystem::path>;

/// One format. What it has no place for is left out of the files.
struct Format {
    const char* name;
    /// Writes into \p folder, which is there and empty; the files that together are the run.
    Files (*write)(const Recording& recording, const std::filesystem::path& folder);
    bool shapes = true;          ///< of operators
    bool types = true;           ///< of their operands
    bool collectiveBytes = true; ///< of collectives
    bool copyBytes = true;
    bool annotations = true; ///< apart from operators: who made a range is told
    bool copyKinds = true;   ///< fills apart from copies, and where from and to
};

/// Kineto's Chrome JSON, one file for each rank: torch.profiler's export_chrome_trace.
[[nodiscard]] Files writeChrome(const Recording& recording, const std::filesystem::path& folder);
/// nsys export --type sqlite of nsys profile around all ranks: operators as NVTX ranges
/// (torch.autograd.profiler.emit_nvtx), functions as well (nsys profile --python-functions-trace).
[[nodiscard]] Files writeNsys(const Recording& recording, const std::filesystem::path& folder);
/// A JAX profile, one file for each host: steps are ranges of the host with a number
/// (jax.profiler.StepTraceAnnotation).
[[nodiscard]] Files writeXplane(const Recording& recording, const std::filesystem::path& folder);
/// Perfetto's packets, one file for each rank: track events of the host, render stages of the devices.
[[nodiscard]] Files writePerfetto(const Recording& recording, const std::filesystem::path& folder);
/// rocprofv3's database, one file for each rank: steps, operators and functions are markers of roctx.
[[nodiscard]] Files writeRocpd(const Recording& recording, const std::filesystem::path& folder);

/// rocprofv3's CSV, one file for each rank and kind of row; steps, operators and functions are markers of
/// roctx.
[[nodiscard]] Files writeRocprofCsv(const Recording& recording, const std::filesystem::path& folder);

/// torch_npu's trace_view.json, a folder a rank: what the program calls CANN for lies in a process of its
/// own.
[[nodiscard]] Files writeAscend(const Recording& recording, const std::filesystem::path& folder);

[[nodiscard]] std::span<const Format> formats();
/// \p recording without what \p format has no place for.
[[nodiscard]] Recording carried(Recording recording, const Format& format);

/// Rows as they nest, the outer one first; those of \p rank, or of all ranks if it is negative.
[[nodiscard]] std::vector<const Row*> ordered(const Recording& recording, int rank = -1);
[[nodiscard]] bool onDevice(RowKind kind);
/// ROCm's word for a copy.
[[nodiscard]] std::string rocmCopyName(const Row& row);
/// The range of \p row; of an operator with its \p number, as torch.autograd.profiler.emit_nvtx sets it on
/// ROCm.
[[nodiscard]] std::string rocmRangeName(const Row& row, std::int64_t number);
/// Numbers of processes and threads that are nobody's rank or lane.
[[nodiscard]] inline int pidOf(int rank) { return 1000 + 100 * rank; }
[[nodiscard]] inline int tidOf(const Row& row) { return pidOf(row.rank) + row.lane; }
/// FOLDER/rank_R, made, where there are several ranks; FOLDER where there is one.
[[nodiscard]] std::filesystem::path folderOf(const Recording& recording, const std::filesystem::path& folder,
                                             int rank);
void writeBytes(const std::filesystem::path& file, const std::string& bytes);

} // namespace shardscope::tests::planted
