// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/text.h"

#include "core/units/reader_units.h"
#include "core/units/unit_table.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace shardscope::core {
namespace {

constexpr double kNoScientificAbove = 1e15; // below, every whole number is written out and exact
constexpr double kNoScientificBelow = 1e-6;

bool isSpace(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

/// What to write instead, for UnitMissing.
std::string example(std::string_view number, Dimension dimension)
{
    const QuantityText one = quantityText(1, dimension, {0, BytePrefix::Binary});
    return std::string(number) + ' ' + one.unit;
}

std::string shortest(double value)
{
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= kNoScientificBelow && size < kNoScientificAbove);
    std::array<char, 64> buffer{};
    const auto end =
        plain
            ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
            : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general);
    return {buffer.data(), end.ptr};
}

/// Writes at least \p digits significant digits, never fewer than the whole ones; no trailing zeros behind
/// the point.
std::string rounded(double value, int digits)
{
    const double size = std::abs(value);
    if (!(size < kNoScientificAbove) || (value != 0 && size < kNoScientificBelow)) { // NaN too
        std::array<char, 64> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::general, digits);
        return {buffer.data(), end.ptr};
    }
    const int whole = size < 1 ? (size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1)
                               : static_cast<int>(std::floor(std::log10(size))) + 1;
    const int decimals = std::max(0, digits - whole);
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

struct Candidate {
    std::string_view name;
    double numerator = 1;
    double denominator = 1;
    [[nodiscard]] double scaled(double value) const { return value / numerator * denominator; }
    [[nodiscard]] double base(double number) const { return number * numerator / denominator; }
};

/// The units \p dimension is written in, small to large, with what follows their names ("/s" for a rate).
struct Ladder {
    std::vector<Candidate> steps;
    std::string suffix;
};

Ladder ladderFor(Dimension dimension, BytePrefix bytes)
{
    Ladder ladder;
    const auto collect = [&](Dimension wanted) {
        for (const UnitEntry& entry : unitTable()) {
            const bool offered =
                entry.use == UnitUse::Both ||
                entry.use == (bytes == BytePrefix::Binary ? UnitUse::Binary : UnitUse::Decimal);
            if (offered && entry.unit.dimension == wanted)
                ladder.steps.push_back({entry.unit.name, entry.unit.numerator, entry.unit.denominator});
        }
    };
    collect(dimension);
    if (ladder.steps.empty() && dimension == kCurrencyPerSecond) { // prices are said by the hour
        ladder.steps.push_back({"USD", 1, 3600});
        ladder.suffix = "/h";
    } else if (ladder.steps.empty() && dimension.second < 0) {
        collect(dimension + kSecond);
        ladder.suffix = "/s";
    }
    return ladder;
}

/// Base units joined, for dimensions nobody has a word for: "B·s/FLOP".
std::string composedUnit(Dimension dimension)
{
    std::string above;
    std::string below;
    const auto add = [&](int exponent, std::string_view name) {
        std::string& side = exponent > 0 ? above : below;
        for (int i = 0; i < std::abs(exponent); ++i) {
            side += side.empty() ? "" : "\u00b7";
            side += name;
        }
    };
    add(dimension.byte, "B");
    add(dimension.flop, "FLOP");
    add(dimension.joule, "J");
    add(dimension.currency, "USD");
    add(dimension.second, "s");
    return below.empty() ? above : above + '/' + below;
}

/// Minutes and hours only once seconds grow unwieldy; step times are compared in seconds.
double enoughOf(std::string_view unit)
{
    if (unit == "min")
        return 10;
    return unit == "h" ? 2 : 1;
}

QuantityText readable(double value, const Ladder& ladder, int digits)
{
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < ladder.steps.size(); ++i) {
        const bool zeroHere = value == 0 && ladder.steps[i].base(1) == 1; // "0 s", not "0 ns"
        if (zeroHere || std::abs(ladder.steps[i].scaled(value)) >= enoughOf(ladder.steps[i].name))
            chosen = i;
    }
    // 999.9996 MB is 1 GB once rounded.
    if (value != 0 && chosen + 1 < ladder.steps.size()) {
        const Candidate& next = ladder.steps[chosen + 1];
        const std::string text = rounded(ladder.steps[chosen].scaled(value), digits);
        double shown = 0;
        std::from_chars(text.data(), text.data() + text.size(), shown);
        if (std::abs(next.scaled(ladder.steps[chosen].base(shown))) >= enoughOf(next.name))
            ++chosen;
    }
    const Candidate& step = ladder.steps[chosen];
    return {rounded(step.scaled(value), digits), std::string(step.name) + ladder.suffix};
}

/// \p value in the unit that the reader wants times in; none: in whichever fits.
std::optional<QuantityText> inReadersTime(double seconds, int digits, TimeUnit unit)
{
    constexpr double kLongest = 600; // s: beyond, minutes and hours say more
    if (unit == TimeUnit::Fitting || std::abs(seconds) >= kLongest)
        return std::nullopt;
    switch (unit) {
    case TimeUnit::Milliseconds: return QuantityText{rounded(seconds * 1e3, digits), "ms"};
    case TimeUnit::Microseconds: return QuantityText{rounded(seconds * 1e6, digits), "\u00b5s"};
    default: return QuantityText{rounded(seconds, digits), "s"};
    }
}

/// "200 Gbit/s".
QuantityText inBits(double bytesPerSecond, int digits)
{
    Ladder ladder;
    for (const auto& [name, bits] :
         {std::pair("bit", 1.0), std::pair("kbit", 1e3), std::pair("Mbit", 1e6), std::pair("Gbit", 1e9),
          std::pair("Tbit", 1e12), std::pair("Pbit", 1e15)})
        ladder.steps.push_back({name, bits / 8, 1});
    ladder.suffix = "/s";
    return readable(bytesPerSecond, ladder, digits);
}

/// The shortest text that reads back; where none does (a price by the hour), base units. Both byte prefixes
/// are tried: what a data sheet gives in GB is short in GB, what it gives in GiB in GiB.
QuantityText exact(double value, Dimension dimension, BytePrefix preferred)
{
    const bool binary = preferred == BytePrefix::Binary;
    QuantityText best;
    for (const BytePrefix bytes : {binary ? BytePrefix::Decimal : BytePrefix::Binary, preferred}) {
        const Ladder ladder = ladderFor(dimension, bytes);
        for (const Candidate& step : ladder.steps) {
            QuantityText text{shortest(step.scaled(value)), std::string(step.name) + ladder.suffix};
            double number = 0;
            std::from_chars(text.number.data(), text.number.data() + text.number.size(), number);
            const bool zeroElsewhere = value == 0 && step.base(1) != 1; // "0 B", not "0 PiB"
            if (step.base(number) != value || zeroElsewhere)
                continue;
            if (best.number.empty() || text.number.size() <= best.number.size())
                best = std::move(text);
        }
    }
    return best.number.empty() ? QuantityText{shortest(value), composedUnit(dimension)} : best;
}

} // namespace

Result<double> parseQuantityText(std::string_view text, Dimension dimension)
{
    const std::string whole(text);
    std::string_view rest = trimmed(text);
    const auto malformed = [&whole] { return Error{ErrorCode::NumberMalformed, {whole}}; };
    // from_chars would also take "inf", "nan" and their kin.
    const std::string_view digits = rest.substr(0, rest.find_first_not_of("+-"));
    if (digits.size() > 1 || rest.size() == digits.size())
        return malformed();
    const char first = rest[digits.size()];
    if ((first < '0' || first > '9') && first != '.')
        return malformed();
    if (rest.front() == '+')
        rest.remove_prefix(1);
    double number = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (parsed.ec != std::errc() || !std::isfinite(number))
        return malformed();
    const std::string_view written = rest.substr(0, static_cast<std::size_t>(parsed.ptr - rest.data()));
    const std::string_view unitText = trimmed(rest.substr(written.size()));

    if (unitText.empty()) {
        if (dimension == kNumber || dimension == kItem)
            return number;
        return Error{ErrorCode::UnitMissing, {whole, example(written, dimension)}};
    }
    const std::optional<Unit> unit = unitFromName(unitText);
    if (!unit)
        return Error{ErrorCode::UnitUnknown, {std::string(unitText), unitsKnown(dimension)}};
    if (!(unit->dimension == dimension))
        return Error{ErrorCode::UnitMismatch, {std::string(unitText), quantityName(dimension)}};
    const double value = number * unit->numerator / unit->denominator;
    if (!std::isfinite(value))
        return malformed();
    return value;
}

QuantityText quantityText(double value, Dimension dimension, TextStyle style)
{
    const bool brief = style.significantDigits > 0;
    const ReaderUnits wanted = brief ? readerUnits() : ReaderUnits{};
    style.bytes = wanted.bytes.value_or(style.bytes);
    if (!std::isfinite(value))
        return {std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf", ""};
    const bool rate = dimension == kItemPerSecond;
    dimension.item = 0;
    if (dimension == kNumber || rate) {
        const bool whole = std::abs(value) < kNoScientificAbove && value == std::floor(value);
        return {whole || !brief ? shortest(value) : rounded(value, style.significantDigits),
                rate ? "/s" : ""};
    }
    if (dimension == kSecond) {
        if (auto text = inReadersTime(value, style.significantDigits, wanted.time))
            return *std::move(text);
    }
    if (dimension == kBytePerSecond && wanted.rate == DataRate::Bits)
        return inBits(value, style.significantDigits);
    if (dimension == kBytePerSecond && wanted.rate == DataRate::Decimal)
        style.bytes = BytePrefix::Decimal;
    const Ladder ladder = ladderFor(dimension, style.bytes);
    if (ladder.steps.empty())
        return {brief ? rounded(value, style.significantDigits) : shortest(value), composedUnit(dimension)};
    return brief ? readable(value, ladder, style.significantDigits) : exact(value, dimension, style.bytes);
}

} // namespace shardscope::core
