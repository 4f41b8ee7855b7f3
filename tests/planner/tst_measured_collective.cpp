// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives as measured: at their points, between them and beyond, on machines made by hand and on the
// shipped ones, whose tables keep every second size of what was measured.
#include "planner/machine/collective.h"
#include "planner/machine/measured_collective.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"

#include <nlohmann/json.hpp>

#include <QtTest/QtTest>

#include <cmath>
#include <filesystem>
#include <fstream>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;
using N = PlainNumbers;
using Json = nlohmann::ordered_json;

namespace {

CollectiveCurve curve(const char* operation, LinkLevel level, std::int64_t ranks, std::vector<double> bytes,
                      std::vector<double> seconds)
{
    return {operation, level, ranks, std::move(bytes), std::move(seconds), "measured", "by hand"};
}

/// Eight devices a node, as the sample machine.
HardwareSpec measuredHardware()
{
    HardwareSpec hardware = sampleHardware();
    hardware.collectives = {
        curve("all_reduce", LinkLevel::Node, 2, {1e3, 1e6}, {10e-6, 40e-6}),
        curve("all_reduce", LinkLevel::Node, 8, {1e3, 1e6}, {20e-6, 80e-6}),
        curve("all_gather", LinkLevel::Node, 8, {1e3, 1e6}, {10e-6, 30e-6}),
        curve("reduce_scatter", LinkLevel::Node, 8, {1e3, 1e6}, {10e-6, 60e-6}),
        curve("all_reduce", LinkLevel::Cluster, 16, {1e8}, {1e-3}),
        curve("all_reduce", LinkLevel::Cluster, 64, {1e8}, {4e-3}),
    };
    return hardware;
}

double reduced(const HardwareSpec& hardware, const Group& group, double bytes)
{
    return allReduceTime<N>(groupLink<N>(hardware, group), Bytes{bytes}).value();
}

std::filesystem::path sharedFile(const char* name)
{
    const QString root = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
    return std::filesystem::path(root.toStdString()) / "validation" / name;
}

Json readShared(const char* name)
{
    std::ifstream file(sharedFile(name));
    return file ? Json::parse(file, nullptr, false) : Json();
}

double predicted(const HardwareSpec& hardware, const std::string& operation, std::int64_t ranks, double bytes)
{
    const auto link = groupLink<N>(hardware, {ranks, 1});
    if (operation == "all_reduce")
        return allReduceTime<N>(link, Bytes{bytes}).value();
    if (operation == "all_gather")
        return gatherTime<N>(link, Bytes{bytes}).value();
    if (operation == "reduce_scatter")
        return scatterTime<N>(link, Bytes{bytes}).value();
    return allToAllTime<N>(link, Bytes{bytes}).value();
}

struct Mean {
    double sum = 0;
    double bias = 0;
    int count = 0;
    void add(double predictedSeconds, double measuredSeconds)
    {
        const double error = predictedSeconds / measuredSeconds - 1;
        sum += std::abs(error);
        bias += error;
        ++count;
    }
    [[nodiscard]] double value() const { return count > 0 ? sum / count : 0; }
};

} // namespace

class TstMeasuredCollective : public QObject {
    Q_OBJECT
private slots:
    void timesHoldAtTheirPointsAndBetweenThem()
    {
        const HardwareSpec hardware = measuredHardware();
        QVERIFY(near(reduced(hardware, {8, 1}, 1e6), 80e-6));
        QVERIFY(near(reduced(hardware, {8, 1}, 10), 20e-6));   // no faster than the smallest
        QVERIFY(near(reduced(hardware, {8, 1}, 1e7), 800e-6)); // as bytes
        QVERIFY(near(reduced(hardware, {8, 1}, std::sqrt(1e9)), 40e-6));
        QVERIFY(near(reduced(hardware, {4, 1}, 1e6), std::sqrt(40e-6 * 80e-6))); // ranks as well
        QVERIFY(allReduceAlgorithm<N>(groupLink<N>(hardware, {4, 1}), Bytes{1e6}).name == "measured");
        // An operation that nobody measured is priced by its links.
        QVERIFY(allToAllTime<N>(groupLink<N>(hardware, {8, 1}), Bytes{1e6}).value() < 30e-6);
    }

    void scattersAndGathersAreTheirOwn()
    {
        const HardwareSpec hardware = measuredHardware(); // a link points at its machine's tables
        const auto link = groupLink<N>(hardware, {8, 1});
        QVERIFY(near(gatherTime<N>(link, Bytes{1e6}).value(), 30e-6));
        QVERIFY(near(scatterTime<N>(link, Bytes{1e6}).value(), 60e-6));
    }

    void groupsBetweenNodesCountWhatEachPortCarries()
    {
        const HardwareSpec hardware = measuredHardware();
        QVERIFY(near(reduced(hardware, {16, 1}, 1e8), 1e-3));
        QVERIFY(near(reduced(hardware, {32, 1}, 1e8), 2e-3));  // between 2 and 8 nodes
        QVERIFY(near(reduced(hardware, {128, 1}, 1e8), 8e-3)); // as from 2 to 8
        // One member a node: an eighth of the ports, so an eighth of the bytes in the same time.
        QVERIFY(near(reduced(hardware, {2, 8}, 1e8 / 8), 1e-3));
        QVERIFY(near(reduced(hardware, {4, 4}, 1e8 / 4), 1e-3));
        // Small messages cost the hops, large ones their bytes.
        QVERIFY(reduced(hardware, {16, 1}, 1e3) > 50e-6);
        QVERIFY(reduced(hardware, {16, 1}, 1e9) > 9e-3);
    }

    void aCalibrationThatKnowsLinksGoesBefore()
    {
        const HardwareSpec hardware = measuredHardware();
        Calibration knows;
        knows.coefficients = {{"node_rate", 0.5}};
        const Coefficients own = coefficientsOf(&knows);
        QVERIFY(groupLink<N>(hardware, {8, 1}, &own).calibrated);
        Calibration other;
        other.coefficients = {{"node_collectives", 1.5}};
        const Coefficients slower = coefficientsOf(&other);
        const auto link = groupLink<N>(hardware, {8, 1}, &slower);
        QVERIFY(near(allReduceTime<N>(link, Bytes{1e6}).value(), 1.5 * 80e-6));
    }

    void aScatterAndAGatherAreMoreThanAReduceOnHopper()
    {
        const HardwareSpec machine = hardware("dgx-h100");
        const auto link = groupLink<N>(machine, {8, 1});
        const Bytes large{536870912};
        const double two = gatherTime<N>(link, large).value() + scatterTime<N>(link, large).value();
        const double ratio = two / allReduceTime<N>(link, large).value();
        QVERIFY2(std::abs(ratio / 1.327 - 1) < 0.01, qPrintable(QString::number(ratio)));
    }

    /// The sizes that the shipped tables leave out.
    void sizesLeftOutAreMet()
    {
        const Json data = readShared("nccl_measured.json");
        if (!data.is_object())
            QSKIP("no measured collectives beside this checkout");
        const std::vector<std::pair<std::string, std::string>> machines{{"a100_sxm", "dgx-a100-80g"},
                                                                        {"h100_sxm", "dgx-h100"},
                                                                        {"b200_sxm", "b200-sxm-8"},
                                                                        {"gb200", "gb200-nvl72"}};
        for (const auto& [system, name] : machines) {
            const HardwareSpec machine = hardware(name);
            Mean sizes;
            Mean ranks;
            for (const auto& [operation, groups] : data["systems"][system]["ops"].items()) {
                const std::string own = operation == "alltoall" ? "all_to_all" : operation;
                HardwareSpec fewer = machine; // without the tables of four ranks
                std::erase_if(fewer.collectives, [](const CollectiveCurve& one) { return one.ranks == 4; });
                for (const auto& [count, table] : groups.items()) {
                    const std::int64_t members = std::stoll(count);
                    const auto& points = table["points"];
                    for (std::size_t i = 1; i < points.size(); i += 2)
                        sizes.add(predicted(machine, own, members, points[i][0].get<double>()),
                                  points[i][1].get<double>() * 1e-3);
                    for (std::size_t i = 0; members == 4 && groups.contains("8") && i < points.size(); ++i)
                        ranks.add(predicted(fewer, own, members, points[i][0].get<double>()),
                                  points[i][1].get<double>() * 1e-3);
                }
            }
            const QString told = QString("%1: sizes %2 of %3, ranks %4 of %5")
                                     .arg(system.c_str())
                                     .arg(sizes.value())
                                     .arg(sizes.count)
                                     .arg(ranks.value())
                                     .arg(ranks.count);
            qInfo("%s", qPrintable(told));
            QVERIFY2(sizes.count > 50 && sizes.value() < 0.08, qPrintable(told));
            QVERIFY2(ranks.value() < 0.12, qPrintable(told));
        }
    }

    /// A node count left out is met from its neighbours, and payloads that nobody measured keep an order.
    void nodesLeftOutAreMet()
    {
        const HardwareSpec machine = hardware("aws-p5");
        Mean left;
        for (const CollectiveCurve& own : machine.collectives) {
            if (own.level != LinkLevel::Cluster || own.ranks == 16 || own.ranks == 512)
                continue;
            HardwareSpec fewer = machine;
            std::erase_if(fewer.collectives, [&](const CollectiveCurve& one) {
                return one.level == own.level && one.ranks == own.ranks;
            });
            left.add(predicted(fewer, own.operation, own.ranks, own.bytes[0]), own.seconds[0]);
        }
        qInfo("%d node counts left out: %.3f", left.count, left.value());
        QVERIFY2(left.count == 12 && left.value() < 0.25, qPrintable(QString::number(left.value())));
        double before = 0;
        for (const double bytes : {1e4, 1e6, 1e8, 1e9, 1e10}) {
            const double now = reduced(machine, {64, 1}, bytes);
            QVERIFY(now > before);
            before = now;
        }
    }
};

SHARDSCOPE_TEST(TstMeasuredCollective)
#include "tst_measured_collective.moc"
