// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/log_text.h"

#include "profiler/import/clock_text.h"
#include "profiler/import/json_walk.h"
#include "profiler/import/json_writer.h"
#include "profiler/import/saturate.h"
#include "profiler/import/utf8.h"
#include "profiler/import/whole_text.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

constexpr std::string_view kMlperf = ":::MLLOG ";
constexpr std::size_t kLongestName = 200;

/// A line's time and what follows it.
struct LogLine {
    std::int64_t ns = 0;
    bool zoned = false;
    std::string_view rest;
};

std::optional<LogLine> readLine(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    const bool bracket = line.starts_with('[');
    const std::string_view text = line.substr(bracket ? 1 : 0);
    if (const auto time = readCalendarTime(text))
        return LogLine{time->ns, time->zoned, text.substr(time->length)};
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = text.substr(0, end);
    // Ten digits before the point: 2001 to 2286.
    if (number.find('.') == 10 && (end == text.size() || text[end] == ' ' || text[end] == ']' ||
                                   text[end] == ':' || text[end] == '\t')) {
        if (const auto ns = readDecimalSeconds(number))
            return LogLine{*ns, true, text.substr(end)};
    }
    return std::nullopt;
}

std::string_view levelOf(std::string_view rest)
{
    constexpr std::array<std::string_view, 8> kLevels{"DEBUG", "INFO",     "WARNING", "WARN",
                                                      "ERROR", "CRITICAL", "FATAL",   "TRACE"};
    const std::string_view head = rest.substr(0, 80);
    std::string_view found = "log";
    std::size_t first = std::string_view::npos;
    for (const std::string_view level : kLevels) {
        const std::size_t at = head.find(level);
        if (at != std::string_view::npos && (first == std::string_view::npos || at < first)) {
            first = at;
            found = level;
        }
    }
    return found;
}

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
class LogArguments final : public FileArguments {
public:
    explicit LogArguments(std::shared_ptr<const RandomText> text)
        : m_text(std::move(text))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        std::string text(std::size_t{64} << 10, '\0');
        text.resize(m_text->read(place, text.data(), text.size()));
        std::size_t end = text.find('\n');
        while (end != std::string::npos && end + 1 < text.size()) {
            const std::size_t next = std::min(text.find('\n', end + 1), text.size());
            const std::string_view line = std::string_view(text).substr(end + 1, next - end - 1);
            if (line.empty() || readLine(line) || line.find(kMlperf) != std::string_view::npos)
                break;
            end = next < text.size() ? next : std::string::npos;
        }
        JsonWriter json;
        json.beginObject().key("line").text(std::string_view(text).substr(0, end)).endObject();
        return json.take();
    }

private:
    std::shared_ptr<const RandomText> m_text;
};

class LogReader {
public:
    LogReader(const std::string& text, ImportTarget& target)
        : m_text(text)
        , m_target(target)
    {
    }

    void read()
    {
        const std::size_t size = m_text.size() - json::kPadding;
        for (std::size_t at = 0; at < size;) {
            const std::size_t end = std::min(m_text.find('\n', at), size);
            readOne(std::string_view(m_text).substr(at, end - at), at);
            at = end + 1;
        }
    }

private:
    void readOne(std::string_view line, std::size_t offset)
    {
        if (const std::size_t mark = line.find(kMlperf); mark != std::string_view::npos) {
            readMlperf(line.substr(mark + kMlperf.size()), offset);
            return;
        }
        const auto read = readLine(line);
        if (!read) {
            if (line.find_first_not_of(" \t\r") != std::string_view::npos)
                ++m_target.tally.metadata; // goes with the line before
            return;
        }
        ++m_target.tally.events;
        if (!read->zoned && m_target.remarks.count(RemarkKind::UnknownClock) == 0)
            m_target.remarks.note(RemarkKind::UnknownClock, offset);
        instant(levelOf(read->rest), read->ns, cleaned(read->rest), offset);
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
            builder.sliceBegin(track("MLPerf"), saturatedSum(ns, m_shift), builder.intern(name),
                               builder.intern("mlperf"), placeOf(m_target.source, offset));
        else if (type == "INTERVAL_END")
            builder.sliceEnd(track("MLPerf"), saturatedSum(ns, m_shift), builder.intern(name));
        else
            instant("MLPerf", ns, key + " = " + cleaned(json::textOf(json::memberOf(json, "value"))), offset);
    }

    core::TrackId track(std::string_view thread)
    {
        const core::TrackId id = m_target.builder.track("log", thread, m_target.source);
        m_target.builder.describe(id).process = m_target.builder.intern("log");
        m_target.builder.describe(id).thread = m_target.builder.intern(thread);
        return id;
    }

    void instant(std::string_view thread, std::int64_t ns, const std::string& name, std::size_t offset)
    {
        core::TimelineBuilder& builder = m_target.builder;
        builder.instant(track(thread), saturatedSum(ns, m_shift), builder.intern(name), builder.intern("log"),
                        placeOf(m_target.source, offset));
        ++m_target.tally.instants;
    }

    const std::string& m_text;
    ImportTarget& m_target;
    std::int64_t m_shift = joinRunClock(m_target, 0);
};

} // namespace

bool LogTextImporter::sniff(std::string_view firstBytes) const
{
    int lines = 0, timed = 0;
    const std::string_view head = firstBytes.substr(0, std::size_t{16} << 10);
    if (head.find('\0') != std::string_view::npos)
        return false;
    for (std::size_t at = 0; at < head.size() && lines < 40;) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        const std::string_view line = head.substr(at, end - at);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            ++lines;
            timed += readLine(line) || line.find(kMlperf) != std::string_view::npos ? 1 : 0;
        }
        at = end + 1;
    }
    return timed >= 2 && timed * 2 >= lines;
}

core::Result<core::Done> LogTextImporter::read(ByteSource& source, ImportTarget& target,
                                               const core::Task& task) const
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    text.append(json::kPadding, '\0');
    target.arguments = std::make_shared<LogArguments>(source.randomText());
    LogReader(text, target).read();
    return core::Done{};
}

} // namespace shardscope::profiler
