// SPDX-License-Identifier: GPL-3.0-or-later
// A run with the bill of its import.
#pragma once

#include "core/run/run.h"
#include "profiler/remarks/import_report.h"

namespace shardscope::profiler {

struct ImportedRun {
    core::RunPtr run;
    ImportReport report;
};

} // namespace shardscope::profiler
