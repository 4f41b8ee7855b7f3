// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/interval.h"

namespace shardscope::app {
namespace {

// Uncalibrated times come out too short: stragglers, host and contention are not in the model, and nothing
// makes a device faster than its curves but cooler clocks (docs/accuracy.md).
constexpr double kFastest = 0.9;
constexpr double kSlowest = 1.6;
// Formulas of what is kept leave out transient tensors and the allocator's rounding.
constexpr double kLeast = 0.98;
constexpr double kMost = 1.09;

bool holds(std::string_view key, std::string_view part) { return key.find(part) != std::string_view::npos; }

} // namespace

Interval specificationInterval(std::string_view key, double predicted)
{
    if (holds(key, "per_second") || holds(key, "tflops") || holds(key, "utilization"))
        return {predicted / kSlowest, predicted / kFastest};
    if (holds(key, "seconds"))
        return {predicted * kFastest, predicted * kSlowest};
    if (holds(key, "activation") || holds(key, "peak"))
        return {predicted * kLeast, predicted * kMost};
    return {predicted, predicted}; // counted, not estimated
}

} // namespace shardscope::app
