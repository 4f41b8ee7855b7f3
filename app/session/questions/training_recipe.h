// SPDX-License-Identifier: GPL-3.0-or-later
// A published training: the parts that a model went through, with their batches and samples, and how long it
// took where; and the same training planned on any machine.
#pragma once

#include "app/session/plan/commands.h"
#include "core/units/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct RecipePart {
    std::string title; ///< "128 tokens"
    std::int64_t sequenceLength = 0;
    std::int64_t globalBatch = 0;
    std::int64_t microBatch = 0; ///< as published; a smaller one where it does not fit or divide
    double samples = 0;
};
struct PublishedTraining {
    std::string hardware;
    std::int64_t devices = 0;
    core::Seconds seconds;
    std::string source;
};
struct TrainingRecipe {
    std::string name;
    std::string title;
    std::string model; ///< of the catalogue
    std::string source;
    core::Value plan; ///< what all parts share, as a plan file has it
    std::vector<RecipePart> parts;
    std::vector<PublishedTraining> published;
};

/// The names in resources/trainings, sorted.
[[nodiscard]] std::vector<std::string> recipeNames(const core::Catalog& catalog);
/// \p nameOrPath: a shipped one by its name or an end of it that no other has ("nvidia"), or a file. Errors:
/// UnknownName with the nearest, and those of the file.
[[nodiscard]] core::Result<TrainingRecipe> readRecipe(const core::Catalog& catalog,
                                                      const std::string& nameOrPath);

/// A training of several parts on one machine.
struct PlannedTraining {
    TrainingRecipe recipe;
    std::vector<PlanResult> parts; ///< as the recipe's
    core::Seconds seconds;         ///< of all parts
    core::Seconds low;             ///< with every step at the lower end of its 80 % interval
    core::Seconds high;
    std::optional<PublishedTraining> published; ///< on this machine and as many devices
};
/// \p request's options win over the recipe's; where they do not say how the devices divide, all are
/// replicas. The global batch is the nearest that the replicas divide; a replica's samples go in the
/// published micro-batch, in a smaller one where that does not divide them or does not fit. Errors: those of
/// evaluatePlan; NotSupported where the step cannot be timed.
[[nodiscard]] core::Result<PlannedTraining>
planTraining(const core::Catalog& catalog, const PlanRequest& request, const TrainingRecipe& recipe);
/// The same of a model and a machine that are open. \p options: of a plan, "gpus" among them.
[[nodiscard]] core::Result<PlannedTraining>
planTraining(const core::ModelSpec& model, const core::HardwareSpec& hardware,
             const std::vector<std::pair<std::string, std::string>>& options, const TrainingRecipe& recipe,
             const core::Task& task = {});
/// One row for each part.
[[nodiscard]] core::Table trainingTable(const PlannedTraining& training);
/// What it comes to beside what was published, a sentence.
[[nodiscard]] QString trainingSentence(const PlannedTraining& training, core::TextStyle style);
/// {"recipe", "training_seconds", "low_seconds", "high_seconds", "published_seconds", "parts": [{…}]}
[[nodiscard]] core::Value trainingDocument(const PlannedTraining& training);

} // namespace shardscope::app
