// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as PyTorch's profiler writes it, of any size, the same on every machine.
#pragma once

#include <cstddef>
#include <string>

namespace shardscope::bench {

/// JSON text of \p events events: nested operators on a host thread, kernels on a stream, an arrow for each
/// launch, arguments as the profiler writes them; about 250 bytes an event.
[[nodiscard]] std::string syntheticTrace(std::size_t events);

} // namespace shardscope::bench
