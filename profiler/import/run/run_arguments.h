// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of all files of a run behind one interface: a place tells its file.
#pragma once

#include "core/run/run.h"
#include "profiler/import/importer.h"

#include <memory>
#include <vector>

namespace shardscope::profiler {

/// \p files by number; null: the file has none.
[[nodiscard]] std::shared_ptr<const core::ArgumentSource>
makeRunArguments(std::vector<std::shared_ptr<const FileArguments>> files);

} // namespace shardscope::profiler
