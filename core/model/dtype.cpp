// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/dtype.h"

#include "core/base/check.h"

namespace shardscope::core {

Bytes widthOf(Dtype dtype)
{
    constexpr std::array<double, kEnumNames<Dtype>.size()> kWidths{
        4, 4, 2, 2, 1, 1, 1 + 1.0 / 32, 0.5 + 1.0 / 16}; // in the order of Dtype
    const auto index = static_cast<std::size_t>(dtype);
    SHARDSCOPE_CHECK(index < kWidths.size());
    return Bytes{kWidths[index]};
}

} // namespace shardscope::core
