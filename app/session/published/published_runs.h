// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of runs that others published, one row for each run, as cases (contract, section 4). Four forms: a
// list with "conventions" (t, p, c, d, v, ep, mbs, …: MLPerf's, frameworks' and papers' runs), the tables of
// Megatron-Bridge with the columns that they have ("Tokens / sec / GPU"), nanotron's sweeps (a list with
// "columns" and "models"), and Aleph Alpha's layouts ("columns" up to "failure"), with those that ran out of
// memory.
#pragma once

#include "core/base/error.h"
#include "core/io/value.h"

#include <optional>
#include <vector>

namespace shardscope::app::published {

struct PublishedRun {
    core::Value document;               ///< the case
    std::optional<core::Error> problem; ///< what the row does not say
    std::size_t row = 0;                ///< of the list
};

/// Whether \p document is such a list.
[[nodiscard]] bool isPublishedRuns(const core::Value& document);
/// Every row that has a speed, in its order. A plan is made of what the row says; where it leaves a plan open
/// (its degrees, its batch) or its model or machine is none of the catalogue's, the row has a problem.
[[nodiscard]] std::vector<PublishedRun> publishedRuns(const core::Value& document);

} // namespace shardscope::app::published
