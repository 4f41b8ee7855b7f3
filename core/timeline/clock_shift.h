// SPDX-License-Identifier: GPL-3.0-or-later
// What was added to a clock's times so that they stand on the run's axis: an offset and a drift, in whole
// nanoseconds.
#pragma once

#include <cstdint>

namespace shardscope::core {

/// t becomes t + offsetNs + floor((t - referenceNs) * driftPpb / 1e9). Never turns two times round.
struct ClockShift {
    std::int64_t offsetNs = 0;
    std::int64_t driftPpb = 0; ///< parts per billion, within +-1e6: what the run's clock gains on this one
    std::int64_t referenceNs = 0;

    [[nodiscard]] constexpr bool none() const { return offsetNs == 0 && driftPpb == 0; }

    [[nodiscard]] constexpr std::int64_t apply(std::int64_t time) const
    {
        constexpr std::int64_t kBillion = 1'000'000'000;
        const std::int64_t since = time - referenceNs;
        std::int64_t whole = since / kBillion;
        std::int64_t rest = since % kBillion;
        if (rest < 0) {
            rest += kBillion;
            --whole;
        }
        const std::int64_t part = rest * driftPpb; // below 1e18
        const std::int64_t floored = part / kBillion - (part % kBillion < 0 ? 1 : 0);
        return time + offsetNs + whole * driftPpb + floored;
    }

    /// The first time that becomes \p shifted or later: the original of a shifted time, exact unless the
    /// drift is negative and put two neighbouring nanoseconds on one.
    [[nodiscard]] constexpr std::int64_t original(std::int64_t shifted) const
    {
        // Each step divides the distance by 1e9 / |driftPpb|; the walk below makes the answer exact.
        std::int64_t guess = shifted - offsetNs;
        for (int step = 0; step < 8; ++step)
            guess += shifted - apply(guess);
        while (apply(guess) < shifted)
            ++guess;
        while (apply(guess - 1) >= shifted)
            --guess;
        return guess;
    }

    friend bool operator==(const ClockShift&, const ClockShift&) = default;
};

} // namespace shardscope::core
