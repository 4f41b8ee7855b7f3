// SPDX-License-Identifier: GPL-3.0-or-later
// A step, a time or a rank of a run, for the front ends.
#pragma once

#include "profiler/analyze/selection/run_cut.h"
