// SPDX-License-Identifier: GPL-3.0-or-later
// Case files (contract, section 4): a model, a machine, a plan, and what was measured or published.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

struct Case {
    std::string id;
    std::string group;
    std::string hardware;                         ///< a catalogue name or a file
    std::shared_ptr<const core::ModelSpec> model; ///< null where it cannot be read
    core::Plan plan;
    std::vector<core::Plan> then;   ///< a training's later parts: their `training_seconds` are added
    bool collectivesAbsent = false; ///< a rank measured alone
    std::vector<std::pair<std::string, double>> measured; ///< in the order of the file
    std::optional<double> tolerance;
    std::optional<core::Error> problem; ///< why model or plan cannot be used
    bool searched = false;              ///< a run that others published: the search is held against it
};

/// Every case of \p files (a JSON array, JSON lines, or a list of published runs: published_runs.h). A
/// malformed file is an error with its line; a model or plan that cannot be used is the case's own problem.
[[nodiscard]] core::Result<std::vector<Case>> loadCases(const core::Catalog& catalog,
                                                        const std::vector<std::filesystem::path>& files);

/// Whether \p file is one of these, or of what is none of the formats that are known, and not a recording;
/// told by its first bytes.
[[nodiscard]] bool holdsCases(const std::filesystem::path& file);

/// The same machine with links that take no time: a rank measured alone.
[[nodiscard]] core::HardwareSpec withoutCollectives(core::HardwareSpec hardware);

} // namespace shardscope::app
