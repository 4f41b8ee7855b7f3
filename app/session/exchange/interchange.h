// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in other tools' words: Megatron-LM's arguments and logs, DeepSpeed's ds_config.json, YAML of NeMo,
// Megatron-Bridge and NeMo AutoModel, jobs of torchtitan; and back. A model's config.json is a plan that says
// nothing but its model.
#pragma once

#include "app/session/plan/commands.h"
#include "core/base/result.h"
#include "core/io/value.h"
#include "core/report/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// A key of the other tool that says nothing a plan knows, as it was written.
struct IgnoredKey {
    std::string key;
    std::string value;
};

/// What became of a key of the other tool's document.
struct ImportedKey {
    std::string key;
    std::string value;
    std::string became; ///< "plan.parallel.tensor = 8"; empty: nothing
    std::string why;    ///< nothing did
};

struct ImportedPlan {
    std::string format; ///< megatron-arguments megatron-log ds_config nemo automodel torchtitan config
    core::Value plan;   ///< a plan file (docs/formats.md)
    std::optional<core::Value> model;   ///< a model file, where the text describes one that it can say
    std::optional<core::Error> noModel; ///< why there is no model
    std::string modelName;              ///< where the text names one: of the catalogue, or of a hub
    std::vector<IgnoredKey> ignored;
    std::vector<ImportedKey> keys; ///< all of the text
};

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

/// A file of another tool: its name (none: the one asked for) and text.
struct ExportedFile {
    std::string name;
    std::string text;
};
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
/// "ds_config", "megatron", "torchtitan", "ipu-layout", "astra-sim".
[[nodiscard]] const std::vector<std::string>& planExports();
/// \p what of planExports(). Errors: NotSupported where the other tool cannot say this plan.
[[nodiscard]] core::Result<ExportedPlan> exportPlan(const std::string& what, const PlanResult& result);

} // namespace shardscope::app
