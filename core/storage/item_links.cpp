// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/item_links.h"

#include "core/io/files.h"
#include "core/io/value.h"

#include <charconv>

namespace shardscope::core {

std::string referenceTo(ItemId item) { return "#" + std::to_string(item.value); }

std::optional<ItemId> referredTo(std::string_view text)
{
    if (!text.starts_with('#'))
        return std::nullopt;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, failed] = std::from_chars(text.data() + 1, end, number);
    if (failed != std::errc() || behind != end || number == 0)
        return std::nullopt;
    return ItemId(number);
}

std::vector<ItemLink> linksOf(const std::string& body)
{
    std::vector<ItemLink> links;
    if (body.find("\"#") == std::string::npos)
        return links;
    const auto document = parseJsonText(body, {});
    if (!document.ok())
        return links;
    for (const auto& [key, value] : document->members) {
        if (const auto target = referredTo(value.text))
            links.push_back({key, *target});
    }
    return links;
}

std::optional<ItemAddress> itemAddress(const std::string& text)
{
    const std::string mark = std::string(kProjectSuffix) + "#";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos || at + mark.size() == text.size() || files::exists(text))
        return std::nullopt;
    return ItemAddress{text.substr(0, at + kProjectSuffix.size()), text.substr(at + mark.size())};
}

} // namespace shardscope::core
