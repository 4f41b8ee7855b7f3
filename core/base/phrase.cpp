// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase.h"

#include <algorithm>

namespace shardscope::core {
namespace {
constexpr char kBefore = '\x1e';
constexpr char kBetween = '\x1f';
} // namespace

std::string phrase(std::string_view text, const std::vector<std::string>& values)
{
    std::string argument = kBefore + std::string(text);
    for (const std::string& value : values)
        argument += kBetween + value;
    return argument;
}

std::optional<Phrase> phraseOf(std::string_view argument)
{
    if (argument.empty() || argument.front() != kBefore)
        return std::nullopt;
    argument.remove_prefix(1);
    std::size_t end = std::min(argument.find(kBetween), argument.size());
    Phrase made{std::string(argument.substr(0, end)), {}};
    while (end < argument.size()) {
        argument.remove_prefix(end + 1);
        end = std::min(argument.find(kBetween), argument.size());
        made.values.emplace_back(argument.substr(0, end));
    }
    return made;
}

} // namespace shardscope::core
