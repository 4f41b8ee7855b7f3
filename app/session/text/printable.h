// SPDX-License-Identifier: GPL-3.0-or-later
// Text of files on a terminal: what would move its cursor, clear it or turn its writing around is shown, not
// done.
#pragma once

#include <string>
#include <string_view>

namespace shardscope::app {

enum class LineEnds { Escaped, Kept };

/// \p text with control characters (C0, DEL, C1), line and paragraph separators, marks of writing direction
/// and bytes that are no UTF-8 as escapes: \n \t \r, else \x1b, \u202e. A table's cell holds one line; a page
/// of ours keeps its line ends.
[[nodiscard]] std::string printable(std::string_view text, LineEnds lineEnds = LineEnds::Escaped);

} // namespace shardscope::app
