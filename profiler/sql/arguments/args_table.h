// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's args table: the arguments of slices and instants, one row each.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

enum ArgsColumn : int {
    kArgsSet,
    kArgsKey,
    kArgsValue,
    kArgsType,
    kArgsFlatKey,
    kArgsInteger,
    kArgsString,
    kArgsReal
};

/// The columns of args that tell a value: kArgsValue, kArgsType and those by type.
void tellArgsCell(int column, const ArgValue& value, Answer answer);

/// Rows by a whole-number argument of theirs, of the keys that were looked up last.
class ArgsByInteger {
public:
    using Places = std::vector<std::pair<std::int64_t, std::uint32_t>>; ///< the number, the row; ascending
    /// Null: not known yet.
    [[nodiscard]] std::shared_ptr<const Places> find(std::string_view key) const;
    std::shared_ptr<const Places> keep(const std::string& key, Places places);

private:
    std::list<std::pair<std::string, std::shared_ptr<const Places>>> m_kept;
};

class ArgsTable final : public VirtualTable {
public:
    /// \p task: of the statement that runs; all three outlive the table.
    ArgsTable(const RunRows& rows, ArgIndex& index, const core::Task& task)
        : VirtualTable("args", specs())
        , m_rows(rows)
        , m_index(index)
        , m_task(task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] const RowCalls& rowCalls() const override;

private:
    const RunRows& m_rows;
    ArgIndex& m_index;
    ArgsByInteger m_byInteger;
    const core::Task& m_task;
};

} // namespace shardscope::profiler::sql
