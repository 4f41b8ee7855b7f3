// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations as tables: equal neighbours in one row, columns only for what somebody holds.
#include "app/session/plan/commands.h"
#include "app/session/tables/tables.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope;
using core::Bytes;

namespace {

/// Three stages; the last two hold the same.
core::Evaluation threeStages()
{
    core::Evaluation evaluation;
    evaluation.memory.classes = {{"stage 0", 4, 0, 0, 2}, {"stage 1", 4, 1, 2, 2}, {"stage 2", 4, 2, 4, 2}};
    for (std::size_t stage = 0; stage < 3; ++stage) {
        const double weights = stage == 0 ? 300 : 200;
        evaluation.memory.entries.push_back(
            {stage, core::Tier::Device, core::Purpose::Weights, Bytes{weights}, nullptr});
        evaluation.memory.entries.push_back(
            {stage, core::Tier::Device, core::Purpose::Activations, Bytes{50}, nullptr});
        evaluation.memory.tiers.push_back(
            {stage, core::Tier::Device, Bytes{320}, Bytes{weights + 50}, nullptr});
    }
    return evaluation;
}

std::size_t columnOf(const core::Table& table, const char* key) { return table.columnIndex(key).value(); }

} // namespace

class TstTables : public QObject {
    Q_OBJECT
private slots:
    void equalStagesShareARow()
    {
        const core::Table table = app::memoryTable(threeStages());
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(table.rows[1][columnOf(table, "rank_class")]),
                 std::string("stages 1-2"));
        QCOMPARE(std::get<std::int64_t>(table.rows[1][columnOf(table, "ranks")]), std::int64_t{8});
        QCOMPARE(std::get<double>(table.rows[0][columnOf(table, "peak_bytes")]), 350.0);
        QCOMPARE(std::get<bool>(table.rows[0][columnOf(table, "fits")]), false);
        QCOMPARE(std::get<bool>(table.rows[1][columnOf(table, "fits")]), true);
    }

    void onlyHeldPurposesHaveColumns()
    {
        const core::Table table = app::memoryTable(threeStages());
        QVERIFY(table.columnIndex("weights_bytes").has_value());
        QVERIFY(!table.columnIndex("gradients_bytes").has_value());
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
    }

    void stepSharesAreOfTheTotal()
    {
        core::Evaluation evaluation;
        QVERIFY(app::stepTable(evaluation).rows.empty());
        evaluation.step[core::StepPart::Total] = {core::Seconds{2}, nullptr};
        evaluation.step[core::StepPart::Forward] = {core::Seconds{0.5}, nullptr};
        const core::Table table = app::stepTable(evaluation);
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(std::get<double>(table.rows[0][columnOf(table, "share")]), 0.25);
    }

    void derivationsAreFoundByTheirNames()
    {
        core::Evaluation evaluation = threeStages();
        const auto leaf = [](double value) {
            core::Derivation node;
            node.value = value;
            return std::make_shared<const core::Derivation>(node);
        };
        for (core::MemoryEntry& entry : evaluation.memory.entries)
            entry.why = leaf(entry.bytes.value());
        evaluation.step[core::StepPart::Total] = {core::Seconds{2}, leaf(2)};
        QCOMPARE(app::findDerivation(evaluation, "memory.device.weights").value()->value,
                 300.0); // the fullest class
        QCOMPARE(app::findDerivation(evaluation, "memory.device.weights@stage 2").value()->value, 200.0);
        QCOMPARE(app::findDerivation(evaluation, "step.seconds").value()->value, 2.0);
        QCOMPARE(app::findDerivation(evaluation, "step.total").value()->value, 2.0);
        // Rates follow from the step's time, with the same operations.
        evaluation.plan.batch.globalBatch = 64;
        evaluation.plan.batch.sequenceLength = 128;
        evaluation.throughput = {32, 4096, 0, 0};
        evaluation.plan.axes.tensor = 4;
        evaluation.plan.axes.pipeline = 3;
        evaluation.devices = 12;
        QCOMPARE(app::findDerivation(evaluation, "throughput.samples_per_second").value()->value, 32.0);
        QCOMPARE(app::findDerivation(evaluation, "throughput.tokens_per_second").value()->value, 4096.0);
        QCOMPARE(app::findDerivation(evaluation, "devices").value()->value, 12.0);
        const auto wrong = app::findDerivation(evaluation, "memory.device.weight");
        QCOMPARE(wrong.error().code, core::ErrorCode::UnknownName);
        QCOMPARE(wrong.error().args[1], std::string("memory.device.weights"));
        for (const std::string& path : app::derivationPaths(evaluation))
            QVERIFY(app::findDerivation(evaluation, path).ok());
    }
};

SHARDSCOPE_TEST(TstTables)
#include "tst_tables.moc"
