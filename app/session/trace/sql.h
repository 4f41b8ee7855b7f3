// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over a run as both front ends use it.
#pragma once

#include "profiler/sql/sql_session.h"
