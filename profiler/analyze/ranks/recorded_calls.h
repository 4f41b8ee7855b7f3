// SPDX-License-Identifier: GPL-3.0-or-later
// What a flight recorder tells of each call beyond what every collective has: how far it came, and what it
// was asked for.
#pragma once

#include "profiler/analyze/input/rank_input.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

struct RecordedCall {
    std::string state;          ///< "scheduled", "started", "completed"; "": not of a flight recorder
    std::int64_t elements = -1; ///< of all tensors handed in; -1: not told
    std::string type;           ///< of the first of them, as PyTorch names it: "Float"
    std::string tensors;        ///< "Float[2, 3]", "Float[2, 3], …"; "": not told

    [[nodiscard]] bool recorded() const { return !state.empty(); }
    /// The host issued it, and the device has not completed it.
    [[nodiscard]] bool unfinished() const { return state == "scheduled" || state == "started"; }
};

/// One entry for each call of \p collectives.
[[nodiscard]] std::vector<RecordedCall> recordedCalls(const AnalysisInput& input,
                                                      const Collectives& collectives, const core::Task& task);
/// "all_reduce Float[1025]" of the call of that number.
[[nodiscard]] std::string calledText(const Collectives& collectives,
                                     const std::vector<RecordedCall>& recorded, std::uint32_t call);
/// The same of several, each text once.
[[nodiscard]] std::string calledTexts(const Collectives& collectives,
                                      const std::vector<RecordedCall>& recorded,
                                      const std::vector<std::uint32_t>& calls);

} // namespace shardscope::profiler
