// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_reasons.h"

#include "app/desktop/plan/plan_words.h"
#include "app/session/plan/framework_options.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"

#include <algorithm>

namespace shardscope::app {
namespace {

QString unless(bool applies, const char* reason) { return applies ? QString() : translated(reason); }

bool isStack(const PlanState& state) { return !state.model || state.model->transformer() != nullptr; }

constexpr const char* kNoStack = N_("Only a stack of transformer layers is divided like this");

QString whyNoExpert(const PlanState& state)
{
    if (!isStack(state))
        return translated(kNoStack);
    return unless(!state.model || state.model->transformer()->experts > 0, N_("The model has no experts"));
}

constexpr const char* kAllExperts = N_("Every rank has all experts");

QString whyNoExpertSlices(const PlanState& state)
{
    if (const QString none = whyNoExpert(state); !none.isEmpty())
        return none;
    return unless(state.plan.axes.sequenceParallel && state.plan.axes.tensor > 1,
                  N_("It needs tensor and sequence parallelism"));
}

QString whyNoDecoder(const PlanState& state)
{
    if (!isStack(state) || (state.model && state.model->transformer()->decoderLayers == 0))
        return translated(N_("The model has no encoder with a decoder behind it"));
    return unless(state.plan.axes.context == 1, N_("Devices that share a sequence's tokens exclude it"));
}

QString whyNotPacked(const PlanState& state)
{
    if (!isStack(state))
        return translated(kNoStack);
    if (state.model && state.model->transformer()->decoderLayers > 0)
        return translated(N_("A decoder behind an encoder takes one sample a sequence"));
    return unless(state.plan.attention != core::Attention::Eager,
                  N_("Only fused attention keeps to the samples of a sequence"));
}

constexpr const char* kWholeWeights = N_("The weights are not divided over the replicas");
constexpr const char* kOneReplica = N_("There is one replica: nothing to divide over");

QString whyNoSecondCut(const PlanState& state)
{
    if (!isStack(state))
        return translated(kNoStack);
    if (state.plan.axes.sequenceParallel)
        return translated(N_("Sequence parallelism cuts in one direction only"));
    return unless(state.plan.axes.tensor > 1, N_("There is one device to a matrix product"));
}

QString whyNoSequenceParallel(const PlanState& state)
{
    if (state.plan.axes.tensorSecond > 1)
        return translated(N_("A tensor group cut in both directions excludes it"));
    return unless(isStack(state) && state.plan.axes.tensor > 1,
                  N_("There is no tensor group that could share a sequence"));
}

QString whyNoPartition(const PlanState& state)
{
    const core::Plan& plan = state.plan;
    if (!isStack(state))
        return translated(kNoStack);
    if (plan.recompute != core::Recompute::Full)
        return translated(N_("Only whole layers start again from a checkpoint"));
    return unless(plan.axes.tensor > 1 && !plan.axes.sequenceParallel,
                  N_("The ranks of a tensor group hold nothing twice"));
}

QString whyNoAdapters(const PlanState& state)
{
    return isStack(state) ? whyNoUse(state.plan, "/lora/rank") : translated(kNoStack);
}

/// Which collective carries the gradients and whether the weights travel (planner/parallelism/replica.cpp).
QString whyNotSent(PlanPart part, const core::Plan& plan)
{
    if (plan.axes.replicas() == 1)
        return translated(kOneReplica);
    const core::Sharding& sharding = plan.sharding;
    const bool scattered = std::max(sharding.gradients, sharding.optimizer) > 1;
    if (part == PlanPart::WireAllReduce)
        return unless(!scattered, N_("Gradients are scattered to shards, not summed whole"));
    if (part == PlanPart::WireReduceScatter)
        return unless(scattered, N_("Gradients are summed whole: none is sharded"));
    return unless(scattered || sharding.weights > 1, N_("Every replica holds and updates all weights"));
}

QString whyNoBuckets(PlanPart part, const core::Plan& plan)
{
    if (const QString none = whyNoUse(plan, "/buckets"); !none.isEmpty())
        return none;
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
                      N_("A recommender has no layers to cut into stages"));
    case PlanPart::Tensor:
    case PlanPart::Context:
    case PlanPart::Attention: return unless(isStack(state), kNoStack);
    case PlanPart::FusedCrossEntropy: return unless(isStack(state), N_("The model has no vocabulary"));
    case PlanPart::Expert: return whyNoExpert(state);
    case PlanPart::ExpertSlices: return whyNoExpertSlices(state);
    case PlanPart::SequenceParallel: return whyNoSequenceParallel(state);
    case PlanPart::DecoderLength: return whyNoDecoder(state);
    case PlanPart::PackedLength: return whyNotPacked(state);
    case PlanPart::GatheredInputs:
        return unless(plan.axes.sequenceParallel && plan.axes.tensor > 1,
                      N_("Only sequence parallelism gathers activations"));
    case PlanPart::NormKernels:
        return isStack(state) && (!state.model || state.model->transformer()->norm == core::NormKind::RmsNorm)
                   ? whyNoUse(plan, "/norm_kernels")
                   : translated(N_("The model has no RMS norms"));
    case PlanPart::ShardingPreset: return unless(plan.axes.replicas() > 1, kOneReplica);
    case PlanPart::ShardingByHand:
        return unless(state.sharding == ShardingPreset::ByHand,
                      N_("The preset sets it; choose \"by hand\" to change it"));
    case PlanPart::KeepWeights: return unless(plan.sharding.weights > 1, kWholeWeights);
    case PlanPart::Master:
        return unless(core::widthOf(plan.precision.weights).value() < 4,
                      N_("Weights of 32 bits are their own master"));
    case PlanPart::Autocast:
        return unless(plan.precision.weights == core::Dtype::Fp32,
                      N_("Only fp32 weights are cast for their products"));
    case PlanPart::VirtualStages:
        return unless(plan.schedule == core::Schedule::Interleaved,
                      N_("Only the interleaved schedule cuts a stage into chunks"));
    case PlanPart::Phases:
    case PlanPart::PhaseSource:
        return unless(plan.schedule == core::Schedule::Phased, N_("Only phased execution has phases"));
    case PlanPart::PartitionedActivations: return whyNoPartition(state);
    case PlanPart::WireAllReduce:
    case PlanPart::WireReduceScatter:
    case PlanPart::WireAllGather: return whyNotSent(part, plan);
    case PlanPart::Buckets:
    case PlanPart::GatheredBuckets: return whyNoBuckets(part, plan);
    case PlanPart::InProcessor:
        return unless(!state.hardware || state.hardware->bulkSynchronous,
                      N_("Only IPUs divide their memory like this"));
    case PlanPart::ContextExchange:
        return unless(plan.axes.context > 1, N_("No devices share a sequence's tokens"));
    case PlanPart::ExpertDispatch: return unless(plan.axes.expert > 1, kAllExperts);
    case PlanPart::ExpertOverlap:
        return plan.axes.expert > 1 ? whyNoUse(plan, "/parallel/expert_overlap") : translated(kAllExperts);
    case PlanPart::ExpertKernels: {
        const QString none = whyNoExpert(state);
        return none.isEmpty() ? whyNoUse(plan, "/expert_kernels") : none;
    }
    case PlanPart::NarrowAttention:
        return plan.attention == core::Attention::Flash
                   ? whyNoUse(plan, "/precision/attention")
                   : translated(N_("Only the device's own fused attention computes in 8 bits"));
    case PlanPart::CudaGraphs: return isStack(state) ? whyNoUse(plan, "/cuda_graphs") : translated(kNoStack);
    case PlanPart::Release: return whyNoUse(plan, "/framework_release");
    case PlanPart::Adapters: return whyNoAdapters(state);
    case PlanPart::AdapterTargets:
        return plan.adapters.any() ? whyNoAdapters(state)
                                   : translated(N_("All weights learn: there are no adapters"));
    case PlanPart::TrainingTokens:
        return unless(plan.batch.sequenceLength > 0, N_("The model's samples are not made of tokens"));
    case PlanPart::Epochs:
        return unless(plan.training.datasetSamples > 0, N_("Say first how many samples an epoch has"));
    }
    return {};
}

QString whyNotTwoWays(const PlanState& state)
{
    const core::Plan& plan = state.plan;
    if (plan.axes.pipeline % 2 != 0 || plan.batch.microBatches % 2 != 0)
        return translated(N_("DualPipe's two directions want an even number of stages and of micro-batches"));
    return unless(plan.batch.microBatches >= 2 * plan.axes.pipeline,
                  N_("DualPipe wants at least two micro-batches a stage"));
}

QString whyNot(core::Schedule schedule, const PlanState& state)
{
    const core::Plan& plan = state.plan;
    if (schedule == core::Schedule::DualPipeV && plan.batch.microBatches < 2 * plan.axes.pipeline)
        return translated(N_("DualPipeV wants at least two micro-batches a stage"));
    const bool any = schedule == core::Schedule::OneForwardOneBackward || schedule == core::Schedule::Phased;
    return unless(any || plan.axes.pipeline > 1, N_("There is one stage: nothing to order"));
}

QString whyNot(core::Recompute recompute, const PlanState& state)
{
    if (!recompute.selective())
        return {};
    const core::Transformer* shape = state.model ? state.model->transformer() : nullptr;
    if (!isStack(state) || shape == nullptr)
        return translated(N_("The model has no attention cores to recompute"));
    for (const auto& [part, name] : core::recomputeParts()) {
        if (!recompute.has(part) || part == core::Recompute::CoreAttention)
            continue;
        if (!recomputesParts(state.plan))
            return translated(N_("Megatron with fused kernels alone recomputes such parts"));
        if (!core::hasPart(*shape, part))
            return translated(N_("The model's layers have no such part"));
    }
    return {};
}

QString whyNot(core::Tier tier, const PlanState& state)
{
    if (!state.hardware || state.hardware->tier(tier) != nullptr)
        return {};
    return translated(N_("%1 has no %2 memory")).arg(titleOf(state.hardware), tierName(tier));
}

QString whyNot(core::Dtype dtype, const PlanState& state)
{
    if (!state.hardware || dtype == core::Dtype::Fp32 ||
        state.hardware->engine(core::EngineKind::Matrix, dtype) != nullptr)
        return {};
    return translated(N_("%1 has no engine for %2")).arg(titleOf(state.hardware), choiceText(dtype));
}

} // namespace shardscope::app
