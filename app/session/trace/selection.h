// SPDX-License-Identifier: GPL-3.0-or-later
// A job, a step, a time or a rank of a run, for the front ends.
#pragma once

#include "profiler/analyze/selection/part_report.h"
#include "profiler/analyze/selection/run_cut.h"
#include "profiler/trace/jobs.h"
