// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor parallelism with or without sequence parallelism: arXiv:1909.08053, section 3; arXiv:2205.05198,
// section 4.2.
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/formula/program_code.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"

namespace shardscope::planner {
namespace {

constexpr core::TrafficGroup kTensorGroup = core::TrafficGroup::Tensor;
constexpr auto kTensor = "arXiv:1909.08053, section 3";
constexpr auto kPartitioned = "arXiv:1910.02054, section 8.1";
constexpr auto kSequence = "arXiv:2205.05198, section 4.2.2";
constexpr auto kWhole = "Aleph-Alpha/scaling, core/nn/linear/utils.py, _AllConcat";
constexpr auto kGates = "Aleph-Alpha/scaling, core/nn/mlp.py, ParallelSwiGLUMLP";
constexpr auto kPieces =
    "NVIDIA TransformerEngine, common/comm_gemm_overlap, CommOverlapP2PBase: a piece of the product for "
    "each rank, beside the next one's way";
constexpr auto kAsynchronous =
    "NVIDIA Megatron-LM, tensor_parallel/layers.py, LinearWithGradAccumulationAndAsyncCommunication";

/// What one micro-batch reduces: the layers' sums in each of forward, backward and forward again; beside them
/// the embedding's sum in forward and the head's input gradient in backward.
template <class N>
struct Reductions {
    Count<N> eachPass;
    double passes;
    double embedding;
    double head;
};
/// A layer's hidden tensor is reduced after attention and after the feed-forward, in forward and in backward,
/// and again in a forward that runs again: of whole layers, or of their feed-forwards alone.
template <class N>
double runsOfStage(const StageSetting<N>& step)
{
    using core::Recompute;
    const core::Plan& plan = step.parts.plan;
    double runs = 2 + recomputedShare(plan, step.stage, Recompute::WholeLayer);
    if (!plan.recompute.selective() || step.stage.layers == 0)
        return runs;
    // What scatters gave is kept; rows are gathered again for the products: half of a run.
    if (plan.axes.sequenceParallel)
        runs += recomputedShare(plan, step.stage, Recompute::Operations) / 2;
    const std::int64_t end = step.stage.firstLayer + recomputedLayers(plan, step.stage);
    const bool experts = plan.recompute.has(Recompute::Moe) || plan.recompute.has(Recompute::SharedExperts);
    for (const LayerKind& kind : step.parts.inventory.layers) {
        const core::TokenPart tokens = kind.form.parts.tokens;
        const bool again = tokens == core::TokenPart::Experts ? experts
                           : tokens == core::TokenPart::Dense ? plan.recompute.has(Recompute::Mlp)
                                                              : false;
        if (again && !kind.extra) // one of a layer's two
            runs += static_cast<double>(kind.within(step.stage.firstLayer, end)) /
                    (2 * static_cast<double>(step.stage.layers));
    }
    return runs;
}

template <class N>
Reductions<N> reductions(const StageSetting<N>& step)
{
    const std::int64_t end = step.stage.firstLayer + step.stage.layers;
    Count<N> each = 2.0 * planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
    // A decoder that sees fewer tokens than its encoder reduces so much smaller tensors: counted as so many
    // fewer of the encoder's.
    const core::Batch& batch = step.parts.plan.batch;
    const double share = batch.decoderLength > 0 ? static_cast<double>(batch.decoderLength) /
                                                       static_cast<double>(batch.sequenceLength)
                                                 : 1;
    for (const LayerKind& kind : step.parts.inventory.layers) {
        const std::int64_t here = kind.within(step.stage.firstLayer, end);
        if (kind.form.parts.count() == 1 && here > 0) // a hybrid's layer of one part
            each = each - planned<N>(here, W_("layers_of_one_part"), "/parallel/pipeline");
        if (kind.form.decoder && !kind.extra && here > 0) { // once more, behind the attention to the encoder
            const double times = batch.decoderLength > 0 ? 3 * share - 2 : 1;
            each = each + times * planned<N>(here, W_("decoder_layers_on_stage"), "/parallel/pipeline");
        }
    }
    return {N::named(W_("reductions_of_a_pass"), each, kTensor), runsOfStage<N>(step),
            step.stage.first ? 1.0 : 0.0, step.stage.last ? share : 0.0};
}

/// What the tensor group's collectives travel beside.
template <class N>
TensorHiding hidingOf(const StageSetting<N>& step, const GroupLink<N>& link)
{
    // The ring's buffers lie in the memory of devices that one scale-up network joins (NVIDIA
    // TransformerEngine, pytorch/module/base.py, initialize_ub).
    if (step.habits.tensor == TensorHiding::Ring && link.level == core::LinkLevel::Cluster)
        return TensorHiding::Async;
    // A calibration's runs tell that theirs waited (forks of Megatron-LM before it learnt better).
    constexpr auto kOption = "async_tensor_model_parallel_allreduce";
    const auto& options = step.parts.plan.options;
    const bool said = !options.empty() && options.count(kOption) > 0;
    return !said && step.clock.coefficients().ranWith(kOption) == "off" ? TensorHiding::Wait
                                                                        : step.habits.tensor;
}

/// What a stage's passes wait for of \p seconds of collectives a step beside as many products as its
/// column-split layers' weight gradients: their input gradients are as long.
template <class N>
Duration<N> beyondProducts(const StageSetting<N>& step, const Duration<N>& seconds)
{
    const Duration<N> products = step.symbols.microBatches * step.weightGradients;
    return N::named(W_("beyond_weight_gradients"), step.overlap().together(products, seconds) - products,
                    kAsynchronous);
}

/// What \p seconds of collectives cost that go round a ring of \p ranks piece by piece, each piece but the
/// first beside the product of the one before: g + (t - 1) · T(g, c / (t - 1)) less t · g for a product of
/// t · g (NVIDIA TransformerEngine, comm_gemm_overlap, CommOverlapP2P). The pieces are copied by engines or
/// by a few processors, so that products lose next to nothing. \p products: of a step, as long as the
/// collectives' own.
template <class N>
Duration<N> beyondPieces(const StageSetting<N>& step, const Duration<N>& products, const Duration<N>& seconds)
{
    const Count<N> others = step.symbols.tensor - constant<N>(1);
    const Duration<N> beside = others / step.symbols.tensor * products;
    const Overlap<N> ring = step.overlap(Transport::UserBuffers);
    return N::named(W_("beyond_pieces"), ring.together(beside, seconds) - beside, kPieces);
}

/// 2D: an inner product's partial sums are added up over t2, an outer one's over t1; four products a layer,
/// the embedding once and the head five times in forward and backward together (the examples' README). t2's
/// ranks are neighbours.
template <class N>
void twoDimensions(const StageSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const Symbols<N>& s = step.symbols;
    const std::int64_t second = plan.axes.tensorSecond;
    const GroupLink<N> near = step.link({second, 1});
    const GroupLink<N> far = step.link({plan.axes.tensor / second, second});
    const double runs = runsOfStage<N>(step);
    const Count<N> layers = planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
    const core::Transformer& model = *step.parts.model.transformer();
    const double gates = core::isGated(model.activation) ? 2 : 1;
    const ByteCount<N> inner =
        N::named(W_("inner_sums"),
                 s.tokens * (s.queryWidth + 2.0 * s.keyValueWidth + gates * s.feedForward) / s.innerTensor *
                     s.streamWidth,
                 kTwoDimensions);
    const ByteCount<N> outer =
        N::named(W_("outer_sums"), s.tokens * s.hiddenHere * s.streamWidth, kTwoDimensions);
    const Count<N> times = s.microBatches * (runs * layers);
    const double ends = (step.stage.first ? 1 : 0) + (step.stage.last ? 5 : 0);
    const Count<N> outers = 2.0 * times + ends * s.microBatches;
    const Duration<N> seconds = step.asked(
        kTensorGroup, N::named(W_("tensor_all_reduce"),
                               times * allReduceTime<N>(near, inner) + outers * allReduceTime<N>(far, outer),
                               kTwoDimensions));
    const Duration<N> forward = (1 / runs) * seconds;
    addInPasses<N>({core::Transfer::AllReduce, kTensorGroup,
                    N::named(W_("tensor_bytes"), times * inner + outers * outer, kTwoDimensions), seconds,
                    seconds, allReduceAlgorithm<N>(near, inner)},
                   far.level, forward, seconds - forward, traffic);
}

/// How often one micro-batch's hidden tensor travels, for all of them: in forward, in the layers' backward,
/// which may hide, and else (recomputed, and the head's).
template <class N>
struct Times {
    Count<N> forward;
    Count<N> backward;
    Count<N> rest;
    Count<N> all;
};
template <class N>
Times<N> timesOf(const StageSetting<N>& step)
{
    const Reductions<N> r = reductions<N>(step);
    const Count<N>& m = step.symbols.microBatches;
    return {m * (r.eachPass + constant<N>(r.embedding)), m * r.eachPass,
            m * ((r.passes - 2) * r.eachPass + constant<N>(r.head)),
            m * N::named(W_("reductions_per_micro_batch"),
                         r.passes * r.eachPass + constant<N>(r.embedding + r.head), kTensor)};
}

/// Whether a gated feed-forward's two input products are layers of their own, each of which reduces the
/// gradient of the input that both have; a scattered input is gathered for both at once.
template <class N>
bool reducesEachGate(const StageSetting<N>& step)
{
    return step.habits.gateReductions && core::isGated(step.parts.model.transformer()->activation);
}

template <class N>
void wholeTensors(const StageSetting<N>& step, const GroupLink<N>& link, const ByteCount<N>& hidden,
                  std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    Times<N> times = timesOf<N>(step);
    if (reducesEachGate<N>(step)) {
        const Count<N> gates =
            N::named(W_("gate_reductions"),
                     step.symbols.microBatches *
                         planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline"),
                     kGates);
        times.rest = times.rest + gates;
        times.all = times.all + gates;
    }
    const Duration<N> one = step.asked(kTensorGroup, allReduceTime<N>(link, hidden));
    const Duration<N> inBackward = times.backward * one;
    const Duration<N> forward = times.forward * one;
    const Duration<N> backward =
        (hidingOf<N>(step, link) == TensorHiding::Wait ? inBackward : beyondProducts<N>(step, inBackward)) +
        times.rest * one;
    addInPasses<N>({core::Transfer::AllReduce, kTensorGroup,
                    N::named(W_("tensor_bytes"), times.all * hidden, kTensor),
                    N::named(W_("tensor_all_reduce"), times.all * one, kTensor), forward + backward,
                    allReduceAlgorithm<N>(link, hidden)},
                   link.level, forward, backward, traffic);
    if (!plan.partitionedActivations)
        return;
    // One gathering of each layer's checkpoint in backward (arXiv:1910.02054, section 8.1).
    const Count<N> layers =
        step.symbols.microBatches *
        planned<N>(recomputedLayers(plan, step.stage), W_("layers_on_stage"), "/parallel/pipeline");
    const Duration<N> seconds =
        step.asked(kTensorGroup,
                   N::named(W_("checkpoint_all_gather"), layers * gatherTime<N>(link, hidden), kPartitioned));
    addInPasses<N>({core::Transfer::AllGather, kTensorGroup,
                    N::named(W_("checkpoint_bytes"), layers * hidden, kPartitioned), seconds, seconds,
                    kRingAlgorithm},
                   link.level, noTime<N>(), seconds, traffic);
}

/// Each reduction becomes a scatter and a gather. Backward's scatters are the input gradients' sums; inputs
/// that were not saved are gathered once more, beside the input gradient's product. What row-split layers
/// scatter in forward is gathered in backward, and waited for.
template <class N>
void cutTensors(const StageSetting<N>& step, const GroupLink<N>& link, const ByteCount<N>& hidden,
                std::vector<Traffic<N>>& traffic)
{
    const Times<N> times = timesOf<N>(step);
    const Duration<N> gather = step.asked(kTensorGroup, gatherTime<N>(link, hidden));
    const Duration<N> scatter = step.asked(kTensorGroup, scatterTime<N>(link, hidden));
    const bool again = step.parts.plan.gatheredInputs == core::GatheredInputs::Regathered;
    const Count<N> gathers = again ? times.all + times.backward : times.all;
    const TensorHiding hiding = hidingOf<N>(step, link);
    const auto pieces = [&](double products, const Duration<N>& seconds) {
        return beyondPieces<N>(step, products * (step.symbols.microBatches * step.weightGradients), seconds);
    };
    const auto beside = [&](const Duration<N>& seconds) {
        return hiding == TensorHiding::Wait ? seconds : beyondProducts<N>(step, seconds);
    };
    const Duration<N> forwardGathers =
        hiding == TensorHiding::Ring ? pieces(1, times.forward * gather) : times.forward * gather;
    const Duration<N> forwardScatters =
        hiding == TensorHiding::Ring ? pieces(1, times.forward * scatter) : times.forward * scatter;
    const Duration<N> scattered =
        hiding == TensorHiding::Ring
            ? pieces(runsOfStage<N>(step) - 1, (times.backward + times.rest) * scatter)
            : beside(times.backward * scatter) + times.rest * scatter;
    const Duration<N> regathered = times.backward * gather;
    Duration<N> gathered = hiding == TensorHiding::Ring
                               ? pieces(runsOfStage<N>(step) - 1, (times.backward + times.rest) * gather)
                               : (times.backward + times.rest) * gather;
    if (again)
        gathered = gathered + beside(regathered);
    const Algorithm algorithm = ringAlgorithm<N>(link, core::Transfer::AllGather);
    addInPasses<N>({core::Transfer::ReduceScatter, kTensorGroup,
                    N::named(W_("scattered_bytes"), times.all * hidden, kSequence),
                    N::named(W_("tensor_reduce_scatter"), times.all * scatter, kSequence),
                    forwardScatters + scattered, algorithm},
                   link.level, forwardScatters, scattered, traffic);
    addInPasses<N>({core::Transfer::AllGather, kTensorGroup,
                    N::named(W_("gathered_bytes"), gathers * hidden, kSequence),
                    N::named(W_("tensor_all_gather"), gathers * gather, kSequence), forwardGathers + gathered,
                    algorithm},
                   link.level, forwardGathers, gathered, traffic);
}

/// Rows of logits that every rank gets whole; once more where the head is a checkpoint.
template <class N>
void gatherLogits(const StageSetting<N>& step, const GroupLink<N>& link, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (!step.stage.last || !gathersLogits(plan))
        return;
    const Symbols<N>& s = step.symbols;
    const ByteCount<N> rows = N::named(
        W_("gathered_logits"),
        s.tokens * s.vocabulary * width<N>(plan.wire.at("logits"), W_("logit_width"), "/wire"), kWhole);
    const Duration<N> forward = step.asked(kTensorGroup, s.microBatches * gatherTime<N>(link, rows));
    const double times = plan.recompute == core::Recompute::Full ? 2 : 1;
    addInPasses<N>({core::Transfer::AllGather, kTensorGroup, times * s.microBatches * rows, times * forward,
                    times * forward, ringAlgorithm<N>(link, core::Transfer::AllGather)},
                   link.level, forward, (times - 1) * forward, traffic);
}

template <class N>
void tensorTraffic(const StageSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.axes.tensor == 1)
        return;
    if (plan.axes.tensorSecond > 1)
        return twoDimensions<N>(step, traffic);
    const Symbols<N>& s = step.symbols;
    const GroupLink<N> link = step.link(groupOf(plan, core::MeshAxis::Tensor));
    const ByteCount<N> hidden = N::named(W_("hidden_tensor"), s.tokens * s.hidden * s.streamWidth, kTensor);
    plan.axes.sequenceParallel ? cutTensors<N>(step, link, hidden, traffic)
                               : wholeTensors<N>(step, link, hidden, traffic);
    gatherLogits<N>(step, link, traffic);
}

core::PlanProblem tensorLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const char* where = "/parallel/tensor";
    const core::Axes& axes = plan.axes;
    if (model.layerList() != nullptr && axes.tensor > 1)
        return needsTransformer(core::phrase(W_("tensor parallelism")), where);
    const core::Transformer* shape = model.transformer();
    if (shape == nullptr)
        return {};
    if (auto problem = core::mustDivide("tensor", axes.tensor, "tensor_second", axes.tensorSecond,
                                        "/parallel/tensor_second"))
        return problem;
    if (auto problem = divides(W_("hidden width"), shape->hidden, "tensor_second", axes.tensorSecond,
                               "/parallel/tensor_second"))
        return problem;
    if (axes.tensorSecond > 1 && axes.sequenceParallel)
        return core::inconsistent(
            core::phrase(W_("tensor_second above 1 and sequence_parallel exclude each other")),
            "/parallel/tensor_second");
    if (plan.partitionedActivations && plan.recompute != core::Recompute::Full)
        return core::inconsistent(core::phrase(W_("partitioned_activations needs recompute full")),
                                  "/partitioned_activations");
    const std::int64_t t = axes.tensor / axes.tensorSecond; // what heads and feed-forward are cut over
    if (auto problem = divides(W_("attention heads"), shape->heads, "tensor", t, where))
        return problem;
    if (shape->kvHeads > 0 && shape->kvHeads % t != 0 && t % shape->kvHeads != 0)
        return divides(W_("key/value heads"), shape->kvHeads, "tensor", t, where);
    if (auto problem = divides(W_("feed-forward width"), shape->feedForward, "tensor", t, where))
        return problem;
    if (shape->hybrid()) { // a rank has whole heads and whole groups (Megatron-LM, ssm/mamba_mixer.py)
        if (auto problem =
                divides(W_("heads of the recurrence"), shape->recurrence.heads, "tensor", t, where))
            return problem;
        if (auto problem =
                divides(W_("groups of the recurrence"), shape->recurrence.groups, "tensor", t, where))
            return problem;
    }
    if (!axes.sequenceParallel)
        return {};
    if (plan.batch.decoderLength > 0) {
        if (auto problem = divides(W_("decoder sequence length"), plan.batch.decoderLength, "tensor",
                                   axes.tensor, "/batch/decoder_sequence_length"))
            return problem;
    }
    return divides(W_("sequence length / context"), plan.batch.sequenceLength / axes.context, "tensor", t,
                   where);
}

void tensorChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    if (plan.axes.tensor > 1 && !plan.axes.sequenceParallel && plan.recompute == core::Recompute::Full &&
        !plan.partitionedActivations) {
        core::Plan cut = plan;
        cut.partitionedActivations = true;
        changes.push_back({"partitioned_activations", {}, cut});
    }
    for (const std::int64_t factor : {2, 4, 8}) {
        const core::Plan more = widened(plan, &core::Axes::tensor, factor);
        changes.push_back(
            {"tensor", {std::to_string(more.axes.tensor), std::to_string(more.axes.replica)}, more});
    }
    if (plan.axes.tensor > 1 && plan.axes.tensorSecond == 1 && !plan.axes.sequenceParallel) {
        core::Plan cut = plan;
        cut.axes.sequenceParallel = true;
        changes.push_back({"sequence_parallel", {}, cut});
    }
}

} // namespace

constinit const Parallelism kTensorParallelism{
    .name = "tensor",
    .legal = tensorLegal,
    .plain = {.inPasses = tensorTraffic<core::PlainNumbers>},
    .explained = {.inPasses = tensorTraffic<core::ExplainedNumbers>},
    .changes = tensorChanges};

} // namespace shardscope::planner
