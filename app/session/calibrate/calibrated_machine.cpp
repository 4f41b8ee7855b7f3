// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/calibrated_machine.h"

#include "planner/planner.h"

#include <utility>
#include <vector>

namespace shardscope::app {

core::Result<CalibratedMachine> calibratedMachine(const core::Catalog& catalog, const core::ModelSpec& model,
                                                  const core::HardwareSpec& hardware, const core::Plan& plan,
                                                  const core::RunPtr& run, const core::Task& task)
{
    SHARDSCOPE_TRY(core::Evaluation evaluation,
                   planner::evaluate(model, hardware, plan, planner::Detail::Plain, task));
    RunCalibrationCall call;
    call.runs.push_back({run->title, run, PlanResult{model, hardware, std::move(evaluation)}});
    SHARDSCOPE_TRY(RunCalibration made, calibrateOnRuns(catalog, call, task));
    CalibratedMachine answer{hardware, std::move(made)};
    if (!answer.made.accepted())
        return answer;
    std::vector<core::Calibration>& all = answer.hardware.calibrations;
    const core::Calibration& own = answer.made.calibration;
    std::erase_if(all, [&](const core::Calibration& one) { return one.name == own.name; });
    all.insert(all.begin(), own);
    return answer;
}

} // namespace shardscope::app
