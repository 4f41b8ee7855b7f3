// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner for transformers and lists of layers: what a plan comes to, what the allocator
// shows over its step, reports on its parts, and what other tools' estimators say. Beside it: recommender.h,
// calibration.h.
#pragma once

#include "planner/estimate/deepspeed_estimator.h"
#include "planner/evaluate/evaluate.h"
#include "planner/evaluate/memory_trace.h"
#include "planner/machine/exchange.h"
#include "planner/machine/network_scaling.h"
#include "planner/reports/choices.h"
#include "planner/reports/memory_report.h"
#include "planner/reports/phase_report.h"
#include "planner/step/goodput.h"
#include "planner/step/throughput.h"
#include "planner/traffic/routes.h"
