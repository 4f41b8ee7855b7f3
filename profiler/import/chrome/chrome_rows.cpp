// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_rows.h"

#include "profiler/import/text/json_walk.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::profiler {

using core::FlowPhase;
using core::kMaxTime;
using core::NameId;
using core::TrackId;

namespace {

/// A local number dressed as the id that it becomes when merged.
template <class LocalId>
LocalId local(std::uint32_t number)
{
    return LocalId{std::size_t{number}};
}

/// Ids are numbers, hexadecimal texts or any text; equal texts give equal numbers.
std::uint64_t idNumber(std::string_view id, std::string_view scope)
{
    const bool hexadecimal = id.size() > 2 && id[0] == '0' && (id[1] == 'x' || id[1] == 'X');
    const std::string_view digits = hexadecimal ? id.substr(2) : id;
    std::uint64_t number = 0;
    const auto parsed =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal ? 16 : 10);
    if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size())
        number = hashBytes(id);
    return scope.empty() ? number : number ^ hashBytes(scope);
}

std::string cleaned(std::string_view raw)
{
    std::string text;
    json::appendText(raw, text);
    return text;
}

/// The text behind \p key of an object's inside; empty: there is none.
std::string_view textBehind(std::string_view arguments, std::string_view key)
{
    const std::size_t at = arguments.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::size_t begin = arguments.find_first_not_of(" :", at + key.size());
    if (begin == std::string_view::npos || arguments[begin] != '"')
        return {};
    const std::size_t end = arguments.find('"', begin + 1);
    return end == std::string_view::npos ? std::string_view() : arguments.substr(begin + 1, end - begin - 1);
}

/// The category of a row that names none: Ascend's rows (trace_view.json, written by torch_npu) have a "Task
/// Type", calls of its driver a "level"; XLA's (trace.json.gz beside an XPlane) are told as there: numbered
/// steps, functions of Python, calls of CUDA and HIP.
std::string_view categoryWithout(std::string_view name, std::string_view arguments)
{
    if (const std::string_view type = textBehind(arguments, "\"Task Type\""); !type.empty())
        return type;
    if (!textBehind(arguments, "\"step_num\"").empty())
        return "user_annotation";
    if (name.starts_with('$'))
        return "python_function";
    // A call of CANN: "AscendCL@aclrtMemcpyAsync" of the level "acl".
    return name.find('@') != std::string_view::npos ? textBehind(arguments, "\"level\"") : apiCategory(name);
}

std::string_view inside(std::string_view value)
{
    const bool quoted = value.size() >= 2 && value.front() == '"';
    return quoted ? value.substr(1, value.size() - 2) : value;
}

} // namespace

ChromeRows::ChromeRows()
    : m_dictionary(std::make_shared<ChromeDictionary>())
{
    m_rows.dictionary = m_dictionary.get();
}

ChromeSegment ChromeRows::finish()
{
    m_rows.slices = m_slices.cut();
    m_rows.flows = m_flows.cut();
    m_rows.numbers = m_numbers.cut();
    ChromeSegment next;
    next.dictionary = m_rows.dictionary;
    return std::exchange(m_rows, std::move(next));
}

void ChromeRows::markDevice(std::uint32_t track)
{
    if (track >= m_rows.deviceTracks.size())
        m_rows.deviceTracks.resize(m_dictionary->tracks().size());
    m_rows.deviceTracks[track] = true;
}

bool ChromeRows::timeOf(const ChromeEvent& event, std::uint64_t offset, std::int64_t& ts)
{
    if (!event.ts.usable()) {
        m_rows.remarks.note(RemarkKind::EventWithoutTime, offset);
        return false;
    }
    ts = std::clamp(event.ts.ns, -kMaxTime, kMaxTime);
    if (ts != event.ts.ns)
        m_rows.remarks.note(RemarkKind::TimeOutOfRange, offset);
    return true;
}

void ChromeRows::take(const ChromeEvent& event, std::uint64_t offset)
{
    ++m_rows.tally.events;
    if (event.phase.raw.empty()) {
        const bool empty =
            event.name.raw.empty() && event.ts.state == Decimal::State::Absent && event.arguments.empty();
        m_rows.remarks.note(empty ? RemarkKind::EmptyEvent : RemarkKind::PhaseMissing, offset);
        return;
    }
    ++m_rows.phases;
    switch (event.letter()) {
    case 'X': return takeComplete(event, offset);
    case 'B':
    case 'E': return takeEdge(event, offset, event.letter() == 'B', TrackKind::Thread);
    case 'b':
    case 'S': // the older form of asynchronous events
        return takeEdge(event, offset, true, TrackKind::Async);
    case 'e':
    case 'F': return takeEdge(event, offset, false, TrackKind::Async);
    case 'i':
    case 'I':
    case 'R': return takeInstant(event, offset, TrackKind::Thread);
    case 'n':
    case 'T':
    case 'p': return takeInstant(event, offset, TrackKind::Async);
    case 'C': return takeCounter(event, offset);
    case 's': return takeFlow(event, offset, FlowPhase::Begin);
    case 't': return takeFlow(event, offset, FlowPhase::Step);
    case 'f': return takeFlow(event, offset, FlowPhase::End);
    case 'M': return takeMetadata(event);
    default: m_rows.remarks.note(RemarkKind::PhaseNotShown, offset);
    }
}

void ChromeRows::takeComplete(const ChromeEvent& event, std::uint64_t offset)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    if (event.dur.state == Decimal::State::Absent)
        m_rows.remarks.note(RemarkKind::MissingDuration, offset);
    else if (!event.dur.usable())
        m_rows.remarks.note(RemarkKind::DurationNotANumber, offset);
    const std::uint32_t name = m_dictionary->nameOf(event.name.raw);
    const std::uint32_t category =
        event.category.raw.empty() ? m_dictionary->nameOf(categoryWithout(event.name.raw, event.arguments))
                                   : m_dictionary->categoryOf(event);
    const std::uint32_t track = threadOf(event);
    if (m_dictionary->has(category, ChromeDictionary::StepCategory)) { // an exported step is no slice
        m_rows.steps.push_back({ts, event.dur.ns, name, track});
        return;
    }
    ++m_rows.tally.slices;
    if (m_dictionary->has(category, ChromeDictionary::DeviceCategory))
        markDevice(track);
    else if (m_dictionary->has(name, ChromeDictionary::StepName))
        m_rows.steps.push_back({ts, event.dur.ns, name, track});
    m_numbers.add(offset, event.numbers, name);
    m_slices.push_back(
        {ts, event.dur.ns, offset, local<NameId>(name), local<NameId>(category), local<TrackId>(track)});
}

void ChromeRows::takeEdge(const ChromeEvent& event, std::uint64_t offset, bool begin, TrackKind kind)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    if (!begin && event.arguments.size() > 2)
        m_rows.remarks.note(RemarkKind::ArgumentsAtEnd, offset);
    const std::uint32_t name = m_dictionary->nameOf(event.name.raw);
    if (begin)
        m_numbers.add(offset, event.numbers, name);
    const bool async = kind == TrackKind::Async;
    const std::uint32_t track =
        async ? m_dictionary->trackOf(kind, event.process, event.category) : threadOf(event);
    m_rows.edges.push_back({ts, offset, async ? idNumber(event.id, event.scope) : 0, name,
                            m_dictionary->categoryOf(event), track, begin});
}

void ChromeRows::takeInstant(const ChromeEvent& event, std::uint64_t offset, TrackKind kind)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    ++m_rows.tally.instants;
    const std::uint32_t name = m_dictionary->nameOf(event.name.raw);
    m_numbers.add(offset, event.numbers, name);
    const std::uint32_t track = kind == TrackKind::Async
                                    ? m_dictionary->trackOf(kind, event.process, event.category)
                                    : threadOf(event);
    m_rows.instants.push_back({ts, local<NameId>(name), local<NameId>(m_dictionary->categoryOf(event)),
                               local<TrackId>(track), offset});
}

void ChromeRows::takeCounter(const ChromeEvent& event, std::uint64_t offset)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    ++m_rows.tally.counters;
    std::string named(event.name.raw);
    if (!event.id.empty())
        named.append("[").append(event.id).append("]");
    const std::uint32_t name = m_dictionary->nameOf(named);
    const std::uint32_t process = m_dictionary->processOf(event.process);
    bool any = false;
    const json::Walked walked = json::walkObject(event.arguments, [&](std::string_view key,
                                                                      std::string_view value) {
        const std::string_view number = inside(value);
        double parsed = 0;
        const auto result = std::from_chars(number.data(), number.data() + number.size(), parsed);
        any = true;
        if (result.ec != std::errc() || result.ptr != number.data() + number.size() || !std::isfinite(parsed))
            m_rows.remarks.note(RemarkKind::CounterValueNotANumber, offset);
        else
            m_rows.counters.push_back({ts, parsed, offset, process, name, m_dictionary->nameOf(key)});
    });
    if (walked.outcome != json::Outcome::Ok || !any)
        m_rows.remarks.note(RemarkKind::CounterValueNotANumber, offset);
}

void ChromeRows::takeFlow(const ChromeEvent& event, std::uint64_t offset, FlowPhase phase)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    std::uint64_t* const counts[] = {&m_rows.tally.flowBegins, &m_rows.tally.flowSteps,
                                     &m_rows.tally.flowEnds};
    ++*counts[static_cast<std::size_t>(phase)];
    // An end belongs to the next slice unless "bp" says that it belongs to the enclosing one.
    const bool bindNext = phase == FlowPhase::End && event.bindPoint != "e";
    m_flows.push_back({ts, idNumber(event.id, event.scope), offset,
                       local<NameId>(m_dictionary->categoryOf(event)), local<TrackId>(threadOf(event)), phase,
                       bindNext});
}

void ChromeRows::takeMetadata(const ChromeEvent& event)
{
    ++m_rows.tally.metadata;
    const std::string_view name = event.name.raw;
    const auto argument = [&](std::string_view wanted) {
        std::string_view found;
        json::walkObject(event.arguments, [&](std::string_view key, std::string_view value) {
            found = key == wanted ? value : found;
        });
        return inside(found);
    };
    const auto number = [&]() -> std::optional<std::int64_t> {
        const std::string_view text = argument("sort_index");
        std::int64_t parsed = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), parsed);
        return result.ec == std::errc() && !text.empty() ? std::optional(parsed) : std::nullopt;
    };
    using Fact = ChromeSegment::Fact;
    const auto ofProcess = [&](Fact fact) -> ChromeSegment::Said& {
        return m_rows.facts[{fact, m_dictionary->processOf(event.process)}];
    };
    const auto ofThread = [&](Fact fact) -> ChromeSegment::Said& {
        return m_rows.facts[{fact, threadOf(event)}];
    };
    if (name == "process_name")
        ofProcess(Fact::ProcessName).text = cleaned(argument("name"));
    else if (name == "process_labels")
        ofProcess(Fact::ProcessLabels).text = cleaned(argument("labels"));
    else if (name == "process_sort_index")
        ofProcess(Fact::ProcessOrder).number = number();
    else if (name == "thread_name")
        ofThread(Fact::ThreadName).text = cleaned(argument("name"));
    else if (name == "thread_sort_index")
        ofThread(Fact::ThreadOrder).number = number();
}

} // namespace shardscope::profiler
