// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of formats whose places are byte offsets of JSON objects in the text.
#pragma once

#include "profiler/import/importer.h"

#include <memory>

namespace shardscope::profiler {

/// Answers with the JSON object that begins at the place, as written.
[[nodiscard]] std::shared_ptr<const FileArguments>
makeObjectArguments(std::shared_ptr<const RandomText> text);

} // namespace shardscope::profiler
