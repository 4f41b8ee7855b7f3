// SPDX-License-Identifier: GPL-3.0-or-later
// Views and the copies that reshaping sometimes needs.
#include "planner/tape/autograd/operations.h"

#include "core/base/check.h"

namespace shardscope::planner::tape {
namespace {

Tensor over(const Tensor& x, const Layout& layout, Node* node)
{
    Tensor result = x;
    result.layout = layout;
    result.node = node;
    result.slot = 0;
    return result;
}

/// A gradient in the operand's sizes: a view of it where strides allow, else a copy.
Tensor inSizesOf(Tape& tape, const Edge& edge, const Tensor& gradient)
{
    if (const auto view = gradient.layout.viewedAs(edge.layout.sizes()))
        return over(gradient, *view, nullptr);
    return tape.empty(edge.layout.rowMajor(), gradient.element);
}

Gradients reshapeRule(Tape& tape, const Node& node, Gradients& incoming)
{
    return {inSizesOf(tape, node.edges[0], incoming[0])};
}

} // namespace

Tensor reshaped(Tape& tape, const Tensor& x, std::initializer_list<std::int64_t> sizes)
{
    return reshaped(tape, x, std::span<const std::int64_t>(sizes.begin(), sizes.size()));
}

Tensor reshaped(Tape& tape, const Tensor& x, std::span<const std::int64_t> sizes)
{
    if (const auto view = x.layout.viewedAs(sizes))
        return over(x, *view, tape.record("view", {&x}, reshapeRule));
    const Tensor copy = contiguous(tape, x);
    return over(copy, Layout(sizes), tape.record("view", {&copy}, reshapeRule));
}

Tensor contiguous(Tape& tape, const Tensor& x)
{
    if (x.layout.contiguous())
        return x;
    Node* node = tape.record("copy", {&x}, passOn);
    return tape.made(node, x.layout.rowMajor(), x.element);
}

Tensor transposed(Tape& tape, const Tensor& x, int a, int b)
{
    Node* node = tape.record("transpose", {&x}, [a, b](Tape&, const Node&, Gradients& incoming) {
        return Gradients{over(incoming[0], incoming[0].layout.transposed(a, b), nullptr)};
    });
    return over(x, x.layout.transposed(a, b), node);
}

Tensor expanded(Tape& tape, const Tensor& x, std::initializer_list<std::int64_t> sizes)
{
    // The engine sums what is larger than the operand; an expand's own backward is that sum.
    return over(x, x.layout.expanded({sizes.begin(), sizes.size()}), tape.record("expand", {&x}, passOn));
}

Tensor sliced(Tape& tape, const Tensor& x, int dim, std::int64_t size)
{
    if (x.size(dim) == size)
        return x;
    // A slice's gradient is its operand's, zero outside.
    return over(x, x.layout.narrowed(dim, size), tape.record("slice", {&x}, rowMajorGradients));
}

std::vector<Tensor> split(Tape& tape, const Tensor& x, int dim, int parts)
{
    SHARDSCOPE_CHECK(x.size(dim) % parts == 0);
    return split(tape, x, dim,
                 std::vector<std::int64_t>(static_cast<std::size_t>(parts), x.size(dim) / parts));
}

std::vector<Tensor> split(Tape& tape, const Tensor& x, int dim, const std::vector<std::int64_t>& sizes)
{
    Node* node = tape.record("split", {&x}, rowMajorGradients);
    if (node != nullptr)
        node->outputs = sizes.size();
    std::vector<Tensor> result;
    for (const std::int64_t size : sizes) {
        Tensor piece = over(x, x.layout.narrowed(dim, size), node);
        piece.slot = static_cast<int>(result.size());
        result.push_back(std::move(piece));
    }
    return result;
}

Tensor concatenated(Tape& tape, const std::vector<Tensor>& parts, int dim)
{
    Node* node = tape.record("cat", parts, [dim](Tape&, const Node& made, Gradients& incoming) {
        Gradients result;
        for (const Edge& edge : made.edges)
            result.push_back(
                over(incoming[0], incoming[0].layout.narrowed(dim, edge.layout.size(dim)), nullptr));
        return result;
    });
    Layout layout = parts.front().layout;
    std::int64_t size = 0;
    Element element = parts.front().element;
    for (const Tensor& part : parts) {
        size += part.size(dim);
        element = promoted(element, part.element);
    }
    return tape.made(node, layout.narrowed(dim, size).rowMajor(), element);
}

} // namespace shardscope::planner::tape
