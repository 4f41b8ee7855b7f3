// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan's rows would take by other coefficients: the plan simulated again with each a little changed.
#pragma once

#include "app/session/calibrate/measured_rows.h"
#include "app/session/plan/commands.h"
#include "core/base/task.h"
#include "planner/calibration.h"
#include "planner/recorded_rates.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shardscope::app {

/// A recording with the plan that it is of.
struct RecordedPlan {
    std::string label;
    PlanResult planned;
    profiler::ComparedSteps recorded;
    double step = 0; ///< seconds: without its recorder where that is known, else as recorded
};

/// Measurements of some recordings, by coefficients.
struct RowsByCoefficient {
    std::vector<planner::MeasuredRow> rows;
    std::vector<core::StepTerm> terms; ///< of each row
    std::vector<std::size_t> runs;     ///< of each row
    std::vector<double> shares;        ///< of its run's device time, each row's
    double deviceSeconds = 0;
    double matchedSeconds = 0;
};

class RowModel {
public:
    RowModel(const std::vector<RecordedPlan>& runs, std::vector<planner::RowCoefficient> coefficients);

    /// Simulates every plan with \p logs, the logarithms of the factors of the coefficients' times, and with
    /// each coefficient of \p which a little beside. What is asked afterwards is exact there, and nearly so
    /// around it. Errors: those of planner::simulate; Cancelled.
    [[nodiscard]] core::Result<core::Done> simulateAt(const std::vector<double>& logs,
                                                      const std::vector<bool>& which, const core::Task& task);

    /// What the steps of \p run that \p takes names measured.
    [[nodiscard]] RowsByCoefficient rowsOf(std::size_t run,
                                           const std::function<bool(std::size_t)>& takes) const;

    [[nodiscard]] const std::vector<planner::RowCoefficient>& coefficients() const { return m_coefficients; }
    /// What the coefficient at \p place is where its time is \p log as long, within its bounds.
    [[nodiscard]] double valueAt(std::size_t place, double log) const;
    /// Coefficients whose value in \p logs is not 0, by name.
    [[nodiscard]] std::map<std::string, double> valuesAt(const std::vector<double>& logs) const;

private:
    /// The logarithm of the factor of its time that \p value stands for.
    [[nodiscard]] double logOf(std::size_t place, double value) const;

    /// One coefficient moved beside where the others are.
    struct Beside {
        std::size_t place = 0;
        double log = 0; ///< by which its time is longer
        profiler::ComparedSteps steps;
    };
    struct Simulated {
        profiler::ComparedSteps base;
        std::vector<Beside> beside;
    };

    const std::vector<RecordedPlan>& m_runs;
    std::vector<planner::RowCoefficient> m_coefficients;
    std::vector<Simulated> m_simulated; ///< by run
    std::vector<double> m_logs;         ///< where they were simulated
    std::vector<bool> m_longer;         ///< whether a larger coefficient takes longer, as a latency does
};

/// Joins what several runs measured.
[[nodiscard]] RowsByCoefficient joined(RowsByCoefficient one, const RowsByCoefficient& other);

} // namespace shardscope::app
