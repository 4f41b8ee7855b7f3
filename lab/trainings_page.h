// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trainings as they were published, against what a study answers of them: speed, goodput, days and
// energy told apart. The table "trainings" of docs/accuracy.md.
#pragma once

#include "app/session/study/solved_study.h"
#include "lab/accuracy_page.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::lab {

/// A figure that was published, and what is answered of it.
struct TrainingFigure {
    std::optional<double> published;
    bool atLeast = false; ///< "more than"
    app::Spread answered;

    /// Whether it lies in the range; none: it was not published.
    [[nodiscard]] std::optional<bool> inside() const
    {
        if (!published)
            return {};
        return atLeast ? answered.high >= *published
                       : answered.low <= *published && *published <= answered.high;
    }
};

struct TrainingRow {
    std::string name;
    std::string source;
    std::string note;
    std::string refused; ///< why nothing is answered; empty: it is
    std::string layout;
    bool calibrated = false; ///< its range is a calibration's, else that of specifications
    TrainingFigure rate;     ///< tokens a second and device, while it goes on
    TrainingFigure goodput;
    TrainingFigure days;
    TrainingFigure energy; ///< joules
};

/// Solves each training of \p list (lab/trainings.json) as a study of one scenario, its goodput by what
/// the other trainings got through and by what it told of its own interruptions. Models that lie beside the
/// list are found there. Errors: those of the list; Cancelled.
[[nodiscard]] core::Result<std::vector<TrainingRow>>
trainingRows(const core::Catalog& catalog, const std::filesystem::path& list, const core::Task& task = {});

/// The block "trainings".
[[nodiscard]] PageBlocks trainingBlocks(const std::vector<TrainingRow>& rows);

} // namespace shardscope::lab
