// SPDX-License-Identifier: GPL-3.0-or-later
// What many plans of one model on one machine share: an evaluator makes it once, and bounds from below use
// the same.
#pragma once

#include "planner/formula/calibration_choice.h"
#include "planner/formula/coefficient_sets.h"
#include "planner/formula/inventory.h"
#include "planner/formula/symbols.h"
#include "planner/step/memo.h"

namespace shardscope::planner {

struct Prepared {
    Prepared(const core::ModelSpec& model, const core::HardwareSpec& hardware)
        : inventory(inventoryOf(model))
        , coefficients(hardware)
        , calibrations(hardware)
    {
    }
    /// \p hardware: that of the constructor, or one with the same calibrations and rates; \p memo may be
    /// null.
    [[nodiscard]] const Coefficients& coefficientsFor(const core::HardwareSpec& hardware,
                                                      const core::Plan& plan, const core::ModelSpec& model,
                                                      Memo* memo) const
    {
        const auto choose = [&] { return calibrations.placeFor(plan, model); };
        const std::ptrdiff_t place =
            memo == nullptr ? choose() : memo->calibrations.of(calibrationKey(plan), choose);
        return coefficients.of(hardware,
                               place < 0 ? nullptr : &hardware.calibrations[static_cast<std::size_t>(place)],
                               computeDtype(plan));
    }

    Inventory inventory;
    CoefficientSets coefficients;
    CalibrationChoice calibrations;

    mutable MemoPool memos;
};

} // namespace shardscope::planner
