// SPDX-License-Identifier: GPL-3.0-or-later
// Small compressed pieces inside a format: whole in, whole out, never more than a limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// The inflated text of a zlib stream; none where it is damaged, cut short or longer than \p most bytes.
[[nodiscard]] std::optional<std::string> inflateAll(std::string_view compressed, std::size_t most);

} // namespace shardscope::profiler
