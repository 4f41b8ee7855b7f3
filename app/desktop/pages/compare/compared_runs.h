// SPDX-License-Identifier: GPL-3.0-or-later
// What is worked out of two runs that are set against each other, away from the window.
#pragma once

#include "app/desktop/pages/compare/compare_parts.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/report/table.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// What can stand on a side: a whole run, or what it holds of one of its files, which is a rank's.
/// What of a run is meant; neither: all of it.
struct ComparablePart {
    std::optional<std::uint32_t> job = {};    ///< of several that were opened together
    std::optional<std::uint32_t> source = {}; ///< of core::Run::sources
    friend bool operator==(const ComparablePart&, const ComparablePart&) = default;
};

struct ComparableRun {
    QString title;
    std::weak_ptr<const RunView> owner; ///< the run, or the one it belongs to
    ComparablePart part = {};
};

struct ComparedRuns {
    RunViewPtr a;
    RunViewPtr b;
    StepSpan stepA;
    StepSpan stepB;
    double secondsA = 0; ///< of a step; 0: unknown
    double secondsB = 0;
    std::vector<std::shared_ptr<const core::Table>> tables; ///< figures, by name, by tree
    std::optional<core::Error> problem;                     ///< why there is nothing else
};

[[nodiscard]] std::shared_ptr<const ComparedRuns> comparedRuns(const ComparableRun& a, const ComparableRun& b,
                                                               const core::Task& task);

/// Of one run: the names that a row of a table counts, and the slice of them that lasts longest (none: an
/// invalid one).
struct NamedSlices {
    std::vector<bool> names;
    core::SliceId longest;
};

/// Of both; \p tree: \p row is a path of the table of trees.
[[nodiscard]] std::array<NamedSlices, 2> slicesOfRow(const ComparedRuns& compared, const std::string& row,
                                                     bool tree, const core::Task& task);

} // namespace shardscope::app
