// SPDX-License-Identifier: GPL-3.0-or-later
// Reads cases, asks the planner, compares. What a key means is in its name (contract, section 4).
#include "app/session/accuracy/validation.h"

#include "app/session/accuracy/cases.h"
#include "app/session/accuracy/interval.h"
#include "app/session/accuracy/recommender_cases.h"
#include "app/session/accuracy/validation_search.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "core/io/files.h"
#include "core/plan/fit_verdict.h"
#include "core/report/columns.h"
#include "planner/calibration.h"
#include "planner/planner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace shardscope::app {
namespace {

using ValidationJson = nlohmann::ordered_json;
using core::Error;
namespace fs = std::filesystem;

/// Whether a run fitted its devices' memory, among what was measured.
constexpr const char* kFits = "fits";

/// Which of a machine's calibrations predicts a case: the one that its group was fitted with, the one that a
/// user gets who gives no --calibration, or that without the group's own.
enum class Chosen { OfGroup, ByUser, WithoutOwn };

/// The description a case names, with the calibration of its group where there is one.
class Machines {
public:
    explicit Machines(const core::Catalog& catalog)
        : m_catalog(catalog)
    {
    }
    core::Result<core::HardwareSpec> of(const Case& one, Chosen chosen = Chosen::OfGroup)
    {
        auto known = m_known.find(one.hardware);
        if (known == m_known.end()) {
            SHARDSCOPE_TRY(core::HardwareSpec read, m_catalog.hardware(one.hardware));
            known = m_known.emplace(one.hardware, std::move(read)).first;
        }
        core::HardwareSpec hardware = known->second;
        if (chosen == Chosen::WithoutOwn)
            hardware.calibrations.erase(std::remove_if(hardware.calibrations.begin(),
                                                       hardware.calibrations.end(),
                                                       [&](const auto& each) { return fittedOn(each, one); }),
                                        hardware.calibrations.end());
        if (chosen == Chosen::OfGroup) {
            const auto own = std::ranges::find_if(known->second.calibrations,
                                                  [&](const auto& each) { return fittedOn(each, one); });
            if (own != known->second.calibrations.end())
                hardware.selectCalibration(own->name);
        }
        return one.collectivesAbsent ? withoutCollectives(std::move(hardware)) : hardware;
    }

    /// There are several to choose among, one of them fitted on the case's group.
    [[nodiscard]] bool choiceMatters(const Case& one) const
    {
        const auto known = m_known.find(one.hardware);
        if (known == m_known.end() || known->second.calibrations.size() < 2)
            return false;
        const auto& all = known->second.calibrations;
        return std::ranges::any_of(all, [&](const auto& each) { return fittedOn(each, one); });
    }

private:
    static bool fittedOn(const core::Calibration& calibration, const Case& one)
    {
        const auto& groups = calibration.groups;
        return std::ranges::find(groups, one.group) != groups.end();
    }

    const core::Catalog& m_catalog;
    std::map<std::string, core::HardwareSpec> m_known;
};

/// Interval of a predicted figure as a user of its plan sees it, and its regime: beyond the calibration's
/// runs still that of what it is predicted with.
void judge(ValidationRow& row, const core::HardwareSpec& hardware, const Case& one)
{
    const PredictedInterval found = figureInterval(row.key, *row.predicted, *one.model, hardware, one.plan);
    row.low = found.interval.low;
    row.high = found.interval.high;
    const core::Calibration* calibration = planner::calibrationFor(hardware, one.plan, *one.model);
    // A point of another size, from which this one is extrapolated, is not this case.
    const bool seen = calibration != nullptr && sawShape(*calibration, *one.model) && found.outside.empty();
    row.regime = predictedInterval(row.key, *row.predicted, calibration, seen).regime;
}

bool endsWith(const std::string& text, std::string_view end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// A time scales with a step's model FLOPs of a device, a rate with their inverse, FLOP/s with 1.
std::optional<double> scaleOf(const core::Evaluation& evaluation, const std::string& key)
{
    if (endsWith(key, "tflops_per_device"))
        return 1;
    const bool rate = key == "samples_per_second" || endsWith(key, "tokens_per_second");
    if (evaluation.step.empty() || key == "training_seconds" || (!rate && !endsWith(key, "_seconds")))
        return std::nullopt;
    const double step = evaluation.step.at(core::StepPart::Total).seconds.value();
    const double work = evaluation.throughput.modelTflopsPerDevice * step;
    if (!(work > 0))
        return std::nullopt;
    return rate ? static_cast<double>(evaluation.plan.batch.globalBatch) / work : work;
}

void appendRows(Machines& machines, const Case& one, std::vector<ValidationRow>& rows)
{
    std::optional<Error> problem = one.problem;
    std::optional<core::Evaluation> evaluation;
    const core::Result<core::HardwareSpec> hardware = machines.of(one);
    if (!hardware.ok())
        problem = hardware.error();
    if (!problem) {
        auto answer = planner::evaluate(*one.model, *hardware, one.plan, planner::Detail::Plain);
        if (answer.ok())
            evaluation = std::move(*answer);
        else
            problem = answer.error();
    }
    for (std::size_t i = 0; i < one.then.size() && evaluation && evaluation->training; ++i) {
        const auto more = planner::evaluate(*one.model, *hardware, one.then[i], planner::Detail::LaidOut);
        if (!more.ok())
            problem = more.error().under("/then/" + std::to_string(i));
        if (more.ok() && more->training)
            evaluation->training->seconds = evaluation->training->seconds + more->training->seconds;
        else
            evaluation->training.reset(); // part of a training is none
    }
    for (const auto& [key, measured] : one.measured) {
        ValidationRow row;
        row.id = one.id;
        row.group = one.group;
        row.key = key;
        row.measured = measured;
        row.tolerance = one.tolerance;
        if (problem)
            row.reason = errorText(*problem).toStdString();
        else if (key == kFits) // a yes or no: 1 or 0
            row.predicted = evaluation->verdict.feasible() ? 1 : 0;
        else if (row.predicted = planner::predictedFigure(*evaluation, key); !row.predicted)
            row.reason = "this figure is not predicted for such a model and plan";
        if (row.predicted && row.measured != 0 && key != kFits)
            row.error = *row.predicted / row.measured - 1;
        if (row.predicted && key != kFits) {
            judge(row, *hardware, one);
            row.scale = scaleOf(*evaluation, key);
            row.fits = core::fitVerdict(*evaluation).fit == core::Fit::Fits;
        }
        rows.push_back(std::move(row));
    }
}

/// The step of a case as a user gets it, and as one whose machine was never calibrated on such runs.
void appendUserRows(Machines& machines, const Case& one, std::vector<ValidationRow>& rows)
{
    const auto measured =
        std::ranges::find_if(one.measured, [](const auto& figure) { return figure.first == "step_seconds"; });
    if (measured == one.measured.end() || one.problem || !machines.choiceMatters(one))
        return;
    for (const auto& [chosen, name] : {std::pair{Chosen::ByUser, ", no --calibration"},
                                       {Chosen::WithoutOwn, ", own calibration left out"}}) {
        const auto hardware = machines.of(one, chosen);
        if (!hardware.ok())
            continue;
        const auto evaluation = planner::evaluate(*one.model, *hardware, one.plan, planner::Detail::LaidOut);
        ValidationRow row;
        row.id = one.id;
        row.group = one.group + name;
        row.key = measured->first;
        row.measured = measured->second;
        if (evaluation.ok())
            row.predicted = planner::predictedFigure(*evaluation, row.key);
        else
            row.reason = errorText(evaluation.error()).toStdString();
        if (row.predicted && row.measured != 0) {
            row.error = *row.predicted / row.measured - 1;
            row.scale = scaleOf(*evaluation, row.key);
            judge(row, *hardware, one);
        }
        rows.push_back(std::move(row));
    }
}

/// Each of \p rows (of one group and figure) at the others' mean measured / scale; none of fewer than four.
std::optional<double> trivialError(const std::vector<const ValidationRow*>& rows)
{
    constexpr std::size_t kFewest = 4;
    std::vector<double> logs; // of measured / scale
    for (const ValidationRow* row : rows) {
        if (row->scale && *row->scale > 0 && row->measured > 0)
            logs.push_back(std::log(row->measured / *row->scale));
    }
    if (logs.size() < kFewest)
        return std::nullopt;
    const double all = std::accumulate(logs.begin(), logs.end(), 0.0);
    const auto count = static_cast<double>(logs.size());
    double errors = 0;
    for (const double own : logs)
        errors += std::fabs(std::exp((all - own) / (count - 1) - own) - 1);
    return errors / count;
}

} // namespace

std::vector<ValidationGroup> groupsOf(const std::vector<ValidationRow>& rows)
{
    std::vector<std::vector<const ValidationRow*>> members;
    std::vector<ValidationGroup> groups;
    std::vector<std::vector<double>> errors;
    std::vector<double> inside;
    for (const ValidationRow& row : rows) {
        if (!row.error)
            continue;
        const auto same = [&](const ValidationGroup& group) {
            return group.group == row.group && group.key == row.key;
        };
        const auto found = std::ranges::find_if(groups, same);
        const auto index = static_cast<std::size_t>(found - groups.begin());
        if (found == groups.end()) {
            groups.push_back({row.group, row.key, 0, 0, 0, 0, {}});
            errors.emplace_back();
            inside.push_back(0);
            members.emplace_back();
        }
        members[index].push_back(&row);
        errors[index].push_back(std::fabs(*row.error));
        inside[index] += row.low && row.high && *row.low <= row.measured && row.measured <= *row.high ? 1 : 0;
    }
    for (std::size_t index = 0; index < groups.size(); ++index) {
        std::vector<double>& all = errors[index];
        std::ranges::sort(all);
        double sum = 0;
        for (const double error : all)
            sum += error;
        const std::size_t half = all.size() / 2;
        groups[index].count = static_cast<std::int64_t>(all.size());
        groups[index].mape = sum / static_cast<double>(all.size());
        groups[index].median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
        groups[index].worst = all.back();
        groups[index].coverage = inside[index] / static_cast<double>(all.size());
        groups[index].trivial = trivialError(members[index]);
    }
    return groups;
}

namespace {

/// How much slower the plan that a user would take, the one with the shortest prediction among those that we
/// say fit, is than the best measured one, of each set of at least four plans for one machine, model, device
/// count and global batch.
void appendRegret(const std::vector<Case>& cases, Validation& validation)
{
    struct Candidate {
        double predicted;
        double measured;
        bool fits;
    };
    std::map<std::pair<std::string, std::string>, std::vector<Candidate>> sets;
    std::size_t row = 0;
    for (const Case& one : cases) {
        for (std::size_t i = 0; i < one.measured.size(); ++i, ++row) {
            const ValidationRow& known = validation.rows[row];
            if (known.key != "step_seconds" || !known.predicted || one.model->transformer() == nullptr)
                continue;
            const std::string set = one.hardware + "; " + planner::shapeName(*one.model) + "; " +
                                    std::to_string(one.plan.batch.sequenceLength) + "; " +
                                    std::to_string(one.plan.axes.devices()) + "; " +
                                    std::to_string(one.plan.batch.globalBatch);
            sets[{one.group, set}].push_back({*known.predicted, known.measured, known.fits});
        }
    }
    constexpr std::size_t kFewest = 4;
    std::map<std::string, std::vector<double>> regrets;
    for (const auto& [name, candidates] : sets) {
        if (candidates.size() < kFewest)
            continue;
        const auto picked = std::ranges::min_element(
            candidates, [](const Candidate& a, const Candidate& b) { // plans that fit before all others
                return a.fits != b.fits ? a.fits : a.predicted < b.predicted;
            });
        const auto best = std::ranges::min_element(candidates, {}, &Candidate::measured);
        regrets[name.first].push_back(picked->measured / best->measured - 1);
        std::vector<double> predicted;
        std::vector<double> measured;
        for (const Candidate& one : candidates) {
            predicted.push_back(one.predicted);
            measured.push_back(one.measured);
        }
        validation.sweeps.push_back(
            {name.first, name.second, static_cast<std::int64_t>(candidates.size()),
             picked->measured / best->measured - 1,
             1 + std::ranges::count_if(candidates,
                                       [&](const Candidate& one) { return one.predicted < best->predicted; }),
             rankCorrelation(predicted, measured)});
    }
    for (auto& [group, all] : regrets) {
        std::ranges::sort(all);
        const double sum = std::accumulate(all.begin(), all.end(), 0.0);
        validation.groups.push_back({group,
                                     "regret_of_picks",
                                     static_cast<std::int64_t>(all.size()),
                                     sum / static_cast<double>(all.size()),
                                     all[all.size() / 2],
                                     all.back(),
                                     {}});
    }
}

} // namespace

std::int64_t countOf(const FitCounts& fits) { return fits[0][0] + fits[0][1] + fits[1][0] + fits[1][1]; }

bool ValidationRow::fails() const
{
    if (!tolerance)
        return false;
    const double read = reading > 0 ? reading / measured : 0;
    return !error || std::fabs(*error) - read > *tolerance;
}

bool Validation::passed() const
{
    return std::ranges::none_of(rows, &ValidationRow::fails) &&
           std::ranges::none_of(searches, &ValidationSearch::missed);
}

core::Result<Validation> validateCases(const core::Catalog& catalog, std::vector<fs::path> files,
                                       const core::Task& task)
{
    const std::vector<fs::path> shipped = core::files::entries(catalog.resources() / "cases");
    if (files.empty())
        files = shipped;
    const bool builtIn = std::ranges::all_of(shipped, [&](const fs::path& one) {
        return std::ranges::any_of(files, [&](const fs::path& file) { return core::files::same(one, file); });
    });
    SHARDSCOPE_TRY(const std::vector<Case> cases, loadCases(catalog, files));
    Machines machines(catalog);
    Validation validation;
    for (std::size_t index = 0; index < cases.size(); ++index) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        task.report("evaluate", static_cast<double>(index) / static_cast<double>(cases.size()));
        appendRows(machines, cases[index], validation.rows);
    }
    for (const Case& one : cases)
        appendUserRows(machines, one, validation.rows);
    for (std::size_t index = 0; index < cases.size(); ++index) {
        const Case& one = cases[index];
        const auto hardware = machines.of(one);
        const bool ran = std::ranges::none_of(
            one.measured, [](const auto& figure) { return figure.first == kFits && figure.second == 0; });
        if (!one.searched || !ran || one.problem || !hardware.ok() || one.model->transformer() == nullptr)
            continue;
        task.report("search", static_cast<double>(index) / static_cast<double>(cases.size()));
        SHARDSCOPE_TRY(ValidationSearch found, searchAroundRun(one, *hardware, task));
        validation.searches.push_back(std::move(found));
    }
    if (builtIn) { // recommenders' are shipped beside them
        SHARDSCOPE_TRY(
            const std::vector<ValidationRow> more,
            recommenderRows(catalog, catalog.resources() / "recommender_cases" / "published.jsonl", task));
        validation.rows.insert(validation.rows.end(), more.begin(), more.end());
    }
    for (const ValidationRow& row : validation.rows) {
        if (row.key == kFits && row.predicted)
            ++validation.fits[row.measured != 0 ? 1 : 0][*row.predicted != 0 ? 1 : 0];
    }
    validation.groups = groupsOf(validation.rows);
    appendRegret(cases, validation);
    return validation;
}

core::Table validationRowTable(const Validation& validation)
{
    using core::Cell;
    const auto cell = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    core::Table table{
        "rows",
        N_("Cases"),
        {core::textColumn("id", N_("Case")), core::textColumn("group", N_("Group")),
         core::textColumn("key", N_("Figure")), core::realColumn("predicted", N_("Predicted")),
         core::realColumn("measured", N_("Measured")),
         core::realColumn("reading", N_("Read to ±"), N_("read off a figure: no better known than this")),
         core::fractionColumn("error", N_("Error"), N_("predicted / measured - 1")),
         core::flagColumn("fails", N_("Fails")), core::textColumn("reason", N_("Reason"))},
        {}};
    for (const ValidationRow& row : validation.rows) {
        table.rows.push_back({Cell(row.id), Cell(row.group), Cell(row.key), cell(row.predicted),
                              Cell(row.measured), row.reading > 0 ? Cell(row.reading) : Cell(),
                              cell(row.error), Cell(row.fails()),
                              row.reason.empty() ? Cell() : Cell(row.reason)});
    }
    return table;
}

core::Table validationGroupTable(const Validation& validation)
{
    using core::Cell;
    core::Table table{
        "groups",
        N_("Groups"),
        {core::textColumn("group", N_("Group")), core::textColumn("key", N_("Figure")),
         core::integerColumn("count", N_("Cases")),
         core::fractionColumn("mape", N_("MAPE"), N_("mean absolute error")),
         core::fractionColumn("median", N_("Median")), core::fractionColumn("worst", N_("Worst")),
         core::fractionColumn("coverage", N_("Inside"), N_("measured values inside the 80 % interval")),
         core::fractionColumn("trivial", N_("Trivial"),
                              N_("MAPE where each run had the other runs' mean rate of model FLOPs"))},
        {}};
    for (const ValidationGroup& group : validation.groups) {
        table.rows.push_back({Cell(group.group), Cell(group.key), Cell(group.count), Cell(group.mape),
                              Cell(group.median), Cell(group.worst),
                              group.coverage ? Cell(*group.coverage) : Cell(),
                              group.trivial ? Cell(*group.trivial) : Cell()});
    }
    return table;
}

namespace {

ValidationJson searchesJson(const Validation& validation)
{
    ValidationJson all = ValidationJson::array();
    for (const ValidationSearch& one : validation.searches)
        all.push_back(
            {{"id", one.id},
             {"group", one.group},
             {"plan", one.plan},
             {"best", one.best},
             {"plan_seconds", one.planSeconds},
             {"plan_fits", one.planFits},
             {"best_seconds", one.bestSeconds ? ValidationJson(*one.bestSeconds) : ValidationJson()},
             {"rank", one.rank ? ValidationJson(*one.rank) : ValidationJson()},
             {"missed", one.missed()},
             {"reason", one.reason}});
    return all;
}

} // namespace

std::string validationJson(const Validation& validation)
{
    const auto orNull = [](const std::optional<double>& value) {
        return value ? ValidationJson(*value) : ValidationJson();
    };
    ValidationJson rows = ValidationJson::array();
    for (const ValidationRow& row : validation.rows) {
        ValidationJson entry{{"id", row.id},
                             {"group", row.group},
                             {"key", row.key},
                             {"predicted", orNull(row.predicted)},
                             {"measured", row.measured},
                             {"reading", row.reading},
                             {"error", orNull(row.error)},
                             {"regime", row.regime},
                             {"low", orNull(row.low)},
                             {"high", orNull(row.high)},
                             {"tolerance", orNull(row.tolerance)},
                             {"fails", row.fails()}};
        if (!row.reason.empty())
            entry["reason"] = row.reason;
        rows.push_back(std::move(entry));
    }
    ValidationJson document{{"rows", rows},
                            {"groups", rowsJson<ValidationJson>(validationGroupTable(validation))}};
    if (!validation.searches.empty())
        document["searches"] = searchesJson(validation);
    if (const FitCounts& fits = validation.fits; countOf(fits) > 0)
        document["fits"] = {{"fitted_and_said_so", fits[1][1]},
                            {"fitted_but_denied", fits[1][0]},
                            {"failed_but_promised", fits[0][1]},
                            {"failed_and_said_so", fits[0][0]}};
    if (!validation.sweeps.empty())
        document["sweeps"] = rowsJson<ValidationJson>(validationSweepTable(validation));
    return documentText(document);
}

} // namespace shardscope::app
