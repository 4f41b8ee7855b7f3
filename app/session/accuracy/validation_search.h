// SPDX-License-Identifier: GPL-3.0-or-later
// The search held against runs that others published.
#pragma once

#include "app/session/accuracy/cases.h"
#include "app/session/accuracy/validation.h"
#include "core/base/task.h"

#include <vector>

namespace shardscope::app {

/// The best plans for \p one's model, devices, batch and framework on \p hardware, and where its own plan
/// stands among them. Error: Cancelled.
[[nodiscard]] core::Result<ValidationSearch>
searchAroundRun(const Case& one, const core::HardwareSpec& hardware, const core::Task& task);

/// Spearman's correlation of two lists of the same length; equal values share a rank. 0 where one is
/// constant.
[[nodiscard]] double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b);

} // namespace shardscope::app
