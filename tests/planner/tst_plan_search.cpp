// SPDX-License-Identifier: GPL-3.0-or-later
// The search of transformer plans against trying every plan by hand: all objectives, fronts, limits; and that
// neither threads nor the order of work show in its answer.
#include "planner/planner.h"
#include "planner/search.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include "core/base/parallel.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

/// A search of a small space; the machine has a price and a power.
PlanSearch small(const std::string& modelName, const std::string& machineName, std::int64_t devices,
                 std::int64_t batch)
{
    PlanSearch search;
    search.model = model(modelName);
    core::HardwareSpec machine = hardware(machineName);
    machine.price =
        core::Sourced<core::CurrencyPerSecond>{core::CurrencyPerSecond{2.0 / 3600}, "test", false};
    search.machines = {{machine, {devices}}};
    search.space.variants = {planOf(search.model, {{"sequence-length", "1024"}})};
    search.space.globalBatch = {batch, batch};
    search.top = 7;
    return search;
}

struct Tried {
    core::Plan plan;
    core::Evaluation evaluation;
};

std::int64_t gcdOf(std::int64_t a, std::int64_t b) { return b == 0 ? a : gcdOf(b, a % b); }

/// Layers of each stage, by trying what the first and the last may have: those between are alike, and the
/// ends have up to two less. The first: even.
std::vector<std::vector<std::int64_t>> cutsByHand(std::int64_t layers, std::int64_t p)
{
    std::vector<std::vector<std::int64_t>> cuts{{}};
    std::vector<std::int64_t> even;
    for (std::int64_t i = 0; i < p; ++i)
        even.push_back((i + 1) * layers / p - i * layers / p);
    for (std::int64_t first = 1; p > 1 && first < layers; ++first)
        for (std::int64_t last = 1; first + last <= layers; ++last)
            for (std::int64_t between = std::max(first, last); between <= std::min(first, last) + 2;
                 ++between) {
                std::vector<std::int64_t> cut(static_cast<std::size_t>(p), between);
                cut.front() = first;
                cut.back() = last;
                if (first + last + (p - 2) * between == layers && cut != even &&
                    std::count(cuts.begin(), cuts.end(), cut) == 0)
                    cuts.push_back(cut);
            }
    return cuts;
}

/// Every plan of \p search's space by plain loops over all numbers, with none of the search's own lists.
std::vector<Tried> everyPlan(const PlanSearch& search)
{
    std::vector<Tried> all;
    const Evaluator evaluator(search.model, search.machines[0].hardware);
    const std::int64_t n = search.machines[0].devices[0];
    const std::int64_t batch = search.space.globalBatch.lowest;
    const core::Transformer& shape = *search.model.transformer();
    const bool megatron = search.space.runnableOnly;
    for (std::int64_t t = 1; t <= n; ++t)
        for (std::int64_t c = 1; c * t <= n; ++c)
            for (std::int64_t p = 1; p * c * t <= n; ++p) {
                if (n % (t * c * p) != 0 || p > shape.layers)
                    continue;
                const std::int64_t r = n / (t * c * p);
                if (batch % r != 0)
                    continue;
                for (int sp = 0; sp < (t > 1 ? 2 : 1); ++sp)
                    for (std::int64_t et = 0; et <= (sp == 1 && shape.experts > 0 ? 1 : 0); ++et)
                        for (std::int64_t e = 1; e <= r * c * (et == 1 ? t : 1); ++e)
                            for (std::int64_t micro = 1; micro <= batch / r; ++micro) {
                                if (batch / r % micro != 0)
                                    continue;
                                for (const auto recompute :
                                     {core::Recompute::None, core::Recompute::Selective,
                                      core::Recompute::Full})
                                    for (std::int64_t v = 1; v <= shape.layers; ++v) {
                                        const std::int64_t m = batch / r / micro;
                                        if (v > 1 && (p == 1 || shape.layers % (p * v) != 0 ||
                                                      (megatron && m % p != 0)))
                                            continue;
                                        const std::int64_t all_ = r * c;
                                        const std::int64_t near = gcdOf(
                                            all_, std::max<std::int64_t>(
                                                      1, search.machines[0].hardware.devicesPerNode / t));
                                        for (std::int64_t w = 1; w <= all_; ++w)
                                            for (std::int64_t g = w; g <= all_; ++g)
                                                for (std::int64_t o = g; o <= all_; ++o) {
                                                    const auto tried = [&](std::int64_t degree) {
                                                        return degree == 1 || degree == near ||
                                                               degree == all_;
                                                    };
                                                    if (!tried(w) || !tried(g) || !tried(o))
                                                        continue;
                                                    if (megatron &&
                                                        (w != 1 || g != 1 || (o != 1 && o != all_)))
                                                        continue;
                                                    core::Plan plan = search.space.variants[0];
                                                    plan.axes = {t, p, r, c, e, et, v, sp == 1, 1};
                                                    plan.batch.microBatch = micro;
                                                    plan.batch.microBatches = m;
                                                    plan.batch.globalBatch = batch;
                                                    plan.recompute = recompute;
                                                    plan.schedule =
                                                        v > 1 ? core::Schedule::Interleaved
                                                              : core::Schedule::OneForwardOneBackward;
                                                    plan.sharding = {w, g, o};
                                                    for (const auto& cut :
                                                         v > 1 ? std::vector<std::vector<std::int64_t>>{{}}
                                                               : cutsByHand(shape.layers, p)) {
                                                        plan.layersPerStage = cut;
                                                        auto evaluation =
                                                            evaluator.evaluate(plan, Detail::Bound);
                                                        if (evaluation.ok())
                                                            all.push_back({plan, std::move(*evaluation)});
                                                    }
                                                }
                                    }
                            }
            }
    return all;
}

double stepOf(const Tried& one) { return one.evaluation.step.at(core::StepPart::Total).seconds.value(); }

double peakOf(const Tried& one)
{
    double peak = 0;
    for (const core::TierUse& use : one.evaluation.memory.tiers)
        peak = use.tier == core::Tier::Device ? std::max(peak, use.peak.value()) : peak;
    return peak;
}

double valueOf(PlanObjective objective, const Tried& one)
{
    const auto batch = static_cast<double>(one.plan.batch.globalBatch);
    switch (objective) {
    case PlanObjective::Time: return stepOf(one) / batch;
    case PlanObjective::Cost: return *one.evaluation.currencyPerStep / batch;
    case PlanObjective::Energy: return one.evaluation.energyPerStep->value() / batch;
    case PlanObjective::Memory: return peakOf(one);
    case PlanObjective::Devices: return static_cast<double>(one.evaluation.devices);
    }
    return 0;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

std::string textOf(const PlanOutcome& outcome)
{
    std::string text =
        std::to_string(outcome.tally.considered) + " " + std::to_string(outcome.tally.evaluated);
    for (const auto& [rule, count] : outcome.tally.pruned)
        text += " " + rule + " " + std::to_string(count);
    for (const auto* list : {&outcome.best, &outcome.front}) {
        for (const PlanHit& hit : *list)
            text += "\n" + core::planJson(hit.plan) + std::to_string(hit.primary);
    }
    return text;
}

} // namespace

class TstPlanSearch : public QObject {
    Q_OBJECT
private slots:
    /// The search's evaluator remembers kernels from plan to plan, and calibrations change with the plan:
    /// what it says of each plan is what an evaluation of that plan alone says, to the last bit.
    void hitsAreWhatPlansComeTo_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("every");
        QTest::newRow("dense") << "gpt2-xl"
                               << "dgx-a100-80g" << 3;
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "dgx-h100" << 11;
    }
    void hitsAreWhatPlansComeTo()
    {
        QFETCH(const QString, model);
        QFETCH(const QString, machine);
        QFETCH(const int, every);
        PlanSearch search = small(model.toStdString(), machine.toStdString(), 8, 64);
        search.machines[0].devices = {8, 16, 32};
        search.top = 4000;
        const auto answer = searchTransformer(search);
        QVERIFY(answer.ok());
        QVERIFY2(answer->best.size() > 2000, QByteArray::number(qulonglong(answer->best.size())));
        for (std::size_t i = 0; i < answer->best.size(); i += static_cast<std::size_t>(every)) {
            const PlanHit& hit = answer->best[i];
            const auto alone = evaluate(search.model, search.machines[0].hardware, hit.plan, Detail::Bound);
            QVERIFY(alone.ok());
            QVERIFY(hit.stepSeconds == alone->step.at(core::StepPart::Total).seconds.value());
        }
    }
    void findsWhatTryingEveryPlanFinds_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("runnable");
        QTest::newRow("dense, one node, megatron") << "megatron-3.6b"
                                                   << "dgx-a100-80g" << 8 << 16 << true;
        QTest::newRow("dense, two nodes, any framework") << "gpt2-xl"
                                                         << "dgx-1-v100-16g" << 16 << 8 << false;
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "dgx-h100" << 16 << 16 << true;
        QTest::newRow("odd numbers") << "llama-2-7b"
                                     << "dgx-a100-40g" << 12 << 18 << true;
    }

    void findsWhatTryingEveryPlanFinds()
    {
        QFETCH(QString, model);
        QFETCH(QString, machine);
        QFETCH(int, devices);
        QFETCH(int, batch);
        QFETCH(bool, runnable);
        PlanSearch search = small(model.toStdString(), machine.toStdString(), devices, batch);
        search.space.runnableOnly = runnable;
        std::vector<Tried> tried = everyPlan(search);
        QVERIFY(tried.size() > 100);
        tried.erase(std::remove_if(tried.begin(), tried.end(),
                                   [](const Tried& one) { return !one.evaluation.verdict.feasible(); }),
                    tried.end());
        QVERIFY(tried.size() > search.top);
        for (const PlanObjective objective : kPlanObjectives) {
            search.objective = objective;
            const auto found = searchTransformer(search);
            QVERIFY(found.ok());
            std::sort(tried.begin(), tried.end(), [&](const Tried& a, const Tried& b) {
                const double x = valueOf(objective, a);
                const double y = valueOf(objective, b);
                return x != y ? x < y : stepOf(a) < stepOf(b);
            });
            QCOMPARE(found->best.size(), search.top);
            for (std::size_t i = 0; i < search.top; ++i) {
                QVERIFY2(near(found->best[i].primary, valueOf(objective, tried[i])),
                         std::string(nameOf(objective)).c_str());
                QVERIFY(near(found->best[i].stepSeconds, stepOf(tried[i])));
            }
            const PlanTally& tally = found->tally;
            QCOMPARE(tally.considered, tally.prunedInAll() + tally.evaluated);
            std::int64_t infeasible = 0;
            for (const auto& [tier, count] : tally.infeasible)
                infeasible += count;
            QCOMPARE(tally.evaluated, tally.feasible + infeasible);
            // Bounds must be worth something.
            if (objective == PlanObjective::Time)
                QVERIFY(tally.evaluated < static_cast<std::int64_t>(tried.size()));
        }
    }

    void theFrontIsWhatNoPlanBeats()
    {
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 16);
        search.front = {PlanObjective::Time, PlanObjective::Memory};
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        std::vector<Tried> tried = everyPlan(search);
        std::vector<std::pair<double, double>> wanted;
        for (const Tried& one : tried) {
            if (!one.evaluation.verdict.feasible())
                continue;
            const auto beats = [&](const Tried& other) {
                return other.evaluation.verdict.feasible() && stepOf(other) <= stepOf(one) &&
                       peakOf(other) <= peakOf(one) &&
                       (stepOf(other) < stepOf(one) || peakOf(other) < peakOf(one));
            };
            if (std::none_of(tried.begin(), tried.end(), beats))
                wanted.emplace_back(stepOf(one) / 16, peakOf(one));
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        QCOMPARE(found->front.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QVERIFY(near(found->front[i].at[0], wanted[i].first));
            QVERIFY(near(found->front[i].at[1], wanted[i].second));
        }
    }

    void neitherThreadsNorWindowsShow()
    {
        PlanSearch search = small("mixtral-8x7b", "dgx-h100", 64, 128);
        search.front = {PlanObjective::Time, PlanObjective::Memory};
        std::string first;
        for (const unsigned threads : {1U, 2U, 5U}) {
            const core::ThreadCount count(threads);
            const auto found = searchTransformer(search);
            QVERIFY(found.ok());
            first = first.empty() ? textOf(*found) : first;
            QCOMPARE(textOf(*found), first);
        }
    }

    void limitsAreKeptAndTheirPlansLeftOutEarly()
    {
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 16);
        search.machines[0].devices = {1, 2, 4, 8};
        search.space.variants[0].training.tokens = 1'000'000'000;
        search.objective = PlanObjective::Devices;
        auto found = searchTransformer(search);
        QVERIFY(found.ok());
        const double slow = *found->best.front().trainingSeconds;
        const std::int64_t fewest = found->best.front().devices;
        // Half that time needs more devices, and the answer keeps to it.
        search.limits.seconds = slow / 2;
        found = searchTransformer(search);
        QVERIFY(found.ok());
        QVERIFY(found->best.front().devices > fewest);
        for (const PlanHit& hit : found->best)
            QVERIFY(*hit.trainingSeconds <= slow / 2);
        QVERIFY(found->tally.pruned.at("deadline") > 0);
        // A budget that nothing keeps to.
        search.limits.currency = 1e-6;
        found = searchTransformer(search);
        QVERIFY(found.ok());
        QVERIFY(found->best.empty());
    }

    /// 30 layers over 8 stages: as even as they go, the last stage has four and the head. Two layers less
    /// there are worth it, and no other cut is better.
    void unevenStagesPay()
    {
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 64);
        search.space.pipeline = {8, 8};
        search.space.virtualStages = {1, 1};
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        const PlanHit& best = found->best.front();
        QCOMPARE(best.plan.layersPerStage, (std::vector<std::int64_t>{4, 4, 4, 4, 4, 4, 4, 2}));
        core::Plan even = best.plan;
        even.layersPerStage.clear();
        const auto evenly = evaluate(search.model, search.machines[0].hardware, even, Detail::Bound);
        QVERIFY(evenly.ok());
        QVERIFY(evenly->step.at(core::StepPart::Total).seconds.value() > 1.02 * best.stepSeconds);
        search.space.unevenStages = false;
        const auto without = searchTransformer(search);
        QVERIFY(without.ok());
        for (const PlanHit& hit : without->best)
            QVERIFY(hit.plan.layersPerStage.empty() && hit.stepSeconds > best.stepSeconds);
        search.space.unevenStages = true;
        search.space.variants[0].implementation = core::Implementation::DeepSpeed; // knows no such list
        const auto other = searchTransformer(search);
        QVERIFY(other.ok() && !other->best.empty());
        for (const PlanHit& hit : other->best)
            QVERIFY(hit.plan.layersPerStage.empty());
    }

    void rangesAndFixedAxesHold()
    {
        PlanSearch search = small("llama-2-7b", "dgx-a100-80g", 16, 64);
        search.space.tensor = {2, 4};
        search.space.pipeline = {2, 2};
        search.space.zeroStages = {1};
        search.space.recomputes = {core::Recompute::Full};
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        QVERIFY(!found->best.empty());
        for (const PlanHit& hit : found->best) {
            QVERIFY(hit.plan.axes.tensor == 2 || hit.plan.axes.tensor == 4);
            QCOMPARE(hit.plan.axes.pipeline, std::int64_t{2});
            QCOMPARE(hit.plan.sharding, core::zeroSharding(1, hit.plan.axes.replicas()));
            QVERIFY(hit.plan.recompute == core::Recompute::Full);
        }
    }

    void batchesOfARangeAreTheLargestMultiples()
    {
        PlanSpace space;
        space.globalBatch = {1, 2520};
        // 641 replicas: 1,923 = 3 a replica; two at a time only fit 1,282.
        const std::vector<BatchChoice> batches = batchesOf(space, 641);
        QVERIFY(std::find(batches.begin(), batches.end(), BatchChoice{1, 3, 1923}) != batches.end());
        QVERIFY(std::find(batches.begin(), batches.end(), BatchChoice{3, 1, 1923}) != batches.end());
        QVERIFY(std::find(batches.begin(), batches.end(), BatchChoice{2, 1, 1282}) != batches.end());
        space.globalBatch = {2520, 2520};
        QVERIFY(batchesOf(space, 641).empty());
    }

    void whatCannotBeSearchedIsRefused()
    {
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 16);
        search.machines[0].hardware.price.reset();
        search.objective = PlanObjective::Cost;
        QVERIFY(!searchTransformer(search).ok());
        search.objective = PlanObjective::Time;
        search.limits.seconds = 1;
        const auto found = searchTransformer(search);
        QVERIFY(!found.ok());
        QVERIFY(found.error().code == core::ErrorCode::MissingKey);
        std::stop_source stop;
        stop.request_stop();
        core::Task task;
        task.stop = stop.get_token();
        search.limits.seconds.reset();
        QVERIFY(searchTransformer(search, task).error().code == core::ErrorCode::Cancelled);
    }
};

SHARDSCOPE_TEST(TstPlanSearch)
#include "tst_plan_search.moc"
