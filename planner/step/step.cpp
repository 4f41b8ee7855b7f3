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

constexpr double kRounding = 1e-12; ///< what adding up in another order leaves
constexpr auto kOneSegment = "one micro-batch through one layer, or one end";
constexpr auto kOneStage = "one micro-batch through a stage's layers and ends";

/// Device and host time of one micro-batch through a stage.
template <class N>
struct StageTime {
    Duration<N> forward;             ///< device
    Duration<N> backward;            ///< device, without recompute
    Duration<N> recompute;           ///< device
    Duration<N> products;            ///< of the three, at full rate on the matrix engine
    Superstep forwardSupersteps;     ///< of forward, on a bulk-synchronous machine
    Superstep backwardSupersteps;    ///< of backward and recompute
    typename HostPace<N>::Pass pass; ///< with collectives and what the device waits for the host
};

/// What the passes wait for of \p traffic from entry \p first on.
template <class N>
PassSeconds<N> waitedIn(const std::vector<Traffic<N>>& traffic, std::size_t first)
{
    PassSeconds<N> passes;
    for (std::size_t i = first; i < traffic.size(); ++i) {
        if (traffic[i].waited.any())
            passes.add(traffic[i].waited.forward, traffic[i].waited.backward);
    }
    return passes;
}

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
        , m_habits(habitsOf(parts.plan, parts.hardware))
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
        return timeOf(pieces, collectives.exposed, stage.index);
    }
    /// What the layers of \p stage wait for.
    [[nodiscard]] StageCollectives<N> collectives(const Stage& stage) const
    {
        const StageSetting<N> setting{m_parts, m_symbols, stage, weightGradients(stage), m_device, m_habits};
        StageCollectives<N> found;
        constexpr std::size_t kUsual = 4;
        found.entries.reserve(kUsual);
        for (std::size_t i = 0; i < kParallelisms.size(); ++i) {
            if (const auto inPasses = kParallelisms[i]->template traffic<N>().inPasses)
                inPasses(setting, found.entries);
            found.ends[i] = found.entries.size();
        }
        const PassSeconds<N> passes = waitedIn<N>(found.entries, 0);
        found.exposed = {passes.forward / m_symbols.microBatches, passes.backward / m_symbols.microBatches,
                         noTime<N>()};
        return found;
    }
    /// One layer alone.
    [[nodiscard]] StageTime<N> layer() const
    {
        const Stage one{0, 0, 1, false, false};
        m_pieces.assign(1, Piece{1, &layerOf(m_parts.inventory.layers.front()), true});
        return timeOf(m_pieces, collectives(one).exposed, one.index);
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
    [[nodiscard]] const Habits& habits() const { return m_habits; }

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
        // Found on GPUs; a bulk-synchronous processor is not known to clock by its work.
        const double most = m_parts.hardware.bulkSynchronous ? 1 : m_coefficients[Coefficient::CoolGain];
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

    /// \p times one, whose seconds are \p seconds times as many.
    static void addSupersteps(Superstep one, double times, double seconds, Superstep& sum)
    {
        if (one.number == 0)
            return;
        one.exchange *= seconds / times;
        one.sync *= seconds / times;
        one.slowest *= seconds / times;
        sum.add(one, times);
    }

    /// \p index: of the stage, which a what-if may slow.
    [[nodiscard]] StageTime<N> timeOf(const std::vector<Piece>& pieces,
                                      const typename HostPace<N>::Pass& collectives, std::int64_t index) const
    {
        const Count<N> gain = coolGain(pieces);
        const std::int64_t io = m_parts.plan.inProcessor.ioTiles;
        const Count<N> slower = slowerByIoTiles(io);
        const WhatIf* const whatIf = m_parts.whatIf;
        const double asked =
            whatIf == nullptr ? 1 : whatIf->of("compute") * whatIf->of("stage " + std::to_string(index));
        const auto times = [](double factor, const Duration<N>& time) {
            return factor == 1 ? time : constant<N>(factor) * time;
        };
        const auto device = [&](const DeviceTime<N>& time) {
            const Duration<N> all = times(asked, time.products / gain + time.rest);
            return io > 0 ? slower * all : all;
        };
        const auto ofSegment = [&](const Piece& piece, const DeviceTime<N>& time) {
            return N::named(segmentLabel(piece.time->segment.part), device(time), kOneSegment);
        };
        const auto host = [&](const Duration<N>& time) {
            return times(whatIf == nullptr ? 1 : whatIf->of("host"), time);
        };
        std::vector<typename HostPace<N>::Part>& parts = m_passes;
        parts.clear();
        StageTime<N> total;
        for (const Piece& piece : pieces) {
            const Duration<N> recompute = ofSegment(piece, piece.time->recompute);
            const Duration<N> backward = ofSegment(piece, piece.time->backward);
            parts.push_back({piece.count, ofSegment(piece, piece.time->forward), backward + recompute,
                             host(m_pace.forward(*piece.time, piece.layer)),
                             host(m_pace.backward(*piece.time, piece.layer)), piece.layer});
            const Duration<N> products =
                piece.count * ((piece.time->forward.products + piece.time->backward.products +
                                piece.time->recompute.products) /
                               gain);
            const double as = piece.count * asked * (io > 0 ? N::plain(slower).value() : 1);
            addSupersteps(piece.time->forward.supersteps, piece.count, as, total.forwardSupersteps);
            addSupersteps(piece.time->backward.supersteps, piece.count, as, total.backwardSupersteps);
            addSupersteps(piece.time->recompute.supersteps, piece.count, as, total.backwardSupersteps);
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
    Habits m_habits;
    Extents<N> m_extents;
    DeviceClock<N> m_device;
    Extents<N> m_decoderExtents; ///< where the decoder sees other tokens
    std::optional<DeviceClock<N>> m_decoderDevice;
    HostPace<N> m_pace;
    SegmentTimes<N> m_own;
    const SegmentTimes<N>* m_times = nullptr; ///< m_own, or what is remembered
    std::vector<SegmentTime<N>> m_keeping;    ///< by LayerForm::index(), where some layers keep all
    // Room that every stage uses again.
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

/// Whether \p index does what the stage before it does: those in the middle with as many layers of one kind.
template <class N>
bool isLikeBefore(const PlanParts<N>& parts, std::size_t index)
{
    const bool alone = parts.whatIf != nullptr && !parts.whatIf->slowdowns.empty(); // a stage may be slowed
    return !alone && index > 1 && index + 1 < parts.stages.size() && parts.inventory.layers.size() == 1 &&
           parts.stages[index].layers == parts.stages[index - 1].layers &&
           recomputedLayers(parts.plan, parts.stages[index]) ==
               recomputedLayers(parts.plan, parts.stages[index - 1]);
}

template <class N>
std::vector<Traffic<N>> trafficOf(const StepSetting<N>& setting, const StageCollectives<N>& collectives)
{
    std::vector<Traffic<N>> traffic;
    traffic.reserve(8);
    std::size_t next = 0;
    for (std::size_t i = 0; i < kParallelisms.size(); ++i) {
        for (; next < collectives.ends[i]; ++next)
            traffic.push_back(collectives.entries[next]);
        if (const auto besidePasses = kParallelisms[i]->template traffic<N>().besidePasses)
            besidePasses(setting, traffic);
    }
    return traffic;
}

template <class N>
void putPart(core::Evaluation& evaluation, StepPart part, const Duration<N>& seconds)
{
    evaluation.step[part] = {N::plain(seconds), derivationOf(seconds)};
}

/// What the rank of one stage does in a step.
template <class N>
struct StageWork {
    PacedStage<N> paced;             ///< one micro-batch, ends included
    StageTime<N> fill;               ///< of one micro-batch, layers alone
    typename HostPace<N>::Pass pass; ///< of one micro-batch, with what it waits for beside it
    PassSeconds<N> waits;            ///< of it, for traffic beside the pass
    ShardCopies<N> copies;
    std::vector<Traffic<N>> traffic;
    Duration<N> waitForward; ///< for the host, of one micro-batch
    Duration<N> waitBackward;
    Duration<N> optimizer;
    Duration<N> updates; ///< what the optimizer's launches wait for the host
    Duration<N> hop;     ///< one message to the next stage, where there is one
    Duration<N> filling; ///< what the pipeline's filling takes beside its stages' passes
};

template <class N>
std::optional<Duration<N>> hopTime(const StepSetting<N>& setting, std::int64_t stage);

template <class N>
Duration<N> fillingTime(const StepSetting<N>& setting)
{
    Duration<N> sum = noTime<N>();
    for (const Parallelism* parallelism : kParallelisms) {
        if (const auto filling = parallelism->traffic<N>().filling)
            sum = sum + filling(setting);
    }
    return sum;
}

template <class N>
StageWork<N> workOf(const PlanParts<N>& parts, const Symbols<N>& s, const StageClock<N>& clock,
                    std::size_t index)
{
    StageWork<N> work;
    work.paced = pacedStage<N>(parts, clock, index);
    const Stage& stage = parts.stages[index];
    const StageTime<N>& own = work.paced.time;
    const typename HostPace<N>::Pass& exposed = work.paced.collectives.exposed;
    work.fill = clock.stage(stage, false, work.paced.collectives);
    const StepSetting<N> setting{
        {parts, s, stage, clock.weightGradients(stage), clock.device(), clock.habits()},
        index,
        own.pass.forward,
        own.pass.backward,
        work.paced.collectives.entries};
    work.traffic = trafficOf<N>(setting, work.paced.collectives);
    streamFromOthers<N>(parts, index, work.traffic);
    addHostInput<N>(parts, s.microBatches * (setting.forward + setting.backward), work.traffic);
    const Duration<N> zero = noTime<N>();
    work.waitForward = maximum(zero, own.pass.forward - (own.forward + exposed.forward));
    work.waitBackward = maximum(zero, own.pass.backward - (own.backward + own.recompute + exposed.backward));
    const auto asked = [&](const char* what, const Duration<N>& time) { return setting.asked(what, time); };
    work.updates =
        N::named(W_("wait_for_optimizer"),
                 maximum(zero, asked("host", optimizerHost<N>(parts, stage, clock.device())) - own.pass.lead),
                 "what the host's lead does not hide");
    work.optimizer = asked("optimizer", optimizerTime<N>(parts, index, clock.device()));
    work.copies = shardCopies<N>(parts, stage, clock.device());
    work.hop = hopTime<N>(setting, static_cast<std::int64_t>(index)).value_or(zero);
    work.filling = fillingTime<N>(setting);
    // What serves all micro-batches is gathered once.
    const PassSeconds<N> all = waitedIn<N>(work.traffic, 0);
    if (!servesAllAtOnce(parts.plan) && all.any())
        work.waits.add(all.forward / s.microBatches - exposed.forward,
                       all.backward / s.microBatches - exposed.backward);
    work.pass = own.pass;
    work.pass.forward = work.pass.forward + work.copies.forward;
    work.pass.backward = work.pass.backward + work.copies.backward;
    if (work.waits.any()) {
        work.pass.forward = work.pass.forward + work.waits.forward;
        work.pass.backward = work.pass.backward + work.waits.backward;
    }
    return work;
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

/// Gathers all stages' work; stages that do the same share it.
template <class N>
struct StageWorks {
    std::vector<StageWork<N>> works;
    std::vector<std::size_t> of; ///< by stage

    [[nodiscard]] const StageWork<N>& stage(std::size_t index) const { return works[of[index]]; }
};
template <class N>
StageWorks<N> worksOf(const PlanParts<N>& parts, const Symbols<N>& s, const StageClock<N>& clock)
{
    StageWorks<N> out;
    for (std::size_t i = 0; i < parts.stages.size(); ++i) {
        if (!isLikeBefore<N>(parts, i))
            out.works.push_back(workOf<N>(parts, s, clock, i));
        out.of.push_back(out.works.size() - 1);
    }
    return out;
}

/// The stage that takes longest sets the pace of all; both number kinds find the same one.
template <class Passes>
std::size_t slowestOf(std::size_t stages, const Passes& secondsOf)
{
    std::size_t slowest = 0;
    for (std::size_t i = 1; i < stages; ++i)
        slowest = secondsOf(i) > secondsOf(slowest) ? i : slowest;
    return slowest;
}

/// One micro-batch through all stages but \p slowest.
template <class N, class PassOf>
Others<N> othersOf(std::size_t stages, std::size_t slowest, const PassOf& passOf)
{
    Others<N> sum{noTime<N>(), noTime<N>()};
    std::size_t i = 0;
    while (i < stages) {
        const auto* const pass = passOf(i);
        std::size_t alike = 0;
        for (; i < stages && passOf(i) == pass; ++i)
            alike += i == slowest ? 0 : 1;
        if (alike == 0)
            continue;
        const auto count = static_cast<double>(alike);
        sum.forward = sum.forward + count * pass->forward;
        sum.backward = sum.backward + count * pass->backward;
    }
    return sum;
}

/// Whether \p entry belongs to what a rank does behind its passes.
template <class N>
bool isBehind(const Traffic<N>& entry)
{
    return entry.place == Place::LastPass || entry.place == Place::After || entry.place == Place::AfterUpdate;
}

/// What a rank of \p work does behind its last pass.
template <class N>
double tailOf(const StageWork<N>& work)
{
    double seconds = N::plain(work.optimizer + work.updates).value();
    for (const Traffic<N>& entry : work.traffic)
        seconds += isBehind<N>(entry) ? N::plain(entry.exposed).value() : 0;
    return seconds;
}

/// Which stage is the last to be done: the first one of a pipeline ends last, and others have what it takes
/// back through the stages before them; a sum over both ends waits for both.
template <class N>
std::size_t lastDone(const PlanParts<N>& parts, const StageWorks<N>& works)
{
    const core::Plan& plan = parts.plan;
    std::size_t last = 0;
    double most = tailOf<N>(works.stage(0));
    double earlier = 0;
    for (std::size_t i = 1; i < parts.stages.size(); ++i) {
        earlier += drains(plan) ? N::plain(works.stage(i - 1).pass.backward).value() /
                                      static_cast<double>(chunksOf(plan))
                                : 0;
        const double seconds = tailOf<N>(works.stage(i)) - earlier;
        if (seconds > most) {
            most = seconds;
            last = i;
        }
    }
    return last;
}

/// Tells the passes of the slowest stage, and what follows them in the one that is done last.
template <class N>
std::vector<Traffic<N>> toldTraffic(const StageWork<N>& slowest, const StageWork<N>& last)
{
    std::vector<Traffic<N>> told;
    told.reserve(slowest.traffic.size());
    for (const Traffic<N>& entry : slowest.traffic) {
        if (!isBehind<N>(entry))
            told.push_back(entry);
    }
    for (const Traffic<N>& entry : last.traffic) {
        if (isBehind<N>(entry))
            told.push_back(entry);
    }
    return told;
}

/// \p part of a step with what its layout has \p more of it.
template <class N>
Duration<N> corrected(std::string_view name, const Duration<N>& part, double more)
{
    if (std::abs(more) <= kRounding * (1 + N::plain(part).value()))
        return part;
    return N::named(
        name,
        maximum(noTime<N>(), part + N::leaf(core::Seconds{more}, W_("as_laid_out"), core::SourceKind::Derived,
                                            "all passes and messages in the schedule's order, one "
                                            "by one")),
        "as laid out");
}

} // namespace

template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation, std::optional<core::Seconds> laidOut)
{
    const core::Transformer& model = *parts.model.transformer();
    const Symbols<N> s = symbolsOf<N>(model, parts.plan);
    const StageClock<N> clock(parts, s);
    const StageWorks<N> works = worksOf<N>(parts, s, clock);
    const std::size_t pace = slowestOf(parts.stages.size(), [&](std::size_t i) {
        return N::plain(works.stage(i).pass.forward).value() + N::plain(works.stage(i).pass.backward).value();
    });
    const std::size_t end = lastDone<N>(parts, works);
    const StageWork<N>& work = works.stage(pace);
    const StageWork<N>& last = works.stage(end);
    const StageTime<N>& stage = work.paced.time;
    const ShardCopies<N>& copies = work.copies;
    const std::vector<Traffic<N>> traffic = toldTraffic<N>(work, last);

    const Duration<N> forward = N::named(W_("forward"), s.microBatches * (stage.forward + copies.forward),
                                         "micro-batches through the slowest stage");
    const Duration<N> backward = N::named(W_("backward"), s.microBatches * (stage.backward + copies.backward),
                                          "micro-batches through the slowest stage");
    const Duration<N> recompute = N::named(W_("recompute"), s.microBatches * stage.recompute,
                                           "micro-batches through the slowest stage");
    const Duration<N>& waitForward = work.waitForward;
    const Duration<N>& waitBackward = work.waitBackward;
    Others<N> others =
        othersOf<N>(parts.stages.size(), pace, [&](std::size_t i) { return &works.stage(i).pass; });
    others.fillForward = work.fill.pass.forward;
    others.fillBackward = work.fill.pass.backward;
    Duration<N> bubble = N::named(W_("bubble_and_sends"), bubbleTime<N>(s, parts.plan, others) + work.filling,
                                  "arXiv:2104.04473, section 2.2");
    if (end > 0) { // those that are done with their passes earlier
        Duration<N> earlier = works.stage(0).pass.backward;
        for (std::size_t i = 1; i < end; ++i)
            earlier = earlier + works.stage(i).pass.backward;
        if (drains(parts.plan))
            bubble =
                N::named(W_("bubble_and_sends"), maximum(noTime<N>(), bubble - earlier / s.virtualStages),
                         "the stage that is done last has been through its passes so much earlier");
    }
    const Duration<N>& optimizer = last.optimizer;
    const Duration<N>& updates = last.updates;
    const Duration<N> host = N::named(W_("host"),
                                      s.microBatches * (waitForward + waitBackward) + updates +
                                          clock.device().seconds(Coefficient::StepConstant),
                                      "what the device waits for the host");
    Duration<N> exposed =
        N::named(W_("exposed_communication"), exposedSum<N>(traffic, false), "sum over the collectives");
    const Duration<N> streaming =
        N::named(W_("streaming"), exposedSum<N>(traffic, true), "sum over the tiers");
    const auto sum = [&] {
        return forward + backward + recompute + bubble + exposed + streaming + optimizer + host;
    };
    evaluation.closedForm = N::plain(sum());
    if (laidOut) {
        // The closed form lets unequal stages, messages and units meet as on average. What of it the layout
        // has not is waiting for others, and beyond that for traffic.
        const double more = (*laidOut - evaluation.closedForm).value();
        const bool waits = waitsForOthers(parts.plan);
        const double idle = waits ? std::max(more, -N::plain(bubble).value()) : 0;
        bubble = corrected<N>(W_("bubble_and_sends"), bubble, idle);
        exposed = corrected<N>(W_("exposed_communication"), exposed, more - idle);
    }
    const Duration<N> total = N::named(W_("step"), sum(), "sum of the parts");

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
    Superstep supersteps = stage.forwardSupersteps;
    addSupersteps(parts.hardware, supersteps.add(stage.backwardSupersteps), micro, evaluation);
    addLoss<N>(model, evaluation);
}

LeastPace leastPace(const PlanParts<core::PlainNumbers>& parts)
{
    using Plain = core::PlainNumbers;
    const Symbols<Plain> s = symbolsOf<Plain>(*parts.model.transformer(), parts.plan);
    const StageClock<Plain> clock(parts, s);
    std::vector<typename HostPace<Plain>::Pass> passes;
    std::vector<std::size_t> of;
    std::vector<StageCollectives<Plain>> collectives;
    for (std::size_t i = 0; i < parts.stages.size(); ++i) {
        if (!isLikeBefore<Plain>(parts, i)) {
            PacedStage<Plain> paced = pacedStage<Plain>(parts, clock, i);
            passes.push_back(paced.time.pass);
            collectives.push_back(std::move(paced.collectives));
        }
        of.push_back(passes.size() - 1);
    }
    const std::size_t pace = slowestOf(
        of.size(), [&](std::size_t i) { return (passes[of[i]].forward + passes[of[i]].backward).value(); });
    Others<Plain> others = othersOf<Plain>(of.size(), pace, [&](std::size_t i) { return &passes[of[i]]; });
    const StageTime<Plain> fill = clock.stage(parts.stages[pace], false, collectives[of[pace]]);
    others.fillForward = fill.pass.forward;
    others.fillBackward = fill.pass.backward;
    return {passes[of[pace]].forward + passes[of[pace]].backward, others,
            clock.device().seconds(Coefficient::StepConstant)};
}

namespace {

template <class N>
core::StepTime told(const Duration<N>& seconds)
{
    return {N::plain(seconds), derivationOf(seconds)};
}

template <class N>
StageTraffic laidTraffic(const Traffic<N>& entry)
{
    StageTraffic out;
    out.operation = entry.operation;
    out.group = entry.group;
    out.place = entry.place;
    out.inForward = entry.inForward;
    out.bytes = N::plain(entry.bytes);
    out.seconds = N::plain(entry.seconds);
    out.exposed = N::plain(entry.exposed);
    out.waitedForward = N::plain(entry.waited.forward);
    out.waitedBackward = N::plain(entry.waited.backward);
    out.units = entry.units;
    out.uses = entry.uses;
    out.laid = N::plain(entry.laid);
    out.lost = N::plain(entry.lost);
    return out;
}

} // namespace

template <class N>
std::vector<StageStep> stageSteps(const PlanParts<N>& parts)
{
    const Symbols<N> s = symbolsOf<N>(*parts.model.transformer(), parts.plan);
    const StageClock<N> clock(parts, s);
    const Activations<N> activations(parts);
    std::vector<StageStep> out;
    out.reserve(parts.stages.size());
    for (std::size_t index = 0; index < parts.stages.size(); ++index) {
        const StageWork<N> work = workOf<N>(parts, s, clock, index);
        const StageTime<N>& time = work.paced.time;
        StageStep step;
        step.stage = parts.stages[index];
        step.forward = told<N>(time.forward + work.copies.forward);
        step.backward = told<N>(time.backward + work.copies.backward);
        step.recompute = told<N>(time.recompute);
        step.forwardSupersteps = time.forwardSupersteps;
        step.backwardSupersteps = time.backwardSupersteps;
        step.waitForward = told<N>(work.waitForward);
        step.waitBackward = told<N>(work.waitBackward);
        step.endsForward = N::plain(time.pass.forward - work.fill.pass.forward);
        step.endsBackward = N::plain(time.pass.backward - work.fill.pass.backward);
        step.optimizer = told<N>(work.optimizer);
        step.updateWait = told<N>(work.updates + clock.device().seconds(Coefficient::StepConstant));
        if (index + 1 < parts.stages.size())
            step.send = told<N>(work.hop);
        if (const auto held = activations.of(parts.stages[index])) {
            step.microBatchesHeld = N::plain(inFlight<N>(s, parts.plan, parts.stages[index])).value();
            step.activationBytes = core::Bytes{N::plain(held->stored).value() / step.microBatchesHeld};
        }
        for (const Traffic<N>& entry : work.traffic)
            step.traffic.push_back(laidTraffic<N>(entry));
        core::Evaluation entries;
        addCommunication<N>(work.traffic, entries);
        step.communication = std::move(entries.communication);
        out.push_back(std::move(step));
    }
    return out;
}

template std::vector<StageStep> stageSteps<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&);
template std::vector<StageStep> stageSteps<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&);
template void addStep<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&,
                                          std::optional<core::Seconds>);
template void addStep<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, core::Evaluation&,
                                              std::optional<core::Seconds>);

} // namespace shardscope::planner
