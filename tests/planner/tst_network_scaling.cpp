// SPDX-License-Identifier: GPL-3.0-or-later
// Networks that give less over many machines, and collectives that were measured over another link than the
// one described. Wanted values are worked out by hand.
#include "core/hardware/hardware_file.h"
#include "planner/machine/collective.h"
#include "planner/machine/measured_collective.h"
#include "planner/machine/network_scaling.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

using N = PlainNumbers;

/// Eight devices a node, 25 GB/s a device between nodes.
HardwareSpec machine(std::optional<NetworkScaling> scaling)
{
    HardwareSpec hardware = sampleHardware();
    hardware.links.back().scaling = std::move(scaling);
    return hardware;
}

NetworkShare shareOf(const HardwareSpec& hardware, double machines, const Calibration* calibration = nullptr)
{
    return networkShare(hardware, hardware.links.back(), machines, calibration);
}

CollectiveCurve curveOf(LinkLevel level, std::int64_t ranks, double linkBandwidth)
{
    CollectiveCurve curve{"all_gather",           level,      ranks, {1e3, 1e6, 1e9},
                          {1e-5, 6e-5, 5.001e-2}, "measured", "test"};
    curve.linkBandwidth = BytesPerSecond{linkBandwidth};
    return curve;
}

} // namespace

class TstNetworkScaling : public QObject {
    Q_OBJECT
private slots:
    /// Straight over the logarithm, and flat beyond the ends.
    void aFileSaysHowItsNetworkScales()
    {
        const HardwareSpec hardware = machine(NetworkScaling{{4, 64}, {1, 0.6}, "test"});
        QCOMPARE(shareOf(hardware, 2).share, 1.0);
        QVERIFY(near(shareOf(hardware, 16).share, 0.8));
        QVERIFY(near(shareOf(hardware, 1000).share, 0.6));
        QCOMPARE(shareOf(hardware, 16).basis, NetworkBasis::Stated);
        // A ring of one device a node over 128 ranks: 16 nodes.
        QVERIFY(near(groupLink<N>(hardware, {16, 8}).bandwidth.value(), 0.8 * 25e9));
        QVERIFY(near(groupLink<N>(hardware, {2, 8}).bandwidth.value(), 25e9));
        QCOMPARE(groupLink<N>(hardware, {8, 1}).bandwidth.value(), 200e9); // in a node
    }

    /// A leaf switch's worth of machines has all of it, many have half, and a switchless network all.
    void nobodySaysAndTheAssumptionIsConservative()
    {
        HardwareSpec hardware = machine({});
        QCOMPARE(shareOf(hardware, 32).share, 1.0);
        QCOMPARE(shareOf(hardware, 512).share, 0.5);
        QCOMPARE(shareOf(hardware, 512).basis, NetworkBasis::Assumed);
        QVERIFY(!shareOf(hardware, 512).citation.empty());
        hardware.links.back().topology = LinkTopology::Ring;
        QCOMPARE(shareOf(hardware, 512).share, 1.0);
    }

    /// Runs over 48 machines have their network in what was fitted to them; beyond, it falls from there.
    void aCalibrationHasWhatItSaw()
    {
        const HardwareSpec hardware = machine(NetworkScaling{{16, 64, 256}, {1, 0.8, 0.4}, "test"});
        Calibration calibration;
        calibration.range["devices"] = {8, 512};
        QCOMPARE(shareOf(hardware, 64, &calibration).basis, NetworkBasis::Calibrated);
        QCOMPARE(shareOf(hardware, 64, &calibration).share, 1.0);
        QVERIFY(near(shareOf(hardware, 256, &calibration).share, 0.5));
        QCOMPARE(shareOf(hardware, 256, &calibration).basis, NetworkBasis::Stated);
    }

    void measuredNetworksNeedNoAssumption()
    {
        HardwareSpec hardware = machine({});
        hardware.collectives = {curveOf(LinkLevel::Node, 8, 0)};
        QCOMPARE(shareOf(hardware, 512).share, 0.5); // a node's say nothing of the network
        hardware.collectives.push_back(curveOf(LinkLevel::Cluster, 16, 0));
        QCOMPARE(shareOf(hardware, 512).share, 1.0);
        QCOMPARE(shareOf(hardware, 512).basis, NetworkBasis::Measured);
    }

    /// Twice the bandwidth halves what bytes take, 50 of 60 us, and leaves the 10 us of the smallest message.
    void anotherLinkScalesWhatWasMeasured()
    {
        HardwareSpec hardware = machine({});
        hardware.collectives = {curveOf(LinkLevel::Node, 8, 200e9)};
        const auto at = [&](double bandwidth, double bytes) {
            hardware.links.front().bandwidth.value = BytesPerSecond{bandwidth};
            return measuredCollective(hardware, "all_gather", {LinkLevel::Node, 8, 1, 0, 0}, bytes);
        };
        QVERIFY(near(at(200e9, 1e6)->seconds, 6e-5));
        QCOMPARE(at(200e9, 1e6)->source, SourceKind::Measured);
        QVERIFY(near(at(400e9, 1e6)->seconds, 3.5e-5));
        QCOMPARE(at(400e9, 1e6)->source, SourceKind::Assumed);
        QVERIFY(near(at(100e9, 1e6)->seconds, 11e-5));
        QVERIFY(near(at(400e9, 1e3)->seconds, 1e-5));
        hardware.collectives.front().linkBandwidth = {}; // nobody said over which link
        QVERIFY(near(at(400e9, 1e6)->seconds, 6e-5));
    }

    void filesSayBoth()
    {
        const auto parsed = [](const std::string& scaling) {
            return parseHardware(
                R"({"name": "m", "engines": [{"kind": "matrix", "dtype": "bf16", "peak": "1 TFLOP/s", "source": "s"}],
                   "memory": [{"tier": "device", "capacity": "1 GiB", "bandwidth": "1 GB/s", "source": "s"}],
                   "node": {"devices": 8},
                   "links": [{"level": "node", "bandwidth": "9 GB/s", "latency": "1 us", "source": "s"},
                             {"level": "cluster", "bandwidth": "2 GB/s", "latency": "1 us", "source": "s")" +
                    scaling + R"(}],
                   "collectives": [{"operation": "all_gather", "level": "node", "ranks": 8, "regime": "measured",
                                    "bytes": [1], "seconds": [1], "source": "s", "link_bandwidth": "3 GB/s"}]})",
                "m.json");
        };
        const auto plain = parsed("");
        QVERIFY(plain.ok());
        QVERIFY(!plain->links.back().scaling);
        QCOMPARE(plain->collectives.front().linkBandwidth.value(), 3e9);
        const auto scaled = parsed(R"(, "scaling": {"machines": [2, 8], "share": [1, 0.5], "source": "t"})");
        QVERIFY(scaled.ok());
        QCOMPARE(scaled->links.back().scaling->at(4), 0.75);
        for (const char* wrong :
             {R"("machines": [2], "share": [1, 0.5])", R"("machines": [8, 2], "share": [1, 1])",
              R"("machines": [2], "share": [1.5])", R"("machines": [0], "share": [1])"})
            QVERIFY2(!parsed(std::string(R"(, "scaling": {"source": "t", )") + wrong + "}").ok(), wrong);
    }
};

SHARDSCOPE_TEST(TstNetworkScaling)
#include "tst_network_scaling.moc"
