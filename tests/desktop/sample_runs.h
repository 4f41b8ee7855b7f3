// SPDX-License-Identifier: GPL-3.0-or-later
// Runs made by hand for the window's tests.
#pragma once

#include "app/desktop/timeline/run_view.h"

namespace shardscope::tests {

/// Two processes: "host" with thread "main" (outer 0..1000 with inner 100..300 and 400..900 inside, all
/// named), and "GPU 0" with "stream 7" (kernel 150..250, gemm 500..800), a flow from inner to kernel, a
/// counter and one step mark. Times in ns.
[[nodiscard]] app::RunViewPtr smallRun();
/// \p slices back to back slices of 10 ns with gaps of 10 ns on one track, two names in turn.
[[nodiscard]] app::RunViewPtr longRun(std::size_t slices);

/// \p ranks ranks, each with a host thread "main" (outer 0..1000), "stream 7" (kernel 100..300, all-reduce
/// 300 + 10 * rank .. 600) and a counter "power"; rank r has the mesh coordinates pipeline r / 2, tensor r
/// % 2. Every rank's processes have the same keys.
[[nodiscard]] app::RunViewPtr manyRanks(std::int32_t ranks);

/// One step of a model whose Python was recorded: thread "main" runs train.py(42), in it a module, torch's
/// own lines, the operator aten::linear and the call that launches "forward kernel" on "stream 7"; thread
/// "autograd" the operator AddmmBackward0, which autograd's arrow joins to aten::linear, and the call that
/// launches "backward kernel".
[[nodiscard]] app::RunViewPtr pythonRun();
/// A stream on which one kernel takes 10, 50, 20, 30 and 40 ns, one call every 100 ns.
[[nodiscard]] app::RunViewPtr kernelRun();

} // namespace shardscope::tests
