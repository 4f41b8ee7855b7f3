// SPDX-License-Identifier: GPL-3.0-or-later
// How far a prediction may be off: the 80 % interval.
#pragma once

#include "core/catalog/catalog.h"
#include "core/hardware/calibration.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::app {

struct Interval {
    double low = 0;
    double high = 0;
};

/// The interval around \p predicted for the figure \p key (contract, section 4) in the specification regime.
/// Its widths are stated in docs/accuracy.md, with the coverage they reach on the cases there.
[[nodiscard]] Interval specificationInterval(std::string_view key, double predicted);

struct PredictedInterval {
    Interval interval;
    std::string_view regime; ///< specification; calibrated; replayed: saw the model's shape; own: recordings
    std::string calibration; ///< what holds for the plan, even where its residuals do not; empty: none
    bool stated = true;      ///< the specification's widths, whatever the regime
    /// Set by figureInterval: what of the plan lies beyond the calibration's runs ("hidden 16384 (1024 to
    /// 12288)").
    std::vector<std::string> outside = {};
    QString beaten = {}; ///< set beside published runs: that the step is faster than all of its kind
};
/// \p value before anything is known of how sure it is.
[[nodiscard]] PredictedInterval exactly(double value);

/// Whether \p calibration was fitted on runs of \p model's shape, too.
[[nodiscard]] bool sawShape(const core::Calibration& calibration, const core::ModelSpec& model);

/// The interval that \p calibration's residuals give a time or rate (docs/accuracy.md, "Intervals"), narrower
/// where the fit has \p seen such a run, wider by the \p variance of the logarithm between its systems and
/// the plan's. Without a calibration (null), for other figures, and where it rests on fewer than four runs:
/// the specification's.
[[nodiscard]] PredictedInterval predictedInterval(const std::string& key, double predicted,
                                                  const core::Calibration* calibration, bool seen,
                                                  double variance = 0);

/// The interval around \p predicted for the figure \p key of \p plan, by the calibration that holds for it:
/// the specification's beyond the calibration's runs.
[[nodiscard]] PredictedInterval figureInterval(const std::string& key, double predicted,
                                               const core::ModelSpec& model,
                                               const core::HardwareSpec& hardware, const core::Plan& plan);

/// The interval of the whole step of \p evaluation, which must have been timed, by the calibration that holds
/// for its plan.
[[nodiscard]] PredictedInterval stepInterval(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                             const core::Evaluation& evaluation);

/// The same with PredictedInterval::beaten by the published runs of \p catalog.
[[nodiscard]] PredictedInterval stepInterval(const core::Catalog& catalog, const core::ModelSpec& model,
                                             const core::HardwareSpec& hardware,
                                             const core::Evaluation& evaluation);

/// The upper end of stepInterval() over the prediction, for \p plan.
[[nodiscard]] double stepFactor(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                const core::Plan& plan);

/// A part of the step whose own time the calibration's runs tell.
struct PartInterval {
    std::string figure;   ///< contract, section 4: "backward_seconds"
    double predicted = 0; ///< seconds of a step, or of one micro-batch in a layer, as the runs' clocks have
                          ///< it: passes with their waits for the host, backward with recompute
    Interval interval;
};
/// Intervals of the parts of \p evaluation's step, in its order, that the calibration which holds for the
/// plan measured at least four times. None beyond its runs: a part has no stated width there.
[[nodiscard]] std::vector<PartInterval> partIntervals(const core::ModelSpec& model,
                                                      const core::HardwareSpec& hardware,
                                                      const core::Evaluation& evaluation);
/// "backward", "backward of a layer"
[[nodiscard]] QString partName(const PartInterval& part);

/// Whose runs make the interval as wide as it is: "calibration …, which saw other shapes of models".
[[nodiscard]] QString intervalBasis(const PredictedInterval& found);
/// "calibration …, 2 outside its range": the same as short as it can be, without what is outside.
[[nodiscard]] QString calibrationLine(const PredictedInterval& found);
/// A line on the calibration, one on what of the plan is outside its range, and one on what the step beats:
/// for pictures, where nothing can be asked for.
[[nodiscard]] QStringList calibrationLines(const PredictedInterval& found);
/// The ends of the interval, the calibration, what is outside its range, and whether the step beats every
/// published run of its kind, as columns of a table with their cells.
[[nodiscard]] std::vector<std::pair<core::Column, core::Cell>> intervalCells(const PredictedInterval& found);
/// The table of a step's parts with the interval of the whole step, its calibration, and what is outside the
/// calibration's range.
[[nodiscard]] core::Table withInterval(core::Table steps, const PredictedInterval& found);

} // namespace shardscope::app
