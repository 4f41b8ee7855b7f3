// SPDX-License-Identifier: GPL-3.0-or-later
// Codes to sentences for people: what is wrong, where, and what would be right. Translated by Qt's
// translators.
#pragma once

#include "core/base/error.h"
#include "core/explain/derivation.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"
#include "core/units/text.h"

#include <QString>
#include <QStringList>

namespace shardscope::app {

/// One sentence, without its place: "Unknown key \"tensr\"; did you mean \"tensor\"?"
[[nodiscard]] QString sentence(const core::Error& error);
/// "plan.json, line 3, /parallel/tensr"; empty where nothing is known.
[[nodiscard]] QString placeText(const core::Place& place);
/// Place and sentence: what a message box and standard error show, one line.
[[nodiscard]] QString errorText(const core::Error& error);

/// "stage 0 (device memory) needs 5.2 GiB and has 0.86 GiB"
[[nodiscard]] QString violationText(const core::Violation& violation, core::TextStyle style = {});
/// "3.21 s a step, 61.2 GiB on the fullest of 8 devices"
[[nodiscard]] QString outcomeText(const core::PlanOutcome& outcome, core::TextStyle style = {});
/// What of \p plan its framework cannot run, a sentence each without a full stop: "huggingface has no
/// pipelines".
[[nodiscard]] QStringList frameworkRefusals(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& plan);
/// The title of \p framework, for example "Hugging Face". (refusalText, below, joins all refusals into one
/// sentence; it is empty if the plan can be run.)
[[nodiscard]] QString frameworkTitle(core::Framework framework);
/// Why the framework of \p plan has no use for the key at \p pointer; empty where it has.
[[nodiscard]] QString whyNoUse(const core::Plan& plan, const char* pointer);
[[nodiscard]] QString refusalText(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                  const core::Plan& plan);
/// "recompute all activations (−12.3 GiB), which is enough: 3.21 s a step, …"; no closing full stop.
[[nodiscard]] QString remedyText(const core::Remedy& remedy, core::TextStyle style = {});
/// "Fits." or "Does not fit: …. Closest fixes: …; …."
[[nodiscard]] QString verdictText(const core::Verdict& verdict, core::TextStyle style = {});
/// "May not fit: …" of a tier of \p evaluation that is nearly full, or as full as closed forms may be off;
/// empty of others.
[[nodiscard]] QString mayNotFitText(const core::Evaluation& evaluation, const core::TierUse& use,
                                    core::TextStyle style = {});
/// How the device's memory was found: by the allocator simulation, with what the closed forms say beside it,
/// or why they stand alone and how far they may be off. Empty if nobody asked for a memory trace.
[[nodiscard]] QString memoryBasisText(const core::Evaluation& evaluation, core::TextStyle style = {});
/// English words of ours, marked for translated(): what tables hold, whatever the reader's language.
[[nodiscard]] const char* purposeWord(core::Purpose purpose);
[[nodiscard]] const char* stepPartWord(core::StepPart part);
[[nodiscard]] const char* severityWord(core::Severity severity);
/// The word for a collective's algorithm (or "transfer"), or why it was chosen (CommunicationEntry); empty
/// for other words.
[[nodiscard]] const char* algorithmWord(std::string_view algorithm);
[[nodiscard]] const char* reasonWord(std::string_view reason);
/// Short words for a row or a legend.
[[nodiscard]] QString purposeName(core::Purpose purpose);
[[nodiscard]] QString tierName(core::Tier tier);
[[nodiscard]] QString stepPartName(core::StepPart part);
[[nodiscard]] QString sourceKindName(core::SourceKind kind);
[[nodiscard]] QString severityName(core::Severity severity);
/// "all_reduce" -> "all-reduce"
[[nodiscard]] QString collectiveText(const QString& operation);
[[nodiscard]] inline QString collectiveText(core::Transfer operation)
{
    return collectiveText(QString::fromUtf8(core::nameOf(operation)));
}
/// "tensor" -> "tensor group"
[[nodiscard]] QString groupText(const QString& group);
/// A figure of a model's file: "kv_heads" -> "Heads of keys and values"
[[nodiscard]] QString modelFigureName(const std::string& figure);
/// "stage 0" in the reader's language.
[[nodiscard]] QString rankClassName(const std::string& name);
/// "stage 0 device", a violation's place, in the reader's language.
[[nodiscard]] QString placeName(const std::string& where);
/// A text that is marked (core/base/text_mark.h) in the reader's language.
[[nodiscard]] QString translated(const std::string& sourceText);
/// A name in a formula: "activations_in_work" -> "activations in work", or its translation; symbols ("t",
/// "rts") stay as they are.
[[nodiscard]] QString labelText(const std::string& label);
/// A progress stage's key ("read", "nest") as words.
[[nodiscard]] QString stageName(const std::string& stage);

} // namespace shardscope::app
