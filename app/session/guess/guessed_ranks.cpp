// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks, their groups and what they say to each other, as degrees of a plan.
#include "app/session/guess/guessed_models.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/ranks/pipeline_actions.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

using core::Value;
using profiler::Confidence;
using profiler::GroupAxis;

constexpr std::int64_t kMostRanks = 10'000'000; ///< of a world that is believed

/// Devices that work; where none does, ranks.
std::int64_t presentRanks(const profiler::AnalysisInput& input)
{
    std::map<std::int32_t, std::set<std::int32_t>> devices; // by rank
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const profiler::RankPart& own = input.ranks()[part];
        if (!input.hasDeviceWork() || !input.deviceWork(part).rows.empty())
            devices[own.rank].insert(input.hasDeviceWork() ? own.device : -1);
    }
    std::int64_t count = 0;
    for (const auto& [rank, own] : devices)
        count += static_cast<std::int64_t>(own.size());
    return count;
}

World worldOf(const profiler::AnalysisInput& input)
{
    World world;
    std::int64_t told = 1;
    for (const core::RunSource& source : input.run().sources) {
        if (source.leftOut)
            continue;
        std::int64_t own = std::max(source.worldSize, std::int64_t{source.rank} + 1);
        for (const core::ProcessGroup& group : source.groups)
            own =
                std::max(own, group.ranks.empty() ? std::int64_t{0}
                                                  : std::int64_t{*std::ranges::max_element(group.ranks)} + 1);
        world.named = world.named || own > 0;
        if (own > kMostRanks)
            world.beyond = own;
        else
            told = std::max(told, own);
    }
    world.present = presentRanks(input);
    world.ranks = std::max(told, world.present);
    world.counted = world.present > told;
    return world;
}

/// Ranks that hand on to each other, group by group: the longest chain. \p most: ranks of a group that
/// counts; in the group of all, several pipelines may lie beside each other.
std::int64_t chainOf(const profiler::Collectives& collectives, const profiler::MeshFromGroups& mesh,
                     std::int64_t most)
{
    std::map<std::int32_t, std::int32_t> leader;
    const auto leaderOf = [&](std::int32_t rank) {
        while (leader.try_emplace(rank, rank).first->second != rank)
            rank = leader[rank];
        return rank;
    };
    for (std::size_t at = 0; at < collectives.groups.size(); ++at) {
        const std::vector<std::int32_t>& ranks = collectives.groups[at].ranks;
        if (mesh.roles[at].axis != GroupAxis::Pipeline || mesh.roles[at].from != profiler::AxisFrom::Use ||
            static_cast<std::int64_t>(ranks.size()) > most)
            continue;
        for (const std::int32_t rank : ranks)
            leader[leaderOf(rank)] = leaderOf(ranks.front());
    }
    std::map<std::int32_t, std::int64_t> sizes;
    std::int64_t longest = 1;
    const auto members = leader;
    for (const auto& [rank, unused] : members)
        longest = std::max(longest, ++sizes[leaderOf(rank)]);
    return longest;
}

bool sums(core::CollectiveKind kind)
{
    using core::CollectiveKind;
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::Reduce ||
           kind == CollectiveKind::ReduceScatter;
}

void readCollectives(const profiler::Collectives& collectives, const profiler::MeshFromGroups& mesh,
                     RankGuess& found)
{
    std::set<std::int64_t> unnamed;
    for (const profiler::CollectiveCall& call : collectives.calls) {
        const GroupAxis axis = mesh.roles[call.group].axis;
        found.devices = found.devices || call.device;
        found.pairs = found.pairs || profiler::isPointToPoint(call.kind);
        if (axis == GroupAxis::Replica || axis == GroupAxis::World || axis == GroupAxis::Unknown) {
            found.gathers = found.gathers || call.kind == core::CollectiveKind::AllGather;
            found.scatters = found.scatters || call.kind == core::CollectiveKind::ReduceScatter;
            const auto ranks = static_cast<double>(collectives.groups[call.group].ranks.size());
            if (call.bytes > 0 && call.kind == core::CollectiveKind::AllGather)
                found.gatheredBytes += ranks * static_cast<double>(call.bytes);
            else if (call.bytes > 0 && sums(call.kind))
                found.reducedBytes += static_cast<double>(call.bytes);
        }
        if (mesh.roles[call.group].from != profiler::AxisFrom::Description)
            unnamed.insert(static_cast<std::int64_t>(collectives.groups[call.group].ranks.size()));
    }
    found.groups.assign(unnamed.begin(), unnamed.end());
}

/// Degrees of groups that say what they are for.
void readGroups(const core::Run& run, RankGuess& found, Guess& guess)
{
    ModelCut& cut = found.cut;
    const core::RunSource* told = nullptr;
    for (const core::RunSource& source : run.sources)
        told = told == nullptr && !source.leftOut && !source.groups.empty() ? &source : told;
    for (const core::ProcessGroup& group :
         told == nullptr ? std::vector<core::ProcessGroup>{} : told->groups) {
        const auto size = static_cast<std::int64_t>(group.ranks.size());
        std::int64_t* degree = nullptr;
        const char* key = "";
        switch (profiler::axisOfDescription(group.description)) {
        case GroupAxis::Tensor: degree = &cut.tensor, key = "parallel.tensor"; break;
        case GroupAxis::Pipeline: degree = &cut.pipeline, key = "parallel.pipeline"; break;
        case GroupAxis::Context: degree = &cut.context, key = "parallel.context"; break;
        case GroupAxis::Expert: degree = &cut.expert, key = "parallel.expert"; break;
        default: break;
        }
        if (degree == nullptr || size <= *degree)
            continue;
        *degree = size;
        guess.plans(key, Value::ofInteger(size),
                    core::phrase(W_("process group %1 has %2 ranks"), {group.description, countText(size)}));
    }
}

/// Degrees of groups by what they are used for.
void readUses(const profiler::Collectives& collectives, const profiler::MeshFromGroups& mesh,
              RankGuess& found, Guess& guess)
{
    ModelCut& cut = found.cut;
    std::int64_t expert = 1;
    for (std::size_t at = 0; at < collectives.groups.size(); ++at) {
        if (mesh.roles[at].axis == GroupAxis::Expert && mesh.roles[at].from == profiler::AxisFrom::Use)
            expert = std::max(expert, static_cast<std::int64_t>(collectives.groups[at].ranks.size()));
    }
    if (cut.expert == 1 && expert > 1) {
        cut.expert = expert;
        guess.plans("parallel.expert", Value::ofInteger(expert),
                    core::phrase(W_("%1 ranks send each other different parts, and do nothing else together"),
                                 {countText(expert)}),
                    Confidence::Medium);
    }
}

/// Which ranks look tokens up and which compute the loss; what those are that hand on to one another.
core::Result<core::Done> readStages(const profiler::AnalysisInput& input,
                                    const profiler::Collectives& collectives,
                                    const profiler::MeshFromGroups& mesh, const core::Task& task,
                                    RankGuess& found, Guess& guess)
{
    ModelCut& cut = found.cut;
    if (cut.pipeline == 1 && !found.stage && !found.pairs)
        return core::Done{};
    SHARDSCOPE_TRY(const std::vector<StageCalls> calls, stageCalls(input, task));
    const std::int64_t world = found.world.ranks;
    const auto first = std::ranges::count_if(calls, [](const StageCalls& one) { return one.lookups > 0; });
    const auto last = std::ranges::count_if(calls, [](const StageCalls& one) { return one.losses > 0; });
    std::int64_t attention = 0;
    std::int64_t losses = 0;
    for (const StageCalls& one : calls) {
        attention += one.attention;
        losses = std::max(losses, one.losses);
    }
    if (losses > 0)
        cut.microBatches = losses;
    const bool all =
        static_cast<std::int64_t>(calls.size()) == world && first > 0 && first == last && world % first == 0;
    const bool whole = !calls.empty() && std::ranges::all_of(calls, [](const StageCalls& one) {
        return one.lookups > 0 && one.losses > 0;
    });
    const std::int64_t chain = chainOf(collectives, mesh, whole ? world : world - 1);
    const std::int64_t stages = all ? world / first : 1;
    // A ring of attention's blocks sends as well: what the stages leave of a chain, or all of it.
    std::int64_t ring = 1;
    if (all)
        ring = cut.pipeline == 1 ? (chain % stages == 0 ? chain / stages : 1) : chain;
    else if (whole)
        ring = chain;
    if (all && stages > 1 && cut.pipeline == 1) {
        cut.pipeline = stages;
        guess.plans("parallel.pipeline", Value::ofInteger(stages),
                    core::phrase(W_("of %1 ranks %2 look tokens up, and as many compute the loss"),
                                 {countText(world), countText(first)}));
    } else if (!all && !whole && cut.pipeline == 1 && chain > 1 && world % chain == 0) {
        cut.pipeline = chain;
        guess.plans("parallel.pipeline", Value::ofInteger(chain),
                    core::phrase(W_("%1 ranks hand on to one another"), {countText(chain)}),
                    Confidence::Medium);
    }
    if (!whole && cut.pipeline == 1) {
        SHARDSCOPE_TRY(const std::int64_t ranks, profiler::pipelineRanks(input, task));
        if (ranks > 1 && world % ranks == 0) {
            cut.pipeline = ranks;
            guess.plans("parallel.pipeline", Value::ofInteger(ranks),
                        core::phrase(W_("%1 ranks hand on to one another"), {countText(ranks)}),
                        Confidence::Medium);
        }
    }
    if (cut.context == 1 && ring > 1 && world % (ring * cut.pipeline) == 0) {
        cut.context = ring;
        guess.plans("parallel.context", Value::ofInteger(ring),
                    core::phrase(W_("%1 ranks hand on to one another within one stage"), {countText(ring)}),
                    Confidence::Medium);
    }
    if (all && cut.pipeline == stages && attention % (first * losses) == 0)
        cut.layers = attention / (first * losses);
    return core::Done{};
}

/// Why not all ranks that \p cut leaves over are replicas, or how many there are is not known; empty: they
/// are.
std::string whyNoReplicas(const RankGuess& ranks, const OperationsOfStep& step)
{
    const World& world = ranks.world;
    const ModelCut& cut = ranks.cut;
    if (world.beyond > 0)
        return core::phrase(W_("a file tells of %1 ranks, which is not believed"), {countText(world.beyond)});
    if (ranks.xla && world.ranks > 1)
        return core::phrase(W_("XLA's collectives do not tell which axis of the mesh they serve"));
    if (cut.pipeline == 1 && ranks.stage)
        return core::phrase(W_("the recording names %1, a stage of a pipeline, and no process group tells "
                               "how many there are"),
                            {*ranks.stage});
    if (cut.unknownStages)
        return core::phrase(W_("ranks send to one another as stages of a pipeline do, and no process group "
                               "tells how many there are"));
    if (world.ranks == 1 && !world.named && ranks.devices)
        return core::phrase(W_("devices communicate, and no file tells how many there are"));
    if (world.ranks == 1 && !world.named && step.operations.empty())
        return core::phrase(W_("no file names ranks, and no operations were recorded"));
    return {};
}

} // namespace

core::Result<RankGuess> guessRanks(const profiler::AnalysisInput& input, const core::Task& task, Guess& guess)
{
    const core::Run& run = input.run();
    RankGuess found;
    if (run.origin == core::RunOrigin::Simulated) {
        guess.notKnown.push_back(
            {"parallel", core::phrase(W_("it was simulated from a plan, which has the degrees"))});
        found.simulated = true;
        return found;
    }
    found.world = worldOf(input);
    SHARDSCOPE_TRY(const profiler::Collectives collectives, profiler::findCollectives(run, task));
    const profiler::MeshFromGroups mesh = profiler::meshFromGroups(run, collectives);
    readCollectives(collectives, mesh, found);
    found.xla = nameWith(*run.timeline, "PjRt").has_value();
    for (std::size_t at = 0; at < run.timeline->names().size() && !found.stage; ++at) {
        const std::string_view name = run.timeline->names().text(core::NameId{at});
        if (name.size() > 3 && name.starts_with("PP:") && name[3] >= '0' && name[3] <= '9')
            found.stage = std::string(name); // torch/distributed/pipelining/schedules.py: "PP:0F3"
    }
    readGroups(run, found, guess);
    readUses(collectives, mesh, found, guess);
    SHARDSCOPE_TRY_DONE(readStages(input, collectives, mesh, task, found, guess));
    found.cut.unknownStages =
        found.cut.pipeline == 1 && (found.stage || (found.pairs && found.cut.context == 1));
    return found;
}

void refineByShapes(const OperationsOfStep& step, RankGuess& ranks, Guess& guess)
{
    const auto attention = attentionShape(step);
    const auto table = std::ranges::find_if(step.operations, [](const RecordedOperation& one) {
        return one.name == "aten::embedding" && !one.backward && !one.shapes.empty() &&
               one.shapes[0].size() == 2;
    });
    if (ranks.cut.tensor > 1 || !attention || table == step.operations.end())
        return;
    const std::int64_t width = table->shapes[0][1];
    const std::int64_t columns = attention->heads * attention->headDim;
    const std::int64_t parts = width % columns == 0 ? width / columns : 1;
    // A model may have fewer columns of attention than its width: a group of as many ranks must be there.
    if (parts < 2 || std::ranges::find(ranks.groups, parts) == ranks.groups.end())
        return;
    ranks.cut.tensor = parts;
    guess.plans("parallel.tensor", Value::ofInteger(parts),
                core::phrase(W_("attention has %1 of %2 columns, and %3 ranks communicate"),
                             {countText(columns), countText(width), countText(parts)}),
                Confidence::Medium);
}

void guessReplicas(const profiler::AnalysisInput& input, const OperationsOfStep& step, const RankGuess& ranks,
                   Guess& guess)
{
    if (ranks.simulated)
        return;
    const World& world = ranks.world;
    const std::int64_t others = ranks.cut.tensor * ranks.cut.pipeline * ranks.cut.context;
    const std::string why = whyNoReplicas(ranks, step);
    const std::string told = countText(world.ranks);
    if (!why.empty()) {
        guess.notKnown.push_back({"parallel.replica", why});
        return;
    }
    if (world.ranks % others != 0) {
        guess.notKnown.push_back(
            {"parallel.replica",
             core::phrase(W_("the world's %1 ranks are no multiple of the other degrees' %2"),
                          {told, countText(others)})});
        return;
    }
    guess.plans("parallel.replica", Value::ofInteger(world.ranks / others),
                world.ranks == 1 ? core::phrase(W_("no other rank is named"))
                : world.counted  ? core::phrase(W_("%1 devices or ranks were recorded"), {told})
                                 : core::phrase(W_("the world has %1 ranks"), {told}),
                world.ranks == 1 || others > 1 || nameWith(input.timeline(), "DistributedDataParallel")
                    ? Confidence::High
                    : Confidence::Medium);
}

} // namespace shardscope::app
