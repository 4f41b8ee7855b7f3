// SPDX-License-Identifier: GPL-3.0-or-later
// scaled_dot_product_attention: which kernel PyTorch picks, and what that one keeps and needs.
#include "core/base/rounded_up.h"
#include "planner/tape/autograd/operations.h"

namespace shardscope::planner::tape {
namespace {

constexpr std::int64_t kCounterBytes = 8; // a random seed or offset

/// A kernel's working set: what it saves beside q, k, v and the output, and its scratch in backward.
struct KernelMemory {
    std::int64_t statistics = 0; ///< bytes of the log-sum-exp
    std::int64_t scratch = 0;    ///< bytes beside dq, dk, dv
    std::int64_t counters = 2;   ///< random state, one small tensor each
};

/// cuDNN 9: fp32 accumulator of dq and row sums. FlashAttention 2 (pytorch_flash/flash_api.cpp): the same,
/// padded to 128 rows and 32 columns. Memory-efficient (mem_eff_attention): statistics padded to 32 rows, one
/// more q.
KernelMemory kernelMemory(const Tape& tape, const Tensor& q, bool half, bool masked)
{
    const std::int64_t heads = q.size(0) * q.size(1);
    const std::int64_t rows = q.size(2);
    const std::int64_t width = q.size(3);
    const bool cudnn = tape.traits().cudnnAttention && (width <= 128 || masked);
    if (!half || (masked && !cudnn)) // FlashAttention 2 takes no mask
        return {4 * heads * core::roundedUp(rows, 32),
                widthOf(q.element) * heads * rows * width + 4 * heads * rows, 2};
    if (cudnn)
        return {4 * heads * rows, 4 * heads * rows * width + 4 * heads * rows, 2};
    const std::int64_t paddedRows = core::roundedUp(rows, 128);
    return {4 * heads * rows, 4 * heads * paddedRows * core::roundedUp(width, 32) + 4 * heads * paddedRows,
            1};
}

Tensor bytesOf(Tape& tape, std::int64_t bytes) { return tape.empty({bytes}, Element::Bool); }

/// The composite of products and softmax that is left when no kernel takes the operands (fp32 with fewer key
/// heads).
Tensor composed(Tape& tape, const Tensor& q, const Tensor& k, const Tensor& v, double probability)
{
    const std::int64_t repeats = q.size(1) / k.size(1);
    const auto repeated = [&](const Tensor& x) { // repeat_interleave(dim = -3): a copy
        const Tensor five = reshaped(tape, x, {x.size(0), x.size(1), 1, x.size(2), x.size(3)});
        const Tensor wide = expanded(tape, five, {x.size(0), x.size(1), repeats, x.size(2), x.size(3)});
        return reshaped(tape, contiguous(tape, wide), {x.size(0), x.size(1) * repeats, x.size(2), x.size(3)});
    };
    const Tensor scaledQ = scaled(tape, q);
    const Tensor scaledK = scaled(tape, repeats > 1 ? repeated(k) : k);
    const Tensor values = repeats > 1 ? repeated(v) : v;
    Tensor scores = batchedProduct(tape, scaledQ, transposed(tape, scaledK, 2, 3));
    const Tensor bias = tape.empty({q.size(2), k.size(2)}, q.element);
    scores = add(tape, scores, bias);
    scores = softmax(tape, scores);
    scores = dropout(tape, scores, probability);
    return batchedProduct(tape, scores, values);
}

} // namespace

Tensor scaledDotProductAttention(Tape& tape, const Tensor& query, const Tensor& key, const Tensor& value,
                                 double dropoutProbability, bool enableGqa, const Tensor& mask)
{
    const Tensor q = forProduct(tape, query);
    const Tensor k = forProduct(tape, key);
    const Tensor v = forProduct(tape, value);
    const bool half = q.element != Element::Float32;
    if (!half && enableGqa)
        return composed(tape, q, k, v, dropoutProbability);

    // A mask of truths becomes one of numbers to add, in the operands' format.
    const Tensor added = mask.defined() ? tape.empty(mask.layout, q.element) : Tensor{};
    const KernelMemory memory = kernelMemory(tape, q, half, mask.defined());
    Node* node =
        tape.record("attention", {&q, &k, &v}, [memory](Tape& at, const Node& made, Gradients& incoming) {
            Gradients result;
            for (const Edge& edge : made.edges)
                result.push_back(at.empty(edge.layout.dense(), incoming[0].element));
            const Tensor scratch = bytesOf(at, memory.scratch);
            return result;
        });
    tape.save(node, q);
    tape.save(node, k);
    tape.save(node, v);
    Tensor output = tape.empty(q.layout.narrowed(-1, v.size(-1)).dense(), q.element);
    const Tensor statistics = bytesOf(tape, memory.statistics);
    std::vector<Tensor> counters;
    for (std::int64_t counter = 0; counter < memory.counters; ++counter)
        counters.push_back(bytesOf(tape, kCounterBytes));
    output.node = node;
    tape.save(node, output);
    if (added.defined())
        tape.save(node, added);
    tape.save(node, statistics);
    for (const Tensor& counter : counters)
        tape.save(node, counter);
    return output;
}

} // namespace shardscope::planner::tape
