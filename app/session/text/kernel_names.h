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

/// Of a name in a cell of a printed table, beside others: a line of 80, as terminals have it.
inline constexpr std::size_t kMostInTable = 80;

} // namespace shardscope::app
