// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a run as a report that is sent on: Markdown.
#pragma once

#include "app/session/trace/overview_texts.h"
#include "core/units/text.h"

#include <string>

namespace shardscope::app {

/// What the run is, how its step divides, device by device, what is not known of it, what costs time with
/// where to look and what to try, and what was looked for.
[[nodiscard]] std::string overviewMarkdown(const profiler::Overview& overview, core::TextStyle style);

} // namespace shardscope::app
