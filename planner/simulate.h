// SPDX-License-Identifier: GPL-3.0-or-later
// The facade for what happens in time: a schedule of a pipeline alone, and a plan's step as a Run.
#pragma once

#include "planner/schedule/schedules.h"
#include "planner/simulate/persia_simulation.h"
#include "planner/simulate/simulation.h"
#include "planner/simulate/zion_simulation.h"
