// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/rank_tables.h"

#include "app/session/text/messages.h"

#include <QCoreApplication>

namespace shardscope::app {

using core::Cell;
using core::CellKind;

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

QString clockVerdictText(profiler::ClockVerdict verdict)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("Source", text); };
    switch (verdict) {
    case profiler::ClockVerdict::Reference: return say(QT_TRANSLATE_NOOP("Source", "the run's clock"));
    case profiler::ClockVerdict::Agrees:
        return say(QT_TRANSLATE_NOOP("Source", "agrees with the run's clock; not moved"));
    case profiler::ClockVerdict::Aligned:
        return say(QT_TRANSLATE_NOOP("Source",
                                     "aligned by the ends of common collectives, or by sends and receives"));
    case profiler::ClockVerdict::NoCommon:
        return say(QT_TRANSLATE_NOOP("Source", "not known: no collective in common with a known clock"));
    case profiler::ClockVerdict::TooFew:
        return say(QT_TRANSLATE_NOOP("Source", "not known: fewer than three collectives in common"));
    case profiler::ClockVerdict::Spread:
        return say(QT_TRANSLATE_NOOP("Source", "not known: the common collectives contradict each other"));
    case profiler::ClockVerdict::Implausible:
        return say(QT_TRANSLATE_NOOP("Source", "not known: it would drift by more than 500 ppm"));
    }
    return {};
}

core::Table clockTable(const profiler::ImportedRun& imported)
{
    core::Table table;
    table.key = "clocks";
    table.title = QT_TRANSLATE_NOOP("Source", "Clocks");
    table.columns = {
        {"ranks", QT_TRANSLATE_NOOP("Source", "Ranks"), CellKind::Text, {}, {}},
        {"host", QT_TRANSLATE_NOOP("Source", "Host"), CellKind::Text, {}, {}},
        {"collectives",
         QT_TRANSLATE_NOOP("Source", "Collectives"),
         CellKind::Integer,
         {},
         QT_TRANSLATE_NOOP("Source", "shared with clocks that were known before")},
        {"offset_ns",
         QT_TRANSLATE_NOOP("Source", "Offset"),
         CellKind::Nanoseconds,
         {},
         QT_TRANSLATE_NOOP("Source", "added to every time of these files")},
        {"drift_ppm",
         QT_TRANSLATE_NOOP("Source", "Drift (ppm)"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "what the run's clock gains on this one, in millionths")},
        {"residual_ns",
         QT_TRANSLATE_NOOP("Source", "Residual"),
         CellKind::Nanoseconds,
         {},
         QT_TRANSLATE_NOOP("Source", "one standard deviation of the ends of collectives around the fit")},
        {"worst_ns", QT_TRANSLATE_NOOP("Source", "Worst"), CellKind::Nanoseconds, {}, {}},
        {"violations",
         QT_TRANSLATE_NOOP("Source", "Violations"),
         CellKind::Integer,
         {},
         QT_TRANSLATE_NOOP("Source", "collectives that somebody left before everybody had come")},
        {"verdict", QT_TRANSLATE_NOOP("Source", "Verdict"), CellKind::Text, {}, {}}};
    for (const profiler::HostClock& clock : imported.report.clocks.clocks) {
        const bool measured = clock.verdict != profiler::ClockVerdict::Reference && clock.collectives > 0;
        const auto figure = [&](std::int64_t value) { return measured ? Cell(value) : Cell(); };
        table.rows.push_back(
            {Cell(rankList(clock.ranks)), clock.host.empty() ? Cell() : Cell(clock.host),
             figure(static_cast<std::int64_t>(clock.collectives)), Cell(clock.shift.offsetNs),
             Cell(static_cast<double>(clock.shift.driftPpb) * 1e-3), figure(clock.residualNs),
             figure(clock.worstNs), figure(static_cast<std::int64_t>(clock.violations)),
             Cell(clockVerdictText(clock.verdict).toStdString())});
    }
    return table;
}

} // namespace shardscope::app
