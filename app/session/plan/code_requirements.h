// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan asks of the program that is trained: the price of a layout that no figure shows.
#pragma once

#include "core/plan/plan.h"

#include <QString>

#include <string>
#include <vector>

namespace shardscope::app {

/// One thing the user's own code has to do, and whose documentation says so.
struct CodeRequirement {
    std::string key; ///< stable: "tensor", "pipeline", "zero_3", …
    QString text;    ///< one sentence in the reader's language
    QString source;
};

/// In the order in which a program would be changed. Of a plan for one device without any of it: one
/// requirement, "none".
[[nodiscard]] std::vector<CodeRequirement> codeRequirements(const core::Plan& plan);

} // namespace shardscope::app
