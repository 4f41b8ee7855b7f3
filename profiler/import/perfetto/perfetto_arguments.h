// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of Perfetto's events: their packet read again, its names looked up as they were then.
#pragma once

#include "profiler/import/importer.h"
#include "profiler/import/perfetto/perfetto_state.h"

#include <memory>

namespace shardscope::profiler {

[[nodiscard]] std::shared_ptr<const FileArguments>
makePerfettoArguments(std::shared_ptr<const RandomText> text,
                      std::shared_ptr<const PerfettoNameHistory> names);

} // namespace shardscope::profiler
