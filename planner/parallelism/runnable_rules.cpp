// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of runnable.cpp in words: which of them a plan breaks.
#include "planner/parallelism/runnable.h"

#include "core/base/mapped.h"
#include "core/base/phrase.h"

#include <algorithm>
#include <vector>

namespace shardscope::planner {
namespace {

using core::Implementation;

const char* axesRule(const core::Plan& plan)
{
    if (plan.axes.tensorSecond > 1 && plan.implementation != Implementation::PopArt)
        return W_("%1 divides tensors in one dimension");
    switch (plan.implementation) {
    case Implementation::HugeCtr: return W_("%1 trains recommenders alone");
    case Implementation::HuggingFace:
        return W_("%1 runs replicas alone: no tensor, pipeline, context or expert degree");
    default: return W_("%1 has no virtual stages and cuts experts as far as other tensors");
    }
}

const char* shardingRule(const core::Plan& plan)
{
    switch (plan.implementation) {
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: return W_("%1 keeps weights, gradients and optimizer whole");
    case Implementation::Megatron:
        if (plan.axes.pipeline == 1)
            return W_("%1 shards the optimizer's state, or weights and gradients with it, over all replicas "
                      "or none");
        [[fallthrough]];
    case Implementation::Nanotron:
        return W_("%1 shards the optimizer's state alone, over all replicas or none");
    case Implementation::DeepSpeed:
        return plan.axes.pipeline > 1 ? W_("%1 shards neither weights nor gradients beside a pipeline")
                                      : W_("%1 shards over all replicas or none");
    default: return W_("%1 shards weights, gradients and optimizer alike");
    }
}

const char* scheduleRule(const core::Plan& plan)
{
    if (plan.schedule == core::Schedule::Phased || plan.phases > 0)
        return W_("%1 has no phased execution");
    switch (plan.implementation) {
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: return W_("%1 has no pipelines");
    case Implementation::DeepSpeed: return W_("%1 has the schedule 1f1b alone");
    case Implementation::Nanotron: return W_("%1 has the schedules 1f1b and gpipe");
    default:
        return plan.schedule == core::Schedule::Interleaved
                   ? W_("%1 interleaves only micro-batches that the pipeline's degree divides")
                   : W_("%1 has the schedules 1f1b and interleaved");
    }
}

const char* offloadRule(const core::Plan& plan)
{
    switch (plan.implementation) {
    case Implementation::Megatron:
        return W_("%1 offloads the optimizer's state where all replicas share it, or activations where "
                  "there is neither a pipeline nor recompute");
    case Implementation::DeepSpeed:
        return W_("%1 offloads gradients and optimizer together where all replicas share them, weights only "
                  "with both, and activations only with full recompute");
    case Implementation::Torchtitan:
    case Implementation::Fsdp2: return W_("%1 offloads weights, gradients and optimizer together, sharded");
    default: return W_("%1 offloads nothing");
    }
}

/// Of how many of a stage's layers do what; null where \p plan keeps all of these rules.
const char* layersRule(const core::Plan& plan)
{
    const std::vector<std::int64_t>& layers = plan.layersPerStage;
    const bool even = std::ranges::all_of(layers, [&](auto one) { return one == layers[0]; });
    if (!even && !runsUnevenStages(plan))
        return W_("%1 has no option for the layers of each stage");
    if (!plan.recomputeLayers.empty() && !runsSomeRecompute(plan))
        return W_("%1 recomputes all layers or none");
    if (plan.recomputeLayers.size() > 1 && !runsRecomputeByStage(plan))
        return W_("%1 recomputes as many layers in every stage");
    if (plan.keptLayers > 0 && !runsKeptLayers(plan))
        return W_("%1 keeps the gathered weights of all layers or of none");
    return nullptr;
}

std::vector<const char*> brokenRules(const core::Plan& plan)
{
    std::vector<const char*> rules;
    if (!runsAxes(plan))
        rules.push_back(axesRule(plan));
    if (!runsSharding(plan))
        rules.push_back(shardingRule(plan));
    if (!runsSchedule(plan))
        rules.push_back(scheduleRule(plan));
    if (!runsOffload(plan))
        rules.push_back(offloadRule(plan));
    if (const char* const rule = layersRule(plan))
        rules.push_back(rule);
    return rules;
}

} // namespace

core::Implementation frameworkOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    return hardware.bulkSynchronous ? Implementation::PopArt : plan.implementation;
}

std::vector<std::string> refusalsOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    core::Plan run = plan;
    run.implementation = frameworkOf(plan, hardware);
    return core::mapped<std::string>(brokenRules(run), [&](const char* rule) {
        return core::phrase(rule, {std::string(core::nameOf(run.implementation))});
    });
}

bool canRun(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    return refusalsOf(plan, hardware).empty();
}

} // namespace shardscope::planner
