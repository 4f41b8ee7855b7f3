// SPDX-License-Identifier: GPL-3.0-or-later
// The Hardware page: the machine as a picture, its figures with what nobody could check, another one chosen.
#include "app/desktop/charts/machine_scene.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/hardware_page.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using tests::called;

class TstHardwarePage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void theMachineIsAPicture()
    {
        window().showPage("hardware");
        QVERIFY(!page().whyNoPicture().isEmpty());
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        QVERIFY(page().whyNoPicture().isEmpty());
        const core::HardwareSpec& hardware = *state().hardware;
        // A spot for each device that is drawn, each memory beside theirs and each level of the network.
        const auto memories = std::ranges::count_if(
            hardware.memory, [](const core::MemoryTier& tier) { return tier.tier != core::Tier::Device; });
        QCOMPARE(page().picture().hotSpots().size(),
                 static_cast<std::size_t>(hardware.devicesPerNode + memories) + hardware.links.size());
        QVERIFY(!hardware.unverified.empty());
        QVERIFY(page().said().join(QLatin1Char(' ')).contains(QLatin1String("unverified")));
        // The table behind has every engine, memory and link, and marks what is not verified.
        const auto shown = page().shown();
        const core::Table& table = *shown;
        QVERIFY(table.rows.size() >
                hardware.engines.size() + 2 * hardware.memory.size() + 2 * hardware.links.size());
        const std::size_t mark = *table.columnIndex("unverified");
        const auto marked =
            std::ranges::count_if(table.rows, [&](const auto& row) { return row[mark] == core::Cell(true); });
        QVERIFY(marked > 0 && static_cast<std::size_t>(marked) < table.rows.size());
        called<QPushButton>(page(), "Plan on it").click();
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
    }
    void anotherMachineIsOneClickAway()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        window().showPage("hardware");
        QComboBox& machine = page().machine();
        QCOMPARE(machine.currentData().toString(), QStringLiteral("dgx-h100"));
        const int other = machine.findData(QStringLiteral("h200-sxm"));
        QVERIFY(other >= 0);
        machine.setCurrentIndex(other);
        emit machine.activated(other);
        QCOMPARE(state().hardwareReference, QStringLiteral("h200-sxm"));
        bench().undoStack().undo();
        QCOMPARE(machine.currentData().toString(), QStringLiteral("dgx-h100"));
    }
    /// Every machine of the catalogue is drawn whole, from a phone's width to a wide screen's; the faster of
    /// two links is the thicker.
    void everyMachineFitsItsPicture()
    {
        const app::Theme& look = app::theme(app::Scheme::Light);
        for (const app::CatalogEntry& entry : bench().machines()) {
            const auto hardware = bench().catalog().hardware(entry.name);
            QVERIFY2(hardware.ok(), entry.name.c_str());
            for (const double width : {420.0, 1200.0}) {
                for (const app::Scene& scene : {app::machineScene(*hardware, width, look),
                                                app::efficiencyScene(*hardware, width, look)}) {
                    for (const app::SceneBox& box : scene.boxes)
                        QVERIFY2(box.rect.left() >= -1 && box.rect.right() <= width + 1 &&
                                     box.rect.bottom() <= scene.height,
                                 entry.name.c_str());
                }
            }
            const core::Link* node = hardware->link(core::LinkLevel::Node);
            const core::Link* cluster = hardware->link(core::LinkLevel::Cluster);
            if (node == nullptr || cluster == nullptr || node->bandwidth.value <= cluster->bandwidth.value)
                continue;
            const app::Scene scene = app::machineScene(*hardware, 1200, look);
            QVERIFY2(scene.lines.front().width >= scene.lines.back().width, entry.name.c_str());
        }
    }

private:
    [[nodiscard]] app::HardwarePage& page() { return window().part<app::HardwarePage>(); }
};

SHARDSCOPE_TEST(TstHardwarePage)
#include "tst_hardware_page.moc"
