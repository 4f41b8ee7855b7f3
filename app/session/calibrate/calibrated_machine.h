// SPDX-License-Identifier: GPL-3.0-or-later
// "Calibrate with this run": the machine of an open plan, calibrated by a recording of it.
#pragma once

#include "app/session/calibrate/run_calibration.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

namespace shardscope::app {

struct CalibratedMachine {
    core::HardwareSpec hardware; ///< with the calibration in front of its others, where it was accepted
    RunCalibration made;
};

/// Errors: those of the plan's evaluation and of calibrateOnRuns().
[[nodiscard]] core::Result<CalibratedMachine>
calibratedMachine(const core::Catalog& catalog, const core::ModelSpec& model,
                  const core::HardwareSpec& hardware, const core::Plan& plan, const core::RunPtr& run,
                  const core::Task& task);

} // namespace shardscope::app
