// SPDX-License-Identifier: GPL-3.0-or-later
// What a search asks of whoever runs it: other processes that search the same space, and a place that keeps
// how far it is. Neither shows in an answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

/// Processes that do the same searches in the same order, each a part of them.
class SearchTogether {
public:
    SearchTogether() = default;
    SearchTogether(const SearchTogether&) = delete;
    SearchTogether& operator=(const SearchTogether&) = delete;
    virtual ~SearchTogether() = default;

    [[nodiscard]] virtual int number() const = 0; ///< of this process, from 0
    [[nodiscard]] virtual int count() const = 0;
    /// What each process gives, in the order of their numbers; nothing of one that was lost, now or before.
    /// All processes that live must call it as often.
    [[nodiscard]] virtual std::vector<std::optional<std::string>> exchange(const std::string& bytes) = 0;
};

/// Keeps how far the searches of one call are, so that a call that was stopped goes on.
class SearchJournal {
public:
    SearchJournal() = default;
    SearchJournal(const SearchJournal&) = delete;
    SearchJournal& operator=(const SearchJournal&) = delete;
    virtual ~SearchJournal() = default;

    /// What was kept of the call's next search; empty: nothing.
    [[nodiscard]] virtual std::string next() = 0;
    /// Is told that the search has come further. \p state makes what is to be kept, and takes its time;
    /// \p pressing: the search has ended, or is stopped.
    virtual void keep(const std::function<std::string()>& state, bool pressing) = 0;
    [[nodiscard]] virtual std::string file() const = 0; ///< where it keeps it, for messages
};

} // namespace shardscope::planner
