// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_reasons.h"

#include "app/desktop/plan/plan_words.h"
#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanReasons)
};

QString unless(bool applies, const char* reason) { return applies ? QString() : Words::tr(reason); }

bool isStack(const PlanState& state) { return !state.model || state.model->transformer() != nullptr; }

constexpr const char* kNoStack =
    QT_TRANSLATE_NOOP("PlanReasons", "Only a stack of transformer layers is divided like this");

QString whyNoExpert(const PlanState& state)
{
    if (!isStack(state))
        return Words::tr(kNoStack);
    return unless(!state.model || state.model->transformer()->experts > 0,
                  QT_TRANSLATE_NOOP("PlanReasons", "The model has no experts"));
}

QString whyNoExpertSlices(const PlanState& state)
{
    if (const QString none = whyNoExpert(state); !none.isEmpty())
        return none;
    return unless(state.plan.axes.sequenceParallel && state.plan.axes.tensor > 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "It needs tensor and sequence parallelism"));
}

QString whyNoDecoder(const PlanState& state)
{
    if (!isStack(state) || (state.model && state.model->transformer()->decoderLayers == 0))
        return Words::tr("The model has no encoder with a decoder behind it");
    return unless(state.plan.axes.context == 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "Devices that share a sequence's tokens exclude it"));
}

constexpr const char* kWholeWeights =
    QT_TRANSLATE_NOOP("PlanReasons", "The weights are not divided over the replicas");
constexpr const char* kOneReplica =
    QT_TRANSLATE_NOOP("PlanReasons", "There is one replica: nothing to divide over");

QString whyNoSecondCut(const PlanState& state)
{
    if (!isStack(state))
        return Words::tr(kNoStack);
    if (state.plan.axes.sequenceParallel)
        return Words::tr("Sequence parallelism cuts in one direction only");
    return unless(state.plan.axes.tensor > 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "There is one device to a matrix product"));
}

QString whyNoSequenceParallel(const PlanState& state)
{
    if (state.plan.axes.tensorSecond > 1)
        return Words::tr("A tensor group cut in both directions excludes it");
    return unless(isStack(state) && state.plan.axes.tensor > 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "There is no tensor group that could share a sequence"));
}

QString whyNoPartition(const PlanState& state)
{
    const core::Plan& plan = state.plan;
    if (!isStack(state))
        return Words::tr(kNoStack);
    if (plan.recompute != core::Recompute::Full)
        return Words::tr("Only whole layers start again from a checkpoint");
    return unless(plan.axes.tensor > 1 && !plan.axes.sequenceParallel,
                  QT_TRANSLATE_NOOP("PlanReasons", "The ranks of a tensor group hold nothing twice"));
}

/// Which collective carries the gradients and whether the weights travel (planner/parallelism/replica.cpp).
QString whyNotSent(PlanPart part, const core::Plan& plan)
{
    if (plan.axes.replicas() == 1)
        return Words::tr(kOneReplica);
    const core::Sharding& sharding = plan.sharding;
    const bool scattered = std::max(sharding.gradients, sharding.optimizer) > 1;
    if (part == PlanPart::WireAllReduce)
        return unless(!scattered, QT_TRANSLATE_NOOP("PlanReasons",
                                                    "Gradients are scattered to shards, not summed whole"));
    if (part == PlanPart::WireReduceScatter)
        return unless(scattered,
                      QT_TRANSLATE_NOOP("PlanReasons", "Gradients are summed whole: none is sharded"));
    return unless(scattered || sharding.weights > 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "Every replica holds and updates all weights"));
}

QString whyNoBuckets(PlanPart part, const core::Plan& plan)
{
    if (plan.implementation != core::Implementation::DeepSpeed)
        return Words::tr("Only DeepSpeed has these buffers");
    return unless(part == PlanPart::Buckets || plan.sharding.weights > 1, kWholeWeights);
}

} // namespace

QString whyNot(PlanPart part, const PlanState& state)
{
    const core::Plan& plan = state.plan;
    switch (part) {
    case PlanPart::Always: return {};
    case PlanPart::TensorSecond: return whyNoSecondCut(state);
    case PlanPart::Pipeline:
        return unless(!state.model || state.model->recommender() == nullptr,
                      QT_TRANSLATE_NOOP("PlanReasons", "A recommender has no layers to cut into stages"));
    case PlanPart::Tensor:
    case PlanPart::Context:
    case PlanPart::Attention: return unless(isStack(state), kNoStack);
    case PlanPart::FusedCrossEntropy:
        return unless(isStack(state), QT_TRANSLATE_NOOP("PlanReasons", "The model has no vocabulary"));
    case PlanPart::Expert: return whyNoExpert(state);
    case PlanPart::ExpertSlices: return whyNoExpertSlices(state);
    case PlanPart::SequenceParallel: return whyNoSequenceParallel(state);
    case PlanPart::DecoderLength: return whyNoDecoder(state);
    case PlanPart::GatheredInputs:
        return unless(plan.axes.sequenceParallel && plan.axes.tensor > 1,
                      QT_TRANSLATE_NOOP("PlanReasons", "Only sequence parallelism gathers activations"));
    case PlanPart::ShardingPreset: return unless(plan.axes.replicas() > 1, kOneReplica);
    case PlanPart::ShardingByHand:
        return unless(
            state.sharding == ShardingPreset::ByHand,
            QT_TRANSLATE_NOOP("PlanReasons", "The preset sets it; choose \"by hand\" to change it"));
    case PlanPart::KeepWeights: return unless(plan.sharding.weights > 1, kWholeWeights);
    case PlanPart::Master:
        return unless(core::widthOf(plan.precision.weights).value() < 4,
                      QT_TRANSLATE_NOOP("PlanReasons", "Weights of 32 bits are their own master"));
    case PlanPart::Autocast:
        return unless(plan.precision.weights == core::Dtype::Fp32,
                      QT_TRANSLATE_NOOP("PlanReasons", "Only fp32 weights are cast for their products"));
    case PlanPart::VirtualStages:
        return unless(
            plan.schedule == core::Schedule::Interleaved,
            QT_TRANSLATE_NOOP("PlanReasons", "Only the interleaved schedule cuts a stage into chunks"));
    case PlanPart::Phases:
    case PlanPart::PhaseSource:
        return unless(plan.schedule == core::Schedule::Phased,
                      QT_TRANSLATE_NOOP("PlanReasons", "Only phased execution has phases"));
    case PlanPart::PartitionedActivations: return whyNoPartition(state);
    case PlanPart::WireAllReduce:
    case PlanPart::WireReduceScatter:
    case PlanPart::WireAllGather: return whyNotSent(part, plan);
    case PlanPart::Buckets:
    case PlanPart::GatheredBuckets: return whyNoBuckets(part, plan);
    case PlanPart::InProcessor:
        return unless(!state.hardware || state.hardware->bulkSynchronous,
                      QT_TRANSLATE_NOOP("PlanReasons", "Only IPUs divide their memory like this"));
    case PlanPart::TrainingTokens:
        return unless(plan.batch.sequenceLength > 0,
                      QT_TRANSLATE_NOOP("PlanReasons", "The model's samples are not made of tokens"));
    case PlanPart::Epochs:
        return unless(plan.training.datasetSamples > 0,
                      QT_TRANSLATE_NOOP("PlanReasons", "Say first how many samples an epoch has"));
    }
    return {};
}

QString whyNot(core::Schedule schedule, const PlanState& state)
{
    const bool any = schedule == core::Schedule::OneForwardOneBackward || schedule == core::Schedule::Phased;
    return unless(any || state.plan.axes.pipeline > 1,
                  QT_TRANSLATE_NOOP("PlanReasons", "There is one stage: nothing to order"));
}

QString whyNot(core::Recompute recompute, const PlanState& state)
{
    return unless(recompute != core::Recompute::Selective || isStack(state),
                  QT_TRANSLATE_NOOP("PlanReasons", "The model has no attention cores to recompute"));
}

QString whyNot(core::Tier tier, const PlanState& state)
{
    if (!state.hardware || state.hardware->tier(tier) != nullptr)
        return {};
    return Words::tr("%1 has no %2 memory").arg(titleOf(state.hardware), tierName(tier));
}

QString whyNot(core::Dtype dtype, const PlanState& state)
{
    if (!state.hardware || dtype == core::Dtype::Fp32 ||
        state.hardware->engine(core::EngineKind::Matrix, dtype) != nullptr)
        return {};
    return Words::tr("%1 has no engine for %2").arg(titleOf(state.hardware), choiceText(dtype));
}

} // namespace shardscope::app
