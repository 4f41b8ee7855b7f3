// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/simulation.h"

#include "core/base/refusals.h"
#include "core/explain/explained.h"
#include "planner/evaluate/evaluate_alone.h"
#include "planner/evaluate/kept_answer.h"
#include "planner/evaluate/stage_steps.h"
#include "planner/parallelism/parallelism.h"
#include "planner/simulate/failures.h"
#include "planner/simulate/plan_run.h"
#include "planner/simulate/resources.h"
#include "planner/simulate/run_heap.h"
#include "planner/simulate/step_graph.h"
#include "planner/simulate/supersteps.h"
#include "planner/simulate/zionex_simulation.h"
#include "planner/tasks/lay_out.h"
#include "planner/tasks/phase_moves.h"
#include "planner/tasks/plan_graph.h"

#include <algorithm>
#include <set>

namespace shardscope::planner {
namespace {

core::Result<PipelineOrder> orderOf(const core::Plan& plan, std::size_t stages,
                                    const SimulationOptions& options, const core::Task& task)
{
    if (options.order) {
        if (options.order->ranks.size() != stages)
            return core::inconsistent(W_("the schedule has %1 ranks, the plan %2 stages"),
                                      {std::to_string(options.order->ranks.size()), std::to_string(stages)})
                .in("--schedule-file");
        return *options.order;
    }
    if (!options.schedule)
        return stepOrder(plan, stages, task);
    ScheduleRequest request;
    request.kind = *options.schedule;
    request.pipeline = static_cast<std::int64_t>(stages);
    request.microBatches = plan.batch.microBatches;
    if (entryOf(request.kind).virtualStages)
        request.virtualStages = plan.axes.virtualStages;
    return pipelineOrder(request, task);
}

/// What can be slowed in the plan of \p evaluation.
std::vector<std::string> slowable(const core::Evaluation& evaluation, std::size_t stages)
{
    std::set<std::string> groups;
    for (const core::CommunicationEntry& entry : evaluation.communication)
        groups.emplace(core::nameOf(entry.group));
    std::vector<std::string> out{"compute", "optimizer", "host"};
    out.insert(out.end(), groups.begin(), groups.end());
    for (std::size_t stage = 0; stage < stages; ++stage)
        out.push_back("stage " + std::to_string(stage));
    return out;
}

/// One simulation of a plan: its work, its tasks and their times.
struct PlanTimed {
    PlanWork work;
    PlanGraph graph;
    TaskTimes times;
    double seconds = 0; ///< of one step
};

class Simulator {
public:
    Simulator(const core::ModelSpec& model, const core::HardwareSpec& hardware,
              const core::Evaluation& evaluation, const PipelineOrder& order,
              const SimulationOptions& options, const core::Task& task)
        : m_model(model)
        , m_hardware(hardware)
        , m_evaluation(evaluation)
        , m_order(order)
        , m_options(options)
        , m_task(task)
    {
    }

    /// The plan as it is; \p sends: with messages that take time.
    [[nodiscard]] core::Result<PlanTimed> plain(bool sends = true) const { return run({}, sends, 0, 0); }
    /// A run as the options want it, but for \p slowdowns.
    [[nodiscard]] core::Result<PlanTimed> asked(const std::vector<Slowdown>& slowdowns, double jitter = 0,
                                                std::int64_t moreSteps = 0) const
    {
        return run({slowdowns, m_options.overlap}, true, jitter, moreSteps);
    }
    /// What the ranks of each stage do then.
    [[nodiscard]] std::vector<StageStep> stages(const WhatIf& whatIf, Detail detail) const
    {
        std::vector<StageStep> found = stepsByStage(m_model, m_hardware, m_evaluation.plan, detail, whatIf);
        if (found.empty())
            found.push_back(stageOfSums(m_evaluation, whatIf));
        return found;
    }

private:
    [[nodiscard]] core::Result<PlanTimed> run(const WhatIf& whatIf, bool sends, double jitter,
                                              std::int64_t moreSteps) const
    {
        std::vector<StageStep> steps = stages(whatIf, Detail::Plain);
        const std::vector<PhaseMoves> moves = phaseMoves(m_model, m_hardware, m_evaluation.plan, steps);
        // The graph keeps references: it is made where it stays.
        auto held = std::make_unique<PlanWork>(planWork(m_evaluation.plan, std::move(steps), m_order, moves));
        if (!sends)
            std::ranges::fill(held->sends, 0);
        const auto count = static_cast<std::int32_t>(m_options.steps + moreSteps);
        PlanGraph graph(*held, m_order, {count, jitter, m_options.seed});
        auto times = runTasks(graph.graph(), m_task);
        if (!times.ok()) {
            if (times.error().code == core::ErrorCode::Cancelled)
                return times.error();
            return core::inconsistent(W_("the stages of the schedule %1 wait for each other"), {m_order.name})
                .in("--schedule");
        }
        const double seconds = times->makespan / static_cast<double>(count);
        return PlanTimed{std::move(*held), std::move(graph), std::move(*times), seconds};
    }

    const core::ModelSpec& m_model;
    const core::HardwareSpec& m_hardware;
    const core::Evaluation& m_evaluation;
    const PipelineOrder& m_order;
    const SimulationOptions& m_options;
    const core::Task& m_task;
};

/// The run in which something fails, and what that cost.
struct Disturbed {
    PlanTimed timed; ///< of as many steps as were begun
    Restart restart;
    FailureCost cost;
};

/// \p undisturbed: the same steps without the failure.
core::Result<Disturbed> disturbed(const Simulator& simulator, const SimulationOptions& options,
                                  const PlanTimed& undisturbed)
{
    const std::vector<double> ends = stepEnds(undisturbed.graph, undisturbed.times);
    const Restart restart = restartOf(*options.failure, ends);
    SHARDSCOPE_TRY(PlanTimed timed, simulator.asked(options.slowdowns, 0, restart.again));
    disturb(timed.graph, restart, timed.times);
    FailureCost cost;
    cost.what = options.failure->what;
    cost.at = restart.at;
    cost.back = restart.back;
    const std::int32_t checkpoint = restart.step - restart.again + 1;
    const double from = checkpoint > 0 ? ends[static_cast<std::size_t>(checkpoint - 1)] : 0;
    cost.lostSeconds = restart.at - from;
    const double begun = restart.step > 0 ? ends[static_cast<std::size_t>(restart.step - 1)] : 0;
    cost.lostBatches =
        restart.again - 1 + (restart.at - begun) / (ends[static_cast<std::size_t>(restart.step)] - begun);
    cost.delaySeconds = timed.times.makespan - undisturbed.times.makespan;
    timed.seconds = timed.times.makespan / static_cast<double>(options.steps);
    return Disturbed{std::move(timed), restart, std::move(cost)};
}

/// How long each rank computes, and waits for what, in the first step.
struct Waits {
    double busy = 0;
    double exposedInside = 0;  ///< traffic in the passes and after them
    double exposedBuckets = 0; ///< waiting for buckets that computing was to hide
    double exposedMoves = 0;   ///< phases' loads and stores in the rank's turn, and waiting for them
    double end = 0;
};

/// How long all exchange, where \p task is the end of that or what came in it: nobody computes meanwhile.
double exchangeOf(const PlanTimed& timed, TaskIndex task)
{
    const PlanTask& what = timed.graph.tasks()[task];
    if (timed.graph.inCycles() && what.kind == PlanTask::Kind::Message)
        return timed.times.end[task] - timed.times.start[task];
    if (what.kind != PlanTask::Kind::Barrier || what.piece != 2)
        return 0;
    return timed.times.end[task] - timed.times.end[timed.graph.meeting(what.step, what.index).met];
}

std::vector<Waits> waitsOf(const PlanTimed& timed, const PipelineOrder& order)
{
    std::vector<Waits> out(order.ranks.size());
    for (TaskIndex index = 0; index < timed.graph.tasks().size(); ++index) {
        const PlanTask& task = timed.graph.tasks()[index];
        if (task.step > 0)
            continue;
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const bool inTurn =
            task.kind == PlanTask::Kind::Move && !isBeside(static_cast<PhaseMove>(task.piece));
        if (task.kind != PlanTask::Kind::Pass && task.kind != PlanTask::Kind::Tail && !inTurn)
            continue;
        Waits& waits = out[rank];
        const double gap = timed.times.start[index] - waits.end;
        const TaskIndex for_ = timed.times.waitedFor[index];
        if (gap > 0 && for_ != kNone && timed.graph.tasks()[for_].kind == PlanTask::Kind::Bucket)
            waits.exposedBuckets += gap;
        if (gap > 0 && for_ != kNone && timed.graph.tasks()[for_].kind == PlanTask::Kind::Move)
            waits.exposedMoves += gap;
        if (gap > 0 && for_ != kNone && exchangeOf(timed, for_) > 0)
            waits.exposedInside += std::min(gap, exchangeOf(timed, for_));
        const double seconds = timed.times.end[index] - timed.times.start[index];
        waits.end = timed.times.end[index];
        if (inTurn) {
            const bool replica = isReplicaTraffic(static_cast<PhaseMove>(task.piece));
            (replica ? waits.exposedInside : waits.exposedMoves) += seconds;
            continue;
        }
        if (task.kind == PlanTask::Kind::Tail) {
            const TailPart& part = timed.work.ranks[rank].tail[static_cast<std::size_t>(task.index)];
            const bool traffic = part.kind == TailPart::Kind::Reduce || part.kind == TailPart::Kind::Gather;
            waits.exposedInside += traffic ? seconds : 0;
            waits.busy += traffic ? 0 : seconds;
            continue;
        }
        const PassTimes times =
            timed.work.of(order.ranks[rank][static_cast<std::size_t>(task.index)], task.rank);
        const double traffic = times.gather + times.collectives + times.reduce;
        const double share = times.total() > 0 ? traffic / times.total() : 0;
        waits.exposedInside += share * seconds;
        waits.busy += (1 - share) * seconds;
    }
    return out;
}

double bytesAtPeak(const core::Evaluation& evaluation, std::size_t rankClass)
{
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.rankClass == rankClass && use.tier == core::Tier::Device)
            return use.peak.value();
    }
    return 0;
}

/// The stage of the second chain that \p rank holds: the first is its own (deepseek-ai/DualPipe, README:
/// twice the parameters).
std::optional<std::size_t> secondStageOf(const PipelineOrder& order, std::size_t rank)
{
    for (std::int32_t stage = order.chain; stage < order.stages; ++stage) {
        if (order.stageRank[static_cast<std::size_t>(stage)] == static_cast<std::int32_t>(rank))
            return static_cast<std::size_t>(stage - order.chain);
    }
    return std::nullopt;
}

std::vector<SimulatedClass> classesOf(const PlanTimed& timed, const PipelineOrder& order,
                                      const Simulation& simulation)
{
    const core::Evaluation& evaluation = simulation.evaluation;
    const std::vector<Waits> waits = waitsOf(timed, order);
    std::vector<SimulatedClass> out;
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
        SimulatedClass one;
        const bool known = rank < evaluation.memory.classes.size();
        one.rankClass = known ? evaluation.memory.classes[rank].name : "stage " + std::to_string(rank);
        one.count = known ? evaluation.memory.classes[rank].ranks : evaluation.devices;
        one.busySeconds = waits[rank].busy;
        one.exposedSeconds =
            waits[rank].exposedInside + waits[rank].exposedBuckets + waits[rank].exposedMoves;
        one.idleSeconds = timed.seconds - one.busySeconds - one.exposedSeconds;
        if (one.idleSeconds < 1e-12 * timed.seconds) // what adding leaves
            one.idleSeconds = 0;
        one.peakInFlight =
            static_cast<double>(simulation.schedule.ranks[rank].peakChunksUntilWeightGradient) /
            static_cast<double>(timed.work.chunks);
        one.peakBytes = bytesAtPeak(evaluation, known ? rank : 0);
        const StageStep& stage = timed.work.stages[rank];
        if (evaluation.plan.phases == 0 && stage.microBatchesHeld > 0)
            one.peakBytes += (one.peakInFlight - stage.microBatchesHeld) * stage.activationBytes.value();
        one.copyOf = secondStageOf(order, rank);
        for (const core::MemoryEntry& entry : evaluation.memory.entries) {
            if (entry.rankClass == one.copyOf && entry.tier == core::Tier::Device)
                one.peakBytes += one.copied(evaluation.memory, entry.tier, entry.purpose).value();
        }
        out.push_back(std::move(one));
    }
    return out;
}

/// How much longer the whole step is than the longest rank's own part of it, where the closed form counts
/// that part (pipeline_order.cpp): ranks begin one after the other, and the next step's forwards fill that.
double offsetOf(const PlanTimed& timed, const PipelineOrder& order, const core::Plan& plan)
{
    if (!core::timedByOrder(plan.schedule) || plan.schedule == core::Schedule::DualPipeV)
        return 0;
    const TimedSchedule schedule = scheduleOf(timed.graph, timed.times, order);
    double longest = 0;
    for (const RankFigures& rank : schedule.ranks)
        longest = std::max(longest, rank.lastEnd - rank.firstStart);
    return schedule.stepTime - longest;
}

/// Why the closed form says otherwise: the same plan with one thing after the other put aside.
core::Result<std::vector<StepDifference>> differencesOf(const Simulator& simulator, const PlanTimed& timed,
                                                        const PipelineOrder& order,
                                                        const core::Evaluation& evaluation, double total)
{
    const double closed = evaluation.closedForm.value();
    SHARDSCOPE_TRY(const PlanTimed plain, simulator.plain());
    SHARDSCOPE_TRY(const PlanTimed mute, simulator.plain(false));
    const double silent = mute.seconds;
    double told = 0; // what the closed form has for the sends
    for (const double send : plain.work.sends)
        told += 2 * send;
    for (const core::CommunicationEntry& entry : evaluation.communication)
        told += entry.operation == core::Transfer::SendReceive && entry.group == core::TrafficGroup::Pipeline
                    ? entry.exposed.value()
                    : 0;
    const std::vector<Waits> waits = waitsOf(plain, order);
    const double sends = plain.seconds - silent - told;
    double streaming = 0; // of the stage that sets the pace
    double pace = 0;
    for (std::size_t rank = 0; rank < plain.work.moves.size(); ++rank) {
        if (waits[rank].busy <= pace)
            continue;
        pace = waits[rank].busy;
        streaming = waits[rank].exposedMoves - plain.work.moves[rank].exposed;
    }
    const double whatIf = timed.seconds - plain.seconds;
    const double offset = offsetOf(mute, order, evaluation.plan);
    const double rest = total - closed - sends - streaming - whatIf - offset;
    // The closed forms of pipelines want a micro-batch for each stage at least, but for that of phases.
    const bool few =
        evaluation.plan.phases == 0 && evaluation.plan.batch.microBatches < evaluation.plan.axes.pipeline;
    const bool pairs = std::ranges::any_of(order.ranks, [](const auto& actions) {
        return std::ranges::any_of(
            actions, [](const Action& action) { return action.kind == ActionKind::Overlapped; });
    });
    const char* restOf = few                                 ? "few_micro_batches"
                         : pairs                             ? "overlapped_pairs"
                         : evaluation.plan.axes.pipeline > 1 ? "unequal_stages"
                                                             : "exposed_replica_traffic";
    return largerDifferences({{"sends", sends},
                              {"exposed_streaming", streaming},
                              {"what_if", whatIf},
                              {"late_start", offset},
                              {restOf, rest}},
                             closed);
}

std::vector<StageOperators> operatorsOf(const core::ModelSpec& model, const core::Plan& plan,
                                        const std::vector<StageStep>& stages)
{
    std::vector<StageOperators> out;
    for (const StageStep& step : stages) {
        const auto of = [&](const core::StepTime& time, bool backward) {
            return operatorTimes(time.why, model, plan, step.stage, backward);
        };
        out.push_back({of(step.forward, false), of(step.backward, true), of(step.recompute, false)});
    }
    return out;
}

void addDerivations(const std::vector<StageOperators>& operators, Simulation& simulation)
{
    for (std::size_t index = 0; index < operators.size(); ++index) {
        const StageOperators& of = operators[index];
        for (const auto& [pass, all] :
             {std::pair{"forward", &of.forward}, std::pair{"backward", &of.backward},
              std::pair{"recompute", &of.recompute}}) {
            for (const OperatorTime& one : *all) {
                if (one.why)
                    simulation.derivations.emplace_back(
                        "stage " + std::to_string(index) + "." + derivationPath(pass, one), one.why);
            }
        }
    }
}

std::vector<std::pair<std::string, core::DerivationPtr>> derivationsOf(const std::vector<StageStep>& stages,
                                                                       double chunks)
{
    std::vector<std::pair<std::string, core::DerivationPtr>> out;
    for (std::size_t index = 0; index < stages.size(); ++index) {
        const StageStep& stage = stages[index];
        const std::string prefix = "stage " + std::to_string(index) + ".";
        using Time = core::Explained<core::kSecond>;
        const auto chunk = [chunks](const core::StepTime& time) { // of a rank's chunks each, on average
            const Time whole(time.why);
            return chunks > 1 ? whole / chunks : whole;
        };
        const auto add = [&](const char* name, const Time& time) {
            out.emplace_back(prefix + name, time.derivation());
        };
        if (stage.forward.why && stage.backward.why) {
            const Time forward = chunk(stage.forward);
            const Time backward = chunk(stage.backward);
            constexpr double kHalf = 0.5; // the gradients are the same matrix products
            add("forward", forward);
            add("backward", backward);
            add("input_gradient", kHalf * backward);
            add("weight_gradient", kHalf * backward);
            add("overlapped", forward + backward);
        }
        if (stage.recompute.why)
            add("recompute", chunk(stage.recompute));
        for (const auto& [name, time] :
             {std::pair{"optimizer", &stage.optimizer}, std::pair{"send", &stage.send}}) {
            if (time->why)
                out.emplace_back(prefix + name, time->why);
        }
        for (const core::CommunicationEntry& entry : stage.communication) {
            if (entry.secondsWhy)
                out.emplace_back(prefix + trafficKey(entry.operation, entry.group), entry.secondsWhy);
        }
    }
    return out;
}

core::Result<Simulation> simulated(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                   const core::Plan& plan, const SimulationOptions& options,
                                   const core::Task& task)
{
    if (model.recommender() != nullptr)
        return simulateZionex(model, hardware, plan, options, task);
    Simulation out;
    SHARDSCOPE_TRY(out.evaluation,
                   evaluateAlone(model, hardware, plan, options.traced ? Beside::Trace : Beside::Nothing));
    if (out.evaluation.step.empty())
        return core::notSupported(W_("simulating a step"), W_("the model is a parameter count alone"));
    SHARDSCOPE_TRY_DONE(checkSteps(options));
    const bool replicas =
        std::ranges::any_of(out.evaluation.communication, [](const core::CommunicationEntry& entry) {
            return entry.group == core::TrafficGroup::Replica;
        });
    for (const std::int64_t number : options.expand) {
        if (number < 0 || number >= out.evaluation.devices)
            return core::outOfRange(number, 0, out.evaluation.devices - 1).in("--expand");
    }
    if (options.overlap && (!replicas || out.evaluation.plan.phases > 0))
        return core::inconsistent(W_("the plan has no replica traffic beside its passes")).in("--overlap");
    const std::size_t ranks =
        model.transformer() == nullptr ? 1 : static_cast<std::size_t>(out.evaluation.plan.axes.pipeline);
    SHARDSCOPE_TRY(const PipelineOrder order, orderOf(out.evaluation.plan, ranks, options, task));
    const Simulator simulator(model, hardware, out.evaluation, order, options, task);
    const std::vector<StageStep> stages =
        simulator.stages({options.slowdowns, options.overlap}, Detail::Explained);
    out.slowable = slowable(out.evaluation, stages.size());
    SHARDSCOPE_TRY_DONE(checkSlowdowns(out.slowable, options.slowdowns));
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        out.failing.push_back("stage " + std::to_string(stage));
    SHARDSCOPE_TRY(const PlanTimed timed, simulator.asked(options.slowdowns, options.jitter));
    out.schedule = scheduleOf(timed.graph, timed.times, order);
    out.stepSeconds = timed.seconds;
    out.closedFormSeconds = out.evaluation.closedForm.value();
    out.classes = classesOf(timed, order, out);
    SHARDSCOPE_TRY(out.differences, differencesOf(simulator, timed, order, out.evaluation, out.stepSeconds));
    std::optional<Disturbed> failed;
    if (options.failure) {
        SHARDSCOPE_TRY_DONE(checkFailure(out.failing, options, timed.times.makespan));
        SHARDSCOPE_TRY(Disturbed run, disturbed(simulator, options, timed));
        failed.emplace(std::move(run));
        out.failure = failed->cost;
        out.stepSeconds = failed->timed.seconds;
        out.differences.push_back({"failure", out.stepSeconds - timed.seconds});
        // What is done in vain, and the waiting for the return, is no use either.
        for (SimulatedClass& one : out.classes)
            one.idleSeconds += out.stepSeconds - timed.seconds;
    }
    if (options.sensitivity) {
        SHARDSCOPE_TRY(out.sensitivities, sensitivitiesOf(slowable(out.evaluation, 0), options.slowdowns,
                                                          [&](const auto& slowdowns) -> core::Result<double> {
                                                              SHARDSCOPE_TRY(const PlanTimed one,
                                                                             simulator.asked(slowdowns));
                                                              return one.seconds;
                                                          }));
    }
    out.derivations = derivationsOf(stages, static_cast<double>(timed.work.chunks));
    if (options.graph)
        out.graph = std::make_shared<core::ExecutionGraph>(
            stepGraph(out.evaluation, timed.work, order, timed.graph, timed.times));
    if (options.heap) {
        const PlanTimed& shown = failed ? failed->timed : timed;
        const bool own =
            !options.order && (!options.schedule || *options.schedule == kindOf(out.evaluation.plan));
        auto heaps =
            own ? heapsOf(model, hardware, out.evaluation, shown.work, order, shown.graph, shown.times)
                : core::Result<std::vector<SimulatedHeap>>(unknownOrder(order.name));
        if (heaps.ok())
            out.heaps = std::move(*heaps);
        else
            out.untraced = heaps.error();
    }
    if (options.run) {
        std::vector<StageOperators> operators;
        if (options.detail == SimulationDetail::Operator)
            operators = operatorsOf(model, out.evaluation.plan, stages);
        addDerivations(operators, out);
        const std::string title = shownTitle(model) + " on " + shownTitle(hardware);
        const PlanTimed& shown = failed ? failed->timed : timed;
        SHARDSCOPE_TRY(out.run, simulatedRun({shown.work, order, shown.graph, shown.times, out, operators,
                                              failed ? &failed->restart : nullptr},
                                             title, options, task));
    }
    return out;
}

} // namespace

core::Bytes SimulatedClass::copied(const core::MemoryBreakdown& memory, core::Tier tier,
                                   core::Purpose purpose) const
{
    return copyOf && purpose < core::Purpose::Activations ? memory.held(*copyOf, tier, purpose)
                                                          : core::Bytes{0};
}

core::Result<Simulation> simulate(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                  const core::Plan& plan, const SimulationOptions& options,
                                  const core::Task& task)
{
    return keptAnswer(model, hardware, plan, [&] { return simulated(model, hardware, plan, options, task); });
}

SHARDSCOPE_COPIES_OF(Simulation);

} // namespace shardscope::planner
