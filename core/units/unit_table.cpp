// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/unit_table.h"

#include <array>

namespace shardscope::core {
namespace {

constexpr double kKibi = 1024.0;
constexpr double kMebi = kKibi * kKibi;
constexpr double kGibi = kMebi * kKibi;
constexpr double kTebi = kGibi * kKibi;
constexpr double kPebi = kTebi * kKibi;

// Decimal and binary prefixes: IEC 80000-13. Bits appear only because networks are sold by them.
constexpr std::array kUnits = std::to_array<UnitEntry>({
    {{"B", 1, 1, kByte}, UnitUse::Both},
    {{"kB", 1e3, 1, kByte}, UnitUse::Decimal},
    {{"MB", 1e6, 1, kByte}, UnitUse::Decimal},
    {{"GB", 1e9, 1, kByte}, UnitUse::Decimal},
    {{"TB", 1e12, 1, kByte}, UnitUse::Decimal},
    {{"PB", 1e15, 1, kByte}, UnitUse::Decimal},
    {{"KiB", kKibi, 1, kByte}, UnitUse::Binary},
    {{"MiB", kMebi, 1, kByte}, UnitUse::Binary},
    {{"GiB", kGibi, 1, kByte}, UnitUse::Binary},
    {{"TiB", kTebi, 1, kByte}, UnitUse::Binary},
    {{"PiB", kPebi, 1, kByte}, UnitUse::Binary},
    {{"bit", 1, 8, kByte}, UnitUse::ReadOnly},
    {{"kbit", 1e3, 8, kByte}, UnitUse::ReadOnly},
    {{"Mbit", 1e6, 8, kByte}, UnitUse::ReadOnly},
    {{"Gbit", 1e9, 8, kByte}, UnitUse::ReadOnly},
    {{"Tbit", 1e12, 8, kByte}, UnitUse::ReadOnly},
    {{"ns", 1, 1e9, kSecond}, UnitUse::Both},
    {{"\u00b5s", 1, 1e6, kSecond}, UnitUse::Both},
    {{"\u03bcs", 1, 1e6, kSecond}, UnitUse::ReadOnly}, // the Greek letter, which keyboards type
    {{"us", 1, 1e6, kSecond}, UnitUse::ReadOnly},
    {{"ms", 1, 1e3, kSecond}, UnitUse::Both},
    {{"s", 1, 1, kSecond}, UnitUse::Both},
    {{"min", 60, 1, kSecond}, UnitUse::Both},
    {{"h", 3600, 1, kSecond}, UnitUse::Both},
    {{"d", 86400, 1, kSecond}, UnitUse::ReadOnly},
    {{"day", 86400, 1, kSecond}, UnitUse::ReadOnly},
    {{"days", 86400, 1, kSecond}, UnitUse::ReadOnly},
    {{"FLOP", 1, 1, kFlop}, UnitUse::Both},
    {{"kFLOP", 1e3, 1, kFlop}, UnitUse::Both},
    {{"MFLOP", 1e6, 1, kFlop}, UnitUse::Both},
    {{"GFLOP", 1e9, 1, kFlop}, UnitUse::Both},
    {{"TFLOP", 1e12, 1, kFlop}, UnitUse::Both},
    {{"PFLOP", 1e15, 1, kFlop}, UnitUse::Both},
    {{"EFLOP", 1e18, 1, kFlop}, UnitUse::Both},
    {{"ZFLOP", 1e21, 1, kFlop}, UnitUse::Both},
    {{"J", 1, 1, kJoule}, UnitUse::Both},
    {{"kJ", 1e3, 1, kJoule}, UnitUse::Both},
    {{"MJ", 1e6, 1, kJoule}, UnitUse::Both},
    {{"GJ", 1e9, 1, kJoule}, UnitUse::Both},
    {{"TJ", 1e12, 1, kJoule}, UnitUse::Both},
    {{"Wh", 3600, 1, kJoule}, UnitUse::ReadOnly},
    {{"kWh", 3.6e6, 1, kJoule}, UnitUse::ReadOnly},
    {{"mW", 1, 1e3, kWatt}, UnitUse::ReadOnly},
    {{"W", 1, 1, kWatt}, UnitUse::Both},
    {{"kW", 1e3, 1, kWatt}, UnitUse::Both},
    {{"MW", 1e6, 1, kWatt}, UnitUse::Both},
    {{"USD", 1, 1, kCurrency}, UnitUse::Both},
    {{"items", 1, 1, kItem}, UnitUse::ReadOnly},
    {{"samples", 1, 1, kItem}, UnitUse::ReadOnly},
    {{"tokens", 1, 1, kItem}, UnitUse::ReadOnly},
});

const UnitEntry* find(std::string_view name)
{
    for (const UnitEntry& entry : kUnits) {
        if (entry.unit.name == name)
            return &entry;
    }
    return nullptr;
}

struct DimensionName {
    Dimension dimension;
    std::string_view name;
};
constexpr std::array kDimensionNames = std::to_array<DimensionName>({
    {kNumber, "number"},
    {kItem, "items"},
    {kByte, "bytes"},
    {kSecond, "seconds"},
    {kFlop, "flop"},
    {kJoule, "joules"},
    {kCurrency, "currency"},
    {kBytePerSecond, "bytes_per_second"},
    {kFlopPerSecond, "flop_per_second"},
    {kItemPerSecond, "items_per_second"},
    {kWatt, "watts"},
    {kCurrencyPerSecond, "currency_per_second"},
});

} // namespace

std::span<const UnitEntry> unitTable() { return kUnits; }

std::optional<Unit> unitFromName(std::string_view name)
{
    const auto slash = name.find('/');
    if (slash == std::string_view::npos) {
        const UnitEntry* entry = find(name);
        return entry == nullptr ? std::nullopt : std::optional(entry->unit);
    }
    const std::string_view above = name.substr(0, slash);
    const UnitEntry* per = find(name.substr(slash + 1));
    if (per == nullptr || !(per->unit.dimension == kSecond))
        return std::nullopt;
    Unit unit{name, 1, 1, kItem}; // "/s": things a second
    if (!above.empty()) {
        const UnitEntry* entry = find(above);
        if (entry == nullptr)
            return std::nullopt;
        unit = entry->unit;
    }
    return Unit{name, unit.numerator * per->unit.denominator, unit.denominator * per->unit.numerator,
                unit.dimension + (-kSecond)};
}

std::string quantityName(Dimension dimension)
{
    for (const DimensionName& entry : kDimensionNames) {
        if (entry.dimension == dimension)
            return std::string(entry.name);
    }
    return "quantity";
}

std::string unitsKnown(Dimension dimension)
{
    std::string known;
    const auto add = [&known](std::string_view name, std::string_view suffix) {
        known += known.empty() ? "" : " ";
        known += name;
        known += suffix;
    };
    for (const UnitEntry& entry : kUnits) {
        if (entry.unit.dimension == dimension)
            add(entry.unit.name, "");
        else if (entry.unit.dimension == dimension + kSecond && !(dimension == kNumber))
            add(entry.unit.name, "/s");
    }
    return known;
}

} // namespace shardscope::core
