// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/kernels as the build put them into the program (core/CMakeLists.txt).
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace shardscope::core {

/// Name and text of each, by name.
[[nodiscard]] std::span<const std::pair<std::string_view, std::string_view>> shippedRuleFiles();

} // namespace shardscope::core
