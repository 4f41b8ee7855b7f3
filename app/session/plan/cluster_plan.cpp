// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/cluster_plan.h"

#include "app/session/plan/clusters.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/plan/plan_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace shardscope::app {
namespace {

/// The document's text with PERSIA's defaults under the keys that neither it nor the options name. A file's
/// text that cannot be read is left as it is: the plan's reader says why.
std::string withDefaults(const PlanDocument& document, const PlanRequest& request,
                         const planner::RoleCluster& cluster, core::Dtype compute)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(document.json, nullptr, false);
    if (document.json.empty())
        json = nlohmann::ordered_json::object();
    if (!json.is_object())
        return document.json;
    const auto given = [&](const char* option) {
        return std::any_of(request.options.begin(), request.options.end(),
                           [&](const auto& one) { return one.first == option; });
    };
    const auto fill = [&](const char* group, const char* key, const char* option, const auto& value) {
        if (json.contains(group) && (!json[group].is_object() || json[group].contains(key)))
            return;
        if (!given(option))
            json[group][key] = value;
    };
    fill("parallel", "replica", "replica", cluster.accelerators());
    const bool batched =
        json.contains("batch") || given("micro-batch") || given("micro-batches") || given("global-batch");
    if (!batched)
        json["batch"]["micro_batch"] = planner::PersiaSettings{}.batch;
    fill("precision", "weights", "precision-weights", "fp32");
    fill("precision", "compute", "compute", std::string(core::nameOf(compute)));
    if (!json.contains("consistency") && !given("dense"))
        fill("consistency", "embedding", "embedding", "asynchronous");
    return json.dump();
}

} // namespace

core::Result<ClusterPlan> readClusterPlan(const core::Catalog& catalog, const core::ModelSpec& model,
                                          const std::string& clusterName, const PlanDocument& document,
                                          const PlanRequest& request)
{
    ClusterPlan out;
    SHARDSCOPE_TRY(out.cluster, readCluster(catalog, clusterName));
    SHARDSCOPE_TRY(out.accelerator, acceleratorOf(catalog, out.cluster));
    const std::string text = withDefaults(document, request, out.cluster, persiaCompute(out.accelerator));
    SHARDSCOPE_TRY(out.plan, core::parsePlan(text, request.planFile, request.options, model));
    const core::Dtype compute = out.plan.precision.compute.value_or(out.plan.precision.weights);
    SHARDSCOPE_TRY(out.settings, planner::persiaSettings(out.accelerator, compute));
    return out;
}

core::Result<PlanResult> evaluateOnCluster(const core::Catalog& catalog, core::ModelSpec model,
                                           const std::string& clusterName, const PlanDocument& document,
                                           const PlanRequest& request, planner::Detail detail)
{
    SHARDSCOPE_TRY(ClusterPlan asked, readClusterPlan(catalog, model, clusterName, document, request));
    const planner::RoleCluster& cluster = asked.cluster;
    SHARDSCOPE_TRY(core::Evaluation evaluation,
                   planner::evaluatePersia(model, cluster, asked.accelerator, asked.plan, asked.settings,
                                           detail == planner::Detail::Explained));
    core::HardwareSpec hardware = std::move(asked.accelerator);
    hardware.name = cluster.name;
    hardware.title = cluster.title;
    return PlanResult{std::move(model), std::move(hardware), std::move(evaluation)};
}

/// Who asks, in errors.
constexpr const char* kPersiaJob = "export persiajob";

core::Result<std::string> persiaJobText(const core::Catalog& catalog, const PlanRequest& request)
{
    SHARDSCOPE_TRY(const PlanResult result, evaluatePlan(catalog, request, planner::Detail::Plain));
    if (!isCluster(catalog, request.hardware)) {
        return core::errorIn(core::ErrorCode::NotSupported,
                             {request.hardware, core::phrase(W_("a PersiaJob asks for a cluster of roles"))},
                             kPersiaJob);
    }
    SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, request.hardware));
    SHARDSCOPE_TRY(cluster,
                   planner::withAccelerators(std::move(cluster), result.evaluation.plan.axes.replica));
    // Paths as in PersiaML/PERSIA @ff754b8, k8s/example/adult-income-prediction.train.yml.
    core::PersiaJob job;
    job.name = result.model.name;
    std::replace(job.name.begin(), job.name.end(), '.', '-'); // Kubernetes names hold no dots
    job.globalConfig = "/workspace/config/global_config.yml";
    job.embeddingConfig = "/workspace/config/embedding_config.yml";
    job.nnWorkerEntry = "/workspace/train.py";
    job.dataLoaderEntry = "/workspace/data_loader.py";
    return core::persiaYaml(planner::jobOf(cluster, job));
}

} // namespace shardscope::app
