// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/id_study.h"

#include "core/report/columns.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace shardscope::app {

using planner::IdFormat;

namespace {

/// The hit rate of a server that keeps so many rows, and evicts what was not used for longest.
double hitsOf(const core::Recommender& model, double rows)
{
    planner::PersiaMemorySettings server;
    server.memoryPerServer = core::Bytes{1e30}; // its capacity alone limits it
    server.capacityRows = static_cast<std::int64_t>(std::llround(rows));
    server.evicts = true;
    return 1 - planner::persiaMemory(model, server).missRatio;
}

} // namespace

IdStudy idStudyOf(const core::Recommender& model, std::int64_t batch, std::int64_t largestMessage)
{
    IdStudy ids;
    double rows = 0;
    for (const core::EmbeddingTable& table : model.tables)
        rows += static_cast<double>(table.count) * static_cast<double>(table.rows);
    for (const double share : {1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0}) {
        if (share * rows >= 1)
            ids.caches.push_back({share, share * rows, hitsOf(model, share * rows)});
    }
    std::vector<std::int64_t> sizes{batch, planner::kPersiaLargestBatch};
    for (std::int64_t size = 64; size < planner::kPersiaLargestBatch; size *= 4)
        sizes.push_back(size);
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    for (const std::int64_t size : sizes) {
        if (const auto made = planner::compactBatch(model, size); made.ok())
            ids.batches.push_back({size, *made, size == batch});
    }
    ids.frequent = planner::mostFrequentId(model);
    ids.frequentTable = model.tables.empty() ? std::string() : model.tables[ids.frequent.table].name;
    ids.largestSendable =
        planner::largestBatchWithin(model, core::Bytes{static_cast<double>(largestMessage)});
    constexpr double kQuarter = 0.25; // the article on PERSIA
    for (const IdFormat format : {IdFormat::Compact, IdFormat::Lists}) {
        for (const IdFormat other : {IdFormat::Plain, IdFormat::Coordinates})
            ids.quarters.push_back({format, other, planner::batchForRatio(model, format, other, kQuarter)});
    }
    return ids;
}

core::Table cacheTableOf(const IdStudy& ids)
{
    core::Table table{"caches", N_("Lookups that a cache of rows answers"), {}, {}};
    table.columns = {
        core::fractionColumn("share", N_("Share of all rows")), core::realColumn("rows", N_("Rows")),
        core::fractionColumn("hits", N_("Hits"), N_("share of all lookups; what was used last is kept"))};
    for (const CachePoint& one : ids.caches)
        table.rows.push_back({one.share, one.rows, one.hits});
    return table;
}

core::Table distinctTableOf(const IdStudy& ids)
{
    core::Table table{"distinct", N_("Different ids, by the batch of a worker"), {}, {}};
    table.columns = {core::integerColumn("batch", N_("Batch")),
                     core::realColumn("occurrences", N_("Ids")),
                     core::realColumn("distinct", N_("Different ids")),
                     core::fractionColumn("deduplication", N_("Share that differs")),
                     core::fractionColumn("code_of_plain", N_("Compact by code, of plain ids")),
                     core::fractionColumn("code_of_tensor", N_("Compact by code, of sparse tensors")),
                     core::fractionColumn("paper_of_plain", N_("16-bit lists, of plain ids")),
                     core::fractionColumn("paper_of_tensor", N_("16-bit lists, of sparse tensors")),
                     core::flagColumn("own", N_("Chosen"))};
    for (const BatchPoint& one : ids.batches)
        table.rows.push_back({one.batch, one.sizes.occurrences, one.sizes.distinct, one.sizes.deduplication(),
                              one.sizes.ratio(IdFormat::Compact, IdFormat::Plain),
                              one.sizes.ratio(IdFormat::Compact, IdFormat::Coordinates),
                              one.sizes.ratio(IdFormat::Lists, IdFormat::Plain),
                              one.sizes.ratio(IdFormat::Lists, IdFormat::Coordinates), one.own});
    return table;
}

core::Table quarterTableOf(const IdStudy& ids)
{
    core::Table table{"quarter", N_("From which batch the article's quarter is reached"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Bound, "format", N_("Format")),
                     core::wordColumn(core::Words::Bound, "of", N_("Against")),
                     core::integerColumn("batch", N_("From a batch of"), N_("–: at no batch up to 65,535")),
                     core::flagColumn("sendable", N_("Can be sent"), N_("within the largest message"))};
    for (const IdStudy::Quarter& one : ids.quarters)
        table.rows.push_back({std::string(nameOf(one.format)), std::string(nameOf(one.of)),
                              one.batch > 0 ? core::Cell(one.batch) : core::Cell(),
                              one.batch > 0 && one.batch <= ids.largestSendable});
    return table;
}

} // namespace shardscope::app
