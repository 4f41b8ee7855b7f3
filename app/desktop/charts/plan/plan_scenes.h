// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a plan's reports.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/report/table.h"

#include <cstddef>
#include <optional>

namespace shardscope::app {

/// Computing activations again against moving them, one pair of bars a kind of layer and activation. Of the
/// planner's table "break_even" (planner/reports/choices.h): the time of both for each row, the cheaper one
/// named, and the rate of the link at which both would take as long.
[[nodiscard]] Scene breakEvenScene(const core::Table& table, double width, const Theme& theme);

/// Phased execution as a heat map: phases to the right, layers downward, colour for what is resident; above
/// it what each phase holds in all, below whether its streaming is hidden. \p matrix: phase, layer, name,
/// loading, bytes; one row for each cell that holds something. \p phases: phase, resident_bytes, fits,
/// streaming_seconds, exposed_seconds; one row for each phase (planner/reports/phase_report.h).
/// \p now: the phase that runs, whose column is lit, with what streams in and out of it in words and arrows.
[[nodiscard]] Scene phaseScene(const core::Table& matrix, const core::Table& phases, double width,
                               const Theme& theme, std::optional<std::size_t> now = std::nullopt);

/// The bandwidth of streaming memory that a device needs, against the number of phases, one curve for each
/// number of micro-batches: table "streaming_needed" (planner/reports/phase_report.h).
[[nodiscard]] Scene streamingScene(const core::Table& table, double width, const Theme& theme);

} // namespace shardscope::app
