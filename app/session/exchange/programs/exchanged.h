// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of other programs' files make of them, and what the writers of such files make of a plan.
#pragma once

#include "app/session/plan/commands.h"
#include "core/base/result.h"
#include "core/io/value.h"

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
    std::string format; ///< megatron-arguments megatron-log ds_config nemo automodel torchtitan accelerate
                        ///< config
    core::Value plan;   ///< a plan file (docs/formats.md)
    std::optional<core::Value> model;   ///< a model file, where the text describes one that it can say
    std::optional<core::Error> noModel; ///< why there is no model
    std::string modelName;              ///< where the text names one: of the catalogue, or of a hub
    std::string hardware;               ///< of the catalogue, where it is known what machine it is for
    std::vector<IgnoredKey> ignored;
    std::vector<ImportedKey> keys; ///< all of the text
};

/// A file of another tool: its name (none: the one asked for) and text.
struct ExportedFile {
    std::string name;
    std::string text;
};

} // namespace shardscope::app
