// SPDX-License-Identifier: GPL-3.0-or-later
// Published and measured runs of recommenders held against the planner: rates after calibrating on one run of
// a system, with what was fitted on them told apart from what was not.
#pragma once

#include "app/session/accuracy/validation.h"

namespace shardscope::app {

/// Rows for every case of \p file (resources/recommender_cases), JSON lines of {"id", "group", "source",
/// "model", "hardware" or "cluster", "plan", "settings", "calibrated_on": ID, "fits": COEFFICIENT,
/// "measured", "tolerance"}, or with "stages": {"get", "dense", "put", "mode", "alone", "beside"} (the last
/// two recorded runs, beside FILE) instead of a model. "calibrated_on" names the case whose rate the one free
/// coefficient of its system is taken from; "fits" the coefficient of planner::PersiaCoefficients that was
/// fitted on this run among others. A row's regime is "replayed" where either holds, "calibrated" where it is
/// calibrated on another run, else "specification". Errors: SyntaxError with its line; a case that cannot be
/// evaluated is a row with a reason.
[[nodiscard]] core::Result<std::vector<ValidationRow>>
recommenderRows(const core::Catalog& catalog, const std::filesystem::path& file, const core::Task& task = {});

} // namespace shardscope::app
