// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a machine's calibrations a plan is predicted with, and whether it lies within what that has seen.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

/// A quantity of a run that calibrations state their range in.
struct CalibratedQuantity {
    const char* name;
    double value;
    bool choice = false; ///< one of a few ways, by its place among them, and no size
};
[[nodiscard]] std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model,
                                                                   const core::Plan& plan);

/// What counts as the same shape of a model, whatever it is called: "hidden x layers, heads", experts where
/// there are; of other networks how many layers or tables, parameters and operations.
[[nodiscard]] std::string shapeName(const core::ModelSpec& model);

/// Whether \p hardware has one calibration alone because somebody asked for it, by its name or in a file of
/// their own (HardwareSpec::selectCalibration): it speaks for the very system.
[[nodiscard]] bool askedForAlone(const core::HardwareSpec& hardware);

/// The calibration of \p hardware that holds for \p plan's implementation (else its family), kernels, number
/// format, kind of loss and \p model and whose runs are nearest to the plan; of several that it lies within,
/// the one whose runs lie closest together; where the plan is far from all of three and more, the one whose
/// products run at the middle rate. Null where none holds.
[[nodiscard]] const core::Calibration* calibrationFor(const core::HardwareSpec& hardware,
                                                      const core::Plan& plan, const core::ModelSpec& model);

/// Whether \p calibration, which holds for \p plan, was fitted to another program of its family.
[[nodiscard]] bool borrowed(const core::Calibration& calibration, const core::Plan& plan);

/// calibrationFor() for many plans: what it asks of the calibrations is looked up once.
class CalibrationChoice {
public:
    /// \p hardware's calibrations must outlive it.
    explicit CalibrationChoice(const core::HardwareSpec& hardware);
    /// Its place among the machine's calibrations; below 0: none holds.
    [[nodiscard]] std::ptrdiff_t placeFor(const core::Plan& plan, const core::ModelSpec& model) const;

    /// A calibration with its ranges, in the order of calibratedQuantities(); null where it states none.
    struct Ranged {
        const core::Calibration* calibration = nullptr;
        std::vector<const core::CalibrationRange*> ranges;    ///< of a transformer's quantities
        std::vector<const core::CalibrationRange*> ofNetwork; ///< of another network's
        const core::CalibrationRange* bits = nullptr;    ///< of its products' operands; null: it does not say
        const core::CalibrationRange* mixture = nullptr; ///< whether models had experts: 0, 1 or both
        /// On how many devices its runs were: those of one say nothing about a network that is not known by
        /// itself, those of one node nothing about what lies between nodes.
        double devices = 1;
        double node = 1;    ///< devices of one
        double pace = 1;    ///< how fast its products are told to run beside the others of its device
        bool alone = false; ///< askedForAlone()
    };

private:
    std::vector<Ranged> m_all;
};

/// Everything in a plan that calibrationFor depends on, for one machine and model.
using CalibrationKey = std::array<std::int64_t, 7>;
[[nodiscard]] CalibrationKey calibrationKey(const core::Plan& plan);

/// Which quantities of \p plan lie outside what \p calibration was fitted on: "hidden 16384 (1024 to 12288)",
/// "recompute full (none)".
[[nodiscard]] std::vector<std::string> outsideRange(const core::Calibration& calibration,
                                                    const core::ModelSpec& model, const core::Plan& plan);

} // namespace shardscope::planner
