// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of a recommender's study say of links, sizes and staleness, against figures counted by
// hand.
#include "app/session/plan/commands.h"
#include "app/session/published/persia_peers.h"
#include "app/session/recommender/node_traffic.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/recommender/size_ladder.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;

namespace {

app::Study studyOf(const std::string& model, const std::string& devices, const std::string& wire = {})
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    std::vector<std::pair<std::string, std::string>> settings{{"replica", devices}, {"micro-batch", "512"}};
    if (!wire.empty())
        settings.push_back({"wire", wire});
    auto plan = app::evaluatePlan(catalog, {model, "zionex", {}, settings}, planner::Detail::Plain);
    app::RecommenderChoices choices;
    choices.cluster = "persia-gcp-100t";
    auto request = app::studyRequest(catalog, plan->model, plan->hardware, plan->evaluation.plan, choices);
    return app::studyRecommender(*request).value();
}

app::NodeTraffic of(const std::vector<app::NodeTraffic>& all, std::string_view machine, std::string_view part)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const app::NodeTraffic& one) {
        return one.machine == machine && one.part == part;
    });
    return found == all.end() ? app::NodeTraffic{} : *found;
}

bool near(double a, double b) { return std::abs(a / b - 1) < 1e-9; }

} // namespace

class TstRecommenderPictures : public QObject {
    Q_OBJECT
private slots:
    void aGpusCardCarriesWhatLeavesTheNode()
    {
        // 16 nodes of 8: of an all-to-all 120 of 128 parts leave the node; a card takes an eighth of the
        // ring.
        const app::Study study =
            studyOf("zionex-845b", "128", "all_to_all_forward=fp16,all_to_all_backward=fp32");
        const core::Recommender& model = study.model();
        const double exchanged = 512 * (model.lookupsPerSample() * 8 + model.pooledWidth() * (2 + 4));
        const double width = core::widthOf(study.request.plan.precision.weights).value();
        const double dense = model.denseParameters() * width;
        const double seconds = study.step.seconds.value();
        const auto traffic = app::nodeTraffic(study);
        const app::NodeTraffic card = of(traffic, "zionex", "gpu_network");
        QVERIFY(near(card.flow.value(), (exchanged * 120 / 128 + dense * 2 * 15 / 16 / 8) / seconds));
        QVERIFY(near(card.link.value(), 25e9)); // 200 Gbit/s
        QVERIFY(near(card.share, card.flow.value() / 25e9));
        const app::NodeTraffic inside = of(traffic, "zionex", "node_link");
        QVERIFY(near(inside.flow.value(), (exchanged * 7 / 128 + dense * 2 * 7 / 8) / seconds));
        // The hosts' network: eight devices' batches and checkpoints over four cards of 100 Gbit/s.
        const app::NodeTraffic hosts = of(traffic, "zionex", "front_end");
        QVERIFY(near(hosts.link.value(), 50e9));
        QVERIFY(near(hosts.flow.value(), 8 * (study.frontEnd.batches + study.frontEnd.writes).value()));
    }

    void zionsCardsAreEightAndItsTightestPartIsFull()
    {
        const auto traffic = app::nodeTraffic(studyOf("zionex-845b", "128"));
        QVERIFY(near(of(traffic, "zion", "trainer_network").link.value(), 8 * 12.5e9));
        double most = 0;
        for (const app::NodeTraffic& one : traffic)
            most = one.machine == "zion" ? std::max(most, one.share) : most;
        QVERIFY(near(most, 1));
        QVERIFY(of(traffic, "zion", "gpu_network").machine.empty()); // its GPUs have no cards
    }

    void oneNodeSendsNothingOut()
    {
        const auto traffic = app::nodeTraffic(studyOf("dlrm-v2-mlperf", "8"));
        QVERIFY(of(traffic, "zionex", "gpu_network").machine.empty());
        QVERIFY(of(traffic, "zionex", "node_link").flow.value() > 0);
    }

    void stalenessGrowsWithTheWorkers()
    {
        // The bound with both exponents 1: the added part is τ·α/T over σ/√T + 1/T.
        const app::Study study = studyOf("zionex-845b", "128");
        const auto points = app::qualityCurve(study.operations);
        QCOMPARE(points.size(), study.operations.growth.size());
        const double alpha = study.operations.ids.frequent.alpha;
        const double synchronous = 1 / std::sqrt(1e6) + 1e-6;
        for (const app::QualityPoint& one : points) {
            const auto workers = static_cast<double>(one.accelerators);
            QVERIFY(near(one.byWorkers, workers * alpha / 1e6 / synchronous));
            QVERIFY(near(one.byBatches, 10 * one.byWorkers)); // embedding_staleness: 10
            QVERIFY(near(one.asynchronous * alpha, one.byBatches));
            QVERIFY(!one.gap && !one.async); // nothing was published of this model
        }
        QCOMPARE(points.back().accelerators, 2048 * points.front().accelerators);
    }

    /// A published AUC stands at the size of its experiment and nowhere else.
    void qualityIsNotKnownWhereNothingWasPublished()
    {
        const std::map<std::string, double> async{
            {"persia-criteo", 0.007}, {"persia-avazu", 0.011}, {"persia-taobao", 0.003}};
        for (const auto& [model, gap] : async) {
            int known = 0;
            for (const app::QualityPoint& one : app::qualityCurve(studyOf(model, "8").operations)) {
                QCOMPARE(one.gap.has_value(), one.accelerators == 8);
                known += one.async ? 1 : 0;
                if (one.async)
                    QVERIFY(std::abs(*one.async - gap) < 1e-9 && *one.gap < *one.async);
            }
            QCOMPARE(known, 1);
        }
        for (const app::QualityPoint& one : app::qualityCurve(studyOf("persia-kwai", "8").operations))
            QVERIFY(!one.gap); // on how many GPUs is not stated
    }

    /// The bound falls with the steps, is never below synchronous training's nor above full asynchrony's.
    void theBoundFallsWithTheSteps()
    {
        for (const char* model : {"persia-criteo", "persia-kwai", "zionex-845b"}) {
            double before = 1e300;
            for (const app::ConvergencePoint& one : app::convergenceCurve(studyOf(model, "128").operations)) {
                QVERIFY(one.hybrid < before && one.hybrid >= one.synchronous &&
                        one.hybrid <= one.asynchronous);
                before = one.hybrid;
            }
        }
    }

    void theLadderHoldsTheModelOnce()
    {
        const auto steps = app::sizeLadder(studyOf("zionex-845b", "128"));
        QVERIFY(std::is_sorted(steps.begin(), steps.end(),
                               [](const auto& a, const auto& b) { return a.parameters < b.parameters; }));
        QCOMPARE(std::count_if(steps.begin(), steps.end(),
                               [](const auto& one) { return std::abs(one.parameters / 845e9 - 1) < 0.01; }),
                 1);
        QCOMPARE(
            std::count_if(steps.begin(), steps.end(), [](const auto& one) { return one.source.empty(); }), 1);
        QCOMPARE(steps.size(), std::size_t{7});
        QCOMPARE(app::sizeLadder(studyOf("dlrm-v2-mlperf", "8")).size(),
                 std::size_t{8}); // of no published size
    }

    void peersAreThoseThatWerePublished()
    {
        const auto taobao = app::persiaPeers("persia-taobao");
        QCOMPARE(taobao.size(), std::size_t{4});
        QVERIFY(near(taobao[2].times(), 7.12) && near(taobao[3].times(), 8.4));   // "over 8 times"
        QVERIFY(near(app::persiaPeers("persia-criteo")[0].times(), 27.2 / 12.5)); // "twice"
        QVERIFY(app::persiaPeers("dlrm-v2-mlperf").empty());
    }
};

SHARDSCOPE_TEST(TstRecommenderPictures)
#include "tst_recommender_pictures.moc"
