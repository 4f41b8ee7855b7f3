// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsys_sqlite.h"

#include "profiler/import/json_writer.h"
#include "profiler/import/read_only_database.h"
#include "profiler/import/saturate.h"
#include "profiler/import/whole_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace shardscope::profiler {

namespace {

// A place is the table's number in the upper bits and the row's rowid below.
constexpr unsigned kRowBits = 40;
constexpr std::uint64_t kRowMask = (std::uint64_t{1} << kRowBits) - 1;

enum class Shape { Device, Host };

struct KnownTable {
    std::string_view table;
    std::string_view category; ///< Kineto's word where there is one, so that the same analyses apply
    Shape shape;
};

constexpr std::array kKnownTables{
    KnownTable{"CUPTI_ACTIVITY_KIND_KERNEL", "kernel", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "cuda_sync", Shape::Device},
    KnownTable{"CUDA_GRAPH_EVENTS", "cuda_graph", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "cuda_graph", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_RUNTIME", "cuda_runtime", Shape::Host},
    KnownTable{"CUPTI_ACTIVITY_KIND_DRIVER", "cuda_driver", Shape::Host},
    KnownTable{"PROFILER_OVERHEAD", "overhead", Shape::Host},
    KnownTable{"OSRT_API", "os_runtime", Shape::Host},
    KnownTable{"NVTX_EVENTS", "user_annotation", Shape::Host},
};

// NVTX_EVENTS.eventType (ENUM_NSYS_EVENT_TYPE).
constexpr std::int64_t kNvtxMark = 34, kNvtxPushPop = 59, kNvtxStartEnd = 60;

// ENUM_CUDA_MEMCPY_OPER, in the words that Kineto uses for the same copies.
constexpr std::array<std::string_view, 14> kCopies{
    "Unknown", "HtoD", "DtoH", "HtoA", "AtoH",         "AtoA",         "AtoD",
    "DtoA",    "DtoD", "HtoH", "PtoP", "Unified HtoD", "Unified DtoH", "Unified DtoD"};

/// Columns of one table by name.
class TableColumns {
public:
    explicit TableColumns(std::vector<std::string> names)
        : m_names(std::move(names))
    {
    }
    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
    }
    /// The first of \p candidates that is there, quoted; "NULL" where none is.
    [[nodiscard]] std::string pick(std::initializer_list<std::string_view> candidates) const
    {
        for (const std::string_view candidate : candidates) {
            if (has(candidate))
                return quotedName(candidate);
        }
        return "NULL";
    }

private:
    std::vector<std::string> m_names;
};

/// Shows the whole row of an event, texts looked up.
class NsysArguments final : public FileArguments {
public:
    NsysArguments(std::shared_ptr<ReadOnlyDatabase> database, std::vector<std::string> tables,
                  std::unordered_map<std::int64_t, std::string> strings)
        : m_database(std::move(database))
        , m_tables(std::move(tables))
        , m_strings(std::move(strings))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        const std::size_t table = place >> kRowBits;
        if (table >= m_tables.size())
            return {};
        const std::lock_guard lock(m_mutex);
        auto rows = m_database->select("SELECT * FROM " + quotedName(m_tables[table]) + " WHERE rowid = ?1");
        if (!rows)
            return {};
        rows->bind(static_cast<std::int64_t>(place & kRowMask));
        const auto found = rows->next();
        if (!found || !*found)
            return {};
        JsonWriter json;
        json.beginObject();
        for (int column = 0; column < rows->columns(); ++column) {
            if (rows->isNull(column))
                continue;
            const std::string_view key = rows->columnName(column);
            json.key(key);
            const bool refers = key.ends_with("Name") || key.ends_with("nameId") || key.ends_with("textId");
            const auto text =
                refers && rows->isInteger(column) ? m_strings.find(rows->integer(column)) : m_strings.end();
            if (text != m_strings.end())
                json.text(text->second);
            else if (rows->isInteger(column))
                json.integer(rows->integer(column));
            else if (rows->isReal(column))
                json.real(rows->real(column));
            else
                json.text(rows->text(column));
        }
        json.endObject();
        return json.take();
    }

private:
    std::shared_ptr<ReadOnlyDatabase> m_database;
    std::vector<std::string> m_tables;
    std::unordered_map<std::int64_t, std::string> m_strings;
    mutable std::mutex m_mutex;
};

class NsysReader {
public:
    NsysReader(std::shared_ptr<ReadOnlyDatabase> database, ImportTarget& target, const core::Task& task)
        : m_database(std::move(database))
        , m_target(target)
        , m_task(task)
        , m_builder(target.builder)
    {
    }

    core::Result<core::Done> read()
    {
        SHARDSCOPE_TRY(m_tables, m_database->tables());
        if (!has("StringIds") && !has("CUPTI_ACTIVITY_KIND_KERNEL") && !has("NVTX_EVENTS"))
            return core::Error{core::ErrorCode::FormatUnknown,
                               {"SQLite database of another program", "Nsight Systems SQLite export"},
                               {}};
        for (const auto step : {&NsysReader::readStrings, &NsysReader::readAbout, &NsysReader::readThreads,
                                &NsysReader::readCorrelations}) {
            SHARDSCOPE_TRY([[maybe_unused]] const auto done, (this->*step)());
        }
        m_shift = joinRunClock(m_target, m_target.file.baseTimeNs);
        for (std::size_t i = 0; i < m_tables.size(); ++i) {
            m_task.report("read", static_cast<double>(i) / static_cast<double>(m_tables.size()));
            if (m_task.cancelled())
                return core::Error{core::ErrorCode::Cancelled, {}, {}};
            auto read = readTable(i);
            if (!read && read.error().code == core::ErrorCode::Cancelled)
                return read.error();
            if (!read)
                m_target.remarks.note(RemarkKind::BrokenMessage, 0);
        }
        m_target.arguments = std::make_shared<NsysArguments>(m_database, m_tables, std::move(m_strings));
        return core::Done{};
    }

private:
    using Step = core::Result<core::Done>;

    [[nodiscard]] bool has(std::string_view table) const
    {
        return std::binary_search(m_tables.begin(), m_tables.end(), table);
    }

    core::Result<TableColumns> columnsOf(const std::string& table)
    {
        SHARDSCOPE_TRY(std::vector<std::string> names, m_database->columns(table));
        return TableColumns(std::move(names));
    }

    /// Calls \p use with each row of \p sql.
    template <class Use>
    Step forEach(const std::string& sql, const Use& use)
    {
        SHARDSCOPE_TRY(DatabaseRows rows, m_database->select(sql));
        while (true) {
            SHARDSCOPE_TRY(const bool more, rows.next());
            if (!more)
                return core::Done{};
            use(rows);
        }
    }

    Step readStrings()
    {
        if (!has("StringIds"))
            return core::Done{};
        return forEach("SELECT id, value FROM StringIds", [this](const DatabaseRows& row) {
            m_strings[row.integer(0)] = std::string(row.text(1));
        });
    }

    Step readAbout()
    {
        if (has("TARGET_INFO_SESSION_START_TIME")) {
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf("TARGET_INFO_SESSION_START_TIME"));
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto start,
                forEach("SELECT " + columns.pick({"utcEpochNs"}) + " FROM TARGET_INFO_SESSION_START_TIME",
                        [this](const DatabaseRows& row) { m_target.file.baseTimeNs = row.integer(0); }));
        }
        if (has("TARGET_INFO_GPU")) {
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf("TARGET_INFO_GPU"));
            SHARDSCOPE_TRY([[maybe_unused]] const auto gpus,
                           forEach("SELECT " + columns.pick({"id"}) + ", " + columns.pick({"name"}) +
                                       " FROM TARGET_INFO_GPU",
                                   [this](const DatabaseRows& row) {
                                       m_target.metadata.emplace_back("GPU " + std::to_string(row.integer(0)),
                                                                      row.text(1));
                                   }));
        }
        // The export's own description; the table was renamed between versions.
        for (const char* const table : {"META_DATA_EXPORT", "EXPORT_META_DATA", "META_DATA_CAPTURE"}) {
            if (!has(table))
                continue;
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf(table));
            if (!columns.has("name") || !columns.has("value"))
                continue;
            SHARDSCOPE_TRY(
                [[maybe_unused]] const auto meta,
                forEach("SELECT name, value FROM " + std::string(table), [this](const DatabaseRows& row) {
                    if (row.text(0).starts_with("EXPORT_"))
                        m_target.metadata.emplace_back(row.text(0), row.text(1));
                }));
        }
        return core::Done{};
    }

    Step readThreads()
    {
        if (has("ThreadNames")) {
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf("ThreadNames"));
            if (columns.has("nameId") && columns.has("globalTid")) {
                SHARDSCOPE_TRY(
                    [[maybe_unused]] const auto threads,
                    forEach("SELECT globalTid, nameId FROM ThreadNames", [this](const DatabaseRows& row) {
                        m_threads[row.integer(0)] = string(row.integer(1));
                    }));
            }
        }
        if (has("PROCESSES")) {
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf("PROCESSES"));
            if (columns.has("pid") && columns.has("name")) {
                SHARDSCOPE_TRY([[maybe_unused]] const auto processes,
                               forEach("SELECT pid, name FROM PROCESSES", [this](const DatabaseRows& row) {
                                   m_processes[row.integer(0)] = std::string(row.text(1));
                               }));
            }
        }
        return core::Done{};
    }

    /// Which correlation ids device work refers to: only calls with one get an arrow.
    Step readCorrelations()
    {
        for (const KnownTable& known : kKnownTables) {
            const std::string table(known.table);
            if (known.shape != Shape::Device || known.category == "cuda_sync" || !has(table))
                continue;
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf(table));
            if (!columns.has("correlationId"))
                continue;
            SHARDSCOPE_TRY([[maybe_unused]] const auto ids,
                           forEach("SELECT correlationId, " + columns.pick({"globalPid"}) + " FROM " + table,
                                   [this](const DatabaseRows& row) {
                                       if (row.integer(0) != 0)
                                           m_correlated.insert(arrowId(row.integer(1), row.integer(0)));
                                   }));
        }
        return core::Done{};
    }

    [[nodiscard]] std::string string(std::int64_t id) const
    {
        const auto found = m_strings.find(id);
        return found == m_strings.end() ? std::string() : found->second;
    }

    // globalPid and globalTid: hardware, machine, pid << 24, tid (SQLite Export Schema Reference, "Serialized
    // process and thread identifiers").
    static std::int64_t pidOf(std::int64_t global) { return (global / 0x1000000) % 0x1000000; }
    static std::int64_t tidOf(std::int64_t global) { return global % 0x1000000; }
    static std::uint64_t arrowId(std::int64_t global, std::int64_t correlation)
    {
        return static_cast<std::uint64_t>(pidOf(global)) << 40 ^ static_cast<std::uint64_t>(correlation);
    }

    core::TrackId hostTrack(std::int64_t globalTid, bool libraryRows)
    {
        const std::int64_t pid = pidOf(globalTid), tid = tidOf(globalTid);
        const auto named = m_processes.find(pid);
        const std::string process =
            (named == m_processes.end() || named->second.empty() ? "process" : named->second) + " " +
            std::to_string(pid);
        // NVTX ranges may straddle calls; beside them they keep their own nesting.
        const core::TrackId id = m_builder.track(
            std::to_string(pid), std::to_string(tid) + (libraryRows ? " nvtx" : ""), m_target.source);
        const auto thread = m_threads.find(globalTid);
        std::string shown =
            (thread == m_threads.end() || thread->second.empty() ? "thread" : thread->second) + " " +
            std::to_string(tid);
        if (libraryRows)
            shown += " (NVTX)";
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern(process);
        track.thread = m_builder.intern(shown);
        track.threadOrder = tid;
        return id;
    }

    core::TrackId deviceTrack(std::int64_t device, std::int64_t stream, bool waits)
    {
        std::string thread =
            stream < 0 || stream == 0xFFFFFFFF ? "all streams" : "stream " + std::to_string(stream);
        thread = waits ? "waits for " + thread : thread;
        const std::string process = "GPU " + std::to_string(device);
        const core::TrackId id = m_builder.track(process, thread, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern(process);
        track.thread = m_builder.intern(thread);
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
        const std::string& table = m_tables[index];
        SHARDSCOPE_TRY(const TableColumns columns, columnsOf(table));
        const auto* known = std::find_if(kKnownTables.begin(), kKnownTables.end(),
                                         [&](const KnownTable& one) { return one.table == table; });
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
        if (table == "DIAGNOSTIC_EVENT" && columns.has("timestamp") && columns.has("text"))
            return readDiagnostics(index, columns);
        return countOther(table, columns);
    }

    static std::string lower(std::string text)
    {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
        return text;
    }

    /// Tables of events that are not shown; those that only name things are not worth a word.
    Step countOther(const std::string& table, const TableColumns& columns)
    {
        if (!columns.has("start") && !columns.has("timestamp"))
            return core::Done{};
        std::uint64_t rows = 0;
        SHARDSCOPE_TRY([[maybe_unused]] const auto counted,
                       forEach("SELECT 1 FROM " + quotedName(table), [&](const DatabaseRows&) { ++rows; }));
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
            columns.pick({"copyKind"}) + ", " + columns.pick({"syncType"}) + ", rowid FROM " +
            quotedName(m_tables[index]);
        const core::NameId category = m_builder.intern(known.category);
        const core::NameId arrows = m_builder.intern("ac2g");
        const bool waits = known.category == "cuda_sync";
        return forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            const core::TrackId track =
                deviceTrack(row.integer(2), row.isNull(3) ? -1 : row.integer(3), waits);
            const std::int64_t begin = timeOf(row, 0);
            m_builder.slice(track, begin, timeOf(row, 1) - begin, m_builder.intern(deviceName(known, row)),
                            category, placeOfRow(index, row.integer(9)));
            ++m_target.tally.slices;
            const std::uint64_t arrow = arrowId(row.integer(5), row.integer(4));
            if (!waits && row.integer(4) != 0) {
                m_builder.flow(core::FlowPhase::End, track, begin, arrows, arrow,
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
        std::string name = string(row.integer(6));
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::NameNotInFile, 0);
            name = "unnamed";
        }
        return name;
    }

    Step readCalls(std::size_t index, const std::string& category, const TableColumns& columns)
    {
        const std::string sql = "SELECT start, \"end\", globalTid, " + columns.pick({"nameId", "textId"}) +
                                ", " + columns.pick({"correlationId"}) + ", rowid FROM " +
                                quotedName(m_tables[index]);
        const core::NameId arrows = m_builder.intern("ac2g");
        const core::NameId categoryId = m_builder.intern(category);
        const core::NameId driver = m_builder.intern("cuda_driver");
        return forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            const core::TrackId track = hostTrack(row.integer(2), false);
            const std::int64_t begin = timeOf(row, 0);
            std::string name = string(row.integer(3));
            if (name.empty()) {
                m_target.remarks.note(RemarkKind::NameNotInFile, 0);
                name = "unnamed";
            }
            // Runtime and driver calls share a table: cudaX and cuX.
            const bool isDriver =
                category == "cuda_runtime" && name.starts_with("cu") && !name.starts_with("cuda");
            if (row.isNull(1))
                m_builder.sliceBegin(track, begin, m_builder.intern(name), isDriver ? driver : categoryId,
                                     placeOfRow(index, row.integer(5)), 1);
            else
                m_builder.slice(track, begin, timeOf(row, 1) - begin, m_builder.intern(name),
                                isDriver ? driver : categoryId, placeOfRow(index, row.integer(5)));
            m_target.tally.slices += row.isNull(1) ? 0 : 1;
            // Old exports do not say which process device work belongs to: there it is process 0's.
            std::uint64_t arrow = arrowId(row.integer(2), row.integer(4));
            arrow = m_correlated.count(arrow) != 0 ? arrow : arrowId(0, row.integer(4));
            if (row.integer(4) != 0 && m_correlated.count(arrow) != 0 && category != "overhead") {
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
                                quotedName(m_tables[index]);
        const core::NameId category = m_builder.intern("user_annotation");
        return forEach(sql, [&](const DatabaseRows& row) {
            ++m_target.tally.events;
            const std::int64_t type = row.integer(2);
            if (type != kNvtxMark && type != kNvtxPushPop && type != kNvtxStartEnd) {
                ++m_target.tally.metadata; // names of domains, categories, threads
                return;
            }
            std::string name(row.text(4));
            if (name.empty() && !row.isNull(5))
                name = string(row.integer(5));
            if (name.empty()) {
                m_target.remarks.note(RemarkKind::UnnamedEvent, 0);
                name = "unnamed";
            }
            const core::TrackId track = hostTrack(row.integer(3), true);
            const std::int64_t begin = timeOf(row, 0);
            const std::uint64_t place = placeOfRow(index, row.integer(6));
            if (type == kNvtxMark) {
                m_builder.instant(track, begin, m_builder.intern(name), category, place);
                ++m_target.tally.instants;
            } else if (row.isNull(1)) {
                m_builder.sliceBegin(track, begin, m_builder.intern(name), category, place, 1);
            } else {
                m_builder.slice(track, begin, timeOf(row, 1) - begin, m_builder.intern(name), category,
                                place);
                ++m_target.tally.slices;
            }
        });
    }

    Step readMetrics(const TableColumns& columns)
    {
        std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;
        if (has("TARGET_INFO_GPU_METRICS")) {
            SHARDSCOPE_TRY(const TableColumns info, columnsOf("TARGET_INFO_GPU_METRICS"));
            SHARDSCOPE_TRY([[maybe_unused]] const auto named,
                           forEach("SELECT " + info.pick({"typeId"}) + ", " + info.pick({"metricId"}) + ", " +
                                       info.pick({"metricName"}) + " FROM TARGET_INFO_GPU_METRICS",
                                   [&](const DatabaseRows& row) {
                                       names[{row.integer(0), row.integer(1)}] = std::string(row.text(2));
                                   }));
        }
        return forEach("SELECT timestamp, " + columns.pick({"typeId"}) + ", metricId, value FROM GPU_METRICS",
                       [&](const DatabaseRows& row) {
                           ++m_target.tally.events;
                           const auto found = names.find({row.integer(1), row.integer(2)});
                           const std::string name = found == names.end()
                                                        ? "metric " + std::to_string(row.integer(2))
                                                        : found->second;
                           // typeId: the lowest byte is the GPU's number (SQLite Export Schema Reference,
                           // "GPU metrics").
                           const core::NameId process =
                               m_builder.intern("GPU " + std::to_string(row.integer(1) & 0xFF));
                           m_builder.counter(process, m_builder.intern(name), m_builder.intern("value"),
                                             timeOf(row, 0), row.real(3), m_target.source);
                           ++m_target.tally.counters;
                       });
    }

    Step readDiagnostics(std::size_t index, const TableColumns& columns)
    {
        const core::TrackId track = m_builder.track("Nsight Systems", "diagnostics", m_target.source);
        m_builder.describe(track).process = m_builder.intern("Nsight Systems");
        m_builder.describe(track).thread = m_builder.intern("diagnostics");
        const core::NameId category = m_builder.intern("diagnostic");
        return forEach("SELECT timestamp, text, " + columns.pick({"severity"}) +
                           ", rowid FROM DIAGNOSTIC_EVENT",
                       [&](const DatabaseRows& row) {
                           ++m_target.tally.events;
                           ++m_target.tally.instants;
                           // Warnings and errors (ENUM_DIAGNOSTIC_SEVERITY_LEVEL) say what the recording may
                           // lack.
                           if (row.integer(2) >= 2) {
                               m_target.remarks.note(RemarkKind::RecorderMessage, 0);
                               m_target.metadata.emplace_back("diagnostic", row.text(1));
                           }
                           m_builder.instant(track, timeOf(row, 0), m_builder.intern(row.text(1)), category,
                                             placeOfRow(index, row.integer(3)));
                       });
    }

    [[nodiscard]] std::int64_t timeOf(const DatabaseRows& row, int column) const
    {
        return saturatedSum(clampTime(row.integer(column)), m_shift);
    }

    std::shared_ptr<ReadOnlyDatabase> m_database;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::TimelineBuilder& m_builder;
    std::vector<std::string> m_tables;
    std::int64_t m_shift = 0;
    std::unordered_map<std::int64_t, std::string> m_strings;
    std::unordered_map<std::int64_t, std::string> m_threads;
    std::unordered_map<std::int64_t, std::string> m_processes;
    std::unordered_set<std::uint64_t> m_correlated;
};

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

} // namespace

bool NsysSqliteImporter::sniff(std::string_view firstBytes) const
{
    // The schema stands at the beginning; SQLite files of other programs (our projects among them) lack these
    // tables.
    constexpr std::array<std::string_view, 4> kTables{"StringIds", "CUPTI_ACTIVITY_KIND", "NVTX_EVENTS",
                                                      "TARGET_INFO_"};
    return firstBytes.starts_with(kMagic) &&
           std::any_of(kTables.begin(), kTables.end(), [&](std::string_view table) {
               return firstBytes.find(table) != std::string_view::npos;
           });
}

core::Result<core::Done> NsysSqliteImporter::read(ByteSource& source, ImportTarget& target,
                                                  const core::Task& task) const
{
    std::shared_ptr<ReadOnlyDatabase> database;
    if (isPlainFile(target.file.file, kMagic)) {
        SHARDSCOPE_TRY(database, ReadOnlyDatabase::open(target.file.file));
    } else {
        SHARDSCOPE_TRY(std::string bytes, readWhole(source, task));
        SHARDSCOPE_TRY(database,
                       ReadOnlyDatabase::fromBytes(std::make_shared<std::string>(std::move(bytes))));
    }
    database->stopWith(&task);
    auto done = NsysReader(database, target, task).read();
    database->stopWith(nullptr);
    return done;
}

} // namespace shardscope::profiler
