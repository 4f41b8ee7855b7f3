// SPDX-License-Identifier: GPL-3.0-or-later
// What the Plan page edits, as one value: a model, a hardware description, a plan, and how its shard degrees
// were meant.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/io/value.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {

struct RecommenderChoices;

/// ZeRO stages as presets of the shard degrees; ByHand keeps the three degrees as they were set.
enum class ShardingPreset { Zero0, Zero1, Zero2, Zero3, ByHand };

struct PlanState {
    std::shared_ptr<const core::ModelSpec> model;       ///< null: none chosen
    std::shared_ptr<const core::HardwareSpec> hardware; ///< null: none chosen
    QString modelReference;                             ///< catalogue name or file, as it was chosen
    QString hardwareReference;
    /// What the model was read from where its reference is no model's file; null: it is one.
    std::shared_ptr<const core::Value> modelDocument = nullptr;
    core::Plan plan;
    ShardingPreset sharding = ShardingPreset::Zero0;
    std::shared_ptr<const RecommenderChoices> choices; ///< of a recommender's study; null: the defaults
    /// The number of devices stays where a degree is changed: plan/held_devices.h.
    bool devicesHeld = false;

    [[nodiscard]] bool complete() const { return model && hardware; }
};

/// What a recommender's study is asked, defaults included.
[[nodiscard]] RecommenderChoices choicesOf(const PlanState& state);
[[nodiscard]] bool sameChoices(const PlanState& a, const PlanState& b);

/// The preset that gives these degrees over \p replicas, the lowest stage where several do; else ByHand.
[[nodiscard]] ShardingPreset presetOf(const core::Sharding& sharding, std::int64_t replicas);
/// The degrees of a preset over \p replicas. \p byHand is returned for ByHand, each lowered to a divisor of
/// \p replicas.
[[nodiscard]] core::Sharding degreesOf(ShardingPreset preset, const core::Sharding& byHand,
                                       std::int64_t replicas);

/// Samples of a device where nobody says them: the published batch of a recommender (core::deviceBatch), else
/// one.
[[nodiscard]] std::int64_t usualBatch(const PlanState& state);
/// Whether the state's batch is that, in one micro-batch.
[[nodiscard]] bool hasUsualBatch(const PlanState& state);

/// The state with what follows from its free choices put right: global batch = micro batch x micro batches x
/// replica, shard degrees dividing the replicas, experts dividing replicas and experts, virtual stages only
/// where the schedule interleaves, a cut of the layers only where it cuts all of them into as many stages.
[[nodiscard]] PlanState settled(PlanState state);

/// \p state with \p plan in the place of its own: the preset follows the plan's degrees.
[[nodiscard]] PlanState withPlan(PlanState state, const core::Plan& plan);

/// \p state with \p constraint for the embedding table \p table; one that fixes nothing releases it.
[[nodiscard]] PlanState withConstraint(PlanState state, const std::string& table,
                                       const core::TableConstraint& constraint);

/// "GPT-3 175B" where the file has a title, else its name; empty for null.
[[nodiscard]] QString titleOf(const std::shared_ptr<const core::ModelSpec>& model);
[[nodiscard]] QString titleOf(const std::shared_ptr<const core::HardwareSpec>& hardware);

} // namespace shardscope::app
