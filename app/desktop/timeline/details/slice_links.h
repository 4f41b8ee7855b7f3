// SPDX-License-Identifier: GPL-3.0-or-later
// From a slice to those that explain it: who launched it, in which operator, module and line of Python.
#pragma once

#include "app/desktop/timeline/run_view.h"

#include <vector>

namespace shardscope::app {

struct SliceLink {
    const char* what; ///< English, marked: translated()
    core::SliceId slice;
};

/// In the order in which a reader asks. Of work of a device by the call that its arrow comes from; of a
/// host's row by what is around it. Work of a backward pass, around whose call there is no Python, has the
/// line of the forward pass that autograd's arrow leads to.
[[nodiscard]] std::vector<SliceLink> sliceLinks(const RunView& run, core::SliceId slice);

} // namespace shardscope::app
