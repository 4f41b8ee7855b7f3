// SPDX-License-Identifier: GPL-3.0-or-later
// What the skew of a model's ids comes to: caches, different ids of a batch, the id that collides most.
#pragma once

#include "core/model/recommender.h"
#include "core/report/table.h"
#include "planner/recommender.h"

#include <vector>

namespace shardscope::app {

/// A cache of some share of all rows.
struct CachePoint {
    double share = 0; ///< of all rows
    double rows = 0;
    double hits = 0; ///< of all lookups, where what was used last is kept
};

/// A worker's batch of some size.
struct BatchPoint {
    std::int64_t batch = 0;
    planner::CompactBatch sizes;
    bool own = false; ///< the batch that was asked about
};

struct IdStudy {
    std::vector<CachePoint> caches;   ///< ascending
    std::vector<BatchPoint> batches;  ///< powers of two up to the format's limit, and the one asked about
    planner::IdFrequency frequent;    ///< α
    std::string frequentTable;        ///< whose id it is
    std::int64_t largestSendable = 0; ///< batch whose ids are within a message
    /// The batch from which on PERSIA's quarter is reached: by code or lists, of plain ids or sparse tensors;
    /// 0: never.
    struct Quarter {
        planner::IdFormat format;
        planner::IdFormat of;
        std::int64_t batch;
    };
    std::vector<Quarter> quarters;
};

[[nodiscard]] IdStudy idStudyOf(const core::Recommender& model, std::int64_t batch,
                                std::int64_t largestMessage);

[[nodiscard]] core::Table cacheTableOf(const IdStudy& ids);    ///< one row for each cache
[[nodiscard]] core::Table distinctTableOf(const IdStudy& ids); ///< one row for each batch
[[nodiscard]] core::Table quarterTableOf(const IdStudy& ids);  ///< one row a way to count

} // namespace shardscope::app
