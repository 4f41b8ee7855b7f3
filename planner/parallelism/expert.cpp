// SPDX-License-Identifier: GPL-3.0-or-later
// Expert parallelism: the experts of a layer lie on different ranks of the replicas, and tokens travel to the
// experts they chose and back (arXiv:2006.16668, section 3.2). All wait for the rank that gets most rows
// (planner/formula/expert_load.h).
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/formula/expert_load.h"
#include "planner/formula/expert_places.h"
#include "planner/formula/program_code.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::planner {
namespace {

constexpr auto kOnce = "expected number of places among a token's experts, drawn without putting back";
constexpr auto kInGroups =
    "the same, out of groups_per_token of expert_groups: arXiv:2412.19437, section 2.1.2";
constexpr auto kEnds = "passes of one chunk before the schedule's steady part, of all";
constexpr auto kExperts = "arXiv:2006.16668, section 3.2";

/// How many of the first \p count layers of the stage have experts.
template <class N>
std::int64_t expertLayers(const StageSetting<N>& step, std::int64_t count)
{
    std::int64_t layers = 0;
    for (const LayerKind& kind : step.parts.inventory.layers)
        layers +=
            kind.form.hasExperts() ? kind.within(step.stage.firstLayer, step.stage.firstLayer + count) : 0;
    return layers;
}

/// Which share of \p layers expert layers runs forward once more.
template <class N>
double runAgain(const StageSetting<N>& step, std::int64_t layers)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.phases > 0)
        return 1;
    if (plan.recompute != core::Recompute::Full && !plan.recompute.has(core::Recompute::Moe))
        return 0;
    return static_cast<double>(expertLayers<N>(step, recomputedLayers(plan, step.stage))) /
           static_cast<double>(layers);
}

/// A token's row as experts read and write it.
template <class N>
Count<N> rowOfExperts(const StageSetting<N>& step)
{
    const core::Transformer& model = *step.parts.model.transformer();
    return model.expertWidth > 0 ? sized<N>(model.expertWidth, W_("width_of_experts")) : step.symbols.hidden;
}

/// Rows of all ranks that share an expert's matrices are gathered for every slice, and the products' sums
/// scattered. \p share: of the passes, forward's.
template <class N>
void tensorRows(const StageSetting<N>& step, const Count<N>& passes, double share,
                std::vector<Traffic<N>>& traffic)
{
    const Symbols<N>& s = step.symbols;
    const GroupLink<N> link = step.link(Group{step.parts.plan.axes.expertSlices(), 1});
    const ByteCount<N> rows =
        N::named(W_("rows_of_a_tensor_group"),
                 s.expertTokens * s.choices * rowOfExperts<N>(step) * s.streamWidth, kExperts);
    // Each pass gathers where the other direction scatters.
    const Count<N> each = passes / 2.0;
    const auto add = [&](core::Transfer operation, const Duration<N>& one) {
        const Duration<N> seconds =
            step.asked(core::TrafficGroup::Tensor, N::named(W_("expert_rows"), each * one, kExperts));
        const Duration<N> forward = share * seconds;
        addInPasses<N>({operation, core::TrafficGroup::Tensor,
                        N::named(W_("expert_row_bytes"), each * rows, kExperts), seconds, seconds,
                        ringAlgorithm<N>(link, operation)},
                       link.level, forward, seconds - forward, traffic);
    };
    add(core::Transfer::AllGather, gatherTime<N>(link, rows));
    add(core::Transfer::ReduceScatter, scatterTime<N>(link, rows));
}

/// Rows of a micro-batch that go to another of \p places, each of which holds as many of the experts as any
/// other: one for every place that has at least one of a token's experts, chosen without regard to where they
/// lie but for the model's groups.
template <class N>
ByteCount<N> copies(const StageSetting<N>& step, const char* name, std::int64_t places)
{
    const core::Transformer& model = *step.parts.model.transformer();
    // All places alike, so that the token's own has its share of them.
    const double others = static_cast<double>(places - 1) / static_cast<double>(places);
    const bool limited = model.groupsPerToken < model.expertGroups;
    const Count<N> copiesOfToken =
        N::leaf(core::Number{others * placesOfToken(model, places)}, W_("copies_of_a_token"),
                core::SourceKind::Derived, limited ? kInGroups : kOnce);
    const Count<N> copiesToBusiest = imbalance<N>(model, step.parts.plan) * copiesOfToken;
    return N::named(
        name, step.symbols.normTokens * copiesToBusiest * rowOfExperts<N>(step) * step.symbols.streamWidth,
        kOnce);
}

/// What the busiest rank gets for a micro-batch, or sends back, and how long that takes.
template <class N>
std::pair<ByteCount<N>, Duration<N>> dispatch(const StageSetting<N>& step, const GroupLink<N>& link)
{
    if (!dispatchesOnce(step.parts.plan)) {
        const ByteCount<N> sent = N::named(W_("routed_rows"),
                                           step.symbols.normTokens * step.symbols.choices *
                                               rowOfExperts<N>(step) * step.symbols.streamWidth,
                                           kExperts);
        return {sent, allToAllTime<N>(link, sent)};
    }
    const std::int64_t nodes = link.crosses ? std::llround(std::ceil(N::plain(link.nodes).value())) : 1;
    const ByteCount<N> sent = copies<N>(step, W_("rows_to_other_ranks"), step.parts.plan.axes.expert);
    return {sent, dispatchTime<N>(link, sent, copies<N>(step, W_("rows_to_other_nodes"), nodes))};
}

/// Which share of a stage's passes have none of another micro-batch beside them: forward before the first
/// backward, backward after the last forward, a pass of one chunk each (Megatron-LM,
/// core/pipeline_parallel/schedules.py, get_pp_rank_microbatches; one more where traffic overlaps).
double atTheEnds(const core::Plan& plan, const Stage& stage)
{
    const std::int64_t stages = plan.axes.pipeline;
    const std::int64_t chunks = chunksOf(plan);
    const std::int64_t ahead = 2 * (stages - stage.index - 1) + (chunks - 1) * stages + 1;
    const std::int64_t passes = plan.batch.microBatches * chunks;
    return static_cast<double>(std::min(ahead, passes)) / static_cast<double>(passes);
}

/// What the passes wait for of \p seconds of exchange. Beside another micro-batch's pass (arXiv:2412.19437,
/// section 3.2) it is hidden, but its kernels take their share of the device's processors from the pass. A
/// plain all-to-all is waited for, unless the plan says otherwise.
template <class N>
Duration<N> waitedFor(const StageSetting<N>& step, const Duration<N>& seconds)
{
    const core::Plan& plan = step.parts.plan;
    Duration<N> alone =
        dispatchesOnce(step.parts.plan) ? step.clock.exposed(Coefficient::ExpertExposed, seconds) : seconds;
    if (!plan.expertOverlap)
        return alone;
    const double ends = atTheEnds(plan, step.stage);
    const auto share = [](double of, const char* name) {
        return N::leaf(core::Number{of}, name, core::SourceKind::Derived, kEnds);
    };
    return N::named(W_("beside_another_micro_batch"),
                    share(ends, W_("at_the_ends")) * alone +
                        share(1 - ends, W_("in_the_middle")) *
                            step.clock.exposed(Coefficient::ExpertBeside, seconds),
                    kEnds);
}

template <class N>
void expertTraffic(const StageSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const std::int64_t layers = expertLayers<N>(step, step.stage.layers);
    if (layers == 0 || (plan.axes.expert == 1 && plan.axes.expertSlices() == 1))
        return;
    const Symbols<N>& s = step.symbols;
    // There and back in forward, there and back in backward, and once more where forward runs again.
    const double again = runAgain<N>(step, layers);
    const Count<N> times = s.microBatches *
                           planned<N>(layers, W_("expert_layers_on_stage"), "/parallel/pipeline") *
                           constant<N>(4 + 2 * again);
    const double share = 1 / (2 + again); // of forward
    if (plan.axes.expertSlices() > 1)
        tensorRows<N>(step, times, share, traffic);
    if (plan.axes.expert > 1) {
        const GroupLink<N> link = step.link(Group{plan.axes.expert, plan.axes.expertSlices()});
        const auto [sent, one] = dispatch<N>(step, link);
        const Duration<N> seconds =
            step.asked(core::TrafficGroup::Expert, N::named(W_("expert_all_to_all"), times * one, kExperts));
        const Duration<N> exposed = waitedFor<N>(step, seconds);
        const Duration<N> forward = share * exposed;
        addInPasses<N>({core::Transfer::AllToAll, core::TrafficGroup::Expert,
                        N::named(W_("routed_bytes"), times * sent, kExperts), seconds, exposed,
                        ringAlgorithm<N>(link, core::Transfer::AllToAll)},
                       link.level, forward, exposed - forward, traffic);
    }
}

/// Every rank of an expert group holds as many whole experts as the others.
core::PlanProblem expertLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const core::Axes& axes = plan.axes;
    const char* where = "/parallel/expert";
    const char* slices = "/parallel/expert_tensor";
    if (auto problem = core::mustDivide("tensor", axes.tensor, "expert_tensor", axes.expertSlices(), slices))
        return problem;
    const bool narrower = axes.expertSlices() != axes.tensor;
    if (narrower && !axes.sequenceParallel) // validate_args of Megatron-LM: else every rank has all tokens
        return core::inconsistent(core::phrase(W_("expert_tensor below tensor needs sequence_parallel")),
                                  slices);
    const char* ranks = narrower ? "tensor · replica · context / expert_tensor" : "replica · context";
    if (axes.expertRanks() % axes.expert != 0)
        return core::mustDivide(ranks, axes.expertRanks(), "expert", axes.expert, where);
    if (model.layerList() != nullptr && axes.expert > 1)
        return needsTransformer(core::phrase(W_("expert parallelism")), where);
    const core::Transformer* shape = model.transformer();
    if (shape == nullptr)
        return {};
    if (axes.expert > 1 && shape->experts == 0)
        return core::inconsistent(core::phrase(W_("expert above 1 needs a model with experts")), where);
    if (auto problem = divides(W_("experts"), shape->experts, "expert", axes.expert, where))
        return problem;
    if (shape->experts == 0)
        return {};
    // validate_args of Megatron-LM: a stage's other micro-batch is another chunk's.
    if (plan.expertOverlap && plan.axes.pipeline > 1 && chunksOf(plan) == 1)
        return core::inconsistent(
            core::phrase(W_("expert_overlap over several stages needs virtual_stages above 1")),
            "/parallel/expert_overlap");
    return divides(W_("expert width"), shape->expertFeedForward, narrower ? "expert_tensor" : "tensor",
                   axes.expertSlices(), narrower ? slices : "/parallel/tensor");
}

void expertChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    // Takes no further devices: checkLayout drops what the experts or the replicas do not divide by.
    for (std::int64_t degree = 2 * plan.axes.expert; degree <= plan.axes.expertRanks(); degree *= 2) {
        core::Plan more = plan;
        more.axes.expert = degree;
        changes.push_back({"expert", {std::to_string(degree)}, more});
    }
}

} // namespace

constinit const Parallelism kExpertParallelism{
    .name = "expert",
    .legal = expertLegal,
    .plain = {.inPasses = expertTraffic<core::PlainNumbers>},
    .explained = {.inPasses = expertTraffic<core::ExplainedNumbers>},
    .changes = expertChanges};

} // namespace shardscope::planner
