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

/// Words that must not stand in any file of the repository: paths of a machine, names of its tools.
[[nodiscard]] std::vector<std::string> wordViolations(std::string_view text);

} // namespace shardscope::tests
