// SPDX-License-Identifier: GPL-3.0-or-later
// The time axis: ticks with their labels, and the names of the steps.
#pragma once

#include "app/desktop/timeline/geometry.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/timeline/text_meter.h"
#include "core/timeline/fold.h"

#include <vector>

namespace shardscope::app {

struct Tick {
    double x = 0;
    QString label;
    bool major = false;
};

/// A step of the run on the axis; parts of it may lie outside.
struct StepBand {
    double left = 0;
    double right = 0;
    QString name;
};

/// Ticks on two levels: minor ticks at least 90 px apart at 1, 2 or 5 times a power of ten, and a major one
/// every ten of the next power. Labels count from \p origin.
[[nodiscard]] std::vector<Tick> rulerTicks(const core::TimeWindow& window, std::int64_t origin);
/// The steps that \p window touches. Of many ranks, those of the first one: theirs are the same steps, a
/// little earlier or later.
[[nodiscard]] std::vector<StepBand> stepBands(const RunView& run, const core::TimeWindow& window);
/// Marks and texts of the ruler: a step's name stands in the middle of its span where no major label is in
/// the way.
void addRuler(const std::vector<Tick>& ticks, const std::vector<StepBand>& steps, const TextMeter& meter,
              TimelineGeometry& geometry);

} // namespace shardscope::app
