// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products. Each keeps an operand only where the other needs a gradient; casts of autocast happen
// here.
#include "planner/tape/autograd/operations.h"

#include "core/base/check.h"

namespace shardscope::planner::tape {
namespace {

/// Gradient of an operand: made in the operand's own memory order.
Tensor gradientLike(Tape& tape, const Edge& edge, Element element)
{
    return tape.empty(edge.layout.dense(), element);
}

void saveOperands(Tape& tape, Node* node, const Tensor& left, std::size_t leftEdge, const Tensor& right)
{
    if (node == nullptr)
        return;
    if (node->needs(leftEdge))
        tape.save(node, right);
    if (node->needs(leftEdge + 1))
        tape.save(node, left);
}

/// The weights that \p edge leads to by views, or null.
Parameter* weightsOf(const Edge& edge)
{
    const Node* node = edge.node;
    while (node != nullptr && node->parameter == nullptr && node->edges.size() == 1)
        node = node->edges.front().node;
    return node != nullptr ? node->parameter : nullptr;
}

/// Makes the gradients of the two factors, the second's first (names in order: mat2, self).
Gradients factorGradients(Tape& at, const Node& made, const Gradients& incoming)
{
    Gradients result(2);
    if (made.needs(1))
        result[1] = weightGradient(at, made.edges[1], incoming[0].element);
    if (made.needs(0))
        result[0] = gradientLike(at, made.edges[0], incoming[0].element);
    return result;
}

/// mm
Tensor product(Tape& tape, const Tensor& x, const Tensor& weight)
{
    Node* node = tape.record("linear", {&x, &weight}, [](Tape& at, const Node& made, Gradients& incoming) {
        at.needBlasWorkspace();
        return factorGradients(at, made, incoming);
    });
    saveOperands(tape, node, x, 0, weight);
    tape.needBlasWorkspace();
    return tape.made(node, {x.size(0), weight.size(1)}, x.element);
}

/// bmm on three dimensions.
Tensor batched(Tape& tape, const Tensor& a, const Tensor& b)
{
    Node* node =
        tape.record("batched product", {&a, &b}, [](Tape& at, const Node& made, Gradients& incoming) {
            at.needBlasWorkspace();
            Gradients result(2);
            for (const std::size_t operand : {std::size_t{1}, std::size_t{0}})
                if (made.needs(operand))
                    result[operand] = at.empty(made.edges[operand].layout.rowMajor(), incoming[0].element);
            return result;
        });
    saveOperands(tape, node, a, 0, b);
    tape.needBlasWorkspace();
    return tape.made(node, {a.size(0), a.size(1), b.size(2)}, a.element);
}

} // namespace

Tensor weightGradient(Tape& tape, const Edge& edge, Element element)
{
    Tensor gradient = gradientLike(tape, edge, element);
    Parameter* weights = tape.traits().planned ? weightsOf(edge) : nullptr;
    if (weights == nullptr || !(weights->gradient.defined() || weights->collected))
        return gradient;
    if (weights->collected) { // reduced at once
        weights->gradient = gradient;
        gradient.reset();
        weights->collected(*weights);
    }
    return {};
}

Tensor forProduct(Tape& tape, const Tensor& x)
{
    if (!tape.autocast() || !x.defined() || x.element != Element::Float32)
        return x;
    const bool parameter = x.node != nullptr && x.node->parameter != nullptr;
    if (!parameter)
        return cast(tape, x, Element::BFloat16);
    auto& casts = tape.castParameters();
    const auto known = casts.find(x.node);
    if (known != casts.end())
        return known->second;
    return casts.emplace(x.node, cast(tape, x, Element::BFloat16)).first->second;
}

Tensor forPrecision(Tape& tape, const Tensor& x)
{
    return tape.autocast() ? cast(tape, x, Element::Float32) : x;
}

Tensor addProduct(Tape& tape, const Tensor& bias, const Tensor& x, const Tensor& weight)
{
    const Tensor input = forProduct(tape, x);
    const Tensor matrix = forProduct(tape, weight);
    const Tensor offset = forProduct(tape, bias);
    // addmm: names in order mat1, mat2, self; the bias gradient is the engine's sum of the incoming one.
    Node* node = tape.record(
        "linear", {&offset, &input, &matrix}, [](Tape& at, const Node& made, Gradients& incoming) {
            at.needBlasWorkspace();
            Gradients result(3);
            const bool weightFirst = at.traits().planned;
            for (const std::size_t operand : {weightFirst ? std::size_t{2} : std::size_t{1},
                                              weightFirst ? std::size_t{1} : std::size_t{2}}) {
                if (!made.needs(operand))
                    continue;
                const Edge& edge = made.edges[operand];
                result[operand] = operand == 2 ? weightGradient(at, edge, incoming[0].element)
                                               : gradientLike(at, edge, incoming[0].element);
            }
            if (made.needs(0))
                result[0] = incoming[0];
            return result;
        });
    saveOperands(tape, node, input, 1, matrix);
    tape.needBlasWorkspace();
    return tape.made(node, {input.size(0), matrix.size(1)}, input.element);
}

Tensor linear(Tape& tape, const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const Tensor input = forProduct(tape, x);
    const Tensor matrix = transposed(tape, forProduct(tape, weight), 0, 1);
    const std::int64_t in = input.size(-1);
    const Tensor flat = reshaped(tape, input, {input.elements() / in, in});
    const Tensor rows = bias.defined() ? addProduct(tape, bias, flat, matrix) : product(tape, flat, matrix);
    std::vector<std::int64_t> sizes(x.layout.sizes().begin(), x.layout.sizes().end());
    sizes.back() = matrix.size(1);
    return reshaped(tape, rows, std::span<const std::int64_t>(sizes));
}

Tensor batchedProduct(Tape& tape, const Tensor& a, const Tensor& b)
{
    const Tensor left = forProduct(tape, a);
    const Tensor right = forProduct(tape, b);
    SHARDSCOPE_CHECK(left.layout.rank() == right.layout.rank() && left.layout.rank() >= 3);
    std::int64_t batch = 1;
    for (int dim = 0; dim + 2 < left.layout.rank(); ++dim)
        batch *= left.size(dim);
    // Leading dimensions are merged; where strides forbid it, the operand is copied and the copy is what is
    // saved.
    const Tensor flatLeft = reshaped(tape, left, {batch, left.size(-2), left.size(-1)});
    const Tensor flatRight = reshaped(tape, right, {batch, right.size(-2), right.size(-1)});
    const Tensor flat = batched(tape, flatLeft, flatRight);
    std::vector<std::int64_t> sizes(a.layout.sizes().begin(), a.layout.sizes().end());
    sizes.back() = right.size(-1);
    return reshaped(tape, flat, std::span<const std::int64_t>(sizes));
}

Tensor groupedProduct(Tape& tape, const Tensor& x, const Tensor& weights, const Tensor& offsets)
{
    Node* node = tape.record("grouped product", {&x, &weights}, factorGradients);
    saveOperands(tape, node, x, 0, weights);
    tape.save(node, offsets);
    return tape.made(node, {x.size(0), weights.size(2)}, x.element);
}

} // namespace shardscope::planner::tape
