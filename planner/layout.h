// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of what a plan is asked before it is evaluated.
#pragma once

#include "planner/formula/stages.h"
#include "planner/framework/program_call.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/rules/read_plan.h"
