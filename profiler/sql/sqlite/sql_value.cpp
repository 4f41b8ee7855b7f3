// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <cmath>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

using Limits = std::numeric_limits<std::int64_t>;
constexpr double kBeyond = 9223372036854775808.0; // 2^63: the first double above every int64

void leaveNothing(IntegerRange& range)
{
    range.low = 1;
    range.high = 0;
}

void raise(IntegerRange& range, std::int64_t low) { range.low = std::max(range.low, low); }
void lower(IntegerRange& range, std::int64_t high) { range.high = std::min(range.high, high); }

void narrowByInteger(IntegerRange& range, Comparison comparison, std::int64_t value)
{
    switch (comparison) {
    case Comparison::Equal:
        raise(range, value);
        lower(range, value);
        return;
    case Comparison::Greater: value == Limits::max() ? leaveNothing(range) : raise(range, value + 1); return;
    case Comparison::GreaterEqual: raise(range, value); return;
    case Comparison::Less: value == Limits::min() ? leaveNothing(range) : lower(range, value - 1); return;
    case Comparison::LessEqual: lower(range, value); return;
    default: return;
    }
}

void narrowByReal(IntegerRange& range, Comparison comparison, double value)
{
    const bool above = value >= kBeyond;
    const bool below = value < -kBeyond;
    if (above || below) {
        const bool wantsAbove = comparison == Comparison::Greater || comparison == Comparison::GreaterEqual;
        if (comparison == Comparison::Equal || wantsAbove == above)
            leaveNothing(range);
        return;
    }
    const double whole = std::floor(value);
    const auto floor = static_cast<std::int64_t>(whole);
    if (whole == value)
        return narrowByInteger(range, comparison, floor);
    switch (comparison) { // floor < value < floor + 1
    case Comparison::Equal: leaveNothing(range); return;
    case Comparison::Greater:
    case Comparison::GreaterEqual: raise(range, floor + 1); return;
    default: lower(range, floor); return;
    }
}

} // namespace

void narrow(IntegerRange& range, Comparison comparison, sqlite3_value* value)
{
    switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_INTEGER: narrowByInteger(range, comparison, sqlite3_value_int64(value)); return;
    case SQLITE_FLOAT: narrowByReal(range, comparison, sqlite3_value_double(value)); return;
    case SQLITE_NULL: leaveNothing(range); return;
    default: // text and blobs
        if (comparison != Comparison::Less && comparison != Comparison::LessEqual)
            leaveNothing(range);
    }
}

std::optional<std::string_view> textOf(sqlite3_value* value)
{
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL || type == SQLITE_BLOB)
        return std::nullopt;
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    if (text == nullptr)
        return std::nullopt;
    return std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

std::optional<std::int64_t> integerOf(sqlite3_value* value)
{
    if (sqlite3_value_numeric_type(value) == SQLITE_INTEGER)
        return sqlite3_value_int64(value);
    if (sqlite3_value_numeric_type(value) != SQLITE_FLOAT)
        return std::nullopt;
    const double real = sqlite3_value_double(value);
    if (real >= kBeyond || real < -kBeyond)
        return real < 0 ? Limits::min() : Limits::max();
    return static_cast<std::int64_t>(std::floor(real));
}

bool matches(Comparison comparison, const char* pattern, const char* text)
{
    return comparison == Comparison::Glob ? sqlite3_strglob(pattern, text) == 0
                                          : sqlite3_strlike(pattern, text, 0) == 0;
}

} // namespace shardscope::profiler::sql
