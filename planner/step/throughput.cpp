// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/throughput.h"

#include "core/base/text_mark.h"
#include "planner/formula/packing.h"
#include "planner/formula/stages.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {
namespace {

/// Forward of one sample.
struct SampleFlops {
    double layers = 0;
    double cores = 0;         ///< scores and context, of the layers'
    double masked = 0;        ///< of the cores where queries see no later keys, over the full square
    double upProjections = 0; ///< out of latent attention's low ranks
    double feedForwards = 0;  ///< of dense layers
    double experts = 0;       ///< of those tokens choose
    double shared = 0;        ///< of shared ones
    double head = 0;
};

/// Operations of the head, once for every prediction of a token, and of joining the inputs of further ones.
double headFlops(const core::Transformer& model, double tokens)
{
    const auto h = static_cast<double>(model.hidden);
    const auto further = static_cast<double>(model.predictions);
    const double head = model.vocabularyHead ? 2 * h * static_cast<double>(model.vocabulary) * tokens : 0;
    return further > 0 ? (1 + further) * head + further * 4 * h * h * tokens : head;
}

/// The operations of a token in a mixer that keeps a state, as Megatron-LM counts them (training/training.py,
/// mamba_layer_flops; Megatron-Bridge, training/utils/flop_utils.py, gdn_layer_flops). Neither has lightning
/// attention: there, what a token adds to its heads' states and takes from them (arXiv:2501.08313, section
/// 2.2), as if blocks were one token long.
double recurrenceFlops(const core::Transformer& model, core::Mixer mixer)
{
    const core::Recurrence& r = model.recurrence;
    const auto h = static_cast<double>(model.hidden);
    const auto width = static_cast<double>(r.width());
    const double projections = 2 * h * (static_cast<double>(r.inputs(mixer)) + width);
    const double state = width * static_cast<double>(r.stateDim);
    if (mixer == core::Mixer::StateSpace)
        return projections + 7 * state;
    if (mixer == core::Mixer::Lightning)
        return projections + 4 * state;
    return projections + 2 * static_cast<double>(r.kernel) * static_cast<double>(r.convolved()) + 8 * state;
}

SampleFlops forwardOfHybrid(const core::Transformer& model, const core::Batch& batch)
{
    const auto tokens = static_cast<double>(batch.sequenceLength);
    const auto h = static_cast<double>(model.hidden);
    const auto q = static_cast<double>(model.queryWidth());
    const auto kv = static_cast<double>(model.keyValueWidth());
    const double matrices = core::isGated(model.activation) ? 3 : 2;
    const auto inner = [&](std::int64_t outside, std::int64_t width) {
        return 2 * matrices * static_cast<double>(outside) * static_cast<double>(width);
    };
    const double attention = 2 * h * (q + 2 * kv) + 2 * q * h + (model.attentionGate ? 2 * h * q : 0);
    double experts = inner(model.widthOfExperts(), model.expertsPerToken * model.expertFeedForward);
    const double shared = inner(model.hidden, model.sharedExperts * model.expertFeedForward);
    if (model.expertWidth > 0)
        experts += 4 * h * static_cast<double>(model.expertWidth);
    SampleFlops flops;
    for (const core::LayerParts& layer : model.parts) {
        switch (layer.mixer) {
        case core::Mixer::Attention:
            flops.layers += attention * tokens;
            flops.cores += 4 * q * attendedShare(model, batch) * tokens * tokens;
            break;
        case core::Mixer::StateSpace:
        case core::Mixer::DeltaRule:
        case core::Mixer::Lightning: flops.layers += recurrenceFlops(model, layer.mixer) * tokens; break;
        case core::Mixer::None: break;
        }
        switch (layer.tokens) {
        case core::TokenPart::Dense:
            flops.feedForwards += inner(model.hidden, model.feedForward) * tokens;
            break;
        case core::TokenPart::Experts:
            flops.experts += experts * tokens;
            flops.shared += shared * tokens;
            break;
        case core::TokenPart::None: break;
        }
    }
    flops.layers += flops.cores + flops.feedForwards + flops.experts + flops.shared;
    flops.head = headFlops(model, tokens);
    return flops;
}

SampleFlops forwardOfSample(const core::Transformer& model, const core::Batch& batch)
{
    const auto tokens = static_cast<double>(batch.sequenceLength);
    if (model.hybrid())
        return forwardOfHybrid(model, batch);
    const auto h = static_cast<double>(model.hidden);
    const auto q = static_cast<double>(model.queryWidth());
    const auto kv = static_cast<double>(model.keyValueWidth());
    const auto heads = static_cast<double>(model.heads);
    const double matrices = core::isGated(model.activation) ? 3 : 2;
    double core = 4 * q; // of a query and a key
    double linears = 2 * h * (q + 2 * kv) + 2 * q * h;
    double upwards = 0;
    double scores = 0;            // of an indexer, for all keys
    if (model.keyValueRank > 0) { // latent attention (arXiv:2405.04434, section 2.1)
        const double v = heads * static_cast<double>(model.valueHeadDim);
        const auto rope = static_cast<double>(model.ropeHeadDim);
        const auto rank = static_cast<double>(model.keyValueRank);
        const auto queryRank = static_cast<double>(model.queryRank);
        const double queries = queryRank > 0 ? queryRank * (h + q) : h * q;
        linears = 2 * (queries + h * (rank + rope) + rank * (q - heads * rope + v) + v * h);
        upwards = 2 * ((queryRank > 0 ? queryRank : h) * q + rank * (q - heads * rope + v));
        core = 2 * (q + v);
        if (model.indexer.heads >
            0) { // on compressed keys and values (planner/compute/kernels.cpp, putIndexer)
            const auto width = static_cast<double>(model.indexer.width());
            linears += 2 * (queryRank * width +
                            h * static_cast<double>(model.indexer.headDim + model.indexer.heads));
            core = 2 * heads * (2 * rank + rope);
            scores = 2 * width;
        }
    }
    core = core * attendedShare(model, batch) + scores * withinSamples(batch);
    std::int64_t experts = 0; // layers that have them
    for (std::int64_t i = 0; model.experts > 0 && i < model.layers; ++i)
        experts += model.hasExperts(i) ? 1 : 0;
    const auto inner = [&](std::int64_t width) { return 2 * matrices * h * static_cast<double>(width); };
    const auto decoders = static_cast<double>(model.decoderLayers);
    const double encoders = static_cast<double>(model.layers) - decoders;
    const double decoded = model.decoderLayers > 0 ? static_cast<double>(batch.decoderTokens()) : tokens;
    SampleFlops flops;
    // A decoder's queries attend to its own tokens and to the encoder's, whose keys and values it projects.
    flops.cores = encoders * core * tokens * tokens + decoders * core * decoded * (decoded + tokens);
    flops.masked = model.decoderLayers > 0 ? decoders * core * decoded * decoded : flops.cores;
    flops.layers =
        flops.cores + encoders * (linears + inner(model.feedForward)) * tokens +
        decoders * ((linears + inner(model.feedForward) + 4 * h * q) * decoded + 4 * h * kv * tokens);
    const double chosen = inner((model.expertsPerToken + model.sharedExperts) * model.expertFeedForward);
    const auto sparse = static_cast<double>(experts);
    flops.layers += sparse * (chosen - inner(model.feedForward)) * tokens;
    flops.upProjections = (encoders + decoders) * upwards * tokens;
    flops.feedForwards = inner(model.feedForward) * ((encoders - sparse) * tokens + decoders * decoded);
    flops.experts = sparse * inner(model.expertsPerToken * model.expertFeedForward) * tokens;
    flops.shared = sparse * inner(model.sharedExperts * model.expertFeedForward) * tokens;
    flops.head = headFlops(model, decoded);
    return flops;
}

template <class N>
Count<N> devicesOf(const core::Axes& axes)
{
    return N::named(W_("devices"),
                    planned<N>(axes.tensor, "t", "/parallel/tensor") *
                        planned<N>(axes.pipeline, "p", "/parallel/pipeline") *
                        planned<N>(axes.replica, "r", "/parallel/replica") *
                        planned<N>(axes.context, "context", "/parallel/context"),
                    "");
}

/// ThroughputRates that follow from the time of a step. Model FLOPs, or with what is recomputed.
template <class N>
class ThroughputRates {
public:
    ThroughputRates(const core::Plan& plan, Duration<N> step)
        : m_plan(plan)
        , m_step(std::move(step))
        , m_batch(planned<N>(plan.batch.globalBatch, "global_batch", "/batch/global_batch"))
        , m_devices(devicesOf<N>(plan.axes))
    {
    }

    [[nodiscard]] auto samples() const { return N::named(W_("samples_per_second"), m_batch / m_step, ""); }
    [[nodiscard]] auto tokens() const
    {
        const Count<N> length =
            planned<N>(m_plan.batch.sequenceLength, "sequence_length", "/batch/sequence_length");
        return N::named(W_("tokens_per_second"), m_batch * length / m_step, "");
    }
    [[nodiscard]] auto flops(bool recomputed, double ofSample) const
    {
        return N::named(recomputed ? W_("hardware_flops_per_second") : W_("model_flops_per_second"),
                        m_batch * sample(recomputed, ofSample) / m_step, "");
    }
    [[nodiscard]] auto flopsPerDevice(bool recomputed, double ofSample) const
    {
        return N::named(recomputed ? W_("hardware_flops_per_device") : W_("model_flops_per_device"),
                        sample(recomputed, ofSample) * m_batch / (m_devices * m_step), "");
    }
    /// MFU and HFU.
    [[nodiscard]] auto utilization(bool recomputed, double ofSample, double peak) const
    {
        const auto most =
            N::leaf(core::FlopsPerSecond{peak}, W_("peak"), core::SourceKind::Specification, "");
        return N::named(recomputed ? W_("hardware_flops_utilization") : W_("model_flops_utilization"),
                        flopsPerDevice(recomputed, ofSample) / most, "arXiv:2204.02311, appendix B");
    }

private:
    static auto sample(bool recomputed, double flops)
    {
        return N::leaf(core::Flops{flops},
                       recomputed ? W_("hardware_flops_per_sample") : W_("model_flops_per_sample"),
                       core::SourceKind::Derived, "arXiv:2205.05198, appendix A");
    }

    const core::Plan& m_plan;
    Duration<N> m_step;
    Count<N> m_batch;
    Count<N> m_devices;
};

} // namespace

double modelFlopsPerSample(const core::Transformer& model, const core::Batch& batch,
                           const core::Adapters& adapters)
{
    const SampleFlops forward = forwardOfSample(model, batch);
    // Frozen weights have no gradients to compute; adapters' own products are a few per mille.
    return adapters.any() ? 2 * (forward.layers + forward.head) + forward.cores
                          : 3 * (forward.layers + forward.head);
}

double causalShareOfFlops(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* const shape = model.transformer();
    if (shape == nullptr || shape->maskedHead) // BERT's queries see all keys
        return 1;
    const double masked = forwardOfSample(*shape, plan.batch).masked / 2;
    return 1 - 3 * masked / modelFlopsPerSample(*shape, plan.batch, plan.adapters);
}

double recomputedFlopsPerSample(const core::Transformer& model, const core::Plan& plan)
{
    const SampleFlops forward = forwardOfSample(model, plan.batch);
    if (plan.phases > 0)
        return forward.layers;
    double share = 1; // of all layers; those of a hybrid count alike
    if (!plan.recomputeLayers.empty()) {
        std::int64_t layers = 0;
        for (const Stage& stage : stagesOf(plan, model.layers))
            layers += recomputedLayers(plan, stage);
        share = static_cast<double>(layers) / static_cast<double>(model.layers);
    }
    using core::Recompute;
    const Recompute again = plan.recompute;
    if (again == Recompute::Full)
        return share * forward.layers;
    if (again == Recompute::ByOperations) { // of queries, keys, values and output every second; of three one
        const double products =
            forward.layers - forward.cores - forward.feedForwards - forward.experts - forward.shared;
        const double inner = core::isGated(model.activation) ? 3 : 2;
        return share * (products / 2 + (forward.feedForwards + forward.shared) / inner + forward.experts);
    }
    const bool experts = again.has(Recompute::Moe);
    return share * ((again.has(Recompute::CoreAttention) ? forward.cores : 0) +
                    (again.has(Recompute::MlaUpProjection) ? forward.upProjections : 0) +
                    (again.has(Recompute::Mlp) ? forward.feedForwards : 0) + (experts ? forward.experts : 0) +
                    (experts || again.has(Recompute::SharedExperts) ? forward.shared : 0));
}

void addRates(double modelFlops, double hardwareFlops, double peak, core::Evaluation& evaluation)
{
    const ThroughputRates<core::PlainNumbers> from(evaluation.plan,
                                                   evaluation.step.at(core::StepPart::Total).seconds);
    core::Throughput& rates = evaluation.throughput;
    rates.samplesPerSecond = from.samples().value();
    rates.tokensPerSecond = from.tokens().value();
    rates.modelTflopsPerDevice = from.flopsPerDevice(false, modelFlops).value() / 1e12;
    rates.modelFlopsUtilization = from.utilization(false, modelFlops, peak).value();
    rates.hardwareTflopsPerDevice = from.flopsPerDevice(true, hardwareFlops).value() / 1e12;
    rates.hardwareFlopsUtilization = from.utilization(true, hardwareFlops, peak).value();
    rates.modelFlopsPerSample = modelFlops;
    rates.hardwareFlopsPerSample = hardwareFlops;
    rates.peakFlopsPerSecond = peak;
}

std::vector<std::pair<std::string_view, core::DerivationPtr>>
rateDerivations(const core::Evaluation& evaluation)
{
    using N = core::ExplainedNumbers;
    std::vector<std::pair<std::string_view, core::DerivationPtr>> all;
    const auto* step = evaluation.step.find(core::StepPart::Total);
    if (step == evaluation.step.end() || step->second.why == nullptr)
        return all;
    const ThroughputRates<N> from(evaluation.plan, Duration<N>(step->second.why));
    const auto add = [&](const auto& rate) { all.emplace_back(rate.derivation()->label, rate.derivation()); };
    const core::Throughput& rates = evaluation.throughput;
    if (rates.samplesPerSecond > 0)
        add(from.samples());
    if (rates.tokensPerSecond > 0)
        add(from.tokens());
    if (rates.modelFlopsPerSample <= 0)
        return all;
    for (const bool recomputed : {false, true}) {
        const double flops = recomputed ? rates.hardwareFlopsPerSample : rates.modelFlopsPerSample;
        add(from.flops(recomputed, flops));
        add(from.flopsPerDevice(recomputed, flops));
        add(from.utilization(recomputed, flops, rates.peakFlopsPerSecond));
    }
    return all;
}

core::DerivationPtr devicesDerivation(const core::Plan& plan)
{
    return devicesOf<core::ExplainedNumbers>(plan.axes).derivation();
}

void addThroughput(const core::Transformer& model, double peak, core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    const auto sequence = static_cast<double>(plan.batch.sequenceLength);
    const double flops = modelFlopsPerSample(model, plan.batch, plan.adapters);
    addRates(flops, flops + recomputedFlopsPerSample(model, plan), peak, evaluation);
    // arXiv:2104.04473, section 5.1: what the papers report, a full recompute counted.
    const double step = evaluation.step.at(core::StepPart::Total).seconds.value();
    const auto samples = static_cast<double>(plan.batch.globalBatch);
    const auto h = static_cast<double>(model.hidden);
    const auto l = static_cast<double>(model.layers);
    const double formula = 96 * samples * sequence * l * h * h *
                           (1 + sequence / (6 * h) + static_cast<double>(model.vocabulary) / (16 * l * h));
    evaluation.figures["achieved_tflops_per_device"] =
        formula / (static_cast<double>(evaluation.devices) * step) / 1e12;
}

} // namespace shardscope::planner
