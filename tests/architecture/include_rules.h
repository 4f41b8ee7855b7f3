// SPDX-License-Identifier: GPL-3.0-or-later
// The arrows of docs/architecture.md as a function: which includes a file may have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::tests {

/// What is wrong with the includes and the head of one source file, each as "line 12: …"; empty where nothing
/// is. \p path is relative to the repository's root and decides which rules apply.
[[nodiscard]] std::vector<std::string> includeViolations(const std::string& path, std::string_view text);

/// Folders of somebody's machine, which no file of the repository may name.
[[nodiscard]] std::vector<std::string> wordViolations(std::string_view text);

} // namespace shardscope::tests
