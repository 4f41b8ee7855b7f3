// SPDX-License-Identifier: GPL-3.0-or-later
// Every counter of a run: least, most, mean over time (each value holds until the next), and when it peaked.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>

namespace shardscope::profiler {

core::Result<std::string_view> countersLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                             const core::Task& /*task*/)
{
    return std::string_view(input.timeline().counterTracks().empty() ? "no_counters" : "");
}

core::Result<core::Report> counters(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                    const core::Task& task)
{
    core::Report report;
    core::Table table = mainTable(
        {textColumn("process", N_("Process")), textColumn("name", N_("Name")),
         textColumn("series", N_("Series")), integerColumn("samples", N_("Samples")),
         realColumn("min", N_("Least")), realColumn("max", N_("Most")), timeColumn("max_at", N_("At")),
         realColumn("time_mean", N_("Mean over time")), realColumn("last", N_("Last"))});
    const core::Timeline& timeline = input.timeline();
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const auto samples = timeline.counterSamples().subspan(counter.begin, counter.count);
        double least = samples.front().value;
        const core::CounterSample* most = &samples.front();
        double area = 0;
        for (std::size_t at = 0; at < samples.size(); ++at) {
            least = std::min(least, samples[at].value);
            most = samples[at].value > most->value ? &samples[at] : most;
            if (at > 0)
                area += samples[at - 1].value * static_cast<double>(samples[at].ts - samples[at - 1].ts);
        }
        const std::int64_t span = samples.back().ts - samples.front().ts;
        table.rows.push_back(
            {std::string(input.text(counter.processKey)), std::string(input.text(counter.name)),
             std::string(input.text(counter.series)), static_cast<std::int64_t>(samples.size()), least,
             most->value, timeCell(input, most->ts),
             span > 0 ? core::Cell{area / static_cast<double>(span)} : core::Cell{}, samples.back().value});
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
