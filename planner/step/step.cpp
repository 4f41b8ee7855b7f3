// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/step.h"

#include "core/base/text_mark.h"
#include "planner/compute/compute.h"
#include "planner/compute/update.h"
#include "planner/memory/stage_activations.h"
#include "planner/memory/streaming_pool.h"
#include "planner/parallelism/parallelism.h"
#include "planner/schedule/pipeline_order.h"
#include "planner/step/costs.h"
#include "planner/step/least_pace.h"
#include "planner/step/memo.h"
#include "planner/step/phase_figures.h"
#include "planner/step/scaling_law.h"
#include "planner/step/throughput.h"
#include "planner/traffic/host_input.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace shardscope::planner {
namespace {

using core::StepPart;

constexpr auto kOneStage = "one micro-batch through a stage's layers and ends";

/// Device and host time of one micro-batch through a stage.
template <class N>
struct StageTime {
    Duration<N> forward;             ///< device
    Duration<N> backward;            ///< device, without recompute
    Duration<N> recompute;           ///< device
    Duration<N> products;            ///< of the three, at full rate on the matrix engine
    typename HostPace<N>::Pass pass; ///< with collectives and what the device waits for the host
};

/// Collectives inside the passes of a stage.
template <class N>
struct StageCollectives {
    std::vector<Traffic<N>> entries;                      ///< of one parallelism after another
    std::array<std::size_t, kParallelisms.size()> ends{}; ///< where each one's end
    typename HostPace<N>::Pass exposed;                   ///< in one micro-batch
};

template <class N>
class StageClock {
public:
    StageClock(const PlanParts<N>& parts, const Symbols<N>& symbols)
        : m_parts(parts)
        , m_symbols(symbols)
        , m_coefficients(*parts.coefficients)
        , m_extents(extentsOf<N>(symbols, *parts.model.transformer(), parts.plan))
        , m_device(parts.hardware, *parts.model.transformer(), parts.plan, m_coefficients, m_extents)
        , m_pace(m_device, parts.plan)
    {
        const core::Transformer& model = *parts.model.transformer();
        if (parts.plan.batch.decoderLength > 0) {
            m_decoderExtents = extentsOf<N>(decoderSymbolsOf<N>(model, parts.plan), model, parts.plan);
            m_decoderDevice.emplace(parts.hardware, model, parts.plan, m_coefficients, m_decoderExtents);
        }
        if constexpr (!N::kExplains) {
            if (parts.memo != nullptr) {
                m_times = &parts.memo->segments.of({segmentKey(parts.plan), parts.coefficients},
                                                   [this] { return allSegments(); });
                addKeeping();
                return;
            }
        }
        m_own = allSegments();
        m_times = &m_own;
        addKeeping();
    }

    /// \p ends: with the embedding and the head where the stage has them, else layers alone: what the
    /// pipeline fills with.
    [[nodiscard]] StageTime<N> stage(const Stage& stage, bool ends,
                                     const StageCollectives<N>& collectives) const
    {
        std::vector<Piece>& pieces = m_pieces;
        pieces.clear();
        const std::int64_t recomputing = recomputedLayers(m_parts.plan, stage);
        if (ends && stage.first)
            pieces.push_back({1, &m_times->embedding, false});
        for (const LayerKind& kind : m_parts.inventory.layers) {
            const std::int64_t here = kind.within(stage.firstLayer, stage.firstLayer + stage.layers);
            if (here == 0 || kind.extra)
                continue;
            if (ends && kind.form.decoder && stage.firstLayer <= kind.first)
                pieces.push_back({1, &m_times->decoderEmbedding, false});
            const std::int64_t again = kind.within(stage.firstLayer, stage.firstLayer + recomputing);
            if (again > 0)
                pieces.push_back({static_cast<double>(again), &layerOf(kind), true});
            if (again < here)
                pieces.push_back({static_cast<double>(here - again), &m_keeping[kind.form.index()], true});
        }
        if (ends && stage.last)
            pieces.push_back({1, &m_times->head, false});
        return timeOf(pieces, collectives.exposed);
    }
    /// What the layers of \p stage wait for.
    [[nodiscard]] StageCollectives<N> collectives(const Stage& stage) const
    {
        const StageSetting<N> setting{m_parts, m_symbols, stage, weightGradients(stage), m_device};
        StageCollectives<N> found;
        constexpr std::size_t kUsual = 4;
        found.entries.reserve(kUsual);
        PassSeconds<N> passes;
        for (std::size_t i = 0; i < kParallelisms.size(); ++i) {
            if (const auto inPasses = kParallelisms[i]->template traffic<N>().inPasses) {
                m_traffic.clear(); // what it adds up is its own
                inPasses(setting, m_traffic, passes);
                std::move(m_traffic.begin(), m_traffic.end(), std::back_inserter(found.entries));
            }
            found.ends[i] = found.entries.size();
        }
        found.exposed = {passes.forward / m_symbols.microBatches, passes.backward / m_symbols.microBatches,
                         noTime<N>()};
        return found;
    }
    /// One layer alone.
    [[nodiscard]] StageTime<N> layer() const
    {
        const Stage one{0, 0, 1, false, false};
        m_pieces.assign(1, Piece{1, &layerOf(m_parts.inventory.layers.front()), true});
        return timeOf(m_pieces, collectives(one).exposed);
    }

    /// What one micro-batch's reductions of input gradients may hide behind.
    [[nodiscard]] Duration<N> weightGradients(const Stage& stage) const
    {
        Duration<N> sum = noTime<N>();
        for (const LayerKind& kind : m_parts.inventory.layers) {
            const std::int64_t here = kind.within(stage.firstLayer, stage.firstLayer + stage.layers);
            if (here > 0 && !kind.extra)
                sum = sum + static_cast<double>(here) * layerOf(kind).weightGradients;
        }
        return N::named(W_("weight_gradients"), sum, "of the layers that are split by columns");
    }

    [[nodiscard]] const DeviceClock<N>& device() const { return m_device; }

private:
    struct Piece {
        double count;
        const SegmentTime<N>* time;
        bool layer;
    };

    [[nodiscard]] const SegmentTime<N>& layerOf(const LayerKind& kind) const
    {
        return m_times->layers[kind.form.index()];
    }

    /// Layers that the plan leaves out of its recompute.
    void addKeeping()
    {
        if (m_parts.plan.recomputeLayers.empty())
            return;
        m_keeping.resize(LayerForm::kCount);
        for (const LayerKind& kind : m_parts.inventory.layers)
            m_keeping[kind.form.index()] = withoutRecompute<N>(layerOf(kind));
    }

    [[nodiscard]] SegmentTimes<N> allSegments() const
    {
        SegmentTimes<N> times;
        times.embedding = timeOf(Segment::embedding());
        times.head = timeOf(Segment::head(), true);
        for (const LayerKind& kind : m_parts.inventory.layers) {
            times.layers[kind.form.index()] = timeOf(Segment::layer(kind.form));
            if (kind.form.decoder)
                times.decoderEmbedding = timeOf(Segment::embedding(), true);
        }
        return times;
    }

    /// \p last: of what comes behind an encoder, where there is one.
    [[nodiscard]] SegmentTime<N> timeOf(Segment segment, bool last = false) const
    {
        const bool decodes = m_decoderDevice && (last || segment.form.decoder);
        return segmentTime<N>(segment, decodes ? *m_decoderDevice : m_device, *m_parts.model.transformer(),
                              m_parts.plan);
    }

    /// Products run faster where they are a small share of the device's time, below its power limit.
    [[nodiscard]] Count<N> coolGain(const std::vector<Piece>& pieces) const
    {
        double products = 0;
        double all = 0;
        for (const Piece& piece : pieces) {
            for (const DeviceTime<N>* part :
                 {&piece.time->forward, &piece.time->backward, &piece.time->recompute}) {
                products += piece.count * N::plain(part->products).value();
                all += piece.count * (N::plain(part->products).value() + N::plain(part->rest).value());
            }
        }
        const double cool = m_coefficients[Coefficient::CoolShare];
        const double hot = m_coefficients[Coefficient::HotShare];
        const double share = all > 0 ? products / all : 0;
        const double heat = std::clamp((share - cool) / (hot - cool), 0.0, 1.0);
        const double most = m_coefficients[Coefficient::CoolGain];
        return N::leaf(core::Number{most + heat * (1 - most)}, W_("below_power_limit"),
                       m_coefficients.kind(Coefficient::CoolGain),
                       "clocks by the products' share of the time, docs/formulas.md section 5");
    }

    /// Tiles that only stream compute nothing.
    [[nodiscard]] static Count<N> slowerByIoTiles(std::int64_t io)
    {
        constexpr auto kTiles = static_cast<double>(core::kProcessorTiles);
        return N::leaf(core::Number{kTiles / (kTiles - static_cast<double>(io))}, W_("slower_by_io_tiles"),
                       core::SourceKind::Given, "/in_processor/io_tiles");
    }

    [[nodiscard]] StageTime<N> timeOf(const std::vector<Piece>& pieces,
                                      const typename HostPace<N>::Pass& collectives) const
    {
        const Count<N> gain = coolGain(pieces);
        const std::int64_t io = m_parts.plan.inProcessor.ioTiles;
        const Count<N> slower = slowerByIoTiles(io);
        const auto device = [&](const DeviceTime<N>& time) {
            const Duration<N> all = time.products / gain + time.rest;
            return io > 0 ? slower * all : all;
        };
        std::vector<typename HostPace<N>::Part>& parts = m_passes;
        parts.clear();
        StageTime<N> total;
        for (const Piece& piece : pieces) {
            const Duration<N> recompute = device(piece.time->recompute);
            const Duration<N> backward = device(piece.time->backward);
            parts.push_back({piece.count, device(piece.time->forward), backward + recompute,
                             m_pace.forward(*piece.time, piece.layer),
                             m_pace.backward(*piece.time, piece.layer), piece.layer});
            const Duration<N> products =
                piece.count * ((piece.time->forward.products + piece.time->backward.products +
                                piece.time->recompute.products) /
                               gain);
            const Duration<N> forwards = piece.count * parts.back().deviceForward;
            const Duration<N> backwards = piece.count * backward;
            const Duration<N> recomputes = piece.count * recompute;
            const bool first = parts.size() == 1;
            total.forward = first ? forwards : total.forward + forwards;
            total.backward = first ? backwards : total.backward + backwards;
            total.recompute = first ? recomputes : total.recompute + recomputes;
            total.products = first ? products : total.products + products;
        }
        total.forward = N::named(W_("stage_forward"), total.forward, kOneStage);
        total.backward = N::named(W_("stage_backward"), total.backward, kOneStage);
        total.recompute = N::named(W_("stage_recompute"), total.recompute, kOneStage);
        total.products = N::named(W_("stage_products"), total.products, kOneStage);
        total.pass = m_pace.pass(parts, collectives);
        return total;
    }

    const PlanParts<N>& m_parts;
    const Symbols<N>& m_symbols;
    const Coefficients& m_coefficients;
    Extents<N> m_extents;
    DeviceClock<N> m_device;
    Extents<N> m_decoderExtents; ///< where the decoder sees other tokens
    std::optional<DeviceClock<N>> m_decoderDevice;
    HostPace<N> m_pace;
    SegmentTimes<N> m_own;
    const SegmentTimes<N>* m_times = nullptr; ///< m_own, or what is remembered
    std::vector<SegmentTime<N>> m_keeping;    ///< by LayerForm::index(), where some layers keep all
    // Room that every stage uses again.
    mutable std::vector<Traffic<N>> m_traffic;
    mutable std::vector<Piece> m_pieces;
    mutable std::vector<typename HostPace<N>::Part> m_passes;
};

/// What a stage waits for in its layers, and how long it takes with its ends.
template <class N>
struct PacedStage {
    std::size_t index = 0;
    StageCollectives<N> collectives;
    StageTime<N> time;
};
template <class N>
PacedStage<N> pacedStage(const PlanParts<N>& parts, const StageClock<N>& clock, std::size_t index)
{
    StageCollectives<N> collectives = clock.collectives(parts.stages[index]);
    StageTime<N> time = clock.stage(parts.stages[index], true, collectives);
    return {index, std::move(collectives), std::move(time)};
}

/// The stage that takes longest sets the pace of all; both number kinds find the same one.
template <class N>
PacedStage<N> slowestStage(const PlanParts<N>& parts, const StageClock<N>& clock)
{
    PacedStage<N> slowest;
    double longest = -1;
    for (std::size_t i = 0; i < parts.stages.size(); ++i) {
        // Stages in the middle with as many layers of the same kinds are alike.
        if (i > 1 && i + 1 < parts.stages.size() && parts.inventory.layers.size() == 1 &&
            parts.stages[i].layers == parts.stages[i - 1].layers &&
            recomputedLayers(parts.plan, parts.stages[i]) ==
                recomputedLayers(parts.plan, parts.stages[i - 1]))
            continue;
        PacedStage<N> paced = pacedStage<N>(parts, clock, i);
        const double seconds =
            N::plain(paced.time.pass.forward).value() + N::plain(paced.time.pass.backward).value();
        if (seconds > longest) {
            longest = seconds;
            slowest = std::move(paced);
        }
    }
    return slowest;
}

template <class N>
std::size_t heaviestStage(const PlanParts<N>& parts)
{
    std::size_t heaviest = 0;
    for (std::size_t i = 1; i < parts.elements.size(); ++i) {
        if (N::plain(parts.elements[heaviest].used) < N::plain(parts.elements[i].used))
            heaviest = i;
    }
    return heaviest;
}

template <class N>
std::vector<Traffic<N>> trafficOf(const StepSetting<N>& setting, const StageCollectives<N>& collectives)
{
    std::vector<Traffic<N>> traffic;
    traffic.reserve(8);
    std::size_t next = 0;
    for (std::size_t i = 0; i < kParallelisms.size(); ++i) {
        for (; next < collectives.ends[i]; ++next)
            addTraffic<N>(collectives.entries[next], traffic);
        if (const auto besidePasses = kParallelisms[i]->template traffic<N>().besidePasses)
            besidePasses(setting, traffic);
    }
    return traffic;
}

/// The pipeline's bubble, with what else its filling takes.
template <class N>
Duration<N> fillingTime(const StepSetting<N>& setting, Duration<N> bubble)
{
    for (const Parallelism* parallelism : kParallelisms) {
        if (const auto filling = parallelism->traffic<N>().filling)
            bubble = bubble + filling(setting);
    }
    return N::named(W_("bubble_and_sends"), bubble, "arXiv:2104.04473, section 2.2");
}

template <class N>
void putPart(core::Evaluation& evaluation, StepPart part, const Duration<N>& seconds)
{
    evaluation.step[part] = {N::plain(seconds), derivationOf(seconds)};
}

/// What the rank of one stage does in a step.
template <class N>
struct StageWork {
    PacedStage<N> paced; ///< one micro-batch, ends included
    StageTime<N> fill;   ///< of one micro-batch, layers alone
    ShardCopies<N> copies;
    StepSetting<N> setting;
    std::vector<Traffic<N>> traffic;
    Duration<N> waitForward; ///< for the host, of one micro-batch
    Duration<N> waitBackward;
    Duration<N> optimizer;
    Duration<N> updates; ///< what the optimizer's launches wait for the host
};

/// \p heaviest: whose state the traffic of the replicas and the update are.
template <class N>
StageWork<N> workOf(const PlanParts<N>& parts, const Symbols<N>& s, const StageClock<N>& clock,
                    PacedStage<N> paced, std::size_t heaviest)
{
    const Stage& stage = parts.stages[paced.index];
    const StageTime<N>& own = paced.time;
    const typename HostPace<N>::Pass& exposed = paced.collectives.exposed;
    const StageTime<N> fill = clock.stage(stage, false, paced.collectives);
    const StepSetting<N> setting{{parts, s, stage, clock.weightGradients(stage), clock.device()},
                                 heaviest,
                                 own.pass.forward,
                                 own.pass.backward};
    std::vector<Traffic<N>> traffic = trafficOf<N>(setting, paced.collectives);
    streamFromOthers<N>(parts, heaviest, traffic);
    addHostInput<N>(parts, s.microBatches * (setting.forward + setting.backward), traffic);
    const Duration<N> zero = noTime<N>();
    const Duration<N> waitForward = maximum(zero, own.pass.forward - (own.forward + exposed.forward));
    const Duration<N> waitBackward =
        maximum(zero, own.pass.backward - (own.backward + own.recompute + exposed.backward));
    const Duration<N> updates = N::named(
        W_("wait_for_optimizer"),
        maximum(zero, optimizerHost<N>(parts, parts.stages[heaviest], clock.device()) - own.pass.lead),
        "what the host's lead does not hide");
    return {std::move(paced),
            fill,
            shardCopies<N>(parts, stage, clock.device()),
            setting,
            std::move(traffic),
            waitForward,
            waitBackward,
            optimizerTime<N>(parts, heaviest, clock.device()),
            updates};
}

/// One message from \p stage to the next; none where no parallelism sends any.
template <class N>
std::optional<Duration<N>> hopTime(const StepSetting<N>& setting, std::int64_t stage)
{
    for (const Parallelism* parallelism : kParallelisms) {
        if (const auto hop = parallelism->traffic<N>().hop)
            return hop(setting, stage);
    }
    return std::nullopt;
}

} // namespace

template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation)
{
    const core::Transformer& model = *parts.model.transformer();
    const Symbols<N> s = symbolsOf<N>(model, parts.plan);
    const StageClock<N> clock(parts, s);
    const StageWork<N> work =
        workOf<N>(parts, s, clock, slowestStage<N>(parts, clock), heaviestStage<N>(parts));
    const StageTime<N>& stage = work.paced.time;
    const ShardCopies<N>& copies = work.copies;
    const StepSetting<N>& setting = work.setting;
    const std::vector<Traffic<N>>& traffic = work.traffic;

    const Duration<N> forward = N::named(W_("forward"), s.microBatches * (stage.forward + copies.forward),
                                         "micro-batches through the slowest stage");
    const Duration<N> backward = N::named(W_("backward"), s.microBatches * (stage.backward + copies.backward),
                                          "micro-batches through the slowest stage");
    const Duration<N> recompute = N::named(W_("recompute"), s.microBatches * stage.recompute,
                                           "micro-batches through the slowest stage");
    const Duration<N>& waitForward = work.waitForward;
    const Duration<N>& waitBackward = work.waitBackward;
    const Duration<N> idle = bubbleTime<N>(s, parts.plan, work.fill.pass.forward, work.fill.pass.backward);
    const Duration<N> bubble = fillingTime<N>(setting, idle);
    const Duration<N>& optimizer = work.optimizer;
    const Duration<N>& updates = work.updates;
    const Duration<N> host = N::named(W_("host"),
                                      s.microBatches * (waitForward + waitBackward) + updates +
                                          clock.device().seconds(Coefficient::StepConstant),
                                      "what the device waits for the host");
    const Duration<N> exposed =
        N::named(W_("exposed_communication"), exposedSum<N>(traffic, false), "sum over the collectives");
    const Duration<N> streaming =
        N::named(W_("streaming"), exposedSum<N>(traffic, true), "sum over the tiers");
    const Duration<N> total =
        N::named(W_("step"), forward + backward + recompute + bubble + exposed + streaming + optimizer + host,
                 "sum of the parts");

    const Duration<N> products = N::named(W_("products"), s.microBatches * stage.products, kOneStage);
    const Duration<N> computing = updatesOnHost(parts.plan) ? forward + backward + recompute
                                                            : forward + backward + recompute + optimizer;
    const BusyTime<N> busy{products, N::named(W_("other_computing"), computing - products,
                                              "what the device computes beside products")};
    putPart<N>(evaluation, StepPart::Total, total);
    if (parts.ranked) {
        addCosts<N>(parts.hardware, total, busy, evaluation);
        return addLoss<N>(model, evaluation);
    }
    putPart<N>(evaluation, StepPart::Forward, forward);
    putPart<N>(evaluation, StepPart::Backward, backward);
    putPart<N>(evaluation, StepPart::Recompute, recompute);
    putPart<N>(evaluation, StepPart::Optimizer, optimizer);
    putPart<N>(evaluation, StepPart::ExposedCommunication, exposed);
    putPart<N>(evaluation, StepPart::Bubble, bubble);
    putPart<N>(evaluation, StepPart::Host, host);
    putPart<N>(evaluation, StepPart::Streaming, streaming);
    addCommunication<N>(traffic, evaluation);

    const StageTime<N> layer = clock.layer();
    const double micro = N::plain(s.microBatches).value();
    const auto figure = [&](const auto& key, double value) { evaluation.figures[key] = value; };
    figure("forward_seconds_per_layer", N::plain(layer.pass.forward).value());
    figure("backward_seconds_per_layer", N::plain(layer.pass.backward).value());
    figure("forward_seconds", N::plain(forward).value() + micro * N::plain(waitForward).value());
    figure("backward_seconds",
           N::plain(backward + recompute).value() + micro * N::plain(waitBackward).value());
    figure("optimizer_seconds", N::plain(optimizer + updates).value());
    addPhaseFigures<N>(parts.plan, traffic, N::plain(optimizer + updates + streaming), evaluation);
    addThroughput(model, N::plain(clock.device().peak()).value(), evaluation);
    figure("products_seconds", N::plain(products).value());
    figure("computing_seconds", N::plain(computing).value());
    addCosts<N>(parts.hardware, total, busy, evaluation);
    addSupersteps(parts.hardware, evaluation);
    addLoss<N>(model, evaluation);
}

LeastPace leastPace(const PlanParts<core::PlainNumbers>& parts)
{
    using Plain = core::PlainNumbers;
    const Symbols<Plain> s = symbolsOf<Plain>(*parts.model.transformer(), parts.plan);
    const StageClock<Plain> clock(parts, s);
    const PacedStage<Plain> slowest = slowestStage<Plain>(parts, clock);
    const StageTime<Plain> fill = clock.stage(parts.stages[slowest.index], false, slowest.collectives);
    return {slowest.time.pass.forward + slowest.time.pass.backward, fill.pass.forward, fill.pass.backward,
            clock.device().seconds(Coefficient::StepConstant)};
}

template <class N>
std::vector<StageStep> stageSteps(const PlanParts<N>& parts)
{
    const Symbols<N> s = symbolsOf<N>(*parts.model.transformer(), parts.plan);
    const StageClock<N> clock(parts, s);
    const Activations<N> activations(parts);
    const auto told = [](const Duration<N>& seconds) {
        return core::StepTime{N::plain(seconds), derivationOf(seconds)};
    };
    std::vector<StageStep> out;
    out.reserve(parts.stages.size());
    for (std::size_t index = 0; index < parts.stages.size(); ++index) {
        const StageWork<N> work = workOf<N>(parts, s, clock, pacedStage<N>(parts, clock, index), index);
        const StageTime<N>& time = work.paced.time;
        const typename HostPace<N>::Pass& exposed = work.paced.collectives.exposed;
        StageStep step;
        step.stage = parts.stages[index];
        step.forward = told(time.forward + work.copies.forward);
        step.backward = told(time.backward + work.copies.backward);
        step.recompute = told(time.recompute);
        step.waitForward = told(work.waitForward);
        step.waitBackward = told(work.waitBackward);
        step.collectivesForward = told(exposed.forward);
        step.collectivesBackward = told(exposed.backward);
        step.endsForward = N::plain(time.pass.forward - work.fill.pass.forward);
        step.endsBackward = N::plain(time.pass.backward - work.fill.pass.backward);
        step.optimizer = told(work.optimizer);
        step.updateWait = told(work.updates + clock.device().seconds(Coefficient::StepConstant));
        if (index + 1 < parts.stages.size()) {
            if (const auto hop = hopTime<N>(work.setting, static_cast<std::int64_t>(index)))
                step.send = told(*hop);
        }
        if (const auto held = activations.of(parts.stages[index])) {
            step.microBatchesHeld = N::plain(inFlight<N>(s, parts.plan, parts.stages[index])).value();
            step.activationBytes = core::Bytes{N::plain(held->stored).value() / step.microBatchesHeld};
        }
        core::Evaluation entries;
        addCommunication<N>(work.traffic, entries);
        step.communication = std::move(entries.communication);
        out.push_back(std::move(step));
    }
    return out;
}

template std::vector<StageStep> stageSteps<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&);
template std::vector<StageStep> stageSteps<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&);
template void addStep<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&);
template void addStep<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, core::Evaluation&);

} // namespace shardscope::planner
