// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of many runs: a document, a table, sentences.
#include "app/session/compare/runs_over_time.h"

#include "app/session/compare/difference_texts.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "core/units/percent.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Cell;

Json secondsOrNull(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
Cell secondsCell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

/// Why \p run was left out; empty: it was not.
QString leftOut(const RunInTime& run)
{
    if (run.side.steps.devices.empty())
        return Words::tr("no step is told");
    QStringList lines;
    for (const Obstacle& one : run.obstacles)
        lines << filled(Words::tr("%1, and %2 of the first"), {phraseText(one.b), phraseText(one.a)});
    return lines.join(QStringLiteral("; "));
}

bool isCompared(const RunInTime& run) { return !run.side.steps.devices.empty() && run.obstacles.empty(); }

QString changeSentence(const RunsOverTime& runs, const RunChange& one, core::TextStyle style)
{
    const ChangePoint& change = one.change;
    const double seconds = change.after - change.before;
    const auto relative = core::relativeChange(change.before, change.after);
    QString text = filled(
        seconds > 0 ? Words::tr("Since %1 (run %2 of %3) a step takes %4 more: %5, and %6 before (+%7, %8 "
                                "standard errors).")
                    : Words::tr("Since %1 (run %2 of %3) a step takes %4 less: %5, and %6 before (−%7, %8 "
                                "standard errors)."),
        {QString::fromStdString(runs.runs[change.at].side.label), QString::number(change.at + 1),
         QString::number(runs.runs.size()), timeText(std::abs(seconds), style), timeText(change.after, style),
         timeText(change.before, style), relative ? percentText(std::abs(*relative)) : QStringLiteral("?"),
         QString::number(std::lround(change.deviations))});
    constexpr double kHalf = 0.5;
    if (!one.part)
        return text + QStringLiteral(" ") +
               (std::abs(one.neighbours.steps.rest) >= kHalf * std::abs(seconds)
                    ? Words::tr("The files do not tell which part of it.")
                    : Words::tr("No part of it stands out."));
    const QString evidence = evidenceText(one.neighbours, *one.part, style);
    const QString part = partName(*one.part);
    const QString by = changeText(one.part->seconds, style);
    return text + QStringLiteral(" ") +
           (evidence.isEmpty() ? filled(Words::tr("Most of it: %1 %2."), {part, by})
                               : filled(Words::tr("Most of it: %1 %2 (%3)."), {part, by, evidence}));
}

} // namespace

QStringList runsSentences(const RunsOverTime& runs, core::TextStyle style)
{
    QStringList sentences;
    for (auto one = runs.changes.rbegin(); one != runs.changes.rend(); ++one)
        sentences << changeSentence(runs, *one, style);
    if (!sentences.isEmpty())
        return sentences;
    if (!runs.known)
        return {Words::tr("Whether a step takes longer than it did is not known: there are too few runs, and "
                          "too few steps in them, to tell how far they differ by themselves.")};
    double least = 0;
    double most = 0;
    for (const RunInTime& run : runs.runs) {
        if (!isCompared(run))
            continue;
        least = least == 0 ? runs.valueOf(run) : std::min(least, runs.valueOf(run));
        most = std::max(most, runs.valueOf(run));
    }
    return {filled(Words::tr("No run differs from those before it by more than runs and steps differ by "
                             "themselves: a step takes %1 to %2."),
                   {timeText(least, style), timeText(most, style)})};
}

std::string runsJson(const RunsOverTime& runs)
{
    Json json{{"order", runs.byClock ? "clock" : "name"},
              {"without_recorder", runs.withoutRecorders},
              {"known", runs.known},
              {"runs", Json::array()},
              {"changes", Json::array()},
              {"unread", Json::array()}};
    for (const RunInTime& run : runs.runs) {
        const bool any = !run.side.steps.devices.empty();
        Json one{{"run", run.side.label},
                 {"kind", core::nameOf(run.side.kind)},
                 {"start_ns", run.start > 0 ? Json(run.start) : Json(nullptr)},
                 {"steps", any ? Json(run.side.steps.devices.front().steps) : Json(nullptr)},
                 {"recorded_seconds", any ? Json(run.recorded) : Json(nullptr)},
                 {"unrecorded_seconds", secondsOrNull(run.unrecorded)},
                 {"error_seconds", secondsOrNull(run.error)},
                 {"peak_bytes", secondsOrNull(run.side.memoryPeak)}};
        one["left_out"] = isCompared(run) ? Json(nullptr) : Json(leftOut(run).toStdString());
        json["runs"].push_back(std::move(one));
    }
    for (const RunChange& one : runs.changes) {
        Json change{{"run", runs.runs[one.change.at].side.label}, {"number", one.change.at + 1},
                    {"before_seconds", one.change.before},        {"after_seconds", one.change.after},
                    {"standard_errors", one.change.deviations},   {"part", nullptr}};
        if (one.part) {
            change["part"] = one.part->straggler ? "straggler" : core::nameOf(one.part->term);
            change["part_seconds"] = one.part->seconds;
            change["evidence"] = evidenceText(one.neighbours, *one.part, {}).toStdString();
        }
        json["changes"].push_back(std::move(change));
    }
    for (const auto& [name, why] : runs.unread)
        json["unread"].push_back({{"file", name}, {"because", why}});
    json["sentences"] = Json::array();
    for (const QString& sentence : runsSentences(runs))
        json["sentences"].push_back(sentence.toStdString());
    json["beyond_tolerance"] = runs.beyond;
    return documentText(json);
}

core::Report runsReport(const RunsOverTime& runs)
{
    core::Report report;
    report.key = "runs";
    report.title = translated(N_("Runs over time")).toStdString();
    core::Table table{"runs", N_("Runs over time"), {}, {}};
    table.columns = {core::textColumn("run", N_("Run")),
                     core::integerColumn("steps", N_("Steps")),
                     core::secondsColumn("recorded_seconds", N_("Step as recorded")),
                     core::secondsColumn("unrecorded_seconds", N_("Without its recorder")),
                     core::secondsColumn("error_seconds", N_("Standard error")),
                     core::fractionColumn("change", N_("Change to the run before")),
                     core::bytesColumn("peak_bytes", N_("Memory peak")),
                     core::textColumn("left_out", N_("Left out because"))};
    const RunInTime* before = nullptr;
    for (const RunInTime& run : runs.runs) {
        const bool any = !run.side.steps.devices.empty();
        const bool compared = isCompared(run);
        const auto change = compared && before != nullptr
                                ? core::relativeChange(runs.valueOf(*before), runs.valueOf(run))
                                : std::nullopt;
        table.rows.push_back({Cell(run.side.label), any ? Cell(run.side.steps.devices.front().steps) : Cell(),
                              any ? Cell(run.recorded) : Cell(), secondsCell(run.unrecorded),
                              secondsCell(run.error), secondsCell(change), secondsCell(run.side.memoryPeak),
                              compared ? Cell() : Cell(leftOut(run).toStdString())});
        before = compared ? &run : before;
    }
    report.tables.push_back(std::move(table));
    core::Series series;
    series.key = "step";
    series.title = translated(N_("Step")).toStdString();
    series.yDimension = core::kSecond;
    for (std::size_t at = 0; at < runs.runs.size(); ++at) {
        if (!isCompared(runs.runs[at]))
            continue;
        series.x.push_back(static_cast<double>(at + 1));
        series.y.push_back(runs.valueOf(runs.runs[at]));
    }
    report.series.push_back(std::move(series));
    return report;
}

} // namespace shardscope::app
