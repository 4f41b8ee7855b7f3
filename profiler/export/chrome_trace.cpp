// SPDX-License-Identifier: GPL-3.0-or-later
// Chrome's trace event format ("Trace Event Format", Google, 2016): X, M, s, f, C and i events.
#include "profiler/export/export_writers.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/trace/rank_labels.h"

#include <string>

namespace shardscope::profiler {
namespace {

class ChromeWriter : TraceWriter {
public:
    ChromeWriter(const core::Run& run, const ExportSink& sink, const core::Task& task)
        : TraceWriter(run, sink, task)
    {
    }

    bool write()
    {
        m_text = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"title\":" + quoted(m_run.title) +
                 "},\"traceEvents\":[";
        return metadata() && steps() && slices() && instants() && counters() && flows() && finish();
    }

private:
    static std::string quoted(std::string_view text)
    {
        JsonWriter writer;
        writer.text(text);
        return writer.take();
    }
    [[nodiscard]] std::string name(core::NameId id) const
    {
        return quoted(id.valid() ? m_timeline.names().text(id) : std::string_view());
    }
    /// Nanoseconds as the format's microseconds, digit by digit.
    static std::string time(std::int64_t nanos)
    {
        const std::int64_t whole = std::llabs(nanos) / 1000;
        const std::int64_t rest = std::llabs(nanos) % 1000;
        std::string text = (nanos < 0 ? "-" : "") + std::to_string(whole);
        if (rest > 0) {
            const std::string digits = std::to_string(1000 + rest);
            text += "." + digits.substr(1);
        }
        return text;
    }
    [[nodiscard]] std::string place(core::TrackId track) const
    {
        return "\"pid\":" + std::to_string(m_processes.ofTrack[track.index()]) +
               ",\"tid\":" + std::to_string(track.index() + 1);
    }
    bool event(const std::string& members)
    {
        m_text += m_any ? ",\n{" : "\n{";
        m_text += members;
        m_text += '}';
        m_any = true;
        return written();
    }
    bool finish()
    {
        m_text += "\n]}\n";
        return flush();
    }

    bool metadata()
    {
        const auto tell = [&](const std::string& where, const char* what, const std::string& args) {
            return event("\"ph\":\"M\",\"name\":\"" + std::string(what) + "\"," + where + ",\"args\":{" +
                         args + "}");
        };
        for (const core::TrackId first : m_processes.first) {
            const core::Track& track = m_timeline.tracks()[first.index()];
            if (!tell(place(first), "process_name", "\"name\":" + name(track.process)) ||
                !tell(place(first), "process_sort_index",
                      "\"sort_index\":" + std::to_string(track.processOrder)))
                return false;
            if (track.rank >= 0 && !tell(place(first), "process_labels",
                                         "\"labels\":" + quoted(rankLabel(track.rank, track.multiplicity))))
                return false;
        }
        for (std::size_t index = 0; index < m_timeline.tracks().size(); ++index) {
            const core::Track& track = m_timeline.tracks()[index];
            const core::TrackId id{index};
            if (!tell(place(id), "thread_name", "\"name\":" + name(track.thread)) ||
                !tell(place(id), "thread_sort_index", "\"sort_index\":" + std::to_string(track.threadOrder)))
                return false;
        }
        return true;
    }

    /// Rows of steps have the number that no track has.
    bool steps()
    {
        std::uint32_t named = 0; // the last process whose row has its name
        for (const ExportedStep& step : exportedSteps(m_timeline, m_processes)) {
            const std::string where = "\"pid\":" + std::to_string(step.process) + ",\"tid\":0";
            if (named != step.process &&
                !event("\"ph\":\"M\",\"name\":\"thread_name\"," + where + ",\"args\":{\"name\":\"steps\"}"))
                return false;
            named = step.process;
            if (!event("\"ph\":\"X\",\"name\":" + name(step.mark.name) + ",\"cat\":" + quoted(kStepCategory) +
                       "," + where + ",\"ts\":" + time(step.mark.begin) +
                       ",\"dur\":" + time(step.mark.end - step.mark.begin)))
                return false;
        }
        return true;
    }

    bool slices()
    {
        for (const core::Lane& lane : m_timeline.lanes()) {
            const std::string where = place(lane.track);
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                std::string text = "\"ph\":\"X\",\"name\":" + name(m_timeline.name()[row]) +
                                   ",\"cat\":" + name(m_timeline.category()[row]) + "," + where +
                                   ",\"ts\":" + time(m_timeline.ts()[row]) +
                                   ",\"dur\":" + time(m_timeline.dur()[row]);
                const std::uint64_t args = m_timeline.args()[row];
                if (m_run.arguments && args != core::kNoArgs)
                    text += ",\"args\":" + m_run.arguments->arguments(args);
                if (!event(text))
                    return false;
            }
        }
        return true;
    }
    bool instants()
    {
        for (const core::Instant& instant : m_timeline.instants()) {
            if (!event("\"ph\":\"i\",\"s\":\"t\",\"name\":" + name(instant.name) + ",\"cat\":" +
                       name(instant.category) + "," + place(instant.track) + ",\"ts\":" + time(instant.ts)))
                return false;
        }
        return true;
    }
    bool counters()
    {
        for (std::size_t index = 0; index < m_timeline.counterTracks().size(); ++index) {
            const core::CounterTrack& counter = m_timeline.counterTracks()[index];
            const std::string_view series = m_timeline.names().text(counter.series);
            const std::string head = "\"ph\":\"C\",\"name\":" + name(counter.name) +
                                     ",\"pid\":" + std::to_string(m_processes.ofCounter[index]) + ",\"ts\":";
            const std::string key = ",\"args\":{" + quoted(series.empty() ? "value" : series) + ":";
            for (const core::CounterSample& sample :
                 m_timeline.counterSamples().subspan(counter.begin, counter.count)) {
                JsonWriter value;
                value.real(sample.value);
                if (!event(head + time(sample.ts) + key + value.take() + "}"))
                    return false;
            }
        }
        return true;
    }
    bool flows()
    {
        for (std::size_t index = 0; index < m_timeline.flows().size(); ++index) {
            const core::Flow& flow = m_timeline.flows()[index];
            if (!flow.from.valid() || !flow.to.valid())
                continue;
            const auto end = [&](const char* phase, core::SliceId slice, std::int64_t ts) {
                const core::Lane& lane = m_timeline.lanes()[m_timeline.laneOf(slice).index()];
                return event("\"ph\":\"" + std::string(phase) +
                             "\",\"bp\":\"e\",\"name\":" + name(flow.category) +
                             ",\"cat\":" + name(flow.category) + ",\"id\":" + std::to_string(index) + "," +
                             place(lane.track) + ",\"ts\":" + time(ts));
            };
            if (!end("s", flow.from, flow.fromTs) || !end("f", flow.to, flow.toTs))
                return false;
        }
        return true;
    }

    bool m_any = false;
};

} // namespace

bool writeChromeTrace(const core::Run& run, const ExportSink& sink, const core::Task& task)
{
    return ChromeWriter(run, sink, task).write();
}

} // namespace shardscope::profiler
