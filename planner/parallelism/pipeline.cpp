// SPDX-License-Identifier: GPL-3.0-or-later
// Pipeline parallelism: what crosses stage boundaries, and the copies of tied embeddings (arXiv:2104.04473,
// section 2.2).
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/schedule/pipeline_order.h"

#include <algorithm>
#include <numeric>

namespace shardscope::planner {

namespace {

constexpr auto kStages = "arXiv:2104.04473, sections 2.2 and 4.1";

/// Ranks that one stage has: neighbouring stages lie so far apart.
std::int64_t stageRanks(const core::Plan& plan) { return groupOf(plan, core::MeshAxis::Pipeline).stride; }

/// Neighbours of which one lies beyond the node, or that share it.
Group neighbours(const core::Plan& plan, bool sameNode)
{
    const std::int64_t ranks = stageRanks(plan);
    return {2, ranks, sameNode ? 2 * ranks : ranks * plan.axes.pipeline};
}

/// Whether the hop from \p stage to the next stays in a node.
bool hopInNode(const core::Plan& plan, std::int64_t devicesPerNode, std::int64_t stage)
{
    const std::int64_t ranks = stageRanks(plan);
    return stage * ranks / devicesPerNode == ((stage + 2) * ranks - 1) / devicesPerNode;
}

/// How many of the p - 1 hops between stages stay in a node.
std::int64_t hopsInNode(const core::Plan& plan, std::int64_t devicesPerNode)
{
    std::int64_t inside = 0;
    for (std::int64_t stage = 0; stage + 1 < plan.axes.pipeline; ++stage)
        inside += hopInNode(plan, devicesPerNode, stage) ? 1 : 0;
    return inside;
}

/// Every rank of a tensor group sends its share of the boundary; the receivers gather it (section 4.1).
template <class N>
ByteCount<N> boundaryMessage(const StepSetting<N>& step)
{
    const Symbols<N>& s = step.symbols;
    return N::named(W_("boundary_message"), s.tokens * s.hidden * s.streamWidth / s.tensor, kStages);
}

template <class N>
Duration<N> boundarySend(const StepSetting<N>& step, bool sameNode)
{
    return step.asked(
        core::TrafficGroup::Pipeline,
        sendTime<N>(step.link(neighbours(step.parts.plan, sameNode)), boundaryMessage<N>(step)));
}

/// The hop that the others wait for: out of the node where any is.
template <class N>
Duration<N> slowestSend(const StepSetting<N>& step)
{
    const core::Plan& plan = step.parts.plan;
    return boundarySend<N>(step,
                           hopsInNode(plan, step.parts.hardware.devicesPerNode) == plan.axes.pipeline - 1);
}

/// The first and the last stage hold the same embedding (a tied head, or modules that predict further tokens)
/// and add up its gradients once a step; in a folded
/// pipeline they are on one rank.
template <class N>
void tiedEmbedding(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const core::Transformer& model = *step.parts.model.transformer();
    if (!(model.tiedEmbeddings || model.predictions > 0) || !model.vocabularyHead ||
        core::foldsPipeline(plan.schedule))
        return;
    const std::int64_t ranks = stageRanks(plan);
    const Group ends{2, ranks * (plan.axes.pipeline - 1), ranks * plan.axes.pipeline};
    const ByteCount<N> width_ =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const Symbols<N>& s = step.symbols;
    const ByteCount<N> bytes = N::named(W_("tied_embedding_gradient"),
                                        ceilDivide(s.vocabulary, s.tensor) * s.hidden * width_, kStages);
    const GroupLink<N> link = step.link(ends);
    const Duration<N> seconds =
        step.asked(core::TrafficGroup::Pipeline,
                   N::named(W_("tied_embedding_all_reduce"), allReduceTime<N>(link, bytes), kStages));
    traffic.push_back({core::Transfer::AllReduce, core::TrafficGroup::Pipeline, bytes, seconds, seconds,
                       allReduceAlgorithm<N>(link, bytes)});
}

/// Whether messages between nodes of so many wait for a network that stalls (`pipeline_stall`).
template <class N>
bool stalling(const StepSetting<N>& step)
{
    const Coefficients& coefficients = step.clock.coefficients();
    const double nodes = static_cast<double>(step.parts.plan.axes.devices()) /
                         static_cast<double>(step.parts.hardware.devicesPerNode);
    return coefficients[Coefficient::PipelineStall] > 0 && nodes >= coefficients[Coefficient::StallNodes];
}

/// What every message between nodes waits on networks that stall (`pipeline_stall`): a stage sends to and
/// hears from its neighbours for each micro-batch's forward and backward, one after the other.
template <class N>
Duration<N> stalls(const StepSetting<N>& step)
{
    const core::Plan& plan = step.parts.plan;
    if (!stalling<N>(step) || hopsInNode(plan, step.parts.hardware.devicesPerNode) == plan.axes.pipeline - 1)
        return noTime<N>();
    const double messages = 2.0 * static_cast<double>(std::min<std::int64_t>(2, plan.axes.pipeline - 1));
    return N::named(W_("stalls"),
                    messages * step.symbols.microBatches * step.clock.seconds(Coefficient::PipelineStall),
                    kStages);
}

/// How many of the messages each way hold up a stage beside those that fill the pipeline: every one where a
/// rank sends in its turn. With one forward and one backward in turn, p - i micro-batches are on their way
/// from stage i to the last and back, over p - 1 - i hops each way: none comes before the first of them has.
/// Interleaved, a round of p micro-batches comes back to the first stage just when its next chunk is due:
/// its p hops are waited for while the pipeline fills, v - 1 times, and not where a pass of the other
/// direction stands between two of a stage's (NVIDIA Megatron-LM, core/pipeline_parallel/schedules.py,
/// get_pp_rank_microbatches and overlap_p2p_comm).
template <class N>
Count<N> waits(const StepSetting<N>& step)
{
    const core::Plan& plan = step.parts.plan;
    const Symbols<N>& s = step.symbols;
    if (step.habits.sends == Sends::InTurn)
        return 1.0 * s.microBatches;
    if (plan.schedule == core::Schedule::OneForwardOneBackward)
        return s.microBatches * ((s.pipeline - constant<N>(1)) / s.pipeline);
    const Count<N> round = plan.batch.microBatches < plan.axes.pipeline ? s.microBatches : s.pipeline;
    return round * (s.virtualStages - constant<N>(1));
}

template <class N>
void pipelineTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.axes.pipeline == 1)
        return;
    const Symbols<N>& s = step.symbols;
    const Count<N> chunks =
        s.microBatches * (core::foldsPipeline(plan.schedule) ? constant<N>(2) : s.virtualStages);
    const Duration<N> send = slowestSend<N>(step);
    Traffic<N> sent{core::Transfer::SendReceive,
                    core::TrafficGroup::Pipeline,
                    N::named(W_("boundary_bytes"), 2.0 * chunks * boundaryMessage<N>(step), kStages),
                    N::named(W_("boundary_sends"), 2.0 * chunks * send, kStages),
                    N::named(W_("exposed_sends"),
                             2.0 * waits<N>(step) * send * step.clock.number(Coefficient::PipelineShare),
                             kStages),
                    kNeighbourAlgorithm};
    sent.place = Place::Messages;
    traffic.push_back(std::move(sent));
    if (stalling<N>(step)) { // however long they are, and whoever waits for them
        const Duration<N> stalled = stalls<N>(step);
        traffic.push_back({core::Transfer::SendReceive, core::TrafficGroup::Pipeline,
                           N::leaf(core::Bytes{0}, W_("no_bytes"), core::SourceKind::Constant, kStages),
                           stalled, stalled, kNeighbourAlgorithm});
    }
    tiedEmbedding<N>(step, traffic);
}

template <class N>
Duration<N> fillSendTime(const StepSetting<N>& step)
{
    if (step.parts.plan.axes.pipeline == 1)
        return N::leaf(core::Seconds{0}, W_("no_stages_to_fill"), core::SourceKind::Given,
                       "/parallel/pipeline");
    const std::int64_t inside = hopsInNode(step.parts.plan, step.parts.hardware.devicesPerNode);
    const std::int64_t outside = step.parts.plan.axes.pipeline - 1 - inside;
    Duration<N> hops = noTime<N>();
    if (inside > 0)
        hops = planned<N>(inside, W_("hops_in_nodes"), "/parallel/pipeline") * boundarySend<N>(step, true);
    if (outside > 0)
        hops = hops + planned<N>(outside, W_("hops_between_nodes"), "/parallel/pipeline") *
                          boundarySend<N>(step, false);
    return N::named(W_("fill_sends"), 2.0 * hops * step.clock.number(Coefficient::PipelineShare), kStages);
}

template <class N>
Duration<N> hopTime(const StepSetting<N>& step, std::int64_t stage)
{
    const bool inside = hopInNode(step.parts.plan, step.parts.hardware.devicesPerNode, stage);
    return N::named(W_("boundary_send"),
                    boundarySend<N>(step, inside) * step.clock.number(Coefficient::PipelineShare), kStages);
}

core::PlanProblem pipelineLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const core::Axes& axes = plan.axes;
    const std::int64_t layers = layersOf(model);
    if (layers == 0)
        return {};
    if (auto problem = core::mustLie(axes.pipeline, 1, layers, "/parallel/pipeline"))
        return problem;
    const char* where = "/layers_per_stage";
    const std::vector<std::int64_t>& given = plan.layersPerStage;
    const auto entries = static_cast<std::int64_t>(given.size());
    const bool byChunk = axes.virtualStages > 1 && entries == axes.pipeline * axes.virtualStages;
    if (!given.empty() && entries != axes.pipeline && !byChunk)
        return core::inconsistent(core::phrase(W_("layers_per_stage has %1 entries for pipeline %2"),
                                               {std::to_string(given.size()), std::to_string(axes.pipeline)}),
                                  where);
    const std::int64_t sum = std::accumulate(given.begin(), given.end(), std::int64_t{0});
    if (!given.empty() && sum != layers)
        return core::inconsistent(core::phrase(W_("layers_per_stage adds up to %1, the model has %2 layers"),
                                               {std::to_string(sum), std::to_string(layers)}),
                                  where);
    if (core::timedByOrder(plan.schedule)) {
        if (!given.empty() && core::foldsPipeline(plan.schedule))
            return core::inconsistent(
                core::phrase(W_("layers_per_stage and a folded pipeline exclude each other")), where);
        if (auto problem = orderProblem(plan))
            return problem;
    }
    if (axes.virtualStages == 1)
        return {};
    if (plan.schedule != core::Schedule::Interleaved)
        return core::inconsistent(
            core::phrase(W_("virtual stages above 1 need the schedule interleaved 1F1B")), "/schedule");
    for (const std::int64_t stage : given) // get_num_layers_to_build of Megatron-LM
        if (!byChunk && stage % axes.virtualStages != 0)
            return core::mustDivide(W_("layers of a stage"), stage, "virtual_stages", axes.virtualStages,
                                    where);
    // Chunks need not be alike: embedding and loss may stand for a layer each (Megatron-LM,
    // --account-for-embedding-in-pipeline-split and --account-for-loss-in-pipeline-split).
    return core::mustLie(axes.virtualStages, 1, (layers + 2) / axes.pipeline, "/parallel/virtual_stages");
}

void pipelineChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    for (const std::int64_t factor : {2, 4, 8}) {
        core::Plan more = widened(plan, &core::Axes::pipeline, factor);
        more.layersPerStage.clear();
        if (more.recomputeLayers.size() > 1)
            more.recomputeLayers.clear();
        changes.push_back(
            {"pipeline", {std::to_string(more.axes.pipeline), std::to_string(more.axes.replica)}, more});
    }
}

} // namespace

constinit const Parallelism kPipelineParallelism{
    .name = "pipeline",
    .legal = pipelineLegal,
    .plain = {.besidePasses = pipelineTraffic<core::PlainNumbers>,
              .filling = fillSendTime<core::PlainNumbers>,
              .hop = hopTime<core::PlainNumbers>},
    .explained = {.besidePasses = pipelineTraffic<core::ExplainedNumbers>,
                  .filling = fillSendTime<core::ExplainedNumbers>,
                  .hop = hopTime<core::ExplainedNumbers>},
    .changes = pipelineChanges};

} // namespace shardscope::planner
