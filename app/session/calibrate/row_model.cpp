// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/row_model.h"

#include "app/session/compare/side.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

constexpr double kBeside = 0.05; ///< of a coefficient's logarithm, for slopes

/// Standard deviation of the logarithm of what is matched by operator or shape: kernels keep their durations
/// within half a percent through a run, and the same shapes of another layer within a few. What was left of a
/// class is of other operators.
constexpr double kClose = 0.015;
constexpr double kLoose = 0.15;
constexpr double kWhole = 0.95; ///< of a row that one coefficient takes
/// A share of the device's time: a row that takes less than this is hardly one.
constexpr double kLittle = 0.003;

/// Whether rows of \p term measure \p which: a device that is slower in one thing also waits less for
/// another, which tells nothing of that.
bool measures(core::StepTerm term, planner::Coefficient which)
{
    using T = core::StepTerm;
    if (term == T::KernelGap)
        return which == planner::Coefficient::KernelGap;
    if (term == T::Copy)
        return planner::isOfCopies(which);
    if (core::isCommunication(term))
        return planner::isOfLinks(which);
    if (term == T::Launch) // what the host takes beyond the device
        return !planner::isOfLinks(which) && !planner::isOfCopies(which);
    // What work that tells losses takes is told as if no collective lay beside it.
    return which != planner::Coefficient::KernelGap && !(planner::isOfLinks(which) && tellsLosses(term)) &&
           !planner::isOfHost(which) && !planner::isOfCopies(which);
}

} // namespace

RowModel::RowModel(const std::vector<RecordedPlan>& runs, std::vector<planner::RowCoefficient> coefficients)
    : m_runs(runs)
    , m_coefficients(std::move(coefficients))
    , m_logs(m_coefficients.size(), 0)
    , m_longer(m_coefficients.size(), false)
{
    for (std::size_t at = 0; at < m_coefficients.size(); ++at)
        m_longer[at] = planner::takesLonger(m_coefficients[at].which);
}

double RowModel::valueAt(std::size_t place, double log) const
{
    const planner::RowCoefficient& one = m_coefficients[place];
    return std::clamp(one.value * std::exp(m_longer[place] ? log : -log), one.lowest, one.highest);
}

double RowModel::logOf(std::size_t place, double value) const
{
    const double log = std::log(value / m_coefficients[place].value);
    return m_longer[place] ? log : -log;
}

std::map<std::string, double> RowModel::valuesAt(const std::vector<double>& logs) const
{
    std::map<std::string, double> values;
    for (std::size_t at = 0; at < logs.size(); ++at) {
        if (logs[at] != 0)
            values[m_coefficients[at].name] = valueAt(at, logs[at]);
    }
    return values;
}

core::Result<core::Done> RowModel::simulateAt(const std::vector<double>& logs, const std::vector<bool>& which,
                                              const core::Task& task)
{
    m_logs = logs;
    m_simulated.clear();
    const auto steps = [&](const PlanResult& planned, const std::map<std::string, double>& values) {
        PlanResult changed = planned;
        changed.hardware =
            planner::withValues(planned.hardware, planned.model, planned.evaluation.plan, values);
        return plannedSteps(changed, task);
    };
    for (const RecordedPlan& run : m_runs) {
        Simulated own;
        SHARDSCOPE_TRY(profiler::ComparedSteps base, steps(run.planned, valuesAt(logs)));
        own.base = aloneSteps(std::move(base));
        for (std::size_t at = 0; at < logs.size(); ++at) {
            if (!which[at] || m_coefficients[at].value <= 0)
                continue;
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            task.report("simulate", static_cast<double>(at) / static_cast<double>(logs.size()));
            std::vector<double> beside = logs;
            const double here = logOf(at, valueAt(at, logs[at]));
            beside[at] = here + kBeside;
            if (valueAt(at, beside[at]) == valueAt(at, here)) // at its bound
                beside[at] = here - kBeside;
            const double moved = logOf(at, valueAt(at, beside[at])) - here;
            if (moved == 0)
                continue;
            SHARDSCOPE_TRY(profiler::ComparedSteps changed, steps(run.planned, valuesAt(beside)));
            own.beside.push_back({at, moved, aloneSteps(std::move(changed))});
        }
        m_simulated.push_back(std::move(own));
    }
    return core::Done{};
}

RowsByCoefficient RowModel::rowsOf(std::size_t run, const std::function<bool(std::size_t)>& takes) const
{
    const Simulated& simulated = m_simulated[run];
    const profiler::ComparedSteps recorded = aloneSteps(middleSteps(m_runs[run].recorded, takes));
    const MatchedRows base = matchedRows(simulated.base, recorded);
    RowsByCoefficient all;
    all.deviceSeconds = base.deviceSeconds;
    all.matchedSeconds = base.matchedSeconds;
    std::map<std::string, std::size_t> places;
    const std::vector<MatchedRow> rows = joinedWhereUnlike(base.rows);
    for (const MatchedRow& row : rows) {
        planner::MeasuredRow own;
        own.predicted = row.planned;
        own.measured = row.measured;
        const double share = base.deviceSeconds > 0 ? row.measured / base.deviceSeconds : 0;
        own.parts.assign(m_coefficients.size(), 0);
        places.emplace(row.key, all.rows.size());
        all.rows.push_back(std::move(own));
        all.terms.push_back(row.term);
        all.runs.push_back(run);
        all.shares.push_back(share);
    }
    for (const Beside& one : simulated.beside) {
        std::map<std::size_t, double> planned; // by place
        for (const MatchedRow& row : matchedRows(one.steps, recorded).rows) {
            auto place = places.find(row.key);
            if (place == places.end())
                place = places.find(row.whole);
            if (place != places.end() && measures(row.term, m_coefficients[one.place].which))
                planned[place->second] += row.planned;
        }
        for (const auto& [place, seconds] : planned) {
            planner::MeasuredRow& own = all.rows[place];
            own.parts[one.place] = (seconds - own.predicted) / std::expm1(one.log);
        }
    }
    for (std::size_t at = 0; at < all.rows.size(); ++at) {
        planner::MeasuredRow& own = all.rows[at];
        // Whether one coefficient makes up the whole row, whatever its operators are, as an optimizer's does.
        const bool whole = std::ranges::any_of(
            own.parts, [&](double part) { return std::abs(part) >= kWhole * own.predicted; });
        own.error =
            std::hypot(rows[at].close || whole ? kClose : kLoose, kLittle / std::max(all.shares[at], 1e-9));
    }
    // Rows are set to the starting values, from where factors are counted.
    for (planner::MeasuredRow& row : all.rows) {
        for (std::size_t at = 0; at < row.parts.size(); ++at) {
            row.predicted += row.parts[at] * std::expm1(-m_logs[at]);
            row.parts[at] *= std::exp(-m_logs[at]);
        }
    }
    return all;
}

RowsByCoefficient joined(RowsByCoefficient one, const RowsByCoefficient& other)
{
    one.rows.insert(one.rows.end(), other.rows.begin(), other.rows.end());
    one.terms.insert(one.terms.end(), other.terms.begin(), other.terms.end());
    one.runs.insert(one.runs.end(), other.runs.begin(), other.runs.end());
    one.shares.insert(one.shares.end(), other.shares.begin(), other.shares.end());
    one.deviceSeconds += other.deviceSeconds;
    one.matchedSeconds += other.matchedSeconds;
    return one;
}

} // namespace shardscope::app
