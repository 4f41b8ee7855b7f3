// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/published_quality.h"

#include <algorithm>
#include <string_view>

namespace shardscope::app {
namespace {

constexpr double kQualityReading = 0.003; ///< AUC
constexpr const char* kConvergence =
    "PersiaML/tutorials @18ccf21, src/benchmark/img/convergence.png, read off within 0.3 %; 8 GPUs as in its "
    "first version, @18791b7";
constexpr const char* kConvergenceKwai = "PersiaML/tutorials @18ccf21, src/benchmark/img/convergence.png, "
                                         "read off within 0.3 %; the number of GPUs is "
                                         "not stated";

/// Synchronous and asynchronous are XDL's on the open sets, PERSIA's own on Kwai's.
constexpr PublishedQuality kQuality[]{
    {"persia-taobao", 5000, 8, 0.660, 0.659, 0.657, kQualityReading, kConvergence},
    {"persia-avazu", 7800, 8, 0.780, 0.776, 0.769, kQualityReading, kConvergence},
    {"persia-criteo", 10800, 8, 0.806, 0.805, 0.799, kQualityReading, kConvergence},
    {"persia-kwai", 3600, 0, 0.726, 0.726, 0.721, kQualityReading, kConvergenceKwai}};

} // namespace

std::optional<double> PublishedQuality::gap(planner::PersiaMode mode) const
{
    switch (mode) {
    case planner::PersiaMode::FullSync: return 0;
    case planner::PersiaMode::Persia: return std::max(0.0, synchronous - hybrid);
    case planner::PersiaMode::FullAsync: return std::max(0.0, synchronous - asynchronous);
    case planner::PersiaMode::NaiveHybrid: break;
    }
    return std::nullopt;
}

const PublishedQuality* publishedQuality(std::string_view model)
{
    for (const PublishedQuality& one : kQuality) {
        if (model == one.model)
            return &one;
    }
    return nullptr;
}

std::optional<double> publishedGap(std::string_view model, planner::PersiaMode mode,
                                   std::int64_t accelerators)
{
    const PublishedQuality* own = publishedQuality(model);
    return own != nullptr && own->accelerators == accelerators ? own->gap(mode) : std::nullopt;
}

} // namespace shardscope::app
