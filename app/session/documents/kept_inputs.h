// SPDX-License-Identifier: GPL-3.0-or-later
// What is written never takes the place of what it is made of.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// Refuses \p out where it is one of \p inputs (names of the catalogue among them are no files). Error:
/// Inconsistent.
[[nodiscard]] core::Result<core::Done> keepsInputs(const std::string& out,
                                                   const std::vector<std::string>& inputs);

/// Refuses a run with one file in it twice: it would count double. Error: Inconsistent.
[[nodiscard]] core::Result<core::Done> namedOnce(const std::vector<std::string>& files);

} // namespace shardscope::app
