// SPDX-License-Identifier: GPL-3.0-or-later
// Embeddings, gathers and the loss.
#include "planner/tape/autograd/operations.h"

#include <algorithm>

namespace shardscope::planner::tape {
namespace {

Tensor indices(Tape& tape, std::int64_t count) { return tape.empty({count}, Element::Int64); }

/// The dense gradient of a table (aten/src/ATen/native/cuda/Embedding.cu, EmbeddingBackwardKernel.cu): beyond
/// 3072 tokens they are sorted and summed in pieces of ten rows, in fp32.
Tensor tableGradient(Tape& tape, const Edge& table, std::int64_t tokens, Element element)
{
    constexpr std::int64_t kUnsortedTokens = 3072;
    constexpr std::int64_t kRowsPerPiece = 10;
    constexpr std::int64_t kWarp = 32;
    if (tokens <= kUnsortedTokens)
        return tape.empty(table.layout, element);
    const Tensor sorted = indices(tape, tokens);
    const Tensor original = indices(tape, tokens);
    {
        const Tensor range = indices(tape, tokens); // positions, sorted along with the ids
    }
    Tensor gradient = tape.empty(table.layout, element);
    const std::int64_t segments = std::min(tokens, table.layout.size(0));
    const std::int64_t pieces = tokens / kRowsPerPiece + segments;
    const std::int64_t width = (table.layout.size(1) + kWarp - 1) / kWarp * kWarp;
    const Tensor segmentOffsets = indices(tape, tokens);
    const Tensor piecesPerSegment = indices(tape, segments);
    const Tensor pieceCounts = indices(tape, segments);
    const Tensor pieceOffsets = indices(tape, pieces);
    const Tensor pieceSums = tape.empty({pieces, width}, Element::Float32);
    return gradient;
}

} // namespace

Tensor embedding(Tape& tape, const Tensor& ids, const Tensor& weight)
{
    const std::int64_t tokens = ids.elements();
    Node* node =
        tape.record("embedding", {&weight}, [tokens](Tape& at, const Node& made, Gradients& incoming) {
            return Gradients{tableGradient(at, made.edges[0], tokens, incoming[0].element)};
        });
    tape.save(node, ids);
    std::vector<std::int64_t> sizes(ids.layout.sizes().begin(), ids.layout.sizes().end());
    sizes.push_back(weight.size(1));
    return tape.made(node, Layout(std::span<const std::int64_t>(sizes)), weight.element);
}

Tensor gathered(Tape& tape, const Tensor& x, const Tensor& index)
{
    const std::int64_t rows = index.elements();
    Node* node = tape.record("gather", {&x}, [rows](Tape& at, const Node& made, Gradients& incoming) {
        // index_put_ with accumulation into zeros: positions are sorted first (Indexing.cu).
        Tensor result = at.empty(made.edges[0].layout.rowMajor(), incoming[0].element);
        const Tensor linear = indices(at, rows);
        const Tensor sorted = indices(at, rows);
        const Tensor original = indices(at, rows);
        return Gradients{result};
    });
    tape.save(node, index);
    std::vector<std::int64_t> sizes(x.layout.sizes().begin(), x.layout.sizes().end());
    sizes.front() = rows;
    return tape.made(node, Layout(std::span<const std::int64_t>(sizes)), x.element);
}

TopK topK(Tape& tape, const Tensor& x, std::int64_t k)
{
    Node* node = tape.record("top k", {&x}, rowMajorGradients);
    TopK result{tape.empty(withLast(x.layout, k), x.element),
                tape.empty(withLast(x.layout, k), Element::Int64)};
    result.values.node = node;
    tape.save(node, result.indices);
    return result;
}

Tensor crossEntropy(Tape& tape, const Tensor& logits, const Tensor& labels)
{
    const Tensor kept = logSoftmax(tape, logits);
    const Tensor logProbabilities = forPrecision(tape, kept);
    Node* node = tape.record("nll loss", {&logProbabilities}, [](Tape& at, const Node& made, Gradients&) {
        return Gradients{at.empty(made.edges[0].layout, made.edges[0].element)};
    });
    tape.save(node, logProbabilities);
    tape.save(node, labels);
    Tensor loss = tape.empty(Layout{}, logProbabilities.element);
    const Tensor totalWeight = tape.empty(Layout{}, logProbabilities.element);
    loss.node = node;
    tape.save(node, totalWeight);
    return loss;
}

} // namespace shardscope::planner::tape
