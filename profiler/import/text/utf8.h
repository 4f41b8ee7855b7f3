// SPDX-License-Identifier: GPL-3.0-or-later
// Well-formed UTF-8, sequence by sequence.
#pragma once

#include <cstddef>
#include <string_view>

namespace shardscope::profiler {

/// Length of the well-formed sequence at \p at (RFC 3629, section 4); 0 where there is none.
[[nodiscard]] std::size_t utf8SequenceLength(std::string_view text, std::size_t at);

} // namespace shardscope::profiler
