// SPDX-License-Identifier: GPL-3.0-or-later
// The well-known layouts of one model on one machine beside each other, on as many devices and with one
// global batch: what the Compare page shows first, for the command line.
#pragma once

#include "app/session/accuracy/interval.h"
#include "app/session/plan/commands.h"
#include "core/base/task.h"

#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {

struct SideBySideRow {
    std::string strategy;
    std::shared_ptr<const core::Evaluation> evaluation; ///< null: it cannot be followed here
    std::optional<PredictedInterval> step{};            ///< none where the step cannot be timed
    QString problem{}; ///< why it cannot be followed, or its program does not run it; empty: it does
};
struct SideBySide {
    core::ModelSpec model;
    core::HardwareSpec hardware;
    std::int64_t devices = 0;
    std::int64_t globalBatch = 0;    ///< 0: each has the largest batch that fits
    std::vector<SideBySideRow> rows; ///< those that fit in front, the fastest first; then the others
};
/// \p request's options say how many devices (gpus) or replicas, and the batch; the layouts themselves decide
/// how they are divided. \p strategies: keys of them; none: all. Errors: those of evaluatePlan; UnknownName;
/// NotSupported for a recommender; Cancelled.
[[nodiscard]] core::Result<SideBySide> sideBySide(const core::Catalog& catalog, const PlanRequest& request,
                                                  const std::vector<std::string>& strategies,
                                                  const core::Task& task = {});
/// The same on several numbers of devices: how each layout's rate grows.
[[nodiscard]] core::Result<std::vector<SideBySide>> sideBySideBy(const core::Catalog& catalog,
                                                                 const PlanRequest& request,
                                                                 const std::vector<std::string>& strategies,
                                                                 const std::vector<std::int64_t>& devices,
                                                                 const core::Task& task = {});
/// One row for each layout and number of devices: batch, memory, rate per device and of all, and how many
/// times the rate on the fewest devices that it fits on.
[[nodiscard]] core::Table growthTable(const std::vector<SideBySide>& answers);
/// "ZeRO-2: 6.25 times the devices have 8.4 times the rate: more than in proportion, …", one a layout.
[[nodiscard]] QStringList growthSentences(const std::vector<SideBySide>& answers);
/// {"growth": [the document of each]}
[[nodiscard]] core::Value growthDocument(const std::vector<SideBySide>& answers);

/// One row for each layout.
[[nodiscard]] core::Table sideBySideTable(const SideBySide& answer);
/// Which is the fastest that fits, and how many times as fast as each other, in sentences.
[[nodiscard]] QStringList sideBySideSentences(const SideBySide& answer);
/// {"model", "hardware", "devices", "global_batch", "layouts": [{"layout", "feasible", "step_seconds",
/// "low_seconds", "high_seconds", "calibration", "beats_published", "hardware_tflops_per_device",
/// "samples_per_second", "peak_bytes", "times", "plan"}]}
[[nodiscard]] core::Value sideBySideDocument(const SideBySide& answer);

} // namespace shardscope::app
