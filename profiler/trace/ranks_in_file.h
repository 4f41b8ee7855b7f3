// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks in one file (merged by another program, or an exported simulation) become ranks of the run.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// How an exported run names the rank of a process, and how it is found again: "rank 3" among the labels that
/// viewers show beside the process; "rank 3, which stands for 8" where a simulation draws one of many alike.
[[nodiscard]] std::string rankLabel(std::int32_t rank, std::uint32_t stands = 1);
/// How many ranks such a label stands for; 1 where it does not say.
[[nodiscard]] std::uint32_t rankStandsFor(std::string_view label);

/// Category of the slices that an exported run tells its steps with.
inline constexpr std::string_view kStepCategory = "training_step";

/// Files whose tracks belong to several ranks (importers say so by Track::rank) become one source a rank: the
/// lowest keeps the file's own number, the others follow behind all files and share its clock. A file whose
/// processes all belong to one rank has that rank. Gives the file of each source. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<std::uint32_t>> splitRanks(core::Run& run, const core::Task& task);

/// The numbers in a text like "[0, 1, 2]", ascending, each once; of more than \p most the first.
[[nodiscard]] std::vector<std::int32_t>
rankNumbers(std::string_view text, std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace shardscope::profiler
