// SPDX-License-Identifier: GPL-3.0-or-later
// What recorders call work of devices, short enough for a box or beside a bar: the same in every picture.
#pragma once

#include "core/io/escape.h"

#include <QString>

#include <string_view>

namespace shardscope::app {

/// "void at::native::(anonymous namespace)::softmax_kernel<float, 4>(float*)" -> "softmax_kernel". Names that
/// are not C++ signatures stay as they are.
/// \p most: bytes; of longer ones both ends.
[[nodiscard]] QString shortName(std::string_view name, std::size_t most = core::kMostShown);

/// The most characters of a name in a printed table, beside other cells: a terminal's line has 80.
inline constexpr std::size_t kMostInTable = 80;

} // namespace shardscope::app
