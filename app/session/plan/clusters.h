// SPDX-License-Identifier: GPL-3.0-or-later
// Clusters of roles: the shipped ones by name, others from files, a PersiaJob laid over them.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"
#include "planner/recommender.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// The shipped clusters (resources/clusters), sorted.
[[nodiscard]] std::vector<std::string> clusterNames(const core::Catalog& catalog);
/// Whether \p nameOrPath is a shipped cluster, or a file that says it is one.
[[nodiscard]] bool isCluster(const core::Catalog& catalog, const std::string& nameOrPath);

/// The clusters: name, title, machines and accelerators.
[[nodiscard]] core::Result<core::Table> clusterTable(const core::Catalog& catalog);
/// Hardware by a name or a path, as the catalogue has it; among the names that are near one that means none
/// are clusters.
[[nodiscard]] core::Result<core::HardwareSpec> hardwareNotCluster(const core::Catalog& catalog,
                                                                  const std::string& nameOrPath);

/// \p nameOrPath: a shipped cluster or a file; \p job: a PersiaJob YAML whose replicas and resources win, or
/// empty. Errors: UnknownName with the nearest, and those of the files.
[[nodiscard]] core::Result<planner::RoleCluster>
readCluster(const core::Catalog& catalog, const std::string& nameOrPath, const std::string& job = {});

/// The hardware description that \p cluster names for its accelerators. Errors: MissingKey (it names none),
/// UnknownName.
[[nodiscard]] core::Result<core::HardwareSpec> acceleratorOf(const core::Catalog& catalog,
                                                             const planner::RoleCluster& cluster);

/// The number format that PyTorch multiplies fp32 tensors in by default on \p hardware: tf32 where there is
/// an engine for it (its default before 1.12, PERSIA's time), else fp32.
[[nodiscard]] core::Dtype persiaCompute(const core::HardwareSpec& hardware);

} // namespace shardscope::app
