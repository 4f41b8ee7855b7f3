// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommender comes to on PERSIA's four roles: rates of each mode, the role that saturates, memory.
#pragma once

#include "core/base/result.h"
#include "core/io/catalog.h"
#include "core/report/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct PersiaRequest {
    std::string model;         ///< catalogue name or file
    std::string cluster;       ///< a name in resources/clusters, or a file
    std::string job;           ///< a PersiaJob YAML whose replicas and resources win; empty: none
    std::int64_t batch = 1024; ///< of one NN worker process
    /// Samples a second of PERSIA's own mode on this cluster, to calibrate by; none: the default host time.
    std::optional<double> measured;
};

/// {"model", "cluster", "modes": [{"mode", "samples_per_second", "saturated", "staleness", "roles", "edges",
/// "auc_gap_from", "auc_gap_to"}], "memory": {…}, "unverified"}; one document, ending in a newline.
[[nodiscard]] core::Result<std::string> persiaJson(const core::Catalog& catalog,
                                                   const PersiaRequest& request);
/// The modes, the roles in PERSIA's own mode, and the memory of the parameter servers.
[[nodiscard]] core::Result<std::vector<core::Table>> persiaTables(const core::Catalog& catalog,
                                                                  const PersiaRequest& request);

} // namespace shardscope::app
