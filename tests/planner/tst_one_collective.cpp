// SPDX-License-Identifier: GPL-3.0-or-later
// One collective: the same operation over the same ranks and bytes takes the same time, whoever asks; more
// bytes, more ranks and a slower link never take less.
#include "planner/machine/collective.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

/// Every machine of the catalogue whose devices are joined, without calibrations.
const std::vector<HardwareSpec>& machines()
{
    static const std::vector<HardwareSpec> all = [] {
        std::vector<HardwareSpec> found;
        for (const std::string& name : catalog().hardwareNames()) {
            HardwareSpec machine = hardware(name);
            machine.calibrations.clear();
            if (machine.connectsDevices())
                found.push_back(std::move(machine));
        }
        return found;
    }();
    return all;
}

constexpr std::array kOperations{Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                                 Collective::AllToAll,  Collective::Dispatch,  Collective::SendReceive};

CollectiveTime<N> timeOf(const HardwareSpec& machine, Collective collective, std::int64_t ranks, double bytes,
                         double messages = 1)
{
    return collectiveTime<N>({machine}, collective, {ranks, 1}, Bytes{bytes}, Dtype::Bf16, messages);
}
double secondsOf(const HardwareSpec& machine, Collective collective, std::int64_t ranks, double bytes)
{
    return timeOf(machine, collective, ranks, bytes).seconds.value();
}

std::int64_t mostRanks(const HardwareSpec& machine)
{
    return std::min<std::int64_t>(1024, machine.devices().value_or(1024));
}

std::string told(const HardwareSpec& machine, Collective collective, std::int64_t ranks, double bytes)
{
    return machine.name + " " + std::string(nameOf(collective)) + " " + std::to_string(ranks) + " ranks " +
           std::to_string(bytes) + " bytes";
}

/// The all-reduce over the replicas of \p plan; none where the plan cannot be evaluated.
std::optional<CommunicationEntry> reduction(const ModelSpec& model, const HardwareSpec& machine,
                                            const std::vector<std::pair<std::string, std::string>>& options)
{
    const auto evaluation = evaluate(model, machine, planOf(model, options), Detail::Plain);
    if (!evaluation.ok())
        return std::nullopt;
    for (const CommunicationEntry& entry : evaluation->communication) {
        if (entry.operation == Transfer::AllReduce && entry.group == TrafficGroup::Replica)
            return entry;
    }
    return std::nullopt;
}

} // namespace

class TstOneCollective : public QObject {
    Q_OBJECT
private slots:
    /// A transformer, a network and a recommender ask for their gradients' all-reduce.
    void whoeverAsks()
    {
        struct Asked {
            ModelSpec model;
            std::vector<std::pair<std::string, std::string>> options;
            Dtype wire;
            int answers = 0;
        };
        std::array<Asked, 3> asked{
            {{model("gpt2"), {{"implementation", "megatron"}, {"precision-gradients", "fp32"}}, Dtype::Fp32},
             {model("resnet-50"), {{"precision-gradients", "fp32"}}, Dtype::Fp32},
             {model("dlrm-criteo-1tb"),
              {{"precision-weights", "fp32"}, {"precision-gradients", "fp32"}},
              Dtype::Fp32}}};
        for (const HardwareSpec& machine : machines()) {
            // What the system itself says of its network holds for all of them.
            const Coefficients system =
                coefficientsOf(nullptr, nullptr, machine.network ? &*machine.network : nullptr);
            const Coefficients* const known = system.ofLinks ? &system : nullptr;
            for (const std::int64_t nodes : {1, 2, 8}) {
                const std::int64_t devices = nodes * machine.devicesPerNode;
                if (devices < 2 || devices > mostRanks(machine))
                    continue;
                for (Asked& who : asked) {
                    auto options = who.options;
                    options.emplace_back("replica", std::to_string(devices));
                    const auto entry = reduction(who.model, machine, options);
                    // On a TPU another program trains, whose gradients go out layer by layer.
                    const Plan said = planOf(who.model, options);
                    if (!entry ||
                        (!machine.bulkSynchronous && frameworkOf(said, machine) != frameworkOf(said)))
                        continue;
                    ++who.answers;
                    const auto own = collectiveTime<N>({machine, known}, Collective::AllReduce, {devices, 1},
                                                       entry->bytesPerRank, who.wire);
                    QVERIFY2(
                        std::abs(entry->seconds.value() / own.seconds.value() - 1) < 1e-9,
                        qPrintable(
                            QString::fromStdString(
                                who.model.name + " " +
                                told(machine, Collective::AllReduce, devices, entry->bytesPerRank.value())) +
                            QString(": %1 and %2 s").arg(entry->seconds.value()).arg(own.seconds.value())));
                    QCOMPARE(entry->algorithm, own.algorithm.name);
                }
            }
        }
        QVERIFY(asked[0].answers > 40);
        QVERIFY(asked[1].answers > 40);
        QVERIFY(asked[2].answers > 20);
    }

    void moreNeverTakesLess()
    {
        for (const HardwareSpec& machine : machines()) {
            for (const Collective collective : kOperations) {
                for (std::int64_t ranks = 2; ranks <= mostRanks(machine); ranks *= 2) {
                    double before = 0;
                    for (double bytes = 1024; bytes < 4e9; bytes *= 2) {
                        const double seconds = secondsOf(machine, collective, ranks, bytes);
                        QVERIFY2(seconds > 0 && seconds >= before,
                                 told(machine, collective, ranks, bytes).c_str());
                        before = seconds;
                        // A dispatch starts once for each peer inside a node, and once for each node beyond.
                        const bool starts = collective == Collective::Dispatch && bytes < kStarts;
                        if (2 * ranks > mostRanks(machine) || collective == Collective::SendReceive || starts)
                            continue;
                        const double more = secondsOf(machine, collective, 2 * ranks, bytes);
                        QVERIFY2(more >= (1 - 1e-12) * seconds,
                                 qPrintable(QString("%1: %2 s, twice as many %3 s")
                                                .arg(told(machine, collective, ranks, bytes).c_str())
                                                .arg(seconds)
                                                .arg(more)));
                    }
                }
            }
        }
    }

    /// Half of a link's bandwidth: never less time, and about twice as much at most (beyond the measured
    /// ranks what the last doubling added grows with it).
    void aSlowerLinkIsNeverFaster()
    {
        for (const HardwareSpec& machine : machines()) {
            for (std::size_t link = 0; link < machine.links.size(); ++link) {
                HardwareSpec slower = machine;
                slower.links[link].bandwidth.value = slower.links[link].bandwidth.value / 2;
                for (const Collective collective : kOperations) {
                    for (std::int64_t ranks = 2; ranks <= mostRanks(machine); ranks *= 4) {
                        for (double bytes = 1024; bytes < 4e9; bytes *= 16) {
                            const double one = secondsOf(machine, collective, ranks, bytes);
                            const double other = secondsOf(slower, collective, ranks, bytes);
                            QVERIFY2(other >= one * (1 - 1e-12) && other <= 2.2 * one,
                                     qPrintable(QString("%1: %2 s, half of link %3 %4 s")
                                                    .arg(told(machine, collective, ranks, bytes).c_str())
                                                    .arg(one)
                                                    .arg(link)
                                                    .arg(other)));
                        }
                    }
                }
            }
        }
    }

    /// Messages share the bytes, each at its own point of the curve.
    void messagesShareTheBytes()
    {
        const HardwareSpec machine = hardware("dgx-h100");
        for (const Collective collective : kOperations) {
            const double one = timeOf(machine, collective, 16, 1 << 20).seconds.value();
            const double all = timeOf(machine, collective, 16, 128 << 20, 128).seconds.value();
            QVERIFY(std::abs(all / (128 * one) - 1) < 1e-12);
            QVERIFY(timeOf(machine, collective, 16, 128 << 20).seconds.value() <= all);
        }
    }

    /// A switch adds up 16 bits and wider: bytes in 8 bits go around a ring.
    void switchesAddWideNumbers()
    {
        HardwareSpec machine = hardware("dgx-h100");
        machine.collectives.clear();
        machine.links.front().inNetworkReduction = true;
        const auto by = [&machine](Dtype dtype) {
            return collectiveTime<N>({machine}, Collective::AllReduce, {8, 1}, Bytes{1e9}, dtype);
        };
        QCOMPARE(by(Dtype::Bf16).algorithm.name, std::string_view("in_network"));
        QCOMPARE(by(Dtype::Fp8).algorithm.name, std::string_view("ring"));
        QVERIFY(by(Dtype::Bf16).seconds < by(Dtype::Fp8).seconds);
    }

    /// What a collective keeps from kernels beside it lies in its bounds; copy engines take no processor.
    void sharesLieInTheirBounds()
    {
        for (const HardwareSpec& machine : machines()) {
            for (const Transport transport :
                 {Transport::Nccl, Transport::UserBuffers, Transport::DeepEp, Transport::CopyEngine}) {
                const auto time =
                    collectiveTime<N>({machine}, Collective::AllGather, {2, 1, 0, transport}, Bytes{1e8});
                for (const DeviceShare& share : {time.processors, time.memory}) {
                    QVERIFY(share.low <= share.value && share.value <= share.high && share.high <= 1);
                    QVERIFY(!share.source.empty());
                }
                QCOMPARE(time.processors.value > 0, transport != Transport::CopyEngine);
                QVERIFY(time.memory.value > 0);
            }
        }
        const DeviceShare nccl = processorShare(hardware("dgx-h100"), Transport::Nccl);
        QVERIFY(std::abs(nccl.value - 16.0 / 132) < 1e-12);
    }

private:
    static constexpr double kStarts = 1 << 21;
};

SHARDSCOPE_TEST(TstOneCollective)
#include "tst_one_collective.moc"
