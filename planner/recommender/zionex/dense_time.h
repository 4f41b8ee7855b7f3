// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a recommender's dense part on one device: perceptrons, interaction, optimizer.
#pragma once

#include "core/base/result.h"
#include "core/explain/explained.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/recommender.h"
#include "planner/formula/recommender_rates.h"

namespace shardscope::planner {

/// Achieved fractions; sources in dense_time.cpp.
struct DenseCoefficients {
    double matrixEfficiency = kSmallProducts; ///< of a matrix engine's peak
    RateSource matrixSource{core::SourceKind::Assumed, kSmallProductsSource};
    /// How often a layer's outputs pass through memory: the product writes them, the activation reads and
    /// writes them; once where the product's kernel does it all.
    double outputPasses = 3;
    double vectorEfficiency = 0.85; ///< of a vector engine's peak (fp32 without tensor cores)
    double streamEfficiency = 0.7;  ///< of device bandwidth
    core::Seconds kernel{5e-6};     ///< start and tail of one kernel
};

/// What the dense part runs on.
struct DenseMachine {
    core::FlopsPerSecond peak;
    bool vectorEngine = false;
    core::BytesPerSecond bandwidth;
    core::Dtype dtype = core::Dtype::Fp32;
};

/// The engine for \p dtype. fp32 means the vector engine, tf32 the matrix engine. Error: NotSupported.
[[nodiscard]] core::Result<DenseMachine> denseMachine(const core::HardwareSpec& hardware, core::Dtype dtype);

template <class Numbers>
struct DenseTimes {
    typename Numbers::template Q<core::kSecond> bottomForward{};
    typename Numbers::template Q<core::kSecond> bottomBackward{};
    typename Numbers::template Q<core::kSecond> topForward{}; ///< interaction and top perceptron
    typename Numbers::template Q<core::kSecond> topBackward{};
    typename Numbers::template Q<core::kSecond> optimizer{};
};

/// \p batch samples of one device. Instantiated for both number kinds.
template <class Numbers>
[[nodiscard]] DenseTimes<Numbers> denseTimes(const core::Recommender& model, double batch,
                                             const DenseMachine& machine,
                                             const DenseCoefficients& coefficients);

} // namespace shardscope::planner
