// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/rank_tables.h"

#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

namespace shardscope::app {

using core::Cell;

std::string rankList(const std::vector<std::int32_t>& ranks)
{
    std::string text;
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(ranks[first]);
        if (last > first)
            text += (last == first + 1 ? ", " : "–") + std::to_string(ranks[last]);
        first = last + 1;
    }
    return text;
}

namespace {

const char* clockVerdictText(profiler::ClockVerdict verdict)
{
    return wordFor(verdict, {N_("the run's clock"), N_("agrees with the run's clock; not moved"),
                             N_("aligned by the ends of common collectives, or by sends and receives"),
                             N_("not known: no collective in common with a known clock"),
                             N_("not known: fewer than three collectives in common"),
                             N_("not known: the common collectives contradict each other"),
                             N_("not known: it would drift by more than 500 ppm")});
}

} // namespace

core::Table clockTable(const profiler::ImportedRun& imported)
{
    core::Table table{"clocks", N_("Clocks"), {}, {}};
    table.columns = {
        core::textColumn("ranks", N_("Ranks")),
        core::textColumn("host", N_("Host")),
        core::integerColumn("collectives", N_("Collectives"),
                            N_("shared with clocks that were known before")),
        core::nanosColumn("offset", N_("Offset"), N_("added to every time of these files")),
        core::realColumn("drift_ppm", N_("Drift (ppm)"),
                         N_("what the run's clock gains on this one, in millionths")),
        core::nanosColumn("residual", N_("Residual"),
                          N_("one standard deviation of the ends of collectives around the fit")),
        core::nanosColumn("worst", N_("Worst")),
        core::integerColumn("violations", N_("Violations"),
                            N_("collectives that somebody left before everybody had come")),
        core::wordColumn(core::Words::Text, "verdict", N_("Verdict"))};
    for (const profiler::HostClock& clock : imported.report.clocks.clocks) {
        const bool measured = clock.verdict != profiler::ClockVerdict::Reference && clock.collectives > 0;
        const auto figure = [&](std::int64_t value) { return measured ? Cell(value) : Cell(); };
        table.rows.push_back(
            {Cell(rankList(clock.ranks)), clock.host.empty() ? Cell() : Cell(clock.host),
             figure(static_cast<std::int64_t>(clock.collectives)), Cell(clock.shift.offsetNs),
             Cell(static_cast<double>(clock.shift.driftPpb) * 1e-3), figure(clock.residualNs),
             figure(clock.worstNs), figure(static_cast<std::int64_t>(clock.violations)),
             Cell(std::string(clockVerdictText(clock.verdict)))});
    }
    return table;
}

} // namespace shardscope::app
