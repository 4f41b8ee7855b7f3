// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of fully_shard (FSDP2) over every layer and the root: what is gathered, kept, reduced and when.
// After torch/distributed/fsdp/_fully_shard (PyTorch 2.11), in our own terms; see docs/memory_model.md.
#pragma once

#include "planner/tape/models/model.h"

#include <vector>

namespace shardscope::planner::tape {

/// A group of parameters gathered and reduced together: a layer, or what the root holds itself.
struct ShardGroup {
    std::vector<Parameter*> parameters;
    std::int64_t paddedElements = 0; ///< of all ranks together
    std::int64_t paddedLearning = 0; ///< of it, what has gradients
    StorageRef gathered;             ///< all ranks' rows before they are copied to the parameters
    StorageRef gradientShards;       ///< reduced, one flat buffer
    bool unsharded = false;
};

/// An operation that changes nothing but calls \p before with its gradient at hand.
[[nodiscard]] Tensor withHook(Tape& tape, const Tensor& x, std::function<void()> before);

class FullySharded {
public:
    struct Settings {
        std::int64_t ranks = 1;
        Element shard = Element::Float32;
        Element compute = Element::BFloat16;
        Element reduce = Element::Float32;
        bool reshardAfterForward = true;
        std::int64_t keptLayers = 0; ///< the last so many are not resharded all the same
        /// The ends are groups that the model wraps itself, as it does its layers; the head's is kept. Else
        /// the root has them.
        bool ownEnds = false;
    };

    /// Takes over \p model, whose parameters have no memory yet, and makes the shards.
    FullySharded(Tape& tape, Model& model, const Settings& settings);

    /// The model's loss between the root's hooks.
    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels);
    /// What the root does when backward is over.
    void finishBackward();
    void dropGradients();
    /// This rank's rows of every parameter, at rest; in the order of the parameters.
    [[nodiscard]] const std::vector<Tensor>& shards() const { return m_shards; }

private:
    enum class Pass { Forward, Backward };

    Tensor aroundLayer(std::int64_t layer, const Tensor& hidden, const Region& run);
    [[nodiscard]] bool keepsGathered(std::size_t group) const;
    void unshard(ShardGroup& group);
    void waitForUnshard(ShardGroup& group, Pass pass);
    void reshard(ShardGroup& group);
    void beforeBackward(std::size_t group);
    void afterBackward(ShardGroup& group);

    Tape& m_tape;
    Model& m_model;
    Settings m_settings;
    std::vector<Tensor> m_shards;
    std::vector<ShardGroup> m_groups; ///< layers in order, then the root or the head, then the embedding
    StorageRef m_heldGather;  ///< forward keeps the last gathered buffer until the next one is copied out
    StorageRef m_reduceInput; ///< kept until the next group reduces
};

} // namespace shardscope::planner::tape
