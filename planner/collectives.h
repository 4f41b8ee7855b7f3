// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of collectives that are told chunk by chunk, and of how unevenly tokens go to experts.
#pragma once

#include "planner/formula/expert_load.h"
#include "planner/reports/plan_collective.h"
