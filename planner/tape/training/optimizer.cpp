// SPDX-License-Identifier: GPL-3.0-or-later
// Slots per optimizer as torch.optim 2.11 creates them: step counter (fp32 scalar) first, then the moments.
#include "planner/tape/training/optimizer.h"

namespace shardscope::planner::tape {
namespace {

struct Slots {
    int counters = 0; ///< scalars
    int moments = 0;  ///< tensors like the parameter
};

Slots slotsOf(core::OptimizerKind kind)
{
    switch (kind) {
    case core::OptimizerKind::Adam:
    case core::OptimizerKind::AdamW:
    case core::OptimizerKind::Lamb: return {1, 2};
    case core::OptimizerKind::Adagrad: return {1, 1};
    case core::OptimizerKind::Momentum:
    case core::OptimizerKind::RowwiseAdagrad: return {0, 1};
    case core::OptimizerKind::Sgd: break;
    }
    return {};
}

} // namespace

std::int64_t Optimizer::momentsOf(core::OptimizerKind kind) { return slotsOf(kind).moments; }

void Optimizer::update(const std::vector<const Tensor*>& parameters)
{
    m_tape.ledger().setPhase(core::StepPhase::Optimizer);
    m_tape.ledger().setOperation("optimizer");
    if (!m_state.empty())
        return;
    const Slots slots = slotsOf(m_kind);
    const auto keep = [this](std::int64_t bytes) {
        m_bytes += bytes;
        m_state.push_back(m_tape.take(bytes, core::Purpose::OptimizerState));
    };
    for (const Tensor* parameter : parameters) {
        for (int counter = 0; counter < slots.counters; ++counter)
            keep(widthOf(Element::Float32));
        // One row of an embedding table shares a state with row-wise Adagrad.
        const std::int64_t elements =
            m_kind == core::OptimizerKind::RowwiseAdagrad && parameter->layout.rank() > 1
                ? parameter->size(0)
                : parameter->elements();
        for (int moment = 0; moment < slots.moments; ++moment)
            keep(elements * widthOf(m_element));
    }
}

} // namespace shardscope::planner::tape
