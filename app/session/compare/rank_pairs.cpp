// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/rank_pairs.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/plan/mesh.h"
#include "core/report/columns.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

using core::Cell;
using core::MeshAxis;
using profiler::PlaceFrom;
using profiler::RankPlace;

constexpr std::pair<const char*, MeshAxis> kAxes[]{{"tensor", MeshAxis::Tensor},
                                                   {"context", MeshAxis::Context},
                                                   {"replica", MeshAxis::Replica},
                                                   {"pipeline", MeshAxis::Pipeline}};

const core::Axes* axesOf(const SideDifference& difference)
{
    const auto& [a, b] = std::pair(&difference.a.steps, &difference.b.steps);
    return a->axes ? &*a->axes : b->axes ? &*b->axes : nullptr;
}

} // namespace

core::Result<std::vector<MeshAxis>> rankOrder(const std::string& text)
{
    std::vector<MeshAxis> order;
    std::vector<std::string> known;
    for (const auto& [name, axis] : kAxes)
        known.emplace_back(name);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string one = text.substr(at, end - at);
        const auto found = std::ranges::find_if(kAxes, [&](const auto& axis) { return axis.first == one; });
        if (found == std::end(kAxes))
            return core::unknownName(one, known, W_("axis")).in("--rank-order");
        if (std::ranges::find(order, found->second) != order.end())
            return core::Error{core::ErrorCode::Inconsistent, {core::phrase(W_("%1 is named twice"), {one})}}
                .in("--rank-order");
        order.push_back(found->second);
        at = end + 1;
    }
    for (const auto& [name, axis] : kAxes) {
        if (!order.empty() && std::ranges::find(order, axis) == order.end())
            order.push_back(axis);
    }
    return order;
}

std::vector<std::string> rankOrders(const SideDifference& difference)
{
    const core::Axes* const axes = axesOf(difference);
    const auto planned = [](const DifferenceSide& side) { return side.steps.planned(); };
    if (axes == nullptr || planned(difference.a) == planned(difference.b))
        return {};
    const core::Mesh mesh(*axes);
    std::vector<std::size_t> several;
    for (std::size_t at = 0; at < std::size(kAxes); ++at) {
        if (mesh.degree(kAxes[at].second) > 1)
            several.push_back(at);
    }
    if (several.size() < 2)
        return {};
    std::vector<std::string> orders;
    do {
        std::string& order = orders.emplace_back();
        for (const std::size_t at : several)
            order += (order.empty() ? "" : ",") + std::string(kAxes[at].first);
    } while (std::ranges::next_permutation(several).found);
    return orders;
}

RankPlace placeOfPair(const SideDifference& difference, std::size_t pair)
{
    const core::Axes* const axes = axesOf(difference);
    if (axes == nullptr)
        return {};
    const auto& [a, b] = difference.steps.pairs[pair];
    const profiler::DeviceAccount& one = difference.a.steps.devices[a];
    const profiler::DeviceAccount& other = difference.b.steps.devices[b];
    const bool recordedIsB = one.planned;
    return profiler::placeOf(recordedIsB ? other : one, recordedIsB ? difference.b.steps : difference.a.steps,
                             *axes);
}

std::string placeText(const SideDifference& difference, const RankPlace& place)
{
    const core::Axes* const axes = axesOf(difference);
    std::string text;
    if (axes == nullptr)
        return text;
    const auto add = [&](char letter, const std::optional<std::int64_t>& at, std::int64_t degree) {
        if (at && degree > 1)
            text += (text.empty() ? "" : " ") + std::string(1, letter) + std::to_string(*at);
    };
    add('t', place.tensor, axes->tensor);
    add('c', place.context, axes->context);
    add('e', place.expert, axes->expert);
    add('r', place.replica, axes->replica);
    add('p', place.pipeline, axes->pipeline);
    return text;
}

core::Table pairsTable(const SideDifference& difference)
{
    constexpr const char* kFrom[]{"", N_("its number"), N_("order of sends and receives"),
                                  N_("process groups"), N_("you")};
    core::Table pairs{"pairs", N_("Devices that are each other's"), {}, {}};
    const core::Axes* const axes = axesOf(difference);
    const bool mesh = axes != nullptr && axes->devices() > 1;
    const auto numbered = [](const DifferenceSide& side) {
        return std::ranges::any_of(side.steps.devices, [](const auto& device) { return device.device >= 0; });
    };
    const bool devicesA = numbered(difference.a);
    const bool devicesB = numbered(difference.b);
    pairs.columns = {core::integerColumn("a_rank", N_("Rank of A")),
                     core::integerColumn("b_rank", N_("Rank of B"))};
    if (mesh) {
        pairs.columns.push_back(
            core::textColumn("place", N_("Place"),
                             N_("In the plan's mesh: t tensor, c context, e experts, r replica, p stage")));
        pairs.columns.push_back(core::wordColumn(core::Words::Text, "place_by", N_("Place told by")));
    }
    if (devicesA)
        pairs.columns.push_back(core::integerColumn("a_device", N_("Device of A")));
    if (devicesB)
        pairs.columns.push_back(core::integerColumn("b_device", N_("Device of B")));
    for (core::Column column : {core::integerColumn("a_steps", N_("Steps of A")),
                                core::integerColumn("a_warm_up", N_("Warm-up of A")),
                                core::integerColumn("b_steps", N_("Steps of B")),
                                core::integerColumn("b_warm_up", N_("Warm-up of B"))})
        pairs.columns.push_back(std::move(column));
    const auto number = [](std::int32_t told) { return told < 0 ? Cell() : Cell(std::int64_t{told}); };
    for (std::size_t pair = 0; pair < difference.steps.pairs.size(); ++pair) {
        const profiler::DeviceAccount& a = difference.a.steps.devices[difference.steps.pairs[pair].first];
        const profiler::DeviceAccount& b = difference.b.steps.devices[difference.steps.pairs[pair].second];
        std::vector<Cell> row{number(a.rank), number(b.rank)};
        if (mesh) {
            const RankPlace place = placeOfPair(difference, pair);
            const std::string text = placeText(difference, place);
            row.push_back(text.empty() ? Cell() : Cell(text));
            const char* const from = kFrom[static_cast<std::size_t>(place.from)];
            row.push_back(text.empty() || *from == 0 ? Cell() : Cell(std::string(from)));
        }
        if (devicesA)
            row.push_back(number(a.device));
        if (devicesB)
            row.push_back(number(b.device));
        for (const std::int64_t count : {a.steps, a.warmUp, b.steps, b.warmUp})
            row.emplace_back(count);
        pairs.rows.push_back(std::move(row));
    }
    return pairs;
}

} // namespace shardscope::app
