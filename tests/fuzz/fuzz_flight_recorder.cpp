// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a dump of PyTorch's flight recorder.
#include "profiler/import/formats.h"
#include "tests/fuzz/fuzz_importer.h"

SHARDSCOPE_FUZZ_IMPORTER(kFlightRecorderJson)
