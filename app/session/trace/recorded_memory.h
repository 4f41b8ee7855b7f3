// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace recorded of allocators, for the window.
#pragma once

#include "profiler/analyze/memory/recorded_memory.h"
