// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/study_view.h"

#include "app/session/search/search_numbers.h"
#include "app/session/study/study.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <QString>

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

using core::Result;

Result<std::size_t> columnOf(const core::Table& table, const std::string& key)
{
    if (const auto at = table.columnIndex(key))
        return *at;
    std::vector<std::string> known;
    for (const core::Column& column : table.columns)
        known.push_back(column.key);
    return core::unknownKey(key, known);
}

std::optional<double> numberOf(const core::Cell& cell)
{
    if (const auto* real = std::get_if<double>(&cell))
        return *real;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    return {};
}

struct Condition {
    std::size_t column = 0;
    std::string op;
    std::string text;
    std::optional<double> number;

    [[nodiscard]] bool holds(const core::Cell& cell) const
    {
        if (op == "~")
            return said(cell).contains(QString::fromStdString(text), Qt::CaseInsensitive);
        const auto value = numberOf(cell);
        if (!value || !number) {
            const bool same = said(cell).compare(QString::fromStdString(text), Qt::CaseInsensitive) == 0;
            return op == "=" ? same : op == "!=" && !same;
        }
        return op == "="    ? *value == *number
               : op == "!=" ? *value != *number
               : op == "<"  ? *value < *number
               : op == "<=" ? *value <= *number
               : op == ">"  ? *value > *number
                            : *value >= *number;
    }

private:
    static QString said(const core::Cell& cell)
    {
        const auto* text = std::get_if<std::string>(&cell);
        return text != nullptr ? QString::fromStdString(*text) : QString();
    }
};

std::string trimmed(const std::string& text) { return QString::fromStdString(text).trimmed().toStdString(); }

/// "60 days", "3M", "0.4", "40 %".
std::optional<double> amount(const std::string& text, core::Dimension dimension)
{
    if (text.ends_with(" days") && dimension == core::kSecond) {
        const auto days = core::parseNumber(text.substr(0, text.size() - 5));
        return days ? std::optional(*days * kStudyDay) : std::nullopt;
    }
    if (text.ends_with('%')) {
        const auto percent = core::parseNumber(trimmed(text.substr(0, text.size() - 1)));
        return percent ? std::optional(*percent / 100) : std::nullopt;
    }
    if (const auto quantity = core::parseQuantityText(text, dimension); quantity.ok())
        return *quantity;
    const auto count = countOf(text, {});
    if (count.ok())
        return *count;
    return core::parseNumber(text);
}

Result<Condition> conditionOf(const core::Table& table, const std::string& text)
{
    for (const char* op : {"!=", "<=", ">=", "=", "<", ">", "~"}) {
        const std::size_t at = text.find(op);
        if (at == std::string::npos)
            continue;
        Condition condition;
        SHARDSCOPE_TRY(condition.column, columnOf(table, trimmed(text.substr(0, at))));
        condition.op = op;
        condition.text = trimmed(text.substr(at + condition.op.size()));
        condition.number = amount(condition.text, table.columns[condition.column].dimension);
        if (!condition.number && condition.op != "=" && condition.op != "!=" && condition.op != "~")
            return core::Error{core::ErrorCode::NumberMalformed, {condition.text}};
        return condition;
    }
    return core::inconsistent(W_("\"%1\" is no condition; say it as \"training_seconds < 60 days\""), {text});
}

/// Rows without a value last.
bool before(const core::Cell& a, const core::Cell& b)
{
    const bool emptyA = std::holds_alternative<std::monostate>(a);
    const bool emptyB = std::holds_alternative<std::monostate>(b);
    if (emptyA || emptyB)
        return !emptyA && emptyB;
    const auto numberA = numberOf(a);
    const auto numberB = numberOf(b);
    if (numberA && numberB)
        return *numberA < *numberB;
    const auto* textA = std::get_if<std::string>(&a);
    const auto* textB = std::get_if<std::string>(&b);
    return textA != nullptr && textB != nullptr && *textA < *textB;
}

core::Table withColumns(const core::Table& table, const std::vector<std::size_t>& wanted)
{
    core::Table chosen{
        table.key, table.title, {}, std::vector<std::vector<core::Cell>>(table.rows.size()), {}};
    for (const std::size_t at : wanted) {
        chosen.columns.push_back(table.columns[at]);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            chosen.rows[row].push_back(table.rows[row][at]);
    }
    return chosen;
}

} // namespace

Result<core::Table> viewed(core::Table table, const StudyView& view)
{
    for (const std::string& text : view.where) {
        SHARDSCOPE_TRY(const Condition condition, conditionOf(table, text));
        std::erase_if(table.rows, [&](const std::vector<core::Cell>& row) {
            return !condition.holds(row[condition.column]);
        });
    }
    if (!view.sort.empty()) {
        const bool down = view.sort.front() == '-';
        SHARDSCOPE_TRY(const std::size_t at, columnOf(table, down ? view.sort.substr(1) : view.sort));
        std::ranges::stable_sort(table.rows, [&](const auto& a, const auto& b) {
            const bool empty = std::holds_alternative<std::monostate>(a[at]) ||
                               std::holds_alternative<std::monostate>(b[at]);
            return down && !empty ? before(b[at], a[at]) : before(a[at], b[at]);
        });
    }
    std::vector<std::size_t> wanted;
    std::optional<std::size_t> grouped;
    if (!view.group.empty()) {
        SHARDSCOPE_TRY(const std::size_t at, columnOf(table, view.group));
        grouped = at;
        wanted.push_back(at);
        std::vector<core::Cell> order; // groups as they come first
        for (const auto& row : table.rows) {
            if (std::ranges::find(order, row[at]) == order.end())
                order.push_back(row[at]);
        }
        std::ranges::stable_sort(table.rows, {}, [&](const std::vector<core::Cell>& row) {
            return std::ranges::find(order, row[at]) - order.begin();
        });
    }
    if (view.columns.empty()) {
        for (std::size_t at = 0; at < table.columns.size(); ++at) {
            if (at != grouped)
                wanted.push_back(at);
        }
    }
    for (const std::string& key : view.columns) {
        SHARDSCOPE_TRY(const std::size_t at, columnOf(table, key));
        if (at != grouped)
            wanted.push_back(at);
    }
    return view.columns.empty() && !grouped ? table : withColumns(table, wanted);
}

} // namespace shardscope::app
