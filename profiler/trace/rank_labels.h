// SPDX-License-Identifier: GPL-3.0-or-later
// How files name ranks in texts, and how such numbers are read again.
#pragma once

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

/// The numbers in a text like "[0, 1, 2]", ascending, each once; of more than \p most the first.
[[nodiscard]] std::vector<std::int32_t>
rankNumbers(std::string_view text, std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace shardscope::profiler
