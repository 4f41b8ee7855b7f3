// SPDX-License-Identifier: GPL-3.0-or-later
// The one rank that holds the others up, and why: the same verdict for every analysis that tells of ranks.
#pragma once

#include "core/base/enum_names.h"
#include "core/report/report.h"
#include "profiler/analyze/ranks/lateness.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler {

enum class SlowReason : std::uint8_t {
    Computes, ///< its device (without any: its host) computes longer
    Input,    ///< its device waits longer for a batch
    Link,     ///< it copies or sends longer
    Begins,   ///< its device is idle longer for another reason: its host begins later
    Unknown,  ///< it comes last, and nothing in its steps is longer than elsewhere
};
constexpr auto enumNames(SlowReason)
{
    return core::namesUpTo<SlowReason::Unknown>("computes", "input", "link", "begins", "unknown");
}

struct SlowRank {
    std::size_t part = 0;           ///< into AnalysisInput::ranks()
    std::vector<std::size_t> alike; ///< others of which the same holds
    SlowReason reason = SlowReason::Unknown;
    std::size_t agreeing = 0; ///< of \c steps counted steps; the warm-up is none
    std::size_t steps = 0;
    std::vector<core::Mark> evidence; ///< calls that were waited for longest, else its steps
};

/// Who comes last to collectives, where that is known, else who computes longest; none where no rank stands
/// out. \p times: of all ranks, \p lateness: of them. Errors: Cancelled.
[[nodiscard]] core::Result<std::optional<SlowRank>>
slowRankOf(const AnalysisInput& input, const Lateness& lateness, std::span<const RankTime> times,
           const AnalysisOptions& options, const core::Task& task);
/// The same from the start. Errors: Cancelled.
[[nodiscard]] core::Result<std::optional<SlowRank>>
slowRankOf(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task);

/// "8", "8 (stage 1)" where its process is called so, as in a simulated run.
[[nodiscard]] std::string placeText(const AnalysisInput& input, std::size_t part);
/// The same of several: "3, 8 (stage 1), 9"; of more than eight the first ones and how many there are.
[[nodiscard]] std::string placesText(const AnalysisInput& input, std::vector<std::size_t> parts);
/// The verdict as a report's findings: "slow_rank.computes", …, and "slow_rank.alike" where it is not alone.
void addSlowRank(const AnalysisInput& input, const SlowRank& slow, core::Report& report);

} // namespace shardscope::profiler
