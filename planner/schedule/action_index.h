// SPDX-License-Identifier: GPL-3.0-or-later
// Where in an order each action stands, and what an action waits for.
#pragma once

#include "planner/schedule/schedules.h"

namespace shardscope::planner {

class ActionTable {
public:
    explicit ActionTable(const PipelineOrder& order)
        : m_order(order)
    {
        const std::size_t cells =
            static_cast<std::size_t>(order.stages) * static_cast<std::size_t>(order.microBatches);
        m_forward.assign(cells, {-1, -1});
        m_gradient.assign(cells, {-1, -1});
        for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
            for (std::size_t index = 0; index < order.ranks[rank].size(); ++index)
                enter(order.ranks[rank][index],
                      {static_cast<std::int32_t>(rank), static_cast<std::int32_t>(index)});
        }
    }

    /// Tells \p visit what \p action waits for: the stage before it, or the gradient of the stage behind it.
    template <class Visit>
    void dependencies(const Action& action, const Visit& visit) const
    {
        const auto tell = [&](const ActionPlace& place) {
            if (place.rank >= 0)
                visit(place);
        };
        switch (action.kind) {
        case ActionKind::Forward: forward(action.stage, action.microBatch, tell); break;
        case ActionKind::InputGradient:
        case ActionKind::Backward: backward(action.stage, action.microBatch, tell); break;
        case ActionKind::WeightGradient: tell(m_gradient[cell(action.stage, action.microBatch)]); break;
        case ActionKind::Overlapped:
            forward(action.stage, action.microBatch, tell);
            backward(action.backwardStage, action.backwardMicroBatch, tell);
            break;
        }
    }
    [[nodiscard]] ActionPlace forwardOf(std::int32_t stage, std::int32_t micro) const
    {
        return m_forward[cell(stage, micro)];
    }
    /// Where the gradient of inputs is made, alone or with that of the weights.
    [[nodiscard]] ActionPlace gradientOf(std::int32_t stage, std::int32_t micro) const
    {
        return m_gradient[cell(stage, micro)];
    }

private:
    [[nodiscard]] std::size_t cell(std::int32_t stage, std::int32_t micro) const
    {
        return static_cast<std::size_t>(stage) * static_cast<std::size_t>(m_order.microBatches) +
               static_cast<std::size_t>(micro);
    }
    template <class Tell>
    void forward(std::int32_t stage, std::int32_t micro, const Tell& tell) const
    {
        if (!m_order.first(stage))
            tell(m_forward[cell(stage - 1, micro)]);
    }
    template <class Tell>
    void backward(std::int32_t stage, std::int32_t micro, const Tell& tell) const
    {
        tell(m_forward[cell(stage, micro)]);
        if (!m_order.last(stage))
            tell(m_gradient[cell(stage + 1, micro)]);
    }
    void enter(const Action& action, const ActionPlace& place)
    {
        switch (action.kind) {
        case ActionKind::Forward: m_forward[cell(action.stage, action.microBatch)] = place; break;
        case ActionKind::InputGradient:
        case ActionKind::Backward: m_gradient[cell(action.stage, action.microBatch)] = place; break;
        case ActionKind::WeightGradient: break;
        case ActionKind::Overlapped:
            m_forward[cell(action.stage, action.microBatch)] = place;
            m_gradient[cell(action.backwardStage, action.backwardMicroBatch)] = place;
            break;
        }
    }

    const PipelineOrder& m_order;
    std::vector<ActionPlace> m_forward;
    std::vector<ActionPlace> m_gradient;
};

} // namespace shardscope::planner
