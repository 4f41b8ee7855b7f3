// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/device_names.h"
#include "profiler/import/nsight/nsys_arguments.h"
#include "profiler/import/nsight/nsys_facts.h"
#include "profiler/import/nsight/nsys_scheduling.h"
#include "profiler/import/nsight/nsys_tables.h"
#include "profiler/import/nsight/read_only_database.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/graph_links.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace shardscope::profiler {

namespace {

using namespace nsys;

class NsysReader {
public:
    NsysReader(std::shared_ptr<ReadOnlyDatabase> database, ImportTarget& target, const core::Task& task)
        : m_export(std::move(database))
        , m_target(target)
        , m_task(task)
        , m_builder(target.builder)
    {
    }

    core::Result<core::Done> read()
    {
        SHARDSCOPE_TRY_DONE(m_export.open());
        SHARDSCOPE_TRY(m_facts, readFacts(m_export, m_target));
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs, 0);
        for (std::size_t i = 0; i < m_export.tables().size(); ++i) {
            m_task.report("read", static_cast<double>(i) / static_cast<double>(m_export.tables().size()));
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            auto read = readTable(i);
            if (!read && read.error().code == core::ErrorCode::Cancelled)
                return read.error();
            if (!read)
                m_target.remarks.note(RemarkKind::BrokenMessage, 0);
        }
        std::vector<std::string> statements;
        for (const std::string& table : m_export.tables())
            statements.push_back("SELECT * FROM " + quotedName(table) + " WHERE rowid = ?1");
        m_target.arguments =
            makeArguments(m_export.database(), std::move(statements), std::move(m_facts.strings));
        return core::Done{};
    }

private:
    /// \p beside: ranges that may end on another thread or straddle its calls, which keep their own nesting.
    core::TrackId hostTrack(std::int64_t globalTid, bool beside)
    {
        const std::int64_t pid = pidOf(globalTid), tid = tidOf(globalTid);
        const auto named = m_facts.processes.find(pid);
        const std::string process =
            (named == m_facts.processes.end() || named->second.empty() ? "process" : named->second) + " " +
            std::to_string(pid);
        const core::TrackId id = m_builder.track(
            std::to_string(pid), std::to_string(tid) + (beside ? " nvtx" : ""), m_target.source);
        const auto thread = m_facts.threads.find(globalTid);
        std::string shown =
            (thread == m_facts.threads.end() || thread->second.empty() ? "thread" : thread->second) + " " +
            std::to_string(tid);
        if (beside)
            shown += " (NVTX)";
        core::Track& track = m_builder.describe(id);
        track.process = validName(m_target, process);
        track.thread = validName(m_target, shown);
        track.threadOrder = tid;
        return id;
    }

    /// \p process: globalPid; 0 where the export does not tell.
    core::TrackId deviceTrack(std::int64_t process, std::int64_t device, std::int64_t stream, bool waits)
    {
        std::string thread =
            stream < 0 || stream == 0xFFFFFFFF ? "all streams" : "stream " + std::to_string(stream);
        thread = waits ? "waits for " + thread : thread;
        const std::string owner = std::to_string(pidOf(process));
        const std::string shown = "GPU " + std::to_string(device);
        const core::TrackId id = m_builder.track(m_deviceKeys.of(shown, owner), thread, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = validName(m_target, shown);
        if (process != 0)
            track.owner = validName(m_target, owner);
        track.thread = validName(m_target, thread);
        track.processOrder = 1'000'000 + device;
        track.threadOrder = waits ? stream + (std::int64_t{1} << 33) : stream;
        track.device = !waits;
        return id;
    }

    [[nodiscard]] std::uint64_t placeOfRow(std::size_t table, std::int64_t row) const
    {
        if (row < 0 || static_cast<std::uint64_t>(row) > kRowMask || table >= 255)
            return core::kNoArgs;
        return placeOf(m_target.source,
                       static_cast<std::uint64_t>(table) << kRowBits | static_cast<std::uint64_t>(row));
    }

    Step readTable(std::size_t index)
    {
        const std::string& table = m_export.tables()[index];
        SHARDSCOPE_TRY(const TableColumns columns, m_export.columnsOf(table));
        const auto* known = std::ranges::find(kKnownTables, table, &KnownTable::table);
        if (known != kKnownTables.end() && known->shape == Shape::Device && columns.has("start") &&
            columns.has("end") && columns.has("deviceId"))
            return readDeviceWork(index, *known, columns);
        if (table == "NVTX_EVENTS" && columns.has("start"))
            return readNvtx(index, columns);
        if (columns.has("start") && columns.has("end") && columns.has("globalTid") &&
            (columns.has("nameId") || columns.has("textId")))
            return readCalls(index, known == kKnownTables.end() ? lower(table) : std::string(known->category),
                             columns);
        if (table == "GPU_METRICS" && columns.has("timestamp") && columns.has("metricId") &&
            columns.has("value"))
            return readMetrics(columns);
        if (table == "SCHED_EVENTS" && columns.has("isSchedIn"))
            return readScheduling(m_export, columns, m_facts, m_shift, m_target);
        if (table == "DIAGNOSTIC_EVENT" && columns.has("timestamp") && columns.has("text"))
            return readDiagnostics(index, columns);
        return countOther(table, columns);
    }

    static std::string lower(std::string text)
    {
        std::ranges::transform(text, text.begin(), [](unsigned char c) {
            return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        });
        return text;
    }

    /// Tables of events that are not shown; those that only name things are not worth a word.
    Step countOther(const std::string& table, const TableColumns& columns)
    {
        if (!columns.has("start") && !columns.has("timestamp"))
            return core::Done{};
        std::uint64_t rows = 0;
        SHARDSCOPE_TRY(
            [[maybe_unused]] const auto counted,
            m_export.forEach("SELECT 1 FROM " + quotedName(table), [&](const DatabaseRows&) { ++rows; }));
        if (rows > 0) {
            m_target.remarks.note(RemarkKind::DataNotShown, 0, rows);
            m_target.metadata.emplace_back("rows of " + table, std::to_string(rows));
            m_target.tally.events += rows;
        }
        return core::Done{};
    }

    Step readDeviceWork(std::size_t index, const KnownTable& known, const TableColumns& columns)
    {
        const std::string sql =
            "SELECT start, \"end\", deviceId, " + columns.pick({"streamId"}) + ", " +
            columns.pick({"correlationId"}) + ", " + columns.pick({"globalPid"}) + ", " +
            columns.pick({"demangledName", "shortName", "mangledName", "name", "nameId"}) + ", " +
            columns.pick({"copyKind"}) + ", " + columns.pick({"syncType"}) + ", rowid, " +
            columns.pick({"graphNodeId"}) + " FROM " + quotedName(m_export.tables()[index]);
        const core::NameId category = validName(m_target, known.category);
        const core::NameId arrows = validName(m_target, "ac2g");
        const core::NameId captures = validName(m_target, kGraphCapture);
        const bool waits = known.category == "cuda_sync";
        return m_export.forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            if (!hasTime(row, 0, m_target.remarks))
                return;
            const core::TrackId track =
                deviceTrack(row.integer(5), row.integer(2), row.isNull(3) ? -1 : row.integer(3), waits);
            const std::int64_t begin = timeOf(row, 0);
            m_builder.slice(track, begin, durationOf(row, m_target.remarks),
                            validName(m_target, deviceName(known, row)), category,
                            placeOfRow(index, row.integer(9)));
            ++m_target.tally.slices;
            const std::uint64_t arrow = arrowId(row.integer(5), row.integer(4));
            if (!waits && row.integer(4) != 0) {
                m_builder.flow(core::FlowPhase::End, track, begin, arrows, arrow,
                               placeOfRow(index, row.integer(9)));
                ++m_target.tally.flowEnds;
            }
            const std::uint64_t node = m_facts.captured(arrowId(row.integer(5), row.integer(10)));
            if (row.integer(10) != 0 && m_facts.replayed.count(node) != 0) {
                m_builder.flow(core::FlowPhase::End, track, begin, captures, node,
                               placeOfRow(index, row.integer(9)));
                ++m_target.tally.flowEnds;
            }
        });
    }

    std::string deviceName(const KnownTable& known, const DatabaseRows& row)
    {
        if (known.category == "gpu_memcpy") {
            const std::int64_t kind = row.integer(7);
            return "Memcpy " + (kind >= 0 && kind < static_cast<std::int64_t>(kCopies.size())
                                    ? std::string(kCopies[static_cast<std::size_t>(kind)])
                                    : "kind " + std::to_string(kind));
        }
        if (known.category == "gpu_memset")
            return "Memset (Device)";
        if (known.category == "cuda_sync") {
            // CUpti_ActivitySynchronizationType of cupti_activity.h.
            constexpr std::array<std::string_view, 5> kWaits{
                "synchronisation", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
            const std::int64_t type = row.integer(8);
            return std::string(kWaits[type >= 0 && type < 5 ? static_cast<std::size_t>(type) : 0]);
        }
        if (!row.isInteger(6))
            return row.isNull(6) ? std::string("CUDA graph") : std::string(row.text(6));
        std::string name = m_facts.string(row.integer(6));
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::NameNotInFile, 0);
            name = "unnamed";
        }
        return name;
    }

    Step readCalls(std::size_t index, const std::string& category, const TableColumns& columns)
    {
        const std::string sql = "SELECT start, \"end\", globalTid, " + columns.pick({"nameId", "textId"}) +
                                ", " + columns.pick({"correlationId"}) + ", rowid, " +
                                columns.pick({"graphNodeId"}) + " FROM " +
                                quotedName(m_export.tables()[index]);
        const core::NameId arrows = validName(m_target, "ac2g");
        const core::NameId captures = validName(m_target, kGraphCapture);
        const bool nodes = m_export.tables()[index] == kGraphNodes;
        const core::NameId categoryId = validName(m_target, category);
        const core::NameId driver = validName(m_target, "cuda_driver");
        return m_export.forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            if (!hasTime(row, 0, m_target.remarks))
                return;
            const core::TrackId track = hostTrack(row.integer(2), false);
            const std::int64_t begin = timeOf(row, 0);
            std::string name = m_facts.string(row.integer(3));
            if (name.empty()) {
                m_target.remarks.note(RemarkKind::NameNotInFile, 0);
                name = "unnamed";
            }
            // Runtime and driver calls share a table.
            const bool isDriver = category == "cuda_runtime" && apiCategory(name) == "cuda_driver";
            if (row.isNull(1) && !nodes)
                m_builder.sliceBegin(track, begin, validName(m_target, name), isDriver ? driver : categoryId,
                                     placeOfRow(index, row.integer(5)), 1);
            else
                m_builder.slice(track, begin, row.isNull(1) ? 0 : timeOf(row, 1) - begin,
                                validName(m_target, name), isDriver ? driver : categoryId,
                                placeOfRow(index, row.integer(5)));
            m_target.tally.slices += row.isNull(1) && !nodes ? 0 : 1;
            const std::uint64_t node = arrowId(row.integer(2), row.integer(6));
            if (nodes && m_facts.replayed.count(node) != 0) {
                m_builder.flow(core::FlowPhase::Begin, track, begin, captures, node,
                               placeOfRow(index, row.integer(5)));
                ++m_target.tally.flowBegins;
            }
            // Old exports do not say which process device work belongs to: there it is process 0's.
            std::uint64_t arrow = arrowId(row.integer(2), row.integer(4));
            arrow = m_facts.correlated.count(arrow) != 0 ? arrow : arrowId(0, row.integer(4));
            if (row.integer(4) != 0 && m_facts.correlated.count(arrow) != 0 && category != "overhead") {
                m_builder.flow(core::FlowPhase::Begin, track, begin, arrows, arrow,
                               placeOfRow(index, row.integer(5)));
                ++m_target.tally.flowBegins;
            }
        });
    }

    Step readNvtx(std::size_t index, const TableColumns& columns)
    {
        const std::string sql = "SELECT start, " + columns.pick({"end"}) + ", " +
                                columns.pick({"eventType"}) + ", " + columns.pick({"globalTid"}) + ", " +
                                columns.pick({"text"}) + ", " + columns.pick({"textId"}) + ", rowid FROM " +
                                quotedName(m_export.tables()[index]);
        return m_export.forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            const std::int64_t type = row.integer(2);
            if (type != kNvtxMark && type != kNvtxPushPop && type != kNvtxStartEnd) {
                ++m_target.tally.metadata; // names of domains, categories, threads
                return;
            }
            if (!hasTime(row, 0, m_target.remarks))
                return;
            std::string name(row.text(4));
            if (name.empty() && !row.isNull(5))
                name = m_facts.string(row.integer(5));
            if (name.empty()) {
                m_target.remarks.note(RemarkKind::UnnamedEvent, 0);
                name = "unnamed";
            }
            const core::TrackId track = hostTrack(row.integer(3), type == kNvtxStartEnd);
            const std::int64_t begin = timeOf(row, 0);
            const std::uint64_t place = placeOfRow(index, row.integer(6));
            const core::NameId category = validName(m_target, rangeCategory(name));
            name = foldedName(name);
            if (type == kNvtxMark) {
                m_builder.instant(track, begin, validName(m_target, name), category, place);
                ++m_target.tally.instants;
            } else if (row.isNull(1)) {
                m_builder.sliceBegin(track, begin, validName(m_target, name), category, place, 1);
            } else {
                m_builder.slice(track, begin, timeOf(row, 1) - begin, validName(m_target, name), category,
                                place);
                ++m_target.tally.slices;
            }
        });
    }

    Step readMetrics(const TableColumns& columns)
    {
        std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;
        if (m_export.has("TARGET_INFO_GPU_METRICS")) {
            SHARDSCOPE_TRY(const TableColumns info, m_export.columnsOf("TARGET_INFO_GPU_METRICS"));
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto named,
                m_export.forEach("SELECT " + info.pick({"typeId"}) + ", " + info.pick({"metricId"}) + ", " +
                                     info.pick({"metricName"}) + " FROM TARGET_INFO_GPU_METRICS",
                                 [&](const DatabaseRows& row) {
                                     names[{row.integer(0), row.integer(1)}] = std::string(row.text(2));
                                 }));
        }
        return m_export.forEach(
            "SELECT timestamp, " + columns.pick({"typeId"}) + ", metricId, value FROM GPU_METRICS",
            [&](const DatabaseRows& row) {
                ++m_target.tally.events;
                if (!hasTime(row, 0, m_target.remarks))
                    return;
                const auto found = names.find({row.integer(1), row.integer(2)});
                const std::string name =
                    found == names.end() ? "metric " + std::to_string(row.integer(2)) : found->second;
                // typeId: the lowest byte is the GPU's number (SQLite Export Schema Reference,
                // "GPU metrics").
                const core::NameId process =
                    validName(m_target, "GPU " + std::to_string(row.integer(1) & 0xFF));
                m_builder.counter(process, validName(m_target, name), validName(m_target, "value"),
                                  timeOf(row, 0), row.real(3), m_target.source);
                ++m_target.tally.counters;
            });
    }

    Step readDiagnostics(std::size_t index, const TableColumns& columns)
    {
        const core::TrackId track = m_builder.track("Nsight Systems", "diagnostics", m_target.source);
        m_builder.describe(track).process = validName(m_target, "Nsight Systems");
        m_builder.describe(track).thread = validName(m_target, "diagnostics");
        const core::NameId category = validName(m_target, "diagnostic");
        return m_export.forEach("SELECT timestamp, text, " + columns.pick({"severity"}) +
                                    ", rowid FROM DIAGNOSTIC_EVENT",
                                [&](const DatabaseRows& row) {
                                    ++m_target.tally.events;
                                    if (!hasTime(row, 0, m_target.remarks))
                                        return;
                                    ++m_target.tally.instants;
                                    // Warnings and errors (ENUM_DIAGNOSTIC_SEVERITY_LEVEL) say what the
                                    // recording may lack.
                                    if (row.integer(2) >= 2) {
                                        m_target.remarks.note(RemarkKind::RecorderMessage, 0);
                                        m_target.metadata.emplace_back("diagnostic", row.text(1));
                                    }
                                    m_builder.instant(track, timeOf(row, 0), validName(m_target, row.text(1)),
                                                      category, placeOfRow(index, row.integer(3)));
                                });
    }

    [[nodiscard]] std::int64_t timeOf(const DatabaseRows& row, int column) const
    {
        return saturatedSum(clampTime(row.integer(column)), m_shift);
    }

    Export m_export;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::TimelineBuilder& m_builder;
    std::int64_t m_shift = 0;
    Facts m_facts;
    DeviceKeys m_deviceKeys;
};

bool holds(const std::vector<std::string>& tables)
{
    // The tables depend on what was recorded.
    return std::ranges::any_of(tables, [](std::string_view table) {
        return table == "StringIds" || table == "NVTX_EVENTS" || table.starts_with("CUPTI_ACTIVITY_KIND_") ||
               table.starts_with("TARGET_INFO_");
    });
}

core::Result<core::Done> read(const std::shared_ptr<ReadOnlyDatabase>& database, ImportTarget& target,
                              const core::Task& task)
{
    return NsysReader(database, target, task).read();
}

} // namespace

const DatabaseFormat kNsysSqliteFormat{"Nsight Systems SQLite export", holds, read};

} // namespace shardscope::profiler
