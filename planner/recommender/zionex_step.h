// SPDX-License-Identifier: GPL-3.0-or-later
// One synchronous step as ZionEX runs it: embeddings sharded over all devices, perceptrons replicated.
#pragma once

#include "planner/recommender/dense_time.h"
#include "planner/recommender/placement.h"

#include <map>
#include <string>
#include <vector>

namespace shardscope::planner {

struct ZionexCoefficients {
    LookupCoefficients lookup;
    DenseCoefficients dense;
    double incastPerNode = 0.02; ///< of a link's rate lost for each further node that sends at once: assumed
    core::Seconds messageTime{0.5e-6}; ///< one of an all-to-all's messages to a peer: assumed
    core::Seconds readerPerId{20e-9};  ///< a host core handles an id of a batch: assumed
    core::Seconds hostOverhead{0};     ///< of the framework in a step, before kernels run: calibrate it
};

struct ZionexSettings {
    std::int64_t batch = 512; ///< samples a device takes
    core::Dtype compute = core::Dtype::Tf32;
    EmbeddingWire wire;
    double hotRows = 0; ///< of each table, replicated everywhere (HugeCTR's hybrid embedding)
    core::Dtype allReduceWire = core::Dtype::Fp32;
    bool pipelined = true;             ///< the next batch's ids travel while this one computes
    std::int64_t readersPerDevice = 1; ///< host cores that prepare a device's batches
    bool torchRecCosts = false;        ///< place by TorchRec's cost model (times are always ours)
    ZionexCoefficients coefficients;
};

/// A part of the step.
struct RecommenderPart {
    std::string key; ///< id_all_to_all lookup vector_all_to_all bottom_mlp top_mlp update gradient_all_to_all
                     ///< all_reduce …
    core::Seconds seconds;
    core::Seconds exposed; ///< not hidden behind others
    core::DerivationPtr why;
};

struct ZionexStep {
    core::Seconds seconds;
    core::DerivationPtr why;
    std::vector<RecommenderPart> parts;
    double samplesPerSecond = 0;
    std::string bound;           ///< what limits it: reader host all_to_all embedding dense all_reduce
    core::Seconds deviceSeconds; ///< of the device's critical path alone
    Placement placement;
};

/// Errors: those of embeddingCluster, denseMachine and placeTables.
[[nodiscard]] core::Result<ZionexStep> zionexStep(const core::Recommender& model,
                                                  const core::HardwareSpec& hardware, std::int64_t devices,
                                                  const ZionexSettings& settings,
                                                  const core::Task& task = {});

/// Calibrates the one free coefficient, hostOverhead or the dense efficiency, so that the model gives \p
/// seconds: the host's where the step is bound by it, else the matrix efficiency. Returns the calibrated
/// coefficients.
[[nodiscard]] core::Result<ZionexCoefficients>
calibrateZionex(const core::Recommender& model, const core::HardwareSpec& hardware, std::int64_t devices,
                const ZionexSettings& settings, core::Seconds seconds);

/// One point of a scaling curve.
struct ScalingPoint {
    std::int64_t devices = 0;
    double samplesPerSecond = 0;
    double efficiency = 0; ///< per device, against the first point
    std::string bound;
    double ceiling = 0; ///< samples a second that the all-to-all alone would allow
};

/// \p devices in ascending order; the batch of a device stays (weak) or the global batch does (strong, from
/// the first point). Points that do not fit memory are left out.
[[nodiscard]] core::Result<std::vector<ScalingPoint>>
zionexScaling(const core::Recommender& model, const core::HardwareSpec& hardware,
              const std::vector<std::int64_t>& devices, bool strong, const ZionexSettings& settings,
              const core::Task& task = {});

} // namespace shardscope::planner
