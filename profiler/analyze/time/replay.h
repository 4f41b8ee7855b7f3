// SPDX-License-Identifier: GPL-3.0-or-later
// What a step would take without its recorder: the host's clock and the launch queues are run again with what
// recording each event costs taken out, and the device's rows last as they were recorded.
#pragma once

#include "profiler/analyze/input/measured_steps.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Why nothing is said of a recording's cost.
enum class NoReplay : std::uint8_t {
    None,
    Steps,         ///< fewer than two steps are marked on the host
    Launches,      ///< it is not known what launched the device's work
    Communication, ///< devices wait for other ranks, which were recorded as well
    Threads,       ///< several threads run operators at once: one clock does not tell what waits for what
    Differs,       ///< run again at no cost, the queues do not give the recording's times
};
constexpr auto enumNames(NoReplay)
{
    return core::namesUpTo<NoReplay::Differs>("", "replay_steps", "replay_launches", "replay_communication",
                                              "replay_threads", "replay_differs");
}

/// Nanoseconds a step, means over the steps behind the first.
struct UnrecordedStep {
    double recorded = 0; ///< by the same rule: when host and device are both done with a step
    double low = 0;
    double seconds = 0; ///< the estimate, in nanoseconds as the others
    double high = 0;
    double differs = 0; ///< share by which the replay at no cost misses the recording
    NoReplay why = NoReplay::None;
    /// For each row of the device's work the share that is left of the idle time before it. Empty: all.
    std::vector<float> idleKept;
};

/// What one device and its host would take without the recorder; the input keeps it. The method, its
/// constants and what it gave on recordings whose time without a recorder is known: docs/analyses.md, "What
/// recording costs". Errors: Cancelled.
[[nodiscard]] core::Result<std::shared_ptr<const UnrecordedStep>>
unrecordedStep(const AnalysisInput& input, std::size_t part, const core::Task& task);

} // namespace shardscope::profiler
