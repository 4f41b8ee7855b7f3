// SPDX-License-Identifier: GPL-3.0-or-later
// Samples packed into one sequence: attention stays within each, all else is as before.
#include "core/plan/plan_file.h"
#include "planner/formula/packing.h"
#include "planner/planner.h"
#include "planner/step/throughput.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace shardscope;
using shardscope::tests::near;

namespace {

core::Plan packed(const core::ModelSpec& model, const char* length, const char* sequence = "8192")
{
    return tests::planOf(
        model,
        {{"tensor", "4"}, {"sequence-length", sequence}, {"packed-length", length}, {"micro-batches", "2"}});
}

core::Evaluation of(const core::ModelSpec& model, const core::Plan& plan)
{
    auto evaluation = planner::evaluate(model, tests::hardware("dgx-h100"), plan);
    if (!evaluation.ok())
        qFatal("the plan is refused");
    return *evaluation;
}

double secondsOf(const core::Evaluation& evaluation)
{
    return evaluation.step.at(core::StepPart::Total).seconds.value();
}

} // namespace

class TstPacking : public QObject {
    Q_OBJECT
private slots:
    /// Four samples of 2,048 have a quarter of one's pairs: 4 * h of 80 layers' queries and keys, three
    /// times.
    void attentionIsCountedWithinSamples()
    {
        const core::ModelSpec model = tests::model("llama-2-70b");
        const core::Transformer& shape = *model.transformer();
        const core::Batch whole = packed(model, "0").batch;
        const core::Batch four = packed(model, "2048").batch;
        const double pairs = 8192.0 * 8192.0;
        const double cores = 3 * 80 * 4 * 8192.0 * pairs;
        QVERIFY(near(planner::modelFlopsPerSample(shape, whole) - planner::modelFlopsPerSample(shape, four),
                     cores * 3 / 4, 1e-9));
        QCOMPARE(planner::attendedShare(shape, four), 0.25);
        QCOMPARE(planner::attendedShare(shape, whole), 1.0);
    }

    /// Samples as long as the sequence give the same plan. Attention of four is close to that of four
    /// sequences of a quarter, and memory stays as it is.
    void whatIsPackedTakesAsLongAsApart()
    {
        const core::ModelSpec model = tests::model("llama-2-70b");
        const core::Evaluation whole = of(model, packed(model, "0"));
        const core::Evaluation full = of(model, packed(model, "8192"));
        const core::Evaluation four = of(model, packed(model, "2048"));
        QVERIFY(near(secondsOf(full), secondsOf(whole), 1e-9));
        QVERIFY(secondsOf(four) < 0.97 * secondsOf(whole));
        core::Plan apart = packed(model, "0", "2048");
        apart.batch.microBatch = 4;
        apart.batch.globalBatch *= 4;
        QVERIFY(near(secondsOf(four), secondsOf(of(model, apart)), 0.01));
        const auto peak = [](const core::Evaluation& evaluation) {
            return evaluation.memory.fullestUse(core::Tier::Device)->peak.value();
        };
        QCOMPARE(peak(four), peak(whole));
    }

    /// A window narrower than a sample cuts its pairs too; one that is wider cuts none.
    void windowsCutWithinSamples()
    {
        core::Transformer shape = *tests::model("gpt-oss-20b").transformer();
        core::Batch batch;
        batch.sequenceLength = 4096;
        batch.packedLength = shape.local.window / 2;
        QCOMPARE(planner::attendedShare(shape, batch), planner::withinSamples(batch));
        batch.packedLength = 4 * shape.local.window;
        const double local = static_cast<double>(shape.local.layers) / static_cast<double>(shape.layers);
        const double seen = 2 * 0.25 - 0.25 * 0.25;
        QVERIFY(near(planner::attendedShare(shape, batch),
                     planner::withinSamples(batch) * (1 - local * (1 - seen)), 1e-12));
    }

    /// No calibration has seen packed samples: the answer says so.
    void theAnswerSaysThatNoCalibrationSawThem()
    {
        const core::ModelSpec model = tests::model("llama-3.1-70b");
        const auto outside = [&](const char* length) {
            core::Plan plan = packed(model, length);
            plan.precision.compute = core::Dtype::Fp8; // of runs in eight bits there is one
            const core::Evaluation evaluation = of(model, plan);
            return std::ranges::any_of(evaluation.unverified, [](const std::string& text) {
                return text.find("packed_length 512 (0)") != std::string::npos;
            });
        };
        QVERIFY(!outside("0"));
        QVERIFY(outside("512"));
    }

    void whatCannotBePackedIsRefused()
    {
        const core::ModelSpec model = tests::model("llama-2-70b");
        const auto refused = [&](core::Plan plan) {
            const auto evaluation = planner::evaluate(model, tests::hardware("dgx-h100"), plan);
            return !evaluation.ok() && evaluation.error().place.jsonPointer == "/batch/packed_length";
        };
        core::Plan plan = packed(model, "2048");
        plan.attention = core::Attention::Eager;
        QVERIFY(refused(plan));
        plan = packed(model, "2048");
        plan.batch.packedLength = 8193;
        QVERIFY(refused(plan));
    }
};

SHARDSCOPE_TEST(TstPacking)
#include "tst_packing.moc"
