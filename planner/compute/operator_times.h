// SPDX-License-Identifier: GPL-3.0-or-later
// A pass operator by operator: what the evaluator's own derivation of its time sums up.
#pragma once

#include "core/explain/derivation.h"
#include "core/kinds/row_verdict.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/stages.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

struct OperatorTime {
    core::WorkClass kind = core::WorkClass::Elementwise; ///< Idle: what lies between kernels
    enum class Where : std::uint8_t { Embedding, Layers, Head } where = Where::Layers;
    std::string name; ///< as its formula is labelled
    double seconds = 0;
    core::DerivationPtr why; ///< null: of several formulas
    std::string shape;       ///< as core::WorkKey has it; empty: of several kernels, or none
};

/// What \p why, the time of one micro-batch through \p stage, is the sum of, in the order in which the device
/// runs it (\p backward: the gradients' order); the sum is \p why's value. Empty without a derivation.
[[nodiscard]] std::vector<OperatorTime> operatorTimes(const core::DerivationPtr& why,
                                                      const core::ModelSpec& model, const core::Plan& plan,
                                                      const Stage& stage, bool backward);

/// Under which name its derivation stands among those of a stage: an end's operator may be called as one of
/// the layers'.
[[nodiscard]] std::string derivationPath(std::string_view pass, const OperatorTime& one);

/// The operators of one rank's passes.
struct StageOperators {
    std::vector<OperatorTime> forward;
    std::vector<OperatorTime> backward;
    std::vector<OperatorTime> recompute;
};

} // namespace shardscope::planner
