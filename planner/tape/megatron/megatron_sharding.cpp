// SPDX-License-Identifier: GPL-3.0-or-later
// A layer is a unit; embedding, final norm and head are none, and stay gathered through the step.
#include "planner/tape/megatron/megatron_sharding.h"

#include "planner/formula/megatron_units.h"
#include "planner/tape/training/fully_sharded.h"

#include <numeric>

namespace shardscope::planner::tape {
namespace {

constexpr int kGatherStream = 1;

} // namespace

MegatronSharding::MegatronSharding(Tape& tape, Settings settings)
    : m_tape(tape)
    , m_settings(std::move(settings))
    , m_capacity(
          unitCapacity(std::accumulate(m_settings.layers.begin(), m_settings.layers.end(), std::int64_t{0}) /
                       static_cast<std::int64_t>(m_settings.layers.size())))
    , m_gathered(m_settings.layers.size())
    , m_gradients(m_settings.layers.size())
{
}

void MegatronSharding::gather(std::size_t layer)
{
    if (m_gathered[layer])
        return;
    m_tape.ledger().setOperation("all-gather");
    m_gathered[layer] = m_tape.take(m_settings.gathered[layer], core::Purpose::Buffers, kGatherStream);
}

/// Further layers until half of what may wait to be reduced is whole (AllGatherPipeline.all_gather_params).
void MegatronSharding::gatherAhead(std::size_t layer, bool backward)
{
    std::int64_t elements = m_settings.layers[layer];
    while (elements < m_capacity / 2 && (backward ? layer > 0 : layer + 1 < m_settings.layers.size())) {
        layer = backward ? layer - 1 : layer + 1;
        gather(layer);
        elements += m_settings.layers[layer];
    }
}

Tensor MegatronSharding::around(std::size_t layer, const Tensor& hidden, const Region& run)
{
    gather(layer);
    gatherAhead(layer, false);
    const Tensor input = withHook(m_tape, hidden, [this, layer] {
        m_gathered[layer].reset();
        reduce(m_settings.layers[layer], std::exchange(m_gradients[layer], nullptr));
        if (layer == 0 && !m_settings.tied)
            m_embedding = gradientOf(m_settings.table);
    });
    const Tensor output = run({input});
    m_gathered[layer].reset();
    return withHook(m_tape, output, [this, layer] {
        gather(layer);
        gatherAhead(layer, true);
        m_gradients[layer] = gradientOf(m_settings.layers[layer]);
    });
}

Tensor MegatronSharding::beforeHead(const Tensor& hidden)
{
    return withHook(m_tape, hidden, [this] {
        if (!m_settings.tied) // else it waits for the embedding's
            reduce(m_settings.table, std::exchange(m_head, nullptr));
    });
}

Tensor MegatronSharding::behindHead(const Tensor& loss)
{
    return withHook(m_tape, loss, [this] { m_head = gradientOf(m_settings.table); });
}

StorageRef MegatronSharding::gradientOf(std::int64_t elements)
{
    m_tape.ledger().setOperation("gradient bucket");
    return m_tape.take(elements * m_settings.gradientWidth, core::Purpose::Buffers);
}

/// The oldest are let go where more wait than may (GradReducePipeline.wait_for_previous_grad_reduce).
void MegatronSharding::reduce(std::int64_t elements, StorageRef gradient)
{
    while (m_queued > m_capacity) {
        m_queued -= m_queue.front().first;
        m_queue.pop_front();
    }
    m_queue.emplace_back(elements, std::move(gradient));
    m_queued += elements;
}

void MegatronSharding::finishBackward()
{
    m_head.reset();
    m_embedding.reset();
    m_queue.clear();
    m_queued = 0;
}

} // namespace shardscope::planner::tape
