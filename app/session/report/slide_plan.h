// SPDX-License-Identifier: GPL-3.0-or-later
// The plan that a slide's figure shows, read from what the slide keeps of it.
#pragma once

#include "core/catalog/catalog.h"
#include "core/hardware/hardware_spec.h"
#include "core/io/value.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <memory>

namespace shardscope::app {

struct SlidePlan {
    std::shared_ptr<const core::ModelSpec> model;       ///< null: none was chosen
    std::shared_ptr<const core::HardwareSpec> hardware; ///< likewise
    core::Plan plan;
};
/// The plan of a slide whose \p subject, as subjectOf() gives it, is one. Errors: those of the model, the
/// machine and the plan; their place is \p slide, its name.
[[nodiscard]] core::Result<SlidePlan> slidePlan(const core::Catalog& catalog, const core::Value& subject,
                                                const std::string& slide);

} // namespace shardscope::app
