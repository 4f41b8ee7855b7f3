// SPDX-License-Identifier: GPL-3.0-or-later
// Well-known layouts, where they apply, the cut of the layers, and what plans ask for.
#include "app/session/plan/code_requirements.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/plan/stage_layers.h"
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <stop_token>

using namespace shardscope;

namespace {

struct Setting {
    planner::Evaluator evaluator;
    core::Plan plan;
};

Setting setting(const std::string& model, const std::string& hardware,
                const std::vector<std::pair<std::string, std::string>>& options)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    core::ModelSpec spec = catalog.model(model).value();
    core::Plan plan = planner::parsePlan("", "", options, spec).value();
    return {planner::Evaluator(std::move(spec), catalog.hardware(hardware).value()), std::move(plan)};
}

bool asksFor(const core::Plan& plan, const std::string& key)
{
    const auto asks = app::codeRequirements(plan);
    return std::any_of(asks.begin(), asks.end(),
                       [&](const app::CodeRequirement& ask) { return ask.key == key; });
}

} // namespace

class TstPlanStrategies : public QObject {
    Q_OBJECT
private slots:
    void allKeepDevicesAndBatch_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::newRow("dense") << "megatron-22b"
                               << "dgx-a100-80g";
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "dgx-h100";
        QTest::newRow("phases") << "bert-large"
                                << "ipu-pod64";
    }
    void allKeepDevicesAndBatch()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        const Setting given = setting(model.toStdString(), hardware.toStdString(),
                                      {{"replica", "64"}, {"micro-batch", "2"}, {"global-batch", "512"}});
        int followed = 0;
        for (const std::string_view key : app::strategyKeys()) {
            const auto plan = app::strategyPlan(key, given.evaluator, given.plan);
            if (!plan.ok())
                continue;
            ++followed;
            QCOMPARE(plan->axes.devices(), 64);
            QCOMPARE(plan->batch.globalBatch, 512);
            QCOMPARE(plan->batch.microBatch * plan->batch.microBatches * plan->axes.replica, 512);
            QVERIFY(given.evaluator.evaluate(*plan, planner::Detail::Plain).ok());
            QVERIFY(!app::strategyHelp(key).isEmpty());
            QVERIFY(app::strategyName(key) != QString::fromUtf8(key.data(), qsizetype(key.size())) ||
                    key == "megatron");
        }
        QVERIFY(followed >= 6);
    }
    void zeroStagesShardTheirOwn()
    {
        const Setting given = setting("gpt2-xl", "dgx-a100-80g", {{"replica", "16"}, {"global-batch", "64"}});
        const auto sharding = [&](const char* key) {
            return app::strategyPlan(key, given.evaluator, given.plan).value().sharding;
        };
        QCOMPARE(sharding("data_parallel"), (core::Sharding{1, 1, 1}));
        QCOMPARE(sharding("zero_1"), (core::Sharding{1, 1, 16}));
        QCOMPARE(sharding("zero_2"), (core::Sharding{1, 16, 16}));
        QCOMPARE(sharding("zero_3"), (core::Sharding{16, 16, 16}));
    }
    void megatronTakesNoMoreThanFits()
    {
        // A model that one device holds is not cut; a larger one is cut inside the node before it gets
        // stages, and with half of that model parallelism it would not fit.
        const Setting small = setting("gpt2", "dgx-a100-80g", {{"replica", "16"}, {"global-batch", "64"}});
        const core::Plan whole = app::strategyPlan("megatron", small.evaluator, small.plan).value();
        QCOMPARE(whole.axes.tensor, 1);
        QCOMPARE(whole.axes.pipeline, 1);
        const Setting large =
            setting("megatron-76.1b", "dgx-a100-80g", {{"replica", "64"}, {"global-batch", "512"}});
        core::Plan cut = app::strategyPlan("megatron", large.evaluator, large.plan).value();
        QCOMPARE(cut.axes.tensor, 8);
        QVERIFY(large.evaluator.evaluate(cut, planner::Detail::Plain)->verdict.feasible());
        if (cut.axes.pipeline > 1) {
            while (--cut.axes.pipeline > 1 && 64 % (8 * cut.axes.pipeline) != 0)
                ;
            cut.axes.replica = 64 / (8 * cut.axes.pipeline);
            cut.batch.microBatches = 512 / cut.axes.replica / cut.batch.microBatch;
            QVERIFY(!large.evaluator.evaluate(cut, planner::Detail::Plain)->verdict.feasible());
        }
    }
    void expertsLieOnDifferentRanks()
    {
        const Setting given =
            setting("mixtral-8x7b", "dgx-h200",
                    {{"replica", "16"}, {"global-batch", "64"}, {"sequence-length", "4096"}});
        const core::Plan plan = app::strategyPlan("mesh_tensorflow", given.evaluator, given.plan).value();
        QCOMPARE(8 % plan.axes.expert, 0);
        QVERIFY(plan.axes.expert > 1);
        QVERIFY(asksFor(plan, "experts"));
    }
    void whatCannotBeFollowedIsSaid()
    {
        const Setting given = setting("gpt2", "dgx-a100-80g", {{"replica", "16"}, {"global-batch", "16"}});
        core::Plan few = given.plan;
        few.batch = {1, 1, 8, 1024}; // eight samples for sixteen replicas
        const auto plain = app::strategyPlan("data_parallel", given.evaluator, few);
        QVERIFY(!plain.ok());
        QCOMPARE(plain.error().code, core::ErrorCode::NotDivisible);
        core::Plan one = given.plan;
        one.axes.replica = 1;
        QCOMPARE(app::strategyPlan("gpipe", given.evaluator, one).error().code,
                 core::ErrorCode::NotDivisible);
        const auto unknown = app::strategyPlan("zero_4", given.evaluator, given.plan);
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, core::ErrorCode::UnknownName);
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const planner::Evaluator recommender(catalog.model("dlrm-v2-mlperf").value(),
                                             catalog.hardware("zionex").value());
        QCOMPARE(app::strategyPlan("megatron", recommender, given.plan).error().code,
                 core::ErrorCode::NotSupported);
    }
    /// What is not offered beforehand is what strategyPlan() refuses; one that is stopped says so.
    void whatAppliesIsKnownBeforehand()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const core::ModelSpec recommender = catalog.model("dlrm-v2-mlperf").value();
        const core::ModelSpec model = catalog.model("gpt2").value();
        core::HardwareSpec hardware = catalog.hardware("dgx-a100-80g").value();
        for (const std::string_view key : app::strategyKeys()) {
            QVERIFY(!app::strategyApplies(key, recommender, hardware));
            QVERIFY(app::strategyApplies(key, model, hardware));
        }
        std::erase_if(hardware.memory,
                      [](const core::MemoryTier& tier) { return tier.tier != core::Tier::Device; });
        QVERIFY(!app::strategyApplies("phased", model, hardware));
        const planner::Evaluator small(model, hardware);
        QVERIFY(!app::strategyPlan("phased", small, {}).ok());
        std::stop_source stop;
        stop.request_stop();
        const Setting given = setting("megatron-22b", "dgx-a100-80g", {{"replica", "64"}});
        for (const std::string_view key : app::strategyKeys()) {
            const auto stopped = app::strategyPlan(key, given.evaluator, given.plan,
                                                   app::StrategyBatch::Largest, {stop.get_token(), {}});
            QVERIFY2(!stopped.ok() && stopped.error().code == core::ErrorCode::Cancelled,
                     std::string(key).c_str());
        }
    }
    void asksFollowThePlan()
    {
        core::Plan plan;
        QVERIFY(asksFor(plan, "none"));
        plan.axes.replica = 4;
        QVERIFY(asksFor(plan, "replicas"));
        plan.sharding = {4, 4, 4};
        QVERIFY(!asksFor(plan, "replicas"));
        QVERIFY(asksFor(plan, "zero_weights"));
        plan.axes.pipeline = 2;
        plan.layersPerStage = {5, 7};
        QVERIFY(asksFor(plan, "pipeline"));
        QVERIFY(asksFor(plan, "uneven"));
        for (const app::CodeRequirement& ask : app::codeRequirements(plan))
            QVERIFY(!ask.source.isEmpty());
    }
    void layersMoveOneByOne()
    {
        core::Plan plan;
        plan.axes.pipeline = 4;
        QCOMPARE(app::evenLayers(10, 4), (std::vector<std::int64_t>{2, 3, 2, 3}));
        const auto moved = app::withLayersMoved(plan, 10, 3, 0);
        QVERIFY(moved.has_value());
        QCOMPARE(moved->layersPerStage, (std::vector<std::int64_t>{3, 3, 2, 2}));
        // Back again it is the even cut, which a plan does not spell out.
        const auto back = app::withLayersMoved(*moved, 10, 0, 3);
        QVERIFY(back && back->layersPerStage.empty());
        QVERIFY(!app::withLayersMoved(plan, 10, 0, 1, 2)); // would leave none
        QVERIFY(!app::withLayersMoved(plan, 10, 0, 4));
        QVERIFY(!app::withLayersMoved(plan, 0, 0, 1));
        plan.axes.virtualStages = 2;
        QVERIFY(app::fixedCut(plan, 16) == app::FixedCut::Interleaved);
        QVERIFY(!app::withLayersMoved(plan, 16, 0, 1));
        plan.axes.pipeline = 1;
        QVERIFY(app::fixedCut(plan, 16) == app::FixedCut::OneStage);
    }
};

SHARDSCOPE_TEST(TstPlanStrategies)
#include "tst_plan_strategies.moc"
