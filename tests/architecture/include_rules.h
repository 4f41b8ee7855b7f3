// SPDX-License-Identifier: GPL-3.0-or-later
// The arrows of docs/architecture.md as a function: which includes a file may have.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::tests {

/// What is wrong with the includes and the head of one source file, each as "line 12: …"; empty where nothing
/// is. \p path is relative to the repository's root and decides which rules apply.
[[nodiscard]] std::vector<std::string> includeViolations(const std::string& path, std::string_view text);

/// Which folder includes headers of which other, and whether the arrows go one way.
class FolderGraph {
public:
    /// Takes the quoted includes of one source file at \p path, relative to the repository's root.
    void add(const std::string& path, std::string_view text);
    /// The includes that lead from a folder back to it, one each as "a.cpp includes b.h"; empty where there
    /// is no such circle.
    [[nodiscard]] std::vector<std::string> circle() const;

private:
    std::map<std::string, std::map<std::string, std::string>> m_arrows; ///< from, to: one include as proof
};

/// Calls that may throw for what a path is, or read and write numbers by the locale, with the line of each.
[[nodiscard]] std::vector<std::string> callViolations(const std::string& path, std::string_view text);

/// Folders of somebody's machine, which no file of the repository may name.
[[nodiscard]] std::vector<std::string> wordViolations(std::string_view text);

} // namespace shardscope::tests
