// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_numbers.h"

#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/units/count.h"

#include <cmath>

namespace shardscope::app {

using core::Result;

Result<double> countOf(const std::string& text, const std::string& where)
{
    const std::optional<double> value = core::parseCount(text);
    if (!value)
        return core::errorIn(core::ErrorCode::NumberMalformed, {text}, where);
    constexpr double kMost = 1e18;
    if (*value < 0 || *value > kMost)
        return core::outOfRange(text, "0", "10^18").in(where);
    return *value;
}

namespace {

Result<std::int64_t> wholeOf(const std::string& text, const std::string& where)
{
    SHARDSCOPE_TRY(const double value, countOf(text, where));
    if (value < 1 || value != std::floor(value) || value > 1e15)
        return core::outOfRange(text, "1", "10^15").in(where);
    return static_cast<std::int64_t>(value);
}

} // namespace

Result<planner::WholeRange> rangeOf(const std::string& text, const std::string& where)
{
    const std::size_t dots = text.find("..");
    SHARDSCOPE_TRY(const std::int64_t low, wholeOf(text.substr(0, dots), where));
    if (dots == std::string::npos)
        return planner::WholeRange{low, low};
    SHARDSCOPE_TRY(const std::int64_t high, wholeOf(text.substr(dots + 2), where));
    if (high < low)
        return core::outOfRange(high, low).in(where);
    return planner::WholeRange{low, high};
}

} // namespace shardscope::app
