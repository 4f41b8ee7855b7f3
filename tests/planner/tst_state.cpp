// SPDX-License-Identifier: GPL-3.0-or-later
// Stages, and the state a rank of each holds: splits, shards and padding to whole shards.
#include "planner/formula/state.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <limits>
#include <numeric>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

StateElements<N> elementsOf(const ModelSpec& model, const Plan& plan, std::size_t stage)
{
    const Inventory inventory = inventoryOf(model);
    return stageState<N>(modelState<N>(inventory, plan), inventory,
                         stagesOf(plan, model.transformer()->layers)[stage]);
}

} // namespace

class TstState : public QObject {
    Q_OBJECT
private slots:
    void stagesCoverTheLayersOnce()
    {
        for (std::int64_t layers = 1; layers <= 40; ++layers) {
            for (std::int64_t p = 1; p <= layers; ++p) {
                Plan plan;
                plan.axes.pipeline = p;
                const auto stages = stagesOf(plan, layers);
                std::int64_t next = 0;
                for (const Stage& stage : stages) {
                    QCOMPARE(stage.firstLayer, next);
                    QVERIFY(stage.layers >= layers / p && stage.layers <= (layers + p - 1) / p);
                    next += stage.layers;
                }
                QCOMPARE(next, layers);
                QVERIFY(stages.front().first && stages.back().last);
            }
        }
        Plan uneven;
        uneven.axes.pipeline = 4;
        uneven.layersPerStage = {3, 7, 7, 7};
        QCOMPARE(stagesOf(uneven, 24)[1].firstLayer, std::int64_t(3));
    }

    void inventoryAddsUpToTheModel()
    {
        for (const ModelSpec& model : {gpt3Model(), smallModel()}) {
            QCOMPARE(elementsOf(model, Plan{}, 0).used.value(), parameterCount(model));
            QCOMPARE(inventoryOf(model).parameters, parameterCount(model));
        }
    }

    void tiedEmbeddingIsOnBothEnds()
    {
        const ModelSpec model = gpt3Model();
        Plan plan;
        plan.axes.pipeline = 8;
        double all = 0;
        for (std::size_t stage = 0; stage < 8; ++stage)
            all += elementsOf(model, plan, stage).used.value();
        QCOMPARE(all, parameterCount(model) + 50257.0 * 12288.0);
    }

    void tensorSplitDividesMatricesAndKeepsNorms()
    {
        const ModelSpec model = smallModel(); // h 64, f 256, V 1000, s 128, 4 layers
        Plan plan;
        plan.axes.tensor = 4;
        const double h = 64, f = 256;
        const double layer = (3 * h * h + 3 * h + h * h + 2 * h * f + f) / 4 + 6 * h;
        const double ends = (1000.0 + 128.0) * h / 4 + 2 * h;
        QCOMPARE(elementsOf(model, plan, 0).used.value(), 4 * layer + ends);
    }

    void vocabularyIsCutInWholeRows()
    {
        ModelSpec model = smallModel();
        std::get<Transformer>(model.form).vocabulary = 1001;
        Plan plan;
        plan.axes.tensor = 4;
        ModelSpec even = smallModel();
        std::get<Transformer>(even.form).vocabulary = 1004;
        QCOMPARE(elementsOf(model, plan, 0).used.value(), elementsOf(even, plan, 0).used.value());
    }

    void shardsArePaddedToWholeElements()
    {
        const ModelSpec model = smallModel();
        Plan plan;
        plan.axes.replica = 7;
        plan.sharding = {7, 1, 7};
        const StateElements<N> elements = elementsOf(model, plan, 0);
        const double all = parameterCount(model);
        QCOMPARE(elements.gradients.value(), all);
        QVERIFY(elements.weights.value() * 7 >= all);
        QVERIFY(elements.weights.value() * 7 < all + 7 * 100); // fewer than one shard's count a tensor
        QCOMPARE(elements.weights.value(), elements.optimizer.value());
        QCOMPARE(elements.weights.value(), std::floor(elements.weights.value()));
    }

    void shardingMoreNeverHoldsMore()
    {
        const ModelSpec model = gpt3Model();
        Plan plan;
        plan.axes.tensor = 8;
        plan.axes.pipeline = 8;
        plan.axes.replica = 64;
        double before = std::numeric_limits<double>::infinity();
        for (std::int64_t degree = 1; degree <= 64; degree *= 2) {
            plan.sharding.weights = degree;
            const double now = elementsOf(model, plan, 3).weights.value();
            QVERIFY(now < before);
            QVERIFY(now >= elementsOf(model, Plan{}, 0).used.value() /
                               (96 * 8.0 * static_cast<double>(degree)) * 11);
            before = now;
        }
    }

    void bareCountsDivideEvenly()
    {
        Plan plan;
        plan.axes.tensor = 2;
        plan.axes.pipeline = 3;
        plan.axes.replica = 4;
        plan.sharding = {4, 2, 4};
        const StateElements<N> elements = bareState<N>(1e9 + 1, plan);
        QCOMPARE(elements.used.value(), std::ceil((1e9 + 1) / 6));
        QCOMPARE(elements.weights.value(), std::ceil(elements.used.value() / 4));
        QCOMPARE(elements.gradients.value(), std::ceil(elements.used.value() / 2));
    }

    void bytesFollowPrecisionAndOptimizer()
    {
        Plan plan;
        plan.precision.master = Dtype::Fp32;
        const StateElements<N> hundred{Number{100}, Number{100}, Number{100}, Number{100},
                                       Number{0},   Number{100}, Number{0}};
        const StateBytes<N> adam = stateBytes<N>(hundred, plan);
        // 2 + 2 + 12 bytes a parameter: arXiv:1910.02054, section 3.1.
        QCOMPARE(adam.weights.value() + adam.gradients.value(), 400.0);
        QCOMPARE(adam.optimizer.value() + adam.master.value(), 1200.0);
        plan.optimizer = OptimizerKind::Sgd;
        plan.precision.master.reset();
        const StateBytes<N> sgd = stateBytes<N>(hundred, plan);
        QCOMPARE(sgd.optimizer.value() + sgd.master.value(), 0.0);
        plan.optimizer = OptimizerKind::Momentum;
        QCOMPARE(stateBytes<N>(hundred, plan).optimizer.value(), 400.0);
    }
};

SHARDSCOPE_TEST(TstState)
#include "tst_state.moc"
