// SPDX-License-Identifier: GPL-3.0-or-later
// The search against an exhaustive walk by hand, its rules, and a PERSIA plan in the common terms.
#include "core/plan/recommender_batch.h"
#include "planner/planner.h"
#include "planner/recommender/persia/persia_plan.h"
#include "planner/recommender/search/recommender_search.h"
#include "planner/recommender/zionex/zionex_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

} // namespace

class TstRecommenderSearch : public QObject {
    Q_OBJECT
private slots:
    void findsWhatATraceFinds()
    {
        const core::ModelSpec dlrm = model("dlrm-criteo-1tb");
        const core::HardwareSpec machine = hardware("zionex");
        RecommenderSpace space = recommenderSpace(machine, planOf(dlrm, {{"micro-batch", "512"}}), {});
        space.devices = {8, 16};
        space.forward = {core::Dtype::Fp32, core::Dtype::Fp16};
        space.backward = {core::Dtype::Fp16};
        space.top = 3;
        const auto found = searchRecommender(dlrm, machine, space);
        QVERIFY(found.ok());
        QCOMPARE(found->best.size(), std::size_t{3});
        // The best by hand: every plan through the facade.
        double best = 1e300;
        std::int64_t traced = 0;
        for (const std::int64_t devices : space.devices) {
            for (const core::Dtype forward : space.forward) {
                for (const core::Dtype backward : space.backward) {
                    for (const core::Dtype allReduce : space.allReduce) {
                        for (const core::Dtype compute : space.compute) {
                            core::Plan plan = space.base;
                            plan.axes.replica = devices;
                            plan.batch.globalBatch = 512 * devices;
                            plan.wire = {{"all_to_all_forward", forward},
                                         {"all_to_all_backward", backward},
                                         {"all_reduce", allReduce}};
                            plan.precision.compute = compute;
                            const auto evaluated = evaluate(dlrm, machine, plan, Detail::Plain);
                            QVERIFY(evaluated.ok());
                            ++traced;
                            if (evaluated->verdict.feasible())
                                best = std::min(best, 1 / evaluated->throughput.samplesPerSecond);
                        }
                    }
                }
            }
        }
        QCOMPARE(found->tally.considered, traced);
        QVERIFY(std::abs(found->best.front().objective / best - 1) < 1e-12);
        std::int64_t pruned = 0;
        for (const auto& [rule, count] : found->tally.pruned)
            pruned += count;
        QCOMPARE(found->tally.considered, pruned + found->tally.evaluated);
        // A hit is a plan that the facade answers alike.
        const SearchHit& hit = found->best.front();
        const auto again = evaluate(dlrm, machine, hit.plan, Detail::Plain);
        QCOMPARE(again->throughput.samplesPerSecond, hit.samplesPerSecond);
        for (std::size_t i = 1; i < found->best.size(); ++i)
            QVERIFY(found->best[i - 1].objective <= found->best[i].objective);
    }

    void theBoundLosesNothing()
    {
        // The front needs every candidate; the best of both traces agree.
        const core::ModelSpec dlrm = model("dlrm-v2-mlperf");
        const core::HardwareSpec machine = hardware("dgx-a100-80g");
        RecommenderSpace space = recommenderSpace(machine, planOf(dlrm, {{"micro-batch", "2048"}}), {});
        space.devices = {8, 64};
        space.forward = {core::Dtype::Fp32, core::Dtype::Int8};
        space.backward = {core::Dtype::Fp16};
        space.top = 1;
        const auto pruned = searchRecommender(dlrm, machine, space);
        space.pareto = true;
        const auto whole = searchRecommender(dlrm, machine, space);
        QVERIFY(pruned.ok() && whole.ok());
        QCOMPARE(whole->tally.evaluated, whole->tally.considered);
        QCOMPARE(pruned->best.front().objective, whole->best.front().objective);
        QVERIFY(!whole->pareto.empty());
        for (const SearchHit& hit : whole->pareto) {
            for (const SearchHit& other : whole->pareto) {
                const bool better = other.samplesPerSecond > hit.samplesPerSecond && other.peak < hit.peak &&
                                    other.devices < hit.devices;
                QVERIFY(!better);
            }
        }
    }

    void rulesAreCounted()
    {
        const core::ModelSpec huge = model("zionex-12t");
        const core::HardwareSpec machine = hardware("zionex");
        RecommenderSpace space = recommenderSpace(machine, planOf(huge, {{"global-batch", "65536"}}), {});
        space.devices = {8, 12, 48, 256};
        space.keepGlobalBatch = true;
        const auto found = searchRecommender(huge, machine, space);
        QVERIFY(found.ok());
        QVERIFY(found->tally.pruned.at("nodes") > 0);  // 12 are one and a half nodes
        QVERIFY(found->tally.pruned.at("memory") > 0); // 8 hold no 24 TB
        QVERIFY(found->tally.pruned.at("batch") > 0);  // 65,536 over 48
        QVERIFY(found->best.front().fits);
        QCOMPARE(found->best.front().devices, std::int64_t{256});
        space.objective = SearchObjective::Cost;
        const core::Error priceless = searchRecommender(huge, machine, space).error(); // none in the file
        QCOMPARE(static_cast<int>(priceless.code), static_cast<int>(core::ErrorCode::NotSupported));
        QVERIFY(priceless.args.at(1).find("price") != std::string::npos);
        QVERIFY(!searchRecommender(model("gpt2"), machine, space).ok());
    }

    /// The batch is searched: as large as published trainings had it, never larger, and every device counted.
    void theBatchIsSearchedAndDevicesAreCounted()
    {
        const core::HardwareSpec machine = hardware("zionex");
        for (const char* name : {"dlrm-criteo-1tb", "zionex-95b"}) {
            const core::ModelSpec spec = model(name);
            RecommenderSpace space = recommenderSpace(machine, planOf(spec, {}), {});
            space.devices = {8, 16, 64, 1024};
            space.forward = space.backward = space.allReduce = {core::Dtype::Fp16};
            space.searchedBatch = core::kPublishedBatch;
            space.objective = SearchObjective::Devices;
            const auto found = searchRecommender(spec, machine, space);
            QVERIFY(found.ok() && found->best.front().fits);
            double least = 1e300;
            for (const SearchHit& hit : found->best)
                least = hit.fits ? std::min(least, hit.objective) : least;
            // Within a tenth of the best the fewest devices come first.
            for (const SearchHit& hit : found->best)
                QVERIFY(!hit.fits || hit.objective > 1.1 * least ||
                        hit.devices >= found->best.front().devices);
            for (const SearchHit& hit : found->best) {
                QVERIFY(hit.plan.batch.globalBatch <= core::kPublishedBatch);
                QVERIFY(hit.plan.batch.globalBatch * 2 > core::kPublishedBatch || !hit.fits);
                const double spent = static_cast<double>(hit.devices) / hit.samplesPerSecond;
                QVERIFY(std::abs(hit.objective / spent - 1) < 1e-9);
                const auto again = evaluate(spec, machine, hit.plan, Detail::Plain);
                QVERIFY(again.ok());
                QCOMPARE(again->throughput.samplesPerSecond, hit.samplesPerSecond);
            }
        }
    }

    /// A recommender whose batch nobody says takes the published one, whichever way it is asked about.
    void aBatchThatNobodySaysIsThePublishedOne()
    {
        for (const char* name : {"zionex-12t", "dlrm-v2-mlperf", "persia-criteo"}) {
            const core::ModelSpec spec = model(name);
            for (const std::int64_t devices : {1, 8, 24, 128, 512, 100'000}) {
                const std::string replica = std::to_string(devices);
                const core::Batch bare = planOf(spec, {{"replica", replica}}).batch;
                QCOMPARE(bare.microBatch, core::deviceBatch(devices));
                QCOMPARE(bare.microBatches, std::int64_t{1});
                QCOMPARE(bare.globalBatch, bare.microBatch * devices);
                QVERIFY(std::has_single_bit(static_cast<std::uint64_t>(bare.microBatch)));
                QVERIFY(bare.microBatch == 1 || bare.globalBatch <= core::kPublishedBatch);
                QVERIFY(2 * bare.globalBatch > core::kPublishedBatch);
                const core::Batch twice = planOf(spec, {{"replica", replica}, {"micro-batches", "2"}}).batch;
                QCOMPARE(twice.microBatch, std::max<std::int64_t>(1, bare.microBatch / 2));
                const core::Batch said = planOf(spec, {{"replica", replica}, {"micro-batch", "3"}}).batch;
                QCOMPARE(said.globalBatch, 3 * devices);
            }
        }
        QCOMPARE(planOf(model("gpt2"), {{"replica", "8"}}).batch.microBatch, std::int64_t{1});
        // A search begins with the same.
        const core::ModelSpec spec = model("dlrm-v2-mlperf");
        const core::HardwareSpec machine = hardware("zionex");
        RecommenderSpace space = recommenderSpace(machine, planOf(spec, {}), 64);
        space.searchedBatch = core::kPublishedBatch;
        space.forward = space.backward = space.allReduce = {core::Dtype::Fp16};
        const auto found = searchRecommender(spec, machine, space);
        QVERIFY(found.ok() && found->best.front().fits);
        QCOMPARE(found->best.front().plan.batch.microBatch,
                 planOf(spec, {{"replica", "64"}}).batch.microBatch);
    }

    void persiaPlansAddUp()
    {
        const core::ModelSpec taobao = model("persia-taobao");
        const core::HardwareSpec v100 = hardware("dgx-1-v100-16g");
        const RoleCluster machines = cluster("persia-v100");
        const auto settings = persiaSettings(v100, core::Dtype::Fp32);
        QVERIFY(settings.ok());
        QVERIFY(std::abs(settings->devicePeak.value() / 15.7e12 - 1) < 0.01);
        for (const auto& [dense, embedding, mode] :
             {std::tuple{"synchronous", "synchronous", PersiaMode::FullSync},
              std::tuple{"synchronous", "asynchronous", PersiaMode::Persia},
              std::tuple{"asynchronous", "asynchronous", PersiaMode::FullAsync}}) {
            const core::Plan plan = planOf(taobao, {{"replica", "16"},
                                                    {"micro-batch", "1024"},
                                                    {"precision-weights", "fp32"},
                                                    {"dense", dense},
                                                    {"embedding", embedding}});
            const auto made = evaluatePersia(taobao, machines, v100, plan, *settings, true);
            QVERIFY(made.ok());
            PersiaSettings asked = *settings;
            asked.batch = 1024;
            const auto rate = persiaRate(*taobao.recommender(), *withAccelerators(machines, 16), mode, asked);
            QCOMPARE(made->throughput.samplesPerSecond, rate->samplesPerSecond);
            double parts = 0;
            for (const auto& [part, time] : made->step) {
                if (part != core::StepPart::Total)
                    parts += time.seconds.value();
                QVERIFY(time.why && std::abs(time.why->value - time.seconds.value()) < 1e-12);
            }
            const double total = made->step.at(core::StepPart::Total).seconds.value();
            QVERIFY2(std::abs(parts / total - 1) < 1e-9, nameOf(mode).data());
            QVERIFY(std::abs(total * rate->samplesPerSecond / (16 * 1024) - 1) < 1e-12);
            QVERIFY(made->verdict.feasible());
        }
        // Dense asynchronous with synchronous embeddings is no mode of PERSIA's.
        const auto refused =
            evaluatePersia(taobao, machines, v100,
                           planOf(taobao, {{"replica", "8"}, {"dense", "asynchronous"}}), *settings, false);
        QCOMPARE(refused.error().place.jsonPointer, std::string("/consistency/dense"));
        QVERIFY(!withAccelerators(machines, 12).ok()); // one and a half machines
    }

    /// 100 T parameters are more than the parameter servers hold: rows that find no room are evicted, as
    /// PERSIA does (arXiv:2111.05897, section 4.2.2), and the plan says so.
    void hundredTrillionFitsByEviction()
    {
        const core::ModelSpec huge = model("persia-100t");
        const core::HardwareSpec a100 = hardware("dgx-a100-40g");
        const auto settings = persiaSettings(a100, core::Dtype::Tf32);
        const auto made = evaluatePersia(
            huge, cluster("persia-gcp-100t"), a100,
            planOf(huge, {{"replica", "64"}, {"micro-batch", "4096"}, {"embedding", "asynchronous"}}),
            *settings, true);
        QVERIFY(made.ok());
        QVERIFY(made->verdict.feasible());
        QVERIFY(made->figures.at("resident_bytes") < made->figures.at("addressable_bytes"));
        QVERIFY(made->figures.at("staleness") > 0);
    }

    void kneesAreFound()
    {
        const auto curve = [](std::initializer_list<std::pair<int, double>> values) {
            std::vector<ScalingPoint> points;
            for (const auto& [devices, rate] : values)
                points.push_back({devices, rate, 1, "", 0});
            return points;
        };
        QVERIFY(!kneeOf(curve({{1, 1}, {2, 2}})));
        QVERIFY(!kneeOf(curve({{1, 1}, {2, 2}, {4, 4}, {8, 8}}))); // straight
        QCOMPARE(kneeOf(curve({{1, 1}, {2, 2}, {4, 4}, {8, 4.2}, {16, 4.3}})).value(), std::size_t{2});
        QCOMPARE(kneeOf(curve({{8, 10}, {16, 19}, {32, 15}, {64, 12}})).value(),
                 std::size_t{1}); // falls again
    }
};

SHARDSCOPE_TEST(TstRecommenderSearch)
#include "tst_recommender_search.moc"
