// SPDX-License-Identifier: GPL-3.0-or-later
// Which links a plan's communication goes over.
#include "app/session/plan/commands.h"
#include "app/session/tables/tables.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

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

class TstCommunicationRoutes : public QObject {
    Q_OBJECT
private slots:
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

    /// What the rows have exposed is what the step has of it, also where transfers wait for each other.
    void theRowsAddUp_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("replicas");
        QTest::newRow("recommender, 16 nodes") << "zionex-12t"
                                               << "zionex"
                                               << "128";
        QTest::newRow("recommender, a node") << "dlrm-v2-mlperf"
                                             << "dgx-h100"
                                             << "8";
        QTest::newRow("mixture") << "mixtral-8x7b"
                                 << "dgx-h100"
                                 << "64";
    }
    void theRowsAddUp()
    {
        QFETCH(const QString, model);
        QFETCH(const QString, machine);
        QFETCH(const QString, replicas);
        const app::PlanResult plan =
            evaluated(model.toStdString(), machine.toStdString(), {{"replica", replicas.toStdString()}});
        const core::Table table = app::communicationTable(plan.evaluation);
        const std::size_t exposed = *table.columnIndex("exposed_seconds");
        double sum = 0;
        for (const auto& row : table.rows)
            sum += std::get<double>(row[exposed]);
        const double all = plan.evaluation.step.at(core::StepPart::ExposedCommunication).seconds.value();
        QVERIFY(all > 0);
        QVERIFY(std::abs(sum - all) <= 1e-5 * all);
    }
};

SHARDSCOPE_TEST(TstCommunicationRoutes)
#include "tst_communication_routes.moc"
