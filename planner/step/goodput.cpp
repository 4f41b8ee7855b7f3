// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/goodput.h"

#include "core/model/dtype.h"
#include "planner/formula/state.h"

#include <cmath>

namespace shardscope::planner {

double checkpointInterval(double stop, double between)
{
    return stop > 0 ? std::sqrt(2 * stop * between) : 0;
}

double goodput(const Interruptions& interruptions, double interval)
{
    const double stretch = interval + interruptions.stop;
    if (stretch <= 0) // nothing is held up, nothing is done again
        return std::exp(-interruptions.restart / interruptions.between);
    if (std::isinf(interruptions.between))
        return std::isinf(interval) ? 1 : interval / stretch;
    const double expected = std::expm1(stretch / interruptions.between) * interruptions.between *
                            std::exp(interruptions.restart / interruptions.between);
    return std::isfinite(expected) ? interval / expected : 0;
}

core::Bytes checkpointBytes(double parameters, const core::Plan& plan)
{
    const core::Precision& precision = plan.precision;
    core::Bytes each = core::widthOf(precision.weights) +
                       optimizerSlots(plan.optimizer) * core::widthOf(precision.optimizerState);
    if (precision.master)
        each += core::widthOf(*precision.master);
    return parameters * each;
}

} // namespace shardscope::planner
