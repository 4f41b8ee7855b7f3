// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/persia_trace.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::app {
namespace {

struct Sum {
    double seconds = 0;
    std::int64_t slices = 0;
};

/// Stages by a word of their slices' names.
constexpr std::array<std::string_view, 5> kWords{"embedding get", "forward", "backward", "dense update",
                                                 "embedding put"};

} // namespace

core::Result<PersiaStageTimes> persiaStageTimes(const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    std::array<Sum, kWords.size()> sums;
    for (std::size_t slice = 0; slice < timeline.sliceCount(); ++slice) {
        const std::string_view name = timeline.names().text(timeline.name()[slice]);
        // "## forward 3 ##": words of a mark, not "forward" inside the name of an operator.
        if (name.substr(0, 3) != "## ")
            continue;
        for (std::size_t word = 0; word < kWords.size(); ++word) {
            if (name.substr(3, kWords[word].size()) == kWords[word]) {
                sums[word].seconds += static_cast<double>(timeline.dur()[slice]) * 1e-9;
                ++sums[word].slices;
            }
        }
    }
    for (std::size_t word = 0; word < kWords.size(); ++word) {
        if (sums[word].slices == 0)
            return core::Error{core::ErrorCode::MissingKey, {"## " + std::string(kWords[word])}};
    }
    const auto mean = [&](std::size_t word) {
        return core::Seconds{sums[word].seconds / static_cast<double>(sums[word].slices)};
    };
    return PersiaStageTimes{mean(0), mean(1) + mean(2) + mean(3), mean(4), sums[0].slices};
}

core::Result<planner::PersiaStages> withContention(planner::PersiaStages stages,
                                                   const std::filesystem::path& alone,
                                                   const std::filesystem::path& beside,
                                                   const core::Task& task)
{
    const auto read = [&](const std::filesystem::path& file) -> core::Result<PersiaStageTimes> {
        SHARDSCOPE_TRY(const profiler::ImportedRun imported, profiler::importTrace({file}, task));
        const auto times = persiaStageTimes(*imported.run);
        return times.ok() ? times : times.error().in(file.string());
    };
    SHARDSCOPE_TRY(const PersiaStageTimes before, read(alone));
    SHARDSCOPE_TRY(const PersiaStageTimes after, read(beside));
    // What got faster by chance is no contention.
    stages.getContention = std::max(1.0, after.get.value() / before.get.value());
    stages.denseContention = std::max(1.0, after.dense.value() / before.dense.value());
    stages.putContention = std::max(1.0, after.put.value() / before.put.value());
    return stages;
}

} // namespace shardscope::app
