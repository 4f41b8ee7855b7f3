// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/device_names.h"
#include "profiler/import/nsight/nsys_arguments.h"
#include "profiler/import/nsight/nsys_facts.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/name_fold.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace shardscope::profiler {

namespace {

using nsys::Export;
using nsys::Step;
using nsys::TableColumns;

/// The tables of one recorded process.
class ProcessReader {
public:
    /// \p suffix: behind the tables' names; \p key: behind the tracks', where there are several processes.
    ProcessReader(Export& database, std::string suffix, std::string key, std::vector<std::string>& statements,
                  ImportTarget& target, const core::Task& task)
        : m_export(database)
        , m_suffix(std::move(suffix))
        , m_key(std::move(key))
        , m_statements(statements)
        , m_target(target)
        , m_task(task)
        , m_builder(target.builder)
    {
    }

    Step read()
    {
        for (const auto step :
             {&ProcessReader::readNames, &ProcessReader::readAgents, &ProcessReader::readCorrelations,
              &ProcessReader::readRegions, &ProcessReader::readDispatches, &ProcessReader::readCopies,
              &ProcessReader::countOthers}) {
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            SHARDSCOPE_TRY_DONE((this->*step)());
        }
        return core::Done{};
    }

private:
    using Texts = std::unordered_map<std::int64_t, std::string>;

    [[nodiscard]] std::string tableOf(std::string_view name) const
    {
        return "rocpd_" + std::string(name) + m_suffix;
    }
    [[nodiscard]] core::Result<TableColumns> columnsOf(std::string_view name)
    {
        if (!m_export.has(tableOf(name)))
            return TableColumns({});
        return m_export.columnsOf(tableOf(name));
    }

    /// The id and \p columns of every row of a table, if it is there and has them.
    template <class Use>
    Step forEach(std::string_view table,
                 std::initializer_list<std::initializer_list<std::string_view>> columns, const Use& use)
    {
        SHARDSCOPE_TRY(const TableColumns there, columnsOf(table));
        if (!there.has("id"))
            return core::Done{};
        std::string sql = "SELECT id";
        for (const auto& candidates : columns)
            sql += ", " + there.pick(candidates);
        return m_export.forEach(sql + " FROM " + quotedName(tableOf(table)), use);
    }

    Step readNames()
    {
        const auto texts = [&](std::string_view table, std::initializer_list<std::string_view> column,
                               Texts& to) {
            return forEach(table, {column}, [&](const DatabaseRows& row) {
                if (!row.text(1).empty())
                    to[row.integer(0)] = std::string(row.text(1));
            });
        };
        SHARDSCOPE_TRY([[maybe_unused]] const auto strings, texts("string", {"string"}, m_strings));
        SHARDSCOPE_TRY([[maybe_unused]] const auto kernels,
                       texts("info_kernel_symbol", {"display_name", "kernel_name"}, m_kernels));
        SHARDSCOPE_TRY([[maybe_unused]] const auto processes, texts("info_process", {"pid"}, m_processes));
        SHARDSCOPE_TRY([[maybe_unused]] const auto node,
                       forEach("info_node", {{"hostname"}, {"release"}}, [&](const DatabaseRows& row) {
                           m_target.file.host = std::string(row.text(1));
                           m_target.metadata.emplace_back("host", row.text(1));
                           m_target.metadata.emplace_back("system", row.text(2));
                       }));
        return forEach("info_thread", {{"tid"}, {"name"}}, [&](const DatabaseRows& row) {
            m_threads[row.integer(0)] = {row.integer(1), std::string(row.text(2))};
        });
    }

    Step readAgents()
    {
        std::vector<std::string> names;
        SHARDSCOPE_TRY(
            [[maybe_unused]] const auto agents,
            forEach("info_agent", {{"type"}, {"type_index", "logical_index"}, {"product_name", "name"}},
                    [&](const DatabaseRows& row) {
                        if (row.text(1) != "GPU")
                            return;
                        const std::int64_t index =
                            row.isNull(2) ? static_cast<std::int64_t>(m_agents.size()) : row.integer(2);
                        m_agents[row.integer(0)] = index;
                        m_target.metadata.emplace_back("GPU " + std::to_string(index), row.text(3));
                        names.emplace_back(row.text(3));
                    }));
        tellDevices(m_target.metadata, names);
        return core::Done{};
    }

    /// Which internal ids calls have and which work has, and by what dispatches are told apart.
    Step readCorrelations()
    {
        std::set<std::int64_t> streams;
        const auto collect = [&](std::string_view table, std::unordered_set<std::int64_t>& to) -> Step {
            SHARDSCOPE_TRY(const TableColumns columns, columnsOf(table));
            if (!columns.has("event_id"))
                return core::Done{};
            return m_export.forEach("SELECT e.stack_id, " +
                                        (columns.has("stream_id") ? std::string("t.stream_id") : "NULL") +
                                        " FROM " + joined(table),
                                    [&](const DatabaseRows& row) {
                                        if (row.integer(0) != 0)
                                            to.insert(row.integer(0));
                                        if (table == "kernel_dispatch" && !row.isNull(1))
                                            streams.insert(row.integer(1));
                                    });
        };
        SHARDSCOPE_TRY([[maybe_unused]] const auto calls, collect("region", m_called));
        SHARDSCOPE_TRY([[maybe_unused]] const auto work, collect("kernel_dispatch", m_launched));
        SHARDSCOPE_TRY([[maybe_unused]] const auto copies, collect("memory_copy", m_launched));
        m_byStream = streams.size() > 1;
        return core::Done{};
    }

    /// A table as t with its events as e.
    [[nodiscard]] std::string joined(std::string_view table) const
    {
        return quotedName(tableOf(table)) + " t LEFT JOIN " + quotedName(tableOf("event")) +
               " e ON e.id = t.event_id";
    }

    /// The number of a statement that shows a row of \p table again, by rowid.
    std::size_t statementOf(std::string_view table, const std::string& more)
    {
        m_statements.push_back("SELECT *" + more + " FROM " + quotedName(tableOf(table)) +
                               " WHERE rowid = ?1");
        return m_statements.size() - 1;
    }

    [[nodiscard]] std::uint64_t placeOfRow(std::size_t statement, std::int64_t row) const
    {
        if (row < 0 || static_cast<std::uint64_t>(row) > nsys::kRowMask || statement >= 255)
            return core::kNoArgs;
        return placeOf(m_target.source, static_cast<std::uint64_t>(statement) << nsys::kRowBits |
                                            static_cast<std::uint64_t>(row));
    }

    [[nodiscard]] bool hasTimes(const TableColumns& columns, std::string_view table) const
    {
        return columns.has("start") && columns.has("end") && columns.has("event_id") &&
               m_export.has(tableOf(table)) && m_export.has(tableOf("event"));
    }

    Step readRegions()
    {
        SHARDSCOPE_TRY(const TableColumns columns, columnsOf("region"));
        if (!hasTimes(columns, "region"))
            return core::Done{};
        const std::size_t statement = statementOf("region", "");
        return m_export.forEach("SELECT t.start, t.\"end\", t.pid, t.tid, t.name_id, e.stack_id, "
                                "e.category_id, e.extdata, t.id FROM " +
                                    joined("region"),
                                [&](const DatabaseRows& row) {
                                    const std::string domain = textOf(m_strings, row.integer(6));
                                    const core::TrackId track = hostTrack(row.integer(2), row.integer(3));
                                    std::string name = textOf(m_strings, row.integer(4));
                                    // What a marker says is not the name of the call that set it.
                                    std::string_view category = categoryOf(domain);
                                    if (domain.starts_with("MARKER")) {
                                        const json::Document data{std::string(row.text(7))};
                                        const std::string said =
                                            json::textOf(json::memberOf(data.root(), "message"));
                                        name = said.empty() ? name : said;
                                        category = rangeCategory(name);
                                        name = foldedName(name);
                                    }
                                    const std::uint64_t place = placeOfRow(statement, row.integer(8));
                                    const std::int64_t id = row.integer(5);
                                    if (addSlice(track, row, name, category, place) && id != 0 &&
                                        m_launched.contains(id) && m_begun.insert(id).second)
                                        addArrow(core::FlowPhase::Begin, track, row, id, place);
                                });
    }

    Step readDispatches()
    {
        SHARDSCOPE_TRY(const TableColumns columns, columnsOf("kernel_dispatch"));
        if (!hasTimes(columns, "kernel_dispatch"))
            return core::Done{};
        const std::size_t statement = statementOf("kernel_dispatch", "");
        return m_export.forEach(
            "SELECT t.start, t.\"end\", t.agent_id, t.queue_id, " +
                (m_byStream ? std::string("t.stream_id") : "NULL") + ", t.kernel_id, e.stack_id, t.id FROM " +
                joined("kernel_dispatch"),
            [&](const DatabaseRows& row) {
                const std::string thread = m_byStream ? "stream " + std::to_string(row.integer(4))
                                                      : "queue " + std::to_string(row.integer(3));
                addWork(row, deviceTrack(row.integer(2), thread, row.integer(m_byStream ? 4 : 3)),
                        textOf(m_kernels, row.integer(5)), "kernel", row.integer(6),
                        placeOfRow(statement, row.integer(7)));
            });
    }

    Step readCopies()
    {
        SHARDSCOPE_TRY(const TableColumns columns, columnsOf("memory_copy"));
        if (!hasTimes(columns, "memory_copy"))
            return core::Done{};
        const std::size_t statement =
            statementOf("memory_copy", columns.has("size") ? ", size AS bytes" : "");
        return m_export.forEach(
            "SELECT t.start, t.\"end\", t.dst_agent_id, t.src_agent_id, t.name_id, e.stack_id, t.id FROM " +
                joined("memory_copy"),
            [&](const DatabaseRows& row) {
                constexpr std::int64_t kLast = std::int64_t{1} << 33;
                const bool toDevice = m_agents.contains(row.integer(2));
                addWork(row, deviceTrack(row.integer(toDevice ? 2 : 3), "copies", kLast),
                        textOf(m_strings, row.integer(4)), "gpu_memcpy", row.integer(5),
                        placeOfRow(statement, row.integer(6)));
            });
    }

    Step countOthers()
    {
        for (const char* const table : {"memory_allocate", "sample", "pmc_event"}) {
            std::uint64_t rows = 0;
            SHARDSCOPE_TRY([[maybe_unused]] const auto counted,
                           forEach(table, {}, [&](const DatabaseRows&) { ++rows; }));
            if (rows == 0)
                continue;
            m_target.remarks.note(RemarkKind::DataNotShown, 0, rows);
            m_target.metadata.emplace_back("rows of rocpd_" + std::string(table), std::to_string(rows));
            m_target.tally.events += rows;
        }
        return core::Done{};
    }

    core::TrackId hostTrack(std::int64_t process, std::int64_t thread)
    {
        const auto known = m_threads.find(thread);
        const std::int64_t tid = known == m_threads.end() ? thread : known->second.first;
        std::string pid = textOf(m_processes, process);
        pid = pid.empty() ? std::to_string(process) : pid;
        const core::TrackId id = m_builder.track(pid + m_key, std::to_string(tid), m_target.source);
        const bool named = known != m_threads.end() && !known->second.second.empty();
        const core::NameId processName = validName(m_target, "process " + pid);
        const core::NameId threadName =
            validName(m_target, (named ? known->second.second : "thread") + " " + std::to_string(tid));
        core::Track& track = m_builder.describe(id);
        track.process = processName;
        track.thread = threadName;
        track.threadOrder = tid;
        return id;
    }

    core::TrackId deviceTrack(std::int64_t agent, const std::string& thread, std::int64_t order)
    {
        const auto known = m_agents.find(agent);
        const std::string process = "GPU " + (known == m_agents.end() ? "agent " + std::to_string(agent)
                                                                      : std::to_string(known->second));
        const core::TrackId id = m_builder.track(process + m_key, thread, m_target.source);
        const core::NameId processName = validName(m_target, process);
        const core::NameId threadName = validName(m_target, thread);
        core::Track& track = m_builder.describe(id);
        track.process = processName;
        track.thread = threadName;
        track.processOrder = 1'000'000 + (known == m_agents.end() ? 0 : known->second);
        track.threadOrder = order;
        track.device = true;
        return id;
    }

    void addWork(const DatabaseRows& row, core::TrackId track, const std::string& name,
                 std::string_view category, std::int64_t id, std::uint64_t place)
    {
        if (addSlice(track, row, name, category, place) && id != 0 && m_called.contains(id))
            addArrow(core::FlowPhase::End, track, row, id, place);
    }

    /// Begin and end are the first two columns. False: it has no time.
    bool addSlice(core::TrackId track, const DatabaseRows& row, std::string_view name,
                  std::string_view category, std::uint64_t place)
    {
        ++m_target.tally.events;
        if (!nsys::hasTime(row, 0, m_target.remarks))
            return false;
        ++m_target.tally.slices;
        if (name.empty())
            m_target.remarks.note(RemarkKind::NameNotInFile, 0);
        m_builder.slice(
            track, saturatedSum(clampTime(row.integer(0)), m_shift), nsys::durationOf(row, m_target.remarks),
            validName(m_target, name.empty() ? "unnamed" : name), validName(m_target, category), place);
        return true;
    }

    void addArrow(core::FlowPhase phase, core::TrackId track, const DatabaseRows& row, std::int64_t id,
                  std::uint64_t place)
    {
        // Internal ids are a process' own.
        const std::uint64_t arrow = std::hash<std::string>{}(m_key) ^ static_cast<std::uint64_t>(id);
        m_builder.flow(phase, track, saturatedSum(clampTime(row.integer(0)), m_shift),
                       validName(m_target, "ac2g"), arrow, place);
        ++(phase == core::FlowPhase::Begin ? m_target.tally.flowBegins : m_target.tally.flowEnds);
    }

    static std::string textOf(const Texts& texts, std::int64_t id)
    {
        const auto found = texts.find(id);
        return found == texts.end() ? std::string() : found->second;
    }

    /// Kineto's word where there is one, so that the same analyses apply.
    static std::string_view categoryOf(std::string_view domain)
    {
        return domain.starts_with("HIP") ? "cuda_runtime" : domain.empty() ? "call" : domain;
    }

    Export& m_export;
    std::string m_suffix;
    std::string m_key;
    std::vector<std::string>& m_statements;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::TimelineBuilder& m_builder;
    std::int64_t m_shift = joinRunClock(m_target, 0, 0); // their times count from the start of the machine
    Texts m_strings, m_kernels, m_processes;
    std::unordered_map<std::int64_t, std::pair<std::int64_t, std::string>> m_threads; ///< tid and name
    std::map<std::int64_t, std::int64_t> m_agents;                                    ///< GPUs' numbers
    std::unordered_set<std::int64_t> m_called, m_launched, m_begun;
    bool m_byStream = false;
};

constexpr std::string_view kStrings = "rocpd_string";

/// What stands behind the names of the tables of one recorded process, of each that \p tables has.
std::vector<std::string> suffixesOf(const std::vector<std::string>& tables)
{
    std::vector<std::string> suffixes;
    for (const std::string& table : tables) {
        if (table.starts_with(kStrings) &&
            std::ranges::binary_search(tables, "rocpd_event" + table.substr(kStrings.size())))
            suffixes.push_back(table.substr(kStrings.size()));
    }
    return suffixes;
}

bool holds(const std::vector<std::string>& tables) { return !suffixesOf(tables).empty(); }

Step read(const std::shared_ptr<ReadOnlyDatabase>& opened, ImportTarget& target, const core::Task& task)
{
    Export database(opened);
    SHARDSCOPE_TRY_DONE(database.open());
    const std::vector<std::string> suffixes = suffixesOf(database.tables());
    std::vector<std::string> statements;
    for (std::size_t at = 0; at < suffixes.size(); ++at) {
        task.report("read", static_cast<double>(at) / static_cast<double>(suffixes.size()));
        const std::string key = suffixes.size() > 1 ? ' ' + suffixes[at] : std::string();
        auto process = ProcessReader(database, suffixes[at], key, statements, target, task).read();
        if (!process && process.error().code == core::ErrorCode::Cancelled)
            return process.error();
        if (!process)
            target.remarks.note(RemarkKind::BrokenMessage, 0);
    }
    target.arguments = nsys::makeArguments(opened, std::move(statements), {});
    return core::Done{};
}

} // namespace

const DatabaseFormat kRocpdFormat{"rocprofv3 database (rocpd)", holds, read};

} // namespace shardscope::profiler
