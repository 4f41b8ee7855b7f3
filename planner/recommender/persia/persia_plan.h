// SPDX-License-Identifier: GPL-3.0-or-later
// A plan of a recommender on PERSIA's roles, answered in the same terms as every other plan: memory of NN
// workers and parameter servers, step, communication, verdict.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"
#include "planner/recommender/persia/persia_memory.h"
#include "planner/recommender/persia/persia_rates.h"

namespace shardscope::planner {

/// Rates of the accelerator that \p hardware describes, for \p compute: peak, memory bandwidth, link inside a
/// machine. Errors: those of denseMachine.
[[nodiscard]] core::Result<PersiaSettings> persiaSettings(const core::HardwareSpec& hardware,
                                                          core::Dtype compute);

/// The mode that a plan's consistency means: both synchronous, both asynchronous, or embeddings alone:
/// PERSIA's own, or the naive hybrid where nothing is prefetched. Refused (NotSupported): a dense part that
/// is asynchronous and embeddings that are not; both asynchronous without prefetching.
[[nodiscard]] core::Result<PersiaMode> persiaMode(const core::ConsistencyPlan& consistency);

/// \p cluster with as many NN worker machines as \p accelerators need. Error: NotDivisible (more than one
/// machine, and not whole ones).
[[nodiscard]] core::Result<RoleCluster> withAccelerators(RoleCluster cluster, std::int64_t accelerators);

/// Settings of the parameter servers of \p cluster.
[[nodiscard]] PersiaMemorySettings persiaMemorySettings(const RoleCluster& cluster);

/// \p plan: replica is the number of accelerators, micro_batch what one takes, consistency the mode and the
/// staleness cap (0: PERSIA's default). \p settings: batch, compute and staleness are the plan's. Step parts:
/// forward, backward and optimizer of the perceptrons on the device, host, exposed all-reduce, and as
/// streaming what the step waits for embeddings. Rows beyond the servers' memory are evicted: the
/// figures resident_bytes and miss_ratio say how many, and nothing is violated.
[[nodiscard]] core::Result<core::Evaluation>
evaluatePersia(const core::ModelSpec& model, const RoleCluster& cluster, const core::HardwareSpec& hardware,
               const core::Plan& plan, const PersiaSettings& settings, bool explained);

} // namespace shardscope::planner
