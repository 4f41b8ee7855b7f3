// SPDX-License-Identifier: GPL-3.0-or-later
// A solved study as tables and sentences.
#include "app/session/accuracy/known_digits.h"
#include "app/session/search/layout_words.h"
#include "app/session/study/solved_study.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/joined.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/planner.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

QString number(double value, int digits)
{
    return QString::fromStdString(
        core::quantityText(value, core::kNumber, {.significantDigits = digits}).joined());
}

/// Writes as many digits as the value's range leaves it.
QString known(const Spread& spread, double unit)
{
    const int digits = knownDigits(spread.likely, {spread.low, spread.high});
    return number(toDigits(spread.likely / unit, core::kNumber, digits), std::max(3, digits));
}

QString daysText(const Spread& seconds)
{
    return filled(
        Words::tr("%1 days (%2 to %3)"),
        {known(seconds, kStudyDay), number(seconds.low / kStudyDay, 2), number(seconds.high / kStudyDay, 2)});
}

/// "1.03 M USD", "970 k USD".
QString moneyText(double value, int digits, core::TextStyle style)
{
    const double rounded = toDigits(value, core::kCurrency, digits);
    constexpr double kThousand = 1e3;
    constexpr double kMillion = 1e6;
    if (rounded >= kMillion)
        return number(rounded / kMillion, std::max(2, digits)) + QStringLiteral(" M USD");
    if (rounded >= 10 * kThousand)
        return number(rounded / kThousand, std::max(3, digits)) + QStringLiteral(" k USD");
    return QString::fromStdString(core::quantityText(rounded, core::kCurrency, style).joined());
}

QString moneyText(const Spread& cost, core::TextStyle style)
{
    const int digits = knownDigits(cost.likely, {cost.low, cost.high});
    const auto text = [&](double value) { return moneyText(value, digits, style); };
    return filled(Words::tr("%1 (%2 to %3)"), {text(cost.likely), text(cost.low), text(cost.high)});
}

core::Cell likely(const std::optional<Spread>& spread)
{
    return spread ? core::Cell(spread->likely) : core::Cell();
}

core::Cell kilograms(const std::optional<Spread>& grams)
{
    constexpr double kGrams = 1000;
    return grams ? core::Cell(grams->likely / kGrams) : core::Cell();
}

/// "Llama 3 70B on 512 dgx-h100: 2,000 tokens/s" of what was measured nearest to the scenario.
core::Cell nearestRunText(const SolvedScenario& one)
{
    if (one.published.nearest.empty())
        return {};
    const NearestRun& run = one.published.nearest.front();
    std::string text = run.model + ", " + std::to_string(run.devices) + " " + run.hardware;
    if (!run.framework.empty())
        text += ", " + run.framework;
    return text;
}

constexpr const char* kHolds[]{N_("yes, at both ends of its range"), N_("likely"), N_("no")};

core::Table scenarioTable(const SolvedStudy& solved)
{
    core::Table table{"scenarios", N_("Scenarios"), {}, {}, {}};
    table.columns = {
        core::textColumn("scenario", N_("Scenario")),
        core::wordColumn(core::Words::Text, "holds", N_("Holds"),
                         N_("whether deadline and budget are kept, with the ranges of time and money")),
        core::integerColumn("devices", N_("Devices")),
        core::quantityColumn("training_seconds", N_("Training"), core::kSecond,
                             N_("interruptions, checkpoints and what else holds trainings up are in it")),
        core::quantityColumn("low_seconds", N_("At least"), core::kSecond, N_("lower end of the 80 % range")),
        core::quantityColumn("high_seconds", N_("At most"), core::kSecond, N_("upper end of the 80 % range")),
        core::quantityColumn("cost", N_("Money"), core::kCurrency, N_("spare devices are paid for")),
        core::quantityColumn("energy_joules", N_("Energy"), core::kJoule),
        core::realColumn("carbon_kg", N_("Carbon, kg CO2e"), N_("by the factor of the grid that was said")),
        core::fractionColumn("goodput", N_("Goodput"), N_("share of the time that is progress")),
        core::realColumn("tokens_per_second", N_("Tokens a second"), N_("of all devices, while it goes on")),
        core::fractionColumn("share_of_peak", N_("Share of peak"), N_("model FLOPs over the devices' peak")),
        core::bytesColumn("peak_bytes", N_("Memory"), N_("of the fullest device")),
        core::bytesColumn("memory_left_bytes", N_("Memory left"), N_("of the fullest device")),
        core::textColumn("framework", N_("Framework")),
        core::textColumn("layout", N_("Layout")),
        core::quantityColumn("checkpoint_interval_seconds", N_("Interval"), core::kSecond,
                             N_("of work between two checkpoints")),
        core::textColumn("nearest_run", N_("Nearest measured run")),
        core::textColumn("machine", N_("Machine"))};
    std::vector<std::size_t> order(solved.scenarios.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t at) {
        const SolvedScenario& one = solved.scenarios[at];
        const double measure = !one.feasible()             ? 0
                               : solved.byCost && one.cost ? one.cost->likely
                                                           : one.seconds.likely;
        return std::tuple(solved.decision != at, one.holds(), !one.feasible(), measure);
    });
    for (const std::size_t at : order) {
        const SolvedScenario& one = solved.scenarios[at];
        if (!one.feasible()) {
            std::vector<core::Cell> row(table.columns.size());
            row[0] = one.scenario.name;
            row.back() = one.scenario.hardware;
            row[1] = std::string(one.refused.has_value() ? N_("cannot be asked") : N_("does not fit"));
            if (one.nearest)
                row[12] = one.nearest->hit.peakBytes;
            table.rows.push_back(std::move(row));
            continue;
        }
        table.rows.push_back(
            {one.scenario.name, std::string(wordFor(one.holds(), kHolds)), one.devices, one.seconds.likely,
             one.seconds.low, one.seconds.high, likely(one.cost), likely(one.energy), kilograms(one.carbon),
             one.goodput.share.likely, one.tokensPerSecond, one.evaluation->throughput.modelFlopsUtilization,
             one.best->hit.peakBytes, one.best->hit.capacityBytes - one.best->hit.peakBytes,
             frameworkTitle(planner::frameworkOf(one.evaluation->plan, one.hardware)).toStdString(),
             layoutWords(one.evaluation->plan), one.goodput.interval, nearestRunText(one),
             one.scenario.hardware});
    }
    if (!solved.study.job.carbonPerKwh) { // nothing is told that nobody gave a factor for
        const auto carbon = static_cast<std::ptrdiff_t>(*table.columnIndex("carbon_kg"));
        table.columns.erase(table.columns.begin() + carbon);
        for (std::vector<core::Cell>& row : table.rows)
            row.erase(row.begin() + carbon);
    }
    return table;
}

core::Table breakEvenTable(const SolvedStudy& solved)
{
    core::Table table{"break_even", N_("What would change it"), {}, {}, {}};
    table.columns = {core::textColumn("what", N_("What")), core::textColumn("scenario", N_("Scenario")),
                     core::realColumn("value", N_("At")), core::realColumn("now", N_("Now"))};
    for (const BreakEven& one : solved.breakEven)
        table.rows.push_back({one.what, one.scenario, one.value, one.now});
    return table;
}

core::Table failureTable(const SolvedStudy& solved)
{
    core::Table table{"failures", N_("What goodput rests on"), {}, {}, {}};
    table.columns = {
        core::textColumn("scenario", N_("Scenario")),
        core::secondsColumn("between_seconds", N_("Between interruptions"), N_("of the whole job")),
        core::bytesColumn("checkpoint_bytes", N_("Checkpoint")),
        core::secondsColumn("checkpoint_seconds", N_("Writing it")),
        core::secondsColumn("interval_seconds", N_("Interval"), N_("of work between two: Young's")),
        core::secondsColumn("restart_seconds", N_("Restart")),
        core::fractionColumn("interruptions_leave", N_("Interruptions leave")),
        core::fractionColumn("other_leaves", N_("Other things leave"), N_("evaluations, upkeep, people")),
        core::fractionColumn("low_goodput", N_("Goodput at least")),
        core::fractionColumn("goodput", N_("Goodput")),
        core::fractionColumn("high_goodput", N_("Goodput at most"))};
    for (const SolvedScenario& one : solved.scenarios) {
        if (!one.feasible())
            continue;
        const ScenarioGoodput& goodput = one.goodput;
        table.rows.push_back({one.scenario.name, goodput.between, goodput.checkpointBytes,
                              goodput.checkpointStop, goodput.interval, goodput.restart,
                              goodput.interruptionsLeave, goodput.otherLeaves, goodput.share.low,
                              goodput.share.likely, goodput.share.high});
    }
    return table;
}

} // namespace

core::Report studyReport(const SolvedStudy& solved)
{
    core::Report report{"study", N_("Study"), {}, {}, {}, {}};
    report.tables = {scenarioTable(solved), breakEvenTable(solved), failureTable(solved)};
    std::erase_if(report.tables, [](const core::Table& table) { return table.rows.empty(); });
    return report;
}

QString breakEvenSentence(const BreakEven& breakEven)
{
    QStringList args;
    for (const std::string& arg : breakEven.args)
        args << QString::fromStdString(arg);
    return filled(translated(breakEven.sentence), args);
}

QString decisionSentence(const SolvedStudy& solved, core::TextStyle style)
{
    return decisionSentences(solved, style).join(QLatin1Char(' '));
}

QStringList decisionSentences(const SolvedStudy& solved, core::TextStyle style)
{
    const auto name = [&](std::size_t at) {
        return QString::fromStdString(solved.scenarios[at].scenario.name);
    };
    if (!solved.decision) {
        if (!solved.closest)
            return {Words::tr("No scenario can run this job.")};
        const SolvedScenario& one = solved.scenarios[*solved.closest];
        QString text = filled(Words::tr("No scenario keeps to what is asked; the closest is %1 with %2"),
                              {name(*solved.closest), daysText(one.seconds)});
        if (one.cost)
            text += QStringLiteral(", ") + moneyText(*one.cost, style);
        return {text + Words::tr(".")};
    }
    const SolvedScenario& taken = solved.scenarios[*solved.decision];
    QStringList all{filled(solved.byCost ? Words::tr("Take %1: the cheapest that holds, %2, %3.")
                                         : Words::tr("Take %1: the fastest that holds, %2."),
                           solved.byCost ? QStringList{name(*solved.decision), moneyText(*taken.cost, style),
                                                       daysText(taken.seconds)}
                                         : QStringList{name(*solved.decision), daysText(taken.seconds)})};
    for (std::size_t at = 0; at < solved.scenarios.size(); ++at) {
        const SolvedScenario& other = solved.scenarios[at];
        if (at == *solved.decision || !other.feasible())
            continue;
        all << (other.cost ? filled(Words::tr("%1 would take %2 and cost %3."),
                                    {name(at), daysText(other.seconds), moneyText(*other.cost, style)})
                           : filled(Words::tr("%1 would take %2."), {name(at), daysText(other.seconds)}));
    }
    return all;
}

QStringList riskSentences(const SolvedStudy& solved, core::TextStyle style)
{
    QStringList risks;
    for (const SolvedScenario& one : solved.scenarios) {
        const QString name = QString::fromStdString(one.scenario.name);
        if (one.refused)
            risks << name + QStringLiteral(": ") + errorText(*one.refused);
        else if (!one.feasible() && one.nearest)
            risks << filled(
                Words::tr("%1 does not hold the model: its fullest device would need %2 of %3."),
                {name, QString::fromStdString(core::toText(core::Bytes{one.nearest->hit.peakBytes}, style)),
                 QString::fromStdString(core::toText(core::Bytes{one.nearest->hit.capacityBytes}, style))});
    }
    const std::optional<std::size_t> at = solved.decision ? solved.decision : solved.closest;
    if (!at)
        return risks;
    const SolvedScenario& taken = solved.scenarios[*at];
    if (taken.deadline == Holds::Likely)
        risks << filled(
            Words::tr("At the upper end of its range the training ends after %1 days, beyond the "
                      "deadline of %2."),
            {number(taken.seconds.high / kStudyDay, 2), number(*solved.study.job.deadline / kStudyDay, 3)});
    if (taken.budget == Holds::Likely)
        risks << (taken.cost ? Words::tr("At the upper end of its range it costs more than the budget.")
                             : Words::tr("Without a price nothing is known of the budget."));
    if (taken.best->step.calibration.empty())
        risks << Words::tr("No measured run of such a program on this machine is known: the step's range is "
                           "that of specifications.");
    else if (!taken.best->step.outside.empty())
        risks << filled(Words::tr("The plan lies beyond the runs that its calibration saw: %1."),
                        {QString::fromStdString(core::joined(taken.best->step.outside, ", "))});
    if (taken.best->fit && taken.best->fit->fit == core::Fit::Tight)
        risks << Words::tr("Its memory is nearly full: it may not fit.");
    risks << filled(
        Words::tr("Of the time %1 % is taken as progress (%2 to %3 %): an interruption every %4 h, "
                  "and %5 % of the rest for evaluations, upkeep and people. The range is that of "
                  "published trainings; what holds for your machines, say in \"failures\"."),
        {number(100 * taken.goodput.share.likely, 2), number(100 * taken.goodput.share.low, 2),
         number(100 * taken.goodput.share.high, 2), number(taken.goodput.between / 3600, 2),
         number(100 * (1 - taken.goodput.otherLeaves), 2)});
    if (taken.scenario.spareDevices == 0)
        risks << Words::tr("No spare devices are counted: a broken node then waits for its repair.");
    if (!taken.evaluation->unverified.empty())
        risks << filled(Words::tr("It rests on figures that nobody could check: %1."),
                        {QString::fromStdString(core::joined(taken.evaluation->unverified, ", "))});
    return risks;
}

} // namespace shardscope::app
