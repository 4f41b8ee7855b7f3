// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario's plan comes to: days, money, energy, carbon. Nothing is searched here, so that another
// price, rate of failures or deadline is answered at once.
#pragma once

#include "app/session/study/solved_study.h"

namespace shardscope::app {

/// \p hardware as \p changes have it: its figures first, then the factors, then the cap. Errors:
/// editedMachine()'s.
[[nodiscard]] core::Result<core::HardwareSpec> changedMachine(core::HardwareSpec hardware,
                                                              const StudyChanges& changes);

/// Counts the training of \p solved's best plan anew, as its scenario and \p job have it.
void accountTraining(const StudyJob& job, const Reliability& reliability, double parameters,
                     SolvedScenario& solved);

} // namespace shardscope::app
