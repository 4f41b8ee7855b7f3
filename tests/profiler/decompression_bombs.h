// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that unfold to more than a gigabyte of spaces, one a compression.
#pragma once

#include <string>

namespace shardscope::tests {

[[nodiscard]] std::string gzipBomb();
[[nodiscard]] std::string zstdBomb();
[[nodiscard]] std::string xzBomb();
[[nodiscard]] std::string zipBomb();
[[nodiscard]] std::string tarGzBomb();

/// A tar file of one member.
[[nodiscard]] std::string tarOf(const std::string& name, const std::string& content);

} // namespace shardscope::tests
