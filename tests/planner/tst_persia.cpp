// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's modes, rates, memory and sizing against published runs and one measured machine.
#include "planner/recommender/persia/homogeneous.h"
#include "planner/recommender/persia/persia_batch.h"
#include "planner/recommender/persia/persia_growth.h"
#include "planner/recommender/persia/persia_memory.h"
#include "planner/recommender/persia/persia_sizing.h"
#include "planner/recommender/persia/persia_waiting.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <map>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;
using core::Seconds;

namespace {

/// One H200 with its host: times of the three stages alone, and of a batch in three modes (measured for this
/// project with PyTorch: 16 tables of 500,000 x 64, pooling 4, batch 8192).
const PersiaStages kAlone{Seconds{0.01713705}, Seconds{0.09115791}, Seconds{0}, Seconds{0.06876469}, 1, 1, 1};
constexpr double kFullSync = 0.18261322;
constexpr double kNaiveHybrid = 0.12065079;
constexpr double kPersia = 0.12065933;

double period(const PersiaStages& stages, PersiaMode mode, std::int64_t staleness = 10)
{
    return persiaTimeline(stages, mode, staleness, 81).period.value();
}

PersiaSettings a100Settings()
{
    PersiaSettings settings;
    settings.batch = 4096;                // not published
    settings.compute = core::Dtype::Tf32; // PyTorch's default for products before 1.12
    settings.devicePeak = core::FlopsPerSecond{156e12};
    settings.deviceBandwidth = core::BytesPerSecond{1555e9};
    settings.nodeLink = core::BytesPerSecond{300e9};
    return settings;
}

/// Machines of eight V100; fewer accelerators share one machine.
RoleCluster onAccelerators(const RoleCluster& base, std::int64_t accelerators)
{
    RoleCluster machines = base;
    machines[PersiaRoleKind::NnWorker].devices = std::min<std::int64_t>(8, accelerators);
    machines[PersiaRoleKind::NnWorker].replicas = std::max<std::int64_t>(1, accelerators / 8);
    return machines;
}

} // namespace

class TstPersia : public QObject {
    Q_OBJECT
private slots:
    void modesOfOneMachine()
    {
        // The stage times alone give them within 30 %.
        const std::vector<std::pair<PersiaMode, double>> measured{{PersiaMode::FullSync, kFullSync},
                                                                  {PersiaMode::NaiveHybrid, kNaiveHybrid},
                                                                  {PersiaMode::Persia, kPersia}};
        for (const auto& [mode, seconds] : measured)
            QVERIFY2(std::abs(period(kAlone, mode) / seconds - 1) < 0.30, std::string(nameOf(mode)).c_str());
        // Contention read from the two traces (dense work: 91.4 ms alone, 112.5 ms beside the others; get
        // 14.1 and 15.3; put 54.7 and 58.5) brings them within 12 %.
        PersiaStages beside = kAlone;
        beside.denseContention = 112.46 / 91.37;
        beside.getContention = 15.33 / 14.08;
        beside.putContention = 58.54 / 54.73;
        for (const auto& [mode, seconds] : measured)
            QVERIFY2(std::abs(period(beside, mode) / seconds - 1) < 0.12,
                     qPrintable(QString("%1 %2")
                                    .arg(QString::fromStdString(std::string(nameOf(mode))))
                                    .arg(period(beside, mode) / seconds)));
    }

    void rulesOrderTheModes()
    {
        const PersiaStages stages{Seconds{2}, Seconds{4}, Seconds{1}, Seconds{3}, 1, 1, 1};
        QCOMPARE(period(stages, PersiaMode::FullSync), 10.0);
        QCOMPARE(period(stages, PersiaMode::NaiveHybrid), 7.0);
        QCOMPARE(period(stages, PersiaMode::Persia), 5.0);
        QCOMPARE(period(stages, PersiaMode::FullAsync), 4.0);
        // A staleness of one is synchronous, whatever the mode.
        QCOMPARE(period(stages, PersiaMode::Persia, 1), 10.0);
        // Slow embeddings bound every mode.
        const PersiaStages slow{Seconds{2}, Seconds{4}, Seconds{1}, Seconds{20}, 1, 1, 1};
        QCOMPARE(period(slow, PersiaMode::Persia), 20.0);
        QCOMPARE(period(slow, PersiaMode::FullAsync), 20.0);
    }

    void workersTakeSeveralBatches()
    {
        const PersiaStages stages{Seconds{8}, Seconds{2}, Seconds{0}, Seconds{6}, 1, 1, 1};
        QCOMPARE(persiaTimeline(stages, PersiaMode::Persia, 100, 401, {1, 1}).period.value(), 8.0);
        QCOMPARE(persiaTimeline(stages, PersiaMode::Persia, 100, 1201, {2, 3}).period.value(), 4.0);
        QCOMPARE(persiaTimeline(stages, PersiaMode::Persia, 100, 401, {10, 8}).period.value(), 2.0);
        QCOMPARE(persiaTimeline(stages, PersiaMode::Persia, 4, 401, {10, 8}).period.value(),
                 4.0); // (8 + 2 + 6) / 4
    }

    void stalenessIsCapped()
    {
        const PersiaStages stages{Seconds{1}, Seconds{4}, Seconds{0}, Seconds{6}, 1, 1, 1};
        for (const std::int64_t cap : {1, 2, 4, 10}) {
            const auto timeline = persiaTimeline(stages, PersiaMode::Persia, cap, 80);
            for (const std::int64_t pending : timeline.staleness)
                QVERIFY(pending < cap);
            QCOMPARE(timeline.staleness.back(), cap - 1); // puts are slowest: the cap is reached
        }
        for (const std::int64_t pending : persiaTimeline(stages, PersiaMode::FullSync, 10, 40).staleness)
            QCOMPARE(pending, std::int64_t{0});
    }

    /// PersiaML/tutorials @18ccf21, src/benchmark/img/model_scalability.png, read off the figure.
    void hundredTrillion()
    {
        const RoleCluster machines = cluster("persia-gcp-100t");
        QCOMPARE(machines.accelerators(), std::int64_t{64});
        PersiaSettings settings = a100Settings();
        const auto coefficients =
            calibratePersia(recommender("persia-100t"), machines, PersiaMode::Persia, settings, 1.91e6);
        QVERIFY(coefficients.ok());
        settings.coefficients = *coefficients;
        // Persia's rate was fitted, the others were not: each is held to how near it came.
        const std::map<PersiaMode, std::pair<double, double>> modes{{PersiaMode::Persia, {1.91e6, 1e-6}},
                                                                    {PersiaMode::FullSync, {0.72e6, 0.01}},
                                                                    {PersiaMode::FullAsync, {2.15e6, 0.03}}};
        const auto predicted = [&](const std::string& name, PersiaMode mode) {
            return persiaRate(recommender(name), machines, mode, settings)->samplesPerSecond;
        };
        for (const auto& [mode, published] : modes) {
            const double off = predicted("persia-100t", mode) / published.first - 1;
            QVERIFY2(std::abs(off) < published.second,
                     qPrintable(
                         QString("%1: %2").arg(QString::fromStdString(std::string(nameOf(mode)))).arg(off)));
        }
        const std::map<std::string, std::pair<double, double>> sizes{{"persia-6.25t", {1.79e6, 0.07}},
                                                                     {"persia-12.5t", {1.85e6, 0.04}},
                                                                     {"persia-25t", {1.88e6, 0.02}},
                                                                     {"persia-50t", {1.82e6, 0.055}}};
        for (const auto& [name, published] : sizes) {
            const double off = predicted(name, PersiaMode::Persia) / published.first - 1;
            QVERIFY2(std::abs(off) < published.second,
                     qPrintable(QString("%1: %2").arg(QString::fromStdString(name)).arg(off)));
        }
    }

    /// The same source, img/scalability.png: thousands of samples a second on 1, 2, 4 and 8 V100.
    void openDataSets()
    {
        const RoleCluster base = cluster("persia-v100");
        const std::map<std::string, std::array<double, 4>> measured{
            {"persia-taobao", {28.9, 55.0, 96.3, 179.0}},
            {"persia-avazu", {32.9, 57.8, 96.9, 180.7}},
            {"persia-criteo", {27.2, 52.1, 88.4, 162.6}}};
        const std::array<std::int64_t, 4> counts{1, 2, 4, 8};
        for (const auto& [name, rates] : measured) {
            PersiaSettings settings;
            settings.batch = 1024; // not published
            const auto coefficients = calibratePersia(recommender(name), onAccelerators(base, 4),
                                                      PersiaMode::Persia, settings, rates[2] * 1e3);
            QVERIFY(coefficients.ok());
            settings.coefficients = *coefficients;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const double predicted = persiaRate(recommender(name), onAccelerators(base, counts[i]),
                                                    PersiaMode::Persia, settings)
                                             ->samplesPerSecond;
                QVERIFY2(std::abs(predicted / (rates[i] * 1e3) - 1) < 0.20,
                         qPrintable(QString("%1 %2: %3")
                                        .arg(QString::fromStdString(name))
                                        .arg(counts[i])
                                        .arg(predicted)));
            }
        }
    }

    /// The same figure: Kwai-Video in three modes. Its unit is not stated; thousands of samples a second are
    /// assumed, and the reading is good to 6 units: half of the smallest point, which shows no more than that
    /// one V100 does between 6 and 18.
    void kwai()
    {
        const RoleCluster base = cluster("persia-v100");
        const std::map<PersiaMode, std::map<std::int64_t, double>> measured{
            {PersiaMode::Persia, {{1, 12}, {4, 48}, {8, 99}, {16, 140}, {32, 233}, {64, 403}}},
            {PersiaMode::FullSync, {{4, 11}, {8, 25}, {16, 44}, {32, 87}, {64, 154}}},
            {PersiaMode::FullAsync, {{16, 222}, {32, 325}, {64, 589}}}};
        PersiaSettings settings;
        settings.batch = 512; // not published: chosen on the hybrid run of 16
        const core::Recommender kwaiModel = recommender("persia-kwai");
        const auto coefficients =
            calibratePersia(kwaiModel, onAccelerators(base, 8), PersiaMode::Persia, settings, 99e3);
        QVERIFY(coefficients.ok());
        settings.coefficients = *coefficients;
        for (const auto& [mode, points] : measured) {
            for (const auto& [count, rate] : points) {
                const double predicted =
                    persiaRate(kwaiModel, onAccelerators(base, count), mode, settings)->samplesPerSecond /
                    1e3;
                const bool close =
                    std::abs(predicted / rate - 1) < 0.20 || (count == 1 && std::abs(predicted - rate) < 6);
                QVERIFY2(close, qPrintable(QString("%1 %2: %3 for %4")
                                               .arg(QString::fromStdString(std::string(nameOf(mode))))
                                               .arg(count)
                                               .arg(predicted)
                                               .arg(rate)));
            }
        }
    }

    /// Each fitted coefficient is where its own runs want it: a tenth more or less makes them worse. Other
    /// runs take no part (see persia_rates.cpp).
    void coefficientsFollowFromTheirRuns()
    {
        struct Observed {
            const char* name;
            std::int64_t accelerators;
            PersiaMode mode;
            double rate;
        };
        struct Fit {
            const char* what;
            std::function<void(PersiaCoefficients&, double)> scale;
            std::vector<Observed> runs;
        };
        const std::vector<Fit> fits{
            {"sharedHost",
             [](PersiaCoefficients& c, double by) { c.sharedHost = by * c.sharedHost; },
             {{"persia-taobao", 1, PersiaMode::Persia, 28.9e3},
              {"persia-taobao", 2, PersiaMode::Persia, 55.0e3},
              {"persia-taobao", 8, PersiaMode::Persia, 179.0e3}}},
            {"contentionPerNode",
             [](PersiaCoefficients& c, double by) { c.contentionPerNode *= by; },
             {{"persia-kwai", 16, PersiaMode::FullAsync, 222e3},
              {"persia-kwai", 32, PersiaMode::FullAsync, 325e3},
              {"persia-kwai", 64, PersiaMode::FullAsync, 589e3}}},
            {"handledId",
             [](PersiaCoefficients& c, double by) { c.handledId = by * c.handledId; },
             {{"persia-kwai", 8, PersiaMode::FullSync, 25e3}}},
            {"handledElement",
             [](PersiaCoefficients& c, double by) { c.handledElement = by * c.handledElement; },
             {{"persia-100t", 64, PersiaMode::FullSync, 0.72e6}}}};
        const auto error = [&](const Fit& fit, double by) {
            double sum = 0;
            for (const Observed& run : fit.runs) {
                const bool huge = std::string(run.name) == "persia-100t";
                const bool kwai = std::string(run.name) == "persia-kwai";
                const RoleCluster base = cluster(huge ? "persia-gcp-100t" : "persia-v100");
                PersiaSettings settings = huge ? a100Settings() : PersiaSettings{};
                settings.batch = huge ? 4096 : kwai ? 512 : 1024;
                fit.scale(settings.coefficients, by);
                // One run of the system sets its free coefficient anew.
                settings.coefficients = *calibratePersia(recommender(run.name),
                                                         onAccelerators(base, huge   ? 64
                                                                              : kwai ? 8
                                                                                     : 4),
                                                         PersiaMode::Persia, settings,
                                                         huge   ? 1.91e6
                                                         : kwai ? 99e3
                                                                : 96.3e3);
                const double rate = persiaRate(recommender(run.name), onAccelerators(base, run.accelerators),
                                               run.mode, settings)
                                        ->samplesPerSecond;
                sum += std::pow(std::log(rate / run.rate), 2);
            }
            return sum;
        };
        for (const Fit& fit : fits) {
            const double here = error(fit, 1);
            QVERIFY2(here < error(fit, 0.9) && here < error(fit, 1.1), fit.what);
        }
    }

    void rolesSaturateWhereTheyShould()
    {
        RoleCluster machines = cluster("persia-gcp-100t");
        const PersiaSettings settings = a100Settings();
        const core::Recommender trillions = recommender("persia-100t");
        const auto enough = *persiaRate(trillions, machines, PersiaMode::Persia, settings);
        QVERIFY(enough.saturated == PersiaRoleKind::NnWorker);
        for (const PersiaRoleRate& role : enough.roles) {
            QVERIFY(role.utilisation <= 1 + 1e-12);
            QVERIFY(std::abs(role.why->value / role.samplesPerSecond - 1) < 1e-12);
        }
        for (const PersiaRoleKind starved :
             {PersiaRoleKind::DataLoader, PersiaRoleKind::EmbeddingWorker, PersiaRoleKind::ParameterServer}) {
            RoleCluster few = machines;
            few[starved].replicas = 1;
            const auto rate = *persiaRate(trillions, few, PersiaMode::Persia, settings);
            QVERIFY(rate.saturated == starved);
            QVERIFY(rate.samplesPerSecond < enough.samplesPerSecond);
        }
    }

    /// Machines that do everything: as many as the rate and the rows need, counted by hand.
    void oneKindOfMachineForEverything()
    {
        const core::Recommender model = recommender("persia-kwai");
        const RoleCluster machines = cluster("persia-v100");
        const PersiaSettings settings;
        const double rate = 700'000;
        const auto few = *homogeneousClusters(model, machines, settings, rate, core::Bytes{0});
        QCOMPARE(few.size(), std::size_t{2});
        for (const HomogeneousCluster& one : few) {
            QCOMPARE(one.machines, one.forRate);
            QVERIFY(one.samplesPerSecond >= rate);
            const double each = one.samplesPerSecond / static_cast<double>(one.machines);
            QVERIFY(each * static_cast<double>(one.machines - 1) < rate); // none too many
        }
        QCOMPARE(few[0].accelerators, std::int64_t{0});
        QCOMPARE(few[1].accelerators, few[1].machines * machines[PersiaRoleKind::NnWorker].devices);
        // What a network of next to nothing carries: the edges of a sample, and the dense weights there and
        // back with every batch.
        RoleCluster slow = machines;
        slow[PersiaRoleKind::NnWorker].network = core::BytesPerSecond{1e6};
        const auto bound = *homogeneousClusters(model, slow, settings, rate, core::Bytes{0});
        double bytes = 8 * model.denseParameters() / static_cast<double>(settings.batch);
        const PersiaRate own = *persiaRate(model, machines, PersiaMode::FullAsync, settings);
        for (const PersiaEdge& edge : own.edges)
            bytes += edge.bytesPerSample.value();
        QCOMPARE(bound[1].bound, std::string("network"));
        QVERIFY(std::abs(bound[1].samplesPerSecond * bytes /
                             (1e6 * 0.8 * static_cast<double>(bound[1].machines)) -
                         1) < 1e-9);
        QVERIFY(bound[1].idle > 0.99);
        // Ten machines' memory of rows, and a byte more.
        const core::Bytes memory = machines[PersiaRoleKind::EmbeddingWorker].memory;
        QCOMPARE(homogeneousClusters(model, machines, settings, 1, memory * 10.0)->front().machines,
                 std::int64_t{10});
        QCOMPARE(homogeneousClusters(model, machines, settings, 1, memory * 10.0 + core::Bytes{1})
                     ->front()
                     .machines,
                 std::int64_t{11});
    }

    /// The mean of the largest of n normal variates, as tabled by L. H. C. Tippett (Biometrika 17, 1925).
    void theSlowestOfMany()
    {
        const std::vector<std::pair<std::int64_t, double>> tabled{
            {2, 0.56419}, {10, 1.53875}, {100, 2.50759}, {1000, 3.24144}};
        for (const auto& [workers, mean] : tabled)
            QVERIFY2(std::abs(waitingForSlowest(workers, 0.1) / (0.1 * mean) - 1) < 0.05,
                     qPrintable(QString::number(waitingForSlowest(workers, 0.1))));
        QCOMPARE(waitingForSlowest(1, 0.1), 0.0);
        QCOMPARE(waitingForSlowest(64, 0.0), 0.0);
        const core::Recommender model = recommender("persia-kwai");
        const RoleCluster machines = cluster("persia-v100");
        const PersiaSettings settings;
        const auto waiting = *persiaWaiting(model, machines, settings, 0.2);
        const auto none = *persiaWaiting(model, machines, settings, 0);
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            // A mode that waits loses speed; asynchronous training does not, and synchronous training loses
            // the larger share.
            QCOMPARE(waiting[i].asynchronous, none[i].asynchronous);
            QVERIFY(waiting[i].synchronous < none[i].synchronous);
            const PersiaRate sync = *persiaRate(model, machines, PersiaMode::FullSync, settings);
            if (i == 0) {
                const double batch = static_cast<double>(settings.batch * machines.accelerators());
                const double stages = (sync.stages.get + sync.stages.dense + sync.stages.put).value();
                QVERIFY(std::abs(batch / (batch / sync.samplesPerSecond + stages * waiting[0].longer) /
                                     waiting[0].synchronous -
                                 1) < 1e-9);
            }
        }
    }

    void switchesMatter()
    {
        const RoleCluster machines = cluster("persia-gcp-100t");
        PersiaSettings settings = a100Settings();
        const core::Recommender trillions = recommender("persia-100t");
        const double zeroCopy =
            persiaRate(trillions, machines, PersiaMode::FullSync, settings)->samplesPerSecond;
        settings.zeroCopy = false;
        QVERIFY(persiaRate(trillions, machines, PersiaMode::FullSync, settings)->samplesPerSecond < zeroCopy);
        settings = a100Settings();
        settings.sync = DenseSync::ByteGrad;
        const auto bytegrad =
            *persiaRate(trillions, cluster("persia-gcp-100t"), PersiaMode::Persia, settings);
        settings.sync = DenseSync::AllReduce;
        const auto plain = *persiaRate(trillions, cluster("persia-gcp-100t"), PersiaMode::Persia, settings);
        QVERIFY(std::abs(bytegrad.stages.allReduce.value() / plain.stages.allReduce.value() - 0.25) < 1e-9);
        settings.compression = true;
        QVERIFY(persiaRate(trillions, cluster("persia-gcp-100t"), PersiaMode::Persia, settings)
                    ->edges.back()
                    .bytesPerSample < plain.edges.back().bytesPerSample);
        QVERIFY(!plain.messageTooLarge);
        settings.largestMessage = 1024;
        QVERIFY(
            persiaRate(trillions, cluster("persia-gcp-100t"), PersiaMode::Persia, settings)->messageTooLarge);
        settings.batch = 70000;
        QCOMPARE(static_cast<int>(persiaRate(trillions, machines, PersiaMode::Persia, settings).error().code),
                 static_cast<int>(core::ErrorCode::OutOfRange));
        QVERIFY(lockEfficiency(416, 1000) > lockEfficiency(416, 100));
        QCOMPARE(lockEfficiency(4, 1), 0.25);
    }

    void hundredTrillionDoNotFit()
    {
        PersiaMemorySettings settings;
        settings.servers = 30;
        settings.memoryPerServer = core::Bytes{12e12};
        settings.memoryShare = 1;
        const PersiaMemory memory = persiaMemory(recommender("persia-100t"), settings);
        QVERIFY(std::abs(memory.weightsBytes.value() / 400e12 - 1) < 1e-6); // 100 T x 4 B
        QVERIFY(memory.weightsBytes > 30.0 * settings.memoryPerServer);     // 360 TB
        QVERIFY(!memory.verdict.feasible());
        QVERIFY(memory.residentRows < memory.addressableRows);
        QVERIFY(memory.residentBytes <= core::Bytes{360e12} * (1 + 1e-12));
        QVERIFY(memory.missRatio > 0 && memory.missRatio < 1);
        QCOMPARE(memory.verdict.violations.front().remedies.front().key,
                 std::string("more_parameter_servers"));
        // PERSIA itself evicts what finds no room.
        settings.evicts = true;
        const PersiaMemory evicting = persiaMemory(recommender("persia-100t"), settings);
        QVERIFY(evicting.verdict.feasible());
        QCOMPARE(evicting.residentBytes.value(), memory.residentBytes.value());
        QCOMPARE(evicting.missRatio, memory.missRatio);
        const PersiaMemory small = persiaMemory(recommender("persia-taobao"), settings);
        QVERIFY(small.verdict.feasible());
        QCOMPARE(small.missRatio, 0.0);
        QCOMPARE(lostGradientRatio(small, 1000, 10), 0.0);
        QVERIFY(lostGradientRatio(memory, 1e6, 10) > 0);
        QVERIFY(memory.goodput > 0 && memory.goodput < 1);
        QVERIFY(small.checkpoint < memory.checkpoint);
    }

    void rowBytes()
    {
        // SGD dim, Adagrad 2 dim, Adam 3 dim, in fp32, and links, entry and map.
        constexpr double kAround = 8 + 40 + 17 * 8 / 7.0;
        core::EmbeddingTable table{"t", 10, 16, 1, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0};
        QCOMPARE(persiaRowBytes(table).value(), 64.0 + kAround);
        table.optimizer = core::OptimizerKind::Adagrad;
        QCOMPARE(persiaRowBytes(table).value(), 128.0 + kAround);
        table.optimizer = core::OptimizerKind::Adam;
        QCOMPARE(persiaRowBytes(table).value(), 192.0 + kAround);
    }

    /// Without zero copy only messages of rows and vectors are copied: what it costs grows with their bytes,
    /// is the same whatever the host takes, and never makes anything faster.
    void zeroCopySavesWhatPayloadsCost()
    {
        const RoleCluster machines = cluster("persia-gcp-100t");
        core::Recommender model = recommender("persia-100t");
        double before = 0;
        for (const std::int64_t dim : {8, 16, 64, 128, 512}) {
            model.tables.front().dim = dim;
            const auto lost = [&](double host) {
                PersiaSettings settings = a100Settings();
                settings.coefficients.sampleHost = Seconds{host};
                const PersiaStages zero = persiaRate(model, machines, PersiaMode::FullSync, settings)->stages;
                settings.zeroCopy = false;
                const PersiaRate copied = *persiaRate(model, machines, PersiaMode::FullSync, settings);
                return (copied.stages.get - zero.get).value();
            };
            const double cost = lost(20e-6);
            QVERIFY(cost > before);
            QVERIFY(std::abs(lost(90e-6) / cost - 1) < 1e-9);
            before = cost;
        }
        for (const PersiaMode mode : kPersiaModes) {
            PersiaSettings settings = a100Settings();
            const double zero = persiaRate(model, machines, mode, settings)->samplesPerSecond;
            settings.zeroCopy = false;
            QVERIFY(persiaRate(model, machines, mode, settings)->samplesPerSecond <= zero * (1 + 1e-12));
        }
    }

    /// Roles that grow: the cluster itself is among the sizes, what it was fitted for says one number, and
    /// beyond it both forms of contention stay between none and proportion.
    void growthKeepsToWhatItWasFittedOn()
    {
        for (const char* name : {"persia-v100", "persia-gcp-100t"}) {
            const RoleCluster machines = cluster(name);
            const auto growth =
                *persiaGrowth(recommender("persia-criteo"), machines, PersiaMode::Persia, PersiaSettings{});
            QCOMPARE(growth.front().accelerators, std::int64_t{1});
            QCOMPARE(growth.back().accelerators, 32 * machines.accelerators());
            const PersiaRate own =
                *persiaRate(recommender("persia-criteo"), machines, PersiaMode::Persia, PersiaSettings{});
            for (std::size_t i = 0; i < growth.size(); ++i) {
                const RoleGrowth& one = growth[i];
                if (one.accelerators == machines.accelerators())
                    QVERIFY(std::abs(one.samplesPerSecond / own.samplesPerSecond - 1) < 1e-9);
                QVERIFY(one.beyondFit() ? one.otherwise >= one.samplesPerSecond
                                        : one.otherwise == one.samplesPerSecond);
                QVERIFY(one.efficiency <= 1 + 1e-9);
                if (i > 0)
                    QVERIFY(one.otherwise >= growth[i - 1].otherwise * (1 - 1e-9));
            }
        }
    }

    void compactBatches()
    {
        core::Recommender one;
        one.tables = {{"t", 1000, 16, 4, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0}};
        const auto batch = *compactBatch(one, 100);
        QCOMPARE(batch.occurrences, 400.0);
        const double distinct = 1000 * (1 - std::pow(0.999, 400));
        QVERIFY(std::abs(batch.distinct - distinct) < 1e-6);
        QVERIFY(std::abs(batch.compact().value() - (28 * distinct + 4 * 400 + 4 * 100)) < 1e-6);
        QVERIFY(std::abs(batch.in(IdFormat::Lists).value() - (8 * distinct + 2 * 400)) < 1e-6);
        QCOMPARE(batch.in(IdFormat::Plain).value(), 3200.0);
        QCOMPARE(batch.in(IdFormat::Coordinates).value(),
                 24 * 400.0); // two coordinates and an id, of eight bytes
        // Many duplicates: by the code half and a little of the ids alone, less than a quarter of a
        // framework's sparse tensors; by the paper's lists a quarter and a little of the ids alone.
        one.tables.front().skew = 1.2;
        const auto repeated = *compactBatch(one, 50000);
        const double plain = repeated.ratio(IdFormat::Compact, IdFormat::Plain);
        QVERIFY(plain < 0.66 && plain > 0.5);
        QVERIFY(repeated.ratio(IdFormat::Compact, IdFormat::Coordinates) < 0.25);
        const double lists = repeated.ratio(IdFormat::Lists, IdFormat::Plain);
        QVERIFY(lists < 0.3 && lists > 0.25);
        QVERIFY(compactBatch(one, kPersiaLargestBatch).ok());
        QVERIFY(!compactBatch(one, kPersiaLargestBatch + 1).ok());
        QVERIFY(!compactBatch(one, 0).ok());
    }

    void boundVanishesWithCollisions()
    {
        ConvergenceBound bound;
        bound.sigma = 2;
        bound.iterations = 1e4;
        bound.staleness = 10;
        QCOMPARE(bound.value(), 2.0 / 100 + 1e-4);
        bound.collision = 0.01;
        QVERIFY(std::abs(bound.hybridTerm() - 10 * 0.01 / 1e4) < 1e-18);
        bound.stalenessExponent = 2;
        QVERIFY(std::abs(bound.hybridTerm() - 100 * 0.01 / 1e4) < 1e-18);
        const core::Recommender criteo = recommender("dlrm-criteo-1tb");
        QVERIFY(mostFrequentId(criteo).alpha > 0 && mostFrequentId(criteo).alpha <= 1);
        // α follows from the most frequent id, not from the rows: 30 G of them.
        QVERIFY(mostFrequentId(recommender("persia-100t")).alpha > 0.05);
    }

    void explorerAndSizing()
    {
        RoleCluster machines = cluster("persia-gcp-100t");
        const PersiaSettings settings = a100Settings();
        const core::Recommender trillions = recommender("persia-6.25t");
        const auto points =
            exploreRatio(trillions, machines, PersiaMode::Persia, settings, PersiaRoleKind::NnWorker,
                         {1, 2, 4, 8}, PersiaRoleKind::EmbeddingWorker, {1, 10, 100});
        QVERIFY(points.ok());
        QCOMPARE(points->size(), std::size_t{12});
        QVERIFY(points->front().samplesPerSecond <= points->back().samplesPerSecond);
        for (const RatioPoint& point : *points)
            QVERIFY(point.idleAccelerators >= 0 && point.idleAccelerators < 1);
        const auto sized =
            sizeCluster(trillions, machines, PersiaMode::Persia, settings, 1e6, SizingGoal::FewestMachines);
        QVERIFY(sized.ok());
        QVERIFY(sized->rate.samplesPerSecond >= 1e6);
        // One machine less of any role is too few, in rate or in memory.
        for (const PersiaRoleKind role : kPersiaRoles) {
            RoleCluster fewer = sized->cluster;
            if (fewer[role].replicas == 1)
                continue;
            --fewer[role].replicas;
            PersiaMemorySettings memory;
            memory.servers = fewer[PersiaRoleKind::ParameterServer].replicas;
            memory.memoryPerServer = fewer[PersiaRoleKind::ParameterServer].memory;
            QVERIFY(persiaRate(trillions, fewer, PersiaMode::Persia, settings)->samplesPerSecond < 1e6 ||
                    !persiaMemory(trillions, memory).verdict.feasible());
        }
        const auto cheapest =
            sizeCluster(trillions, machines, PersiaMode::Persia, settings, 1e6, SizingGoal::LowestCost);
        QVERIFY(cheapest.ok());
        double cost = 0;
        for (const RoleMachines& role : cheapest->cluster.roles)
            cost += static_cast<double>(role.replicas) * role.pricePerHour.value_or(0);
        QCOMPARE(cheapest->goal, cost);
        // The cluster as published, by the file's prices an hour: 8 · 30.02 + 100 · 1.379 + 30 · 61.99 USD.
        QVERIFY(std::abs(machines.costPerHour().value_or(0) - 2237.76) < 1e-6);
        machines[PersiaRoleKind::EmbeddingWorker].pricePerHour.reset();
        const auto unpriced =
            sizeCluster(trillions, machines, PersiaMode::Persia, settings, 1e6, SizingGoal::LowestCost);
        QVERIFY(!unpriced.ok());
        QCOMPARE(static_cast<int>(unpriced.error().code), static_cast<int>(core::ErrorCode::MissingKey));
        QVERIFY(
            !sizeCluster(trillions, machines, PersiaMode::Persia, settings, 1e13, SizingGoal::FewestMachines)
                 .ok());
    }

    void serving()
    {
        const RoleCluster machines = cluster("persia-gcp-100t");
        const core::Recommender trillions = recommender("persia-6.25t");
        const auto few = *servingRate(trillions, machines, a100Settings(), {1, 64, Seconds{100e-6}});
        const auto many = *servingRate(trillions, machines, a100Settings(), {16, 64, Seconds{100e-6}});
        QVERIFY(many.requestsPerSecond > 10 * few.requestsPerSecond);
        QVERIFY(few.latency > Seconds{400e-6});
        QCOMPARE(many.sharedBytes.value(), trillions.embeddingBytes().value());
    }

    void jobsRoundTripThroughClusters()
    {
        const RoleCluster machines = cluster("persia-v100");
        const core::PersiaJob job = jobOf(machines, {});
        QCOMPARE(job.nnWorker.gpus, std::int64_t{8});
        const auto read = *core::parsePersiaJob(core::persiaYaml(job), "job.yml");
        const RoleCluster again = withJob(machines, read);
        for (const PersiaRoleKind role : kPersiaRoles) {
            QCOMPARE(again[role].replicas, machines[role].replicas);
            QCOMPARE(again[role].memory.value(), machines[role].memory.value());
        }
    }

    void badClusters()
    {
        QVERIFY(!parseRoleCluster("{}", "c").ok());
        const auto wrong = parseRoleCluster(
            R"({"roles": {"nn_worker": {"replicas": 1, "cores": 4, "memory": "12", "network": "1 GB/s"}}})",
            "c");
        QVERIFY(!wrong.ok());
        std::string text = clusterText("persia-v100");
        const auto place = text.find("\"replicas\": 8");
        text.replace(place, 13, "\"replicas\": 0");
        const auto none = parseRoleCluster(text, "c");
        QVERIFY(!none.ok());
        QCOMPARE(none.error().place.jsonPointer, std::string("/roles/nn_worker/replicas"));
    }
};

SHARDSCOPE_TEST(TstPersia)
#include "tst_persia.moc"
