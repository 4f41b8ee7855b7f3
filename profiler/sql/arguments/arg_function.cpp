// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/arg_function.h"

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <new>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

/// arg(id, key): NULL where there is no such slice or argument.
void argOfSlice(sqlite3_context* context, int /*count*/, sqlite3_value** values)
{
    const auto& places = *static_cast<const ArgPlaces*>(sqlite3_user_data(context));
    const auto id = integerOf(values[0]);
    const auto key = textOf(values[1]);
    if (!id || !key || *id < 0 || *id >= places.reader.rows().count())
        return sqlite3_result_null(context);
    try {
        const auto row = static_cast<std::uint32_t>(*id);
        const std::string_view wanted = withoutPrefix(*key);
        const ArgKnown known = places.index.look(row, wanted, places.task);
        if (known.kind == ArgKnown::Kind::Missing)
            return sqlite3_result_null(context);
        if (known.kind == ArgKnown::Kind::Integer)
            return sqlite3_result_int64(context, known.integer);
        if (known.kind == ArgKnown::Kind::Text)
            return parseArg(known.text).tell(Answer(context));
        const auto* const found = places.reader.find(row, wanted);
        found == nullptr ? sqlite3_result_null(context) : parseArg(found->value).tell(Answer(context));
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    }
}

} // namespace

bool registerArgFunction(sqlite3* database, ArgPlaces& places, const char* name)
{
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    return sqlite3_create_function_v2(database, name, 2, kFlags, &places, argOfSlice, nullptr, nullptr,
                                      nullptr) == SQLITE_OK;
}

} // namespace shardscope::profiler::sql
