// SPDX-License-Identifier: GPL-3.0-or-later
// What caches and packs say about a run beside its timeline: files, ranks, clocks, oddities.
#pragma once

#include "profiler/cache/byte_stream.h"
#include "profiler/remarks/imported_run.h"

namespace shardscope::profiler {

/// Everything but timeline, arguments, plan and memory snapshots.
void writeRunRecord(const core::Run& run, const ImportReport& report, ByteWriter& out);
/// The opposite. False where the bytes end too early or contradict themselves; what has been filled in by
/// then is of no use.
[[nodiscard]] bool readRunRecord(ByteReader& in, core::Run& run, ImportReport& report);

} // namespace shardscope::profiler
