// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/search_state.h"

#include "planner/search/state_text.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner {
// Named, since state_text.h looks for fieldsOf by its arguments.

/// What a reader has read beside its fields, to be put together.
struct FoundLists {
    std::vector<PlanHit> best;
    std::vector<PlanHit> front;
};

template <class Text>
void fieldsOf(Text& text, core::Axes& axes)
{
    text(axes.tensor, axes.tensorSecond, axes.pipeline, axes.replica, axes.context, axes.expert,
         axes.expertTensor, axes.virtualStages, axes.sequenceParallel);
}

/// What a search changes of its variant's plan; the rest stays as the variant has it.
template <class Text>
void fieldsOf(Text& text, core::Plan& plan)
{
    text(plan.axes, plan.schedule, plan.recompute.parts, plan.partitionedActivations, plan.batch.microBatch,
         plan.batch.microBatches, plan.batch.globalBatch, plan.sharding.weights, plan.sharding.gradients,
         plan.sharding.optimizer, plan.layersPerStage, plan.recomputeLayers, plan.keepWeightsAfterForward,
         plan.keptLayers, plan.residency.weights, plan.residency.gradients, plan.residency.optimizer,
         plan.residency.activations, plan.offloadedPercent);
}

template <class Text>
void fieldsOf(Text& text, PlanHit& hit)
{
    text(hit.machine, hit.variant, hit.plan, hit.devices, hit.stepSeconds, hit.highSeconds,
         hit.samplesPerSecond, hit.peakBytes, hit.capacityBytes, hit.currencyPerStep, hit.joulesPerStep,
         hit.trainingSeconds, hit.trainingCurrency, hit.trainingJoules, hit.trainingLoss, hit.primary,
         hit.secondary, hit.excess, hit.at);
}

template <class Text>
void fieldsOf(Text& text, PlanTally& tally)
{
    text(tally.considered, tally.pruned, tally.evaluated, tally.infeasible, tally.feasible, tally.broken);
}

template <class Text>
void fieldsOf(Text& text, Rank& rank)
{
    text(rank.primary, rank.secondary);
}

template <class Text>
void fieldsOf(Text& text, FoundLimit& limit)
{
    text(limit.last, limit.fronted, limit.front);
}

template <class Text>
void fieldsOf(Text& text, BoundedNode& node)
{
    text(node.least, node.plans, node.tally);
}

template <class Text>
void fieldsOf(Text& text, FoundLists& lists)
{
    text(lists.best, lists.front);
}

template <class Text>
void fieldsOf(Text& text, SearchState& state)
{
    text(state.groups, state.nodes, state.round, state.finished, state.limit);
}

namespace {

/// Adds what the plan's variant says beside what was read; false if no search finds such a plan.
bool complete(PlanHit& hit, const PlanSearch& search)
{
    if (hit.machine >= search.machines.size() || hit.variant >= search.space.variants.size())
        return false;
    StateWriter searched;
    searched(hit.plan);
    hit.plan = search.space.variants[hit.variant];
    StateReader(searched.text())(hit.plan);
    const core::Axes& axes = hit.plan.axes;
    const core::Batch& batch = hit.plan.batch;
    const core::Sharding& sharding = hit.plan.sharding;
    return std::min({axes.tensor, axes.tensorSecond, axes.pipeline, axes.replica, axes.context, axes.expert,
                     axes.virtualStages, batch.microBatch, batch.microBatches, batch.globalBatch,
                     sharding.weights, sharding.gradients, sharding.optimizer}) >= 1 &&
           (hit.plan.layersPerStage.empty() ||
            static_cast<std::int64_t>(hit.plan.layersPerStage.size()) == axes.pipeline) &&
           (hit.plan.recomputeLayers.size() < 2 ||
            static_cast<std::int64_t>(hit.plan.recomputeLayers.size()) == axes.pipeline) &&
           std::max({hit.plan.residency.weights, hit.plan.residency.gradients, hit.plan.residency.optimizer,
                     hit.plan.residency.activations}) <= core::Tier::ParameterServer &&
           hit.plan.keptLayers >= 0 && hit.plan.offloadedPercent >= 1 && axes.expertTensor >= 0 &&
           !core::nameOf(hit.plan.schedule).empty() &&
           (hit.plan.recompute == core::Recompute::Full ||
            !hit.plan.recompute.has(core::Recompute::WholeLayer));
}

void put(StateWriter& writer, const NodeFindings& findings)
{
    writer(FoundLists{findings.found.best(), findings.found.front()}, findings.tally, findings.refusal);
}

/// Whether what is read of \p findings is what \p search can find.
bool take(StateReader& reader, const PlanSearch& search, NodeFindings& findings)
{
    FoundLists lists;
    reader(lists, findings.tally, findings.refusal);
    const auto completed = [&](PlanHit& hit) { return complete(hit, search); };
    if (!reader.good() || lists.best.size() > search.top || !std::ranges::all_of(lists.best, completed) ||
        !std::ranges::all_of(lists.front, completed))
        return false;
    findings.found = Found(search, std::move(lists.best), std::move(lists.front));
    return true;
}

} // namespace

std::string textOf(const BoundedNode& node)
{
    StateWriter writer;
    writer(node);
    return writer.text();
}

std::string textOf(const NodeFindings& findings)
{
    StateWriter writer;
    put(writer, findings);
    return writer.text();
}

std::string textOf(const SearchState& state)
{
    StateWriter writer;
    writer(state);
    put(writer, state.all);
    return writer.text();
}

bool readText(std::string_view text, const PlanSearch&, BoundedNode& node)
{
    BoundedNode read;
    StateReader reader(text);
    reader(read);
    if (!reader.whole())
        return false;
    read.node = node.node;
    read.elsewhere = true;
    node = std::move(read);
    return true;
}

bool readText(std::string_view text, const PlanSearch& search, NodeFindings& findings)
{
    NodeFindings read{Found(search), {}, {}};
    StateReader reader(text);
    if (!take(reader, search, read) || !reader.whole())
        return false;
    findings = std::move(read);
    return true;
}

bool readText(std::string_view text, const PlanSearch& search, SearchState& state)
{
    SearchState read{0, 0, 0, {Found(search), {}, {}}, false};
    StateReader reader(text);
    reader(read);
    if (!take(reader, search, read.all) || !reader.whole())
        return false;
    state = std::move(read);
    return true;
}

std::string joinedTexts(const std::vector<std::string>& texts)
{
    StateWriter writer;
    writer(texts);
    return writer.text();
}

std::optional<std::vector<std::string>> dividedTexts(std::string_view text)
{
    std::vector<std::string> texts;
    StateReader reader(text);
    reader(texts);
    return reader.whole() ? std::optional(std::move(texts)) : std::nullopt;
}

} // namespace shardscope::planner
