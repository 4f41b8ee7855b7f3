// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments that tie rows together, by the names that formats give them: importers keep them, analyses
// and SQL join on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace shardscope::profiler {

/// The integers that analyses join on.
enum class ArgKey : std::uint8_t { Correlation, ExternalId, Stream, Device, Bytes, SequenceNumber, Count_ };
inline constexpr std::size_t kArgKeys = static_cast<std::size_t>(ArgKey::Count_);

/// The names \p key goes by in the formats we read, the usual one first.
[[nodiscard]] std::span<const std::string_view> argKeyNames(ArgKey key);

/// The names that the extents of an operation's operands go by: PyTorch's, Ascend's.
inline constexpr std::array<std::string_view, 2> kExtentsNames{"Input Dims", "Input dims"};

/// The rate of a copy as Kineto tells it; a billion bytes a second.
inline constexpr std::string_view kCopyRateName = "memory bandwidth (GB/s)";

} // namespace shardscope::profiler
