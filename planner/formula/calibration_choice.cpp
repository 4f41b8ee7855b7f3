// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/calibration_choice.h"

#include "core/plan/plan_names.h"

#include <algorithm>

namespace shardscope::planner {

std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* form = model.transformer();
    if (form == nullptr) {
        return {{"micro_batch", static_cast<double>(plan.batch.microBatch)},
                {"devices", static_cast<double>(plan.axes.devices())}};
    }
    return {{"hidden", static_cast<double>(form->hidden)},
            {"sequence", static_cast<double>(plan.batch.sequenceLength)},
            {"tokens", static_cast<double>(plan.batch.microBatch * plan.batch.sequenceLength)},
            {"tensor", static_cast<double>(plan.axes.tensor)},
            {"pipeline", static_cast<double>(plan.axes.pipeline)},
            {"devices", static_cast<double>(plan.axes.devices())}};
}

const core::Calibration* calibrationFor(const core::HardwareSpec& hardware, const core::Plan& plan,
                                        std::string_view model)
{
    const auto holds = [model](const core::Calibration& calibration) {
        const auto& models = calibration.models;
        return models.empty() || std::find(models.begin(), models.end(), model) != models.end();
    };
    for (const core::Calibration& calibration : hardware.calibrations) {
        if (holds(calibration) &&
            (calibration.implementation.empty() ||
             calibration.implementation == core::choiceName(plan.implementation)) &&
            (calibration.kernels.empty() || calibration.kernels == core::choiceName(plan.kernels)))
            return &calibration;
    }
    return nullptr;
}

std::vector<std::string> outsideRange(const core::Calibration& calibration, const core::ModelSpec& model,
                                      const core::Plan& plan)
{
    std::vector<std::string> outside;
    for (const CalibratedQuantity& quantity : calibratedQuantities(model, plan)) {
        const auto range = calibration.range.find(quantity.name);
        if (range == calibration.range.end() ||
            (range->second.low <= quantity.value && quantity.value <= range->second.high))
            continue;
        const auto whole = [](double value) { return std::to_string(static_cast<std::int64_t>(value)); };
        outside.push_back(std::string(quantity.name) + " " + whole(quantity.value) + " (" +
                          whole(range->second.low) + " to " + whole(range->second.high) + ")");
    }
    return outside;
}

} // namespace shardscope::planner
