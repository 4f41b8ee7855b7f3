// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs that the command line and the window share. Each takes values, returns a value and touches
// nothing else.
#pragma once

#include "app/session/documents/documents.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"
#include "planner/planner.h"

#include <QString>

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// What to evaluate. \c options are plan options without dashes ({"tensor", "8"}) and win over the plan file.
struct PlanRequest {
    std::string model;    ///< catalogue name or file; empty: as the plan file says
    std::string hardware; ///< catalogue name or file; empty: as the plan file says
    std::string planFile; ///< empty: none
    std::vector<std::pair<std::string, std::string>> options;
    std::string calibration = {}; ///< name of one of the hardware's, FILE or FILE/NAME; empty: the nearest
    double price = 0;             ///< of a device and hour, in the place of the hardware's own; 0: none given
    double power = 0;             ///< watts of a device, likewise
};

/// \p hardware with the calibration \p wanted alone: the name of one of its own, FILE/NAME of a description's
/// (calibrate --out), or FILE for all that it has beside the catalogue's. Errors: UnknownName, and those of
/// the file.
[[nodiscard]] core::Result<core::HardwareSpec>
withCalibration(const core::Catalog& catalog, core::HardwareSpec hardware, const std::string& wanted);

/// A plan with what it was evaluated on.
struct PlanResult {
    core::ModelSpec model;
    core::HardwareSpec hardware;
    core::Evaluation evaluation;
};

/// Reads model, hardware and plan, and evaluates. An infeasible plan is a result; errors are those of the
/// files and options, placed in the file or at the option.
[[nodiscard]] core::Result<PlanResult> evaluatePlan(const core::Catalog& catalog, const PlanRequest& request,
                                                    planner::Detail detail = planner::Detail::Explained);

/// What a step's energy and cost lack, and what to enter, one a line; empty where nothing.
[[nodiscard]] QString missingCosts(const core::HardwareSpec& hardware, const core::Evaluation& evaluation);

/// The catalogue: name, title, and for a model its parameters, for hardware its devices and device memory.
[[nodiscard]] core::Result<core::Table> modelTable(const core::Catalog& catalog);
[[nodiscard]] core::Result<core::Table> hardwareTable(const core::Catalog& catalog);

/// Every figure of one model or one hardware description, with its source: key, value, source, unverified.
[[nodiscard]] core::Table modelFigures(const core::ModelSpec& model);
[[nodiscard]] core::Table hardwareFigures(const core::HardwareSpec& hardware);
/// What --calibration knows on \p hardware: name, program, range of the runs, cases, errors (fractions). No
/// rows where none was fitted.
[[nodiscard]] core::Table calibrationTable(const core::HardwareSpec& hardware);

/// The derivation behind a number of \p evaluation, by the contract's names:
/// memory.TIER.PURPOSE[@RANK_CLASS], step.PART, communication.GROUP.OPERATION. Error: UnknownName, with the
/// nearest path.
[[nodiscard]] core::Result<core::DerivationPtr> findDerivation(const core::Evaluation& evaluation,
                                                               const std::string& path);
/// Every path that findDerivation knows here, in the order of the tables.
[[nodiscard]] std::vector<std::string> derivationPaths(const core::Evaluation& evaluation);

/// plan --json, models NAME --json, trace --json … (contract): one document, ending in a newline.
/// {"models": [{"name", …}]} of modelTable or hardwareTable.
[[nodiscard]] std::string catalogJson(const core::Table& table);
[[nodiscard]] std::string modelJson(const core::ModelSpec& model);
[[nodiscard]] std::string hardwareJson(const core::HardwareSpec& hardware);
/// The same with the members of \p beside, an object, behind.
[[nodiscard]] std::string planJson(const PlanResult& result, const core::Value& beside);
[[nodiscard]] std::string traceJson(const profiler::ImportedRun& imported);
[[nodiscard]] std::string derivationJson(const core::DerivationPtr& derivation);

} // namespace shardscope::app
