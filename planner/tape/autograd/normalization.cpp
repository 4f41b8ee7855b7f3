// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, softmax and layer normalisation.
#include "planner/tape/autograd/operations.h"

namespace shardscope::planner::tape {
namespace {

Gradients softmaxRule(Walk& walk, const Node&, Gradients& incoming)
{
    Tensor result = walk.empty(incoming[0].layout.dense(), incoming[0].element);
    const Tensor product = walk.empty(incoming[0].layout.dense(), incoming[0].element);
    return {result};
}

Gradients layerNormRule(Walk& walk, const Node& node, Gradients& incoming)
{
    Gradients result;
    result.push_back(node.needs(0) ? walk.empty(incoming[0].layout.dense(), incoming[0].element) : Tensor{});
    for (const std::size_t parameter : {std::size_t{1}, std::size_t{2}})
        result.push_back(node.needs(parameter)
                             ? walk.empty(node.edges[parameter].layout, node.edges[parameter].element)
                             : Tensor{});
    return result;
}

} // namespace

Tensor meanKept(Walk& walk, const Tensor& x)
{
    // Backward: the gradient, repeated and divided, at the operand's size.
    Node* node = walk.record("mean", {&x}, [](Walk& at, const Node& made, Gradients& incoming) {
        return Gradients{at.empty(made.edges[0].layout.dense(), incoming[0].element)};
    });
    return walk.made(node, withLast(x.layout, 1), x.element);
}

Tensor summed(Walk& walk, const Tensor& x, int dim)
{
    // Backward: the gradient repeated without memory.
    Node* node = walk.record("sum", {&x}, [dim](Walk&, const Node& made, Gradients& incoming) {
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
    return walk.made(node, Layout(std::span<const std::int64_t>(sizes)), x.element);
}

Tensor softmax(Walk& walk, const Tensor& x)
{
    const Tensor input = forPrecision(walk, x);
    Node* node = walk.record("softmax", {&input}, softmaxRule);
    const Tensor result = walk.made(node, input.layout.rowMajor(), input.element);
    walk.save(node, result);
    return result;
}

Tensor logSoftmax(Walk& walk, const Tensor& x)
{
    Node* node = walk.record("log softmax", {&x}, likeIncoming);
    const Tensor result = walk.made(node, x.layout.rowMajor(), x.element);
    walk.save(node, result);
    return result;
}

Tensor layerNorm(Walk& walk, const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const Tensor input = contiguous(walk, forPrecision(walk, x));
    Node* node = walk.record("layer norm", {&input, &weight, &bias}, layerNormRule);
    walk.save(node, input);
    walk.save(node, weight);
    Tensor result = walk.empty(input.layout, input.element);
    const Tensor mean = walk.empty(withLast(input.layout, 1), Element::Float32);
    const Tensor deviation = walk.empty(withLast(input.layout, 1), Element::Float32);
    result.node = node;
    walk.save(node, mean);
    walk.save(node, deviation);
    return result;
}

} // namespace shardscope::planner::tape
