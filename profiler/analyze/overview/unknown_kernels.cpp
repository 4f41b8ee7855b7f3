// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/unknown_kernels.h"

#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace shardscope::profiler {

namespace {

/// Whether the operation that launched a kernel tells what it does.
bool operationTells(const AnalysisInput& input, std::uint32_t launch)
{
    const core::Timeline& timeline = input.timeline();
    for (std::optional<core::SliceId> at = core::SliceId{launch}; at; at = timeline.parentOf(*at)) {
        const core::RowVerdict& row = input.kinds().of(at->value);
        if (row.role == core::Role::Operator && row.work != core::WorkClass::Host)
            return true;
    }
    return false;
}

using Times = std::map<core::NameId, std::int64_t>; // by name, ns

/// Each name asked once, by its first kernel's operation. Returns the time of all rows of the device.
std::int64_t addUnknown(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches,
                        std::vector<std::int8_t>& known, Times& unknown)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    std::int64_t whole = 0;
    for (const DeviceStream& stream : work.streams) {
        for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
            const std::uint32_t row = work.rows[at];
            const core::NameId name = timeline.name()[row];
            whole = saturatedSum(whole, timeline.dur()[row]);
            if (!name.valid() || work.kinds[at] != KernelKind::Compute)
                continue;
            std::int8_t& told = known[name.index()];
            if (told < 0)
                told = input.kinds().of(row, stream.track).work != core::WorkClass::Unknown ||
                       (launches.origin(at) != kNoRow && operationTells(input, launches.origin(at)));
            if (told == 0)
                unknown[name] = saturatedSum(unknown[name], timeline.dur()[row]);
        }
    }
    return whole;
}

} // namespace

core::Result<UnknownKernels> unknownKernels(const AnalysisInput& input, const core::Task& task)
{
    Times unknown;
    std::vector<std::int8_t> known(input.timeline().names().size(), -1); // -1: not asked yet
    std::int64_t whole = 0;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        whole = saturatedSum(whole, addUnknown(input, part, *launches, known, unknown));
    }
    std::vector<std::pair<std::int64_t, std::string>> byTime;
    std::int64_t time = 0;
    for (const auto& [name, own] : unknown) {
        time = saturatedSum(time, own);
        byTime.emplace_back(-own, input.text(name));
    }
    std::ranges::sort(byTime);
    UnknownKernels found{.share = whole > 0 ? static_cast<double>(time) / static_cast<double>(whole) : 0,
                         .names = byTime.size(),
                         .largest = {}};
    constexpr std::size_t kShown = 3;
    for (std::size_t at = 0; at < std::min(byTime.size(), kShown); ++at)
        found.largest.push_back(byTime[at].second);
    return found;
}

} // namespace shardscope::profiler
