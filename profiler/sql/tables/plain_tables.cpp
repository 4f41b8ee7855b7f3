// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/plain_tables.h"

#include "core/base/text_mark.h"
#include "profiler/sql/tables/record_tables.h"
#include "profiler/trace/devices_in_file.h"
#include "profiler/trace/jobs.h"

#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <variant>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array kProcess{
    integerSpec("upid", N_("the process' number in this run")),
    columnSpec("pid", ColumnType::Any, N_("as the file has it; not always a number")),
    textSpec("name", N_("of the process or device")), integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source"))};
constexpr std::array kThread{
    integerSpec("utid", N_("the thread's number in this run")),
    columnSpec("tid", ColumnType::Any, N_("as the file has it; not always a number")),
    textSpec("name", N_("of the thread or stream")), integerSpec("upid", N_("process.upid")),
    integerSpec("is_main_thread", N_("1 where its tid is its pid"))};
constexpr std::array kThreadTrack{
    integerSpec("id", N_("slice.track_id")),
    textSpec("name", N_("of the thread or stream")),
    integerSpec("utid", N_("thread.utid")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("device", N_("1 for rows of an accelerator, 0 for a host thread")),
    integerSpec("async", N_("1 where operations overlap by nature")),
    integerSpec("slices", N_("how many it has")),
    integerSpec("displaced", N_("how many of them overlap others and lie in overflow lanes")),
    integerSpec("multiplicity", N_("how many identical ranks it stands for")),
    integerSpec("mesh_tensor", N_("coordinate along the tensor axis; NULL: unknown")),
    integerSpec("mesh_context", N_("along the context axis")),
    integerSpec("mesh_replica", N_("along the data axis")),
    integerSpec("mesh_pipeline", N_("along the pipeline axis"))};
constexpr std::array kCounterTrack{
    integerSpec("id", N_("counter.track_id")),
    textSpec("name", N_("of the counter")),
    textSpec("series", N_("the counter's series")),
    columnSpec("pid", ColumnType::Any, N_("of the process, as the file has it")),
    integerSpec("source", N_("rank.source")),
    integerSpec("samples", N_("how many it has"))};
constexpr std::array kRank{
    integerSpec("source", N_("the file's number, from 0")),
    integerSpec("rank", N_("NULL: unknown")),
    textSpec("rank_from", N_("what told the rank")),
    integerSpec("world_size", N_("NULL: unknown")),
    textSpec("file", N_("its path")),
    integerSpec("file_bytes", N_("its size")),
    integerSpec("base_time_ns", N_("added to ts gives ns since 1970; 0: ts are as written")),
    integerSpec("events", N_("records in the file")),
    integerSpec("slices", N_("complete slices, however written")),
    integerSpec("instants", N_("instants")),
    integerSpec("counters", N_("counter samples")),
    integerSpec("begin_ns", N_("its first time")),
    integerSpec("end_ns", N_("its last time")),
    integerSpec("job", N_("of several that were opened together, from 0"))};
constexpr std::array kDevice{
    integerSpec("id", N_("the device's number in this run")),
    integerSpec("source", N_("rank.source: of all that is told of the device")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("number", N_("as the rank counts its devices; NULL: the file does not number it")),
    textSpec("name", N_("as it is shown")),
    integerSpec("host", N_("rank.source that holds the rows of its host")),
    integerSpec("multiplicity", N_("how many identical devices it stands for"))};
constexpr std::array kStep{
    integerSpec("id", N_("the step's number")), integerSpec("ts", N_("begin, in ns")),
    integerSpec("dur", N_("duration, in ns")),  textSpec("name", N_("as the file has it")),
    integerSpec("rank", N_("NULL: unknown")),   integerSpec("source", N_("rank.source"))};
constexpr std::array kRemark{textSpec("kind", N_("a stable key")),
                             textSpec("severity", N_("info, notice, data_loss, error")),
                             integerSpec("count", N_("how often")),
                             integerSpec("first_offset", N_("byte of the first, in the uncompressed text")),
                             textSpec("file", N_("which has the first")),
                             textSpec("help", N_("what it means"))};
constexpr std::array kMetadata{textSpec("name", N_("a key")), textSpec("value", N_("what the file says"))};
constexpr std::array kTrack{integerSpec("id", N_("of a thread_track or counter_track")),
                            textSpec("name", N_("its name")),
                            textSpec("type", N_("thread_track or counter_track"))};
constexpr std::array kProcessTrack{
    integerSpec("id", N_("slice.track_id")), textSpec("name", N_("of the track")),
    integerSpec("upid", N_("process.upid")), integerSpec("rank", N_("NULL: unknown"))};
constexpr std::array kOp{integerSpec("id", N_("slice.id")), textSpec("op", N_("its class of operation")),
                         textSpec("name", N_("the slice's name")),
                         textSpec("category", N_("the slice's category"))};
constexpr std::array kThreadSlice{integerSpec("id", N_("slice.id")),
                                  integerSpec("ts", N_("begin, in ns")),
                                  integerSpec("dur", N_("duration, in ns")),
                                  textSpec("name", N_("of the slice")),
                                  textSpec("category", N_("of the slice")),
                                  integerSpec("depth", N_("of the slice")),
                                  textSpec("op", N_("class of operation")),
                                  integerSpec("arg_set_id", N_("args.arg_set_id")),
                                  integerSpec("track_id", N_("thread_track.id")),
                                  integerSpec("device", N_("1 for rows of an accelerator")),
                                  integerSpec("rank", N_("NULL: unknown")),
                                  integerSpec("utid", N_("thread.utid")),
                                  columnSpec("tid", ColumnType::Any, N_("of the thread")),
                                  textSpec("thread_name", N_("of the thread or stream")),
                                  integerSpec("upid", N_("process.upid")),
                                  columnSpec("pid", ColumnType::Any, N_("of the process")),
                                  textSpec("process_name", N_("of the process or device"))};
constexpr std::array kCounters{
    integerSpec("ts", N_("in ns")), realSpec("value", N_("in the counter's own unit")),
    textSpec("name", N_("of the counter")), textSpec("series", N_("the counter's series")),
    integerSpec("track_id", N_("counter_track.id"))};
constexpr std::array kTraceBounds{integerSpec("start_ts", N_("where the run begins, in ns")),
                                  integerSpec("end_ts", N_("where it ends"))};

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
    TableSpec{"device", N_("the devices of the run; nothing is summed over them"), kDevice},
};

using Value = std::variant<std::monostate, std::int64_t, std::string_view>;

/// Where tables are made.
struct Place {
    sqlite3* database;
    std::string schema;
};

/// Fills one table row by row.
class Filler {
public:
    Filler(const Place& place, const TableSpec& table)
    {
        std::string sql = "INSERT INTO " + place.schema + ".\"" + table.name + "\" VALUES(";
        for (std::size_t at = 0; at < table.columns.size(); ++at)
            sql += at == 0 ? "?" : ",?";
        sqlite3_prepare_v2(place.database, (sql + ")").c_str(), -1, &m_statement, nullptr);
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

std::string declarationOf(const TableSpec& table, const std::string& schema)
{
    if (table.view != nullptr)
        return "CREATE VIEW " + schema + ".\"" + table.name + "\" AS " + table.view;
    std::string sql = "CREATE TABLE " + schema + ".\"" + table.name + "\"(";
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
    TrackTables(const Place& place, const core::Timeline& timeline)
        : m_timeline(timeline)
        , m_process(place, kTables[0])
        , m_thread(place, kTables[1])
        , m_track(place, kTables[2])
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

bool fillCounterTracks(const Place& place, const core::Timeline& timeline)
{
    Filler filler(place, kTables[3]);
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

bool fillRanks(const Place& place, const core::Run& run, const ImportReport& report)
{
    Filler filler(place, kTables[4]);
    const Jobs jobs = jobsOf(run);
    for (std::size_t at = 0; at < run.sources.size(); ++at) {
        const core::RunSource& source = run.sources[at];
        const FileTally* const tally = at < report.files.size() ? &report.files[at] : nullptr;
        const std::string file = source.file.string();
        const auto told = [&](auto member) { return tally ? whole(tally->*member) : Value(); };
        filler.add({whole(at), known(source.rank), std::string_view(source.rankFrom), known(source.worldSize),
                    std::string_view(file), whole(source.fileBytes), source.baseTimeNs,
                    told(&FileTally::events), told(&FileTally::slices), told(&FileTally::instants),
                    told(&FileTally::counters), tally ? Value(tally->beginNs) : Value(),
                    tally ? Value(tally->endNs) : Value(), whole(jobs.of(static_cast<std::uint32_t>(at)))});
    }
    return !filler.failed();
}

bool fillDevices(const Place& place, const core::Run& run)
{
    Filler filler(place, kTables.back());
    std::set<std::pair<std::uint32_t, std::int32_t>> seen; // a simulated run's devices are of one source
    for (const core::Track& track : run.timeline->tracks()) {
        if (!track.device || !seen.insert({track.source, track.rank}).second)
            continue;
        const core::RunSource* const source =
            track.source < run.sources.size() ? &run.sources[track.source] : nullptr;
        const bool told = source != nullptr && source->device >= 0;
        filler.add({whole(seen.size() - 1), whole(track.source), known(track.rank),
                    known(told ? source->device : deviceNumber(*run.timeline, track)),
                    track.process.valid() ? Value(run.timeline->names().text(track.process)) : Value(),
                    whole(source != nullptr ? source->hostSource.value_or(track.source) : track.source),
                    whole(track.multiplicity)});
    }
    return !filler.failed();
}

bool fillSteps(const Place& place, const core::Timeline& timeline)
{
    Filler filler(place, kTables[5]);
    std::int64_t number = 0;
    for (const core::StepMark& step : timeline.steps()) {
        filler.add({number++, step.begin, step.end - step.begin,
                    step.name.valid() ? Value(timeline.names().text(step.name)) : Value(), known(step.rank),
                    whole(step.source)});
    }
    return !filler.failed();
}

bool fillBounds(const Place& place, const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    Filler filler(place, kTables[13]);
    if (timeline.sliceCount() + timeline.instants().size() + timeline.counterSamples().size() > 0)
        filler.add({timeline.begin(), timeline.end()});
    return !filler.failed();
}

bool fillTexts(const Place& place, const core::Run& run, const ImportReport& report)
{
    Filler remarks(place, kTables[6]);
    for (const Remark& remark : report.remarks)
        remarks.add({std::string_view(remark.kind), core::nameOf(remark.severity), whole(remark.count),
                     whole(remark.firstOffset), std::string_view(remark.file),
                     std::string_view(remark.help)});
    Filler metadata(place, kTables[7]);
    for (const auto& [name, value] : run.metadata)
        metadata.add({std::string_view(name), std::string_view(value)});
    return !remarks.failed() && !metadata.failed();
}

} // namespace

std::span<const TableSpec> plainTables() { return kTables; }

core::Result<core::Done> fillPlainTables(sqlite3* database, const core::Run& run, const ImportReport& report,
                                         const std::string& schema)
{
    const Place place{database, schema};
    std::string sql = "BEGIN;";
    for (const TableSpec& table : kTables)
        sql += declarationOf(table, schema) + ";";
    const bool made = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    if (!made || !TrackTables(place, *run.timeline).fill() || !fillCounterTracks(place, *run.timeline) ||
        !fillRanks(place, run, report) || !fillDevices(place, run) || !fillSteps(place, *run.timeline) ||
        !fillBounds(place, run) || !fillTexts(place, run, report) ||
        sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
        return core::Error{core::ErrorCode::StorageFailure, {sqlite3_errmsg(database)}};
    return core::Done{};
}

} // namespace shardscope::profiler::sql
