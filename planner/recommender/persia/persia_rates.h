// SPDX-License-Identifier: GPL-3.0-or-later
// How many samples a second each PERSIA role allows, which one saturates, and what the whole gives in each
// mode.
#pragma once

#include "core/base/enum_names.h"
#include "planner/recommender/persia/persia_modes.h"
#include "planner/recommender/persia/role_cluster.h"
#include "planner/recommender/zionex/dense_time.h"

#include <vector>

namespace shardscope::planner {

using core::nameOf;

/// How dense gradients are made equal (Bagua's algorithms beside PyTorch's).
enum class DenseSync { AllReduce, ByteGrad, Decentralized, LowPrecisionDecentralized, Asynchronous };
constexpr auto enumNames(DenseSync)
{
    return core::namesUpTo<DenseSync::Asynchronous>("gradient_allreduce", "bytegrad", "decentralized",
                                                    "low_precision_decentralized", "async");
}

/// Sources in persia_rates.cpp.
struct PersiaCoefficients {
    core::Seconds sampleHost{20e-6};       ///< of an NN worker process for one sample: calibrate it
    core::Seconds sharedHost{1.61e-6};     ///< of a sample, for each process that shares the NN worker's host
    core::Seconds handledId{0.61e-6};      ///< both ways between NN worker and parameter server, one id
    core::Seconds handledElement{11.9e-9}; ///< the same, one element of its row
    core::Seconds loadedId{0.2e-6};        ///< data loader, one id
    core::Seconds hashedId{0.3e-6};        ///< parameter server's map, one id, one way
    double contentionPerNode = 0.079;      ///< of an NN worker's time, for each further NN worker machine
    double networkEfficiency = 0.8;
    core::Seconds copiedByte{0.25e-9};    ///< one core copies a byte of a message, where RPC copies: assumed
    double compressionRatio = 0.6;        ///< of compressed bytes
    core::Seconds compressedByte{1.5e-9}; ///< lz4, one core: assumed
};

struct PersiaSettings {
    std::int64_t batch = 1024; ///< of one NN worker process
    core::Dtype compute = core::Dtype::Fp32;
    DenseSync sync = DenseSync::AllReduce;
    bool zeroCopy = true;
    bool compression = false;
    bool summation = true;           ///< embedding_summation: bags are summed before they go to the NN worker
    double customFeatureSeconds = 0; ///< of a sample, in the loader: crossed and custom features
    std::int64_t internalShards = 1000;     ///< of a parameter server's map
    std::int64_t largestMessage = 52428800; ///< NATS
    std::int64_t staleness = 10;
    PersiaWorkers workers{
        10, 8}; ///< num_workers and backward_workers_size, PersiaML/PERSIA @ff754b8, persia/data.py, ctx.py
    core::FlopsPerSecond devicePeak{15.7e12}; ///< one accelerator (V100 fp32)
    core::BytesPerSecond deviceBandwidth{900e9};
    core::BytesPerSecond nodeLink{150e9}; ///< between accelerators of a machine, a direction
    DenseCoefficients dense;
    PersiaCoefficients coefficients;
};

/// One edge of the topology: who sends to whom, how much for a sample.
struct PersiaEdge {
    PersiaRoleKind from;
    PersiaRoleKind to;
    core::Bytes bytesPerSample;
    double utilisation = 0; ///< of the busier end's network
};

struct PersiaRoleRate {
    PersiaRoleKind role;
    double samplesPerSecond = 0; ///< that the role could do alone
    double utilisation = 0;      ///< at the rate reached
    core::DerivationPtr why;     ///< of samplesPerSecond
};

struct PersiaRate {
    double samplesPerSecond = 0;
    std::vector<PersiaRoleRate> roles;
    std::vector<PersiaEdge> edges;
    PersiaRoleKind saturated = PersiaRoleKind::NnWorker;
    PersiaStages stages;          ///< of one NN worker's batch
    double staleness = 0;         ///< batches in flight in the steady state
    double lockEfficiency = 1;    ///< of the parameter servers' maps
    bool messageTooLarge = false; ///< a batch's ids exceed the message limit
    core::DerivationPtr why;
};

/// Throughput of \p model on \p cluster in \p mode. Error: OutOfRange (batch above PERSIA's 65,535).
[[nodiscard]] core::Result<PersiaRate> persiaRate(const core::Recommender& model, const RoleCluster& cluster,
                                                  PersiaMode mode, const PersiaSettings& settings);

/// sampleHost such that \p mode gives \p samplesPerSecond. Error: OutOfRange where other times are already
/// longer.
[[nodiscard]] core::Result<PersiaCoefficients> calibratePersia(const core::Recommender& model,
                                                               const RoleCluster& cluster, PersiaMode mode,
                                                               const PersiaSettings& settings,
                                                               double samplesPerSecond);

/// Share of cores that do work while \p cores of them take locks of \p shards shards at random: each finds
/// its shard free with probability (1 - 1/shards)^(cores - 1).
[[nodiscard]] double lockEfficiency(double cores, std::int64_t shards);

} // namespace shardscope::planner
