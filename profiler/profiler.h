// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the profiler: reads recorded runs, analyses and compares them.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/overview/worked_device.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/compare/figures.h"
#include "profiler/compare/rank_run.h"
#include "profiler/export/chakra_trace.h"
#include "profiler/export/run_export.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/import/logs/log_line.h"
#include "profiler/import/logs/training_line.h"
#include "profiler/open/import_trace.h"
#include "profiler/pack/build/pack_build.h"
#include "profiler/trace/mesh_from_groups.h"
