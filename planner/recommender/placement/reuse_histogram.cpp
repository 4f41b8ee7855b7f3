// SPDX-License-Identifier: GPL-3.0-or-later
// facebookresearch/dlrm_datasets @6f46ba7, embedding_bag/2021/locality_stats.txt (856 tables, a batch of
// 65,536) and embedding_bag/2022/locality_stats.txt (788 tables, 131,072): synthetic batches made to have the
// reuse of production ads models, ids after hashing. Shares are printed with three digits.
#include "planner/recommender/placement/reuse_histogram.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {

constexpr std::size_t kClasses = 17;

struct Published {
    double tables;
    double samples;
    double lookups;  ///< of all tables
    double distinct; ///< ids of all tables
    /// Shares of ids that come up to 1, 2, 4 … 32,768 times in the batch, and more.
    std::array<double, kClasses> ofIds;
    std::array<double, kClasses> ofLookups;
};

constexpr Published kMetaAds2021{
    856,
    65'536,
    887'017'990,
    128'435'723,
    {0.473, 0.625, 0.764, 0.876, 0.948, 0.98, 0.992, 0.996, 0.998, 0.999, 1, 1, 1, 1, 1, 1, 1},
    {0.069, 0.112, 0.181, 0.281, 0.402, 0.506, 0.58, 0.637, 0.689, 0.739, 0.787, 0.835, 0.883, 0.926, 0.957,
     0.981, 1}};
constexpr Published kMetaAds2022{
    788,
    131'072,
    1'405'163'864,
    110'259'238,
    {0.342, 0.486, 0.635, 0.773, 0.886, 0.953, 0.982, 0.992, 0.996, 0.998, 0.999, 1, 1, 1, 1, 1, 1},
    {0.027, 0.049, 0.089, 0.157, 0.262, 0.382, 0.481, 0.55, 0.61, 0.664, 0.704, 0.775, 0.839, 0.886, 0.907,
     0.924, 1}};

/// Each class has its share of lookups as printed; its rows follow from its share of ids where that has
/// digits enough, else from its middle. Of the last one only the least reuse is known.
ReuseHistogram histogramOf(const Published& published)
{
    ReuseHistogram made;
    made.samples = published.samples;
    made.lookups = published.lookups / published.tables;
    const double distinct = published.distinct / published.tables;
    for (std::size_t i = 0; i < kClasses; ++i) {
        const double ids = (published.ofIds[i] - (i > 0 ? published.ofIds[i - 1] : 0)) * distinct;
        const double lookups =
            (published.ofLookups[i] - (i > 0 ? published.ofLookups[i - 1] : 0)) * made.lookups;
        const double most = std::exp2(static_cast<double>(i));
        const double least = i == 0 ? 1 : most / 2;
        constexpr double kDigits = 0.0005; // half of what the last digit printed is worth
        const bool known = ids > 4 * kDigits * distinct;
        double reuse = known ? lookups / ids : std::sqrt(least * most);
        reuse = i + 1 == kClasses ? least : std::clamp(reuse, std::min(least + 1, most), most);
        made.classes[i] = {reuse, lookups / reuse};
    }
    return made;
}

} // namespace

const ReuseHistogram& reuseHistogram(core::IdLaw law)
{
    SHARDSCOPE_CHECK(law != core::IdLaw::Zipf);
    static const ReuseHistogram ads2021 = histogramOf(kMetaAds2021);
    static const ReuseHistogram ads2022 = histogramOf(kMetaAds2022);
    return law == core::IdLaw::MetaAds2021 ? ads2021 : ads2022;
}

} // namespace shardscope::planner
