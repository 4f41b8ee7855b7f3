// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots of a run as bytes of a pack, and back.
#pragma once

#include "core/run/memory_snapshot.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

using MemorySnapshots = std::vector<std::shared_ptr<const core::MemorySnapshot>>;

[[nodiscard]] std::string memoryBytes(const MemorySnapshots& snapshots);

/// Reads what memoryBytes wrote of a run with \p sources files. False where the bytes are damaged: cut short,
/// or with a number that leads nowhere.
[[nodiscard]] bool readMemory(std::string_view bytes, std::size_t sources, MemorySnapshots& snapshots);

} // namespace shardscope::profiler
