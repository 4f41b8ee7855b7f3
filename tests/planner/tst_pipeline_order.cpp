// SPDX-License-Identifier: GPL-3.0-or-later
// Micro-batches in flight and pipeline bubbles against the published formulas.
#include "planner/schedule/pipeline_order.h"
#include "planner/schedule/schedules.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

Plan planOf(Schedule schedule, std::int64_t p, std::int64_t m, std::int64_t v = 1)
{
    Plan plan;
    plan.schedule = schedule;
    plan.axes.pipeline = p;
    plan.axes.virtualStages = v;
    plan.batch.microBatches = m;
    plan.batch.sequenceLength = 2048;
    return plan;
}

double flying(const Plan& plan, std::int64_t index)
{
    const Symbols<N> s = symbolsOf<N>(*gpt3Model().transformer(), plan);
    return inFlight<N>(s, plan, stagesOf(plan, 96)[static_cast<std::size_t>(index)]).value();
}

double bubble(const Plan& plan)
{
    const Symbols<N> s = symbolsOf<N>(*gpt3Model().transformer(), plan);
    const double others = static_cast<double>(plan.axes.pipeline - 1);
    return bubbleTime<N>(s, plan, {others * Seconds{1}, others * Seconds{2}, Seconds{1}, Seconds{2}}).value();
}

} // namespace

class TstPipelineOrder : public QObject {
    Q_OBJECT
private slots:
    void inFlightByStage()
    {
        QCOMPARE(flying(planOf(Schedule::Gpipe, 8, 64), 7), 64.0);
        for (int stage = 0; stage < 8; ++stage) {
            QCOMPARE(flying(planOf(Schedule::OneForwardOneBackward, 8, 64), stage), 8.0 - stage);
            QCOMPARE(flying(planOf(Schedule::ZeroBubble, 8, 64), stage), 8.0 - stage);
            QCOMPARE(flying(planOf(Schedule::OneForwardOneBackward, 8, 3), stage),
                     std::min(3.0, 8.0 - stage));
        }
        QCOMPARE(flying(planOf(Schedule::Phased, 8, 64), 0), 1.0);
    }

    void popArtStashesTwoCyclesForEachStageBehind()
    {
        // graphcore/popart, willow/src/transforms/pipeline.cpp: 2 (IPUs to the end) + 1, the last one no
        // stash.
        Plan plan = planOf(Schedule::OneForwardOneBackward, 4, 192);
        plan.implementation = Implementation::PopArt;
        const std::vector<double> stashes{7, 5, 3, 1};
        for (std::size_t stage = 0; stage < stashes.size(); ++stage)
            QCOMPARE(flying(plan, static_cast<std::int64_t>(stage)), stashes[stage]);
        plan.batch.microBatches = 4;
        QCOMPARE(flying(plan, 0), 4.0);
    }

    void interleavingHoldsMoreOnTheFirstStage()
    {
        // arXiv:2205.05198, section 4.2.3: L layers times 1 + (p - 1)/(p v) on the first stage.
        for (const std::int64_t v : {2, 3, 6}) {
            const double factor = flying(planOf(Schedule::Interleaved, 8, 64, v), 0) / 8;
            QVERIFY(std::abs(factor - (1 + 7.0 / (8.0 * static_cast<double>(v)))) < 1e-12);
        }
        // Never more than all there are.
        QCOMPARE(flying(planOf(Schedule::Interleaved, 8, 2, 3), 0), 2.0);
    }

    void bubbles()
    {
        QCOMPARE(bubble(planOf(Schedule::Gpipe, 8, 64)), 21.0);
        QCOMPARE(bubble(planOf(Schedule::OneForwardOneBackward, 8, 64)), 21.0);
        QCOMPARE(bubble(planOf(Schedule::Interleaved, 8, 64, 3)), 7.0);
        QCOMPARE(bubble(planOf(Schedule::ZeroBubble, 8, 64)), 7.0);
        QCOMPARE(bubble(planOf(Schedule::OneForwardOneBackward, 1, 64)), 0.0);
    }

    void ordersWithoutAClosedForm()
    {
        // arXiv:2401.10241, Table 2: ZB-H2 holds 2p - 1 and idles (p - 1)(F + B - 2W); section 6: ZB-V holds
        // as much as 1F1B and idles nothing where F, B and W are alike.
        QCOMPARE(flying(planOf(Schedule::ZbH2, 8, 64), 0), 15.0);
        QVERIFY(std::abs(bubble(planOf(Schedule::ZbH2, 8, 64))) < 1e-9);
        QCOMPARE(flying(planOf(Schedule::Zbv, 8, 64), 0), 8.0);
        QVERIFY(std::abs(bubble(planOf(Schedule::Zbv, 8, 64))) < 1e-9);
        // arXiv:2405.15362: less memory for more bubble, V-Half below half and V-Min about a third of 1F1B's
        // with a constant more.
        const double half = flying(planOf(Schedule::VHalf, 24, 128), 0);
        const double least = flying(planOf(Schedule::VMin, 24, 128), 0);
        QVERIFY2(half > 11 && half < 14, qPrintable(QString::number(half)));
        QVERIFY2(least > 7 && least < 10, qPrintable(QString::number(least)));
        QVERIFY(bubble(planOf(Schedule::VMin, 24, 128)) > bubble(planOf(Schedule::VHalf, 24, 128)));
        QVERIFY(bubble(planOf(Schedule::Zb2p, 8, 64)) < bubble(planOf(Schedule::Zb1p, 8, 64)));
        QVERIFY(flying(planOf(Schedule::Zb2p, 8, 64), 0) > flying(planOf(Schedule::Zb1p, 8, 64), 0));
    }

    void foldedPipelinesHaveBothEndsOnTheFirstRank()
    {
        // 30 layers, embedding and head are 32 chunks of one (arXiv:2401.10241, Table 6: 6.2B on 16).
        const std::vector<Stage> stages = stagesOf(planOf(Schedule::Zbv, 16, 48), 30);
        std::int64_t sum = 0;
        for (const Stage& stage : stages) {
            sum += stage.layers;
            QCOMPARE(stage.layers, std::int64_t{stage.index == 0 ? 0 : 2});
            QCOMPARE(stage.first, stage.index == 0);
            QCOMPARE(stage.last, stage.index == 0);
        }
        QCOMPARE(sum, std::int64_t{30});
    }

    void dualPipeIsDualPipeVOfHalfTheRanks()
    {
        // What a plan's preset rests on: rank i of either order does the same at the same times, and its
        // mirror as well.
        ScheduleRequest request;
        request.kind = ScheduleKind::DualPipe;
        request.pipeline = 8;
        request.microBatches = 20;
        const auto twoWays = timeSchedule(*pipelineOrder(request), {});
        request.kind = ScheduleKind::DualPipeV;
        request.pipeline = 4;
        request.microBatches = 10;
        const auto folded = timeSchedule(*pipelineOrder(request), {});
        QVERIFY(twoWays.ok() && folded.ok());
        QCOMPARE(twoWays->stepTime, folded->stepTime);
        QCOMPARE(twoWays->bubbleOverStep, folded->bubbleOverStep);
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const RankFigures& one = twoWays->ranks[rank];
            const RankFigures& other = folded->ranks[std::min(rank, 7 - rank)];
            QCOMPARE(one.busy, other.busy);
            QCOMPARE(one.peakChunksUntilWeightGradient, other.peakChunksUntilWeightGradient);
        }
    }

    void ordersSayWhatTheyWant()
    {
        const auto few = orderProblem(planOf(Schedule::DualPipeV, 8, 15));
        QVERIFY(few.has_value());
        QCOMPARE(few->place.jsonPointer, std::string("/schedule"));
        QVERIFY(!orderProblem(planOf(Schedule::DualPipeV, 8, 16)).has_value());
        QVERIFY(!orderProblem(planOf(Schedule::OneForwardOneBackward, 8, 1)).has_value());
    }
};

SHARDSCOPE_TEST(TstPipelineOrder)
#include "tst_pipeline_order.moc"
