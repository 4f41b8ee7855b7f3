// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recommender.h"

namespace shardscope::core {

namespace {

double of(std::int64_t number) { return static_cast<double>(number); }

/// Weights of a perceptron, biases included.
double perceptronParameters(std::int64_t inputs, const std::vector<std::int64_t>& widths)
{
    double total = 0;
    for (const std::int64_t width : widths) {
        total += of(inputs) * of(width) + of(width);
        inputs = width;
    }
    return total;
}

double perceptronFlops(std::int64_t inputs, const std::vector<std::int64_t>& widths)
{
    double total = 0;
    for (const std::int64_t width : widths) {
        total += 2 * of(inputs) * of(width);
        inputs = width;
    }
    return total;
}

double slotsPerRow(const EmbeddingTable& table)
{
    switch (table.optimizer) {
    case OptimizerKind::Sgd: return 0;
    case OptimizerKind::RowwiseAdagrad: return 1;
    case OptimizerKind::Momentum:
    case OptimizerKind::Adagrad: return of(table.dim);
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
    case OptimizerKind::Lamb: return 2 * of(table.dim);
    }
    return 0;
}

template <class Value>
auto sumOver(const std::vector<EmbeddingTable>& tables, Value value)
{
    decltype(value(tables.front())) total{};
    for (const EmbeddingTable& table : tables)
        total = total + value(table);
    return total;
}

} // namespace

double EmbeddingTable::parameters() const { return of(count) * of(rows) * of(dim); }
Bytes EmbeddingTable::weightBytes() const { return parameters() * widthOf(dtype); }
Bytes EmbeddingTable::optimizerBytes() const
{
    return of(count) * of(rows) * slotsPerRow(*this) * widthOf(Dtype::Fp32);
}

std::int64_t Recommender::tableCount() const
{
    std::int64_t total = 0;
    for (const EmbeddingTable& table : tables)
        total += table.count;
    return total;
}
double Recommender::embeddingParameters() const
{
    return sumOver(tables, [](const EmbeddingTable& table) { return table.parameters(); });
}
Bytes Recommender::embeddingBytes() const
{
    return sumOver(tables, [](const EmbeddingTable& table) { return table.weightBytes(); });
}
Bytes Recommender::embeddingOptimizerBytes() const
{
    return sumOver(tables, [](const EmbeddingTable& table) { return table.optimizerBytes(); });
}
double Recommender::lookupsPerSample() const
{
    return sumOver(tables, [](const EmbeddingTable& table) { return of(table.count) * table.pooling; });
}
double Recommender::pooledWidth() const
{
    return sumOver(tables, [](const EmbeddingTable& table) { return of(table.count) * of(table.dim); });
}

std::int64_t Recommender::interactionInputs() const
{
    const std::int64_t dense = bottomMlp.empty() ? denseFeatures : bottomMlp.back();
    return dense + static_cast<std::int64_t>(pooledWidth());
}

std::int64_t Recommender::interactionOutputs() const
{
    if (interaction != Interaction::Dot)
        return interactionInputs();
    // n sparse vectors and the dense one: every pair once, beside the dense vector (arXiv:1906.00091,
    // section 2.1).
    const std::int64_t sparse = tableCount();
    const std::int64_t dense = bottomMlp.empty() ? denseFeatures : bottomMlp.back();
    return sparse * (sparse + 1) / 2 + dense;
}

double Recommender::denseParameters() const
{
    double cross = 0;
    if (interaction == Interaction::Dcn)
        cross = of(crossLayers) * (2 * of(interactionInputs()) * of(crossRank) + of(interactionInputs()));
    return perceptronParameters(denseFeatures, bottomMlp) +
           perceptronParameters(interactionOutputs(), topMlp) + cross;
}

double Recommender::bottomFlopsPerSample() const { return perceptronFlops(denseFeatures, bottomMlp); }
double Recommender::topFlopsPerSample() const { return perceptronFlops(interactionOutputs(), topMlp); }

double Recommender::interactionFlopsPerSample() const
{
    switch (interaction) {
    case Interaction::Cat: return 0;
    case Interaction::Dcn:
        return of(crossLayers) * (4 * of(interactionInputs()) * of(crossRank) + 3 * of(interactionInputs()));
    case Interaction::Dot: break;
    }
    // The framework multiplies the whole (n+1) x (n+1) matrix of products and keeps one triangle.
    const double vectors = of(tableCount()) + 1;
    const double width = tables.empty() ? 0 : pooledWidth() / of(tableCount());
    return 2 * vectors * vectors * width;
}

SHARDSCOPE_COPIES_OF(Recommender);

} // namespace shardscope::core
