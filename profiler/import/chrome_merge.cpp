// SPDX-License-Identifier: GPL-3.0-or-later
// ChromeRows into a builder: names cleaned once each, tracks named, numbers translated.
#include "core/timeline/op_class.h"
#include "profiler/import/chrome_rows.h"

#include <algorithm>

namespace shardscope::profiler {

using core::kMaxTime;
using core::NameId;
using core::TrackId;

namespace {

std::int64_t shifted(std::int64_t ts, std::int64_t shift)
{
    return std::clamp(ts + shift, -kMaxTime, kMaxTime);
}

bool isNumber(std::string_view text)
{
    const std::string_view digits = !text.empty() && text.front() == '-' ? text.substr(1) : text;
    return !digits.empty() &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool startsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

/// "/device:GPU:0" (JAX, TensorFlow) -> "GPU 0"; "" for others.
std::string deviceOfXla(std::string_view processName)
{
    constexpr std::string_view kMark = "/device:";
    const auto at = processName.find(kMark);
    if (at == std::string_view::npos)
        return {};
    std::string device(processName.substr(at + kMark.size()));
    std::replace(device.begin(), device.end(), ':', ' ');
    return startsWith(device, "CPU") ? std::string{} : device;
}

std::string trimmed(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

} // namespace

std::vector<NameId> ChromeRows::mergeNames(core::TimelineBuilder& builder)
{
    std::vector<NameId> map(m_names.size());
    std::string text;
    for (std::uint32_t name = 0; name < m_names.size(); ++name) {
        text.clear();
        if (json::appendText(m_names.at(name), text))
            m_remarks.note(RemarkKind::RepairedText, m_nameOffsets[name]);
        map[name] = builder.intern(text);
    }
    return map;
}

std::vector<TrackId> ChromeRows::makeTracks(ImportTarget& target)
{
    std::vector<TrackId> map;
    for (std::uint32_t number = 0; number < m_tracks.size(); ++number)
        map.push_back(target.builder.track(m_processes.at(m_tracks[number].process), m_trackKeys.at(number),
                                           target.source));
    return map;
}

void ChromeRows::mergeSlices(ImportTarget& target, std::int64_t shift, const std::vector<NameId>& names,
                             const std::vector<TrackId>& tracks)
{
    enum : std::uint8_t { Device = 1, Step = 2 };
    std::vector<std::uint8_t> marks(names.size(), 0);
    for (std::uint32_t name = 0; name < m_names.size(); ++name) {
        marks[name] = core::isDeviceCategory(m_names.at(name)) ? Device : 0;
        if (startsWith(m_names.at(name), "ProfilerStep#")) // torch.profiler, profiler.step()
            marks[name] |= Step;
    }
    for (auto& chunk : m_slices) {
        for (core::SliceRow& row : chunk) {
            const bool device = (marks[row.category.index()] & Device) != 0;
            if (device)
                m_tracks[row.track.index()].device = true;
            row.ts = shifted(row.ts, shift);
            if (!device && (marks[row.name.index()] & Step) != 0)
                target.builder.step(row.ts, row.ts + std::clamp<std::int64_t>(row.dur, 0, kMaxTime - row.ts),
                                    names[row.name.index()], target.file.rank, target.source);
            row.args = placeOf(target.source, row.args);
            row.name = names[row.name.index()];
            row.category = names[row.category.index()];
            row.track = tracks[row.track.index()];
        }
        target.builder.append(std::move(chunk));
    }
    m_slices.clear();
}

void ChromeRows::mergeOthers(ImportTarget& target, std::int64_t shift, const std::vector<NameId>& names,
                             const std::vector<TrackId>& tracks)
{
    core::TimelineBuilder& builder = target.builder;
    for (const EdgeEvent& edge : m_edges) {
        const std::uint64_t place = placeOf(target.source, edge.offset);
        const NameId name = edge.name == 0 ? NameId{} : names[edge.name];
        if (edge.begin)
            builder.sliceBegin(tracks[edge.track], shifted(edge.ts, shift), names[edge.name],
                               names[edge.category], place, edge.pairId);
        else
            builder.sliceEnd(tracks[edge.track], shifted(edge.ts, shift), name, place, edge.pairId);
    }
    for (const core::Instant& instant : m_instants)
        builder.instant(tracks[instant.track.index()], shifted(instant.ts, shift),
                        names[instant.name.index()], names[instant.category.index()],
                        placeOf(target.source, instant.args));
    for (const CounterEvent& counter : m_counters)
        builder.counter(builder.intern(m_processes.at(counter.process).substr(1)), names[counter.name],
                        names[counter.series], shifted(counter.ts, shift), counter.value, target.source);
    for (core::FlowRow& flow : m_flows) {
        flow.ts = shifted(flow.ts, shift);
        flow.args = placeOf(target.source, flow.args);
        flow.category = names[flow.category.index()];
        flow.track = tracks[flow.track.index()];
    }
    builder.append(std::move(m_flows));
}

/// What metadata say of a process; a pid written as text in one place and as a number in another is the same
/// one.
const ChromeRows::LocalProcess& ChromeRows::processInfo(std::uint32_t process)
{
    static const LocalProcess kNothing;
    if (const auto found = m_processInfo.find(process); found != m_processInfo.end())
        return found->second;
    std::string other(m_processes.at(process));
    other.front() = other.front() == 'q' ? 'n' : 'q';
    const auto found = m_processInfo.find(m_processes.intern(other));
    return found != m_processInfo.end() ? found->second : kNothing;
}

void ChromeRows::describeTracks(ImportTarget& target, const std::vector<TrackId>& tracks)
{
    core::TimelineBuilder& builder = target.builder;
    // Where the file gives no order: threads, then devices, then what is no process (the profiler's own
    // "Traces").
    constexpr std::int64_t kDevicesLast = std::int64_t{1} << 24;
    constexpr std::int64_t kOthersLast = std::int64_t{1} << 30;
    for (std::size_t number = 0; number < m_tracks.size(); ++number) {
        const LocalTrack& from = m_tracks[number];
        const std::string pid(m_processes.at(from.process).substr(1));
        const LocalProcess& info = processInfo(from.process);
        const std::string xla = deviceOfXla(info.name);
        core::Track& track = builder.describe(tracks[number]);
        track.device = from.device || !xla.empty();
        track.async = from.kind == TrackKind::Async;
        track.rank = target.file.rank;
        track.processOrder = info.order.value_or(track.device    ? kDevicesLast
                                                 : isNumber(pid) ? 0
                                                                 : kOthersLast);
        track.threadOrder = from.order.value_or(0);

        std::string process = xla;
        if (process.empty() && track.device)
            process = !info.labels.empty() ? info.labels : isNumber(pid) ? "GPU " + pid : pid;
        else if (process.empty() && !info.name.empty())
            process = isNumber(pid) ? info.name + " " + pid : info.name;
        else if (process.empty())
            process = isNumber(pid) ? "process " + pid : pid.empty() ? "unnamed" : pid;
        const std::string tid =
            from.kind == TrackKind::Async && from.thread.empty() ? "async" : std::string(from.thread);
        std::string thread = trimmed(from.name);
        if (thread.empty())
            thread = tid.empty()      ? "unnamed"
                     : !isNumber(tid) ? tid
                     : track.device   ? "stream " + tid
                                      : "thread " + tid;
        std::string threadText;
        json::appendText(thread, threadText);
        track.process = builder.intern(process);
        track.thread = builder.intern(threadText);
        track.processKey = builder.intern(pid);
        track.threadKey = builder.intern(from.thread);
    }
}

void ChromeRows::mergeInto(ImportTarget& target, std::int64_t shift)
{
    const std::vector<NameId> names = mergeNames(target.builder);
    const std::vector<TrackId> tracks = makeTracks(target);
    mergeSlices(target, shift, names, tracks);
    mergeOthers(target, shift, names, tracks);
    describeTracks(target, tracks);
    const std::string file = target.tally.file;
    target.tally = m_tally;
    target.tally.file = file;
    target.remarks = m_remarks;
}

} // namespace shardscope::profiler
