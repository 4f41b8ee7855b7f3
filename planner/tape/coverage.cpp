// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/coverage.h"
#include "planner/framework/framework.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/formula/expert_load.h"
#include "planner/formula/program_code.h"
#include "planner/formula/stages.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

using Problem = std::optional<core::Error>;

Problem unsupported(const std::string& what, const char* why, const char* pointer)
{
    return core::notSupportedFor(what, why).under(pointer);
}

Problem indivisible(const std::string& what, std::int64_t value, std::int64_t divisor)
{
    return core::notDivisible(what, value, core::phrase(W_("ranks")), divisor);
}

constexpr const char* kNoOperations = W_("the allocator simulation has no operations for it");

Problem uncoveredModel(const core::Transformer& shape)
{
    using core::TransformerFamily;
    constexpr std::array kKnown{
        TransformerFamily::Gpt2,  TransformerFamily::Bert,    TransformerFamily::Opt,
        TransformerFamily::Llama, TransformerFamily::GptNeox, TransformerFamily::Mistral,
        TransformerFamily::Qwen2, TransformerFamily::Qwen3,   TransformerFamily::Qwen3Moe,
        TransformerFamily::T5,    TransformerFamily::Mixtral, TransformerFamily::Phi3,
        TransformerFamily::Olmo2, TransformerFamily::Gemma3};
    if (shape.family == TransformerFamily::Native) // Megatron's layers alone are traced without a library's
        return unsupported(core::phrase(W_("a model described by its sizes alone, outside Megatron-LM")),
                           kNoOperations, "");
    if (std::ranges::find(kKnown, shape.family) == kKnown.end())
        return unsupported(std::string(core::nameOf(shape.family)), kNoOperations, "");
    const bool headed = shape.family == TransformerFamily::Bert ? shape.maskedHead : shape.vocabularyHead;
    if (!headed || shape.classes > 0 || shape.pooler)
        return unsupported(core::phrase(W_("a model without a language-model head")), kNoOperations, "");
    constexpr std::array<TransformerFamily, 4> kWholeHeads{
        TransformerFamily::Gpt2, TransformerFamily::Bert, TransformerFamily::Opt, TransformerFamily::GptNeox};
    if (std::ranges::find(kWholeHeads, shape.family) != kWholeHeads.end() &&
        shape.heads * shape.headDim != shape.hidden)
        return indivisible(core::phrase(W_("hidden")), shape.hidden, shape.heads);
    return {};
}

/// DeepSpeed's modules are the family's own, or Megatron-LM's; stages 1 to 3 shard over the same ranks.
Problem uncoveredZero(const core::Plan& plan)
{
    const core::Sharding& shards = plan.sharding;
    const auto sameOrNone = [&](std::int64_t degree) { return degree == 1 || degree == shards.optimizer; };
    if (shards.optimizer == 1 || !sameOrNone(shards.gradients) || !sameOrNone(shards.weights) ||
        (shards.weights > 1 && shards.gradients == 1))
        return unsupported(core::phrase(W_("these degrees of sharding")),
                           W_("ZeRO's stages shard the optimizer's state, with it "
                              "the gradients, with these the weights"),
                           "/sharding");
    if (plan.precision.autocast)
        return unsupported(core::phrase(W_("autocast under DeepSpeed")), kNoOperations,
                           "/precision/autocast");
    if (plan.residency.weights != core::Tier::Device && shards.weights == 1)
        return unsupported(core::phrase(W_("whole weights outside the device")), kNoOperations,
                           "/residency/weights");
    return {};
}

Problem indivisibleOverRanks(const core::Transformer& shape, const core::Plan& plan);

/// Megatron-LM's own model, whole on a tensor group, without what later versions brought.
Problem uncoveredTensorRank(const core::Transformer& shape, const core::Plan& plan)
{
    if (shape.experts > 0 || shape.keyValueRank > 0 || shape.decoderLayers > 0 || shape.sandwichNorms ||
        !shape.vocabularyHead || shape.classes > 0 || shape.pooler)
        return unsupported(core::phrase(W_("this kind of model under DeepSpeed")), kNoOperations, "");
    if (plan.axes.sequenceParallel)
        return unsupported(core::phrase(W_("sequence parallelism under DeepSpeed")), kNoOperations,
                           "/parallel/sequence_parallel");
    return indivisibleOverRanks(shape, plan);
}

Problem uncoveredWholeModel(const core::Transformer& shape, const core::Plan& plan)
{
    const Sharder sharder = factsOf(plan).habits.sharder;
    const bool megatron = sharder == Sharder::Zero && shape.family == core::TransformerFamily::Native;
    if (Problem problem = megatron ? uncoveredTensorRank(shape, plan) : uncoveredModel(shape))
        return problem;
    const core::Axes& axes = plan.axes;
    if ((axes.tensor > 1 && !megatron) || axes.pipeline > 1 || axes.context > 1 || axes.expert > 1)
        return unsupported(core::phrase(W_("a model cut over devices")), kNoOperations, "/parallel");
    const bool sharded = sharder == Sharder::FullyShard;
    const core::Sharding& shards = plan.sharding;
    if (sharder == Sharder::Zero) {
        if (Problem problem = uncoveredZero(plan))
            return problem;
    } else if (!sharded && shards != core::Sharding{}) {
        return unsupported(core::phrase(W_("sharding without fully_shard or ZeRO")), kNoOperations,
                           "/sharding");
    }
    if (sharded && (shards.gradients != shards.weights || shards.optimizer != shards.weights))
        return unsupported(core::phrase(W_("different degrees of sharding")),
                           W_("fully_shard shards all three alike"), "/sharding");
    if (plan.recompute.selective())
        return unsupported(core::phrase(W_("selective recompute")), kNoOperations, "/recompute");
    if (plan.fusedCrossEntropy)
        return unsupported(core::phrase(W_("fused cross entropy")), kNoOperations, "/fused_cross_entropy");
    if (plan.precision.master && sharder != Sharder::Zero)
        return unsupported(core::phrase(W_("master weights")), kNoOperations, "/precision/master");
    return {};
}

Problem uncoveredStage(const core::Transformer& shape, const core::Plan& plan)
{
    if (plan.axes.pipeline > 1 || plan.axes.context > 1 || plan.axes.expert > 1 || shape.experts > 0)
        return unsupported(core::phrase(W_("more than a tensor-parallel stage")), kNoOperations, "/parallel");
    if (shape.keyValueRank > 0 || shape.decoderLayers > 0)
        return unsupported(std::string(core::nameOf(shape.family)), kNoOperations, "");
    return indivisibleOverRanks(shape, plan);
}

/// Megatron with fused kernels: 1F1B, sharded optimizer state.
Problem uncoveredRank(const core::Transformer& shape, const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    if (axes.context > 1 && plan.attention == core::Attention::Eager)
        return unsupported(core::phrase(W_("context parallelism")), W_("it needs flash attention"),
                           "/parallel/context");
    if (shape.experts % axes.expert != 0)
        return indivisible(core::phrase(W_("experts")), shape.experts, axes.expert);
    if (shape.experts > 0 && axes.tensor > 1 && !axes.sequenceParallel) // validate_args of Megatron-LM
        return unsupported(core::phrase(W_("experts under tensor parallelism")),
                           W_("they need sequence parallelism"), "/parallel/sequence_parallel");
    if (shape.experts > 0 && shape.expertFeedForward % axes.expertSlices() != 0)
        return indivisible(core::phrase(W_("expert feed-forward")), shape.expertFeedForward,
                           axes.expertSlices());
    if (shape.decoderLayers > 0 || !shape.vocabularyHead)
        return unsupported(std::string(core::nameOf(shape.family)), kNoOperations, "");
    const auto lightning = [](const core::LayerParts& of) { return of.mixer == core::Mixer::Lightning; };
    if (std::ranges::any_of(shape.parts, lightning))
        return unsupported(core::phrase(W_("lightning attention")), W_("Megatron-LM has no such layer"), "");
    if (plan.schedule == core::Schedule::Phased)
        return unsupported(core::phrase(W_("phased execution")), kNoOperations, "/schedule");
    if (core::timedByOrder(plan.schedule))
        return unsupported(std::string(core::nameOf(plan.schedule)), kNoOperations, "/schedule");
    const std::int64_t ends =
        axes.virtualStages > 1 ? 2 : 0; // embedding and head may be chunks by themselves
    if (axes.pipeline * axes.virtualStages > shape.layers + ends)
        return indivisible(core::phrase(W_("layers")), shape.layers, axes.pipeline * axes.virtualStages);
    const auto entries = static_cast<std::int64_t>(plan.layersPerStage.size());
    if (entries != 0 && entries != axes.pipeline && entries != axes.pipeline * axes.virtualStages)
        return core::Error{core::ErrorCode::Inconsistent, {"layers_per_stage"}};
    const std::vector<std::int64_t> chunks = chunkLayers(plan, shape.layers);
    if (axes.virtualStages > 1 && std::find(chunks.begin() + 1, chunks.end() - 1, 0) != chunks.end() - 1)
        return unsupported(core::phrase(W_("chunks without layers between the ends")), kNoOperations,
                           "/parallel/virtual_stages");
    if (axes.virtualStages > 1 && plan.batch.microBatches % axes.pipeline != 0) // validate_args
        return indivisible("micro_batches", plan.batch.microBatches, axes.pipeline);
    const core::Sharding& shards = plan.sharding;
    const bool fsdp = shards.weights > 1 && shards.gradients == shards.weights &&
                      shards.optimizer == shards.weights && axes.pipeline == 1 && axes.virtualStages == 1 &&
                      !gathersLogits(plan) && shape.predictions == 0;
    if ((shards.weights > 1 || shards.gradients > 1) && !fsdp)
        return unsupported(core::phrase(W_("sharded weights or gradients")),
                           W_("Megatron-FSDP is traced alone: all three divided alike, no pipeline"),
                           "/sharding");
    if (shape.predictionLayers >
        chunks.back()) // Megatron-LM, multi_token_prediction.py: all on the last stage
        return unsupported(core::phrase(W_("multi-token prediction")), W_("its layers are the last stage's"),
                           "/layers_per_stage");
    return indivisibleOverRanks(shape, plan);
}

Problem indivisibleOverRanks(const core::Transformer& shape, const core::Plan& plan)
{
    const std::int64_t ranks = plan.axes.tensor / plan.axes.tensorSecond;
    for (const auto& [what, value] : {std::pair{"heads", shape.heads}, std::pair{"key heads", shape.kvHeads},
                                      std::pair{"feed-forward", shape.feedForward}})
        if (value % ranks != 0)
            return indivisible(what, value, ranks);
    const std::int64_t sequence =
        plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence;
    const std::int64_t parts = (plan.axes.sequenceParallel ? ranks : 1) * plan.axes.context;
    if (sequence % parts != 0)
        return indivisible(core::phrase(W_("sequence")), sequence, parts);
    return {};
}

/// Decoders as Llama is one, whatever their family's name: what torchtitan and nanotron have code for.
bool likeLlama(const core::Transformer& shape)
{
    return shape.experts == 0 && shape.keyValueRank == 0 && shape.decoderLayers == 0 &&
           !shape.sandwichNorms && shape.vocabularyHead && shape.classes == 0 && !shape.pooler &&
           !shape.learnedPositions && shape.normBefore && !shape.parallelResidual &&
           !shape.queryKeyNormWhole && !shape.attentionSinks && !shape.bias && !shape.outputBias &&
           shape.norm == core::NormKind::RmsNorm && shape.activation == core::Activation::Swiglu;
}

Problem uncoveredTorchtitan(const core::Transformer& shape, const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    if (!likeLlama(shape))
        return unsupported(core::phrase(W_("this kind of model under torchtitan")),
                           W_("the allocator simulation knows its Llama and Qwen3"), "");
    if (axes.pipeline > 1 || axes.context > 1 || axes.expert > 1)
        return unsupported(core::phrase(W_("pipeline and context parallelism under torchtitan")),
                           kNoOperations, "/parallel");
    if (axes.tensor > 1 && !axes.sequenceParallel) // infra/parallelize.py, apply_tp
        return unsupported(core::phrase(W_("tensor parallelism under torchtitan")),
                           W_("it divides the sequence as well"), "/parallel/sequence_parallel");
    if (plan.attention == core::Attention::Eager)
        return unsupported(core::phrase(W_("attention written out under torchtitan")), kNoOperations,
                           "/attention");
    if (plan.precision.autocast)
        return unsupported(core::phrase(W_("autocast under torchtitan")), kNoOperations,
                           "/precision/autocast");
    if (plan.recompute.selective())
        return unsupported(core::phrase(W_("selective recompute")), kNoOperations, "/recompute");
    if (plan.precision.master)
        return unsupported(core::phrase(W_("master weights")), kNoOperations, "/precision/master");
    if (plan.sharding.gradients != plan.sharding.weights || plan.sharding.optimizer != plan.sharding.weights)
        return unsupported(core::phrase(W_("different degrees of sharding")),
                           W_("fully_shard shards all three alike"), "/sharding");
    return indivisibleOverRanks(shape, plan);
}

Problem uncoveredNanotron(const core::Transformer& shape, const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    if (!likeLlama(shape) || shape.queryKeyNorm || shape.attentionBias)
        return unsupported(core::phrase(W_("this kind of model under nanotron")),
                           W_("the allocator simulation knows its Llama"), "");
    if (axes.context > 1 || axes.expert > 1 || axes.virtualStages > 1)
        return unsupported(core::phrase(W_("context parallelism and virtual stages under nanotron")),
                           kNoOperations, "/parallel");
    if (axes.pipeline > shape.layers)
        return indivisible(core::phrase(W_("layers")), shape.layers, axes.pipeline);
    if (plan.schedule != core::Schedule::OneForwardOneBackward && plan.schedule != core::Schedule::Gpipe)
        return unsupported(std::string(core::nameOf(plan.schedule)), kNoOperations, "/schedule");
    if (plan.sharding.weights > 1 || plan.sharding.gradients > 1)
        return unsupported(core::phrase(W_("sharded weights or gradients")), kNoOperations, "/sharding");
    if (plan.recompute.selective())
        return unsupported(core::phrase(W_("selective recompute")), kNoOperations, "/recompute");
    if (plan.attention == core::Attention::Eager)
        return unsupported(core::phrase(W_("attention written out under nanotron")), kNoOperations,
                           "/attention");
    return indivisibleOverRanks(shape, plan);
}

/// PopART's pipelines and phases; optimizer state on the chip or beside it.
Problem uncoveredPopart(const core::Transformer& shape, const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    if (axes.context > 1 || axes.expert > 1 || shape.experts > 0)
        return unsupported(core::phrase(W_("experts or context parallelism under PopART")), kNoOperations,
                           "/parallel");
    if (shape.keyValueRank > 0 || shape.decoderLayers > 0 ||
        shape.family == core::TransformerFamily::GptNeox || !(shape.vocabularyHead || shape.maskedHead))
        return unsupported(std::string(core::nameOf(shape.family)), kNoOperations, "");
    if (plan.phases == 0 && plan.schedule != core::Schedule::OneForwardOneBackward &&
        plan.schedule != core::Schedule::Gpipe)
        return unsupported(core::phrase(W_("this schedule under PopART")), kNoOperations, "/schedule");
    return indivisibleOverRanks(shape, plan);
}

/// Sizes whose products would not be whole numbers of bytes any more are no model anybody can train.
Problem tooLarge(const core::Transformer& shape, const core::Plan& plan)
{
    const auto real = [](std::int64_t value) { return static_cast<double>(value); };
    const double sequence =
        real(plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence);
    const double tokens = real(plan.batch.microBatch) * sequence;
    const double width = std::max(
        {real(shape.vocabulary), real(shape.heads) * std::max(sequence, real(shape.headDim)),
         8 * real(shape.feedForward) * std::max(1.0, real(shape.expertsPerToken) * busiestShare(shape, plan)),
         8 * real(shape.hidden)});
    constexpr double kMostBytes = 1e15;
    constexpr std::int64_t kMostLayers = 10000;
    if (shape.heads < 1 || shape.kvHeads < 1 || shape.heads % shape.kvHeads != 0 || shape.headDim < 1)
        return indivisible(core::phrase(W_("heads")), shape.heads, shape.kvHeads);
    if (sequence < 1)
        return core::outOfRange("0", "1", "…");
    if (tokens * width * 8 > kMostBytes || shape.layers > kMostLayers)
        return unsupported(core::phrase(W_("a step of this size")), W_("no device holds a tensor of it"),
                           "/batch");
    constexpr std::int64_t kMostInFlight = 1 << 14;
    if (plan.schedule == core::Schedule::Gpipe && plan.batch.microBatches > kMostInFlight)
        return unsupported(
            core::phrase(W_("%1 micro-batches in flight"), {std::to_string(plan.batch.microBatches)}),
            W_("the allocator simulation goes through 16,384 at most"), "/batch/micro_batches");
    return {};
}

/// Activations may wait elsewhere in every tape; state only where the implementation moves it.
Problem uncoveredResidency(const core::Plan& plan)
{
    using core::Tier;
    const core::Residency& where = plan.residency;
    const Habits& habits = factsOf(plan).habits;
    const bool popart = habits.tape == TracedAs::PopArt;
    const bool megatron = habits.tape == TracedAs::Megatron;
    if (plan.phases > 0 && !popart)
        return unsupported(core::phrase(W_("phased execution")), kNoOperations, "/phases");
    if (plan.axes.tensorSecond > 1 && !popart)
        return unsupported(core::phrase(W_("2D tensor parallelism")), kNoOperations,
                           "/parallel/tensor_second");
    const bool zero = habits.sharder == Sharder::Zero;
    const bool ranks = fusedByMegatronCore(plan) || popart;
    if (megatron && !ranks && where.activations != Tier::Device)
        return unsupported(core::phrase(W_("activations outside the device")), kNoOperations,
                           "/residency/activations");
    const bool layered = megatron && ranks;
    if (where.activations != Tier::Device && plan.offloadedLayers > 0 && !layered)
        return unsupported(core::phrase(W_("activations of some layers outside the device")), kNoOperations,
                           "/offloaded_layers");
    if (where.optimizer != Tier::Device && !zero && !ranks)
        return unsupported(core::phrase(W_("optimizer state outside the device")), kNoOperations,
                           "/residency/optimizer");
    if (where.weights != Tier::Device && !zero)
        return unsupported(core::phrase(W_("weights outside the device")), kNoOperations,
                           "/residency/weights");
    if (where.gradients != Tier::Device && (!zero || where.optimizer == Tier::Device))
        return unsupported(core::phrase(W_("gradients outside the device")), kNoOperations,
                           "/residency/gradients");
    return {};
}

bool elementary(core::Dtype dtype)
{
    return dtype == core::Dtype::Fp32 || dtype == core::Dtype::Tf32 || dtype == core::Dtype::Bf16 ||
           dtype == core::Dtype::Fp16;
}

/// A block's scale lies beside its elements, which no tensor of the tapes has.
bool blockScaled(core::Dtype dtype) { return dtype == core::Dtype::Mxfp8 || dtype == core::Dtype::Nvfp4; }

/// Megatron's fused kernels are Transformer Engine's, which computes in 8 and 4 bits, and on weights that it
/// keeps so.
Problem uncoveredFormats(const core::Plan& plan)
{
    const core::Precision& precision = plan.precision;
    const core::Dtype compute = computeDtype(plan);
    const bool engine = fusedByMegatronCore(plan);
    const auto narrow = [](core::Dtype dtype) { return core::widthOf(dtype).value() < 2; };
    if (!elementary(precision.weights) &&
        !(engine && precision.weights == compute && narrow(compute) && compute != core::Dtype::Int8))
        return unsupported(core::phrase(W_("8-bit weights")), kNoOperations, "/precision/weights");
    if (!elementary(compute) && !(engine && narrow(compute) && compute != core::Dtype::Int8))
        return unsupported(core::phrase(W_("computing in 8 bits")), kNoOperations, "/precision/compute");
    return {};
}

Problem uncoveredState(const core::Precision& precision)
{
    if (blockScaled(precision.optimizerState))
        return unsupported(core::phrase(W_("optimizer state with scales of blocks")), kNoOperations,
                           "/precision/optimizer_state");
    if (blockScaled(precision.gradients))
        return unsupported(core::phrase(W_("gradients with scales of blocks")), kNoOperations,
                           "/precision/gradients");
    return {};
}

/// Dense models by Hugging Face's PEFT, and by Megatron-Bridge beside fused kernels of 16 bits and whole
/// weights.
bool coversAdapters(const core::Transformer& shape, const core::Plan& plan)
{
    if (shape.experts > 0 || shape.decoderLayers > 0)
        return false;
    if (factsOf(plan).habits.modulesOnly)
        return true;
    return fusedByMegatronCore(plan) && shape.keyValueRank == 0 && shape.predictions == 0 &&
           !narrowOperands(plan) && plan.sharding.weights == 1 && !gathersLogits(plan) &&
           !writesNormsOut(shape, plan) && plan.residency.optimizer == core::Tier::Device;
}

} // namespace

std::optional<core::Error> notCovered(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* shape = model.transformer();
    if (shape == nullptr)
        return unsupported(core::phrase(W_("a model that is no transformer")), kNoOperations, "");
    if (Problem problem = tooLarge(*shape, plan))
        return problem;
    if (Problem problem = uncoveredFormats(plan))
        return problem;
    if (Problem problem = uncoveredState(plan.precision))
        return problem;
    if (plan.adapters.any() && !coversAdapters(*shape, plan))
        return unsupported(core::phrase(W_("adapters beside frozen weights")), kNoOperations, "/lora/rank");
    const bool megatron = fusedByMegatronCore(plan);
    if (shape->predictions > 0 && (!megatron || gathersLogits(plan)))
        return unsupported(core::phrase(W_("multi-token prediction")), kNoOperations, "");
    if (shape->indexer.heads > 0 || (shape->hybrid() && !megatron))
        return unsupported(std::string(core::nameOf(shape->family)), kNoOperations, "");
    if (Problem problem = uncoveredResidency(plan))
        return problem;
    if (plan.recompute.selective() && !plan.recomputeLayers.empty())
        return unsupported(core::phrase(W_("selective recompute of some layers")), kNoOperations,
                           "/recompute_layers");
    if (plan.residency.optimizer != core::Tier::Device && plan.offloadedPercent < 100)
        return unsupported(core::phrase(W_("a share of the optimizer's state outside the device")),
                           kNoOperations, "/offloaded_percent");
    switch (factsOf(plan).habits.tape) {
    case TracedAs::Modules: return uncoveredWholeModel(*shape, plan);
    case TracedAs::Megatron:
        return plan.kernels == core::Kernels::Separate ? uncoveredStage(*shape, plan)
                                                       : uncoveredRank(*shape, plan);
    case TracedAs::PopArt: return uncoveredPopart(*shape, plan);
    case TracedAs::Torchtitan: return uncoveredTorchtitan(*shape, plan);
    case TracedAs::Nanotron: return uncoveredNanotron(*shape, plan);
    case TracedAs::None: break;
    }
    return unsupported(core::phrase(W_("this implementation")), kNoOperations, "/framework");
}

} // namespace shardscope::planner::tape
