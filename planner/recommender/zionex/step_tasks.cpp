// SPDX-License-Identifier: GPL-3.0-or-later
// Which task waits for which follows Neo's pipeline (arXiv:2104.05158, section 3.2 and its figure of the
// iteration): the reader and the front-end network bring batches ahead, the ids of the next batch travel and
// its missed rows come up while this one computes, the all-reduce of the perceptrons runs beside backward.
#include "planner/recommender/zionex/step_tasks.h"

#include "core/base/mapped.h"
#include "planner/formula/slowdown.h"

#include <algorithm>
#include <functional>

namespace shardscope::planner {
namespace {

/// Iterations until reader, ids and lookups are as far ahead as they will be.
constexpr std::int64_t kFilling = 4;

PartSeconds secondsOfParts(const std::vector<RecommenderPart>& parts)
{
    PartSeconds seconds;
    for (const RecommenderPart& part : parts)
        seconds[part.key] = part.seconds.value();
    return seconds;
}

class StepLanes {
public:
    StepLanes(const StepTasks& input, const std::vector<Slowdown>& slowdowns, StepEffects effects)
        : m_input(input)
        , m_slowdowns(slowdowns)
        , m_effects(effects)
        , m_several(input.cluster.devices > 1)
        , m_between(input.cluster.domains() > 1)
    {
        if (effects.sharedLinks) {
            m_nvlink = m_run.link();
            m_roce = m_run.link();
        }
        addDevice(0, 1);
        if (m_several)
            addDevice(1, input.cluster.devices - 1);
        for (std::int64_t iteration = 0; iteration < kFilling + input.counted + kStepsBehind; ++iteration)
            addIteration(iteration);
    }
    LaneRun take() { return std::move(m_run); }

private:
    struct Device {
        std::int32_t rank = 0;
        std::string process;
        LaneIndex dense, embedding, nvlink, roce, ids, allReduce, pcie, reader, frontEnd, host;
        std::vector<TaskIndex> ingest, reading, begin, lookup, optimizer; ///< by iteration
    };

    void addDevice(std::int32_t rank, std::int64_t count)
    {
        Device device;
        device.rank = rank;
        device.process = rank == 0 ? "busiest device" : "mean device";
        const auto row = [&](const char* name, bool onDevice) {
            return m_run.row({device.process, name, rank, count, onDevice});
        };
        device.dense = row("perceptrons", true);
        device.embedding = row("embeddings", true);
        device.nvlink = row("NVLink", true);
        device.roce = row(m_between ? "RoCE vectors" : "NVLink vectors", true);
        device.ids = row(m_between ? "RoCE ids" : "NVLink ids", true);
        device.allReduce = row("RoCE all-reduce", true);
        device.pcie = row("PCIe", true);
        device.host = row("host", false);
        // Readers of a fixed number share the host with what launches; where they are counted, they keep up.
        device.reader = m_input.readersSized ? row("reader", false) : device.host;
        device.frontEnd = row("front-end", false);
        m_devices.push_back(std::move(device));
    }

    [[nodiscard]] double secondsOf(const Device& device, const std::string& key) const
    {
        const PartSeconds& parts = device.rank == 0 ? m_input.busiest : m_input.mean;
        const auto found = parts.find(key);
        const double own = found == parts.end() ? 0 : found->second;
        return own * factorOf(m_slowdowns, key) *
               factorOf(m_slowdowns, "rank " + std::to_string(device.rank));
    }
    /// A collective lasts as long as whoever takes longest.
    [[nodiscard]] double longest(const std::string& key) const
    {
        double longest = 0;
        for (const Device& device : m_devices)
            longest = std::max(longest, secondsOf(device, key));
        return longest;
    }
    [[nodiscard]] std::uint32_t across() const { return m_between ? m_roce : m_nvlink; }

    static LaneSlice kernel(const char* name, const char* part, std::int64_t iteration)
    {
        return {name, "kernel", part, iteration};
    }
    static LaneSlice host(const char* name, const char* part, std::int64_t iteration)
    {
        return {std::string(name) + " " + std::to_string(iteration), "user_annotation", part, iteration};
    }
    /// A collective of all devices that begins after each one's own \p dependency; gives its end.
    TaskIndex collective(LaneIndex Device::*row, const std::vector<TaskIndex>& dependencies, double seconds,
                         std::uint32_t link, const char* part, const char* operation, std::int64_t iteration)
    {
        const LaneSlice slice{
            std::string("nccl:") + operation + " " + part, "kernel", part, iteration, operation, part};
        // Hops come first, when all have come; then the bytes, which share the link.
        const double whole = longest(part);
        const auto hops = m_input.hops.find(part);
        const double waited = hops == m_input.hops.end() || !(whole > 0) || link == kNone
                                  ? 0
                                  : seconds * std::min(1.0, hops->second / whole);
        TaskIndex begun = kNone;
        if (m_several && waited > 0) {
            begun = m_run.graph().add(waited);
            for (const TaskIndex dependency : dependencies)
                m_run.graph().after(begun, dependency);
        }
        std::vector<std::pair<LaneIndex, TaskIndex>> rows;
        for (std::size_t at = 0; at < m_devices.size(); ++at)
            rows.emplace_back(m_devices[at].*row, begun == kNone ? dependencies[at] : begun);
        return m_run.together(rows, m_several ? seconds - waited : 0, slice, link);
    }
    /// The task that \p make makes for each device.
    std::vector<TaskIndex> each(const std::function<TaskIndex(Device&)>& make)
    {
        return core::mapped<TaskIndex>(m_devices, [&](Device& device) { return make(device); });
    }
    static TaskIndex before(const std::vector<TaskIndex>& tasks, std::int64_t iteration, std::int64_t back)
    {
        return iteration >= back ? tasks[static_cast<std::size_t>(iteration - back)] : kNone;
    }
    static std::vector<TaskIndex> known(std::initializer_list<TaskIndex> tasks)
    {
        std::vector<TaskIndex> out;
        std::ranges::copy_if(tasks, std::back_inserter(out), [](TaskIndex task) { return task != kNone; });
        return out;
    }

    /// The batch comes over the hosts' network and is read, a few batches ahead at most.
    void addInput(Device& device, std::int64_t iteration)
    {
        const TaskIndex ingest =
            m_run.add(device.frontEnd, secondsOf(device, "ingest"), host("batch comes", "ingest", iteration),
                      known({before(device.reading, iteration, 2)}));
        // Readers that keep up have had the time to be a few batches ahead; ones that are asked to be slower
        // may not keep up.
        const bool keepUp = m_input.readersSized && factorOf(m_slowdowns, "reader") <= 1;
        const bool ahead = keepUp && iteration < kFilling;
        const TaskIndex reading = m_run.add(device.reader, ahead ? 0 : secondsOf(device, "reader"),
                                            host("batch is read", "reader", iteration),
                                            known({ingest, before(device.lookup, iteration, 3)}));
        device.ingest.push_back(ingest);
        device.reading.push_back(reading);
        m_run.count(device.process, "batches read ahead", reading, true, 1);
    }

    void addIteration(std::int64_t iteration)
    {
        const bool pipelined = m_input.pipelined;
        for (Device& device : m_devices)
            addInput(device, iteration);
        const std::vector<TaskIndex> launch = each([&](Device& device) {
            return m_run.add(device.host, secondsOf(device, "host"),
                             host("host runs ahead", "host", iteration),
                             known({before(device.begin, iteration, 2)}));
        });
        const auto misses = [&](TaskIndex ids) {
            return each([&](Device& device) {
                return m_run.add(
                    device.pcie, secondsOf(device, "cache_misses"),
                    {"memcpy HtoD rows missed by the cache", "gpu_memcpy", "cache_misses", iteration}, {ids});
            });
        };
        const auto ids = [&](const std::vector<TaskIndex>& after) {
            return collective(&Device::ids, after, longest("id_all_to_all"), across(), "id_all_to_all",
                              "all_to_all", iteration);
        };
        // A pipeline sends the next batch's ids while this one computes; else they wait for their turn.
        std::vector<TaskIndex> rows;
        if (pipelined)
            rows = misses(ids(each([&](Device& device) {
                return m_run.join(known({device.reading.back(), before(device.begin, iteration, 1)}));
            })));
        std::size_t at = 0;
        const std::vector<TaskIndex> begin = each([&](Device& device) {
            const TaskIndex task =
                m_run.join(known({launch[at], device.reading.back(), before(device.optimizer, iteration, 1),
                                  pipelined ? rows[at] : kNone}));
            ++at;
            device.begin.push_back(task);
            return task;
        });
        if (!pipelined)
            rows = misses(ids(begin));
        forwardAndBackward(iteration, begin, rows);
    }

    void forwardAndBackward(std::int64_t iteration, const std::vector<TaskIndex>& begin,
                            const std::vector<TaskIndex>& rows)
    {
        const auto compute = [&](LaneIndex Device::*row, const char* name, const char* part,
                                 const std::function<std::vector<TaskIndex>(std::size_t)>& after) {
            std::size_t at = 0;
            return each([&](Device& device) {
                return m_run.add(device.*row, secondsOf(device, part), kernel(name, part, iteration),
                                 after(at++));
            });
        };
        using Tasks = std::vector<TaskIndex>;
        const Tasks bottom = compute(&Device::dense, "bottom MLP forward (gemm)", "bottom_mlp_forward",
                                     [&](std::size_t at) { return Tasks{begin[at]}; });
        const Tasks lookup = compute(&Device::embedding, "embedding lookup", "lookup", [&](std::size_t at) {
            return Tasks{begin[at], rows[at]};
        });
        for (std::size_t at = 0; at < m_devices.size(); ++at) {
            m_devices[at].lookup.push_back(lookup[at]);
            m_run.count(m_devices[at].process, "batches read ahead", lookup[at], false, -1);
        }
        const TaskIndex vectors = collective(&Device::roce, lookup, longest("vector_all_to_all"), across(),
                                             "vector_all_to_all", "all_to_all", iteration);
        const Tasks top =
            compute(&Device::dense, "top MLP forward (gemm)", "top_mlp_forward", [&](std::size_t at) {
                return Tasks{bottom[at], vectors};
            });
        const Tasks topBackward = compute(&Device::dense, "top MLP backward (gemm)", "top_mlp_backward",
                                          [&](std::size_t at) { return Tasks{top[at]}; });
        const Tasks early = m_effects.lateGradients ? topBackward : top;
        const TaskIndex gradients = collective(&Device::roce, topBackward, longest("gradient_all_to_all"),
                                               across(), "gradient_all_to_all", "all_to_all", iteration);
        const Tasks update = compute(&Device::embedding, "embedding update", "update",
                                     [&](std::size_t) { return Tasks{gradients}; });
        const Tasks bottomBackward =
            compute(&Device::dense, "bottom MLP backward (gemm)", "bottom_mlp_backward",
                    [&](std::size_t at) { return Tasks{topBackward[at]}; });
        allReduce(iteration, 1 - m_input.bottomShare, early);
        const TaskIndex reduced =
            allReduce(iteration, m_input.bottomShare, m_effects.lateGradients ? bottomBackward : early);
        const Tasks optimizer = compute(&Device::dense, "optimizer.step", "optimizer", [&](std::size_t at) {
            return Tasks{bottomBackward[at], update[at], reduced};
        });
        for (std::size_t at = 0; at < m_devices.size(); ++at)
            m_devices[at].optimizer.push_back(optimizer[at]);
        m_run.step(m_several ? m_run.join(optimizer) : optimizer.front());
    }

    /// Adds the reduction of \p share of the perceptrons' gradients: in domains, between them, back in
    /// domains.
    TaskIndex allReduce(std::int64_t iteration, double share, const std::vector<TaskIndex>& after)
    {
        const double seconds = share * longest("all_reduce");
        const double inside = m_input.cluster.reducedInside;
        const auto part = [&](LaneIndex Device::*row, const std::vector<TaskIndex>& from, double of,
                              std::uint32_t link, const char* operation) {
            return collective(row, from, of * seconds, link, "all_reduce", operation, iteration);
        };
        if (!m_between)
            return part(&Device::nvlink, after, 1, m_nvlink, "all_reduce");
        std::vector<TaskIndex> from = after;
        constexpr double kHalf = 0.5; // a ring passes twice: reduce-scatter, all-gather
        if (inside > 0)
            from.assign(m_devices.size(),
                        part(&Device::nvlink, from, kHalf * inside, m_nvlink, "reduce_scatter"));
        from.assign(m_devices.size(), part(&Device::allReduce, from, 1 - inside, m_roce, "all_reduce"));
        return inside > 0 ? part(&Device::nvlink, from, kHalf * inside, m_nvlink, "all_gather")
                          : from.front();
    }

    const StepTasks& m_input;
    const std::vector<Slowdown>& m_slowdowns;
    StepEffects m_effects;
    bool m_several;
    bool m_between;
    std::uint32_t m_nvlink = kNone;
    std::uint32_t m_roce = kNone;
    LaneRun m_run;
    std::vector<Device> m_devices;
};

} // namespace

StepTasks stepTasks(const core::Recommender& model, const PlacementRequest& request, const ZionexStep& step,
                    const std::vector<RecommenderPart>& mean)
{
    const double exchange = request.cluster.exchange.start.value();
    const double flops = model.bottomFlopsPerSample() + model.topFlopsPerSample();
    return {step.pipelined,
            step.readersSized,
            request.cluster,
            secondsOfParts(step.parts),
            secondsOfParts(mean),
            flops > 0 ? model.bottomFlopsPerSample() / flops : 0,
            {{"id_all_to_all", exchange},
             {"vector_all_to_all", exchange},
             {"gradient_all_to_all", exchange},
             {"all_reduce", request.cluster.reduce.start.value()}}};
}

core::Result<TimedRun> timedStep(const StepTasks& tasks, StepEffects effects,
                                 const std::vector<Slowdown>& slowdowns, double jitter, std::uint64_t seed,
                                 const core::Task& task)
{
    return timedRun(StepLanes(tasks, slowdowns, effects).take(), tasks.counted, kStepsBehind, jitter, seed,
                    task);
}

} // namespace shardscope::planner
