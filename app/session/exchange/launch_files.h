// SPDX-License-Identifier: GPL-3.0-or-later
// What starts a plan on a cluster: the configuration of its framework's program, and the job of Slurm or
// Kubernetes that runs it on every node. Data, image and account are the reader's: skeletons.
#pragma once

#include "app/session/exchange/interchange.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

/// How many nodes a plan's devices fill.
struct LaunchedNodes {
    std::int64_t nodes = 1;
    std::int64_t perNode = 1; ///< devices
};
/// Errors: NotDivisible where the last node would not be whole.
[[nodiscard]] core::Result<LaunchedNodes> launchedNodes(const PlanResult& result);

/// "llama-3-70b-64": a name for a job, of letters, digits and dashes.
[[nodiscard]] std::string jobName(const PlanResult& result);

/// The program's configuration, where it is a file, and "train.sbatch". Errors: NotSupported where the
/// framework's configuration is not written here or cannot say the plan; NotDivisible.
[[nodiscard]] core::Result<std::vector<ExportedFile>> slurmJob(const PlanResult& result);
/// The same as one "job.yaml": a PyTorchJob with the configuration as a ConfigMap. Errors: as slurmJob;
/// NotSupported where no device plug-in is known for the machine's devices.
[[nodiscard]] core::Result<std::vector<ExportedFile>> kubernetesJob(const PlanResult& result);

} // namespace shardscope::app
