// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each verb: it adds the verb's options, and a callback that does the work and sets the exit
// code.
#pragma once

#include "app/cli/context.h"

#include <QStringList>

#include <functional>
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
void addAnalyzeVerb(CLI::App& app, Context& context);
void addCompareVerb(CLI::App& app, Context& context);
void addValidateVerb(CLI::App& app, Context& context);
void addCalibrateVerb(CLI::App& app, Context& context);
void addSearchVerb(CLI::App& app, Context& context);
void addEstimateVerb(CLI::App& app, Context& context);
void addExportVerb(CLI::App& app, Context& context);
void addImportVerb(CLI::App& app, Context& context);
void addGuessVerb(CLI::App& app, Context& context);
void addFollowVerb(CLI::App& app, Context& context);
void addSqlVerb(CLI::App& app, Context& context);
void addStudyVerb(CLI::App& app, Context& context);
void addReportVerb(CLI::App& app, Context& context);
void addSimulateVerb(CLI::App& app, Context& context);
void addProjectVerb(CLI::App& app, Context& context);
void addLessonVerb(CLI::App& app, Context& context);

/// One a line, ended.
[[nodiscard]] inline std::string linesOf(const QStringList& lines)
{
    return lines.isEmpty() ? std::string() : lines.join(QLatin1Char('\n')).toStdString() + "\n";
}
/// --json, and --units for the tables; then what \p verb does.
void answersWith(CLI::App& verb, Context& context, std::function<Answered()> run);
/// What a call says about a plan, as it was written.
struct PlanArguments {
    std::string model;
    std::string hardware;
    std::string planFile;
    std::string calibration; ///< name or file; empty: the first that fits
    std::vector<std::pair<std::string, std::string>> options;
};
/// MODEL and HARDWARE, then the options.
void addPlanArguments(CLI::App& verb, PlanArguments& arguments);
/// A sample in the place of model and hardware means its plan: by its name in resources/samples, unless a
/// model has the name, or any plan file by its path.
[[nodiscard]] PlanArguments withSample(PlanArguments given);
/// --plan, and every key of a plan as an option of its name.
void addPlanOptions(CLI::App& verb, PlanArguments& arguments);
/// --gpus: all devices, in the place of replicas (withDevices()).
void addDevicesOption(CLI::App& verb, PlanArguments& arguments);
/// --calibration, for the verbs that time a plan.
void addCalibrationOption(CLI::App& verb, PlanArguments& arguments);
/// --set KEY=VALUE, as often as wanted: what a study of a recommender is asked (choiceFields()).
void addChoiceOption(CLI::App& verb, std::vector<std::pair<std::string, std::string>>& choices);
/// "--set list" prints the keys instead of anything else.
[[nodiscard]] bool listsChoices(const Context& context,
                                const std::vector<std::pair<std::string, std::string>>& choices);
/// An option of a plan that takes true or false may stand alone: "--sequence-parallel" means
/// "--sequence-parallel=true".
[[nodiscard]] std::vector<std::string> withFlagValues(const std::vector<std::string>& arguments);

} // namespace shardscope::app
