// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's units (core/units/reader_units), kept between runs of the program.
#pragma once

#include "core/units/reader_units.h"

namespace shardscope::app {

/// What was kept, from now on; the program's start.
void startUnits();
/// Sets units from now on, and keeps them; every widget writes its numbers anew, as for another language.
void chooseUnits(const core::ReaderUnits& units);

} // namespace shardscope::app
