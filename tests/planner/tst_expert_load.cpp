// SPDX-License-Identifier: GPL-3.0-or-later
// Experts whose ranks do not get as many rows each: time, traffic and memory of the busiest. Wanted values
// are counted by hand, from rows and widths.
#include "core/plan/plan_file.h"
#include "planner/formula/expert_load.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/communication_entry.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <random>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

constexpr double kTokens = 128;
constexpr double kChosen = 2;
constexpr double kExpertLayers = 3;

Plan planOf(double imbalance, std::int64_t experts = 4)
{
    Plan plan;
    plan.axes.replica = 4;
    plan.axes.expert = experts;
    plan.expertImbalance = imbalance;
    plan.batch.sequenceLength = static_cast<std::int64_t>(kTokens);
    plan.batch.microBatches = 2;
    plan.batch.globalBatch = 8;
    return plan;
}

/// The plan evaluated by closed forms alone.
Evaluation evaluated(const Plan& plan)
{
    const auto evaluation = evaluate(expertModel(), sampleHardware(), plan, Detail::Bound);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

double stepOf(const Evaluation& evaluation) { return evaluation.step.at(StepPart::Total).seconds.value(); }
/// The most of all classes of ranks: another may be the fullest.
double activationsOf(const Evaluation& evaluation)
{
    double sum = 0;
    for (std::size_t i = 0; i < evaluation.memory.classes.size(); ++i)
        sum += evaluation.memory.held(i, Tier::Device, Purpose::Activations).value();
    return sum;
}
double peakOf(const Evaluation& evaluation)
{
    return evaluation.memory.fullestUse(Tier::Device)->peak.value();
}

/// A step's time, what it keeps, and the most that it needs.
std::array<double, 3> answersOf(const Evaluation& evaluation)
{
    return {stepOf(evaluation), activationsOf(evaluation), peakOf(evaluation)};
}

MemoryTrace traced(const Plan& plan)
{
    const auto trace = tape::traceStep(expertModel(), sampleHardware(), plan);
    if (!trace.ok())
        qFatal("not traced");
    return *trace;
}

} // namespace

class TstExpertLoad : public QObject {
    Q_OBJECT
private slots:
    /// There and back, forward and backward, of two micro-batches and three layers with experts: a row of 64
    /// in 16 bits for each choice, a quarter more at the busiest rank.
    void theExchangeWaitsForTheFullestReceiver()
    {
        const auto even = evaluated(planOf(1));
        const auto busy = evaluated(planOf(1.25));
        const double bytes = 2 * kExpertLayers * 4 * kTokens * kChosen * 64 * 2;
        QCOMPARE(entry(even, "all_to_all", "expert")->bytesPerRank.value(), bytes);
        QCOMPARE(entry(busy, "all_to_all", "expert")->bytesPerRank.value(), 1.25 * bytes);
        QVERIFY(entry(busy, "all_to_all", "expert")->seconds > entry(even, "all_to_all", "expert")->seconds);
    }

    /// A row's sorted copy, what its gated activation read twice, and its product: 2 (64 + 3 · 48) bytes.
    void theBusiestRankKeepsMoreRows()
    {
        const double more = 0.25 * kExpertLayers * kTokens * kChosen * 2 * (64 + 3 * 48);
        QVERIFY(near(activationsOf(evaluated(planOf(1.25))) - activationsOf(evaluated(planOf(1))), more));
        // The walk holds the same, in the blocks of its allocator.
        const auto kept = [](double imbalance) {
            return static_cast<double>(traced(planOf(imbalance)).activationsAfterForward);
        };
        QVERIFY(near(kept(1.25) - kept(1), more, 0.02));
    }

    /// Two of a rank's two experts is what a token can give it, of two choices: four times the mean of four
    /// ranks. A rank that has all experts has what its tokens chose.
    void noRankGetsMoreThanEveryToken()
    {
        const ModelSpec model = expertModel();
        QCOMPARE(mostImbalance(*model.transformer(), planOf(1, 4)), 4.0);
        QCOMPARE(mostImbalance(*model.transformer(), planOf(1, 2)), 2.0);
        QVERIFY(answersOf(evaluated(planOf(900, 4))) == answersOf(evaluated(planOf(4, 4))));
        QVERIFY(answersOf(evaluated(planOf(900, 1))) == answersOf(evaluated(planOf(1, 1))));
        const auto whole = [](double imbalance) {
            Plan plan = planOf(imbalance, 8); // one expert a rank: a token gives it one of its two choices
            plan.axes.replica = 8;
            plan.batch.globalBatch = 16;
            return plan;
        };
        QCOMPARE(mostImbalance(*model.transformer(), whole(1)), 4.0);
        QVERIFY(answersOf(evaluated(whole(900))) == answersOf(evaluated(whole(4))));
    }

    /// Whatever else a plan says: more imbalance is never faster and never smaller, and none is as ever.
    void timeAndMemoryGrowWithIt()
    {
        std::mt19937_64 random(20261127);
        const ModelSpec model = expertModel();
        int grew = 0;
        for (int i = 0; i < 200; ++i) {
            Plan plan = randomPlan(model, random);
            const auto of = [&](double imbalance) {
                plan.expertImbalance = imbalance;
                return evaluated(plan);
            };
            if (!evaluate(model, sampleHardware(), plan, Detail::Bound).ok())
                continue; // an optimizer of embedding tables alone
            const Evaluation one = of(1);
            const Evaluation some = of(1.25);
            const Evaluation more = of(1.75);
            for (const auto& [less, larger] : {std::pair{one, some}, {some, more}}) {
                QVERIFY(stepOf(larger) >= stepOf(less) * (1 - 1e-3));
                // What is in flight follows from the times, or backward lets go as many of the largest layer
                // as gradients wait (Megatron-FSDP): closed forms that need not grow.
                if (timedByOrder(plan.schedule) || plan.sharding.weights > 1)
                    continue;
                QVERIFY(activationsOf(larger) >= activationsOf(less) * (1 - 1e-12));
                QVERIFY(peakOf(larger) >= peakOf(less) * (1 - 1e-12));
            }
            if (plan.axes.expert == 1)
                QVERIFY(answersOf(more) == answersOf(one));
            else
                grew += stepOf(more) > stepOf(one) ? 1 : 0;
        }
        QVERIFY(grew > 20);
    }

    /// A file and an option say it; what is balanced is not written; less than the mean is nobody's most.
    void aPlanSaysIt()
    {
        const auto anything = [](const Plan&, const ModelSpec&) { return Result<Done>(Done{}); };
        const auto parsed = [&](const char* text) {
            return parsePlan(text, "plan", {{"replica", "4"}, {"expert", "4"}}, expertModel(), anything);
        };
        const auto plan = parsed(R"({"parallel": {"expert_imbalance": 1.3}})");
        QVERIFY(plan.ok());
        QCOMPARE(plan->expertImbalance, 1.3);
        QVERIFY(planJson(*plan).find("\"expert_imbalance\": 1.3") != std::string::npos);
        QVERIFY(planJson(*parsed("{}")).find("expert_imbalance") == std::string::npos);
        const auto less = parsed(R"({"parallel": {"expert_imbalance": 0.9}})");
        QVERIFY(!less.ok());
        QCOMPARE(less.error().place.jsonPointer, std::string("/parallel/expert_imbalance"));
    }
};

SHARDSCOPE_TEST(TstExpertLoad)
#include "tst_expert_load.moc"
