// SPDX-License-Identifier: GPL-3.0-or-later
// The second facade of the planner: recommenders beyond what a plan says. evaluate() of planner/planner.h
// answers for ZionEX; here are placement, scaling, PERSIA and TorchRec's own estimates. Reading order of the
// folder: shard_cost, table_options, option_choice, partition, placement; dense_time, zionex_step,
// recommender_plan; persia_modes, persia_rates, persia_memory, persia_sizing, persia_plan.
#pragma once

#include "planner/recommender/front_end.h"
#include "planner/recommender/persia_batch.h"
#include "planner/recommender/persia_memory.h"
#include "planner/recommender/persia_plan.h"
#include "planner/recommender/persia_rates.h"
#include "planner/recommender/persia_sizing.h"
#include "planner/recommender/placement.h"
#include "planner/recommender/recommender_plan.h"
#include "planner/recommender/torchrec_json.h"
#include "planner/recommender/zion.h"
#include "planner/recommender/zionex_step.h"
#include "planner/search/recommender_search.h"
