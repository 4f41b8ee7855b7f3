// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/schedule/quick_times.h"

#include "planner/schedule/action_index.h"

#include <algorithm>
#include <array>
#include <limits>

namespace shardscope::planner {
namespace {

std::int64_t peakChunksOf(const std::vector<Action>& actions)
{
    std::int64_t held = 0;
    std::int64_t most = 0;
    for (const Action& action : actions) {
        if (action.kind == ActionKind::Forward || action.kind == ActionKind::Overlapped)
            most = std::max(most, ++held);
        if (action.kind != ActionKind::Forward && action.kind != ActionKind::InputGradient)
            --held;
    }
    return most;
}

} // namespace

core::Result<QuickTimes> QuickTimes::of(const PipelineOrder& order)
{
    QuickTimes out(order.ranks.size());
    out.m_steps.reserve(order.actions());
    const ActionTable table(order);
    std::vector<std::vector<std::int32_t>> places(order.ranks.size()); // of a rank's actions so far
    bool moved = true;
    while (moved) {
        moved = false;
        for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
            const std::vector<Action>& actions = order.ranks[rank];
            while (places[rank].size() < actions.size()) {
                const Action& action = actions[places[rank].size()];
                std::array<std::int32_t, 2> waits{-1, -1}; // no action waits for more on other ranks
                std::size_t count = 0;
                bool ready = true;
                table.dependencies(action, [&](const ActionPlace& place) {
                    const auto& there = places[static_cast<std::size_t>(place.rank)];
                    if (static_cast<std::size_t>(place.index) >= there.size())
                        ready = false;
                    else if (static_cast<std::size_t>(place.rank) != rank)
                        waits[count++] = there[static_cast<std::size_t>(place.index)];
                });
                if (!ready)
                    break;
                places[rank].push_back(static_cast<std::int32_t>(out.m_steps.size()));
                out.m_steps.push_back({action.kind, static_cast<std::uint16_t>(rank), waits[0], waits[1]});
                moved = true;
            }
        }
    }
    if (out.m_steps.size() < order.actions())
        return timeSchedule(order, {}).error(); // which says what can never start
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank)
        out.m_peaks[rank] = peakChunksOf(order.ranks[rank]);
    return out;
}

QuickTimes::Spans QuickTimes::spans(const ScheduleCosts& costs) const
{
    const std::array<double, 5> takes{costs.forward, costs.inputGradient, costs.weightGradient,
                                      costs.wholeBackward(), costs.pair()}; // as ActionKind has them
    std::vector<double> starts(ranks(), std::numeric_limits<double>::infinity());
    std::vector<double> clocks(ranks(), 0);
    std::vector<double> ends(m_steps.size());
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step& step = m_steps[i];
        double start = clocks[step.rank];
        if (step.first >= 0)
            start = std::max(start, ends[static_cast<std::size_t>(step.first)]);
        if (step.second >= 0)
            start = std::max(start, ends[static_cast<std::size_t>(step.second)]);
        starts[step.rank] = std::min(starts[step.rank], start);
        ends[i] = clocks[step.rank] = start + takes[static_cast<std::size_t>(step.kind)];
    }
    Spans out;
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
        out.step = std::max(out.step, clocks[rank]);
        out.ofRank = std::max(out.ofRank, clocks[rank] - starts[rank]);
    }
    return out;
}

} // namespace shardscope::planner
