// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan comes to: memory by purpose, tier and class of rank; the step by part; communication; the
// verdict. Every number is explained when the plan was evaluated for the panel, and bare when it was
// evaluated for search.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/base/error.h"
#include "core/base/text_mark.h"
#include "core/explain/derivation.h"
#include "core/plan/figures.h"
#include "core/plan/plan.h"
#include "core/plan/step_times.h"
#include "core/plan/traffic_names.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

enum class Purpose {
    Weights,
    MasterWeights,
    Gradients,
    OptimizerState,
    Activations,
    Embedding,
    Buffers,
    Workspace,
    Framework
};
constexpr auto enumNames(Purpose)
{
    return namesUpTo<Purpose::Framework>(W_("weights"), W_("master_weights"), W_("gradients"),
                                         W_("optimizer_state"), W_("activations"), W_("embedding"),
                                         W_("buffers"), W_("workspace"), W_("framework"));
}

/// A class of ranks that hold the same: "stage 0", and how many they are.
struct RankClass {
    std::string name;
    std::int64_t ranks = 0;
    std::int64_t stage = 0;
    std::int64_t firstLayer = 0;
    std::int64_t layers = 0;
};

/// What one purpose holds when its rank class peaks.
struct MemoryEntry {
    std::size_t rankClass = 0; ///< index into MemoryBreakdown::classes
    Tier tier = Tier::Device;
    Purpose purpose = Purpose::Weights;
    Bytes bytes;
    DerivationPtr why; ///< null when evaluated for search
};

struct TierUse {
    std::size_t rankClass = 0;
    Tier tier = Tier::Device;
    Bytes capacity; ///< one device's share of what a program can allocate
    Bytes peak;
    DerivationPtr why; ///< of the peak
    /// What the closed forms say where the peak comes from the allocator simulation of the step.
    std::optional<Bytes> closedForm = {};
    /// What the allocator takes from the driver at most, with what is taken beside it; traced only.
    std::optional<Bytes> reserved = {};
    /// What the allocator would hold with the first request that finds no room, the gaps that tensors leave
    /// in its segments included; traced only, absent where all find room.
    std::optional<Bytes> withGaps = {};

    [[nodiscard]] bool traced() const { return closedForm.has_value(); }
    /// What the verdict (core/plan/fit_verdict.h) holds against the capacity.
    [[nodiscard]] Bytes need() const { return withGaps && peak <= capacity ? *withGaps : peak; }
};

struct MemoryBreakdown {
    std::vector<RankClass> classes;
    std::vector<MemoryEntry> entries; ///< add up to the tier's peak
    std::vector<TierUse> tiers;
    std::optional<Error> untraced; ///< why the closed forms stand, where the allocator was to be traced
    /// How far closed forms are from traces of the framework's plans: FitVerdict::closedFormError.
    double closedFormError = 0;
    [[nodiscard]] Bytes held(std::size_t rankClass, Tier tier, Purpose purpose) const;
    /// The class that needs most of \p tier relative to its capacity.
    [[nodiscard]] std::size_t fullest(Tier tier) const;
    /// What that class uses; null where nothing is in \p tier.
    [[nodiscard]] const TierUse* fullestUse(Tier tier) const;
};

struct CommunicationEntry {
    Transfer operation = Transfer::AllReduce;
    TrafficGroup group = TrafficGroup::Replica;
    Bytes bytesPerRank; ///< payload handed to the collective in one step
    Seconds seconds;
    Seconds exposed;
    DerivationPtr bytesWhy;
    DerivationPtr secondsWhy;
    std::string_view algorithm = {}; ///< ring tree hierarchical in_network pairwise hop; empty: a tier
    std::string_view reason = {};    ///< why that one (key); both are literals
};

/// Rates of a step. Model FLOPs: what the model needs; hardware FLOPs: with what is recomputed.
struct Throughput {
    double samplesPerSecond = 0;
    double tokensPerSecond = 0;
    double modelTflopsPerDevice = 0;
    double modelFlopsUtilization = 0;
    double hardwareTflopsPerDevice = 0;
    double hardwareFlopsUtilization = 0;
    double modelFlopsPerSample = 0; ///< forward and backward; 0: not counted
    double hardwareFlopsPerSample = 0;
    double peakFlopsPerSecond = 0; ///< of one device
};

/// What steps of this length come to over the training that the plan asks for (Plan::training).
struct TrainingRun {
    double steps = 0;
    double samples = 0;
    double tokens = 0;
    Seconds seconds;
    std::optional<Joules> energy;
    std::optional<double> currency;
    std::optional<double> loss; ///< nats a token, by a scaling law; none where none was fitted to such models
    DerivationPtr secondsWhy;
    DerivationPtr energyWhy;
    DerivationPtr currencyWhy;
    DerivationPtr lossWhy;
};

/// What a step loses because groups reach beyond one level of the network: its time less that of the same
/// plan on a machine where that level holds everything.
struct BoundaryLoss {
    LinkLevel level = LinkLevel::Node; ///< whose boundary is crossed
    Seconds seconds;
};

/// Whether a plan's memory (and devices) are there: tight where it may not fit after all, fragmented where
/// only gaps between tensors keep it from fitting.
enum class Fit { Fits, Tight, Fragmented, Over };
constexpr auto enumNames(Fit) { return namesUpTo<Fit::Over>("fits", "tight", "fragmented", "over"); }

/// Devices and memory are there; a tight plan may end for want of memory all the same.
[[nodiscard]] constexpr bool feasible(Fit fit) { return fit == Fit::Fits || fit == Fit::Tight; }

/// What a plan comes to, in short.
struct PlanOutcome {
    std::int64_t devices = 0;
    std::optional<Seconds> step; ///< none where no step can be timed
    Bytes peak;                  ///< of the fullest device
    Fit fit = Fit::Fits;
};

/// A change to the plan and what it would save; the sentence is made by the front ends.
struct Remedy {
    std::string
        key; ///< recompute_full zero_1 phased_execution pipeline tensor offload_optimizer ... combination
    std::vector<std::string> args;
    Bytes saved;
    bool suffices = false;
    std::vector<Remedy> together = {}; ///< of a combination: all of these at once, in this order
    std::shared_ptr<const Plan> plan =
        {}; ///< with the change made; null where none of a plan's keys makes it
    std::optional<PlanOutcome> after = {}; ///< of that plan
};

struct Violation {
    std::string kind;  ///< memory devices divisibility ...
    std::string where; ///< "stage 0 device"
    double need = 0;
    double have = 0;
    Dimension dimension;
    std::vector<Remedy> remedies; ///< closest first; on the first violation of each tier
};

/// An infeasible plan is a result, not an error.
struct Verdict {
    std::vector<Violation> violations;
    [[nodiscard]] bool feasible() const { return violations.empty(); }
};

/// Computing of a step on a bulk-synchronous machine, by what its supersteps do.
struct SuperstepTimes {
    Seconds compute;
    Seconds exchange;
    Seconds sync;
};

struct Evaluation {
    SHARDSCOPE_COPIED_ONCE(Evaluation);

    Plan plan;
    double parameters = 0;
    std::int64_t devices = 0;
    std::optional<std::int64_t> available; ///< none: unlimited
    MemoryBreakdown memory;
    StepTimes step;     ///< empty where no step can be timed (ParametersOnly)
    Seconds closedForm; ///< of the step, before its passes and messages are laid out one by one
    std::vector<CommunicationEntry> communication;
    Throughput throughput;
    std::optional<Joules> energyPerStep; ///< all devices
    std::optional<double> currencyPerHour;
    std::optional<double> currencyPerStep;
    DerivationPtr energyWhy;
    DerivationPtr currencyWhy; ///< of a step
    std::optional<TrainingRun> training;
    std::optional<SuperstepTimes> supersteps;
    std::vector<BoundaryLoss> boundaries; ///< innermost first; explained evaluations only
    Verdict verdict;
    Figures figures; ///< further named figures the case files compare (weights_bytes, ...)
    std::vector<std::string> unverified; ///< figures used that nobody could check
};

} // namespace shardscope::core
