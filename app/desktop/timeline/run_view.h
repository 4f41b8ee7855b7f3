// SPDX-License-Identifier: GPL-3.0-or-later
// A run made ready to be drawn: what a picture needs of each slice and name, computed once on a worker.
#pragma once

#include "app/desktop/timeline/coloring.h"
#include "app/desktop/timeline/run_places.h"
#include "app/session/documents/documents.h"
#include "app/session/text/kernel_names.h"
#include "app/session/trace/selection.h"
#include "core/kinds/op_class.h"
#include "core/run/run.h"

#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace shardscope::app {

struct RunView {
    core::RunPtr run;
    profiler::ImportReport report;
    profiler::Jobs jobs; ///< that its files are of
    RunPlaces places;
    std::vector<core::OpClass> operation; ///< one a slice
    std::vector<QString> label;           ///< one a name: shortened for a box, see shortName
    struct Extent {
        double low = 0;
        double high = 0;
    };
    std::vector<Extent> counterExtent;      ///< one a counter track
    std::vector<core::OpClass> classes;     ///< that occur, in the order of the look's table
    std::vector<core::NameId> categories;   ///< that occur, by text; an invalid one for slices without
    std::vector<std::uint32_t> flowsByFrom; ///< flows with a known start, by the slice they leave
    std::vector<std::uint32_t> flowsByTo;   ///< flows with a known end, by the slice they enter
    ColoringPtr byOperation;
    bool partial = false; ///< the rest of the run is still being read

    /// Where its slices begin and end: a recording may go on long after the last one. Empty runs: the
    /// timeline's own.
    std::int64_t slicesBegin = 0;
    std::int64_t slicesEnd = 0;

    [[nodiscard]] const core::Timeline& timeline() const { return *run->timeline; }
};

using RunViewPtr = std::shared_ptr<const RunView>;

/// The flows that leave (\p leaving) or enter \p slice, as indices.
[[nodiscard]] std::span<const std::uint32_t> flowsOf(const RunView& run, core::SliceId slice, bool leaving);

/// What slices of that name are called here: a recorder's words as they stand and shortened for a box, the
/// planner's own of a simulated run in the reader's language. The same of processes, tracks and counters.
[[nodiscard]] QString shownSlice(const RunView& run, core::NameId name);
[[nodiscard]] QString fullName(const RunView& run, core::NameId name); ///< of slices, not shortened
[[nodiscard]] QString shownLane(const RunView& run, core::NameId name);
[[nodiscard]] QString shownLane(const RunView& run, const std::string& name);

/// Prepares \p run. For a cancelled \p task: ErrorCode::Cancelled.
[[nodiscard]] core::Result<RunViewPtr> makeRunView(core::RunPtr run, profiler::ImportReport report,
                                                   const core::Task& task = {});
/// Imports \p files as one run and prepares it. \p first is given coarse pictures (RunView::partial) while a
/// large file is still being read, in the thread of the caller. Rows are told by \p rules; null: the shipped
/// ones.
[[nodiscard]] core::Result<RunViewPtr> makeRunView(const std::vector<std::filesystem::path>& files,
                                                   const core::Task& task = {},
                                                   const std::function<void(RunViewPtr)>& first = {},
                                                   const std::shared_ptr<const core::WorkRules>& rules = {});

} // namespace shardscope::app
