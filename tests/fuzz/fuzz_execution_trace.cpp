// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a PyTorch execution trace.
#include "profiler/import/execution_trace/execution_trace.h"
#include "tests/fuzz/fuzz_importer.h"

SHARDSCOPE_FUZZ_IMPORTER(ExecutionTraceImporter)
