// SPDX-License-Identifier: GPL-3.0-or-later
// Forward, backward, the optimizer: which phase of training each row is of, where a file tells it.
#pragma once

#include "core/base/enum_names.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class Phase : std::uint8_t { Forward, Backward, Optimizer };
constexpr auto enumNames(Phase)
{
    return core::namesUpTo<Phase::Optimizer>("forward", "backward", "optimizer");
}

/// The phase that a row's name alone tells: functions of autograd, marks of optimizers, ranges called
/// "forward", "## backward ##", "optimizer" and the like.
[[nodiscard]] std::optional<Phase> phaseOfName(std::string_view name);

/// The phase of each row of the timeline.
class RowPhases {
public:
    [[nodiscard]] bool told() const { return m_told; } ///< whether any name tells a phase
    [[nodiscard]] std::optional<Phase> of(std::uint32_t row) const
    {
        return m_of[row] == 0 ? std::nullopt : std::optional(static_cast<Phase>(m_of[row] - 1));
    }

private:
    friend class PhaseFinder;
    std::vector<std::uint8_t> m_of; ///< phase + 1; 0: none
    bool m_told = false;
};

/// Rows within one whose name tells a phase belong to that phase; if such rows nest, backward and
/// optimizer win over forward, which is computed anew there. Operations that no such row holds are
/// forward if they come before a backward pass (unless the file has ranges for that), and the
/// optimizer's if they come between that and the optimizer. Device work has the phase of its
/// launch.
[[nodiscard]] core::Result<RowPhases> phasesOf(const AnalysisInput& input, const core::Task& task);

/// What is said where a run's RowPhases are not told().
[[nodiscard]] core::Error noPhases(Phase phase);

} // namespace shardscope::profiler
