// SPDX-License-Identifier: GPL-3.0-or-later
// What kinds of packets a Perfetto trace has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::profiler {

inline constexpr std::uint32_t kTracePacket = 1; ///< field of Trace

/// Whether the first packets of \p head have fields of TracePacket and no others.
[[nodiscard]] bool looksLikePerfetto(std::string_view head);
/// Whether a packet's field is read, or says nothing about the run.
[[nodiscard]] bool perfettoFieldExpected(std::uint32_t number);
/// What a field that is not read is called, "field 7" where we do not know it.
[[nodiscard]] std::string perfettoFieldName(std::uint32_t number);

} // namespace shardscope::profiler
