// SPDX-License-Identifier: GPL-3.0-or-later
// What options of Megatron-LM change in a step: experts' exchange beside another micro-batch, experts'
// kernels in one, CUDA graphs, attention in 8 bits. Wanted values are counted by hand.
#include "core/plan/plan_check.h"
#include "planner/compute/operators.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "tests/planner/communication_entry.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

Plan planOf(std::int64_t microBatches, std::int64_t pipeline = 1, std::int64_t chunks = 1)
{
    Plan plan;
    plan.axes.replica = 4;
    plan.axes.expert = 4;
    plan.axes.pipeline = pipeline;
    plan.axes.virtualStages = chunks;
    plan.schedule = chunks > 1 ? Schedule::Interleaved : Schedule::OneForwardOneBackward;
    plan.batch.sequenceLength = 128;
    plan.batch.microBatches = microBatches;
    plan.batch.globalBatch = 4 * microBatches;
    return plan;
}

/// Four layers of experts alone, on a machine whose calibration has \p coefficients and \p ranWith.
Result<Evaluation> evaluated(const Plan& plan, std::map<std::string, double> coefficients = {},
                             std::map<std::string, std::string> ranWith = {})
{
    ModelSpec model = expertModel();
    std::get<Transformer>(model.form).leadingDenseLayers = 0;
    HardwareSpec hardware = sampleHardware();
    Calibration calibration;
    calibration.coefficients = std::move(coefficients);
    calibration.ranWith = std::move(ranWith);
    hardware.calibrations = {calibration};
    return evaluate(model, hardware, plan, Detail::Plain);
}

SegmentRows expertRows(const Plan& plan)
{
    const ModelSpec model = expertModel();
    return rowsOf(Segment::layer({{Mixer::Attention, TokenPart::Experts}, false}), *model.transformer(),
                  plan);
}

long count(const Rows& rows, std::string_view label)
{
    return std::ranges::count_if(rows, [&](const Row& row) { return label == row.label; });
}

} // namespace

class TstMegatronOptions : public QObject {
    Q_OBJECT
private slots:
    /// One stage, five micro-batches: the first forward and the last backward have nothing beside them, a
    /// fifth of the exchange; the rest costs its share of the processors.
    void theExchangeRunsBesideAnotherMicroBatch()
    {
        Plan plan = planOf(5);
        const double all = entry(*evaluated(plan), "all_to_all", "expert")->exposed.value();
        QCOMPARE(all, entry(*evaluated(plan), "all_to_all", "expert")->seconds.value());
        plan.expertOverlap = true;
        const auto beside = evaluated(plan, {{"expert_beside", 0.25}});
        QVERIFY(near(entry(*beside, "all_to_all", "expert")->exposed.value(), (0.2 + 0.8 * 0.25) * all));
        const auto some = evaluated(plan, {{"expert_beside", 0.25}, {"expert_exposed", 0.5}});
        QVERIFY(near(entry(*some, "all_to_all", "expert")->exposed.value(),
                     (0.2 + 0.8 * 0.25) * all)); // a plain exchange is waited for
    }
    /// Two stages of two chunks, of which the last, with the head, sets the pace: it runs (2 − 1) 2 + 1 = 3
    /// chunks ahead of 16.
    void stagesNeedChunksToOverlap()
    {
        Plan plan = planOf(8, 2, 2);
        const auto plain = evaluated(plan);
        plan.expertOverlap = true;
        const auto beside = evaluated(plan, {{"expert_beside", 0}});
        const double exposed = entry(*beside, "all_to_all", "expert")->exposed.value();
        const double seconds = entry(*beside, "all_to_all", "expert")->seconds.value();
        QVERIFY(near(exposed, 3.0 / 16 * seconds));
        QVERIFY(entry(*plain, "all_to_all", "expert")->exposed.value() > exposed);

        const auto whole = evaluated([] {
            Plan one = planOf(8, 2);
            one.expertOverlap = true;
            return one;
        }());
        QVERIFY(evaluated([] { // whose stages hold two chunks by themselves
                    Plan folded = planOf(8, 2);
                    folded.schedule = Schedule::DualPipeV;
                    folded.expertOverlap = true;
                    return folded;
                }())
                    .ok());
        QVERIFY(!whole.ok());
        QCOMPARE(whole.error().place.jsonPointer, std::string("/parallel/expert_overlap"));
    }

    /// No activation of its own, and neither the second product's input nor the first one's gradient is cast.
    void fusedExpertsHaveNoKernelsBetweenTheirProducts()
    {
        Plan plan = planOf(2);
        plan.expertKernels = ExpertKernels::Separate;
        const SegmentRows separate = expertRows(plan);
        plan.expertKernels = ExpertKernels::Fused;
        const SegmentRows fused = expertRows(plan);
        // The shared expert keeps its activation.
        QCOMPARE(count(separate.forward, "gated_activation"), 2L);
        QCOMPARE(count(fused.forward, "gated_activation"), 1L);
        QCOMPARE(count(fused.backward, "gated_activation"), 1L);
        QCOMPARE(fused.forward.size() + 1, separate.forward.size());
        const auto narrowed = [](const Rows& rows) { return std::ranges::count_if(rows, &Row::narrowed); };
        QCOMPARE(narrowed(separate.forward) + narrowed(separate.backward), 0L);
        const auto second = std::ranges::find_if(fused.forward, &Row::narrowed);
        QVERIFY(second != fused.forward.end() && second->c == Extent::ExpertFeedForward);
        const auto gradient = std::ranges::find_if(fused.backward, &Row::narrowed);
        QVERIFY(gradient != fused.backward.end() && gradient->c == Extent::ExpertGateUp &&
                gradient->a == Extent::ChosenTokens);
        QCOMPARE(narrowed(fused.forward) + narrowed(fused.backward), 2L);
    }

    /// A host of a second a layer sets the pace until graphs launch in its place.
    void graphsLaunchInTheHostsPlace()
    {
        const std::map<std::string, double> slow{{"host_layer_forward", 4e-3}, {"host_layer_backward", 4e-3},
                                                 {"host_experts", 10},         {"host_graphed", 2},
                                                 {"host_micro_batch", 0},      {"host_input", 0}};
        const auto seconds = [&](CudaGraphs graphs, const std::map<std::string, std::string>& ranWith = {}) {
            Plan plan = planOf(4);
            plan.cudaGraphs = graphs;
            return evaluated(plan, slow, ranWith)->step.at(StepPart::Total).seconds.value();
        };
        const double eager = seconds(CudaGraphs::None);
        // Four micro-batches, four layers, 8 ms of a dense one forward and back: ten times that, or twice.
        QVERIFY(near(eager, 4 * 4 * 8e-3 * 10, 0.02));
        QVERIFY(near(seconds(CudaGraphs::Partial), 4 * 4 * 8e-3 * 2, 0.1));
        QVERIFY(seconds(CudaGraphs::FullIteration) < 0.1 * eager);
        QCOMPARE(seconds(CudaGraphs::Calibrated), eager);
        QCOMPARE(seconds(CudaGraphs::Calibrated, {{"cuda_graphs", "partial"}}), seconds(CudaGraphs::Partial));
    }

    void attentionInEightBitsIsFaster()
    {
        Plan plan = planOf(2);
        const double sixteen = evaluated(plan)->step.at(StepPart::Total).seconds.value();
        plan.precision.attention = Dtype::Fp8;
        const double eight = evaluated(plan)->step.at(StepPart::Total).seconds.value();
        QVERIFY(eight < sixteen);
        QCOMPARE(evaluated(plan, {{"attention_narrow", 1}})->step.at(StepPart::Total).seconds.value(),
                 sixteen);
        plan.precision.attention = Dtype::Nvfp4; // the sample has no such engine
        QCOMPARE(evaluated(plan).error().place.jsonPointer, std::string("/precision/attention"));
    }

    /// Nobody else's program is known to do these.
    void otherProgramsHaveNoSuchOptions()
    {
        const ModelSpec model = expertModel();
        const auto pointer = [&](const auto& change) {
            Plan plan = planOf(2);
            plan.implementation = Implementation::Torchtitan;
            change(plan);
            const auto checked = checkLayout(plan, model);
            return checked.ok() ? std::string() : checked.error().place.jsonPointer;
        };
        QCOMPARE(pointer([](Plan& plan) { plan.cudaGraphs = CudaGraphs::Partial; }),
                 std::string("/cuda_graphs"));
        QCOMPARE(pointer([](Plan& plan) { plan.expertKernels = ExpertKernels::Fused; }),
                 std::string("/expert_kernels"));
        QCOMPARE(pointer([](Plan& plan) { plan.expertOverlap = true; }),
                 std::string("/parallel/expert_overlap"));
        QCOMPARE(pointer([](Plan& plan) { plan.precision.attention = Dtype::Fp8; }),
                 std::string("/precision/attention"));
        QCOMPARE(pointer([](Plan&) {}), std::string());
    }
};

SHARDSCOPE_TEST(TstMegatronOptions)
#include "tst_megatron_options.moc"
