// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that know their place when they are made.
#pragma once

#include "core/base/error.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::core {

/// What is wrong with the value at \p pointer.
[[nodiscard]] inline Error errorAt(ErrorCode code, std::vector<std::string> args, std::string pointer)
{
    return {code, std::move(args), {{}, std::move(pointer)}};
}
/// What is wrong with \p file, or with the option or command of that name.
[[nodiscard]] inline Error errorIn(ErrorCode code, std::vector<std::string> args, std::string file)
{
    return {code, std::move(args), {std::move(file)}};
}

} // namespace shardscope::core
