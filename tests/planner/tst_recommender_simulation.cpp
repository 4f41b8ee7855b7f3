// SPDX-License-Identifier: GPL-3.0-or-later
// Recommenders in time: with nothing in each other's way the step is the closed form's; what links and queues
// cost is named; the run tells what was put in.
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/simulate/simulation.h"
#include "planner/simulate/zion_simulation.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <map>
#include <random>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// The model called \p name; every id is drawn for itself, so that one device has the hottest row alone.
core::ModelSpec drawn(const std::string& name)
{
    core::ModelSpec spec = model(name);
    for (core::EmbeddingTable& table : std::get<core::Recommender>(spec.form).tables)
        table.repeatedSets = false;
    return spec;
}

core::Result<Simulation> tried(const std::string& modelName, const Options& options,
                               const SimulationOptions& how = {})
{
    const core::ModelSpec spec = drawn(modelName);
    return simulate(spec, hardware("zionex"), planOf(spec, options), how);
}
Simulation simulated(const std::string& modelName, const Options& options, const SimulationOptions& how = {})
{
    return tried(modelName, options, how).value();
}

double named(const Simulation& simulation, const std::string& what)
{
    double sum = 0;
    for (const StepDifference& difference : simulation.differences)
        sum += what.empty() || difference.what == what ? difference.seconds : 0;
    return sum;
}

const Options kOptions{{"replica", "128"}, {"micro-batch", "512"}};
// Zion stands beside a plan of any size; a smaller one is placed sooner.
constexpr std::int64_t kZionDevices = 32;
const Options kZionOptions{{"replica", std::to_string(kZionDevices)}, {"micro-batch", "512"}};

} // namespace

class TstRecommenderSimulation : public QObject {
    Q_OBJECT
private slots:
    void theClosedFormIsTheStepWithNothingInTheWay_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("prefetch");
        for (const char* model : {"zionex-95b", "dlrm-criteo-1tb", "dlrm-v2-mlperf"}) {
            QTest::addRow("%s", model) << model << "true";
            QTest::addRow("%s, nothing ahead", model) << model << "false";
        }
    }
    void theClosedFormIsTheStepWithNothingInTheWay()
    {
        QFETCH(QString, model);
        QFETCH(QString, prefetch);
        Options options = kOptions;
        options.emplace_back("prefetch", prefetch.toStdString());
        const Simulation out = simulated(model.toStdString(), options);
        const double closed = out.closedFormSeconds;
        // What is left when links are not shared and gradients come early has no other reason.
        // (All devices of these placements have nearly the same to do.)
        QVERIFY2(std::abs(named(out, "unequal_devices")) <= 1e-6 * closed,
                 qPrintable(QStringLiteral("%1 of %2").arg(named(out, "unequal_devices")).arg(closed)));
        QVERIFY(std::abs(named(out, "") - (out.stepSeconds - closed)) <= 1e-8 * closed);
        QVERIFY(named(out, "shared_links") >= -1e-9 * closed);
        QVERIFY(named(out, "late_all_reduce") >= -1e-9 * closed);
        for (const SimulatedClass& one : out.classes)
            QVERIFY(std::abs(one.busySeconds + one.exposedSeconds + one.idleSeconds - out.stepSeconds) <=
                    1e-6 * out.stepSeconds);
        QCOMPARE(out.classes.size(), std::size_t{2});
        QCOMPARE(out.classes[0].count + out.classes[1].count, std::int64_t{128});
    }

    /// One model of sharing: the plan's step is the simulated one, whatever the plan.
    void thePlansStepIsTheSimulatedOne()
    {
        std::mt19937 random(36);
        const char* const models[]{"zionex-95b", "zionex-845b", "zionex-12t", "dlrm-criteo-1tb",
                                   "dlrm-v2-mlperf"};
        const char* const formats[]{"fp32", "fp16", "int8"};
        for (int trial = 0; trial < 24; ++trial) {
            const core::ModelSpec spec = model(models[random() % 5]);
            const std::int64_t nodes = 16 + static_cast<std::int64_t>(random() % 8);
            const core::Plan plan =
                planOf(spec, {{"replica", std::to_string(8 * nodes)},
                              {"micro-batch", std::to_string(64 << (random() % 6))},
                              {"prefetch", random() % 2 == 0 ? "true" : "false"},
                              {"wire", std::string("all_to_all_forward=") + formats[random() % 3] +
                                           ",all_to_all_backward=" + formats[random() % 3]}});
            SimulationOptions how;
            how.run = false;
            how.steps = 1 + static_cast<std::int64_t>(random() % 3);
            const Simulation out = simulate(spec, hardware("zionex"), plan, how).value();
            const double step = out.evaluation.step.at(core::StepPart::Total).seconds.value();
            QVERIFY2(std::abs(out.stepSeconds / step - 1) < 0.01,
                     qPrintable(QStringLiteral("%1 on %2: %3 and %4")
                                    .arg(QString::fromStdString(spec.name))
                                    .arg(8 * nodes)
                                    .arg(step)
                                    .arg(out.stepSeconds)));
        }
    }

    void theRunTellsTheParts()
    {
        const Simulation out = simulated("dlrm-criteo-1tb", kOptions);
        const core::Timeline& timeline = *out.run->timeline;
        QCOMPARE(timeline.displacedCount(), std::size_t{0});
        QCOMPARE(timeline.steps().size(), std::size_t{2} * 9);
        std::map<std::string, std::pair<int, double>> spent;
        for (const core::Track& track : timeline.tracks()) {
            if (track.rank != 0)
                continue;
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    auto& [count, seconds] = spent[std::string(timeline.names().text(timeline.name()[row]))];
                    ++count;
                    seconds += double(timeline.dur()[row]) * 1e-9;
                }
            }
        }
        for (const auto& [slice, key] :
             {std::pair{"top MLP forward (gemm)", "top_mlp_forward"}, std::pair{"embedding lookup", "lookup"},
              std::pair{"embedding update", "update"}}) {
            const auto why =
                std::find_if(out.derivations.begin(), out.derivations.end(),
                             [&, wanted = std::string(key)](const auto& one) { return one.first == wanted; });
            QVERIFY(why != out.derivations.end());
            QCOMPARE(spent[slice].first, 9);
            QVERIFY2(std::abs(spent[slice].second - 9 * why->second->value) < 2e-8, slice);
        }
    }

    /// What counts lies between iterations that fill the pipeline and some that follow.
    void theStepIsTheSameHoweverManyAreAskedFor_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"zionex-12t", "dlrm-v2-mlperf"})
            QTest::addRow("%s", model) << model;
    }
    void theStepIsTheSameHoweverManyAreAskedFor()
    {
        QFETCH(QString, model);
        const auto seconds = [&](std::int64_t steps) {
            SimulationOptions how;
            how.steps = steps;
            how.run = false;
            return simulated(model.toStdString(), kOptions, how).stepSeconds;
        };
        const double one = seconds(1);
        for (const std::int64_t steps : {2, 10})
            QVERIFY2(std::abs(seconds(steps) / one - 1) < 1e-6,
                     qPrintable(QStringLiteral("%1 %2").arg(one).arg(seconds(steps))));
    }

    void aSkewedRankIsWaitedFor()
    {
        SimulationOptions how;
        how.slowdowns = {{"rank 1", 2}};
        const Simulation slow = simulated("dlrm-criteo-1tb", kOptions, how);
        QVERIFY(named(slow, "what_if") > 0);
        // Now the other one waits, in collectives that cannot begin.
        const Simulation plain = simulated("dlrm-criteo-1tb", kOptions);
        QVERIFY(slow.classes[0].exposedSeconds > plain.classes[0].exposedSeconds);
        how.slowdowns = {{"rank 2", 2}};
        const auto wrong = tried("dlrm-criteo-1tb", kOptions, how);
        QVERIFY(!wrong.ok() && wrong.error().code == core::ErrorCode::UnknownName);
        how.slowdowns = {};
        how.schedule = ScheduleKind::Gpipe;
        const auto pipeline = tried("dlrm-criteo-1tb", kOptions, how);
        QVERIFY(!pipeline.ok() && pipeline.error().code == core::ErrorCode::NotSupported);
    }

    void zionGoesAtThePaceOfItsSlowestResource_data()
    {
        QTest::addColumn<QString>("resource");
        for (const char* resource :
             {"mlp_server_network", "embedding_server_network", "embedding_server_memory", "trainer_network",
              "tcp_cycles", "mlp_server_cycles", "embedding_server_cycles"})
            QTest::addRow("%s", resource) << resource;
    }
    void zionGoesAtThePaceOfItsSlowestResource()
    {
        QFETCH(QString, resource);
        const core::ModelSpec spec = model("zionex-95b");
        const core::Plan plan = planOf(spec, kZionOptions);
        const ZionexSettings settings = zionexSettings(spec, hardware("zionex"), plan).value();
        const auto request =
            placementRequest(*spec.recommender(), hardware("zionex"), kZionDevices, settings);
        const ZionexStep step =
            zionexStep(*spec.recommender(), hardware("zionex"), kZionDevices, settings).value();
        const ZionSettings zion = zionSettings(request->cluster, settings.batch, step.parts);
        const ZionRate rate = zionRate(*spec.recommender(), zion);
        const auto of = std::find_if(rate.rates.begin(), rate.rates.end(),
                                     [&](const RoleRate& one) { return one.role == resource.toStdString(); });
        QVERIFY(of != rate.rates.end());
        // So slow that it takes five times as long as what is slowest else.
        const double slower = 5 * of->samplesPerSecond / rate.samplesPerSecond;
        SimulationOptions how;
        how.slowdowns = {{resource.toStdString(), slower}};
        how.run = false;
        const Simulation out = simulateZion(spec, hardware("zionex"), plan, how).value();
        const double counted = double(zion.trainers * zion.batch) * slower / of->samplesPerSecond;
        // Memory and cycles are asked both ways by every batch and never rest. Of a card one direction rests
        // while the batches in flight queue for the other: never faster, and far from one after the other
        // (2).
        const bool card = resource.contains(QLatin1String("network"));
        QVERIFY2(out.stepSeconds > 0.98 * counted && out.stepSeconds < (card ? 1.3 : 1.02) * counted,
                 qPrintable(QStringLiteral("%1 of %2").arg(out.stepSeconds).arg(counted)));
        QVERIFY(std::abs(named(out, "") - (out.stepSeconds - out.closedFormSeconds)) <= 1e-8 * counted);
    }
    void nobodyWaitsForASlowTrainerOfZion()
    {
        const core::ModelSpec spec = model("zionex-95b");
        const core::Plan plan = planOf(spec, kZionOptions);
        SimulationOptions how;
        const auto spent = [&](int rank) {
            const Simulation out = simulateZion(spec, hardware("zionex"), plan, how).value();
            double last = 0;
            const core::Timeline& timeline = *out.run->timeline;
            for (const core::Track& track : timeline.tracks()) {
                if (track.rank != rank || !track.device)
                    continue;
                for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                    for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                        last = std::max(last, double(timeline.ts()[row] + timeline.dur()[row]) * 1e-9);
                }
            }
            return last;
        };
        const double before = spent(0);
        how.slowdowns = {{"trainer 1", 200}};
        QVERIFY(spent(1) > 1.5 * before); // has its batches behind it later
        QVERIFY(spent(0) <= before);      // what it does not ask for is the others'
        const auto wrong = simulateZion(model("gpt2"), hardware("zionex"), planOf(model("gpt2"), {}), {});
        QVERIFY(!wrong.ok() && wrong.error().code == core::ErrorCode::NotSupported);
    }

    void theSlowestPartIsTheOneToImprove()
    {
        SimulationOptions how;
        how.sensitivity = true;
        how.run = false;
        const Simulation out = simulated("dlrm-criteo-1tb", kOptions, how);
        // "rank 0" and "rank 1" are everything that a device does.
        QVERIFY(out.sensitivities.front().seconds > 0);
        QVERIFY(out.sensitivities.front().seconds <= out.stepSeconds / 11 * 1.0001);
        QVERIFY(!out.run);
    }
};

SHARDSCOPE_TEST(TstRecommenderSimulation)
#include "tst_recommender_simulation.moc"
