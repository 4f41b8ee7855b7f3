// SPDX-License-Identifier: GPL-3.0-or-later
// What "hardware NAME --json" prints reads back as the same machine.
#include "app/session/documents/hardware_document.h"
#include "core/catalog/catalog.h"
#include "core/hardware/hardware_file.h"
#include "core/hardware/power_cap.h"
#include "tests/support/test_registry.h"

#include <nlohmann/json.hpp>

#include <QtTest/QtTest>

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
};

SHARDSCOPE_TEST(TstHardwareDocument)
#include "tst_hardware_document.moc"
