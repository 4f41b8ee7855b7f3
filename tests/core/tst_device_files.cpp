// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of two files: what a system says is joined to its device and board, and held to a cap of power.
#include "core/catalog/catalog.h"
#include "core/hardware/hardware_file.h"
#include "core/hardware/power_cap.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope::core;
using shardscope::tests::sourceFile;

namespace {

const Catalog& catalog()
{
    static const Catalog all(sourceFile("resources"));
    return all;
}

constexpr auto kDevice = R"({"vendor": "Maker",
    "engines": [{"kind": "matrix", "dtype": "bf16", "peak": "100 TFLOP/s", "source": "sheet"}],
    "memory": [{"tier": "device", "capacity": "80 GiB", "bandwidth": "2 TB/s", "source": "sheet"}],
    "power": {"value": "700 W", "source": "sheet"},
    "transports": [{"name": "nccl", "processors": 24, "low": 20, "high": 28, "source": "a trace"}],
    "boards": {"eight": {"node": {"devices": 8},
        "links": [{"level": "node", "bandwidth": "300 GB/s", "latency": "3 us", "source": "sheet"}],
        "unverified": ["/links/0/latency"]}},
    "calibrations": [{"name": "shared", "source": "x", "coefficients": {"gemm_rate": 0.5}}],
    "notes": ["of the device"], "unverified": ["/memory/0/bandwidth"]})";

constexpr auto kSystem = R"({"name": "cluster", "device": "made", "board": "eight",
    "memory": [{"tier": "host", "capacity": "1 TB", "bandwidth": "50 GB/s", "source": "host"}],
    "links": [{"level": "cluster", "bandwidth": "25 GB/s", "latency": "9 us", "source": "network"}],
    "calibrations": [{"name": "own", "source": "x", "coefficients": {"gemm_rate": 0.6}}],
    "notes": ["of the system"], "unverified": ["/links/0/bandwidth"]})";

Result<HardwareSpec> joined(const std::string& system, const std::string& device = kDevice)
{
    return parseHardware(system, "system.json", [device](const std::string& name) -> Result<Value> {
        if (name != "made")
            return Error{ErrorCode::UnknownName, {name, "made", "device"}};
        return parseJsonText(device, "made.json");
    });
}

std::string with(std::string text, const std::string& what, const std::string& by)
{
    return text.replace(text.find(what), what.size(), by);
}

} // namespace

class TstDeviceFiles : public QObject {
    Q_OBJECT
private slots:
    void aSystemIsItsDeviceItsBoardAndWhatItAdds()
    {
        const auto machine = joined(kSystem);
        QVERIFY(machine.ok());
        QCOMPARE(machine->device, std::string("made"));
        QCOMPARE(machine->vendor, std::string("Maker"));
        QCOMPARE(machine->devicesPerNode, std::int64_t{8});
        QCOMPARE(machine->memory.size(), std::size_t{2});
        QCOMPARE(machine->links.size(), std::size_t{2});
        QCOMPARE(machine->link(LinkLevel::Node)->span, std::int64_t{8});
        QCOMPARE(machine->transports.front().processors, 24.0);
        // The first that fits a plan holds: a system's own come first.
        QCOMPARE(machine->calibrations.front().name, std::string("own"));
        QCOMPARE(machine->calibrations.back().name, std::string("shared"));
        QCOMPARE(machine->notes.size(), std::size_t{2});
        // What nobody checked is told of the joined places.
        QVERIFY(machine->memory.front().bandwidth.unverified);
        QVERIFY(machine->link(LinkLevel::Node)->latency.unverified);
        QVERIFY(!machine->link(LinkLevel::Node)->bandwidth.unverified);
        QVERIFY(machine->link(LinkLevel::Cluster)->bandwidth.unverified);
    }

    void whatASystemSaysHolds()
    {
        const auto machine = joined(with(kSystem, "\"name\"",
                                         "\"power\": {\"value\": \"500 W\", \"source\": "
                                         "\"the system\"}, \"name\""));
        QCOMPARE(machine->power->value, Watts{500});
    }

    void whatCannotBeJoinedIsRefused()
    {
        const auto refused = [](const std::string& system, const std::string& device = kDevice) {
            const auto machine = joined(system, device);
            return machine.ok() ? std::string() : machine.error().place.jsonPointer;
        };
        QCOMPARE(refused(with(kSystem, "\"made\"", "\"mad\"")), std::string("/device"));
        QCOMPARE(refused(with(kSystem, "\"made\"", "3")), std::string("/device"));
        QCOMPARE(refused(with(kSystem, "\"eight\"", "\"four\"")), std::string("/board"));
        QCOMPARE(refused(with(kSystem, "\"eight\"", "[]")), std::string("/board"));
        QCOMPARE(refused(with(kSystem, "/links/0/bandwidth", "/links/99999999999999999999")),
                 std::string("/unverified"));
        QCOMPARE(refused(with(kSystem, "/links/0/bandwidth", "/links/7/bandwidth")),
                 std::string("/unverified"));
        QVERIFY(!joined(kSystem, "[]").ok());
        QVERIFY(!joined(kSystem, "").ok());
        QVERIFY(!parseHardware(kSystem, "system.json").ok()); // nobody knows its device
    }

    /// Whatever is shared is in one place: systems of one device have its rates, peaks and memory.
    void systemsOfADeviceShareIt()
    {
        std::map<std::string, HardwareSpec> first;
        int shared = 0;
        for (const std::string& name : catalog().hardwareNames()) {
            const HardwareSpec machine = *catalog().hardware(name);
            if (machine.device.empty())
                continue;
            const auto [known, fresh] = first.try_emplace(machine.device, machine);
            if (fresh)
                continue;
            ++shared;
            const HardwareSpec& other = known->second;
            QVERIFY2(machine.rates.size() == other.rates.size() &&
                         machine.engines.size() == other.engines.size() &&
                         machine.efficiency.size() == other.efficiency.size() &&
                         machine.tier(Tier::Device)->capacity.value ==
                             other.tier(Tier::Device)->capacity.value,
                     name.c_str());
        }
        QVERIFY(shared > 8);
        QVERIFY(catalog().hardware("h200-sxm")->ratesOf(Dtype::Bf16) != nullptr);
        QCOMPARE(catalog().hardware("h200-sxm")->device, catalog().hardware("dgx-h200")->device);
    }

    /// Less power never computes faster; at what products draw nothing changes, below it their clocks fall.
    void aCapSlowsWhatDrawsMore()
    {
        const HardwareSpec full = *catalog().hardware("dgx-h200"); // products 692 W, copies 590, idle 130.5
        const auto peak = [](const HardwareSpec& machine) {
            return machine.engines.front().peak.value.value();
        };
        const auto memory = [](const HardwareSpec& machine) {
            return machine.tier(Tier::Device)->bandwidth.value.value();
        };
        double before = peak(full);
        for (double watts = 700; watts >= 100; watts -= 50) {
            HardwareSpec held = full;
            capPower(held, Watts{watts});
            QVERIFY(peak(held) <= before && peak(held) > 0);
            QVERIFY(held.power->value.value() <= watts);
            QCOMPARE(memory(held) == memory(full), watts >= 590.3);
            before = peak(held);
            if (watts == 700)
                QCOMPARE(peak(held), peak(full));
        }
        HardwareSpec half = full;
        capPower(half, Watts{130.5065 + (691.9 - 130.5065) / 8});
        QVERIFY(std::abs(peak(half) / peak(full) - 0.5) < 0.01); // an eighth of what clocks draw
        const auto capped = joined(with(kSystem, "\"name\"", "\"power_cap\": \"350 W\", \"name\""));
        QCOMPARE(capped->powerCap.value_or(Watts{}), Watts{350});
        QVERIFY(peak(*capped) < 100e12);
    }
};

SHARDSCOPE_TEST(TstDeviceFiles)
#include "tst_device_files.moc"
