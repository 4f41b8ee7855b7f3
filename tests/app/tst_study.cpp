// SPDX-License-Identifier: GPL-3.0-or-later
// Studies: what is read, what goodput is worth on trainings it has not seen, the decision and its edges.
#include "app/session/documents/changed_machine.h"
#include "app/session/study/scenario_of_run.h"
#include "app/session/study/solved_study.h"
#include "app/session/study/study_view.h"
#include "app/session/study/what_if.h"
#include "app/session/text/messages.h"
#include "planner/planner.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& shipped()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

core::Result<JobStudy> studyOf(const std::string& text)
{
    return readStudy(core::parseJsonText(text, "study.json").value(), "study.json");
}

/// A small one, which is solved in a moment.
SolvedStudy solvedStudy(const std::string& limits, const std::string& prices = "2")
{
    const std::string text = R"({"job": {"model": "gpt2-xl", "tokens": "30B", "global_batch": 512, )" +
                             limits +
                             R"("sequence_length": 1024}, "scenarios": [
        {"name": "a", "hardware": "dgx-a100-80g", "devices": 16, "price_per_hour": )" +
                             prices + R"(},
        {"name": "b", "hardware": "dgx-h100", "devices": 16, "price_per_hour": 3},
        {"name": "c", "hardware": "dgx-h100", "devices": 16, "price_per_hour": 3, "changes": {"network": 0.25}}]})";
    return solveStudy(shipped(), studyOf(text).value()).value();
}

const SolvedScenario& named(const SolvedStudy& solved, const char* name)
{
    return *std::ranges::find_if(solved.scenarios,
                                 [&](const SolvedScenario& one) { return one.scenario.name == name; });
}

} // namespace

class TstStudy : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrongIsToldWithItsPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("no job") << R"({"scenarios": []})"
                                << "job";
        QTest::newRow("no scenarios") << R"({"job": {"model": "m", "tokens": 1}, "scenarios": []})"
                                      << "scenarios";
        QTest::newRow("key") << R"({"job": {"model": "m", "tokens": 1, "deadlin": "1 h"}, "scenarios": []})"
                             << "/job/deadlin";
        QTest::newRow("tokens") << R"({"job": {"model": "m", "tokens": "many"}, "scenarios": []})"
                                << "/job/tokens";
        QTest::newRow("deadline")
            << R"({"job": {"model": "m", "tokens": 1, "deadline": "60"}, "scenarios": []})"
            << "/job/deadline";
        QTest::newRow("twice")
            << R"({"job": {"model": "m", "tokens": 1}, "scenarios": [{"hardware": "h", "devices": 8}, {"hardware": "h", "devices": 8}]})"
            << "/scenarios/1/name";
        QTest::newRow("range")
            << R"({"job": {"model": "m", "tokens": 1, "failures": {"other_time": [0.3, 0.2, 0.1]}}, "scenarios": []})"
            << "/job/failures/other_time";
        QTest::newRow("change")
            << R"({"job": {"model": "m", "tokens": 1}, "scenarios": [{"hardware": "h", "devices": 8, "changes": {"netwrk": 2}}]})"
            << "/scenarios/0/changes/netwrk";
    }
    void whatIsWrongIsToldWithItsPlace()
    {
        QFETCH(QString, text);
        QFETCH(QString, told);
        const auto study = studyOf(text.toStdString());
        QVERIFY(!study.ok());
        const QString error = errorText(study.error());
        QVERIFY2(error.contains("study.json") && error.contains(told), qPrintable(error));
    }

    void scenariosAreRead()
    {
        const JobStudy study =
            studyOf(R"({"job": {"model": "gpt2", "tokens": "1.5T", "deadline": "60 days", "budget": "3M",
            "plan": {"sequence_parallel": true, "recompute": "full"}, "failures": {"restart_minutes": [1, 2, 3]}},
            "scenarios": [{"hardware": "dgx-h100", "devices": "64..512", "spare_devices": 8}]})")
                .value();
        QCOMPARE(study.job.tokens, 1.5e12);
        QCOMPARE(*study.job.deadline, 60 * 86400.0);
        QCOMPARE(*study.job.budget, 3e6);
        QCOMPARE(study.job.plan[0].first, std::string("sequence-parallel"));
        QCOMPARE(study.job.plan[0].second, std::string("true"));
        QCOMPARE(study.job.failures.restart->likely, 120.0);
        QCOMPARE(study.scenarios[0].name, std::string("64..512 dgx-h100"));
        QCOMPARE(study.scenarios[0].spareDevices, 8);
    }

    /// The range of what holds trainings up beside interruptions, by those that are as large, on each
    /// training that it has not seen: an 80 % range must hold eight of ten.
    void theRangeHoldsTrainingsItHasNotSeen()
    {
        const Reliability known = readReliability(shipped()).value();
        std::size_t within = 0;
        for (const Reliability::Training& training : known.trainings) {
            Reliability others = known;
            std::erase_if(others.trainings, [&](const auto& one) { return one.run == training.run; });
            const ScenarioGoodput found = scenarioGoodput(others, training.failures, {}, training.devices,
                                                          training.devicesPerNode, 14 * training.parameters);
            QVERIFY(found.share.low <= found.share.likely && found.share.likely <= found.share.high);
            const bool held = (training.atLeast || found.share.low <= training.goodput) &&
                              training.goodput <= found.share.high;
            within += held ? 1 : 0;
            qInfo("%s: %.3f, range %.3f to %.3f", training.run.c_str(), training.goodput, found.share.low,
                  found.share.high);
        }
        QVERIFY2(within >= known.trainings.size() * 8 / 10,
                 qPrintable(QString("%1 of %2").arg(within).arg(known.trainings.size())));
    }

    /// The range comes from jobs as large: few devices get through more of their time, and more surely.
    void theRangeIsThatOfTheJobsSize()
    {
        const Reliability known = readReliability(shipped()).value();
        const Spread few = scenarioGoodput(known, {}, {}, 512, 8, 1e12).share;
        const Spread many = scenarioGoodput(known, {}, {}, 4096, 8, 1e12).share;
        QVERIFY(few.low > 0.8 && few.high / few.low < 1.25);
        QVERIFY(many.low < few.low && many.likely < few.likely);
        QVERIFY(many.high / many.low > few.high / few.low);
    }

    void whatIsSaidHolds()
    {
        const Reliability known = readReliability(shipped()).value();
        StudyFailures none;
        none.perThousandNodeDays = Spread{};
        none.otherTime = Spread{};
        const ScenarioGoodput best = scenarioGoodput(known, none, {}, 512, 8, 1e12);
        QCOMPARE(best.share.likely, 1.0);
        QCOMPARE(best.share.low, 1.0);
        StudyFailures job;
        job.perThousandNodeDays = Spread{2, 4, 8};
        const ScenarioGoodput one = scenarioGoodput(known, {}, job, 512, 8, 1e12);
        QVERIFY(std::abs(one.between - 86400 / (64 * 0.004)) < 1e-6);
        StudyFailures own; // a scenario's own wins
        own.perThousandNodeDays = Spread{8, 8, 8};
        QVERIFY(scenarioGoodput(known, own, job, 512, 8, 1e12).share.likely < one.share.likely);
    }

    void theCheapestThatHoldsIsTaken()
    {
        const SolvedStudy all = solvedStudy("");
        for (const SolvedScenario& one : all.scenarios) {
            QVERIFY(one.feasible());
            QVERIFY(one.seconds.low < one.seconds.likely && one.seconds.likely < one.seconds.high);
            const double hours = one.seconds.likely / 3600 * static_cast<double>(one.devices);
            QVERIFY(std::abs(one.cost->likely / (hours * *one.scenario.price) - 1) < 1e-9);
            QVERIFY(std::abs(one.seconds.likely * one.goodput.share.likely * one.tokensPerSecond / 30e9 - 1) <
                    1e-3);
        }
        QVERIFY(named(all, "c").seconds.likely >= named(all, "b").seconds.likely);
        QVERIFY(all.byCost && all.decision);
        for (const SolvedScenario& one : all.scenarios)
            QVERIFY(all.scenarios[*all.decision].cost->likely <= one.cost->likely);

        // A deadline between both machines leaves the faster one alone.
        const double slow = named(all, "a").seconds.likely;
        const double fast = named(all, "b").seconds.likely;
        QVERIFY(slow > fast);
        const std::string between = std::to_string(static_cast<long long>(std::sqrt(slow * fast)));
        const SolvedStudy hurried = solvedStudy("\"deadline\": \"" + between + " s\", ", "0.01");
        QVERIFY(named(hurried, "a").holds() == Holds::No);
        QCOMPARE(hurried.scenarios[*hurried.decision].scenario.hardware, std::string("dgx-h100"));

        const SolvedStudy never = solvedStudy("\"deadline\": \"1 s\", ");
        QVERIFY(!never.decision && never.closest);
        QVERIFY(never.scenarios[*never.closest].scenario.hardware == "dgx-h100");
        QVERIFY(decisionSentence(never).contains("b"));
        QVERIFY(never.breakEven.empty());
    }

    /// Another costs what the decision does at the price that is told; the network that is told still holds,
    /// and a tenth less does not.
    void edgesAreEdges()
    {
        const SolvedStudy free = solvedStudy("");
        const double fast = named(free, "b").seconds.likely;
        const SolvedStudy solved = solvedStudy(
            "\"deadline\": \"" + std::to_string(static_cast<long long>(1.1 * fast)) + " s\", ", "9");
        const SolvedScenario& taken = solved.scenarios[*solved.decision];
        QVERIFY(!solved.breakEven.empty());
        for (const BreakEven& one : solved.breakEven) {
            QVERIFY(!breakEvenSentence(one).contains('%') || one.what == "share_of_peak" ||
                    one.what == "goodput");
            if (one.what == "price") {
                const SolvedScenario& other = named(solved, one.scenario.c_str());
                QVERIFY(std::abs(other.cost->likely / *other.scenario.price * one.value / taken.cost->likely -
                                 1) < 1e-9);
            }
            if (one.what == "network" && one.value > 0) {
                const core::ModelSpec model = shipped().model("gpt2-xl").value();
                const auto longer = [&](double factor) {
                    return planner::evaluate(model, withNetwork(taken.hardware, factor),
                                             taken.evaluation->plan, planner::Detail::LaidOut)
                               .value()
                               .training->seconds.value() /
                           taken.evaluation->training->seconds.value();
                };
                double room = *solved.study.job.deadline / taken.seconds.likely;
                for (const SolvedScenario& other : solved.scenarios) {
                    if (&other != &taken && other.holds() != Holds::No)
                        room = std::min(room, other.cost->likely / taken.cost->likely);
                }
                QVERIFY(longer(one.value) <= room);
                QVERIFY(longer(0.9 * one.value) > room);
            }
        }
    }

    void whatIsWrongWithOneLeavesTheOthers()
    {
        const JobStudy study = studyOf(R"({"job": {"model": "gpt2-xl", "tokens": "3B"}, "scenarios": [
            {"hardware": "dgx-h100", "devices": 8}, {"hardware": "no-such-machine", "devices": 8},
            {"name": "small", "hardware": "dgx-h100", "devices": 8, "changes": {"memory": 0.01}}]})")
                                   .value();
        const SolvedStudy solved = solveStudy(shipped(), study).value();
        QCOMPARE(*solved.decision, std::size_t{0});
        QVERIFY(solved.scenarios[1].refused);
        QVERIFY(!solved.scenarios[2].feasible());
        const QString risks = riskSentences(solved).join(' ');
        QVERIFY2(risks.contains("no-such-machine") && risks.contains("small"), qPrintable(risks));
        QVERIFY(!studyJson(solved).empty());
        QVERIFY(!studyReport(solved).tables.front().rows.empty());
    }

    /// What a scenario leaves open is told by its recording; what it says itself wins.
    void aRecordingIsAScenario()
    {
        const std::string recording = SHARDSCOPE_SOURCE_DIR "/resources/lessons/ddp4_straggler";
        StudyScenario asked;
        asked.recording = recording;
        const StudyScenario found = withItsRun(shipped(), asked).value();
        QCOMPARE(found.hardware, std::string("dgx-h200"));
        QCOMPARE(found.devices, std::string("4"));
        asked.devices = "8";
        asked.framework = "torchtitan";
        QCOMPARE(withItsRun(shipped(), asked).value().devices, std::string("8"));
        QCOMPARE(withItsRun(shipped(), asked).value().framework, std::string("torchtitan"));
        asked.recording += "/no such file";
        QVERIFY(!withItsRun(shipped(), asked).ok());

        const JobStudy study =
            studyOf(R"({"job": {"model": "gpt2", "tokens": "1B"}, "scenarios": [{"recording": ")" +
                    recording + R"("}, {"recording": "/no such file"}]})")
                .value();
        QCOMPARE(study.scenarios.front().recording, recording);
        const SolvedStudy solved = solveStudy(shipped(), study).value();
        QCOMPARE(*solved.decision, std::size_t{0});
        QCOMPARE(solved.scenarios[0].devices, std::int64_t{4});
        QVERIFY(solved.scenarios[1].refused);
    }

    /// Another price, spare devices, budget or failures have the same search; a count of them is a count.
    void whatIsCountedIsNotSearched()
    {
        const SolvedStudy solved = solvedStudy("");
        const StudyJob& job = solved.study.job;
        StudyScenario dearer = solved.scenarios[0].scenario;
        dearer.price = 4;
        dearer.spareDevices = 8;
        dearer.failures.perThousandNodeDays = Spread{40, 40, 40};
        StudyJob limited = job;
        limited.budget = 1;
        limited.deadline = 86400;
        QCOMPARE(searchQuestion(limited, dearer), searchQuestion(job, solved.scenarios[0].scenario));
        const SolvedScenario counted = accountedAnew(shipped(), limited, dearer, solved.scenarios[0]).value();
        const SolvedScenario searched = solveScenario(shipped(), limited, dearer).value();
        QCOMPARE(counted.seconds.likely, searched.seconds.likely);
        QCOMPARE(counted.cost->high, searched.cost->high);
        QCOMPARE(counted.holds(), searched.holds());
        QVERIFY(counted.goodput.share.likely < solved.scenarios[0].goodput.share.likely);

        StudyScenario changed = solved.scenarios[0].scenario;
        changed.changes.network = 0.5;
        QVERIFY(searchQuestion(job, changed) != searchQuestion(job, solved.scenarios[0].scenario));
        StudyScenario range = solved.scenarios[0].scenario;
        range.devices = "8..32"; // as few as the deadline allows: then it is part of the question
        QVERIFY(searchQuestion(limited, range) != searchQuestion(job, range));
    }

    void whatIfLeavesThePlans()
    {
        const SolvedStudy solved = solvedStudy("");
        const auto with = [&](const StudyWhatIf& asked) {
            return studyWhatIf(shipped(), solved, asked).value();
        };
        const SolvedStudy dear = with({.price = 2});
        const SolvedStudy failing = with({.failures = 4});
        const SolvedStudy slow = with({.network = 0.25});
        const SolvedStudy fast = with({.rate = 2});
        const SolvedStudy small = with({.memory = 0.01});
        for (std::size_t at = 0; at < solved.scenarios.size(); ++at) {
            const SolvedScenario& was = solved.scenarios[at];
            QVERIFY(std::abs(dear.scenarios[at].cost->likely / was.cost->likely - 2) < 1e-9);
            QCOMPARE(dear.scenarios[at].seconds.likely, was.seconds.likely);
            QVERIFY(failing.scenarios[at].goodput.share.likely < was.goodput.share.likely);
            QVERIFY(failing.scenarios[at].seconds.likely > was.seconds.likely);
            QVERIFY(slow.scenarios[at].seconds.likely >= was.seconds.likely);
            QVERIFY(fast.scenarios[at].seconds.likely < was.seconds.likely);
            QVERIFY(fast.scenarios[at].seconds.likely > was.seconds.likely / 2); // memory and network stay
            QVERIFY(!small.scenarios[at].feasible());
        }
        QVERIFY(!small.decision);
        QCOMPARE(with({}).scenarios[*solved.decision].cost->likely,
                 solved.scenarios[*solved.decision].cost->likely);
        // What is kept becomes the scenarios' own.
        const JobStudy kept = studyWith(shipped(), solved.study, {.network = 0.5, .price = 2});
        QCOMPARE(kept.scenarios[2].changes.network, 0.125);
        QCOMPARE(*kept.scenarios[1].price, 6.0);
    }

    /// A scenario on an edited machine, as its file says it, is that machine's.
    void figuresOfAMachineAreChanges()
    {
        const JobStudy study = studyOf(R"({"job": {"model": "gpt2-xl", "tokens": "3B",
            "carbon_grams_per_kwh": 100}, "scenarios": [
            {"name": "a", "hardware": "dgx-h100", "devices": 16},
            {"name": "b", "hardware": "dgx-h100", "devices": 16, "changes": {"rate": 1, "figures":
                {"engine.matrix.bf16": "400 TFLOP/s", "node.devices": 4}}},
            {"name": "c", "hardware": "dgx-h100", "devices": 16, "changes": {"figures": {"engine": "1"}}}]})")
                                   .value();
        QVERIFY(readStudy(studyDocument(study), "again")->scenarios[1].changes.figures ==
                study.scenarios[1].changes.figures);
        const SolvedStudy solved = solveStudy(shipped(), study).value();
        QCOMPARE(named(solved, "b").hardware.devicesPerNode, std::int64_t{4});
        QVERIFY(named(solved, "b").seconds.likely > named(solved, "a").seconds.likely);
        // Nothing was measured of it: the stated range.
        QVERIFY(named(solved, "b").best->step.stated);
        QVERIFY(named(solved, "c").refused);
        const SolvedScenario& a = named(solved, "a");
        QVERIFY(std::abs(a.carbon->likely - a.energy->likely / 3.6e6 * 100) < 1e-6 * a.carbon->likely);
    }

    void theTableIsChosenOf()
    {
        const core::Table all = studyReport(solvedStudy("")).tables.front();
        const std::size_t cost = *all.columnIndex("cost");
        const core::Table sorted = viewed(all, {.sort = "-cost"}).value();
        for (std::size_t row = 1; row < sorted.rows.size(); ++row)
            QVERIFY(std::get<double>(sorted.rows[row - 1][cost]) >= std::get<double>(sorted.rows[row][cost]));
        const core::Table h100 =
            viewed(all, {.columns = {"scenario", "cost"}, .where = {"machine~h100"}}).value();
        QCOMPARE(h100.columns.size(), std::size_t{2});
        QCOMPARE(h100.rows.size(), std::size_t{2});
        QCOMPARE(viewed(all, {.where = {"training_seconds < 60 days", "cost>0"}})->rows.size(),
                 all.rows.size());
        QVERIFY(viewed(all, {.where = {"goodput < 1 %"}})->rows.empty());
        const core::Table grouped = viewed(all, {.group = "machine"}).value();
        QCOMPARE(grouped.columns.front().key, std::string("machine"));
        QCOMPARE(grouped.columns.size(), all.columns.size());
        QVERIFY(!viewed(all, {.sort = "costs"}).ok());
        QVERIFY(!viewed(all, {.where = {"cheap"}}).ok());
    }

    void isStopped()
    {
        core::Task task;
        std::stop_source source;
        source.request_stop();
        task.stop = source.get_token();
        const JobStudy study = readStudy(std::filesystem::path(SHARDSCOPE_SOURCE_DIR
                                                               "/resources/studies/llama-3-70b-60-days.json"))
                                   .value();
        const auto solved = solveStudy(shipped(), study, task);
        QVERIFY(!solved.ok());
        QCOMPARE(solved.error().code, core::ErrorCode::Cancelled);
    }
};

SHARDSCOPE_TEST(TstStudy)
#include "tst_study.moc"
