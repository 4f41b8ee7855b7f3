// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/sqlite/virtual_table.h"

#include <algorithm>
#include <new>
#include <optional>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

void Answer::null() { sqlite3_result_null(m_context); }
void Answer::integer(std::int64_t value) { sqlite3_result_int64(m_context, value); }
void Answer::real(double value) { sqlite3_result_double(m_context, value); }
void Answer::lastingText(std::string_view text)
{
    sqlite3_result_text64(m_context, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                          SQLITE_UTF8);
}
void Answer::text(std::string_view text)
{
    sqlite3_result_text64(m_context, text.empty() ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
}

namespace {

constexpr const char* kTypes[]{" INTEGER", " REAL", " TEXT", ""}; // by ColumnType

struct Operator {
    Comparison comparison;
    Lookup lookup;
};

std::optional<Operator> operatorOf(unsigned char op)
{
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return Operator{Comparison::Equal, kEqual};
    case SQLITE_INDEX_CONSTRAINT_GT: return Operator{Comparison::Greater, kRange};
    case SQLITE_INDEX_CONSTRAINT_GE: return Operator{Comparison::GreaterEqual, kRange};
    case SQLITE_INDEX_CONSTRAINT_LT: return Operator{Comparison::Less, kRange};
    case SQLITE_INDEX_CONSTRAINT_LE: return Operator{Comparison::LessEqual, kRange};
    case SQLITE_INDEX_CONSTRAINT_GLOB: return Operator{Comparison::Glob, kGlob};
    case SQLITE_INDEX_CONSTRAINT_LIKE: return Operator{Comparison::Like, kGlob};
    default: return std::nullopt;
    }
}

/// The order asked for, where every column of it can be ordered by.
// A GROUP BY wants equal rows together and no more, but its columns carry the directions of an ORDER BY
// behind it, and SQLite 3.40 takes an order that was consumed for that ORDER BY too: directions always count.
void takeOrder(const sqlite3_index_info& info, std::span<const ColumnSpec> columns, Plan& plan)
{
    constexpr int kMostOrderColumns = 6;
    if (info.nOrderBy == 0 || info.nOrderBy > kMostOrderColumns)
        return;
    std::vector<int> order;
    std::vector<bool> downs;
    for (int at = 0; at < info.nOrderBy; ++at) {
        const int column = info.aOrderBy[at].iColumn < 0 ? 0 : info.aOrderBy[at].iColumn;
        if (!columns[static_cast<std::size_t>(column)].ordered)
            return;
        order.push_back(column);
        downs.push_back(info.aOrderBy[at].desc != 0);
    }
    plan.order = std::move(order);
    plan.descending = downs.front();
    if (std::ranges::count(downs, downs.front()) != static_cast<std::ptrdiff_t>(downs.size())) {
        plan.downs = std::move(downs);
        plan.descending = false;
    }
}

void describe(Plan& plan, std::span<const ColumnSpec> columns)
{
    for (const Plan::Constraint& constraint : plan.constraints) {
        static constexpr const char* kSigns[] = {"=", ">", ">=", "<", "<=", " GLOB ", " LIKE "};
        plan.text += plan.text.empty() ? "" : " AND ";
        plan.text += columns[static_cast<std::size_t>(constraint.column)].name;
        plan.text += kSigns[static_cast<std::size_t>(constraint.comparison)];
        plan.text += "?";
    }
    for (std::size_t at = 0; at < plan.order.size(); ++at) {
        plan.text += at == 0 ? (plan.text.empty() ? "by " : " by ") : ", ";
        plan.text += columns[static_cast<std::size_t>(plan.order[at])].name;
        plan.text += (plan.downs.empty() ? plan.descending : plan.downs[at]) ? " descending" : "";
    }
    if (plan.text.empty())
        plan.text = "all rows";
    if (plan.used != 0)
        plan.text += " of columns " + std::to_string(plan.used);
}

} // namespace

std::string VirtualTable::declaration() const
{
    std::string text = "CREATE TABLE x(";
    for (const ColumnSpec& column : columns()) {
        text += text.back() == '(' ? "\"" : ", \"";
        text += column.name;
        text += '"';
        text += kTypes[static_cast<std::size_t>(column.type)];
        text += column.hidden || column.parameter ? " HIDDEN" : "";
    }
    return text + ")";
}

int VirtualTable::planNumber(Plan plan)
{
    describe(plan, columns());
    const auto [found, added] = m_planNumbers.try_emplace(plan.text, static_cast<int>(m_plans.size()));
    if (added)
        m_plans.push_back(std::make_unique<const Plan>(std::move(plan)));
    return found->second;
}

bool VirtualTable::plan(sqlite3_index_info& info)
{
    const std::span<const ColumnSpec> specs = columns();
    Plan plan;
    for (int at = 0; at < info.nConstraint; ++at) {
        const auto& constraint = info.aConstraint[at];
        const auto op = operatorOf(constraint.op);
        const int column = constraint.iColumn < 0 ? 0 : constraint.iColumn;
        const ColumnSpec& spec = specs[static_cast<std::size_t>(column)];
        if (!constraint.usable) {
            if (spec.parameter)
                return false; // an argument that is not known yet
            continue;
        }
        if (!op || (spec.lookup & op->lookup) == 0)
            continue;
        // Text is compared byte by byte here; another collation is SQLite's own affair.
        if (spec.type == ColumnType::Text && op->comparison == Comparison::Equal &&
            sqlite3_stricmp(sqlite3_vtab_collation(&info, at), "BINARY") != 0)
            continue;
        bool taken = false;
        for (const Plan::Constraint& other : plan.constraints)
            taken = taken || (other.column == column && other.comparison == op->comparison);
        if (taken)
            continue;
        plan.constraints.push_back({column, op->comparison});
        info.aConstraintUsage[at].argvIndex = static_cast<int>(plan.constraints.size());
        info.aConstraintUsage[at].omit = 1;
    }
    takeOrder(info, specs, plan);
    if (!canOrder(plan)) {
        plan.order.clear();
        plan.downs.clear();
        plan.descending = false;
    }
    plan.used = heedsUse() ? info.colUsed : 0;
    const Estimate estimate = this->estimate(plan);
    info.estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, estimate.rows));
    info.estimatedCost = std::max(1.0, estimate.cost);
    info.orderByConsumed = plan.order.empty() ? 0 : 1;
    if (estimate.unique)
        info.idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
    info.idxNum = planNumber(std::move(plan));
    info.idxStr = sqlite3_mprintf("%s", planOf(info.idxNum).text.c_str());
    info.needToFreeIdxStr = 1;
    return true;
}

namespace {

// What SQLite holds; its part comes first.
struct Handle {
    sqlite3_vtab base{};
    VirtualTable* table = nullptr;
};
static_assert(sizeof(sqlite3_vtab_cursor) == sizeof(sqlite3_vtab*)); // CursorHandle begins so

CursorHandle& handleOf(sqlite3_vtab_cursor* cursor) { return *reinterpret_cast<CursorHandle*>(cursor); }
VirtualTable& tableOf(sqlite3_vtab* handle) { return *reinterpret_cast<Handle*>(handle)->table; }

/// Runs \p work; running out of memory is all that our code may throw.
template <class Work>
int guarded(Work work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
}

int connectTable(sqlite3* database, void* table, int /*argc*/, const char* const* /*argv*/,
                 sqlite3_vtab** out, char** /*message*/)
{
    return guarded([&] {
        auto* const own = static_cast<VirtualTable*>(table);
        const int code = sqlite3_declare_vtab(database, own->declaration().c_str());
        if (code != SQLITE_OK)
            return code;
        // Views use it although the schema is not trusted: it reads the run and nothing else.
        sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
        auto handle = std::make_unique<Handle>();
        handle->table = own;
        *out = &handle.release()->base;
        return SQLITE_OK;
    });
}

int disconnectTable(sqlite3_vtab* handle)
{
    delete reinterpret_cast<Handle*>(handle);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab* handle, sqlite3_index_info* info)
{
    return guarded([&] { return tableOf(handle).plan(*info) ? SQLITE_OK : SQLITE_CONSTRAINT; });
}

int openCursor(sqlite3_vtab* handle, sqlite3_vtab_cursor** out)
{
    return guarded([&] {
        auto cursor = std::make_unique<CursorHandle>();
        cursor->cursor = tableOf(handle).open();
        *out = reinterpret_cast<sqlite3_vtab_cursor*>(cursor.release());
        return SQLITE_OK;
    });
}

int closeCursor(sqlite3_vtab_cursor* cursor)
{
    delete &handleOf(cursor);
    return SQLITE_OK;
}

int filterCursor(sqlite3_vtab_cursor* cursor, int number, const char* /*text*/, int count,
                 sqlite3_value** values)
{
    return guarded([&] {
        const CursorHandle& handle = handleOf(cursor);
        const Plan& plan = tableOf(handle.table).planOf(number);
        const Status status = handle.cursor->start(plan, std::span(values, static_cast<std::size_t>(count)));
        return status == Status::Ok ? SQLITE_OK : failedStep(status, cursor);
    });
}

int readRowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out)
{
    *out = handleOf(cursor).cursor->rowid();
    return SQLITE_OK;
}

} // namespace

int failedStep(Status status, sqlite3_vtab_cursor* cursor)
{
    if (status == Status::Interrupted)
        return SQLITE_INTERRUPT;
    const CursorHandle& handle = handleOf(cursor);
    sqlite3_free(handle.table->zErrMsg);
    handle.table->zErrMsg = sqlite3_mprintf("%s", handle.cursor->failure().c_str());
    return SQLITE_ERROR;
}

int outOfMemory() { return SQLITE_NOMEM; }

/// A module without xCreate makes a table that is there under its name and that nothing can make again.
const sqlite3_module& VirtualTable::module(bool made)
{
    if (m_module)
        return *m_module;
    sqlite3_module module{};
    module.xCreate = made ? connectTable : nullptr;
    module.xDestroy = made ? disconnectTable : nullptr;
    module.xConnect = connectTable;
    module.xDisconnect = disconnectTable;
    module.xBestIndex = bestIndex;
    module.xOpen = openCursor;
    module.xClose = closeCursor;
    module.xFilter = filterCursor;
    module.xNext = rowCalls().next;
    module.xEof = rowCalls().atEnd;
    module.xColumn = rowCalls().cell;
    module.xRowid = readRowid;
    m_module = std::make_shared<const sqlite3_module>(module);
    return *m_module;
}

bool registerTable(sqlite3* database, VirtualTable& table, const std::string& schema)
{
    if (!schema.empty()) {
        const std::string module = schema + "_" + table.name();
        const std::string make =
            "CREATE VIRTUAL TABLE " + schema + ".\"" + table.name() + "\" USING \"" + module + "\"";
        return sqlite3_create_module_v2(database, module.c_str(), &table.module(true), &table, nullptr) ==
                   SQLITE_OK &&
               sqlite3_exec(database, make.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    if (sqlite3_create_module_v2(database, table.name(), &table.module(), &table, nullptr) != SQLITE_OK)
        return false;
    const std::string first = std::string("SELECT 1 FROM \"") + table.name() + '"'; // connects
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database, first.c_str(), -1, &statement, nullptr);
    sqlite3_finalize(statement);
    return code == SQLITE_OK;
}

} // namespace shardscope::profiler::sql
