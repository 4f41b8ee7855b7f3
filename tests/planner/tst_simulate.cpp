// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in time: the step is the closed form's where its assumptions hold, and what differs is named; ranks
// do what the evaluator says they do; the run tells the same.
#include "planner/simulate/simulation.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <map>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

Simulation simulated(const std::string& modelName, const std::string& hardwareName, const Options& options,
                     const SimulationOptions& how = {})
{
    const core::ModelSpec spec = model(modelName);
    auto out = simulate(spec, hardware(hardwareName), planOf(spec, options), how);
    if (!out.ok())
        qFatal("%s: %s", modelName.c_str(), out.error().args.empty() ? "" : out.error().args.front().c_str());
    return std::move(*out);
}

const Options kPipeline{
    {"tensor", "8"}, {"pipeline", "4"}, {"replica", "2"}, {"micro-batch", "1"}, {"global-batch", "64"}};

double relative(const Simulation& simulation)
{
    return simulation.stepSeconds / simulation.closedFormSeconds - 1;
}
double named(const Simulation& simulation)
{
    double sum = 0;
    for (const StepDifference& difference : simulation.differences)
        sum += difference.seconds;
    return sum;
}

} // namespace

class TstSimulate : public QObject {
    Q_OBJECT
private slots:
    void stepIsTheClosedForms_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("options");
        QTest::newRow("one device") << "gpt2"
                                    << "h200-sxm"
                                    << "micro-batch 4 micro-batches 4";
        QTest::newRow("tensor") << "megatron-22b"
                                << "dgx-a100-80g"
                                << "tensor 8 global-batch 4";
        QTest::newRow("pipeline") << "megatron-22b"
                                  << "dgx-a100-80g"
                                  << "tensor 8 pipeline 4 replica 2 micro-batch 1 global-batch 64";
        QTest::newRow("gpipe") << "megatron-22b"
                               << "dgx-a100-80g"
                               << "tensor 8 pipeline 4 schedule gpipe micro-batch 1 global-batch 16";
        QTest::newRow("interleaved") << "megatron-22b"
                                     << "dgx-a100-80g"
                                     << "tensor 8 pipeline 4 schedule interleaved virtual-stages 2 "
                                        "micro-batch 1 global-batch 64";
        QTest::newRow("zero bubble")
            << "megatron-22b"
            << "dgx-a100-80g"
            << "tensor 8 pipeline 4 schedule zero_bubble micro-batch 1 global-batch 64";
        QTest::newRow("ZB-2p") << "megatron-22b"
                               << "dgx-a100-80g"
                               << "tensor 8 pipeline 4 schedule zb2p micro-batch 1 global-batch 64";
        QTest::newRow("ZB-V") << "megatron-22b"
                              << "dgx-a100-80g"
                              << "tensor 8 pipeline 4 schedule zbv micro-batch 1 global-batch 64";
        QTest::newRow("V-Half") << "megatron-22b"
                                << "dgx-a100-80g"
                                << "tensor 8 pipeline 4 schedule v_half micro-batch 1 global-batch 64";
        QTest::newRow("DualPipeV") << "megatron-22b"
                                   << "dgx-a100-80g"
                                   << "tensor 8 pipeline 4 schedule dualpipev micro-batch 1 global-batch 64";
        QTest::newRow("recompute") << "megatron-22b"
                                   << "dgx-a100-80g"
                                   << "tensor 8 pipeline 4 recompute full micro-batch 1 global-batch 32";
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "dgx-h100"
                                 << "replica 8 expert 8 global-batch 16";
        QTest::newRow("zero")
            << "gpt2-xl"
            << "dgx-a100-80g"
            << "replica 8 zero-stage 2 implementation deepspeed micro-batch 1 global-batch 32";
        QTest::newRow("fsdp") << "llama-2-7b"
                              << "dgx-h100"
                              << "replica 8 zero-stage 3 implementation fsdp2 micro-batch 1 global-batch 16";
        QTest::newRow("context") << "megatron-22b"
                                 << "dgx-a100-80g"
                                 << "tensor 8 context 2 pipeline 2 micro-batch 1 global-batch 16";
        QTest::newRow("uneven layers")
            << "megatron-22b"
            << "dgx-a100-80g"
            << "tensor 8 pipeline 8 layers-per-stage 5,6,6,6,6,6,7,6 micro-batch 1 global-batch 64";
        QTest::newRow("zero 1 in a pipeline")
            << "megatron-22b"
            << "dgx-a100-80g"
            << "tensor 8 pipeline 4 replica 2 zero-stage 1 micro-batch 1 global-batch 64";
        QTest::newRow("zero 3")
            << "gpt2-xl"
            << "dgx-a100-80g"
            << "replica 8 zero-stage 3 implementation deepspeed micro-batch 1 global-batch 32";
        QTest::newRow("ddp") << "gpt2-xl"
                             << "dgx-a100-80g"
                             << "replica 8 implementation huggingface micro-batch 2 global-batch 16";
        QTest::newRow("activations in host memory")
            << "gpt2-xl"
            << "dgx-a100-80g"
            << "residency-activations host micro-batch 1 global-batch 8";
        QTest::newRow("activations of some layers in host memory")
            << "gpt2-xl"
            << "dgx-a100-80g"
            << "residency-activations host offloaded-layers 10 micro-batch 1 global-batch 8";
        QTest::newRow("offload") << "gpt2-xl"
                                 << "dgx-a100-80g"
                                 << "residency-optimizer host micro-batch 1 global-batch 8";
    }
    void stepIsTheClosedForms()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        QFETCH(QString, options);
        Options parsed;
        const QStringList words = options.split(QLatin1Char(' '));
        for (qsizetype at = 0; at + 1 < words.size(); at += 2)
            parsed.emplace_back(words[at].toStdString(), words[at + 1].toStdString());
        const Simulation out = simulated(model.toStdString(), hardware.toStdString(), parsed);
        // All of the difference has names; where it is more than 2 %, it is not mere unevenness.
        QVERIFY(std::abs(named(out) - (out.stepSeconds - out.closedFormSeconds)) <=
                1e-8 * out.closedFormSeconds);
        double rest = 0;
        for (const StepDifference& difference : out.differences) {
            // Messages are a small part of these plans: names do not cancel each other out.
            QVERIFY(difference.what != "sends" ||
                    std::abs(difference.seconds) <= 0.03 * out.closedFormSeconds);
            rest += difference.what == "unequal_stages" ? difference.seconds : 0;
        }
        QVERIFY2(std::abs(rest) <= 0.02 * out.closedFormSeconds,
                 qPrintable(QStringLiteral("%1 %2").arg(relative(out)).arg(rest / out.closedFormSeconds)));
        QVERIFY(out.run && out.run->origin == core::RunOrigin::Simulated);
        const core::Timeline& timeline = *out.run->timeline;
        QCOMPARE(timeline.steps().size(), out.classes.size());
        QCOMPARE(timeline.steps()[0].end, std::int64_t(std::llround(out.stepSeconds * 1e9)));
        QCOMPARE(timeline.displacedCount(), std::size_t{0});
        for (const SimulatedClass& one : out.classes)
            QVERIFY(std::abs(one.busySeconds + one.idleSeconds + one.exposedSeconds - out.stepSeconds) <=
                    1e-9 * out.stepSeconds);
    }
    /// Activations in the host's memory: copied out in every forward and in again by the end of its backward,
    /// in lanes of their own; with what nothing hides after the passes, all of the evaluator's streaming.
    void activationsAreCopiedBesideThePasses_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("options");
        QTest::newRow("one stage")
            << "gpt2-xl"
            << "dgx-2-v100-32g"
            << "residency-activations host micro-batch 2 global-batch 8 recompute full";
        QTest::newRow("pipeline") << "megatron-22b"
                                  << "dgx-a100-80g"
                                  << "tensor 8 pipeline 4 residency-activations host recompute full "
                                     "micro-batch 1 global-batch 16";
        QTest::newRow("chunks") << "megatron-22b"
                                << "dgx-a100-80g"
                                << "tensor 8 pipeline 4 schedule interleaved virtual-stages 2 "
                                   "residency-activations host recompute full micro-batch 1 global-batch 16";
        QTest::newRow("more than is hidden") << "gpt2-xl"
                                             << "dgx-2-v100-32g"
                                             << "residency-activations host micro-batch 2 global-batch 8";
    }
    void activationsAreCopiedBesideThePasses()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        QFETCH(QString, options);
        Options parsed;
        const QStringList words = options.split(QLatin1Char(' '));
        for (qsizetype at = 0; at + 1 < words.size(); at += 2)
            parsed.emplace_back(words[at].toStdString(), words[at + 1].toStdString());
        const Simulation out = simulated(model.toStdString(), hardware.toStdString(), parsed);
        const core::Timeline& timeline = *out.run->timeline;
        QCOMPARE(timeline.displacedCount(), std::size_t{0});
        double streaming = 0; // of the slowest class, as the communication has it
        for (const core::CommunicationEntry& entry : out.evaluation.communication)
            streaming += entry.operation == core::Transfer::Streaming ? entry.seconds.value() : 0;
        QVERIFY(streaming > 0);
        double most = 0;
        for (const core::Track& track : timeline.tracks()) {
            std::map<std::string, double> spent;
            std::int64_t until = 0;
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    const std::string name(timeline.names().text(timeline.name()[row]));
                    if (name.rfind("memcpy ", 0) != 0)
                        continue;
                    spent[name] += double(timeline.dur()[row]) * 1e-9;
                    QVERIFY(timeline.ts()[row] >= until || name == "memcpy host");
                    until = timeline.ts()[row] + timeline.dur()[row];
                }
            }
            if (spent.count("memcpy activations to host") > 0)
                most = std::max(most, spent["memcpy activations to host"]);
            QVERIFY(until <= std::llround(out.stepSeconds * 1e9));
        }
        QVERIFY(most > 0);
        // Half of what is hidden goes each way.
        const auto* exposed = out.evaluation.step.find(core::StepPart::Streaming);
        const double hidden = streaming - exposed->second.seconds.value();
        QVERIFY2(std::abs(2 * most / hidden - 1) < 0.05,
                 qPrintable(QStringLiteral("%1 %2").arg(2 * most).arg(hidden)));
    }
    void ranksDoWhatTheEvaluatorSays()
    {
        // One device has no bubble and no traffic: its step is the closed form's to the last digits.
        const Simulation one = simulated("gpt2", "h200-sxm", {{"micro-batch", "4"}, {"micro-batches", "4"}});
        QVERIFY(std::abs(relative(one)) < 1e-9);
        QVERIFY(one.differences.empty());
        // A rank of a pipeline: what its slices sum up to is the evaluator's.
        const Simulation out = simulated("megatron-22b", "dgx-a100-80g", kPipeline);
        const core::Timeline& timeline = *out.run->timeline;
        std::map<std::string, double> spent;
        for (const core::Track& track : timeline.tracks()) {
            if (track.mesh->pipeline != 1)
                continue;
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                    spent[std::string(timeline.names().text(timeline.name()[row]))] +=
                        double(timeline.dur()[row]) * 1e-9;
            }
            QCOMPARE(track.multiplicity, 16U);
        }
        const auto why = [&](const std::string& name) {
            for (const auto& [path, derivation] : out.derivations) {
                if (path == "stage 1." + name)
                    return derivation->value;
            }
            return -1.0;
        };
        const double micro = 32;
        QVERIFY(std::abs(spent["forward (gemm)"] - micro * why("forward")) < 1e-7);
        QVERIFY(std::abs(spent["backward (gemm)"] - micro * why("backward")) < 1e-7);
        QVERIFY(std::abs(spent["optimizer.step"] - why("optimizer")) < 1e-8);
        QVERIFY(std::abs(spent["nccl:send pipeline"] - micro * 2 * why("send")) < 1e-6);
        // Traffic in the passes is derived for the whole step; gradients are halves of a backward.
        QVERIFY(spent["nccl:all_reduce tensor"] > 0);
        QVERIFY(std::abs(spent["nccl:all_reduce tensor"] - why("tensor.all_reduce")) < 1e-5);
        QCOMPARE(2 * why("input_gradient"), why("backward"));
        QCOMPARE(2 * why("weight_gradient"), why("backward"));
    }
    void schedulesCompare()
    {
        const auto step = [&](ScheduleKind kind) {
            SimulationOptions how;
            how.schedule = kind;
            how.run = false;
            return simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        };
        const Simulation plain = step(ScheduleKind::OneForwardOneBackward);
        QVERIFY(step(ScheduleKind::ZbH1).stepSeconds < plain.stepSeconds);
        QVERIFY(step(ScheduleKind::Zb2p).stepSeconds < step(ScheduleKind::ZbH1).stepSeconds);
        // Two directions: a rank has the state of two stages, its own and the one that mirrors it.
        const Simulation twoWays = step(ScheduleKind::DualPipe);
        const core::MemoryBreakdown& memory = twoWays.evaluation.memory;
        for (std::size_t rank = 0; rank < twoWays.classes.size(); ++rank) {
            const SimulatedClass& one = twoWays.classes[rank];
            QVERIFY(!plain.classes[rank].copyOf);
            QCOMPARE(one.copyOf.value(), twoWays.classes.size() - 1 - rank);
            double other = 0;
            for (const core::Purpose purpose : {core::Purpose::Weights, core::Purpose::MasterWeights,
                                                core::Purpose::Gradients, core::Purpose::OptimizerState})
                other += memory.held(*one.copyOf, core::Tier::Device, purpose).value();
            const double own = plain.classes[rank].peakBytes;
            const double flights = one.peakInFlight - plain.classes[rank].peakInFlight;
            const double each = memory.held(rank, core::Tier::Device, core::Purpose::Activations).value() /
                                plain.classes[rank].peakInFlight;
            QVERIFY(other > 0 && std::abs(one.peakBytes - own - other - flights * each) < 0.02 * own);
        }
        const Simulation gpipe = step(ScheduleKind::Gpipe);
        QVERIFY(gpipe.classes[0].peakBytes > plain.classes[0].peakBytes);
        QCOMPARE(plain.classes[0].peakInFlight, 4.0);
        QCOMPARE(gpipe.classes[0].peakInFlight, 32.0);
        // The plan's own schedule peaks where the evaluator says.
        QVERIFY(std::abs(plain.classes[0].peakBytes - plain.evaluation.memory.tiers[0].peak.value()) < 1);
    }
    void fewMicroBatchesAreNamed()
    {
        // Closed forms of zero bubble want at least p micro-batches; with one, a stage waits for all others.
        const Simulation out = simulated("megatron-22b", "dgx-a100-80g",
                                         {{"tensor", "8"},
                                          {"pipeline", "4"},
                                          {"schedule", "zero_bubble"},
                                          {"micro-batch", "1"},
                                          {"global-batch", "1"}});
        QCOMPARE(out.differences.back().what, std::string("few_micro_batches"));
        QVERIFY(out.differences.back().seconds > 0);
    }
    void whatIf()
    {
        SimulationOptions how;
        how.run = false;
        const Simulation plain = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        how.slowdowns = {{"stage 2", 1.5}};
        const Simulation slow = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        // 1F1B goes at the pace of the slowest stage; what it exchanges takes no longer.
        QVERIFY(slow.stepSeconds > 1.25 * plain.stepSeconds);
        QVERIFY(slow.classes[1].idleSeconds > slow.classes[2].idleSeconds);
        bool told = false;
        for (const StepDifference& difference : slow.differences)
            told = told || (difference.what == "what_if" && difference.seconds > 0);
        QVERIFY(told);
        how.slowdowns = {{"stage 9", 2}};
        const core::ModelSpec spec = model("megatron-22b");
        const auto wrong = simulate(spec, hardware("dgx-a100-80g"), planOf(spec, kPipeline), how);
        QVERIFY(!wrong.ok() && wrong.error().code == core::ErrorCode::UnknownName);
        how.slowdowns = {};
        how.jitter = 0.05;
        how.seed = 7;
        const double first = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how).stepSeconds;
        QCOMPARE(simulated("megatron-22b", "dgx-a100-80g", kPipeline, how).stepSeconds, first);
        how.seed = 8;
        QVERIFY(simulated("megatron-22b", "dgx-a100-80g", kPipeline, how).stepSeconds != first);
        how.jitter = 0;
        how.sensitivity = true;
        const Simulation most = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        QCOMPARE(most.sensitivities.front().resource, std::string("compute"));
        QVERIFY(most.sensitivities.front().seconds < plain.stepSeconds / 11 * 1.0001);
        QVERIFY(most.sensitivities.front().seconds > 0.5 * plain.stepSeconds / 11);
    }
    void bucketsAreHiddenAsFarAsTheyGo()
    {
        // FSDP2 gathers a layer ahead: the first gather of the step cannot hide, and the step says so.
        const Simulation out = simulated("llama-2-7b", "dgx-h100",
                                         {{"replica", "8"},
                                          {"zero-stage", "3"},
                                          {"implementation", "fsdp2"},
                                          {"micro-batch", "1"},
                                          {"global-batch", "16"}});
        QVERIFY(out.classes[0].exposedSeconds > 0);
        QVERIFY(std::abs(relative(out)) < 0.01);
        SimulationOptions how;
        how.slowdowns = {{"replica", 20}};
        const Simulation slow = simulated("llama-2-7b", "dgx-h100",
                                          {{"replica", "8"},
                                           {"zero-stage", "3"},
                                           {"implementation", "fsdp2"},
                                           {"micro-batch", "1"},
                                           {"global-batch", "16"}},
                                          how);
        // Gathers and reductions share a link: all of it one after the other, once the link is the
        // bottleneck.
        QVERIFY(slow.stepSeconds > 4 * out.stepSeconds);
    }
    void stepsFollowEachOther()
    {
        SimulationOptions how;
        how.steps = 3;
        const Simulation three = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        how.steps = 1;
        const Simulation one = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        QVERIFY(std::abs(three.stepSeconds - one.stepSeconds) <= 1e-9 * one.stepSeconds);
        QCOMPARE(three.run->timeline->steps().size(), 3 * one.run->timeline->steps().size());
    }
    void layersSumUpToTheirPass()
    {
        SimulationOptions how;
        how.detail = SimulationDetail::Layer;
        const Simulation layers = simulated("megatron-22b", "dgx-a100-80g", kPipeline, how);
        const Simulation stages = simulated("megatron-22b", "dgx-a100-80g", kPipeline);
        QCOMPARE(layers.stepSeconds, stages.stepSeconds);
        QVERIFY(layers.run->timeline->sliceCount() > 3 * stages.run->timeline->sliceCount());
    }
};

SHARDSCOPE_TEST(TstSimulate)
#include "tst_simulate.moc"
