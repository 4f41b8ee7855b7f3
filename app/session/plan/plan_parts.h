// SPDX-License-Identifier: GPL-3.0-or-later
// Phases of a plan, traces of its stages and choices for its activations as both front ends show them.
#pragma once

#include "planner/planner.h"
