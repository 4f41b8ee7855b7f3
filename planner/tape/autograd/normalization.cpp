// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, softmax and layer normalisation.
#include "planner/tape/autograd/operations.h"

namespace shardscope::planner::tape {
namespace {

Gradients softmaxRule(Tape& tape, const Node&, Gradients& incoming)
{
    Tensor result = tape.empty(incoming[0].layout.dense(), incoming[0].element);
    const Tensor product = tape.empty(incoming[0].layout.dense(), incoming[0].element);
    return {result};
}

Gradients layerNormRule(Tape& tape, const Node& node, Gradients& incoming)
{
    Gradients result;
    result.push_back(node.needs(0) ? tape.empty(incoming[0].layout.dense(), incoming[0].element) : Tensor{});
    for (const std::size_t parameter : {std::size_t{1}, std::size_t{2}})
        result.push_back(node.needs(parameter)
                             ? tape.empty(node.edges[parameter].layout, node.edges[parameter].element)
                             : Tensor{});
    return result;
}

} // namespace

Tensor meanKept(Tape& tape, const Tensor& x)
{
    // Backward: the gradient, repeated and divided, at the operand's size.
    Node* node = tape.record("mean", {&x}, [](Tape& at, const Node& made, Gradients& incoming) {
        return Gradients{at.empty(made.edges[0].layout.dense(), incoming[0].element)};
    });
    return tape.made(node, withLast(x.layout, 1), x.element);
}

Tensor summed(Tape& tape, const Tensor& x, int dim)
{
    // Backward: the gradient repeated without memory.
    Node* node = tape.record("sum", {&x}, [dim](Tape&, const Node& made, Gradients& incoming) {
        Tensor repeated = incoming[0];
        std::vector<std::int64_t> sizes(made.edges[0].layout.sizes().begin(),
                                        made.edges[0].layout.sizes().end());
        std::vector<std::int64_t> kept = sizes;
        kept[static_cast<std::size_t>(dim)] = 1;
        repeated.layout = repeated.layout.viewedAs(kept)->expanded(sizes);
        return Gradients{repeated};
    });
    std::vector<std::int64_t> sizes(x.layout.sizes().begin(), x.layout.sizes().end());
    sizes.erase(sizes.begin() + dim);
    return tape.made(node, Layout(std::span<const std::int64_t>(sizes)), x.element);
}

Tensor softmax(Tape& tape, const Tensor& x)
{
    const Tensor input = forPrecision(tape, x);
    Node* node = tape.record("softmax", {&input}, softmaxRule);
    const Tensor result = tape.made(node, input.layout.rowMajor(), input.element);
    tape.save(node, result);
    return result;
}

Tensor logSoftmax(Tape& tape, const Tensor& x)
{
    Node* node = tape.record("log softmax", {&x}, likeIncoming);
    const Tensor result = tape.made(node, x.layout.rowMajor(), x.element);
    tape.save(node, result);
    return result;
}

Tensor layerNorm(Tape& tape, const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const Tensor input = contiguous(tape, forPrecision(tape, x));
    Node* node = tape.record("layer norm", {&input, &weight, &bias}, layerNormRule);
    tape.save(node, input);
    tape.save(node, weight);
    Tensor result = tape.empty(input.layout, input.element);
    const Tensor mean = tape.empty(withLast(input.layout, 1), Element::Float32);
    const Tensor deviation = tape.empty(withLast(input.layout, 1), Element::Float32);
    result.node = node;
    tape.save(node, mean);
    tape.save(node, deviation);
    return result;
}

} // namespace shardscope::planner::tape
