// SPDX-License-Identifier: GPL-3.0-or-later
// A run made ready to be drawn: what a picture needs of each slice and name, computed once on a worker.
#pragma once

#include "app/session/documents.h"
#include "core/run/run.h"
#include "core/timeline/op_class.h"

#include <QString>

#include <memory>
#include <vector>

namespace shardscope::app {

struct RunView {
    core::RunPtr run;
    profiler::ImportReport report;
    std::vector<core::OpClass> operation; ///< one a slice
    std::vector<QString> label;           ///< one a name: shortened for a box, see shortName
    struct Extent {
        double low = 0;
        double high = 0;
    };
    std::vector<Extent> counterExtent; ///< one a counter track

    /// Where its slices begin and end: a recording may go on long after the last one. Empty runs: the
    /// timeline's own.
    std::int64_t slicesBegin = 0;
    std::int64_t slicesEnd = 0;

    [[nodiscard]] const core::Timeline& timeline() const { return *run->timeline; }
};

using RunViewPtr = std::shared_ptr<const RunView>;

/// "void at::native::(anonymous namespace)::softmax_kernel<float, 4>(float*)" -> "softmax_kernel". Names that
/// are not C++ signatures stay as they are.
[[nodiscard]] QString shortName(std::string_view name);

/// Prepares \p run. For a cancelled \p task: ErrorCode::Cancelled.
[[nodiscard]] core::Result<RunViewPtr> makeRunView(core::RunPtr run, profiler::ImportReport report,
                                                   const core::Task& task = {});
/// Imports \p files as one run and prepares it.
[[nodiscard]] core::Result<RunViewPtr> makeRunView(const std::vector<std::filesystem::path>& files,
                                                   const core::Task& task = {});

} // namespace shardscope::app
