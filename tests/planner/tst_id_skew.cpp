// SPDX-License-Identifier: GPL-3.0-or-later
// Laws of how ids repeat, over random tables and batches; and what was counted of the data sets.
#include "planner/recommender/persia/persia_batch.h"
#include "planner/recommender/persia/persia_memory.h"
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/placement/reuse_histogram.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Random = std::mt19937_64;

double between(Random& random, double low, double high)
{
    return low + (high - low) * static_cast<double>(random() >> 11) / 9007199254740992.0;
}

/// Rows from 1 to 10^10, any law.
core::EmbeddingTable anyTable(Random& random)
{
    core::EmbeddingTable table;
    table.name = "t";
    table.rows = static_cast<std::int64_t>(std::pow(10, between(random, 0, 10)));
    table.dim = 16;
    table.pooling = std::floor(std::pow(10, between(random, 0, 1.5)));
    table.skew = random() % 4 == 0 ? 0 : between(random, 0.3, 1.6);
    table.once = random() % 2 == 0 ? 0 : between(random, 0, 0.3);
    table.repeatedSets = random() % 4 == 0;
    table.ids = static_cast<core::IdLaw>(random() % 3);
    return table;
}

constexpr int kTimes = 60;
constexpr double kQuadrature = 2e-3; ///< sums over rows are integrals

} // namespace

class TstIdSkew : public QObject {
    Q_OBJECT
private slots:
    void differentIdsGrowWithLookupsAndNeverBeyondThem()
    {
        Random random(1);
        for (int i = 0; i < kTimes; ++i) {
            const core::EmbeddingTable table = anyTable(random);
            double before = 0;
            double fresh = 1 + kQuadrature;
            for (double draws = 1; draws < 1e9; draws *= 7) {
                const double distinct = expectedDistinct(table, draws);
                QVERIFY(distinct >= before * (1 - 1e-9));
                QVERIFY(distinct <= static_cast<double>(table.rows) * (1 + 1e-9));
                if (!table.repeatedSets)
                    QVERIFY(distinct <= draws * (1 + 1e-9));
                // A lookup is the less likely to be new the more there were.
                const double next = newShare(table, draws);
                QVERIFY(next >= 0 && next <= fresh + kQuadrature);
                before = distinct;
                fresh = next;
            }
        }
    }

    void hitsGrowWithTheCache()
    {
        Random random(2);
        for (int i = 0; i < kTimes; ++i) {
            const std::vector<core::EmbeddingTable> tables{anyTable(random), anyTable(random)};
            double all = 0;
            for (const core::EmbeddingTable& table : tables)
                all += static_cast<double>(table.rows);
            double hits = 0;
            double share = 0;
            for (const double part : {1e-6, 1e-4, 1e-2, 0.1, 0.5, 1.0}) {
                const double cached = lruCache(tables, part * all).hits;
                QVERIFY(cached >= hits - kQuadrature && cached <= 1);
                hits = cached;
                const double ideal = hottestShare(part * static_cast<double>(tables[0].rows), tables[0]);
                QVERIFY(ideal >= share - kQuadrature && ideal <= 1 + 1e-12);
                share = ideal;
            }
            QCOMPARE(lruCache(tables, all).hits, 1.0);
            QCOMPARE(lruCache(tables, 0).hits, 0.0);
        }
    }

    /// What was used last cannot answer more than the hottest rows do.
    void noCacheBeatsTheHottestRows()
    {
        Random random(3);
        for (int i = 0; i < kTimes; ++i) {
            core::EmbeddingTable table = anyTable(random);
            table.repeatedSets = false;
            if (table.ids != core::IdLaw::Zipf)
                continue; // of a histogram the rarest rows' own order is not known
            table.once = 0;
            const double rows = std::floor(static_cast<double>(table.rows) * between(random, 0.001, 0.9));
            if (rows < 1)
                continue;
            QVERIFY(lruCache({table}, rows).hits <= hottestShare(rows, table) + kQuadrature);
        }
    }

    void theMostFrequentIdIsAProbability()
    {
        Random random(4);
        for (int i = 0; i < kTimes; ++i) {
            core::Recommender model;
            for (int t = 0; t < 3; ++t) {
                model.tables.push_back(anyTable(random));
                model.tables.back().name += std::to_string(t);
            }
            const IdFrequency found = mostFrequentId(model);
            QVERIFY(found.alpha > 0 && found.alpha <= 1);
            QVERIFY(found.median > 0 && found.median <= found.alpha);
            // It follows from the most frequent id: no table's is larger, and rows alone do not decide.
            for (const core::EmbeddingTable& table : model.tables)
                QVERIFY(mostFrequentInSample(table) <= found.alpha);
            core::EmbeddingTable one = model.tables.front();
            one.ids = core::IdLaw::Zipf;
            one.once = 0;
            one.pooling = 1;
            one.skew = 1.2;
            one.rows = 1'000'000;
            QVERIFY(mostFrequentInSample(one) > 1e4 / static_cast<double>(one.rows));
        }
    }

    /// PersiaML/PERSIA @ff754b8: 28 B a different id, 4 B an occurrence and a sample: never less than half of
    /// 8 B an occurrence, and never more than 36 B. Lists of 16 bits are never less than a quarter, and
    /// shorter.
    void compactBatchesKeepTheirFloors()
    {
        Random random(5);
        for (int i = 0; i < kTimes; ++i) {
            core::Recommender model;
            model.tables.push_back(anyTable(random));
            model.tables.front().repeatedSets = false;
            double before = 1e9;
            for (std::int64_t batch = 1; batch <= kPersiaLargestBatch; batch = batch * 5 + 1) {
                const CompactBatch sizes = *compactBatch(model, batch);
                QVERIFY(sizes.ratio(IdFormat::Compact, IdFormat::Plain) >= 0.5);
                QVERIFY(sizes.ratio(IdFormat::Compact, IdFormat::Plain) <= 4.5 + 1e-9);
                QVERIFY(sizes.ratio(IdFormat::Lists, IdFormat::Plain) >= 0.25);
                QVERIFY(sizes.in(IdFormat::Lists) < sizes.in(IdFormat::Compact));
                QCOMPARE(sizes.ratio(IdFormat::Coordinates, IdFormat::Plain), 3.0);
                // Larger batches repeat more.
                const double share = sizes.ratio(IdFormat::Compact, IdFormat::Plain);
                QVERIFY(share <= before + kQuadrature);
                before = share;
            }
        }
    }

    /// A batch found for a share is the first that keeps it; the largest that can be sent is the last.
    void batchesForALimitAreTheirEdges()
    {
        Random random(6);
        for (int i = 0; i < 20; ++i) {
            core::Recommender model;
            model.tables.push_back(anyTable(random));
            const auto ratio = [&](std::int64_t batch) {
                return compactBatch(model, batch)->ratio(IdFormat::Lists, IdFormat::Coordinates);
            };
            const std::int64_t first = batchForRatio(model, IdFormat::Lists, IdFormat::Coordinates, 0.25);
            if (first > 1)
                QVERIFY(ratio(first) <= 0.25 && ratio(first - 1) > 0.25 - kQuadrature);
            const core::Bytes limit{std::pow(10, between(random, 2, 6))};
            const std::int64_t largest = largestBatchWithin(model, limit);
            if (largest > 0)
                QVERIFY(compactBatch(model, largest)->compact() <= limit);
            if (largest < kPersiaLargestBatch)
                QVERIFY(compactBatch(model, largest + 1)->compact() > limit);
        }
    }

    /// facebookresearch/dlrm_datasets @6f46ba7: of the batch that the histogram is of, as many ids differ as
    /// it says.
    void publishedHistogramsGiveTheirOwnBatch()
    {
        const std::vector<std::pair<core::IdLaw, double>> published{{core::IdLaw::MetaAds2021, 0.1448},
                                                                    {core::IdLaw::MetaAds2022, 0.0785}};
        for (const auto& [law, share] : published) {
            const ReuseHistogram& histogram = reuseHistogram(law);
            core::EmbeddingTable table;
            table.rows = 1'000'000'000;
            table.ids = law;
            const double distinct = expectedDistinct(table, histogram.lookups);
            QVERIFY2(std::abs(distinct / histogram.lookups / share - 1) < 0.02,
                     qPrintable(QString::number(distinct / histogram.lookups)));
            // 1.9 and 7.6 % of lookups are of ids that occur more than 32,768 times in it.
            QVERIFY(mostFrequentInSample(table) >= 32768 / histogram.samples - 1e-12);
            double lookups = 0;
            for (const ReuseClass& one : histogram.classes)
                lookups += one.reuse * one.rows;
            QVERIFY(std::abs(lookups / histogram.lookups - 1) < 1e-9);
        }
    }

    /// Rows as counted; the laws of their ids against how many occur at least once, twice, ten times (logs of
    /// reczoo/BARS @5b5e61f). Criteo's exponent was fitted on the second and third count, Avazu's on the
    /// second alone: its first is a prediction.
    void dataSetsHaveTheirRowsAndTheirCounts()
    {
        const auto rowsOf = [](const core::Recommender& model) {
            double rows = 0;
            for (const core::EmbeddingTable& table : model.tables)
                rows += static_cast<double>(table.count) * static_cast<double>(table.rows);
            return rows;
        };
        const auto met = [](const core::Recommender& model, double samples) {
            double distinct = 0;
            for (const core::EmbeddingTable& table : model.tables)
                distinct += expectedDistinct(table, samples);
            return distinct;
        };
        const core::Recommender criteo = recommender("persia-criteo");
        QCOMPARE(rowsOf(criteo), 33'762'577.0);
        QVERIFY(std::abs(criteo.embeddingParameters() / 540e6 - 1) < 0.001);
        QVERIFY(std::abs(met(criteo, 45'840'617) / 33.76e6 - 1) < 0.02); // all of them
        const core::Recommender avazu = recommender("persia-avazu");
        QCOMPARE(rowsOf(avazu), 9'449'226.0);
        QVERIFY(std::abs(met(avazu, 40'428'967) / 9.449e6 - 1) < 0.02);
        QVERIFY2(std::abs(met(avazu, 32.3e6) / 8.37e6 - 1) < 0.02,
                 qPrintable(QString::number(met(avazu, 32.3e6))));
        QCOMPARE(rowsOf(recommender("persia-taobao")), 2'774'575.0);
        // Bagpipe (arXiv:2202.12429): 1 % of the embeddings take at least 92 % of the accesses.
        QVERIFY(lruCache(criteo.tables, 0.01 * rowsOf(criteo)).hits > 0.92);
    }

    /// PersiaML/PERSIA @ff754b8, rust/persia-embedding-holder: 8 B of links, 40 B of entry, 17 B a slot at
    /// 7/8.
    void anEntryIsTheSumOfItsParts()
    {
        Random random(7);
        for (int i = 0; i < kTimes; ++i) {
            core::EmbeddingTable table = anyTable(random);
            table.dim = 1 + static_cast<std::int64_t>(random() % 512);
            table.optimizer = static_cast<core::OptimizerKind>(random() % 5);
            const EmbeddingEntryBytes bytes = embeddingEntryBytes(table);
            QCOMPARE(bytes.weights.value(), 4.0 * static_cast<double>(table.dim));
            QVERIFY(std::abs((bytes.links + bytes.entry + bytes.map).value() - (48 + 17 * 8 / 7.0)) < 1e-9);
            QCOMPARE(bytes.all().value(), persiaRowBytes(table).value());
        }
    }
};

SHARDSCOPE_TEST(TstIdSkew)
#include "tst_id_skew.moc"
