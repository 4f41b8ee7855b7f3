// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the time model that no data sheet gives: achieved fractions, overheads, what the host needs.
// Each has a default with its source, bounds for fits, and may be set by a calibration of the hardware.
#pragma once

#include "core/explain/derivation.h"
#include "core/hardware/hardware_spec.h"
#include "planner/formula/kernel_class.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::planner {

/// Achieved fractions of the memory's bandwidth come first: one for each memory-bound KernelClass (rateOf),
/// then those listed here.
enum class Coefficient : std::size_t {
    OptimizerSingle = kMemoryClasses,
    OptimizerHalf,
    ShardCopy,
    // Products.
    GemmRate,
    GemmHalfTile,
    GemmQuarterTile,
    GemmDepth,
    GemmWaves,
    GemmStart,
    GemmMemory,
    BatchedRate,
    BatchedStart,
    OddRate,
    OddBackwardRate,
    EvenRate,
    VectorRate,
    CastRate,
    CastStart,
    CastRow,
    BlockScaled,
    HeadRate,
    // Power: how much faster products run where they are a small share of the time.
    CoolGain,
    CoolShare,
    HotShare,
    // Fused attention.
    AttentionRate64,
    AttentionRate128,
    AttentionBackwardRate64,
    AttentionBackwardRate128,
    AttentionStart,
    AttentionBackwardStart,
    AttentionEnds,
    AttentionDropout,
    AttentionDropoutBackward,
    AttentionNarrow,
    FlashTwo,
    RingSteps,
    // Kernels.
    KernelGap,
    KernelLeast,
    ColumnFixed,
    WeightFixed,
    ScatterFixed,
    CacheGain,
    // Host.
    HostForward,
    HostBackward,
    HostOptimizer,
    HostTensor,
    HostStart,
    HostLayerForward,
    HostLayerBackward,
    HostTensorParallel,
    HostTensorParallelGrowth,
    HostInput,
    HostMicroBatch,
    HostExperts,
    HostGraphed,
    HostGather,
    HostUpdate,
    HostJoin,
    StepConstant,
    ExpertFixed,
    // Collectives.
    NodeLatency,
    NodeRate,
    ClusterLatency,
    NodeEgress,
    RingLinks,
    NodeCollectives,
    ClusterCollectives,
    NodeStarts,
    ClusterStarts,
    ClusterHop,
    PipelinedHop,
    PipelineStall,
    StallNodes,
    ReplicaShare,
    PipelineShare,
    BesideProducts,
    BesideCollectives,
    ExpertExposed,
    ExpertBeside,
    OptimizerPasses,
    // Copies to other memories.
    HostCopies,
    NvmeCopies,
    // Networks given as lists of layers.
    LayerRate,
    // Recommenders.
    RowGather,
    PerceptronRate,
    EmbeddingKernels,
    Count
};
inline constexpr std::size_t kCoefficients = static_cast<std::size_t>(Coefficient::Count);
/// The rate of a memory-bound class; \p kernel comes before KernelClass::Scatter.
[[nodiscard]] constexpr Coefficient rateOf(KernelClass kernel) { return static_cast<Coefficient>(kernel); }

/// What a coefficient is, apart from any hardware.
struct CoefficientInfo {
    Coefficient which;
    std::string_view name;
    double otherwise; ///< the default
    double lowest;    ///< bounds of fits
    double highest;
    std::string_view unit; ///< "" for fractions and counts
    std::string_view source;
};
[[nodiscard]] const CoefficientInfo& infoOf(Coefficient which);
[[nodiscard]] std::optional<Coefficient> coefficientFromName(std::string_view name);

/// The values for one kind of plan on one hardware.
struct Coefficients {
    std::array<double, kCoefficients> values{};
    std::array<core::SourceKind, kCoefficients> kinds{};
    const core::Calibration* calibration = nullptr; ///< what some of them are from
    const core::DeviceRates* rates = nullptr;       ///< what others are from
    const core::NetworkRates* network = nullptr;    ///< and those of links
    bool ofLinks = false;                           ///< the system's runs told how fast links are

    [[nodiscard]] double operator[](Coefficient which) const
    {
        return values[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] core::SourceKind kind(Coefficient which) const
    {
        return kinds[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] std::string_view citation(Coefficient which) const;
    /// What the calibration's runs had for \p key (Calibration::ranWith); empty: as their program has it.
    [[nodiscard]] std::string_view ranWith(std::string_view key) const;
};

/// Defaults with the device's \p rates and the system's \p network over them, then \p calibration's values
/// (null: none). All must outlive the answer.
[[nodiscard]] Coefficients coefficientsOf(const core::Calibration* calibration,
                                          const core::DeviceRates* rates = nullptr,
                                          const core::NetworkRates* network = nullptr);

} // namespace shardscope::planner
