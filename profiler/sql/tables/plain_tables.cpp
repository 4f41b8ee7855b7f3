// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/plain_tables.h"

#include "core/base/text_mark.h"
#include "profiler/sql/tables/record_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

constexpr ColumnSpec integer(const char* name, const char* help)
{
    return {name, ColumnType::Integer, kScan, false, false, false, help};
}
constexpr ColumnSpec text(const char* name, const char* help)
{
    return {name, ColumnType::Text, kScan, false, false, false, help};
}
constexpr ColumnSpec any(const char* name, const char* help)
{
    return {name, ColumnType::Any, kScan, false, false, false, help};
}
constexpr ColumnSpec real(const char* name, const char* help)
{
    return {name, ColumnType::Real, kScan, false, false, false, help};
}

constexpr std::array kProcess{integer("upid", N_("the process' number in this run")),
                              any("pid", N_("as the file has it; not always a number")),
                              text("name", N_("of the process or device")),
                              integer("rank", N_("NULL: unknown")), integer("source", N_("rank.source"))};
constexpr std::array kThread{integer("utid", N_("the thread's number in this run")),
                             any("tid", N_("as the file has it; not always a number")),
                             text("name", N_("of the thread or stream")), integer("upid", N_("process.upid")),
                             integer("is_main_thread", N_("1 where its tid is its pid"))};
constexpr std::array kThreadTrack{
    integer("id", N_("slice.track_id")),
    text("name", N_("of the thread or stream")),
    integer("utid", N_("thread.utid")),
    integer("rank", N_("NULL: unknown")),
    integer("device", N_("1 for rows of an accelerator, 0 for a host thread")),
    integer("async", N_("1 where operations overlap by nature")),
    integer("slices", N_("how many it has")),
    integer("displaced", N_("how many of them overlap others and lie in overflow lanes")),
    integer("multiplicity", N_("how many identical ranks it stands for")),
    integer("mesh_tensor", N_("coordinate along the tensor axis; NULL: unknown")),
    integer("mesh_context", N_("along the context axis")),
    integer("mesh_replica", N_("along the data axis")),
    integer("mesh_pipeline", N_("along the pipeline axis"))};
constexpr std::array kCounterTrack{
    integer("id", N_("counter.track_id")),      text("name", N_("of the counter")),
    text("series", N_("the counter's series")), any("pid", N_("of the process, as the file has it")),
    integer("source", N_("rank.source")),       integer("samples", N_("how many it has"))};
constexpr std::array kRank{
    integer("source", N_("the file's number, from 0")),
    integer("rank", N_("NULL: unknown")),
    text("rank_from", N_("what told the rank")),
    integer("world_size", N_("NULL: unknown")),
    text("file", N_("its path")),
    integer("file_bytes", N_("its size")),
    integer("base_time_ns", N_("added to ts gives ns since 1970; 0: ts are as written")),
    integer("events", N_("records in the file")),
    integer("slices", N_("complete slices, however written")),
    integer("instants", N_("instants")),
    integer("counters", N_("counter samples")),
    integer("begin_ns", N_("its first time")),
    integer("end_ns", N_("its last time"))};
constexpr std::array kStep{integer("id", N_("the step's number")), integer("ts", N_("begin, in ns")),
                           integer("dur", N_("duration, in ns")),  text("name", N_("as the file has it")),
                           integer("rank", N_("NULL: unknown")),   integer("source", N_("rank.source"))};
constexpr std::array kRemark{text("kind", N_("a stable key")),
                             text("severity", N_("info, notice, data_loss, error")),
                             integer("count", N_("how often")),
                             integer("first_offset", N_("byte of the first, in the uncompressed text")),
                             text("file", N_("which has the first")),
                             text("help", N_("what it means"))};
constexpr std::array kMetadata{text("name", N_("a key")), text("value", N_("what the file says"))};
constexpr std::array kTrack{integer("id", N_("of a thread_track or counter_track")),
                            text("name", N_("its name")), text("type", N_("thread_track or counter_track"))};
constexpr std::array kProcessTrack{integer("id", N_("slice.track_id")), text("name", N_("of the track")),
                                   integer("upid", N_("process.upid")), integer("rank", N_("NULL: unknown"))};
constexpr std::array kOp{integer("id", N_("slice.id")), text("op", N_("its class of operation")),
                         text("name", N_("the slice's name")), text("category", N_("the slice's category"))};
constexpr std::array kThreadSlice{integer("id", N_("slice.id")),
                                  integer("ts", N_("begin, in ns")),
                                  integer("dur", N_("duration, in ns")),
                                  text("name", N_("of the slice")),
                                  text("category", N_("of the slice")),
                                  integer("depth", N_("of the slice")),
                                  text("op", N_("class of operation")),
                                  integer("arg_set_id", N_("args.arg_set_id")),
                                  integer("track_id", N_("thread_track.id")),
                                  integer("device", N_("1 for rows of an accelerator")),
                                  integer("rank", N_("NULL: unknown")),
                                  integer("utid", N_("thread.utid")),
                                  any("tid", N_("of the thread")),
                                  text("thread_name", N_("of the thread or stream")),
                                  integer("upid", N_("process.upid")),
                                  any("pid", N_("of the process")),
                                  text("process_name", N_("of the process or device"))};
constexpr std::array kCounters{integer("ts", N_("in ns")), real("value", N_("in the counter's own unit")),
                               text("name", N_("of the counter")), text("series", N_("the counter's series")),
                               integer("track_id", N_("counter_track.id"))};
constexpr std::array kTraceBounds{integer("start_ts", N_("where the run begins, in ns")),
                                  integer("end_ts", N_("where it ends"))};

constexpr std::array kTables{
    TableSpec{"process", N_("processes and devices"), kProcess},
    TableSpec{"thread", N_("threads and streams"), kThread},
    TableSpec{"thread_track", N_("what slices lie on: one track a thread or stream"), kThreadTrack},
    TableSpec{"counter_track", N_("what counter samples lie on"), kCounterTrack},
    TableSpec{"rank", N_("the files of the run, one a rank"), kRank},
    TableSpec{"step", N_("steps of training"), kStep},
    TableSpec{"remark", N_("what the import met"), kRemark},
    TableSpec{"metadata", N_("what the first file says of itself"), kMetadata},
    TableSpec{"track", N_("all tracks"), kTrack,
              "SELECT id, name, 'thread_track' AS type FROM thread_track UNION ALL "
              "SELECT id, name, 'counter_track' FROM counter_track"},
    TableSpec{"op", N_("the class of operation of each slice"), kOp,
              "SELECT id, op, name, category FROM slice WHERE instant = 0"},
    TableSpec{"thread_slice", N_("slices with their thread and process"), kThreadSlice,
              "SELECT s.id, s.ts, s.dur, s.name, s.category, s.depth, s.op, s.arg_set_id, s.track_id, "
              "t.device, t.rank, t.utid, h.tid, h.name AS thread_name, h.upid, p.pid, p.name AS process_name "
              "FROM slice s JOIN thread_track t ON t.id = s.track_id JOIN thread h ON h.utid = t.utid "
              "JOIN process p ON p.upid = h.upid"},
    TableSpec{"counters", N_("counter samples with their counter's name"), kCounters,
              "SELECT c.ts, c.value, t.name, t.series, c.track_id "
              "FROM counter c JOIN counter_track t ON t.id = c.track_id"},
    TableSpec{"process_track", N_("tracks of a process as a whole, whose operations overlap by nature"),
              kProcessTrack,
              "SELECT t.id, t.name, h.upid, t.rank FROM thread_track t JOIN thread h ON h.utid = t.utid "
              "WHERE t.async = 1"},
    TableSpec{"trace_bounds", N_("one row: where the run begins and ends"), kTraceBounds},
};

using Value = std::variant<std::monostate, std::int64_t, std::string_view>;

/// Fills one table row by row.
class Filler {
public:
    Filler(sqlite3* database, const TableSpec& table)
    {
        std::string sql = std::string("INSERT INTO \"") + table.name + "\" VALUES(";
        for (std::size_t at = 0; at < table.columns.size(); ++at)
            sql += at == 0 ? "?" : ",?";
        sqlite3_prepare_v2(database, (sql + ")").c_str(), -1, &m_statement, nullptr);
    }
    ~Filler() { sqlite3_finalize(m_statement); }
    Filler(const Filler&) = delete;
    Filler& operator=(const Filler&) = delete;

    void add(std::initializer_list<Value> values)
    {
        int at = 0;
        for (const Value& value : values) {
            ++at;
            if (const auto* number = std::get_if<std::int64_t>(&value))
                sqlite3_bind_int64(m_statement, at, *number);
            else if (const auto* words = std::get_if<std::string_view>(&value))
                sqlite3_bind_text64(m_statement, at, words->data() == nullptr ? "" : words->data(),
                                    words->size(), SQLITE_STATIC, SQLITE_UTF8);
            else
                sqlite3_bind_null(m_statement, at);
        }
        m_failed = m_failed || sqlite3_step(m_statement) != SQLITE_DONE;
        sqlite3_reset(m_statement);
    }
    [[nodiscard]] bool failed() const { return m_failed || m_statement == nullptr; }

private:
    sqlite3_stmt* m_statement = nullptr;
    bool m_failed = false;
};

Value known(std::int64_t value) { return value < 0 ? Value() : Value(value); }
Value whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// A key that reads as an integer is one.
Value keyValue(std::string_view key)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
    const bool same = read.ec == std::errc() && read.ptr == key.data() + key.size() &&
                      std::to_string(number) == key; // "007" and "-0" stay text
    return same ? Value(number) : Value(key);
}

std::string declarationOf(const TableSpec& table)
{
    if (table.view != nullptr)
        return std::string("CREATE VIEW \"") + table.name + "\" AS " + table.view;
    std::string sql = std::string("CREATE TABLE \"") + table.name + "\"(";
    for (std::size_t at = 0; at < table.columns.size(); ++at) {
        const ColumnSpec& column = table.columns[at];
        const bool isKey = at == 0 && column.type == ColumnType::Integer;
        sql += std::string(at == 0 ? "\"" : ", \"") + column.name + "\"";
        sql += column.type == ColumnType::Integer ? " INTEGER"
               : column.type == ColumnType::Text  ? " TEXT"
               : column.type == ColumnType::Real  ? " REAL"
                                                  : "";
        sql += isKey ? " PRIMARY KEY" : "";
    }
    return sql + ")";
}

/// Fills what is made of the timeline's tracks.
class TrackTables {
public:
    TrackTables(sqlite3* database, const core::Timeline& timeline)
        : m_timeline(timeline)
        , m_process(database, kTables[0])
        , m_thread(database, kTables[1])
        , m_track(database, kTables[2])
    {
    }

    bool fill()
    {
        for (std::size_t at = 0; at < m_timeline.tracks().size(); ++at)
            add(at, m_timeline.tracks()[at]);
        return !m_process.failed() && !m_thread.failed() && !m_track.failed();
    }

private:
    [[nodiscard]] Value textOf(core::NameId id) const
    {
        return id.valid() ? Value(m_timeline.names().text(id)) : Value();
    }
    [[nodiscard]] Value keyOf(core::NameId id) const
    {
        return id.valid() ? keyValue(m_timeline.names().text(id)) : Value();
    }

    void add(std::size_t number, const core::Track& track)
    {
        const auto id = static_cast<std::int64_t>(number);
        const auto [process, added] = m_processes.try_emplace({track.source, track.rank, track.processKey},
                                                              static_cast<std::int64_t>(m_processes.size()));
        if (added)
            m_process.add({process->second, keyOf(track.processKey), textOf(track.process), known(track.rank),
                           whole(track.source)});
        const bool isMain = track.processKey.valid() && track.processKey == track.threadKey;
        m_thread.add({id, keyOf(track.threadKey), textOf(track.thread), process->second,
                      std::int64_t{isMain ? 1 : 0}});
        std::int64_t slices = 0;
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount))
            slices += lane.count;
        const auto& mesh = track.mesh;
        m_track.add({id, textOf(track.thread), id, known(track.rank), std::int64_t{track.device ? 1 : 0},
                     std::int64_t{track.async ? 1 : 0}, slices,
                     whole(m_timeline.displacedOn(core::TrackId(number))), whole(track.multiplicity),
                     mesh ? Value(mesh->tensor) : Value(), mesh ? Value(mesh->context) : Value(),
                     mesh ? Value(mesh->replica) : Value(), mesh ? Value(mesh->pipeline) : Value()});
    }

    const core::Timeline& m_timeline;
    Filler m_process;
    Filler m_thread;
    Filler m_track;
    std::map<std::tuple<std::uint32_t, std::int32_t, core::NameId>, std::int64_t> m_processes;
};

bool fillCounterTracks(sqlite3* database, const core::Timeline& timeline)
{
    Filler filler(database, kTables[3]);
    const core::StringPool& names = timeline.names();
    const auto text = [&](core::NameId id) { return id.valid() ? Value(names.text(id)) : Value(); };
    for (std::size_t at = 0; at < timeline.counterTracks().size(); ++at) {
        const core::CounterTrack& track = timeline.counterTracks()[at];
        filler.add({counterTrackId(timeline, at), text(track.name), text(track.series),
                    track.processKey.valid() ? keyValue(names.text(track.processKey)) : Value(),
                    whole(track.source), whole(track.count)});
    }
    return !filler.failed();
}

bool fillRanks(sqlite3* database, const core::Run& run, const ImportReport& report)
{
    Filler filler(database, kTables[4]);
    for (std::size_t at = 0; at < run.sources.size(); ++at) {
        const core::RunSource& source = run.sources[at];
        const FileTally* const tally = at < report.files.size() ? &report.files[at] : nullptr;
        const std::string file = source.file.string();
        const auto told = [&](auto member) { return tally ? whole(tally->*member) : Value(); };
        filler.add({whole(at), known(source.rank), std::string_view(source.rankFrom), known(source.worldSize),
                    std::string_view(file), whole(source.fileBytes), source.baseTimeNs,
                    told(&FileTally::events), told(&FileTally::slices), told(&FileTally::instants),
                    told(&FileTally::counters), tally ? Value(tally->beginNs) : Value(),
                    tally ? Value(tally->endNs) : Value()});
    }
    return !filler.failed();
}

bool fillSteps(sqlite3* database, const core::Timeline& timeline)
{
    Filler filler(database, kTables[5]);
    std::int64_t number = 0;
    for (const core::StepMark& step : timeline.steps()) {
        filler.add({number++, step.begin, step.end - step.begin,
                    step.name.valid() ? Value(timeline.names().text(step.name)) : Value(), known(step.rank),
                    whole(step.source)});
    }
    return !filler.failed();
}

bool fillBounds(sqlite3* database, const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    Filler filler(database, kTables[13]);
    if (timeline.sliceCount() + timeline.instants().size() + timeline.counterSamples().size() > 0)
        filler.add({timeline.begin(), timeline.end()});
    return !filler.failed();
}

std::string_view severityKey(core::Severity severity)
{
    switch (severity) {
    case core::Severity::Info: return "info";
    case core::Severity::Notice: return "notice";
    case core::Severity::DataLoss: return "data_loss";
    case core::Severity::Error: break;
    }
    return "error";
}

bool fillTexts(sqlite3* database, const core::Run& run, const ImportReport& report)
{
    Filler remarks(database, kTables[6]);
    for (const Remark& remark : report.remarks)
        remarks.add({std::string_view(remark.kind), severityKey(remark.severity), whole(remark.count),
                     whole(remark.firstOffset), std::string_view(remark.file),
                     std::string_view(remark.help)});
    Filler metadata(database, kTables[7]);
    for (const auto& [name, value] : run.metadata)
        metadata.add({std::string_view(name), std::string_view(value)});
    return !remarks.failed() && !metadata.failed();
}

} // namespace

std::span<const TableSpec> plainTables() { return kTables; }

core::Result<core::Done> fillPlainTables(sqlite3* database, const core::Run& run, const ImportReport& report)
{
    std::string sql = "BEGIN;";
    for (const TableSpec& table : kTables)
        sql += declarationOf(table) + ";";
    const bool made = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    if (!made || !TrackTables(database, *run.timeline).fill() ||
        !fillCounterTracks(database, *run.timeline) || !fillRanks(database, run, report) ||
        !fillSteps(database, *run.timeline) || !fillBounds(database, run) ||
        !fillTexts(database, run, report) ||
        sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
        return core::Error{core::ErrorCode::StorageFailure, {sqlite3_errmsg(database)}, {}};
    return core::Done{};
}

} // namespace shardscope::profiler::sql
