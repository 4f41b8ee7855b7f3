// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/perfetto/perfetto_rows.h"

#include "profiler/import/valid_name.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace shardscope::profiler {

void countFlow(FileTally& tally, core::FlowPhase phase)
{
    ++(phase == core::FlowPhase::Begin  ? tally.flowBegins
       : phase == core::FlowPhase::Step ? tally.flowSteps
                                        : tally.flowEnds);
}

const std::vector<PerfettoEnds::End>& PerfettoEnds::sorted()
{
    std::ranges::sort(m_ends, [](const End& a, const End& b) {
        return std::tie(a.id, a.ts, a.order) < std::tie(b.id, b.ts, b.order);
    });
    return m_ends;
}

void PerfettoFlows::place(ImportTarget& target)
{
    const std::vector<End>& ends = sorted();
    const core::NameId category = validName(target, "flow");
    bool open = false;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const End& end = ends[i];
        open = open && i > 0 && ends[i - 1].id == end.id;
        const bool last = end.what == kTerminates || i + 1 == ends.size() || ends[i + 1].id != end.id;
        const core::FlowPhase phase =
            !open  ? (end.what == kTerminates ? core::FlowPhase::End : core::FlowPhase::Begin)
            : last ? core::FlowPhase::End
                   : core::FlowPhase::Step;
        target.builder.flow(phase, end.track, end.ts, category, end.id, end.place);
        countFlow(target.tally, phase);
        open = end.what == kGoesOn;
    }
}

void PerfettoBindings::place(ImportTarget& target)
{
    constexpr int kIn = 1;
    constexpr int kOut = 2; // 3: both
    const core::NameId category = validName(target, "bound flow");
    const auto put = [&](core::FlowPhase phase, const End& end, std::uint64_t number) {
        target.builder.flow(phase, end.track, end.ts, category, number, end.place);
        countFlow(target.tally, phase);
    };
    const End* source = nullptr;
    bool met = true; // the source's arrow has an end
    std::uint64_t number = 0;
    for (const End& end : sorted()) {
        if (source != nullptr && source->id != end.id) {
            if (!met)
                put(core::FlowPhase::Begin, *source, ++number); // remarked: it has no end
            source = nullptr;
        }
        if ((end.what & kIn) != 0) {
            ++number;
            if (source != nullptr)
                put(core::FlowPhase::Begin, *source, number);
            put(core::FlowPhase::End, end, number);
            met = true;
        }
        if ((end.what & kOut) != 0) {
            if (source != nullptr && !met)
                put(core::FlowPhase::Begin, *source, ++number);
            source = &end;
            met = false;
        }
    }
    if (source != nullptr && !met)
        put(core::FlowPhase::Begin, *source, ++number);
}

void PerfettoCounters::place(std::uint64_t uuid, std::int64_t ts, std::int64_t value,
                             std::map<std::uint64_t, std::int64_t>& now)
{
    const PerfettoTrack* track = m_tracks.find(uuid);
    if (track != nullptr && track->incremental) {
        std::int64_t& sum = now[uuid];
        if (__builtin_add_overflow(sum, value, &sum))
            sum = 0;
        value = sum;
    }
    place(uuid, ts, static_cast<double>(value));
}

void PerfettoCounters::place(std::uint64_t uuid, std::int64_t ts, double value)
{
    const PerfettoTrack* track = m_tracks.find(uuid);
    const auto [process, name] = m_tracks.names(uuid);
    const double multiplier = track == nullptr ? 1.0 : static_cast<double>(track->unitMultiplier);
    const std::string series = track == nullptr || track->unit.empty() ? "value" : track->unit;
    m_target.builder.counter(validName(m_target, process), validName(m_target, name),
                             validName(m_target, series), ts, value * multiplier, m_target.source);
    ++m_target.tally.counters;
}

} // namespace shardscope::profiler
