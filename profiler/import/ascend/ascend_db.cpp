// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/nsight/nsys_arguments.h"
#include "profiler/import/nsight/nsys_facts.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace shardscope::profiler {

namespace {

using nsys::Export;
using nsys::hasTime;
using nsys::Step;
using nsys::TableColumns;

/// Processes and threads are named as torch_npu names them in trace_view.json, and tasks' types are the
/// category as there, so that one set of rules (resources/kernels) reads both.
class AscendReader {
public:
    AscendReader(std::shared_ptr<ReadOnlyDatabase> database, ImportTarget& target, const core::Task& task)
        : m_tables(std::move(database))
        , m_target(target)
        , m_task(task)
        , m_builder(target.builder)
    {
    }

    core::Result<core::Done> read()
    {
        SHARDSCOPE_TRY_DONE(m_tables.open());
        SHARDSCOPE_TRY_DONE(readFacts());
        const std::vector<std::pair<const char*, Step (AscendReader::*)(std::size_t)>> readers{
            {"TASK", &AscendReader::readTasks},
            {"COMMUNICATION_OP", &AscendReader::readCollectives},
            {"CANN_API", &AscendReader::readCann},
            {"PYTORCH_API", &AscendReader::readPython},
            {"STEP_TIME", &AscendReader::readSteps}};
        for (std::size_t table = 0; table < m_tables.tables().size(); ++table) {
            m_task.report("read", static_cast<double>(table) / static_cast<double>(m_tables.tables().size()));
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            const auto reader = std::ranges::find_if(
                readers, [&](const auto& one) { return m_tables.tables()[table] == one.first; });
            auto done = reader != readers.end() ? (this->*reader->second)(table) : countOther(table);
            if (!done && done.error().code == core::ErrorCode::Cancelled)
                return done.error();
            if (!done)
                m_target.remarks.note(RemarkKind::BrokenMessage, 0);
        }
        std::vector<std::string> statements;
        for (const std::string& table : m_tables.tables())
            statements.push_back("SELECT * FROM " + quotedName(table) + " WHERE rowid = ?1");
        m_target.arguments =
            nsys::makeArguments(m_tables.database(), std::move(statements), std::move(m_strings));
        return core::Done{};
    }

private:
    Step readPairs(const char* table, const char* key, const char* value,
                   std::unordered_map<std::int64_t, std::string>& into)
    {
        if (!m_tables.has(table))
            return core::Done{};
        return m_tables.forEach(std::string("SELECT ") + key + ", " + value + " FROM " + table,
                                [&](const DatabaseRows& row) { into[row.integer(0)] = row.text(1); });
    }

    Step readFacts()
    {
        SHARDSCOPE_TRY_DONE(readPairs("STRING_IDS", "id", "value", m_strings));
        SHARDSCOPE_TRY_DONE(readPairs("ENUM_API_TYPE", "id", "name", m_apiTypes));
        SHARDSCOPE_TRY_DONE(readPairs("NPU_INFO", "id", "name", m_devices));
        if (!m_devices.empty())
            m_target.metadata.emplace_back("device", m_devices.begin()->second);
        if (m_tables.has("RANK_DEVICE_MAP"))
            SHARDSCOPE_TRY_DONE(
                m_tables.forEach("SELECT rankId FROM RANK_DEVICE_MAP", [&](const DatabaseRows& row) {
                    if (row.integer(0) < 0 || row.integer(0) > std::numeric_limits<std::int32_t>::max())
                        return; // one process without ranks
                    m_target.file.rank = static_cast<std::int32_t>(row.integer(0));
                    m_target.file.rankFrom = "RANK_DEVICE_MAP";
                }));
        if (m_tables.has("COMPUTE_TASK_INFO"))
            SHARDSCOPE_TRY_DONE(m_tables.forEach(
                "SELECT globalTaskId, name, taskType FROM COMPUTE_TASK_INFO", [&](const DatabaseRows& row) {
                    m_computing[row.integer(0)] = {row.integer(1), row.integer(2)};
                }));
        if (m_tables.has("CONNECTION_IDS"))
            SHARDSCOPE_TRY_DONE(
                m_tables.forEach("SELECT id, connectionId FROM CONNECTION_IDS", [&](const DatabaseRows& row) {
                    m_connections[row.integer(0)].push_back(row.integer(1));
                }));
        std::int64_t some = 0;
        if (m_tables.has("TASK"))
            SHARDSCOPE_TRY_DONE(
                m_tables.forEach("SELECT startNs FROM TASK LIMIT 1",
                                 [&](const DatabaseRows& row) { some = clampTime(row.integer(0)); }));
        m_shift = joinRunClock(m_target, 0, some);
        return core::Done{};
    }

    [[nodiscard]] std::string string(std::int64_t id)
    {
        const auto found = m_strings.find(id);
        if (found != m_strings.end() && !found->second.empty())
            return found->second;
        m_target.remarks.note(RemarkKind::NameNotInFile, 0);
        return "unnamed";
    }

    core::TrackId deviceTrack(const char* process, std::int64_t device, const std::string& thread,
                              std::int64_t order)
    {
        const core::TrackId id =
            m_builder.track("NPU " + std::to_string(device), process + (" " + thread), m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = validName(m_target, process);
        track.thread = validName(m_target, thread);
        track.processOrder = 1'000'000 + device;
        track.threadOrder = order;
        track.device = true;
        return id;
    }

    /// \p global: process id and thread id, 32 bits each. Calls of CANN lie on the program's threads, which
    /// made them.
    core::TrackId hostTrack(std::int64_t global)
    {
        const auto number = static_cast<std::uint64_t>(global);
        const std::string pid = std::to_string(number >> 32U);
        const std::string tid = std::to_string(number & 0xFFFFFFFFU);
        const core::TrackId id = m_builder.track(pid, tid, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = validName(m_target, (m_tables.has("PYTORCH_API") ? "Python " : "CANN ") + pid);
        track.thread = validName(m_target, "Thread " + tid);
        track.threadOrder = static_cast<std::int64_t>(number & 0xFFFFFFFFU);
        return id;
    }

    [[nodiscard]] std::uint64_t placeOfRow(std::size_t table, std::int64_t row) const
    {
        if (row < 0 || static_cast<std::uint64_t>(row) > nsys::kRowMask || table >= 255)
            return core::kNoArgs;
        return placeOf(m_target.source,
                       static_cast<std::uint64_t>(table) << nsys::kRowBits | static_cast<std::uint64_t>(row));
    }

    /// Columns 0 and 1 of \p row are its begin and end.
    void slice(const DatabaseRows& row, core::TrackId track, const std::string& name,
               const std::string& category, std::uint64_t place)
    {
        m_builder.slice(track, timeOf(row, 0), nsys::durationOf(row, m_target.remarks),
                        validName(m_target, name), validName(m_target, category), place);
        ++m_target.tally.slices;
    }

    void arrow(core::FlowPhase phase, core::TrackId track, std::int64_t ts, std::int64_t connection,
               std::uint64_t place)
    {
        m_builder.flow(phase, track, ts, validName(m_target, "async_npu"),
                       static_cast<std::uint64_t>(connection), place);
        ++(phase == core::FlowPhase::Begin ? m_target.tally.flowBegins : m_target.tally.flowEnds);
    }

    Step readTasks(std::size_t table)
    {
        SHARDSCOPE_TRY(const TableColumns columns, m_tables.columnsOf("TASK"));
        return m_tables.forEach(
            "SELECT startNs, endNs, " + columns.pick({"deviceId"}) + ", " + columns.pick({"streamId"}) +
                ", " + columns.pick({"taskType"}) + ", " + columns.pick({"globalTaskId"}) + ", " +
                columns.pick({"connectionId"}) + ", rowid FROM TASK",
            [&](const DatabaseRows& row) {
                ++m_target.tally.events;
                if (!hasTime(row, 0, m_target.remarks))
                    return;
                const std::int64_t stream = row.integer(3);
                const core::TrackId track = deviceTrack("Ascend Hardware", row.integer(2),
                                                        "Stream " + std::to_string(stream), stream);
                const std::uint64_t place = placeOfRow(table, row.integer(7));
                const auto computes = m_computing.find(row.integer(5));
                const std::string type = string(row.integer(4));
                // Kernels without an operator are those of which HCCL's calls are made: as torch_npu's own
                // sums, what computes has one.
                const bool ofCall =
                    computes == m_computing.end() && (type.starts_with("AI_") || type.starts_with("KERNEL_"));
                if (computes == m_computing.end())
                    slice(row, track, type, ofCall ? type + " (no operator)" : type, place);
                else
                    slice(row, track, string(computes->second.first), string(computes->second.second), place);
                arrow(core::FlowPhase::End, track, timeOf(row, 0), row.integer(6), place);
            });
    }

    Step readCollectives(std::size_t table)
    {
        std::map<std::int64_t, std::int64_t> groups; // by name, numbered as they come
        SHARDSCOPE_TRY(const TableColumns columns, m_tables.columnsOf("COMMUNICATION_OP"));
        return m_tables.forEach(
            "SELECT startNs, endNs, opName, " + columns.pick({"groupName"}) + ", " +
                columns.pick({"connectionId"}) + ", rowid, " + columns.pick({"deviceId"}) +
                " FROM COMMUNICATION_OP",
            [&](const DatabaseRows& row) {
                ++m_target.tally.events;
                if (!hasTime(row, 0, m_target.remarks))
                    return;
                const std::int64_t group =
                    groups.try_emplace(row.integer(3), static_cast<std::int64_t>(groups.size()))
                        .first->second;
                const core::TrackId track = deviceTrack(
                    "HCCL", row.integer(6), "Group " + std::to_string(group) + " Communication", group);
                const std::uint64_t place = placeOfRow(table, row.integer(5));
                slice(row, track, string(row.integer(2)), "hccl", place);
                arrow(core::FlowPhase::End, track, timeOf(row, 0), row.integer(4), place);
            });
    }

    Step readCann(std::size_t table)
    {
        return m_tables.forEach(
            "SELECT startNs, endNs, globalTid, name, type, connectionId, rowid FROM CANN_API",
            [&](const DatabaseRows& row) {
                ++m_target.tally.events;
                if (!hasTime(row, 0, m_target.remarks))
                    return;
                const auto type = m_apiTypes.find(row.integer(4));
                const std::string kind = type == m_apiTypes.end() ? std::string() : type->second;
                slice(row, hostTrack(row.integer(2)), nameOfCall(kind, string(row.integer(3))), kind,
                      placeOfRow(table, row.integer(6)));
            });
    }

    /// The call's name as trace_view.json has it: "AscendCL@aclrtMemcpyAsync".
    static std::string nameOfCall(const std::string& kind, const std::string& name)
    {
        static const std::map<std::string, const char*> kLevels{{"acl", "AscendCL@"},
                                                                {"runtime", "Runtime@"},
                                                                {"node", "Node@"},
                                                                {"model", "Model@"},
                                                                {"hccl", "Communication@"}};
        const auto level = kLevels.find(kind);
        return level == kLevels.end() ? name : level->second + name;
    }

    Step readPython(std::size_t table)
    {
        return m_tables.forEach(
            "SELECT CAST(startNs AS INTEGER), CAST(endNs AS INTEGER), globalTid, name, type, connectionId, "
            "rowid FROM PYTORCH_API",
            [&](const DatabaseRows& row) {
                ++m_target.tally.events;
                if (!hasTime(row, 0, m_target.remarks))
                    return;
                const core::TrackId track = hostTrack(row.integer(2));
                const std::string name = string(row.integer(3));
                const auto type = m_apiTypes.find(row.integer(4));
                const std::uint64_t place = placeOfRow(table, row.integer(6));
                slice(row, track, name, categoryOf(type == m_apiTypes.end() ? "" : type->second, name),
                      place);
                const auto connected = m_connections.find(row.integer(5));
                if (row.isNull(5) || connected == m_connections.end())
                    return;
                for (const std::int64_t connection : connected->second)
                    arrow(core::FlowPhase::Begin, track, timeOf(row, 0), connection, place);
                m_connections.erase(connected); // an arrow begins once, however many rows name it
            });
    }

    /// Kineto's words for ENUM_API_TYPE's.
    static std::string categoryOf(std::string_view type, const std::string& name)
    {
        if (type == "op")
            return "cpu_op";
        if (type == "trace")
            return "python_function";
        if (type == "queue")
            return name.starts_with("Dequeue") ? "dequeue" : "enqueue";
        return type == "mstx" ? "user_annotation" : std::string(type);
    }

    Step readSteps(std::size_t /*table*/)
    {
        return m_tables.forEach("SELECT startNs, endNs, id FROM STEP_TIME", [&](const DatabaseRows& row) {
            ++m_target.tally.metadata;
            if (hasTime(row, 0, m_target.remarks) && hasTime(row, 1, m_target.remarks))
                m_builder.step(timeOf(row, 0), timeOf(row, 1),
                               validName(m_target, "ProfilerStep#" + std::to_string(row.integer(2))),
                               m_target.file.rank, m_target.source);
        });
    }

    /// Tables of events that are not shown; those that only name things are not worth a word.
    Step countOther(std::size_t number)
    {
        const std::string& table = m_tables.tables()[number];
        SHARDSCOPE_TRY(const TableColumns columns, m_tables.columnsOf(table));
        if (!columns.has("startNs") && !columns.has("timestampNs") && !columns.has("timestamp"))
            return core::Done{};
        std::uint64_t rows = 0;
        SHARDSCOPE_TRY_DONE(
            m_tables.forEach("SELECT 1 FROM " + quotedName(table), [&](const DatabaseRows&) { ++rows; }));
        if (rows > 0) {
            m_target.remarks.note(RemarkKind::DataNotShown, 0, rows);
            m_target.metadata.emplace_back("rows of " + table, std::to_string(rows));
            m_target.tally.events += rows;
        }
        return core::Done{};
    }

    [[nodiscard]] std::int64_t timeOf(const DatabaseRows& row, int column) const
    {
        return saturatedSum(clampTime(row.integer(column)), m_shift);
    }

    Export m_tables;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::TimelineBuilder& m_builder;
    std::int64_t m_shift = 0;
    std::unordered_map<std::int64_t, std::string> m_strings;
    std::unordered_map<std::int64_t, std::string> m_apiTypes;
    std::unordered_map<std::int64_t, std::string> m_devices;
    /// Name and type of a task that computes, by globalTaskId.
    std::unordered_map<std::int64_t, std::pair<std::int64_t, std::int64_t>> m_computing;
    std::unordered_map<std::int64_t, std::vector<std::int64_t>> m_connections; ///< of a call of PyTorch
};

bool holds(const std::vector<std::string>& tables)
{
    const auto has = [&](const char* table) { return std::ranges::binary_search(tables, table); };
    return has("STRING_IDS") && (has("TASK") || has("PYTORCH_API")) && !has("rocpd_api");
}

core::Result<core::Done> read(const std::shared_ptr<ReadOnlyDatabase>& database, ImportTarget& target,
                              const core::Task& task)
{
    return AscendReader(database, target, task).read();
}

} // namespace

const DatabaseFormat kAscendFormat{"Ascend profiler database", holds, read};

} // namespace shardscope::profiler
