// SPDX-License-Identifier: GPL-3.0-or-later
// The third facade of the planner: what other tools' own estimators say of memory, beside what is held.
#pragma once

#include "planner/estimate/deepspeed_estimator.h"
