// SPDX-License-Identifier: GPL-3.0-or-later
// What a search asks of every plan, a third of an evaluation's work: the numbers of Detail::Bound that plans
// are ranked by, not what they are made of.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

#include <memory>

namespace shardscope::planner {

struct Prepared;

/// Ranks plans of one model on one machine, which must both outlive it. Its copies share what it keeps from
/// plan to plan.
class Ranking {
public:
    Ranking(const core::ModelSpec& model, const core::HardwareSpec& hardware);

    /// Each class's peak in each tier, the whole step, its costs and the training; the rest is empty. Errors:
    /// those of evaluate().
    [[nodiscard]] core::Result<core::Evaluation> evaluate(const core::Plan& plan) const;
    /// The memory of the same, without a step.
    [[nodiscard]] core::Result<core::MemoryBreakdown> memory(const core::Plan& plan) const;

    [[nodiscard]] const core::ModelSpec& model() const { return *m_model; }
    [[nodiscard]] const core::HardwareSpec& hardware() const { return *m_hardware; }
    [[nodiscard]] const Prepared& prepared() const { return *m_prepared; }

private:
    const core::ModelSpec* m_model;
    const core::HardwareSpec* m_hardware;
    std::shared_ptr<const Prepared> m_prepared;
};

} // namespace shardscope::planner
