// SPDX-License-Identifier: GPL-3.0-or-later
// Words of plans as other programs and people write them: "BF16", "bfloat16", "Megatron-LM", "ZB-H1".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The one of \p words that \p said means: written with other hyphens, spaces and capitals, or another name
/// for it. Empty: none of them.
[[nodiscard]] std::string wordMeant(std::string_view said, const std::vector<std::string>& words);

} // namespace shardscope::core
