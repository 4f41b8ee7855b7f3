// SPDX-License-Identifier: GPL-3.0-or-later
// Which link a group lies on, ring times, and achieved fractions.
#include "planner/formula/coefficients.h"
#include "planner/machine/collective.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

/// The sample machine with every link at its full bandwidth.
HardwareSpec exactHardware()
{
    HardwareSpec hardware = sampleHardware();
    EfficiencyCurve full;
    full.operation = "collective";
    full.x = {1};
    full.y = {1};
    full.regime = "specification";
    full.source = "test";
    hardware.efficiency.push_back(full);
    return hardware;
}

} // namespace

class TstCollective : public QObject {
    Q_OBJECT
private slots:
    void groupsFindTheirLink()
    {
        const HardwareSpec hardware = exactHardware(); // 8 a node, 200 GB/s inside, 25 GB/s outside
        QCOMPARE(groupLink<N>(hardware, {8, 1}).bandwidth.value(), 200e9);
        QCOMPARE(groupLink<N>(hardware, {2, 4}).bandwidth.value(), 200e9);
        // One member a node: its own link. Eight members a node: all eight links, as far as the inside
        // carries.
        QCOMPARE(groupLink<N>(hardware, {2, 8}).bandwidth.value(), 25e9);
        QCOMPARE(groupLink<N>(hardware, {4, 4}).bandwidth.value(), 50e9);
        QCOMPARE(groupLink<N>(hardware, {64, 1}).bandwidth.value(), 200e9);
        QCOMPARE(groupLink<N>(hardware, {2, 8}).latency.value(), 10e-6);
    }

    /// Racks whose switches carry on what a node's do: a ring leaves a rack over every member's own link.
    void aRackIsOneDomain()
    {
        HardwareSpec hardware = exactHardware();
        Link rack = hardware.links.front();
        rack.level = LinkLevel::Pod;
        rack.span = 64;
        rack.topology = LinkTopology::Switch;
        hardware.links.insert(hardware.links.begin() + 1, rack);
        // Two racks; one member in eight ranks: eight in a rack, and not one.
        QCOMPARE(groupLink<N>(hardware, {16, 8}).bandwidth.value(), 200e9);
        QCOMPARE(groupLink<N>(hardware, {4, 32}).bandwidth.value(), 50e9);
        QCOMPARE(groupLink<N>(hardware, {8, 8}).bandwidth.value(), 200e9); // within one
        // A torus of machines is no switch: the node's members alone have links of their own.
        hardware.links[1].topology = LinkTopology::Torus;
        QCOMPARE(groupLink<N>(hardware, {16, 8}).bandwidth.value(), 25e9);
    }

    void anOldRingLeavesOverFewLinks()
    {
        const HardwareSpec hardware = exactHardware();
        Calibration calibration;
        calibration.coefficients = {{"ring_links", 2}, {"node_egress", 0.5}, {"node_rate", 1}};
        const Coefficients coefficients = coefficientsOf(&calibration);
        // Eight members a node, but two links; one member has one.
        QCOMPARE(groupLink<N>(hardware, {64, 1}, &coefficients).bandwidth.value(), 2 * 25e9 * 0.5);
        QCOMPARE(groupLink<N>(hardware, {8, 8}, &coefficients).bandwidth.value(), 25e9 * 0.5);
    }

    void meshGroups()
    {
        Plan plan;
        plan.axes.tensor = 4;
        plan.axes.replica = 3;
        plan.axes.pipeline = 5;
        QCOMPARE(groupOf(plan, MeshAxis::Replica).stride, std::int64_t(4));
        QCOMPARE(groupOf(plan, MeshAxis::Pipeline).stride, std::int64_t(12));
        QCOMPARE(groupOf(plan, MeshAxis::Pipeline).degree, std::int64_t(5));
    }

    void ringTimes()
    {
        const HardwareSpec hardware = exactHardware();
        const auto link = groupLink<N>(hardware, {4, 1});
        const double bytes = 400e6;
        QVERIFY(near(allReduceTime<N>(link, Bytes{bytes}), 2 * 3 * 3e-6 + 2 * 0.75 * bytes / 200e9));
        QVERIFY(near(gatherTime<N>(link, Bytes{bytes}), 3 * 3e-6 + 0.75 * bytes / 200e9));
        QVERIFY(near(sendTime<N>(link, Bytes{bytes}), 3e-6 + bytes / 200e9));
        // An all-reduce is a scatter and a gather.
        QVERIFY(near(allReduceTime<N>(link, Bytes{bytes}), 2 * gatherTime<N>(link, Bytes{bytes}).value()));
        QCOMPARE(allReduceTime<N>(groupLink<N>(hardware, {1, 1}), Bytes{bytes}).value(), 0.0);
    }

    void allReducesTakeTheFastestAlgorithm()
    {
        // 64 ranks on 8 nodes of 8; 200 GB/s and 3 us inside, 25 GB/s a port and 10 us outside.
        HardwareSpec hardware = exactHardware();
        const auto wide = groupLink<N>(hardware, {64, 1});
        const double large = 1e10;
        QVERIFY(allReduceAlgorithm<N>(wide, Bytes{large}).name == "ring");
        QVERIFY(near(allReduceTime<N>(wide, Bytes{large}),
                     2 * (7 * 10e-6 + 56 * 3e-6) + 2 * 63.0 / 64 * large / 200e9));
        // Little: three levels of a tree between nodes and seven hops inside beat 63 hops.
        const double little = 1e3;
        QVERIFY(allReduceAlgorithm<N>(wide, Bytes{little}).name == "tree");
        QVERIFY(near(allReduceTime<N>(wide, Bytes{little}), 2 * (3 * 10e-6 + 7 * 3e-6) + 2 * little / 200e9));
        // Switches that add: each byte up once and down once.
        hardware.links[0].inNetworkReduction = true;
        const auto adding = groupLink<N>(hardware, {8, 1});
        QVERIFY(allReduceAlgorithm<N>(adding, Bytes{large}).name == "in_network");
        QVERIFY(near(allReduceTime<N>(adding, Bytes{large}), 2 * 3e-6 + large / 200e9));
        QVERIFY(allReduceAlgorithm<N>(groupLink<N>(exactHardware(), {8, 1}), Bytes{large}).reason ==
                "one_level");
    }

    /// Two nodes have to do what one does, and more: on no machine are they sooner through.
    void moreNodesAreNeverSooner()
    {
        for (const std::string& name : catalog().hardwareNames()) {
            const HardwareSpec machine = hardware(name);
            const Link* const domain = machine.scaleUp();
            if (domain == nullptr)
                continue;
            const std::int64_t inside =
                domain->level == LinkLevel::Node ? machine.devicesPerNode : domain->span;
            if (inside < 2 || 2 * inside > machine.devices().value_or(2 * inside))
                continue;
            const auto alone = groupLink<N>(machine, {inside, 1});
            const auto two = groupLink<N>(machine, {2 * inside, 1});
            for (const double bytes : {1e6, 64e6, 1e9, 16e9}) {
                const Bytes payload{bytes};
                for (const auto time : {allReduceTime<N>, gatherTime<N>, scatterTime<N>})
                    QVERIFY2(time(two, payload) >= time(alone, payload), name.c_str());
            }
        }
    }

    void sisterGroupsShareARing()
    {
        // Machines of 8 on a ring: members 4 machines apart share each link with 3 groups and pass 4 hops.
        HardwareSpec hardware = exactHardware();
        for (Link& link : hardware.links) {
            if (link.level != LinkLevel::Node)
                link.topology = LinkTopology::Ring;
        }
        const auto apart = groupLink<N>(hardware, {4, 32});
        QCOMPARE(apart.bandwidth.value(), 25e9 / 4);
        QCOMPARE(apart.latency.value(), 40e-6);
        QCOMPARE(groupLink<N>(hardware, {4, 8}).bandwidth.value(), 25e9);
        QCOMPARE(groupLink<N>(exactHardware(), {4, 32}).bandwidth.value(), 25e9); // a switch
    }

    void allToAllLeavesByEachPort()
    {
        // 16 ranks on two nodes: half of what is sent crosses, at 0.75 of a port (two inputs of a switch).
        // All 15 messages are under way at once: one hop, and half a microsecond for each further one.
        const HardwareSpec hardware = exactHardware();
        const auto link = groupLink<N>(hardware, {16, 1});
        const double sent = 64e6;
        const double wanted = 10e-6 + 14 * 0.5e-6 + 8.0 / 16 * sent / (25e9 * 0.75);
        const double got = allToAllTime<N>(link, Bytes{sent}).value();
        QVERIFY2(std::abs(got / wanted - 1) < 1e-12, qPrintable(QString("%1 %2").arg(got).arg(wanted)));
    }

    void fractionsComeFromCurvesOrAreAssumed()
    {
        HardwareSpec hardware = exactHardware();
        QVERIFY(achievedFraction(hardware, Efficiency::Gemm, Dtype::Bf16, 1e12).source ==
                SourceKind::Assumed);
        EfficiencyCurve gemm;
        gemm.operation = "gemm";
        gemm.dtype = Dtype::Bf16;
        gemm.x = {1e9, 1e11};
        gemm.y = {0.2, 0.6};
        gemm.regime = "measured";
        gemm.source = "test";
        hardware.efficiency.push_back(gemm);
        const Achieved middle = achievedFraction(hardware, Efficiency::Gemm, Dtype::Bf16, 1e10);
        QVERIFY(middle.source == SourceKind::Measured);
        QVERIFY(std::abs(middle.fraction - 0.4) < 1e-12);
        QCOMPARE(achievedFraction(hardware, Efficiency::Gemm, Dtype::Bf16, 1).fraction, 0.2);
        QCOMPARE(achievedFraction(hardware, Efficiency::Gemm, Dtype::Bf16, 1e15).fraction, 0.6);
        for (const Efficiency operation :
             {Efficiency::Gemm, Efficiency::Elementwise, Efficiency::Optimizer, Efficiency::Collective}) {
            const Achieved achieved = achievedFraction(sampleHardware(), operation, Dtype::Fp32, 1e9);
            QVERIFY(achieved.fraction > 0 && achieved.fraction <= 1 && !achieved.citation.empty());
        }
    }

    void rooflineTakesTheSlowerSide()
    {
        const HardwareSpec hardware = sampleHardware(); // 100 TFLOP/s, 1 TB/s
        const Rates<N> rates(hardware, Dtype::Bf16);
        const double gemm = achievedFraction(hardware, Efficiency::Gemm, Dtype::Bf16, 1e12).fraction;
        const double memory = achievedFraction(hardware, Efficiency::Elementwise, Dtype::Bf16, 1).fraction;
        QVERIFY(near(rates.matrix(Efficiency::Gemm, Flops{1e12}, 1e12, Bytes{1}), 1e12 / (100e12 * gemm)));
        QVERIFY(near(rates.matrix(Efficiency::Gemm, Flops{1}, 1, Bytes{1e9}), 1e9 / (1e12 * memory)));
    }
};

SHARDSCOPE_TEST(TstCollective)
#include "tst_collective.moc"
