// SPDX-License-Identifier: GPL-3.0-or-later
// Recompute by operations (torchtitan's activation_checkpoint "selective" by "op"): what runs again and what
// is kept of a Llama's layer, counted by hand from distributed/activation_checkpoint.py.
#include "core/plan/plan_names.h"
#include "planner/compute/operators.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/rules/rules.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <map>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

constexpr double kTokens = 2 * 8192;
constexpr double kHidden = 4096;
constexpr double kKeys = 1024;
constexpr double kFeedForward = 14336;
constexpr double kLayers = 32;

Plan titan(const std::string& recompute, const std::string& kernels = "fused")
{
    return planOf(shardscope::tests::model("llama-3.1-8b"), {{"framework", "torchtitan"},
                                                             {"replica", "8"},
                                                             {"zero-stage", "3"},
                                                             {"micro-batch", "2"},
                                                             {"micro-batches", "1"},
                                                             {"sequence-length", "8192"},
                                                             {"kernels", kernels},
                                                             {"recompute", recompute}});
}

Evaluation evaluated(const Plan& plan)
{
    const auto found = evaluate(shardscope::tests::model("llama-3.1-8b"),
                                shardscope::tests::hardware("dgx-h100"), plan, Detail::Bound);
    if (!found.ok())
        qFatal("not evaluated");
    return *found;
}

} // namespace

class TstRecomputeOperations : public QObject {
    Q_OBJECT
private slots:
    /// Of wq, wk, wv, wo, w1, w3 and w2 the second, fourth and sixth run again; attention does not.
    void everySecondProductRunsAgain()
    {
        const ModelSpec model = shardscope::tests::model("llama-3.1-8b");
        const Rows rows =
            rowsOf(Segment::layer(kDenseLayer), *model.transformer(), titan("operations")).again;
        std::map<Extent, int> products;
        for (const Row& row : rows) {
            QVERIFY(row.kernel != KernelClass::AttentionForward);
            if (row.kernel == KernelClass::Product)
                ++products[row.b];
        }
        QCOMPARE(products.size(), std::size_t{3});
        QCOMPARE(products[Extent::KeyValue], 1);
        QCOMPARE(products[Extent::Hidden], 1);
        QCOMPARE(products[Extent::FeedForward], 1);
    }

    /// Compiled: a layer's input, queries, values, attention's output with 4 B a head, the first product of
    /// the feed-forward. Operation by operation the last product's output, too, whom nothing reads.
    void whatIsKeptIsCounted()
    {
        const double compiled = kTokens * (2 * (kHidden + kHidden + kKeys + kHidden + kFeedForward) + 32 * 4);
        const double none = evaluated(titan("none")).figures.at("activation_bytes");
        const double kept = evaluated(titan("operations")).figures.at("activation_bytes");
        const double full = evaluated(titan("full")).figures.at("activation_bytes");
        const double ends = full - kLayers * kTokens * 2 * kHidden;
        QVERIFY2(near(kept - ends, kLayers * compiled, 1e-9), qPrintable(QString::number(kept - ends)));
        QVERIFY(full < kept && kept < none);
        const double more = (evaluated(titan("operations", "separate")).figures.at("activation_bytes") -
                             evaluated(titan("full", "separate")).figures.at("activation_bytes")) -
                            (kept - full);
        QVERIFY2(near(more, kLayers * kTokens * 2 * kHidden, 1e-9), qPrintable(QString::number(more)));
    }

    /// It takes less time than whole layers again and more than nothing; its products are counted.
    void timeLiesBetween()
    {
        const auto step = [](const char* recompute) {
            return evaluated(titan(recompute)).step.at(StepPart::Total).seconds.value();
        };
        QVERIFY(step("none") < step("operations") && step("operations") < step("full"));
        const auto executed = [](const char* recompute) {
            const Evaluation found = evaluated(titan(recompute));
            return found.throughput.hardwareFlopsPerSample;
        };
        const double layer = 2 * kHidden * (2 * kHidden + 2 * kKeys + 3 * kFeedForward);
        const double again = 2 * kHidden * (kHidden + kKeys + kFeedForward);
        const double whole = executed("full") - executed("none"); // attention's core with it
        const double part = executed("operations") - executed("none");
        const double core = 4 * kHidden * 8192; // of a token, the square in full
        QVERIFY2(near(part / whole, again / (layer + core), 0.01), qPrintable(QString::number(part / whole)));
    }

    /// Who has no such policy says so, and what stands nearest is what it has.
    void othersRefuseIt()
    {
        const HardwareSpec machine = shardscope::tests::hardware("dgx-h100");
        Plan plan = titan("operations");
        QVERIFY(canRun(plan, machine));
        for (const Framework one : {Framework::Megatron, Framework::DeepSpeed, Framework::MaxText}) {
            plan = planOf(shardscope::tests::model("llama-3.1-8b"),
                          {{"framework", std::string(nameOf(one))}, {"replica", "8"}});
            plan.recompute = Recompute::ByOperations;
            QVERIFY(!refusalsOf(plan, machine).empty());
            QVERIFY(runnableNear(plan, machine).recompute != Recompute::ByOperations);
        }
    }

    void wordsAreRead()
    {
        QCOMPARE(nameOf(Recompute::ByOperations), std::string("operations"));
        QVERIFY(fromName<Recompute>("operations") == Recompute::ByOperations);
        QVERIFY(!fromName<Recompute>("operations+mlp"));
    }
};

SHARDSCOPE_TEST(TstRecomputeOperations)
#include "tst_recompute_operations.moc"
