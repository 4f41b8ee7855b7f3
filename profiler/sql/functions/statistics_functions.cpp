// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/functions/statistics_functions.h"

#include "profiler/sql/functions/regular_expression.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

/// What an aggregate has seen of its group; NULLs and texts count for nothing.
struct Samples {
    std::vector<double> values;
    double percent = 50;
};

/// SQLite gives zeroed memory a group: room for a pointer.
Samples** samplesOf(sqlite3_context* context, bool make)
{
    return static_cast<Samples**>(sqlite3_aggregate_context(context, make ? sizeof(Samples*) : 0));
}

Samples* grown(sqlite3_context* context, sqlite3_value* value)
{
    Samples** const place = samplesOf(context, true);
    if (place == nullptr)
        return nullptr;
    if (*place == nullptr)
        *place = new (std::nothrow) Samples;
    const int type = sqlite3_value_type(value);
    if (*place != nullptr && (type == SQLITE_INTEGER || type == SQLITE_FLOAT)) {
        try {
            (*place)->values.push_back(sqlite3_value_double(value));
        } catch (const std::bad_alloc&) {
            sqlite3_result_error_nomem(context);
        }
    }
    return *place;
}

/// Takes the group's samples and forgets them; empty where there was no row.
Samples taken(sqlite3_context* context)
{
    Samples** const place = samplesOf(context, false);
    if (place == nullptr || *place == nullptr)
        return {};
    const std::unique_ptr<Samples> own(*place);
    *place = nullptr;
    return std::move(*own);
}

void addSample(sqlite3_context* context, int /*count*/, sqlite3_value** values) { grown(context, values[0]); }

void addPercent(sqlite3_context* context, int /*count*/, sqlite3_value** values)
{
    Samples* const samples = grown(context, values[0]);
    if (samples == nullptr)
        return;
    samples->percent = sqlite3_value_double(values[1]);
}

/// Interpolated linearly between neighbours, as SQLite's own percentile extension and pandas have it.
void tellPercentile(sqlite3_context* context)
{
    Samples samples = taken(context);
    if (!(samples.percent >= 0 && samples.percent <= 100))
        return sqlite3_result_error(context, "percentile takes a percentage from 0 to 100", -1);
    if (samples.values.empty())
        return sqlite3_result_null(context);
    std::ranges::sort(samples.values);
    const double place = samples.percent / 100 * static_cast<double>(samples.values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.values.size() - 1);
    const double part = place - static_cast<double>(below);
    sqlite3_result_double(context,
                          samples.values[below] + part * (samples.values[above] - samples.values[below]));
}

/// The standard deviation of the sample (n - 1); NULL below two values.
void tellDeviation(sqlite3_context* context)
{
    const Samples samples = taken(context);
    const auto count = static_cast<double>(samples.values.size());
    if (samples.values.size() < 2)
        return sqlite3_result_null(context);
    double mean = 0;
    for (const double value : samples.values)
        mean += value / count;
    double squares = 0;
    for (const double value : samples.values)
        squares += (value - mean) * (value - mean);
    sqlite3_result_double(context, std::sqrt(squares / (count - 1)));
}

std::string_view textOf(sqlite3_value* value)
{
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return text == nullptr ? std::string_view()
                           : std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

/// "text REGEXP pattern" is regexp(pattern, text).
void tellMatch(sqlite3_context* context, sqlite3_value* pattern, sqlite3_value* text)
{
    if (sqlite3_value_type(pattern) == SQLITE_NULL || sqlite3_value_type(text) == SQLITE_NULL)
        return sqlite3_result_null(context);
    auto* expression =
        static_cast<RegularExpression*>(sqlite3_get_auxdata(context, 0)); // kept from row to row
    std::unique_ptr<RegularExpression> fresh;
    if (expression == nullptr) {
        std::string why;
        fresh = RegularExpression::make(textOf(pattern), why);
        if (!fresh)
            return sqlite3_result_error(context, ("REGEXP cannot use this expression: " + why).c_str(), -1);
        expression = fresh.get();
    }
    sqlite3_result_int(context, expression->matches(textOf(text)) ? 1 : 0);
    if (fresh)
        sqlite3_set_auxdata(context, 0, fresh.release(),
                            [](void* old) { delete static_cast<RegularExpression*>(old); });
}

void matches(sqlite3_context* context, int /*count*/, sqlite3_value** values)
{
    try {
        tellMatch(context, values[0], values[1]);
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    }
}

} // namespace

bool registerStatisticsFunctions(sqlite3* database)
{
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    const auto aggregate = [&](const char* name, int arguments, auto step, auto final) {
        return sqlite3_create_function_v2(database, name, arguments, kFlags, nullptr, nullptr, step, final,
                                          nullptr) == SQLITE_OK;
    };
    return aggregate("percentile", 2, addPercent, tellPercentile) &&
           aggregate("median", 1, addSample, tellPercentile) &&
           aggregate("stddev", 1, addSample, tellDeviation) &&
           sqlite3_create_function_v2(database, "regexp", 2, kFlags, nullptr, matches, nullptr, nullptr,
                                      nullptr) == SQLITE_OK;
}

} // namespace shardscope::profiler::sql
