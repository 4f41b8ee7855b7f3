// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a step: FLOPs by the published formula, parts that add up, traffic that follows the plan.
#include "planner/formula/coefficients.h"
#include "planner/machine/transport.h"
#include "planner/planner.h"
#include "planner/step/throughput.h"
#include "tests/planner/communication_entry.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

Plan basePlan()
{
    Plan plan;
    plan.batch.sequenceLength = 2048;
    plan.batch.microBatches = 8;
    plan.batch.globalBatch = 8;
    return plan;
}

Evaluation evaluated(const Plan& plan, const HardwareSpec& hardware = sampleHardware())
{
    const auto evaluation = evaluate(gpt3Model(), hardware, plan, Detail::Bound);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

double seconds(const Evaluation& evaluation, StepPart part)
{
    return evaluation.step.at(part).seconds.value();
}

/// Bytes of 16-bit weights that one rank of \p t uses, ends included.
double weightBytes(const Plan& plan) { return evaluated(plan).figures.at("weights_bytes"); }

} // namespace

class TstStep : public QObject {
    Q_OBJECT
private slots:
    void modelFlopsAreThePapers()
    {
        // arXiv:2205.05198, equation 7: 72 B l s h² (1 + s/6h + V/12hl).
        const ModelSpec model = gpt3Model();
        const double h = 12288, l = 96, s = 2048, v = 50257;
        Batch batch;
        batch.sequenceLength = 2048;
        QVERIFY(near(modelFlopsPerSample(*model.transformer(), batch),
                     72 * s * l * h * h * (1 + s / (6 * h) + v / (12 * h * l))));
    }

    /// A decoder of its own length: FLOPs counted layer by layer, and the same plan where it is as long as
    /// the encoder.
    void decodersMaySeeOtherTokens()
    {
        const ModelSpec model = shardscope::tests::model("t5-11b");
        const Transformer& form = *model.transformer();
        Batch batch;
        batch.sequenceLength = 512;
        batch.decoderLength = 114;
        const double h = 1024, q = 128 * 128, f = 65536, v = 32128, s = 512, d = 114;
        const double encoder = 2 * s * (4 * h * q + 2 * h * f) + 4 * s * s * q;
        const double decoder = 2 * d * (6 * h * q + 2 * h * f) + 2 * s * 2 * h * q + 4 * d * (d + s) * q;
        QVERIFY(near(modelFlopsPerSample(form, batch), 3 * (24 * (encoder + decoder) + 2 * d * h * v)));

        const auto evaluated = [&](const std::vector<std::pair<std::string, std::string>>& more) {
            std::vector<std::pair<std::string, std::string>> options{
                {"tensor", "4"}, {"pipeline", "4"}, {"micro-batches", "8"}, {"sequence-length", "512"}};
            options.insert(options.end(), more.begin(), more.end());
            return evaluate(model, hardware("dgx-a100-80g"), planOf(model, options), Detail::Plain);
        };
        const auto alike = evaluated({});
        const auto said = evaluated({{"decoder-sequence-length", "512"}});
        const auto shorter = evaluated({{"decoder-sequence-length", "128"}});
        QVERIFY(alike.ok() && said.ok() && shorter.ok());
        const auto held = [](const Evaluation& e, std::size_t stage) {
            return e.memory.held(stage, Tier::Device, Purpose::Activations).value();
        };
        for (const StepPart part : {StepPart::Forward, StepPart::Backward, StepPart::ExposedCommunication})
            QVERIFY(near(seconds(*alike, part), seconds(*said, part)));
        QCOMPARE(held(*alike, 0), held(*said, 0));
        QCOMPARE(held(*alike, 3), held(*said, 3));
        QCOMPARE(held(*alike, 0), held(*shorter, 0)); // the first stage is the encoder's
        QVERIFY(held(*shorter, 3) < 0.5 * held(*alike, 3));
        QVERIFY(shorter->throughput.samplesPerSecond > alike->throughput.samplesPerSecond);
    }

    void partsAddUp()
    {
        std::mt19937_64 random(3);
        for (int i = 0; i < 200; ++i) {
            const auto evaluation =
                evaluate(smallModel(), sampleHardware(), randomPlan(smallModel(), random), Detail::Plain);
            if (!evaluation.ok())
                continue;
            double sum = 0;
            for (const auto& [part, time] : evaluation->step) {
                QVERIFY(time.seconds.value() >= 0 && std::isfinite(time.seconds.value()));
                sum += part == StepPart::Total ? 0 : time.seconds.value();
            }
            QVERIFY(near(sum, seconds(*evaluation, StepPart::Total)));
            for (const CommunicationEntry& one : evaluation->communication)
                QVERIFY(one.exposed <= one.seconds * (1 + 1e-12) && one.bytesPerRank.value() > 0);
        }
    }

    void recomputeRepeatsForward()
    {
        Plan plan = basePlan();
        const Evaluation none = evaluated(plan);
        QCOMPARE(seconds(none, StepPart::Recompute), 0.0);
        plan.recompute = Recompute::Full;
        const Evaluation full = evaluated(plan);
        // All of forward but the head and the embedding.
        QVERIFY(seconds(full, StepPart::Recompute) < seconds(full, StepPart::Forward));
        QVERIFY(seconds(full, StepPart::Recompute) > 0.95 * seconds(full, StepPart::Forward));
        plan.recompute = Recompute::Selective;
        const Evaluation selective = evaluated(plan);
        QVERIFY(seconds(selective, StepPart::Recompute) < 0.2 * seconds(full, StepPart::Recompute));
    }

    void tensorTrafficFollowsTheLayers()
    {
        Plan plan = basePlan();
        plan.axes.tensor = 8;
        const double hidden = 2048.0 * 12288 * 2;
        // 4 reductions a layer and micro-batch, one at each end: arXiv:1909.08053, section 3.
        const Evaluation whole = evaluated(plan);
        QVERIFY(near(entry(whole, "all_reduce", "tensor")->bytesPerRank.value(), 8 * (4 * 96 + 2) * hidden));
        plan.recompute = Recompute::Full;
        const Evaluation again = evaluated(plan);
        QVERIFY(near(entry(again, "all_reduce", "tensor")->bytesPerRank.value(), 8 * (6 * 96 + 2) * hidden));
        plan.recompute = Recompute::None;
        plan.axes.sequenceParallel = true;
        plan.gatheredInputs = GatheredInputs::Regathered;
        const Evaluation cut = evaluated(plan);
        QVERIFY(entry(cut, "all_reduce", "tensor") == nullptr);
        QVERIFY(
            near(entry(cut, "reduce_scatter", "tensor")->bytesPerRank.value(), 8 * (4 * 96 + 2) * hidden));
        QVERIFY(near(entry(cut, "all_gather", "tensor")->bytesPerRank.value(), 8 * (6 * 96 + 2) * hidden));
        // A scatter and a gather take as long as the reduction they replace.
        plan.gatheredInputs = GatheredInputs::Saved;
        const Evaluation kept = evaluated(plan);
        QVERIFY(near(entry(kept, "reduce_scatter", "tensor")->seconds.value() +
                         entry(kept, "all_gather", "tensor")->seconds.value(),
                     entry(whole, "all_reduce", "tensor")->seconds.value()));
    }

    void inputGradientsTravelBehindWeightGradients()
    {
        // Megatron-LM reduces a column-split layer's input gradient while the weight gradient is computed:
        // two of a layer's four reductions, as long as those products take and no longer.
        const auto hidden = [](const Plan& plan, double bandwidth, const std::string& operation) {
            HardwareSpec hardware = sampleHardware();
            hardware.links.front().bandwidth.value = BytesPerSecond{bandwidth};
            const Evaluation evaluation = evaluated(plan, hardware);
            const CommunicationEntry& found = *entry(evaluation, operation, "tensor");
            return std::pair(found.seconds.value() - found.exposed.value(), found.seconds.value());
        };
        Plan plan = basePlan();
        plan.axes.tensor = 8;
        // A fast link's are hidden but for what the products lose to them: s / b of their time.
        const auto fast = hidden(plan, 2000e9, "all_reduce");
        const double lost = processorShare(sampleHardware(), Transport::Nccl).value /
                            infoOf(Coefficient::BesideProducts).otherwise;
        QVERIFY(near(fast.first / fast.second, (1 - lost) * 2.0 * 96 / (4 * 96 + 2)));
        const double products = 8.0 * 96 * 2 * 2048 * 12288 * (3 + 4) * 12288 / 8; // FLOPs
        const double slow = hidden(plan, 2e9, "all_reduce").first;
        QVERIFY2(slow > products / 100e12 && slow < 2 * products / 100e12, qPrintable(QString::number(slow)));
        plan.recompute = Recompute::Full; // forward once more, which nothing hides
        QVERIFY(near(hidden(plan, 2e9, "all_reduce").first, slow));
        plan.axes.sequenceParallel = true;
        plan.gatheredInputs = GatheredInputs::Saved;
        QVERIFY(near(hidden(plan, 2e9, "reduce_scatter").first, slow));
        QCOMPARE(hidden(plan, 2e9, "all_gather").first, 0.0);
        plan.axes.sequenceParallel = false;
        plan.implementation = Implementation::DeepSpeed;
        QCOMPARE(hidden(plan, 2000e9, "all_reduce").first, 0.0);
    }

    void megatronsUpdatePreparesItsGradients()
    {
        // Adam itself reads four fp32 values and writes three: 28 bytes. From fp16 also 6 to copy the
        // gradient, 8 to unscale it, 4 for its norm, 8 to clip it, 6 to copy the weight back.
        Plan plan = basePlan();
        plan.precision = {};
        plan.precision.weights = plan.precision.gradients = Dtype::Fp16;
        plan.precision.master = plan.precision.optimizerState = Dtype::Fp32;
        HardwareSpec hardware = sampleHardware();
        hardware.engines.push_back(hardware.engines.front());
        hardware.engines.back().dtype = Dtype::Fp16;
        const auto update = [&](Implementation implementation) {
            plan.implementation = implementation;
            return seconds(evaluated(plan, hardware), StepPart::Optimizer);
        };
        QVERIFY(near(update(Implementation::Megatron) / update(Implementation::DeepSpeed), 60.0 / 28));
        // Gradients summed in fp32 and no loss scale: 28, norm and clip 12, weight 6; without the passes the
        // gradient's 4, state's 16, master's 8 and weight's 2.
        plan.precision.weights = Dtype::Bf16;
        plan.precision.gradients = Dtype::Fp32;
        QVERIFY(near(update(Implementation::Megatron) / update(Implementation::DeepSpeed), 46.0 / 30));
    }

    void zeroTrafficIsThePapers()
    {
        // arXiv:1910.02054, section 7: 2Ψ for plain data parallelism and stages 1 and 2, 3Ψ for stage 3.
        Plan plan = basePlan();
        plan.batch.microBatches = 1;
        plan.axes.replica = 8;
        plan.batch.globalBatch = 8;
        const double psi = weightBytes(plan);
        const auto total = [&](std::int64_t w, std::int64_t g, std::int64_t o) {
            plan.sharding = {w, g, o};
            const Evaluation evaluation = evaluated(plan);
            double bytes = 0;
            for (const CommunicationEntry& one : evaluation.communication) {
                if (one.group == TrafficGroup::Replica) // an all-reduce moves its payload twice
                    bytes += (one.operation == Transfer::AllReduce ? 2 : 1) * one.bytesPerRank.value();
            }
            return bytes / psi;
        };
        QVERIFY(near(total(1, 1, 1), 2));
        QVERIFY(near(total(1, 1, 8), 2));
        QVERIFY(near(total(1, 8, 8), 2));
        QVERIFY(near(total(8, 8, 8), 3));
        QVERIFY(near(total(1, 1, 4), 2.5)); // shards of four, each reduced over the other two
    }

    void wireFormatsHalveTraffic()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const double before = entry(evaluated(plan), "all_reduce", "replica")->bytesPerRank.value();
        plan.wire["all_reduce"] = Dtype::Fp8;
        QVERIFY(near(entry(evaluated(plan), "all_reduce", "replica")->bytesPerRank.value(), before / 2));
    }

    /// Megatron divides weights with its FSDP alone, which gathers beside the passes.
    void megatronsFsdpOverlaps()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        plan.implementation = Implementation::Megatron;
        plan.sharding = zeroSharding(2, 8);
        const Evaluation scattered = evaluated(plan);
        const CommunicationEntry* reduced = entry(scattered, "reduce_scatter", "replica");
        QCOMPARE(reduced->exposed, reduced->seconds);
        plan.sharding = zeroSharding(3, 8);
        const Evaluation fsdp = evaluated(plan);
        for (const char* operation : {"reduce_scatter", "all_gather"})
            QVERIFY(entry(fsdp, operation, "replica")->exposed < entry(fsdp, operation, "replica")->seconds);
    }

    /// Gathering and reducing go over the same links: what one hides behind is gone for the other.
    void shardedWeightsShareTheirLinks()
    {
        HardwareSpec slow = sampleHardware();
        for (Link& link : slow.links)
            link.bandwidth.value = link.bandwidth.value * 0.1;
        Plan plan = basePlan();
        plan.axes.replica = 64;
        plan.batch.globalBatch = 8 * 64;
        plan.implementation = Implementation::Fsdp2;
        plan.sharding = zeroSharding(3, 64);
        const Evaluation evaluation = evaluated(plan, slow);
        const CommunicationEntry* gathered = entry(evaluation, "all_gather", "replica");
        const CommunicationEntry* reduced = entry(evaluation, "reduce_scatter", "replica");
        const double passes =
            seconds(evaluation, StepPart::Forward) + seconds(evaluation, StepPart::Backward);
        const double all = (gathered->seconds + reduced->seconds).value();
        QVERIFY(all > 1.5 * passes);
        const double hidden = all - (gathered->exposed + reduced->exposed).value();
        QVERIFY(hidden <= passes && hidden > 0.7 * passes);
    }

    void overlapHidesReplicaTraffic()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        plan.sharding.gradients = plan.sharding.optimizer = 8;
        const Evaluation serial = evaluated(plan);
        plan.implementation = Implementation::DeepSpeed;
        plan.options["overlap_comm"] = true;
        const Evaluation overlapped = evaluated(plan);
        QCOMPARE(entry(serial, "reduce_scatter", "replica")->exposed,
                 entry(serial, "reduce_scatter", "replica")->seconds);
        QVERIFY(entry(overlapped, "reduce_scatter", "replica")->exposed <
                entry(serial, "reduce_scatter", "replica")->exposed);
    }

    void pipelineSendsAndTiesEmbeddings()
    {
        Plan plan = basePlan();
        plan.axes.pipeline = 8;
        const Evaluation evaluation = evaluated(plan);
        QVERIFY(near(entry(evaluation, "send_receive", "pipeline")->bytesPerRank.value(),
                     2 * 8 * 2048.0 * 12288 * 2));
        QVERIFY(near(entry(evaluation, "all_reduce", "pipeline")->bytesPerRank.value(), 50257.0 * 12288 * 2));
        plan.axes.tensor = 8; // partitioned messages, a share of the table each
        const Evaluation cut = evaluated(plan);
        QVERIFY(near(entry(cut, "send_receive", "pipeline")->bytesPerRank.value(),
                     2 * 8 * 2048.0 * 12288 * 2 / 8));
        QVERIFY(near(entry(cut, "all_reduce", "pipeline")->bytesPerRank.value(),
                     std::ceil(50257.0 / 8) * 12288 * 2));
    }

    void offloadedStateIsStreamed()
    {
        Plan plan = basePlan();
        plan.implementation =
            Implementation::HuggingFace; // updates on the device, whose state comes and goes
        plan.precision.master = Dtype::Fp32;
        plan.residency.optimizer = Tier::Host;
        const Evaluation evaluation = evaluated(plan);
        const double state = 12 * parameterCount(gpt3Model());
        QVERIFY(near(entry(evaluation, "streaming", "host")->bytesPerRank.value(), 2 * state));
        QVERIFY(near(seconds(evaluation, StepPart::Streaming), 2 * state / (100e9 / 8)));
        QVERIFY(near(evaluation.memory.held(0, Tier::Host, Purpose::OptimizerState).value(),
                     8 * parameterCount(gpt3Model())));
        QCOMPARE(evaluation.memory.held(0, Tier::Device, Purpose::OptimizerState).value(), 0.0);
    }

    void updatesOnTheHost_data()
    {
        QTest::addColumn<int>("implementation");
        QTest::newRow("deepspeed") << static_cast<int>(Implementation::DeepSpeed);
        QTest::newRow("megatron") << static_cast<int>(Implementation::Megatron);
    }
    void updatesOnTheHost()
    {
        QFETCH(int, implementation);
        // Only 16-bit gradients and new weights travel, and the node's processors take 0.605 ns a parameter,
        // shared by the devices of the node (DeepSpeed's log of ZeRO-Offload).
        Plan plan = basePlan();
        plan.implementation = static_cast<Implementation>(implementation);
        plan.precision.master = Dtype::Fp32;
        plan.residency.optimizer = Tier::Host;
        const double parameters = parameterCount(gpt3Model());
        const Evaluation one = evaluated(plan);
        QVERIFY(near(entry(one, "streaming", "host")->bytesPerRank.value(), 4 * parameters));
        QVERIFY(near(seconds(one, StepPart::Optimizer), 6.05e-10 * parameters));
        // What the device computes has no part of it.
        QVERIFY(near(one.figures.at("computing_seconds"),
                     seconds(one, StepPart::Forward) + seconds(one, StepPart::Backward)));
        plan.residency.gradients = Tier::Host; // there already, one a micro-batch
        QVERIFY(near(entry(evaluated(plan), "streaming", "host")->bytesPerRank.value(),
                     (2 + 8 * 2) * parameters));
        plan.residency.gradients = Tier::Device;
        plan.axes.replica = 4;
        plan.batch.globalBatch = 32;
        QVERIFY(near(seconds(evaluated(plan), StepPart::Optimizer), 4 * 6.05e-10 * parameters));
    }

    void aLoneDeviceHasTheHostsMemory()
    {
        Plan plan = basePlan();
        plan.residency.optimizer = Tier::Host;
        const auto capacity = [&] {
            for (const TierUse& use : evaluated(plan).memory.tiers) {
                if (use.tier == Tier::Host)
                    return use.capacity.value();
            }
            return 0.0;
        };
        const double alone = capacity();
        plan.axes.replica = 2;
        plan.batch.globalBatch = 16;
        QVERIFY(near(alone, 2 * capacity()));
        plan.axes.replica = 64; // eight nodes: each of eight devices a share
        plan.batch.globalBatch = 512;
        QVERIFY(near(alone, 8 * capacity()));
    }

    void deepSpeedReducesWholeGradientsBehindBackward()
    {
        Plan plan = basePlan();
        plan.implementation = Implementation::DeepSpeed;
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const Evaluation whole = evaluated(plan);
        const CommunicationEntry& reduce = *entry(whole, "all_reduce", "replica");
        QVERIFY(near(reduce.exposed.value(), reduce.seconds.value()));
        QVERIFY(near(whole.figures.at("backward_and_reduction_seconds"),
                     whole.figures.at("backward_seconds") + reduce.seconds.value()));
        plan.sharding.gradients = plan.sharding.optimizer =
            8; // ZeRO-2 hides what backward is long enough for, where it is told to
        plan.options["overlap_comm"] = true;
        const Evaluation sharded = evaluated(plan);
        const CommunicationEntry& scatter = *entry(sharded, "reduce_scatter", "replica");
        QVERIFY(scatter.exposed.value() < scatter.seconds.value());
        const CommunicationEntry& gather = *entry(sharded, "all_gather", "replica");
        QVERIFY(near(sharded.figures.at("update_and_gather_seconds"),
                     seconds(sharded, StepPart::Optimizer) + gather.seconds.value()));
    }

    void onlyAScaleUpNetworkHidesATensorGroup()
    {
        // Piece by piece beside the products that wait for it, where one network joins the group.
        const auto shareExposed = [](const char* machine, const char* tensor, const char* replica) {
            const ModelSpec shape = model("llama-3-70b");
            HardwareSpec here = hardware(machine);
            for (Calibration& one : here.calibrations)
                one.range.erase("compute_bits"); // of other formats it would say nothing
            const auto evaluation = evaluate(shape, here,
                                             planOf(shape, {{"tensor", tensor},
                                                            {"replica", replica},
                                                            {"sequence-parallel", "true"},
                                                            {"zero-stage", "1"},
                                                            {"framework-options", "tp_comm_overlap=on"},
                                                            {"sequence-length", "8192"}}),
                                             Detail::Plain);
            const CommunicationEntry& gather = *entry(*evaluation, "all_gather", "tensor");
            return gather.exposed.value() / gather.seconds.value();
        };
        const double eight = shareExposed("dgx-h100", "8", "8");
        QVERIFY(eight > 0.01 && eight < 0.35);
        QVERIFY(shareExposed("dgx-h100", "16", "4") > 0.5);
        // 72 devices behind one switch; products of a sixteenth take less than the exchange beside them.
        const double switched = shareExposed("gb200-nvl72", "8", "8");
        const double sixteen = shareExposed("gb200-nvl72", "16", "4");
        QVERIFY(switched > 0.01 && switched < sixteen);
        QVERIFY(shareExposed("gb200-nvl72", "32", "2") > sixteen);
    }

    void phasesLeaveTwoOfThemOnTheDevice()
    {
        Plan plan = basePlan();
        plan.schedule = Schedule::Phased;
        plan.phases = 16;
        const Evaluation evaluation = evaluated(plan);
        const double weights = 2 * parameterCount(gpt3Model());
        // The head with its norm and six layers, and six more beside, are fullest: there is the loss too.
        const double h = 12288;
        const double embedding = 50257 * h + 2 * h;
        QVERIFY(near(evaluation.memory.held(0, Tier::Device, Purpose::Weights).value(),
                     2 * (embedding + 12 * (12 * h * h + 13 * h))));
        QVERIFY(near(evaluation.memory.held(0, Tier::Streaming, Purpose::Weights).value(), weights));
        QVERIFY(seconds(evaluation, StepPart::Recompute) > 0);
        QVERIFY(seconds(evaluation, StepPart::Streaming) > 0);
    }

    void rateEnergyAndPrice()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const Evaluation evaluation = evaluated(plan);
        const double step = seconds(evaluation, StepPart::Total);
        QVERIFY(near(evaluation.throughput.samplesPerSecond, 64 / step));
        QVERIFY(near(evaluation.throughput.tokensPerSecond, 64 * 2048 / step));
        QVERIFY(near(evaluation.throughput.modelFlopsUtilization,
                     evaluation.throughput.modelTflopsPerDevice / 100));
        QVERIFY(near(evaluation.energyPerStep->value(), 400 * 8 * step));
        QVERIFY(near(*evaluation.currencyPerHour, 16));
    }
};

SHARDSCOPE_TEST(TstStep)
#include "tst_step.moc"
