// SPDX-License-Identifier: GPL-3.0-or-later
// Factors of coefficients' times from measured rows of work: what a recording tells of a machine, kind by
// kind of kernel and not by the sum of a class.
#pragma once

#include <vector>

namespace shardscope::planner {

/// Work of one kind in a step, predicted and measured.
struct MeasuredRow {
    double predicted = 0; ///< seconds, by the coefficients to start from
    double measured = 0;  ///< seconds
    double error = 0;     ///< standard deviation of the logarithm of what was measured
    /// The predicted seconds that scale with each coefficient: if its kernels took twice as long, they would
    /// be added once more.
    std::vector<double> parts;
};

/// How far a coefficient's time is believed to be from where it starts, before anything was measured:
/// standard deviations of the factor's logarithm. Coefficients of one family move together, as rates of one
/// memory do, and beside that each by itself.
struct FactorPrior {
    double own = 0;
    double together = 0;
    int family = -1; ///< below 0: of none
};

/// Logarithms of the factors of the coefficients' times, and their standard deviations.
struct FittedFactors {
    std::vector<double> logs;
    std::vector<double> errors;
};

/// The most probable factors: Gauss-Newton on log(predicted / measured), rows beyond twice their error
/// weighed by their size and not its square (P. Huber, Annals of Mathematical Statistics 35 (1964), 73).
/// If there are no rows, no factor moves.
[[nodiscard]] FittedFactors fitFactors(const std::vector<MeasuredRow>& rows,
                                       const std::vector<FactorPrior>& priors);

/// What \p row takes by factors of these \p logs.
[[nodiscard]] double secondsBy(const MeasuredRow& row, const std::vector<double>& logs);

} // namespace shardscope::planner
