// SPDX-License-Identifier: GPL-3.0-or-later
// Since when a row of runs is slower: a change that is planted is named with its run and its cause, and equal
// runs are not told apart.
#include "app/session/compare/runs_over_time.h"
#include "app/session/simulate/plan_simulation.h"
#include "app/session/text/messages.h"
#include "core/io/text_file.h"
#include "tests/support/planted/recorded_plan.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <random>

namespace shardscope::app {
namespace {

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

const PlanRequest kPlan{
    "gpt2", "dgx-h200", {}, {{"replica", "8"}, {"micro-batch", "4"}, {"micro-batches", "2"}}};

/// A run of the plan whose steps differ as those of a machine do.
core::RunPtr runOf(const std::vector<std::string>& slow, std::uint64_t seed,
                   const std::vector<std::pair<std::string, std::string>>& changes = {})
{
    SimulationCall call;
    call.plan = kPlan;
    call.plan.options.insert(call.plan.options.end(), changes.begin(), changes.end());
    call.detail = "operator";
    call.slow = slow;
    call.options.steps = 5;
    call.options.jitter = 0.02;
    call.options.seed = seed;
    auto simulation = simulatePlan(catalog(), std::move(call), {});
    if (!simulation.ok())
        qFatal("%s", qPrintable(errorText(simulation.error())));
    return simulation->run;
}

RunInTime inTime(const core::RunPtr& run, const std::string& label)
{
    ComparedSide side;
    side.title = label;
    side.run = std::make_shared<const profiler::AnalysisInput>(run);
    return runInTime(differenceSide(catalog(), side, {}, {}).value(), 0);
}

} // namespace
} // namespace shardscope::app

using namespace shardscope;
using namespace shardscope::app;

class TstRunsOverTime : public QObject {
    Q_OBJECT
private slots:
    /// Values of one law have no change; a step between them is found where it is, however many runs there
    /// are.
    void randomValues()
    {
        std::mt19937 random(7);
        std::normal_distribution<double> noise;
        std::size_t wrong = 0;
        std::size_t missed = 0;
        constexpr std::size_t kRounds = 400;
        for (std::size_t round = 0; round < kRounds; ++round) {
            const std::size_t count = 3 + random() % 30;
            const std::size_t at = 1 + random() % (count - 1);
            const double spread = 0.002 + 0.001 * static_cast<double>(random() % 10);
            std::vector<RunValue> same;
            std::vector<RunValue> changed;
            for (std::size_t run = 0; run < count; ++run) {
                const double value = 1 + spread * noise(random);
                same.push_back({value, spread});
                changed.push_back({run < at ? value : value + 12 * spread, spread});
            }
            wrong += changePoints(same)->empty() ? 0 : 1;
            const auto found = changePoints(changed);
            missed += found->size() == 1 && found->front().at == at ? 0 : 1;
        }
        QVERIFY2(wrong <= kRounds / 100, std::to_string(wrong).c_str());
        QVERIFY2(missed <= kRounds / 50, std::to_string(missed).c_str());
    }
    void tooFewToTell()
    {
        QVERIFY(!changePoints({{1, 0.01}}));
        QVERIFY(!changePoints({{1, {}}, {2, {}}, {2, {}}}));
        QVERIFY(!errorOfSteps({1, 2}));
        QCOMPARE(changePoints({{1, 0.01}, {2, 0.01}})->size(), std::size_t{1});
    }

    void plantedChanges_data()
    {
        QTest::addColumn<QString>("slow");
        QTest::addColumn<QString>("part");
        QTest::addColumn<int>("at");
        QTest::newRow("a slower link since run 3 of 6") << "replica=40"
                                                        << "all_reduce" << 2;
        QTest::newRow("a slower device since run 2 of 5") << "compute=1.5"
                                                          << "product" << 1;
        QTest::newRow("a slower optimizer since the last run") << "optimizer=6"
                                                               << "optimizer" << 4;
        QTest::newRow("none") << QString() << QString() << 5;
    }
    void plantedChanges()
    {
        QFETCH(QString, slow);
        QFETCH(QString, part);
        QFETCH(int, at);
        const int count = at == 2 ? 6 : 5;
        std::vector<RunInTime> runs;
        for (int run = 0; run < count; ++run)
            runs.push_back(inTime(runOf(run < at || slow.isEmpty() ? std::vector<std::string>{}
                                                                   : std::vector{slow.toStdString()},
                                        static_cast<std::uint64_t>(run + 1)),
                                  "run" + std::to_string(run + 1)));
        std::swap(runs.front(), runs.back()); // whatever order they come in
        const RunsOverTime all = runsOverTime(std::move(runs), 0.01);
        const std::string text = runsJson(all);
        if (slow.isEmpty()) {
            QVERIFY2(all.changes.empty() && all.known && !all.beyond, text.c_str());
            return;
        }
        QVERIFY2(all.changes.size() == 1 && all.beyond, text.c_str());
        const RunChange& change = all.changes.front();
        QVERIFY2(static_cast<int>(change.change.at) == at, text.c_str());
        QVERIFY2(change.part && core::nameOf(change.part->term) == part.toStdString(), text.c_str());
        const QStringList sentences = runsSentences(all);
        QCOMPARE(sentences.size(), qsizetype(1));
        QVERIFY(sentences[0].contains(QStringLiteral("run%1").arg(at + 1)));
    }

    /// Another batch is another program: such a run is left out, and says so.
    void otherPrograms()
    {
        std::vector<RunInTime> runs;
        for (int run = 0; run < 3; ++run)
            runs.push_back(inTime(
                runOf({}, static_cast<std::uint64_t>(run + 1),
                      run == 1 ? std::vector<std::pair<std::string, std::string>>{{"micro-batches", "4"}}
                               : std::vector<std::pair<std::string, std::string>>{}),
                "run" + std::to_string(run + 1)));
        const RunsOverTime all = runsOverTime(std::move(runs));
        QVERIFY(all.changes.empty());
        QVERIFY(!all.runs[1].obstacles.empty());
        const QJsonObject told = QJsonDocument::fromJson(QByteArray::fromStdString(runsJson(all))).object();
        QVERIFY(told["runs"].toArray()[1].toObject()["left_out"].isString());
        QVERIFY(told["runs"].toArray()[2].toObject()["left_out"].isNull());
    }

    /// Each folder is a run, and each file; what is no run is left aside, what cannot be read is named.
    void aFolder()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        for (int run = 1; run <= 3; ++run) {
            const auto place = root / ("night" + std::to_string(run));
            std::filesystem::create_directories(place);
            const auto texts = tests::recordedPlan(
                *runOf(run < 3 ? std::vector<std::string>{} : std::vector<std::string>{"compute=2"},
                       static_cast<std::uint64_t>(run)));
            for (std::size_t rank = 0; rank < texts.size(); ++rank)
                QVERIFY(core::writeTextFile((place / ("rank" + std::to_string(rank) + ".json")).string(),
                                            texts[rank])
                            .ok());
        }
        QVERIFY(core::writeTextFile((root / "notes.txt").string(), "what was changed\n").ok());
        const auto all = runsOfFolder(catalog(), root.string(), {}, {});
        QVERIFY2(all.ok(), all.ok() ? "" : qPrintable(errorText(all.error())));
        QCOMPARE(all->runs.size(), std::size_t{3});
        QCOMPARE(all->changes.size(), std::size_t{1});
        QCOMPARE(all->changes.front().change.at, std::size_t{2});
        QVERIFY(!runsOfFolder(catalog(), (root / "night1").string(), {}, {}).ok());
    }
};

SHARDSCOPE_TEST(TstRunsOverTime)
#include "tst_runs_over_time.moc"
