// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner for calibrations: fits of the time model to measured runs.
#pragma once

#include "planner/calibrate/calibrate.h"
#include "planner/calibrate/predicted_figure.h"
#include "planner/calibrate/spread.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/host_update.h"
