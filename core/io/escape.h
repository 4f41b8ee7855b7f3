// SPDX-License-Identifier: GPL-3.0-or-later
// Words of files and of the user where they are shown or written among words of ours: as text, never as
// orders to a terminal, markup, a shell or a table. (JSON's writers escape what they write themselves.)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace shardscope::core {

enum class LineEnds { Escaped, Kept };

/// \p text with control characters (C0, DEL, C1), line and paragraph separators, marks of writing direction,
/// code points that are no characters and bytes that are no UTF-8 as escapes: \n \t \r, else \x1b, \u202e. A
/// table's cell holds one line; a page of ours keeps its line ends, "\n" and "\r\n".
[[nodiscard]] std::string printable(std::string_view text, LineEnds lineEnds = LineEnds::Escaped);

/// What is printable of \p text, for XML and HTML: between tags and within quotes.
[[nodiscard]] std::string markupText(std::string_view text);

/// \p text as a field of CSV: between quotes where RFC 4180 asks for them, and where it begins or ends with a
/// blank or is empty, byte for byte.
[[nodiscard]] std::string csvField(std::string_view text);

/// What is printable of \p text as a cell of a table in Markdown.
[[nodiscard]] std::string markdownCell(std::string_view text);

/// \p text as one word of a shell's command.
[[nodiscard]] std::string shellWord(std::string_view text);

/// How many bytes of a word a sentence repeats, and of a name a cell or a label shows.
inline constexpr std::size_t kMostRepeated = 300;
inline constexpr std::size_t kMostShown = 4000;
/// \p text, or of one with more than \p most bytes its beginning, "…" and its end.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most = kMostRepeated);

} // namespace shardscope::core
