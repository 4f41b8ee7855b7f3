// SPDX-License-Identifier: GPL-3.0-or-later
// How items of a project refer to one another, and how a file name refers to one of them: FILE#NAME.
#pragma once

#include "core/storage/project_step.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace shardscope::core {

inline constexpr std::string_view kProjectSuffix = ".shardscope";

struct ItemLink {
    std::string role; ///< the key of the body
    ItemId target;
};
/// The texts "#12" at the top of a body; none of one that is no object.
[[nodiscard]] std::vector<ItemLink> linksOf(const std::string& body);
/// "#12"; none where \p text is no such reference.
[[nodiscard]] std::string referenceTo(ItemId item);
[[nodiscard]] std::optional<ItemId> referredTo(std::string_view text);

/// "plans.shardscope#Plan 3", or "plans.shardscope##12" by its number.
struct ItemAddress {
    std::filesystem::path file;
    std::string name;
};
/// None where \p text names no item of a project file, or a file of that very name is there.
[[nodiscard]] std::optional<ItemAddress> itemAddress(const std::string& text);

} // namespace shardscope::core
