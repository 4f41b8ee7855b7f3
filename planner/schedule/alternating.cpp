// SPDX-License-Identifier: GPL-3.0-or-later
// One forward and one backward in turn, after a warm-up: what most schedules are made of.
#include "planner/schedule/builders.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

Action made(ActionKind kind, const Step& step) { return {kind, step.stage, step.microBatch, -1, -1}; }

} // namespace

std::vector<Action> alternating(const std::vector<Step>& forwards, const std::vector<Step>& backwards,
                                const SteadyState& state)
{
    const std::size_t warmUp =
        std::min(forwards.size(), static_cast<std::size_t>(std::max<std::int64_t>(0, state.warmUp)));
    std::vector<Action> out;
    std::size_t done = 0; // backwards, or gradients of inputs
    std::size_t weights = 0;
    const auto backward = [&] {
        out.push_back(made(state.split ? ActionKind::InputGradient : ActionKind::Backward, backwards[done]));
        ++done;
        if (state.split && static_cast<std::int64_t>(done) > state.weightDelay)
            out.push_back(made(ActionKind::WeightGradient, backwards[weights++]));
    };
    for (std::size_t index = 0; index < forwards.size(); ++index) {
        if (index < warmUp) {
            out.push_back(made(ActionKind::Forward, forwards[index]));
        } else if (state.overlapped) {
            out.push_back({ActionKind::Overlapped, forwards[index].stage, forwards[index].microBatch,
                           backwards[done].stage, backwards[done].microBatch});
            ++done;
        } else {
            out.push_back(made(ActionKind::Forward, forwards[index]));
            backward();
        }
    }
    while (done < backwards.size())
        backward();
    for (; state.split && weights < backwards.size(); ++weights)
        out.push_back(made(ActionKind::WeightGradient, backwards[weights]));
    return out;
}

} // namespace shardscope::planner
