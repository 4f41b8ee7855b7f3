// SPDX-License-Identifier: GPL-3.0-or-later
// Names that are more than words to somebody: to XML, HTML, a terminal, a shell, a spreadsheet, Qt.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace shardscope::tests {

/// Each with what the row of a test is called. All but the last two are UTF-8.
inline const std::vector<std::pair<const char*, std::string>>& hostileNames()
{
    static const std::vector<std::pair<const char*, std::string>> names{
        {"plain", "gpt2"},
        {"ampersand", "R&D 7B"},
        {"script", "<script>alert(1)</script>"},
        {"tags", "<b>x</b><img src=\"http://x/\">"},
        {"entity", "&lt;&amp;&#0;"},
        {"comment", "--><!-- ]]> <![CDATA["},
        {"quotes", "it's \"quoted\" `here`"},
        {"escape", "a\x1b[31mred\x1b]0;title\x07"},
        {"controls", std::string("nul\0one\x01 del\x7f c1 \xC2\x9B", 19) + "2J"},
        {"line ends", "one\ntwo\r\nthree\rfour\xE2\x80\xA8"
                      "five"},
        {"tab", "one\ttwo"},
        {"direction", "abc\xE2\x80\xAE"
                      "fed\xE2\x80\xAC\xE2\x81\xA6"},
        {"no character", "x\xEF\xBF\xBE\xEF\xBF\xBFy"},
        {"places", "%1 %2 %n %s %99"},
        {"formula", "=cmd|'/C calc'!A0"},
        {"comma", "a,b; c"},
        {"blanks", " a "},
        {"shell", "$(id) `id` ; exit 3 # ~ \\ | & > * '"},
        {"mark of edits", "a[*]b"},
        {"Japanese", "\xE6\xA8\xA1\xE5\x9E\x8B"},
        {"very long", std::string(100'000, 'n')},
        {"surrogate", "a\xED\xA0\x80z"},
        {"no UTF-8", "a\xFF\xC3z"},
    };
    return names;
}

} // namespace shardscope::tests
