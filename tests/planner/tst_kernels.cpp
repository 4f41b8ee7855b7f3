// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel rows: what they count and how long they take, against arithmetic done by hand.
#include "planner/compute/compute.h"
#include "planner/compute/gemm.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <numeric>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;
using shardscope::tests::near;

namespace {

Plan basePlan()
{
    Plan plan;
    plan.batch.sequenceLength = 2048;
    return plan;
}

/// GPT-3's sizes on the sample machine: 100 TFLOP/s, 1 TB/s.
struct Bench {
    explicit Bench(Plan wanted = basePlan())
        : plan(std::move(wanted))
        , model(*gpt3Model().transformer())
        , hardware(sampleHardware())
        , coefficients(coefficientsOf(nullptr))
        , extents(extentsOf<N>(symbolsOf<N>(model, plan), model, plan))
        , clock(hardware, model, plan, coefficients, extents)
    {
        coefficients.values[static_cast<std::size_t>(Coefficient::KernelGap)] = 0;
    }
    Plan plan;
    Transformer model;
    HardwareSpec hardware;
    Coefficients coefficients;
    Extents<N> extents;
    DeviceClock<N> clock;
};

std::size_t countOf(const Rows& rows, KernelClass kernel)
{
    std::size_t count = 0;
    for (const Row& row : rows)
        count += row.kernel == kernel ? row.kernels : 0;
    return count;
}

Transformer family(TransformerFamily which, NormKind norm, Activation activation)
{
    Transformer model = *gpt3Model().transformer();
    model.family = which;
    model.norm = norm;
    model.activation = activation;
    return model;
}

int kernelsOf(const Rows& rows)
{
    return std::accumulate(rows.begin(), rows.end(), 0,
                           [](int kernels, const Row& row) { return kernels + row.kernels; });
}

} // namespace

class TstKernels : public QObject {
    Q_OBJECT
private slots:
    void tableIsInTheOrderOfItsNames()
    {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < kCoefficients; ++i) {
            const CoefficientInfo& info = infoOf(static_cast<Coefficient>(i));
            QCOMPARE(static_cast<std::size_t>(info.which), i);
            QVERIFY2(info.lowest <= info.otherwise && info.otherwise <= info.highest, info.name.data());
            QVERIFY(!info.source.empty() && names.insert(info.name).second);
            QVERIFY(coefficientFromName(info.name) == info.which);
        }
        QVERIFY(!coefficientFromName("gemm"));
    }

    void memoryRowsTakeTheirBytes()
    {
        Bench bench;
        // 2048 tokens of 12288, 4 bytes read and written each: 100.7 MB, beyond the cache.
        const Rows rows{{KernelClass::Plain, 4, Extent::Tokens, Extent::Hidden, Extent::One, 1, "x"}};
        const double bytes = 4.0 * 2048 * 12288;
        QVERIFY(near(bench.clock.time(rows).rest.value(), bytes / (1e12 * 0.873)));
        // A tenth of it comes from the cache, faster by its gain.
        const Rows small{{KernelClass::Plain, 0.4, Extent::Tokens, Extent::Hidden, Extent::One, 1, "x"}};
        QVERIFY(near(bench.clock.time(small).rest.value(), 0.1 * bytes / (1e12 * 0.873 * 1.4)));
        const Rows none{{KernelClass::Tiny, 0, Extent::One, Extent::One, Extent::One, 3, "x"}};
        QVERIFY(near(bench.clock.time(none).rest.value(), 3 * 1e-6));
        QCOMPARE(bench.clock.time(none).kernels, 3);
    }

    void productsTakeTheSlowerSide()
    {
        Bench bench;
        const Rows large{
            {KernelClass::Product, 2, Extent::Tokens, Extent::FeedForward, Extent::Hidden, 1, "x"}};
        const double flops = 2.0 * 2048 * 49152 * 12288;
        // No curve, no calibration: 0.69 of the peak.
        QVERIFY(near(bench.clock.time(large).products.value(), flops / (100e12 * 0.69) + 1.2e-6));
        const Rows thin{{KernelClass::Product, 2, Extent::One, Extent::FeedForward, Extent::Hidden, 1, "x"}};
        const double bytes = 2.0 * (12288 + 12288.0 * 49152 + 49152);
        QVERIFY(near(bench.clock.time(thin).products.value(), bytes / (1e12 * 0.833) + 1.2e-6));
    }

    void tilesComeInWaves()
    {
        const Coefficients c = coefficientsOf(nullptr);
        // 4096³ on 132 processors: 256 x 128 gives 512 tiles, 4 waves of 528; depth (4096 + 26) / 4096.
        const double work = 4096.0 * 4096 * 4096;
        const double waves = 4 * 132 * 256.0 * 128 * (4096 + 26) / work;
        QVERIFY(productEfficiency(c, {4096, 4096, 4096, 1}, 132, 1e-4) >= 0.7085 / waves * (1 - 1e-12));
        QVERIFY(productEfficiency(c, {4096, 4096, 4096, 1}, 132, 1e-4) < 0.7085);
        // A row of tiles more begins another wave.
        QVERIFY(productEfficiency(c, {4225, 4096, 4096, 1}, 132, 1e-4) <
                productEfficiency(c, {4096, 4096, 4096, 1}, 132, 1e-4));
        // A small product cannot fill the device: at most the share of processors its tiles use, split in
        // four.
        QVERIFY(productEfficiency(c, {128, 128, 4096, 1}, 132, 1e-6) < 16.0 / 132);
        QCOMPARE(productEfficiency(c, {4096, 4096, 4096, 1}, 0, 1e-4), 0.7085);
    }

    void oddVocabulariesAreSlow()
    {
        Plan plan = basePlan();
        plan.kernels = Kernels::Separate;
        Bench bench(plan); // 50257 words
        const Rows rows{
            {KernelClass::HeadProduct, 2, Extent::Tokens, Extent::Vocabulary, Extent::Hidden, 1, "x"}};
        const double flops = 2.0 * 2048 * 50257 * 12288;
        QVERIFY(near(bench.clock.time(rows).rest.value(), flops / (100e12 * 0.096) + 1.2e-6));
    }

    void modulesLaunchTheirKernels()
    {
        // Kernels of a layer as a profiler counts them: GPT-2 20 forward and 35 backward, Llama 38 and 77.
        Plan plan = basePlan();
        plan.implementation = Implementation::HuggingFace;
        plan.kernels = Kernels::Separate;
        Transformer gpt2 = family(TransformerFamily::Gpt2, NormKind::LayerNorm, Activation::Gelu);
        gpt2.activationName = "gelu_new";
        gpt2.hiddenDropout = gpt2.attentionDropout = 0.1;
        SegmentRows rows = rowsOf(Segment::layer(kDenseLayer), gpt2, plan);
        QCOMPARE(kernelsOf(rows.forward), 20);
        QCOMPARE(kernelsOf(rows.backward), 35);
        Transformer llama = family(TransformerFamily::Llama, NormKind::RmsNorm, Activation::Swiglu);
        llama.attentionBias = llama.outputBias = llama.bias = false;
        rows = rowsOf(Segment::layer(kDenseLayer), llama, plan);
        QCOMPARE(kernelsOf(rows.forward), 38);
        QCOMPARE(kernelsOf(rows.backward), 77);
        // A linear layer has two products in backward.
        for (const auto& model : {gpt2, llama}) {
            rows = rowsOf(Segment::layer(kDenseLayer), model, plan);
            QCOMPARE(countOf(rows.backward, KernelClass::ProductBackward),
                     2 * countOf(rows.forward, KernelClass::Product));
        }
    }

    void hostAndDeviceWaitForEachOther()
    {
        Plan plan = basePlan();
        plan.kernels = Kernels::Separate;
        Bench bench(plan);
        bench.coefficients.values[static_cast<std::size_t>(Coefficient::HostStart)] = 0;
        const HostPace<N> pace(bench.clock, plan);
        // The device is slower: it starts after a tenth of a layer's launches and never waits again.
        auto pass = pace.pass({{10, Seconds{2}, Seconds{4}, Seconds{1}, Seconds{1}}}, {});
        QVERIFY(near(pass.forward.value(), 20.1) && near(pass.backward.value(), 40));
        QVERIFY(near(pass.lead.value(), 60.1 - 20));
        // The host is slower: the device ends with the launches, and the last layer's end.
        pass = pace.pass({{10, Seconds{1}, Seconds{1}, Seconds{3}, Seconds{2}}}, {});
        QVERIFY(near(pass.forward.value(), 30 + 0.15) && near(pass.backward.value(), 20));
        QCOMPARE(pass.lead.value() > 0.2, false);
    }

    void fusedKernelsJoinBoth()
    {
        Bench bench;
        const HostPace<N> pace(bench.clock, bench.plan);
        QVERIFY(near(pace.join(Seconds{1}, Seconds{1}).value(), std::pow(2.0, 1.0 / 8)));
        QVERIFY(near(pace.join(Seconds{5}, Seconds{0}).value(), 5));
        QVERIFY(pace.join(Seconds{5}, Seconds{1}).value() < 5.001);
    }
};

SHARDSCOPE_TEST(TstKernels)
#include "tst_kernels.moc"
