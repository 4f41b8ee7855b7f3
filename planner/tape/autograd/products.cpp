// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products. Each keeps an operand only where the other needs a gradient; casts of autocast happen
// here.
#include "planner/tape/autograd/operations.h"

#include "core/base/check.h"

namespace shardscope::planner::tape {
namespace {

/// Gradient of an operand: made in the operand's own memory order.
Tensor gradientLike(Walk& walk, const Edge& edge, Element element)
{
    return walk.empty(edge.layout.dense(), element);
}

void saveOperands(Walk& walk, Node* node, const Tensor& left, std::size_t leftEdge, const Tensor& right)
{
    if (node == nullptr)
        return;
    if (node->needs(leftEdge))
        walk.save(node, right);
    if (node->needs(leftEdge + 1))
        walk.save(node, left);
}

/// Of the two factors; the second's is made first (names in order: mat2, self).
Gradients factorGradients(Walk& at, const Node& made, const Gradients& incoming)
{
    Gradients result(2);
    for (const std::size_t operand : {std::size_t{1}, std::size_t{0}})
        if (made.needs(operand))
            result[operand] = gradientLike(at, made.edges[operand], incoming[0].element);
    return result;
}

/// mm
Tensor product(Walk& walk, const Tensor& x, const Tensor& weight)
{
    Node* node = walk.record("linear", {&x, &weight}, [](Walk& at, const Node& made, Gradients& incoming) {
        at.needBlasWorkspace();
        return factorGradients(at, made, incoming);
    });
    saveOperands(walk, node, x, 0, weight);
    walk.needBlasWorkspace();
    return walk.made(node, {x.size(0), weight.size(1)}, x.element);
}

/// bmm on three dimensions.
Tensor batched(Walk& walk, const Tensor& a, const Tensor& b)
{
    Node* node =
        walk.record("batched product", {&a, &b}, [](Walk& at, const Node& made, Gradients& incoming) {
            at.needBlasWorkspace();
            Gradients result(2);
            for (const std::size_t operand : {std::size_t{1}, std::size_t{0}})
                if (made.needs(operand))
                    result[operand] = at.empty(made.edges[operand].layout.rowMajor(), incoming[0].element);
            return result;
        });
    saveOperands(walk, node, a, 0, b);
    walk.needBlasWorkspace();
    return walk.made(node, {a.size(0), a.size(1), b.size(2)}, a.element);
}

} // namespace

Tensor forProduct(Walk& walk, const Tensor& x)
{
    if (!walk.autocast() || !x.defined() || x.element != Element::Float32)
        return x;
    const bool parameter = x.node != nullptr && x.node->parameter != nullptr;
    if (!parameter)
        return cast(walk, x, Element::BFloat16);
    auto& casts = walk.castParameters();
    const auto known = casts.find(x.node);
    if (known != casts.end())
        return known->second;
    return casts.emplace(x.node, cast(walk, x, Element::BFloat16)).first->second;
}

Tensor forPrecision(Walk& walk, const Tensor& x)
{
    return walk.autocast() ? cast(walk, x, Element::Float32) : x;
}

Tensor addProduct(Walk& walk, const Tensor& bias, const Tensor& x, const Tensor& weight)
{
    const Tensor input = forProduct(walk, x);
    const Tensor matrix = forProduct(walk, weight);
    const Tensor offset = forProduct(walk, bias);
    // addmm: names in order mat1, mat2, self; the bias gradient is the engine's sum of the incoming one.
    Node* node = walk.record(
        "linear", {&offset, &input, &matrix}, [](Walk& at, const Node& made, Gradients& incoming) {
            at.needBlasWorkspace();
            Gradients result(3);
            for (const std::size_t operand : {std::size_t{1}, std::size_t{2}})
                if (made.needs(operand))
                    result[operand] = gradientLike(at, made.edges[operand], incoming[0].element);
            if (made.needs(0))
                result[0] = incoming[0];
            return result;
        });
    saveOperands(walk, node, input, 1, matrix);
    walk.needBlasWorkspace();
    return walk.made(node, {input.size(0), matrix.size(1)}, input.element);
}

Tensor linear(Walk& walk, const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const Tensor input = forProduct(walk, x);
    const Tensor matrix = transposed(walk, forProduct(walk, weight), 0, 1);
    const std::int64_t in = input.size(-1);
    const Tensor flat = reshaped(walk, input, {input.elements() / in, in});
    const Tensor rows = bias.defined() ? addProduct(walk, bias, flat, matrix) : product(walk, flat, matrix);
    std::vector<std::int64_t> sizes(x.layout.sizes().begin(), x.layout.sizes().end());
    sizes.back() = matrix.size(1);
    return reshaped(walk, rows, std::span<const std::int64_t>(sizes));
}

Tensor batchedProduct(Walk& walk, const Tensor& a, const Tensor& b)
{
    const Tensor left = forProduct(walk, a);
    const Tensor right = forProduct(walk, b);
    SHARDSCOPE_CHECK(left.layout.rank() == right.layout.rank() && left.layout.rank() >= 3);
    std::int64_t batch = 1;
    for (int dim = 0; dim + 2 < left.layout.rank(); ++dim)
        batch *= left.size(dim);
    // Leading dimensions are merged; where strides forbid it, the operand is copied and the copy is what is
    // saved.
    const Tensor flatLeft = reshaped(walk, left, {batch, left.size(-2), left.size(-1)});
    const Tensor flatRight = reshaped(walk, right, {batch, right.size(-2), right.size(-1)});
    const Tensor flat = batched(walk, flatLeft, flatRight);
    std::vector<std::int64_t> sizes(a.layout.sizes().begin(), a.layout.sizes().end());
    sizes.back() = right.size(-1);
    return reshaped(walk, flat, std::span<const std::int64_t>(sizes));
}

Tensor groupedProduct(Walk& walk, const Tensor& x, const Tensor& weights, const Tensor& offsets)
{
    Node* node = walk.record("grouped product", {&x, &weights}, factorGradients);
    saveOperands(walk, node, x, 0, weights);
    walk.save(node, offsets);
    return walk.made(node, {x.size(0), weights.size(2)}, x.element);
}

} // namespace shardscope::planner::tape
