// SPDX-License-Identifier: GPL-3.0-or-later
// Well-known layouts of a model on a machine beside each other, and how their rates grow with the devices.
#include "app/session/published/nearest_runs.h"
#include "app/session/questions/inside_node.h"
#include "app/session/questions/side_by_side.h"
#include "planner/planner.h"
#include "tests/support/test_registry.h"

#include <QStringList>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& shipped()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

SideBySide beside(const std::string& model, const std::string& hardware, const std::string& devices,
                  std::vector<std::string> layouts = {})
{
    return sideBySide(shipped(), {model, hardware, "", {{"gpus", devices}}}, layouts).value();
}

} // namespace

class TstSideBySide : public QObject {
    Q_OBJECT
private slots:
    void whatRunsComesFirstAndFastestFirst_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        for (const char* model : {"gpt2-xl", "megatron-7.5b", "mixtral-8x7b"})
            for (const char* hardware : {"dgx-2-v100-32g", "dgx-a100-80g", "ipu-pod64"})
                QTest::addRow("%s on %s", model, hardware) << model << hardware;
    }
    void whatRunsComesFirstAndFastestFirst()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        const SideBySide answer = beside(model.toStdString(), hardware.toStdString(), "32");
        QCOMPARE(answer.devices, 32);
        bool ended = false;
        double before = std::numeric_limits<double>::infinity();
        for (const SideBySideRow& row : answer.rows) {
            const bool runs = row.problem.isEmpty() && row.evaluation && row.evaluation->verdict.feasible();
            QVERIFY2(!(ended && runs), row.strategy.c_str());
            ended = ended || !runs;
            if (!row.evaluation) {
                QVERIFY(!row.problem.isEmpty());
                continue;
            }
            QVERIFY(row.evaluation->devices <= 32);
            if (!runs)
                continue;
            const double rate = row.evaluation->throughput.modelTflopsPerDevice;
            QVERIFY2(rate <= before, row.strategy.c_str());
            before = rate;
        }
        QCOMPARE(sideBySideTable(answer).rows.size(), answer.rows.size());
    }
    /// A larger batch than the one that was taken does not fit, or is no faster.
    void batchIsTheOneThatSuits()
    {
        const SideBySide answer = beside("megatron-7.5b", "dgx-2-v100-32g", "64", {"zero_2", "zero_3"});
        const planner::Evaluator evaluator(answer.model, answer.hardware);
        for (const SideBySideRow& row : answer.rows) {
            core::Plan larger = row.evaluation->plan;
            larger.batch.microBatch *= 2;
            larger.batch.globalBatch *= 2;
            const auto tried = evaluator.evaluate(larger, planner::Detail::Plain).value();
            QVERIFY2(!tried.verdict.feasible() || tried.throughput.samplesPerSecond <=
                                                      row.evaluation->throughput.samplesPerSecond * 1.1,
                     row.strategy.c_str());
        }
    }
    /// More devices never make what is divided over them slower a device than a tenth: the seed's
    /// super-linear growth is of that, and Megatron's of 2020 is not.
    void growthIsOfTheSameLayouts()
    {
        const auto answers = sideBySideBy(shipped(), {"zero-60b", "dgx-2-v100-32g", "", {}},
                                          {"zero_2", "megatron_tensor"}, {64, 400})
                                 .value();
        QCOMPARE(answers.size(), std::size_t{2});
        const QStringList lines = growthSentences(answers);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines.filter("ZeRO-2").join("").contains("more than in proportion"),
                 qPrintable(lines.join("\n")));
        QVERIFY(!lines.filter("Megatron").join("").contains("more than in proportion"));
        QVERIFY(growthTable(answers).rows.size() == 4);
    }
    /// What a row of a list says of published runs is what the plan's own answer says.
    void rowsSayWhatTheyBeat()
    {
        int beaten = 0;
        for (const char* hardware : {"dgx-a100-80g", "dgx-h100", "tpu-v5p"}) {
            const SideBySide answer = beside("llama-2-13b", hardware, "64");
            for (const SideBySideRow& row : answer.rows) {
                if (!row.step)
                    continue;
                const PublishedBeside own =
                    publishedBeside(shipped(), answer.model, answer.hardware, *row.evaluation);
                QCOMPARE(row.step->beaten, beatenText(own));
                beaten += own.beaten ? 1 : 0;
            }
            const QString said = sideBySideSentences(answer).join('\n');
            for (const SideBySideRow& row : answer.rows)
                QVERIFY(!row.step || said.contains(row.step->beaten));
        }
        QVERIFY(beaten > 0);
    }
    void givenBatchesAreShared()
    {
        const SideBySide answer =
            sideBySide(shipped(),
                       {"megatron-7.5b", "dgx-a100-80g", "", {{"gpus", "64"}, {"global-batch", "512"}}}, {})
                .value();
        for (const SideBySideRow& row : answer.rows)
            if (row.evaluation)
                QCOMPARE(row.evaluation->plan.batch.globalBatch, 512);
    }
    void groupsInsideANodeAreNamed()
    {
        const PlanResult crossing =
            evaluatePlan(shipped(),
                         {"megatron-7.5b", "dgx-2-v100-32g", "", {{"tensor", "32"}, {"recompute", "full"}}})
                .value();
        const auto inside = insideNode(crossing.model, crossing.hardware, crossing.evaluation);
        QVERIFY(inside.has_value());
        QCOMPARE(inside->devices, 32);
        QCOMPARE(inside->plan.axes.tensor, 16);
        QVERIFY(inside->throughput.modelTflopsPerDevice >
                crossing.evaluation.throughput.modelTflopsPerDevice * 1.3);
        const PlanResult within =
            evaluatePlan(shipped(), {"megatron-7.5b", "dgx-2-v100-32g", "", {{"tensor", "16"}}}).value();
        QVERIFY(!insideNode(within.model, within.hardware, within.evaluation));
    }
};

SHARDSCOPE_TEST(TstSideBySide)
#include "tst_side_by_side.moc"
