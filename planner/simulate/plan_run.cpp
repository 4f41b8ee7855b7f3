// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/plan_run.h"

#include "planner/schedule/action_index.h"
#include "planner/simulate/run/stage_rows.h"
#include "planner/simulate/run_counters.h"
#include "planner/simulate/supersteps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace shardscope::planner {
namespace {

/// Where in time the rows of a pass lie, which runs in pieces: one row behind the other. What a piece waits
/// for before it begins lies between the two rows whose border is nearest.
class PassTime {
public:
    explicit PassTime(double begin)
        : m_at(begin)
        , m_end(begin)
    {
    }

    /// The next piece.
    void add(double from, double to)
    {
        if (from > m_end)
            m_waits.push_back({m_busy, from - m_end});
        m_busy += to - from;
        m_end = to;
    }
    [[nodiscard]] double busy() const { return m_busy; }

    struct Row {
        double from = 0;
        double to = 0;
    };
    /// The next \p seconds of work.
    Row next(double seconds)
    {
        constexpr double kHalf = 0.5;
        for (; m_next < m_waits.size() && m_waits[m_next].behind <= m_done + kHalf * seconds; ++m_next)
            m_at += m_waits[m_next].seconds;
        const Row row{m_at, m_at + seconds};
        m_done += seconds;
        m_at = row.to;
        return row;
    }

private:
    struct Wait {
        double behind = 0; ///< so many seconds of work
        double seconds = 0;
    };
    std::vector<Wait> m_waits;
    std::size_t m_next = 0;
    double m_busy = 0;
    double m_done = 0;
    double m_at;
    double m_end;
};

class Writer {
public:
    Writer(const SimulatedStep& step, const SimulationOptions& options)
        : m_step(step)
        , m_options(options)
        , m_rows(
              step.simulation.evaluation.plan.axes, !step.work.moves.empty(),
              std::ranges::any_of(step.work.ranks, [](const RankWork& rank) { return !rank.copies.empty(); }))
        , m_copied(step.order.ranks.size())
    {
        for (std::size_t rank = 0; rank < step.order.ranks.size(); ++rank)
            m_rows.addStage(step.simulation.classes[rank].count);
        for (const std::int64_t number : options.expand)
            m_rows.expand(number);
        findBeside();
    }

    core::Result<core::RunPtr> write(const std::string& title, const core::Task& task)
    {
        for (std::int32_t step = 0; step < m_step.graph.steps(); ++step) {
            for (std::size_t rank = 0; rank < m_step.order.ranks.size(); ++rank) {
                for (std::size_t index = 0; index < m_step.order.ranks[rank].size(); ++index)
                    writePass(step, rank, index);
            }
        }
        for (TaskIndex index = 0; index < m_step.graph.tasks().size(); ++index)
            writeTask(index);
        m_rows.run().addSteps(stepEnds(m_step.graph, m_step.times));
        writeRestart();
        std::vector<core::TrackId> schedules;
        core::TimelineBuilder& builder = m_rows.run().builder();
        for (std::size_t rank = 0; rank < m_step.order.ranks.size(); ++rank) {
            schedules.push_back(m_rows.track(rank, Schedule));
            if (m_step.simulation.evaluation.supersteps)
                writeSupersteps(m_step, rank, m_rows.track(rank, Supersteps), builder);
        }
        writeCounters(m_step, schedules, builder);
        builder.shareFlowIds();
        return m_rows.finish(title, m_step.simulation.evaluation.plan, task);
    }

private:
    using enum StageRow;

    static constexpr const char* kRecompute = "recompute"; ///< a pass

    /// When each rank has traffic beside its passes, in order and apart.
    void findBeside()
    {
        m_beside.resize(m_step.order.ranks.size());
        for (TaskIndex index = 0; index < m_step.graph.tasks().size(); ++index) {
            const PlanTask& task = m_step.graph.tasks()[index];
            if (task.kind == PlanTask::Kind::Bucket)
                m_beside[static_cast<std::size_t>(task.rank)].push_back({start(index), end(index)});
        }
        for (std::vector<PassTime::Row>& rows : m_beside) {
            std::ranges::sort(rows, {}, &PassTime::Row::from);
            std::vector<PassTime::Row> apart;
            for (const PassTime::Row& row : rows) {
                if (apart.empty() || row.from > apart.back().to)
                    apart.push_back(row);
                else
                    apart.back().to = std::max(apart.back().to, row.to);
            }
            rows = std::move(apart);
        }
    }

    /// Traffic is derived for a whole step, by group and operation.
    const char* derivationOf(core::Transfer operation, core::TrafficGroup group)
    {
        return m_rows.kept(trafficKey(operation, group));
    }

    static std::string sliceOf(core::Transfer operation, core::TrafficGroup group)
    {
        return "nccl:" + std::string(core::nameOf(operation)) + " " + std::string(core::nameOf(group));
    }

    struct PassName {
        const char* key;
        const char* slice;
    };
    static PassName nameOf(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward: return {"forward", "forward (gemm)"};
        case ActionKind::InputGradient: return {"input_gradient", "input gradient (gemm)"};
        case ActionKind::WeightGradient: return {"weight_gradient", "weight gradient (gemm)"};
        case ActionKind::Backward: return {"backward", "backward (gemm)"};
        case ActionKind::Overlapped: return {"overlapped", "forward and backward (gemm)"};
        }
        return {"", ""};
    }

    [[nodiscard]] double start(TaskIndex task) const { return m_step.times.start[task]; }
    [[nodiscard]] double end(TaskIndex task) const { return m_step.times.end[task]; }

    void writePass(std::int32_t step, std::size_t rank, std::size_t index)
    {
        const Action& action = m_step.order.ranks[rank][index];
        const std::int32_t pieces = m_step.graph.pieces(rank);
        const TaskIndex first = m_step.graph.first(step, rank, index);
        const TaskIndex last = first + static_cast<TaskIndex>(pieces - 1);
        // Named as PyTorch's pipelining names them, so that the same analyses find them.
        const SliceNote note{nameOf(action.kind).key, 0, action.stage, action.microBatch, 0, ""};
        const auto annotate = [&](ActionKind kind, std::int32_t stage, std::int32_t micro) {
            m_rows.slice(rank, Schedule, start(first), end(last),
                         "PP:" + textOf({kind, stage, micro, -1, -1}), "user_annotation", note);
        };
        if (action.kind == ActionKind::Overlapped) {
            annotate(ActionKind::Forward, action.stage, action.microBatch);
            annotate(ActionKind::Backward, action.backwardStage, action.backwardMicroBatch);
        } else {
            annotate(action.kind, action.stage, action.microBatch);
        }
        const PassTimes times = m_step.work.of(action, static_cast<std::int32_t>(rank));
        PassTime time(start(first));
        for (TaskIndex piece = first; piece <= last; ++piece)
            time.add(start(piece), end(piece));
        if (operatorsOf(rank))
            writeOperators(rank, index, times, time);
        else
            writeWhole(rank, action, times, time);
        writeInside(rank, action, times, start(first), end(last));
        writeCopies(rank, action, start(first), end(last));
    }

    /// Activations that live in another memory leave layer by layer from when their forward begins and are
    /// all back when their backward ends (arXiv:1910.02054, section 6.1); a copy waits for the one before it.
    /// What of them the passes hide is divided evenly; the rest follows the passes.
    void writeCopies(std::size_t rank, const Action& action, double from, double to)
    {
        const auto own = static_cast<std::int32_t>(rank);
        const auto draw = [&](bool out, std::int32_t stage, std::int32_t microBatch) {
            for (const RankWork::Copies& one : m_step.work.ranks[rank].copies) {
                constexpr double kHalf = 0.5; // each way
                const double length = kHalf * one.seconds * m_step.work.shareOf(stage, own).layers;
                double& free = m_copied[rank][out ? 0 : 1];
                const double begin = std::max(free, out ? from : to - length);
                free = begin + length;
                const std::string what = one.activations ? "activations " : "";
                m_rows.slice(rank, out ? CopiedOut : CopiedIn, begin, free,
                             "memcpy " + what + (out ? "to " : "from ") + std::string(core::nameOf(one.tier)),
                             "gpu_memcpy",
                             {out ? "forward" : "backward", 0, stage, microBatch, 0,
                              derivationOf(core::Transfer::Streaming, one.tier)});
            }
        };
        switch (action.kind) {
        case ActionKind::Forward: return draw(true, action.stage, action.microBatch);
        case ActionKind::InputGradient:
        case ActionKind::Backward: return draw(false, action.stage, action.microBatch);
        case ActionKind::Overlapped:
            draw(true, action.stage, action.microBatch);
            return draw(false, action.backwardStage, action.backwardMicroBatch);
        case ActionKind::WeightGradient: return;
        }
    }

    /// Traffic of the replicas that \p action waits for, when \p at says.
    void writeReplica(std::size_t rank, const Action& action, core::Transfer operation, PassTime::Row at)
    {
        constexpr auto kReplica = core::TrafficGroup::Replica;
        const char* word = core::nameOf(operation).data();
        m_rows.slice(rank, Replica, at.from, at.to, sliceOf(operation, kReplica), "kernel",
                     {word, 0, action.stage, action.microBatch, 0, derivationOf(operation, kReplica), word,
                      core::nameOf(kReplica).data()});
    }

    /// What a rank does one after the other in a pass; layer by layer where asked. Whether others' traffic
    /// cuts it in pieces or not, it has the same rows.
    void writeWhole(std::size_t rank, const Action& action, const PassTimes& times, PassTime& time)
    {
        const double total = times.total();
        const double stretch = total > 0 ? time.busy() / total : 0; // jitter and what-ifs
        const PassName name = nameOf(action.kind);
        const SliceNote note{name.key, 0, action.stage, action.microBatch, 0, name.key};
        time.next(stretch * times.wait);
        writeReplica(rank, action, core::Transfer::AllGather, time.next(stretch * times.gather));
        const auto compute = [&](double seconds, const char* slice, const SliceNote& of) {
            const PassTime::Row row = time.next(stretch * seconds);
            m_rows.slice(rank, Compute, row.from, row.to, slice, "kernel", of);
        };
        if (times.recompute > 0)
            compute(times.recompute, "recompute (gemm)",
                    {kRecompute, 0, action.stage, action.microBatch, 0, kRecompute});
        const std::int64_t layers = m_options.detail == SimulationDetail::Layer
                                        ? m_step.work.layers(static_cast<std::int32_t>(rank))
                                        : 1;
        for (std::int64_t layer = 0; layer < layers; ++layer)
            compute(times.compute / static_cast<double>(layers), name.slice, note);
        time.next(stretch * times.collectives); // writeInside draws them
        writeReplica(rank, action, core::Transfer::ReduceScatter, time.next(stretch * times.reduce));
    }

    [[nodiscard]] const StageOperators* operatorsOf(std::size_t rank) const
    {
        return m_step.operators.empty() || m_step.operators[rank].forward.empty() ? nullptr
                                                                                  : &m_step.operators[rank];
    }

    /// One operator in its place within a pass; \c seconds as long as its formula says.
    struct Placed {
        const OperatorTime* what;
        const char* pass; ///< kRecompute: once more
        double seconds;
        core::WorkPlace at;
        double wait = 0; ///< before it; 1 where a layer or an end begins, until it is known how long
        [[nodiscard]] bool again() const { return pass == kRecompute; }
    };
    /// An end of the network, or a layer of a chunk.
    struct Block {
        OperatorTime::Where where = OperatorTime::Where::Layers;
        std::int16_t layer = -1;
    };
    /// What of \p all is in \p block, with \p share of each layer's operator.
    static void place(std::span<const OperatorTime> all, const char* pass, const Block& block, double share,
                      std::vector<Placed>& out)
    {
        std::int16_t at = 0;
        for (const OperatorTime& one : all) {
            if (one.where != block.where)
                continue;
            if (block.layer < 0)
                out.push_back({&one, pass, one.seconds, {}});
            else
                out.push_back({&one, pass, share * one.seconds, {block.layer, at++}});
        }
    }
    /// The operators of \p all as the chunk of \p stage runs them, layer after layer; before each layer of a
    /// backward its \p again.
    void place(std::size_t rank, std::span<const OperatorTime> all, const char* pass,
               std::span<const OperatorTime> again, std::int32_t stage, bool backward,
               std::vector<Placed>& out) const
    {
        const PlanWork::ChunkShare share = m_step.work.shareOf(stage, static_cast<std::int32_t>(rank));
        const auto held = static_cast<double>(m_step.work.stages[rank].stage.layers);
        const std::int64_t layers = std::max<std::int64_t>(1, std::llround(share.layers * held));
        std::vector<Block> blocks;
        if (share.first)
            blocks.push_back({OperatorTime::Where::Embedding});
        for (std::int64_t layer = 0; share.layers > 0 && layer < layers; ++layer)
            blocks.push_back({OperatorTime::Where::Layers, static_cast<std::int16_t>(layer)});
        if (share.last)
            blocks.push_back({OperatorTime::Where::Head});
        if (backward)
            std::ranges::reverse(blocks);
        for (const Block& block : blocks) {
            const std::size_t first = out.size();
            place(again, kRecompute, block, share.layers / static_cast<double>(layers), out);
            place(all, pass, block, share.layers / static_cast<double>(layers), out);
            if (first < out.size())
                out[first].wait = 1;
        }
    }

    /// How long traffic goes out beside the computing of \p rank in \p row.
    [[nodiscard]] double besideOf(std::size_t rank, const PassTime::Row& row) const
    {
        const std::vector<PassTime::Row>& all = m_beside[rank];
        double seconds = 0;
        for (auto one = std::ranges::upper_bound(all, row.from, {}, &PassTime::Row::to);
             one != all.end() && one->from < row.to; ++one)
            seconds += std::min(one->to, row.to) - std::max(one->from, row.from);
        return seconds;
    }
    /// Adds \p lost seconds to the rows of a pass that have traffic beside them, to each as long as that is:
    /// pauses between kernels lose nothing. \p time: from where \p placed begins.
    void addLost(std::size_t rank, double lost, const PassTime& time, std::vector<Placed>& placed) const
    {
        constexpr int kRounds = 10; // each leaves an eighth or so: longer rows lie elsewhere
        double all = 0;
        for (const Placed& one : placed)
            all += one.seconds;
        std::vector<double> longer;
        for (const Placed& one : placed)
            longer.push_back(lost * one.seconds / all);
        std::vector<double> beside(placed.size());
        for (int round = 0; round < kRounds; ++round) {
            PassTime from = time;
            double sum = 0;
            for (std::size_t at = 0; at < placed.size(); ++at) {
                from.next(placed[at].wait);
                const PassTime::Row row = from.next(placed[at].seconds + longer[at]);
                beside[at] = placed[at].what->kind == core::WorkClass::Idle ? 0 : besideOf(rank, row);
                sum += beside[at];
            }
            for (std::size_t at = 0; sum > 0 && at < placed.size(); ++at)
                longer[at] = lost * beside[at] / sum;
        }
        for (std::size_t at = 0; at < placed.size(); ++at)
            placed[at].seconds += longer[at];
    }

    /// A pass operator by operator.
    void writeOperators(std::size_t rank, std::size_t index, const PassTimes& times, PassTime& time)
    {
        const Action& action = m_step.order.ranks[rank][index];
        const double lostLast = m_step.graph.lostLast(rank, index);
        const double total = times.total() + lostLast;
        const double stretch = total > 0 ? time.busy() / total : 0; // jitter and what-ifs
        const StageOperators& of = *operatorsOf(rank);
        const bool pair = action.kind == ActionKind::Overlapped;
        std::vector<Placed> placed;
        if (action.kind == ActionKind::Forward || pair)
            place(rank, of.forward, "forward", {}, action.stage, false, placed);
        if (action.kind != ActionKind::Forward)
            place(rank, of.backward, "backward",
                  times.recompute > 0 ? std::span(of.recompute) : std::span<const OperatorTime>(),
                  pair ? action.backwardStage : action.stage, true, placed);
        double sum = 0;
        double again = 0;
        for (const Placed& one : placed)
            (one.again() ? again : sum) += one.seconds;
        // Halves of a backward and what-ifs: each in proportion.
        for (Placed& one : placed)
            one.seconds *=
                stretch * (one.again() ? times.recompute / again : (times.compute - times.lost) / sum);
        // A pass waits for the host before it begins, or before each layer and end where traffic goes out
        // layer by layer beside it.
        double waits = 0;
        for (const Placed& one : placed)
            waits += one.wait;
        const bool byLayer = m_step.graph.pieces(rank) > 1 && waits > 0;
        for (Placed& one : placed)
            one.wait *= byLayer ? stretch * times.wait / waits : 0;
        if (!byLayer)
            time.next(stretch * times.wait);
        writeReplica(rank, action, core::Transfer::AllGather, time.next(stretch * times.gather));
        if (const double lost = stretch * (times.lost + lostLast); lost > 0)
            addLost(rank, lost, time, placed);
        for (const Placed& one : placed) {
            time.next(one.wait);
            const PassTime::Row row = time.next(one.seconds);
            const bool product = one.what->kind == core::WorkClass::Product ||
                                 one.what->kind == core::WorkClass::GroupedProduct;
            const char* why = one.what->why ? m_rows.kept(derivationPath(one.pass, *one.what)) : one.pass;
            // In a pair of passes each operator names its own pass.
            SliceNote note{one.again() || pair ? one.pass : nameOf(action.kind).key,
                           0,
                           action.stage,
                           action.microBatch,
                           0,
                           why};
            note.work = one.what->kind;
            note.place = one.at;
            note.shape = m_rows.kept(one.what->shape);
            m_rows.slice(rank, Compute, row.from, row.to, one.what->name + (product ? " (gemm)" : ""),
                         "kernel", note);
        }
        time.next(stretch * times.collectives); // writeInside draws them
        writeReplica(rank, action, core::Transfer::ReduceScatter, time.next(stretch * times.reduce));
    }

    /// Traffic of the tensor, context and expert groups: as long as it is, ending with the pass, of which the
    /// last part is exposed.
    void writeInside(std::size_t rank, const Action& action, const PassTimes& times, double from, double to)
    {
        double all = 0;
        for (const RankWork::Inside& one : m_step.work.ranks[rank].inside)
            all += one.seconds;
        if (all <= 0 || times.total() <= 0)
            return;
        // What is not exposed lies under the computing: a third of it forward, two thirds backward.
        const double exposedForward = m_step.work.layersForward[rank].collectives;
        const double exposedBackward = m_step.work.layersBackward[rank].collectives;
        const double hidden =
            std::max(0.0, all - exposedForward - exposedBackward) / static_cast<double>(m_step.work.chunks);
        constexpr double kThird = 1.0 / 3;
        double share = 0; // of the hidden seconds
        switch (action.kind) {
        case ActionKind::Forward: share = kThird; break;
        case ActionKind::InputGradient:
        case ActionKind::Backward: share = 2 * kThird; break;
        case ActionKind::WeightGradient: return;
        case ActionKind::Overlapped: share = 1; break;
        }
        const double stretch = (to - from) / times.total();
        const double length =
            stretch * std::min(times.total() - times.reduce, times.collectives + share * hidden);
        double at = to - stretch * times.reduce - length;
        for (const RankWork::Inside& one : m_step.work.ranks[rank].inside) {
            const double until = at + length * one.seconds / all;
            m_rows.slice(rank, Inside, at, until, sliceOf(one.operation, one.group), "kernel",
                         {"collective", 0, action.stage, action.microBatch, 0,
                          derivationOf(one.operation, one.group), core::nameOf(one.operation).data(),
                          core::nameOf(one.group).data()});
            at = until;
        }
    }

    void writeTask(TaskIndex index)
    {
        const PlanTask& task = m_step.graph.tasks()[index];
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        switch (task.kind) {
        case PlanTask::Kind::Message: return writeMessage(index, task);
        case PlanTask::Kind::Bucket: {
            const RankWork& work = m_step.work.ranks[rank];
            const Hidden& what = work.bucket(task.piece == 1, static_cast<std::size_t>(task.index));
            return m_rows.slice(rank, task.piece == 1 ? Gathers : Replica, start(index), end(index),
                                sliceOf(what.operation, what.group), "kernel",
                                {"bucket", 0, -1, -1, 0, derivationOf(what.operation, what.group),
                                 core::nameOf(what.operation).data(), core::nameOf(what.group).data()});
        }
        case PlanTask::Kind::Tail: return writeTail(index, task);
        case PlanTask::Kind::Move: return writeMove(index, task);
        case PlanTask::Kind::Pass:
        case PlanTask::Kind::Barrier: return;
        }
    }
    /// IO tiles and copy engines load and store beside the computing; what the rank does in its turn has the
    /// row of other memory, where both happen.
    void writeMove(TaskIndex index, const PlanTask& task)
    {
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const Action& action = m_step.order.ranks[rank][static_cast<std::size_t>(task.index)];
        const PhaseMove moved = static_cast<PhaseMove>(task.piece);
        const RankWork& work = m_step.work.ranks[rank];
        const auto replica = [&](const Hidden& what) {
            m_rows.slice(rank, Replica, start(index), end(index), sliceOf(what.operation, what.group),
                         "kernel",
                         {"bucket", 0, action.stage, -1, 0, derivationOf(what.operation, what.group),
                          core::nameOf(what.operation).data(), core::nameOf(what.group).data()});
        };
        const bool both = m_step.work.moves[rank].beside > 0;
        const auto at = [&](StageRow row) { return !isBeside(moved) && both ? Tier : row; };
        const auto draw = [&](StageRow row, const char* name, const char* pass, std::int32_t microBatch) {
            m_rows.slice(rank, at(row), start(index), end(index), name, "gpu_memcpy",
                         {pass, 0, action.stage, microBatch, 0,
                          derivationOf(core::Transfer::Streaming, m_step.work.moves[rank].tier)});
        };
        switch (moved) {
        case PhaseMove::Weights:
        case PhaseMove::WeightsBeside: return draw(Weights, "memcpy load weights", "load", -1);
        case PhaseMove::Edges:
        case PhaseMove::EdgesBeside: return draw(Edges, "memcpy load activations", "load", action.microBatch);
        case PhaseMove::Stored:
        case PhaseMove::StoredBeside: return draw(Stores, "memcpy store", "store", action.microBatch);
        case PhaseMove::Gathered: return replica(*work.phaseGather);
        case PhaseMove::Scattered: return replica(*work.phaseReduction);
        }
    }
    void writeMessage(TaskIndex index, const PlanTask& task)
    {
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const Action& action = m_step.order.ranks[rank][static_cast<std::size_t>(task.index)];
        // The arrow leads from the pass that sends to the pass that goes on with it.
        const ActionPlace to = receiverOf(action, task.piece == 1);
        m_rows.slice(rank, Sends, start(index), end(index), "nccl:send pipeline", "kernel",
                     {"send", 0, action.stage, action.microBatch, 0, "send", "send", "pipeline", to.rank});
        m_rows.slice(static_cast<std::size_t>(to.rank), to.rank > task.rank ? FromBefore : FromBehind,
                     start(index), end(index), "nccl:recv pipeline", "kernel",
                     {"receive", 0, action.stage, action.microBatch, 0, "", "recv", "pipeline", task.rank});
        const TaskIndex goesOn = m_step.graph.first(task.step, static_cast<std::size_t>(to.rank),
                                                    static_cast<std::size_t>(to.index));
        if (m_step.restart != nullptr && task.step == m_step.restart->step &&
            start(goesOn) >= m_step.restart->at)
            return; // nobody goes on with it
        const std::uint64_t id = index;
        core::TimelineBuilder& builder = m_rows.run().builder();
        const core::NameId category = builder.intern("pipeline");
        const TaskIndex last = m_step.graph.first(task.step, rank, static_cast<std::size_t>(task.index)) +
                               static_cast<TaskIndex>(m_step.graph.pieces(rank) - 1);
        builder.flow(core::FlowPhase::Begin, m_rows.track(rank, Schedule), nanos(end(last)) - 1, category,
                     id);
        builder.flow(core::FlowPhase::End, m_rows.track(static_cast<std::size_t>(to.rank), Schedule),
                     nanos(start(goesOn)), category, id);
    }
    ActionPlace receiverOf(const Action& action, bool gradient)
    {
        if (!m_receivers)
            m_receivers.emplace(m_step.order);
        if (!gradient)
            return m_receivers->forwardOf(action.stage + 1, action.microBatch);
        if (action.kind == ActionKind::Overlapped)
            return m_receivers->gradientOf(action.backwardStage - 1, action.backwardMicroBatch);
        return m_receivers->gradientOf(action.stage - 1, action.microBatch);
    }
    /// When a rank has done what is before \p index, a part of its tail.
    [[nodiscard]] double came(std::size_t rank, TaskIndex index, const PlanTask& task) const
    {
        if (task.index > 0)
            return end(index - 1);
        const std::size_t actions = m_step.order.ranks[rank].size();
        if (actions == 0)
            return start(index);
        return end(m_step.graph.first(task.step, rank, actions - 1) +
                   static_cast<TaskIndex>(m_step.graph.pieces(rank) - 1));
    }
    void writeTail(TaskIndex index, const PlanTask& task)
    {
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const TailPart& part = m_step.work.ranks[rank].tail[static_cast<std::size_t>(task.index)];
        SliceNote note;
        switch (part.kind) {
        case TailPart::Kind::Reduce:
        case TailPart::Kind::Gather:
            // A rank is in it from when it comes, though it begins when the last has come.
            m_rows.slice(rank, Replica, part.betweenEnds ? came(rank, index, task) : start(index), end(index),
                         sliceOf(part.operation, part.group), "kernel",
                         {"collective", 0, -1, -1, 0, derivationOf(part.operation, part.group),
                          core::nameOf(part.operation).data(), core::nameOf(part.group).data()});
            break;
        case TailPart::Kind::Stream:
            m_rows.slice(rank, Tier, start(index), end(index),
                         "memcpy " + std::string(core::nameOf(part.group)), "gpu_memcpy",
                         {"streaming", 0, -1, -1, 0, derivationOf(part.operation, part.group)});
            break;
        case TailPart::Kind::Optimizer:
            note = {"optimizer", 0, -1, -1, 0, "optimizer"};
            note.work = core::WorkClass::Optimizer;
            m_rows.slice(rank, Compute, start(index), end(index), "optimizer.step", "kernel", note);
            break;
        case TailPart::Kind::Wait: break;
        }
    }

    /// Starts all ranks again with the one that failed.
    void writeRestart()
    {
        if (m_step.restart == nullptr)
            return;
        for (std::size_t rank = 0; rank < m_step.order.ranks.size(); ++rank)
            m_rows.slice(rank, Schedule, m_step.restart->at, m_step.restart->back,
                         "restart from the checkpoint", "user_annotation", {"restart", 0, -1, -1, 0, ""});
    }

    const SimulatedStep& m_step;
    const SimulationOptions& m_options;
    StageRows m_rows;
    std::vector<std::vector<PassTime::Row>> m_beside; ///< by rank: when traffic goes out beside it
    std::vector<std::array<double, 2>> m_copied;      ///< by rank: until when it copies out and in
    std::optional<ActionTable> m_receivers;
};

} // namespace

core::Result<core::RunPtr> simulatedRun(const SimulatedStep& step, const std::string& title,
                                        const SimulationOptions& options, const core::Task& task)
{
    return Writer(step, options).write(title, task);
}

} // namespace shardscope::planner
