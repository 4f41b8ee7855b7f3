// SPDX-License-Identifier: GPL-3.0-or-later
// The verb plan where the hardware is a cluster of PERSIA's roles.
#pragma once

#include "app/session/plan/commands.h"
#include "planner/recommender.h"

namespace shardscope::app {

/// What PERSIA's planner is asked with.
struct ClusterPlan {
    planner::RoleCluster cluster;
    core::HardwareSpec accelerator;
    core::Plan plan;
    planner::PersiaSettings settings;
};
/// \p request with a cluster as hardware. What the plan leaves open is PERSIA's: all accelerators of the
/// cluster, its batch, fp32 weights, asynchronous embeddings. Errors: those of the files.
[[nodiscard]] core::Result<ClusterPlan>
readClusterPlan(const core::Catalog& catalog, const core::ModelSpec& model, const std::string& cluster,
                const PlanDocument& document, const PlanRequest& request);
/// The same evaluated. Errors: also those of planner::evaluatePersia.
[[nodiscard]] core::Result<PlanResult> evaluateOnCluster(const core::Catalog& catalog, core::ModelSpec model,
                                                         const std::string& cluster,
                                                         const PlanDocument& document,
                                                         const PlanRequest& request, planner::Detail detail);

/// The PersiaJob that asks Kubernetes for \p request's cluster with the plan's accelerators (export
/// persiajob), as YAML. The paths of configuration and entry points are PERSIA's examples', to be put right
/// by hand.
[[nodiscard]] core::Result<std::string> persiaJobText(const core::Catalog& catalog,
                                                      const PlanRequest& request);

} // namespace shardscope::app
