// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window writes them: three significant digits, the reader's decimal mark, a narrow
// no-break space before the unit.
#pragma once

#include "core/report/table.h"
#include "core/units/quantity.h"

#include <QString>

namespace shardscope::app {

/// Between a number and its unit (ISO 80000-1, 7.1.4: a space): narrow, and no line breaks there.
inline constexpr QChar kUnitSpace(0x202F);

/// "5.46 GiB"; \p digits significant digits.
[[nodiscard]] QString quantityString(double value, core::Dimension dimension, int digits = 3);
template <core::Dimension D>
[[nodiscard]] QString quantityString(core::Quantity<D> quantity, int digits = 3)
{
    return quantityString(quantity.value(), D, digits);
}
/// A prediction of which only \p digits are known (app/session/accuracy/known_digits): "5.5 GiB" with two.
[[nodiscard]] QString knownString(double value, core::Dimension dimension, int digits);
/// "12.3–14.1 s": an interval, its unit once.
[[nodiscard]] QString spanString(double low, double high, core::Dimension dimension);
/// Writes all digits in base units: "5,862,113,280 B".
[[nodiscard]] QString exactString(double value, core::Dimension dimension);
/// "12.3 µs" from whole nanoseconds, exact where it can be.
[[nodiscard]] QString nanosString(std::int64_t nanoseconds, int digits = 4);
[[nodiscard]] QString integerString(std::int64_t value);
/// "174.6 B": counts as the field writes them, in thousands (k), millions (M), billions (B), trillions (T).
[[nodiscard]] QString countString(double count);
[[nodiscard]] QString percentString(double fraction, int decimals = 1);
/// A cell of a table as people read it; a dash where there is nothing.
[[nodiscard]] QString cellString(const core::Table& table, std::size_t row, std::size_t column);

} // namespace shardscope::app
