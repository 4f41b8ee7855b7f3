// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a PyTorch memory snapshot.
#include "profiler/import/formats.h"
#include "tests/fuzz/fuzz_importer.h"

SHARDSCOPE_FUZZ_IMPORTER(kPickleFormat)
