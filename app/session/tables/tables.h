// SPDX-License-Identifier: GPL-3.0-or-later
// An evaluation and an import as tables: what the command line prints, what both front ends export.
#pragma once

#include "core/plan/evaluation.h"
#include "core/plan/memory_trace.h"
#include "core/report/table.h"
#include "profiler/profiler.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// The purposes in the order that every table and picture keeps.
[[nodiscard]] const std::vector<core::Purpose>& memoryPurposes();

/// What neighbouring classes of rank that hold the same hold in one tier.
struct MemoryRow {
    std::size_t firstClass = 0; ///< index into MemoryBreakdown::classes
    std::size_t lastClass = 0;
    core::Tier tier = core::Tier::Device;
    std::int64_t ranks = 0;
    std::vector<double> held; ///< bytes, in the order of memoryPurposes()
    double peak = 0;
    double need = 0; ///< the peak, or more where gaps between tensors are in the way
    double capacity = 0;
    core::Fit fit = core::Fit::Fits;

    [[nodiscard]] double heldBy(core::Purpose purpose) const;
};
[[nodiscard]] std::vector<MemoryRow> memoryRows(const core::Evaluation& evaluation);
/// "stage 0" or "stages 1-6"; rankClassName translates both.
[[nodiscard]] std::string rankSpanName(const core::MemoryBreakdown& memory, const MemoryRow& row);

/// One row for each class of rank and tier: rank_class, tier, ranks, one column for each purpose that anyone
/// holds, peak, capacity, fits. Neighbouring stages that hold the same stand in one row ("stages 1-6").
[[nodiscard]] core::Table memoryTable(const core::Evaluation& evaluation);
/// part, seconds, share of the step. No rows where no step could be timed.
[[nodiscard]] core::Table stepTable(const core::Evaluation& evaluation);
/// operation, group, bytes_per_rank, seconds, exposed_seconds, algorithm, reason; with \p hardware also the
/// ranks of each group and the outermost link that it crosses.
[[nodiscard]] core::Table communicationTable(const core::Evaluation& evaluation,
                                             const core::HardwareSpec* hardware = nullptr);

/// One row for each change of what the device's allocator holds in a step, in order: event, phase, module,
/// operation, purpose, change, allocated.
[[nodiscard]] core::Table memoryCurveTable(const core::MemoryTrace& trace);

/// One row for each file: what was read from it.
[[nodiscard]] core::Table fileTable(const profiler::ImportedRun& imported);
/// One row for each oddity: severity, kind, count, first_offset, file, help.
[[nodiscard]] core::Table remarkTable(const profiler::ImportedRun& imported);
/// One row for each track with slices: rank, process, thread, slices, busy (of its outermost lane), share of
/// the run's time.
[[nodiscard]] core::Table trackTable(const core::Run& run);

/// Bytes of a device's memory; 0: none is told of.
[[nodiscard]] double deviceCapacity(const core::Evaluation& evaluation);

} // namespace shardscope::app
