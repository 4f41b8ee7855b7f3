// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan that says little means: batch, presets (ZeRO, DualPipe) and defaults that depend on other
// choices.
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/plan/plan_fields.h"
#include "core/plan/recommender_batch.h"

namespace shardscope::core {
namespace {

/// Two of the batch sizes fix the third; options outweigh the file, so one of the file's is forgotten.
void forgetOverruled(PlanDraft& draft)
{
    if (!draft.microBatch || !draft.microBatches || !draft.globalBatch)
        return;
    const auto fromFile = [&](const char* pointer) { return draft.fromOptions.count(pointer) == 0; };
    const bool anyOption = !fromFile("/batch/micro_batch") || !fromFile("/batch/micro_batches") ||
                           !fromFile("/batch/global_batch");
    if (!anyOption)
        return;
    if (fromFile("/batch/micro_batches"))
        draft.microBatches.reset();
    else if (fromFile("/batch/global_batch"))
        draft.globalBatch.reset();
    else if (fromFile("/batch/micro_batch"))
        draft.microBatch.reset();
}

/// DualPipe's preset: half of the stages and of the micro-batches, twice the replicas.
Result<Done> settleTwoWays(PlanDraft& draft)
{
    if (!draft.twoWays)
        return Done{};
    forgetOverruled(draft);
    const char* where = "/schedule";
    const std::string directions = phrase(W_("DualPipe's two directions"));
    Plan& plan = draft.plan;
    if (plan.axes.pipeline % 2 != 0)
        return notDivisible("pipeline", plan.axes.pipeline, directions, 2).under(where);
    // A number for each stage says nothing of the folded pipeline's.
    const bool listed = !plan.layersPerStage.empty();
    if (listed || plan.recomputeLayers.size() > 1)
        return inconsistent(W_("a number for each stage and a folded pipeline exclude each other"))
            .under(listed ? "/layers_per_stage" : "/recompute_layers");
    plan.batch.microBatches = draft.microBatches.value_or(2);
    if (plan.batch.microBatches % 2 != 0)
        return notDivisible("micro_batches", plan.batch.microBatches, directions, 2).under(where);
    foldTwoWays(plan);
    if (draft.microBatches)
        draft.microBatches = plan.batch.microBatches;
    return Done{};
}

/// global = micro · micro_batches · replica; any two settle the third, and micro_batches is 1 where only one
/// is given. A recommender of which no size is given takes the batch of published trainings.
Result<Done> settleBatch(PlanDraft& draft, const ModelSpec& model)
{
    forgetOverruled(draft);
    const std::int64_t replica = draft.plan.axes.replica;
    Batch& batch = draft.plan.batch;
    if (!draft.globalBatch) {
        batch.microBatches = draft.microBatches.value_or(1);
        const bool published = model.recommender() != nullptr;
        batch.microBatch = draft.microBatch.value_or(
            published ? deviceBatch(replica, kPublishedBatch / batch.microBatches) : 1);
        // Bounds of the fields keep this product within 63 bits only together with this check.
        const double global = static_cast<double>(batch.microBatch) *
                              static_cast<double>(batch.microBatches) * static_cast<double>(replica);
        constexpr double kMostSamples = 1e15;
        if (global > kMostSamples)
            return outOfRange(batch.microBatches, "1", phrase(W_("10^15 samples in a step")))
                .under("/batch/micro_batches");
        batch.globalBatch = batch.microBatch * batch.microBatches * replica;
        return Done{};
    }
    batch.globalBatch = *draft.globalBatch;
    const char* where = "/batch/global_batch";
    if (batch.globalBatch % replica != 0)
        return notDivisible("global_batch", batch.globalBatch, "replica", replica).under(where);
    const std::int64_t share = batch.globalBatch / replica;
    if (draft.microBatch && draft.microBatches && share != *draft.microBatch * *draft.microBatches) {
        return inconsistent(W_("global_batch %1 is not micro_batch %2 · micro_batches %3 · replica %4"),
                            {std::to_string(batch.globalBatch), std::to_string(*draft.microBatch),
                             std::to_string(*draft.microBatches), std::to_string(replica)})
            .under(where);
    }
    if (draft.microBatch) {
        if (share % *draft.microBatch != 0)
            return notDivisible("global_batch / replica", share, "micro_batch", *draft.microBatch)
                .under(where);
        batch.microBatch = *draft.microBatch;
        batch.microBatches = share / *draft.microBatch;
        return Done{};
    }
    batch.microBatches = draft.microBatches.value_or(1);
    if (share % batch.microBatches != 0)
        return notDivisible("global_batch / replica", share, "micro_batches", batch.microBatches)
            .under(where);
    batch.microBatch = share / batch.microBatches;
    return Done{};
}

/// The published activation formulas have dropouts on (arXiv:2205.05198); a model's own file may say
/// otherwise.
bool dropsByDefault(const Transformer& model)
{
    return model.family == TransformerFamily::Native ? model.activation != Activation::Swiglu
                                                     : model.hiddenDropout > 0 || model.attentionDropout > 0;
}

void settleModel(PlanDraft& draft, const ModelSpec& model)
{
    const Transformer* transformer = model.transformer();
    if (transformer == nullptr)
        return;
    if (draft.plan.batch.sequenceLength == 0)
        draft.plan.batch.sequenceLength = transformer->usualSequence();
    if (draft.given.count("/dropout") == 0)
        draft.plan.dropout = dropsByDefault(*transformer);
}

/// One phase a layer where the schedule is phased and the number is not said.
void settleSchedule(PlanDraft& draft, const ModelSpec& model)
{
    Plan& plan = draft.plan;
    const bool said = draft.given.count("/schedule") > 0;
    if (!said && plan.phases > 0)
        plan.schedule = Schedule::Phased;
    else if (!said && plan.axes.virtualStages > 1)
        plan.schedule = Schedule::Interleaved;
    if (plan.schedule == Schedule::Phased && plan.phases == 0) {
        const Transformer* transformer = model.transformer();
        const std::int64_t layers = transformer == nullptr ? 1 : transformer->layers;
        plan.phases = (layers + plan.axes.pipeline - 1) / plan.axes.pipeline;
    }
}

void settleSharding(PlanDraft& draft)
{
    if (!draft.zeroStage)
        return;
    const Sharding preset = zeroSharding(static_cast<int>(*draft.zeroStage), draft.plan.axes.replicas());
    const auto given = [&](const char* pointer) { return draft.given.count(pointer) > 0; };
    Sharding& sharding = draft.plan.sharding;
    sharding.weights = given("/sharding/weights") ? sharding.weights : preset.weights;
    sharding.gradients = given("/sharding/gradients") ? sharding.gradients : preset.gradients;
    sharding.optimizer = given("/sharding/optimizer") ? sharding.optimizer : preset.optimizer;
}

/// Programs' habits are those of transformers: other networks compute in the format of their weights.
FrameworkDefaults meantFor(const ModelSpec& model, FrameworkDefaults defaults)
{
    if (model.transformer() != nullptr || std::holds_alternative<ParametersOnly>(model.form))
        return defaults;
    defaults.weights = Dtype::Bf16;
    defaults.compute.reset();
    if (defaults.gradients == FormatRule::Fp32UnderBf16)
        defaults.gradients = FormatRule::AsWeights;
    return defaults;
}

} // namespace

Sharding zeroSharding(int stage, std::int64_t replicas)
{
    Sharding sharding;
    sharding.optimizer = stage >= 1 ? replicas : 1;
    sharding.gradients = stage >= 2 ? replicas : 1;
    sharding.weights = stage >= 3 ? replicas : 1;
    return sharding;
}

void foldTwoWays(Plan& plan)
{
    plan.schedule = Schedule::DualPipeV;
    plan.axes.pipeline /= 2;
    plan.axes.replica *= 2;
    plan.batch.microBatches /= 2;
    plan.layersPerStage.clear();
    if (plan.recomputeLayers.size() > 1)
        plan.recomputeLayers.clear();
}

Result<Done> fillDefaults(PlanDraft& draft, const ModelSpec& model, const FrameworkDefaults& defaults)
{
    fillFormats(draft.plan, draft.given, meantFor(model, defaults));
    settleModel(draft, model);
    settleSchedule(draft, model);
    SHARDSCOPE_TRY_DONE(settleTwoWays(draft));
    settleSharding(draft);
    return settleBatch(draft, model);
}

} // namespace shardscope::core
