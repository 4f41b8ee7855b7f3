// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/rank_places.h"

#include "profiler/analyze/input/rank_input.h"
#include "profiler/trace/mesh_from_groups.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardscope::profiler {

namespace {

std::optional<std::int64_t>* coordinateOf(RankPlace& place, GroupAxis axis)
{
    switch (axis) {
    case GroupAxis::Tensor: return &place.tensor;
    case GroupAxis::Context: return &place.context;
    case GroupAxis::Replica: return &place.replica;
    case GroupAxis::Pipeline: return &place.pipeline;
    case GroupAxis::Expert: return &place.expert;
    default: return nullptr;
    }
}

std::optional<std::int64_t>& coordinateOf(RankPlace& place, core::MeshAxis axis)
{
    switch (axis) {
    case core::MeshAxis::Tensor: return place.tensor;
    case core::MeshAxis::Context: return place.context;
    case core::MeshAxis::Replica: return place.replica;
    case core::MeshAxis::Pipeline: break;
    }
    return place.pipeline;
}

/// A rank's place in a group is its place along the group's axis. The widest group of an axis counts:
/// replicas that are sharded in nodes have a group for each level.
class Places {
public:
    explicit Places(std::size_t count)
        : m_places(count)
        , m_widest(count)
    {
    }

    void add(std::size_t part, std::int32_t rank, GroupAxis axis, std::vector<std::int32_t> ranks,
             PlaceFrom from)
    {
        std::optional<std::int64_t>* const coordinate = coordinateOf(m_places[part], axis);
        std::ranges::sort(ranks);
        const auto at = std::ranges::lower_bound(ranks, rank);
        if (coordinate == nullptr || at == ranks.end() || *at != rank || ranks.size() <= m_widest[part][axis])
            return;
        m_widest[part][axis] = ranks.size();
        *coordinate = at - ranks.begin();
        m_places[part].from = std::max(m_places[part].from, from);
    }

    [[nodiscard]] RankPlace& at(std::size_t part) { return m_places[part]; }
    std::vector<RankPlace> take() { return std::move(m_places); }

private:
    std::vector<RankPlace> m_places;
    std::vector<std::map<GroupAxis, std::size_t>> m_widest;
};

/// What a rank's transfers say of its stage.
struct Sender {
    std::int64_t begin = 0;
    bool sendsFirst = false; ///< before it receives: it is of the first stage
    std::int32_t to = -1;    ///< of its first send, which is a forward pass' unless it is of the last stage
    std::int64_t sent = 0;
    bool any = false;
};

/// Stages by who hands on to whom, from the first ones on.
std::map<std::int32_t, std::int64_t> stagesByTransfers(const AnalysisInput& input,
                                                       const Collectives& collectives)
{
    std::map<std::int32_t, Sender> senders;
    for (const CollectiveCall& call : collectives.calls) {
        if (call.kind != CollectiveKind::Send && call.kind != CollectiveKind::Receive)
            continue;
        const bool sends = call.kind == CollectiveKind::Send;
        const std::int64_t begin =
            input.timeline().ts()[call.host == core::SliceId::kNone ? call.row : call.host];
        Sender& of = senders[call.rank];
        if (!of.any || begin < of.begin) {
            of.begin = begin;
            of.sendsFirst = sends;
        }
        if (sends && call.peer >= 0 && (of.to < 0 || begin < of.sent)) {
            of.to = call.peer;
            of.sent = begin;
        }
        of.any = true;
    }
    std::map<std::int32_t, std::int64_t> stages;
    for (const auto& [first, sender] : senders) {
        if (!sender.sendsFirst)
            continue;
        std::set<std::int32_t> visited;
        std::int64_t stage = 0;
        for (std::int32_t rank = first; rank >= 0 && visited.insert(rank).second;) {
            const auto next = senders.find(rank);
            if (next == senders.end())
                break;
            stages.try_emplace(rank, stage++);
            rank = next->second.to;
        }
    }
    return stages;
}

} // namespace

core::Result<std::vector<RankPlace>> rankPlaces(const AnalysisInput& input, const core::Task& task)
{
    const core::Run& run = input.run();
    Places places(input.ranks().size());
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const core::RunSource& source = run.sources[input.ranks()[part].source];
        for (const core::ProcessGroup& group : source.groups)
            places.add(part, source.rank, axisOfDescription(group.description), group.ranks,
                       PlaceFrom::Groups);
    }
    if (input.ranks().size() < 2)
        return places.take();
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    const Collectives& collectives = ranks->collectives;
    const MeshFromGroups mesh = meshFromGroups(run, collectives);
    const std::map<std::int32_t, std::int64_t> stages = stagesByTransfers(input, collectives);
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const std::int32_t rank = input.ranks()[part].rank;
        for (std::size_t group = 0; group < collectives.groups.size(); ++group) {
            if (mesh.roles[group].from == AxisFrom::Nothing ||
                (mesh.roles[group].axis == GroupAxis::Pipeline && !stages.empty()))
                continue;
            places.add(part, rank, mesh.roles[group].axis, collectives.groups[group].ranks,
                       PlaceFrom::Groups);
        }
        RankPlace& place = places.at(part);
        const auto stage = stages.find(rank);
        if (!place.pipeline && stage != stages.end()) {
            place.pipeline = stage->second;
            place.from = std::max(place.from, PlaceFrom::Transfers);
        }
    }
    return places.take();
}

RankPlace placeIn(const core::Axes& axes, const RankPlace& told, std::int64_t rank,
                  std::span<const core::MeshAxis> order)
{
    using core::MeshAxis;
    constexpr MeshAxis kAxes[]{MeshAxis::Tensor, MeshAxis::Context, MeshAxis::Replica, MeshAxis::Pipeline};
    const core::Mesh mesh(axes);
    RankPlace place;
    if (rank < 0 || rank >= axes.devices())
        return told;
    if (!order.empty()) {
        std::int64_t rest = rank;
        for (const MeshAxis axis : order) {
            coordinateOf(place, axis) = rest % mesh.degree(axis);
            rest /= mesh.degree(axis);
        }
        place.from = PlaceFrom::User;
        return place;
    }
    place = told;
    const core::MeshCoordinate number = mesh.coordinate(rank);
    RankPlace byNumber{number.tensor,   number.context, number.replica,
                       number.pipeline, std::nullopt,   PlaceFrom::Number};
    bool agrees = true;
    for (const MeshAxis axis : kAxes) {
        std::optional<std::int64_t>& own = coordinateOf(place, axis);
        if (own && *own >= mesh.degree(axis))
            own.reset(); // a mesh of other degrees
        if (mesh.degree(axis) == 1)
            own = 0;
        agrees = agrees && (!own || own == coordinateOf(byNumber, axis));
    }
    for (const MeshAxis axis : kAxes) {
        std::optional<std::int64_t>& own = coordinateOf(place, axis);
        if (!own && agrees)
            own = coordinateOf(byNumber, axis);
    }
    if (place.from == PlaceFrom::Nothing && agrees)
        place.from = PlaceFrom::Number;
    return place;
}

} // namespace shardscope::profiler
