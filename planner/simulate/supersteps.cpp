// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/supersteps.h"

#include "planner/simulate/run/planned_run.h"
#include "planner/tasks/cycles.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

class Stripes {
public:
    Stripes(const SimulatedStep& step, std::size_t rank, core::TrackId track, core::TimelineBuilder& builder)
        : m_step(step)
        , m_rank(rank)
        , m_track(track)
        , m_builder(builder)
        , m_category(builder.intern("superstep"))
        , m_compute(builder.intern("compute"))
        , m_sync(builder.intern("sync"))
        , m_exchange(builder.intern("exchange"))
        , m_slowest(builder.intern("sync: waits for the slowest"))
        , m_between(builder.intern("exchange between processors"))
    {
    }

    void write()
    {
        const std::vector<Action>& actions = m_step.order.ranks[m_rank];
        for (std::int32_t step = 0; step < m_step.graph.steps(); ++step) {
            for (std::size_t index = 0; index < actions.size(); ++index) {
                const TaskIndex first = m_step.graph.first(step, m_rank, index);
                const auto pieces = static_cast<TaskIndex>(m_step.graph.pieces(m_rank));
                for (TaskIndex piece = first; piece < first + pieces; ++piece)
                    writePass(actions[index], m_step.times.start[piece], m_step.times.end[piece],
                              static_cast<double>(pieces));
            }
            if (m_step.graph.inCycles())
                writeMeetings(step);
        }
    }

private:
    void stripe(double from, double to, core::NameId name)
    {
        const std::int64_t begin = nanos(from);
        if (nanos(to) > begin)
            m_builder.slice(m_track, begin, nanos(to) - begin, name, m_category);
    }

    /// How a pass divides: computing, and waiting for the slowest tile before the exchange.
    struct Shares {
        double compute = 1;
        double sync = 0;
    };
    [[nodiscard]] Shares sharesOf(const Action& action) const
    {
        const StageStep& stage = m_step.work.stages[m_rank];
        const bool forward = action.kind == ActionKind::Forward;
        Superstep beside = forward ? stage.forwardSupersteps : stage.backwardSupersteps;
        double all = forward ? stage.forward.seconds.value()
                             : stage.backward.seconds.value() + stage.recompute.seconds.value();
        if (action.kind == ActionKind::Overlapped) {
            beside.add(stage.forwardSupersteps);
            all += stage.forward.seconds.value();
        }
        if (all <= 0)
            return {};
        const double shrunk = std::min(1.0, all / std::max(all, beside.seconds()));
        return {1 - std::min(1.0, beside.seconds() / all), shrunk * (beside.sync + beside.slowest) / all};
    }

    /// One of the \p pieces of a pass.
    void writePass(const Action& action, double from, double to, double pieces)
    {
        const auto own = static_cast<std::int32_t>(m_rank);
        const PassTimes times = m_step.work.of(action, own);
        if (times.total() <= 0)
            return;
        const double stretch = (to - from) / times.total();
        double at = from + stretch * times.wait;
        stripe(at, at + stretch * times.gather, m_between);
        at += stretch * times.gather;
        const double layers =
            std::max(1.0, std::round(static_cast<double>(m_step.work.layers(own)) / pieces));
        const double each = stretch * (times.recompute + times.compute) / layers;
        const Shares shares = sharesOf(action);
        const double computed = each * shares.compute;
        const double met = computed + each * shares.sync;
        for (double layer = 0; layer < layers; ++layer) {
            stripe(at, at + computed, m_compute);
            stripe(at + computed, at + met, m_sync);
            stripe(at + met, at + each, m_exchange);
            at += each;
        }
        stripe(at, at + stretch * (times.collectives + times.reduce), m_between);
    }

    /// Writes the waits from the end of a rank's cycle until all have come, and until all have exchanged.
    void writeMeetings(std::int32_t step)
    {
        const std::vector<Action>& actions = m_step.order.ranks[m_rank];
        const auto ranks = static_cast<std::int32_t>(m_step.order.ranks.size());
        std::size_t next = 0;
        double came = m_step.times.start[m_step.graph.first(step, 0, 0)]; // where the step begins for all
        for (std::int32_t cycle = 0; cycle < m_step.graph.cycles(); ++cycle) {
            for (; next < actions.size() && cycleOf(actions[next], ranks) == cycle; ++next)
                came = m_step.times.end[m_step.graph.first(step, m_rank, next) +
                                        static_cast<TaskIndex>(m_step.graph.pieces(m_rank) - 1)];
            const Meeting& meeting = m_step.graph.meeting(step, cycle);
            const double met = m_step.times.end[meeting.met];
            stripe(came, met, m_slowest);
            came = m_step.times.end[meeting.exchanged];
            stripe(met, came, m_between);
        }
    }

    const SimulatedStep& m_step;
    std::size_t m_rank;
    core::TrackId m_track;
    core::TimelineBuilder& m_builder;
    core::NameId m_category, m_compute, m_sync, m_exchange, m_slowest, m_between;
};

} // namespace

void writeSupersteps(const SimulatedStep& step, std::size_t rank, core::TrackId track,
                     core::TimelineBuilder& builder)
{
    Stripes(step, rank, track, builder).write();
}

} // namespace shardscope::planner
