// SPDX-License-Identifier: GPL-3.0-or-later
// The hosts' network beside that of the collectives: what a sample weighs on it, what it bounds, checkpoints,
// and the input pipeline that runs ahead.
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/recommender.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <stdexcept>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

core::HardwareSpec withFrontEnd(core::HardwareSpec machine, double bytesPerSecond)
{
    for (core::Link& link : machine.links) {
        if (link.level == core::LinkLevel::FrontEnd)
            link.bandwidth.value = core::BytesPerSecond{bytesPerSecond};
    }
    return machine;
}
const RecommenderPart& part(const ZionexStep& step, const std::string& key)
{
    for (const RecommenderPart& one : step.parts)
        if (one.key == key)
            return one;
    throw std::runtime_error(key);
}
double exposed(const ZionexStep& step)
{
    double sum = 0;
    for (const RecommenderPart& one : step.parts)
        sum += one.exposed.value();
    return sum;
}
} // namespace

class TstFrontEnd : public QObject {
    Q_OBJECT
private slots:
    /// Criteo: 26 ids of 8 B, 26 lengths of 4 B, 13 dense features and a label of 4 B: 368 B.
    void aSampleWeighsWhatItsFormatSays()
    {
        const core::ModelSpec criteo = model("dlrm-criteo-1tb");
        QCOMPARE(ingestOfSample<core::PlainNumbers>(*criteo.recommender()).value(), 368.0);
        const auto cluster = embeddingCluster(hardware("zionex"), 16);
        QVERIFY(cluster.ok());
        QCOMPARE(cluster->frontEndLink.value(), 6.25e9); // 4 x 100 Gbit/s over eight devices
        const FrontEndUse use =
            frontEndUse(*criteo.recommender(), *cluster, 16e6, core::Bytes{32e9}, CheckpointSettings{});
        QVERIFY(near(use.ceiling, 16 * 6.25e9 / 368));
        QVERIFY(near(use.batches.value(), 1e6 * 368));
        QVERIFY(near(use.batchShare, 1e6 * 368 / 6.25e9));
        QVERIFY(use.why != nullptr && near(use.why->value, use.ceiling));
        // 204,184,588 rows of 128 fp32 weights (SGD: no state), and the perceptrons, over 16 devices.
        const double state = 204'184'588.0 * 128 * 4 + 4 * criteo.recommender()->denseParameters();
        QVERIFY(near(use.checkpoint.value(), state / 16));
        QVERIFY(near(use.writing.value(), state / 16 / 6.25e9));
        QVERIFY(use.keepsUp);
        QVERIFY(near(use.snapshot.value(), 32e9 / cluster->hostBandwidth.value()));
        QVERIFY(near(use.stall, use.snapshot.value() / (1800 + use.snapshot.value())));
        // Differential and quantized: ten times fewer bytes, a tenth of the time.
        const FrontEndUse lean =
            frontEndUse(*criteo.recommender(), *cluster, 16e6, core::Bytes{32e9}, {core::Seconds{1800}, 10});
        QVERIFY(near(lean.writing.value() * 10, use.writing.value()));
        // Every tenth of a second is too often.
        QVERIFY(!frontEndUse(*criteo.recommender(), *cluster, 16e6, core::Bytes{}, {core::Seconds{0.1}, 1})
                     .keepsUp);
        QCOMPARE(
            frontEndUse(*criteo.recommender(), *cluster, 16e6, core::Bytes{}, {core::Seconds{0}, 1}).writing,
            core::Seconds{0});
    }

    /// Narrow enough, the network is what the step waits for, by name, and the rate is its ceiling.
    void bindsWhereItIsNarrow()
    {
        const core::ModelSpec criteo = model("dlrm-criteo-1tb");
        const core::HardwareSpec wide = hardware("zionex");
        ZionexSettings settings;
        const auto free = zionexStep(*criteo.recommender(), wide, 16, settings);
        QVERIFY(free.ok());
        QVERIFY(part(*free, "ingest").exposed.value() == 0 && part(*free, "ingest").seconds.value() > 0);
        QVERIFY(near(part(*free, "ingest").seconds.value(), 512 * 368 / 6.25e9));
        const core::HardwareSpec narrow = withFrontEnd(wide, 1e6);
        const auto bound = zionexStep(*criteo.recommender(), narrow, 16, settings);
        QVERIFY(bound.ok());
        QCOMPARE(bound->bound, std::string("front_end"));
        QVERIFY(near(bound->samplesPerSecond, 16 * 1e6 / 368));
        QVERIFY(part(*bound, "ingest").exposed.value() > 0);
        QVERIFY(near(exposed(*bound), bound->seconds.value()));
        QVERIFY(near(bound->why->value, bound->seconds.value()));
        const auto curve = zionexScaling(*criteo.recommender(), narrow, {8, 16}, false, settings);
        QVERIFY(curve.ok());
        QVERIFY(near(curve->front().frontEnd, 8 * 1e6 / 368));
        QVERIFY(near(curve->front().samplesPerSecond, curve->front().frontEnd));
        // A machine that describes none is bound by none.
        const auto unknown = zionexStep(*criteo.recommender(), hardware("dgx-a100-40g"), 16, settings);
        QVERIFY(unknown.ok());
        QCOMPARE(part(*unknown, "ingest").seconds.value(), 0.0);
        QCOMPARE(zionexScaling(*criteo.recommender(), hardware("dgx-a100-40g"), {8}, false, settings)
                     ->front()
                     .frontEnd,
                 0.0);
    }

    /// Without a pipeline ids and missed rows precede the lookup; with one they hide beside the step.
    void pipelineHidesTheInput()
    {
        const core::ModelSpec dlrm = model("dlrm-v2-mlperf");
        const core::HardwareSpec machine = hardware("zionex");
        ZionexSettings settings;
        settings.batch = 8192;
        settings.readersPerDevice = 1024; // readers and hosts do not interfere
        settings.coefficients.hostOverhead = core::Seconds{0};
        const auto ahead = zionexStep(*dlrm.recommender(), machine, 16, settings);
        settings.pipelined = false;
        const auto inOrder = zionexStep(*dlrm.recommender(), machine, 16, settings);
        QVERIFY(ahead.ok() && inOrder.ok());
        QVERIFY(ahead->pipelined && !inOrder->pipelined);
        const double input =
            part(*inOrder, "id_all_to_all").seconds.value() + part(*inOrder, "cache_misses").seconds.value();
        QVERIFY(part(*ahead, "id_all_to_all").seconds.value() > 0);
        QCOMPARE(part(*ahead, "id_all_to_all").exposed.value(), 0.0);
        const double bottom = part(*inOrder, "bottom_mlp_forward").seconds.value();
        const double beside =
            part(*inOrder, "lookup").seconds.value() + part(*inOrder, "vector_all_to_all").seconds.value();
        // Each transfer is alone on its link; what sharing them costs is a part of its own.
        const auto alone = [](const ZionexStep& step) {
            return step.deviceSeconds.value() - part(step, kSharedLinks).seconds.value();
        };
        QVERIFY(near(alone(*inOrder) - alone(*ahead),
                     std::max(bottom, input + beside) - std::max(bottom, beside)));
        for (const auto* step : {&*ahead, &*inOrder})
            QVERIFY(near(exposed(*step), step->seconds.value()));
    }

    /// --prefetch false of a sharded plan is a step without the pipeline, not an error.
    void aPlanSaysWhetherInputRunsAhead()
    {
        const core::ModelSpec dlrm = model("dlrm-v2-mlperf");
        const core::HardwareSpec machine = hardware("zionex");
        const auto plan = [&](const char* prefetch) {
            return *planner::parsePlan(
                "", "", {{"replica", "16"}, {"micro-batch", "8192"}, {"prefetch", prefetch}}, dlrm);
        };
        QVERIFY(zionexSettings(dlrm, machine, plan("true"))->pipelined);
        QVERIFY(!zionexSettings(dlrm, machine, plan("true"), {1, false, false, 0, 0.15})->pipelined);
        QVERIFY(!zionexSettings(dlrm, machine, plan("false"))->pipelined);
        const auto ahead = evaluate(dlrm, machine, plan("true"), Detail::Explained);
        const auto inOrder = evaluate(dlrm, machine, plan("false"), Detail::Explained);
        QVERIFY(ahead.ok() && inOrder.ok());
        QVERIFY(inOrder->step.at(core::StepPart::Total).seconds >=
                ahead->step.at(core::StepPart::Total).seconds);
        const auto ids = std::find_if(inOrder->communication.begin(), inOrder->communication.end(),
                                      [](const core::CommunicationEntry& entry) {
                                          return entry.group == core::TrafficGroup::EmbeddingIds;
                                      });
        QVERIFY(ids != inOrder->communication.end());
        // This is the device that has most to send; a mean one looks up its share of all ids.
        QVERIFY(ids->bytesPerRank.value() >= 8192 * 8 * dlrm.recommender()->lookupsPerSample() * (1 - 1e-9));
        // Both networks' figures are recalled: whoever reads the answer is told.
        for (const char* link : {"front_end link", "cluster link"})
            QVERIFY2(std::find(ahead->unverified.begin(), ahead->unverified.end(), link) !=
                         ahead->unverified.end(),
                     link);
    }

    /// It carries no collective: a machine with nothing else connects no devices.
    void carriesNoCollective()
    {
        core::HardwareSpec machine = hardware("zionex");
        QVERIFY(machine.connectsDevices());
        machine.links.erase(machine.links.begin(), machine.links.end() - 1);
        QCOMPARE(machine.links.front().level, core::LinkLevel::FrontEnd);
        QVERIFY(!machine.connectsDevices());
        QVERIFY(!embeddingCluster(machine, 8).ok());
        const core::ModelSpec gpt = model("gpt2");
        const auto plan = planner::parsePlan("", "", {{"replica", "8"}}, gpt);
        QVERIFY(plan.ok());
        QVERIFY(!evaluate(gpt, machine, *plan, Detail::Plain).ok());
    }
};

SHARDSCOPE_TEST(TstFrontEnd)
#include "tst_front_end.moc"
