// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner for searches: the best plans of a transformer under constraints. Reading order of
// the folder: plan_space, plan_nodes, bounds, objectives, node_search, search_state,
// shared_work, plan_search.
#pragma once

#include "planner/parallelism/phase_counts.h"
#include "planner/rules/rules.h"
#include "planner/search/plan_search.h"
#include "planner/search/plan_space.h"
#include "planner/search/together.h"
