// SPDX-License-Identifier: GPL-3.0-or-later
// The fourth facade of the planner: fits of the time model to measured runs.
#pragma once

#include "planner/calibrate/calibrate.h"
#include "planner/calibrate/predicted_figure.h"
