// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a run as both front ends offer it: sentences, advice, JSON.
#pragma once

#include "core/report/table.h"
#include "core/units/text.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/profiler.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace shardscope::app {

/// How many findings are told first; who wants the others asks for them.
inline constexpr std::size_t kCostsTold = 5;

/// Which step the findings' times are of; "" of one as it was recorded.
[[nodiscard]] QString costsBasis(const profiler::Overview& overview);

/// "The devices wait 2.1 ms a step (31 %) for input data (…)."
[[nodiscard]] QString costSentence(const profiler::CostFinding& finding, core::TextStyle style = {});
/// What would change it.
[[nodiscard]] QString adviceSentence(const profiler::CostFinding& finding);
/// "high" in the reader's language.
[[nodiscard]] QString confidenceName(profiler::Confidence confidence);
/// "Confidence: high." and the like.
[[nodiscard]] QString confidenceSentence(const profiler::CostFinding& finding);
/// What is said where nothing costs a hundredth of a step: what was looked for, or that it is not known.
[[nodiscard]] QString noCostText(const profiler::Overview& overview);
/// "Not known: …, because …. Record …"
[[nodiscard]] QString notKnownSentence(const profiler::NotKnown& one);
/// "computing", "exposed communication", … of a step's time.
[[nodiscard]] QString stepShareName(const std::string& part);

/// How long a step takes and what costs most of it, as a page's title; of an overview that has only begun,
/// the first of it.
[[nodiscard]] QString overviewHeadline(const profiler::Overview& overview);

/// What the run is, as (name, value) rows.
[[nodiscard]] core::Table overviewFacts(const profiler::Overview& overview);
/// How a step's time divides.
[[nodiscard]] core::Table overviewParts(const profiler::Overview& overview);
/// One row for each device: what its step divides into.
[[nodiscard]] core::Table overviewDevices(const profiler::Overview& overview);
/// What the analyses that do not apply lack, one reason once, in the order of the first analysis of each.
struct ReasonOfSome {
    std::vector<const profiler::Analysis*> analyses;
    QString reason;
};
[[nodiscard]] std::vector<ReasonOfSome> reasonsOfSome(const profiler::Overview& overview);
/// "A, B and C".
[[nodiscard]] QString listOf(const QStringList& names);
/// These, by the analyses' names.
[[nodiscard]] core::Table overviewNotApplicable(const profiler::Overview& overview);

/// What no row of the recording tells, what is not known without it, and how to record it.
[[nodiscard]] core::Table overviewNotRecorded(const profiler::Overview& overview);

/// The contract's document (section 9); ends in a newline.
[[nodiscard]] std::string overviewJson(const profiler::Overview& overview);

} // namespace shardscope::app
