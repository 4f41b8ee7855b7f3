// SPDX-License-Identifier: GPL-3.0-or-later
// Elementwise operations. A product keeps an operand only for the other's gradient; activations keep input or
// output.
#include "planner/tape/autograd/operations.h"

#include <utility>

namespace shardscope::planner::tape {
namespace {

/// The result of an elementwise operation: the memory order of the first operand that has the full size.
Tensor resultOf(Walk& walk, const Tensor& a, const Tensor& b, Node* node)
{
    const Layout full = broadcast(a.layout, b.layout);
    Layout layout = full;
    if (a.layout.sameSizes(full))
        layout = a.layout.dense();
    else if (b.layout.sameSizes(full))
        layout = b.layout.dense();
    return walk.made(node, layout, promoted(a.element, b.element));
}

Tensor resultLike(Walk& walk, const Tensor& x, Node* node)
{
    return walk.made(node, x.layout.dense(), x.element);
}

/// An activation whose gradient is computed from its input.
Tensor keepingInput(Walk& walk, const char* name, const Tensor& x, Rule rule)
{
    Node* node = walk.record(name, {&x}, std::move(rule));
    walk.save(node, x);
    return resultLike(walk, x, node);
}

/// An activation whose gradient is computed from its output.
Tensor keepingOutput(Walk& walk, const char* name, const Tensor& x, Rule rule)
{
    Node* node = walk.record(name, {&x}, std::move(rule));
    Tensor result = resultLike(walk, x, node);
    walk.save(node, result);
    return result;
}

Gradients multiplyRule(Walk& walk, const Node& node, Gradients& incoming)
{
    // The second operand's gradient is made first: the generated code goes by the operands' names, other
    // before self.
    Gradients result(2);
    for (const std::size_t operand : {std::size_t{1}, std::size_t{0}})
        if (node.needs(operand))
            result[operand] = walk.empty(incoming[0].layout.dense(), incoming[0].element);
    return result;
}

Gradients powerRule(Walk& walk, const Node&, Gradients& incoming)
{
    // grad * (n * x^(n-1)): both factors stand until the product is made.
    const Tensor lower = walk.empty(incoming[0].layout.dense(), incoming[0].element);
    const Tensor slope = walk.empty(incoming[0].layout.dense(), incoming[0].element);
    return {walk.empty(incoming[0].layout.dense(), incoming[0].element)};
}

Gradients castRule(Walk& walk, const Node& node, Gradients& incoming)
{
    return {walk.empty(incoming[0].layout.dense(), node.edges[0].element)};
}

} // namespace

Tensor add(Walk& walk, const Tensor& a, const Tensor& b)
{
    return resultOf(walk, a, b, walk.record("add", {&a, &b}, passToBoth));
}

Tensor multiply(Walk& walk, const Tensor& a, const Tensor& b)
{
    Node* node = walk.record("multiply", {&a, &b}, multiplyRule);
    if (node != nullptr && node->needs(0))
        walk.save(node, b);
    if (node != nullptr && node->needs(1))
        walk.save(node, a);
    return resultOf(walk, a, b, node);
}

Tensor scaled(Walk& walk, const Tensor& x)
{
    return resultLike(walk, x, walk.record("scale", {&x}, likeIncoming));
}

Tensor plusNumber(Walk& walk, const Tensor& x)
{
    return resultLike(walk, x, walk.record("add", {&x}, passOn));
}

Tensor power(Walk& walk, const Tensor& x)
{
    return keepingInput(walk, "power", forPrecision(walk, x), powerRule);
}

Tensor cast(Walk& walk, const Tensor& x, Element element)
{
    if (x.element == element)
        return x;
    Node* node = walk.record("cast", {&x}, castRule);
    return walk.made(node, x.layout.dense(), element);
}

Tensor gelu(Walk& walk, const Tensor& x) { return keepingInput(walk, "gelu", x, likeIncoming); }

Tensor silu(Walk& walk, const Tensor& x) { return keepingInput(walk, "silu", x, likeIncoming); }

Tensor relu(Walk& walk, const Tensor& x) { return keepingOutput(walk, "relu", x, likeIncoming); }

Tensor tanhOf(Walk& walk, const Tensor& x) { return keepingOutput(walk, "tanh", x, likeIncoming); }

Tensor reciprocalRoot(Walk& walk, const Tensor& x)
{
    return keepingOutput(walk, "rsqrt", forPrecision(walk, x),
                         [](Walk& at, const Node&, Gradients& incoming) {
                             // -grad / 2 * result^3: two factors of the same size beside the result.
                             const Tensor half = at.empty(incoming[0].layout.dense(), incoming[0].element);
                             const Tensor cube = at.empty(incoming[0].layout.dense(), incoming[0].element);
                             return Gradients{at.empty(incoming[0].layout.dense(), incoming[0].element)};
                         });
}

Tensor masked(Walk& walk, const Tensor& x, const Tensor& mask)
{
    Node* node = walk.record("masked fill", {&x}, likeIncoming);
    walk.save(node, mask);
    return resultLike(walk, x, node);
}

Tensor dropout(Walk& walk, const Tensor& x, double probability)
{
    if (probability <= 0)
        return x;
    Node* node = walk.record("dropout", {&x}, likeIncoming);
    const Tensor mask = walk.empty(x.layout.dense(), Element::Bool);
    Tensor result = resultLike(walk, x, node);
    walk.save(node, mask);
    return result;
}

} // namespace shardscope::planner::tape
