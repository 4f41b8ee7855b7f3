// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in time: its step, event by event, as a Run like any other.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/task.h"
#include "core/plan/memory_trace.h"
#include "core/run/execution_graph.h"
#include "core/run/run.h"
#include "planner/evaluate/evaluate.h"
#include "planner/formula/what_if.h"
#include "planner/schedule/schedules.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// How finely the run shows a pass: as one, layer by layer, or operator by operator (of a transformer; else
/// as one).
enum class SimulationDetail : std::uint8_t { Stage, Layer, Operator };

/// One machine fails and is back, its state restored, a while later: "stage 2" (any rank of it) of a
/// pipeline, "nn worker 1", "parameter_server", "embedding_worker" or "data_loader" of PERSIA.
struct Failure {
    std::string what;
    double at = 0;   ///< seconds into what is counted
    double down = 0; ///< seconds until it is back
    /// A checkpoint is whole after every so many steps; 0: only where the run begins.
    std::int64_t checkpointEvery = 0;
};

/// What a failure cost.
struct FailureCost {
    std::string what;
    double at = 0; ///< of the run
    double back = 0;
    double delaySeconds = 0; ///< by which the last step ends later
    /// Work that was in vain: of a pipeline, what was done since the checkpoint, and is done again; of an NN
    /// worker its batch under way. Of a server: the time since the checkpoint, whose updates of its rows are
    /// gone.
    double lostSeconds = 0;
    double lostBatches = 0; ///< steps of a pipeline; batches of NN workers whose updates are lost in PERSIA
    double lostShare = 0;   ///< of all rows, those that lost them
};

struct SimulationOptions {
    SimulationDetail detail = SimulationDetail::Stage;
    std::int64_t steps = 1;
    std::optional<ScheduleKind> schedule; ///< in the place of the plan's own
    std::optional<PipelineOrder> order;   ///< of a file; as many ranks as the plan has stages
    double jitter = 0;                    ///< standard deviation of each duration, as a share of it
    std::uint64_t seed = 0;
    std::vector<Slowdown> slowdowns;
    std::optional<Failure> failure; ///< goes with no jitter
    /// Whether buckets of replica traffic go out beside the passes; none: as the plan's implementation does.
    std::optional<bool> overlap;
    bool sensitivity = false;         ///< also what 10 % more of each resource buys
    bool run = true;                  ///< whether a timeline is made
    bool traced = true;               ///< whether peaks are the memory trace's; else the closed forms'
    std::vector<std::int64_t> expand; ///< ranks that the run shows beside the classes that stand for them
    bool graph = false;               ///< whether what the ranks do after what is made
    bool heap = false;                ///< whether the allocator is traced: Simulation::heaps
};

/// What the ranks of one stage do; one stands for all of them.
struct SimulatedClass {
    std::string rankClass;
    std::int64_t count = 0;
    double busySeconds = 0; ///< computing and what it cannot go on without
    double idleSeconds = 0; ///< waiting for other stages
    double exposedSeconds = 0;
    double peakBytes = 0;    ///< of the device
    double peakInFlight = 0; ///< micro-batches
    /// The class whose state it has a copy of beside its own: DualPipe's second chain runs the other way.
    std::optional<std::size_t> copyOf;

    /// How many bytes of \p purpose that copy has on \p tier.
    [[nodiscard]] core::Bytes copied(const core::MemoryBreakdown& memory, core::Tier tier,
                                     core::Purpose purpose) const;
};

/// Why the simulated step is not the closed form's. Keys: sends, exposed_replica_traffic, exposed_streaming,
/// unequal_stages, few_micro_batches, unequal_devices, shared_links,
/// late_all_reduce, late_start, overlapped_pairs, role_queues, what_if, failure.
struct StepDifference {
    std::string what;
    double seconds = 0;
};

/// What the allocator of a device shows over the run: the memory trace of a step, pass by pass, each pass's
/// events spread evenly over its time. It ends where a request finds no room in the device: the step in which
/// that happens is then drawn as the first.
struct HeapSample {
    double seconds = 0;
    double allocated = 0; ///< bytes
    double reserved = 0;  ///< taken from the driver
};
struct SimulatedHeap {
    std::size_t stage = 0; ///< index of its class
    /// DeepSpeed: whether gradients are reduced out of a buffer made beforehand; the plan's own choice comes
    /// first. None: the implementation has no choice.
    std::optional<bool> contiguous;
    std::optional<double> room; ///< what the driver has for the allocator, where that is known
    double peakAllocated = 0;
    double peakReserved = 0;
    std::vector<HeapSample> curve;
    core::AllocationShortage shortage; ///< request 0: all found room; without its curve
    double failsAt = 0;
};

struct Sensitivity {
    std::string resource;
    double seconds = 0; ///< by which the step gets shorter when the resource is 10 % faster
};

struct Simulation {
    SHARDSCOPE_COPIED_ONCE(Simulation);

    core::Evaluation evaluation; ///< explained
    TimedSchedule schedule;      ///< one step's passes in time, for a chart; empty where the plan has none
    bool lanes = false;          ///< no pipeline: the run's rows are the chart
    std::int64_t behind = 0;     ///< steps at the run's end that only follow those that count
    double stepSeconds = 0;
    double closedFormSeconds = 0;
    std::vector<StepDifference> differences; ///< they add up to stepSeconds - closedFormSeconds
    std::vector<SimulatedClass> classes;     ///< in the order of the stages
    std::vector<Sensitivity> sensitivities;  ///< largest first
    std::vector<std::string> slowable;       ///< what a Slowdown may name
    std::vector<std::string> failing;        ///< what a Failure may name; empty: nothing fails alone
    std::optional<FailureCost> failure;      ///< where one was asked for
    std::vector<SimulatedHeap> heaps;        ///< by class; where asked for
    std::optional<core::Error> untraced;     ///< why they are not there, though asked for
    /// What the run's slices name as their derivation: "stage 3.forward", "stage 0.optimizer",
    /// "stage 3.forward.qkv_projection".
    std::vector<std::pair<std::string, core::DerivationPtr>> derivations;
    core::RunPtr run;
    std::shared_ptr<const core::ExecutionGraph> graph; ///< null where not asked for, or of a recommender
};

/// Errors: those of evaluate() and pipelineOrder(); NotSupported where the plan has no step to time, or the
/// schedule does not go with the plan; UnknownName for an unknown slowdown; Cancelled.
[[nodiscard]] core::Result<Simulation> simulate(const core::ModelSpec& model,
                                                const core::HardwareSpec& hardware, const core::Plan& plan,
                                                const SimulationOptions& options = {},
                                                const core::Task& task = {});

} // namespace shardscope::planner
