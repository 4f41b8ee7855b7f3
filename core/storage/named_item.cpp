// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/named_item.h"

#include "core/base/mapped.h"
#include "core/base/refusals.h"
#include "core/io/value.h"
#include "core/storage/store.h"

#include <algorithm>
#include <iterator>

namespace shardscope::core {

std::string addressText(const ItemAddress& address) { return address.file.string() + "#" + address.name; }

std::string textOf(const ProjectItem& item)
{
    if (!item.body.starts_with('"'))
        return item.body;
    const auto text = parseJsonText(item.body, {});
    return text.ok() ? text->text : item.body;
}

std::string bodyOf(const std::string& text)
{
    const auto document = parseJsonText(text, {});
    const bool json = document.ok() && document->kind == Value::Kind::Object;
    return json ? text : jsonText(Value::ofText(text), 0);
}

Result<NamedItem> readNamedItem(const ItemAddress& address, std::span<const ItemKind> kinds)
{
    SHARDSCOPE_TRY(const Store store, Store::open(address.file, Store::Access::Read));
    SHARDSCOPE_TRY(const ProjectContents contents, store.read().in(address.file.string()));
    const std::optional<ItemId> number = referredTo(address.name);
    std::vector<std::string> names;
    for (const ItemKind kind : kinds) {
        for (const ItemPtr& item : contents.items) {
            if (item->kind != kind)
                continue;
            if (number ? item->id == *number : item->name == address.name)
                return NamedItem{*item, textOf(*item)};
            names.push_back(item->name);
        }
    }
    const std::string what =
        joined(mapped<std::string>(kinds, [](ItemKind kind) { return std::string(nameOf(kind)); }), " | ");
    return Error{ErrorCode::UnknownName,
                 {address.name, nearestName(address.name, names), phrase(W_("%1 of the project"), {what})}}
        .in(address.file.string());
}

} // namespace shardscope::core
