// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's YAML files as what a study is asked, and what became of each key of a file that was opened.
#pragma once

#include "app/session/recommender/recommender_choices.h"
#include "core/catalog/catalog.h"
#include "core/model/model_spec.h"
#include "core/model/persia_config.h"

#include <string>

namespace shardscope::app {

/// A PersiaJob or a global_config.yml laid over choices.
struct OpenedPersiaFile {
    core::PersiaFileKind kind = core::PersiaFileKind::Job;
    RecommenderChoices choices;
    core::Table report; ///< key, value, became
};
/// Errors: FormatUnknown (an embedding_config.yml too: it is a model), and those of core::parsePersiaJob and
/// core::parsePersiaGlobal.
[[nodiscard]] core::Result<OpenedPersiaFile> openPersiaFile(const std::string& file,
                                                            RecommenderChoices choices);
/// What \p choices say of a parameter server, the rest PERSIA's defaults.
[[nodiscard]] core::PersiaGlobalConfig persiaGlobalOf(const RecommenderChoices& choices);

/// What a model file became: tables and sizes taken, figures assumed, keys not needed.
[[nodiscard]] core::Table modelImportTable(const core::ModelSpec& model);

} // namespace shardscope::app
