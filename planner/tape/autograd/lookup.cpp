// SPDX-License-Identifier: GPL-3.0-or-later
// Embeddings, gathers and the loss.
#include "planner/tape/autograd/operations.h"

#include <algorithm>

namespace shardscope::planner::tape {
namespace {

Tensor indices(Walk& walk, std::int64_t count) { return walk.empty({count}, Element::Int64); }

/// The dense gradient of a table (aten/src/ATen/native/cuda/Embedding.cu, EmbeddingBackwardKernel.cu): beyond
/// 3072 tokens they are sorted and summed in pieces of ten rows, in fp32.
Tensor tableGradient(Walk& walk, const Edge& table, std::int64_t tokens, Element element)
{
    constexpr std::int64_t kUnsortedTokens = 3072;
    constexpr std::int64_t kRowsPerPiece = 10;
    constexpr std::int64_t kWarp = 32;
    if (tokens <= kUnsortedTokens)
        return walk.empty(table.layout, element);
    const Tensor sorted = indices(walk, tokens);
    const Tensor original = indices(walk, tokens);
    {
        const Tensor range = indices(walk, tokens); // positions, sorted along with the ids
    }
    Tensor gradient = walk.empty(table.layout, element);
    const std::int64_t segments = std::min(tokens, table.layout.size(0));
    const std::int64_t pieces = tokens / kRowsPerPiece + segments;
    const std::int64_t width = (table.layout.size(1) + kWarp - 1) / kWarp * kWarp;
    const Tensor segmentOffsets = indices(walk, tokens);
    const Tensor piecesPerSegment = indices(walk, segments);
    const Tensor pieceCounts = indices(walk, segments);
    const Tensor pieceOffsets = indices(walk, pieces);
    const Tensor pieceSums = walk.empty({pieces, width}, Element::Float32);
    return gradient;
}

} // namespace

Tensor embedding(Walk& walk, const Tensor& ids, const Tensor& weight)
{
    const std::int64_t tokens = ids.elements();
    Node* node =
        walk.record("embedding", {&weight}, [tokens](Walk& at, const Node& made, Gradients& incoming) {
            return Gradients{tableGradient(at, made.edges[0], tokens, incoming[0].element)};
        });
    walk.save(node, ids);
    std::vector<std::int64_t> sizes(ids.layout.sizes().begin(), ids.layout.sizes().end());
    sizes.push_back(weight.size(1));
    return walk.made(node, Layout(std::span<const std::int64_t>(sizes)), weight.element);
}

Tensor gathered(Walk& walk, const Tensor& x, const Tensor& index)
{
    const std::int64_t rows = index.elements();
    Node* node = walk.record("gather", {&x}, [rows](Walk& at, const Node& made, Gradients& incoming) {
        // index_put_ with accumulation into zeros: positions are sorted first (Indexing.cu).
        Tensor result = at.empty(made.edges[0].layout.rowMajor(), incoming[0].element);
        const Tensor linear = indices(at, rows);
        const Tensor sorted = indices(at, rows);
        const Tensor original = indices(at, rows);
        return Gradients{result};
    });
    walk.save(node, index);
    std::vector<std::int64_t> sizes(x.layout.sizes().begin(), x.layout.sizes().end());
    sizes.front() = rows;
    return walk.made(node, Layout(std::span<const std::int64_t>(sizes)), x.element);
}

TopK topK(Walk& walk, const Tensor& x, std::int64_t k)
{
    Node* node = walk.record("top k", {&x}, rowMajorGradients);
    TopK result{walk.empty(withLast(x.layout, k), x.element),
                walk.empty(withLast(x.layout, k), Element::Int64)};
    result.values.node = node;
    walk.save(node, result.indices);
    return result;
}

Tensor crossEntropy(Walk& walk, const Tensor& logits, const Tensor& labels)
{
    const Tensor kept = logSoftmax(walk, logits);
    const Tensor logProbabilities = forPrecision(walk, kept);
    Node* node = walk.record("nll loss", {&logProbabilities}, [](Walk& at, const Node& made, Gradients&) {
        return Gradients{at.empty(made.edges[0].layout, made.edges[0].element)};
    });
    walk.save(node, logProbabilities);
    walk.save(node, labels);
    Tensor loss = walk.empty(Layout{}, logProbabilities.element);
    const Tensor totalWeight = walk.empty(Layout{}, logProbabilities.element);
    loss.node = node;
    walk.save(node, totalWeight);
    return loss;
}

} // namespace shardscope::planner::tape
