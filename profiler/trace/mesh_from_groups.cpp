// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/mesh_from_groups.h"

#include "profiler/trace/jobs.h"

#include <algorithm>
#include <string>

namespace shardscope::profiler {

namespace {

/// Words of descriptions. Short ones must stand alone between separators. Sources: torch/distributed
/// device_mesh.py ("mesh_" and the dimension's name), Megatron-LM megatron/core/parallel_state.py
/// (group_desc), torch/distributed/_composable/fsdp and DeepSpeed's deepspeed/utils/groups.py; "replica": our
/// own simulations.
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
    {"zero", GroupAxis::Replica},     {"ddp", GroupAxis::Replica},       {"replica", GroupAxis::Replica},
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

    [[nodiscard]] bool any() const { return transfers + allToAll + barriers + others > 0; }
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

std::int64_t worldOf(const core::Run& run, const Jobs& jobs, std::uint32_t job)
{
    std::int64_t world = 0;
    for (std::uint32_t at = 0; at < run.sources.size(); ++at) {
        const core::RunSource& source = run.sources[at];
        if (jobs.of(at) == job)
            world = std::max({world, source.worldSize, std::int64_t{source.rank} + 1});
    }
    return world;
}

/// What the calls of \p job do, by group.
std::vector<Use> usesIn(const Collectives& collectives, const Jobs& jobs, std::uint32_t job)
{
    std::vector<Use> uses(collectives.groups.size());
    for (const CollectiveCall& call : collectives.calls) {
        if (jobs.of(call.source) != job)
            continue;
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
    return uses;
}

} // namespace

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
    const Jobs jobs = jobsOf(run);
    const std::size_t groups = collectives.groups.size();
    MeshFromGroups found;
    found.roles.resize(groups);
    found.meshes.resize(run.sources.size());
    std::vector<bool> used(groups, false);
    for (const CollectiveCall& call : collectives.calls)
        used[call.group] = true;
    for (std::uint32_t job = 0; job < jobs.count; ++job) { // a rank's number means another one in each
        const std::vector<Use> uses = usesIn(collectives, jobs, job);
        std::vector<std::size_t> known; // what the job calls, and what nobody does
        for (std::size_t at = 0; at < groups; ++at) {
            if (uses[at].any() || !used[at])
                known.push_back(at);
        }
        const std::int64_t world = worldOf(run, jobs, job);
        for (const std::size_t at : known) {
            const CommunicationGroup& group = collectives.groups[at];
            GroupRole role{axisOfDescription(group.description), AxisFrom::Description};
            if (role.axis == GroupAxis::Unknown) {
                const bool all = static_cast<std::int64_t>(group.ranks.size()) == world;
                role = {axisOfUse(uses[at], known.size() == 1, all), AxisFrom::Use};
            }
            if (role.axis == GroupAxis::Unknown)
                role.from = AxisFrom::Nothing;
            if (found.roles[at].axis == GroupAxis::Unknown)
                found.roles[at] = role;
            for (std::uint32_t source = 0; source < run.sources.size(); ++source) {
                const std::int32_t rank = run.sources[source].rank;
                const auto place = std::ranges::lower_bound(group.ranks, rank);
                core::MeshCoordinate mesh = found.meshes[source].value_or(core::MeshCoordinate{});
                std::int64_t* const coordinate = coordinateOf(mesh, role.axis);
                if (jobs.of(source) != job || place == group.ranks.end() || *place != rank ||
                    coordinate == nullptr)
                    continue;
                *coordinate = place - group.ranks.begin();
                found.meshes[source] = mesh;
            }
        }
    }
    return found;
}

} // namespace shardscope::profiler
