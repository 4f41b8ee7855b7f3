// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom are persiaRules(); a role of several machines does for a batch what its rate says,
// shared by all batches that ask at once, so that a role that saturates queues.
#include "planner/simulate/persia_simulation.h"

#include "planner/engine/jitter.h"
#include "planner/simulate/failures.h"
#include "planner/simulate/lane_run.h"
#include "planner/simulate/resources.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kShown = 4;       ///< NN workers
constexpr std::int64_t kMostBurst = 120; ///< batches after which the steady state is taken to repeat
constexpr std::int64_t kLoadedAhead = 4; ///< batches loaded beyond those that may be looked up: assumed

struct Input {
    PersiaMode mode = PersiaMode::Persia;
    std::int64_t staleness = 1;
    PersiaWorkers workers;
    std::int64_t accelerators = 1;
    std::int64_t shown = 1;
    double batch = 1;
    PersiaStages stages;
    double forward = 0, backward = 0, optimizer = 0, host = 0; ///< of the dense stage
    double loading = 0, looking = 0, serving = 0;              ///< of a batch of one shown worker, by role
    std::int64_t burst = 1;
    std::int64_t batches = 1;
};

/// When something of a batch of a worker begins or ends, or is redone.
struct BatchTimes {
    double opened = 0; ///< its lookup begins
    double hostBegin = 0, hostEnd = 0, forwardEnd = 0, backwardEnd = 0, computed = 0;
    double done = 0; ///< its dense gradients are the others' too
    double put = 0;  ///< its rows are updated
};

/// A role that is away. What a worker was at is known from the run without the failure, which is the same
/// until then.
struct Outage {
    std::string what;
    double from = 0;
    double to = 0;
    std::int64_t worker = -1;
    std::int64_t firstAgain = 0;     ///< the batch that the worker was at
    std::vector<BatchTimes> batches; ///< of that worker
};

class Builder {
public:
    Builder(const Input& input, const std::vector<Slowdown>& slowdowns,
            const std::optional<Outage>& outage = {})
        : m_input(input)
        , m_slowdowns(slowdowns)
        , m_outage(outage)
    {
        const auto role = [&](const char* process, const char* name) {
            return m_run.row({process, name, -1, 1, false});
        };
        m_loaders = {"data loaders", role("data loaders", "batches"), m_run.link()};
        m_embeddings = {"embedding workers", role("embedding workers", "lookups and gradients"),
                        m_run.link()};
        m_servers = {"parameter servers", role("parameter servers", "reads and updates"), m_run.link()};
        for (const auto& [what, shown] :
             {std::pair{"data_loader", &m_loaders}, std::pair{"embedding_worker", &m_embeddings},
              std::pair{"parameter_server", &m_servers}}) {
            if (outage && outage->what == what)
                m_run.fail(shown->row, shown->link, outage->from, outage->to);
        }
        for (std::int64_t worker = 0; worker < input.shown; ++worker)
            addWorker(worker);
        for (std::int64_t batch = 0; batch < input.batches; ++batch)
            addBatch(batch);
    }
    LaneRun take() { return std::move(m_run); }
    /// Of \p worker's batches, of \p times of this run.
    [[nodiscard]] std::vector<BatchTimes> batchesOf(std::int64_t worker, const TaskTimes& times) const
    {
        const Worker& of = m_workers[static_cast<std::size_t>(worker)];
        std::vector<BatchTimes> out;
        for (std::size_t batch = 0; batch < of.computed.size(); ++batch) {
            BatchTimes one;
            one.opened = times.start[of.opened[batch]];
            const auto& [host, forward, backward] = of.parts[batch];
            one.hostBegin = times.start[host];
            one.hostEnd = times.end[host];
            one.forwardEnd = times.end[forward];
            one.backwardEnd = times.end[backward];
            one.computed = times.end[of.computed[batch]];
            one.done = m_reduced.empty() ? one.computed : times.end[m_reduced[batch]];
            one.put = times.end[of.put[batch]];
            out.push_back(one);
        }
        return out;
    }

private:
    struct Worker {
        std::string process;
        std::int64_t number = 0;
        std::vector<TaskIndex> opened;               ///< lookups, by batch
        std::vector<std::array<TaskIndex, 3>> parts; ///< host, forward, backward, by batch
        std::vector<LaneIndex> again;                ///< rows of lookups done again
        TaskIndex firstGot = kNone;                  ///< of the batch that it was at
        TaskIndex restored = kNone;                  ///< when the worker is back
        LaneIndex host, computing, allReduce;
        std::vector<LaneIndex> gets, puts;
        double factor = 1;
        std::vector<TaskIndex> got, computed, put; ///< by batch
    };

    void addWorker(std::int64_t number)
    {
        Worker worker;
        worker.process = "NN worker " + std::to_string(number);
        worker.number = number;
        worker.factor = factorOf(m_slowdowns, "nn worker " + std::to_string(number));
        const std::int64_t stands =
            m_input.accelerators / m_input.shown + (number < m_input.accelerators % m_input.shown ? 1 : 0);
        const auto row = [&](const std::string& name, bool device) {
            return m_run.row({worker.process, name, static_cast<std::int32_t>(number), stands, device});
        };
        worker.host = row("host", false);
        worker.computing = row("computing", true);
        worker.allReduce = row("all-reduce", true);
        const auto several = [&](const char* name, std::int64_t workers, std::vector<LaneIndex>& rows) {
            // No more than the cap lets be under way.
            const std::int64_t count = std::min(workers, m_input.staleness);
            for (std::int64_t at = 0; at < std::max<std::int64_t>(1, count); ++at)
                rows.push_back(row(std::string(name) + " " + std::to_string(at), false));
        };
        several("embedding get", m_input.workers.get, worker.gets);
        several("embedding put", m_input.workers.put, worker.puts);
        if (m_outage && m_outage->worker == number) {
            for (std::size_t at = 0; at < worker.gets.size(); ++at)
                worker.again.push_back(row("embedding get " + std::to_string(at) + " again", false));
            const TaskIndex failed = m_run.graph().add(m_outage->from);
            worker.restored = m_run.add(row("restart", false), m_outage->to - m_outage->from,
                                        {"restart", "user_annotation"}, {failed});
        }
        m_workers.push_back(std::move(worker));
    }

    static LaneSlice mark(const char* name, std::int64_t batch, const char* derivation = "")
    {
        return {"## " + std::string(name) + " " + std::to_string(batch) + " ##", "user_annotation",
                derivation, batch};
    }
    [[nodiscard]] double slowed(const char* what, double seconds) const
    {
        return seconds * factorOf(m_slowdowns, what);
    }
    static void push(std::vector<TaskIndex>& into, const std::vector<TaskIndex>& tasks, std::int64_t batch,
                     std::int64_t back)
    {
        if (batch >= back)
            into.push_back(tasks[static_cast<std::size_t>(batch - back)]);
    }

    /// What a role does for a batch: its machines share what is asked of them.
    struct Role {
        std::string process;
        LaneIndex row = 0;
        std::uint32_t link = kNone;
    };
    TaskIndex served(const Role& role, double seconds, const std::vector<TaskIndex>& after)
    {
        const TaskIndex asked = m_run.join(after);
        const TaskIndex done = m_run.serve(role.row, role.link, seconds, {asked});
        m_run.count(role.process, "queue", asked, false, 1);
        m_run.count(role.process, "queue", done, true, -1);
        return done;
    }

    /// One way between an NN worker and the servers: as long as handling takes, and no shorter than the
    /// roles on the way need.
    TaskIndex exchange(LaneIndex row, const char* stage, double seconds, std::int64_t batch,
                       const std::vector<TaskIndex>& after, TaskIndex& opened)
    {
        constexpr double kOneWay = 0.5; // roles' rates count both ways
        opened = m_run.open(row, after);
        const TaskIndex handled = m_run.graph().add(seconds);
        m_run.after(handled, opened);
        const TaskIndex looked =
            served(m_embeddings, slowed("embedding_worker", kOneWay * m_input.looking), {opened});
        const TaskIndex read =
            served(m_servers, slowed("parameter_server", kOneWay * m_input.serving), {opened});
        return m_run.close(row, opened, mark(stage, batch, stage), {handled, looked, read});
    }

    void addBatch(std::int64_t batch)
    {
        for (Worker& worker : m_workers)
            look(worker, batch);
        std::vector<std::pair<LaneIndex, TaskIndex>> computed;
        for (Worker& worker : m_workers)
            computed.emplace_back(worker.allReduce, compute(worker, batch));
        // Where the dense part is asynchronous nobody waits for anybody.
        const bool together = m_input.mode != PersiaMode::FullAsync;
        const TaskIndex reduced =
            together ? m_run.together(computed, slowed("all_reduce", m_input.stages.allReduce.value()),
                                      {"nccl:all_reduce replica", "kernel", "all_reduce", batch, "all_reduce",
                                       "replica"})
                     : kNone;
        if (together)
            m_reduced.push_back(reduced);
        std::vector<TaskIndex> ends;
        for (std::size_t at = 0; at < m_workers.size(); ++at) {
            Worker& worker = m_workers[at];
            const TaskIndex after = together ? reduced : computed[at].second;
            ends.push_back(after);
            TaskIndex opened = kNone;
            const TaskIndex put =
                exchange(worker.puts[static_cast<std::size_t>(batch) % worker.puts.size()], "embedding put",
                         slowed("put", m_input.stages.put.value()), batch, {after}, opened);
            m_run.count(worker.process, "staleness", put, true, -1);
            worker.put.push_back(put);
        }
        m_run.step(m_run.join(ends));
    }

    void look(Worker& worker, std::int64_t batch)
    {
        std::vector<TaskIndex> loaded;
        push(loaded, worker.computed, batch, m_input.staleness + kLoadedAhead);
        const TaskIndex load = served(m_loaders, slowed("data_loader", m_input.loading), loaded);
        std::vector<TaskIndex> after{load};
        const bool again = redone(worker, batch);
        // Whether it had been asked for before the worker failed.
        const bool before =
            again && m_outage->batches[static_cast<std::size_t>(batch)].opened < m_outage->from;
        if (again && !before)
            after.push_back(worker.restored);
        push(after, worker.put, batch, m_input.mode == PersiaMode::FullSync ? 1 : m_input.staleness);
        if (m_input.mode == PersiaMode::NaiveHybrid)
            push(after, m_reduced, batch, 1);
        TaskIndex opened = kNone;
        worker.got.push_back(exchange(worker.gets[static_cast<std::size_t>(batch) % worker.gets.size()],
                                      "embedding get", slowed("get", m_input.stages.get.value()), batch,
                                      after, opened));
        m_run.count(worker.process, "staleness", opened, false, 1);
        worker.opened.push_back(opened);
        if (!before)
            return;
        if (batch == m_outage->firstAgain)
            worker.firstGot = worker.got.back();
        // What had come was in the memory that is lost.
        worker.got.back() = exchange(worker.again[static_cast<std::size_t>(batch) % worker.again.size()],
                                     "embedding get", slowed("get", m_input.stages.get.value()), batch,
                                     {worker.got.back(), worker.restored}, opened);
    }

    [[nodiscard]] bool redone(const Worker& worker, std::int64_t batch) const
    {
        return m_outage && m_outage->worker == worker.number && batch >= m_outage->firstAgain;
    }

    /// What \p worker had done of \p batch when it failed.
    void computeInVain(const Worker& worker, std::int64_t batch, TaskIndex got)
    {
        const BatchTimes& was = m_outage->batches[static_cast<std::size_t>(batch)];
        const double until = m_outage->from;
        const auto done = [&](double begin, double end) {
            return std::max(0.0, std::min(end, until) - begin);
        };
        std::vector<TaskIndex> after{got};
        push(after, worker.computed, batch, 1);
        if (m_input.mode != PersiaMode::FullAsync)
            push(after, m_reduced, batch, 1);
        TaskIndex last = m_run.add(worker.host, done(was.hostBegin, was.hostEnd),
                                   {"host, in vain", "user_annotation", "", batch}, after);
        for (const auto& [name, begin, end] :
             {std::tuple{"forward (gemm), in vain", was.hostEnd, was.forwardEnd},
              std::tuple{"backward (gemm), in vain", was.forwardEnd, was.backwardEnd},
              std::tuple{"optimizer.step, in vain", was.backwardEnd, was.computed}})
            last = m_run.add(worker.computing, done(begin, end), {name, "kernel", "", batch}, {last});
    }

    TaskIndex compute(Worker& worker, std::int64_t batch)
    {
        std::vector<TaskIndex> after{worker.got.back()};
        push(after, worker.computed, batch, 1);
        if (m_input.mode != PersiaMode::FullAsync)
            push(after, m_reduced, batch, 1);
        if (m_outage && m_outage->worker == worker.number && batch == m_outage->firstAgain) {
            if (m_outage->batches[static_cast<std::size_t>(batch)].hostBegin < m_outage->from)
                computeInVain(worker, batch, worker.firstGot);
            after.push_back(worker.restored);
        }
        const TaskIndex host = m_run.add(worker.host, worker.factor * slowed("host", m_input.host),
                                         mark("host", batch, "host"), after);
        TaskIndex last = host;
        const auto kernel = [&](const char* name, const char* part, double seconds) {
            last = m_run.add(worker.computing, worker.factor * slowed("compute", seconds),
                             {name, "kernel", part, batch}, {last});
        };
        kernel("forward (gemm)", "forward", m_input.forward);
        const TaskIndex forward = last;
        kernel("backward (gemm)", "backward", m_input.backward);
        worker.parts.push_back({host, forward, last});
        kernel("optimizer.step", "optimizer", m_input.optimizer);
        worker.computed.push_back(last);
        return last;
    }

    const Input& m_input;
    const std::vector<Slowdown>& m_slowdowns;
    const std::optional<Outage>& m_outage;
    LaneRun m_run;
    Role m_loaders, m_embeddings, m_servers;
    std::vector<Worker> m_workers;
    std::vector<TaskIndex> m_reduced; ///< by batch, where the dense part is synchronous
};

struct Timed {
    LaneRun run;
    TaskTimes times;
    std::vector<std::vector<BatchTimes>> batches; ///< by worker
    std::vector<double> stepEnds;                 ///< of what is counted, its begin first
    double begin = 0;
    double end = 0;
    double count = 1; ///< batches between them
    [[nodiscard]] double seconds() const { return (end - begin) / count; }
};

core::Result<Timed> timed(const Input& input, const SimulationOptions& options,
                          const std::vector<Slowdown>& slowdowns, double share, const core::Task& task,
                          const std::optional<Outage>& outage = {})
{
    Builder builder(input, slowdowns, outage);
    Timed out{builder.take(), {}, {}, {}, 0, 0, 1};
    if (share > 0)
        jitter(out.run.graph(), share, options.seed);
    SHARDSCOPE_TRY(out.times, runTasks(out.run.graph(), task));
    const std::vector<TaskIndex>& steps = out.run.steps();
    // Workers and the cap let batches through in bursts: a whole number of them is averaged.
    const std::int64_t bursts = std::max<std::int64_t>(1, (options.steps + input.burst - 1) / input.burst);
    const auto last = steps.size() - 1;
    const auto first = last - static_cast<std::size_t>(bursts * input.burst);
    for (std::int64_t worker = 0; worker < input.shown; ++worker)
        out.batches.push_back(builder.batchesOf(worker, out.times));
    for (std::size_t step = first; step <= last; ++step)
        out.stepEnds.push_back(out.times.end[steps[step]]);
    out.end = out.times.end[steps[last]];
    out.begin = out.times.end[steps[first]];
    out.count = static_cast<double>(last - first);
    return out;
}

Input inputOf(const core::Evaluation& evaluation, const PersiaRate& rate, PersiaMode mode,
              const PersiaSettings& settings, std::int64_t accelerators, std::int64_t steps)
{
    Input input;
    input.mode = mode;
    input.staleness = settings.staleness;
    input.workers = settings.workers;
    input.accelerators = accelerators;
    input.shown = std::min(kShown, accelerators);
    input.batch = static_cast<double>(settings.batch);
    input.stages = rate.stages;
    const auto part = [&](core::StepPart which) { return evaluation.step.at(which).seconds.value(); };
    input.forward = part(core::StepPart::Forward);
    input.backward = part(core::StepPart::Backward);
    input.optimizer = part(core::StepPart::Optimizer);
    input.host = std::max(0.0, part(core::StepPart::Host));
    // A shown worker's batch stands for those of the workers that it stands for.
    const double samples = input.batch * static_cast<double>(accelerators) / static_cast<double>(input.shown);
    for (const PersiaRoleRate& role : rate.roles) {
        const double seconds = samples / role.samplesPerSecond;
        if (role.role == PersiaRoleKind::DataLoader)
            input.loading = seconds;
        else if (role.role == PersiaRoleKind::EmbeddingWorker)
            input.looking = seconds;
        else if (role.role == PersiaRoleKind::ParameterServer)
            input.serving = seconds;
    }
    input.burst =
        std::min(kMostBurst, mode == PersiaMode::FullSync ? 1 : steadyBurst(input.staleness, input.workers));
    input.batches = 2 * input.burst + steps + 1;
    return input;
}

std::int64_t standsFor(const Input& input, std::int64_t worker)
{
    return input.accelerators / input.shown + (worker < input.accelerators % input.shown ? 1 : 0);
}

std::vector<SimulatedClass> classesOf(const Timed& timed, const Input& input,
                                      const core::Evaluation& evaluation)
{
    std::vector<SimulatedClass> out;
    for (std::int64_t worker = 0; worker < input.shown; ++worker) {
        const LaneRun::Shares shares =
            timed.run.shares(timed.times, static_cast<std::int32_t>(worker), timed.begin, timed.end);
        SimulatedClass one;
        one.rankClass = "NN worker " + std::to_string(worker);
        one.count = standsFor(input, worker);
        one.busySeconds = shares.computing / timed.count;
        one.exposedSeconds = shares.exposed / timed.count;
        one.idleSeconds = std::max(0.0, timed.seconds() - one.busySeconds - one.exposedSeconds);
        one.peakInFlight = input.mode == PersiaMode::FullSync ? 1 : static_cast<double>(input.staleness);
        for (const core::TierUse& use : evaluation.memory.tiers)
            one.peakBytes = use.tier == core::Tier::Device ? use.peak.value() : one.peakBytes;
        out.push_back(std::move(one));
    }
    return out;
}

Outage outageOf(const Failure& failure, const Timed& undisturbed)
{
    Outage out;
    out.what = failure.what;
    out.from = undisturbed.begin + failure.at;
    out.to = out.from + failure.down;
    for (std::size_t worker = 0; worker < undisturbed.batches.size(); ++worker) {
        if (failure.what == "nn worker " + std::to_string(worker))
            out.worker = static_cast<std::int64_t>(worker);
    }
    if (out.worker < 0)
        return out;
    out.batches = undisturbed.batches[static_cast<std::size_t>(out.worker)];
    while (out.batches[static_cast<std::size_t>(out.firstAgain)].done <= out.from)
        ++out.firstAgain; // one is under way: counting ends later than the failure
    return out;
}

/// What is lost with the memory of the role that fails.
FailureCost costOf(const Failure& failure, const Outage& outage, const Timed& undisturbed,
                   const Timed& disturbed, const Input& input, const RoleCluster& cluster)
{
    FailureCost cost;
    cost.what = failure.what;
    cost.at = outage.from;
    cost.back = outage.to;
    cost.delaySeconds = disturbed.end - undisturbed.end;
    const auto batches = [&](const auto& isLost) {
        double lost = 0;
        for (std::int64_t worker = 0; worker < input.shown; ++worker) {
            const auto& of = undisturbed.batches[static_cast<std::size_t>(worker)];
            lost += static_cast<double>(standsFor(input, worker)) *
                    static_cast<double>(std::ranges::count_if(of, isLost));
        }
        return lost;
    };
    if (outage.worker >= 0) {
        const BatchTimes& was = outage.batches[static_cast<std::size_t>(outage.firstAgain)];
        cost.lostSeconds = std::clamp(outage.from - was.hostBegin, 0.0, was.computed - was.hostBegin);
        // Gradients of rows that it had not given away yet.
        cost.lostBatches =
            static_cast<double>(std::ranges::count_if(outage.batches, [&](const BatchTimes& one) {
                return one.done <= outage.from && one.put > outage.from;
            }));
        cost.lostShare = 1;
    } else if (failure.what == "parameter_server") {
        std::size_t checkpoint = 0;
        const auto every = static_cast<std::size_t>(failure.checkpointEvery);
        for (std::size_t step = every;
             every > 0 && step < undisturbed.stepEnds.size() && undisturbed.stepEnds[step] <= outage.from;
             step += every)
            checkpoint = step;
        const double from = undisturbed.stepEnds[checkpoint];
        cost.lostSeconds = outage.from - from;
        cost.lostBatches =
            batches([&](const BatchTimes& one) { return one.put > from && one.put <= outage.from; });
        // Ids are spread over all servers.
        cost.lostShare = 1 / static_cast<double>(cluster[PersiaRoleKind::ParameterServer].replicas);
    } else if (failure.what == "embedding_worker") {
        // It remembers which rows a batch asked for until the gradients come back; batches are spread over
        // all of these workers.
        cost.lostBatches = batches([&](const BatchTimes& one) {
                               return one.opened < outage.from && one.put > outage.from;
                           }) /
                           static_cast<double>(cluster[PersiaRoleKind::EmbeddingWorker].replicas);
        cost.lostShare = 1;
    }
    return cost;
}

} // namespace

core::Result<Simulation> simulatePersia(const core::ModelSpec& model, const RoleCluster& cluster,
                                        const core::HardwareSpec& hardware, const core::Plan& plan,
                                        const PersiaSettings& settings, const SimulationOptions& options,
                                        const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(checkNoPipeline(options));
    SHARDSCOPE_TRY_DONE(checkSteps(options));
    Simulation out;
    SHARDSCOPE_TRY(out.evaluation, evaluatePersia(model, cluster, hardware, plan, settings, true));
    SHARDSCOPE_TRY(const PersiaMode mode, persiaMode(plan.consistency));
    SHARDSCOPE_TRY(const RoleCluster used, withAccelerators(cluster, plan.axes.replica));
    PersiaSettings planned = settings; // as evaluatePersia takes them
    planned.batch = plan.batch.microBatch * plan.batch.microBatches;
    if (plan.consistency.staleness > 0)
        planned.staleness = plan.consistency.staleness;
    SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(*model.recommender(), used, mode, planned));
    const Input input = inputOf(out.evaluation, rate, mode, planned, used.accelerators(), options.steps);
    std::vector<std::string> resources{"compute", "host",        "all_reduce",       "get",
                                       "put",     "data_loader", "embedding_worker", "parameter_server"};
    const std::vector<std::string> sensitive = resources;
    for (std::int64_t worker = 0; worker < input.shown; ++worker)
        resources.push_back("nn worker " + std::to_string(worker));
    SHARDSCOPE_TRY_DONE(checkSlowdowns(resources, options.slowdowns));
    out.failing = {"data_loader", "embedding_worker", "parameter_server"};
    for (std::int64_t worker = 0; worker < input.shown; ++worker)
        out.failing.push_back("nn worker " + std::to_string(worker));

    const auto seconds = [&](const std::vector<Slowdown>& slowdowns) -> core::Result<double> {
        SHARDSCOPE_TRY(const Timed one, timed(input, options, slowdowns, 0, task));
        return one.seconds();
    };
    SHARDSCOPE_TRY(Timed all, timed(input, options, options.slowdowns, options.jitter, task));
    SHARDSCOPE_TRY(const double plain, seconds({}));
    const double slowed = all.seconds();
    if (options.failure) {
        SHARDSCOPE_TRY_DONE(checkFailure(out.failing, options, all.end - all.begin));
        const Outage outage = outageOf(*options.failure, all);
        SHARDSCOPE_TRY(Timed disturbed, timed(input, options, options.slowdowns, 0, task, outage));
        out.failure = costOf(*options.failure, outage, all, disturbed, input, used);
        all = std::move(disturbed);
    }
    out.stepSeconds = all.seconds();
    out.closedFormSeconds = out.evaluation.step.at(core::StepPart::Total).seconds.value();
    out.differences = largerDifferences({{"what_if", slowed - plain},
                                         {"failure", out.stepSeconds - slowed},
                                         {"role_queues", plain - out.closedFormSeconds}},
                                        out.closedFormSeconds);
    out.classes = classesOf(all, input, out.evaluation);
    if (options.sensitivity) {
        SHARDSCOPE_TRY(out.sensitivities, sensitivitiesOf(sensitive, options.slowdowns, seconds));
    }
    for (const auto& [name, part] :
         {std::pair{"forward", core::StepPart::Forward}, std::pair{"backward", core::StepPart::Backward},
          std::pair{"optimizer", core::StepPart::Optimizer}, std::pair{"host", core::StepPart::Host}}) {
        if (const core::DerivationPtr why = out.evaluation.step.at(part).why)
            out.derivations.emplace_back(name, why);
    }
    for (const core::CommunicationEntry& entry : out.evaluation.communication) {
        const std::string name = entry.group == "embedding"            ? "embedding get"
                                 : entry.group == "embedding_backward" ? "embedding put"
                                                                       : "all_reduce";
        if (entry.secondsWhy)
            out.derivations.emplace_back(name, entry.secondsWhy);
    }
    out.slowable = std::move(resources);
    out.lanes = true;
    out.schedule.stepTime = all.times.makespan;
    if (options.run) {
        SHARDSCOPE_TRY(out.run, all.run.run(all.times, plan,
                                            shownTitle(model) + " on " + shownTitle(cluster) + ", " +
                                                std::string(nameOf(mode)),
                                            task));
    }
    return out;
}

} // namespace shardscope::planner
