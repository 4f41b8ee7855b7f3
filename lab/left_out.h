// SPDX-License-Identifier: GPL-3.0-or-later
// What a fit is worth on what it has not seen: every hidden size, tensor degree, micro-batch, cell of the
// three or system left out in turn.
#pragma once

#include "app/session/accuracy/calibration.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::lab {

/// Errors of one figure, each part predicted by a fit to the others.
struct LeftOutErrors {
    std::string by; ///< hidden, tensor, micro_batch, cell (of these three), shape, system (a group of cases)
    std::string figure;
    std::int64_t parts = 0;
    std::int64_t cases = 0;
    double error = 0; ///< mean of |predicted / measured - 1|
    /// The same of a trivial prediction: every case at the other parts' mean rate of model FLOPs. A figure
    /// that does no better has learned nothing.
    double trivial = 0;
};

/// What can be left out.
[[nodiscard]] const std::vector<std::string>& leftOutQuantities();

/// For each of \p by in turn; one that has fewer than two values among the cases has no row. Errors:
/// UnknownName for another quantity, those of calibrateOn.
[[nodiscard]] core::Result<std::vector<LeftOutErrors>> leaveOutOn(const core::Catalog& catalog,
                                                                  const app::CalibrationCall& call,
                                                                  const std::vector<std::string>& by,
                                                                  const core::Task& task = {});

[[nodiscard]] core::Table leftOutTable(const std::vector<LeftOutErrors>& errors);

} // namespace shardscope::lab
