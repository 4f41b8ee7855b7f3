// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommender comes to on PERSIA's four roles: rates of each mode, the role that saturates, memory and
// upkeep, serving.
#pragma once

#include "app/session/recommender/recommender_choices.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct PersiaRequest {
    std::string model;          ///< catalogue name or file
    RecommenderChoices choices; ///< with the cluster
};

/// {"model", "cluster", "calibrated", "calibrated_on", "modes": [{"mode", "samples_per_second", "saturated",
/// "staleness", "roles", "edges", "auc_gap"}], "memory": {…}, "batch", "failures", "serving", "bound",
/// "growth", "quality", "convergence", "caches", "distinct", "quarter", "peers", "homogeneous", "waiting",
/// "sized" (each a list of objects by column; sized where a rate is wanted), "unverified"}; one document,
/// ending in a newline.
[[nodiscard]] core::Result<std::string> persiaJson(const core::Catalog& catalog,
                                                   const PersiaRequest& request);
/// The modes, the roles in the chosen mode, and the operations' tables.
[[nodiscard]] core::Result<std::vector<core::Table>> persiaTables(const core::Catalog& catalog,
                                                                  const PersiaRequest& request);

} // namespace shardscope::app
