// SPDX-License-Identifier: GPL-3.0-or-later
// Where a search stands and what it has found: what it goes on from, and what its processes tell each other.
#pragma once

#include "core/base/error.h"
#include "planner/search/node_search.h"

#include <optional>
#include <string>
#include <string_view>

namespace shardscope::planner {

/// What came of the plans of a node, or of many.
struct NodeFindings {
    Found found;
    PlanTally tally;
    std::optional<core::Error> refusal; ///< of the first plan that the evaluator refused
};

struct SearchState {
    std::size_t groups = 0; ///< numbers of devices whose nodes are all done
    std::size_t nodes = 0;  ///< done of the window that begins there, in the order of their bounds
    std::size_t round = 0;  ///< nodes of the next round
    NodeFindings all;
    bool finished = false;
    std::optional<FoundLimit> limit = {}; ///< when the window began: its nodes are bounded by it
};

/// A node, its findings and the whole state as texts, to be sent to the other processes of the search.
[[nodiscard]] std::string textOf(const BoundedNode& node);
[[nodiscard]] std::string textOf(const NodeFindings& findings);
[[nodiscard]] std::string textOf(const SearchState& state);

/// What textOf made. False, and nothing is changed, where \p text is something else.
[[nodiscard]] bool readText(std::string_view text, const PlanSearch& search, BoundedNode& node);
[[nodiscard]] bool readText(std::string_view text, const PlanSearch& search, NodeFindings& findings);
[[nodiscard]] bool readText(std::string_view text, const PlanSearch& search, SearchState& state);

/// Many texts as one, and back; none where \p text is no such thing.
[[nodiscard]] std::string joinedTexts(const std::vector<std::string>& texts);
[[nodiscard]] std::optional<std::vector<std::string>> dividedTexts(std::string_view text);

} // namespace shardscope::planner
