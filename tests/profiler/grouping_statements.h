// SPDX-License-Identifier: GPL-3.0-or-later
// Random statements that group slices, for who answers them in two ways.
#pragma once

#include "tests/support/random_slices.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::tests {

/// A random statement; some are none, some are not of the form.
class GroupingStatements {
public:
    /// \p joined: slices with one of their arguments.
    explicit GroupingStatements(std::uint64_t seed, bool joined = false)
        : m_dice(seed)
        , m_joined(joined)
    {
    }
    std::string next()
    {
        m_table = m_joined || maybe(4) ? " AS s" : maybe(4) ? " s" : "";
        m_keys.clear();
        m_aliases.clear();
        std::string items;
        std::string groupBy;
        for (std::int64_t count = 1 + m_dice.below(3); count > 0; --count) {
            m_keys.push_back(pick({"name", "category", "op", "rank", "track_id", "depth", "instant", "stream",
                                   "name_id", "Name"}));
            if (m_joined && maybe(2))
                m_keys.back() =
                    pick({"value", "int_value", "a.value", "value_type", "string_value", "a.real_value"});
            std::string term = column(m_keys.back());
            if (!maybe(5)) {
                items += (items.empty() ? "" : ", ") + term;
                if (maybe(4)) {
                    items += " AS " + alias();
                    term = maybe(2) ? m_aliases.back() : term;
                } else if (maybe(6)) {
                    term = std::to_string(m_dice.below(4));
                }
            }
            groupBy += (groupBy.empty() ? "" : ", ") + term;
        }
        for (std::int64_t count = 1 + m_dice.below(3); count > 0; --count) {
            items += (items.empty() ? "" : ", ") + value(2);
            if (maybe(2))
                items += " AS " + alias();
        }
        std::string sql = (maybe(12) ? "select distinct " : "SELECT ") + items;
        if (m_joined) {
            sql += joined();
        } else {
            sql += " FROM slice" + m_table;
            for (std::int64_t count = m_dice.below(3), at = 0; at < count; ++at)
                sql += (at == 0 ? " WHERE " : pick({" AND ", " OR ", " AND NOT "})) + condition();
        }
        sql += " GROUP BY " + groupBy;
        if (maybe(4))
            sql += " HAVING " + value(1) + pick({" > 3", " IS NOT NULL", " <= 400", " = 1"});
        for (std::int64_t count = m_dice.below(3), at = 0; at < count; ++at)
            sql += (at == 0 ? " ORDER BY " : ", ") + orderTerm() + pick({"", "", " DESC", " NULLS LAST"});
        if (maybe(4))
            sql += " LIMIT " + std::to_string(m_dice.below(9)) + pick({"", " OFFSET 1"});
        return sql + pick({"", "", " ;", " -- so"});
    }

private:
    /// FROM and WHERE; the argument's key stands where it holds for all rows, mostly.
    std::string joined()
    {
        const std::string key =
            pick({"a.key = 'stream'", "key = 'stream'", "a.key='correlation'", "a.key = 'args.stream'",
                  "a.key = 'bytes'", "a.key = 'grid'", "a.key = 'it''s'", "a.key LIKE 's%'"});
        const bool inOn = maybe(3);
        std::string sql = pick({" FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id",
                                " FROM args AS a INNER JOIN slice AS s ON s.arg_set_id = a.arg_set_id",
                                " FROM slice AS s LEFT JOIN args a ON a.arg_set_id = s.arg_set_id",
                                " FROM args a JOIN slice s ON a.arg_set_id = s.arg_set_id"}) +
                          (inOn ? " AND " + key : std::string());
        const std::int64_t place = inOn ? -1 : m_dice.below(3);
        const std::int64_t count = std::max(place + 1, m_dice.below(3));
        for (std::int64_t at = 0; at < count; ++at)
            sql += (at == 0 ? " WHERE " : pick({" AND ", " AND ", " AND ", " OR ", " AND NOT "})) +
                   (at == place ? key
                                : pick({condition(), "s.category = 'kernel'", "a.value > 2",
                                        "int_value BETWEEN 1 AND 4", "value_type = 'int'"}));
        return sql;
    }
    bool maybe(std::int64_t of) { return m_dice.below(of) == 0; }
    std::string pick(const std::vector<std::string>& from)
    {
        return from[static_cast<std::size_t>(m_dice.below(static_cast<std::int64_t>(from.size())))];
    }
    std::string column(const std::string& name)
    {
        if (name.find('.') != std::string::npos)
            return name;
        return maybe(4) ? (m_table.empty() ? "slice." : "s.") + name : name;
    }
    std::string alias()
    {
        m_aliases.push_back(pick({"n", "total", "dur", "name", "rank", "ts", "\"a b\"", "kernel"}));
        return m_aliases.back();
    }
    std::string key()
    {
        return maybe(9) ? pick({"ts", "category", "depth", "correlation"}) : column(pick(m_keys));
    }
    std::string aggregate()
    {
        const std::string number = column(pick({"dur", "dur", "ts", "id"}));
        switch (m_dice.below(8)) {
        case 0: return "count(*)";
        case 1: return "min(" + number + ")";
        case 2: return "max( " + number + " )";
        case 3: return "AVG(" + number + ")";
        case 4: return "total(" + number + ")";
        case 5:
            return pick({"count(DISTINCT ", "max(", "min(", "count("}) +
                   pick({"name", "rank", "depth", "stream", "dur"}) + ")";
        case 6:
            return pick({"sum(dur + 1)", "sum(rank)", "median(dur)", "group_concat(op)",
                         "sum(dur) FILTER (WHERE depth = 0)", "sum(DISTINCT dur)", "count(DISTINCT dur)",
                         "count(dur)", "sum(sum(dur)) OVER ()"});
        default: return "sum(" + number + ")";
        }
    }
    std::string value(int depth)
    {
        if (depth > 0 && maybe(3)) {
            switch (m_dice.below(9)) {
            case 0: return value(depth - 1) + " * 1.0 / " + value(depth - 1);
            case 1: return "round(" + value(depth - 1) + ", 3)";
            case 2: return "coalesce(" + key() + ", " + value(depth - 1) + ", -1)";
            case 3: return "CASE WHEN count(*) > 9 THEN 'many' ELSE " + key() + " END";
            case 4: return "max(" + value(depth - 1) + ", " + key() + ")";
            case 5: return "upper(" + key() + ")";
            case 6: return "typeof(" + value(depth - 1) + ")";
            case 7: return "CAST(" + value(depth - 1) + " AS TEXT)";
            default: return "printf('%s, %d', " + key() + ", " + value(depth - 1) + ")";
            }
        }
        return maybe(6) ? key() : aggregate();
    }
    std::string condition()
    {
        return pick({column("category") + " = 'kernel'",
                     "name GLOB '*a*'",
                     "name LIKE '%K%'",
                     "rank IS NULL",
                     "rank >= 0",
                     "depth < 2",
                     "op IN ('matrix_product', 'elementwise')",
                     "instant = 0",
                     "dur > 3",
                     "stream = 3",
                     "track_id = '2'",
                     "name <> ''",
                     "category = \"kernel\"",
                     "length(name) > 2",
                     "ts > 400",
                     "name REGEXP '^a'",
                     "name = 'ATEN::mm' COLLATE NOCASE",
                     "(name, rank) = ('aten::mm', 0)",
                     "depth BETWEEN 1 AND 2",
                     "'a' = \"n\""});
    }
    std::string orderTerm()
    {
        if (!m_aliases.empty() && maybe(2))
            return (maybe(5) ? "-" : "") + pick(m_aliases);
        return maybe(3) ? std::to_string(1 + m_dice.below(2)) : value(1);
    }

    Dice m_dice;
    bool m_joined;
    std::string m_table;
    std::vector<std::string> m_keys;
    std::vector<std::string> m_aliases;
};

} // namespace shardscope::tests
