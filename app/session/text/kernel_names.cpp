// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/kernel_names.h"

#include "app/session/text/shown_text.h"

#include <string>

namespace shardscope::app {
namespace {

/// Position of the first '<' or '(' that opens a template or argument list; npos where there is none.
std::size_t signatureEnd(std::string_view name)
{
    const std::size_t at = name.find_first_of("<(");
    return at == 0 ? std::string_view::npos : at;
}

} // namespace

QString shortName(std::string_view name, std::size_t most)
{
    std::string text(name);
    static constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    for (auto at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous))
        text.erase(at, kAnonymous.size());
    const bool returnsVoid = text.rfind("void ", 0) == 0;
    if (returnsVoid)
        text.erase(0, 5);
    const std::size_t end = signatureEnd(text);
    const bool isSignature =
        returnsVoid || (end != std::string::npos && (text[end] == '<' || text.find("::") < end));
    if (isSignature) {
        if (end != std::string::npos)
            text.erase(end);
        if (const auto scope = text.rfind("::"); scope != std::string::npos && scope + 2 < text.size())
            text.erase(0, scope + 2);
    }
    return shownText(core::shortened(text, most));
}

} // namespace shardscope::app
