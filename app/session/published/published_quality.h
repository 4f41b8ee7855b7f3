// SPDX-License-Identifier: GPL-3.0-or-later
// How good models came out in PERSIA's experiments, mode by mode: published figures, no predictions.
#pragma once

#include "planner/recommender.h"

#include <optional>
#include <string_view>

namespace shardscope::app {

/// The last points of a data set's convergence curves, AUC as a fraction.
struct PublishedQuality {
    const char* model;
    double steps;
    std::int64_t accelerators; ///< 0: not stated
    double synchronous;
    double hybrid;
    double asynchronous;
    double reading; ///< how well the figure can be read
    const char* source;
    /// Below synchronous training's: 0 where the figure shows none. Nothing for the naive hybrid, which was
    /// not run.
    [[nodiscard]] std::optional<double> gap(planner::PersiaMode mode) const;
};

/// Null for models of which nothing was published.
[[nodiscard]] const PublishedQuality* publishedQuality(std::string_view model);

/// The gap of \p mode on \p accelerators of \p model's own experiment; none at any other size.
[[nodiscard]] std::optional<double> publishedGap(std::string_view model, planner::PersiaMode mode,
                                                 std::int64_t accelerators);

} // namespace shardscope::app
