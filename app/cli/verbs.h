// SPDX-License-Identifier: GPL-3.0-or-later
// One function a verb: it adds the verb's options, and a callback that does the work and sets the exit code.
#pragma once

#include "app/cli/context.h"

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace shardscope::app {

void addModelsVerb(CLI::App& app, Context& context);
void addHardwareVerb(CLI::App& app, Context& context);
void addPlanVerb(CLI::App& app, Context& context);
void addTraceVerb(CLI::App& app, Context& context);
void addValidateVerb(CLI::App& app, Context& context);
void addEstimateVerb(CLI::App& app, Context& context);
void addExportVerb(CLI::App& app, Context& context);
/// The verbs of the contract that are still to come: each says so and exits with 2.
void addFutureVerbs(CLI::App& app, Context& context);

/// --json, and --units for the tables.
void addOutputOptions(CLI::App& verb, Context& context);
/// What a call says about a plan, as it was written.
struct PlanArguments {
    std::string model;
    std::string hardware;
    std::string planFile;
    std::vector<std::pair<std::string, std::string>> options;
};
/// MODEL and HARDWARE, then the options.
void addPlanArguments(CLI::App& verb, PlanArguments& arguments);
/// --plan, and every key of a plan as an option of its name.
void addPlanOptions(CLI::App& verb, PlanArguments& arguments);
/// An option of a plan that takes true or false may stand alone: "--sequence-parallel" means
/// "--sequence-parallel=true".
[[nodiscard]] std::vector<std::string> withFlagValues(const std::vector<std::string>& arguments);

} // namespace shardscope::app
