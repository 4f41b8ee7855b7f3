// SPDX-License-Identifier: GPL-3.0-or-later
// What "hardware NAME --json" prints reads back as the same machine.
#include "app/session/documents/hardware_document.h"
#include "app/session/machine/edited_machine.h"
#include "app/session/machine/machine_difference.h"
#include "core/catalog/catalog.h"
#include "core/hardware/hardware_file.h"
#include "core/hardware/power_cap.h"
#include "tests/support/test_registry.h"

#include <nlohmann/json.hpp>

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using namespace shardscope::tests;

class TstHardwareDocument : public QObject {
    Q_OBJECT
private slots:
    void everyMachineReadsBack()
    {
        const core::Catalog catalog(sourceFile("resources"));
        int machines = 0;
        for (const std::string& name : catalog.hardwareNames()) {
            core::HardwareSpec machine = *catalog.hardware(name);
            for (const double watts : {0.0, 300.0}) {
                if (watts > 0)
                    core::capPower(machine, core::Watts{watts});
                const auto document = app::hardwareDocument(machine);
                const auto back = core::parseHardware(document.dump(), "elsewhere.json");
                QVERIFY2(back.ok(), (name + (back.ok() ? "" : " " + back.error().place.jsonPointer)).c_str());
                const auto again = app::hardwareDocument(*back);
                QVERIFY2(again == document,
                         (name + "\n" + nlohmann::ordered_json::diff(document, again).dump(1)).c_str());
                // What the document may leave out: values are those of the description, to the last bit.
                QCOMPARE(back->engines.front().peak.value, machine.engines.front().peak.value);
                QCOMPARE(back->tier(core::Tier::Device)->bandwidth.value,
                         machine.tier(core::Tier::Device)->bandwidth.value);
                QVERIFY(back->calibrations == machine.calibrations);
                QCOMPARE(back->powerCap.has_value(), watts > 0);
            }
            ++machines;
        }
        QVERIFY(machines > 30);
    }

    /// A copy with figures set by hand is a file like any other, and says which figures these are.
    void anEditedCopyReadsBack()
    {
        const core::Catalog catalog(sourceFile("resources"));
        const core::HardwareSpec base = *catalog.hardware("dgx-h100");
        const app::MachineEdits edits{{"price", "1.5 USD"},
                                      {"oversubscription", "4"},
                                      {"link.cluster.bandwidth", "25 GB/s"},
                                      {"engine.matrix.bf16", "800 TFLOP/s"},
                                      {"node.devices", "4"},
                                      {"power_cap", "500 W"}};
        const core::HardwareSpec edited = app::editedMachine(base, edits).value();
        QCOMPARE(edited.devicesPerNode, std::int64_t{4});
        QCOMPARE(edited.tier(core::Tier::Host)->sharedBy, std::int64_t{4});
        QCOMPARE(edited.link(core::LinkLevel::Cluster)->bandwidth.value.value(), 25e9);
        QVERIFY(app::isSetByHand(edited.link(core::LinkLevel::Cluster)->bandwidth.source));
        QVERIFY(edited.powerCap && edited.powerCap->value() == 500);
        const auto document = app::hardwareDocument(edited);
        const core::HardwareSpec back = core::parseHardware(document.dump(), "elsewhere.json").value();
        QVERIFY(app::hardwareDocument(back) == document);
        const app::MachineEdits told = app::machineEdits(base, back);
        for (const auto& [key, text] : edits)
            QVERIFY2(std::ranges::any_of(told, [&key = key](const auto& one) { return one.first == key; }),
                     key.c_str());
        // What is told makes the same machine again, and nothing told makes the base.
        QVERIFY(app::hardwareDocument(app::editedMachine(base, told).value()) == document);
        QVERIFY(app::hardwareDocument(app::editedMachine(base, {}).value()) == app::hardwareDocument(base));
        QVERIFY(app::machineEdits(base, base).empty());
    }

    void whatWasMeasuredAndNoLongerAppliesIsTold()
    {
        const core::Catalog catalog(sourceFile("resources"));
        const core::HardwareSpec base = *catalog.hardware("dgx-h100");
        const auto told = [&](const app::MachineEdits& edits) {
            return app::assumedInstead(base, app::editedMachine(base, edits).value()).join(' ');
        };
        QVERIFY(told({}).isEmpty());
        QVERIFY2(told({{"price", "9"}}).isEmpty(), qPrintable(told({{"price", "9"}})));
        QVERIFY(told({{"memory.device.capacity", "160 GiB"}}).isEmpty());
        QVERIFY(told({{"engine.matrix.bf16", "500 TFLOP/s"}}).contains("same share of the new peak"));
        QVERIFY(told({{"engine.matrix.bf16", "500 TFLOP/s"}}).contains("calibrations"));
        QVERIFY(told({{"link.node.bandwidth", "225 GB/s"}}).contains("hops that were measured"));
        QVERIFY(told({{"link.node.latency", "9 us"}}).contains("no longer apply"));
        QVERIFY(app::editedMachine(base, {{"link.node.latency", "9 us"}})->collectives.size() <
                base.collectives.size());
        QVERIFY(told({{"fabric", "rail"}}).contains("leaf switch"));
        // Curves that speak of another peak say that they are assumed.
        const core::HardwareSpec slower =
            app::editedMachine(base, {{"engine.matrix.bf16", "500 TFLOP/s"}}).value();
        const core::EfficiencyCurve* gemm = slower.curve("gemm", core::Dtype::Bf16);
        QVERIFY(gemm != nullptr && gemm->regime == "assumed");
    }

    /// Below one leaf nothing is lost; far beyond it the switches' share is left, and rails reach further.
    void oversubscriptionThinsTheNetworkBeyondALeaf()
    {
        const core::Catalog catalog(sourceFile("resources"));
        const core::HardwareSpec base = *catalog.hardware("dgx-h100");
        const auto share = [&](const char* fabric, double machines) {
            const auto edited =
                app::editedMachine(base, {{"oversubscription", "4"}, {"fabric", fabric}}).value();
            return edited.link(core::LinkLevel::Cluster)->scaling->at(machines) /
                   base.link(core::LinkLevel::Cluster)->scaling->at(machines);
        };
        QCOMPARE(share("fat_tree", 2), 1.0);
        QVERIFY(std::abs(share("fat_tree", 6 * 64) - 0.25) < 0.01);
        QVERIFY(share("rail", 32) > share("fat_tree", 32));
        QCOMPARE(share("rail", 32), 1.0);
    }

    void whatIsNoFigureIsRefused()
    {
        const core::Catalog catalog(sourceFile("resources"));
        const core::HardwareSpec base = *catalog.hardware("dgx-h100");
        QCOMPARE(app::editedMachine(base, {{"link.cluster.bandwith", "25 GB/s"}}).error().code,
                 core::ErrorCode::UnknownKey);
        QVERIFY(!app::editedMachine(base, {{"link.cluster.bandwidth", "25"}}).ok()); // without its unit
        QVERIFY(!app::editedMachine(base, {{"node.devices", "2.5"}}).ok());
        QVERIFY(!app::editedMachine(base, {{"oversubscription", "0.5"}}).ok());
        QVERIFY(!app::editedMachine(base, {{"fabric", "ring"}}).ok());
    }

    void twoMachinesDifferInTheirFigures()
    {
        const core::Catalog catalog(sourceFile("resources"));
        const core::HardwareSpec base = *catalog.hardware("dgx-h100");
        QVERIFY(app::machineDifference(base, base).rows.empty());
        const core::HardwareSpec half =
            app::editedMachine(base, {{"link.cluster.bandwidth", "25 GB/s"}}).value();
        const core::Table table = app::machineDifference(base, half);
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(std::get<std::string>(table.rows[0][*table.columnIndex("key")]),
                 std::string("link.cluster.bandwidth"));
        QCOMPARE(std::get<double>(table.rows[0][*table.columnIndex("ratio")]), 0.5);
        QVERIFY(app::machineDifference(base, *catalog.hardware("mi300x-8")).rows.size() > 5);
    }
};

SHARDSCOPE_TEST(TstHardwareDocument)
#include "tst_hardware_document.moc"
