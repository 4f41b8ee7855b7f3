// SPDX-License-Identifier: GPL-3.0-or-later
// "This run's machine, count, framework, layout": a recording as a scenario, by the guess of its plan.
#pragma once

#include "app/session/study/study.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

namespace shardscope::app {

struct Guess;

/// What \p guess says of how the job was run; \p name: of the recording. Errors: Inconsistent where the
/// machine is not known.
[[nodiscard]] core::Result<StudyScenario> scenarioOfRun(const Guess& guess, const std::string& name);

/// \p scenario with what it leaves open taken from its recording; as it is where it names none. Errors: those
/// of reading it, and as above.
[[nodiscard]] core::Result<StudyScenario> withItsRun(const core::Catalog& catalog, StudyScenario scenario,
                                                     const core::Task& task = {});

} // namespace shardscope::app
