// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/left_out.h"

#include "app/session/accuracy/calibration_input.h"
#include "core/base/refusals.h"
#include "core/report/columns.h"
#include "planner/planner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace shardscope::lab {
namespace {

/// What \p run has of \p by; runs with the same word are one part.
std::string valueOf(const planner::CalibrationRun& run, const std::string& system, const std::string& by)
{
    const core::Transformer* shape = run.model->transformer();
    const std::string hidden = shape == nullptr ? run.model->name : std::to_string(shape->hidden);
    const std::string tensor = std::to_string(run.plan.axes.tensor);
    const std::string batch = std::to_string(run.plan.batch.microBatch);
    if (by == "hidden")
        return hidden;
    if (by == "tensor")
        return tensor;
    if (by == "micro_batch")
        return batch;
    if (by == "cell")
        return hidden + " " + tensor + " " + batch;
    return by == "shape" ? planner::shapeName(*run.model) : system;
}

/// The parts in order of appearance, each run's number.
std::vector<int> partsOf(const app::CalibrationInput& input, const std::string& by)
{
    std::map<std::string, int> known;
    std::vector<int> parts;
    parts.reserve(input.runs.size());
    for (std::size_t i = 0; i < input.runs.size(); ++i) {
        const auto next = static_cast<int>(known.size());
        parts.push_back(known.emplace(valueOf(input.runs[i], input.systems[i], by), next).first->second);
    }
    return parts;
}

/// For each run: log of the model FLOPs that a device does in a step; none if it cannot be evaluated.
std::vector<std::optional<double>> workOf(const app::CalibrationInput& input)
{
    std::vector<std::optional<double>> work;
    work.reserve(input.runs.size());
    for (const planner::CalibrationRun& run : input.runs) {
        const auto evaluation = planner::evaluate(*run.model, input.request.hardware[run.hardware], run.plan,
                                                  planner::Detail::LaidOut);
        std::optional<double> flops;
        if (evaluation.ok() && !evaluation->step.empty()) {
            const double seconds = evaluation->step.at(core::StepPart::Total).seconds.value();
            const double teraflops = evaluation->throughput.modelTflopsPerDevice * seconds;
            if (teraflops > 0)
                flops = std::log(teraflops);
        }
        work.push_back(flops);
    }
    return work;
}

/// Mean error of \p figure where each part runs at the others' mean rate.
double trivialError(const app::CalibrationInput& input, const std::vector<int>& parts,
                    const std::vector<std::optional<double>>& work, const std::string& figure)
{
    struct Sum {
        double logs = 0;
        double runs = 0;
    };
    std::map<int, Sum> byPart;
    Sum all;
    const auto rate = [&](std::size_t i) -> std::optional<double> { // log of FLOPs over the figure
        const auto measured = input.runs[i].measured.find(figure);
        if (measured == input.runs[i].measured.end() || !work[i] || !(measured->second > 0))
            return std::nullopt;
        return *work[i] - std::log(measured->second);
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const auto one = rate(i)) {
            for (Sum* sum : {&byPart[parts[i]], &all}) {
                sum->logs += *one;
                sum->runs += 1;
            }
        }
    }
    double errors = 0;
    double counted = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto one = rate(i);
        const Sum& own = byPart[parts[i]];
        if (!one || all.runs <= own.runs)
            continue;
        const double others = (all.logs - own.logs) / (all.runs - own.runs);
        errors += std::abs(std::exp(*one - others) - 1); // predicted / measured = own rate / the others'
        counted += 1;
    }
    return counted > 0 ? errors / counted : 0;
}

} // namespace

const std::vector<std::string>& leftOutQuantities()
{
    static const std::vector<std::string> kAll{"hidden", "tensor", "micro_batch", "cell", "shape", "system"};
    return kAll;
}

core::Result<std::vector<LeftOutErrors>> leaveOutOn(const core::Catalog& catalog,
                                                    const app::CalibrationCall& call,
                                                    const std::vector<std::string>& by,
                                                    const core::Task& task)
{
    const std::vector<std::string>& known = leftOutQuantities();
    for (const std::string& each : by) {
        if (std::ranges::find(known, each) == known.end())
            return core::unknownName(each, known, "quantity to leave out");
    }
    SHARDSCOPE_TRY(const app::CalibrationInput input, app::calibrationInput(catalog, call));
    const std::vector<std::optional<double>> work = workOf(input);
    std::vector<LeftOutErrors> rows;
    for (const std::string& each : by) {
        const std::vector<int> parts = partsOf(input, each);
        SHARDSCOPE_TRY(const auto errors, planner::leavePartsOut(input.request, input.runs, parts, task));
        for (const auto& [figure, unseen] : errors)
            rows.push_back({each, figure, std::int64_t{1} + *std::ranges::max_element(parts), unseen.cases,
                            unseen.error, trivialError(input, parts, work, figure)});
    }
    return rows;
}

core::Table leftOutTable(const std::vector<LeftOutErrors>& errors)
{
    using core::Cell;
    core::Table table{"left_out", "Left out", {}, {}};
    table.columns = {core::textColumn("by", "Left out"),
                     core::textColumn("figure", "Figure"),
                     core::integerColumn("parts", "Parts"),
                     core::integerColumn("cases", "Cases"),
                     core::fractionColumn("error", "MAPE", "mean absolute error"),
                     core::fractionColumn("trivial", "Trivial",
                                          "every case at the other parts' mean rate of model FLOPs")};
    for (const LeftOutErrors& row : errors)
        table.rows.push_back({Cell(row.by), Cell(row.figure), Cell(row.parts), Cell(row.cases),
                              Cell(row.error), Cell(row.trivial)});
    return table;
}

} // namespace shardscope::lab
