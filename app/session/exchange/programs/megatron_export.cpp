// SPDX-License-Identifier: GPL-3.0-or-later
// What decides a plan's numbers has an argument here, also where it is Megatron-LM's own default elsewhere.
#include "app/session/exchange/programs/megatron_export.h"

#include "app/session/exchange/programs/pipeline_layout.h"

#include "core/base/phrase.h"
#include "core/io/escape.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using core::Tier;

core::Error refused(std::string what, std::string why)
{
    return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}};
}

/// What megatron/training/arguments.py takes, in the order that a reader expects.
class Arguments {
public:
    void flag(const char* name) { add(name, std::string_view()); }
    void flagIf(bool on, const char* name)
    {
        if (on)
            flag(name);
    }
    void add(const char* name, std::int64_t value) { add(name, std::string_view(std::to_string(value))); }
    void add(const char* name, std::string_view value)
    {
        m_settings.push_back({name, std::string(value), "--" + std::string(name)});
    }
    [[nodiscard]] std::vector<Setting> take() { return std::move(m_settings); }

private:
    std::vector<Setting> m_settings;
};

/// A list of 0 and 1, one for each layer, as Megatron-LM reads it: 1 where \p holds.
template <class Holds>
std::string layersWhere(const core::Transformer& model, const Holds& holds)
{
    std::string layers;
    for (std::int64_t layer = 0; layer < model.layers - model.predictionLayers; ++layer)
        layers += std::string(layer == 0 ? "[" : ",") + (holds(layer) ? '1' : '0');
    return layers + ']';
}

/// The layers as Megatron-LM's --hybrid-override-pattern has them
/// (megatron/core/ssm/mamba_hybrid_layer_allocation.py).
std::string hybridPattern(const core::Transformer& model)
{
    std::string pattern;
    pattern.reserve(model.parts.size());
    const std::int64_t own = model.layers - model.predictionLayers;
    const std::int64_t each = model.predictions > 0 ? model.predictionLayers / model.predictions : 1;
    std::int64_t number = 0;
    for (const core::LayerParts& layer : model.parts) {
        if (const std::int64_t beyond = number++ - own; beyond >= 0 && beyond % each == 0)
            pattern += '/'; // a prediction module begins
        if (layer.mixer != core::Mixer::None)
            pattern += layer.mixer == core::Mixer::StateSpace ? 'M' : '*';
        else
            pattern += layer.tokens == core::TokenPart::Experts ? 'E' : '-';
    }
    return pattern;
}

/// The gated delta rule beside gated attention (megatron/core/transformer/transformer_config.py).
void deltaRuleArguments(const core::Transformer& model, Arguments& to)
{
    to.flag("attention-output-gate");
    to.add("experimental-attention-variant", "gated_delta_net");
    to.add("linear-attention-freq", layersWhere(model, [&model](std::int64_t layer) {
               return model.partsOf(layer).mixer == core::Mixer::DeltaRule;
           }));
    to.add("linear-conv-kernel-dim", model.recurrence.kernel);
    to.add("linear-key-head-dim", model.recurrence.stateDim);
    to.add("linear-value-head-dim", model.recurrence.headDim);
    to.add("linear-num-key-heads", model.recurrence.groups);
    to.add("linear-num-value-heads", model.recurrence.heads);
}

void hybridArguments(const core::Transformer& model, Arguments& to)
{
    if (model.family != core::TransformerFamily::NemotronH)
        return deltaRuleArguments(model, to);
    to.add("hybrid-override-pattern", hybridPattern(model));
    to.add("spec", "megatron.core.models.mamba.mamba_layer_specs mamba_stack_spec");
    to.add("mamba-num-heads", model.recurrence.heads);
    to.add("mamba-head-dim", model.recurrence.headDim);
    to.add("mamba-num-groups", model.recurrence.groups);
    to.add("mamba-state-dim", model.recurrence.stateDim);
    if (model.expertWidth > 0)
        to.add("moe-latent-size", model.expertWidth);
}

void modelArguments(const core::Transformer& model, Arguments& to)
{
    to.add("num-layers", model.layers - model.predictionLayers);
    to.add("vocab-size", model.vocabulary);
    if (model.predictions > 0)
        to.add("mtp-num-layers", model.predictions);
    to.add("hidden-size", model.hidden);
    to.add("num-attention-heads", model.heads);
    to.add("ffn-hidden-size", model.feedForward);
    if (model.headDim * model.heads != model.hidden && model.keyValueRank == 0)
        to.add("kv-channels", model.headDim);
    if (model.kvHeads != model.heads) {
        to.flag("group-query-attention");
        to.add("num-query-groups", model.kvHeads);
    }
    if (model.keyValueRank > 0) {
        to.flag("multi-latent-attention");
        if (model.queryRank > 0)
            to.add("q-lora-rank", model.queryRank);
        to.add("kv-lora-rank", model.keyValueRank);
        to.add("qk-head-dim", model.headDim - model.ropeHeadDim);
        to.add("qk-pos-emb-head-dim", model.ropeHeadDim);
        to.add("v-head-dim", model.valueHeadDim);
    }
    if (model.indexer.heads > 0) {
        to.add("experimental-attention-variant", "dsa");
        to.add("dsa-indexer-n-heads", model.indexer.heads);
        to.add("dsa-indexer-head-dim", model.indexer.headDim);
        to.add("dsa-indexer-topk", model.indexer.keys);
    }
    to.flagIf(model.activation == core::Activation::Swiglu, "swiglu");
    if (model.norm == core::NormKind::RmsNorm)
        to.add("normalization", "RMSNorm");
    to.flagIf(!model.bias, "disable-bias-linear");
    to.flagIf(model.attentionBias && !model.bias, "add-qkv-bias");
    to.flagIf(model.queryKeyNorm && !model.queryKeyNormWhole, "qk-layernorm");
    to.flagIf(!model.tiedEmbeddings, "untie-embeddings-and-output-weights");
    const char* positions = model.rotaryFraction > 0 ? "rope" : "none";
    to.add("position-embedding-type", std::string(model.learnedPositions ? "learned_absolute" : positions));
    if (model.rotaryFraction > 0 && model.rotaryFraction < 1 && !model.learnedPositions)
        to.add("rotary-percent", core::shortestText(model.rotaryFraction));
    if (model.hybrid())
        hybridArguments(model, to);
    if (model.experts > 0) {
        to.add("num-experts", model.experts);
        to.add("moe-router-topk", model.expertsPerToken);
        if (model.groupsPerToken < model.expertGroups) {
            to.add("moe-router-num-groups", model.expertGroups);
            to.add("moe-router-group-topk", model.groupsPerToken);
        }
        to.add("moe-ffn-hidden-size", model.expertFeedForward);
        const auto hasExperts = [&model](std::int64_t layer) { return model.hasExperts(layer); };
        const std::string layers = layersWhere(model, hasExperts);
        if (layers.find('0') != std::string::npos && !model.hybrid())
            to.add("moe-layer-freq", layers);
        if (model.sharedExperts > 0)
            to.add("moe-shared-expert-intermediate-size", model.sharedExperts * model.expertFeedForward);
        to.flagIf(model.sharedExpertGate, "moe-shared-expert-gate");
        to.flag("moe-grouped-gemm");
    }
}

/// The number of layers that every stage recomputes, where it is one for all of them.
std::optional<std::int64_t> recomputedEverywhere(const core::Plan& plan)
{
    const std::vector<std::int64_t>& given = plan.recomputeLayers;
    if (given.empty() || std::ranges::adjacent_find(given, std::not_equal_to<>()) != given.end())
        return std::nullopt;
    return given.front();
}

/// Whether the stages between the ends are all alike.
bool endsAloneDiffer(const std::vector<std::int64_t>& layers)
{
    return layers.size() < 3 || std::adjacent_find(layers.begin() + 1, layers.end() - 1,
                                                   std::not_equal_to<>()) == layers.end() - 1;
}

/// Whether each chunk has a number of its own, which only a layout says.
bool saysLayout(const core::Plan& plan)
{
    return static_cast<std::int64_t>(plan.layersPerStage.size()) > plan.axes.pipeline;
}

/// What Megatron-LM has no arguments for; null: nothing.
const char* unlikeMegatron(const core::Plan& plan)
{
    if (!plan.recomputeLayers.empty() &&
        (plan.recompute != core::Recompute::Full || !recomputedEverywhere(plan)))
        return W_("it recomputes as many whole layers on every stage");
    if (!plan.layersPerStage.empty() && !saysLayout(plan) && !endsAloneDiffer(plan.layersPerStage))
        return W_("only its first and its last stage may have other numbers of layers");
    return nullptr;
}

void recomputeArguments(const core::Plan& plan, Arguments& to)
{
    if (plan.recompute.selective() && plan.recompute != core::Recompute::Selective) {
        std::string modules = core::nameOf(plan.recompute);
        std::ranges::replace(modules, '+', ' ');
        to.add("recompute-modules", modules);
    }
    if (plan.recompute != core::Recompute::Full)
        return;
    const auto layers = recomputedEverywhere(plan);
    to.add("recompute-method", std::string(layers ? "block" : "uniform"));
    to.add("recompute-num-layers", layers.value_or(1));
}

void stageArguments(const core::Plan& plan, Arguments& to)
{
    if (plan.axes.virtualStages > 1 && !saysLayout(plan))
        to.add("num-virtual-stages-per-pipeline-rank", plan.axes.virtualStages);
    if (saysLayout(plan))
        to.add("pipeline-model-parallel-layout", layoutText(plan.layersPerStage));
    if (plan.layersPerStage.empty() || saysLayout(plan))
        return;
    to.add("decoder-first-pipeline-num-layers", plan.layersPerStage.front());
    if (plan.layersPerStage.size() > 1)
        to.add("decoder-last-pipeline-num-layers", plan.layersPerStage.back());
}

/// The sharding strategy of Megatron-LM's FSDP; null: the plan needs none.
const char* strategyOf(const core::Plan& plan)
{
    if (plan.axes.pipeline > 1)
        return nullptr;
    const std::int64_t replicas = plan.axes.replicas();
    if (plan.sharding == core::zeroSharding(3, replicas))
        return "optim_grads_params";
    return plan.sharding == core::zeroSharding(2, replicas) ? "optim_grads" : nullptr;
}

/// Megatron-LM's own default for gradients is fp32 under bf16 weights and the weights' under others
/// (arguments.py, validate_args).
void precisionArguments(const core::Plan& plan, Arguments& to)
{
    const core::Dtype weights = plan.precision.weights;
    const core::Dtype compute = plan.precision.compute.value_or(weights);
    const bool blocks = compute == core::Dtype::Mxfp8;
    const bool brain = weights == core::Dtype::Bf16 || core::widthOf(weights).value() < 2;
    to.flagIf(brain, "bf16");
    if (compute == core::Dtype::Fp8 || blocks)
        to.add("fp8-format", blocks ? "e4m3" : "hybrid");
    if (blocks)
        to.add("fp8-recipe", "mxfp8");
    if (compute == core::Dtype::Nvfp4)
        to.add("fp4-format", "e2m1");
    to.flagIf(weights == core::Dtype::Fp8 || weights == core::Dtype::Mxfp8, "fp8-param-gather");
    to.flagIf(plan.precision.attention == compute, "fp8-dot-product-attention"); // in the recipe's format
    to.flagIf(weights == core::Dtype::Fp16, "fp16");
    to.flagIf(brain && plan.precision.gradients == core::Dtype::Bf16, "grad-reduce-in-bf16");
    to.flagIf(weights == core::Dtype::Fp16 && plan.precision.gradients == core::Dtype::Fp32,
              "accumulate-allreduce-grads-in-fp32");
    if (plan.precision.optimizerState != core::Dtype::Fp32) {
        to.flag("use-precision-aware-optimizer");
        for (const char* moment : {"exp-avg-dtype", "exp-avg-sq-dtype"})
            to.add(moment, core::nameOf(plan.precision.optimizerState));
    }
}

void optimizerArguments(const core::Plan& plan, Arguments& to)
{
    using Kind = core::OptimizerKind;
    if (plan.optimizer == Kind::Adam || plan.optimizer == Kind::AdamW)
        to.add("optimizer", "adam");
    else if (plan.optimizer == Kind::Momentum || plan.optimizer == Kind::Sgd)
        to.add("optimizer", "sgd");
    if (plan.residency.optimizer == Tier::Device)
        return;
    to.flag("optimizer-cpu-offload");
    if (plan.offloadedPercent < 100) {
        std::string share = std::to_string(plan.offloadedPercent);
        share.insert(0, 2 - share.size(), '0');
        to.add("optimizer-offload-fraction", "0." + share);
    }
}

} // namespace

core::Result<std::vector<Setting>> megatronSettings(const PlanResult& result, MegatronProgram program)
{
    const core::Plan& plan = result.evaluation.plan;
    const core::Transformer* model = result.model.transformer();
    const auto unlike = [](const char* why) {
        return refused(core::phrase(W_("this plan in Megatron-LM")), core::phrase(why));
    };
    if (model == nullptr)
        return refused(core::phrase(W_("Megatron-LM's arguments")),
                       core::phrase(W_("the model is no transformer")));
    if (model->decoderLayers > 0 || plan.phases > 0 || plan.residency.weights != Tier::Device)
        return unlike(W_("it has no phases, offloaded weights or encoder-decoder models here"));
    if (model->family == core::TransformerFamily::MiniMax)
        return unlike(W_("it has no lightning attention"));
    if (plan.adapters.any())
        return unlike(W_("its pretraining has no adapters: Megatron-Bridge and NeMo do"));
    if (plan.batch.packedLength > 0)
        return unlike(W_("its pretraining packs no samples: Megatron-Bridge and NeMo do"));
    const bool movesActivations = plan.residency.activations != Tier::Device;
    if (movesActivations && program == MegatronProgram::Pretraining)
        return unlike(W_("its arguments leave activations on the device: Megatron-Bridge moves them "
                         "(cpu_offloading_num_layers)"));
    if (const char* why = unlikeMegatron(plan); why != nullptr)
        return unlike(why);
    const bool whole = plan.sharding == core::Sharding{};
    const char* strategy = whole ? nullptr : strategyOf(plan);
    if (!whole && strategy == nullptr && !(plan.sharding == core::zeroSharding(1, plan.axes.replicas())))
        return refused(
            core::phrase(W_("these shard degrees")),
            core::phrase(W_("Megatron-LM shards over all replicas or none: the optimizer state, or, without "
                            "a pipeline, gradients and weights as well")));
    Arguments to;
    modelArguments(*model, to);
    to.add("seq-length", plan.batch.sequenceLength);
    to.add("max-position-embeddings", std::max(model->maxSequence, plan.batch.sequenceLength));
    to.add("tensor-model-parallel-size", plan.axes.tensor);
    to.add("pipeline-model-parallel-size", plan.axes.pipeline);
    to.add("context-parallel-size", plan.axes.context);
    if (plan.axes.context > 1 && plan.contextExchange == core::ContextExchange::AllToAll)
        to.add("cp-comm-type", "a2a");
    if (plan.axes.expert > 1)
        to.add("expert-model-parallel-size", plan.axes.expert);
    if (plan.axes.expertSlices() != plan.axes.tensor)
        to.add("expert-tensor-parallel-size", plan.axes.expertSlices());
    if (plan.expertDispatch == core::ExpertDispatch::AllToAll)
        to.add("moe-token-dispatcher-type", "alltoall");
    if (plan.expertDispatch == core::ExpertDispatch::Once) {
        to.add("moe-token-dispatcher-type", "flex");
        to.flag("moe-enable-deepep");
    }
    to.flagIf(plan.expertOverlap, "overlap-moe-expert-parallel-comm");
    to.flagIf(plan.expertKernels == core::ExpertKernels::Fused, "use-transformer-engine-op-fuser");
    if (plan.cudaGraphs == core::CudaGraphs::Partial) {
        to.add("cuda-graph-impl", "transformer_engine");
        to.add("cuda-graph-scope", "attn moe_router moe_preprocess");
    }
    if (plan.cudaGraphs == core::CudaGraphs::FullIteration || plan.cudaGraphs == core::CudaGraphs::None)
        to.add("cuda-graph-impl", core::nameOf(plan.cudaGraphs));
    stageArguments(plan, to);
    to.flagIf(plan.axes.sequenceParallel, "sequence-parallel");
    to.add("micro-batch-size", plan.batch.microBatch);
    to.add("global-batch-size", plan.batch.globalBatch);
    if (plan.training.samples > 0)
        to.add("train-samples", plan.training.samples);
    to.flagIf(!whole, "use-distributed-optimizer");
    if (strategy != nullptr) { // docs/user-guide/features/megatron_fsdp.md
        to.flag("use-megatron-fsdp");
        to.add("data-parallel-sharding-strategy", strategy);
        to.add("ckpt-format", "fsdp_dtensor");
    }
    if (plan.recompute != core::Recompute::None)
        to.add("recompute-granularity",
               std::string(plan.recompute == core::Recompute::Full ? "full" : "selective"));
    recomputeArguments(plan, to);
    to.flagIf(plan.partitionedActivations, "distribute-saved-activations");
    precisionArguments(plan, to);
    to.flagIf(plan.attention != core::Attention::Eager, "use-flash-attn");
    if (plan.attention == core::Attention::Eager)
        to.add("attention-backend", "unfused");
    to.flagIf(plan.fusedCrossEntropy, "cross-entropy-loss-fusion");
    const std::string dropped = plan.dropout ? "0.1" : "0.0"; // Megatron-LM's own share, where any is
    to.add("attention-dropout", dropped);
    to.add("hidden-dropout", dropped);
    optimizerArguments(plan, to);
    if (movesActivations) {
        to.flag("cpu-offloading");
        const std::int64_t own = model->layers / plan.axes.pipeline / plan.axes.virtualStages;
        to.add("cpu-offloading-num-layers", plan.offloadedLayers > 0 ? plan.offloadedLayers : own);
    }
    return to.take();
}

core::Result<std::vector<ExportedFile>> megatronArguments(const PlanResult& result)
{
    SHARDSCOPE_TRY(const std::vector<Setting> settings,
                   megatronSettings(result, MegatronProgram::Pretraining));
    std::string text; // one argument on each line, joined by backslashes
    for (const Setting& setting : settings) {
        text += (text.empty() ? "--" : " \\\n--") + setting.name;
        for (std::size_t at = 0; at < setting.value.size();) { // some take several words
            const std::size_t end = std::min(setting.value.find(' ', at), setting.value.size());
            text += ' ' + core::shellWord(setting.value.substr(at, end - at)); // layouts hold *, | and [
            at = end + 1;
        }
    }
    return std::vector<ExportedFile>{{"", text + '\n'}};
}

} // namespace shardscope::app
