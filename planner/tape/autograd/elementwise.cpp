// SPDX-License-Identifier: GPL-3.0-or-later
// Elementwise operations. A product keeps an operand only for the other's gradient; activations keep input or
// output.
#include "planner/tape/autograd/operations.h"

#include <utility>

namespace shardscope::planner::tape {
namespace {

/// The result of an elementwise operation: the memory order of the first operand that has the full size.
Tensor resultOf(Tape& tape, const Tensor& a, const Tensor& b, Node* node)
{
    const Layout full = broadcast(a.layout, b.layout);
    Layout layout = full;
    if (a.layout.sameSizes(full))
        layout = a.layout.dense();
    else if (b.layout.sameSizes(full))
        layout = b.layout.dense();
    return tape.made(node, layout, promoted(a.element, b.element));
}

Tensor resultLike(Tape& tape, const Tensor& x, Node* node)
{
    return tape.made(node, x.layout.dense(), x.element);
}

/// An activation whose gradient is computed from its input.
Tensor keepingInput(Tape& tape, const char* name, const Tensor& x, Rule rule)
{
    Node* node = tape.record(name, {&x}, std::move(rule));
    tape.save(node, x);
    return resultLike(tape, x, node);
}

/// An activation whose gradient is computed from its output.
Tensor keepingOutput(Tape& tape, const char* name, const Tensor& x, Rule rule)
{
    Node* node = tape.record(name, {&x}, std::move(rule));
    Tensor result = resultLike(tape, x, node);
    tape.save(node, result);
    return result;
}

Gradients multiplyRule(Tape& tape, const Node& node, Gradients& incoming)
{
    // The second operand's gradient is made first: the generated code goes by the operands' names, other
    // before self.
    Gradients result(2);
    for (const std::size_t operand : {std::size_t{1}, std::size_t{0}})
        if (node.needs(operand))
            result[operand] = tape.empty(incoming[0].layout.dense(), incoming[0].element);
    return result;
}

Gradients powerRule(Tape& tape, const Node&, Gradients& incoming)
{
    // grad * (n * x^(n-1)): both factors stand until the product is made.
    const Tensor lower = tape.empty(incoming[0].layout.dense(), incoming[0].element);
    const Tensor slope = tape.empty(incoming[0].layout.dense(), incoming[0].element);
    return {tape.empty(incoming[0].layout.dense(), incoming[0].element)};
}

Gradients castRule(Tape& tape, const Node& node, Gradients& incoming)
{
    return {tape.empty(incoming[0].layout.dense(), node.edges[0].element)};
}

} // namespace

Tensor add(Tape& tape, const Tensor& a, const Tensor& b)
{
    return resultOf(tape, a, b, tape.record("add", {&a, &b}, passToBoth));
}

Tensor multiply(Tape& tape, const Tensor& a, const Tensor& b)
{
    Node* node = tape.record("multiply", {&a, &b}, multiplyRule);
    if (node != nullptr && node->needs(0))
        tape.save(node, b);
    if (node != nullptr && node->needs(1))
        tape.save(node, a);
    return resultOf(tape, a, b, node);
}

Tensor scaled(Tape& tape, const Tensor& x)
{
    return resultLike(tape, x, tape.record("scale", {&x}, likeIncoming));
}

Tensor plusNumber(Tape& tape, const Tensor& x)
{
    return resultLike(tape, x, tape.record("add", {&x}, passOn));
}

Tensor power(Tape& tape, const Tensor& x)
{
    return keepingInput(tape, "power", forPrecision(tape, x), powerRule);
}

Tensor cast(Tape& tape, const Tensor& x, Element element)
{
    if (x.element == element)
        return x;
    Node* node = tape.record("cast", {&x}, castRule);
    return tape.made(node, x.layout.dense(), element);
}

Tensor gelu(Tape& tape, const Tensor& x) { return keepingInput(tape, "gelu", x, likeIncoming); }

Tensor silu(Tape& tape, const Tensor& x) { return keepingInput(tape, "silu", x, likeIncoming); }

Tensor relu(Tape& tape, const Tensor& x) { return keepingOutput(tape, "relu", x, likeIncoming); }

Tensor tanhOf(Tape& tape, const Tensor& x) { return keepingOutput(tape, "tanh", x, likeIncoming); }

Tensor reciprocalRoot(Tape& tape, const Tensor& x)
{
    return keepingOutput(tape, "rsqrt", forPrecision(tape, x),
                         [](Tape& at, const Node&, Gradients& incoming) {
                             // -grad / 2 * result^3: two factors of the same size beside the result.
                             const Tensor half = at.empty(incoming[0].layout.dense(), incoming[0].element);
                             const Tensor cube = at.empty(incoming[0].layout.dense(), incoming[0].element);
                             return Gradients{at.empty(incoming[0].layout.dense(), incoming[0].element)};
                         });
}

Tensor masked(Tape& tape, const Tensor& x, const Tensor& mask)
{
    Node* node = tape.record("masked fill", {&x}, likeIncoming);
    tape.save(node, mask);
    return resultLike(tape, x, node);
}

Tensor dropout(Tape& tape, const Tensor& x, double probability)
{
    if (probability <= 0)
        return x;
    Node* node = tape.record("dropout", {&x}, likeIncoming);
    const Tensor mask = tape.empty(x.layout.dense(), Element::Bool);
    Tensor result = resultLike(tape, x, node);
    tape.save(node, mask);
    return result;
}

} // namespace shardscope::planner::tape
