// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's own published runs, as the files of cases have them: what a model's bare question is calibrated
// on, and the points that stand beside a predicted curve.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "planner/recommender.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

struct PersiaRun {
    std::string id;
    std::int64_t accelerators = 0;
    std::int64_t batch = 0; ///< of a worker: assumed where it was not published
    planner::PersiaMode mode = planner::PersiaMode::Persia;
    double samplesPerSecond = 0;
    double reading = 0;  ///< how well the figure can be read, samples a second
    bool fitted = false; ///< a coefficient was fitted on it, or its model is calibrated on it
    std::string source;
};

/// Runs of \p model on the shipped cluster \p cluster, by mode and accelerators; empty if none was published.
/// Errors: those of the file of cases.
[[nodiscard]] core::Result<std::vector<PersiaRun>>
persiaRuns(const core::Catalog& catalog, std::string_view model, std::string_view cluster);

/// What PERSIA's rates are asked with where nothing else is said.
struct PersiaDefaults {
    planner::PersiaSettings settings;
    std::string calibratedOn; ///< the published run whose rate the NN workers' host is set by; empty: none
};
/// Rates of \p accelerator; of a model with published runs on the shipped \p cluster, whatever a job makes of
/// it, also their batch, and a host that is calibrated on the one that the cases name. Errors: those of
/// persiaRuns and planner::calibratePersia.
[[nodiscard]] core::Result<PersiaDefaults> persiaDefaults(const core::Catalog& catalog,
                                                          std::string_view model, std::string_view cluster,
                                                          const core::HardwareSpec& accelerator);

} // namespace shardscope::app
