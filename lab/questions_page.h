// SPDX-License-Identifier: GPL-3.0-or-later
// Common questions without options: the best plan that a search finds, beside the best run of that kind that
// somebody published. The table "questions" of docs/accuracy.md.
#pragma once

#include "lab/accuracy_page.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::lab {

/// Rates are tokens a second and device.
struct QuestionRow {
    std::string name;
    std::string source;
    std::string refused; ///< why nothing is answered; empty: it is
    std::string layout;
    double published = 0;
    double rate = 0;
    double low = 0;
    double high = 0;

    /// How far the answer is above what was published.
    [[nodiscard]] double above() const { return rate / published - 1; }
    /// Half of the interval, over the answer.
    [[nodiscard]] double half() const { return (high - low) / 2 / rate; }
};

/// Of \p list (lab/questions.json): each is searched with what it says and nothing else. Errors: those of the
/// list; Cancelled.
[[nodiscard]] core::Result<std::vector<QuestionRow>>
questionRows(const core::Catalog& catalog, const std::filesystem::path& list, const core::Task& task = {});

/// The block "questions".
[[nodiscard]] PageBlocks questionBlocks(const std::vector<QuestionRow>& rows);

} // namespace shardscope::lab
