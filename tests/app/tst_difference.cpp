// SPDX-License-Identifier: GPL-3.0-or-later
// Plans against their simulations and against recordings of them with planted changes; what must agree; the
// sentences' numbers; the real recording.
#include "app/session/compare/difference.h"
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

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace shardscope::app {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;
using core::StepTerm;

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

planner::Simulation simulated(const PlanRequest& request, std::vector<std::string> slow, std::int64_t steps,
                              double jitter = 0)
{
    SimulationCall call;
    call.plan = request;
    call.detail = "operator";
    call.slow = std::move(slow);
    call.options.steps = steps;
    call.options.jitter = jitter;
    call.options.seed = 3;
    auto simulation = simulatePlan(catalog(), std::move(call), {});
    if (!simulation.ok())
        qFatal("%s", qPrintable(errorText(simulation.error())));
    return std::move(simulation).value();
}

DifferenceSide sideOf(const core::RunPtr& run, const std::string& label)
{
    ComparedSide side;
    side.title = label;
    side.run = std::make_shared<const profiler::AnalysisInput>(run);
    return differenceSide(catalog(), side, {}, {}).value();
}

DifferenceSide planSide(const PlanRequest& request)
{
    ComparedSide side;
    side.title = "plan";
    side.plan = std::make_shared<const core::Evaluation>(
        evaluatePlan(catalog(), request, planner::Detail::Plain).value().evaluation);
    return differenceSide(catalog(), side, request, {}).value();
}

/// The program of \p request recorded, of which \p slow is slower than planned.
DifferenceSide recordedSide(const PlanRequest& request, const std::vector<std::string>& slow,
                            double jitter = 0)
{
    const QTemporaryDir folder;
    std::vector<std::filesystem::path> files;
    for (const std::string& text : tests::recordedPlan(*simulated(request, slow, 4, jitter).run)) {
        files.emplace_back(folder.filePath(QStringLiteral("rank%1.json").arg(files.size())).toStdString());
        [&] { QVERIFY(core::writeTextFile(files.back().string(), text).ok()); }();
    }
    return sideOf(profiler::importTrace(files, {}).value().run, "run");
}

const DifferenceSide& planSideOf(const PlanRequest& plan)
{
    static std::map<const PlanRequest*, DifferenceSide> kept; // many changes are planted in few plans
    const auto [side, isNew] = kept.try_emplace(&plan);
    if (isNew)
        side->second = planSide(plan);
    return side->second;
}
const DifferenceSide& recordedAsPlannedOf(const PlanRequest& plan)
{
    static std::map<const PlanRequest*, DifferenceSide> kept;
    const auto [side, isNew] = kept.try_emplace(&plan);
    if (isNew)
        side->second = recordedSide(plan, {});
    return side->second;
}

const PlanRequest kOne{"gpt2", "h200-sxm", {}, {{"micro-batch", "8"}, {"micro-batches", "2"}}};
const PlanRequest kPipeline{
    "gpt2", "dgx-h200", {}, {{"pipeline", "4"}, {"micro-batch", "4"}, {"micro-batches", "8"}}};
const PlanRequest kReplicas{
    "gpt2", "dgx-h200", {}, {{"replica", "8"}, {"micro-batch", "4"}, {"micro-batches", "2"}}};

PlanRequest with(PlanRequest request, const Options& options)
{
    request.options.insert(request.options.end(), options.begin(), options.end());
    return request;
}

double termOf(const DifferenceSide& side, StepTerm term)
{
    double sum = 0;
    for (const profiler::DeviceAccount& device : side.steps.devices)
        sum += device.perStep(device.of(term).time) / static_cast<double>(side.steps.devices.size());
    return sum;
}

void addsUp(const profiler::StepDifference& difference)
{
    double parts = difference.rest;
    for (const profiler::DifferencePart& part : difference.parts)
        parts += part.seconds;
    QVERIFY(std::abs(parts - (difference.b - difference.a)) < 1e-9);
}

std::string textOf(const SideDifference& difference) { return differenceJson(difference).substr(0, 6000); }

struct Planted {
    std::string name;
    const PlanRequest* plan;
    Options changes; ///< of the program, not of the plan
    std::vector<std::string> slow;
    StepTerm term = StepTerm::Unknown; ///< the first of the parts; Unknown: the largest in truth
    bool straggler = false;
    double jitter = 0;
};
const std::vector<Planted>& alone()
{
    static const std::vector<Planted> all{
        {"the optimizer takes four times as long", &kOne, {}, {"optimizer=4"}, StepTerm::Optimizer},
        {"all computing is slower", &kOne, {}, {"compute=1.5"}, StepTerm::Product},
        {"recompute", &kOne, {{"recompute", "full"}}, {}, StepTerm::Recompute},
        {"the host is slower", &kOne, {}, {"host=20"}, StepTerm::Launch},
        {"another attention", &kOne, {{"attention", "eager"}}, {}},
        {"another batch", &kOne, {{"micro-batches", "3"}}, {}, StepTerm::Product},
        {"jitter", &kOne, {}, {}, StepTerm::Unknown, false, 0.2},
        {"a slower stage", &kPipeline, {}, {"stage 3=1.5"}, StepTerm::Waiting, true},
        {"a slower optimizer of a pipeline", &kPipeline, {}, {"optimizer=4"}, StepTerm::Optimizer},
        {"recompute of a pipeline", &kPipeline, {{"recompute", "full"}}, {}},
        {"a slower link", &kReplicas, {}, {"replica=40"}, StepTerm::AllReduce},
        {"recompute of replicas", &kReplicas, {{"recompute", "full"}}, {}},
        {"a slower optimizer of replicas", &kReplicas, {}, {"optimizer=6"}, StepTerm::Optimizer},
    };
    return all;
}
/// Each alone, and each with each other change of its plan. (Of run against run:
/// tests/profiler/tst_planted_differences.cpp.)
const std::vector<Planted>& planted()
{
    static const std::vector<Planted> all = [] {
        std::vector<Planted> both = alone();
        for (std::size_t one = 0; one < alone().size(); ++one) {
            for (std::size_t other = one + 1; other < alone().size(); ++other) {
                const Planted& x = alone()[one];
                const Planted& y = alone()[other];
                // A pipeline whose stages differ in two ways has a slowest one, which is told as such.
                if (x.plan != y.plan || (x.plan == &kPipeline && !x.straggler && !y.straggler))
                    continue;
                Planted sum = x;
                sum.name += ", " + y.name;
                sum.changes.insert(sum.changes.end(), y.changes.begin(), y.changes.end());
                sum.slow.insert(sum.slow.end(), y.slow.begin(), y.slow.end());
                sum.term = StepTerm::Unknown;
                sum.straggler = x.straggler || y.straggler;
                sum.jitter = std::max(x.jitter, y.jitter);
                both.push_back(std::move(sum));
            }
        }
        return both;
    }();
    return all;
}

} // namespace
} // namespace shardscope::app

using namespace shardscope;
using namespace shardscope::app;

class TstDifference : public QObject {
    Q_OBJECT
private slots:
    /// Plans agree with their simulations in every category and row.
    void plansAreTheirSimulations_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QStringList>("options"); // "key=value"
        const auto row = [](const char* name, const char* model, const char* machine,
                            const QStringList& options) {
            QTest::addRow("%s", name) << model << machine << options;
        };
        row("one device", "gpt2", "h200-sxm", {});
        row("tensor, pipeline, replicas", "gpt2", "dgx-h100",
            {"tensor=2", "pipeline=2", "replica=2", "global-batch=16", "micro-batch=1"});
        row("interleaved, recompute", "megatron-1.7b", "dgx-a100-80g",
            {"pipeline=4", "virtual-stages=2", "schedule=interleaved", "recompute=full", "global-batch=16",
             "micro-batch=1"});
        row("sharded", "gpt2-xl", "dgx-h100",
            {"replica=8", "zero-stage=3", "micro-batch=2", "framework=fsdp2"});
        row("experts", "mixtral-8x7b", "dgx-h200",
            {"replica=8", "expert=8", "zero-stage=1", "micro-batch=1", "micro-batches=2"});
        row("zero bubble", "gpt2", "dgx-h100",
            {"pipeline=4", "schedule=zb1p", "micro-batch=1", "micro-batches=8"});
    }
    void plansAreTheirSimulations()
    {
        QFETCH(QString, model);
        QFETCH(QString, machine);
        QFETCH(QStringList, options);
        PlanRequest request{model.toStdString(), machine.toStdString(), {}, {}};
        for (const QString& one : options)
            request.options.emplace_back(one.section('=', 0, 0).toStdString(),
                                         one.section('=', 1).toStdString());
        const SideDifference difference =
            sideDifference(planSide(request), sideOf(simulated(request, {}, 1).run, "simulated"));
        QVERIFY2(difference.obstacles.empty(), textOf(difference).c_str());
        QVERIFY(!difference.steps.pairs.empty() && difference.steps.a > 0);
        QCOMPARE(difference.steps.aloneA + difference.steps.aloneB, std::size_t{0});
        QVERIFY2(difference.steps.parts.empty(), textOf(difference).c_str());
        QCOMPARE(difference.steps.rest, 0.0);
        for (const profiler::TermDifference& term : difference.steps.terms)
            QCOMPARE(term.a, term.b);
        // And nothing of it is without a name.
        for (const StepTerm term : {StepTerm::Unknown, StepTerm::NoCause})
            QCOMPARE(termOf(difference.a, term), 0.0);
    }

    /// A recording of the plan's own program: other words, and nothing differs that is more than its pauses.
    void recordedAsPlanned_data() { plans(); }
    void recordedAsPlanned()
    {
        QFETCH(int, plan);
        const PlanRequest& request = *planOf(plan);
        const SideDifference difference = sideDifference(planSide(request), recordedSide(request, {}));
        const std::string text = textOf(difference);
        QVERIFY2(difference.obstacles.empty(), text.c_str());
        addsUp(difference.steps);
        QVERIFY2(std::abs(difference.steps.b - difference.steps.a) < 0.02 * difference.steps.a, text.c_str());
        for (const StepTerm term :
             {StepTerm::Product, StepTerm::Attention, StepTerm::Norm, StepTerm::Elementwise, StepTerm::Loss,
              StepTerm::Optimizer, StepTerm::AllReduce}) {
            const double planned = termOf(difference.a, term);
            const double recorded = termOf(difference.b, term);
            QVERIFY2(std::abs(recorded - planned) <= 0.02 * planned + 0.001 * difference.steps.a,
                     (std::string(core::nameOf(term)) + text).c_str());
        }
        QVERIFY2(std::abs(difference.steps.rest) < 0.01 * difference.steps.a, text.c_str());
    }

    /// Named exactly, with seconds within 5 %, alone and two at once; of nothing else more than a
    /// hundredth of the step is claimed.
    void plantedChanges_data()
    {
        QTest::addColumn<int>("change");
        for (int change = 0; change < static_cast<int>(planted().size()); ++change)
            QTest::addRow("%s", planted()[static_cast<std::size_t>(change)].name.c_str()) << change;
    }
    void plantedChanges()
    {
        QFETCH(int, change);
        const Planted& one = planted()[static_cast<std::size_t>(change)];
        const PlanRequest program = with(*one.plan, one.changes);
        const DifferenceSide after = recordedSide(program, one.slow, one.jitter);
        const std::int64_t steps = one.jitter > 0 ? 4 : 1;
        const DifferenceSide planned = sideOf(simulated(*one.plan, {}, 1).run, "planned");
        const DifferenceSide changed = sideOf(simulated(program, one.slow, steps, one.jitter).run, "changed");
        const auto stepOf = [](const DifferenceSide& side) {
            return side.steps.devices.front().perStep(side.steps.devices.front().time);
        };
        const double step = std::max(stepOf(planned), stepOf(changed));
        const double grows = stepOf(changed) - stepOf(planned);
        QVERIFY(one.jitter > 0 || std::abs(grows) > 0.01 * step);
        for (const DifferenceSide* const a : {&planSideOf(*one.plan), &recordedAsPlannedOf(*one.plan)}) {
            const SideDifference difference = sideDifference(*a, after);
            const std::string text = textOf(difference);
            addsUp(difference.steps);
            QVERIFY2(difference.steps.explained >= 0.95 || one.jitter > 0, text.c_str());
            QVERIFY2(std::abs(difference.steps.rest) < 0.01 * step, text.c_str());
            std::array<double, core::kStepTerms> told{};
            double straggler = 0;
            for (const profiler::DifferencePart& part : difference.steps.parts)
                (part.straggler ? straggler : told[static_cast<std::size_t>(part.term)]) += part.seconds;
            QCOMPARE(straggler != 0, one.straggler);
            if (one.term != StepTerm::Unknown) {
                const profiler::DifferencePart& first = difference.steps.parts.front();
                QVERIFY2(first.term == one.term && first.straggler == one.straggler, text.c_str());
            }
            // What a recorder would take of the gaps of a recording without one is an estimate: with its
            // gaps.
            std::array<double, core::kStepTerms> truths{};
            for (const StepTerm term : core::valuesOf<StepTerm>())
                truths[static_cast<std::size_t>(term)] = termOf(changed, term) - termOf(planned, term);
            for (std::size_t term = static_cast<std::size_t>(StepTerm::KernelGap); term < core::kStepTerms;
                 ++term) {
                if (static_cast<StepTerm>(term) == StepTerm::Launch ||
                    static_cast<StepTerm>(term) == StepTerm::Bubble)
                    continue;
                for (std::array<double, core::kStepTerms>* const of : {&told, &truths}) {
                    (*of)[static_cast<std::size_t>(StepTerm::Launch)] += (*of)[term];
                    (*of)[term] = 0;
                }
            }
            // A recording does not tell at the beginning of a pass whether the host was waited for or the
            // other stages.
            if (one.plan == &kPipeline && !one.changes.empty()) {
                for (std::array<double, core::kStepTerms>* const of : {&told, &truths}) {
                    (*of)[static_cast<std::size_t>(StepTerm::Bubble)] +=
                        (*of)[static_cast<std::size_t>(StepTerm::Launch)];
                    (*of)[static_cast<std::size_t>(StepTerm::Launch)] = 0;
                }
            }
            // Three steps are counted of the recording and four in truth, so unequal steps shift the mean.
            const double least = (one.jitter > 0 ? 0.02 : 0.01) * step;
            double others = 0;
            std::string all;
            for (const StepTerm term : core::valuesOf<StepTerm>()) {
                const double found = told[static_cast<std::size_t>(term)];
                const double truth = truths[static_cast<std::size_t>(term)];
                if (found != 0 || truth != 0)
                    all += std::string(core::nameOf(term)) + " " + std::to_string(1e6 * found) + " of " +
                           std::to_string(1e6 * truth) + " us; ";
            }
            for (const StepTerm term : core::valuesOf<StepTerm>()) {
                // The straggler's own work is told with it, as what others wait for it is.
                if (one.straggler && (term == StepTerm::Waiting || term == StepTerm::SendReceive ||
                                      term < StepTerm::AllReduce || core::isGap(term)))
                    continue;
                const double truth = truths[static_cast<std::size_t>(term)];
                const double found = told[static_cast<std::size_t>(term)];
                QVERIFY2(std::abs(found - truth) < std::max(0.05 * std::abs(truth), least),
                         (std::string(core::nameOf(term)) + ": " + all + text).c_str());
            }
            for (const double seconds : told)
                others += seconds;
            if (one.straggler)
                QVERIFY2(std::abs(straggler + others - grows) < 0.02 * step, text.c_str());
        }
    }

    /// Told first, with the way; never compared silently.
    void obstaclesAreTold_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QStringList>("what");
        QTest::newRow("micro-batch") << "micro-batch"
                                     << "4" << QStringList{"micro_batch"};
        QTest::newRow("number of micro-batches") << "micro-batches"
                                                 << "4" << QStringList{"batch"};
        QTest::newRow("sequence") << "sequence-length"
                                  << "512" << QStringList{"micro_batch"};
        QTest::newRow("nothing") << "recompute"
                                 << "full" << QStringList{};
    }
    void obstaclesAreTold()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QStringList, what);
        const PlanRequest other = with(kOne, {{key.toStdString(), value.toStdString()}});
        const DifferenceSide run = recordedSide(other, {});
        QStringList found;
        for (const Obstacle& one : obstaclesOf(planSide(kOne), run))
            found << QString::fromStdString(one.what);
        QCOMPARE(found, what);
    }
    /// A simulation that was written pass by pass says nothing of operators: beside one by operators that is
    /// told, and beside another of whole passes it is compared.
    void passesAreNoOperators()
    {
        using enum SideKind;
        for (const SideKind kind : {Plan, Simulated}) {
            for (const SideKind other : {Plan, Simulated, Recorded}) {
                for (const bool wholeToo : {false, true}) {
                    const auto side = [](SideKind of, bool whole) {
                        DifferenceSide one;
                        one.kind = of;
                        profiler::DeviceAccount device;
                        device.planned = of != Recorded;
                        core::WorkKey key;
                        key.kind = core::WorkClass::Product;
                        key.operation = whole ? "forward" : "logits";
                        device.rows[key].add(0, 100, 1);
                        one.steps.devices.push_back(std::move(device));
                        return one;
                    };
                    const auto found = obstaclesOf(side(kind, true), side(other, wholeToo));
                    const bool told = std::ranges::find(found, "detail", &Obstacle::what) != found.end();
                    QCOMPARE(told, kind == Simulated && (!wholeToo || other == Recorded));
                }
            }
        }
    }

    /// What is said to differ differs: runs of other models are told by weights that the other has not.
    void obstaclesDiffer()
    {
        std::mt19937 random(9);
        const auto between = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        std::size_t models = 0;
        for (int round = 0; round < 200; ++round) {
            DifferenceSide sides[2];
            for (DifferenceSide& side : sides) {
                profiler::DeviceAccount device;
                for (int weights = between(1, 5); weights > 0; --weights) {
                    core::WorkKey key;
                    key.pass = core::Pass::Forward;
                    key.kind = core::WorkClass::Product;
                    key.shape = "8x64x" + std::to_string(64 * between(1, 6));
                    device.rows[key].add(0, between(1, 1000), 1);
                }
                side.steps.devices.push_back(std::move(device));
            }
            for (const Obstacle& one : obstaclesOf(sides[0], sides[1])) {
                QVERIFY2(one.a != one.b, one.a.c_str());
                models += one.what == "model" ? 1 : 0;
            }
        }
        QVERIFY(models > 20);
    }

    /// Ranks whose products meet other numbers of tokens are told, as long as they are fewer than half; where
    /// each has its own nobody is another.
    void otherBatchesAreTold()
    {
        std::mt19937 random(3);
        const auto between = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        for (int round = 0; round < 200; ++round) {
            const int ranks = between(1, 12);
            std::vector<std::int64_t> tokens(static_cast<std::size_t>(ranks), 512);
            for (std::int64_t& one : tokens)
                one *= between(0, 3) == 0 ? between(2, 4) : 1;
            profiler::ComparedSteps steps;
            for (int rank = 0; rank < ranks; ++rank) {
                profiler::DeviceAccount device;
                device.rank = rank;
                for (const char* weights : {"x64x64", "x64x256", "x256x64"}) {
                    core::WorkKey key;
                    key.pass = core::Pass::Forward;
                    key.kind = core::WorkClass::Product;
                    key.shape = std::to_string(tokens[static_cast<std::size_t>(rank)]) + weights;
                    device.rows[key].add(0, between(100, 200), 1);
                }
                steps.devices.push_back(std::move(device));
            }
            std::set<std::int32_t> others;
            for (int rank = 0; rank < ranks; ++rank) {
                if (tokens[static_cast<std::size_t>(rank)] != 512)
                    others.insert(rank);
            }
            const auto told = otherBatches(steps);
            if (2 * std::ssize(others) >= ranks) {
                QVERIFY(told.size() * 2 < steps.devices.size());
                continue;
            }
            QCOMPARE(told.size(), others.size());
            for (const OtherBatch& one : told) {
                QVERIFY(others.contains(one.rank));
                QCOMPARE(one.tokens, tokens[static_cast<std::size_t>(one.rank)]);
                QCOMPARE(one.usual, std::int64_t{512});
            }
        }
    }
    void otherModelsAndMachines()
    {
        const DifferenceSide plan = planSide(kOne);
        PlanRequest other = kOne;
        other.model = "gpt2-medium";
        const auto whatOf = [](const std::vector<Obstacle>& obstacles) {
            QStringList what;
            for (const Obstacle& one : obstacles)
                what << QString::fromStdString(one.what);
            return what;
        };
        QVERIFY(whatOf(obstaclesOf(plan, planSide(other))).contains("model"));
        QCOMPARE(whatOf(obstaclesOf(plan, recordedSide(other, {}))), QStringList{"model"});
        PlanRequest machine = kOne;
        machine.hardware = "dgx-a100-80g";
        QVERIFY(whatOf(obstaclesOf(planSide(machine), recordedSide(kOne, {}))).contains("device"));
        QCOMPARE(whatOf(obstaclesOf(planSide(with(kOne, {{"precision-weights", "fp32"}})),
                                    recordedSide(kOne, {}))),
                 QStringList{"precision"});
    }

    /// A file that names its node's devices and gives them nothing to do is of the host.
    void runsOfTheHostAlone()
    {
        const QString shared = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const QString run = shared + "/traces/shardscope/cpu_pp4_gpipe_m8.rank0.json.gz";
        const QString plan = shared + "/field/plans/engineer_pp.json";
        if (!QFile::exists(run) || !QFile::exists(plan))
            QSKIP("no shared recordings");
        DifferenceRequest request;
        request.sides.a = plan.toStdString();
        request.sides.b = run.toStdString();
        const SideDifference difference = sideDifference(catalog(), request, {}).value();
        QVERIFY(std::ranges::any_of(difference.obstacles, [](const Obstacle& one) {
            return one.what == "device" && one.b == "CPU";
        }));
    }

    /// The stage whose work grew is named, where others wait for it though it waited before as well.
    void slowStages()
    {
        const PlanRequest plan{"llama-3.1-8b",
                               "dgx-h100",
                               {},
                               {{"tensor", "2"},
                                {"pipeline", "4"},
                                {"replica", "2"},
                                {"micro-batch", "1"},
                                {"micro-batches", "8"}}};
        const SideDifference difference = sideDifference(
            sideOf(simulated(plan, {}, 1).run, "a"), sideOf(simulated(plan, {"stage 1=1.5"}, 1).run, "b"));
        addsUp(difference.steps);
        const profiler::DifferencePart& first = difference.steps.parts.front();
        QVERIFY2(first.straggler && first.stage == 1, textOf(difference).c_str());
        QVERIFY(differenceSentences(difference)[1].contains(QStringLiteral("stage 1")));
    }

    /// If the files of other ranks are missing, the wait for them is no exposed communication to be hidden.
    void absentRanks()
    {
        SideDifference difference = sideDifference(sideOf(simulated(kReplicas, {}, 1).run, "a"),
                                                   sideOf(simulated(kReplicas, {"replica=40"}, 1).run, "b"));
        QVERIFY(!differenceSentences(difference)[2].contains(QStringLiteral("Open the files")));
        difference.b.absent = difference.a.absent + 7;
        QVERIFY2(differenceSentences(difference)[2].contains(QStringLiteral("Open the files")),
                 qPrintable(differenceSentences(difference)[2]));
    }

    /// Numbers of the sentences are those of the tables.
    void sentences()
    {
        const SideDifference difference =
            sideDifference(planSide(kOne), recordedSide(with(kOne, {{"recompute", "full"}}), {}));
        const QStringList told = differenceSentences(difference);
        QCOMPARE(told.size(), qsizetype(3));
        const auto number = [](double seconds) {
            return QString::fromStdString(core::quantityText(seconds, core::kSecond).joined());
        };
        QVERIFY2(told[0].contains(number(difference.steps.b)) && told[0].contains(number(difference.steps.a)),
                 qPrintable(told[0]));
        const QString part = number(difference.steps.parts.front().seconds);
        QVERIFY2(told[1].contains(part), qPrintable(told[1]));
        QVERIFY2(told[2].contains(part), qPrintable(told[2]));
        const QJsonObject document =
            QJsonDocument::fromJson(QByteArray::fromStdString(differenceJson(difference))).object();
        for (const char* const key : {"a", "b", "refused", "step", "waterfall", "rest_seconds",
                                      "explained_share", "categories", "rows", "memory", "sentences"})
            QVERIFY2(document.contains(key), key);
        QCOMPARE(document["sentences"].toArray()[0].toString(), told[0]);
    }

    /// The answer has sentences on memory and on what is sent if they differ, and none if they do not.
    void sentencesOfMemoryAndTraffic()
    {
        const auto bytes = [](double value) {
            return QString::fromStdString(core::quantityText(value, core::kByte).joined());
        };
        const DifferenceSide& kept = planSideOf(kReplicas);
        const PlanRequest lessRequest = with(kReplicas, {{"recompute", "full"}});
        const PlanRequest sentRequest = with(kReplicas, {{"zero-stage", "3"}, {"framework", "fsdp2"}});
        QVERIFY(furtherSentences(sideDifference(kept, kept)).isEmpty());
        const SideDifference less = sideDifference(kept, planSide(lessRequest));
        const QStringList told = furtherSentences(less);
        QCOMPARE(told.size(), qsizetype(1)); // as much is sent
        QVERIFY2(told[0].contains(bytes(*less.b.memoryPeak)) && told[0].contains(bytes(*less.a.memoryPeak)),
                 qPrintable(told[0]));
        QVERIFY2(told[0].contains(QStringLiteral("less")) &&
                     told[0].contains(purposeName(core::Purpose::Activations)),
                 qPrintable(told[0]));
        const QStringList sent = furtherSentences(sideDifference(kept, planSide(sentRequest)));
        QVERIFY2(sent.last().contains(QStringLiteral("more")), qPrintable(sent.last()));
    }

    /// What was put side by side by hand.
    void gpt2OnOneDevice()
    {
        const QString shared = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const QString run = shared + "/traces/shardscope/h200_gpt2_medium_accum4.json.gz";
        const QString plan = shared + "/field/plans/engineer_gpt2.json";
        if (!QFile::exists(run) || !QFile::exists(plan))
            QSKIP("no shared recordings");
        DifferenceRequest request;
        request.sides.a = plan.toStdString();
        request.sides.b = run.toStdString();
        const SideDifference difference = sideDifference(catalog(), request, {}).value();
        QVERIFY(difference.obstacles.empty());
        addsUp(difference.steps);
        const auto milliseconds = [&](StepTerm term) {
            return std::pair(1e3 * termOf(difference.a, term), 1e3 * termOf(difference.b, term));
        };
        const auto [plannedProducts, recordedProducts] = milliseconds(StepTerm::Product);
        QVERIFY(std::abs(plannedProducts - 161.5) < 0.1 && std::abs(recordedProducts - 160.2) < 0.3);
        const auto [plannedAttention, recordedAttention] = milliseconds(StepTerm::Attention);
        // Both include what the operator launches beside the fused kernel.
        QVERIFY(std::abs(plannedAttention - 30.2) < 0.1 && std::abs(recordedAttention - 34.1) < 0.2);
        std::map<core::Pass, std::pair<double, double>> passes;
        for (const profiler::RowDifference& row : difference.steps.rows) {
            passes[row.pass].first += 1e3 * row.a;
            passes[row.pass].second += 1e3 * row.b;
        }
        const auto near = [](double value, double truth) { return std::abs(value - truth) < 0.005 * truth; };
        // Less what lies between kernels, which is no work.
        QVERIFY(near(passes[core::Pass::Forward].first, 125.1 - 4.0) &&
                near(passes[core::Pass::Forward].second, 123.4));
        QVERIFY(near(passes[core::Pass::Backward].first, 208.2 - 7.0) &&
                near(passes[core::Pass::Backward].second, 204.9));
        QVERIFY(difference.steps.explained >= 0.95);
        QVERIFY(difference.steps.parts.front().term == StepTerm::Recorder);
        for (const profiler::DeviceAccount& device : difference.b.steps.devices)
            QVERIFY(device.toForward > 0.9);
    }

private:
    static void plans()
    {
        QTest::addColumn<int>("plan");
        QTest::newRow("one device") << 0;
        QTest::newRow("pipeline") << 1;
        QTest::newRow("replicas") << 2;
    }
    static const PlanRequest* planOf(int plan)
    {
        return plan == 0 ? &kOne : plan == 1 ? &kPipeline : &kReplicas;
    }
};

SHARDSCOPE_TEST(TstDifference)
#include "tst_difference.moc"
