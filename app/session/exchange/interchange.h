// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in other tools' words: Megatron-LM's arguments and logs, DeepSpeed's ds_config.json, YAML of NeMo,
// Megatron-Bridge, NeMo AutoModel and accelerate, jobs of torchtitan; and back. A model's config.json is a
// plan that says nothing but its model.
#pragma once

#include "app/session/exchange/programs/exchanged.h"
#include "app/session/plan/commands.h"
#include "core/base/result.h"
#include "core/io/value.h"
#include "core/report/table.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Reads \p text, told by what it looks like. \p devices: how many there are, where the text does not say.
/// Errors: FormatUnknown; those of the JSON or YAML; NumberMalformed for a size that is none; NotDivisible
/// where the devices do not divide by the degrees.
[[nodiscard]] core::Result<ImportedPlan> importPlan(const std::string& text, const std::string& file,
                                                    std::optional<std::int64_t> devices);

/// {"format", "plan", "model" (where described or named), "hardware", "keys": [{"key", "value", "became",
/// "why"}], "ignored": [{"key", "value"}]}; one document with a newline.
[[nodiscard]] std::string importJson(const ImportedPlan& imported);
/// What was read, and what was ignored.
[[nodiscard]] std::vector<core::Table> importTables(const ImportedPlan& imported);

/// A key of the plan that the other tool's file does not say, and what reading the file gives in its place.
struct LostKey {
    std::string key;    ///< "/schedule"
    std::string value;  ///< "zb_h2"
    std::string readAs; ///< "1f1b"; "": nothing
};
struct ExportedPlan {
    std::vector<ExportedFile> files;
    std::vector<LostKey> lost; ///< of what importPlan reads; empty for the others
};
/// Names of what a plan can become: files of programs that train, jobs of clusters, descriptions for others.
[[nodiscard]] const std::vector<std::string>& planExports();
/// "Slurm job" of "slurm".
[[nodiscard]] QString planExportTitle(const std::string& what);
/// \p what of planExports(). Errors: UnknownName; NotSupported where the other tool cannot say this plan.
[[nodiscard]] core::Result<ExportedPlan> exportPlan(const std::string& what, const PlanResult& result);
/// Where each file of \p exported goes: \p out itself, or its name in the folder \p out.
[[nodiscard]] std::vector<std::pair<std::filesystem::path, std::string>>
exportedPaths(const ExportedPlan& exported, const std::filesystem::path& out);

} // namespace shardscope::app
