// SPDX-License-Identifier: GPL-3.0-or-later
// What jobs that were opened together go by.
#pragma once

#include "app/desktop/timeline/run_view.h"

#include <QStringList>

namespace shardscope::app {

/// "Job 0: a.json, b.json", of many files the first and the last, one a job; empty where there is one only.
[[nodiscard]] QStringList jobTitles(const RunView& run);

} // namespace shardscope::app
