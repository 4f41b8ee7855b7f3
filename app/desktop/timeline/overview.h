// SPDX-License-Identifier: GPL-3.0-or-later
// The whole run in a thousand columns: how busy its accelerators (or, without any, its hosts) are, and with
// what.
#pragma once

#include "app/desktop/timeline/run_view.h"

#include <array>
#include <vector>

namespace shardscope::app {

struct Overview {
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    /// A column's busy share by class, over the outermost lanes of the tracks looked at; adds up to at
    /// most 1.
    std::vector<std::array<float, core::kOpClasses>> columns;
};

/// For a cancelled \p task: ErrorCode::Cancelled. Costs columns times tracks, not slices.
[[nodiscard]] core::Result<Overview> makeOverview(const RunView& run, std::size_t columns,
                                                  const core::Task& task);

} // namespace shardscope::app
