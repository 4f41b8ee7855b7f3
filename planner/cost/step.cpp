// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/cost/step.h"

#include "planner/cost/compute.h"
#include "planner/parallelism/modifiers.h"
#include "planner/parallelism/pipeline_order.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {
namespace {

using core::StepPart;

constexpr auto kOneStage = "one micro-batch through a stage's layers and ends";

template <class Q>
core::DerivationPtr derivationOf(const Q& value)
{
    if constexpr (requires { value.derivation(); })
        return value.derivation();
    else
        return nullptr;
}

template <class N>
ComputeTime<N> sum(const ComputeTime<N>& a, const ComputeTime<N>& b)
{
    return {a.forward + b.forward, a.backward + b.backward, a.recompute + b.recompute};
}

/// One micro-batch through each stage.
template <class N>
class StageClock {
public:
    StageClock(const PlanParts<N>& parts, const Symbols<N>& symbols)
        : m_parts(parts)
        , m_rates(parts.hardware, computeDtype(parts.plan))
        , m_embedding(embeddingTime<N>(symbols, m_rates))
        , m_head(headTime<N>(symbols, *parts.model.transformer(), parts.plan, m_rates))
    {
        m_layers.reserve(parts.inventory.layers.size());
        const core::Transformer& model = *parts.model.transformer();
        std::optional<ComputeTime<N>> dense;
        std::optional<ComputeTime<N>> experts;
        for (const LayerKind& kind : parts.inventory.layers) {
            std::optional<ComputeTime<N>>& known = kind.experts ? experts : dense;
            if (!known)
                known = layerTime<N>(symbols, model, parts.plan, m_rates, kind.experts);
            m_layers.push_back(*known);
        }
    }

    /// Layers alone: what the pipeline fills with.
    [[nodiscard]] ComputeTime<N> layers(const Stage& stage) const
    {
        std::optional<ComputeTime<N>> total;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const std::int64_t here =
                m_parts.inventory.layers[i].within(stage.firstLayer, stage.firstLayer + stage.layers);
            if (here == 0)
                continue;
            const Count<N> number = planned<N>(here, "layers_on_stage", "/parallel/pipeline");
            const ComputeTime<N> part{number * m_layers[i].forward, number * m_layers[i].backward,
                                      number * m_layers[i].recompute};
            total = total ? sum<N>(*total, part) : part;
        }
        return total.value_or(ComputeTime<N>{});
    }

    [[nodiscard]] ComputeTime<N> whole(const Stage& stage) const
    {
        ComputeTime<N> total = layers(stage);
        if (stage.first)
            total = sum<N>(total, m_embedding);
        if (stage.last)
            total = sum<N>(total, m_head);
        return {N::named("stage_forward", total.forward, kOneStage),
                N::named("stage_backward", total.backward, kOneStage),
                N::named("stage_recompute", total.recompute, kOneStage)};
    }

    [[nodiscard]] const ComputeTime<N>& layer() const { return m_layers.front(); }
    [[nodiscard]] const Rates<N>& rates() const { return m_rates; }

private:
    const PlanParts<N>& m_parts;
    Rates<N> m_rates;
    ComputeTime<N> m_embedding;
    ComputeTime<N> m_head;
    std::vector<ComputeTime<N>> m_layers; ///< by kind
};

template <class N>
double secondsOf(const ComputeTime<N>& time)
{
    return N::plain(time.forward).value() + N::plain(time.backward).value() +
           N::plain(time.recompute).value();
}

/// The stage that takes longest sets the pace of all; both number kinds find the same one.
template <class N>
std::size_t slowestStage(const PlanParts<N>& parts, const StageClock<N>& clock)
{
    // Stages differ only by their layers and ends, so most of a deep pipeline needs no look.
    std::size_t slowest = 0;
    double longest = -1;
    for (std::size_t i = 0; i < parts.stages.size(); ++i) {
        const double seconds = secondsOf<N>(clock.whole(parts.stages[i]));
        if (seconds > longest) {
            longest = seconds;
            slowest = i;
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

/// Gradients and state are read, state, master and weights written once: the update is bound by memory.
template <class N>
Duration<N> optimizerTime(const PlanParts<N>& parts, std::size_t stage, const Rates<N>& rates)
{
    const core::Plan& plan = parts.plan;
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, "gradient_width", "/precision/gradients");
    const ByteCount<N> weight = width<N>(plan.precision.weights, "weight_width", "/precision/weights");
    const ByteCount<N> state =
        width<N>(plan.precision.optimizerState, "state_width", "/precision/optimizer_state");
    const Count<N> slots = N::leaf(core::Number{optimizerSlots(plan.optimizer)}, "optimizer_slots",
                                   core::SourceKind::Given, "/optimizer");
    ByteCount<N> perElement = gradient + 2.0 * slots * state + weight;
    perElement = perElement + (plan.precision.master ? 2.0 * width<N>(*plan.precision.master, "master_width",
                                                                      "/precision/master")
                                                     : weight);
    const ByteCount<N> bytes = N::named("optimizer_bytes_moved", parts.elements[stage].optimizer * perElement,
                                        "each value read and written once");
    return N::named("optimizer", rates.memory(Efficiency::Optimizer, bytes, N::plain(bytes).value()),
                    "arXiv:2101.06840, section 4.1");
}

template <class N>
std::vector<Traffic<N>> trafficOf(const StepSetting<N>& setting)
{
    std::vector<Traffic<N>> traffic;
    traffic.reserve(8);
    for (const Parallelism& parallelism : parallelisms()) {
        if constexpr (N::kExplains) {
            if (parallelism.explainedTraffic != nullptr)
                parallelism.explainedTraffic(setting, traffic);
        } else {
            if (parallelism.plainTraffic != nullptr)
                parallelism.plainTraffic(setting, traffic);
        }
    }
    return traffic;
}

template <class N>
Duration<N> exposedSum(const std::vector<Traffic<N>>& traffic, bool streaming)
{
    Duration<N> total = N::leaf(core::Seconds{0}, "0", core::SourceKind::Constant, "");
    bool any = false;
    for (const Traffic<N>& entry : traffic) {
        if ((entry.operation == "streaming") != streaming)
            continue;
        total = any ? total + entry.exposed : entry.exposed;
        any = true;
    }
    return total;
}

template <class N>
void putPart(core::Evaluation& evaluation, StepPart part, const Duration<N>& seconds)
{
    evaluation.step[part] = {N::plain(seconds), derivationOf(seconds)};
}

/// Rates and costs of the whole job.
void addThroughput(const core::Transformer& model, const core::HardwareSpec& hardware, double peak,
                   core::Evaluation& evaluation)
{
    const double step = evaluation.step.at(StepPart::Total).seconds.value();
    const auto samples = static_cast<double>(evaluation.plan.batch.globalBatch);
    const auto sequence = static_cast<double>(evaluation.plan.batch.sequenceLength);
    const auto devices = static_cast<double>(evaluation.devices);
    const double rate = modelFlopsPerSample(model, sequence) * samples / (devices * step);
    evaluation.throughput = {samples / step, samples * sequence / step, rate / 1e12, rate / peak};
    // arXiv:2104.04473, section 5.1: what the papers report, a full recompute counted.
    const auto h = static_cast<double>(model.hidden);
    const auto l = static_cast<double>(model.layers);
    const double formula = 96 * samples * sequence * l * h * h *
                           (1 + sequence / (6 * h) + static_cast<double>(model.vocabulary) / (16 * l * h));
    evaluation.figures["achieved_tflops_per_device"] = formula / (devices * step) / 1e12;
    if (hardware.power) // every board at its limit all the time: an upper bound
        evaluation.energyPerStep = core::Joules{hardware.power->value.value() * devices * step};
    if (hardware.price)
        evaluation.currencyPerHour = hardware.price->value.value() * 3600 * devices;
}

template <class N>
void addCommunication(const std::vector<Traffic<N>>& traffic, core::Evaluation& evaluation)
{
    evaluation.communication.reserve(traffic.size());
    for (const Traffic<N>& entry : traffic) {
        evaluation.communication.push_back({std::string(entry.operation), std::string(entry.group),
                                            N::plain(entry.bytes), N::plain(entry.seconds),
                                            N::plain(entry.exposed), derivationOf(entry.bytes),
                                            derivationOf(entry.seconds)});
    }
}

} // namespace

template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation)
{
    const core::Transformer& model = *parts.model.transformer();
    const Symbols<N> s = symbolsOf<N>(model, parts.plan);
    const StageClock<N> clock(parts, s);
    const std::size_t slowest = slowestStage<N>(parts, clock);
    const ComputeTime<N> stage = clock.whole(parts.stages[slowest]);
    const ComputeTime<N> fill = clock.layers(parts.stages[slowest]);
    const StepSetting<N> setting{parts,
                                 s,
                                 parts.stages[slowest],
                                 heaviestStage<N>(parts),
                                 stage.forward,
                                 stage.backward + stage.recompute};
    const std::vector<Traffic<N>> traffic = trafficOf<N>(setting);

    const Duration<N> forward =
        N::named("forward", s.microBatches * stage.forward, "micro-batches through the slowest stage");
    const Duration<N> backward =
        N::named("backward", s.microBatches * stage.backward, "micro-batches through the slowest stage");
    const Duration<N> recompute =
        N::named("recompute", s.microBatches * stage.recompute, "micro-batches through the slowest stage");
    const Duration<N> idle = bubbleTime<N>(s, parts.plan, fill.forward, fill.backward + fill.recompute);
    const Duration<N> bubble =
        N::named("bubble_and_sends", idle + fillSendTime<N>(setting), "arXiv:2104.04473, section 2.2");
    const Duration<N> optimizer = optimizerTime<N>(parts, setting.heaviest, clock.rates());
    const Duration<N> host = N::leaf(core::Seconds{0}, "host", core::SourceKind::Assumed,
                                     "launches are hidden behind the device's work");
    const Duration<N> exposed =
        N::named("exposed_communication", exposedSum<N>(traffic, false), "sum over the collectives");
    const Duration<N> streaming = N::named("streaming", exposedSum<N>(traffic, true), "sum over the tiers");
    const Duration<N> total =
        N::named("step", forward + backward + recompute + bubble + exposed + streaming + optimizer + host,
                 "sum of the parts");

    putPart<N>(evaluation, StepPart::Total, total);
    putPart<N>(evaluation, StepPart::Forward, forward);
    putPart<N>(evaluation, StepPart::Backward, backward);
    putPart<N>(evaluation, StepPart::Recompute, recompute);
    putPart<N>(evaluation, StepPart::Optimizer, optimizer);
    putPart<N>(evaluation, StepPart::ExposedCommunication, exposed);
    putPart<N>(evaluation, StepPart::Bubble, bubble);
    putPart<N>(evaluation, StepPart::Host, host);
    putPart<N>(evaluation, StepPart::Streaming, streaming);
    addCommunication<N>(traffic, evaluation);

    const ComputeTime<N>& layer = clock.layer();
    evaluation.figures["forward_seconds_per_layer"] = N::plain(layer.forward).value();
    evaluation.figures["backward_seconds_per_layer"] = N::plain(layer.backward + layer.recompute).value();
    addThroughput(model, parts.hardware, N::plain(clock.rates().peak()).value(), evaluation);
}

template void addStep<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&);
template void addStep<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, core::Evaluation&);

} // namespace shardscope::planner
