// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/torchtitan_config.h"
#include "app/session/exchange/programs/torchtitan_words.h"
#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Tier;
using torchtitan::Converter;
using torchtitan::Flavor;
using torchtitan::kConverters;
using torchtitan::kFlavors;
using torchtitan::kSchedules;
using torchtitan::ScheduleName;

const char* torchName(core::Dtype dtype) { return dtype == core::Dtype::Fp32 ? "float32" : "bfloat16"; }
core::Error refused(std::string_view why) { return core::notSupported(W_("this plan in torchtitan"), why); }

/// Tables one after another, one key on each line.
class Job {
public:
    void table(const char* name) { m_text += std::string(m_text.empty() ? "[" : "\n[") + name + "]\n"; }
    void add(const char* key, std::int64_t value) { line(key, std::to_string(value)); }
    void add(const char* key, bool value) { line(key, value ? "true" : "false"); }
    void add(const char* key, const char* value) { line(key, '"' + std::string(value) + '"'); }
    void add(const char* key, const std::vector<std::string>& values) { line(key, listOf(values)); }
    void add(const char* key, const std::vector<std::vector<std::string>>& lists)
    {
        std::string text;
        for (const auto& list : lists)
            text += (text.empty() ? "[\n    " : ",\n    ") + listOf(list);
        line(key, text + "\n]");
    }
    [[nodiscard]] std::string text() const { return m_text; }

private:
    static std::string listOf(const std::vector<std::string>& values)
    {
        return values.empty() ? "[]" : "[\"" + core::joined(values, "\", \"") + "\"]";
    }
    void line(const char* key, const std::string& value)
    {
        m_text += std::string(key) + " = " + value + '\n';
    }

    std::string m_text;
};

/// The modules of each stage, in the model's order (distributed/pipeline_parallel.py).
std::vector<std::vector<std::string>> modulesOf(const std::vector<std::int64_t>& layersPerStage)
{
    std::vector<std::vector<std::string>> stages;
    std::int64_t layer = 0;
    for (const std::int64_t layers : layersPerStage) {
        stages.emplace_back();
        if (stages.size() == 1)
            stages.back().emplace_back("tok_embeddings");
        for (std::int64_t end = layer + layers; layer < end; ++layer)
            stages.back().push_back("layers." + std::to_string(layer));
    }
    stages.back().emplace_back("norm");
    stages.back().emplace_back("output");
    return stages;
}

/// Parts of the layers: a rank has one of each stage, with some schedules several.
std::int64_t chunksOf(const core::Plan& plan)
{
    return plan.axes.pipeline * (core::foldsPipeline(plan.schedule) ? 2 : plan.axes.virtualStages);
}

/// What torchtitan has no way to run; null: nothing.
const char* unlikeTorchtitan(const core::Plan& plan, const core::Transformer& model)
{
    const core::Sharding& shards = plan.sharding;
    if (model.decoderLayers > 0 || plan.phases > 0)
        return W_("it has neither phases nor encoder-decoder models");
    if (shards.gradients != shards.weights || shards.optimizer != shards.weights)
        return W_("fully_shard shards all three alike");
    if (shards.weights % plan.axes.context != 0)
        return W_("it shards weights over the context ranks as well");
    if (!plan.layersPerStage.empty() && chunksOf(plan) > plan.axes.pipeline)
        return W_("a list of layers says one chunk a stage");
    if (plan.layersPerStage.empty() && model.layers % chunksOf(plan) != 0)
        return W_("its stages share layers evenly where no list says how");
    return nullptr;
}

void parallelism(const core::Plan& plan, const core::Transformer& model, Job& job)
{
    const core::Axes& axes = plan.axes;
    const std::int64_t shards = plan.sharding.weights / axes.context;
    job.table("parallelism");
    job.add("data_parallel_replicate_degree", axes.replica / shards);
    job.add("data_parallel_shard_degree", shards);
    job.add("fsdp_reshard_after_forward", plan.keepWeightsAfterForward ? "never" : "always");
    job.add("tensor_parallel_degree", axes.tensor);
    if (axes.sequenceParallel != (axes.tensor > 1))
        job.add("enable_sequence_parallel", axes.sequenceParallel);
    if (plan.wire.contains("logits"))
        job.add("disable_loss_parallel", true);
    job.add("context_parallel_degree", axes.context);
    if (axes.context > 1) // keys and values go round
        job.add("context_parallel_rotate_method", "alltoall");
    if (axes.expert > 1) {
        job.add("expert_parallel_degree", axes.expert);
        job.add("expert_tensor_parallel_degree", axes.expertSlices());
    }
    job.add("pipeline_parallel_degree", axes.pipeline);
    const auto* const schedule = std::ranges::find(kSchedules, plan.schedule, &ScheduleName::ours);
    if (schedule != kSchedules.end())
        job.add("pipeline_parallel_schedule", schedule->torch);
    const std::int64_t chunks = chunksOf(plan);
    if (chunks == 1)
        return;
    job.add("pipeline_parallel_microbatch_size", plan.batch.microBatch);
    const std::vector<std::int64_t> even(static_cast<std::size_t>(chunks), model.layers / chunks);
    job.add("module_fqns_per_model_part",
            modulesOf(plan.layersPerStage.empty() ? even : plan.layersPerStage));
}

/// mixed_precision_param: what fully_shard casts the weights to, or torch.autocast without it.
core::Dtype mixedPrecision(const core::Precision& precision)
{
    const core::Dtype compute = precision.compute.value_or(precision.weights);
    return precision.autocast || core::widthOf(compute).value() < 2 ? core::Dtype::Bf16 : compute;
}

} // namespace

core::Result<std::vector<ExportedFile>> torchtitanConfig(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    const core::Transformer* model = result.model.transformer();
    if (model == nullptr)
        return core::notSupported(W_("a job of torchtitan"), W_("the model is no transformer"));
    if (const char* why = unlikeTorchtitan(plan, *model); why != nullptr)
        return refused(why);
    const core::Dtype compute = plan.precision.compute.value_or(plan.precision.weights);
    const auto* const narrow = std::ranges::find(kConverters, compute, &Converter::compute);
    Job job;
    const auto* const flavor =
        std::ranges::find_if(kFlavors, [&](const Flavor& one) { return one.ours == result.model.name; });
    if (flavor != kFlavors.end() || narrow != kConverters.end())
        job.table("model");
    if (flavor != kFlavors.end()) {
        job.add("name", flavor->model);
        job.add("flavor", flavor->flavor);
    }
    if (narrow != kConverters.end())
        job.add("converters", std::vector<std::string>{narrow->name});
    job.table("training");
    job.add("local_batch_size",
            plan.batch.microBatch * (plan.axes.pipeline > 1 ? plan.batch.microBatches : 1));
    job.add("global_batch_size", plan.batch.globalBatch);
    job.add("seq_len", plan.batch.sequenceLength);
    if (plan.training.samples > 0 && plan.training.samples % plan.batch.globalBatch == 0)
        job.add("steps", plan.training.samples / plan.batch.globalBatch);
    job.add("dtype", torchName(plan.precision.weights));
    job.add("mixed_precision_param", torchName(mixedPrecision(plan.precision)));
    if (plan.residency.weights == Tier::Host)
        job.add("enable_cpu_offload", true);
    parallelism(plan, *model, job);
    job.table("activation_checkpoint");
    if (plan.recompute == core::Recompute::ByOperations) {
        job.add("mode", "selective");
        job.add("selective_ac_option", "op");
    } else {
        job.add("mode", plan.recompute == core::Recompute::Full ? "full" : "none");
    }
    std::vector<std::string> compiled;
    if (plan.kernels == core::Kernels::Fused)
        compiled.emplace_back("model");
    if (plan.fusedCrossEntropy)
        compiled.emplace_back("loss");
    job.table("compile");
    job.add("enable", !compiled.empty());
    if (!compiled.empty())
        job.add("components", compiled);
    if (plan.optimizer == core::OptimizerKind::Adam || plan.optimizer == core::OptimizerKind::AdamW) {
        job.table("optimizer");
        job.add("name", plan.optimizer == core::OptimizerKind::Adam ? "Adam" : "AdamW");
    }
    return std::vector<ExportedFile>{{"", job.text()}};
}

} // namespace shardscope::app
