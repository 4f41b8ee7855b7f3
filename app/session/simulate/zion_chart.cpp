// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/zion_chart.h"

#include "app/session/simulate/lane_chart.h"
#include "app/session/simulate/simulation_words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

const std::string kTrainer = "trainer 0"; // the others do the same a little later

/// What a trainer does, then what all of them share.
std::vector<LaneGroup> zionGroups()
{
    constexpr std::pair<const char*, const char*> kRows[] = {{"", "computing"},
                                                             {"", "embedding get"},
                                                             {"", "embedding put"},
                                                             {"", "received over TCP"},
                                                             {"", "sent over TCP"},
                                                             {"", "CPU cycles of TCP"},
                                                             {"MLP parameter server", "sent"},
                                                             {"MLP parameter server", "received"},
                                                             {"embedding servers", "sent"},
                                                             {"embedding servers", "received"},
                                                             {"embedding servers", "memory"}};
    std::vector<LaneGroup> out;
    for (const auto& [shared, row] : kRows) {
        const std::string process = *shared == 0 ? kTrainer : shared;
        out.push_back(
            {(laneName(process) + QStringLiteral(": ") + laneName(row)).toStdString(), {{process, row}}, {}});
    }
    return out;
}

} // namespace

ScheduleChart zionChart(planner::Simulation simulation)
{
    constexpr std::int64_t kBatches = 3;
    constexpr double kNanos = 1e-9;
    const core::RunPtr run = std::move(simulation.run);
    const auto behind = static_cast<std::size_t>(simulation.behind);
    ScheduleChart chart = chartOf(std::move(simulation));
    const auto steps = run->timeline->steps();
    std::vector<std::int64_t> ends;
    for (const core::StepMark& step : steps) {
        if (step.rank == steps.front().rank)
            ends.push_back(step.end);
    }
    const double to = static_cast<double>(ends[ends.size() - 1 - behind]) * kNanos;
    const double from = std::max(0.0, to - static_cast<double>(kBatches) * chart.stepSeconds);
    chart.steps = kBatches;
    addLaneGroups(*run, zionGroups(), from, to, chart);
    addLaneCounter(*run, kTrainer, "staleness", laneName("batches looked up, not yet put").toStdString(),
                   from, to, chart);
    return chart;
}

} // namespace shardscope::app
