// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/run_calibration.h"

#include "app/session/calibrate/recorded_runs.h"
#include "app/session/calibrate/row_choice.h"
#include "app/session/calibrate/row_model.h"
#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

constexpr double kMostError = 0.1;  ///< that may remain
constexpr double kStepWorse = 0.01; ///< that a step may be predicted worse by
constexpr double kChanged = 0.01;   ///< a coefficient that moves by less stays what it is
constexpr double kEighty = 1.2816;  ///< standard deviations on either side hold 80 % of a normal error
constexpr double kNotWorse = 0.001; ///< of errors: what is left out is as it was

bool every(std::size_t) { return true; }

/// Four digits are more than a fit knows.
double rounded(double value) { return core::parseNumber(core::numberText(value, 4)).value_or(value); }

class Calibrator {
public:
    Calibrator(const std::vector<RecordedPlan>& runs, const RunCalibrationCall& call, RunCalibration& made)
        : m_runs(runs)
        , m_call(call)
        , m_made(made)
        , m_model(runs, planner::rowCoefficients(machine(), runs.front().planned.model,
                                                 runs.front().planned.evaluation.plan))
    {
    }

    core::Result<core::Done> make(const core::Task& task)
    {
        const std::size_t count = m_model.coefficients().size();
        const std::vector<double> start(count, 0);
        SHARDSCOPE_TRY_DONE(m_model.simulateAt(start, asked(), task));
        RowsByCoefficient rows = allRows(every);
        m_made.coverage = rows.deviceSeconds > 0 ? rows.matchedSeconds / rows.deviceSeconds : 0;
        RowChoice choice = firstChoice(rows, count);
        for (std::size_t at = 0; at < count; ++at) {
            if (!asked()[at])
                choice.why[at] = core::phrase(W_("it was not asked for"));
        }
        keepWhatIsTold(choice, rows, m_model.coefficients());
        keepWhatHolds(choice, rows, m_model.coefficients());
        leaveOut(choice, rows);
        // Kernels that are bound by something else as well do not follow their rate: there once more.
        SHARDSCOPE_TRY_DONE(m_model.simulateAt(choice.logs, choice.moved(), task));
        fit(choice, allRows(every), m_model.coefficients());
        settle(choice);
        SHARDSCOPE_TRY_DONE(m_model.simulateAt(choice.logs, std::vector<bool>(count, false), task));
        tellWork(rows, allRows(every), start);
        SHARDSCOPE_TRY_DONE(tellSteps());
        judge();
        if (m_made.accepted())
            keep(choice);
        return core::Done{};
    }

private:
    [[nodiscard]] const core::HardwareSpec& machine() const { return m_runs.front().planned.hardware; }

    [[nodiscard]] std::vector<bool> asked() const
    {
        std::vector<bool> all;
        for (const planner::RowCoefficient& one : m_model.coefficients())
            all.push_back(m_call.fit.empty() || std::ranges::find(m_call.fit, one.name) != m_call.fit.end());
        return all;
    }

    [[nodiscard]] RowsByCoefficient allRows(const std::function<bool(std::size_t)>& takes) const
    {
        RowsByCoefficient rows;
        for (std::size_t run = 0; run < m_runs.size(); ++run)
            rows = joined(std::move(rows), m_model.rowsOf(run, takes));
        return rows;
    }

    /// Leaves out each of several recordings in turn; of a single one its steps, then its shapes.
    void leaveOut(const RowChoice& choice, const RowsByCoefficient& rows)
    {
        const std::vector<double> start(choice.logs.size(), 0);
        if (m_runs.size() > 1) {
            for (std::size_t run = 0; run < m_runs.size(); ++run) {
                RowsByCoefficient others;
                for (std::size_t other = 0; other < m_runs.size(); ++other) {
                    if (other != run)
                        others = joined(std::move(others), m_model.rowsOf(other, every));
                }
                const RowsByCoefficient own = m_model.rowsOf(run, every);
                RowChoice fitted = firstChoice(others, choice.logs.size());
                for (std::size_t at = 0; at < choice.why.size(); ++at) {
                    if (!choice.why[at].empty())
                        fitted.why[at] = choice.why[at];
                }
                fit(fitted, others, m_model.coefficients());
                m_made.leftOut.push_back(
                    {m_runs[run].label, errorOfKinds(own, start), errorOfKinds(own, fitted.logs)});
            }
            return;
        }
        const std::string& label = m_runs.front().label;
        if (countedSteps(m_runs.front().recorded) > 1) {
            LeftOutRun steps{label + ", steps", 0, 0};
            for (const std::size_t part : {std::size_t{0}, std::size_t{1}}) {
                RowChoice fitted = choice;
                fit(fitted, allRows([&](std::size_t step) { return step % 2 != part; }),
                    m_model.coefficients());
                const RowsByCoefficient own = allRows([&](std::size_t step) { return step % 2 == part; });
                steps.before += 0.5 * errorOfKinds(own, start);
                steps.after += 0.5 * errorOfKinds(own, fitted.logs);
            }
            m_made.leftOut.push_back(steps);
        }
        const PartsLeftOut shapes = leaveRowsOut(choice, rows, m_model.coefficients());
        m_made.leftOut.push_back({label + ", shapes", shapes.before, shapes.after});
    }

    /// Takes values of four digits; what hardly moves stays.
    void settle(RowChoice& choice)
    {
        for (std::size_t at = 0; at < choice.logs.size(); ++at) {
            const planner::RowCoefficient& one = m_model.coefficients()[at];
            if (choice.why[at].empty() && std::abs(choice.logs[at]) < kChanged)
                choice.why[at] = core::phrase(W_("it is what the recording tells"));
            if (!choice.why[at].empty()) {
                choice.logs[at] = 0;
                m_made.unchanged.push_back({one.name, one.value, choice.why[at]});
                continue;
            }
            const double away = kEighty * choice.errors[at];
            const double one_end = m_model.valueAt(at, choice.logs[at] - away);
            const double other_end = m_model.valueAt(at, choice.logs[at] + away);
            m_made.changed.push_back({one.name, one.value, rounded(m_model.valueAt(at, choice.logs[at])),
                                      rounded(std::min(one_end, other_end)),
                                      rounded(std::max(one_end, other_end))});
        }
    }

    void tellWork(const RowsByCoefficient& before, const RowsByCoefficient& after,
                  const std::vector<double>& start)
    {
        std::map<core::StepTerm, WorkError> work;
        for (std::size_t at = 0; at < before.rows.size(); ++at) {
            if (before.terms[at] == kLostBeside)
                continue; // other rows have it
            WorkError& one = work[before.terms[at]];
            one.recorded += before.rows[at].measured;
            one.before += before.rows[at].predicted;
        }
        // Simulated there without slopes: what is predicted is what is planned.
        for (std::size_t at = 0; at < after.rows.size(); ++at) {
            if (after.terms[at] != kLostBeside)
                work[after.terms[at]].after += after.rows[at].predicted;
        }
        for (auto& [term, one] : work) {
            one.term = term;
            m_made.work.push_back(one);
        }
        m_made.residual = errorOfRows(after, start);
    }

    core::Result<core::Done> tellSteps()
    {
        const std::map<std::string, double> values = changedValues();
        for (const RecordedPlan& run : m_runs) {
            const core::Plan& plan = run.planned.evaluation.plan;
            const auto total = [](const core::Evaluation& evaluation) {
                return planner::predictedFigure(evaluation, "step_seconds").value_or(0);
            };
            SHARDSCOPE_TRY(
                const core::Evaluation after,
                planner::evaluate(run.planned.model,
                                  planner::withValues(run.planned.hardware, run.planned.model, plan, values),
                                  plan, planner::Detail::Plain));
            m_made.steps.push_back({run.label, run.step, total(run.planned.evaluation), total(after)});
        }
        return core::Done{};
    }

    void judge()
    {
        const auto percent = [](double fraction) { return core::percentText(fraction, 2); };
        if (m_made.changed.empty()) {
            m_made.against.push_back(core::phrase(W_("it tells nothing that the machine's calibration does "
                                                     "not tell")));
            return;
        }
        double before = 0;
        double after = 0;
        for (const LeftOutRun& one : m_made.leftOut) {
            before += one.before;
            after += one.after;
            if (one.after > one.before + kNotWorse)
                m_made.against.push_back(core::phrase(W_("%1, left out, is met worse: by %2, not by %3"),
                                                      {one.run, percent(one.after), percent(one.before)}));
        }
        if (m_made.against.empty() && after >= before)
            m_made.against.push_back(core::phrase(W_("what is left out is met no better")));
        const double unseen = after / static_cast<double>(std::max<std::size_t>(1, m_made.leftOut.size()));
        if (unseen > kMostError)
            m_made.against.push_back(core::phrase(W_("what is left out is still %1 off"), {percent(unseen)}));
        if (m_made.residual > kMostError)
            m_made.against.push_back(
                core::phrase(W_("after the fit its work is still %1 off"), {percent(m_made.residual)}));
        for (const StepError& one : m_made.steps) {
            const auto off = [&](double planned) { return std::abs(planned / one.measured - 1); };
            if (off(one.after) > off(one.before) + kStepWorse)
                m_made.against.push_back(
                    core::phrase(W_("the step of %1 would be predicted %2 off, now %3"),
                                 {one.run, percent(off(one.after)), percent(off(one.before))}));
        }
    }

    [[nodiscard]] std::map<std::string, double> changedValues() const
    {
        std::map<std::string, double> values;
        for (const ChangedCoefficient& one : m_made.changed)
            values[one.name] = one.is;
        return values;
    }

    void keep(const RowChoice& choice)
    {
        const PlanResult& first = m_runs.front().planned;
        const core::HardwareSpec fitted =
            planner::withValues(first.hardware, first.model, first.evaluation.plan, changedValues());
        core::Calibration& own = m_made.calibration;
        own = fitted.calibrations.front();
        own.name = m_call.name.empty() ? nameOfRun(*m_call.runs.front().run) : m_call.name;
        own.implementation = std::string(core::nameOf(first.evaluation.plan.implementation));
        own.groups.clear();
        own.atBound.clear();
        own.askedAlone = false;
        std::set<std::string> shapes;
        std::set<std::string> names(own.fitted.begin(), own.fitted.end());
        own.range.clear();
        for (const RecordedPlan& run : m_runs) {
            shapes.insert(planner::shapeName(run.planned.model));
            for (const planner::CalibratedQuantity& quantity :
                 planner::calibratedQuantities(run.planned.model, run.planned.evaluation.plan)) {
                const auto [at, isNew] =
                    own.range.emplace(quantity.name, core::CalibrationRange{quantity.value, quantity.value});
                at->second.low = std::min(at->second.low, quantity.value);
                at->second.high = std::max(at->second.high, quantity.value);
            }
        }
        own.shapes = {shapes.begin(), shapes.end()};
        for (std::size_t at = 0; at < choice.logs.size(); ++at) {
            const planner::RowCoefficient& one = m_model.coefficients()[at];
            if (choice.logs[at] == 0)
                continue;
            names.insert(one.name);
            own.reasons.erase(one.name);
            const double value = m_model.valueAt(at, choice.logs[at]);
            if (value <= one.lowest || value >= one.highest)
                own.atBound.push_back(one.name);
        }
        own.fitted = {names.begin(), names.end()};
        core::CalibrationResidual step{"step_seconds", static_cast<std::int64_t>(m_made.steps.size())};
        for (const StepError& one : m_made.steps) {
            const double apart = one.measured / one.after - 1;
            step.fitted += std::abs(one.after / one.measured - 1) / static_cast<double>(m_made.steps.size());
            step.low = std::min(step.low, apart);
            step.high = std::max(step.high, apart);
        }
        step.heldOut = step.fitted;
        own.residuals = {step};
        std::vector<std::string> labels;
        for (const RecordedPlan& run : m_runs)
            labels.push_back(run.label);
        own.source = std::string(planner::kFromRecordings) + core::joined(labels, ", ") + "; " +
                     core::percentText(m_made.coverage, 2) + " of the devices' time, " +
                     core::percentText(m_made.residual, 2) + " off after the fit";
    }

    const std::vector<RecordedPlan>& m_runs;
    const RunCalibrationCall& m_call;
    RunCalibration& m_made;
    RowModel m_model;
};

/// All plans must be predicted with one calibration, which is then the one that is changed.
std::string differentStarts(const std::vector<RecordedPlan>& runs)
{
    std::set<std::string> names;
    for (const RecordedPlan& run : runs) {
        const core::Calibration* const chosen =
            planner::calibrationFor(run.planned.hardware, run.planned.evaluation.plan, run.planned.model);
        names.insert(run.planned.hardware.name + (chosen == nullptr ? "" : "/" + chosen->name));
    }
    if (names.size() < 2)
        return {};
    return core::phrase(W_("the plans are predicted with different calibrations: %1"),
                        {core::joined(names, ", ")});
}

} // namespace

core::Result<RunCalibration> calibrateOnRuns(const core::Catalog& catalog, const RunCalibrationCall& call,
                                             const core::Task& task)
{
    RunCalibration made;
    std::vector<RecordedPlan> runs;
    for (const RecordedRun& one : call.runs) {
        SHARDSCOPE_TRY(RecordedPlan run, recordedPlan(catalog, one, call.hardware, made.against, task));
        runs.push_back(std::move(run));
    }
    if (runs.empty())
        return core::Error{core::ErrorCode::MissingKey, {"RUN"}};
    made.hardware = runs.front().planned.hardware.name;
    if (std::string apart = differentStarts(runs); made.against.empty() && !apart.empty())
        made.against.push_back(std::move(apart));
    if (!made.against.empty())
        return made;
    SHARDSCOPE_TRY_DONE(Calibrator(runs, call, made).make(task));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return made;
}

core::Result<RecordingError> errorOn(const core::Catalog& catalog, const RecordedRun& one,
                                     const std::vector<ChangedCoefficient>& values, const core::Task& task)
{
    std::vector<std::string> against;
    SHARDSCOPE_TRY(RecordedPlan run, recordedPlan(catalog, one, {}, against, task));
    std::map<std::string, double> set;
    for (const ChangedCoefficient& value : values)
        set[value.name] = value.is;
    const core::Plan& plan = run.planned.evaluation.plan;
    if (!set.empty()) {
        run.planned.hardware = planner::withValues(run.planned.hardware, run.planned.model, plan, set);
        SHARDSCOPE_TRY(run.planned.evaluation, planner::evaluate(run.planned.model, run.planned.hardware,
                                                                 plan, planner::Detail::Plain));
    }
    const std::vector<RecordedPlan> runs{std::move(run)};
    RowModel model(runs, {});
    SHARDSCOPE_TRY_DONE(model.simulateAt({}, {}, task));
    const double step = planner::predictedFigure(runs.front().planned.evaluation, "step_seconds").value_or(0);
    return RecordingError{step / runs.front().step - 1, errorOfKinds(model.rowsOf(0, every), {})};
}

} // namespace shardscope::app
