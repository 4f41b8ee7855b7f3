// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/throughput.h"

namespace shardscope::planner {
namespace {

/// Forward of one sample.
struct SampleFlops {
    double layers = 0;
    double cores = 0; ///< scores and context, of the layers'
    double head = 0;
};

SampleFlops forwardOfSample(const core::Transformer& model, const core::Batch& batch)
{
    const auto tokens = static_cast<double>(batch.sequenceLength);
    const auto h = static_cast<double>(model.hidden);
    const auto q = static_cast<double>(model.queryWidth());
    const auto kv = static_cast<double>(model.keyValueWidth());
    const auto heads = static_cast<double>(model.heads);
    const double matrices = core::isGated(model.activation) ? 3 : 2;
    double core = 4 * q; // of a query and a key
    double linears = 2 * h * (q + 2 * kv) + 2 * q * h;
    if (model.keyValueRank > 0) { // latent attention (arXiv:2405.04434, section 2.1)
        const double v = heads * static_cast<double>(model.valueHeadDim);
        const auto rope = static_cast<double>(model.ropeHeadDim);
        const auto rank = static_cast<double>(model.keyValueRank);
        const auto queryRank = static_cast<double>(model.queryRank);
        const double queries = queryRank > 0 ? queryRank * (h + q) : h * q;
        linears = 2 * (queries + h * (rank + rope) + rank * (q - heads * rope + v) + v * h);
        core = 2 * (q + v);
    }
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
    flops.layers =
        flops.cores + encoders * (linears + inner(model.feedForward)) * tokens +
        decoders * ((linears + inner(model.feedForward) + 4 * h * q) * decoded + 4 * h * kv * tokens);
    const double chosen = inner((model.expertsPerToken + model.sharedExperts) * model.expertFeedForward);
    flops.layers += static_cast<double>(experts) * (chosen - inner(model.feedForward)) * tokens;
    if (model.vocabularyHead)
        flops.head = 2 * h * static_cast<double>(model.vocabulary) * decoded;
    return flops;
}

} // namespace

double modelFlopsPerSample(const core::Transformer& model, const core::Batch& batch)
{
    const SampleFlops forward = forwardOfSample(model, batch);
    return 3 * (forward.layers + forward.head);
}

double recomputedFlopsPerSample(const core::Transformer& model, const core::Plan& plan)
{
    const SampleFlops forward = forwardOfSample(model, plan.batch);
    if (plan.recompute == core::Recompute::Full || plan.phases > 0)
        return forward.layers;
    return plan.recompute == core::Recompute::Selective ? forward.cores : 0;
}

void addRates(double modelFlops, double hardwareFlops, double peak, core::Evaluation& evaluation)
{
    const double step = evaluation.step.at(core::StepPart::Total).seconds.value();
    const auto samples = static_cast<double>(evaluation.plan.batch.globalBatch);
    const double shared = static_cast<double>(evaluation.devices) * step;
    core::Throughput& rates = evaluation.throughput;
    rates.samplesPerSecond = samples / step;
    rates.tokensPerSecond = samples * static_cast<double>(evaluation.plan.batch.sequenceLength) / step;
    const double model = modelFlops * samples / shared;
    const double hardware = hardwareFlops * samples / shared;
    rates.modelTflopsPerDevice = model / 1e12;
    rates.modelFlopsUtilization = model / peak;
    rates.hardwareTflopsPerDevice = hardware / 1e12;
    rates.hardwareFlopsUtilization = hardware / peak;
    rates.modelFlopsPerSample = modelFlops;
    rates.hardwareFlopsPerSample = hardwareFlops;
    rates.peakFlopsPerSecond = peak;
}

void addThroughput(const core::Transformer& model, double peak, core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    const auto sequence = static_cast<double>(plan.batch.sequenceLength);
    const double flops = modelFlopsPerSample(model, plan.batch);
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
