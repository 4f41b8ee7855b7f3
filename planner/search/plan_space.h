// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans of a model a search goes through: what each axis and modifier may be. Nothing is listed
// ahead; the search asks for the values of one axis once the others before it are settled.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace shardscope::planner {

/// Whole numbers from lowest to highest, both included.
struct WholeRange {
    std::int64_t lowest = 1;
    std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    [[nodiscard]] bool holds(std::int64_t value) const { return value >= lowest && value <= highest; }
    [[nodiscard]] bool single() const { return lowest == highest; }
    friend bool operator==(const WholeRange&, const WholeRange&) = default;
};

/// Everything is searched that is not limited here; what is no axis below differs by variant.
struct PlanSpace {
    /// At least one; their axes, batch and sharding are not read. One that runs in phases and says no number
    /// of them (phases 0) is open to all that its stages may be cut into (phaseCounts), and takes as many
    /// micro-batches as the memory that its phases wait in holds.
    std::vector<core::Plan> variants;
    WholeRange tensor;
    WholeRange tensorSecond{1, 1};
    WholeRange pipeline;
    WholeRange replica;
    WholeRange context;
    WholeRange expert;
    WholeRange expertTensor{0, 1}; ///< 0: as tensor; others that divide tensor where it holds them
    WholeRange virtualStages;
    WholeRange microBatch;
    WholeRange microBatches;
    /// One number: every step takes so many samples. A range: every number of replicas takes the largest
    /// multiple in it, and with powers of two of micro-batches the largest multiple of both.
    WholeRange globalBatch;
    WholeRange batchMultiple{1, 1}; ///< global batches are multiples of its lowest
    WholeRange shardedWeights;      ///< rts
    WholeRange shardedGradients;
    WholeRange shardedOptimizer; ///< rts'
    std::vector<int> zeroStages; ///< only these presets; empty: any degrees
    std::vector<bool> sequenceParallel{false, true};
    std::vector<core::Schedule> schedules; ///< empty: those that its framework's users choose from
    std::vector<core::Recompute> recomputes{core::Recompute::None, core::Recompute::Selective,
                                            core::Recompute::Full};
    bool someRecompute = true; ///< also some layers recomputed: the fewest of each stage that fit, where
                               ///< recompute is open; and of sharded weights as many kept as fit
    std::vector<core::Residency> offloads; ///< also these, where the variant keeps all on the device; of the
                                           ///< optimizer's state the smallest share that makes it fit
    /// Means that a machine has and that cost more than the others: a search that finds nothing without them
    /// is asked again with them (withLastMeans).
    std::vector<core::Plan> lastVariants;
    std::vector<core::Residency> lastOffloads;
    bool unevenStages = true; ///< also first and last stages with one or two layers less than the others
    bool tensorWithinNode = false;
    bool runnableOnly = true; ///< what the variant's implementation can run (planner/rules)
};

/// Whether \p variant runs in phases and leaves open in how many.
[[nodiscard]] bool opensPhases(const core::Plan& variant);
/// \p space with its last means too; none where it has none.
[[nodiscard]] std::optional<PlanSpace> withLastMeans(const PlanSpace& space);

/// Keeps everything on the devices that does not have to use memory beside them.
void keepOnDevice(PlanSpace& space);

/// Divisors in ascending order.
[[nodiscard]] std::vector<std::int64_t> divisorsOf(std::int64_t number);

/// Part of a batch that one replica takes: micro-batches one after another.
struct BatchChoice {
    std::int64_t microBatch = 1;
    std::int64_t microBatches = 1;
    std::int64_t globalBatch = 1;
    friend bool operator==(const BatchChoice&, const BatchChoice&) = default;
};
/// The batches of \p replica replicas, ascending by micro-batch; none if the batch does not divide.
[[nodiscard]] std::vector<BatchChoice> batchesOf(const PlanSpace& space, std::int64_t replica);

/// Layers of each stage where the first and the last have up to two less than those between them, which are
/// all alike: the embedding and the head take their place (Megatron-LM,
/// --account-for-embedding-in-pipeline-split and --decoder-last-pipeline-num-layers; torchtitan,
/// first_stage_less_layers). The first entry is empty: as even as whole layers allow.
[[nodiscard]] std::vector<std::vector<std::int64_t>> stageCutsOf(const PlanSpace& space,
                                                                 const core::Plan& variant,
                                                                 const core::ModelSpec& model,
                                                                 std::int64_t pipeline);

/// The schedules that the space names, or the usual ones of \p variant's implementation.
[[nodiscard]] std::vector<core::Schedule> schedulesAsked(const PlanSpace& space, const core::Plan& variant);

/// How the pipeline runs.
struct ScheduleChoice {
    core::Schedule schedule = core::Schedule::OneForwardOneBackward;
    std::int64_t virtualStages = 1;
};
/// The schedules of \p pipeline stages over \p layers layers; one stage has one schedule. \p variant has the
/// layers of each stage, if they are given.
[[nodiscard]] std::vector<ScheduleChoice> schedulesOf(const PlanSpace& space, const core::Plan& variant,
                                                      std::int64_t layers, std::int64_t pipeline,
                                                      std::int64_t microBatches);

/// Shard degrees over \p replicas ranks of which \p near share a node: weights at most as far as gradients,
/// and these at most as far as the optimizer's state, each over one rank, a node or all; every divisor where
/// the space names degrees.
[[nodiscard]] std::vector<core::Sharding> shardingsOf(const PlanSpace& space, const core::Plan& variant,
                                                      std::int64_t pipeline, std::int64_t replicas,
                                                      std::int64_t near);

/// Numbers of devices worth trying between \p lowest and \p highest: powers of two within a node, then whole
/// nodes, all of them while they are few, then four to each doubling.
[[nodiscard]] std::vector<std::int64_t> deviceCounts(const core::HardwareSpec& hardware, std::int64_t lowest,
                                                     std::int64_t highest);

} // namespace shardscope::planner
