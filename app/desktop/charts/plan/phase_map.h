// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution as a heat map: phases to the right, layers downward, colour for what is resident; above it
// what each phase holds in all, below whether its streaming is hidden.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/report/table.h"

namespace shardscope::app {

/// \p matrix: phase, layer, name, loading, bytes; a row a cell that holds something. \p phases: phase,
/// resident_bytes, fits, streaming_seconds, exposed_seconds; a row a phase (planner/reports/phase_report.h).
[[nodiscard]] Scene phaseScene(const core::Table& matrix, const core::Table& phases, double width,
                               const Theme& theme);

} // namespace shardscope::app
