// SPDX-License-Identifier: GPL-3.0-or-later
// The one application object of all benchmarks of the window.
#pragma once

namespace shardscope::bench {

/// Makes it at the first call, without a display.
void needApplication();

} // namespace shardscope::bench
