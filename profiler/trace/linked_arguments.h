// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of slices that another file knows more about.
#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <memory>
#include <unordered_map>

namespace shardscope::profiler {

/// Answers with \p own arguments; of places in \p links also with the members that the object at the linked
/// place has, as "execution_trace.KEY" (but for the name; members of "inputs" and "outputs", and attributes,
/// one level up).
[[nodiscard]] std::shared_ptr<const core::ArgumentSource>
makeLinkedArguments(std::shared_ptr<const core::ArgumentSource> own,
                    std::unordered_map<std::uint64_t, std::uint64_t> links);

} // namespace shardscope::profiler
