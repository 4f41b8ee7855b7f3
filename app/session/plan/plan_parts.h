// SPDX-License-Identifier: GPL-3.0-or-later
// Phases of a plan, walks of its stages and choices for its activations as both front ends show them.
#pragma once

#include "planner/planner.h"
