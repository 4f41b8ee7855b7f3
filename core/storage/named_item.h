// SPDX-License-Identifier: GPL-3.0-or-later
// An item of a project file in the place of a file: FILE#NAME, of a kind that its position tells.
#pragma once

#include "core/base/result.h"
#include "core/storage/item_links.h"

#include <span>
#include <string>

namespace shardscope::core {

struct NamedItem {
    ProjectItem item;
    std::string text; ///< what a file of its kind would hold
};
/// The item of \p address that is of one of \p kinds, the first that has one. Errors: UnknownName (the
/// nearest is named), those of Store::open and Store::read; their place is the address.
[[nodiscard]] Result<NamedItem> readNamedItem(const ItemAddress& address, std::span<const ItemKind> kinds);
/// The text of \p item: its document, or the file as it was if it is no JSON.
[[nodiscard]] std::string textOf(const ProjectItem& item);
/// The body of an item that is the file \p text: a JSON document as it is, anything else as a text.
[[nodiscard]] std::string bodyOf(const std::string& text);
/// "plans.shardscope#Plan 3".
[[nodiscard]] std::string addressText(const ItemAddress& address);

} // namespace shardscope::core
