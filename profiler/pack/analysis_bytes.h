// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of a run's analyses as bytes of a pack, and back.
#pragma once

#include "core/run/run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

[[nodiscard]] std::string analysisBytes(const core::KeptReports& reports);
/// Reads the reports of a run with \p tracks tracks. None if the bytes are damaged or contradict themselves.
[[nodiscard]] std::optional<core::KeptReports> readAnalyses(std::string_view bytes, std::size_t tracks);

} // namespace shardscope::profiler
