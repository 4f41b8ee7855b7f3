// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of a difference beside its document: bars that close, lanes that fill the step, tables whose
// sums are the operations', the plan that would be the run's.
#include "app/session/compare/difference_views.h"
#include "app/session/compare/step_lanes.h"
#include "app/session/compare/waterfall.h"
#include "app/session/simulate/plan_simulation.h"
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "core/io/text_file.h"
#include "tests/support/planted/recorded_plan.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {
namespace {

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

DifferenceSide planned(const PlanRequest& request)
{
    const PlanResult plan = evaluatePlan(catalog(), request, planner::Detail::Plain).value();
    return planSide(plan.model, plan.hardware, plan.evaluation.plan, "plan", {}).value();
}

/// Its program's recording, of which \p slow is slower.
DifferenceSide recorded(const PlanRequest& request, std::vector<std::string> slow)
{
    SimulationCall call;
    call.plan = request;
    call.detail = "operator";
    call.slow = std::move(slow);
    call.options.steps = 4;
    const auto simulation = simulatePlan(catalog(), std::move(call), {});
    const QTemporaryDir folder;
    std::vector<std::filesystem::path> files;
    for (const std::string& text : tests::recordedPlan(*simulation.value().run)) {
        files.emplace_back(folder.filePath(QStringLiteral("rank%1.json").arg(files.size())).toStdString());
        [&] { QVERIFY(core::writeTextFile(files.back().string(), text).ok()); }();
    }
    ComparedSide side;
    side.title = "run";
    side.run = std::make_shared<const profiler::AnalysisInput>(profiler::importTrace(files, {}).value().run);
    return differenceSide(catalog(), side, {}, {}).value();
}

struct Pair {
    const char* name;
    SideDifference difference;
};
/// Plan and run, run and run, several ranks, a plan against itself.
const std::vector<Pair>& pairs()
{
    static const std::vector<Pair> all = [] {
        const PlanRequest one{"gpt2", "h200-sxm", {}, {{"micro-batch", "8"}, {"micro-batches", "2"}}};
        const PlanRequest stages{
            "gpt2", "dgx-h200", {}, {{"pipeline", "4"}, {"micro-batch", "4"}, {"micro-batches", "8"}}};
        std::vector<Pair> made;
        made.push_back(
            {"plan and run", sideDifference(planned(one), recorded(one, {"optimizer=4", "host=20"}))});
        made.push_back({"run and run", sideDifference(recorded(one, {}), recorded(one, {"compute=1.5"}))});
        made.push_back({"stages", sideDifference(planned(stages), recorded(stages, {"stage 3=1.5"}))});
        made.push_back({"itself", sideDifference(planned(one), planned(one))});
        return made;
    }();
    return all;
}

double realAt(const core::Table& table, std::size_t row, const char* column)
{
    return std::get<double>(table.rows[row][*table.columnIndex(column)]);
}

} // namespace
} // namespace shardscope::app

using namespace shardscope;
using namespace shardscope::app;

class TstDifferenceViews : public QObject {
    Q_OBJECT
private slots:
    void barsLeadFromStepToStep()
    {
        for (const Pair& pair : pairs()) {
            const std::vector<WaterfallBar> bars = waterfallBars(pair.difference);
            QVERIFY2(bars.size() >= 2, pair.name);
            double level = 0;
            for (std::size_t at = 0; at + 1 < bars.size(); ++at)
                level += bars[at].seconds;
            QVERIFY2(std::abs(level - bars.back().seconds) < 2e-9, pair.name);
            // The table that is printed has the same bars.
            const core::Report report = differenceReport(pair.difference, 5);
            const core::Table& table = report.tables.front();
            QCOMPARE(table.key, std::string("waterfall"));
            QCOMPARE(table.rows.size(), bars.size());
            for (std::size_t at = 0; at < bars.size(); ++at)
                QCOMPARE(realAt(table, at, "seconds"), bars[at].seconds);
        }
    }
    /// Each moment of the drawn step is in one box of its device.
    void lanesFillTheStep()
    {
        for (const Pair& pair : pairs()) {
            for (std::size_t at = 0; at < pair.difference.steps.pairs.size(); ++at) {
                const StepLanes lanes = stepLanes(pair.difference, at, {}).value();
                QVERIFY2(lanes.lanes.size() >= 2, pair.name);
                QVERIFY(!lanes.lanes[0].second && lanes.lanes[1].second);
                for (const StepLane& lane : lanes.lanes) {
                    std::int64_t sum = 0;
                    std::int64_t until = 0;
                    for (const LaneBox& box : lane.boxes) {
                        QVERIFY2(box.begin >= until && box.end > box.begin && box.end <= lane.length,
                                 pair.name);
                        until = box.end;
                        sum += box.end - box.begin;
                    }
                    if (!lane.host)
                        QVERIFY2(sum == lane.length, qPrintable(QStringLiteral("%1: %2 of %3")
                                                                    .arg(QLatin1String(pair.name))
                                                                    .arg(sum)
                                                                    .arg(lane.length)));
                }
            }
            QVERIFY(stepLanes(pair.difference, 1000, {}).value().lanes.empty());
        }
    }
    void placesAreSumsOfOperations()
    {
        for (const Pair& pair : pairs()) {
            const PlacesTable places = placesTable(pair.difference);
            QCOMPARE(places.rows.size(), places.table.rows.size());
            std::set<std::size_t> seen;
            for (std::size_t row = 0; row < places.rows.size(); ++row) {
                double a = 0;
                double b = 0;
                for (const std::size_t at : places.rows[row]) {
                    QVERIFY2(seen.insert(at).second, pair.name);
                    a += pair.difference.steps.rows[at].a;
                    b += pair.difference.steps.rows[at].b;
                }
                QVERIFY(std::abs(a - realAt(places.table, row, "a_seconds")) < 1e-12);
                QVERIFY(std::abs(b - realAt(places.table, row, "b_seconds")) < 1e-12);
            }
            QCOMPARE(seen.size(), pair.difference.steps.rows.size());
        }
    }
    void whatWasMatchedAddsUp()
    {
        for (const Pair& pair : pairs()) {
            const std::vector<core::Table> tables = matchingTables(pair.difference);
            QCOMPARE(tables.size(), std::size_t{2});
            QCOMPARE(tables[0].rows.size(), pair.difference.steps.pairs.size());
            std::int64_t rows = 0;
            for (std::size_t at = 0; at < tables[1].rows.size(); ++at)
                rows += std::get<std::int64_t>(tables[1].rows[at][1]);
            QCOMPARE(static_cast<std::size_t>(rows), pair.difference.steps.rows.size());
        }
    }
    /// A slower host is a longer wait for each launch; the products' rate is as planned.
    void aPlanLearnsFromARunAlone()
    {
        const core::Table lessons = lessonsTable(pairs()[0].difference);
        QVERIFY(!lessons.rows.empty());
        bool launch = false;
        bool rate = false;
        for (std::size_t row = 0; row < lessons.rows.size(); ++row) {
            const std::string what = std::get<std::string>(lessons.rows[row][0]);
            const auto* const change = std::get_if<double>(&lessons.rows[row][3]);
            if (what == "waiting for its launch, a kernel") {
                launch = true;
                QVERIFY(std::get<double>(lessons.rows[row][2]) > 0);
            } else if (what == "rate of matrix products") {
                rate = true;
                QVERIFY2(change && std::abs(*change) < 0.05,
                         qPrintable(QString::number(change ? *change : 0)));
                QVERIFY(std::get<double>(lessons.rows[row][1]) > 1e13); // an H200 multiplies faster than that
            } else if (what == "optimizer, a step") {
                QVERIFY2(change && std::abs(*change - 3) < 0.15,
                         qPrintable(QString::number(change ? *change : 0)));
            }
        }
        QVERIFY(launch && rate);
        QVERIFY(lessonsTable(pairs()[1].difference).rows.empty()); // two runs
        QVERIFY(lessonsTable(pairs()[3].difference).rows.empty()); // two plans
    }
    void theWayIsAPlan()
    {
        core::Plan plan;
        plan.batch.microBatch = 4;
        plan.batch.microBatches = 2;
        plan.batch.globalBatch = 8;
        const auto tokens = [](const char* number) { return core::phrase("%1 tokens", {number}); };
        const std::vector<Obstacle> half{{"micro_batch", tokens("4096"), tokens("8192"), {}}};
        QCOMPARE(mendedPlan(plan, half, true)->batch.microBatch, std::int64_t{8});
        QCOMPARE(mendedPlan(plan, half, true)->batch.globalBatch, std::int64_t{16});
        QCOMPARE(mendedPlan(plan, half, false)->batch.microBatch, std::int64_t{2});
        const std::vector<Obstacle> rounds{{"batch", tokens("8192"), tokens("32768"), {}}};
        QCOMPARE(mendedPlan(plan, rounds, true)->batch.microBatches, std::int64_t{8});
        QVERIFY(!mendedPlan(plan, {{"batch", tokens("3"), tokens("7"), {}}}, true)); // no whole number
        const std::vector<Obstacle> format{{"precision", "bf16", "fp32", {}}};
        QVERIFY(mendedPlan(plan, format, true)->precision.weights == core::Dtype::Fp32);
        QVERIFY(!mendedPlan(plan, {{"device", "a", "b", {}}}, true));
        QVERIFY(!mendedPlan(plan, {}, true)); // nothing to mend
    }
};

SHARDSCOPE_TEST(TstDifferenceViews)
#include "tst_difference_views.moc"
