// SPDX-License-Identifier: GPL-3.0-or-later
// By which axes the reader says that a recording's ranks are numbered: an item of the project, of that run.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/history.h"

#include <string>

namespace shardscope::app {

/// As rankOrder() reads it; empty: nobody said, the recording tells.
[[nodiscard]] std::string keptRankOrder(const History& history, const RunView& run);
/// One step of the history. \p title: the run's.
void keepRankOrder(History& history, const RunView& run, const QString& title, const std::string& order);

} // namespace shardscope::app
