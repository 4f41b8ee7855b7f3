// SPDX-License-Identifier: GPL-3.0-or-later
// A study as it is said: "64 h100; 72 gb200; 512 mi300x at 1.9 USD; 512 h100 with half the network", and the
// whole question with its job before a colon. In English or Japanese (docs/study.md, "In words").
#pragma once

#include "app/session/documents/catalog_index.h"
#include "app/session/study/study.h"
#include "core/catalog/catalog.h"

#include <QString>

#include <optional>
#include <vector>

namespace shardscope::app {

/// What words are read against.
struct StudyVocabulary {
    const core::Catalog& catalog;
    const std::vector<CatalogEntry>& models;
    const std::vector<CatalogEntry>& machines;
    /// What "our cluster" is: the open plan's machine and devices; none: the first machine that was said.
    std::optional<StudyScenario> own = {};
};

/// The scenarios of \p said, divided by semicolons, commas, "or" or lines. What has no machine of its own
/// ("with half the network", "at 2 USD") belongs to the scenario before it. Of several machines that hold a
/// word the catalogue's shortest is taken ("h100": DGX H100); the answer names it. Errors: Inconsistent,
/// which quote the words that were not understood.
[[nodiscard]] core::Result<std::vector<StudyScenario>> scenariosInWords(const QString& said,
                                                                        const StudyVocabulary& vocabulary);

/// "Llama 3 70B, 15 T tokens, under 60 days: 512 H100 or 144 GB200": the job, then (behind a colon, a
/// question mark or "on") the scenarios. Errors: Inconsistent where the job names no model or no tokens, and
/// those of the scenarios.
[[nodiscard]] core::Result<JobStudy> studyInWords(const QString& said, const StudyVocabulary& vocabulary);

/// \p scenario in words that scenariosInWords() reads back: "512 dgx-h100 at 2.5 USD, network x 0.5". What
/// words have no way to say (its plan's keys, its failures) is left out.
[[nodiscard]] QString wordsOf(const StudyScenario& scenario);

/// \p scenario's name, or with a number behind it: no two of \p others are called alike.
[[nodiscard]] std::string freshScenarioName(const StudyScenario& scenario,
                                            const std::vector<StudyScenario>& others);

} // namespace shardscope::app
