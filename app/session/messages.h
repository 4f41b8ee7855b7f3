// SPDX-License-Identifier: GPL-3.0-or-later
// Codes to sentences for people: what is wrong, where, and what would be right. Translated by Qt's translators.
#pragma once

#include "core/base/error.h"
#include "core/explain/derivation.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"

#include <QString>

namespace shardscope::app {

/// One sentence, without its place: "Unknown key \"tensr\"; did you mean \"tensor\"?"
[[nodiscard]] QString sentence(const core::Error& error);
/// "plan.json, line 3, /parallel/tensr"; empty where nothing is known.
[[nodiscard]] QString placeText(const core::Place& place);
/// Place and sentence: what a message box and standard error show, one line.
[[nodiscard]] QString errorText(const core::Error& error);

/// "Stage 0 needs 5.6 GB of device memory and has 0.92 GB."
[[nodiscard]] QString violationText(const core::Violation& violation);
/// "Recompute all activations: saves 12.3 GiB, which is enough"; imperative, without the closing full stop.
[[nodiscard]] QString remedyText(const core::Remedy& remedy);
/// Short words for a row or a legend.
[[nodiscard]] QString purposeName(core::Purpose purpose);
[[nodiscard]] QString tierName(core::Tier tier);
[[nodiscard]] QString stepPartName(core::StepPart part);
[[nodiscard]] QString sourceKindName(core::SourceKind kind);
[[nodiscard]] QString severityName(core::Severity severity);
/// "stage 0" in the reader's language.
[[nodiscard]] QString rankClassName(const std::string& name);
/// The title of a table or column, and an importer's help text: English source text, translated where known.
[[nodiscard]] QString translated(const std::string& sourceText);
/// A progress stage's key ("read", "nest") as words.
[[nodiscard]] QString stageName(const std::string& stage);

} // namespace shardscope::app
