// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/cluster_plan.h"

#include "app/session/plan/clusters.h"
#include "app/session/plan/persia_runs.h"
#include "app/session/plan/read_plan.h"
#include "core/base/refusals.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// The plan with PERSIA's defaults under the keys that neither it nor the options name. What is no plan is
/// left as it is: the plan's reader says why.
core::Value withDefaults(const PlanDocument& document, const PlanRequest& request,
                         const planner::RoleCluster& cluster, const planner::PersiaSettings& defaults)
{
    using core::Value;
    Value plan = document.plan;
    if (plan.kind != Value::Kind::Null && plan.kind != Value::Kind::Object)
        return plan;
    plan.kind = Value::Kind::Object;
    const auto given = [&](const char* option) {
        return std::ranges::any_of(request.options, [&](const auto& one) { return one.first == option; });
    };
    const auto put = [&](const char* group, const char* key, Value value) {
        Value& inside = plan.member(group);
        inside.kind = Value::Kind::Object;
        inside.member(key) = std::move(value);
    };
    const auto fill = [&](const char* group, const char* key, const char* option, Value value) {
        const Value* inside = plan.find(group);
        const bool taken =
            inside != nullptr && (inside->kind != Value::Kind::Object || inside->find(key) != nullptr);
        if (!taken && !given(option))
            put(group, key, std::move(value));
    };
    fill("parallel", "replica", "replica", Value::ofInteger(cluster.accelerators()));
    if (plan.find("batch") == nullptr && !given("micro-batch") && !given("micro-batches") &&
        !given("global-batch"))
        put("batch", "micro_batch", Value::ofInteger(defaults.batch));
    fill("precision", "weights", "precision-weights", Value::ofText("fp32"));
    fill("precision", "compute", "compute", Value::ofText(std::string(core::nameOf(defaults.compute))));
    if (plan.find("consistency") == nullptr && !given("dense"))
        fill("consistency", "embedding", "embedding", Value::ofText("asynchronous"));
    return plan;
}

} // namespace

core::Result<ClusterPlan> readClusterPlan(const core::Catalog& catalog, const core::ModelSpec& model,
                                          const std::string& clusterName, const PlanDocument& document,
                                          const PlanRequest& request)
{
    ClusterPlan out;
    SHARDSCOPE_TRY(out.cluster, readCluster(catalog, clusterName));
    SHARDSCOPE_TRY(out.accelerator, acceleratorOf(catalog, out.cluster));
    SHARDSCOPE_TRY(const PersiaDefaults defaults,
                   persiaDefaults(catalog, model.name, clusterName, out.accelerator));
    const core::Value filled = withDefaults(document, request, out.cluster, defaults.settings);
    SHARDSCOPE_TRY(out.plan, readPlan(filled, request.planFile, request.options, model));
    const core::Dtype compute = out.plan.precision.compute.value_or(out.plan.precision.weights);
    SHARDSCOPE_TRY(out.settings, planner::persiaSettings(out.accelerator, compute));
    out.settings.coefficients = defaults.settings.coefficients;
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
    hardware.price.reset(); // the roles have their own
    hardware.title = cluster.title;
    return PlanResult{std::move(model), std::move(hardware), std::move(evaluation)};
}

/// The name that errors give to the caller.
constexpr const char* kPersiaJob = "export persiajob";

core::Result<std::string> persiaJobText(const core::Catalog& catalog, const PlanRequest& request)
{
    SHARDSCOPE_TRY(const PlanResult result, evaluatePlan(catalog, request, planner::Detail::Plain));
    if (!isCluster(catalog, request.hardware)) {
        return core::notSupportedFor(request.hardware, W_("a PersiaJob asks for a cluster of roles"))
            .in(kPersiaJob);
    }
    SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, request.hardware));
    SHARDSCOPE_TRY(cluster,
                   planner::withAccelerators(std::move(cluster), result.evaluation.plan.axes.replica));
    // Paths as in PersiaML/PERSIA @ff754b8, k8s/example/adult-income-prediction.train.yml.
    core::PersiaJob job;
    job.name = result.model.name;
    std::ranges::replace(job.name, '.', '-'); // Kubernetes names hold no dots
    job.globalConfig = "/workspace/config/global_config.yml";
    job.embeddingConfig = "/workspace/config/embedding_config.yml";
    job.nnWorkerEntry = "/workspace/train.py";
    job.dataLoaderEntry = "/workspace/data_loader.py";
    return core::persiaYaml(planner::jobOf(cluster, job));
}

} // namespace shardscope::app
