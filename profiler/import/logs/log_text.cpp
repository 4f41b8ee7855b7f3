// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/logs/log_line.h"
#include "profiler/import/logs/training_line.h"
#include "profiler/import/text/clock_text.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/text/utf8.h"
#include "profiler/import/valid_name.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace shardscope::profiler {

namespace {

constexpr std::string_view kMlperf = ":::MLLOG ";
constexpr std::size_t kLongestName = 200;

std::string cleaned(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t]:|-,"), text.size()));
    std::string clean;
    for (std::size_t at = 0; at < text.size() && clean.size() < kLongestName;) {
        const std::size_t length = utf8SequenceLength(text, at);
        if (length == 0 || static_cast<unsigned char>(text[at]) < 0x20)
            clean += length == 0 ? "\xEF\xBF\xBD" : " ";
        else
            clean += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return clean.empty() ? "empty line" : clean;
}

/// Shows the whole line, with those that belong to it.
std::string lineAt(const RandomText& file, std::uint64_t place, LogDates dates)
{
    std::string text(std::size_t{64} << 10, '\0');
    text.resize(file.read(place, text.data(), text.size()));
    std::size_t end = text.find('\n');
    while (end != std::string::npos && end + 1 < text.size()) {
        const std::size_t next = std::min(text.find('\n', end + 1), text.size());
        const std::string_view line = std::string_view(text).substr(end + 1, next - end - 1);
        if (line.empty() || readLogLine(line, 1970, dates) || line.find(kMlperf) != std::string_view::npos)
            break;
        end = next < text.size() ? next : std::string::npos;
    }
    JsonWriter json;
    json.beginObject().key("line").text(std::string_view(text).substr(0, end)).endObject();
    return json.take();
}

/// Whether any line of a log tells its date.
LogDates datesOf(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (readLogLine(line) || line.find(kMlperf) != std::string_view::npos)
            return LogDates::Told;
        at = end + 1;
    }
    return LogDates::Untold;
}

class LogReader {
public:
    LogReader(const std::string& text, LogDates dates, ImportTarget& target)
        : m_text(text)
        , m_target(target)
        , m_dates(dates)
        , m_shift(dates == LogDates::Told ? joinRunClock(target, 0) : 0)
    {
    }

    void read()
    {
        const std::size_t size = m_text.size() - json::kPadding;
        if (m_dates == LogDates::Told)
            m_year = yearOfFile(std::string_view(m_text).substr(0, size));
        for (std::size_t at = 0; at < size;) {
            const std::size_t end = std::min(m_text.find('\n', at), size);
            readOne(std::string_view(m_text).substr(at, end - at), at);
            at = end + 1;
        }
    }

private:
    /// The year of lines that name none: that of the first time with a year in the file ("Log file created
    /// at: …"), else of the run's clock, else of the file's last change; 1970 where nothing tells.
    [[nodiscard]] std::int64_t yearOfFile(std::string_view text)
    {
        for (std::size_t at = 0, lines = 0; at < text.size() && lines < kHeaderLines; ++lines) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = text.substr(at, end - at);
            for (const std::size_t from : {std::size_t{0}, line.find(": ")}) {
                const auto read = from == std::string_view::npos
                                      ? std::nullopt
                                      : readLogLine(line.substr(from == 0 ? 0 : from + 2));
                if (read && read->month == 0)
                    return yearOf(read->ns);
            }
            at = end + 1;
        }
        if (m_target.clock && *m_target.clock != 0)
            return yearOf(std::clamp(*m_target.clock, std::int64_t{0}, kLatest));
        struct stat status {};
        if (::stat(m_target.file.file.c_str(), &status) != 0)
            return 1970; // a member of an archive
        constexpr std::int64_t kSecond = 1'000'000'000;
        m_latest = std::clamp(std::int64_t{status.st_mtime}, std::int64_t{0}, kLatest / kSecond) * kSecond;
        return yearOf(m_latest);
    }

    /// A line whose time tells no year: months that jump by more than half a year pass the year's end, and no
    /// line was written after the file's last change.
    std::optional<LogLine> inItsYear(std::string_view line, const LogLine& read)
    {
        constexpr std::int64_t kHalfYear = 6;
        constexpr std::int64_t kDay = 86'400'000'000'000; // zones are not told either
        const std::int64_t month = std::exchange(m_month, read.month);
        if (month == 0 ? read.ns > m_latest + kDay : read.month > month + kHalfYear)
            --m_year;
        else if (month > read.month + kHalfYear)
            ++m_year;
        else
            return read;
        return readLogLine(line, m_year);
    }

    /// Lines of several writers may be an hour out of order; a time that goes back further is the next day's.
    std::int64_t onItsDay(std::int64_t timeOfDay)
    {
        constexpr std::int64_t kHour = 3'600'000'000'000;
        constexpr std::int64_t kDay = 24 * kHour;
        const std::int64_t before = std::exchange(m_timeOfDay, timeOfDay);
        if (timeOfDay < before - kHour)
            ++m_day;
        else if (timeOfDay > before + kDay - kHour && m_day > 0)
            --m_day; // a late line of the day before
        return saturatedSum(saturatedProduct(m_day, kDay), timeOfDay);
    }

    void readOne(std::string_view line, std::size_t offset)
    {
        if (const std::size_t mark = line.find(kMlperf); mark != std::string_view::npos) {
            readMlperf(line.substr(mark + kMlperf.size()), offset);
            return;
        }
        auto read = readLogLine(line, m_year, m_dates);
        if (read && read->month != 0)
            read = inItsYear(line, *read);
        if (!read) {
            if (line.find_first_not_of(" \t\r") != std::string_view::npos)
                ++m_target.tally.metadata; // goes with the line before
            for (const auto& [name, megabytes] : m_timed ? readMemoryLine(line) : TrainingFigures())
                counter("log", "memory (MB)", name, megabytes, offset);
            return;
        }
        ++m_target.tally.events;
        if (!read->dated)
            read->ns = onItsDay(read->ns);
        const RemarkKind unknown = read->dated ? RemarkKind::UnknownClock : RemarkKind::UnknownDate;
        if (!read->zoned && m_target.remarks.count(unknown) == 0)
            m_target.remarks.note(unknown, offset);
        m_last = read->ns;
        m_timed = true;
        const std::string process = processOf(read->who);
        instant(process, read->level, read->ns, cleaned(read->rest), offset);
        if (const auto training = readTrainingLine(read->rest))
            takeIteration(*training, process, offset);
    }

    /// A line tells of the iterations since the line before how long one took on average: the last of them
    /// stands for all, and ends when the line was written. Of several that write them, the first one counts.
    void takeIteration(const TrainingLine& training, const std::string& process, std::size_t offset)
    {
        for (const auto& [name, value] : training.figures)
            counter(process, name, "value", value, offset);
        m_teller = m_teller.empty() ? process : m_teller;
        if (!training.stepNs || process != m_teller)
            return;
        core::TimelineBuilder& builder = m_target.builder;
        const std::int64_t end = saturatedSum(m_last, m_shift);
        builder.step(saturatedSum(end, -*training.stepNs), end,
                     builder.intern("iteration " + std::to_string(training.iteration)), -1, m_target.source);
    }

    void counter(std::string_view process, std::string_view name, std::string_view series, double value,
                 std::size_t offset)
    {
        if (!std::isfinite(value)) { // a loss that is no number any more
            m_target.remarks.note(RemarkKind::CounterValueNotANumber, offset);
            return;
        }
        core::TimelineBuilder& builder = m_target.builder;
        builder.counter(builder.intern(process), validName(m_target, name), validName(m_target, series),
                        saturatedSum(m_last, m_shift), value, m_target.source);
        ++m_target.tally.counters;
    }

    void readMlperf(std::string_view json, std::size_t offset)
    {
        ++m_target.tally.events;
        const std::string key = json::textOf(json::memberOf(json, "key"));
        const std::string type = json::textOf(json::memberOf(json, "event_type"));
        const auto ms = json::integerOf(json::memberOf(json, "time_ms"));
        if (!ms || key.empty()) {
            m_target.remarks.note(RemarkKind::OddEntry, offset);
            return;
        }
        const std::int64_t ns = saturatedProduct(*ms, 1'000'000);
        // "run_start" and "run_stop" are INTERVAL_START and INTERVAL_END of "run" (mlcommons/logging,
        // constants.py).
        const std::string name = key.substr(0, std::min(key.rfind("_start"), key.rfind("_stop")));
        core::TimelineBuilder& builder = m_target.builder;
        if (type == "INTERVAL_START")
            builder.sliceBegin(track("log", "MLPerf"), saturatedSum(ns, m_shift), builder.intern(name),
                               builder.intern("mlperf"), placeOf(m_target.source, offset));
        else if (type == "INTERVAL_END")
            builder.sliceEnd(track("log", "MLPerf"), saturatedSum(ns, m_shift), builder.intern(name));
        else
            instant("log", "MLPerf", ns, key + " = " + cleaned(json::textOf(json::memberOf(json, "value"))),
                    offset);
    }

    /// Words before the time that change with every line name nobody.
    std::string processOf(std::string_view who)
    {
        std::string process = logProcess(who.empty() ? std::string() : cleaned(who));
        if (m_processes.count(process) == 0 && m_processes.size() >= kMostProcesses)
            return "log";
        m_processes.insert(process);
        return process;
    }

    core::TrackId track(std::string_view process, std::string_view thread)
    {
        const core::TrackId id = m_target.builder.track(process, thread, m_target.source);
        m_target.builder.describe(id).process = m_target.builder.intern(process);
        m_target.builder.describe(id).thread = m_target.builder.intern(thread);
        return id;
    }

    void instant(std::string_view process, std::string_view thread, std::int64_t ns, const std::string& name,
                 std::size_t offset)
    {
        core::TimelineBuilder& builder = m_target.builder;
        builder.instant(track(process, thread), saturatedSum(ns, m_shift), builder.intern(name),
                        builder.intern("log"), placeOf(m_target.source, offset));
        ++m_target.tally.instants;
    }

    static constexpr std::size_t kHeaderLines = 1000;
    static constexpr std::size_t kMostProcesses = 4096;
    static constexpr std::int64_t kLatest = 4'500'000'000'000'000'000; // in 2112

    const std::string& m_text;
    ImportTarget& m_target;
    LogDates m_dates;
    std::int64_t m_shift;
    std::int64_t m_year = 1970;
    std::int64_t m_month = 0;        ///< of the last line that told no year
    std::int64_t m_latest = kLatest; ///< when the file was changed last, where that tells the year
    std::int64_t m_day = 0;          ///< of the last line that told no date
    std::int64_t m_timeOfDay = 0;    ///< of it
    std::int64_t m_last = 0;         ///< time of the last line that tells one
    bool m_timed = false;            ///< there was one
    std::string m_teller;            ///< who tells of iterations; "": nobody yet
    std::set<std::string> m_processes;
};

bool sniff(std::string_view firstBytes)
{
    if (firstBytes.find('\0') != std::string_view::npos)
        return false;
    // Logs of training programs begin with hundreds of lines of settings. Other texts hold times as well: a
    // log's are in most of its first lines, or begin lines that have nothing before them.
    const std::size_t first = firstBytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool plain = first != std::string_view::npos &&
                       std::string_view("{[#<\"").find(firstBytes[first]) == std::string_view::npos;
    constexpr std::size_t kFirstLines = 40;
    std::size_t lines = 0;
    std::size_t timed = 0;
    std::size_t begun = 0;
    for (std::size_t at = 0; at < firstBytes.size() && (plain || lines < kFirstLines);) {
        const std::size_t end = std::min(firstBytes.find('\n', at), firstBytes.size());
        const std::string_view line = firstBytes.substr(at, end - at);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            const auto read = readLogLine(line, 1970, LogDates::Untold);
            const bool mlperf = line.find(kMlperf) != std::string_view::npos;
            timed += lines < kFirstLines && (read || mlperf) ? 1 : 0;
            begun += mlperf || (read && read->who.empty()) ? 1 : 0;
            ++lines;
        }
        at = end + 1;
    }
    return (timed >= 2 && timed * 2 >= std::min(lines, kFirstLines)) || (plain && begun >= 3);
}

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    const LogDates dates = datesOf(text);
    text.append(json::kPadding, '\0');
    target.arguments = std::make_shared<FoundArguments>(
        [file = source.randomText(), dates](std::uint64_t place) { return lineAt(*file, place, dates); });
    LogReader(text, dates, target).read();
    return core::Done{};
}

} // namespace

const SerialImporter kLogTextFormat("timestamped log", sniff, read);

} // namespace shardscope::profiler
