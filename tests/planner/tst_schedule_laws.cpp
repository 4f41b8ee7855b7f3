// SPDX-License-Identifier: GPL-3.0-or-later
// Laws that hold for every pipeline, not only for those that somebody printed: sizes and costs are drawn with
// fixed seeds.
#include "planner/schedule/schedules.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <random>

using namespace shardscope::planner;

namespace {

using enum ScheduleKind;

/// Pipelines of any shape, the same in every run.
class Drawn {
public:
    explicit Drawn(unsigned seed)
        : m_random(seed)
    {
    }
    std::int64_t whole(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(m_random() % static_cast<unsigned long>(high - low + 1));
    }
    /// A multiple of an eighth: sums of them are exact.
    double eighths(std::int64_t low, std::int64_t high) { return double(whole(low, high)) / 8; }
    ScheduleCosts costs(bool messages)
    {
        ScheduleCosts out;
        out.forward = eighths(2, 24);
        out.inputGradient = eighths(2, 24);
        out.weightGradient = eighths(2, 24);
        out.communication = messages ? eighths(0, 8) : 0;
        return out;
    }

private:
    std::mt19937 m_random;
};

QString told(const ScheduleRequest& request)
{
    return QStringLiteral("%1 p %2 m %3 v %4, F %5 I %6 W %7 comm %8")
        .arg(QString::fromStdString(std::string(nameOf(request.kind))))
        .arg(request.pipeline)
        .arg(request.microBatches)
        .arg(request.virtualStages)
        .arg(request.costs.forward)
        .arg(request.costs.inputGradient)
        .arg(request.costs.weightGradient)
        .arg(request.costs.communication);
}

TimedSchedule timed(const ScheduleRequest& request)
{
    auto order = pipelineOrder(request);
    if (!order.ok())
        qFatal("%s: %s", qPrintable(told(request)), order.error().args.front().c_str());
    auto out = timeSchedule(*order, request.costs);
    if (!out.ok())
        qFatal("%s: %s", qPrintable(told(request)), out.error().args.front().c_str());
    return *out;
}
TimedSchedule timed(ScheduleRequest request, ScheduleKind kind)
{
    request.kind = kind;
    request.virtualStages = 0;
    return timed(request);
}

/// Counts what is held as the heuristics do: a forward takes two units, each gradient frees one.
std::int64_t mostUnits(const std::vector<Action>& actions)
{
    std::int64_t units = 0;
    std::int64_t most = 0;
    for (const Action& action : actions) {
        units += action.kind == ActionKind::Forward ? 2 : -1;
        most = std::max(most, units);
    }
    return most;
}

bool near(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * std::max(1.0, wanted); }

constexpr int kDraws = 150;

} // namespace

class TstScheduleLaws : public QObject {
    Q_OBJECT
private slots:
    /// (m + p - 1)(F + B) of GPipe and 1F1B, m(F + B) v + (p - 1)(F + B) of chunks in turn, with equal stages
    /// and free messages; a stage holds p - r micro-batches in 1F1B, all in GPipe.
    void bubblesAndPeaksAreTheFormulas()
    {
        Drawn drawn(1);
        for (int draw = 0; draw < kDraws; ++draw) {
            ScheduleRequest request;
            request.pipeline = drawn.whole(1, 16);
            request.microBatches = drawn.whole(1, 64);
            request.costs = drawn.costs(false);
            const double both = request.costs.forward + request.costs.wholeBackward();
            const auto p = double(request.pipeline);
            const double all = (double(request.microBatches) + p - 1) * both;
            const TimedSchedule plain = timed(request, OneForwardOneBackward);
            const TimedSchedule gpipe = timed(request, Gpipe);
            QVERIFY2(near(plain.stepTime, all), qPrintable(told(request)));
            QVERIFY2(near(gpipe.stepTime, all), qPrintable(told(request)));
            QVERIFY2(near(plain.bubbleOverStep, (p - 1) / (double(request.microBatches) + p - 1)),
                     qPrintable(told(request)));
            for (std::int64_t rank = 0; rank < request.pipeline; ++rank) {
                const auto at = static_cast<std::size_t>(rank);
                QCOMPARE(plain.ranks[at].peakChunksUntilWeightGradient,
                         std::min(request.microBatches, request.pipeline - rank));
                QCOMPARE(gpipe.ranks[at].peakChunksUntilWeightGradient, request.microBatches);
            }
            request.kind = Interleaved;
            request.virtualStages = drawn.whole(2, 4);
            request.microBatches = request.pipeline * drawn.whole(1, 4);
            const TimedSchedule turns = timed(request);
            const double work = double(request.microBatches * request.virtualStages) * both;
            QVERIFY2(near(turns.stepTime, work + (p - 1) * both), qPrintable(told(request)));
            for (const RankFigures& rank : turns.ranks)
                QVERIFY2(near(rank.idle, (p - 1) * both), qPrintable(told(request)));
        }
    }
    /// Weight gradients that wait for a bubble make no step longer, and hold no more than they may.
    void zeroBubblesAreNeverWorse()
    {
        Drawn drawn(2);
        for (int draw = 0; draw < kDraws; ++draw) {
            ScheduleRequest request;
            request.pipeline = drawn.whole(1, 12);
            request.microBatches = drawn.whole(1, 40);
            request.costs = drawn.costs(false);
            const double plain = timed(request, OneForwardOneBackward).stepTime;
            const std::pair<ScheduleKind, std::int64_t> limits[] = {{ZbH1, request.pipeline},
                                                                    {ZbH2, 2 * request.pipeline - 1},
                                                                    {Zb1p, request.pipeline},
                                                                    {Zb2p, 2 * request.pipeline}};
            for (const auto& [kind, limit] : limits) {
                const TimedSchedule zero = timed(request, kind);
                request.kind = kind;
                QVERIFY2(
                    zero.stepTime <= plain + 1e-9,
                    qPrintable(told(request) + QStringLiteral(": %1 over %2").arg(zero.stepTime).arg(plain)));
                for (std::size_t rank = 0; rank < zero.ranks.size(); ++rank)
                    QVERIFY2(kind == ZbH1 || kind == ZbH2
                                 ? zero.ranks[rank].peakChunksUntilWeightGradient <= limit
                                 : mostUnits(zero.order.ranks[rank]) <= 2 * limit,
                             qPrintable(told(request)));
            }
        }
    }
    /// A step is no shorter than its longest chain, than what any rank has to do, nor than the same without
    /// messages; and everything is done once, each thing after what it needs.
    void nothingBeatsItsBounds()
    {
        Drawn drawn(3);
        for (int draw = 0; draw < kDraws; ++draw) {
            for (const ScheduleName& name : scheduleNames()) {
                ScheduleRequest request;
                request.kind = name.kind;
                request.pipeline = 2 * drawn.whole(1, 4);
                request.microBatches = 2 * request.pipeline + 2 * drawn.whole(0, 6);
                request.virtualStages = name.virtualStages ? drawn.whole(2, 3) : 0;
                request.costs = drawn.costs(true);
                const TimedSchedule schedule = timed(request);
                const ScheduleCosts& costs = request.costs;
                const auto chain = double(schedule.order.chain);
                // One micro-batch, there and back; stages of one rank send nothing to each other.
                double hops = 0;
                for (std::int32_t stage = 1; stage < schedule.order.chain; ++stage)
                    hops += schedule.order.stageRank[std::size_t(stage)] !=
                                    schedule.order.stageRank[std::size_t(stage - 1)]
                                ? 1
                                : 0;
                const double path =
                    chain * (costs.forward + costs.inputGradient) + 2 * hops * costs.communication;
                QVERIFY2(schedule.stepTime >= path - 1e-9, qPrintable(told(request)));
                double work = 0;
                for (const RankFigures& rank : schedule.ranks) {
                    QVERIFY2(schedule.stepTime >= rank.busy - 1e-9, qPrintable(told(request)));
                    QVERIFY2(near(rank.busy + rank.idle, schedule.stepTime), qPrintable(told(request)));
                    work += rank.busy;
                }
                const double each = costs.forward + costs.inputGradient + costs.weightGradient;
                QVERIFY2(
                    near(work, each * double(schedule.order.stages) * double(schedule.order.microBatches)),
                    qPrintable(told(request)));
                QVERIFY2(schedule.bubbleOverStep >= 0 && schedule.bubbleOverStep < 1,
                         qPrintable(told(request)));
                QVERIFY2(schedule.bubbleByStageSpan <= schedule.bubbleOverStep + 1e-12,
                         qPrintable(told(request)));
                ScheduleCosts free = costs;
                free.communication = 0;
                QVERIFY2(timeSchedule(schedule.order, free)->stepTime <= schedule.stepTime + 1e-9,
                         qPrintable(told(request)));
                for (std::size_t rank = 0; rank < schedule.spans.size(); ++rank) {
                    for (std::size_t index = 0; index < schedule.spans[rank].size(); ++index) {
                        for (const ActionPlace& place :
                             index % 7 == 0
                                 ? dependenciesOf(schedule.order, schedule.order.ranks[rank][index])
                                 : std::vector<ActionPlace>())
                            QVERIFY2(
                                schedule.spans[rank][index].start >=
                                    schedule.spans[std::size_t(place.rank)][std::size_t(place.index)].end -
                                        1e-9,
                                qPrintable(told(request)));
                    }
                }
            }
        }
    }
};

SHARDSCOPE_TEST(TstScheduleLaws)
#include "tst_schedule_laws.moc"
