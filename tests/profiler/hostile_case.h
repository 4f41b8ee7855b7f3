// SPDX-License-Identifier: GPL-3.0-or-later
// What every import of a file made to harm must keep to, and what it may take of memory.
#pragma once

#include "profiler/profiler.h"
#include "tests/support/sanitized.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace shardscope::tests {

inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

/// Names are UTF-8, lanes do not overlap themselves, no duration is negative, arguments can be asked for.
void verifySound(const profiler::ImportedRun& run);

/// Imports; an error must name the file, a run must be sound.
void survive(const std::filesystem::path& file);

/// The process's peak of resident bytes since the last call with \p reset.
[[nodiscard]] std::uint64_t peakBytes(bool reset = false);

inline constexpr bool kMemoryTells = !kSanitized; ///< else freed blocks are kept aside

} // namespace shardscope::tests
