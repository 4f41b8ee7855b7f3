// SPDX-License-Identifier: GPL-3.0-or-later
// An Nsight export's tables by name, and what it says once: strings, names, GPUs, which calls launched work.
#pragma once

#include "core/base/result.h"
#include "profiler/import/importer.h"
#include "profiler/import/nsight/nsys_tables.h"
#include "profiler/import/nsight/read_only_database.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace shardscope::profiler::nsys {

using Step = core::Result<core::Done>;

class Export {
public:
    explicit Export(std::shared_ptr<ReadOnlyDatabase> database)
        : m_database(std::move(database))
    {
    }
    /// Looks up its tables.
    [[nodiscard]] Step open()
    {
        SHARDSCOPE_TRY(m_tables, m_database->tables());
        return core::Done{};
    }
    [[nodiscard]] const std::shared_ptr<ReadOnlyDatabase>& database() const { return m_database; }
    [[nodiscard]] const std::vector<std::string>& tables() const { return m_tables; } ///< sorted

    [[nodiscard]] bool has(std::string_view table) const
    {
        return std::ranges::binary_search(m_tables, table);
    }

    [[nodiscard]] core::Result<TableColumns> columnsOf(const std::string& table)
    {
        SHARDSCOPE_TRY(std::vector<std::string> names, m_database->columns(table));
        return TableColumns(std::move(names));
    }

    /// Calls \p use with each row of \p sql.
    template <class Use>
    [[nodiscard]] Step forEach(const std::string& sql, const Use& use)
    {
        SHARDSCOPE_TRY(DatabaseRows rows, m_database->select(sql));
        while (true) {
            SHARDSCOPE_TRY(const bool more, rows.next());
            if (!more)
                return core::Done{};
            use(rows);
        }
    }

private:
    std::shared_ptr<ReadOnlyDatabase> m_database;
    std::vector<std::string> m_tables;
};

/// Whether \p row has a number in \p column, which is its time. Where it has none, it is remarked: the row
/// stands nowhere.
[[nodiscard]] inline bool hasTime(const DatabaseRows& row, int column, RemarkCounter& remarks)
{
    if (row.isInteger(column) || row.isReal(column))
        return true;
    remarks.note(RemarkKind::EventWithoutTime, 0);
    return false;
}
/// How long a row lasts whose begin and end, as numbers, are in its first two columns.
[[nodiscard]] inline std::int64_t durationOf(const DatabaseRows& row, RemarkCounter& remarks)
{
    if (row.isInteger(1) || row.isReal(1))
        return clampTime(row.integer(1)) - clampTime(row.integer(0));
    remarks.note(RemarkKind::MissingDuration, 0);
    return 0;
}

struct Facts {
    std::unordered_map<std::int64_t, std::string> strings;
    std::unordered_map<std::int64_t, std::string> threads;       ///< by globalTid
    std::unordered_map<std::int64_t, std::string> processes;     ///< by process id
    std::unordered_set<std::uint64_t> correlated;                ///< arrows that device work refers to
    std::unordered_map<std::uint64_t, std::uint64_t> copiedFrom; ///< graph nodes by their copies (arrowId)
    std::unordered_set<std::uint64_t> replayed; ///< graph nodes as they were captured, that device work runs

    /// The node that \p node is a copy of, as it was captured.
    [[nodiscard]] std::uint64_t captured(std::uint64_t node) const
    {
        // Graphs are cloned and instantiated: a few copies; more would be a circle.
        constexpr int kMostCopies = 16;
        auto from = copiedFrom.find(node);
        for (int copy = 0; copy < kMostCopies && from != copiedFrom.end(); ++copy) {
            node = from->second;
            from = copiedFrom.find(node);
        }
        return node;
    }

    [[nodiscard]] std::string string(std::int64_t id) const
    {
        const auto found = strings.find(id);
        return found == strings.end() ? std::string() : found->second;
    }
};

/// Also tells \p target the file's base time, GPUs and the export's own description.
[[nodiscard]] core::Result<Facts> readFacts(Export& tables, ImportTarget& target);

// globalPid and globalTid: hardware, machine, pid << 24, tid (SQLite Export Schema Reference, "Serialized
// process and thread identifiers").
inline std::int64_t pidOf(std::int64_t global) { return (global / 0x1000000) % 0x1000000; }
inline std::int64_t tidOf(std::int64_t global) { return global % 0x1000000; }
inline std::uint64_t arrowId(std::int64_t global, std::int64_t correlation)
{
    return static_cast<std::uint64_t>(pidOf(global)) << 40 ^ static_cast<std::uint64_t>(correlation);
}

} // namespace shardscope::profiler::nsys
