// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/arg_index.h"

#include <algorithm>
#include <utility>

namespace shardscope::profiler::sql {

ArgIndex::Column& ArgIndex::column(std::string_view key)
{
    constexpr std::size_t kMostKeys = 8; // of 4 bytes a row at most
    if (!m_columns.empty() && m_columns.front().key == key)
        return m_columns.front();
    const auto found =
        std::ranges::find_if(m_columns, [&](const Column& column) { return column.key == key; });
    if (found != m_columns.end()) {
        m_columns.splice(m_columns.begin(), m_columns, found);
        return m_columns.front();
    }
    if (m_columns.size() == kMostKeys) {
        if (m_readColumn == &m_columns.back())
            finish();
        m_columns.pop_back();
    }
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
            const auto with = std::ranges::count_if(
                rows, [&](std::uint32_t row) { return m_rows.args(row) != core::kNoArgs; });
            m_parts.push_back({rows, static_cast<std::uint32_t>(with)});
        }
    }
    column.parts.resize(m_parts.size());
    return true;
}

ArgKnown ArgIndex::look(std::uint32_t row, std::string_view key, const core::Task& task)
{
    Column& asked = column(key);
    if (asked.cells) {
        if (const ArgKnown known = asked.cells->at(row); known.kind != ArgKnown::Kind::Unread)
            return known;
    }
    return unread(asked, row, task);
}

/// A row's cell is not filled: whether its part should be read now, or is being read.
ArgKnown ArgIndex::unread(Column& column, std::uint32_t row, const core::Task& task)
{
    // Reading in bulk takes about a tenth of the time a row that reading it alone does. A walk that goes over
    // enough rows will pay for it, if it does not end early: a few more of them are waited for.
    constexpr std::uint32_t kShare = 16;
    constexpr std::uint32_t kShareOfWalk = 256;
    // A row of a compressed file alone takes milliseconds: a walk over all rows asks for few that way.
    const std::uint32_t fewest = m_coming > m_rows.count() / kShare ? 16 : 256;
    if (m_rows.args(row) == core::kNoArgs)
        return {ArgKnown::Kind::Missing, 0, {}};
    if (column.parts.empty() && (++column.asked < fewest || !makeParts(column, task)))
        return {};
    const std::uint32_t number = partOf(row);
    Part& part = column.parts[number];
    if (!part.begun) {
        const std::uint32_t rows = m_parts[number].withArguments;
        const std::uint32_t share = m_coming > rows / kShare ? kShareOfWalk : kShare;
        if (++part.asked < std::max(fewest, rows / share))
            return {};
        begin(column, std::span(&number, 1), task);
    }
    if (m_readColumn != &column)
        return {}; // read before, and nothing was found to read
    m_reading->await(row);
    return column.cells->at(row);
}

bool ArgIndex::expectAll(std::string_view key, const core::Task& task)
{
    Column& wanted = column(key);
    if (wanted.parts.empty() && !makeParts(wanted, task))
        return false;
    std::vector<std::uint32_t> parts;
    for (std::uint32_t part = 0; part < wanted.parts.size(); ++part) {
        if (!wanted.parts[part].begun)
            parts.push_back(part);
    }
    begin(wanted, parts, task);
    return !task.cancelled();
}

const ArgCells* ArgIndex::allKept(std::string_view key, const core::Task& task)
{
    if (!keptKey(m_rows.run().arguments.get(), key) || !expectAll(key, task))
        return nullptr;
    finish();
    return task.cancelled() ? nullptr : column(key).cells.get();
}

/// Begins to read the rows of \p parts that have not been read. Another reading comes to its end first.
void ArgIndex::begin(Column& column, std::span<const std::uint32_t> parts, const core::Task& task)
{
    finish();
    if (!column.cells)
        column.cells = std::make_unique<ArgCells>(m_rows.count());
    ArgReading::Wanted wanted{column.key, {}, {}};
    for (const std::uint32_t part : parts) {
        column.parts[part].begun = true;
        for (const std::uint32_t row : m_parts[part].rows) {
            if (m_rows.args(row) == core::kNoArgs || column.cells->at(row).kind != ArgKnown::Kind::Unread)
                continue;
            wanted.rows.push_back(row);
            wanted.places.push_back(m_rows.args(row));
        }
    }
    if (m_rows.run().arguments == nullptr || wanted.rows.empty())
        return;
    m_readColumn = &column;
    m_readParts.assign(parts.begin(), parts.end());
    m_reading =
        std::make_unique<ArgReading>(m_rows.run().arguments, std::move(wanted), *column.cells, task.stop);
}

/// Waits for the end of what is being read.
void ArgIndex::finish()
{
    if (!m_reading)
        return;
    if (!m_reading->finish()) {
        for (const std::uint32_t part : m_readParts)
            m_readColumn->parts[part].begun = false;
    }
    m_reading.reset();
    m_readColumn = nullptr;
}

void ArgIndex::endStatement()
{
    if (!m_reading)
        return;
    m_reading->stop();
    finish();
}

} // namespace shardscope::profiler::sql
