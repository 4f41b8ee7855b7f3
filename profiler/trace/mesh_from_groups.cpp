// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/mesh_from_groups.h"

#include <algorithm>
#include <array>
#include <string>

namespace shardscope::profiler {

namespace {

constexpr std::array<std::string_view, 8> kKeys{"unknown", "world",  "tensor",   "context",
                                                "replica", "expert", "pipeline", "several"};

/// Words of descriptions. Short ones must stand alone between separators. Sources: torch/distributed
/// device_mesh.py ("mesh_" and the dimension's name), Megatron-LM megatron/core/parallel_state.py
/// (group_desc), torch/distributed/_composable/fsdp and DeepSpeed's deepspeed/utils/groups.py.
struct Word {
    std::string_view text;
    GroupAxis axis;
};
constexpr Word kWords[] = {
    {"tensor", GroupAxis::Tensor},    {"tp", GroupAxis::Tensor},         {"pipeline", GroupAxis::Pipeline},
    {"pp", GroupAxis::Pipeline},      {"context", GroupAxis::Context},   {"cp", GroupAxis::Context},
    {"sequence", GroupAxis::Context}, {"sp", GroupAxis::Context},        {"expert", GroupAxis::Expert},
    {"ep", GroupAxis::Expert},        {"data", GroupAxis::Replica},      {"dp", GroupAxis::Replica},
    {"fsdp", GroupAxis::Replica},     {"replicate", GroupAxis::Replica}, {"shard", GroupAxis::Replica},
    {"zero", GroupAxis::Replica},     {"ddp", GroupAxis::Replica},
};

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter)
            words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    return words;
}

/// What the calls of one group do.
struct Use {
    std::size_t transfers = 0;
    std::size_t allToAll = 0;
    std::size_t barriers = 0;
    std::size_t others = 0;
};

GroupAxis axisOfUse(const Use& use, bool onlyGroup, bool world)
{
    if (use.transfers > 0 && use.allToAll + use.others == 0)
        return GroupAxis::Pipeline;
    if (use.allToAll > 0 && use.transfers + use.others == 0)
        return GroupAxis::Expert;
    if (world && onlyGroup && use.others > 0 && use.transfers + use.allToAll == 0)
        return GroupAxis::Replica;
    return world ? GroupAxis::World : GroupAxis::Unknown;
}

std::int64_t* coordinateOf(core::MeshCoordinate& mesh, GroupAxis axis)
{
    switch (axis) {
    case GroupAxis::Tensor: return &mesh.tensor;
    case GroupAxis::Context: return &mesh.context;
    case GroupAxis::Replica: return &mesh.replica;
    case GroupAxis::Pipeline: return &mesh.pipeline;
    default: return nullptr;
    }
}

std::int64_t worldOf(const core::Run& run)
{
    std::int64_t world = 0;
    for (const core::RunSource& source : run.sources)
        world = std::max({world, source.worldSize, std::int64_t{source.rank} + 1});
    return world;
}

} // namespace

std::string_view groupAxisKey(GroupAxis axis) { return kKeys[static_cast<std::size_t>(axis)]; }

GroupAxis axisOfDescription(std::string_view description)
{
    GroupAxis axis = GroupAxis::Unknown;
    for (const std::string& word : wordsOf(description)) {
        const auto known =
            std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& w) { return w.text == word; });
        if (known == std::end(kWords) || known->axis == axis)
            continue;
        // Megatron's EXPERT_DATA_PARALLEL_GROUP holds the replicas of an expert.
        if (axis == GroupAxis::Expert && known->axis == GroupAxis::Replica)
            axis = GroupAxis::Replica;
        else
            axis = axis == GroupAxis::Unknown ? known->axis : GroupAxis::Several;
    }
    return axis;
}

MeshFromGroups meshFromGroups(const core::Run& run, const Collectives& collectives)
{
    MeshFromGroups found;
    std::vector<Use> uses(collectives.groups.size());
    for (const CollectiveCall& call : collectives.calls) {
        Use& use = uses[call.group];
        if (isPointToPoint(call.kind))
            ++use.transfers;
        else if (call.kind == CollectiveKind::AllToAll)
            ++use.allToAll;
        else if (call.kind == CollectiveKind::Barrier)
            ++use.barriers;
        else
            ++use.others;
    }
    const std::int64_t world = worldOf(run);
    for (std::size_t at = 0; at < collectives.groups.size(); ++at) {
        const CommunicationGroup& group = collectives.groups[at];
        GroupRole role{axisOfDescription(group.description), AxisFrom::Description};
        if (role.axis == GroupAxis::Unknown) {
            const bool all = static_cast<std::int64_t>(group.ranks.size()) == world;
            role = {axisOfUse(uses[at], collectives.groups.size() == 1, all), AxisFrom::Use};
        }
        if (role.axis == GroupAxis::Unknown)
            role.from = AxisFrom::Nothing;
        found.roles.push_back(role);
    }
    found.meshes.resize(run.sources.size());
    for (std::size_t at = 0; at < collectives.groups.size(); ++at) {
        const std::vector<std::int32_t>& ranks = collectives.groups[at].ranks;
        for (std::size_t source = 0; source < run.sources.size(); ++source) {
            const auto place = std::lower_bound(ranks.begin(), ranks.end(), run.sources[source].rank);
            core::MeshCoordinate mesh = found.meshes[source].value_or(core::MeshCoordinate{});
            std::int64_t* const coordinate = coordinateOf(mesh, found.roles[at].axis);
            if (place == ranks.end() || *place != run.sources[source].rank || coordinate == nullptr)
                continue;
            *coordinate = place - ranks.begin();
            found.meshes[source] = mesh;
        }
    }
    return found;
}

} // namespace shardscope::profiler
