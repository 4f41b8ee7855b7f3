// SPDX-License-Identifier: GPL-3.0-or-later
// The units people write, as exact ratios to the base units: what both directions of units/text share.
#pragma once

#include "core/units/quantity.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::core {

/// A unit: one of it is numerator / denominator base units. Both are whole, so that scaling rounds once.
struct Unit {
    std::string_view name;
    double numerator = 1;
    double denominator = 1;
    Dimension dimension;
};

/// Whether a unit of the table is offered when writing, and to whom.
enum class UnitUse { Binary, Decimal, Both, ReadOnly };

struct UnitEntry {
    Unit unit;
    UnitUse use = UnitUse::Both;
};

/// Every unit without a slash, by dimension, each dimension from small to large.
[[nodiscard]] std::span<const UnitEntry> unitTable();

/// A unit as written, with at most one "/time" behind it: "GB", "TFLOP/s", "/s". None: unknown.
[[nodiscard]] std::optional<Unit> unitFromName(std::string_view name);

/// A stable key for what \p dimension measures: "bytes", "seconds", "bytes_per_second", ...
[[nodiscard]] std::string quantityName(Dimension dimension);
/// The unit names that can be written for \p dimension, separated by spaces.
[[nodiscard]] std::string unitsKnown(Dimension dimension);

} // namespace shardscope::core
