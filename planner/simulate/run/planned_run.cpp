// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/run/planned_run.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner {

std::uint32_t PlannedRun::addRank(std::int32_t rank)
{
    core::RunSource source;
    source.rank = rank;
    source.rankFrom = "plan";
    source.host = "simulation"; // one clock
    m_sources.push_back(std::move(source));
    return static_cast<std::uint32_t>(m_sources.size() - 1);
}

core::TrackId PlannedRun::addRow(const LaneRow& row, std::uint32_t source, std::int64_t processOrder,
                                 std::int64_t rowOrder)
{
    const core::NameId process = m_builder.intern(row.process);
    const core::NameId thread = m_builder.intern(row.name);
    const core::TrackId id = m_builder.track(row.process, row.name, source);
    core::Track& track = m_builder.describe(id);
    track.process = process;
    track.thread = thread;
    track.processOrder = processOrder;
    track.threadOrder = rowOrder;
    track.device = row.device;
    track.rank = row.rank;
    track.multiplicity =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.multiplicity, 1, 0xFFFFFFFF));
    return id;
}

void PlannedRun::addSteps(const std::vector<double>& ends)
{
    std::int64_t begin = 0;
    for (std::size_t step = 0; step < ends.size(); ++step) {
        const std::int64_t end = nanos(ends[step]);
        const core::NameId name = m_builder.intern("planned step " + std::to_string(step));
        for (std::size_t source = 0; source < m_sources.size(); ++source)
            m_builder.step(begin, end, name, m_sources[source].rank, static_cast<std::uint32_t>(source));
        begin = end;
    }
}

core::Result<core::RunPtr> PlannedRun::finish(const std::string& title, const core::Plan& plan,
                                              std::shared_ptr<const core::ArgumentSource> arguments,
                                              const core::Task& task)
{
    auto run = std::make_shared<core::Run>();
    core::LayoutTally tally;
    SHARDSCOPE_TRY(run->timeline, m_builder.build(task, tally));
    run->origin = core::RunOrigin::Simulated;
    run->title = title;
    run->plan = plan;
    run->sources = std::move(m_sources);
    run->arguments = std::move(arguments);
    return core::RunPtr(std::move(run));
}

} // namespace shardscope::planner
