// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/text/clock_text.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"

#include <array>
#include <cmath>
#include <map>

namespace shardscope::profiler {

namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;

// Counts that rise only when something goes wrong (PERSIA: gradients of an expired batch, skipped NaN
// gradients; PersiaML/PERSIA, rust/persia-embedding-server; NVIDIA/dcgm-exporter, etc/default-counters.csv).
// While one rises, a span says so.
constexpr std::array<std::string_view, 4> kTroubles{
    "nan_grad_skipped", "gradient_id_miss_count", "DCGM_FI_DEV_XID_ERRORS", "DCGM_FI_DEV_ROW_REMAP_FAILURE"};

/// Samples into counters: "GPU n" where a label names a GPU, else the instance or job.
class MetricSink {
public:
    explicit MetricSink(ImportTarget& target)
        : m_target(target)
        , m_shift(joinRunClock(target, 0))
    {
    }

    void sample(const std::string& metric, const Labels& labels, std::int64_t ts, double value,
                std::uint64_t offset)
    {
        if (!std::isfinite(value)) {
            m_target.remarks.note(RemarkKind::CounterValueNotANumber, offset);
            return;
        }
        std::string process = "metrics", series;
        for (const auto& [key, text] : labels) {
            if (key == "gpu")
                process = "GPU " + text;
            else if ((key == "instance" || key == "job") && process == "metrics")
                process = text;
            else if (key != "UUID" && key != "modelName" && key != "device" && key != "__name__")
                series += (series.empty() ? "" : ", ") + key + "=" + text;
        }
        core::TimelineBuilder& builder = m_target.builder;
        const core::NameId name = validName(m_target, metric);
        const core::NameId seriesId = validName(m_target, series.empty() ? "value" : series);
        const std::int64_t at = saturatedSum(clampTime(ts), m_shift);
        builder.counter(validName(m_target, process), name, seriesId, at, value, m_target.source);
        ++m_target.tally.counters;
        if (std::ranges::find(kTroubles, metric) != kTroubles.end())
            watch(process, metric, series, at, value);
    }

private:
    void watch(const std::string& process, const std::string& metric, const std::string& series,
               std::int64_t at, double value)
    {
        const auto [last, first] = m_watched.try_emplace(process + '\n' + metric + '\n' + series, at, value);
        if (first)
            return;
        if (value > last->second.second && at >= last->second.first) {
            core::TimelineBuilder& builder = m_target.builder;
            const core::TrackId track = builder.track(process, "troubles " + metric, m_target.source);
            builder.describe(track).process = validName(m_target, process);
            builder.describe(track).thread = validName(m_target, "troubles");
            builder.describe(track).async = true;
            builder.slice(track, last->second.first, at - last->second.first,
                          validName(m_target, metric + " rises"), validName(m_target, "trouble"));
            ++m_target.tally.slices;
        }
        last->second = {at, value};
    }

    ImportTarget& m_target;
    std::int64_t m_shift;
    std::map<std::string, std::pair<std::int64_t, double>> m_watched;
};

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Visits the lines of \p text: visit(line, offset).
template <class Visit>
void forEachLine(std::string_view text, Visit visit)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(text.substr(at, end - at), at);
        at = end + 1;
    }
}

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(',', at), line.size());
        cells.push_back(trimmed(line.substr(at, end - at)));
        at = end + 1;
    }
    return cells;
}

/// "45 %", "1234 MiB", "P0" (a performance state): the number at the front.
std::optional<double> leadingNumber(std::string_view cell)
{
    if (cell.size() > 1 && cell[0] == 'P' && cell[1] >= '0' && cell[1] <= '9')
        cell.remove_prefix(1);
    return json::realOf(cell.substr(0, std::min(cell.find(' '), cell.size())));
}

/// One line of the text format, "name{key="value",…} value [ms]"; false where it is none.
struct Sample {
    std::string name;
    Labels labels;
    double value = 0;
    std::optional<std::int64_t> ms;
};

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

bool readLabels(std::string_view& rest, Labels& labels)
{
    while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t,"), rest.size()));
        if (rest.starts_with('}')) {
            rest.remove_prefix(1);
            return true;
        }
        std::size_t length = 0;
        while (length < rest.size() && isNameByte(rest[length]))
            ++length;
        if (length == 0 || rest.substr(length, 2) != "=\"")
            return false;
        std::string key(rest.substr(0, length)), value;
        rest.remove_prefix(length + 2);
        std::size_t at = 0;
        for (; at < rest.size() && rest[at] != '"'; ++at) {
            if (rest[at] == '\\' && at + 1 < rest.size()) {
                ++at;
                value += rest[at] == 'n' ? '\n' : rest[at];
            } else {
                value += rest[at];
            }
        }
        if (at >= rest.size())
            return false;
        rest.remove_prefix(at + 1);
        labels.emplace_back(std::move(key), std::move(value));
    }
}

std::optional<Sample> readSample(std::string_view line)
{
    Sample sample;
    std::size_t length = 0;
    while (length < line.size() && isNameByte(line[length]))
        ++length;
    if (length == 0 || (line[0] >= '0' && line[0] <= '9'))
        return std::nullopt;
    sample.name = std::string(line.substr(0, length));
    std::string_view rest = trimmed(line.substr(length));
    if (rest.starts_with('{')) {
        rest.remove_prefix(1);
        if (!readLabels(rest, sample.labels))
            return std::nullopt;
        rest = trimmed(rest);
    } else if (length == line.size() || (line[length] != ' ' && line[length] != '\t')) {
        return std::nullopt;
    }
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const auto value = json::realOf(rest.substr(0, end));
    if (!value)
        return std::nullopt;
    sample.value = *value;
    rest = trimmed(rest.substr(end));
    if (rest.starts_with('#')) // an exemplar of OpenMetrics
        rest = {};
    if (!rest.empty()) {
        sample.ms = json::integerOf(rest.substr(0, rest.find_first_of(" \t")));
        if (!sample.ms)
            return std::nullopt;
    }
    return sample;
}

bool isText(std::string_view bytes) { return bytes.find('\0') == std::string_view::npos; }

bool sniffNvidiaSmi(std::string_view firstBytes)
{
    const std::string_view header = firstBytes.substr(0, firstBytes.find('\n'));
    const auto cells = cellsOf(header);
    return cells.size() > 1 && isText(header) &&
           std::ranges::any_of(cells, [](std::string_view cell) { return cell == "timestamp"; }) &&
           std::ranges::any_of(cells, [](std::string_view cell) {
               return cell.find("gpu") != std::string_view::npos ||
                      cell.find("clocks.") != std::string_view::npos ||
                      cell.find("power.") != std::string_view::npos ||
                      cell.find("memory.") != std::string_view::npos || cell == "index" || cell == "name";
           });
}

core::Result<core::Done> readNvidiaSmi(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string text, readWhole(source, task));
    MetricSink sink(target);
    std::vector<std::string> header;
    std::size_t timeColumn = 0;
    std::map<std::string, std::string> gpus; // by whatever identifies one -> number
    forEachLine(text, [&](std::string_view line, std::size_t offset) {
        const auto cells = cellsOf(line);
        if (trimmed(line).empty())
            return;
        if (header.empty() || (cells.size() == header.size() && cells[timeColumn] == "timestamp")) {
            header.assign(cells.begin(), cells.end()); // appended recordings repeat it
            timeColumn = static_cast<std::size_t>(std::ranges::find(header, "timestamp") - header.begin());
            if (timeColumn == header.size())
                header.clear();
            return;
        }
        ++target.tally.events;
        const auto time = cells.size() == header.size() ? readCalendarTime(cells[timeColumn]) : std::nullopt;
        if (!time) {
            target.remarks.note(RemarkKind::OddEntry, offset);
            return;
        }
        if (!time->zoned && target.remarks.count(RemarkKind::UnknownClock) == 0)
            target.remarks.note(RemarkKind::UnknownClock, offset);
        std::string gpu;
        for (const std::string_view identity : {"index", "uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id"}) {
            const auto column = std::ranges::find(header, identity);
            if (column == header.end())
                continue;
            const std::string key(cells[static_cast<std::size_t>(column - header.begin())]);
            gpu =
                identity == "index" ? key : gpus.try_emplace(key, std::to_string(gpus.size())).first->second;
            break;
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i == timeColumn || header[i] == "index" || header[i].find("uuid") != std::string::npos ||
                header[i].find("bus_id") != std::string::npos || header[i] == "name" ||
                header[i] == "driver_version")
                continue;
            const auto value = leadingNumber(cells[i]);
            if (value)
                sink.sample(header[i], {{"gpu", gpu.empty() ? "0" : gpu}}, time->ns, *value, offset);
            else
                target.remarks.note(RemarkKind::CounterValueNotANumber, offset); // "[N/A]"
        }
    });
    if (header.empty())
        return core::Error{
            core::ErrorCode::FormatUnknown,
            {core::phrase(W_("a table without timestamps")), std::string(kNvidiaSmiFormat.name())}};
    return core::Done{};
}

bool sniffPrometheusText(std::string_view firstBytes)
{
    if (!isText(firstBytes))
        return false;
    bool comment = false, sample = false;
    int lines = 0;
    forEachLine(firstBytes.substr(0, 4096), [&](std::string_view line, std::size_t) {
        line = trimmed(line);
        if (line.empty() || ++lines > 8)
            return;
        comment = comment || line.starts_with("# HELP ") || line.starts_with("# TYPE ");
        sample = sample ||
                 (lines == 1 && line.find('{') != std::string_view::npos && readSample(line).has_value());
    });
    return comment || sample;
}

core::Result<core::Done> readPrometheusText(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string text, readWhole(source, task));
    MetricSink sink(target);
    std::map<std::string, std::int64_t> scrapes; // samples without a time: how often their series was there
    forEachLine(text, [&](std::string_view line, std::size_t offset) {
        line = trimmed(line);
        if (line.empty() || line.starts_with('#'))
            return;
        ++target.tally.events;
        const auto sample = readSample(line);
        if (!sample) {
            target.remarks.note(RemarkKind::OddEntry, offset);
            return;
        }
        std::int64_t ts = 0;
        if (sample->ms) {
            ts = saturatedProduct(*sample->ms, 1'000'000);
        } else {
            target.remarks.note(RemarkKind::EventsWithoutTimes, offset);
            ts = 1000 * scrapes[std::string(line.substr(0, line.find_last_of(" \t")))]++;
        }
        sink.sample(sample->name, sample->labels, ts, sample->value, offset);
    });
    return core::Done{};
}

bool sniffPrometheusQuery(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    const auto data = json::headMember(head.root(), "data");
    return data && json::headMember(*data, "resultType");
}

core::Result<core::Done> readPrometheusQuery(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    const json::Document document(std::move(text));
    MetricSink sink(target);
    const auto note = [&](const json::Walked& walked) {
        const RemarkKind kind =
            walked.outcome == json::Outcome::Broken ? RemarkKind::BrokenText : RemarkKind::TruncatedText;
        if (walked.outcome != json::Outcome::Ok && target.remarks.count(kind) == 0)
            target.remarks.note(kind, document.offsetOf(walked.at));
    };
    const auto readSeries = [&](std::string_view series) {
        std::string metric = "value";
        Labels labels;
        const auto readValue = [&](std::string_view pair, bool whole) {
            if (!whole)
                return;
            ++target.tally.events;
            std::vector<std::string_view> parts;
            json::walkArray(pair, [&](std::string_view part, bool) { parts.push_back(part); });
            const auto ts = parts.size() == 2 ? readDecimalSeconds(parts[0]) : std::nullopt;
            const auto value = parts.size() == 2 ? json::realOf(parts[1]) : std::nullopt;
            if (ts && value)
                sink.sample(metric, labels, *ts, *value, document.offsetOf(pair));
            else
                target.remarks.note(RemarkKind::OddEntry, document.offsetOf(pair));
        };
        note(json::walkObject(series, [&](std::string_view key, std::string_view value, bool whole) {
            if (key == "metric") {
                json::walkObject(value, [&](std::string_view label, std::string_view labelText, bool) {
                    labels.emplace_back(std::string(label), json::textOf(labelText));
                    metric = label == "__name__" ? labels.back().second : metric;
                });
            } else if (key == "values") {
                note(json::walkArray(value, readValue));
            } else if (key == "value") {
                readValue(value, whole);
            }
        }));
    };
    bool found = false;
    note(json::walkObject(document.root(), [&](std::string_view key, std::string_view data, bool) {
        if (key != "data")
            return;
        note(json::walkObject(data, [&](std::string_view inner, std::string_view result, bool) {
            if (inner != "result")
                return;
            found = true;
            note(json::walkArray(result, [&](std::string_view series, bool) { readSeries(series); }));
        }));
    }));
    if (!found)
        return core::Error{core::ErrorCode::FormatUnknown,
                           {core::phrase(W_("JSON without \"%1\""), {"data.result"}),
                            std::string(kPrometheusQueryFormat.name())}};
    return core::Done{};
}

} // namespace

const SerialImporter kNvidiaSmiFormat("nvidia-smi CSV", sniffNvidiaSmi, readNvidiaSmi);
const SerialImporter kPrometheusTextFormat("Prometheus text", sniffPrometheusText, readPrometheusText);
const SerialImporter kPrometheusQueryFormat("Prometheus query result", sniffPrometheusQuery,
                                            readPrometheusQuery);

} // namespace shardscope::profiler
