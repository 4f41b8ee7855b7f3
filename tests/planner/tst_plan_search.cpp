// SPDX-License-Identifier: GPL-3.0-or-later
// The search of transformer plans against trying every plan by hand: all objectives, fronts, limits; and that
// neither threads nor the order of work show in its answer.
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/search.h"
#include "planner/search/bounds.h"
#include "planner/search/finer_plans.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include "core/base/parallel.h"
#include "core/plan/recompute_parts.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <set>

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
                                for (const core::Recompute recompute : search.space.recomputes)
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
                                                    const bool fully = p == 1 && w == all_;
                                                    if (megatron && !fully &&
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

/// Every plan that \p one stands for where it recomputes in full: as many layers of every stage as fit with
/// the fewest, more than none and less than all, where neither none fits.
std::optional<Tried> fewestByHand(const PlanSearch& search, const Evaluator& evaluator, const Tried& one)
{
    const std::int64_t layers = search.model.transformer()->layers;
    const std::int64_t ranks = one.plan.axes.pipeline * one.plan.axes.virtualStages;
    const std::vector<std::int64_t>& cut = one.plan.layersPerStage;
    const std::int64_t most =
        cut.empty() ? (layers + ranks - 1) / ranks : *std::max_element(cut.begin(), cut.end());
    core::Plan plan = one.plan;
    for (std::int64_t number = 0; number < most; ++number) {
        plan.recompute = number == 0 ? core::Recompute::None : core::Recompute::Full;
        plan.recomputeLayers = number == 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{number};
        auto evaluation = evaluator.evaluate(plan, Detail::Bound);
        if (!evaluation.ok())
            return std::nullopt;
        if (evaluation->verdict.feasible())
            return number == 0 ? std::nullopt : std::optional<Tried>({plan, std::move(*evaluation)});
    }
    return std::nullopt;
}

/// Finds each stage's fewest while the others recompute all, so that they fit if anything does.
std::optional<Tried> fewestByStageByHand(const PlanSearch& search, const Evaluator& evaluator,
                                         const Tried& one)
{
    const std::int64_t layers = search.model.transformer()->layers;
    const std::int64_t p = one.plan.axes.pipeline;
    const std::int64_t ranks = p * one.plan.axes.virtualStages;
    std::vector<std::int64_t> all(static_cast<std::size_t>(p));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const std::int64_t here = one.plan.layersPerStage.empty() ? (at + 1) * layers / p - at * layers / p
                                                                  : one.plan.layersPerStage[i];
        all[i] = (here + one.plan.axes.virtualStages - 1) / one.plan.axes.virtualStages;
    }
    if (ranks > layers)
        return std::nullopt;
    std::vector<std::int64_t> fewest = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::int64_t number = 0; number < all[i]; ++number) {
            core::Plan plan = one.plan;
            plan.recomputeLayers = all;
            plan.recomputeLayers[i] = number;
            const auto evaluation = evaluator.evaluate(plan, Detail::Bound);
            if (!evaluation.ok())
                return std::nullopt;
            const auto& tiers = evaluation->memory.tiers;
            if (std::all_of(tiers.begin(), tiers.end(), [&](const core::TierUse& use) {
                    return use.rankClass != i || use.tier != core::Tier::Device || use.need() <= use.capacity;
                })) {
                fewest[i] = number;
                break;
            }
        }
    }
    if (fewest == all || std::all_of(fewest.begin(), fewest.end(), [](auto number) { return number == 0; }))
        return std::nullopt;
    core::Plan plan = one.plan;
    plan.recomputeLayers = fewest;
    auto evaluation = evaluator.evaluate(plan, Detail::Bound);
    if (!evaluation.ok() || !evaluation->verdict.feasible())
        return std::nullopt;
    return Tried{plan, std::move(*evaluation)};
}

/// Adds to \p tried, which are all plans of the space with whole numbers, those that some layers recompute
/// of.
void addSomeRecomputed(const PlanSearch& search, bool byStage, std::vector<Tried>& tried)
{
    const Evaluator evaluator(search.model, search.machines[0].hardware);
    const std::size_t whole = tried.size();
    for (std::size_t i = 0; i < whole; ++i) {
        if (tried[i].plan.recompute != core::Recompute::Full)
            continue;
        const Tried one = tried[i];
        auto some = byStage && one.plan.axes.pipeline > 1 ? fewestByStageByHand(search, evaluator, one)
                                                          : fewestByHand(search, evaluator, one);
        if (some)
            tried.push_back(std::move(*some));
    }
}

/// Keeps as many gathered weights as fit, in the place of none.
void keepWeightsByHand(const PlanSearch& search, std::vector<Tried>& tried)
{
    const Evaluator evaluator(search.model, search.machines[0].hardware);
    const std::int64_t layers = search.model.transformer()->layers;
    for (Tried& one : tried) {
        if (one.plan.sharding.weights == 1 || !one.evaluation.verdict.feasible())
            continue;
        for (std::int64_t kept = layers; kept > 0; --kept) {
            core::Plan plan = one.plan;
            plan.keptLayers = kept;
            auto evaluation = evaluator.evaluate(plan, Detail::Bound);
            if (evaluation.ok() && evaluation->verdict.feasible()) {
                one = {plan, std::move(*evaluation)};
                break;
            }
        }
    }
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
        search.space.recomputes = core::usualRecomputes(search.model, false);
        QVERIFY(search.space.recomputes.size() > 3); // parts of a layer among them
        const std::vector<Tried> whole = everyPlan(search);
        QVERIFY(whole.size() > 100);
        std::vector<Tried> finer = whole;
        addSomeRecomputed(search, !runnable, finer);
        if (!runnable)
            keepWeightsByHand(search, finer);
        for (const PlanObjective objective : kPlanObjectives) {
            search.objective = objective;
            // More of the device's memory used is in no one's way but where memory is least.
            std::vector<Tried> tried = objective == PlanObjective::Memory ? whole : finer;
            tried.erase(std::remove_if(tried.begin(), tried.end(),
                                       [](const Tried& one) { return !one.evaluation.verdict.feasible(); }),
                        tried.end());
            QVERIFY(tried.size() > search.top);
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
        addSomeRecomputed(search, false, tried);
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

    void schedulesWithoutClosedFormsAreSearchedExactly_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<double>("headroom"); // GiB that must stay free
        QTest::addColumn<bool>("some");
        for (const PlanObjective objective : {PlanObjective::Time, PlanObjective::Memory}) {
            QTest::addRow("%s", nameOf(objective).data()) << static_cast<int>(objective) << 0.0 << false;
            QTest::addRow("%s with little room", nameOf(objective).data())
                << static_cast<int>(objective) << 7.0 << false;
        }
        QTest::newRow("some layers recomputed") << static_cast<int>(PlanObjective::Time) << 7.0 << true;
    }
    /// Zero bubble's and DualPipe's: bounds know neither what their orders hold nor how long they idle, and
    /// the answer is that of trying each.
    void schedulesWithoutClosedFormsAreSearchedExactly()
    {
        QFETCH(const int, objective);
        QFETCH(const double, headroom);
        QFETCH(const bool, some);
        PlanSearch search = small("gpt2-xl", "dgx-1-v100-16g", 8, 16);
        search.objective = static_cast<PlanObjective>(objective);
        search.limits.headroom = core::Bytes{headroom * (1 << 30)};
        search.space.runnableOnly = false;
        search.space.unevenStages = false;
        search.space.someRecompute = some;
        search.space.tensor = {1, 2};
        search.space.sequenceParallel = {false};
        search.space.context = {1, 1};
        search.space.zeroStages = {0, 1};
        using core::Schedule;
        search.space.schedules = {Schedule::OneForwardOneBackward,
                                  Schedule::ZbH2,
                                  Schedule::Zb1p,
                                  Schedule::Zb2p,
                                  Schedule::Zbv,
                                  Schedule::VHalf,
                                  Schedule::VMin,
                                  Schedule::DualPipeV};
        search.top = 40;
        const Evaluator evaluator(search.model, search.machines[0].hardware);
        std::vector<Tried> tried;
        std::size_t all = 0;
        const auto fits = [&](const core::Evaluation& evaluation) {
            const auto& tiers = evaluation.memory.tiers;
            return std::all_of(tiers.begin(), tiers.end(), [&](const core::TierUse& use) {
                const double free = use.tier == core::Tier::Device ? search.limits.headroom->value() : 0;
                return use.peak.value() + free <= use.capacity.value();
            });
        };
        for (const std::int64_t t : {1, 2})
            for (const std::int64_t p : {1, 2, 4, 8})
                for (std::int64_t micro = 1; micro <= 16; micro *= 2)
                    for (const auto recompute :
                         {core::Recompute::None, core::Recompute::Selective, core::Recompute::Full})
                        for (const Schedule schedule : search.space.schedules)
                            for (const int zero : {0, 1}) {
                                const std::int64_t r = 8 / t / p;
                                const bool plain = schedule == Schedule::OneForwardOneBackward;
                                if (r == 0 || 16 / r % micro != 0 || (p == 1 && !plain) ||
                                    (r == 1 && zero == 1))
                                    continue;
                                core::Plan plan = search.space.variants[0];
                                plan.axes = {t, p, r, 1, 1, 0, 1, false, 1};
                                plan.batch.microBatch = micro;
                                plan.batch.microBatches = 16 / r / micro;
                                plan.batch.globalBatch = 16;
                                plan.recompute = recompute;
                                plan.schedule = schedule;
                                plan.sharding = core::zeroSharding(zero, r);
                                auto evaluation = evaluator.evaluate(plan, Detail::Bound);
                                if (!evaluation.ok())
                                    continue;
                                ++all;
                                if (fits(*evaluation))
                                    tried.push_back({plan, std::move(*evaluation)});
                            }
        QVERIFY(tried.size() > search.top && (headroom == 0 || tried.size() < all));
        const auto objectiveOf = [&](const Tried& one) { return valueOf(search.objective, one); };
        std::sort(tried.begin(), tried.end(), [&](const Tried& a, const Tried& b) {
            return objectiveOf(a) != objectiveOf(b) ? objectiveOf(a) < objectiveOf(b) : stepOf(a) < stepOf(b);
        });
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        const PlanTally& tally = found->tally;
        QCOMPARE(tally.considered, tally.prunedInAll() + tally.evaluated);
        if (!some) {
            QCOMPARE(found->best.size(), search.top);
            for (std::size_t i = 0; i < search.top; ++i) {
                QVERIFY(near(found->best[i].primary, objectiveOf(tried[i])));
                QVERIFY(near(found->best[i].stepSeconds, stepOf(tried[i])));
            }
        }
        QVERIFY(found->best.front().primary <= objectiveOf(tried.front()) * (1 + 1e-12));
        std::set<Schedule> seen;
        for (const PlanHit& hit : found->best) {
            seen.insert(hit.plan.schedule);
            const auto alone = evaluator.evaluate(hit.plan, Detail::Bound);
            QVERIFY(alone.ok() && fits(*alone));
            QVERIFY(near(hit.stepSeconds, alone->step.at(core::StepPart::Total).seconds.value()));
            QVERIFY(hit.plan.recomputeLayers.empty() || some);
        }
        QVERIFY(seen.size() > 2);
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

    void manyNumbersOfDevicesAreSearchedAsEachAlone_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<double>("days"); // of a deadline; 0: none
        for (const PlanObjective objective : kPlanObjectives)
            QTest::newRow(nameOf(objective).data()) << static_cast<int>(objective) << 0.0;
        QTest::newRow("cost by a deadline") << static_cast<int>(PlanObjective::Cost) << 60.0;
    }
    /// What earlier numbers of devices found leaves plans of later ones out before anything else is asked of
    /// them: the best of all must be those of every machine and number searched by itself.
    void manyNumbersOfDevicesAreSearchedAsEachAlone()
    {
        QFETCH(const int, objective);
        QFETCH(const double, days);
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 96);
        core::HardwareSpec other = hardware("dgx-h100");
        other.price =
            core::Sourced<core::CurrencyPerSecond>{core::CurrencyPerSecond{4.0 / 3600}, "test", false};
        const std::vector<std::int64_t> counts{1, 2, 4, 8, 16, 24, 32, 48, 64, 96};
        search.machines[0].devices = counts;
        search.machines.push_back({other, counts});
        search.space.globalBatch = {1, 96};
        search.space.variants[0].training.tokens = 100'000'000'000;
        search.objective = static_cast<PlanObjective>(objective);
        if (days > 0)
            search.limits.seconds = days * 86400;
        const auto whole = searchTransformer(search);
        QVERIFY(whole.ok());
        std::vector<PlanHit> each;
        std::int64_t evaluated = 0;
        for (std::size_t machine = 0; machine < search.machines.size(); ++machine) {
            for (const std::int64_t count : counts) {
                PlanSearch alone = search;
                for (SearchMachine& one : alone.machines)
                    one.devices.clear();
                alone.machines[machine].devices = {count};
                const auto found = searchTransformer(alone);
                QVERIFY(found.ok());
                each.insert(each.end(), found->best.begin(), found->best.end());
                evaluated += found->tally.evaluated;
            }
        }
        std::sort(each.begin(), each.end(), ranksBefore);
        QCOMPARE(whole->best.size(), search.top);
        QVERIFY(each.size() > 4 * search.top);
        for (std::size_t i = 0; i < search.top; ++i) {
            QCOMPARE(whole->best[i].machine, each[i].machine);
            QVERIFY(whole->best[i].plan == each[i].plan);
            QCOMPARE(whole->best[i].primary, each[i].primary);
        }
        const std::int64_t looked = whole->tally.evaluated;
        QVERIFY2(looked < evaluated, qPrintable(QString("%1 of %2").arg(looked).arg(evaluated)));
    }

    void aFrontOverManyNumbersIsThatOfEach_data()
    {
        QTest::addColumn<QList<int>>("objectives");
        const auto row = [](std::initializer_list<PlanObjective> objectives) {
            QList<int> numbers;
            std::string name;
            for (const PlanObjective one : objectives) {
                numbers << static_cast<int>(one);
                name += (name.empty() ? "" : " and ") + std::string(nameOf(one));
            }
            QTest::newRow(name.c_str()) << numbers;
        };
        row({PlanObjective::Time, PlanObjective::Memory});
        row({PlanObjective::Time, PlanObjective::Devices});
        row({PlanObjective::Cost, PlanObjective::Time});
        row({PlanObjective::Energy, PlanObjective::Memory, PlanObjective::Devices});
    }
    /// What a front leaves out before it is looked at: the front of all numbers of devices is what none of
    /// each number's own front beats, and those were found with nothing known before.
    void aFrontOverManyNumbersIsThatOfEach()
    {
        QFETCH(const QList<int>, objectives);
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 96);
        const std::vector<std::int64_t> counts{2, 4, 8, 16, 24, 32, 48, 64, 96};
        search.machines[0].devices = counts;
        search.space.globalBatch = {1, 96};
        search.top = 3;
        for (const int objective : objectives)
            search.front.push_back(static_cast<PlanObjective>(objective));
        const auto whole = searchTransformer(search);
        QVERIFY(whole.ok());
        std::set<std::array<double, 3>> points;
        for (const std::int64_t count : counts) {
            PlanSearch alone = search;
            alone.machines[0].devices = {count};
            alone.top = 1'000'000; // nothing is left out by what is known
            const auto found = searchTransformer(alone);
            QVERIFY(found.ok());
            for (const PlanHit& hit : found->front)
                points.insert(hit.at);
        }
        const auto beaten = [&](const std::array<double, 3>& at) {
            return std::any_of(points.begin(), points.end(), [&](const auto& other) {
                return other != at && other[0] <= at[0] && other[1] <= at[1] && other[2] <= at[2];
            });
        };
        std::set<std::array<double, 3>> wanted;
        std::copy_if(points.begin(), points.end(), std::inserter(wanted, wanted.end()),
                     [&](const auto& at) { return !beaten(at); });
        std::set<std::array<double, 3>> front;
        for (const PlanHit& hit : whole->front)
            front.insert(hit.at);
        QVERIFY(wanted.size() > 2);
        QVERIFY(front == wanted);
        QVERIFY(whole->tally.pruned.at("bound") > 0);
    }

    /// A pace that was kept is that of the plan that it is asked for, on whatever devices.
    void aKnownPaceIsThePlansOwn()
    {
        const core::ModelSpec shape = model("mixtral-8x7b");
        for (const char* machine : {"dgx-h100", "dgx-a100-80g"}) {
            const core::HardwareSpec devices = hardware(machine);
            const Bounds bounds(Ranking{shape, devices});
            KnownPaces known;
            std::mt19937 random(7);
            const auto one = [&](std::initializer_list<std::int64_t> of) {
                return *(of.begin() + static_cast<std::ptrdiff_t>(random() % of.size()));
            };
            int again = 0;
            std::set<std::int64_t> seen;
            for (int i = 0; i < 4000; ++i) {
                core::Plan plan = planOf(shape, {{"sequence-length", "1024"}});
                const std::int64_t t = one({1, 2, 8});
                const std::int64_t r = one({1, 2, 4, 16, 64});
                const std::int64_t e = one({1, 2});
                plan.axes = {t, one({1, 2, 4}), r, one({1, 2}), e, 0, 1, t > 1 && random() % 2 == 0, 1};
                plan.batch.microBatch = one({1, 2, 3});
                plan.batch.microBatches = one({1, 8});
                plan.recompute = random() % 2 == 0 ? core::Recompute::None : core::Recompute::Full;
                if (plan.axes.pipeline == 4 && random() % 2 == 0)
                    plan.layersPerStage = {7, 9, 9, 7};
                const LeastPace own = bounds.pace(plan);
                const LeastPace kept = bounds.pace(plan, 0, known);
                // The same sums over other numbers of micro-batches differ by their rounding.
                QVERIFY(near(kept.microBatch.value(), own.microBatch.value()));
                QVERIFY(near(kept.others.forward.value(), own.others.forward.value()));
                QVERIFY(near(kept.others.backward.value(), own.others.backward.value()));
                QVERIFY(near(kept.others.fillForward.value(), own.others.fillForward.value()));
                QVERIFY(near(kept.constant.value(), own.constant.value()));
                again += seen.insert(plan.axes.devices()).second ? 0 : 1;
            }
            QVERIFY(again > 1000);
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
        QVERIFY(search.machines[0].hardware.selectCalibration("vtrain-cluster"));
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

    /// Memory that ends in the middle between what a plan holds with all layers recomputed and with none: the
    /// fewest that fit are recomputed, and one fewer does not fit.
    void someRecomputedLayersPay()
    {
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 16);
        search.space.tensor = {2, 2};
        search.space.pipeline = {4, 4};
        search.space.virtualStages = {1, 1};
        search.space.microBatch = {4, 4};
        search.space.unevenStages = false;
        search.space.sequenceParallel = {false};
        search.space.recomputes = {core::Recompute::None, core::Recompute::Full};
        search.space.variants = {planOf(search.model, {{"sequence-length", "2048"}, {"attention", "eager"}})};
        const core::HardwareSpec& machine = search.machines[0].hardware;
        const auto stepsOf = [&](const core::Plan& plan) {
            const auto evaluation = evaluate(search.model, machine, plan, Detail::Bound);
            if (!evaluation.ok())
                qFatal("refused");
            return std::pair{evaluation->step.at(core::StepPart::Total).seconds.value(),
                             peakOf({plan, *evaluation})};
        };
        core::Plan all = search.space.variants[0];
        all.axes = {2, 4, 1, 1, 1, 0, 1, false, 1};
        all.batch.microBatch = 4;
        all.batch.microBatches = 4;
        all.batch.globalBatch = 16;
        all.recompute = core::Recompute::Full;
        core::Plan none = all;
        none.recompute = core::Recompute::None;
        // So much must stay free that the memory ends in the middle between both.
        const double capacity = machine.tier(core::Tier::Device)->usable().value.value();
        const double middle = (stepsOf(all).second + stepsOf(none).second) / 2;
        QVERIFY(middle < capacity);
        search.limits.headroom = core::Bytes{capacity - middle};
        const auto found = searchTransformer(search);
        QVERIFY(found.ok() && !found->best.empty());
        const PlanHit& best = found->best.front();
        QCOMPARE(best.plan.recomputeLayers.size(), std::size_t(1));
        QVERIFY(best.peakBytes <= middle);
        core::Plan fewer = best.plan;
        --fewer.recomputeLayers[0];
        QVERIFY(stepsOf(fewer).second > middle);
        QVERIFY(stepsOf(all).first > 1.03 * best.stepSeconds);
        // Each stage its own number: the first holds four micro-batches, the last one and the head.
        search.space.runnableOnly = false;
        search.space.zeroStages = {0, 1};
        const auto byStage = searchTransformer(search);
        QVERIFY(byStage.ok() && !byStage->best.empty());
        const std::vector<std::int64_t>& numbers = byStage->best.front().plan.recomputeLayers;
        QCOMPARE(numbers.size(), std::size_t(4));
        QVERIFY(std::is_sorted(numbers.rbegin(), numbers.rend()) && numbers.front() > numbers.back());
        QVERIFY(byStage->best.front().stepSeconds <= best.stepSeconds);
        // A framework that recomputes all layers or none.
        search.space.runnableOnly = true;
        search.space.zeroStages.clear();
        search.space.variants[0].implementation = core::Implementation::Nanotron;
        const auto whole = searchTransformer(search);
        QVERIFY(whole.ok());
        for (const PlanHit& hit : whole->best)
            QVERIFY(hit.plan.recomputeLayers.empty());
    }

    /// A number that depends on how much memory there is falls as memory grows, stage by stage, and every
    /// one is the first that fits: against trying them in order.
    void theSmallestThatFitIsFound()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 400; ++round) {
            const std::size_t stages = 1 + random() % 5;
            StageNumbers numbers;
            std::vector<std::vector<double>> excess(stages);
            std::vector<std::int64_t> wanted;
            for (std::size_t i = 0; i < stages; ++i) {
                const auto lowest = static_cast<std::int64_t>(random() % 3);
                const std::int64_t highest = lowest + static_cast<std::int64_t>(random() % 90);
                numbers.lowest.push_back(lowest);
                numbers.highest.push_back(highest);
                numbers.saved.push_back(random() % 3 == 0 ? 0 : 1 + static_cast<double>(random() % 5));
                double at = static_cast<double>(random() % 200) - 20;
                for (std::int64_t number = 0; number <= highest; ++number) {
                    excess[i].push_back(at);
                    at -= static_cast<double>(random() % 4);
                }
                std::int64_t first = lowest;
                while (first < highest && excess[i][static_cast<std::size_t>(first)] > 0)
                    ++first;
                wanted.push_back(first);
            }
            int calls = 0;
            const auto found = smallestThatFit(numbers, [&](const std::vector<std::int64_t>& at) {
                ++calls;
                StageExcess over;
                for (std::size_t i = 0; i < stages; ++i)
                    over.push_back(excess[i][static_cast<std::size_t>(at[i])]);
                return std::optional(over);
            });
            QVERIFY(found);
            QCOMPARE(*found, wanted);
            QVERIFY2(calls <= 30, QByteArray::number(calls));
        }
    }

    /// If only a part of the optimizer's state has to leave the device, the smallest share does; a plan that
    /// fits without is not offered with.
    void theSmallestShareOfTheStateIsOffloaded()
    {
        PlanSearch search = small("gpt2-xl", "dgx-1-v100-16g", 4, 8);
        search.space.recomputes = {core::Recompute::Full};
        search.space.offloads = {
            {core::Tier::Device, core::Tier::Device, core::Tier::Host, core::Tier::Device}};
        search.limits.headroom = core::Bytes{10.0 * (1 << 30)};
        search.top = 40;
        std::vector<Tried> tried = everyPlan(search);
        const Evaluator evaluator(search.model, search.machines[0].hardware);
        const auto fits = [&](const Tried& one) {
            const auto& tiers = one.evaluation.memory.tiers;
            return std::all_of(tiers.begin(), tiers.end(), [&](const core::TierUse& use) {
                const double free = use.tier == core::Tier::Device ? search.limits.headroom->value() : 0;
                return use.peak.value() + free <= use.capacity.value();
            });
        };
        const std::size_t count = tried.size();
        std::size_t shares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (tried[i].plan.recompute != core::Recompute::Full || fits(tried[i]) ||
                tried[i].plan.sharding.weights > 1 ||
                tried[i].plan.sharding.optimizer != tried[i].plan.axes.replicas())
                continue; // --optimizer-cpu-offload asks for the distributed optimizer
            core::Plan plan = tried[i].plan;
            plan.residency.optimizer = core::Tier::Host;
            for (std::int64_t percent = 1; percent <= 100; ++percent) {
                plan.offloadedPercent = percent;
                auto evaluation = evaluator.evaluate(plan, Detail::Bound);
                QVERIFY(evaluation.ok());
                Tried one{plan, std::move(*evaluation)};
                if (!fits(one))
                    continue;
                shares += percent < 100 ? 1 : 0;
                tried.push_back(std::move(one));
                break;
            }
        }
        QVERIFY2(shares > 10, QByteArray::number(qulonglong(shares)));
        tried.erase(std::remove_if(tried.begin(), tried.end(),
                                   [&](const Tried& one) {
                                       return one.plan.recompute != core::Recompute::Full || !fits(one);
                                   }),
                    tried.end());
        std::sort(tried.begin(), tried.end(),
                  [](const Tried& a, const Tried& b) { return stepOf(a) < stepOf(b); });
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        QCOMPARE(found->best.size(), std::min(search.top, tried.size()));
        bool offloaded = false;
        for (std::size_t i = 0; i < found->best.size(); ++i) {
            QVERIFY(near(found->best[i].stepSeconds, stepOf(tried[i])));
            offloaded = offloaded || found->best[i].plan.residency != core::Residency{};
        }
        QVERIFY(offloaded);
        const PlanTally& tally = found->tally;
        QCOMPARE(tally.considered, tally.prunedInAll() + tally.evaluated);
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

    /// No bound is known for a list of layers: every plan is evaluated, and no other.
    void listsOfLayersAreSearchedByTryingEveryPlan()
    {
        PlanSearch search;
        search.model = model("vit-base-16");
        search.machines = {{hardware("dgx-a100-80g"), {8}}};
        search.space.variants = {planOf(search.model, {})};
        search.space.globalBatch = {64, 64};
        search.space.recomputes = core::usualRecomputes(search.model, false);
        const auto found = searchTransformer(search);
        QVERIFY(found.ok() && !found->best.empty());
        const Evaluator evaluator(search.model, search.machines[0].hardware);
        const std::int64_t layers = layersOf(search.model);
        std::int64_t plans = 0;
        double least = 1e9;
        core::Plan plan = search.space.variants[0];
        const auto tryShardings = [&](std::int64_t p, std::int64_t r) {
            std::vector<core::Sharding> shardings{{1, 1, 1}};
            if (r > 1)
                shardings.push_back({1, 1, r});
            if (r > 1 && p == 1) // Megatron-FSDP
                shardings.push_back({r, r, r});
            for (const core::Sharding& one : shardings) {
                plan.sharding = one;
                const auto evaluation = evaluator.evaluate(plan, Detail::Bound);
                QVERIFY(evaluation.ok());
                ++plans;
                if (evaluation->verdict.feasible())
                    least = std::min(least, evaluation->step.at(core::StepPart::Total).seconds.value());
            }
        };
        for (std::int64_t p = 1; p <= 8; p *= 2) {
            const std::int64_t r = 8 / p;
            for (std::int64_t micro = 1; micro <= 64 / r; micro *= 2) {
                const std::int64_t m = 64 / r / micro;
                for (const core::Recompute recompute : search.space.recomputes) {
                    for (std::int64_t v = 1; v <= layers / p; ++v) {
                        if (v > 1 && (p == 1 || layers % (p * v) != 0 || m % p != 0))
                            continue;
                        plan.axes = {1, p, r, 1, 1, 0, v, false, 1};
                        plan.batch.microBatch = micro;
                        plan.batch.microBatches = m;
                        plan.batch.globalBatch = 64;
                        plan.recompute = recompute;
                        plan.schedule =
                            v > 1 ? core::Schedule::Interleaved : core::Schedule::OneForwardOneBackward;
                        tryShardings(p, r);
                    }
                }
            }
        }
        QCOMPARE(found->tally.evaluated, plans);
        QCOMPARE(found->best.front().stepSeconds, least);
    }

    /// Wherever it is met, a broken promise costs the plan its answer and the search nothing else: it is
    /// counted, and the first is named. \c once: in the middle of a node.
    void brokenPromisesAreCountedAndNamed_data()
    {
        QTest::addColumn<bool>("once");
        QTest::newRow("wherever a plan has two stages") << false;
        QTest::newRow("at the hundredth plan of all") << true;
    }
    void brokenPromisesAreCountedAndNamed()
    {
        QFETCH(bool, once);
        const core::ThreadCount one(1);
        PlanSearch search = small("megatron-3.6b", "dgx-a100-80g", 8, 16);
        const auto whole = searchTransformer(search);
        QVERIFY(whole.ok() && !whole->tally.broken);
        const auto calls = std::make_shared<int>(0);
        search.pessimism.factor = [once, calls](const core::HardwareSpec&, const core::Plan& plan) {
            SHARDSCOPE_CHECK(once ? ++*calls != 100 : plan.axes.pipeline != 2);
            return 1.0;
        };
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        const PlanTally& tally = found->tally;
        QVERIFY(tally.pruned.at("broken") > 0);
        QVERIFY(tally.broken && tally.broken->code == core::ErrorCode::BrokenPromise);
        QVERIFY(tally.broken->args.at(1).find("megatron-3.6b") != std::string::npos);
        QCOMPARE(tally.considered, tally.prunedInAll() + tally.evaluated);
        QCOMPARE(found->best.size(), search.top);
        for (const PlanHit& hit : once ? std::vector<PlanHit>{} : whole->best) {
            const bool there = std::ranges::any_of(
                found->best, [&](const PlanHit& other) { return other.plan == hit.plan; });
            QCOMPARE(there, hit.plan.axes.pipeline != 2);
        }
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
