// SPDX-License-Identifier: GPL-3.0-or-later
// Placement of tables: bounds that hold, methods that balance, memory that is kept, and verdicts that say
// what is missing.
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/placement/option_choice.h"
#include "planner/recommender/placement/placement.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

using namespace shardscope;
using namespace shardscope::planner;
using core::Bytes;
using core::EmbeddingTable;
using core::LookupKernel;
using core::TableSharding;

namespace {

/// A100-like nodes of eight; figures only need to be plausible here.
EmbeddingCluster cluster(std::int64_t devices)
{
    EmbeddingCluster one;
    one.devices = devices;
    one.devicesPerNode = one.devicesPerDomain = std::min<std::int64_t>(8, devices);
    one.deviceCapacity = Bytes{40e9};
    one.hostCapacity = Bytes{187e9};
    one.nvmeCapacity = Bytes{500e9};
    one.deviceBandwidth = core::BytesPerSecond{1555e9};
    one.hostBandwidth = core::BytesPerSecond{25e9};
    one.nvmeBandwidth = core::BytesPerSecond{2e9};
    one.insideLink = core::BytesPerSecond{300e9};
    one.outsideLink = core::BytesPerSecond{25e9};
    // 80 % of the links, as the slower of them lets a message to all through.
    const auto world = static_cast<double>(devices);
    const double local = static_cast<double>(one.devicesPerNode);
    const auto nodes = static_cast<double>(one.nodes());
    const core::BytesPerSecond inside = 0.8 * one.insideLink;
    const core::BytesPerSecond between = 0.8 * one.outsideLink;
    if (devices == 1)
        return one;
    one.exchange.rate = nodes > 1 ? world / (world - local) * between : world / (world - 1) * inside;
    one.scatter.rate = local / (local - 1) * inside;
    one.reduce.rate = local / (local - 1) / 2 * inside;
    if (nodes > 1) {
        one.across.rate = nodes / (nodes - 1) * between;
        one.reduce.rate = core::BytesPerSecond{
            1 / (1 / one.reduce.rate.value() + 2 * (nodes - 1) / nodes / local / between.value())};
    }
    return one;
}

std::vector<EmbeddingTable> randomTables(std::size_t count, std::uint32_t seed, double rowsScale = 1)
{
    std::mt19937 random(seed);
    std::vector<EmbeddingTable> tables;
    for (std::size_t i = 0; i < count; ++i) {
        EmbeddingTable table;
        table.name = "t" + std::to_string(i);
        table.rows =
            static_cast<std::int64_t>(rowsScale * std::pow(10, 2 + 4.5 * (random() % 1000) / 1000.0)) + 1;
        table.dim = 16 * (1 + static_cast<std::int64_t>(random() % 16));
        table.pooling = 1 + random() % 40;
        table.optimizer = core::OptimizerKind::RowwiseAdagrad;
        tables.push_back(table);
    }
    return tables;
}

PlacementRequest request(std::vector<EmbeddingTable> tables, std::int64_t devices)
{
    PlacementRequest one;
    one.tables = std::move(tables);
    one.cluster = cluster(devices);
    one.settings.batch = 512;
    return one;
}

/// The memories of a few nodes, nearly full of tables of all sizes; \p fill is their share of what is usable.
PlacementRequest crowded(std::uint32_t seed, std::int64_t devices, double fill)
{
    std::mt19937 random(seed);
    PlacementRequest asked = request({}, devices);
    asked.improvements = 0;
    asked.cluster.nvmeCapacity = Bytes{0};
    const double usable =
        static_cast<double>(devices) * (asked.cluster.deviceCapacity.value() * (1 - asked.deviceReserve) +
                                        asked.cluster.hostCapacity.value() * (1 - asked.hostReserve));
    std::vector<double> weights(6 + random() % 30);
    for (double& weight : weights)
        weight = 0.05 + static_cast<double>(random() % 1000) / 1000;
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        EmbeddingTable table;
        table.name = "t" + std::to_string(i);
        table.dim = 32 * (1 + static_cast<std::int64_t>(random() % 8));
        table.rows = static_cast<std::int64_t>(fill * usable * weights[i] / sum /
                                               (4.0 * static_cast<double>(table.dim)));
        table.pooling = 1 + random() % 40;
        asked.tables.push_back(table);
    }
    return asked;
}

/// The claims that any placement must keep.
void checkPlacement(const PlacementRequest& asked, const Placement& placement)
{
    QVERIFY(placement.verdict.feasible());
    QCOMPARE(placement.devices.size(), static_cast<std::size_t>(asked.cluster.devices));
    std::vector<double> seconds(placement.devices.size(), 0.0);
    std::vector<double> device(placement.devices.size(), 0.0);
    std::vector<double> host(placement.devices.size(), 0.0);
    for (const PlacedTable& placed : placement.tables) {
        const auto add = [&](std::int64_t first, std::int64_t span) {
            for (std::int64_t d = first; d < first + span; ++d) {
                seconds[static_cast<std::size_t>(d)] += placed.option.shard.total().value();
                device[static_cast<std::size_t>(d)] += placed.option.deviceBytes.value();
                host[static_cast<std::size_t>(d)] += placed.option.hostBytes.value();
            }
        };
        if (placed.option.spread == Spread::Everywhere)
            add(0, asked.cluster.devices);
        else
            QCOMPARE(static_cast<std::int64_t>(placed.devices.size()), placed.option.groups);
        for (const std::int64_t where : placed.devices)
            add(where, placed.option.spread == Spread::OneNode ? asked.cluster.devicesPerNode : 1);
    }
    for (std::size_t d = 0; d < seconds.size(); ++d) {
        QVERIFY(std::abs(seconds[d] - placement.devices[d].seconds.value()) <=
                1e-9 * placement.slowest.value());
        QVERIFY(std::abs(device[d] - placement.devices[d].device.value()) <=
                1e-6 * asked.cluster.deviceCapacity.value());
        QVERIFY(device[d] <= asked.cluster.deviceCapacity.value() * (1 - asked.deviceReserve) * (1 + 1e-12));
        QVERIFY(host[d] <=
                asked.cluster.hostCapacity.value() * static_cast<double>(asked.cluster.devicesPerNode));
    }
    QVERIFY(placement.slowest.value() >= placement.lowerBound.value() * (1 - 1e-9));
}

} // namespace

class TstPlacement : public QObject {
    Q_OBJECT
private slots:
    void zipf()
    {
        QCOMPARE(hottestShare(20, 100, 0), 0.2);
        QVERIFY(std::abs(hottestShare(1, 3, 1) - 1 / (1 + 0.5 + 1 / 3.0)) < 1e-12);
        // Against plain sums.
        double all = 0;
        double head = 0;
        for (int k = 1; k <= 100000; ++k) {
            all += std::pow(k, -1.05);
            head += k <= 1000 ? std::pow(k, -1.05) : 0;
        }
        QVERIFY(std::abs(hottestShare(1000, 100000, 1.05) / (head / all) - 1) < 1e-3);
        double distinct = 0;
        for (int k = 1; k <= 100000; ++k)
            distinct += 1 - std::pow(1 - std::pow(k, -1.05) / all, 5000);
        QVERIFY(std::abs(expectedDistinct(100000, 5000, 1.05) / distinct - 1) < 1e-3);
        QVERIFY(std::abs(expectedDistinct(1e12, 1000, 0) - 1000) < 1e-3);
        QCOMPARE(expectedDistinct(10, 0, 0), 0.0);
    }

    void bothModelsPlace_data()
    {
        QTest::addColumn<bool>("torchRec");
        QTest::addColumn<int>("devices");
        for (const int devices : {1, 2, 8, 16, 64}) {
            QTest::addRow("torchrec %d", devices) << true << devices;
            QTest::addRow("ours %d", devices) << false << devices;
        }
    }
    void bothModelsPlace()
    {
        QFETCH(bool, torchRec);
        QFETCH(int, devices);
        const auto model = torchRec ? torchRecCostModel() : lookupCostModel();
        const PlacementRequest asked = request(randomTables(120, 7, devices == 1 ? 0.1 : 1), devices);
        const auto placement = placeTables(asked, *model);
        QVERIFY(placement.ok());
        checkPlacement(asked, *placement);
        QVERIFY2(placement->gap() < 1.35, qPrintable(QString::number(placement->gap())));
    }

    void sameResultEveryTime()
    {
        const auto model = lookupCostModel();
        const PlacementRequest asked = request(randomTables(200, 3), 32);
        const auto first = *placeTables(asked, *model);
        const auto second = *placeTables(asked, *model);
        QCOMPARE(first.slowest.value(), second.slowest.value());
        for (std::size_t i = 0; i < first.tables.size(); ++i)
            QCOMPARE(first.tables[i].devices, second.tables[i].devices);
    }

    void boundIsBelowEveryPlacementOfSmallProblems()
    {
        // All assignments of table-wise shards to two devices, tried one by one.
        const auto model = lookupCostModel();
        for (std::uint32_t seed = 1; seed <= 20; ++seed) {
            PlacementRequest asked = request(randomTables(8, seed), 2);
            for (const EmbeddingTable& table : asked.tables)
                asked.constraints[table.name].shardings = {TableSharding::TableWise};
            const auto placement = *placeTables(asked, *model);
            // Both wait for the one that looks up longest, and for the one that sends most.
            const auto waited = [&](unsigned mask) {
                double looking[2]{};
                double sending[2]{};
                for (unsigned i = 0; i < 8; ++i) {
                    const ShardCost& shard = placement.tables[i].option.shard;
                    const double sent = (shard.forwardComms + shard.backwardComms).value();
                    sending[mask >> i & 1] += sent;
                    looking[mask >> i & 1] += shard.total().value() - sent;
                }
                return std::max(looking[0], looking[1]) + std::max(sending[0], sending[1]);
            };
            double best = 1e300;
            unsigned taken = 0;
            for (unsigned mask = 0; mask < 256; ++mask)
                best = std::min(best, waited(mask));
            for (unsigned i = 0; i < 8; ++i)
                taken |= static_cast<unsigned>(placement.tables[i].devices.front()) << i;
            QVERIFY(placement.lowerBound.value() <= best * (1 + 1e-12));
            QVERIFY2(waited(taken) <= best * 1.05,
                     qPrintable(QString("seed %1: %2").arg(seed).arg(waited(taken) / best)));
        }
    }

    void differencingBeatsGreedyWhereItShould()
    {
        // 8, 7, 6, 5, 4 into two: LPT gives 17, differencing 16, the best is 15.
        std::vector<PartitionItem> items;
        for (const double seconds : {8.0, 7.0, 6.0, 5.0, 4.0})
            items.push_back({seconds, 1, 0, 0, false, -1});
        const PartitionSpace space{2, 2, 0, 0, 0, 0, 100, 100, 100};
        Partition greedy = partition(items, space, PartitionMethod::GreedyByTime);
        Partition differencing = partition(items, space, PartitionMethod::Differencing);
        QCOMPARE(greedy.worst(), 17.0);
        QCOMPARE(differencing.worst(), 16.0);
        improve(items, space, greedy, 100);
        QCOMPARE(greedy.worst(), 15.0);
    }

    /// If every shard takes a whole node, differencing has nothing to divide: it is greedy placing by time,
    /// which gives each to the node whose slowest device has least to do.
    void wholeNodesAreGreedyEitherWay()
    {
        std::mt19937 random(17);
        const auto upTo = [&](int most) {
            return static_cast<double>(1 + random() % static_cast<unsigned>(most));
        };
        for (int round = 0; round < 200; ++round) {
            const PartitionSpace space{32, 8, upTo(3), upTo(3), 0, 0, 40 + upTo(60), 400, 400};
            std::vector<PartitionItem> items;
            for (int i = 0; i < 24; ++i)
                items.push_back({upTo(20), upTo(20), upTo(5), 0, true, -1});
            const Partition byTime = partition(items, space, PartitionMethod::GreedyByTime);
            const Partition apart = partition(items, space, PartitionMethod::Differencing);
            QVERIFY(byTime.place == apart.place && byTime.unplaced == apart.unplaced);
            std::vector<std::size_t> order(items.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::ranges::stable_sort(
                order, [&](std::size_t a, std::size_t b) { return items[a].seconds > items[b].seconds; });
            std::array<double, 4> busy{};
            std::array<double, 4> held{};
            std::array<double, 4> host{};
            busy.fill(space.baseSeconds);
            held.fill(space.baseDevice);
            for (const std::size_t item : order) {
                std::int64_t best = -1;
                for (std::size_t node = 0; node < 4; ++node) {
                    const bool fits = held[node] + items[item].device <= space.deviceCapacity &&
                                      host[node] + 8 * items[item].host <= space.hostCapacity;
                    if (fits && (best < 0 || busy[node] < busy[static_cast<std::size_t>(best)]))
                        best = static_cast<std::int64_t>(node);
                }
                QCOMPARE(byTime.place[item], best < 0 ? std::int64_t{-1} : 8 * best);
                if (best < 0)
                    continue;
                const auto node = static_cast<std::size_t>(best);
                busy[node] += items[item].seconds;
                held[node] += items[item].device;
                host[node] += 8 * items[item].host;
            }
        }
    }

    void memoryIsKept()
    {
        std::vector<PartitionItem> items;
        items.reserve(10);
        for (int i = 0; i < 10; ++i)
            items.push_back({1.0 + i, 10, 0, 0, false, -1});
        const PartitionSpace space{4, 4, 0, 0, 0, 0, 30, 0, 0};
        for (const PartitionMethod method :
             {PartitionMethod::GreedyBySize, PartitionMethod::GreedyByTime, PartitionMethod::Differencing}) {
            Partition result = partition(items, space, method);
            QVERIFY(result.unplaced.empty());
            improve(items, space, result, 100);
            for (const double bytes : result.deviceBytes)
                QVERIFY(bytes <= 30);
        }
        const PartitionSpace small{4, 4, 0, 0, 0, 0, 20, 0, 0};
        QCOMPARE(partition(items, small, PartitionMethod::Differencing).unplaced.size(), std::size_t{2});
    }

    void pinsAndConstraints()
    {
        const auto model = lookupCostModel();
        PlacementRequest asked = request(randomTables(20, 5, 0.1), 16);
        asked.constraints["t3"].device = 11;
        asked.constraints["t4"].shardings = {TableSharding::RowWise};
        asked.constraints["t5"].kernels = {LookupKernel::FusedUvmCaching};
        asked.constraints["t5"].shardings = {TableSharding::TableWise};
        const auto placement = *placeTables(asked, *model);
        checkPlacement(asked, placement);
        QCOMPARE(placement.tables[3].devices, (std::vector<std::int64_t>{11}));
        QVERIFY(placement.tables[4].option.sharding == TableSharding::RowWise);
        QVERIFY(placement.tables[5].option.kernel == LookupKernel::FusedUvmCaching);
        asked.constraints["t99"].device = 0;
        QCOMPARE(static_cast<int>(placeTables(asked, *model).error().code),
                 static_cast<int>(core::ErrorCode::UnknownName));
        asked.constraints.erase("t99");
        asked.constraints["t3"].device = 16;
        QCOMPARE(static_cast<int>(placeTables(asked, *model).error().code),
                 static_cast<int>(core::ErrorCode::OutOfRange));
        asked.constraints["t3"] = {{TableSharding::TableRowWise}, {}, 3};
        QCOMPARE(static_cast<int>(placeTables(asked, *model).error().code),
                 static_cast<int>(core::ErrorCode::Inconsistent));
    }

    void tablesSpillDownTheTiers()
    {
        // 8 GPUs hold 272 GB after the reserve; 12 tables of 60 GB need 720.
        const auto model = lookupCostModel();
        std::vector<EmbeddingTable> tables;
        tables.reserve(12);
        for (int i = 0; i < 12; ++i)
            tables.push_back({"big" + std::to_string(i), 117187500, 128, static_cast<double>(1 + i),
                              core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0});
        const PlacementRequest asked = request(tables, 8);
        const auto placement = *placeTables(asked, *model);
        checkPlacement(asked, placement);
        int below = 0;
        double leastUsed = 0;
        double mostUsed = 0;
        for (const PlacedTable& placed : placement.tables) {
            const bool host = placed.option.hostTotal > 0;
            below += host;
            (host ? leastUsed : mostUsed) += asked.tables[placed.table].pooling;
        }
        QVERIFY2(below >= 8 && below < 12, qPrintable(QString::number(below)));
        QVERIFY(mostUsed / (12 - below) > leastUsed / below); // busy tables stay in HBM
    }

    void tooLargeIsAVerdict()
    {
        const auto model = lookupCostModel();
        const PlacementRequest asked = request(
            {{"huge", 4'000'000'000'000, 128, 1, core::Dtype::Fp32, core::OptimizerKind::Adagrad, 1, 0}}, 16);
        const auto placement = *placeTables(asked, *model);
        QVERIFY(!placement.verdict.feasible());
        const core::Violation& violation = placement.verdict.violations.front();
        QVERIFY(violation.where.find("huge") != std::string::npos);
        QVERIFY(violation.need > violation.have);
        QVERIFY(violation.remedies.size() >= 3);
        QCOMPARE(violation.remedies.front().key, std::string("more_devices"));
    }

    /// Whatever fits with pins fits without them.
    void freeTablesFindWhatPinnedOnesFind()
    {
        const auto model = lookupCostModel();
        constexpr std::array kShardings{TableSharding::TableWise, TableSharding::RowWise,
                                        TableSharding::ColumnWise};
        int found = 0;
        int asked = 0;
        for (std::uint32_t seed = 1; seed <= 60; ++seed) {
            PlacementRequest one = crowded(seed, std::int64_t{8} * (1 + seed % 4), 0.8 + 0.0033 * seed);
            const bool free = placeTables(one, *model)->verdict.feasible();
            std::mt19937 random(1000 + seed);
            for (int attempt = 0; attempt < 4; ++attempt) {
                one.constraints.clear();
                for (const EmbeddingTable& table : one.tables) {
                    core::TableConstraint& pin = one.constraints[table.name];
                    if (attempt == 0)
                        pin.shardings = {TableSharding::RowWise};
                    else if (random() % 2)
                        pin.shardings = {kShardings[random() % kShardings.size()]};
                    if (attempt > 1 && random() % 3 == 0)
                        pin.kernels = {random() % 3 ? LookupKernel::FusedUvm : LookupKernel::Fused};
                }
                const auto pinned = placeTables(one, *model);
                if (!pinned.ok()) // a pin that leaves a narrow table no way
                    continue;
                ++asked;
                found += pinned->verdict.feasible();
                QVERIFY2(free || !pinned->verdict.feasible(), qPrintable(QString("seed %1").arg(seed)));
            }
        }
        QVERIFY2(found > asked / 10 && found < asked * 9 / 10, // both outcomes are met
                 qPrintable(QString("%1 of %2").arg(found).arg(asked)));
    }

    /// A node more of the same machine never makes tables fit no longer.
    void moreDevicesNeverFitLess()
    {
        const auto model = lookupCostModel();
        for (std::uint32_t seed = 1; seed <= 40; ++seed) {
            PlacementRequest asked = crowded(seed, 16, 0.9 + 0.0035 * seed);
            bool before = false;
            for (std::int64_t devices = 16; devices <= 40; devices += 8) {
                asked.cluster.devices = devices;
                const auto placement = placeTables(asked, *model);
                QVERIFY2(placement->verdict.feasible() || !before,
                         qPrintable(QString("seed %1, %2 devices").arg(seed).arg(devices)));
                before = placement->verdict.feasible();
                for (const core::Violation& violation : placement->verdict.violations)
                    QVERIFY2(violation.need > violation.have, qPrintable(QString("seed %1").arg(seed)));
            }
            QVERIFY(before); // 40 devices hold what 16 nearly do
        }
    }

    /// Forty equal tables that nearly fill every memory: the division that is known by hand, as many whole
    /// tables as a node's host memory holds and the rest in the devices, is found within a twentieth or
    /// beaten, and a node more never costs much of the rate.
    void equalTablesAreDividedAsByHand()
    {
        const auto model = lookupCostModel();
        double before = 0;
        for (std::int64_t nodes = 16; nodes <= 20; ++nodes) {
            PlacementRequest free = request({{"table", 1'171'875'000, 256, 20, core::Dtype::Fp16,
                                              core::OptimizerKind::RowwiseAdagrad, 40, 0}},
                                            nodes * 8);
            free.improvements = 2000;
            free.cluster.nvmeCapacity = Bytes{0};
            free.cluster.deviceCapacity = Bytes{40.0 * 1024 * 1024 * 1024};
            free.cluster.hostCapacity = Bytes{175.0 * 1024 * 1024 * 1024};
            PlacementRequest byHand = free;
            byHand.tables.push_back(byHand.tables.front());
            byHand.tables[0].name = "cold";
            byHand.tables[0].count = 32;
            byHand.tables[1].name = "hot";
            byHand.tables[1].count = 8;
            byHand.constraints["cold"] = {{TableSharding::ColumnWise}, {LookupKernel::FusedUvm}, {}};
            byHand.constraints["hot"] = {
                {TableSharding::Grid}, {LookupKernel::Fused, LookupKernel::FusedUvmCaching}, {}};
            const auto known = placeTables(byHand, *model);
            QVERIFY(known.ok());
            QVERIFY(known->verdict.feasible());
            const auto found = placeTables(free, *model);
            checkPlacement(free, *found);
            QVERIFY2(found->slowest.value() <= known->slowest.value() * 1.05,
                     qPrintable(QString("%1 nodes: %2 s, by hand %3 s")
                                    .arg(nodes)
                                    .arg(found->slowest.value())
                                    .arg(known->slowest.value())));
            const double rate = static_cast<double>(nodes) / found->slowest.value();
            QVERIFY2(rate >= 0.9 * before,
                     qPrintable(QString("%1 nodes: %2, before %3").arg(nodes).arg(rate).arg(before)));
            before = rate;
        }
    }

    /// If all bytes together would fit, the verdict speaks of the shard that finds no room.
    void aShardWithoutRoomIsNamed()
    {
        const auto model = lookupCostModel();
        PlacementRequest asked = request({}, 16);
        asked.cluster.nvmeCapacity = Bytes{0};
        for (int i = 0; i < 3; ++i) { // 900 GB each; the hosts of a node leave 1,346 GB to tables: one fits
            asked.tables.push_back({"wide" + std::to_string(i), 1'757'812'500, 128, 1, core::Dtype::Fp32,
                                    core::OptimizerKind::Sgd, 1, 0});
            asked.constraints[asked.tables.back().name] = {
                {TableSharding::TableRowWise}, {LookupKernel::FusedUvm}, std::nullopt};
        }
        // 2.7 TB are more than the 2.69 TB of both hosts, but less than all memory: the hosts are named.
        const auto bound = *placeTables(asked, *model);
        QVERIFY(!bound.verdict.feasible());
        QCOMPARE(bound.verdict.violations.front().where, std::string("all tables host"));
        QVERIFY(bound.verdict.violations.front().need > bound.verdict.violations.front().have);
        // A little smaller, they are less than the hosts' memory, and still the third finds no node.
        for (EmbeddingTable& table : asked.tables)
            table.rows = table.rows * 9 / 10;
        const auto cut = *placeTables(asked, *model);
        QVERIFY(!cut.verdict.feasible());
        const core::Violation& violation = cut.verdict.violations.front();
        QVERIFY2(violation.where.find("shard of table wide") == 0, violation.where.c_str());
        QVERIFY(std::abs(violation.need / 810e9 - 1) < 1e-6);
        QVERIFY(std::abs(violation.have / (8 * 187e9 * 0.9 - 810e9) - 1) < 1e-6);
        for (const core::Remedy& remedy : violation.remedies)
            QVERIFY(remedy.key != "rowwise_adagrad"); // SGD keeps no state to save
        asked.constraints.clear();
        QVERIFY(placeTables(asked, *model)->verdict.feasible());
    }

    void byTimeAndByBytesDiffer()
    {
        // One small hot table and several large cold ones.
        std::vector<EmbeddingTable> tables{
            {"hot", 1000000, 64, 400, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0}};
        for (int i = 0; i < 7; ++i)
            tables.push_back({"cold" + std::to_string(i), 50000000, 64, 1, core::Dtype::Fp32,
                              core::OptimizerKind::Sgd, 1, 0});
        PlacementRequest asked = request(tables, 2);
        for (const EmbeddingTable& table : tables)
            asked.constraints[table.name].shardings = {TableSharding::TableWise};
        asked.methods = {PartitionMethod::GreedyBySize};
        asked.improvements = 0;
        const auto model = lookupCostModel();
        const auto bySize = *placeTables(asked, *model);
        asked.methods = {PartitionMethod::GreedyByTime};
        const auto byTime = *placeTables(asked, *model);
        QVERIFY(byTime.slowest <= bySize.slowest);
        QVERIFY(byTime.byteImbalance() >= bySize.byteImbalance());
    }

    void costsAreExplained()
    {
        const EmbeddingTable table{
            "t", 1000000, 64, 10, core::Dtype::Fp32, core::OptimizerKind::RowwiseAdagrad, 1, 0.8};
        const EmbeddingCluster machines = cluster(16);
        for (const auto& model : {torchRecCostModel(), lookupCostModel()}) {
            const ShardQuery question{table,
                                      TableSharding::TableRowWise,
                                      LookupKernel::FusedUvmCaching,
                                      0.2,
                                      {125000, 64},
                                      512,
                                      machines,
                                      {}};
            const auto why = model->explain(question);
            QVERIFY(why != nullptr);
            QVERIFY(std::abs(why->value - model->cost(question).total().value()) <= 1e-12 * why->value);
        }
    }

    /// A table's vectors are a share of a message to all: they take what its rate says.
    void exchangesTakeWhatTheMachinesCollectivesDo()
    {
        const EmbeddingTable table{"t", 1000000, 128, 1, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0};
        const auto cost = [&table](const EmbeddingCluster& machines) {
            return lookupCostModel()->cost(
                {table, TableSharding::TableWise, LookupKernel::Fused, 0, {1000000, 128}, 512, machines, {}});
        };
        for (const std::int64_t devices : {8, 64}) {
            EmbeddingCluster machines = cluster(devices);
            const ShardCost one = cost(machines);
            QCOMPARE(one.sent.gradients.value(), static_cast<double>(512 * devices * 128 * 4));
            QVERIFY(std::abs(one.backwardComms.value() * machines.exchange.rate.value() /
                                 one.sent.gradients.value() -
                             1) < 1e-12);
            machines.exchange.rate = machines.exchange.rate / 2;
            QVERIFY(std::abs(cost(machines).backwardComms.value() / one.backwardComms.value() - 2) < 1e-9);
        }
    }

    void wireTypesHalveTheVectors()
    {
        const EmbeddingTable table{"t", 1000000, 128, 1, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0};
        const EmbeddingCluster machines = cluster(64);
        const auto model = lookupCostModel();
        ShardQuery question{
            table, TableSharding::TableWise, LookupKernel::Fused, 0, {1000000, 128}, 512, machines, {}};
        const double wide = model->cost(question).backwardComms.value();
        question.wire.backward = core::Dtype::Fp16;
        QVERIFY(std::abs(model->cost(question).backwardComms.value() / wide - 0.5) < 1e-12);
        question.wire.backward = core::Dtype::Int8;
        QVERIFY(std::abs(model->cost(question).backwardComms.value() / wide - 0.25) < 1e-12);
    }

    void skewMakesCachesHitAndShardsHot()
    {
        const EmbeddingCluster machines = cluster(16);
        const auto model = lookupCostModel();
        EmbeddingTable table{"t", 10000000, 64, 20, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0};
        ShardQuery question{table,
                            TableSharding::TableWise,
                            LookupKernel::FusedUvmCaching,
                            0.1,
                            {10000000, 64},
                            512,
                            machines,
                            {}};
        const double uniform = model->cost(question).prefetch.value();
        table.skew = 1.1;
        QVERIFY(model->cost(question).prefetch.value() < 0.5 * uniform);
        question.sharding = TableSharding::RowWise;
        question.kernel = LookupKernel::Fused;
        question.shard = {625000, 64};
        const double hot = model->cost(question).forwardCompute.value();
        table.skew = 0;
        QVERIFY(model->cost(question).forwardCompute.value() < hot);
    }
};

SHARDSCOPE_TEST(TstPlacement)
#include "tst_placement.moc"
