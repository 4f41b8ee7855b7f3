// SPDX-License-Identifier: GPL-3.0-or-later
// Replicas: gradients are summed over them, and state may be sharded over them (arXiv:1910.02054, section 7).
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/parallelism/parallelism.h"

#include "core/plan/plan_file.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {

bool overlapsReplicaTraffic(const core::Plan& plan)
{
    return plan.implementation == core::Implementation::HuggingFace ||
           plan.implementation == core::Implementation::Fsdp2 ||
           plan.implementation == core::Implementation::Torchtitan ||
           // PyTorch's DistributedDataParallel, while the last micro-batch goes back (huggingface/nanotron,
           // pipeline_parallel/engine.py, _get_bwd_context).
           plan.implementation == core::Implementation::Nanotron ||
           // Megatron-FSDP, which alone divides weights there: a layer's gathering and reduction go beside
           // the passes (NVIDIA-NeMo/Megatron-Bridge, docs/training/communication-overlap.md).
           (plan.implementation == core::Implementation::Megatron && plan.sharding.weights > 1 &&
            plan.phases == 0) ||
           (plan.implementation == core::Implementation::DeepSpeed && plan.sharding.gradients > 1);
}

namespace {

constexpr auto kZero = "arXiv:1910.02054, section 7";
constexpr auto kExperts = "arXiv:2006.16668, section 3.2";

core::Dtype wireDtype(const core::Plan& plan, const char* collective, core::Dtype otherwise)
{
    const auto found = plan.wire.find(collective);
    return found == plan.wire.end() ? otherwise : found->second;
}

/// Computing of a step that traffic may still hide behind: what runs at once shares the links, so that what
/// one has used is gone for the next.
template <class N>
struct Cover {
    Duration<N> forward;
    Duration<N> backward;
    Duration<N> lastBackward; ///< that of the last micro-batch
};

template <class N>
class ReplicaSync {
public:
    /// Of \p trained elements that \p replicas ranks hold, \p stride ranks apart; \p gathered: those that
    /// passes ask for, frozen ones among them.
    ReplicaSync(const StepSetting<N>& step, const Count<N>& trained, const Count<N>& gathered,
                std::int64_t replicas, std::int64_t stride, const core::Sharding& sharding, Cover<N>& cover,
                std::vector<Traffic<N>>& traffic)
        : m_step(step)
        , m_plan(step.parts.plan)
        , m_trained(trained)
        , m_gathered(gathered)
        , m_replicas(replicas)
        , m_stride(stride)
        , m_sharding(sharding)
        , m_cover(cover)
        , m_traffic(traffic)
    {
    }

    /// Gradients: reduced whole, or scattered over shards and the shards reduced over what replicas remain.
    void gradients() const
    {
        const std::int64_t shards = std::max(m_sharding.gradients, m_sharding.optimizer);
        const core::Dtype dtype =
            wireDtype(m_plan, shards > 1 && !reducesWhole() ? "reduce_scatter" : "all_reduce",
                      m_plan.precision.gradients);
        const ByteCount<N> wire = width<N>(dtype, W_("gradient_wire_width"), "/precision/gradients");
        const ByteCount<N> all = N::named(W_("gradient_bytes"), m_trained * wire, kZero);
        // A rank that keeps only its shard reduces every micro-batch; one that keeps all of them reduces
        // once.
        const bool everyTime = m_sharding.gradients > 1 && m_plan.phases == 0;
        const Count<N> times = everyTime ? m_step.symbols.microBatches : constant<N>(1);
        if (m_plan.implementation == core::Implementation::DeepSpeed)
            return inBuckets(all, shards, times);
        Duration<N>& window = everyTime ? m_cover.backward : m_cover.lastBackward;
        if (shards == 1 || reducesWhole()) {
            const auto link = m_step.link({m_replicas, m_stride});
            add("all_reduce", all, hide(allReduceTime<N>(link, all), window),
                allReduceAlgorithm<N>(link, all));
            return;
        }
        const auto inner = m_step.link({shards, m_stride});
        add("reduce_scatter", times * all, hide(times * scatterTime<N>(inner, all), window));
        if (shards < m_replicas) {
            const auto outer = m_step.link({m_replicas / shards, m_stride * shards});
            const ByteCount<N> shard = all / planned<N>(shards, W_("gradient_shards"), "/sharding/gradients");
            add("all_reduce", times * shard, hide(times * allReduceTime<N>(outer, shard), window),
                allReduceAlgorithm<N>(outer, shard));
        }
    }

    /// Weights: stored shards are gathered for every use, and what the optimizer's shards updated goes to the
    /// others.
    void weights() const
    {
        const std::int64_t rts = m_sharding.weights;
        const core::Dtype dtype = wireDtype(m_plan, "all_gather", streamDtype(m_plan));
        const auto bytesOf = [&](const Count<N>& elements) {
            return N::named(W_("weight_bytes"),
                            elements * width<N>(dtype, W_("weight_wire_width"), "/precision/weights"), kZero);
        };
        if (rts > 1) {
            const ByteCount<N> all = bytesOf(m_gathered);
            const auto link = m_step.link({rts, m_stride});
            // Once for forward and once for backward where they are not kept; phases serve all micro-batches
            // with one gathering.
            const double again = 1 - keptShare(m_plan, m_step.parts.stages[m_step.heaviest]);
            const Count<N> times = m_plan.phases > 0 ? constant<N>(1) : m_step.symbols.microBatches;
            const Duration<N> once = times * gatherTime<N>(link, all);
            add("all_gather", times * all, hide(once, m_cover.forward));
            if (again > 0)
                add("all_gather", again * (times * all), hide(again * once, m_cover.backward));
        }
        const std::int64_t wider = m_sharding.optimizer / std::max<std::int64_t>(1, rts);
        if (m_sharding.optimizer > rts && wider > 1) {
            const auto link = m_step.link({wider, m_stride * rts});
            const ByteCount<N> mine = bytesOf(m_trained) / planned<N>(rts, "rts", "/sharding/weights");
            const Duration<N> after = gatherTime<N>(link, mine); // the update: nothing to hide behind
            add("all_gather", mine, {after, after});
        }
    }

private:
    /// Whether every rank gets all sums though it updates but a shard: a plan with such shards says so by the
    /// all-reduce's number format (Aleph-Alpha/scaling, core/optimizer/optimizer.py, allreduce_gradients).
    [[nodiscard]] bool reducesWhole() const
    {
        return m_sharding.gradients == 1 && m_plan.wire.contains("all_reduce");
    }

    /// DeepSpeed's gradients: each bucket goes out once backward has filled it, so the first waits for that
    /// and the last has nothing left to hide behind; every one starts anew (runtime/zero/stage_1_and_2.py,
    /// reduce_bucket_size and overlap_comm).
    void inBuckets(const ByteCount<N>& all, std::int64_t shards, const Count<N>& times) const
    {
        // One at least: a stage may have no experts.
        const Count<N> buckets =
            N::named(W_("gradient_buckets"),
                     maximum(constant<N>(1),
                             ceilDivide(m_trained, planned<N>(m_plan.buckets.reduce, W_("reduce_bucket"),
                                                              "/buckets/reduce"))),
                     "microsoft/DeepSpeed, runtime/zero/stage_1_and_2.py, reduce_bucket_size");
        const Duration<N> window = m_step.backward - m_step.backward / buckets;
        const auto reduce = [&](std::string_view operation, const ByteCount<N>& bytes, const Duration<N>& one,
                                const Algorithm& algorithm) {
            const Duration<N> seconds = buckets * one;
            const Duration<N> exposed = overlapsReplicaTraffic(m_plan)
                                            ? m_step.waitedFor(seconds, maximum(seconds - window, one))
                                            : seconds;
            if (overlapsReplicaTraffic(m_plan)) // beside what backward gathers
                m_cover.backward = exposedBeyond<N>(m_cover.backward, times * (seconds - exposed));
            addTraffic<N>({operation, "replica", times * bytes, times * seconds, times * exposed, algorithm},
                          m_traffic);
        };
        const ByteCount<N> bucket = all / buckets;
        if (shards == 1 || reducesWhole()) {
            const auto link = m_step.link({m_replicas, m_stride});
            return reduce("all_reduce", all, allReduceTime<N>(link, bucket),
                          allReduceAlgorithm<N>(link, bucket));
        }
        reduce("reduce_scatter", all, scatterTime<N>(m_step.link({shards, m_stride}), bucket),
               kRingAlgorithm);
        if (shards == m_replicas)
            return;
        const auto outer = m_step.link({m_replicas / shards, m_stride * shards});
        const Count<N> parts = planned<N>(shards, W_("gradient_shards"), "/sharding/gradients");
        reduce("all_reduce", all / parts, allReduceTime<N>(outer, bucket / parts),
               allReduceAlgorithm<N>(outer, bucket / parts));
    }

    struct Waiting {
        Duration<N> seconds;
        Duration<N> exposed;
    };

    /// Traffic of \p seconds beside what is left of \p window.
    Waiting hide(const Duration<N>& seconds, Duration<N>& window) const
    {
        if (!overlapsReplicaTraffic(m_plan))
            return {seconds, seconds};
        const Duration<N> exposed = m_step.waitedFor(seconds, exposedBeyond<N>(seconds, window));
        window = exposedBeyond<N>(window, seconds);
        return {seconds, exposed};
    }

    /// One entry for each operation: later ones of the same name add up.
    void add(std::string_view operation, const ByteCount<N>& bytes, const Waiting& waiting,
             const Algorithm& algorithm = kRingAlgorithm) const
    {
        addTraffic<N>({operation, "replica", bytes, waiting.seconds, waiting.exposed, algorithm}, m_traffic);
    }

    const StepSetting<N>& m_step;
    const core::Plan& m_plan;
    Count<N> m_trained;
    Count<N> m_gathered;
    std::int64_t m_replicas;
    std::int64_t m_stride;
    core::Sharding m_sharding;
    Cover<N>& m_cover;
    std::vector<Traffic<N>>& m_traffic;
};

/// In phases a table that embedding and head share is stored once and gathered for each of them.
template <class N>
std::optional<Count<N>> tableLoadedTwice(const StepSetting<N>& step)
{
    const Stage& stage = step.parts.stages[step.heaviest];
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
    const StateElements<N>& elements = step.parts.elements[step.heaviest];
    const Count<N>& batches = step.symbols.microBatches;
    Cover<N> cover{batches * step.forward, batches * step.backward, step.backward};
    const auto synchronise = [&](const Count<N>& trained, const Count<N>& gathered, std::int64_t replicas,
                                 std::int64_t stride, const core::Sharding& sharding) {
        if (replicas == 1)
            return;
        const ReplicaSync<N> sync(step, trained, gathered, replicas, stride, sharding, cover, traffic);
        sync.gradients();
        sync.weights();
    };
    const auto loadedTwice = tableLoadedTwice<N>(step);
    const auto withTable = [&](const Count<N>& used) { return loadedTwice ? used + *loadedTwice : used; };
    if (!axes.expertsApart())
        return synchronise(elements.trained, withTable(elements.used), axes.replicas(), axes.tensor,
                           plan.sharding);
    // Fewer ranks hold the same experts, as many ranks apart as there are in an expert group.
    const Count<N> beside =
        N::named(W_("elements_beside_experts"), elements.used - elements.experts, kExperts);
    const Count<N> trainedBeside = plan.adapters.any() ? elements.trained - elements.trainedExperts : beside;
    synchronise(trainedBeside, withTable(beside), axes.replicas(), axes.tensor, plan.sharding);
    synchronise(elements.trainedExperts, elements.experts, axes.expertReplicas(),
                axes.expertSlices() * axes.expert, expertSharding(plan));
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
    if (plan.keptLayers > 0 && (plan.phases > 0 || plan.implementation == core::Implementation::DeepSpeed))
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
