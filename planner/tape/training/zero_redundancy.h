// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of DeepSpeed's ZeRO optimizers: flat buffers, gradient buckets of constant size, gathered weights.
// After deepspeed/runtime/zero/{stage_1_and_2.py, stage3.py, partitioned_param_coordinator.py}, in our own
// terms; see docs/memory_model.md.
#pragma once

#include "core/plan/plan.h"
#include "planner/tape/models/model.h"
#include "planner/tape/training/fully_sharded.h"

#include <optional>
#include <vector>

namespace shardscope::planner::tape {

class ZeroRedundancy {
public:
    struct Settings {
        int stage = 1;
        std::int64_t ranks = 1;
        Element gradient = Element::BFloat16;
        std::optional<Element> master; ///< none: updated as they are
        core::Buckets buckets;
        bool optimizerAway = false; ///< state, master weights and the gradients' shards are in another memory
        bool weightsAway = false;   ///< stage 3: so are the weights' shards
    };

    /// Takes over \p model, whose parameters have no memory yet. The tape and the model must outlive this.
    ZeroRedundancy(Tape& tape, Model& model, const Settings& settings);

    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels);
    void beginBackward();
    void finishBackward();
    /// Gradients in the master weights' format, just before the update; dropped by afterUpdate().
    void beforeUpdate();
    void afterUpdate();

    /// This rank's flat part of the weights in the optimizer's format: what its state is made for.
    [[nodiscard]] const Tensor& partition() const { return m_partition; }
    [[nodiscard]] std::int64_t elements() const { return m_elements; }
    [[nodiscard]] std::int64_t partitionElements() const { return m_mine; }

private:
    struct Group {
        std::vector<Parameter*> parameters;
        std::int64_t elements = 0; ///< of those that are gathered and released
        bool live = false;
    };

    void layFlat();
    void makeShards();
    void makeState();
    void gradientArrived(Parameter& parameter);
    void reduceBucket();
    [[nodiscard]] bool persistent(const Parameter& parameter) const;
    void fetch(Group& group);
    void release(Group& group);
    void fetchAhead(std::size_t from, bool backward);
    [[nodiscard]] bool usedAgainSoon(std::size_t group) const;
    Tensor aroundLayer(std::int64_t layer, const Tensor& hidden, const Region& run);

    Tape& m_tape;
    Model& m_model;
    Settings m_settings;
    std::int64_t m_elements = 0; ///< padded, of all ranks
    std::int64_t m_mine = 0;
    std::vector<Group> m_groups; ///< stage 3: layers in order, then the root
    std::int64_t m_liveElements = 0;
    StorageRef m_flat; ///< weights (stage 3: this rank's shards of them)
    Tensor m_partition;
    StorageRef m_master;
    StorageRef m_bucket;
    StorageRef m_largest; ///< with the optimizer away: the largest gradient on its way
    StorageRef m_gradients;
    StorageRef m_wideGradients;
    std::int64_t m_inBucket = 0;
    std::vector<Parameter*> m_waiting; ///< gradients in the bucket
};

} // namespace shardscope::planner::tape
