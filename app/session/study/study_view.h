// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows and columns of a study's scenarios are wanted, and in which order.
#pragma once

#include "core/base/result.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct StudyView {
    std::vector<std::string> columns = {}; ///< by their keys; none: all
    std::string sort = {}; ///< a key; with a minus before it the largest first; empty: as it is
    /// KEY OP VALUE, all of which have to hold; OP: = != < <= > >= or ~ (holds the words). Numbers may have
    /// their unit: "training_seconds < 60 days".
    std::vector<std::string> where = {};
    std::string group = {}; ///< a key: rows with the same value stand together, its column first; empty: none

    [[nodiscard]] bool asksNothing() const
    {
        return columns.empty() && sort.empty() && where.empty() && group.empty();
    }
};

/// \p table as \p view has it. Errors: UnknownKey (a column that it has not), Inconsistent (a condition that
/// is none), NumberMalformed.
[[nodiscard]] core::Result<core::Table> viewed(core::Table table, const StudyView& view);

} // namespace shardscope::app
