// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/dlrm_structure.h"

#include "core/explain/derivation.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

constexpr double kWidth = 4; ///< bytes of a perceptron's weight

std::string layersOf(std::int64_t inputs, const std::vector<std::int64_t>& widths)
{
    std::string text = std::to_string(inputs);
    for (const std::int64_t width : widths)
        text += "-" + std::to_string(width);
    return text;
}

/// Weights of a perceptron, biases included.
double perceptron(std::int64_t inputs, const std::vector<std::int64_t>& widths)
{
    double total = 0;
    for (const std::int64_t width : widths) {
        total += static_cast<double>(inputs + 1) * static_cast<double>(width);
        inputs = width;
    }
    return total;
}

} // namespace

std::vector<StructurePart> structureOf(const core::Recommender& model)
{
    std::vector<StructurePart> parts;
    const double bottom = perceptron(model.denseFeatures, model.bottomMlp);
    parts.push_back(
        {N_("bottom MLP"), layersOf(model.denseFeatures, model.bottomMlp), bottom,
         core::Bytes{kWidth * bottom}, model.bottomFlopsPerSample(), core::Bytes{0},
         static_cast<double>(model.bottomMlp.empty() ? model.denseFeatures : model.bottomMlp.back())});
    double rows = 0;
    double sums = 0;
    core::Bytes read;
    for (const core::EmbeddingTable& table : model.tables) {
        const double count = static_cast<double>(table.count);
        const double elements = table.pooling * static_cast<double>(table.dim);
        rows += count * static_cast<double>(table.rows);
        sums += count * elements;
        read += count * elements * core::widthOf(table.dtype);
    }
    parts.push_back({N_("embedding tables"),
                     std::to_string(model.tableCount()) + " · " + core::numberText(rows),
                     model.embeddingParameters(), model.embeddingBytes(), sums, read, model.pooledWidth()});
    const double top = perceptron(model.interactionOutputs(), model.topMlp);
    const double between = model.denseParameters() - bottom - top;
    parts.push_back({N_("interaction"), std::string(core::nameOf(model.interaction)), between,
                     core::Bytes{kWidth * between}, model.interactionFlopsPerSample(), core::Bytes{0},
                     static_cast<double>(model.interactionOutputs())});
    parts.push_back({N_("top MLP"), layersOf(model.interactionOutputs(), model.topMlp), top,
                     core::Bytes{kWidth * top}, model.topFlopsPerSample(), core::Bytes{0},
                     static_cast<double>(model.topMlp.empty() ? 0 : model.topMlp.back())});
    return parts;
}

core::Table structureTableOf(const core::Recommender& model)
{
    core::Table table{"structure", N_("The model's parts"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Text, "part", N_("Part")),
        core::textColumn("detail", N_("Widths"), N_("of layers; of tables: how many, and their rows")),
        core::realColumn("parameters", N_("Parameters")),
        core::bytesColumn("weights", N_("Weights")),
        core::quantityColumn("flops", N_("FLOPs of a sample"), core::kFlop),
        core::bytesColumn("read", N_("Rows read for a sample")),
        core::realColumn("outputs", N_("Elements sent on"))};
    for (const StructurePart& one : structureOf(model))
        table.rows.push_back({std::string(one.name), one.detail, one.parameters, one.weights.value(),
                              one.flops, one.read.value(), one.outputs});
    return table;
}

} // namespace shardscope::app
