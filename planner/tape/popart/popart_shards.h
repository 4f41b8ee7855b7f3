// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a tensor's weights, gradients and state a replica keeps: replicated tensor sharding, each
// tensor padded to whole shards (graphcore/popart @00385a0, docs/popart/tensor_locations.rst).
#pragma once

#include "core/plan/plan.h"
#include "planner/tape/autograd/tensor.h"
#include "planner/tape/training/optimizer.h"

namespace shardscope::planner::tape {

/// Bytes of tensors of \p elements.
class PopartShards {
public:
    explicit PopartShards(const core::Plan& plan)
        : m_plan(plan)
    {
    }
    [[nodiscard]] static std::int64_t share(std::int64_t elements, std::int64_t shards)
    {
        return (elements + shards - 1) / shards;
    }
    [[nodiscard]] std::int64_t weights(std::int64_t elements) const
    {
        return share(elements, m_plan.sharding.weights) * weightWidth();
    }
    [[nodiscard]] std::int64_t gradients(std::int64_t elements) const
    {
        return share(elements, m_plan.sharding.gradients) * gradientWidth();
    }
    [[nodiscard]] std::int64_t updated(std::int64_t elements) const
    {
        return share(elements, m_plan.sharding.optimizer);
    }
    [[nodiscard]] std::int64_t state(std::int64_t elements) const
    {
        return updated(elements) * Optimizer::momentsOf(m_plan.optimizer) *
               widthOf(elementOf(m_plan.precision.optimizerState));
    }
    [[nodiscard]] std::int64_t master(std::int64_t elements) const
    {
        return m_plan.precision.master ? updated(elements) * widthOf(elementOf(*m_plan.precision.master)) : 0;
    }
    [[nodiscard]] std::int64_t weightWidth() const { return widthOf(elementOf(m_plan.precision.weights)); }
    [[nodiscard]] std::int64_t gradientWidth() const
    {
        return widthOf(elementOf(m_plan.precision.gradients));
    }

private:
    const core::Plan& m_plan;
};

} // namespace shardscope::planner::tape
