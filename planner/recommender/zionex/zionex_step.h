// SPDX-License-Identifier: GPL-3.0-or-later
// One synchronous step as ZionEX runs it: embeddings sharded over all devices, perceptrons replicated.
#pragma once

#include "core/base/text_mark.h"
#include "planner/recommender/placement/placement.h"
#include "planner/recommender/zionex/dense_time.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

struct ZionexCoefficients {
    LookupCoefficients lookup;
    DenseCoefficients dense;
    /// What says how long the machine's collectives take in the framework's runs; null: as measured alone.
    std::shared_ptr<const core::Calibration> fit = nullptr;
    double embeddingKernels = 1; ///< that index ids and look rows up; twice as many update them
    RateSource embeddingKernelsSource{core::SourceKind::Assumed, "one fused kernel looks up, two update"};
    core::Seconds readerPerId{20e-9}; ///< a host core handles an id of a batch: assumed
    core::Seconds hostOverhead{0};    ///< of the framework in a step, before kernels run: calibrate it
};

struct ZionexSettings {
    std::int64_t batch = 512; ///< samples a device takes
    core::Dtype compute = core::Dtype::Tf32;
    EmbeddingWire wire;
    double hotRows = 0; ///< of each table, replicated everywhere (HugeCTR's hybrid embedding)
    core::Dtype allReduceWire = core::Dtype::Fp32;
    bool pipelined = true; ///< the next batch's ids travel, and its missed rows, while this one computes
    std::int64_t readersPerDevice = 0; ///< host cores that prepare a device's batches; 0: as many as hide it
    bool torchRecCosts = false;        ///< place by TorchRec's cost model (times are always ours)
    double deviceReserve = 0.15;       ///< of device memory that no table may take
    std::map<std::string, core::TableConstraint> constraints; ///< by table name
    ZionexCoefficients coefficients;
};

/// A part of the step.
struct RecommenderPart {
    std::string key; ///< id_all_to_all lookup vector_all_to_all bottom_mlp top_mlp update gradient_all_to_all
                     ///< all_reduce cache_misses ingest reader host …
    core::Seconds seconds;
    core::Seconds exposed; ///< not hidden behind others
    core::DerivationPtr why;
    Algorithm algorithm = {}; ///< of a collective
    core::Bytes sent = {};    ///< of an all-to-all: what whoever has most to send hands to it
};

/// The part of a step that is waiting for links that others use, for devices that send more, and for
/// gradients that come late: what the step in time (step_tasks.h) takes beyond the formula of its parts.
inline constexpr const char* kSharedLinks = W_("shared_links");

struct ZionexStep {
    core::Seconds seconds;        ///< of the step in time
    core::Seconds formulaSeconds; ///< with every link for each transfer alone
    core::DerivationPtr why;
    std::vector<RecommenderPart> parts;
    double samplesPerSecond = 0;
    std::string bound; ///< what limits it: front_end reader host all_to_all id_all_to_all embedding_misses
                       ///< embedding dense all_reduce
    core::Seconds deviceSeconds;       ///< of the device's critical path alone
    core::Bytes replicatedGradients;   ///< of rows that every device keeps, reduced with the perceptrons'
    bool pipelined = true;             ///< as it was asked
    std::int64_t readersPerDevice = 1; ///< host cores that prepare a device's batches
    bool readersSized = false;         ///< they were counted, not given
    Placement placement;
};

/// What placeTables is asked for a step: the model's tables on \p devices of \p hardware.
[[nodiscard]] core::Result<PlacementRequest> placementRequest(const core::Recommender& model,
                                                              const core::HardwareSpec& hardware,
                                                              std::int64_t devices,
                                                              const ZionexSettings& settings);
/// Places tables by the cost model that \p settings names; the shards' times are always ours.
[[nodiscard]] core::Result<Placement>
placeZionex(const PlacementRequest& request, const ZionexSettings& settings, const core::Task& task = {});
/// How the time of one shard of \p placed came to be, by our cost model.
[[nodiscard]] core::DerivationPtr explainShard(const PlacementRequest& request, const PlacedTable& placed,
                                               const LookupCoefficients& coefficients);
/// The step over a placement that is there already: all-reduce format, compute type and pipelining do not
/// change it.
[[nodiscard]] core::Result<ZionexStep> timeZionex(const core::Recommender& model,
                                                  const core::HardwareSpec& hardware,
                                                  const PlacementRequest& request, Placement placement,
                                                  const ZionexSettings& settings);

/// The parts of a device that has the mean of all devices' tables to do; those of the step are the busiest's.
[[nodiscard]] core::Result<std::vector<RecommenderPart>> partsOfMeanDevice(const core::Recommender& model,
                                                                           const core::HardwareSpec& hardware,
                                                                           const PlacementRequest& request,
                                                                           const Placement& placement,
                                                                           const ZionexSettings& settings);

/// Does all three in one. Errors: those of embeddingCluster, denseMachine and placeTables.
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
    double ceiling = 0;  ///< samples a second that the all-to-alls alone would allow
    double frontEnd = 0; ///< that the hosts' network alone would; 0: not described
};

/// \p devices in ascending order; the batch of a device stays (weak) or the global batch does (strong, from
/// the first point). Points that do not fit memory are left out.
[[nodiscard]] core::Result<std::vector<ScalingPoint>>
zionexScaling(const core::Recommender& model, const core::HardwareSpec& hardware,
              const std::vector<std::int64_t>& devices, bool strong, const ZionexSettings& settings,
              const core::Task& task = {});

/// Finds where the curve bends: the point farthest above the chord from the first to the last, both axes
/// scaled to one (V. Satopaa et al., "Finding a 'Kneedle' in a Haystack", ICDCSW 2011). None below three
/// points, or if none stands above the chord by more than a hundredth.
[[nodiscard]] std::optional<std::size_t> kneeOf(const std::vector<ScalingPoint>& points);

} // namespace shardscope::planner
