// SPDX-License-Identifier: GPL-3.0-or-later
// The order of backward: latest operation first, gradients summed where they meet, nothing held longer than
// needed. After torch/csrc/autograd/engine.cpp and input_buffer.cpp (PyTorch 2.11), in our own terms.
#include "planner/tape/autograd/tape.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner::tape {
namespace {

bool runsLater(const Node* a, const Node* b) { return a->sequence < b->sequence; }

/// Counts for every node reachable from \p root how many edges lead to it.
void countConsumers(Node* root)
{
    std::vector<Node*> open{root};
    root->reachable = true;
    while (!open.empty()) {
        Node* node = open.back();
        open.pop_back();
        for (const Edge& edge : node->edges) {
            if (edge.node == nullptr)
                continue;
            ++edge.node->pending;
            if (!edge.node->reachable) {
                edge.node->reachable = true;
                open.push_back(edge.node);
            }
        }
    }
}

/// The sink of a parameter: takes the gradient over as it is where nobody else holds it in another order.
void collect(Tape& tape, Parameter& parameter, Tensor gradient)
{
    if (parameter.gradient.defined())
        return; // added in place
    const auto sameOrder = [&] {
        const Layout& wanted = parameter.value.layout;
        for (int dim = 0; dim < wanted.rank(); ++dim)
            if (wanted.size(dim) != 1 && wanted.stride(dim) != gradient.layout.stride(dim))
                return false;
        return true;
    };
    if (sameOrder()) {
        parameter.gradient = gradient.detached();
        parameter.gradient.storage->assign(core::Purpose::Gradients);
        return;
    }
    const core::Purpose purpose = tape.purpose();
    tape.setPurpose(core::Purpose::Gradients);
    parameter.gradient = tape.empty(parameter.value.layout, gradient.element);
    tape.setPurpose(purpose);
}

} // namespace

std::int64_t columnSumWorkspace(std::int64_t rows, std::int64_t columns, const DeviceTraits& traits)
{
    // aten/src/ATen/native/cuda/Reduce.cuh: a sum over rows is cut over c blocks when they are many; each
    // block keeps 32 threads x 4 columns of fp32 partial sums for every column. 16 blocks of 128 threads fit
    // a multiprocessor.
    if (rows < 256 || traits.planned)
        return 0;
    const auto ceilDiv = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
    const std::int64_t perThread = ceilDiv(rows, 4);
    const std::int64_t byDevice = ceilDiv(16 * traits.multiprocessors, ceilDiv(columns, 128));
    const std::int64_t blocks = std::max(std::min(byDevice, ceilDiv(perThread, 16)), ceilDiv(perThread, 256));
    return blocks > 1 ? 512 * columns * blocks : 0;
}

void Tape::fit(const Edge& edge, Tensor& gradient)
{
    // The gradient of a broadcast operand is summed, that of a promoted one cast back; both while the node
    // still holds what it got and what it saved.
    if (!gradient.layout.sameSizes(edge.layout)) {
        const std::int64_t rows = gradient.elements() / std::max<std::int64_t>(edge.layout.elements(), 1);
        const bool overRows = edge.layout.rank() == 0 || edge.layout.size(-1) == gradient.layout.size(-1);
        Tensor sum = empty(edge.layout.rowMajor(), gradient.element);
        const std::int64_t scratch =
            overRows ? columnSumWorkspace(rows, edge.layout.elements(), m_traits) : 0;
        const StorageRef workspace = scratch > 0 ? take(scratch, m_purpose) : nullptr;
        gradient = std::move(sum);
    }
    if (gradient.element != edge.element)
        gradient = empty(gradient.layout.dense(), edge.element);
}

void Tape::addTo(Tensor& sum, Tensor gradient)
{
    if (sum.storage.use_count() == 1)
        return;
    if (gradient.storage.use_count() == 1) {
        sum = std::move(gradient);
        return;
    }
    sum = empty(sum.layout.dense(), promoted(sum.element, gradient.element));
}

void Tape::deliver(const Edge& edge, Tensor gradient, std::vector<Node*>& ready)
{
    Node& target = *edge.node;
    if (gradient.defined()) {
        if (target.arrived.size() < target.outputs)
            target.arrived.resize(target.outputs);
        Tensor& place = target.arrived[static_cast<std::size_t>(edge.slot)];
        if (place.defined())
            addTo(place, std::move(gradient));
        else
            place = std::move(gradient);
    }
    if (--target.pending == 0) {
        target.reachable = false;
        ready.push_back(&target);
        std::ranges::push_heap(ready, runsLater);
    }
}

void Tape::run(Node& node, std::vector<Node*>& ready)
{
    m_ledger.setOperation(node.name);
    m_ledger.setModule(node.module);
    Gradients incoming = std::exchange(node.arrived, {});
    incoming.resize(node.outputs);
    if (node.parameter != nullptr) {
        if (!incoming.front().defined())
            return;
        collect(*this, *node.parameter, std::move(incoming.front()));
        if (node.parameter->collected)
            node.parameter->collected(*node.parameter);
        return;
    }
    unpack(node);
    const bool any = std::ranges::any_of(incoming, [](const Tensor& one) { return one.defined(); });
    Gradients outgoing = any ? node.rule(*this, node, incoming) : Gradients{};
    outgoing.resize(node.edges.size());
    for (std::size_t place = 0; place < node.edges.size(); ++place) {
        if (node.edges[place].node == nullptr)
            outgoing[place].reset();
        else if (outgoing[place].defined())
            fit(node.edges[place], outgoing[place]);
    }
    incoming.clear();
    node.saved.clear();
    for (std::size_t place = 0; place < node.edges.size(); ++place)
        if (node.edges[place].node != nullptr)
            deliver(node.edges[place], std::exchange(outgoing[place], {}), ready);
}

void Tape::backward(const Tensor& root, Tensor gradient)
{
    SHARDSCOPE_CHECK(root.node != nullptr);
    forgetDiscarded();
    m_ledger.setPhase(core::StepPhase::Backward);
    const std::uint32_t module = m_ledger.module();
    m_purpose = core::Purpose::Workspace;
    if (!gradient.defined())
        gradient = empty(root.layout, root.element);
    countConsumers(root.node);
    root.node->arrived.resize(root.node->outputs);
    root.node->arrived[static_cast<std::size_t>(root.slot)] = std::move(gradient);
    root.node->reachable = false;
    std::vector<Node*> ready{root.node};
    while (!ready.empty()) {
        std::ranges::pop_heap(ready, runsLater);
        Node* node = ready.back();
        ready.pop_back();
        run(*node, ready);
    }
    m_purpose = core::Purpose::Activations;
    m_ledger.setModule(module);
}

} // namespace shardscope::planner::tape
