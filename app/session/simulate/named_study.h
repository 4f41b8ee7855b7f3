// SPDX-License-Identifier: GPL-3.0-or-later
// A recommender's study of what a call names: on a machine, as ZionEX does, or on a cluster of PERSIA's
// roles.
#pragma once

#include "app/session/plan/commands.h"
#include "app/session/recommender/recommender_study.h"
#include "core/base/task.h"

#include <string>

namespace shardscope::app {

/// \p request's plan with PERSIA's roles of \p cluster beside it (empty: the first shipped); where its
/// hardware is a cluster, PERSIA alone on that. Errors: those of the plan and of the study.
[[nodiscard]] core::Result<StudyRequest> namedStudyRequest(const core::Catalog& catalog,
                                                           const PlanRequest& request, std::string cluster);
[[nodiscard]] core::Result<Study> namedStudy(const core::Catalog& catalog, const PlanRequest& request,
                                             std::string cluster, const core::Task& task = {});

} // namespace shardscope::app
