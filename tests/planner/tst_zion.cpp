// SPDX-License-Identifier: GPL-3.0-or-later
// Zion's model: each constant moves its rate one way, its range holds its value, the walk from it ends at
// ZionEX's own step, and its run agrees with its formula, whatever the constants are.
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/recommender/zionex/zion_walk.h"
#include "planner/simulate/zion_simulation.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

constexpr int kTrials = 300;

double between(std::mt19937& random, double low, double high)
{
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
}

core::Recommender randomModel(std::mt19937& random)
{
    core::Recommender model;
    const auto whole = [&](double low, double high) {
        return static_cast<std::int64_t>(between(random, low, high));
    };
    model.denseFeatures = whole(4, 1000);
    model.bottomMlp = {whole(16, 4096), whole(16, 512)};
    model.topMlp = {whole(16, 4096), whole(16, 4096), 1};
    model.interaction = core::Interaction::Cat;
    const std::int64_t tables = whole(1, 12);
    for (std::int64_t i = 0; i < tables; ++i)
        model.tables.push_back({"t" + std::to_string(i), whole(1e3, 1e9), whole(4, 512),
                                between(random, 1, 80), core::Dtype::Fp32,
                                core::OptimizerKind::RowwiseAdagrad, whole(1, 100), 0});
    return model;
}

ZionSettings randomSettings(std::mt19937& random)
{
    ZionSettings settings;
    settings.trainers = 1 + static_cast<std::int64_t>(random() % 64);
    settings.batch = static_cast<std::int64_t>(between(random, 64, 65536));
    settings.denseSeconds = core::Seconds{between(random, 1e-4, 1)};
    settings.checkpoint.interval = core::Seconds{random() % 3 == 0 ? 0 : between(random, 60, 7200)};
    for (const ZionConstant& one : zionConstants())
        settings.figures[one.figure] = between(random, one.low * 0.999, one.high);
    settings.embeddingServers = std::max<std::int64_t>(
        1, std::llround(static_cast<double>(settings.trainers) * settings.figures[ZionFigure::Servers]));
    return settings;
}

} // namespace

class TstZion : public QObject {
    Q_OBJECT
private slots:
    void eachConstantMovesTheRateOneWay()
    {
        std::mt19937 random(36);
        for (int trial = 0; trial < kTrials; ++trial) {
            const core::Recommender model = randomModel(random);
            const ZionSettings settings = randomSettings(random);
            const double rate = zionRate(model, settings).samplesPerSecond;
            for (const ZionConstant& one : zionConstants()) {
                ZionSettings more = settings;
                more.figures[one.figure] *= 1.5;
                more.embeddingServers = std::max<std::int64_t>(
                    1, std::llround(static_cast<double>(more.trainers) * more.figures[ZionFigure::Servers]));
                const double moved = zionRate(model, more).samplesPerSecond;
                QVERIFY2(one.moreIsFaster ? moved >= rate * (1 - 1e-12) : moved <= rate * (1 + 1e-12),
                         nameOf(one.figure).data());
            }
        }
    }

    void theRangeHoldsTheValue()
    {
        std::mt19937 random(37);
        for (int trial = 0; trial < kTrials; ++trial) {
            const core::Recommender model = randomModel(random);
            ZionSettings settings = randomSettings(random);
            settings.figures = zionFigures();
            settings.embeddingServers = settings.trainers;
            if (trial % 2 == 0) // what is given has no range of its own
                settings.figures[ZionFigure::CyclesPerByte] = 20;
            const ZionRange range = zionRange(model, settings);
            const double rate = zionRate(model, settings).samplesPerSecond;
            QVERIFY(range.slowest.samplesPerSecond <= rate * (1 + 1e-12));
            QVERIFY(range.quickest.samplesPerSecond >= rate * (1 - 1e-12));
        }
    }

    void constantsAreToldWhole()
    {
        for (const ZionConstant& one : zionConstants()) {
            QVERIFY(one.low <= one.value && one.value <= one.high && one.low > 0);
            QVERIFY(*one.label != 0 && *one.help != 0 && *one.source != 0);
            QCOMPARE(&constantOf(one.figure), &one);
        }
    }

    void theWalkEndsAtZionex()
    {
        const auto machine = hardware("zionex");
        std::mt19937 random(38);
        for (const char* name : {"zionex-95b", "dlrm-criteo-1tb", "dlrm-v2-mlperf"}) {
            const core::ModelSpec spec = model(name);
            const std::int64_t devices = 8 * (1 + static_cast<std::int64_t>(random() % 4));
            ZionexSettings settings;
            settings.batch = 256;
            if (random() % 2 == 0)
                settings.wire.forward = core::Dtype::Int8;
            const core::Recommender& of = *spec.recommender();
            const auto request = placementRequest(of, machine, devices, settings);
            const auto step = zionexStep(of, machine, devices, settings);
            QVERIFY(request.ok() && step.ok());
            const ZionSettings zion = zionSettings(request->cluster, settings.batch, step->parts);
            const auto walk = zionWalk(of, machine, *request, settings, *step, zion);
            QVERIFY(walk.ok());
            QCOMPARE(walk->front().samplesPerSecond, zionRate(of, zion).samplesPerSecond);
            QCOMPARE(walk->front().times, 1.0);
            QCOMPARE(walk->back().samplesPerSecond, step->samplesPerSecond);
            // Cards, cycles and a network more never slow Zion.
            for (std::size_t i = 1; (*walk)[i].change != "synchronous"; ++i)
                QVERIFY((*walk)[i].samplesPerSecond >= (*walk)[i - 1].samplesPerSecond * (1 - 1e-12));
            for (const ZionWalkRow& row : *walk)
                QVERIFY(row.timesFrom <= row.times * (1 + 1e-9) || row.change == "card_a_gpu" ||
                        row.change == "rdma" || row.change == "second_network");
        }
    }

    void itsRunAgreesWithItsFormula()
    {
        const core::ModelSpec spec = model("zionex-95b");
        const auto machine = hardware("zionex");
        const core::Plan plan = planOf(spec, {{"replica", "16"}, {"micro-batch", "512"}});
        std::mt19937 random(39);
        for (int trial = 0; trial < 12; ++trial) {
            ZionFigures figures = zionFigures();
            for (const ZionConstant& one : zionConstants())
                figures[one.figure] = between(random, one.low / 2, one.high * 2);
            SimulationOptions how;
            how.run = false;
            const auto out = simulateZion(spec, machine, plan, how, {}, figures);
            QVERIFY(out.ok());
            // One direction of a card rests while the batches in flight queue for the other.
            const double ratio = out->stepSeconds / out->closedFormSeconds;
            QVERIFY2(ratio > 0.98 && ratio < 1.3, qPrintable(QString::number(ratio)));
        }
    }
};

SHARDSCOPE_TEST(TstZion)
#include "tst_zion.moc"
