// SPDX-License-Identifier: GPL-3.0-or-later
// "What if the network were half as fast, a device cost twice as much, nodes failed three times as often": a
// study that is solved, with its plans as they are.
#pragma once

#include "app/session/study/solved_study.h"

#include <optional>

namespace shardscope::app {

/// Factors of all scenarios; 1: as it is.
struct StudyWhatIf {
    double network = 1;
    double memory = 1;
    double rate = 1;
    double host = 1;
    double price = 1;
    double failures = 1; ///< interruptions of a node and day

    [[nodiscard]] bool asksMachine() const { return network != 1 || memory != 1 || rate != 1 || host != 1; }
    [[nodiscard]] bool asksNothing() const { return !asksMachine() && price == 1 && failures == 1; }
    friend bool operator==(const StudyWhatIf&, const StudyWhatIf&) = default;
};

/// \p hardware with the factors of \p asked: links, capacities, rates and host.
[[nodiscard]] core::HardwareSpec changedAs(core::HardwareSpec hardware, const StudyWhatIf& asked);

/// How many times as long a step takes with \p plan on \p hardware as \p asked changes it, and whether it
/// still fits; none: it cannot be evaluated there. The plan stays as it is.
struct MovedStep {
    double longer = 1;
    bool fits = true;
};
[[nodiscard]] std::optional<MovedStep> movedStep(const core::ModelSpec& model,
                                                 const core::HardwareSpec& hardware, const core::Plan& plan,
                                                 const StudyWhatIf& asked, const core::Task& task = {});

/// \p solved as \p asked has it, decided anew; plans stay, nothing is searched. A scenario that then does not
/// fit is told as one that does not; one that did not fit before stays so. Errors: Cancelled, and those of
/// the model and of resources/reliability.json.
[[nodiscard]] core::Result<SolvedStudy> studyWhatIf(const core::Catalog& catalog, const SolvedStudy& solved,
                                                    const StudyWhatIf& asked, const core::Task& task = {});

/// \p study with what is asked as changes of its scenarios: what a search answers exactly.
[[nodiscard]] JobStudy studyWith(const core::Catalog& catalog, JobStudy study, const StudyWhatIf& asked);

} // namespace shardscope::app
