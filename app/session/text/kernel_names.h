// SPDX-License-Identifier: GPL-3.0-or-later
// What recorders call work of devices, short enough for a box or beside a bar: the same in every picture.
#pragma once

#include <QString>

#include <string_view>

namespace shardscope::app {

/// "void at::native::(anonymous namespace)::softmax_kernel<float, 4>(float*)" -> "softmax_kernel". Names that
/// are not C++ signatures stay as they are.
[[nodiscard]] QString shortName(std::string_view name);

} // namespace shardscope::app
