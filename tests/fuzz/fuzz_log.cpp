// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a log.
#include "profiler/import/logs/log_text.h"
#include "tests/fuzz/fuzz_importer.h"

SHARDSCOPE_FUZZ_IMPORTER(LogTextImporter)
