// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over the two sides of a difference: "a.slice", "b.slice" and match (docs/sql.md).
#pragma once

#include "app/session/compare/difference.h"
#include "profiler/sql/sql_session.h"

#include <memory>

namespace shardscope::app {

/// Opens both sides for SQL; a plan is asked by its simulation. Errors: NotSupported where a side has no
/// rows; those of SqlSession::openPair.
[[nodiscard]] core::Result<std::unique_ptr<profiler::SqlSession>>
sqlOverSides(const SideDifference& difference);

} // namespace shardscope::app
