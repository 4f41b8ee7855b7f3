// SPDX-License-Identifier: GPL-3.0-or-later
// The Hardware page: the machine as a picture, its figures with what nobody could check, another one chosen.
#include "app/desktop/charts/machine_scene.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/machine/machine_editor.h"
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/pages/hardware_page.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/edited_search.h"
#include "app/desktop/pages/study/study_page.h"
#include "core/storage/project_step.h"
#include "planner/planner.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
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

    /// Journey: a machine is edited, and five plans on it change; undone, they are as they were.
    void anEditedMachineChangesFivePlans()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        const auto five = [&] {
            std::vector<double> seconds;
            for (const std::int64_t tensor : {1, 2, 4, 8, 2}) {
                core::Plan one = plan();
                one.axes.tensor = tensor;
                one.axes.replica = seconds.size() == 4 ? 8 : 16 / tensor;
                const auto evaluation =
                    planner::evaluate(*state().model, *state().hardware, one, planner::Detail::LaidOut);
                seconds.push_back(evaluation.ok() ? evaluation->step.at(core::StepPart::Total).seconds.value()
                                                  : 0.0);
            }
            return seconds;
        };
        const std::vector<double> before = five();
        window().showPage("hardware");
        called<QPushButton>(page(), "Edit a copy").click();
        QVERIFY(page().editor().isVisible());
        // A link of the picture leads to its field.
        emit page().picture().activated(QStringLiteral("link.cluster.bandwidth"));
        QTRY_VERIFY(window().focusWidget() == page().editor().field("link.cluster.bandwidth"));
        QVERIFY(std::ranges::any_of(page().picture().hotSpots(), [](const app::HotSpot& spot) {
            return spot.path == QLatin1String("link.cluster.bandwidth");
        }));
        type("engine.matrix.bf16", QStringLiteral("400 TFLOP/s"));
        QVERIFY2(tests::said(page()).contains(QStringLiteral("same share of the new peak")),
                 qPrintable(tests::said(page())));
        const std::vector<double> after = five();
        for (std::size_t at = 0; at < before.size(); ++at)
            QVERIFY2(before[at] > 0 && after[at] > 1.05 * before[at], qPrintable(QString::number(at)));
        QVERIFY(app::titleOf(state().hardware).contains(QStringLiteral("edited")));

        // A figure that is none is said in place, and nothing changes.
        type("engine.matrix.bf16", QStringLiteral("fast"));
        QCOMPARE(five(), after);
        bench().undoStack().undo();
        QCOMPARE(five(), before);
        bench().undoStack().redo();
        // Back to what it was, by the way beside the field: the project keeps no copy of it.
        const app::Project& project = std::as_const(bench().undoStack()).project();
        QCOMPARE(project.itemsOf(core::ItemKind::Machine).size(), std::size_t{1});
        called<QPushButton>(page(), "Back: Matrix products, bf16").click();
        QCOMPARE(five(), before);
        QVERIFY(project.itemsOf(core::ItemKind::Machine).empty());
        bench().undoStack().undo();
        QCOMPARE(five(), after);
        QCOMPARE(project.itemsOf(core::ItemKind::Machine).size(), std::size_t{1});
        bench().undoStack().redo();
        QCOMPARE(five(), before);

        // It is a file, and lies in the project.
        type("node.devices", QStringLiteral("4"));
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.json"));
        page().saveAs(file);
        QTRY_VERIFY(QFile::exists(file) && bench().jobs().idle());
        QCOMPARE(bench().catalog().hardware(file.toStdString())->devicesPerNode, std::int64_t{4});
        QCOMPARE(project.itemsOf(core::ItemKind::Machine).size(), std::size_t{1});
        picture(QStringLiteral("hardware_edit"));
    }

    /// The same sliders stand on the Plan page, and answer there.
    void sliderOfThePlanPage()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 64; });
        window().showPage("plan");
        auto& planned = window().part<app::PlanPage>();
        QSlider* rate = planned.whatIf().slider(QStringLiteral("rate"));
        QTRY_VERIFY_WITH_TIMEOUT(rate != nullptr && rate->isVisible(), 60'000);
        const core::Plan was = plan();
        rate->setValue(rate->maximum());
        QTRY_VERIFY_WITH_TIMEOUT(tests::said(planned).contains(QStringLiteral("step would take")), 60'000);
        QVERIFY(tests::said(planned).contains(QStringLiteral("% less")));
        QVERIFY(plan() == was &&
                app::machineEdits(*bench().catalog().hardware("dgx-h100"), *state().hardware).empty());
        planned.whatIf().reset().click();
        QVERIFY(!tests::said(planned).contains(QStringLiteral("step would take")));
        QSlider* network = planned.whatIf().slider(QStringLiteral("network"));
        network->setValue(network->minimum());
        const auto bandwidth = [&] {
            return state().hardware->link(core::LinkLevel::Cluster)->bandwidth.value.value();
        };
        const double whole = bandwidth();
        planned.whatIf().keep().click();
        QCOMPARE(bandwidth(), whole / 2);
        QVERIFY(planned.whatIf().asked().asksNothing());
        bench().undoStack().undo();
        QCOMPARE(bandwidth(), whole);
    }

    /// Journey: half the network, tried without touching the plan, then kept; and a scenario of a study.
    void halfTheNetwork()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 64; });
        window().showPage("hardware");
        const double whole = state().hardware->link(core::LinkLevel::Cluster)->bandwidth.value.value();
        QSlider* network = page().whatIf().slider(QStringLiteral("network"));
        QVERIFY(network != nullptr && network->isVisible());
        network->setValue(network->minimum());
        QCOMPARE(page().whatIf().asked().network, 0.5);
        QTRY_VERIFY_WITH_TIMEOUT(tests::said(page()).contains(QStringLiteral("step would take")), 60'000);
        QCOMPARE(state().hardware->link(core::LinkLevel::Cluster)->bandwidth.value.value(), whole);
        called<QPushButton>(page(), "Make it a copy").click();
        QCOMPARE(state().hardware->link(core::LinkLevel::Cluster)->bandwidth.value.value(), whole / 2);
        QVERIFY(page().whatIf().asked().asksNothing());
        page().compareWith(QStringLiteral("dgx-h100"));
        QVERIFY(page().difference() != nullptr);
        QCOMPARE(page().difference()->rows.size(), std::size_t{1});

        // A search asks the machine as it is, and another machine as the catalogue has it.
        app::PlanSearchRequest asked;
        asked.model = "llama-3-8b";
        asked.hardware = "dgx-h100,dgx-a100-80g";
        asked.devices = "64";
        const auto prepared = app::prepareOnEdited(bench(), asked);
        QVERIFY(prepared.ok());
        QCOMPARE(
            prepared->search.machines[0].hardware.link(core::LinkLevel::Cluster)->bandwidth.value.value(),
            whole / 2);
        QVERIFY(app::machineEdits(*bench().catalog().hardware("dgx-a100-80g"),
                                  prepared->search.machines[1].hardware)
                    .empty());
        QVERIFY(app::editsAsked(bench(), asked).starts_with("link.cluster.bandwidth"));

        window().showPage("study");
        auto& study = window().part<app::StudyPage>();
        called<QPushButton>(study, "The open plan").click();
        QCOMPARE(study.study().scenarios.size(), std::size_t{1});
        const app::StudyScenario& own = study.study().scenarios.front();
        QCOMPARE(own.hardware, std::string("dgx-h100"));
        QCOMPARE(own.changes.figures.size(), std::size_t{1});
        QCOMPARE(own.changes.figures.front().first, std::string("link.cluster.bandwidth"));
        study.take({});
    }

private:
    void type(const std::string& key, const QString& text)
    {
        QLineEdit* field = page().editor().field(key);
        QVERIFY2(field != nullptr, key.c_str());
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void picture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }
    [[nodiscard]] app::HardwarePage& page() { return window().part<app::HardwarePage>(); }
};

SHARDSCOPE_TEST(TstHardwarePage)
#include "tst_hardware_page.moc"
