// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities as people write them: "80 GiB", "312 TFLOP/s", "25 GB/s", in both directions.
#pragma once

#include "core/base/result.h"
#include "core/units/quantity.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// How bytes are written: GiB (2^30) or GB (10^9). Never mixed in one text.
enum class BytePrefix { Binary, Decimal };

struct TextStyle {
    int significantDigits = 3; ///< 0: shortest text, of either prefix, that reads back to the same double
    BytePrefix bytes = BytePrefix::Binary;
};

/// "80 GiB" -> number in base units, checked against \p dimension. A unit is required unless the dimension is
/// a plain number. Known: B kB MB GB TB PB KiB MiB GiB TiB PiB; ns us (or \u00b5s) ms s min h; FLOP with k M
/// G T P E; J with k M G T; W with k M; any of these over s, min, h. Errors: UnitMissing, UnitUnknown,
/// UnitMismatch, NumberMalformed.
[[nodiscard]] Result<double> parseQuantityText(std::string_view text, Dimension dimension);

template <Dimension D>
[[nodiscard]] Result<Quantity<D>> parseQuantity(std::string_view text)
{
    SHARDSCOPE_TRY(const double value, parseQuantityText(text, D));
    return Quantity<D>{value};
}

/// Number and unit apart, so that a view can dim the unit: {"79.6", "GiB"}.
struct QuantityText {
    std::string number;
    std::string unit;
    /// Number, space, unit; the number alone where there is no unit.
    [[nodiscard]] std::string joined() const { return unit.empty() ? number : number + ' ' + unit; }
};

[[nodiscard]] QuantityText quantityText(double value, Dimension dimension, TextStyle style = {});

template <Dimension D>
[[nodiscard]] std::string toText(Quantity<D> quantity, TextStyle style = {})
{
    return quantityText(quantity.value(), D, style).joined();
}

} // namespace shardscope::core
