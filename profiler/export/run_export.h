// SPDX-License-Identifier: GPL-3.0-or-later
// A run written for other viewers, with its tracks, slices, arrows and counters.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <filesystem>

namespace shardscope::profiler {

/// Writes \p run to \p file, in the format that the name asks for: .json or .json.gz (Chrome's trace event
/// format), .pftrace or .perfetto-trace (Perfetto's). Errors: NotSupported for another name; FileUnwritable;
/// Cancelled, after which no file is left.
[[nodiscard]] core::Result<core::Done> exportRun(const core::Run& run, const std::filesystem::path& file,
                                                 const core::Task& task = {});

} // namespace shardscope::profiler
