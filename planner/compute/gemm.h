// SPDX-License-Identifier: GPL-3.0-or-later
// What a matrix product achieves of the engine's peak, by its shape: tiles over the processors of the device,
// in waves.
#pragma once

#include "planner/formula/coefficients.h"

namespace shardscope::planner {

struct ProductShape {
    double m = 1;     ///< rows of the result
    double n = 1;     ///< columns
    double k = 1;     ///< summed over
    double count = 1; ///< products at once, of one shape
};

/// Achieved fraction of the peak of the engine. \p processors 0: unknown, no waves. \p secondsAtPeak: how
/// long the product takes at the peak. Tiles and waves: NVIDIA, "Matrix Multiplication Background User's
/// Guide" (DA-09990), sections 3 and 4.
[[nodiscard]] double productEfficiency(const Coefficients& coefficients, const ProductShape& shape,
                                       double processors, double secondsAtPeak);

} // namespace shardscope::planner
