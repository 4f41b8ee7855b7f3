// SPDX-License-Identifier: GPL-3.0-or-later
// Expert and context parallelism: who holds which state, and what travels. Wanted values are counted apart,
// from the tensors of the model.
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/compute/operators.h"
#include "planner/formula/state.h"
#include "planner/layout.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/planner.h"
#include "tests/planner/communication_entry.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

Plan planOf(std::int64_t replicas, std::int64_t experts)
{
    Plan plan;
    plan.axes.replica = replicas;
    plan.axes.expert = experts;
    plan.batch.sequenceLength = 128;
    plan.batch.microBatches = 2;
    plan.batch.globalBatch = 2 * replicas;
    plan.precision.master = Dtype::Fp32;
    return plan;
}

Evaluation evaluated(const Plan& plan, const ModelSpec& model)
{
    const auto evaluation = evaluate(model, sampleHardware(), plan, Detail::Plain);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

/// Elements of all experts of a model, and of the rest.
std::pair<double, double> counted(const ModelSpec& model)
{
    double experts = 0;
    double rest = 0;
    for (const ParameterTensor& tensor : parameterTensors(model))
        (tensor.experts > 0 ? experts : rest) +=
            static_cast<double>(tensor.elements()) * static_cast<double>(tensor.count);
    return {experts, rest};
}

} // namespace

class TstExpertContext : public QObject {
    Q_OBJECT
private slots:
    void expertsAreDivided()
    {
        const ModelSpec model = expertModel();
        const auto [experts, rest] = counted(model);
        QCOMPARE(experts, 3.0 * 8 * 3 * 64 * 48); // three layers of eight
        const Evaluation plan = evaluated(planOf(8, 4), model);
        QVERIFY(near(plan.figures.at("weights_bytes"), 2 * (rest + experts / 4)));
        QVERIFY(near(plan.figures.at("gradient_bytes"), 2 * (rest + experts / 4)));
    }

    /// ZeRO-1 over 8 replicas: two ranks hold the same experts, so their state is halved, the rest's cut in
    /// eight.
    void expertStateIsShardedOverThoseWhoHoldTheSame()
    {
        const ModelSpec model = expertModel();
        Plan plan = planOf(8, 4);
        plan.sharding = zeroSharding(1, 8);
        QCOMPARE(expertSharding(plan).optimizer, std::int64_t{2});
        const auto [experts, rest] = counted(model);
        const double got = evaluated(plan, model).figures.at("optimizer_bytes") / 8; // two fp32 moments
        // Each tensor is padded to whole shards: at most seven elements a tensor.
        QVERIFY(got >= rest / 8 + experts / 4 / 2);
        QVERIFY(got <= rest / 8 + experts / 4 / 2 + 60);
    }

    void tokensTravelToTheirExperts()
    {
        const ModelSpec model = expertModel();
        const Evaluation plan = evaluated(planOf(8, 4), model);
        const CommunicationEntry* exchange = entry(plan, "all_to_all", "expert");
        QVERIFY(exchange != nullptr);
        // 2 micro-batches, 3 layers, there and back, forward and backward; 128 tokens to 2 experts, 64 wide.
        QCOMPARE(exchange->bytesPerRank.value(), 2.0 * 3 * 4 * 128 * 2 * 64 * 2);
        const double message = 128.0 * 2 * 64 * 2;
        // 24 exchanges of one hop and two sends more each; the link's assumed efficiency is at least a half.
        const double fastest = 24 * (3e-6 + 2 * 0.5e-6 + 3.0 / 4 * message / 200e9);
        QVERIFY(exchange->seconds.value() >= fastest && exchange->seconds.value() <= 2 * fastest);
        QCOMPARE(exchange->exposed.value(), exchange->seconds.value());
        QVERIFY(entry(evaluated(planOf(8, 1), model), "all_to_all", "expert") == nullptr);
        // Gradients: all ranks for the dense part, pairs for the experts.
        const auto [experts, rest] = counted(model);
        QVERIFY(near(entry(plan, "all_reduce", "replica")->bytesPerRank.value(), 2 * (rest + experts / 4)));
    }

    /// A token goes once to a rank that has several of its experts, and once to a node of such ranks.
    void oneCopyARankAndANode()
    {
        ModelSpec model = expertModel();
        auto& form = std::get<Transformer>(model.form);
        form.experts = 32; // two a rank, sixteen a node
        HardwareSpec hardware = sampleHardware();
        hardware.calibrations = {Calibration{}};
        Plan plan = planOf(16, 16);
        plan.expertDispatch = ExpertDispatch::Once;
        const auto evaluation = evaluate(model, hardware, plan, Detail::Explained);
        QVERIFY(evaluation.ok());
        // Every pair of experts, as seen from the rank and the node that have experts 0 and 1, 0 to 15.
        double ranks = 0;
        double nodes = 0;
        int pairs = 0;
        for (int first = 0; first < 32; ++first) {
            for (int second = 0; second < first; ++second, ++pairs) {
                const std::set<int> places{first / 2, second / 2};
                ranks += static_cast<double>(places.size() - places.count(0));
                nodes += first / 16 == 1 || second / 16 == 1 ? 1 : 0;
            }
        }
        const CommunicationEntry* exchange = entry(*evaluation, "all_to_all", "expert");
        QVERIFY(exchange != nullptr);
        const double row = 128.0 * 64 * 2; // tokens of a micro-batch, wide, bf16
        QVERIFY(near(exchange->bytesPerRank.value(), 2.0 * 3 * 4 * row * ranks / pairs));
        // Only the network's level is seen of the ports: 25 GB/s a rank at its assumed efficiency.
        const double port = row * nodes / pairs / 25e9;
        const double start = 4 * 20e-6; // a calibration's: cluster_latency times the binary logarithm of 16
        QVERIFY(exchange->seconds.value() >= 24 * (start + port));
        QVERIFY(exchange->seconds.value() <= 24 * (start + 2 * port));
        // A copy for each expert takes longer.
        plan.expertDispatch = ExpertDispatch::AllToAll;
        const auto each = evaluate(model, hardware, plan, Detail::Explained);
        QVERIFY(each.ok());
        QVERIFY(exchange->seconds < entry(*each, "all_to_all", "expert")->seconds);
    }

    /// Bytes are the plan's, whatever a calibration's runs did: a copy an expert unless it says otherwise. A
    /// plain all-to-all is waited for, and what arrives is sorted by local expert.
    void aPlanSaysHowTokensAreDispatched()
    {
        ModelSpec model = expertModel();
        std::get<Transformer>(model.form).experts = 32; // two a rank
        HardwareSpec hardware = sampleHardware();
        Calibration once;
        once.coefficients = {{"expert_exposed", 0.5}};
        hardware.calibrations = {once};
        const auto evaluated = [&](ExpertDispatch dispatch) {
            Plan plan = planOf(16, 16);
            plan.expertDispatch = dispatch;
            return evaluate(model, hardware, plan, Detail::Explained).value();
        };
        const Evaluation unsaid = evaluated(ExpertDispatch::Calibrated);
        const Evaluation single = evaluated(ExpertDispatch::Once);
        const Evaluation each = evaluated(ExpertDispatch::AllToAll);
        const auto* exchange = entry(single, "all_to_all", "expert");
        const auto* copies = entry(each, "all_to_all", "expert");
        QCOMPARE(entry(unsaid, "all_to_all", "expert")->bytesPerRank, copies->bytesPerRank);
        QCOMPARE(entry(unsaid, "all_to_all", "expert")->exposed, copies->exposed);
        QVERIFY(near(exchange->exposed.value(), exchange->seconds.value() / 2));
        // Two experts a token: 128 tokens, 64 wide, bf16, there and back in both directions of 2 layers' 3
        // micro-batches; one of sixteen stays.
        QVERIFY(copies->bytesPerRank > exchange->bytesPerRank);
        QVERIFY(near(copies->bytesPerRank.value(), 2.0 * 3 * 4 * 128 * 2 * 64 * 2));
        QCOMPARE(copies->exposed.value(), copies->seconds.value());
        const auto sorts = [&](ExpertDispatch dispatch, std::int64_t ranks) {
            Plan plan = planOf(32, ranks);
            plan.expertDispatch = dispatch;
            const SegmentRows rows = rowsOf(Segment::layer({{Mixer::Attention, TokenPart::Experts}, false}),
                                            *model.transformer(), plan);
            return std::ranges::count_if(
                rows.forward, [](const Row& row) { return std::string_view(row.label) == "sort_tokens"; });
        };
        QCOMPARE(sorts(ExpertDispatch::AllToAll, 16), 1);
        QCOMPARE(sorts(ExpertDispatch::AllToAll, 32), 0); // one expert a rank: nothing to sort
        QCOMPARE(sorts(ExpertDispatch::Once, 16), 0);
    }

    /// Whole experts on twice as many ranks instead of halves of them: a rank keeps as much and sends as many
    /// rows, but nothing is gathered or added up over the tensor group.
    void expertsMayBeCutOverFewerRanks()
    {
        const ModelSpec model = expertModel();
        Plan halves = planOf(4, 4);
        halves.axes.tensor = 2;
        halves.axes.sequenceParallel = true;
        halves.sharding = zeroSharding(1, 4);
        Plan same = halves;
        same.axes.expertTensor = 2;
        Plan whole = halves;
        whole.axes.expertTensor = 1;
        whole.axes.expert = 8;
        const Evaluation cut = evaluated(halves, model);
        const Evaluation said = evaluated(same, model);
        const Evaluation apart = evaluated(whole, model);
        QCOMPARE(said.figures, cut.figures);
        QCOMPARE(said.step.at(StepPart::Total).seconds, cut.step.at(StepPart::Total).seconds);
        QCOMPARE(apart.figures.at("weights_bytes"), cut.figures.at("weights_bytes"));
        QCOMPARE(apart.figures.at("optimizer_bytes"), cut.figures.at("optimizer_bytes"));
        QCOMPARE(entry(apart, "all_to_all", "expert")->bytesPerRank,
                 entry(cut, "all_to_all", "expert")->bytesPerRank);
        // 2 micro-batches, 3 layers; forward and backward gather once and scatter once each; 128 tokens.
        const double rows = 2.0 * 3 * 2 * (128.0 * 2 * 64 * 2);
        for (const char* operation : {"all_gather", "reduce_scatter"})
            QVERIFY(near(entry(cut, operation, "tensor")->bytesPerRank.value() -
                             entry(apart, operation, "tensor")->bytesPerRank.value(),
                         rows));
        // The copies that are sorted for the experts are a rank's own, not its tensor group's.
        QVERIFY(apart.figures.at("activation_bytes_per_layer") <
                cut.figures.at("activation_bytes_per_layer"));
    }

    void expertSlicesMustFit()
    {
        Plan plan = planOf(4, 8);
        plan.axes.tensor = 2;
        QCOMPARE(checkLayout(plan, expertModel()).error().place.jsonPointer, std::string("/parallel/expert"));
        plan.axes.expertTensor = 1;
        const Error alone = checkLayout(plan, expertModel()).error();
        QCOMPARE(alone.place.jsonPointer, std::string("/parallel/expert_tensor"));
        plan.axes.sequenceParallel = true;
        QVERIFY(checkLayout(plan, expertModel()).ok());
        plan.axes.expertTensor = 4;
        QCOMPARE(checkLayout(plan, expertModel()).error().place.jsonPointer,
                 std::string("/parallel/expert_tensor"));
    }

    void contextDividesTokensAndPassesKeysOn()
    {
        const ModelSpec model = smallModel();
        Plan plan = planOf(1, 1);
        plan.recompute = Recompute::None;
        const Evaluation whole = evaluated(plan, model);
        plan.axes.context = 4;
        const Evaluation cut = evaluated(plan, model);
        QCOMPARE(cut.devices, std::int64_t{4});
        QVERIFY(near(cut.figures.at("activation_bytes_per_layer"),
                     whole.figures.at("activation_bytes_per_layer") / 4));
        QCOMPARE(cut.throughput.tokensPerSecond * cut.step.at(StepPart::Total).seconds.value(), 2 * 128.0);
        const CommunicationEntry* ring = entry(cut, "send_receive", "context");
        QVERIFY(ring != nullptr);
        // 2 micro-batches, 4 layers, 3 neighbours, keys and values once in forward and twice in backward.
        QCOMPARE(ring->bytesPerRank.value(), 2.0 * 4 * 3 * 3 * (128.0 / 4 * 2 * 64 * 2));
        QVERIFY(ring->exposed.value() <= ring->seconds.value());
        QVERIFY(entry(cut, "all_reduce", "replica") != nullptr); // context ranks hold the same weights
    }

    void degreesMustDivide()
    {
        QVERIFY(checkLayout(planOf(8, 4), expertModel()).ok());
        QCOMPARE(checkLayout(planOf(8, 4), smallModel()).error().place.jsonPointer,
                 std::string("/parallel/expert"));
        QCOMPARE(checkLayout(planOf(16, 16), expertModel()).error().place.jsonPointer,
                 std::string("/parallel/expert"));
        Plan uneven = planOf(1, 1);
        uneven.axes.context = 3;
        QCOMPARE(checkLayout(uneven, smallModel()).error().place.jsonPointer,
                 std::string("/parallel/context"));
    }

    /// DeepSeek-V3 on 2048 GPUs (arXiv:2412.19437, section 3.2): 16 stages, experts over 64, ZeRO-1. One
    /// expert layer of 256 experts is 11.27 B parameters, so each rank keeps 4 of them in each layer.
    void deepseekV3()
    {
        const Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto model = catalog.model("deepseek-v3");
        const auto plan = parsePlan(
            R"({"parallel": {"pipeline": 16, "replica": 128, "expert": 64, "sequence_parallel": false},
                "batch": {"micro_batch": 1, "global_batch": 15360, "sequence_length": 4096},
                "sharding": {"zero_stage": 1}, "recompute": "selective"})",
            "plan.json", {}, *model);
        QVERIFY(plan.ok());
        const auto evaluation = evaluate(*model, *catalog.hardware("dgx-h100"), *plan, Detail::Explained);
        QVERIFY(evaluation.ok());
        QCOMPARE(evaluation->devices, std::int64_t{2048});
        const Inventory inventory = inventoryOf(*model);
        const ModelState<PlainNumbers> state = modelState<PlainNumbers>(inventory, *plan);
        QCOMPARE(state.layerKinds.back().experts.value(), 4.0 * 3 * 7168 * 2048);
        QVERIFY(entry(*evaluation, "all_to_all", "expert") != nullptr);
        // 37 B parameters work on a token (section 4.2): 6 FLOPs each, and attention's own.
        const double flops = evaluation->throughput.modelTflopsPerDevice * 1e12 * 2048 *
                             evaluation->step.at(StepPart::Total).seconds.value() / (15360.0 * 4096);
        QVERIFY(flops > 6 * 36e9 && flops < 6 * 47e9);
    }
};

SHARDSCOPE_TEST(TstExpertContext)
#include "tst_expert_context.moc"
