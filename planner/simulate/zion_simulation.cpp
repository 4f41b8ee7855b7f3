// SPDX-License-Identifier: GPL-3.0-or-later
// The paths of a batch are those whose bytes zionRate counts (planner/recommender/zionex/zion.cpp): the
// perceptrons and pooled rows come, their gradients go; each direction of a network card for itself.
#include "planner/simulate/zion_simulation.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/simulate/resources.h"
#include "planner/simulate/run/lane_run.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kZionShown = 4; ///< trainers
constexpr std::int64_t kInFlight = 8;  ///< batches of a trainer between lookup and update: assumed
constexpr std::int64_t kWarmUp = 8 * kInFlight;
constexpr std::int64_t kCounted = 8 * kInFlight; ///< at least: batches overtake each other

struct Input {
    std::int64_t trainers = 1;
    std::int64_t shown = 1;
    std::int64_t batches = 1;
    std::map<std::string, double>
        seconds;     ///< of one batch of a shown trainer and those it stands for, by resource
    double pace = 0; ///< seconds a batch of each trainer if nothing queues
    double forward = 0, backward = 0, optimizer = 0;
};

class Builder {
public:
    Builder(const Input& input, const std::vector<Slowdown>& slowdowns)
        : m_input(input)
        , m_slowdowns(slowdowns)
    {
        const auto row = [&](const char* process, const char* name) {
            return m_run.row({process, name, -1, 1, false});
        };
        m_perceptronsOut = {row("MLP parameter server", "sent"), m_run.link()};
        m_perceptronsIn = {row("MLP parameter server", "received"), m_run.link()};
        m_rowsOut = {row("embedding servers", "sent"), m_run.link()};
        m_rowsIn = {row("embedding servers", "received"), m_run.link()};
        m_memory = {row("embedding servers", "memory"), m_run.link()};
        m_perceptronCycles = {row("MLP parameter server", "CPU cycles of TCP"), m_run.link()};
        m_rowCycles = {row("embedding servers", "CPU cycles of TCP"), m_run.link()};
        for (std::int64_t trainer = 0; trainer < input.shown; ++trainer)
            addTrainer(trainer);
        for (std::int64_t batch = 0; batch < input.batches; ++batch) {
            std::vector<TaskIndex> ends;
            for (Trainer& trainer : m_trainers)
                ends.push_back(addBatch(trainer, batch));
            m_run.step(m_run.join(ends));
        }
    }
    LaneRun take() { return std::move(m_run); }

private:
    /// What several share, and where it is drawn.
    struct Shared {
        LaneIndex row = 0;
        std::uint32_t link = kNone;
    };
    struct Trainer {
        std::string process;
        double factor = 1;
        double lag = 0; ///< of its first batch, in batches
        LaneIndex computing;
        std::vector<LaneIndex> gets, puts;
        Shared in, out, cycles;
        std::vector<TaskIndex> put; ///< by batch
    };

    void addTrainer(std::int64_t number)
    {
        Trainer trainer;
        trainer.process = "trainer " + std::to_string(number);
        trainer.factor = factorOf(m_slowdowns, trainer.process);
        trainer.lag = static_cast<double>(number) / static_cast<double>(m_input.shown);
        const std::int64_t stands = standsFor(m_input.trainers, m_input.shown, number);
        const auto row = [&](const std::string& name, bool device) {
            return m_run.row({trainer.process, name, static_cast<std::int32_t>(number), stands, device});
        };
        trainer.computing = row("computing", true);
        trainer.in = {row("received over TCP", false), m_run.link()};
        trainer.out = {row("sent over TCP", false), m_run.link()};
        trainer.cycles = {row("CPU cycles of TCP", false), m_run.link()};
        for (std::int64_t at = 0; at < kInFlight; ++at) {
            trainer.gets.push_back(row("embedding get " + std::to_string(at), false));
            trainer.puts.push_back(row("embedding put " + std::to_string(at), false));
        }
        m_trainers.push_back(std::move(trainer));
    }

    [[nodiscard]] double secondsOf(const char* resource) const
    {
        return m_input.seconds.at(resource) * factorOf(m_slowdowns, resource);
    }
    /// One way between a trainer and the servers, over when all on the way have done their part.
    TaskIndex exchange(LaneIndex row, const char* stage, std::int64_t batch,
                       const std::vector<TaskIndex>& after,
                       const std::vector<std::pair<Shared, double>>& parts)
    {
        const TaskIndex opened = m_run.open(row, after);
        std::vector<TaskIndex> done;
        done.reserve(parts.size());
        for (const auto& [shared, seconds] : parts)
            done.push_back(m_run.serve(shared.row, shared.link, seconds, {opened}));
        m_opened = opened;
        return m_run.close(
            row, opened,
            {"## " + std::string(stage) + " " + std::to_string(batch) + " ##", "user_annotation", "", batch},
            done);
    }

    TaskIndex addBatch(Trainer& trainer, std::int64_t batch)
    {
        constexpr double kHalf = 0.5;     // of TCP's cycles: each way
        constexpr double kRead = 1.0 / 3; // of the rows' bytes; the update reads and writes them
        const auto slot = static_cast<std::size_t>(batch % kInFlight);
        std::vector<TaskIndex> after;
        if (batch >= kInFlight)
            after.push_back(trainer.put[static_cast<std::size_t>(batch - kInFlight)]);
        else // trainers go their own ways: nothing makes them ask in the same moment
            after.push_back(m_run.graph().add(m_input.pace * (static_cast<double>(batch) + trainer.lag)));
        const double tcp = kHalf * secondsOf("tcp_cycles");
        const double perceptronTcp = kHalf * secondsOf("mlp_server_cycles");
        const double rowTcp = kHalf * secondsOf("embedding_server_cycles");
        const TaskIndex got = exchange(trainer.gets[slot], "embedding get", batch, after,
                                       {{m_perceptronsOut, secondsOf("mlp_server_network")},
                                        {m_rowsOut, secondsOf("embedding_server_network")},
                                        {m_memory, kRead * secondsOf("embedding_server_memory")},
                                        {trainer.in, secondsOf("trainer_network")},
                                        {m_perceptronCycles, perceptronTcp},
                                        {m_rowCycles, rowTcp},
                                        {trainer.cycles, tcp}});
        m_run.count(trainer.process, "staleness", m_opened, false, 1);
        TaskIndex last = got;
        for (const auto& [name, seconds] :
             {std::pair{"forward (gemm)", m_input.forward}, std::pair{"backward (gemm)", m_input.backward},
              std::pair{"optimizer.step", m_input.optimizer}})
            last = m_run.add(trainer.computing, trainer.factor * factorOf(m_slowdowns, "compute") * seconds,
                             {name, "kernel", "", batch}, {last});
        const TaskIndex put = exchange(trainer.puts[slot], "embedding put", batch, {last},
                                       {{m_perceptronsIn, secondsOf("mlp_server_network")},
                                        {m_rowsIn, secondsOf("embedding_server_network")},
                                        {m_memory, (1 - kRead) * secondsOf("embedding_server_memory")},
                                        {trainer.out, secondsOf("trainer_network")},
                                        {m_perceptronCycles, perceptronTcp},
                                        {m_rowCycles, rowTcp},
                                        {trainer.cycles, tcp}});
        m_run.count(trainer.process, "staleness", put, true, -1);
        trainer.put.push_back(put);
        return put;
    }

    const Input& m_input;
    const std::vector<Slowdown>& m_slowdowns;
    LaneRun m_run;
    Shared m_perceptronsOut, m_perceptronsIn, m_rowsOut, m_rowsIn, m_memory;
    Shared m_perceptronCycles, m_rowCycles;
    std::vector<Trainer> m_trainers;
    TaskIndex m_opened = kNone; ///< where the last exchange began
};

std::int64_t countedOf(const SimulationOptions& options) { return std::max(kCounted, options.steps); }

core::Result<TimedRun> timed(const Input& input, const SimulationOptions& options,
                             const std::vector<Slowdown>& slowdowns, double share, const core::Task& task)
{
    // Batches behind the last ones still share what these use.
    return timedRun(Builder(input, slowdowns).take(), countedOf(options), kInFlight, share, options.seed,
                    task);
}

} // namespace

core::Result<Simulation> simulateZion(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                      const core::Plan& plan, const SimulationOptions& options,
                                      const core::Task& task, const ZionFigures& figures)
{
    if (model.recommender() == nullptr)
        return core::notSupported(W_("Zion's parameter servers"),
                                  W_("parameter servers hold the tables of recommendation models"))
            .in("--zion");
    if (options.schedule || options.order || options.failure)
        return core::notSupportedFor(options.failure ? core::phrase(W_("a failure on Zion"))
                                                     : core::phrase(W_("a schedule of pipelines")),
                                     W_("its trainers wait for nobody"))
            .in(options.failure ? "--fail" : "--schedule");
    SHARDSCOPE_TRY_DONE(checkSteps(options));
    Simulation out;
    SHARDSCOPE_TRY(out.evaluation, evaluateRecommender(model, hardware, plan, true));
    SHARDSCOPE_TRY(const ZionexSettings settings, zionexSettings(model, hardware, plan));
    SHARDSCOPE_TRY(const ZionexStep step,
                   zionexStep(*model.recommender(), hardware, plan.axes.devices(), settings, task));
    SHARDSCOPE_TRY(const PlacementRequest request,
                   placementRequest(*model.recommender(), hardware, plan.axes.devices(), settings));
    const ZionSettings zion = zionSettings(request.cluster, settings.batch, step.parts, figures);
    const ZionRate rate = zionRate(*model.recommender(), zion);

    Input input;
    input.trainers = zion.trainers;
    input.shown = std::min(kZionShown, zion.trainers);
    input.batches = kWarmUp + countedOf(options) + kInFlight;
    const double samples = static_cast<double>(zion.trainers * zion.batch);
    input.pace = samples / rate.samplesPerSecond;
    std::vector<std::string> resources{"compute"};
    for (const RoleRate& one : rate.rates) {
        // What is the trainers' own is as many times there as there are trainers.
        const bool own = one.role == "trainer_network" || one.role == "tcp_cycles" || one.role == "trainers";
        const double ofAll = samples / one.samplesPerSecond;
        input.seconds[one.role] = own ? ofAll : ofAll / static_cast<double>(input.shown);
        if (one.role != "trainers")
            resources.push_back(one.role);
    }
    const auto part = [&](const char* first, const char* second) {
        double seconds = 0;
        for (const RecommenderPart& one : step.parts)
            seconds += one.key == first || one.key == second ? one.seconds.value() : 0;
        return seconds;
    };
    input.forward = part("bottom_mlp_forward", "top_mlp_forward");
    input.backward = part("top_mlp_backward", "bottom_mlp_backward");
    input.optimizer = part("optimizer", "");
    const std::vector<std::string> sensitive = resources;
    for (std::int64_t trainer = 0; trainer < input.shown; ++trainer)
        resources.push_back("trainer " + std::to_string(trainer));
    SHARDSCOPE_TRY_DONE(checkSlowdowns(resources, options.slowdowns));

    const auto seconds = [&](const std::vector<Slowdown>& slowdowns) -> core::Result<double> {
        SHARDSCOPE_TRY(const TimedRun one, timed(input, options, slowdowns, 0, task));
        return one.seconds();
    };
    SHARDSCOPE_TRY(const TimedRun all, timed(input, options, options.slowdowns, options.jitter, task));
    SHARDSCOPE_TRY(const double plain, seconds({}));
    out.stepSeconds = all.seconds();
    out.closedFormSeconds = samples / rate.samplesPerSecond;
    out.differences = largerDifferences(
        {{"what_if", out.stepSeconds - plain}, {"role_queues", plain - out.closedFormSeconds}},
        out.closedFormSeconds);
    for (std::int64_t trainer = 0; trainer < input.shown; ++trainer) {
        SimulatedClass one;
        one.rankClass = "trainer " + std::to_string(trainer);
        one.count = standsFor(input.trainers, input.shown, trainer);
        one.busySeconds = all.shares(static_cast<std::int32_t>(trainer)).computing;
        one.idleSeconds = std::max(0.0, all.seconds() - one.busySeconds);
        one.peakInFlight = kInFlight;
        out.classes.push_back(std::move(one));
    }
    if (options.sensitivity) {
        SHARDSCOPE_TRY(out.sensitivities, sensitivitiesOf(sensitive, options.slowdowns, seconds));
    }
    out.slowable = resources;
    out.lanes = true;
    out.behind = kInFlight;
    out.schedule.stepTime = all.times.makespan;
    if (options.run) {
        SHARDSCOPE_TRY(out.run, all.run.run(all.times, plan, shownTitle(model) + " on Zion", task));
    }
    return out;
}

} // namespace shardscope::planner
