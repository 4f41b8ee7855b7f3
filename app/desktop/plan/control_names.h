// SPDX-License-Identifier: GPL-3.0-or-later
// What the keys of a plan are called where they are set, for errors and for what is told of changes.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "core/base/error.h"
#include "core/plan/plan_fields.h"

#include <QString>

#include <string>

namespace shardscope::app {

/// Whether \p pointer is \p group or lies below it.
[[nodiscard]] bool isKeyWithin(const std::string& pointer, const std::string& group);

/// The label of the control of \p pointer (a key of a plan, part of one, or a group of keys), as it is seen;
/// of a key without a control of its own, its words.
[[nodiscard]] QString controlName(const std::string& pointer);
/// What it is for, in English: the help of its control, which names no keys; of a key without one, the
/// option's.
[[nodiscard]] std::string controlHelp(const core::PlanField& field);
/// The sentence of \p error behind the name of the control that it is about: "Tensor t: 3 does not …".
[[nodiscard]] QString namedSentence(const core::Error& error);
/// The value of \p field in \p state as its control shows it.
[[nodiscard]] QString valueText(const core::PlanField& field, const PlanState& state);

} // namespace shardscope::app
