// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of a run as a run of its own, so that two ranks can be set against each other wherever they came
// from: files, an archive, a pack.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <cstdint>
#include <span>

namespace shardscope::profiler {

/// What \p run holds of its files \p sources (indices into Run::sources): their slices, counters, arrows and
/// snapshots, on the run's clock. Run::sources, which arguments are found by, and names stay those of the
/// whole; reports that were kept with it do not. Errors: OutOfRange; Cancelled.
[[nodiscard]] core::Result<core::RunPtr>
runOfSources(const core::RunPtr& run, std::span<const std::uint32_t> sources, const core::Task& task = {});

/// The same of all files of the rank \p rank, as analyses number ranks. Errors: UnknownValue, which names the
/// ranks there are; Cancelled.
[[nodiscard]] core::Result<core::RunPtr> runOfRank(const core::RunPtr& run, std::int32_t rank,
                                                   const core::Task& task = {});

} // namespace shardscope::profiler
