// SPDX-License-Identifier: GPL-3.0-or-later
// persiaRules() say which task waits for which; a role of several machines does for a batch what its rate
// says, shared by all batches that ask at once, so that a role that saturates queues.
#include "planner/simulate/persia_batches.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kLoadedAhead = 4; ///< batches loaded beyond those that may be looked up: assumed

LaneSlice mark(const char* name, std::int64_t batch, const char* derivation = "")
{
    return {"## " + std::string(name) + " " + std::to_string(batch) + " ##", "user_annotation", derivation,
            batch};
}

void push(std::vector<TaskIndex>& into, const std::vector<TaskIndex>& tasks, std::int64_t batch,
          std::int64_t back)
{
    if (batch >= back)
        into.push_back(tasks[static_cast<std::size_t>(batch - back)]);
}

} // namespace

PersiaBatches::PersiaBatches(const PersiaWork& work, const std::vector<Slowdown>& slowdowns,
                             const std::optional<PersiaOutage>& outage)
    : m_work(work)
    , m_slowdowns(slowdowns)
    , m_outage(outage)
{
    const auto role = [&](const char* process, const char* name) {
        return m_run.row({process, name, -1, 1, false});
    };
    m_loaders = {"data loaders", role("data loaders", "batches"), m_run.link()};
    m_embeddings = {"embedding workers", role("embedding workers", "lookups and gradients"), m_run.link()};
    m_servers = {"parameter servers", role("parameter servers", "reads and updates"), m_run.link()};
    for (const auto& [what, shown] :
         {std::pair{"data_loader", &m_loaders}, std::pair{"embedding_worker", &m_embeddings},
          std::pair{"parameter_server", &m_servers}}) {
        if (outage && outage->what == what)
            m_run.fail(shown->row, shown->link, outage->from, outage->to);
    }
    for (std::int64_t worker = 0; worker < work.shown; ++worker)
        addWorker(worker);
    for (std::int64_t batch = 0; batch < work.batches; ++batch)
        addBatch(batch);
}

std::vector<PersiaBatchTimes> PersiaBatches::batchesOf(std::int64_t worker, const TaskTimes& times) const
{
    const Worker& of = m_workers[static_cast<std::size_t>(worker)];
    std::vector<PersiaBatchTimes> out;
    for (std::size_t batch = 0; batch < of.computed.size(); ++batch) {
        PersiaBatchTimes one;
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

void PersiaBatches::addWorker(std::int64_t number)
{
    Worker worker;
    worker.process = "NN worker " + std::to_string(number);
    worker.number = number;
    worker.factor = factorOf(m_slowdowns, "nn worker " + std::to_string(number));
    const std::int64_t stands = standsFor(m_work.accelerators, m_work.shown, number);
    const auto row = [&](const std::string& name, bool device) {
        return m_run.row({worker.process, name, static_cast<std::int32_t>(number), stands, device});
    };
    worker.host = row("host", false);
    worker.computing = row("computing", true);
    worker.allReduce = row("all-reduce", true);
    const auto several = [&](const char* name, std::int64_t workers, std::vector<LaneIndex>& rows) {
        // No more than the cap lets be under way.
        const std::int64_t count = std::min(workers, m_work.staleness);
        for (std::int64_t at = 0; at < std::max<std::int64_t>(1, count); ++at)
            rows.push_back(row(std::string(name) + " " + std::to_string(at), false));
    };
    several("embedding get", m_work.workers.get, worker.gets);
    several("embedding put", m_work.workers.put, worker.puts);
    if (m_outage && m_outage->worker == number) {
        for (std::size_t at = 0; at < worker.gets.size(); ++at)
            worker.again.push_back(row("embedding get " + std::to_string(at) + " again", false));
        const TaskIndex failed = m_run.graph().add(m_outage->from);
        worker.restored = m_run.add(row("restart", false), m_outage->to - m_outage->from,
                                    {"restart", "user_annotation"}, {failed});
    }
    m_workers.push_back(std::move(worker));
}

TaskIndex PersiaBatches::served(const Role& role, double seconds, const std::vector<TaskIndex>& after)
{
    const TaskIndex asked = m_run.join(after);
    const TaskIndex done = m_run.serve(role.row, role.link, seconds, {asked});
    m_run.count(role.process, "queue", asked, false, 1);
    m_run.count(role.process, "queue", done, true, -1);
    return done;
}

/// One way between an NN worker and the servers: as long as handling takes, and no shorter than the
/// roles on the way need.
TaskIndex PersiaBatches::exchange(LaneIndex row, const char* stage, double seconds, std::int64_t batch,
                                  const std::vector<TaskIndex>& after, TaskIndex& opened)
{
    constexpr double kOneWay = 0.5; // roles' rates count both ways
    opened = m_run.open(row, after);
    const TaskIndex handled = m_run.graph().add(seconds);
    m_run.after(handled, opened);
    const TaskIndex looked =
        served(m_embeddings, slowed("embedding_worker", kOneWay * m_work.looking), {opened});
    const TaskIndex read = served(m_servers, slowed("parameter_server", kOneWay * m_work.serving), {opened});
    return m_run.close(row, opened, mark(stage, batch, stage), {handled, looked, read});
}

void PersiaBatches::addBatch(std::int64_t batch)
{
    for (Worker& worker : m_workers)
        look(worker, batch);
    std::vector<std::pair<LaneIndex, TaskIndex>> computed;
    for (Worker& worker : m_workers)
        computed.emplace_back(worker.allReduce, compute(worker, batch));
    // If the dense part is asynchronous, nobody waits for anybody.
    const bool together = m_work.mode != PersiaMode::FullAsync;
    const TaskIndex reduced =
        together ? m_run.together(
                       computed, slowed("all_reduce", m_work.stages.allReduce.value()),
                       {"nccl:all_reduce replica", "kernel", "all_reduce", batch, "all_reduce", "replica"})
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
                     slowed("put", m_work.stages.put.value()), batch, {after}, opened);
        m_run.count(worker.process, "staleness", put, true, -1);
        worker.put.push_back(put);
    }
    m_run.step(m_run.join(ends));
}

void PersiaBatches::look(Worker& worker, std::int64_t batch)
{
    std::vector<TaskIndex> loaded;
    push(loaded, worker.computed, batch, m_work.staleness + kLoadedAhead);
    const TaskIndex load = served(m_loaders, slowed("data_loader", m_work.loading), loaded);
    std::vector<TaskIndex> after{load};
    const bool again = redone(worker, batch);
    // Whether it had been asked for before the worker failed.
    const bool before = again && m_outage->batches[static_cast<std::size_t>(batch)].opened < m_outage->from;
    if (again && !before)
        after.push_back(worker.restored);
    push(after, worker.put, batch, m_work.mode == PersiaMode::FullSync ? 1 : m_work.staleness);
    if (m_work.mode == PersiaMode::NaiveHybrid)
        push(after, m_reduced, batch, 1);
    TaskIndex opened = kNone;
    worker.got.push_back(exchange(worker.gets[static_cast<std::size_t>(batch) % worker.gets.size()],
                                  "embedding get", slowed("get", m_work.stages.get.value()), batch, after,
                                  opened));
    m_run.count(worker.process, "staleness", opened, false, 1);
    worker.opened.push_back(opened);
    if (!before)
        return;
    if (batch == m_outage->firstAgain)
        worker.firstGot = worker.got.back();
    // What had come was in the memory that is lost.
    worker.got.back() = exchange(worker.again[static_cast<std::size_t>(batch) % worker.again.size()],
                                 "embedding get", slowed("get", m_work.stages.get.value()), batch,
                                 {worker.got.back(), worker.restored}, opened);
}

bool PersiaBatches::redone(const Worker& worker, std::int64_t batch) const
{
    return m_outage && m_outage->worker == worker.number && batch >= m_outage->firstAgain;
}

/// What \p worker had done of \p batch when it failed.
void PersiaBatches::computeInVain(const Worker& worker, std::int64_t batch, TaskIndex got)
{
    const PersiaBatchTimes& was = m_outage->batches[static_cast<std::size_t>(batch)];
    const double until = m_outage->from;
    const auto done = [&](double begin, double end) { return std::max(0.0, std::min(end, until) - begin); };
    std::vector<TaskIndex> after{got};
    push(after, worker.computed, batch, 1);
    if (m_work.mode != PersiaMode::FullAsync)
        push(after, m_reduced, batch, 1);
    TaskIndex last = m_run.add(worker.host, done(was.hostBegin, was.hostEnd),
                               {"host, in vain", "user_annotation", "", batch}, after);
    for (const auto& [name, begin, end] :
         {std::tuple{"forward (gemm), in vain", was.hostEnd, was.forwardEnd},
          std::tuple{"backward (gemm), in vain", was.forwardEnd, was.backwardEnd},
          std::tuple{"optimizer.step, in vain", was.backwardEnd, was.computed}})
        last = m_run.add(worker.computing, done(begin, end), {name, "kernel", "", batch}, {last});
}

TaskIndex PersiaBatches::compute(Worker& worker, std::int64_t batch)
{
    std::vector<TaskIndex> after{worker.got.back()};
    push(after, worker.computed, batch, 1);
    if (m_work.mode != PersiaMode::FullAsync)
        push(after, m_reduced, batch, 1);
    if (m_outage && m_outage->worker == worker.number && batch == m_outage->firstAgain) {
        if (m_outage->batches[static_cast<std::size_t>(batch)].hostBegin < m_outage->from)
            computeInVain(worker, batch, worker.firstGot);
        after.push_back(worker.restored);
    }
    const TaskIndex host = m_run.add(worker.host, worker.factor * slowed("host", m_work.host),
                                     mark("host", batch, "host"), after);
    TaskIndex last = host;
    const auto kernel = [&](const char* name, const char* part, double seconds) {
        last = m_run.add(worker.computing, worker.factor * slowed("compute", seconds),
                         {name, "kernel", part, batch}, {last});
    };
    kernel("forward (gemm)", "forward", m_work.forward);
    const TaskIndex forward = last;
    kernel("backward (gemm)", "backward", m_work.backward);
    worker.parts.push_back({host, forward, last});
    kernel("optimizer.step", "optimizer", m_work.optimizer);
    worker.computed.push_back(last);
    return last;
}

} // namespace shardscope::planner
