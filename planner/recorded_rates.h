// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner for what recorded runs tell of its coefficients, row by row.
#pragma once

#include "planner/calibrate/row_coefficients.h"
#include "planner/calibrate/row_fit.h"
#include "planner/formula/own_calibration.h"
