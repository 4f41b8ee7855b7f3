// SPDX-License-Identifier: GPL-3.0-or-later
// What each pass of a schedule takes, from what the evaluator says of its stage, and what follows the last
// one.
#pragma once

#include "planner/formula/what_if.h"
#include "planner/schedule/schedules.h"
#include "planner/step/step.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

/// One pass of one micro-batch through one chunk, in the order in which it happens.
struct PassTimes {
    double wait = 0;   ///< for the host
    double gather = 0; ///< of sharded weights, where nothing hides it
    double recompute = 0;
    double compute = 0;
    double collectives = 0; ///< of the tensor, context and expert groups, exposed
    double reduce = 0;      ///< of gradients after each micro-batch, where nothing hides it
    double lost = 0;        ///< of compute: to collectives beside it

    [[nodiscard]] double total() const { return wait + gather + recompute + compute + collectives + reduce; }
    PassTimes& add(const PassTimes& other, double share);
};

/// Traffic of a step beside the passes: units of it go out while they compute.
struct Hidden {
    core::Transfer operation{};
    core::TrafficGroup group{};
    double seconds = 0; ///< of one use, beside what computes meanwhile
    double bytes = 0;
    double unit = 0;  ///< seconds of one unit that has nothing beside it
    double units = 1; ///< that one use goes out in
    bool everyMicroBatch = false;
};

/// One rank's part of a step after its last pass, in the order in which it happens.
struct TailPart {
    enum class Kind : std::uint8_t { Reduce, Stream, Optimizer, Wait, Gather } kind = Kind::Optimizer;
    double seconds = 0;
    core::Transfer operation{}; ///< of traffic
    core::TrafficGroup group{};
    bool betweenEnds = false; ///< first and last rank together: it begins when both have come
    double bytes = 0;         ///< of traffic, of each rank
};

struct RankWork {
    std::vector<TailPart> tail;
    std::vector<Hidden> reductions;     ///< of gradients, beside backward
    std::vector<Hidden> forwardGathers; ///< of sharded weights, beside forward and before each use
    std::vector<Hidden> backwardGathers;
    double lostLast = 0; ///< by the last micro-batch's backward to reductions that go out then alone
    /// Shards of a phase's weights, gathered each time it is entered, and its gradients when they are whole.
    std::optional<Hidden> phaseGather;
    bool gatheredAgain = false; ///< for backward
    std::optional<Hidden> phaseReduction;
    /// All of a step's traffic inside the passes, by group: seconds altogether and those exposed.
    struct Inside {
        core::Transfer operation{};
        core::TrafficGroup group{};
        double seconds = 0; ///< of one micro-batch through the rank's chunks, forward and backward
        double bytes = 0;   ///< of the same
    };
    std::vector<Inside> inside;
    /// The traffic that a bucket of \p number is: of gathers, or of reductions.
    [[nodiscard]] const Hidden& bucket(bool gathers, std::size_t number) const
    {
        if (!gathers)
            return reductions[number];
        return number < forwardGathers.size() ? forwardGathers[number]
                                              : backwardGathers[number - forwardGathers.size()];
    }
    /// What the passes move between the device and another memory while they compute, of one micro-batch
    /// through the rank's chunks: out in forward, in again in backward (activations); what nothing hides is
    /// the tail's.
    struct Copies {
        core::TrafficGroup tier{};
        double seconds = 0;       ///< both ways
        bool activations = false; ///< nothing else is among it
    };
    std::vector<Copies> copies;
    double passGatherBytes = 0; ///< of all layers, once: what PassTimes::gather and reduce move
    double passReduceBytes = 0;
};

/// What a stage that runs in phases loads and stores, in seconds of its link to the memory the phases wait
/// in.
struct PhaseMoves {
    struct Phase {
        double weights = 0;   ///< loaded for forward and again for backward
        double gradients = 0; ///< stored when backward's last micro-batch has gone through
        double layers = 0;    ///< share of the stage's layers
        bool first = false;   ///< has the embedding
        bool last = false;    ///< has the head
    };
    std::vector<Phase> phases;
    double edge = 0;    ///< a phase's input or output of one micro-batch: in forward each is moved once, in
                        ///< backward the input and the gradient come and the input's gradient goes
    double update = 0;  ///< what the update moves: nothing hides it
    double exposed = 0; ///< of the phases' moves, as the closed form has it
    double beside = 0;  ///< share that IO tiles or copy engines can move while others compute
    core::TrafficGroup tier{};
};

/// The plan as work.
struct PlanWork {
    std::vector<PhaseMoves> moves; ///< by rank; empty: no rank runs in phases
    std::vector<StageStep> stages;
    std::vector<RankWork> ranks;
    std::int64_t chunks = 1;    ///< of a rank, in one chain
    std::int64_t positions = 1; ///< of a chain
    double microBatches = 1;
    bool inTurn = false;           ///< a rank does nothing else while it sends
    std::size_t gatheredAhead = 1; ///< a unit of weights is asked for when so many before it still compute

    /// How long the passes of stage \p stage take on \p rank.
    [[nodiscard]] PassTimes forward(std::int32_t stage, std::int32_t rank) const;
    [[nodiscard]] PassTimes backward(std::int32_t stage, std::int32_t rank) const;
    [[nodiscard]] PassTimes of(const Action& action, std::int32_t rank) const;
    [[nodiscard]] double send(std::int32_t from, std::int32_t to) const; ///< between neighbouring ranks
    [[nodiscard]] std::int64_t layers(std::int32_t rank) const;          ///< of one chunk
    /// What of its rank's passes a chunk has.
    struct ChunkShare {
        double layers = 1;
        bool first = false; ///< the embedding
        bool last = false;  ///< the head
    };
    [[nodiscard]] ChunkShare shareOf(std::int32_t stage, std::int32_t rank) const;
    /// Which of its rank's chunks \p stage is; where ranks run in phases: which phase.
    [[nodiscard]] std::size_t chunkOf(std::int32_t stage) const
    {
        return static_cast<std::size_t>(stage) / stages.size();
    }

    [[nodiscard]] PassTimes chunk(const std::vector<PassTimes>& layers, const PassTimes& first,
                                  const PassTimes& last, std::int32_t stage, std::int32_t rank) const;
    std::vector<PassTimes> layersForward; ///< by rank: of all its layers
    std::vector<PassTimes> layersBackward;
    PassTimes firstForward, firstBackward, lastForward, lastBackward; ///< of embedding and head
    std::vector<double> sends;                                        ///< from a rank to the next
};

[[nodiscard]] PlanWork planWork(const core::Plan& plan, std::vector<StageStep> stages,
                                const PipelineOrder& order, const std::vector<PhaseMoves>& moves = {});

/// What the derivation of such traffic of a rank in a step is called, after "stage 3.".
[[nodiscard]] std::string trafficKey(core::Transfer operation, core::TrafficGroup group);

/// A step that only its sums are known of (a model that is no transformer): one stage.
[[nodiscard]] StageStep stageOfSums(const core::Evaluation& evaluation, const WhatIf& whatIf = {});

} // namespace shardscope::planner
