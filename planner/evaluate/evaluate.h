// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan comes to: memory, step and verdict. Pure functions of model, hardware and plan.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

#include <memory>

namespace shardscope::planner {

struct Prepared;

/// Explained: with derivations and remedies, for the panel. Plain: without, the same numbers bit for bit.
/// LaidOut: plain, memory by the closed forms alone. Bound: the step by its closed form too, in microseconds:
/// what search goes by until it has its finalists, and what the window shows until the memory trace is there.
enum class Detail { Explained, Plain, LaidOut, Bound };

/// Memory, step time, communication and verdict of \p plan. An infeasible plan is a verdict; an error is only
/// what makes evaluation meaningless: a plan that checkPlan refuses, hardware without a device memory or
/// engine, a tier or link the plan needs and the hardware does not describe, or a part that is not built yet.
/// It looks at \p task while the step is laid out, within each memory trace, its own and those of the plans
/// that it tries for remedies: Cancelled.
[[nodiscard]] core::Result<core::Evaluation>
evaluate(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
         Detail detail = Detail::Explained, const core::Task& task = {});

/// evaluate() for many plans of one model on one hardware: the model's tensors are counted once, and kernel
/// times are remembered.
class Evaluator {
public:
    Evaluator(core::ModelSpec model, core::HardwareSpec hardware);
    ~Evaluator();
    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) noexcept;

    [[nodiscard]] core::Result<core::Evaluation>
    evaluate(const core::Plan& plan, Detail detail = Detail::Explained, const core::Task& task = {}) const;
    [[nodiscard]] const core::ModelSpec& model() const { return m_model; }
    [[nodiscard]] const core::HardwareSpec& hardware() const { return m_hardware; }

private:
    core::ModelSpec m_model;
    core::HardwareSpec m_hardware;
    std::unique_ptr<Prepared> m_prepared;
};

} // namespace shardscope::planner
