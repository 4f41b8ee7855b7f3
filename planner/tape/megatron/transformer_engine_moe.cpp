// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers without a norm in front, and the products of experts (module/{linear,grouped_linear}.py).
#include "planner/tape/megatron/transformer_engine.h"

namespace shardscope::planner::tape {
Tensor TransformerEngine::plainLinear(const char* name, const Tensor& x, std::int64_t out, bool gather)
{
    const Layout rows = gather ? gathered(x) : x.layout.rowMajor();
    const Layout weight{out, x.size(-1)};
    const bool cut = gather && scattered();
    Node* node = m_tape.record(name, {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
        const Element element = incoming[0].element;
        const Tensor seen = weightGradient(made.module, weight, element);
        const std::array<Tensor, 2> narrow = castGradient(incoming[0].layout);
        const Tensor again = !cut                 ? Tensor{}
                             : m_settings.operand ? narrowCopy(rows)
                                                  : at.empty(rows, element);
        Tensor gradient = at.empty(rows, element);
        if (cut)
            gradient = at.empty(made.edges[0].layout.rowMajor(), element);
        return Gradients{gradient};
    });
    needWorkspace();
    keepInput(node, x);
    const Tensor all = !cut                 ? Tensor{}
                       : m_settings.operand ? narrowCopy(rows)
                                            : m_tape.empty(rows, x.element);
    return m_tape.made(node, withLast(rows, out), x.element);
}

Tensor TransformerEngine::duplicatedLinear(const Tensor& x, std::int64_t out)
{
    return plainLinear("duplicated linear", x, out, false);
}

Tensor TransformerEngine::columnLinear(const Tensor& x, std::int64_t out)
{
    return plainLinear("column linear", x, out, true);
}

Tensor TransformerEngine::gatheredLinear(const Tensor& x, std::int64_t out)
{
    const Tensor part = columnLinear(x, out / m_settings.ranks);
    if (m_settings.ranks == 1)
        return part;
    Node* node = m_tape.record("gather columns", {&part}, rowMajorGradients);
    const Tensor whole = m_tape.made(node, withLast(part.layout, out), x.element);
    if (!scattered())
        return whole;
    node = m_tape.record("scatter rows", {&whole}, rowMajorGradients);
    return m_tape.made(node, withLast(x.layout, out), x.element);
}

Tensor TransformerEngine::gatheredRows(const Tensor& x)
{
    if (!scattered())
        return x;
    Node* node = m_tape.record("gather rows", {&x}, rowMajorGradients);
    return m_tape.made(node, gathered(x), x.element);
}

void TransformerEngine::needGroupWorkspaces()
{
    constexpr std::size_t kStreams = 4; // util/multi_stream.cpp
    while (m_groupWorkspaces.size() < kStreams)
        m_groupWorkspaces.push_back(m_tape.take(m_tape.traits().blasWorkspace, core::Purpose::Workspace));
}

Tensor TransformerEngine::groupedLinear(const Tensor& x, std::int64_t out)
{
    const Layout weight{out, x.size(-1)}; // of one expert: all share one placeholder
    Node* node =
        m_tape.record("grouped linear", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            const std::array<Tensor, 2> narrow = castGradient(incoming[0].layout);
            Tensor gradient = at.empty(made.edges[0].layout.rowMajor(), incoming[0].element);
            const Tensor seen = weightGradient(made.module, weight, incoming[0].element);
            return Gradients{gradient};
        });
    needGroupWorkspaces();
    keepInput(node, x);
    return m_tape.made(node, withLast(x.layout, out), x.element);
}

Tensor TransformerEngine::router(const Tensor& x, std::int64_t experts)
{
    const Layout weight{experts, x.size(-1)};
    Node* node = m_tape.record("router", {&x}, [=](Tape& at, const Node& made, Gradients& incoming) {
        at.needBlasWorkspace();
        Tensor gradient = at.empty(made.edges[0].layout.rowMajor(), incoming[0].element);
        const Tensor weightGradient = at.empty(weight, incoming[0].element); // added to the main gradients
        return Gradients{gradient};
    });
    m_tape.needBlasWorkspace();
    m_tape.save(node, x);
    return m_tape.made(node, withLast(x.layout, experts), x.element);
}

Tensor TransformerEngine::weightedActivation(const Tensor& x, const Tensor& weights, std::int64_t narrowing)
{
    Node* node = m_tape.record("weighted activation", {&x, &weights}, rowMajorGradients);
    m_tape.save(node, x);
    m_tape.save(node, weights);
    return m_tape.made(node, withLast(x.layout, x.size(-1) / narrowing), x.element);
}

} // namespace shardscope::planner::tape
