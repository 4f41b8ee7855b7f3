// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsight/nsys_facts.h"

#include "profiler/import/device_names.h"

#include <limits>
#include <set>

namespace shardscope::profiler::nsys {

namespace {

class FactReader {
public:
    FactReader(Export& tables, ImportTarget& target)
        : m_export(tables)
        , m_target(target)
    {
    }

    core::Result<Facts> read()
    {
        for (const auto step :
             {&FactReader::readStrings, &FactReader::readAbout, &FactReader::readThreads,
              &FactReader::readMpiRank, &FactReader::readCorrelations, &FactReader::readGraphNodes}) {
            SHARDSCOPE_TRY_DONE((this->*step)());
        }
        return std::move(m_facts);
    }

private:
    Step readStrings()
    {
        if (!m_export.has("StringIds"))
            return core::Done{};
        return m_export.forEach("SELECT id, value FROM StringIds", [this](const DatabaseRows& row) {
            m_facts.strings[row.integer(0)] = std::string(row.text(1));
        });
    }

    Step readAbout()
    {
        if (m_export.has("TARGET_INFO_SESSION_START_TIME")) {
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf("TARGET_INFO_SESSION_START_TIME"));
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto start,
                m_export.forEach(
                    "SELECT " + columns.pick({"utcEpochNs"}) + " FROM TARGET_INFO_SESSION_START_TIME",
                    [this](const DatabaseRows& row) { m_target.file.baseTimeNs = row.integer(0); }));
        }
        if (m_export.has("TARGET_INFO_GPU")) {
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf("TARGET_INFO_GPU"));
            std::vector<std::string> names;
            SHARDSCOPE_TRY([[maybe_unused]] const auto gpus,
                           m_export.forEach("SELECT " + columns.pick({"id"}) + ", " + columns.pick({"name"}) +
                                                " FROM TARGET_INFO_GPU",
                                            [&](const DatabaseRows& row) {
                                                m_target.metadata.emplace_back(
                                                    "GPU " + std::to_string(row.integer(0)), row.text(1));
                                                names.emplace_back(row.text(1));
                                            }));
            tellDevices(m_target.metadata, names);
        }
        // The export's own description; the table was renamed between versions.
        for (const char* const table : {"META_DATA_EXPORT", "EXPORT_META_DATA", "META_DATA_CAPTURE"}) {
            if (!m_export.has(table))
                continue;
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf(table));
            if (!columns.has("name") || !columns.has("value"))
                continue;
            SHARDSCOPE_TRY([[maybe_unused]] const auto meta,
                           m_export.forEach("SELECT name, value FROM " + std::string(table),
                                            [this](const DatabaseRows& row) {
                                                if (row.text(0).starts_with("EXPORT_"))
                                                    m_target.metadata.emplace_back(row.text(0), row.text(1));
                                            }));
        }
        return core::Done{};
    }

    Step readThreads()
    {
        if (m_export.has("ThreadNames")) {
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf("ThreadNames"));
            if (columns.has("nameId") && columns.has("globalTid")) {
                SHARDSCOPE_TRY([[maybe_unused]] const auto threads,
                               m_export.forEach("SELECT globalTid, nameId FROM ThreadNames",
                                                [this](const DatabaseRows& row) {
                                                    m_facts.threads[row.integer(0)] =
                                                        m_facts.string(row.integer(1));
                                                }));
            }
        }
        if (m_export.has("PROCESSES")) {
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf("PROCESSES"));
            if (columns.has("pid") && columns.has("name")) {
                SHARDSCOPE_TRY(
                    [[maybe_unused]] const auto processes,
                    m_export.forEach("SELECT pid, name FROM PROCESSES", [this](const DatabaseRows& row) {
                        m_facts.processes[row.integer(0)] = std::string(row.text(1));
                    }));
            }
        }
        return core::Done{};
    }

    /// The process' rank in MPI's world, where the export is of one.
    Step readMpiRank()
    {
        if (!m_export.has("MPI_RANKS"))
            return core::Done{};
        SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf("MPI_RANKS"));
        if (!columns.has("rank"))
            return core::Done{};
        std::set<std::int64_t> ranks;
        SHARDSCOPE_TRY([[maybe_unused]] const auto read,
                       m_export.forEach("SELECT rank FROM MPI_RANKS",
                                        [&](const DatabaseRows& row) { ranks.insert(row.integer(0)); }));
        constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
        if (ranks.size() == 1 && m_target.file.rank < 0 && *ranks.begin() >= 0 && *ranks.begin() <= kMost)
            m_target.file.rank = static_cast<std::int32_t>(*ranks.begin());
        return core::Done{};
    }

    /// Which correlation ids device work refers to: only calls with one get an arrow.
    Step readCorrelations()
    {
        for (const KnownTable& known : kKnownTables) {
            const std::string table(known.table);
            if (known.shape != Shape::Device || known.category == "cuda_sync" || !m_export.has(table))
                continue;
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf(table));
            if (!columns.has("correlationId"))
                continue;
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto ids,
                m_export.forEach("SELECT correlationId, " + columns.pick({"globalPid"}) + " FROM " + table,
                                 [this](const DatabaseRows& row) {
                                     if (row.integer(0) != 0)
                                         m_facts.correlated.insert(arrowId(row.integer(1), row.integer(0)));
                                 }));
        }
        return core::Done{};
    }

    /// Which nodes of CUDA graphs are copies of which (nsys profile --cuda-graph-trace=node), and which run.
    Step readGraphNodes()
    {
        if (!m_export.has(kGraphNodes))
            return core::Done{};
        SHARDSCOPE_TRY(const TableColumns nodes, m_export.columnsOf(std::string(kGraphNodes)));
        if (!nodes.has("graphNodeId") || !nodes.has("globalTid"))
            return core::Done{};
        std::unordered_set<std::uint64_t> made;
        SHARDSCOPE_TRY(
            [[maybe_unused]] const auto copies,
            m_export.forEach("SELECT globalTid, graphNodeId, " + nodes.pick({"originalGraphNodeId"}) +
                                 " FROM " + std::string(kGraphNodes),
                             [&](const DatabaseRows& row) {
                                 const std::uint64_t node = arrowId(row.integer(0), row.integer(1));
                                 if (row.integer(2) == 0)
                                     made.insert(node);
                                 else
                                     m_facts.copiedFrom[node] = arrowId(row.integer(0), row.integer(2));
                             }));
        for (const KnownTable& known : kKnownTables) {
            const std::string table(known.table);
            if (known.shape != Shape::Device || !m_export.has(table))
                continue;
            SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf(table));
            if (!columns.has("graphNodeId"))
                continue;
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto runs,
                m_export.forEach("SELECT " + columns.pick({"globalPid"}) + ", graphNodeId FROM " + table,
                                 [&](const DatabaseRows& row) {
                                     const std::uint64_t node =
                                         m_facts.captured(arrowId(row.integer(0), row.integer(1)));
                                     if (row.integer(1) != 0 && made.count(node) != 0)
                                         m_facts.replayed.insert(node);
                                 }));
        }
        return core::Done{};
    }

    Export& m_export;
    ImportTarget& m_target;
    Facts m_facts;
};

} // namespace

core::Result<Facts> readFacts(Export& tables, ImportTarget& target)
{
    return FactReader(tables, target).read();
}

} // namespace shardscope::profiler::nsys
