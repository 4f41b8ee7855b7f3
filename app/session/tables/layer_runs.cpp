// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tables/layer_runs.h"

#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/plan/plan.h"
#include "core/report/columns.h"
#include "planner/planner.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

constexpr double kForwardOfStep = 1.0 / 3; ///< backward is twice as much

/// Parameters of a layer, those of experts apart.
struct Held {
    double dense = 0;
    double experts = 0;
};

/// What \p tensors come to before, in and behind the layers.
struct HeldByPlace {
    Held embedding;
    std::vector<Held> layers;
    Held head;
};

HeldByPlace heldBy(const std::vector<core::ParameterTensor>& tensors, std::int64_t layers)
{
    HeldByPlace held;
    held.layers.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, layers)));
    for (const core::ParameterTensor& tensor : tensors) {
        if (tensor.shared)
            continue;
        const auto elements = static_cast<double>(tensor.elements());
        const auto add = [&](Held& to) { (tensor.experts > 0 ? to.experts : to.dense) += elements; };
        if (tensor.section == core::Section::Embedding)
            add(held.embedding);
        else if (tensor.section != core::Section::Layer)
            add(held.head);
        for (std::int64_t at = 0; tensor.section == core::Section::Layer && at < tensor.count; ++at) {
            const auto layer = static_cast<std::size_t>(tensor.firstLayer + at);
            if (layer < held.layers.size())
                add(held.layers[layer]);
        }
    }
    return held;
}

double activeOf(const Held& held, double share) { return held.dense + share * held.experts; }

/// One more layer: of the run that ends before it, where it is the same.
void append(std::vector<LayerRun>& runs, LayerRun run)
{
    if (!runs.empty()) {
        LayerRun& last = runs.back();
        const bool same = last.place == run.place && last.parts == run.parts &&
                          last.parameters == run.parameters && last.active == run.active &&
                          last.flops == run.flops;
        if (same) {
            last.count += run.count;
            return;
        }
    }
    runs.push_back(std::move(run));
}

std::vector<LayerRun> runsOf(const core::ModelSpec& model, const core::Transformer& shape)
{
    core::Batch sample;
    sample.sequenceLength = shape.usualSequence();
    const HeldByPlace held = heldBy(core::parameterTensors(model), shape.layers);
    const double share = shape.experts > 0
                             ? static_cast<double>(shape.expertsPerToken) / static_cast<double>(shape.experts)
                             : 1;
    std::vector<LayerRun> runs;
    runs.push_back(
        {RunPlace::Embedding, 0, 1, {}, {}, activeOf(held.embedding, 1), activeOf(held.embedding, 1), 0});
    double ofLayers = 0;
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const Held& one = held.layers[static_cast<std::size_t>(layer)];
        const double flops = kForwardOfStep * planner::modelFlopsPerSample(shape.layerAlone(layer), sample);
        ofLayers += flops;
        append(runs, {RunPlace::Layers,
                      layer,
                      1,
                      shape.partsOf(layer),
                      {},
                      activeOf(one, 1),
                      activeOf(one, share),
                      flops});
    }
    const double all = kForwardOfStep * planner::modelFlopsPerSample(shape, sample);
    runs.push_back({RunPlace::Head,
                    0,
                    1,
                    {},
                    {},
                    activeOf(held.head, 1),
                    activeOf(held.head, 1),
                    std::max(0.0, all - ofLayers)});
    return runs;
}

std::vector<LayerRun> runsOf(const core::LayerList& list)
{
    std::vector<LayerRun> runs;
    for (std::size_t at = 0; at < list.layers.size(); ++at) {
        const core::NetworkLayer& layer = list.layers[at];
        double parameters = 0;
        for (const std::vector<std::int64_t>& shape : layer.parameters)
            parameters +=
                std::accumulate(shape.begin(), shape.end(), 1.0, [](double product, std::int64_t size) {
                    return product * static_cast<double>(size);
                });
        append(runs, {RunPlace::Layers,
                      static_cast<std::int64_t>(at),
                      1,
                      {core::Mixer::None, core::TokenPart::None},
                      layer.name,
                      parameters,
                      parameters,
                      layer.flops});
    }
    return runs;
}

QString mixerName(core::Mixer mixer)
{
    switch (mixer) {
    case core::Mixer::Attention: return Words::tr("attention");
    case core::Mixer::StateSpace: return Words::tr("state space");
    case core::Mixer::DeltaRule: return Words::tr("gated delta rule");
    case core::Mixer::Lightning: return Words::tr("lightning attention");
    case core::Mixer::None: break;
    }
    return {};
}

} // namespace

std::vector<LayerRun> layerRuns(const core::ModelSpec& model)
{
    if (const core::Transformer* shape = model.transformer())
        return runsOf(model, *shape);
    if (const core::LayerList* list = model.layerList())
        return runsOf(*list);
    return {};
}

std::optional<std::int64_t> sampleTokens(const core::ModelSpec& model)
{
    if (const core::Transformer* shape = model.transformer())
        return shape->usualSequence();
    return {};
}

QString runName(const LayerRun& run)
{
    if (run.place == RunPlace::Embedding)
        return Words::tr("embedding");
    if (run.place == RunPlace::Head)
        return Words::tr("norm and head");
    const QString numbers = run.count == 1
                                ? QString::number(run.first)
                                : QStringLiteral("%1\u2013%2").arg(run.first).arg(run.first + run.count - 1);
    if (!run.name.empty())
        return QStringLiteral("%1  %2").arg(numbers, shownText(run.name));
    return run.count == 1 ? Words::tr("layer %1").arg(numbers) : Words::tr("layers %1").arg(numbers);
}

QString runParts(const LayerRun& run, const core::ModelSpec& model)
{
    if (run.place != RunPlace::Layers)
        return {};
    QStringList parts;
    if (const QString mixer = mixerName(run.parts.mixer); !mixer.isEmpty())
        parts << mixer;
    const core::Transformer* shape = model.transformer();
    if (run.parts.tokens == core::TokenPart::Dense)
        parts << Words::tr("feed-forward");
    else if (run.parts.tokens == core::TokenPart::Experts && shape != nullptr)
        parts << Words::tr("%1 of %2 experts").arg(shape->expertsPerToken).arg(shape->experts);
    return parts.join(QStringLiteral(", "));
}

core::Table layerTable(const core::ModelSpec& model)
{
    using core::Cell;
    constexpr double kBytesOfWeight = 2;
    core::Table table{"layers", N_("Layer by layer"), {}, {}};
    table.columns = {core::textColumn("layers", N_("Layers")),
                     core::textColumn("parts", N_("Parts")),
                     core::integerColumn("number", N_("Number")),
                     core::realColumn("parameters", N_("Parameters of each")),
                     core::realColumn("active", N_("Active for a token")),
                     core::bytesColumn("weight_bytes", N_("Weights in 16 bits")),
                     core::realColumn("forward_flops", N_("FLOPs of a sample, forward"))};
    for (const LayerRun& run : layerRuns(model))
        table.rows.push_back({Cell(runName(run).toStdString()), Cell(runParts(run, model).toStdString()),
                              Cell(run.count), Cell(run.parameters), Cell(run.active),
                              Cell(kBytesOfWeight * run.parameters), Cell(run.flops)});
    return table;
}

} // namespace shardscope::app
