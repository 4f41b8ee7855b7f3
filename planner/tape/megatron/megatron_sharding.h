// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-FSDP around the layers of a rank: what is gathered, and which gradients wait to be reduced. After
// megatron/core/distributed/fsdp/src/megatron_fsdp (megatron_fsdp.py, param_and_grad_buffer.py), in our own
// terms; docs/memory_model.md.
#pragma once

#include "planner/tape/autograd/tape.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace shardscope::planner::tape {

class MegatronSharding {
public:
    struct Settings {
        std::vector<std::int64_t> layers;   ///< elements of each, as this rank computes with them
        std::vector<std::int64_t> gathered; ///< and the bytes that they take then
        std::int64_t table = 0;             ///< elements of the head's matrix, and of the embedding's
        bool tied = false;
        std::int64_t gradientWidth = 0;
    };

    MegatronSharding(Tape& tape, Settings settings);

    /// Layer number \p layer as \p run has it.
    [[nodiscard]] Tensor around(std::size_t layer, const Tensor& hidden, const Region& run);
    /// What stands before the head, and what stands behind its loss.
    [[nodiscard]] Tensor beforeHead(const Tensor& hidden);
    [[nodiscard]] Tensor behindHead(const Tensor& loss);
    void finishBackward();

private:
    void gather(std::size_t layer);
    void gatherAhead(std::size_t layer, bool backward);
    [[nodiscard]] StorageRef gradientOf(std::int64_t elements);
    void reduce(std::int64_t elements, StorageRef gradient);

    Tape& m_tape;
    Settings m_settings;
    std::int64_t m_capacity; ///< elements that may wait to be reduced
    std::vector<StorageRef> m_gathered;
    std::vector<StorageRef> m_gradients; ///< of layers, while their backward runs
    StorageRef m_head;
    StorageRef m_embedding;
    std::deque<std::pair<std::int64_t, StorageRef>> m_queue;
    std::int64_t m_queued = 0;
};

} // namespace shardscope::planner::tape
