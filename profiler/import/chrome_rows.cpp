// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::profiler {

using core::FlowPhase;
using core::kMaxTime;
using core::NameId;
using core::TrackId;
using json::Scalar;

namespace {

constexpr std::size_t kChunkRows = 1u << 15;

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

std::string_view inside(std::string_view value)
{
    const bool quoted = value.size() >= 2 && value.front() == '"';
    return quoted ? value.substr(1, value.size() - 2) : value;
}

} // namespace

ChromeRows::ChromeRows()
{
    m_names.intern({}); // number 0: no name, no category
    m_nameOffsets.push_back(0);
}

std::uint32_t ChromeRows::nameOf(const Scalar& text, std::uint64_t offset)
{
    const std::uint32_t number = m_names.intern(text.raw);
    if (number == m_nameOffsets.size())
        m_nameOffsets.push_back(offset);
    return number;
}

std::uint32_t ChromeRows::categoryOf(const ChromeEvent& event, std::uint64_t offset)
{
    if (m_names.at(m_lastCategory) != event.category.raw)
        m_lastCategory = nameOf(event.category, offset);
    return m_lastCategory;
}

std::uint32_t ChromeRows::processOf(const Scalar& process)
{
    std::string key(1, process.quoted ? 'q' : 'n');
    key += process.raw;
    return m_processes.intern(key);
}

std::uint32_t ChromeRows::trackOf(TrackKind kind, const Scalar& process, const Scalar& thread)
{
    const std::uint64_t hash =
        hashBytes(process.raw) * 3 + hashBytes(thread.raw) * 5 + static_cast<std::uint64_t>(kind);
    CachedTrack& cached = m_trackCache[hash % m_trackCache.size()];
    const auto same = [](const Scalar& a, const Scalar& b) { return a.quoted == b.quoted && a.raw == b.raw; };
    if (cached.number != 0xFFFFFFFFu && cached.kind == kind && same(cached.process, process) &&
        same(cached.thread, thread))
        return cached.number;
    const std::uint32_t processNumber = processOf(process);
    std::string key = std::to_string(processNumber);
    key += kind == TrackKind::Async ? 'a' : thread.quoted ? 'q' : 'n';
    const std::size_t threadAt = key.size();
    key += thread.raw;
    const std::uint32_t number = m_trackKeys.intern(key);
    const std::string_view kept = m_trackKeys.at(number).substr(threadAt);
    if (number == m_tracks.size())
        m_tracks.push_back({kind, processNumber, kept, thread.quoted, false, {}, {}});
    cached = {{m_processes.at(processNumber).substr(1), process.quoted}, {kept, thread.quoted}, kind, number};
    return number;
}

bool ChromeRows::timeOf(const ChromeEvent& event, std::uint64_t offset, std::int64_t& ts)
{
    if (!event.ts.usable()) {
        m_remarks.note(RemarkKind::EventWithoutTime, offset);
        return false;
    }
    ts = std::clamp(event.ts.ns, -kMaxTime, kMaxTime);
    if (ts != event.ts.ns)
        m_remarks.note(RemarkKind::TimeOutOfRange, offset);
    return true;
}

void ChromeRows::take(const ChromeEvent& event, std::uint64_t offset)
{
    ++m_tally.events;
    if (event.phase.raw.empty()) {
        const bool empty =
            event.name.raw.empty() && event.ts.state == Decimal::State::Absent && event.arguments.empty();
        m_remarks.note(empty ? RemarkKind::EmptyEvent : RemarkKind::PhaseMissing, offset);
        return;
    }
    ++m_phases;
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
    default: m_remarks.note(RemarkKind::PhaseNotShown, offset);
    }
}

void ChromeRows::takeComplete(const ChromeEvent& event, std::uint64_t offset)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    if (event.dur.state == Decimal::State::Absent)
        m_remarks.note(RemarkKind::MissingDuration, offset);
    else if (!event.dur.usable())
        m_remarks.note(RemarkKind::DurationNotANumber, offset);
    ++m_tally.slices;
    if (m_slices.empty() || m_slices.back().size() == kChunkRows) {
        m_slices.emplace_back();
        m_slices.back().reserve(m_slices.size() > 1 ? kChunkRows : 0);
    }
    m_slices.back().push_back({ts, event.dur.ns, offset, local<NameId>(nameOf(event.name, offset)),
                               local<NameId>(categoryOf(event, offset)), local<TrackId>(threadOf(event))});
}

void ChromeRows::takeEdge(const ChromeEvent& event, std::uint64_t offset, bool begin, TrackKind kind)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    if (!begin && event.arguments.size() > 2)
        m_remarks.note(RemarkKind::ArgumentsAtEnd, offset);
    const bool async = kind == TrackKind::Async;
    const std::uint32_t track = async ? trackOf(kind, event.process, event.category) : threadOf(event);
    m_edges.push_back({ts, offset, async ? idNumber(event.id, event.scope) : 0, nameOf(event.name, offset),
                       categoryOf(event, offset), track, begin});
}

void ChromeRows::takeInstant(const ChromeEvent& event, std::uint64_t offset, TrackKind kind)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    ++m_tally.instants;
    const std::uint32_t track =
        kind == TrackKind::Async ? trackOf(kind, event.process, event.category) : threadOf(event);
    m_instants.push_back({ts, local<NameId>(nameOf(event.name, offset)),
                          local<NameId>(categoryOf(event, offset)), local<TrackId>(track), offset});
}

void ChromeRows::takeCounter(const ChromeEvent& event, std::uint64_t offset)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    ++m_tally.counters;
    std::string named(event.name.raw);
    if (!event.id.empty())
        named.append("[").append(event.id).append("]");
    const std::uint32_t name = nameOf({named, true}, offset);
    const std::uint32_t process = processOf(event.process);
    bool any = false;
    const bool whole = json::forEachMember(event.arguments, [&](std::string_view key,
                                                                std::string_view value) {
        const std::string_view number = inside(value);
        double parsed = 0;
        const auto result = std::from_chars(number.data(), number.data() + number.size(), parsed);
        any = true;
        if (result.ec != std::errc() || result.ptr != number.data() + number.size() || !std::isfinite(parsed))
            m_remarks.note(RemarkKind::CounterValueNotANumber, offset);
        else
            m_counters.push_back({ts, parsed, process, name, nameOf({key, true}, offset)});
    });
    if (!whole || !any)
        m_remarks.note(RemarkKind::CounterValueNotANumber, offset);
}

void ChromeRows::takeFlow(const ChromeEvent& event, std::uint64_t offset, FlowPhase phase)
{
    std::int64_t ts = 0;
    if (!timeOf(event, offset, ts))
        return;
    std::uint64_t* const counts[] = {&m_tally.flowBegins, &m_tally.flowSteps, &m_tally.flowEnds};
    ++*counts[static_cast<std::size_t>(phase)];
    // An end belongs to the next slice unless "bp" says that it belongs to the enclosing one.
    const bool bindNext = phase == FlowPhase::End && event.bindPoint != "e";
    m_flows.push_back({ts, idNumber(event.id, event.scope), offset, local<NameId>(categoryOf(event, offset)),
                       local<TrackId>(threadOf(event)), phase, bindNext});
}

void ChromeRows::takeMetadata(const ChromeEvent& event)
{
    ++m_tally.metadata;
    const std::string_view name = event.name.raw;
    const auto argument = [&](std::string_view wanted) {
        std::string_view found;
        json::forEachMember(event.arguments, [&](std::string_view key, std::string_view value) {
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
    if (name == "process_name")
        m_processInfo[processOf(event.process)].name = cleaned(argument("name"));
    else if (name == "process_labels")
        m_processInfo[processOf(event.process)].labels = cleaned(argument("labels"));
    else if (name == "process_sort_index")
        m_processInfo[processOf(event.process)].order = number();
    else if (name == "thread_name")
        m_tracks[threadOf(event)].name = cleaned(argument("name"));
    else if (name == "thread_sort_index")
        m_tracks[threadOf(event)].order = number();
}

} // namespace shardscope::profiler
