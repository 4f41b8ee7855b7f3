// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that are known and not read: what a file is, told by its content, and how to make something of it
// that is read.
#pragma once

#include "core/base/error.h"

#include <optional>
#include <string_view>

namespace shardscope::profiler {

/// FormatUnknown with what \p head, the first bytes of a file, begins, and the way to convert it; none where
/// it is nothing of the kind.
[[nodiscard]] std::optional<core::Error> foreignFormat(std::string_view head);

} // namespace shardscope::profiler
