// SPDX-License-Identifier: GPL-3.0-or-later
// Files as people hand them over: a model, a hardware description, a plan or a trace, told by content, never
// by name.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/io/value.h"
#include "profiler/profiler.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace shardscope::app {

/// Cluster: PERSIA's roles on machines (resources/clusters). Persia: a PersiaJob or a global_config.yml.
/// Project: a whole one; an item of it (FILE.shardscope#NAME) is of the kind that it has.
enum class DocumentKind { Model, Hardware, Plan, Trace, Cluster, Persia, Project };

/// A plan file as it lies on disk, or a plan of a project. \c model and \c hardware are catalogue names,
/// files or items of the project, empty where the file does not name them; a relative path is taken from the
/// plan file's folder. \c plan is the plan alone (contract, section 3); null: there is no file.
struct PlanDocument {
    std::string file;
    std::string model;
    std::string hardware;
    core::Value plan;

    /// Whether the file says \p key of \p group ("parallel", "replica").
    [[nodiscard]] bool says(std::string_view group, std::string_view key) const;
};

/// Where models/, hardware/, samples/ … lie: the environment variable SHARDSCOPE_RESOURCES, else beside the
/// installed program (../share/shardscope), else the source tree that a program not installed was built from,
/// else the folders of the XDG base directories (shardscope/ in XDG_DATA_HOME, XDG_DATA_DIRS).
[[nodiscard]] std::filesystem::path findResources();

/// What \p file holds. A project is told by its name alone and not opened: closing it again would take the
/// locks of a window of this program that has it open (sqlite.org/howtocorrupt.html, section 2.2). Errors:
/// FileNotFound, FileUnreadable, FileEmpty, SyntaxError, FormatUnknown; of an item those of
/// core::readNamedItem.
[[nodiscard]] core::Result<DocumentKind> documentKind(const std::filesystem::path& file);

/// Splits a plan file into what it names and the plan itself. Errors: SyntaxError, WrongType.
[[nodiscard]] core::Result<PlanDocument> readPlanDocument(const std::filesystem::path& file);

} // namespace shardscope::app
