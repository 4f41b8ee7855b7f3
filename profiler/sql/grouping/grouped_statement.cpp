// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/grouped_statement.h"

#include "core/base/one_of.h"
#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/grouping/launch_groups.h"
#include "profiler/sql/grouping/slice_groups.h"
#include "profiler/sql/grouping/sql_tokens.h"
#include "profiler/sql/tables/slice_table.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

namespace {

/// The key that is called \p word: from \p first on, before \p last.
int keyNamed(std::string_view word, int first, int last)
{
    for (int key = first; key < last; ++key) {
        if (word == SliceGroupTable::specs()[static_cast<std::size_t>(key)].name)
            return key;
    }
    return -1;
}

int numberNamed(std::string_view word)
{
    static constexpr std::array<std::string_view, kGroupNumbers> kNames{"id", "ts", "dur"};
    const auto found = std::find(kNames.begin(), kNames.end(), word);
    return found == kNames.end() ? -1 : static_cast<int>(found - kNames.begin());
}

bool isColumnOf(std::span<const ColumnSpec> columns, std::string_view word)
{
    return std::any_of(columns.begin(), columns.end(),
                       [&](const ColumnSpec& column) { return word == column.name; });
}

/// Reads a statement from front to back and writes the other one.
class Reader {
public:
    explicit Reader(std::string_view sql)
        : m_sql(sql)
        , m_tokens(tokensOf(sql))
    {
    }
    std::optional<GroupedStatement> read()
    {
        if (!findClauses() || !readGroupBy())
            return std::nullopt;
        m_made.keys = m_grouped;
        const bool taken = m_tokens.front().is("select") && take(1, m_from, Clause::Items) && takeFrom() &&
                           take(m_where, m_group, Clause::Where) && take(m_group, m_rest, Clause::GroupBy) &&
                           take(m_rest, m_tokens.size() - 1, Clause::Rest);
        if (!taken)
            return std::nullopt;
        m_made.sql += m_sql.substr(m_copied);
        return std::move(m_made);
    }

private:
    enum class Clause : std::uint8_t { Items, Where, GroupBy, Rest };

    const Token& at(std::size_t place) const { return m_tokens[std::min(place, m_tokens.size() - 1)]; }

    /// Where the clauses begin; that there is one SELECT, over the table slice alone.
    bool findClauses()
    {
        int depth = 0;
        const std::size_t end = m_tokens.empty() ? 0 : m_tokens.size() - 1;
        m_rest = end;
        for (std::size_t place = 0; place < end; ++place) {
            const Token& token = at(place);
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (token.is("as") && at(place + 1).isName())
                m_aliases.push_back(at(place + 1).word);
            const bool top = depth == 0 && m_rest == end;
            if ((token.is("select") && place != 0) || token.is(";"))
                return false;
            if (token.is("from")) {
                if (!top || m_from != 0)
                    return false;
                m_from = place;
            } else if (top && token.is("where")) {
                m_where = place;
            } else if (top && token.is("group")) {
                m_group = place;
            } else if (m_group != 0 && top &&
                       (token.is("having") || token.is("order") || token.is("limit"))) {
                m_rest = place;
            }
        }
        if (m_from == 0 || m_group <= m_from)
            return false;
        if (m_where == 0)
            m_where = m_group;
        return m_where <= m_group && readTables();
    }

    /// A table's name and what the statement calls it, from \p place on; \p place goes behind them.
    std::optional<std::pair<std::string, std::string>> tableAt(std::size_t& place) const
    {
        static constexpr auto kBehind = std::to_array<std::string_view>({"join", "inner", "on"});
        const std::string name = at(place).kind == Token::Kind::Word ? at(place).word : std::string();
        std::string called = name;
        const bool as = at(++place).is("as");
        place += as ? 1 : 0;
        if (as ||
            (at(place).isName() && !isKeyword(at(place).word) && !core::isOneOf(at(place).word, kBehind))) {
            if (!at(place).isName())
                return std::nullopt;
            called = at(place++).word;
        }
        return std::pair(name, called);
    }

    /// FROM: slice, or slice and args by arg_set_id, the argument's name in ON or in WHERE.
    bool readTables()
    {
        std::size_t place = m_from + 1;
        auto first = tableAt(place);
        if (!first)
            return false;
        if (place == m_where) {
            m_table = first->second;
            m_launches = first->first == "launch";
            m_made.launches = m_launches;
            return m_launches || first->first == "slice";
        }
        place += at(place).is("inner") ? 1 : 0;
        if (!at(place++).is("join"))
            return false;
        auto second = tableAt(place);
        if (!second)
            return false;
        if (first->first == "args")
            std::swap(first, second);
        m_table = first->second;
        m_args = second->second;
        if (first->first != "slice" || second->first != "args" || m_table == m_args || !at(place).is("on"))
            return false;
        const auto isSet = [&](std::size_t of, const std::string& table) {
            return at(of).isName() && at(of).word == table && at(of + 1).is(".") &&
                   at(of + 2).word == "arg_set_id";
        };
        const bool forth = isSet(place + 1, m_table) && isSet(place + 5, m_args);
        if ((!forth && !(isSet(place + 1, m_args) && isSet(place + 5, m_table))) || !at(place + 4).is("="))
            return false;
        place += 8;
        if (at(place).is("and") && isKeyCondition(place + 1)) {
            takeArgument(place + 1);
            m_keyBegin = 0;
            return m_keyEnd == m_where;
        }
        return place == m_where && findKeyCondition();
    }

    /// Where the condition that the argument's key at \p place is a text ends; 0 where there is none.
    std::size_t isKeyCondition(std::size_t place) const
    {
        if (at(place).isName() && at(place).word == m_args && at(place + 1).is("."))
            place += 2;
        return at(place).isName() && at(place).word == "key" && at(place + 1).is("=") &&
                       at(place + 2).kind == Token::Kind::Text
                   ? place + 3
                   : 0;
    }
    void takeArgument(std::size_t place)
    {
        m_keyBegin = place;
        m_keyEnd = isKeyCondition(place);
        const Token& text = at(m_keyEnd - 1);
        for (std::size_t byte = text.begin + 1; byte + 1 < text.end; ++byte) {
            m_made.argument += m_sql[byte];
            byte += m_sql[byte] == '\'' ? 1 : 0; // doubled
        }
    }
    /// One of the conditions of WHERE that all must hold.
    bool findKeyCondition()
    {
        int depth = 0;
        int betweens = 0; // whose AND is still to come
        for (std::size_t place = m_where; place < m_group && m_keyEnd == 0; ++place) {
            const Token& token = at(place);
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (depth == 0 && (token.is("or") || token.is("case")))
                return false;
            betweens += depth == 0 && token.is("between") ? 1 : 0;
            const bool ands = place == m_where || (depth == 0 && token.is("and") && betweens == 0);
            betweens -= depth == 0 && token.is("and") && betweens > 0 ? 1 : 0;
            const std::size_t end = ands ? isKeyCondition(place + 1) : 0;
            if (end != 0 && (end == m_group || at(end).is("and")))
                takeArgument(place + 1);
        }
        for (std::size_t place = m_keyEnd; place < m_group; ++place) {
            depth += at(place).is("(") ? 1 : at(place).is(")") ? -1 : 0;
            if (depth == 0 && at(place).is("or"))
                return false;
        }
        return m_keyEnd != 0 && !m_made.argument.empty();
    }

    /// The key that a column of the tables is, or -1.
    int keyOf(std::string_view column) const
    {
        if (!m_launches)
            return keyNamed(column, 0, m_args.empty() ? kGroupValue : kGroupKeys);
        const auto keys = LaunchGroupTable::specs().first(kLaunchKeys);
        const auto found =
            std::ranges::find_if(keys, [&](const ColumnSpec& key) { return column == key.name; });
        return found == keys.end() ? -1 : static_cast<int>(found - keys.begin());
    }
    /// Columns that slices are not grouped by: a name of theirs outside an aggregate is one of a row.
    bool isOtherColumn(std::string_view word) const
    {
        static constexpr auto kNumbersOfRows = std::to_array<std::string_view>({"rowid", "oid", "_rowid_"});
        return core::isOneOf(word, kNumbersOfRows) ||
               (keyOf(word) < 0 &&
                (isColumnOf(m_launches ? LaunchTable::specs() : SliceTable::specs(), word) ||
                 (!m_args.empty() && isColumnOf(ArgsTable::specs(), word))));
    }

    /// Reads [table.]column at \p place: the token behind it and the column's name, or an empty one.
    std::pair<std::size_t, std::string_view> columnAt(std::size_t place) const
    {
        const bool dotted = at(place).isName() && at(place + 1).is(".") && at(place + 2).isName();
        const std::string_view named = dotted ? std::string_view(at(place + 2).word) : std::string_view();
        if (dotted && at(place).word == m_table && keyNamed(named, kGroupValue, kGroupKeys) < 0)
            return {place + 3, named};
        if (dotted && !m_args.empty() && at(place).word == m_args &&
            keyNamed(named, kGroupValue, kGroupKeys) >= 0)
            return {place + 3, named};
        if (at(place).isName() && !at(place + 1).is(".") && !at(place + 1).is("("))
            return {place + 1, at(place).word};
        return {place, {}};
    }

    /// Where the terms between commas begin in [begin, end), and where the last ends.
    std::vector<std::size_t> termsOf(std::size_t begin, std::size_t end) const
    {
        std::vector<std::size_t> terms{begin};
        int depth = 0;
        for (std::size_t place = begin; place < end; ++place) {
            depth += at(place).is("(") ? 1 : at(place).is(")") ? -1 : 0;
            if (depth == 0 && at(place).is(","))
                terms.push_back(place + 1);
        }
        terms.push_back(end + 1);
        return terms;
    }

    /// The key that the result column \p begin to \p end is, called \p alias or whatever; -1: none.
    int keyOfItem(std::size_t begin, std::size_t end, const std::string* alias) const
    {
        const auto [behind, column] = columnAt(begin);
        const int key = column.empty() ? -1 : keyOf(column);
        const bool called = at(behind).is("as") && behind + 2 == end;
        if (key < 0 || (behind != end && !called))
            return -1;
        return alias == nullptr || (called && at(behind + 1).word == *alias) ? key : -1;
    }

    /// Columns, or result columns that are such, by their name or number.
    bool readGroupBy()
    {
        const std::size_t firstItem = at(1).is("distinct") || at(1).is("all") ? 2 : 1;
        const std::vector<std::size_t> items = termsOf(firstItem, m_from);
        const std::vector<std::size_t> terms = termsOf(m_group + 2, m_rest);
        for (std::size_t term = 0; term + 1 < terms.size(); ++term) {
            const Token& token = at(terms[term]);
            const std::size_t end = terms[term + 1] - 1;
            const auto [behind, column] = columnAt(terms[term]);
            int key = column.empty() || behind != end ? -1 : keyOf(column);
            if (key < 0 && behind == end && token.isName() && !isOtherColumn(token.word)) {
                for (std::size_t item = 0; item + 1 < items.size() && key < 0; ++item)
                    key = keyOfItem(items[item], items[item + 1] - 1, &token.word);
            }
            if (token.kind == Token::Kind::Number && terms[term] + 1 == end && token.word.size() == 1 &&
                token.word[0] != '0') {
                const auto item = static_cast<std::size_t>(token.word[0] - '1');
                key = item + 1 < items.size() ? keyOfItem(items[item], items[item + 1] - 1, nullptr) : -1;
            }
            if (key < 0)
                return false;
            m_grouped |= 1U << key;
        }
        return at(m_group + 1).is("by");
    }

    /// The text up to \p place, and \p instead of what follows up to \p behind.
    void write(std::size_t place, std::size_t behind, std::string_view instead)
    {
        m_made.sql += m_sql.substr(m_copied, at(place).begin - m_copied);
        m_made.sql += instead;
        m_copied = at(behind - 1).end;
    }

    /// What a column of args at \p place is called by: the groups have it beside those of slice.
    void renameTable(std::size_t place)
    {
        if (!m_args.empty() && at(place).word == m_args && at(place + 1).is("."))
            write(place, place + 1, '"' + m_table + '"');
    }

    bool takeFrom()
    {
        write(m_from + 1, m_where,
              '"' + std::string(m_launches ? kLaunchGroups : kSliceGroups) + "\" AS \"" + m_table + '"');
        return true;
    }

    /// The aggregate at \p place as one of the groups' sums; \p place goes behind it. False: no such one.
    bool takeAggregate(std::size_t& place)
    {
        const std::string& function = at(place).word;
        if (function == "count" && at(place + 2).is("*") && at(place + 3).is(")")) {
            write(place, place + 4, "sum(\"count(*)\")");
            place += 3;
            return true;
        }
        const bool distinct = function == "count" && at(place + 2).is("distinct");
        const auto [behind, column] = columnAt(place + (distinct ? 3 : 2));
        if (column.empty() || !at(behind).is(")"))
            return false;
        if (distinct || function == "min" || function == "max") {
            if (const int key = keyOf(column); key >= 0) { // the same however often it is there
                m_made.keys |= 1U << key;
                renameTable(place + (distinct ? 3 : 2));
                place = behind;
                return true;
            }
        }
        const int number = numberNamed(column);
        if (distinct || number < 0)
            return false;
        const std::string of = "(" + std::string(column) + ")\")";
        if (function == "min" || function == "max") {
            write(place, behind + 1, function + "(\"" + function + of);
        } else if (function == "count") { // none is NULL
            write(place, behind + 1, "sum(\"count(*)\")");
        } else if (function == "sum") {
            m_made.summed |= 1U << number;
            write(place, behind + 1, "sum(\"sum" + of);
        } else if (function == "total" || function == "avg") {
            m_made.averaged |= 1U << number;
            const std::string total = "total(\"sum" + of;
            write(place, behind + 1, function == "total" ? total : "(" + total + " / sum(\"count(*)\"))");
        } else {
            return false;
        }
        place = behind;
        return true;
    }

    /// Whether the name at \p place is a whole term of ORDER BY: there a result column's name comes first.
    bool isOrderTerm(std::size_t place) const
    {
        const Token& before = at(place - 1);
        const Token& behind = at(place + 1);
        return m_ordering && m_depth == 0 && (before.is("by") || before.is(",")) &&
               (behind.kind == Token::Kind::End || behind.is(",") || behind.is("asc") || behind.is("desc") ||
                behind.is("nulls") || behind.is("limit"));
    }

    /// Everything from \p begin to \p end must be known; aggregates are rewritten.
    bool take(std::size_t begin, std::size_t end, Clause clause)
    {
        for (std::size_t place = begin; place < end; ++place) {
            const Token& token = at(place);
            m_depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (token.is("*") && (place == 1 || at(place - 1).is(",") || at(place - 1).is(".") ||
                                  at(place - 1).is("distinct") || at(place - 1).is("all")))
                return false; // all columns
            if (!token.isName())
                continue;
            if (place == m_keyBegin && m_keyBegin != 0) {
                write(place, m_keyEnd, "1");
                place = m_keyEnd - 1;
                continue;
            }
            m_ordering = clause == Clause::Rest && (m_ordering || token.is("order")) && !token.is("limit");
            if (at(place + 1).is("(") && token.kind == Token::Kind::Word && !isKeyword(token.word)) {
                if (clause != Clause::Where && takeAggregate(place))
                    continue;
                if (!isPlainFunction(token.word))
                    return false;
                continue;
            }
            if (at(place - 1).is("as"))
                continue; // a result column's name, or a type
            const bool alias = std::find(m_aliases.begin(), m_aliases.end(), token.word) != m_aliases.end();
            if (alias && isOrderTerm(place))
                continue;
            const auto [behind, column] = columnAt(place);
            if (column.empty())
                return false;
            if (const int key = keyOf(column); key >= 0) {
                renameTable(place);
                if (clause != Clause::Where && (m_grouped & 1U << key) == 0)
                    return false; // of any one row
                m_made.keys |= 1U << key;
            } else if (isOtherColumn(column) ||
                       !(alias || (token.kind == Token::Kind::Word && isKeyword(token.word)))) {
                return false;
            }
            place = behind - 1;
        }
        return true;
    }

    std::string_view m_sql;
    std::vector<Token> m_tokens;
    std::vector<std::string> m_aliases; ///< of result columns
    bool m_launches = false;            ///< not slices are grouped
    std::string m_table;                ///< what the statement calls slice, or launch
    std::string m_args;                 ///< and args, where it joins them; "": it does not
    std::size_t m_keyBegin = 0; ///< the condition of WHERE that tells the argument; 0: it is not there
    std::size_t m_keyEnd = 0;
    // Where the clauses begin, as places of tokens.
    std::size_t m_from = 0;
    std::size_t m_where = 0;
    std::size_t m_group = 0;
    std::size_t m_rest = 0;
    unsigned m_grouped = 0;   ///< keys of GROUP BY
    bool m_ordering = false;  ///< within ORDER BY
    int m_depth = 0;          ///< of parentheses
    std::size_t m_copied = 0; ///< of the text, bytes
    GroupedStatement m_made;
};

} // namespace

std::optional<GroupedStatement> groupedStatement(std::string_view sql) { return Reader(sql).read(); }

} // namespace shardscope::profiler::sql
