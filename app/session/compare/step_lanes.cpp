// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/step_lanes.h"

#include "profiler/profiler.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

using core::OpClass;
using core::StepTerm;

std::string nameOfRow(const core::Timeline& timeline, std::uint32_t row)
{
    return row == profiler::kNoRow ? std::string() : std::string(timeline.text(timeline.name()[row]));
}

StepLane deviceLane(const DifferenceSide& side, const profiler::DeviceAccount& device, bool second)
{
    StepLane lane{second, false, device.shown.begin, device.shown.end - device.shown.begin, {}};
    const core::Timeline& timeline = side.input->timeline();
    lane.boxes.reserve(device.places.size());
    for (const profiler::TermPlace& place : device.places)
        lane.boxes.push_back({place.time.begin - device.shown.begin, place.time.end - device.shown.begin,
                              place.term, classOfTerm(place.term), nameOfRow(timeline, place.row),
                              core::isGap(place.term)});
    return lane;
}

/// The outermost operators and calls of the rank's threads; of those that run at once the earlier one.
core::Result<StepLane> hostLane(const DifferenceSide& side, const profiler::DeviceAccount& device,
                                bool second, const core::Task& task)
{
    StepLane lane{second, true, device.shown.begin, device.shown.end - device.shown.begin, {}};
    const core::Timeline& timeline = side.input->timeline();
    std::vector<std::uint32_t> rows;
    profiler::forEachHostLane(timeline, side.input->ranks()[device.part], [&](const core::Lane& one) {
        for (std::uint32_t row = one.begin; row < one.begin + one.count; ++row) {
            const std::int64_t begin = timeline.ts()[row];
            if (begin >= device.shown.end)
                break;
            const core::Role role = side.input->kinds().of(row).role;
            if (begin + timeline.dur()[row] > device.shown.begin &&
                (role == core::Role::Operator || role == core::Role::Launch))
                rows.push_back(row);
        }
    });
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    std::ranges::sort(rows, {},
                      [&](std::uint32_t row) { return std::pair(timeline.ts()[row], -timeline.dur()[row]); });
    std::int64_t until = device.shown.begin;
    for (const std::uint32_t row : rows) {
        const std::int64_t begin = std::max(timeline.ts()[row], until);
        const std::int64_t end = std::min(timeline.ts()[row] + timeline.dur()[row], device.shown.end);
        if (end <= begin)
            continue;
        const core::RowVerdict& verdict = side.input->kinds().of(row);
        lane.boxes.push_back(
            {begin - device.shown.begin, end - device.shown.begin, StepTerm::Unknown,
             verdict.role == core::Role::Launch ? OpClass::Host : core::opClassOf(verdict.work),
             nameOfRow(timeline, row), false});
        until = end;
    }
    return lane;
}

} // namespace

std::int64_t StepLanes::length() const
{
    std::int64_t longest = 0;
    for (const StepLane& lane : lanes)
        longest = std::max(longest, lane.length);
    return longest;
}

OpClass classOfTerm(StepTerm term)
{
    switch (term) {
    case StepTerm::Product:
    case StepTerm::GroupedProduct: return OpClass::MatrixProduct;
    case StepTerm::Attention: return core::opClassOf(core::WorkClass::Attention);
    case StepTerm::Norm: return core::opClassOf(core::WorkClass::Norm);
    case StepTerm::Embedding: return core::opClassOf(core::WorkClass::Embedding);
    case StepTerm::Routing: return core::opClassOf(core::WorkClass::Routing);
    case StepTerm::Quantise: return core::opClassOf(core::WorkClass::Quantise);
    case StepTerm::Loss: return core::opClassOf(core::WorkClass::Loss);
    case StepTerm::Optimizer: return core::opClassOf(core::WorkClass::Optimizer);
    case StepTerm::Copy: return OpClass::Copy;
    case StepTerm::SendReceive: return core::opClassOf(core::WorkClass::PointToPoint);
    case StepTerm::AllToAll: return core::opClassOf(core::WorkClass::CollectiveExpert);
    default: break;
    }
    if (core::isCommunication(term))
        return OpClass::CollectiveReplica;
    return core::isGap(term) ? OpClass::Host : core::opClassOf(core::WorkClass::Elementwise);
}

core::Result<StepLanes> stepLanes(const SideDifference& difference, std::size_t pair, const core::Task& task)
{
    StepLanes all;
    if (pair >= difference.steps.pairs.size() || !difference.a.input || !difference.b.input)
        return all;
    const auto [a, b] = difference.steps.pairs[pair];
    const std::pair<const DifferenceSide*, std::size_t> sides[]{{&difference.a, a}, {&difference.b, b}};
    for (const auto& [side, device] : sides)
        all.lanes.push_back(deviceLane(*side, side->steps.devices[device], side == &difference.b));
    for (const auto& [side, device] : sides) {
        if (side->kind != SideKind::Recorded)
            continue;
        SHARDSCOPE_TRY(StepLane host,
                       hostLane(*side, side->steps.devices[device], side == &difference.b, task));
        if (!host.boxes.empty())
            all.lanes.push_back(std::move(host));
    }
    return all;
}

} // namespace shardscope::app
