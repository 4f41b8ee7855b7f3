// SPDX-License-Identifier: GPL-3.0-or-later
// A number of devices that is held stays, whatever degree is changed; where none makes up for it, the counts
// that would do are told.
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/plan/held_devices.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/number_button.h"
#include "app/session/documents/documents.h"
#include "app/session/project/kept_project.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QCheckBox>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

const app::PlanControlRow& rowOf(const std::string& key)
{
    for (const app::PlanControlSection& section : app::planControlSections()) {
        for (const app::PlanControlRow& row : section.rows) {
            if (row.key == key)
                return row;
        }
    }
    qFatal("no row of %s", key.c_str());
}

} // namespace

class TstHeldDevices : public tests::WindowTest {
    Q_OBJECT
private slots:
    void theDevicesStay()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        int kept = 0;
        int refused = 0;
        for (const char* model : {"gpt3-175b", "llama-3-8b", "mixtral-8x7b"}) {
            app::PlanState start;
            start.model = std::make_shared<const core::ModelSpec>(catalog.model(model).value());
            start.hardware = std::make_shared<const core::HardwareSpec>(catalog.hardware("dgx-h100").value());
            start.devicesHeld = true;
            for (const std::int64_t tensor : {1, 2, 4, 8}) {
                for (const std::int64_t pipeline : {1, 2, 3, 8}) {
                    for (const std::int64_t replica : {1, 3, 4, 16}) {
                        for (const std::int64_t microBatches : {1, 6, 32}) {
                            start.plan.axes = {};
                            start.plan.axes.tensor = tensor;
                            start.plan.axes.pipeline = pipeline;
                            start.plan.axes.replica = replica;
                            start.plan.batch.microBatches = microBatches;
                            changeEach(app::settled(start), kept, refused);
                        }
                    }
                }
            }
        }
        QVERIFY2(kept > 1000 && refused > 1000, qPrintable(QStringLiteral("%1 %2").arg(kept).arg(refused)));
    }
    void halfTheTensorGroupIsTwiceTheReplicas()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.pipeline = 4;
            plan.axes.replica = 2;
            plan.batch.microBatches = 16;
        });
        app::PlanControls& controls = window().part<app::PlanPage>().controls();
        const std::int64_t batch = plan().batch.globalBatch;
        controls.held().click();
        QVERIFY(state().devicesHeld);
        const auto numbers = window().part<app::PlanPage>().findChildren<app::NumberButton*>();
        QVERIFY(std::ranges::any_of(numbers, [](const app::NumberButton* number) {
            return number->below().startsWith(QStringLiteral("held: t 8"));
        }));
        const int steps = bench().undoStack().index();
        set("/parallel/tensor", 4);
        QCOMPARE(plan().axes.tensor, 4);
        QCOMPARE(plan().axes.replica, 4);
        QCOMPARE(plan().axes.pipeline, 4);
        QCOMPARE(plan().axes.devices(), 64);
        QCOMPARE(plan().batch.globalBatch, batch);
        QCOMPARE(bench().undoStack().index(), steps + 1); // one step
        set("/parallel/replica", 16);                     // the stages make up for that
        QCOMPARE(plan().axes.pipeline, 1);
        QCOMPARE(plan().axes.devices(), 64);
        bench().undoStack().undo();
        bench().undoStack().undo();
        QCOMPARE(plan().axes.tensor, 8);
        QVERIFY(state().devicesHeld);
        bench().undoStack().undo();
        QVERIFY(!state().devicesHeld && !controls.held().isChecked());
    }
    void whatCannotBeIsToldWithWhatCan()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 64; });
        app::PlanControls& controls = window().part<app::PlanPage>().controls();
        controls.held().click();
        const core::Plan before = plan();
        set("/parallel/tensor", 6);
        QVERIFY(plan() == before);
        QVERIFY(controls.nearest().isVisibleTo(&controls));
        QVERIFY2(tests::said(controls).contains(QStringLiteral("64 devices are held")),
                 qPrintable(tests::said(controls)));
        QTRY_COMPARE(field("/parallel/tensor")->value(), 1); // what was asked is not so
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QStringLiteral("/plan_held.png"));
        const auto links = controls.nearest().findChildren<app::LinkLabel*>();
        QCOMPARE(links.size(), 2);
        QCOMPARE(links[0]->plainText(), QStringLiteral("Devices: 60"));
        QCOMPARE(links[1]->plainText(), QStringLiteral("Devices: 66"));
        QTest::keyClick(links[1], Qt::Key_Return);
        QCOMPARE(plan().axes.tensor, 6);
        QCOMPARE(plan().axes.devices(), 66);
        QVERIFY(state().devicesHeld);
        QVERIFY(!controls.nearest().isVisibleTo(&controls));
    }
    void theNumberIsAControlOfItsOwn()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.pipeline = 4;
        });
        app::PlanControls& controls = window().part<app::PlanPage>().controls();
        auto* devices = controls.devices().findChild<QSpinBox*>();
        QVERIFY(devices);
        QCOMPARE(devices->value(), 32);
        devices->setValue(256);
        QCOMPARE(plan().axes.replica, 8);
        devices->setValue(16); // fewer than a replica takes: of fewer stages
        QCOMPARE(plan().axes.replica, 1);
        QCOMPARE(plan().axes.pipeline, 2);
        devices->setValue(20);
        QCOMPARE(plan().axes.devices(), 16);
        QVERIFY(controls.nearest().isVisibleTo(&controls));
    }
    void aProjectKeepsIt()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("held.shardscope"));
        const auto keepIn = [&](app::Workbench& workbench) {
            auto kept = app::KeptProject::open(file.toStdString(), app::KeptProject::IfMissing::Make,
                                               [](const core::Error&) {});
            QVERIFY(kept.ok());
            workbench.keepIn(std::move(kept).value());
        };
        {
            const tests::OpenWindow first;
            keepIn(first->workbench());
            QVERIFY(first->workbench().chooseModel(QStringLiteral("gpt2")));
            QVERIFY(first->workbench().chooseHardware(QStringLiteral("dgx-h100")));
            first->part<app::PlanPage>().controls().held().click();
            QVERIFY(first->workbench().state().devicesHeld);
        }
        {
            const tests::OpenWindow again;
            keepIn(again->workbench());
            QVERIFY(again->workbench().state().complete() && again->workbench().state().devicesHeld);
        }
        // Other readers of the plan take it for what it is to them: nothing.
        QVERIFY(bench().openPlan(
            {.model = {}, .hardware = {}, .planFile = file.toStdString() + "#Plan", .options = {}}));
        QVERIFY(!state().devicesHeld);
    }

private:
    void changeEach(const app::PlanState& state, int& kept, int& refused)
    {
        const std::int64_t devices = state.plan.axes.devices();
        for (const char* key :
             {"/parallel/tensor", "/parallel/pipeline", "/parallel/context", "/parallel/replica"}) {
            for (const std::int64_t value : {1, 2, 3, 5, 8, 12, 48}) {
                app::PlanState next = state;
                if (app::choose(rowOf(key), next, value)) {
                    next = app::settled(std::move(next));
                    QCOMPARE(next.plan.axes.devices(), devices);
                    QCOMPARE(std::get<std::int64_t>(app::valueOf(rowOf(key), next)), value);
                    ++kept;
                    continue;
                }
                ++refused;
                QVERIFY(next.plan == state.plan);
                app::PlanState asked = state;
                asked.devicesHeld = false;
                app::choose(rowOf(key), asked, value);
                const auto counts = app::nearestCounts(asked, key, devices);
                QVERIFY(!counts.empty());
                for (const std::int64_t count : counts) {
                    QVERIFY(count != devices);
                    const auto made = app::onDevices(state, asked, key, count);
                    QVERIFY(made && app::settled(*made).plan.axes.devices() == count);
                }
            }
        }
    }
    [[nodiscard]] QSpinBox* field(const std::string& key)
    {
        return window().part<app::PlanPage>().controls().controlOf(key)->findChild<QSpinBox*>();
    }
    void set(const std::string& key, int value) { field(key)->setValue(value); }
};

SHARDSCOPE_TEST(TstHeldDevices)
#include "tst_held_devices.moc"
