// SPDX-License-Identifier: GPL-3.0-or-later
// The ZionEX step against published rates, and what must hold of any step: overlap, wire types, scaling,
// explanations.
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/recommender/zionex/zion.h"
#include "planner/recommender/zionex/zionex_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <random>
#include <stdexcept>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

const RecommenderPart& part(const ZionexStep& step, const std::string& key)
{
    for (const RecommenderPart& one : step.parts)
        if (one.key == key)
            return one;
    throw std::runtime_error(key);
}

/// HugeCTR: everything in one CUDA graph (no host), fp16, hot rows on every device. That Criteo's ids follow
/// Zipf's law with about 1.05 and that 512 rows a table are kept hot are assumptions of this check.
ZionexSettings hugeCtr(std::int64_t globalBatch, std::int64_t devices)
{
    ZionexSettings settings;
    settings.batch = globalBatch / devices;
    settings.compute = core::Dtype::Fp16;
    settings.wire = {core::Dtype::Fp16, core::Dtype::Fp16};
    settings.allReduceWire = core::Dtype::Fp16;
    settings.coefficients.readerPerId = core::Seconds{0};
    settings.hotRows = 512;
    return settings;
}
core::Recommender skewedCriteo()
{
    core::Recommender dlrm = recommender("dlrm-criteo-1tb");
    for (core::EmbeddingTable& table : dlrm.tables)
        table.skew = 1.05;
    return dlrm;
}

} // namespace

class TstZionexStep : public QObject {
    Q_OBJECT
private slots:
    void whatIsKeptFreeReachesEveryPlacement()
    {
        core::Plan plan;
        plan.axes.replica = 16;
        plan.batch.globalBatch = 8192;
        const auto settings =
            zionexSettings(model("dlrm-criteo-1tb"), hardware("zionex"), plan, {.deviceReserve = 0.4});
        QVERIFY(settings.ok());
        const auto request =
            placementRequest(recommender("dlrm-criteo-1tb"), hardware("zionex"), 16, *settings);
        QCOMPARE(request->deviceReserve, 0.4); // the step's, the scaling curve's and the search's alike
    }
    /// Placements jump from one way of sharding to another; a step with more samples takes no less for that.
    void moreSamplesTakeNoLess_data()
    {
        QTest::addColumn<int>("devices");
        QTest::newRow("dgx-h100") << 64;
        QTest::newRow("dgx-a100-80g") << 64;
        QTest::newRow("b200-sxm-8") << 16;
        QTest::newRow("gb200-nvl72") << 64;
    }
    void moreSamplesTakeNoLess()
    {
        QFETCH(const int, devices);
        double before = 0;
        for (double batch = 512; batch < 4000; batch *= 1.25) {
            const ZionexStep step =
                zionexStep(recommender("dlrm-v2-mlperf"), hardware(QTest::currentDataTag()), devices,
                           hugeCtr(std::int64_t(batch) * devices, devices))
                    .value();
            QVERIFY2(step.seconds.value() > 0.99 * before, QByteArray::number(batch));
            before = std::max(before, step.seconds.value());
        }
    }

    /// MLPerf Training v4.1, NVIDIA's own submissions of DLRM-DCNv2 on HugeCTR, 55,296 samples on eight
    /// devices (mlcommons/training_results_v4.1 @b87b9e39): 4.02 ms on H100, 3.654 on H200. More memory
    /// bandwidth is all that tells the two apart, so that a model with too much of it in the step misses one
    /// of them.
    void hugeCtrKeepsItsOutputsInTheKernels()
    {
        const core::ModelSpec dlrm = model("dlrm-v2-mlperf");
        const auto step = [&](const char* machine, const char* program) {
            const auto plan =
                planner::parsePlan("", "",
                                   {{"replica", "8"},
                                    {"micro-batch", "6912"},
                                    {"compute", "fp16"},
                                    {"wire", "all_to_all_forward=fp16,all_to_all_backward=fp16"},
                                    {"implementation", program}},
                                   dlrm);
            return evaluate(dlrm, hardware(machine), plan.value(), Detail::Plain)
                .value()
                .step.at(core::StepPart::Total)
                .seconds.value();
        };
        QVERIFY(std::abs(step("dgx-h100", "hugectr") / 4.02e-3 - 1) < 0.15);
        QVERIFY(std::abs(step("dgx-h200", "hugectr") / 3.654e-3 - 1) < 0.15);
        QVERIFY(step("dgx-h100", "hugectr") > step("dgx-h200", "hugectr"));
        QVERIFY(step("dgx-h100", "hugectr") < 0.95 * step("dgx-h100", "torchrec"));
        const auto refused =
            planner::parsePlan("", "", {{"framework", "hugectr"}}, model("llama-3-8b"), planner::checkLayout);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, core::ErrorCode::Inconsistent);
    }
    /// A rack's switches are as good as a node's wires; racks share the devices evenly.
    void aRackOfSwitchesIsOneDomain()
    {
        const auto inside = [](const char* machine, std::int64_t devices) {
            return embeddingCluster(hardware(machine), devices)->devicesPerDomain;
        };
        QCOMPARE(inside("gb200-nvl72", 8), std::int64_t{8});
        QCOMPARE(inside("gb200-nvl72", 72), std::int64_t{72});
        QCOMPARE(inside("gb200-nvl72", 128), std::int64_t{64});
        QCOMPARE(inside("gb200-nvl72", 144), std::int64_t{72});
        QCOMPARE(inside("dgx-h100", 16), std::int64_t{8});
        QCOMPARE(inside("dgx-h100", 4), std::int64_t{4});
        // Its trays are still hosts of their own, where parts of sums meet; nothing of them leaves the rack.
        const EmbeddingCluster rack = *embeddingCluster(hardware("gb200-nvl72"), 72);
        QCOMPARE(rack.devicesPerNode, std::int64_t{4});
        QCOMPARE(rack.nodes(), std::int64_t{18});
        QCOMPARE(rack.nodesLink(), rack.insideLink);
        QCOMPARE(rack.reducedInside, 1.0);
        const EmbeddingCluster racks = *embeddingCluster(hardware("gb200-nvl72"), 144);
        QCOMPARE(racks.nodesLink(), racks.outsideLink);
        QVERIFY(racks.reducedInside > 0 && racks.reducedInside < 1);
    }
    /// Where the first id of a sample decides the others, the hottest row is looked up as often as the
    /// hottest first id, once among a set of ids.
    void repeatedSetsSpreadTheHottestRow()
    {
        core::EmbeddingTable table;
        table.rows = 1'000'000;
        table.pooling = 100;
        table.skew = 1.05;
        const double alone = hottestShare(1, table);
        const double hundred = hottestShare(100, table);
        table.repeatedSets = true;
        QVERIFY(std::abs(hottestShare(1, table) - alone / 100) < 1e-12);
        QVERIFY(std::abs(hottestShare(100, table) - alone) < 1e-12); // the hottest id's set
        QVERIFY(hundred > alone);
        // A thousand samples meet a set for each different first id.
        QCOMPARE(expectedDistinct(table, 100'000), 100 * expectedDistinct(1e6, 1000, 1.05));
    }
    /// MLPerf Training v1.1, DLRM on HugeCTR, A100-80G (mlcommons/training_results_v1.1, NVIDIA's logs).
    void strongScaling()
    {
        struct Row {
            std::int64_t devices;
            std::int64_t batch;
            double samplesPerSecond;
        };
        const std::vector<Row> rows{{8, 55296, 37.1e6}, {64, 71680, 103.9e6}, {112, 71680, 112.5e6}};
        const auto machine = hardware("dgx-a100-80g");
        const core::Recommender dlrm = skewedCriteo();
        for (const Row& calibratedOn : rows) {
            const auto coefficients = calibrateZionex(
                dlrm, machine, calibratedOn.devices, hugeCtr(calibratedOn.batch, calibratedOn.devices),
                core::Seconds{static_cast<double>(calibratedOn.batch) / calibratedOn.samplesPerSecond});
            QVERIFY(coefficients.ok());
            for (const Row& row : rows) {
                ZionexSettings settings = hugeCtr(row.batch, row.devices);
                settings.coefficients = *coefficients;
                const auto step = zionexStep(dlrm, machine, row.devices, settings);
                QVERIFY(step.ok());
                QVERIFY(step->placement.verdict.feasible());
                const double error = step->samplesPerSecond / row.samplesPerSecond - 1;
                // Tables are placed anew at every factor: where that makes the step jump, it is met to 0.5 %.
                QVERIFY2(std::abs(error) < (&row == &calibratedOn ? 0.005 : 0.17),
                         qPrintable(QString("calibrated on %1, %2 GPUs: %3")
                                        .arg(calibratedOn.devices)
                                        .arg(row.devices)
                                        .arg(error)));
            }
        }
    }

    /// facebookresearch/dlrm @090956e, torchrec_dlrm/README.MD: 8 A100-40G, multi-hot ids made on the host,
    /// fp32 matmuls.
    void fourRows()
    {
        struct Row {
            std::int64_t batch;
            core::Interaction interaction;
            core::OptimizerKind optimizer;
            double samplesPerSecond;
        };
        const std::vector<Row> rows{{2048, core::Interaction::Dot, core::OptimizerKind::Sgd, 204800},
                                    {16384, core::Interaction::Dot, core::OptimizerKind::Adagrad, 925696},
                                    {16384, core::Interaction::Dcn, core::OptimizerKind::Adagrad, 901120},
                                    {131072, core::Interaction::Dcn, core::OptimizerKind::Adagrad, 1190128}};
        const auto machine = hardware("dgx-a100-40g");
        const auto modelOf = [&](const Row& row) {
            core::Recommender dlrm = recommender("dlrm-v2-mlperf");
            dlrm.interaction = row.interaction;
            for (core::EmbeddingTable& table : dlrm.tables)
                table.optimizer = row.optimizer;
            return dlrm;
        };
        const auto settingsOf = [](const Row& row) {
            ZionexSettings settings;
            settings.batch = row.batch / 8;
            settings.readersPerDevice = 1; // the process that trains makes the ids
            settings.compute = core::Dtype::Fp32;
            return settings;
        };
        const Row& first = rows.front();
        const auto coefficients =
            calibrateZionex(modelOf(first), machine, 8, settingsOf(first),
                            core::Seconds{static_cast<double>(first.batch) / first.samplesPerSecond});
        QVERIFY(coefficients.ok());
        for (const Row& row : rows) {
            ZionexSettings settings = settingsOf(row);
            settings.coefficients = *coefficients;
            const auto step = zionexStep(modelOf(row), machine, 8, settings);
            QVERIFY(step.ok());
            const double error = step->samplesPerSecond / row.samplesPerSecond - 1;
            QVERIFY2(std::abs(error) < (&row == &first ? 0.001 : 0.15),
                     qPrintable(QString("batch %1: %2").arg(row.batch).arg(error)));
        }
        // The small batches wait for the host, the large one for the perceptrons.
        ZionexSettings small = settingsOf(first);
        small.coefficients = *coefficients;
        QCOMPARE(zionexStep(modelOf(first), machine, 8, small)->bound, std::string("host"));
        ZionexSettings large = settingsOf(rows.back());
        large.coefficients = *coefficients;
        QCOMPARE(zionexStep(modelOf(rows.back()), machine, 8, large)->bound, std::string("dense"));
    }

    void partsHideAndAddUp()
    {
        const auto machine = hardware("zionex");
        for (const int devices : {1, 64}) { // one sends nothing, and waits for no message to the last digit
            const ZionexSettings settings = hugeCtr(65536, devices);
            const auto step = *zionexStep(recommender("dlrm-v2-mlperf"), machine, devices, settings);
            double exposed = 0;
            for (const RecommenderPart& one : step.parts) {
                QVERIFY2(one.exposed <= one.seconds || one.key == "host", one.key.c_str());
                QVERIFY2(one.why != nullptr, one.key.c_str());
                QVERIFY(std::abs(one.why->value - one.seconds.value()) <= 1e-12);
                exposed += one.exposed.value();
            }
            QVERIFY2(std::abs(exposed / step.seconds.value() - 1) < 1e-9,
                     qPrintable(QString::number(exposed / step.seconds.value())));
            QCOMPARE(step.why->value, step.seconds.value());
        }
    }

    void wireTypesHalveTheAllToAll()
    {
        const auto machine = hardware("zionex");
        ZionexSettings settings;
        settings.batch = 4096;
        const core::Recommender dlrm = recommender("dlrm-criteo-1tb");
        const auto wide = *zionexStep(dlrm, machine, 16, settings);
        settings.wire = {core::Dtype::Fp16, core::Dtype::Fp16};
        const auto half = *zionexStep(dlrm, machine, 16, settings);
        const double ratio = part(half, "gradient_all_to_all").seconds.value() /
                             part(wide, "gradient_all_to_all").seconds.value();
        QVERIFY2(ratio < 0.75 && ratio > 0.35,
                 qPrintable(QString::number(ratio))); // the placement may change too
        QVERIFY(half.samplesPerSecond > wide.samplesPerSecond);
    }

    void scalingHitsTheAllToAllWall()
    {
        const auto machine = hardware("dgx-a100-80g");
        ZionexSettings settings = hugeCtr(55296, 8);
        settings.hotRows = 0;
        const auto curve =
            zionexScaling(recommender("dlrm-criteo-1tb"), machine, {8, 32, 64}, true, settings);
        QVERIFY(curve.ok());
        QCOMPARE(curve->size(), std::size_t{3});
        QCOMPARE(curve->front().bound, std::string("dense"));
        QCOMPARE(curve->back().bound, std::string("all_to_all"));
        for (std::size_t i = 1; i < curve->size(); ++i) {
            QVERIFY((*curve)[i].samplesPerSecond > (*curve)[i - 1].samplesPerSecond);
            QVERIFY((*curve)[i].efficiency < (*curve)[i - 1].efficiency);
            QVERIFY((*curve)[i].samplesPerSecond <= (*curve)[i].ceiling);
        }
    }

    void twelveTrillionNeedsHostMemory()
    {
        // 24 TB in fp16 over 16 nodes of 1.5 TB DDR: only below HBM, and barely.
        const auto machine = hardware("zionex");
        ZionexSettings settings;
        const auto tight = zionexStep(recommender("zionex-12t"), machine, 112, settings);
        QVERIFY(tight.ok());
        QVERIFY(!tight->placement.verdict.feasible());
        QVERIFY(!tight->placement.verdict.violations.front().remedies.empty());
        const auto roomy = zionexStep(recommender("zionex-12t"), machine, 192, settings);
        QVERIFY(roomy.ok());
        QVERIFY(roomy->placement.verdict.feasible());
        bool host = false;
        for (const PlacedTable& placed : roomy->placement.tables)
            host = host || placed.option.hostTotal > 0;
        QVERIFY(host);
    }

    void pipeliningHidesMisses()
    {
        const auto machine = hardware("zionex");
        core::Recommender dlrm = recommender("dlrm-v2-mlperf");
        for (core::EmbeddingTable& table : dlrm.tables)
            table.rows *= 20; // out of HBM
        ZionexSettings settings;
        settings.batch = 2048;
        const auto pipelined = *zionexStep(dlrm, machine, 8, settings);
        settings.pipelined = false;
        const auto plain = *zionexStep(dlrm, machine, 8, settings);
        QVERIFY(part(plain, "cache_misses").seconds.value() > 0);
        QVERIFY(plain.seconds > pipelined.seconds);
        for (const ZionexStep& step : {pipelined, plain}) {
            double exposed = 0;
            for (const RecommenderPart& one : step.parts)
                exposed += one.exposed.value();
            QVERIFY2(std::abs(exposed / step.seconds.value() - 1) < 1e-9,
                     qPrintable(QString::number(exposed / step.seconds.value())));
        }
    }

    void readersStarveTheDevices()
    {
        const auto machine = hardware("zionex");
        ZionexSettings settings;
        settings.batch = 8192;
        settings.coefficients.readerPerId = core::Seconds{100e-9};
        settings.readersPerDevice = 1;
        const auto starved = *zionexStep(recommender("dlrm-v2-mlperf"), machine, 8, settings);
        QCOMPARE(starved.bound, std::string("reader"));
        settings.readersPerDevice = 64;
        QVERIFY(zionexStep(recommender("dlrm-v2-mlperf"), machine, 8, settings)->samplesPerSecond >
                5 * starved.samplesPerSecond);
        // Counted ones hide behind the step, and one fewer would not.
        settings.readersPerDevice = 0;
        const auto counted = *zionexStep(recommender("dlrm-v2-mlperf"), machine, 8, settings);
        QVERIFY(counted.readersSized && counted.readersPerDevice > 1);
        QCOMPARE(part(counted, "reader").exposed.value(), 0.0);
        QVERIFY(part(counted, "reader").seconds <= counted.seconds);
        const double alone =
            part(counted, "reader").seconds.value() * static_cast<double>(counted.readersPerDevice);
        QVERIFY(alone / static_cast<double>(counted.readersPerDevice - 1) > counted.seconds.value());
        settings.readersPerDevice = 1024;
        QVERIFY(std::abs(zionexStep(recommender("dlrm-v2-mlperf"), machine, 8, settings)->seconds.value() /
                             counted.seconds.value() -
                         1) < 0.01);
    }

    /// The seed's headline: 12 T parameters on 128 devices without pins, and on any more nodes.
    void twelveTrillionFit()
    {
        const auto machine = hardware("zionex");
        for (const std::int64_t devices : {128, 136, 144, 152}) {
            const auto step = *zionexStep(recommender("zionex-12t"), machine, devices, {});
            QVERIFY2(step.placement.verdict.feasible(), qPrintable(QString::number(devices)));
        }
        // 24.2 TB of the 26.3 TB that 128 devices and their hosts leave to tables; 112 leave 23.0.
    }

    /// More devices of the same kind are no slower at the same batch of each: where two nodes or more share
    /// the tables, since crossing the first node's edge is a loss of its own. What placing by trying leaves
    /// behind is held at a fifth (the most seen in this sweep: 17 %, a DGX A100 from 144 to 192 devices).
    void moreDevicesLoseLittle()
    {
        std::mt19937 random(36);
        const auto between = [&](double low, double high) {
            return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
        };
        const auto whole = [&](double low, double high) {
            return static_cast<std::int64_t>(between(low, high));
        };
        for (int trial = 0; trial < 8; ++trial) {
            core::Recommender model;
            model.denseFeatures = 100;
            model.bottomMlp = {256, 128};
            model.topMlp = {512, 256, 1};
            model.interaction = core::Interaction::Cat;
            const std::int64_t kinds = whole(1, 4);
            for (std::int64_t i = 0; i < kinds; ++i)
                model.tables.push_back({"t" + std::to_string(i), whole(1e4, 1e9), 8 * whole(1, 32),
                                        between(1, 40), core::Dtype::Fp16,
                                        core::OptimizerKind::RowwiseAdagrad, whole(1, 8), 0});
            const auto machine = hardware(trial % 2 == 0 ? "zionex" : "dgx-a100-80g");
            ZionexSettings settings;
            settings.batch = whole(64, 2048);
            double best = 0;
            std::int64_t nodes = whole(2, 6);
            for (int growth = 0; growth < 4;
                 ++growth, nodes += whole(1, 1 + static_cast<double>(nodes) / 2)) {
                const auto step = zionexStep(model, machine, 8 * nodes, settings);
                QVERIFY(step.ok());
                if (!step->placement.verdict.feasible())
                    continue;
                QVERIFY2(step->samplesPerSecond >= 0.8 * best,
                         qPrintable(QStringLiteral("trial %1: %2 devices").arg(trial).arg(8 * nodes)));
                best = std::max(best, step->samplesPerSecond);
            }
        }
    }

    /// The article's model on the machine it was trained on, and on more of it: no cliff.
    void twelveTrillionGrowWithDevices()
    {
        double before = 0;
        for (const std::int64_t devices : {120, 128, 136, 144, 160}) {
            const auto step = zionexStep(recommender("zionex-12t"), hardware("zionex"), devices, {});
            QVERIFY(step.ok() && step->placement.verdict.feasible());
            QVERIFY2(step->samplesPerSecond >= 0.97 * before, qPrintable(QString::number(devices)));
            before = step->samplesPerSecond;
        }
    }

    void zionIsBoundByItsNetwork()
    {
        const core::Recommender dlrm = recommender("zionex-793b");
        ZionSettings settings;
        settings.trainers = 16;
        settings.embeddingServers = 16;
        settings.denseSeconds = core::Seconds{5e-3};
        const ZionRate rate = zionRate(dlrm, settings);
        QVERIFY(rate.bound != "trainers");
        for (const RoleRate& one : rate.rates)
            QVERIFY(one.samplesPerSecond >= rate.samplesPerSecond);
        settings.trainers = 32; // one MLP server does not scale
        QVERIFY(zionRate(dlrm, settings).samplesPerSecond <= rate.samplesPerSecond * 2);
    }

    void fusionGains()
    {
        // TorchRec's benchmark (benchmarks/README.md @a48cef7, V100-16GB): 13 to 23 times, growing with the
        // tables, because the plain optimizer walks them whole. Its table sizes are not published, so only
        // the direction is held.
        EmbeddingCluster v100;
        v100.deviceBandwidth = core::BytesPerSecond{900e9};
        v100.deviceCapacity = core::Bytes{16e9};
        v100.insideLink = v100.outsideLink = core::BytesPerSecond{1};
        std::vector<core::EmbeddingTable> tables;
        tables.reserve(26);
        for (int i = 0; i < 26; ++i)
            tables.push_back(
                {"t" + std::to_string(i), 40000, 128, 1, core::Dtype::Fp32, core::OptimizerKind::Sgd, 1, 0});
        const double small = fusionGain(tables, 512, v100, true).factor();
        for (core::EmbeddingTable& table : tables)
            table.rows *= 4;
        const double large = fusionGain(tables, 512, v100, true).factor();
        QVERIFY(small > 5);
        QVERIFY(large > small);
        QVERIFY(fusionGain(tables, 512, v100, false).factor() < small);
        // What fused operators need not keep, counted by hand: a row of 128 in fp32 and its index for every
        // lookup of 26 tables.
        QCOMPARE(fusionGain(tables, 512, v100, false).plainGradients.value(),
                 26.0 * 512 * (128 * 4 + 8) * static_cast<double>(v100.devices));
        QCOMPARE(fusionGain(tables, 512, v100, true).plainGradients.value(), 26.0 * 160'000 * 128 * 4);
    }
};

SHARDSCOPE_TEST(TstZionexStep)
#include "tst_zionex_step.moc"
