// SPDX-License-Identifier: GPL-3.0-or-later
// One step of each side as lanes on one ruler that begins where the step does: what each device's time goes
// to, and what a recorded host does meanwhile.
#pragma once

#include "app/session/compare/difference.h"
#include "core/base/task.h"
#include "core/kinds/op_class.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

struct LaneBox {
    std::int64_t begin = 0; ///< ns from the step's begin
    std::int64_t end = 0;
    core::StepTerm term = core::StepTerm::Unknown; ///< of a device
    core::OpClass kind = core::OpClass::Host;      ///< its colour
    std::string name;                              ///< of the row; empty: nothing runs
    bool gap = false;
};

struct StepLane {
    bool second = false; ///< of B
    bool host = false;
    std::int64_t at = 0;        ///< when the step begins, on its run's clock
    std::int64_t length = 0;    ///< of the step, ns
    std::vector<LaneBox> boxes; ///< by begin
};

struct StepLanes {
    std::vector<StepLane> lanes;               ///< A's device, B's, then hosts
    [[nodiscard]] std::int64_t length() const; ///< of the longer step
};

/// The lanes of the pair \p pair of devices (StepDifference::pairs). Errors: Cancelled.
[[nodiscard]] core::Result<StepLanes> stepLanes(const SideDifference& difference, std::size_t pair,
                                                const core::Task& task);

/// The colour of what a term is spent on.
[[nodiscard]] core::OpClass classOfTerm(core::StepTerm term);

} // namespace shardscope::app
