// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/joined_columns.h"

#include "profiler/import/arguments/kept_numbers.h"
#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/arguments/arg_reading.h"
#include "profiler/sql/grouping/sql_tokens.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace shardscope::profiler::sql {

namespace {

/// The slice table's column that is looked up by the argument \p key; empty: none.
std::string_view columnOf(std::string_view key)
{
    key = withoutPrefix(key);
    return key == argKeyNames(ArgKey::Correlation).front()  ? "correlation"
           : key == argKeyNames(ArgKey::ExternalId).front() ? "external_id"
                                                            : "";
}

class JoinedReader {
public:
    explicit JoinedReader(std::string_view sql)
        : m_sql(sql)
        , m_tokens(tokensOf(sql))
    {
    }

    ColumnJoins read()
    {
        if (!isPlainSelect())
            return {};
        findSlices();
        for (std::size_t place = 0; place + 1 < m_tokens.size(); ++place) {
            const std::optional<Call> left = callAt(place);
            const std::optional<Call> right = left ? callAt(place + kCallTokens + 1) : std::nullopt;
            if (!right || !at(place + kCallTokens).is("=") || left->key != right->key ||
                left->table == right->table || !isWhole(place, place + 2 * kCallTokens + 1))
                continue;
            write(place, *left);
            write(place + kCallTokens + 1, *right);
            m_made.keys.push_back(left->key);
            place += 2 * kCallTokens;
        }
        if (m_made.keys.empty())
            return {};
        m_made.sql += m_sql.substr(m_copied);
        return std::move(m_made);
    }

private:
    static constexpr std::size_t kCallTokens = 8; // arg ( a . id , 'key' )
    struct Call {
        std::string table;
        std::string key;
    };

    const Token& at(std::size_t place) const { return m_tokens[std::min(place, m_tokens.size() - 1)]; }
    std::string_view written(std::size_t place) const
    {
        return m_sql.substr(at(place).begin, at(place).end - at(place).begin);
    }

    /// Rows may come in another order: which of them come first must be told, or not be seen.
    bool isPlainSelect() const
    {
        const auto has = [&](std::string_view word) {
            return std::any_of(m_tokens.begin(), m_tokens.end(),
                               [&](const Token& token) { return token.is(word); });
        };
        const auto selects = std::count_if(m_tokens.begin(), m_tokens.end(),
                                           [](const Token& token) { return token.is("select"); });
        return selects == 1 && at(0).is("select") && (has("order") || !has("limit")) &&
               !has("group_concat") && !has("over");
    }

    /// What the statement calls its slice tables.
    void findSlices()
    {
        int depth = 0;
        for (std::size_t place = 0; place + 1 < m_tokens.size(); ++place) {
            depth += at(place).is("(") ? 1 : at(place).is(")") ? -1 : 0;
            const bool introduces = at(place).is("from") || at(place).is("join") || at(place).is(",");
            if (depth != 0 || !introduces || !at(place + 1).is("slice"))
                continue;
            const std::size_t called = place + (at(place + 2).is("as") ? 3 : 2);
            const bool own = at(called).kind == Token::Kind::Word && !at(called).is("join") &&
                             !at(called).is("inner") && !at(called).is("where");
            m_slices.push_back(own ? at(called).word : "slice");
        }
    }

    std::optional<Call> callAt(std::size_t place) const
    {
        const bool form = at(place).is("arg") && at(place + 1).is("(") && at(place + 3).is(".") &&
                          at(place + 4).is("id") && at(place + 5).is(",") &&
                          at(place + 6).kind == Token::Kind::Text && at(place + 7).is(")");
        if (!form || std::find(m_slices.begin(), m_slices.end(), at(place + 2).word) == m_slices.end())
            return std::nullopt;
        const std::string_view text = written(place + 6);
        Call call{at(place + 2).word, std::string(text.substr(1, text.size() - 2))};
        return columnOf(call.key).empty() ? std::nullopt : std::optional(std::move(call));
    }

    /// Whether the comparison from \p begin to \p end is a condition of its own, no part of another one.
    bool isWhole(std::size_t begin, std::size_t end) const
    {
        const Token& before = at(begin - 1);
        const Token& behind = at(end);
        const bool ends = behind.kind == Token::Kind::End || behind.is("and") || behind.is("or") ||
                          behind.is(")") || behind.is("where") || behind.is("group") || behind.is("order") ||
                          behind.is("join") || behind.is("inner") || behind.is("left");
        if (!ends || begin == 0)
            return false;
        if (before.is("on") || before.is("where"))
            return true;
        if (!before.is("and"))
            return false;
        for (std::size_t place = begin - 1; place-- > 0;) { // the AND of a BETWEEN is none
            if (at(place).is("between"))
                return false;
            if (at(place).is("and") || at(place).is("where") || at(place).is("on"))
                return true;
        }
        return false;
    }

    void write(std::size_t place, const Call& call)
    {
        m_made.sql += m_sql.substr(m_copied, at(place).begin - m_copied);
        m_made.sql.append(written(place + 2)).append(".").append(columnOf(call.key));
        m_copied = at(place + kCallTokens - 1).end;
    }

    std::string_view m_sql;
    std::vector<Token> m_tokens;
    std::vector<std::string> m_slices;
    std::size_t m_copied = 0; ///< of the text, bytes
    ColumnJoins m_made;
};

} // namespace

ColumnJoins columnJoins(std::string_view sql) { return JoinedReader(sql).read(); }

bool columnTellsArgument(const core::Run& run, std::string_view key, const core::Task& task)
{
    const auto known = keptKey(run.arguments.get(), withoutPrefix(key));
    const auto* const source = dynamic_cast<const NumberSource*>(run.arguments.get());
    if (!known || source == nullptr)
        return false;
    for (std::size_t file = 0; file < run.sources.size(); ++file) {
        const auto kept = source->numbersOf(file);
        if (!kept || std::ranges::any_of(kept->blocks(), [&](const NumberBlock& block) {
                return (block.unread & ArgNumbers::bitOf(*known)) != 0;
            }))
            return false;
    }
    std::vector<std::uint64_t> places;
    for (const core::Instant& instant : run.timeline->instants())
        places.push_back(instant.args);
    std::atomic<bool> any = false;
    std::vector<std::uint32_t> unread;
    source->visitNumbers(
        places, ArgNumbers::bitOf(*known),
        [&](std::size_t, const ArgNumbers& numbers) { any = any || numbers.has(*known); }, unread, task.stop);
    return !any && unread.empty() && !task.cancelled();
}

} // namespace shardscope::profiler::sql
