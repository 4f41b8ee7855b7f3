// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/waterfall.h"

#include "app/session/compare/difference_texts.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kNanosecond = 1e-9; // what clocks count in
constexpr double kOfStep = 0.001;    // less is too little to be read

} // namespace

std::vector<WaterfallBar> waterfallBars(const SideDifference& difference)
{
    using Kind = WaterfallBar::Kind;
    const profiler::StepDifference& steps = difference.steps;
    std::vector<WaterfallBar> bars;
    if (steps.pairs.empty())
        return bars;
    bars.push_back({Kind::From, 0, N_("A's step"), steps.a});
    const double noise = std::max(kNanosecond, kOfStep * std::max(steps.a, steps.b));
    double rest = steps.rest;
    for (std::size_t part = 0; part < steps.parts.size(); ++part) {
        if (std::abs(steps.parts[part].seconds) < noise)
            rest += steps.parts[part].seconds;
        else
            bars.push_back({Kind::Part, part, partWord(steps.parts[part]), steps.parts[part].seconds});
    }
    if (std::abs(rest) >= kNanosecond)
        bars.push_back({Kind::Rest, 0, N_("rest"), rest});
    bars.push_back({Kind::To, 0, N_("B's step"), steps.b});
    return bars;
}

} // namespace shardscope::app
