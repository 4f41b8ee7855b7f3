// SPDX-License-Identifier: GPL-3.0-or-later
// The coefficients of one machine: what its devices share, under what its calibrations know of a system, for
// each number format of products.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "planner/formula/coefficients.h"

#include <vector>

namespace shardscope::planner {

class CoefficientSets {
public:
    /// \p hardware must outlive what of() answers.
    explicit CoefficientSets(const core::HardwareSpec& hardware);

    /// For products in \p dtype; \p calibration: one of \p hardware's, null: none. \p hardware: that of the
    /// constructor, or one with the same calibrations and rates.
    [[nodiscard]] const Coefficients& of(const core::HardwareSpec& hardware,
                                         const core::Calibration* calibration, core::Dtype dtype) const;

private:
    /// Sets by calibration (the first: none; of the others two each, for formats among its runs and for
    /// others), then by the hardware's rates (the first: formats without any).
    std::vector<std::vector<Coefficients>> m_sets;
};

} // namespace shardscope::planner
