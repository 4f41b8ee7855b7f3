// SPDX-License-Identifier: GPL-3.0-or-later
// A table for SQLite that is made of our columns: says what it has, what it can look up and in which order it
// can go, and walks. The C interface of virtual tables stays behind this file (sqlite.org/vtab.html).
#pragma once

#include "core/base/task.h"

#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_context;
struct sqlite3_index_info;
struct sqlite3_module;
struct sqlite3_value;
struct sqlite3_vtab;
struct sqlite3_vtab_cursor;

namespace shardscope::profiler::sql {

enum class ColumnType : std::uint8_t { Integer, Real, Text, Any };

/// What a table can look up by a column instead of leaving it to SQLite, as bits.
enum Lookup : std::uint8_t { kScan = 0, kEqual = 1, kRange = 2, kGlob = 4 };

struct ColumnSpec {
    const char* name;
    ColumnType type;
    std::uint8_t lookup = kScan;
    bool ordered = false;   ///< rows can come ordered by it
    bool hidden = false;    ///< not part of SELECT *
    bool parameter = false; ///< an argument of a table function; hidden
    const char* help = "";
};

[[nodiscard]] constexpr ColumnSpec columnSpec(const char* name, ColumnType type, const char* help)
{
    return {name, type, kScan, false, false, false, help};
}
[[nodiscard]] constexpr ColumnSpec integerSpec(const char* name, const char* help)
{
    return columnSpec(name, ColumnType::Integer, help);
}
[[nodiscard]] constexpr ColumnSpec textSpec(const char* name, const char* help)
{
    return columnSpec(name, ColumnType::Text, help);
}
[[nodiscard]] constexpr ColumnSpec realSpec(const char* name, const char* help)
{
    return columnSpec(name, ColumnType::Real, help);
}
/// An argument of a table function.
[[nodiscard]] constexpr ColumnSpec parameterSpec(const char* name, ColumnType type, const char* help)
{
    return {name, type, kEqual, false, true, true, help};
}

enum class Comparison : std::uint8_t { Equal, Greater, GreaterEqual, Less, LessEqual, Glob, Like };

/// What one walk is asked: constraints in the order of their values, and the wished order.
struct Plan {
    struct Constraint {
        int column;
        Comparison comparison;
    };
    std::vector<Constraint> constraints;
    std::vector<int> order;  ///< columns; empty: any
    std::vector<bool> downs; ///< of each, where they differ; empty: as descending says
    bool descending = false;
    std::uint64_t used = 0; ///< of a table that heeds it: the columns that are read, as bits
    std::string text;       ///< what EXPLAIN QUERY PLAN shows; plans with equal text are equal
};

/// What SQLite weighs: in units of one row walked.
struct Estimate {
    double rows = 0;
    double cost = 0;
    bool unique = false; ///< at most one row
};

enum class Status : std::uint8_t { Ok, Interrupted, Failed };

/// Where a cell goes.
class Answer {
public:
    explicit Answer(sqlite3_context* context)
        : m_context(context)
    {
    }
    void null();
    void integer(std::int64_t value);
    void real(double value);
    void lastingText(std::string_view text); ///< outlives every statement
    void text(std::string_view text);        ///< copied

private:
    sqlite3_context* m_context;
};

class Cursor {
public:
    Cursor() = default;
    virtual ~Cursor() = default;
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;

    /// Goes to the first row. \p values as \p plan has constraints.
    [[nodiscard]] virtual Status start(const Plan& plan, std::span<sqlite3_value* const> values) = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
    [[nodiscard]] virtual Status next() = 0;
    virtual void cell(int column, Answer answer) = 0;
    [[nodiscard]] virtual std::int64_t rowid() const = 0;
    /// Why a step Failed.
    [[nodiscard]] const std::string& failure() const { return m_failure; }

protected:
    std::string m_failure;
};

/// Walks rows that lie one behind the other: the next one is one further.
class CountingCursor : public Cursor {
public:
    [[nodiscard]] Status next() final
    {
        ++m_at;
        return Status::Ok;
    }
    [[nodiscard]] std::int64_t rowid() const override { return static_cast<std::int64_t>(m_at); }

protected:
    std::size_t m_at = 0;
};

/// What SQLite holds of a walk; begins as its sqlite3_vtab_cursor does.
struct CursorHandle {
    sqlite3_vtab* table = nullptr;
    std::unique_ptr<Cursor> cursor;
};

/// What SQLite calls for every row and cell. They return SQLite's codes, of which 0 is "well".
struct RowCalls {
    int (*next)(sqlite3_vtab_cursor*);
    int (*atEnd)(sqlite3_vtab_cursor*);
    int (*cell)(sqlite3_vtab_cursor*, sqlite3_context*, int column);
};

/// The code of a step that did not go well; tells SQLite why.
[[nodiscard]] int failedStep(Status status, sqlite3_vtab_cursor* cursor);
[[nodiscard]] int outOfMemory();

/// Calls for cursors of class \p CursorClass. For a final class a row costs no virtual call, and what stands
/// in the same file none at all: statements go over millions of rows.
template <class CursorClass>
struct RowCallsOf {
    static CursorClass& cursorOf(sqlite3_vtab_cursor* cursor)
    {
        return static_cast<CursorClass&>(*reinterpret_cast<CursorHandle*>(cursor)->cursor);
    }
    // Running out of memory is all that our code may throw.
    static int next(sqlite3_vtab_cursor* cursor)
    {
        try {
            const Status status = cursorOf(cursor).next();
            return status == Status::Ok ? 0 : failedStep(status, cursor);
        } catch (const std::bad_alloc&) {
            return outOfMemory();
        }
    }
    static int atEnd(sqlite3_vtab_cursor* cursor) { return cursorOf(cursor).atEnd() ? 1 : 0; }
    static int cell(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column)
    {
        try {
            cursorOf(cursor).cell(column, Answer(context));
            return 0;
        } catch (const std::bad_alloc&) {
            return outOfMemory();
        }
    }
    static constexpr RowCalls calls{next, atEnd, cell};
};

class VirtualTable {
public:
    VirtualTable(const char* name, std::span<const ColumnSpec> columns)
        : m_name(name)
        , m_columns(columns)
    {
    }
    virtual ~VirtualTable() = default;
    VirtualTable(const VirtualTable&) = delete;
    VirtualTable& operator=(const VirtualTable&) = delete;

    [[nodiscard]] const char* name() const { return m_name; }
    [[nodiscard]] std::span<const ColumnSpec> columns() const { return m_columns; }
    [[nodiscard]] virtual Estimate estimate(const Plan& plan) const = 0;
    [[nodiscard]] virtual std::unique_ptr<Cursor> open() = 0;
    /// Whether rows can come in the order of \p plan, by each column of which they can be ordered alone.
    [[nodiscard]] virtual bool canOrder(const Plan& plan) const { return plan.downs.empty(); }

    /// Whether its rows depend on which columns are read.
    [[nodiscard]] virtual bool heedsUse() const { return false; }

    /// The calls for the class of cursors that open() makes.
    [[nodiscard]] virtual const RowCalls& rowCalls() const { return RowCallsOf<Cursor>::calls; }

    /// What SQLite is told of the table; lives as long as it. \p made: it is made by a statement, once.
    [[nodiscard]] const sqlite3_module& module(bool made = false);
    /// The statement that declares the columns.
    [[nodiscard]] std::string declaration() const;
    /// xBestIndex; false: SQLite must try another way.
    [[nodiscard]] bool plan(sqlite3_index_info& info);
    [[nodiscard]] const Plan& planOf(int number) const { return *m_plans[static_cast<std::size_t>(number)]; }

private:
    [[nodiscard]] int planNumber(Plan plan);

    const char* m_name;
    std::span<const ColumnSpec> m_columns;
    std::vector<std::unique_ptr<const Plan>> m_plans;
    std::map<std::string, int> m_planNumbers;
    std::shared_ptr<const sqlite3_module> m_module;
};

/// Makes \p table known to \p database by its name, in \p schema where one is meant; it must outlive the
/// database. Before the database is hardened: SQLite declares the columns by a statement. False: out of
/// memory.
[[nodiscard]] bool registerTable(sqlite3* database, VirtualTable& table, const std::string& schema = {});

} // namespace shardscope::profiler::sql
