// SPDX-License-Identifier: GPL-3.0-or-later
// Equal but for rounding.
#pragma once

#include <QtGlobal>

#include <cmath>

namespace shardscope::tests {

/// Whether \p value is \p wanted but for \p tolerance times it; says by how much not.
[[nodiscard]] inline bool near(double value, double wanted, double tolerance = 1e-9)
{
    const bool equal = std::abs(value - wanted) <= tolerance * std::abs(wanted);
    if (!equal)
        qWarning("got %.17g, wanted %.17g (%+.3g %%)", value, wanted, 100 * (value / wanted - 1));
    return equal;
}

template <class Quantity>
[[nodiscard]] auto near(Quantity value, double wanted, double tolerance = 1e-9) -> decltype(value.value() > 0)
{
    return near(value.value(), wanted, tolerance);
}

} // namespace shardscope::tests
