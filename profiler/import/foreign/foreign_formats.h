// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that are known and not read: what a file is, told by its content, and how to make something of it
// that is read.
#pragma once

#include "core/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// FormatUnknown with what \p head, the first bytes of a file, begins, and the way to convert it; none where
/// it is nothing of the kind.
[[nodiscard]] std::optional<core::Error> foreignFormat(std::string_view head);
/// The same of formats without a published layout: only words within them tell. What has a layout may hold
/// the same words (Nsight's exports hold those of its reports), so all others are asked first.
[[nodiscard]] std::optional<core::Error> foreignByWords(std::string_view head);
/// The same of a database of SQLite, told by its \p tables, which are sorted.
[[nodiscard]] std::optional<core::Error> foreignDatabase(const std::vector<std::string>& tables);

} // namespace shardscope::profiler
