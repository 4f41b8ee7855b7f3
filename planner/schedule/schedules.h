// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of pipelines alone, without model and hardware: who does what in which order, and what that costs
// when everything starts as soon as it can (contract, section 7).
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// What a rank does with one micro-batch in one stage (a chunk of the layers).
enum class ActionKind : std::uint8_t {
    Forward,        ///< F
    InputGradient,  ///< I: what the stage before waits for
    WeightGradient, ///< W: what only the update waits for
    Backward,       ///< B: both at once
    Overlapped      ///< a forward and a backward whose communication hides behind each other's computing
};

struct Action {
    ActionKind kind = ActionKind::Forward;
    std::int32_t stage = 0; ///< of an overlapped pair: of its forward
    std::int32_t microBatch = 0;
    std::int32_t backwardStage = -1; ///< of an overlapped pair
    std::int32_t backwardMicroBatch = -1;
    friend bool operator==(const Action&, const Action&) = default;
};
/// "3F0", "3I0", "3W0", "3B0", or "(0F3;3B1)"
[[nodiscard]] std::string textOf(const Action& action);

/// The schedules that are built in. The order of each follows the source that order.cpp names beside it.
enum class ScheduleKind : std::uint8_t {
    Gpipe,
    OneForwardOneBackward,
    Interleaved,
    BreadthFirst,
    InterleavedZeroBubble,
    ZbH1,
    ZbH2,
    Zb1p,
    Zb2p,
    Zbv,
    ZbvHeuristic,
    VHalf,
    VMin,
    DualPipe,
    DualPipeV,
    OneForwardOneBackwardOverlapped,
    InterleavedOverlapped
};
struct ScheduleRequest;
/// What a schedule is: order.cpp has a row of each.
struct ScheduleName {
    ScheduleKind kind;
    std::string_view name; ///< as on the command line
    std::string_view title;
    /// Each rank's actions, of what checkedRequest has let through.
    std::vector<std::vector<Action>> (*ranks)(const ScheduleRequest&, const core::Task&);
    std::optional<core::Schedule> plan = {}; ///< plans whose order it is
    const char* source = "";                 ///< of the figures that a plan has from the order
    bool virtualStages = false;              ///< whether the number of chunks a rank is free
    bool groups = false;                     ///< whether it heeds a request's groupSize
    bool limits = false;                     ///< its activationLimit
    bool warmsUp = false;                    ///< its extraWarmUp
};
[[nodiscard]] const std::vector<ScheduleName>& scheduleNames();
[[nodiscard]] inline const ScheduleName& entryOf(ScheduleKind kind)
{
    return scheduleNames()[static_cast<std::size_t>(kind)];
}
[[nodiscard]] inline std::string_view nameOf(ScheduleKind kind) { return entryOf(kind).name; }
/// Errors: UnknownName with the nearest.
[[nodiscard]] core::Result<ScheduleKind> scheduleNamed(std::string_view name);

/// Which of them a plan's schedule is.
[[nodiscard]] ScheduleKind kindOf(const core::Plan& plan);

/// What the actions of one chunk (a stage of a rank) cost, in any unit of time.
struct ScheduleCosts {
    double forward = 1;
    double inputGradient = 1;
    double weightGradient = 1;
    std::optional<double> backward;   ///< none: input and weight gradient one after the other
    std::optional<double> overlapped; ///< none: forward and backward one after the other
    double communication = 0;         ///< of a message between different ranks

    [[nodiscard]] double wholeBackward() const { return backward.value_or(inputGradient + weightGradient); }
    [[nodiscard]] double pair() const { return overlapped.value_or(forward + wholeBackward()); }
};

struct ScheduleRequest {
    ScheduleKind kind = ScheduleKind::OneForwardOneBackward;
    std::int64_t pipeline = 1;
    std::int64_t microBatches = 1;
    std::int64_t virtualStages = 0; ///< chunks a rank; 0: what the schedule is made for (2 where it is free)
    std::int64_t groupSize = 0;     ///< interleaved: micro-batches of a chunk in a row; 0: chosen
    /// zb1p, zb2p: micro-batches a rank may hold until their weight gradients; 0: p, 2p, and each gradient
    /// frees a half of one
    std::int64_t activationLimit = 0;
    std::int64_t extraWarmUp = 0; ///< 1f1b, interleaved: forwards more before the first backward
    ScheduleCosts costs;          ///< the heuristics choose by them
};

/// Which rank does what, in which order.
struct PipelineOrder {
    std::string name;
    std::int32_t stages = 0;
    std::int32_t microBatches = 0; ///< of one chain
    std::int32_t chain = 0;        ///< stages one micro-batch passes; DualPipe has two chains of p stages
    std::vector<std::int32_t> stageRank; ///< which rank holds a stage
    std::vector<std::vector<Action>> ranks;
    bool meets = false; ///< all ranks wait for each other after each cycle (planner/simulate/supersteps.h)

    /// Whether a forward of \p stage begins there, and a backward.
    [[nodiscard]] bool first(std::int32_t stage) const { return stage % chain == 0; }
    [[nodiscard]] bool last(std::int32_t stage) const { return stage % chain == chain - 1; }
    /// Chunks that one rank holds.
    [[nodiscard]] std::int64_t chunksPerRank() const
    {
        return ranks.empty() ? 0 : stages / static_cast<std::int64_t>(ranks.size());
    }
    [[nodiscard]] std::size_t actions() const;
};

/// Errors: OutOfRange and NotDivisible naming the option, as the schedule's source demands; Inconsistent
/// where a heuristic finds no order within the activation limit; Cancelled.
[[nodiscard]] core::Result<PipelineOrder> pipelineOrder(const ScheduleRequest& request,
                                                        const core::Task& task = {});

/// A schedule as PyTorch's pipelining writes it: one row for each rank, cells "0F1", "1I0", "1W0", "0B1",
/// "(0F7;7B3)OVERLAP_F_B"; cells of sending, receiving, gathering weights and reducing gradients are read
/// over, and so are empty ones. Files that write I as B and B as BW are told by their content. Errors:
/// SyntaxError with the line; Inconsistent where ranks share a stage or an action is missing or doubled.
[[nodiscard]] core::Result<PipelineOrder> readScheduleCsv(std::string_view text);
[[nodiscard]] std::string scheduleCsv(const PipelineOrder& order);

struct ActionSpan {
    double start = 0;
    double end = 0;
};

struct RankFigures {
    double busy = 0;
    double idle = 0; ///< of the whole step
    double firstStart = 0;
    double lastEnd = 0;
    std::int64_t peakChunksUntilWeightGradient = 0; ///< chunks begun whose weight gradient is not done
    std::int64_t peakChunksUntilInputGradient = 0;
    std::int64_t forwardsBeforeFirstBackward = 0;
};

/// A schedule in time: all that a chart of it needs.
struct TimedSchedule {
    PipelineOrder order;
    ScheduleCosts costs;
    std::vector<std::vector<ActionSpan>> spans; ///< as order.ranks
    std::vector<RankFigures> ranks;
    double stepTime = 0;
    double bubbleOverStep = 0;    ///< largest idle share of a rank in the whole step
    double bubbleByStageSpan = 0; ///< the zero-bubble papers': largest idle share between a rank's own first
                                  ///< forward and its last gradient
};

/// Times the actions, each as soon as it can start in the given order. Errors: Inconsistent if ranks wait for
/// each other forever, naming the first action that cannot start; Cancelled.
[[nodiscard]] core::Result<TimedSchedule> timeSchedule(PipelineOrder order, const ScheduleCosts& costs,
                                                       const core::Task& task = {});

/// What \p action waits for besides the one before it on its rank: places in order.ranks.
struct ActionPlace {
    std::int32_t rank = 0;
    std::int32_t index = 0;
    friend bool operator==(const ActionPlace&, const ActionPlace&) = default;
};
[[nodiscard]] std::vector<ActionPlace> dependenciesOf(const PipelineOrder& order, const Action& action);

} // namespace shardscope::planner
