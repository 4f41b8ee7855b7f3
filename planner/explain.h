// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of what a plan comes to, for workers that can be stopped.
#pragma once

#include "planner/evaluate/explain.h"
