// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/accuracy_page.h"

#include "app/session/accuracy/cases.h"
#include "core/io/escape.h"
#include "core/io/text_file.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace shardscope::lab {
namespace {

constexpr std::string_view kEnd = "<!-- end -->";
constexpr std::string_view kAsGiven = ", no --calibration";
constexpr std::string_view kWithoutOwn = ", own calibration left out";

std::string percent(double fraction) { return core::percentText(fraction, 2); }
std::string percent(const std::optional<double>& fraction)
{
    return fraction ? percent(*fraction) : std::string();
}

bool endsWith(const std::string& text, std::string_view end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Rows of a Markdown table.
class Lines {
public:
    explicit Lines(const std::vector<std::string>& heads)
    {
        add(heads);
        m_text += "|";
        for (std::size_t i = 0; i < heads.size(); ++i)
            m_text += "---|";
        m_text += "\n";
    }
    void add(const std::vector<std::string>& cells) { m_text += rowLine(cells); }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

void addGroups(Lines& lines, const std::vector<app::ValidationGroup>& groups, const char* how)
{
    for (const app::ValidationGroup& group : groups)
        lines.add({group.group, group.key, how, std::to_string(group.count), percent(group.mape),
                   percent(group.median), percent(group.worst), percent(group.coverage),
                   percent(group.trivial)});
}

/// Figures of runs that a fit has seen say how well it fits, the others how well it predicts.
std::string groupBlock(const app::Validation& validation)
{
    std::vector<app::ValidationRow> replayed;
    std::vector<app::ValidationRow> predicted;
    for (const app::ValidationRow& row : validation.rows) {
        if (!endsWith(row.group, kAsGiven) && !endsWith(row.group, kWithoutOwn))
            (row.regime == "replayed" ? replayed : predicted).push_back(row);
    }
    Lines lines({"group", "figure", "how", "cases", "mean", "median", "worst", "inside 80 % interval",
                 "trivial prediction"});
    addGroups(lines, app::groupsOf(predicted), "predicted");
    addGroups(lines, app::groupsOf(replayed), "replayed");
    std::vector<app::ValidationGroup> regrets;
    std::ranges::copy_if(validation.groups, std::back_inserter(regrets),
                         [](const app::ValidationGroup& group) { return group.key == "regret_of_picks"; });
    addGroups(lines, regrets, "");
    return lines.text();
}

double biasOf(const app::Validation& validation, const std::string& group)
{
    double sum = 0;
    double rows = 0;
    for (const app::ValidationRow& row : validation.rows) {
        if (row.group != group || !row.error)
            continue;
        sum += *row.error;
        rows += 1;
    }
    return rows > 0 ? sum / rows : 0;
}

std::string userBlock(const app::Validation& validation)
{
    Lines lines({"group", "cases", "no `--calibration`", "bias", "own calibration left out", "bias",
                 "trivial prediction"});
    const auto find = [&](const std::string& name) -> const app::ValidationGroup* {
        const auto found = std::ranges::find(validation.groups, name, &app::ValidationGroup::group);
        return found == validation.groups.end() ? nullptr : &*found;
    };
    for (const app::ValidationGroup& given : validation.groups) {
        if (!endsWith(given.group, kAsGiven))
            continue;
        const std::string name = given.group.substr(0, given.group.size() - kAsGiven.size());
        const std::string leftOut = name + std::string(kWithoutOwn);
        const app::ValidationGroup* without = find(leftOut);
        lines.add({name, std::to_string(given.count), percent(given.mape),
                   percent(biasOf(validation, given.group)), without ? percent(without->mape) : std::string(),
                   without ? percent(biasOf(validation, leftOut)) : std::string(), percent(given.trivial)});
    }
    return lines.text();
}

/// What the groups of one list have in common: "nanotron" of "nanotron-8B-32".
std::string listOf(const std::string& group) { return group.substr(0, group.find('-')); }

struct Spread {
    double mean = 0;
    double median = 0;
};
Spread spread(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::ranges::sort(values);
    return {std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
            values[values.size() / 2]};
}

std::string sweepBlock(const app::Validation& validation)
{
    struct List {
        std::map<std::string, std::vector<double>> errors; ///< by figure
        std::vector<double> losses;
        std::vector<double> correlations;
    };
    std::map<std::string, List> lists;
    for (const app::ValidationSweep& sweep : validation.sweeps) {
        lists[listOf(sweep.group)].losses.push_back(sweep.loss);
        lists[listOf(sweep.group)].correlations.push_back(sweep.correlation);
    }
    for (const app::ValidationRow& row : validation.rows) {
        const auto list = lists.find(listOf(row.group));
        if (list != lists.end() && row.error && row.group.find(',') == std::string::npos)
            list->second.errors[row.key].push_back(std::fabs(*row.error));
    }
    Lines lines({"list", "figure", "runs or sets", "mean", "median"});
    for (const auto& [name, list] : lists) {
        for (const auto& [figure, errors] : list.errors)
            lines.add({name, figure, std::to_string(errors.size()), percent(spread(errors).mean),
                       percent(spread(errors).median)});
        lines.add({name, "loss of the pick", std::to_string(list.losses.size()),
                   percent(spread(list.losses).mean), percent(spread(list.losses).median)});
        lines.add({name, "rank correlation", std::to_string(list.correlations.size()),
                   core::fixedText(spread(list.correlations).mean, 2),
                   core::fixedText(spread(list.correlations).median, 2)});
    }
    const app::FitCounts& fits = validation.fits;
    if (const double all = static_cast<double>(app::countOf(fits)); all > 0) {
        const auto share = [](std::int64_t part, std::int64_t other) {
            const double sum = static_cast<double>(part + other);
            return sum > 0 ? percent(static_cast<double>(part) / sum) : std::string();
        };
        lines.add({"runs that fitted or not", "right", std::to_string(app::countOf(fits)),
                   percent(static_cast<double>(fits[0][0] + fits[1][1]) / all), ""});
        lines.add({"runs that fitted", "denied", std::to_string(fits[1][0] + fits[1][1]),
                   share(fits[1][0], fits[1][1]), ""});
        lines.add({"runs out of memory", "promised", std::to_string(fits[0][0] + fits[0][1]),
                   share(fits[0][1], fits[0][0]), ""});
    }
    return lines.text();
}

std::string calibrationBlock(const std::vector<FitOnPage>& fits)
{
    Lines lines({"machine", "calibration", "figure", "cases", "fitted", "set", "at a bound", "error",
                 "shapes left out", "inside"});
    for (const FitOnPage& fit : fits) {
        const core::Calibration& own = fit.calibration;
        for (const core::CalibrationResidual& residual : own.residuals)
            lines.add({fit.machine, own.name, residual.key, std::to_string(residual.cases),
                       std::to_string(own.fitted.size()),
                       std::to_string(own.coefficients.size() -
                                      std::min(own.coefficients.size(), own.fitted.size())),
                       std::to_string(own.atBound.size()), percent(residual.fitted),
                       percent(residual.heldOut), percent(residual.coverage)});
    }
    return lines.text();
}

std::string leftOutBlock(const std::vector<FitOnPage>& fits)
{
    Lines lines(
        {"machine", "calibration", "left out", "figure", "parts", "cases", "error", "trivial prediction"});
    for (const FitOnPage& fit : fits) {
        for (const LeftOutErrors& row : fit.leftOut)
            lines.add({fit.machine, fit.calibration.name, row.by, row.figure, std::to_string(row.parts),
                       std::to_string(row.cases), percent(row.error), percent(row.trivial)});
    }
    return lines.text();
}

core::Error missing(const std::string& what, const std::filesystem::path& page)
{
    return core::Error{core::ErrorCode::MissingKey, {what}}.in(page.string());
}

} // namespace

core::Result<std::vector<FitOnPage>> fitsOnPage(const core::Catalog& catalog,
                                                const std::vector<std::filesystem::path>& files,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<app::Case> cases, app::loadCases(catalog, files));
    std::set<std::string> groups;
    for (const app::Case& one : cases)
        groups.insert(one.group);
    std::vector<FitOnPage> fits;
    for (const std::string& machine : catalog.hardwareNames()) {
        SHARDSCOPE_TRY(const core::HardwareSpec hardware, catalog.hardware(machine));
        for (const core::Calibration& calibration : hardware.calibrations) {
            FitOnPage fit{machine, calibration, {}};
            const bool here = std::ranges::any_of(
                calibration.groups, [&](const std::string& group) { return groups.count(group) > 0; });
            if (here) {
                app::CalibrationCall call;
                call.cases = files;
                call.hardware = machine;
                call.name = calibration.name;
                call.implementation = calibration.implementation;
                call.kernels = calibration.kernels;
                call.fit = calibration.fitted;
                call.groups = calibration.groups;
                auto errors =
                    leaveOutOn(catalog, call, {"hidden", "tensor", "micro_batch", "cell", "system"}, task);
                if (errors.ok())
                    fit.leftOut = std::move(*errors);
                else if (errors.error().code != core::ErrorCode::Inconsistent) // its cases tell no times
                    return errors.error();
            }
            fits.push_back(std::move(fit));
        }
    }
    return fits;
}

PageBlocks accuracyBlocks(const app::Validation& validation, const std::vector<FitOnPage>& fits)
{
    return {{"validate", groupBlock(validation)},
            {"user", userBlock(validation)},
            {"sweeps", sweepBlock(validation)},
            {"calibrations", calibrationBlock(fits)},
            {"left out", leftOutBlock(fits)}};
}

std::string rowLine(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells)
        line += " " + core::markdownCell(cell) + " |";
    return line + "\n";
}

core::Result<core::Done> writeAccuracyPage(const std::filesystem::path& page, const PageBlocks& blocks)
{
    SHARDSCOPE_TRY(std::string text, core::readTextFile(page));
    for (const auto& [name, block] : blocks) {
        const std::string mark = "<!-- " + name + " -->\n";
        const std::size_t begin = text.find(mark);
        if (begin == std::string::npos) {
            if (name == blocks.front().first)
                return missing(mark.substr(0, mark.size() - 1), page);
            continue;
        }
        const std::size_t end = text.find(kEnd, begin);
        if (end == std::string::npos)
            return missing(std::string(kEnd), page);
        text = text.substr(0, begin + mark.size()) + block + text.substr(end);
    }
    return core::writeTextFile(page, text);
}

} // namespace shardscope::lab
