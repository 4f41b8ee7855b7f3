// SPDX-License-Identifier: GPL-3.0-or-later
// The call is written once: Slurm starts it on each node, a PyTorchJob in each pod.
#include "app/session/exchange/launch_files.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/value.h"
#include "core/plan/plan_names.h"
#include "planner/layout.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;

struct Launch {
    const planner::ProgramCall* program = nullptr;
    LaunchedNodes size;
    std::string configuration; ///< its text
};

core::Result<Launch> launchOf(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    Launch launch;
    launch.program = planner::programCallOf(plan);
    if (launch.program == nullptr)
        return core::notSupportedFor(
            core::phrase(W_("a job of %1"), {std::string(core::nameOf(plan.implementation))}),
            W_("the configuration of its program is not written here"));
    SHARDSCOPE_TRY(launch.size, launchedNodes(result));
    SHARDSCOPE_TRY(const ExportedPlan exported, exportPlan(launch.program->configuration, result));
    launch.configuration = exported.files.front().text;
    return launch;
}

/// How the nodes of a job meet: options of torchrun (torch/distributed/run.py) and of "accelerate launch"
/// (commands/launch.py), with variables that the cluster sets.
struct Meeting {
    const char* torchrun;
    const char* accelerate;
};
constexpr Meeting kUnderSlurm{
    R"(--rdzv-id "$SLURM_JOB_ID" --rdzv-backend c10d --rdzv-endpoint "$MASTER_ADDR:29500")",
    R"(--rdzv_backend c10d --main_process_ip "$MASTER_ADDR" --main_process_port 29500)"};
/// kubeflow/trainer, pkg/controller.v1/pytorch/envvar.go: RANK is the pod's.
constexpr Meeting kInPods{
    R"(--node-rank "$RANK" --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT")",
    R"(--machine_rank "$RANK" --main_process_ip "$MASTER_ADDR" --main_process_port "$MASTER_PORT")"};

/// What each node runs, with files of the configuration in \p folder ("" or "/config/").
std::string callOf(const Launch& launch, const Meeting& meeting, const std::string& folder)
{
    const planner::ProgramCall& program = *launch.program;
    const std::string nodes = std::to_string(launch.size.nodes);
    if (program.byAccelerate)
        return "accelerate launch --config_file " + folder + program.file + " --num_machines " + nodes +
               " \\\n    " + meeting.accelerate + " \\\n    " + program.call + '\n';
    return "torchrun --nnodes " + nodes + " --nproc-per-node " + std::to_string(launch.size.perNode) +
           " \\\n    " + meeting.torchrun + " \\\n    " + program.call + ' ' +
           (program.file == nullptr ? "\"${ARGUMENTS[@]}\"" : folder + program.file) + '\n';
}

/// The settings of the environment, and arguments that lie in no file, as an array of the shell.
std::string preparation(const Launch& launch, const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    std::string text;
    // With one queue, a collective comes before the product that it runs beside.
    if (launch.program->oneQueue && (plan.axes.tensor > 1 || plan.axes.context > 1))
        text += "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
    if (launch.program->file != nullptr)
        return text;
    text += "ARGUMENTS=(\n";
    const std::string& arguments = launch.configuration; // a line each, joined by backslashes
    for (std::size_t at = 0; at < arguments.size();) {
        const std::size_t end = std::min(arguments.find('\n', at), arguments.size());
        const bool joined = arguments.substr(at, end - at).ends_with(" \\");
        text += "    " + arguments.substr(at, end - at - (joined ? 2 : 0)) + '\n';
        at = end + 1;
    }
    return text + ")\n";
}

std::string commentOf(const PlanResult& result)
{
    return "# " + result.model.name + " on " + std::to_string(result.evaluation.devices) + " x " +
           result.hardware.name + ", as planned. Data, image and account are yours to name.\n";
}

/// A maker whose devices a plug-in hands to pods under a name (kubernetes.io, Device Plugins).
struct PodDevice {
    const char* vendor;
    const char* resource;
};
constexpr std::array kPodDevices{PodDevice{"NVIDIA", "nvidia.com/gpu"}, PodDevice{"AMD", "amd.com/gpu"},
                                 PodDevice{"Intel", "habana.ai/gaudi"}};

/// The configuration's file and the script of each pod, as a ConfigMap.
Value configMapOf(const Launch& launch, const PlanResult& result, const std::string& name)
{
    std::vector<Value::Member> data;
    if (launch.program->file != nullptr)
        data.emplace_back(launch.program->file, Value::ofText(launch.configuration));
    data.emplace_back("train.sh", Value::ofText("set -euo pipefail\n" + preparation(launch, result) +
                                                callOf(launch, kInPods, "/config/")));
    return Value::ofMembers({{"apiVersion", Value::ofText("v1")},
                             {"kind", Value::ofText("ConfigMap")},
                             {"metadata", Value::ofMembers({{"name", Value::ofText(name)}})},
                             {"data", Value::ofMembers(std::move(data))}});
}

/// One pod for each node, with all of its devices and a shared memory as large as NCCL and loaders want.
Value podOf(const std::string& name, const char* resource, std::int64_t devices)
{
    const auto mount = [](const char* volume, const char* path) {
        return Value::ofMembers({{"name", Value::ofText(volume)}, {"mountPath", Value::ofText(path)}});
    };
    const Value limits = Value::ofMembers({{resource, Value::ofInteger(devices)}});
    const Value container = Value::ofMembers(
        {{"name", Value::ofText("pytorch")}, // the name that the operator looks for
         {"image", Value::ofText("IMAGE")},
         {"command", Value::ofItems({Value::ofText("bash"), Value::ofText("/config/train.sh")})},
         {"resources", Value::ofMembers({{"limits", limits}})},
         {"volumeMounts", Value::ofItems({mount("config", "/config"), mount("memory", "/dev/shm")})}});
    const Value config = Value::ofMembers({{"name", Value::ofText("config")},
                                           {"configMap", Value::ofMembers({{"name", Value::ofText(name)}})}});
    const Value memory =
        Value::ofMembers({{"name", Value::ofText("memory")},
                          {"emptyDir", Value::ofMembers({{"medium", Value::ofText("Memory")}})}});
    return Value::ofMembers({{"spec", Value::ofMembers({{"containers", Value::ofItems({container})},
                                                        {"volumes", Value::ofItems({config, memory})}})}});
}

} // namespace

core::Result<std::vector<ExportedFile>> slurmJob(const PlanResult& result)
{
    SHARDSCOPE_TRY(const Launch launch, launchOf(result));
    std::string script = "#!/usr/bin/env bash\n" + commentOf(result);
    script +=
        "#SBATCH --job-name=" + jobName(result) + "\n#SBATCH --nodes=" + std::to_string(launch.size.nodes) +
        "\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=" + std::to_string(launch.size.perNode) +
        "\n#SBATCH --exclusive\nset -euo pipefail\n"
        "MASTER_ADDR=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n" +
        preparation(launch, result) + "srun --kill-on-bad-exit=1 " + callOf(launch, kUnderSlurm, "");
    std::vector<ExportedFile> files;
    if (launch.program->file != nullptr)
        files.push_back({launch.program->file, launch.configuration});
    files.push_back({"train.sbatch", std::move(script)});
    return files;
}

core::Result<std::vector<ExportedFile>> kubernetesJob(const PlanResult& result)
{
    const auto* const device = std::ranges::find_if(
        kPodDevices, [&](const PodDevice& one) { return result.hardware.vendor == one.vendor; });
    if (device == kPodDevices.end())
        return core::notSupportedFor(result.hardware.name,
                                     W_("no device plug-in of Kubernetes is known for its devices"));
    SHARDSCOPE_TRY(const Launch launch, launchOf(result));
    const std::string name = jobName(result);
    const auto replicas = [&](std::int64_t count) {
        return Value::ofMembers({{"replicas", Value::ofInteger(count)},
                                 {"restartPolicy", Value::ofText("OnFailure")},
                                 {"template", podOf(name, device->resource, launch.size.perNode)}});
    };
    std::vector<Value::Member> pods{{"Master", replicas(1)}};
    if (launch.size.nodes > 1)
        pods.emplace_back("Worker", replicas(launch.size.nodes - 1));
    const Value job = Value::ofMembers(
        {{"apiVersion", Value::ofText("kubeflow.org/v1")},
         {"kind", Value::ofText("PyTorchJob")},
         {"metadata", Value::ofMembers({{"name", Value::ofText(name)}})},
         {"spec", Value::ofMembers({{"pytorchReplicaSpecs", Value::ofMembers(std::move(pods))}})}});
    return std::vector<ExportedFile>{{"job.yaml", commentOf(result) +
                                                      core::yamlText(configMapOf(launch, result, name)) +
                                                      "---\n" + core::yamlText(job)}};
}

} // namespace shardscope::app
