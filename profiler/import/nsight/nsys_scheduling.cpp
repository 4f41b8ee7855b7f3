// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsight/nsys_scheduling.h"

#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"

#include <map>
#include <optional>
#include <string>

namespace shardscope::profiler::nsys {

namespace {

/// "python3 1234 / main 1235": as the thread's own row is called.
std::string threadText(const Facts& facts, std::int64_t globalTid)
{
    const std::int64_t pid = pidOf(globalTid);
    const auto process = facts.processes.find(pid);
    const auto thread = facts.threads.find(globalTid);
    return (process == facts.processes.end() || process->second.empty() ? "process" : process->second) + " " +
           std::to_string(pid) + " / " +
           (thread == facts.threads.end() || thread->second.empty() ? "thread" : thread->second) + " " +
           std::to_string(tidOf(globalTid));
}

} // namespace

Step readScheduling(Export& tables, const TableColumns& columns, const Facts& facts, std::int64_t shift,
                    ImportTarget& target)
{
    if (!columns.has("start") || !columns.has("cpu") || !columns.has("isSchedIn") ||
        !columns.has("globalTid"))
        return core::Done{};
    struct Running {
        std::int64_t thread = 0;
        std::int64_t since = 0;
    };
    core::TimelineBuilder& builder = target.builder;
    const core::NameId category = validName(target, "sched");
    std::map<std::int64_t, std::optional<Running>> processors;
    return tables.forEach(
        "SELECT start, cpu, isSchedIn, globalTid FROM SCHED_EVENTS ORDER BY start, isSchedIn",
        [&](const DatabaseRows& row) {
            ++target.tally.events;
            if (!hasTime(row, 0, target.remarks))
                return;
            std::optional<Running>& now = processors[row.integer(1)];
            const std::int64_t ts = saturatedSum(clampTime(row.integer(0)), shift);
            const bool in = row.integer(2) != 0;
            if (now && (in || now->thread == row.integer(3))) { // out, or another one without a word
                const std::string name = "CPU " + std::to_string(row.integer(1));
                const core::TrackId id = builder.track("processors", name, target.source);
                core::Track& track = builder.describe(id);
                track.process = validName(target, "processors");
                track.thread = validName(target, name);
                track.threadOrder = row.integer(1);
                track.processOrder = 2'000'000; // behind the GPUs
                builder.slice(id, now->since, ts - now->since,
                              validName(target, threadText(facts, now->thread)), category);
                ++target.tally.slices;
                now.reset();
            } else if (!in) {
                target.remarks.note(RemarkKind::EndWithoutBegin, 0);
            }
            if (in)
                now = Running{row.integer(3), ts};
        });
}

} // namespace shardscope::profiler::nsys
