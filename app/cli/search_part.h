// SPDX-License-Identifier: GPL-3.0-or-later
// One search by the processes that mpirun started. Each of them has a child search, so that a killed child
// costs what it was at and nothing else, and passes on what the children tell each other.
#pragma once

#include "app/session/search/plan_search_request.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// The program called with this word before a call is such a child; people have no use for it.
inline constexpr const char* kSearchPartWord = "@search-part";

/// Runs in a process that a launcher started: the child's call is \p arguments. Returns the exit code.
int relaySearch(std::vector<std::string> arguments);

/// Runs in the child. All children find the same; the first that lives prints it, the others are silent.
class SearchPart final : public planner::SearchTogether {
public:
    SearchPart();

    [[nodiscard]] int number() const override { return m_number; }
    [[nodiscard]] int count() const override { return m_count; }
    [[nodiscard]] std::vector<std::optional<std::string>> exchange(const std::string& bytes) override;
    /// Whether this one prints and writes.
    [[nodiscard]] bool speaks() const;
    /// One sentence for each process that was lost.
    [[nodiscard]] const std::vector<std::string>& losses() const { return m_losses; }

private:
    int m_number = 0;
    int m_count = 1;
    std::vector<bool> m_lives;
    std::vector<std::string> m_losses;
    int m_output = -1; ///< standard output, kept while this one is silent
    int m_messages = -1;
};

} // namespace shardscope::app
