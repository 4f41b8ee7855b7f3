// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/moving_calls.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

/// The innermost operation around a launch, and whether what it makes is used next to it.
struct Around {
    std::uint32_t operation = kNoRow;
    bool apart = false;
};
Around aroundLaunch(const AnalysisInput& input, std::uint32_t launch)
{
    const core::Timeline& timeline = input.timeline();
    Around around;
    for (auto at = timeline.parentOf(core::SliceId{launch}); at; at = timeline.parentOf(*at)) {
        const core::Role role = input.kinds().of(at->value).role;
        if (role != core::Role::Operator && role != core::Role::Range)
            break;
        if (role == core::Role::Operator && around.operation == kNoRow)
            around.operation = at->value;
        around.apart = around.apart || input.text(timeline.name()[at->value]).find("AccumulateGrad") !=
                                           std::string_view::npos;
    }
    return around;
}

} // namespace

core::Result<MovingCalls> movingCalls(const AnalysisInput& input, std::size_t part, bool readShapes,
                                      const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    MovingCalls found;
    found.callOf.assign(work.rows.size(), kNoRow);
    std::vector<std::int8_t> moves(timeline.names().size(), -1); // by name; -1: not asked yet
    std::unordered_map<std::uint32_t, std::uint32_t> callOfRow;
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        if (at % 4096 == 0)
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (work.kinds[at] != KernelKind::Compute || launches->launch[at] == kNoRow)
            continue;
        const Around around = aroundLaunch(input, launches->launch[at]);
        if (around.operation == kNoRow)
            continue;
        const core::NameId name = timeline.name()[around.operation];
        std::int8_t& own = moves[name.index()];
        if (own < 0)
            own = isMovingOperation(input.text(name)) ? 1 : 0;
        if (own == 0)
            continue;
        const auto [call, isNew] =
            callOfRow.try_emplace(around.operation, static_cast<std::uint32_t>(found.calls.size()));
        if (isNew)
            found.calls.push_back({around.operation, name, std::nullopt, around.apart});
        found.callOf[at] = call->second;
    }
    if (!readShapes)
        return found;
    const auto rows = core::mapped<std::uint32_t>(found.calls, &MovingCall::row);
    SHARDSCOPE_TRY_DONE(input.columns().visit(
        rows,
        [&](std::size_t at, std::string_view object) {
            MovingCall& call = found.calls[at];
            call.moved = movedBytes(input.text(call.name), readArguments(object));
        },
        task));
    found.anyShapes =
        std::ranges::any_of(found.calls, [](const MovingCall& call) { return call.moved.has_value(); });
    return found;
}

} // namespace shardscope::profiler
