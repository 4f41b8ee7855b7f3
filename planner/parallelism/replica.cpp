// SPDX-License-Identifier: GPL-3.0-or-later
// Replicas: gradients are summed over them, and state may be sharded over them (arXiv:1910.02054, section 7).
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/parallelism/parallelism.h"

#include "core/plan/plan_file.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {

namespace {

constexpr auto kZero = "arXiv:1910.02054, section 7";
constexpr auto kReplicaExperts = "arXiv:2006.16668, section 3.2";

core::Dtype wireDtype(const core::Plan& plan, const char* collective, core::Dtype otherwise)
{
    const auto found = plan.wire.find(collective);
    return found == plan.wire.end() ? otherwise : found->second;
}

/// One collective of the replicas, as often as a pass asks for it.
template <class N>
struct Move {
    core::Transfer operation{};
    ByteCount<N> bytes;  ///< of one use
    Duration<N> seconds; ///< alone
    Count<N> units;      ///< that it goes out in, one after another
    Algorithm algorithm;
    core::LinkLevel level;
};
template <class N>
using Moves = std::vector<Move<N>>;

/// What all replicas of a stage say to each other in a step: of its layers, and of experts that fewer ranks
/// hold.
template <class N>
class ReplicaSync {
public:
    /// What of the layers some ranks hold alike.
    enum class Of : std::uint8_t { All, BesideExperts, Experts };

    ReplicaSync(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
        : m_step(step)
        , m_plan(step.parts.plan)
        , m_overlaps(step.overlapsReplicas() && m_plan.phases == 0)
        , m_traffic(traffic)
    {
    }

    /// Adds \p trained elements that \p replicas ranks hold, \p stride ranks apart; \p gathered: those that
    /// passes ask for, frozen ones among them.
    void add(Of of, const Count<N>& trained, const Count<N>& gathered, std::int64_t replicas,
             std::int64_t stride, const core::Sharding& sharding)
    {
        if (replicas == 1)
            return;
        gradients(trained, replicas, stride, sharding);
        weights(of, trained, gathered, stride, sharding);
    }
    /// Puts what was added where it goes out.
    void settle() const
    {
        const Count<N>& batches = m_step.symbols.microBatches;
        if (!m_overlaps) {
            const Count<N> times = m_plan.phases > 0 ? constant<N>(1) : batches;
            inTurn(m_forward, times, true);
            inTurn(m_backward, times, false);
            for (const Move<N>& move : m_last)
                m_traffic.push_back({move.operation, core::TrafficGroup::Replica, move.bytes, move.seconds,
                                     move.seconds, move.algorithm});
        } else {
            beside(m_forward, m_step.forward, batches, true);
            beside(m_backward, m_step.backward, batches, false);
            beside(m_last, m_step.backward, constant<N>(1), false, Place::LastPass);
        }
        for (const Move<N>& move : m_updated) { // nothing to hide behind but the next step's first pass
            const bool later = m_step.habits.updatedWeights == When::FirstForward;
            const Duration<N> exposed =
                later ? m_step.overlap().exposed(m_step.forward, move.seconds, move.seconds / layers(),
                                                 N::plain(layers()).value(), noTime<N>())
                      : move.seconds;
            Traffic<N> entry{move.operation, core::TrafficGroup::Replica, move.bytes, move.seconds, exposed,
                             move.algorithm};
            entry.place = Place::AfterUpdate;
            m_traffic.push_back(std::move(entry));
        }
    }

private:
    /// Whether every rank gets all sums though it updates but a shard: a plan with such shards says so by the
    /// all-reduce's number format (Aleph-Alpha/scaling, core/optimizer/optimizer.py, allreduce_gradients).
    [[nodiscard]] bool reducesWhole(const core::Sharding& sharding) const
    {
        return sharding.gradients == 1 && m_plan.wire.contains("all_reduce");
    }
    [[nodiscard]] Count<N> layers() const
    {
        return planned<N>(std::max<std::int64_t>(1, m_step.stage.layers), W_("layers_on_stage"),
                          "/parallel/pipeline");
    }

    /// Whether the layers of the stage have experts.
    [[nodiscard]] bool experts() const
    {
        const core::Transformer* shape = m_step.parts.model.transformer();
        return shape != nullptr && shape->experts > 0;
    }
    /// Modules whose weights are gathered one by one: the matrices of the stage's layers, each expert's of
    /// its own, and its gate beside what it gates.
    [[nodiscard]] Count<N> modules(Of of) const
    {
        double count = 0;
        const Stage& stage = m_step.stage;
        const bool gated = core::isGated(m_step.parts.model.transformer()->activation);
        for (const LayerKind& kind : m_step.parts.inventory.layers) {
            double matrices = 0;
            for (const CutMatrix& matrix : kind.matrices) {
                if (matrix.experts == 0)
                    matrices += of == Of::Experts ? 0 : 1;
                else if (of != Of::BesideExperts)
                    matrices += (matrix.columns && gated ? 2 : 1) * static_cast<double>(matrix.experts) /
                                static_cast<double>(m_plan.axes.expert);
            }
            count += matrices *
                     static_cast<double>(kind.within(stage.firstLayer, stage.firstLayer + stage.layers));
        }
        return N::leaf(core::Number{std::max(1.0, count)}, W_("modules_on_stage"), core::SourceKind::Given,
                       "model");
    }

    /// How many messages \p all of \p trained gradients are. DeepSpeed's and PyTorch's buckets go out once
    /// backward has filled them, FSDP's layers one by one; who waits until all is there sends all.
    [[nodiscard]] Count<N> buckets(const ByteCount<N>& all, const Count<N>& trained) const
    {
        const Gradients& habit = m_step.habits.gradients;
        switch (habit.unit) {
        case Unit::Whole: return m_overlaps ? layers() : constant<N>(1); // asked for, what if
        case Unit::Layer:
        case Unit::Module: return layers();
        case Unit::Bucket: break;
        }
        const auto constantOf = [](auto size, std::string_view name) {
            return N::leaf(size, name, core::SourceKind::Specification,
                           "the framework's bucket of gradients");
        };
        const Count<N> count =
            habit.bytes > 0
                ? ceilDivide(all,
                             constantOf(core::Bytes{static_cast<double>(habit.bytes)}, W_("bucket_bytes")))
                : ceilDivide(
                      trained,
                      constantOf(core::Number{static_cast<double>(std::max<std::int64_t>(1, habit.elements))},
                                 W_("bucket_elements")));
        return N::named(W_("gradient_buckets"), maximum(constant<N>(1), count), // a stage may have no experts
                        "arXiv:2006.15704, section 3.2.3");
    }

    /// Gradients: reduced whole, or scattered over shards and the shards reduced over what replicas remain. A
    /// rank that keeps only its shard reduces every micro-batch; one that keeps all of them once.
    void gradients(const Count<N>& trained, std::int64_t replicas, std::int64_t stride,
                   const core::Sharding& sharding)
    {
        const std::int64_t shards = std::max(sharding.gradients, sharding.optimizer);
        const bool whole = shards == 1 || reducesWhole(sharding);
        const core::Dtype dtype =
            wireDtype(m_plan, whole ? "all_reduce" : "reduce_scatter", m_plan.precision.gradients);
        const ByteCount<N> wire = width<N>(dtype, W_("gradient_wire_width"), "/precision/gradients");
        const ByteCount<N> all = N::named(W_("gradient_bytes"), trained * wire, kZero);
        const When when = m_step.habits.gradients.when;
        const bool everyTime = m_plan.phases == 0 && (when == When::EveryBackward ||
                                                      (when != When::LastBackward && sharding.gradients > 1));
        Moves<N>& moves = everyTime ? m_backward : m_last;
        const Count<N> units = buckets(all, trained);
        const ByteCount<N> bucket = all / units;
        if (whole) {
            const auto link = m_step.link({replicas, stride});
            moves.push_back({core::Transfer::AllReduce, all, inUnits(link, all, units, allReduceTime<N>),
                             units, allReduceAlgorithm<N>(link, bucket), link.level});
            return;
        }
        const auto inner = m_step.link({shards, stride});
        moves.push_back({core::Transfer::ReduceScatter, all, inUnits(inner, all, units, scatterTime<N>),
                         units, kRingAlgorithm, inner.level});
        if (shards == replicas)
            return;
        const auto outer = m_step.link({replicas / shards, stride * shards});
        const Count<N> parts = planned<N>(shards, W_("gradient_shards"), "/sharding/gradients");
        moves.push_back({core::Transfer::AllReduce, all / parts,
                         inUnits(outer, all / parts, units, allReduceTime<N>), units,
                         allReduceAlgorithm<N>(outer, bucket / parts), outer.level});
    }

    /// Weights: stored shards are gathered for every use, layer by layer, and what the optimizer's shards
    /// updated goes to the others.
    void weights(Of of, const Count<N>& trained, const Count<N>& gathered, std::int64_t stride,
                 const core::Sharding& sharding)
    {
        const std::int64_t rts = sharding.weights;
        const core::Dtype dtype = wireDtype(m_plan, "all_gather", streamDtype(m_plan));
        const auto bytesOf = [&](const Count<N>& elements) {
            return N::named(W_("weight_bytes"),
                            elements * width<N>(dtype, W_("weight_wire_width"), "/precision/weights"), kZero);
        };
        if (rts > 1) {
            const ByteCount<N> all = bytesOf(gathered);
            const auto link = m_step.link({rts, stride});
            const bool byModule = m_step.habits.weights.unit == Unit::Module && experts();
            const Count<N> units = m_overlaps ? layers() : constant<N>(1);
            const Count<N> messages = byModule ? modules(of) : units;
            Duration<N> once = inUnits(link, all, messages, gatherTime<N>);
            if (byModule)
                once = once + messages * m_step.clock.seconds(Coefficient::HostGather);
            // Gathered once for forward, and once for backward if they are not kept; for a recomputed forward
            // too if nobody knows what is needed next.
            const bool forgotten = byModule && m_plan.recompute == core::Recompute::Full;
            const double again = 1 - keptShare(m_plan, m_step.stage) + (forgotten ? 1 : 0);
            m_forward.push_back({core::Transfer::AllGather, all, once, units, kRingAlgorithm, link.level});
            if (again > 0)
                m_backward.push_back({core::Transfer::AllGather, again * all, again * once, units,
                                      kRingAlgorithm, link.level});
        }
        const std::int64_t wider = sharding.optimizer / std::max<std::int64_t>(1, rts);
        if (sharding.optimizer > rts && wider > 1) {
            const auto link = m_step.link({wider, stride * rts});
            const ByteCount<N> mine = bytesOf(trained) / planned<N>(rts, "rts", "/sharding/weights");
            m_updated.push_back({core::Transfer::AllGather, mine, asked(gatherTime<N>(link, mine)),
                                 constant<N>(1), kRingAlgorithm, link.level});
        }
    }

    /// \p bytes in as many messages. Where a calibration knows the links, its runs' starts and hops were
    /// fitted as those of one.
    [[nodiscard]] Duration<N> inUnits(const GroupLink<N>& link, const ByteCount<N>& bytes,
                                      const Count<N>& units,
                                      Duration<N> (*time)(const GroupLink<N>&, const ByteCount<N>&)) const
    {
        const bool asOne = link.calibrated || m_step.clock.coefficients()[Coefficient::ClusterHop] > 0;
        return asked(asOne ? time(link, bytes) : units * time(link, bytes / units));
    }
    [[nodiscard]] Duration<N> asked(const Duration<N>& seconds) const
    {
        return m_step.asked(core::TrafficGroup::Replica, seconds);
    }

    /// The passes wait for \p moves, \p times.
    void inTurn(const Moves<N>& moves, const Count<N>& times, bool forward) const
    {
        for (const Move<N>& move : moves) {
            const Duration<N> seconds = times * move.seconds;
            addInPasses<N>({move.operation, core::TrafficGroup::Replica, times * move.bytes, seconds, seconds,
                            move.algorithm},
                           move.level, forward ? seconds : noTime<N>(), forward ? noTime<N>() : seconds,
                           m_traffic);
        }
    }

    /// Seconds in which what the passes wait for anyway holds links of \p level, of one micro-batch.
    [[nodiscard]] Duration<N> busy(core::LinkLevel level, bool forward) const
    {
        Duration<N> sum = noTime<N>();
        for (const Traffic<N>& entry : m_step.inside) {
            if (entry.level == level && entry.place == Place::Passes)
                sum = sum + (forward ? entry.waited.forward : entry.waited.backward);
        }
        return sum / m_step.symbols.microBatches;
    }

    /// Lays all of \p moves beside \p work of one pass, \p times: the first unit of what is gathered and the
    /// last of what is reduced have nothing beside them.
    void beside(const Moves<N>& moves, const Duration<N>& work, const Count<N>& times, bool forward,
                Place place = Place::Beside) const
    {
        if (moves.empty())
            return;
        Duration<N> all = moves.front().seconds;
        Duration<N> edge = moves.front().seconds / moves.front().units;
        double units = N::plain(moves.front().units).value();
        for (std::size_t i = 1; i < moves.size(); ++i) {
            all = all + moves[i].seconds;
            edge = edge + moves[i].seconds / moves[i].units;
            units = std::max(units, N::plain(moves[i].units).value());
        }
        const Overlap<N> overlap = m_step.overlap();
        const Duration<N> held = busy(moves.front().level, forward);
        const Duration<N> exposed = overlap.exposed(work, all, edge, units, held);
        // All units together take this long if none is alone.
        const Duration<N> laid =
            units > 1 ? units / (units - 1) * (overlap.slowed(work, all - edge) + (1 - 1 / units) * held)
                      : all;
        for (const Move<N>& move : moves) {
            const Count<N> share = moves.size() == 1 ? constant<N>(1) : move.seconds / all;
            const Duration<N> waited =
                N::named(W_("exposed_replica_traffic"), times * share * exposed, kZero);
            Traffic<N> entry{
                move.operation, core::TrafficGroup::Replica, times * move.bytes, times * move.seconds, waited,
                move.algorithm};
            entry.place = place;
            entry.inForward = forward;
            if (place == Place::Beside)
                entry.waited.add(forward ? waited : noTime<N>(), forward ? noTime<N>() : waited);
            entry.units = N::plain(move.units).value();
            entry.uses = N::plain(times).value();
            entry.laid = share * laid;
            entry.lost = share * overlap.lost(all - edge);
            m_traffic.push_back(std::move(entry));
        }
    }

    const StepSetting<N>& m_step;
    const core::Plan& m_plan;
    bool m_overlaps;
    std::vector<Traffic<N>>& m_traffic;
    Moves<N> m_forward;  ///< of each micro-batch
    Moves<N> m_backward; ///< of each micro-batch
    Moves<N> m_last;     ///< once a step, when gradients are whole
    Moves<N> m_updated;  ///< once a step
};

/// In phases a table that embedding and head share is stored once and gathered for each of them.
template <class N>
std::optional<Count<N>> tableLoadedTwice(const StepSetting<N>& step)
{
    const Stage& stage = step.stage;
    if (step.parts.plan.phases < 2 || !stage.first || !stage.last)
        return std::nullopt;
    const ModelState<N> model = modelState<N>(step.parts.inventory, step.parts.plan);
    return model.head.used - model.headBeside.used;
}

template <class N>
void replicaTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const core::Axes& axes = plan.axes;
    const StateElements<N>& elements = step.parts.elements[step.index];
    const auto loadedTwice = tableLoadedTwice<N>(step);
    const auto withTable = [&](const Count<N>& used) { return loadedTwice ? used + *loadedTwice : used; };
    ReplicaSync<N> sync(step, traffic);
    if (!axes.expertsApart()) {
        sync.add(ReplicaSync<N>::Of::All, elements.trained, withTable(elements.used), axes.replicas(),
                 axes.tensor, plan.sharding);
    } else {
        // Fewer ranks hold the same experts, as many ranks apart as there are in an expert group.
        const Count<N> beside =
            N::named(W_("elements_beside_experts"), elements.used - elements.experts, kReplicaExperts);
        const Count<N> trainedBeside =
            plan.adapters.any() ? elements.trained - elements.trainedExperts : beside;
        sync.add(ReplicaSync<N>::Of::BesideExperts, trainedBeside, withTable(beside), axes.replicas(),
                 axes.tensor, plan.sharding);
        sync.add(ReplicaSync<N>::Of::Experts, elements.trainedExperts, elements.experts,
                 axes.expertReplicas(), axes.expertSlices() * axes.expert, expertSharding(plan));
    }
    sync.settle();
}

core::PlanProblem replicaLegal(const core::Plan& plan, const core::ModelSpec&)
{
    struct Degree {
        const char* name;
        const char* pointer;
        std::int64_t shards;
    };
    const core::Sharding& sharding = plan.sharding;
    for (const Degree& degree : {Degree{"sharding.weights", "/sharding/weights", sharding.weights},
                                 Degree{"sharding.gradients", "/sharding/gradients", sharding.gradients},
                                 Degree{"sharding.optimizer", "/sharding/optimizer", sharding.optimizer}}) {
        if (plan.axes.replicas() % degree.shards != 0)
            return core::mustDivide("replica · context", plan.axes.replicas(), degree.name, degree.shards,
                                    degree.pointer);
    }
    if (plan.keptLayers > 0 && (plan.phases > 0 || factsOf(plan).habits.sharder == Sharder::Zero))
        return core::inconsistent(
            core::phrase(W_("kept_layers is not for phased execution and not for deepspeed")),
            "/kept_layers");
    return {};
}

void replicaChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    const std::int64_t replicas = plan.axes.replicas();
    for (int stage = 1; stage <= 3 && replicas > 1; ++stage) {
        const core::Sharding preset = core::zeroSharding(stage, replicas);
        core::Plan sharded = plan;
        sharded.sharding.weights = std::max(plan.sharding.weights, preset.weights);
        sharded.sharding.gradients = std::max(plan.sharding.gradients, preset.gradients);
        sharded.sharding.optimizer = std::max(plan.sharding.optimizer, preset.optimizer);
        if (sharded.sharding != plan.sharding)
            changes.push_back({"zero_" + std::to_string(stage), {}, sharded});
    }
    // A smaller micro-batch with more of them: the same global batch. Larger parts are cut by small factors
    // only.
    constexpr std::int64_t kLargestFactor = 64;
    const auto divided = [&](std::int64_t factor) {
        core::Plan smaller = plan;
        smaller.batch.microBatch /= factor;
        smaller.batch.microBatches *= factor;
        changes.push_back({"micro_batch", {std::to_string(smaller.batch.microBatch)}, smaller});
    };
    for (std::int64_t factor = 2; factor <= std::min(kLargestFactor, plan.batch.microBatch); ++factor) {
        if (plan.batch.microBatch % factor == 0)
            divided(factor);
    }
    if (plan.batch.microBatch > kLargestFactor)
        divided(plan.batch.microBatch);
}

} // namespace

constinit const Parallelism kReplicaParallelism{
    .name = "replica",
    .legal = replicaLegal,
    .plain = {.besidePasses = replicaTraffic<core::PlainNumbers>},
    .explained = {.besidePasses = replicaTraffic<core::ExplainedNumbers>},
    .changes = replicaChanges};

} // namespace shardscope::planner
