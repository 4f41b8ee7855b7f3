// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer's state on the device: made with the first update, kept since.
#pragma once

#include "planner/tape/autograd/tape.h"

#include <vector>

namespace shardscope::planner::tape {

/// torch.optim with fused=True: the update itself allocates nothing.
class Optimizer {
public:
    Optimizer(Tape& tape, core::OptimizerKind kind, Element state)
        : m_tape(tape)
        , m_kind(kind)
        , m_element(state)
    {
    }

    /// Updates \p parameters; the first time, makes each one's slots and step counter in their order.
    void update(const std::vector<const Tensor*>& parameters);
    /// Elements x width of all slots and counters.
    [[nodiscard]] std::int64_t stateBytes() const { return m_bytes; }
    /// Values beside each parameter, counters apart.
    [[nodiscard]] static std::int64_t momentsOf(core::OptimizerKind kind);

private:
    Tape& m_tape;
    core::OptimizerKind m_kind;
    Element m_element;
    std::vector<StorageRef> m_state;
    std::int64_t m_bytes = 0;
};

} // namespace shardscope::planner::tape
