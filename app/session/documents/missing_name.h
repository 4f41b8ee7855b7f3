// SPDX-License-Identifier: GPL-3.0-or-later
// What a call lacks where it names no model or no machine.
#pragma once

#include "core/base/error.h"

#include <string>

namespace shardscope::app {

/// \p model is empty, or else the machine's name: what is missing, and the verb that lists those that are
/// known.
[[nodiscard]] inline core::Error missingName(const std::string& model)
{
    return model.empty() ? core::Error{core::ErrorCode::MissingKey, {"MODEL", "shardscope-cli models"}}
                         : core::Error{core::ErrorCode::MissingKey, {"HARDWARE", "shardscope-cli hardware"}};
}

} // namespace shardscope::app
