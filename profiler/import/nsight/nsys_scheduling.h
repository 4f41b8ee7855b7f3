// SPDX-License-Identifier: GPL-3.0-or-later
// Which thread ran on which processor, from an export's scheduling events.
#pragma once

#include "profiler/import/nsight/nsys_facts.h"

#include <cstdint>

namespace shardscope::profiler::nsys {

/// Adds a slice for each time that a thread was on a processor, on a row a processor. \p shift: added to
/// times.
[[nodiscard]] Step readScheduling(Export& tables, const TableColumns& columns, const Facts& facts,
                                  std::int64_t shift, ImportTarget& target);

} // namespace shardscope::profiler::nsys
