// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming memory of other machines, and what comes from the host: against sums by hand.
#include "planner/planner.h"
#include "tests/planner/communication_entry.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

const CommunicationEntry* streamingOf(const Evaluation& evaluation, TrafficGroup group)
{
    for (const CommunicationEntry& entry : evaluation.communication)
        if (entry.operation == Transfer::Streaming && entry.group == group)
            return &entry;
    return nullptr;
}

std::vector<double> peaks(const Evaluation& evaluation)
{
    std::vector<double> found;
    for (const TierUse& use : evaluation.memory.tiers)
        if (use.tier == Tier::Streaming)
            found.push_back(use.peak.value());
    return found;
}

HardwareSpec withStreaming(HardwareSpec machine, double bytesOfDevice)
{
    for (MemoryTier& tier : machine.memory)
        if (tier.tier == Tier::Streaming)
            tier.capacity.value = Bytes{bytesOfDevice * static_cast<double>(tier.sharedBy)};
    return machine;
}

/// A pipeline of four whose first stage has the embedding: it holds more than the others.
Plan pipeline(const ModelSpec& gpt, const char* replicas)
{
    return planOf(gpt, {{"tensor", "8"},
                        {"pipeline", "4"},
                        {"replica", replicas},
                        {"phases", "20"},
                        {"schedule", "phased"},
                        {"micro-batches", "4"},
                        {"micro-batch", "1"},
                        {"sequence-length", "512"},
                        {"implementation", "popart"},
                        {"precision-weights", "fp16"},
                        {"precision-gradients", "fp16"}});
}

} // namespace

class TstStreamingPool : public QObject {
    Q_OBJECT
private slots:
    /// What the first stage lacks lies with the others; their sum decides, to the byte.
    void whatOneLacksOthersLend()
    {
        const ModelSpec gpt = model("megatron-7.5b");
        const HardwareSpec roomy = hardware("ipu-pod64");
        const Plan plan = pipeline(gpt, "2");
        const auto before = evaluate(gpt, roomy, plan, Detail::Plain);
        QVERIFY(before.ok());
        QVERIFY(streamingOf(*before, TrafficGroup::RemoteStreaming) == nullptr);
        const std::vector<double> held = peaks(*before);
        QCOMPARE(held.size(), std::size_t{4});
        double sum = 0;
        for (const double bytes : held)
            sum += bytes;
        const double most = held.front();
        const double mean = sum / 4;
        QVERIFY(most > 1.01 * mean);

        const auto own = streamingOf(*before, TrafficGroup::Streaming);
        const auto tight = evaluate(gpt, withStreaming(roomy, 1.001 * mean), plan, Detail::Plain);
        QVERIFY(std::all_of(tight->memory.tiers.begin(), tight->memory.tiers.end(), [](const TierUse& use) {
            return use.tier != Tier::Streaming || use.peak <= use.capacity;
        }));
        const auto short1 = evaluate(gpt, withStreaming(roomy, 0.999 * mean), plan, Detail::Plain);
        QVERIFY(std::any_of(short1->memory.tiers.begin(), short1->memory.tiers.end(), [](const TierUse& use) {
            return use.tier == Tier::Streaming && use.capacity < use.peak;
        }));

        // The optimizer's state goes first and moves both ways once: what is missing, twice.
        const auto kept = streamingOf(*tight, TrafficGroup::Streaming);
        const auto remote = streamingOf(*tight, TrafficGroup::RemoteStreaming);
        QVERIFY(own != nullptr && kept != nullptr && remote != nullptr);
        QVERIFY(std::abs((kept->bytesPerRank + remote->bytesPerRank).value() / own->bytesPerRank.value() -
                         1) < 0.1);
        // Bytes of the stage that is done last, which need not be the fullest.
        QVERIFY(remote->bytesPerRank.value() > 0);
        // All 64 devices work: the lender leaves half of 20 GB/s, slower than the IPU-Link; eight borrow of
        // more.
        QVERIFY(near(remote->seconds.value(), remote->bytesPerRank.value() / 10e9));
        QVERIFY(near(remote->exposed.value(), remote->seconds.value())); // the update waits for its state
        const double longer = tight->step.at(StepPart::Total).seconds.value() -
                              before->step.at(StepPart::Total).seconds.value();
        QVERIFY(longer > 0);
    }

    /// Machines that the plan leaves idle lend at the memory's whole rate, in another pod over its links.
    void idleMachinesLend()
    {
        const ModelSpec gpt = model("megatron-7.5b");
        const Plan plan = pipeline(gpt, "1"); // 32 of 64 devices
        const std::vector<double> held = peaks(*evaluate(gpt, hardware("ipu-pod64"), plan, Detail::Plain));
        const double least = *std::min_element(held.begin(), held.end());
        const auto half =
            evaluate(gpt, withStreaming(hardware("ipu-pod64"), 0.9 * least), plan, Detail::Plain);
        const auto remote = streamingOf(*half, TrafficGroup::RemoteStreaming);
        QVERIFY(remote != nullptr);
        QVERIFY(near(remote->seconds.value(), remote->bytesPerRank.value() / 20e9));

        const Plan whole = pipeline(gpt, "2"); // one pod of four
        const auto other =
            evaluate(gpt, withStreaming(hardware("ipu-pod256"), 0.9 * least / 2), whole, Detail::Plain);
        const auto far = streamingOf(*other, TrafficGroup::RemoteStreaming);
        QVERIFY(far != nullptr);
        QVERIFY(near(far->seconds.value(), far->bytesPerRank.value() / 6.25e9)); // GW-Link
    }

    /// One more machine never makes what fits fit no longer, and never the step longer.
    void moreMachinesNeverFitLess()
    {
        const ModelSpec gpt = model("megatron-7.5b");
        const Plan plan = pipeline(gpt, "1");
        const std::vector<double> held = peaks(*evaluate(gpt, hardware("ipu-pod64"), plan, Detail::Plain));
        double sum = 0;
        for (const double bytes : held)
            sum += bytes;
        bool before = false;
        double seconds = 1e30;
        int changed = 0;
        for (std::int64_t machines = 8; machines <= 24; ++machines) {
            HardwareSpec some = withStreaming(hardware("ipu-m2000"), 0.5 * sum / 4);
            some.nodes = machines;
            const auto found = evaluate(gpt, some, plan, Detail::Plain);
            QVERIFY(found.ok());
            const bool fits =
                std::all_of(found->memory.tiers.begin(), found->memory.tiers.end(), [](const TierUse& use) {
                    return use.tier != Tier::Streaming || use.peak <= use.capacity;
                });
            QVERIFY(fits || !before);
            changed += fits != before;
            before = fits;
            if (!fits)
                continue;
            const double now = found->step.at(StepPart::Total).seconds.value();
            QVERIFY2(now <= seconds * (1 + 1e-12), qPrintable(QString::number(machines)));
            seconds = now;
        }
        QCOMPARE(changed, 1); // at twice the machines that it computes on
    }

    /// A POD16 reads its batch over the machines' host ports, 100 Gbps for four, and stages two in its
    /// memory.
    void batchesComeFromTheHost()
    {
        const ModelSpec bert = model("bert-large");
        const auto found = evaluate(bert, hardware("ipu-pod16"),
                                    planOf(bert, {{"replica", "16"},
                                                  {"micro-batch", "2"},
                                                  {"micro-batches", "8"},
                                                  {"sequence-length", "128"},
                                                  {"implementation", "popart"},
                                                  {"precision-weights", "fp16"}}),
                                    Detail::Plain);
        const double batch = 2.0 * 8 * 128 * 8; // ids and labels of 4 B
        const auto input =
            std::find_if(found->communication.begin(), found->communication.end(),
                         [](const CommunicationEntry& e) { return e.operation == Transfer::HostInput; });
        QVERIFY(input != found->communication.end());
        QVERIFY(near(input->bytesPerRank.value(), batch));
        QVERIFY(near(input->seconds.value(), batch / 3.125e9));
        QCOMPARE(input->exposed.value(), 0.0);
        QVERIFY(near(found->memory.held(0, Tier::Streaming, Purpose::Buffers).value(), 2 * batch));

        // Images of a network that hardly computes come slower than it does: it waits for the host.
        HardwareSpec slow = hardware("ipu-pod16");
        for (Link& link : slow.links)
            if (link.level == LinkLevel::FrontEnd)
                link.bandwidth.value = BytesPerSecond{1e6};
        const ModelSpec resnet = model("resnet-50");
        const Plan plan = planOf(resnet, {{"replica", "16"}, {"micro-batch", "4"}});
        const auto waits = evaluate(resnet, slow, plan, Detail::Plain);
        const auto freely = evaluate(resnet, hardware("ipu-pod16"), plan, Detail::Plain);
        QVERIFY(waits->step.at(StepPart::Total).seconds.value() >
                4 * (3.0 * 224 * 224 * widthOf(plan.precision.weights).value() + 4) / 1e6);
        QVERIFY(freely->step.at(StepPart::Total).seconds.value() < 0.5);
    }
};

SHARDSCOPE_TEST(TstStreamingPool)
#include "tst_streaming_pool.moc"
