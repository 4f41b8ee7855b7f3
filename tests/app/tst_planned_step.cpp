// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's step as a run, the routes of its communication, and the comparison of what is open.
#include "app/session/plan/commands.h"
#include "app/session/plan/planned_step.h"
#include "app/session/tables/tables.h"
#include "app/session/trace/comparison.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <map>

using namespace shardscope;

namespace {

app::PlanResult evaluated(const std::string& model, const std::string& hardware,
                          std::vector<std::pair<std::string, std::string>> options)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    return app::evaluatePlan(catalog, {model, hardware, {}, std::move(options)}, planner::Detail::Plain)
        .value();
}

std::string textAt(const core::Table& table, std::size_t row, const char* column)
{
    const core::Cell& cell = table.rows[row][*table.columnIndex(column)];
    const auto* text = std::get_if<std::string>(&cell);
    return text ? *text : std::string();
}

} // namespace

class TstPlannedStep : public QObject {
    Q_OBJECT
private slots:
    void partsLieWithinTheStep()
    {
        const app::PlanResult plan =
            evaluated("megatron-22b", "dgx-a100-80g",
                      {{"tensor", "8"}, {"pipeline", "2"}, {"replica", "4"}, {"global-batch", "64"}});
        const core::RunPtr run = app::plannedStep(plan.evaluation, "planned");
        QVERIFY(run);
        QVERIFY(run->origin == core::RunOrigin::Simulated);
        const core::Timeline& timeline = *run->timeline;
        const double total = plan.evaluation.step.at(core::StepPart::Total).seconds.value();
        QCOMPARE(timeline.steps().size(), std::size_t{1});
        QCOMPARE(timeline.steps()[0].end - timeline.steps()[0].begin,
                 std::int64_t(std::llround(total * 1e9)));
        std::map<std::string, std::int64_t> spent;
        for (std::size_t slice = 0; slice < timeline.sliceCount(); ++slice) {
            QVERIFY(timeline.ts()[slice] >= 0);
            QVERIFY(timeline.ts()[slice] + timeline.dur()[slice] <= timeline.steps()[0].end + 1);
            spent[std::string(timeline.names().text(timeline.name()[slice]))] += timeline.dur()[slice];
        }
        const auto seconds = [&](core::StepPart part) {
            return plan.evaluation.step.at(part).seconds.value();
        };
        QVERIFY(std::abs(double(spent["forward (gemm, attention)"]) -
                         seconds(core::StepPart::Forward) * 1e9) <= 2);
        QVERIFY(std::abs(double(spent["backward (gemm, attention)"]) -
                         seconds(core::StepPart::Backward) * 1e9) <= 2);
        QVERIFY(std::abs(double(spent["optimizer.step"]) - seconds(core::StepPart::Optimizer) * 1e9) <= 2);
        for (const core::CommunicationEntry& entry : plan.evaluation.communication) {
            const std::string name = "nccl:" + entry.operation + " " + entry.group;
            QVERIFY2(spent.count(name) > 0, name.c_str());
        }
    }
    void aPlanWithoutAStepHasNone()
    {
        core::Evaluation evaluation;
        QVERIFY(!app::plannedStep(evaluation, "none"));
    }
    void routesFollowTheMesh()
    {
        // Eight devices a node: the tensor group stays on NVLink, everything else leaves the node.
        const app::PlanResult plan =
            evaluated("megatron-22b", "dgx-h100",
                      {{"tensor", "8"}, {"pipeline", "2"}, {"replica", "4"}, {"global-batch", "64"}});
        const core::Table table = app::communicationTable(plan.evaluation, &plan.hardware);
        QCOMPARE(table.rows.size(), plan.evaluation.communication.size());
        const std::string inside = plan.hardware.link(core::LinkLevel::Node)->label;
        const std::string outside = plan.hardware.link(core::LinkLevel::Cluster)->label;
        QVERIFY(inside != outside);
        const std::size_t ranks = *table.columnIndex("ranks");
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string group = textAt(table, row, "group");
            QCOMPARE(textAt(table, row, "link"), group == "tensor" ? inside : outside);
            const std::string operation = textAt(table, row, "operation");
            const char* const algorithm = group == "tensor" ? "as measured" // the machine has a table
                                          : operation == "send_receive" ? "to the neighbour"
                                                                        : "ring";
            QCOMPARE(textAt(table, row, "algorithm"), std::string(algorithm));
            const std::int64_t expected = group == "tensor" ? 8 : group == "replica" ? 4 : 2;
            QCOMPARE(std::get<std::int64_t>(table.rows[row][ranks]), expected);
        }
        const app::PlanResult experts =
            evaluated("mixtral-8x7b", "dgx-h100", {{"replica", "8"}, {"expert", "8"}, {"global-batch", "8"}});
        const core::Table routed = app::communicationTable(experts.evaluation, &experts.hardware);
        bool found = false;
        for (std::size_t row = 0; row < routed.rows.size(); ++row) {
            if (textAt(routed, row, "operation") != "all_to_all")
                continue;
            found = true;
            QCOMPARE(textAt(routed, row, "algorithm"), std::string("as measured")); // the machine has a table
            QCOMPARE(textAt(routed, row, "link"), experts.hardware.link(core::LinkLevel::Node)->label);
        }
        QVERIFY(found);
    }
    void aPlansOwnStepComparesEqual()
    {
        // The planned step read back as a run has the plan's step time and exposed communication.
        const app::PlanResult plan = evaluated("megatron-22b", "dgx-a100-80g",
                                               {{"tensor", "8"}, {"replica", "4"}, {"global-batch", "64"}});
        const auto evaluation = std::make_shared<const core::Evaluation>(plan.evaluation);
        const core::RunPtr run = app::plannedStep(*evaluation, "planned");
        const auto comparison = app::compareSides(
            {"plan", evaluation, nullptr},
            {"run", nullptr, std::make_shared<const profiler::AnalysisInput>(run)}, 20, 0.001);
        QVERIFY(comparison.ok());
        QVERIFY(comparison->within);
        const core::Table& figures = comparison->report.tables.front();
        const std::size_t a = *figures.columnIndex("value_a");
        const std::size_t b = *figures.columnIndex("value_b");
        const double step = std::get<double>(figures.rows[1][a]);
        QVERIFY(std::abs(std::get<double>(figures.rows[1][b]) - step) < 1e-8);
        QVERIFY(std::abs(std::get<double>(figures.rows[4][b]) - std::get<double>(figures.rows[4][a])) <
                1e-3 * step);
    }
};

SHARDSCOPE_TEST(TstPlannedStep)
#include "tst_planned_step.moc"
