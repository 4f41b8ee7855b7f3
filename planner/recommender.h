// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner for recommenders: beyond what a plan says. evaluate() of planner/planner.h
// answers for ZionEX; here are placement, scaling, PERSIA and TorchRec's own estimates. Reading order of the
// folder: shard_cost, table_options, option_choice, partition, placement; dense_time, zionex_step,
// recommender_plan; persia_modes, persia_rates, persia_growth, persia_memory, persia_sizing, persia_plan;
// homogeneous and persia_waiting: what PERSIA is set against.
#pragma once

#include "planner/recommender/persia/homogeneous.h"
#include "planner/recommender/persia/persia_batch.h"
#include "planner/recommender/persia/persia_growth.h"
#include "planner/recommender/persia/persia_memory.h"
#include "planner/recommender/persia/persia_plan.h"
#include "planner/recommender/persia/persia_rates.h"
#include "planner/recommender/persia/persia_sizing.h"
#include "planner/recommender/persia/persia_waiting.h"
#include "planner/recommender/placement/placement.h"
#include "planner/recommender/search/recommender_search.h"
#include "planner/recommender/torchrec/torchrec_json.h"
#include "planner/recommender/zionex/front_end.h"
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/recommender/zionex/zion.h"
#include "planner/recommender/zionex/zion_walk.h"
#include "planner/recommender/zionex/zionex_step.h"
