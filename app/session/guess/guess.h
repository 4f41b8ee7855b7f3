// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a recorded run, guessed from what was recorded: each fact with its evidence and how sure it is;
// what cannot be known is a default, and is named.
#pragma once

#include "app/session/exchange/interchange.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/io/value.h"
#include "core/report/table.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/profiler.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct GuessedFact {
    std::string key; ///< of the plan ("batch.micro_batch") or model ("model.hidden")
    core::Value value;
    std::string evidence; ///< a phrase (core/base/phrase.h)
    profiler::Confidence confidence = profiler::Confidence::High;
};

struct NotGuessed {
    std::string key;
    std::string because; ///< a phrase
};

struct Guess {
    std::string modelName;            ///< of the catalogue; empty: none of it, or not known
    std::optional<core::Value> model; ///< a model file of our own; none: of the catalogue, or not known
    std::string hardware;             ///< of the catalogue; empty: not known
    core::Value plan;                 ///< a plan file without its model; an object
    std::vector<GuessedFact> facts;
    std::vector<NotGuessed> notKnown;

    [[nodiscard]] bool known() const { return !modelName.empty() || model.has_value(); }
    /// Sets \p key ("parallel.replica") of the plan, and tells why.
    void plans(const std::string& key, core::Value value, std::string evidence,
               profiler::Confidence confidence = profiler::Confidence::High);
    void tells(const std::string& key, core::Value value, std::string evidence,
               profiler::Confidence confidence = profiler::Confidence::High);
};

/// The framework of \p guess' plan; empty: not known.
[[nodiscard]] std::string nameOfFramework(const Guess& guess);

/// Guesses the plan of the first job's first rank that recorded operations. Errors: Cancelled.
[[nodiscard]] core::Result<Guess> guessPlan(const core::Catalog& catalog, const core::RunPtr& run,
                                            const core::Task& task = {});

/// {"model", "hardware", "plan", "facts", "not_known"} (contract, section 12); one document with a newline.
[[nodiscard]] std::string guessJson(const Guess& guess);
/// What was found, and what was not.
[[nodiscard]] std::vector<core::Table> guessTables(const Guess& guess);
/// One table of what was guessed and what was not: key, value, evidence or why it is not known, how sure.
[[nodiscard]] core::Table guessReport(const Guess& guess);
/// The guess as an imported plan, to be taken over like another tool's.
[[nodiscard]] ImportedPlan importedGuess(const Guess& guess);
/// The plan as a file, its model by name or by the file \p model.
[[nodiscard]] std::string guessedPlanText(const Guess& guess, const std::string& model);

} // namespace shardscope::app
