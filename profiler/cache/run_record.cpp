// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cache/run_record.h"

#include "core/run/run.h"

#include <algorithm>
#include <string>
#include <type_traits>

namespace shardscope::profiler {

namespace {

// Numbers behind the lists are the fewest bytes of an entry.

template <class Bytes, class Shift>
void describeShift(Bytes& bytes, Shift& shift)
{
    bytes.numbers(shift.offsetNs, shift.driftPpb, shift.referenceNs);
    if constexpr (!std::is_const_v<Shift>) {
        constexpr std::int64_t kMostDriftPpb = 1'000'000;
        const auto within = [](std::int64_t value, std::int64_t most) {
            return value >= -most && value <= most;
        };
        if (!within(shift.offsetNs, core::kMaxTime) || !within(shift.driftPpb, kMostDriftPpb) ||
            !within(shift.referenceNs, core::kMaxTime))
            bytes.fail();
    }
}

template <class Bytes, class Source>
void describeSource(Bytes& bytes, Source& source)
{
    std::string file = source.file.string();
    bytes.text(file);
    if constexpr (!std::is_const_v<Source>)
        source.file = file;
    bytes.numbers(source.fileBytes, source.rank);
    bytes.text(source.rankFrom);
    bytes.numbers(source.worldSize, source.baseTimeNs);
    bytes.text(source.host);
    bytes.list(source.groups, 24, [&](auto& group) {
        bytes.text(group.name);
        bytes.text(group.description);
        bytes.column(group.ranks);
    });
    describeShift(bytes, source.clock);
    bytes.numbers(source.device);
    bool shares = source.hostSource.has_value();
    std::uint32_t host = source.hostSource.value_or(0);
    bytes.flag(shares);
    bytes.numbers(host);
    if constexpr (!std::is_const_v<Source>)
        source.hostSource = shares ? std::optional(host) : std::nullopt;
}

template <class Bytes, class Run>
void describeRun(Bytes& bytes, Run& run)
{
    bytes.kind(run.origin, core::RunOrigin::Simulated);
    bytes.text(run.title);
    bytes.list(run.sources, 93, [&](auto& source) { describeSource(bytes, source); });
    bytes.list(run.metadata, 16, [&](auto& entry) {
        bytes.text(entry.first);
        bytes.text(entry.second);
    });
    bytes.list(run.kernelOrigins, 24, [&](auto& origin) {
        bytes.text(origin.kernel);
        for (auto* const names : {&origin.nodes, &origin.sources})
            bytes.list(*names, 8, [&](auto& name) { bytes.text(name); });
    });
}

template <class Bytes, class Report>
void describeReport(Bytes& bytes, Report& report)
{
    bytes.list(report.files, 116, [&](auto& tally) {
        bytes.text(tally.file);
        bytes.numbers(tally.rank, tally.events, tally.slices, tally.instants, tally.counters,
                      tally.flowBegins, tally.flowSteps, tally.flowEnds, tally.metadata, tally.tracks,
                      tally.displaced, tally.beginNs, tally.endNs, tally.importSeconds);
    });
    bytes.list(report.remarks, 41, [&](auto& remark) {
        bytes.text(remark.kind);
        bytes.kind(remark.severity, core::Severity::Error);
        bytes.numbers(remark.count, remark.firstOffset);
        bytes.text(remark.file);
        bytes.text(remark.help);
    });
    bytes.list(report.clocks.clocks, 81, [&](auto& clock) {
        bytes.text(clock.host);
        bytes.column(clock.sources);
        bytes.column(clock.ranks);
        bytes.kind(clock.verdict, ClockVerdict::Implausible);
        describeShift(bytes, clock.shift);
        bytes.numbers(clock.collectives, clock.residualNs, clock.worstNs, clock.violations);
    });
}

} // namespace

void writeRunRecord(const core::Run& run, const ImportReport& report, ByteWriter& out)
{
    describeRun(out, run);
    describeReport(out, report);
}

bool readRunRecord(ByteReader& in, core::Run& run, ImportReport& report)
{
    describeRun(in, run);
    describeReport(in, report);
    const bool hosted = std::ranges::all_of(run.sources, [&](const core::RunSource& source) {
        return !source.hostSource || *source.hostSource < run.sources.size();
    });
    return in.ok() && hosted && !report.files.empty() && report.files.size() <= run.sources.size();
}

} // namespace shardscope::profiler
