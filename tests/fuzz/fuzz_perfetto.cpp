// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Perfetto trace.
#include "profiler/import/perfetto/perfetto.h"
#include "tests/fuzz/fuzz_importer.h"

SHARDSCOPE_FUZZ_IMPORTER(PerfettoImporter)
