// SPDX-License-Identifier: GPL-3.0-or-later
// Physical quantities whose dimension the compiler checks: bytes per second times seconds is bytes.
#pragma once

#include <compare>
#include <cstdint>

namespace shardscope::core {

/// Exponents of the base dimensions. "item" counts samples, tokens, devices: things without a unit of their
/// own.
struct Dimension {
    std::int8_t byte = 0;
    std::int8_t second = 0;
    std::int8_t flop = 0;
    std::int8_t item = 0;
    std::int8_t joule = 0;
    std::int8_t currency = 0;
    friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

constexpr Dimension operator+(Dimension a, Dimension b)
{
    return {static_cast<std::int8_t>(a.byte + b.byte),   static_cast<std::int8_t>(a.second + b.second),
            static_cast<std::int8_t>(a.flop + b.flop),   static_cast<std::int8_t>(a.item + b.item),
            static_cast<std::int8_t>(a.joule + b.joule), static_cast<std::int8_t>(a.currency + b.currency)};
}
constexpr Dimension operator-(Dimension a)
{
    return {static_cast<std::int8_t>(-a.byte),  static_cast<std::int8_t>(-a.second),
            static_cast<std::int8_t>(-a.flop),  static_cast<std::int8_t>(-a.item),
            static_cast<std::int8_t>(-a.joule), static_cast<std::int8_t>(-a.currency)};
}

/// A number with a dimension, in base units (bytes, seconds, FLOP, items, joules). Exact for whole numbers
/// below 2^53.
template <Dimension D>
class Quantity {
public:
    static constexpr Dimension kDimension = D;
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value)
        : m_value(value)
    {
    }
    [[nodiscard]] constexpr double value() const { return m_value; }

    constexpr Quantity& operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.m_value + b.m_value}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.m_value - b.m_value}; }
    friend constexpr Quantity operator-(Quantity a) { return Quantity{-a.m_value}; }
    friend constexpr Quantity operator*(Quantity a, double b) { return Quantity{a.m_value * b}; }
    friend constexpr Quantity operator*(double a, Quantity b) { return Quantity{a * b.m_value}; }
    friend constexpr Quantity operator/(Quantity a, double b) { return Quantity{a.m_value / b}; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    double m_value = 0;
};

template <Dimension A, Dimension B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b)
{
    return Quantity<A + B>{a.value() * b.value()};
}
template <Dimension A, Dimension B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b)
{
    return Quantity<A + (-B)>{a.value() / b.value()};
}

inline constexpr Dimension kNumber{};
inline constexpr Dimension kByte{.byte = 1};
inline constexpr Dimension kSecond{.second = 1};
inline constexpr Dimension kFlop{.flop = 1};
inline constexpr Dimension kItem{.item = 1};
inline constexpr Dimension kJoule{.joule = 1};
inline constexpr Dimension kCurrency{.currency = 1};
inline constexpr Dimension kBytePerSecond{.byte = 1, .second = -1};
inline constexpr Dimension kFlopPerSecond{.second = -1, .flop = 1};
inline constexpr Dimension kItemPerSecond{.second = -1, .item = 1};
inline constexpr Dimension kWatt{.second = -1, .joule = 1};
inline constexpr Dimension kCurrencyPerSecond{.second = -1, .currency = 1};

using Number = Quantity<kNumber>;
using Bytes = Quantity<kByte>;
using Seconds = Quantity<kSecond>;
using Flops = Quantity<kFlop>;
using Items = Quantity<kItem>;
using Joules = Quantity<kJoule>;
using BytesPerSecond = Quantity<kBytePerSecond>;
using FlopsPerSecond = Quantity<kFlopPerSecond>;
using ItemsPerSecond = Quantity<kItemPerSecond>;
using Watts = Quantity<kWatt>;
using CurrencyPerSecond = Quantity<kCurrencyPerSecond>;

/// Trace timestamps and durations: whole nanoseconds, never through floating point.
enum class Nanos : std::int64_t {};
constexpr std::int64_t count(Nanos n) { return static_cast<std::int64_t>(n); }

inline namespace literals {
constexpr Bytes operator""_GB(long double v) { return Bytes{static_cast<double>(v) * 1e9}; }
constexpr Bytes operator""_GiB(long double v) { return Bytes{static_cast<double>(v) * 1073741824.0}; }
constexpr Seconds operator""_s(long double v) { return Seconds{static_cast<double>(v)}; }
} // namespace literals

} // namespace shardscope::core
