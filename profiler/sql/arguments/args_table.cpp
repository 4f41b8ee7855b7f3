// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/args_table.h"

#include "core/base/text_mark.h"
#include "profiler/import/text/json_text.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array<ColumnSpec, 8> kColumns{{
    {"arg_set_id", ColumnType::Integer, kEqual, true, false, false, N_("slice.arg_set_id")},
    {"key", ColumnType::Text, kEqual, false, false, false,
     N_("as the file has it; key = 'args.stream' finds 'stream' too")},
    {"value", ColumnType::Any, kScan, false, false, false,
     N_("a number, a text, or the JSON text of an array or object")},
    {"value_type", ColumnType::Text, kScan, false, false, false, N_("int, real, string, bool, json, null")},
    {"flat_key", ColumnType::Text, kEqual, false, false, false,
     N_("'args.' and the key, as Perfetto names it")},
    {"int_value", ColumnType::Integer, kEqual, false, false, false,
     N_("the value where it is an int or a bool")},
    {"string_value", ColumnType::Text, kScan, false, false, false,
     N_("the value where it is a string or json")},
    {"real_value", ColumnType::Real, kScan, false, false, false, N_("the value where it is a real")},
}};

bool isInteger(const ArgValue& value)
{
    return value.type == ArgType::Integer || value.type == ArgType::Bool;
}

class ArgsCursor final : public Cursor {
public:
    ArgsCursor(const RunRows& rows, ArgIndex& index, ArgsByInteger& byInteger, const core::Task& task)
        : m_rows(rows)
        , m_index(index)
        , m_byInteger(byInteger)
        , m_task(task)
        , m_reader(rows)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        IntegerRange sets;
        m_wanted.reset();
        m_places = nullptr;
        m_byKey = false;
        m_number.reset();
        bool possible = true;
        for (std::size_t at = 0; at < values.size(); ++at) {
            const int column = plan.constraints[at].column;
            if (column == kArgsSet) {
                narrow(sets, plan.constraints[at].comparison, values[at]);
                continue;
            }
            if (column == kArgsInteger) {
                narrow(m_wanted.emplace(), plan.constraints[at].comparison, values[at]);
                possible = possible && !m_wanted->empty();
                continue;
            }
            const auto text = textOf(values[at]);
            const bool prefixed = text && withoutPrefix(*text).size() != text->size();
            possible = possible && text && (column == kArgsKey || prefixed);
            if (!possible)
                break;
            const std::string_view key = withoutPrefix(*text);
            possible = !m_byKey || m_key == key; // both names of the key are asked for
            m_byKey = true;
            if (m_key != key) // a join asks for the same one each time
                m_key = key;
            m_keyPrefixed = column == kArgsKey && prefixed;
        }
        const auto count = static_cast<std::int64_t>(m_rows.count());
        m_row = possible && !sets.empty() ? std::clamp<std::int64_t>(sets.low, 0, count) : count;
        m_end = sets.high < count ? std::max(sets.high + 1, m_row) : count;
        m_member = 0;
        const bool all = m_byKey && m_row == 0 && m_end == count && count > 1;
        if (all && !m_index.expectAll(m_key, m_task))
            return Status::Interrupted;
        return all && m_wanted ? lookUp() : seek();
    }

    bool atEnd() const override { return m_row >= m_end; }

    Status next() override
    {
        if (m_places != nullptr)
            return nextPlace();
        ++m_member;
        return seek();
    }

    void cell(int column, Answer answer) override
    {
        switch (column) {
        case kArgsSet: return answer.integer(m_row);
        case kArgsKey: return answer.text(m_keyPrefixed ? "args." + currentKey() : currentKey());
        case kArgsFlatKey: return answer.text("args." + currentKey());
        default: break;
        }
        tellArgsCell(column, current(), answer);
    }

    std::int64_t rowid() const override { return m_row; }

private:
    [[nodiscard]] ArgValue current() const
    {
        return m_number ? ArgValue{ArgType::Integer, *m_number, 0, {}} : parseArg(m_current.value);
    }
    [[nodiscard]] bool currentIsWanted() const
    {
        if (!m_wanted)
            return true;
        const ArgValue value = current();
        return isInteger(value) && m_wanted->contains(value.integer);
    }
    [[nodiscard]] std::string currentKey() const { return m_byKey ? m_key : keyText(m_current.key); }

    /// Whether \p row has the one argument that is asked for; it becomes the current one.
    bool take(std::uint32_t row)
    {
        const ArgKnown known = m_index.look(row, m_key, m_task);
        m_number.reset();
        if (known.kind == ArgKnown::Kind::Missing)
            return false;
        if (known.kind == ArgKnown::Kind::Integer) {
            m_number = known.integer;
            return true;
        }
        if (known.kind == ArgKnown::Kind::Text) { // its column may go while this row is the current one
            m_text.assign(known.text.data(), known.text.size() + json::kPadding);
            m_current = {m_key, std::string_view(m_text).substr(0, known.text.size())};
            return true;
        }
        const ArgReader::Member* const found = m_reader.find(row, m_key);
        if (found != nullptr)
            m_current = *found;
        return found != nullptr;
    }

    /// The first wanted argument from m_row and m_member on.
    Status seek()
    {
        constexpr std::uint32_t kRowsBetweenChecks = 1U << 12;
        std::uint32_t seen = 0;
        for (; m_row < m_end; ++m_row, m_member = 0) {
            const auto row = static_cast<std::uint32_t>(m_row);
            if (m_byKey) {
                if (m_member == 0 && take(row) && currentIsWanted())
                    return Status::Ok;
            } else {
                for (const auto& members = m_reader.members(row); m_member < members.size(); ++m_member) {
                    m_current = members[m_member];
                    if (currentIsWanted())
                        return Status::Ok;
                }
            }
            if (++seen % kRowsBetweenChecks == 0 && m_task.cancelled())
                return Status::Interrupted;
        }
        return Status::Ok;
    }

    /// The rows whose argument is the wanted number: a join by it would else walk over all of them each time.
    Status lookUp()
    {
        m_places = m_byInteger.find(m_key);
        if (m_places == nullptr) {
            ArgsByInteger::Places places;
            const std::optional<IntegerRange> wanted = std::exchange(m_wanted, IntegerRange());
            for (Status status = seek(); !atEnd() || status != Status::Ok; ++m_member, status = seek()) {
                if (status != Status::Ok)
                    return status;
                places.emplace_back(current().integer, static_cast<std::uint32_t>(m_row));
            }
            m_wanted = wanted;
            m_places = m_byInteger.keep(m_key, std::move(places));
        }
        m_place = std::ranges::lower_bound(*m_places, std::pair(m_wanted->low, std::uint32_t{0}));
        return goToPlace();
    }

    Status nextPlace()
    {
        ++m_place;
        return goToPlace();
    }

    Status goToPlace()
    {
        m_row = m_place != m_places->end() && m_wanted->contains(m_place->first) ? m_place->second : m_end;
        if (m_row < m_end && !take(static_cast<std::uint32_t>(m_row)))
            m_row = m_end; // the file is another one by now
        return Status::Ok;
    }

    const RunRows& m_rows;
    ArgIndex& m_index;
    ArgsByInteger& m_byInteger;
    const core::Task& m_task;
    ArgReader m_reader;
    std::optional<IntegerRange> m_wanted;                  ///< of int_value, where it is asked for
    std::shared_ptr<const ArgsByInteger::Places> m_places; ///< of the key, where rows are looked up by it
    ArgsByInteger::Places::const_iterator m_place;
    std::string m_key;
    bool m_byKey = false;
    bool m_keyPrefixed = false;
    std::int64_t m_row = 0;
    std::int64_t m_end = 0;
    std::size_t m_member = 0;
    ArgReader::Member m_current;
    std::string m_text;                   ///< of the current one, where it is known from the index
    std::optional<std::int64_t> m_number; ///< the current one, where it is known from the index
};

} // namespace

void tellArgsCell(int column, const ArgValue& value, Answer answer)
{
    switch (column) {
    case kArgsType: return answer.lastingText(core::nameOf(value.type));
    case kArgsInteger: return isInteger(value) ? value.tell(answer) : answer.null();
    case kArgsString:
        return value.type == ArgType::String || value.type == ArgType::Json ? value.tell(answer)
                                                                            : answer.null();
    case kArgsReal: return value.type == ArgType::Real ? value.tell(answer) : answer.null();
    default: return value.tell(answer);
    }
}

std::shared_ptr<const ArgsByInteger::Places> ArgsByInteger::find(std::string_view key) const
{
    const auto known = std::ranges::find_if(m_kept, [&](const auto& kept) { return kept.first == key; });
    return known == m_kept.end() ? nullptr : known->second;
}

std::shared_ptr<const ArgsByInteger::Places> ArgsByInteger::keep(const std::string& key, Places places)
{
    constexpr std::size_t kMostKeys = 2; // of 16 bytes a row at most
    std::ranges::sort(places);
    if (m_kept.size() == kMostKeys)
        m_kept.pop_front();
    return m_kept.emplace_back(key, std::make_shared<const Places>(std::move(places))).second;
}

std::span<const ColumnSpec> ArgsTable::specs() { return kColumns; }

std::unique_ptr<Cursor> ArgsTable::open()
{
    return std::make_unique<ArgsCursor>(m_rows, m_index, m_byInteger, m_task);
}

const RowCalls& ArgsTable::rowCalls() const { return RowCallsOf<ArgsCursor>::calls; }

Estimate ArgsTable::estimate(const Plan& plan) const
{
    constexpr double kArgsOfRow = 6;
    constexpr double kReading = 10; // finding and reading the text of one row's arguments, in rows walked
    bool bySet = false;
    bool byKey = false;
    bool byInteger = false;
    for (const Plan::Constraint& constraint : plan.constraints) {
        bySet = bySet || constraint.column == kArgsSet;
        byKey = byKey || constraint.column == kArgsKey || constraint.column == kArgsFlatKey;
        byInteger = byInteger || constraint.column == kArgsInteger;
    }
    if (byKey && byInteger && !bySet)
        return {8, 20, false}; // as slice.correlation is looked up
    const double rows = bySet ? 1 : static_cast<double>(m_rows.count());
    // If no set is given all files are read again, so SQLite should not start with this.
    return {rows * (byKey ? 1 : kArgsOfRow), rows * kReading * (bySet ? 1 : 10), bySet && byKey};
}

} // namespace shardscope::profiler::sql
