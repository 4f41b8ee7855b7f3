// SPDX-License-Identifier: GPL-3.0-or-later
// The file of search --resume: how far the searches of one call are.
#pragma once

#include "app/session/search/plan_search_request.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {

class SearchJournal final : public planner::SearchJournal {
public:
    /// \p asks: everything that the call's answer depends on. A file that is not there begins empty. Errors:
    /// those of reading; FormatUnknown (another kind of file: it is left alone), NotSupported (of another
    /// search), DataCorrupt.
    [[nodiscard]] static core::Result<std::unique_ptr<SearchJournal>> open(std::string file,
                                                                           const std::string& asks);

    [[nodiscard]] std::string next() override;
    /// Writes the file where \c writes says so, every two seconds at most but where it is pressing.
    void keep(const std::function<std::string()>& state, bool pressing) override;
    [[nodiscard]] std::string file() const override { return m_file; }

    /// Whether this process writes: of processes that search together one does. Empty: this one does.
    std::function<bool()> writes;
    /// What the last writing failed of.
    [[nodiscard]] const std::optional<core::Error>& failure() const { return m_failure; }

private:
    SearchJournal(std::string file, std::string digest);

    std::string m_file;
    std::string m_digest;             ///< of what the call asks
    std::vector<std::string> m_known; ///< states of the call's searches, in their order
    std::size_t m_next = 0;
    std::int64_t m_writtenMs = 0; ///< of a steady clock; no answer depends on it
    std::optional<core::Error> m_failure;
};

/// What the answer to \p request depends on: its words, the files that it names, this version.
[[nodiscard]] std::string searchIdentity(const PlanSearchRequest& request);

} // namespace shardscope::app
