// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arg_index.h"

#include "profiler/import/json_text.h"
#include "profiler/sql/arg_reader.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <numeric>

namespace shardscope::profiler::sql {

ArgIndex::Column& ArgIndex::column(std::string_view key)
{
    constexpr std::size_t kMostKeys = 8; // of 4 bytes a row at most
    if (!m_columns.empty() && m_columns.front().key == key)
        return m_columns.front();
    const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                    [&](const Column& column) { return column.key == key; });
    if (found != m_columns.end()) {
        m_columns.splice(m_columns.begin(), m_columns, found);
        return m_columns.front();
    }
    if (m_columns.size() == kMostKeys)
        m_columns.pop_back();
    m_columns.push_front({std::string(key), 0, {}, nullptr});
    return m_columns.front();
}

std::uint32_t ArgIndex::partOf(std::uint32_t row) const
{
    const core::NameId category = m_rows.category(row);
    return m_partOfCategory[category.valid() ? category.index() + 1 : 0];
}

/// False: stopped.
bool ArgIndex::makeParts(Column& column, const core::Task& task)
{
    if (m_parts.empty()) {
        const RowGroups* const groups = m_order.groups(RowKey::Category, task);
        if (groups == nullptr)
            return false;
        m_partOfCategory.assign(groups->starts.size() - 1, 0);
        for (std::size_t category = 0; category < m_partOfCategory.size(); ++category) {
            const auto rows = std::span(*groups->rows)
                                  .subspan(groups->starts[category],
                                           groups->starts[category + 1] - groups->starts[category]);
            if (rows.empty())
                continue;
            m_partOfCategory[category] = static_cast<std::uint32_t>(m_parts.size());
            const auto with = std::count_if(rows.begin(), rows.end(), [&](std::uint32_t row) {
                return m_rows.args(row) != core::kNoArgs;
            });
            m_parts.push_back({rows, static_cast<std::uint32_t>(with)});
        }
    }
    column.parts.resize(m_parts.size());
    return true;
}

ArgKnown ArgIndex::look(std::uint32_t row, std::string_view key, const core::Task& task)
{
    // Reading in bulk takes about a tenth of the time a row that reading it alone does. A walk that goes over
    // enough rows will pay for it, if it does not end early: a few more of them are waited for.
    constexpr std::uint32_t kFewest = 256;
    constexpr std::uint32_t kShare = 16;
    constexpr std::uint32_t kShareOfWalk = 256;
    Column& asked = column(key);
    if (asked.parts.empty() && (++asked.asked < kFewest || !makeParts(asked, task)))
        return {};
    const std::uint32_t number = partOf(row);
    Part& part = asked.parts[number];
    if (!part.read) {
        const std::uint32_t rows = m_parts[number].withArguments;
        const std::uint32_t share = m_coming > rows / kShare ? kShareOfWalk : kShare;
        if (++part.asked < std::max(kFewest, rows / share))
            return {};
        if (!readPart(asked, number, task))
            return {};
    }
    const std::uint32_t cell = asked.cells.get()[row];
    if (cell == 0)
        return {ArgKnown::Kind::Missing, 0};
    return cell == kOther ? ArgKnown{ArgKnown::Kind::Other, 0} : ArgKnown{ArgKnown::Kind::Integer, cell - 1};
}

bool ArgIndex::readPart(Column& column, std::uint32_t part, const core::Task& task)
{
    std::vector<std::uint32_t> rows;
    rows.reserve(m_parts[part].withArguments);
    for (const std::uint32_t row : m_parts[part].rows) {
        if (m_rows.args(row) != core::kNoArgs)
            rows.push_back(row);
    }
    if (!read(column, rows, task))
        return false;
    column.parts[part].read = true;
    return true;
}

bool ArgIndex::readAll(std::string_view key, const core::Task& task)
{
    Column& wanted = column(key);
    if (wanted.parts.empty() && !makeParts(wanted, task))
        return false;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < m_rows.count(); ++row) {
        if (m_rows.args(row) != core::kNoArgs && !wanted.parts[partOf(row)].read)
            rows.push_back(row);
    }
    if (!read(wanted, rows, task))
        return false;
    for (Part& part : wanted.parts)
        part.read = true;
    return true;
}

bool ArgIndex::read(Column& column, const std::vector<std::uint32_t>& rows, const core::Task& task)
{
    if (!column.cells) {
        // Zero pages of the system: rows without a value are never touched.
        column.cells.reset(
            static_cast<std::uint32_t*>(std::calloc(std::max<std::size_t>(m_rows.count(), 1), 4)));
        if (!column.cells)
            throw std::bad_alloc();
    }
    const auto& source = m_rows.run().arguments;
    if (source == nullptr || rows.empty())
        return !task.cancelled();
    std::vector<std::uint64_t> places;
    places.reserve(rows.size());
    for (const std::uint32_t row : rows)
        places.push_back(m_rows.args(row));
    std::uint32_t* const cells = column.cells.get();
    const std::string_view key = column.key;
    source->visit(
        places,
        [&](std::size_t index, std::string_view object) {
            std::uint32_t& cell = cells[rows[index]];
            cell = 0; // a pass that was stopped may have been here
            json::forEachMember(object, [&](std::string_view name, std::string_view value) {
                if (!isKey(name, key))
                    return true;
                std::uint32_t number = 0;
                const char* const end = value.data() + value.size();
                const auto whole = std::from_chars(value.data(), end, number);
                const bool fits = whole.ec == std::errc() && whole.ptr == end && number < kOther - 1;
                cell = fits ? number + 1 : kOther;
                return false; // the first one counts, as in ArgReader
            });
        },
        task.stop);
    return !task.cancelled();
}

} // namespace shardscope::profiler::sql
