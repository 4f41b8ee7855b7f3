// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's embedding array list: bytes of an entry, and which rows it keeps.
#pragma once

#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

/// One row for each table of the model (as described; equal ones once): links, entry, map, weights,
/// optimizer, all.
[[nodiscard]] core::Table entryTableOf(const Study& study);

} // namespace shardscope::app
