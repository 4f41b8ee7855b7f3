// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two sides as both front ends tell it: a document, tables, three sentences.
#pragma once

#include "app/session/compare/side.h"
#include "core/report/report.h"
#include "core/units/text.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct DifferenceRequest {
    ComparisonRequest sides;
    std::string calibration; ///< of plans
    std::map<std::string, double>
        tolerance; ///< by category, or "step", "memory": fraction of A's step or peak
};

struct SideDifference {
    DifferenceSide a;
    DifferenceSide b;
    std::vector<Obstacle> obstacles;
    profiler::StepDifference steps;
    std::vector<profiler::ImportReport> imports; ///< of the files that were read
    /// What differs by more than its tolerance: names of the request's.
    std::vector<std::string> beyond;
};

/// Errors: those of comparedSides and differenceSide.
[[nodiscard]] core::Result<SideDifference>
sideDifference(const core::Catalog& catalog, const DifferenceRequest& request, const core::Task& task = {});
/// The same of two sides that are there already.
[[nodiscard]] SideDifference sideDifference(DifferenceSide a, DifferenceSide b,
                                            const std::map<std::string, double>& tolerance = {});

/// The contract's document (section 12), ending in a newline.
[[nodiscard]] std::string differenceJson(const SideDifference& difference);
/// Tables: waterfall, categories, rows (\p top; 0: all), memory. Findings: what the sides are, and what was
/// not compared.
[[nodiscard]] core::Report differenceReport(const SideDifference& difference, std::size_t top);
/// What differs and by how much; why; what to try. In the reader's language.
[[nodiscard]] QStringList differenceSentences(const SideDifference& difference, core::TextStyle style = {});
/// Sentences on memory and on what is sent, if they differ by more than a hundredth; empty if neither does.
[[nodiscard]] QStringList furtherSentences(const SideDifference& difference, core::TextStyle style = {});
/// What stands in the way, a line each; empty where nothing does.
[[nodiscard]] QStringList obstacleLines(const SideDifference& difference);

} // namespace shardscope::app
