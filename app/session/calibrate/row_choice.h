// SPDX-License-Identifier: GPL-3.0-or-later
// Which coefficients measured rows may change, and to what: those that meet better the rows that were left
// out.
#pragma once

#include "app/session/calibrate/row_model.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// Coefficients by their places; a coefficient that is not moved has 0.
struct RowChoice {
    std::vector<double> logs;
    std::vector<double> errors;
    std::vector<std::string> why; ///< of those that are not moved, a phrase; "": it is moved
    [[nodiscard]] std::vector<bool> moved() const;
};

/// Chooses by all that \p rows tell: a coefficient in which less than a hundredth of the devices' time goes
/// stays as it is.
[[nodiscard]] RowChoice firstChoice(const RowsByCoefficient& rows, std::size_t coefficients);

/// Takes out of \p choice what is of traffic and is not told, the least told first: where the rows leave more
/// than a quarter of what was believed of it before, as of latency and rate where all messages have one size.
void keepWhatIsTold(RowChoice& choice, const RowsByCoefficient& rows,
                    const std::vector<planner::RowCoefficient>& coefficients);

/// Fits those of \p choice that are moved.
void fit(RowChoice& choice, const RowsByCoefficient& rows,
         const std::vector<planner::RowCoefficient>& coefficients);

/// Takes out of \p choice, one by one, what meets other rows worse than before when they are left out, and
/// fits again.
void keepWhatHolds(RowChoice& choice, const RowsByCoefficient& rows,
                   const std::vector<planner::RowCoefficient>& coefficients);

/// Mean error of kinds of work in \p rows, weighed by their time, by \p logs.
[[nodiscard]] double errorOfKinds(const RowsByCoefficient& rows, const std::vector<double>& logs);
/// Mean error of the rows themselves.
[[nodiscard]] double errorOfRows(const RowsByCoefficient& rows, const std::vector<double>& logs);

/// Mean errors of kinds of work, what each part of the rows takes by a fit to the others.
struct PartsLeftOut {
    double before = 0;
    double after = 0;
};
[[nodiscard]] PartsLeftOut leaveRowsOut(const RowChoice& choice, const RowsByCoefficient& rows,
                                        const std::vector<planner::RowCoefficient>& coefficients);

} // namespace shardscope::app
