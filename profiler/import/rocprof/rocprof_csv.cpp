// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/device_names.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

enum Field : std::size_t {
    Begin,
    End,
    Kernel,
    Function,
    Direction,
    Domain,
    Agent,
    Queue,
    Process,
    Thread,
    FromAgent,
    ToAgent,
    Fields
};
constexpr std::array<std::string_view, Fields> kNames{
    "Start_Timestamp", "End_Timestamp", "Kernel_Name",     "Function",
    "Direction",       "Domain",        "Agent_Id",        "Queue_Id",
    "Process_Id",      "Thread_Id",     "Source_Agent_Id", "Destination_Agent_Id"};
constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);
/// A line above is no row of a trace; names of kernels reach some thousand bytes.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// The cells of one line; quotes are taken off, doubled ones are one.
std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quoted && c == '"' && at + 1 < line.size() && line[at + 1] == '"') {
            cells.back() += '"';
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r' || at + 1 < line.size()) {
            cells.back() += c;
        }
    }
    return cells;
}

/// Where each field stands in the header \p cells.
std::array<std::size_t, Fields> columnsOf(const std::vector<std::string>& cells)
{
    std::array<std::size_t, Fields> columns{};
    for (std::size_t field = 0; field < Fields; ++field) {
        const auto found = std::ranges::find(cells, kNames[field]);
        columns[field] = found == cells.end() ? kNoColumn : static_cast<std::size_t>(found - cells.begin());
    }
    return columns;
}

bool isTrace(const std::vector<std::string>& header)
{
    const auto columns = columnsOf(header);
    // A table of counters repeats its dispatches, a row a counter.
    const bool counters = std::ranges::find(header, "Counter_Name") != header.end();
    return !counters && columns[Begin] != kNoColumn && columns[End] != kNoColumn &&
           (columns[Kernel] != kNoColumn || columns[Function] != kNoColumn ||
            columns[Direction] != kNoColumn);
}

/// A row as an object: the header's names with what stands below them.
std::string rowAt(const RandomText& text, std::uint64_t place, const std::vector<std::string>& header)
{
    std::string line;
    for (std::size_t size = std::size_t{4} << 10; size <= kLongestLine; size *= 16) {
        line.assign(size, '\0');
        line.resize(text.read(place, line.data(), size));
        const std::size_t end = line.find('\n');
        if (end != std::string::npos || line.size() < size) {
            line.resize(std::min(end, line.size()));
            break;
        }
    }
    const std::vector<std::string> cells = cellsOf(line);
    JsonWriter json;
    json.beginObject();
    for (std::size_t at = 0; at < std::min(cells.size(), header.size()); ++at) {
        json.key(header[at] == "Correlation_Id" ? "correlation" : std::string_view(header[at]));
        const auto number = json::integerOf(cells[at]);
        number ? json.integer(*number) : json.text(cells[at]);
    }
    return json.endObject().take();
}

class CsvReader {
public:
    explicit CsvReader(ImportTarget& target)
        : m_target(target)
    {
    }

    /// One line without its end, at \p offset of the text.
    void take(std::string_view line, std::uint64_t offset)
    {
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            return;
        const std::vector<std::string> cells = cellsOf(line);
        if (m_header.empty() || isTrace(cells)) { // files put behind each other repeat it
            m_header = cells;
            m_columns = columnsOf(cells);
            return;
        }
        ++m_target.tally.events;
        if (cells.size() != m_header.size())
            return m_target.remarks.note(RemarkKind::OddEntry, offset);
        const auto begin = json::integerOf(cell(cells, Begin));
        const auto end = json::integerOf(cell(cells, End));
        if (!begin || !end)
            return m_target.remarks.note(RemarkKind::EventWithoutTime, offset);
        add(cells, clampTime(*begin), clampTime(*end), offset);
    }
    [[nodiscard]] const std::vector<std::string>& header() const { return m_header; }

private:
    [[nodiscard]] std::string_view cell(const std::vector<std::string>& cells, Field field) const
    {
        return m_columns[field] == kNoColumn ? std::string_view() : std::string_view(cells[m_columns[field]]);
    }

    /// "Agent 4" and "4" are the same one.
    static std::string agentName(std::string_view agent)
    {
        const auto digits = agent.find_first_of("0123456789");
        return "GPU agent " + std::string(digits == std::string_view::npos ? agent : agent.substr(digits));
    }

    /// \p owner: the process that gives a device work, by its key; "" of a process itself, or unknown.
    core::TrackId trackOf(const std::string& process, const std::string& thread, bool device,
                          const std::string& owner)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const core::TrackId id =
            builder.track(owner.empty() ? process : m_deviceKeys.of(process, owner), thread, m_target.home);
        const core::NameId processName = validName(m_target, process);
        const core::NameId threadName = validName(m_target, thread);
        core::Track& track = builder.describe(id);
        track.process = processName;
        track.thread = threadName;
        track.device = device;
        if (!owner.empty())
            track.owner = validName(m_target, owner);
        track.processOrder = device ? 1'000'000 : 0;
        return id;
    }

    void add(const std::vector<std::string>& cells, std::int64_t begin, std::int64_t end,
             std::uint64_t offset)
    {
        std::string_view name;
        std::string category;
        core::TrackId track;
        const std::string process =
            m_columns[Process] == kNoColumn ? std::string() : "process " + std::string(cell(cells, Process));
        if (m_columns[Kernel] != kNoColumn) {
            name = cell(cells, Kernel);
            category = "kernel";
            track = trackOf(agentName(cell(cells, Agent)), "queue " + std::string(cell(cells, Queue)), true,
                            process);
        } else if (m_columns[Direction] != kNoColumn) {
            name = cell(cells, Direction);
            category = "gpu_memcpy";
            const bool toHost = name.ends_with("TO_HOST");
            track = trackOf(agentName(cell(cells, toHost ? FromAgent : ToAgent)), "copies", true, process);
        } else {
            name = cell(cells, Function);
            const std::string_view domain = cell(cells, Domain);
            category = domain.starts_with("HIP")      ? "cuda_runtime"
                       : domain.starts_with("MARKER") ? std::string(rangeCategory(name))
                                                      : std::string(domain);
            name = domain.starts_with("MARKER") ? foldedName(name) : name;
            track = trackOf(process.empty() ? "process " : process,
                            "thread " + std::string(cell(cells, Thread)), false, {});
        }
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::UnnamedEvent, offset);
            name = "unnamed";
        }
        const core::NameId nameId = validName(m_target, name);
        const core::NameId categoryId = validName(m_target, category.empty() ? "call" : category);
        m_target.builder.slice(track, saturatedSum(begin, m_shift), end - begin, nameId, categoryId,
                               placeOf(m_target.source, offset));
        ++m_target.tally.slices;
    }

    ImportTarget& m_target;
    std::int64_t m_shift = joinRunClock(m_target, 0, 0); // their times count from the start of the machine
    DeviceKeys m_deviceKeys;
    std::vector<std::string> m_header;
    std::array<std::size_t, Fields> m_columns{};
};

bool looksLikeCsv(std::string_view firstBytes)
{
    const std::string_view line = firstBytes.substr(0, firstBytes.find('\n'));
    return line.find("Start_Timestamp") != std::string_view::npos &&
           line.find('\0') == std::string_view::npos && isTrace(cellsOf(line));
}

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    CsvReader reader(target);
    std::string kept; // what is not a whole line yet
    std::vector<char> buffer(std::size_t{1} << 18);
    std::uint64_t offset = 0; // of kept
    bool skipping = false;    // a line that is too long
    while (true) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY(const std::size_t got, source.read(buffer.data(), buffer.size()));
        kept.append(buffer.data(), got);
        std::size_t at = 0;
        for (std::size_t end = kept.find('\n'); end != std::string::npos; end = kept.find('\n', at)) {
            if (!skipping)
                reader.take(std::string_view(kept).substr(at, end - at), offset + at);
            skipping = false;
            at = end + 1;
        }
        kept.erase(0, at);
        offset += at;
        if (got == 0)
            break;
        if (kept.size() > kLongestLine) {
            if (!skipping)
                target.remarks.note(RemarkKind::OddEntry, offset);
            skipping = true;
            offset += kept.size();
            kept.clear();
        }
        if (source.fileBytes() > 0)
            task.report("read", static_cast<double>(source.fileBytesRead()) /
                                    static_cast<double>(source.fileBytes()));
    }
    if (!kept.empty() && !skipping) { // the last line ends without a line's end, or was cut
        if (kept.find_last_not_of(" \t\r") != std::string::npos)
            reader.take(kept, offset);
    }
    target.arguments =
        std::make_shared<FoundArguments>([text = source.randomText(), header = reader.header()](
                                             std::uint64_t place) { return rowAt(*text, place, header); });
    return core::Done{};
}

} // namespace

const SerialImporter kRocprofCsvFormat("rocprofv3 CSV", looksLikeCsv, read);

} // namespace shardscope::profiler
