// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of each layer (Williams, Waterman and Patterson, doi:10.1145/1498765.1498785), and what the plan
// adds.
#include "planner/step/layered_step.h"

#include "core/base/text_mark.h"
#include "planner/formula/recommender_rates.h"
#include "planner/formula/source_kind.h"
#include "planner/machine/exchange.h"
#include "planner/machine/rates.h"
#include "planner/memory/layered_activations.h"
#include "planner/memory/streaming_pool.h"
#include "planner/schedule/pipeline_order.h"
#include "planner/step/costs.h"
#include "planner/step/throughput.h"
#include "planner/traffic/host_input.h"
#include "planner/traffic/traffic.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace shardscope::planner {
namespace {

using core::StepPart;

constexpr auto kRoofline = "roofline, doi:10.1145/1498765.1498785";
// A layer with products has two in backward for one in forward; a norm reads its input and its gradient
// twice.
constexpr double kBackwardProducts = 2;
constexpr double kBackwardMoved = 2;

template <class N>
struct Pass {
    Duration<N> forward;
    Duration<N> backward;
    Superstep forwardSupersteps = {}; ///< of both, on a bulk-synchronous machine
    Superstep backwardSupersteps = {};
};

template <class N>
class LayeredClock {
public:
    explicit LayeredClock(const PlanParts<N>& parts)
        : m_parts(parts)
        , m_symbols(symbolsOf<N>(core::Transformer{}, parts.plan))
        , m_rates(parts.hardware, computeDtype(parts.plan))
    {
    }

    [[nodiscard]] const Symbols<N>& symbols() const { return m_symbols; }
    [[nodiscard]] const Rates<N>& rates() const { return m_rates; }

    /// One micro-batch through layers of \p stage.
    [[nodiscard]] Pass<N> through(const Stage& stage) const
    {
        const core::LayerList& list = *m_parts.model.layerList();
        const Duration<N> nothing = noTime<N>();
        Pass<N> sum{nothing, nothing, {}, {}};
        Superstep forward; // what the layers' tiles exchange, and where they meet
        for (std::int64_t i = stage.firstLayer; i < stage.firstLayer + stage.layers; ++i) {
            const core::NetworkLayer& of = list.layers[static_cast<std::size_t>(i)];
            const Pass<N> one = layer(of);
            sum = {sum.forward + one.forward, sum.backward + one.backward, {}, {}};
            if (m_parts.hardware.bulkSynchronous)
                forward.add(superstep(of));
        }
        Superstep backward; // both gradients' products, or what is moved
        backward.add(forward, kBackwardProducts);
        if (m_parts.hardware.bulkSynchronous) {
            const TileExchange tiles = tileExchangeOf(m_parts.hardware);
            forward = computing(forward, tiles, N::plain(sum.forward).value());
            backward = computing(backward, tiles, N::plain(sum.backward).value());
        }
        const auto with = [](const Duration<N>& computing, const Superstep& beside) {
            if (beside.number == 0)
                return computing;
            return computing + N::leaf(core::Seconds{beside.seconds()}, W_("supersteps_beside_computing"),
                                       core::SourceKind::Unverified,
                                       "exchange between tiles, and where they meet, docs/formulas.md "
                                       "section 11");
        };
        const Coefficients& coefficients = *m_parts.coefficients;
        const auto rate =
            N::leaf(core::Number{coefficients[Coefficient::LayerRate]}, W_("layer_rate"),
                    coefficients.kind(Coefficient::LayerRate), coefficients.citation(Coefficient::LayerRate));
        Pass<N> pass{N::named(W_("stage_forward"), with(sum.forward, forward) / rate, kRoofline),
                     N::named(W_("stage_backward"), with(sum.backward, backward) / rate, kRoofline), forward,
                     backward};
        for (Superstep* one : {&pass.forwardSupersteps, &pass.backwardSupersteps}) {
            one->exchange /= coefficients[Coefficient::LayerRate];
            one->sync /= coefficients[Coefficient::LayerRate];
            one->slowest /= coefficients[Coefficient::LayerRate];
        }
        return pass;
    }

private:
    [[nodiscard]] Pass<N> layer(const core::NetworkLayer& layer) const
    {
        double weights = 0;
        for (const auto& shape : layer.parameters) {
            double size = 1;
            for (const std::int64_t length : shape)
                size *= static_cast<double>(length);
            weights += size;
        }
        const auto given = [](double value, std::string_view label) {
            return N::leaf(core::Number{value}, label, core::SourceKind::Given, "model");
        };
        const Symbols<N>& s = m_symbols;
        const ByteCount<N> moved =
            (s.microBatch * given(layer.moved, W_("elements_moved")) + given(weights, W_("weights_read"))) *
            s.streamWidth;
        if (picksRows(layer) && !m_parts.hardware.bulkSynchronous) {
            const Duration<N> forward = N::named(W_("rows_picked"), moved / rowRate(), kRoofline);
            return {forward, kBackwardMoved * forward, {}, {}};
        }
        if (layer.flops == 0) {
            const Duration<N> forward =
                m_rates.memory(Efficiency::Elementwise, moved, N::plain(moved).value());
            return {forward, kBackwardMoved * forward, {}, {}};
        }
        const Work<N> flops = s.microBatch * N::leaf(core::Flops{layer.flops}, W_("layer_flops"),
                                                     core::SourceKind::Given, "model");
        const Efficiency kind =
            layer.type == core::LayerType::Convolution ? Efficiency::Convolution : Efficiency::Gemm;
        const Duration<N> forward = m_rates.matrix(kind, flops, N::plain(flops).value(), moved);
        return {forward, kBackwardProducts * forward, {}, {}};
    }

    /// The superstep of one micro-batch's forward. A layer of products counts as one product [rows, depth] ·
    /// [depth, columns], whose sizes follow from its operations, its weights and its outputs.
    [[nodiscard]] Superstep superstep(const core::NetworkLayer& layer) const
    {
        const TileExchange exchange = tileExchangeOf(m_parts.hardware);
        double weights = 0;
        for (const auto& shape : layer.parameters)
            weights =
                std::max(weights, std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>()));
        const double samples = N::plain(m_symbols.microBatch).value();
        const double outputs = static_cast<double>(layer.out.elements());
        const double products = layer.flops / 2;
        if (products <= 0 || weights <= 0 || outputs <= 0)
            return superstepAlone(exchange);
        return superstepOf(
            exchange, {samples * products / weights, outputs * weights / products, products / outputs, 1},
            N::plain(m_symbols.streamWidth).value());
    }

    /// A graph's nodes or edges, one by one: it reads more than what goes in and out once
    /// (core/model/layer_list).
    [[nodiscard]] static bool picksRows(const core::NetworkLayer& layer)
    {
        return layer.type == core::LayerType::Pooling &&
               layer.moved > static_cast<double>(layer.in.elements() + layer.out.elements());
    }
    /// What a memory of wide transactions does of its rate; one inside the processor loses nothing.
    [[nodiscard]] ByteRate<N> rowRate() const
    {
        const core::MemoryTier& memory = *m_parts.hardware.tier(core::Tier::Device);
        return N::leaf(memory.bandwidth.value, W_("device_bandwidth"), sourceOf(memory.bandwidth),
                       memory.bandwidth.source) *
               N::leaf(core::Number{kRowGather}, W_("gather_efficiency"), core::SourceKind::Measured,
                       "embedding_bag on one H200 SXM");
    }

    const PlanParts<N>& m_parts;
    Symbols<N> m_symbols;
    Rates<N> m_rates;
};

template <class N>
class LayeredTraffic {
public:
    LayeredTraffic(const PlanParts<N>& parts, const Symbols<N>& symbols, std::size_t heaviest)
        : m_parts(parts)
        , m_symbols(symbols)
        , m_heaviest(heaviest)
    {
    }

    /// Gradients over the replicas: whole, or to shards with the new weights gathered (arXiv:1910.02054,
    /// section 7).
    void replicas(std::vector<Traffic<N>>& sent) const
    {
        const core::Plan& plan = m_parts.plan;
        const std::int64_t replicas = plan.axes.replicas();
        if (replicas == 1)
            return;
        const ByteCount<N> gradients =
            N::named(W_("gradient_bytes"),
                     m_parts.elements[m_heaviest].used *
                         width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients"),
                     "arXiv:1910.02054, section 7");
        const auto add = [&](Collective collective) {
            const auto time =
                collectiveTime<N>(machine(), collective, {replicas, 1}, gradients, plan.precision.gradients);
            sent.push_back({collective, core::TrafficGroup::Replica, gradients, time.seconds, time.seconds,
                            time.algorithm});
        };
        if (std::max(plan.sharding.gradients, plan.sharding.optimizer) == 1) {
            add(Collective::AllReduce);
            return;
        }
        add(Collective::ReduceScatter);
        add(Collective::AllGather);
    }

    /// Edges between stages, there and back.
    void stages(const ByteCount<N>& boundary, std::vector<Traffic<N>>& sent) const
    {
        const core::Plan& plan = m_parts.plan;
        if (plan.axes.pipeline == 1)
            return;
        const auto one =
            collectiveTime<N>(machine(), Collective::SendReceive, {2, plan.axes.replica}, boundary);
        const Count<N> sends = 2.0 * m_symbols.microBatches;
        sent.push_back({core::Transfer::SendReceive, core::TrafficGroup::Pipeline, sends * boundary,
                        sends * one.seconds,
                        N::leaf(core::Seconds{0}, W_("behind_computing"), core::SourceKind::Assumed,
                                "the next micro-batch computes meanwhile"),
                        one.algorithm});
    }

    /// State and edges of phases, or state that lives elsewhere (arXiv:2101.06840).
    void streams(const ByteCount<N>& boundary, const Duration<N>& computing,
                 std::vector<Traffic<N>>& sent) const
    {
        const core::Plan& plan = m_parts.plan;
        const StateBytes<N>& state = m_parts.state[m_heaviest];
        const Duration<N> none = N::leaf(core::Seconds{0}, W_("nothing_to_hide_behind"),
                                         core::SourceKind::Assumed, "the update waits for its state");
        if (plan.phases > 0) {
            const Count<N> edges =
                5.0 * m_symbols.microBatches * planned<N>(plan.phases, W_("phases"), "/phases");
            stream(plan.phaseSource, 2.0 * state.weights + state.gradients + edges * boundary, computing,
                   sent);
            stream(plan.phaseSource, 2.0 * (state.optimizer + state.master), none, sent);
            return;
        }
        if (plan.residency.weights != core::Tier::Device)
            stream(plan.residency.weights, 2.0 * m_symbols.microBatches * state.weights, computing, sent);
        if (plan.residency.gradients != core::Tier::Device)
            stream(plan.residency.gradients, m_symbols.microBatches * state.gradients, computing, sent);
        if (plan.residency.optimizer != core::Tier::Device)
            stream(plan.residency.optimizer, 2.0 * (state.optimizer + state.master), none, sent);
    }

private:
    /// The machine with what a calibration found of its links, if its runs told.
    [[nodiscard]] Machine machine() const
    {
        const Coefficients* known = m_parts.coefficients;
        return {m_parts.hardware, known != nullptr && known->ofLinks ? known : nullptr};
    }
    void stream(core::Tier tier, const ByteCount<N>& bytes, const Duration<N>& window,
                std::vector<Traffic<N>>& sent) const
    {
        if (N::plain(bytes).value() > 0)
            sent.push_back(streamed<N>(m_parts.hardware, tier, bytes, window));
    }

    const PlanParts<N>& m_parts;
    const Symbols<N>& m_symbols;
    std::size_t m_heaviest;
};

/// Gradients and state are read, state and weights written once.
template <class N>
Duration<N> updateTime(const PlanParts<N>& parts, std::size_t stage, const Rates<N>& rates)
{
    const StateBytes<N>& state = parts.state[stage];
    const ByteCount<N> bytes = state.gradients + 2.0 * (state.optimizer + state.master) + 2.0 * state.weights;
    return N::named(W_("optimizer"), rates.memory(Efficiency::Optimizer, bytes, N::plain(bytes).value()),
                    "arXiv:2101.06840, section 4.1");
}

double forwardFlops(const core::LayerList& list)
{
    double forward = 0;
    for (const core::NetworkLayer& layer : list.layers)
        forward += layer.flops;
    return forward;
}

} // namespace

template <class N>
void addLayeredStep(const PlanParts<N>& parts, core::Evaluation& evaluation)
{
    const core::Plan& plan = parts.plan;
    const LayeredClock<N> clock(parts);
    const Symbols<N>& s = clock.symbols();
    std::vector<Pass<N>> passes;
    std::size_t slowest = 0;
    std::size_t heaviest = 0;
    const auto seconds = [&](std::size_t stage) {
        return N::plain(passes[stage].forward).value() + N::plain(passes[stage].backward).value();
    };
    for (std::size_t i = 0; i < parts.stages.size(); ++i) {
        passes.push_back(clock.through(parts.stages[i]));
        slowest = seconds(i) > seconds(slowest) ? i : slowest;
        heaviest = N::plain(parts.elements[heaviest].used) < N::plain(parts.elements[i].used) ? i : heaviest;
    }
    const Pass<N>& pass = passes[slowest];
    const Duration<N> none = noTime<N>();
    const bool again = plan.recompute == core::Recompute::Full || plan.phases > 0;
    const auto every = [&](const char* name, const Duration<N>& one) {
        return N::named(name, s.microBatches * one, "micro-batches through the slowest stage");
    };
    const Duration<N> forward = every(W_("forward"), pass.forward);
    const Duration<N> backward = every(W_("backward"), pass.backward);
    const Duration<N> recompute = again ? every(W_("recompute"), pass.forward) : none;
    Others<N> others{none, none, pass.forward, again ? pass.backward + pass.forward : pass.backward};
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (i == slowest)
            continue;
        others.forward = others.forward + passes[i].forward;
        others.backward =
            others.backward + (again ? passes[i].backward + passes[i].forward : passes[i].backward);
    }
    const Duration<N> bubble = bubbleTime<N>(s, plan, others);
    const Duration<N> optimizer = updateTime<N>(parts, heaviest, clock.rates());
    const ByteCount<N> boundary = layeredActivations<N>(parts, parts.stages[slowest]).boundary;
    std::vector<Traffic<N>> sent;
    const LayeredTraffic<N> traffic(parts, s, heaviest);
    traffic.stages(boundary, sent);
    traffic.replicas(sent);
    traffic.streams(boundary, forward + backward + recompute, sent);
    streamFromOthers<N>(parts, heaviest, sent);
    addHostInput<N>(parts, forward + backward + recompute, sent);
    const Duration<N> exposed =
        N::named(W_("exposed_communication"), exposedSum<N>(sent, false), "sum over the collectives");
    const Duration<N> streaming = N::named(W_("streaming"), exposedSum<N>(sent, true), "sum over the tiers");
    const Duration<N> host = N::leaf(core::Seconds{0}, W_("host"), core::SourceKind::Assumed,
                                     "launches are hidden behind the device's work");
    const Duration<N> total =
        N::named(W_("step"), forward + backward + recompute + bubble + exposed + streaming + optimizer + host,
                 "sum of the parts");
    evaluation.closedForm = N::plain(total);
    const auto put = [&](StepPart part, const Duration<N>& value) {
        evaluation.step[part] = {N::plain(value), derivationOf(value)};
    };
    put(StepPart::Total, total);
    put(StepPart::Forward, forward);
    put(StepPart::Backward, backward);
    put(StepPart::Recompute, recompute);
    put(StepPart::Optimizer, optimizer);
    put(StepPart::ExposedCommunication, exposed);
    put(StepPart::Bubble, bubble);
    put(StepPart::Host, host);
    put(StepPart::Streaming, streaming);
    addCommunication<N>(sent, evaluation);
    const double flops = forwardFlops(*parts.model.layerList());
    const double trained = (1 + kBackwardProducts) * flops;
    addRates(trained, again ? trained + flops : trained, N::plain(clock.rates().peak()).value(), evaluation);
    // Rooflines do not tell products from the rest: all computing counts as products.
    addCosts<N>(parts.hardware, total, {forward + backward + recompute, optimizer}, evaluation);
    Superstep supersteps = pass.forwardSupersteps;
    supersteps.add(pass.backwardSupersteps);
    if (again)
        supersteps.add(pass.forwardSupersteps);
    addSupersteps(parts.hardware, supersteps, N::plain(s.microBatches).value(), evaluation);
}

template void addLayeredStep<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&);
template void addLayeredStep<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&,
                                                     core::Evaluation&);

} // namespace shardscope::planner
