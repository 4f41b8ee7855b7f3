// SPDX-License-Identifier: GPL-3.0-or-later
// An open plan over another model or machine: what no longer applies is let go, told and can be undone; what
// is left of the plan before is dimmed; errors name the control that they are about.
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/plan/carried_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/plan/plan_repairs.h"
#include "app/desktop/widgets/link_label.h"
#include "app/session/plan/read_plan.h"
#include "planner/planner.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>
#include <set>

using namespace shardscope;

namespace {

app::PlanState stateOf(const QString& model, const QString& hardware,
                       const std::vector<std::pair<std::string, std::string>>& options)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    app::PlanState state;
    state.model = std::make_shared<const core::ModelSpec>(catalog.model(model.toStdString()).value());
    state.hardware =
        std::make_shared<const core::HardwareSpec>(catalog.hardware(hardware.toStdString()).value());
    state.modelReference = model;
    state.hardwareReference = hardware;
    const auto plan = app::readPlan({}, {}, options, *state.model);
    if (!plan.ok())
        qFatal("%s", qPrintable(app::namedSentence(plan.error())));
    return app::settled(app::withPlan(std::move(state), *plan));
}

core::Result<core::Evaluation> evaluated(const app::PlanState& state)
{
    return planner::evaluate(*state.model, *state.hardware, state.plan, planner::Detail::Bound);
}

/// Plans that say much that few models and machines have.
std::vector<app::PlanState> demandingPlans()
{
    return {
        stateOf(QStringLiteral("deepseek-v3"), QStringLiteral("dgx-h100"),
                {{"tensor", "2"},
                 {"pipeline", "2"},
                 {"replica", "8"},
                 {"expert", "8"},
                 {"sequence-parallel", "true"},
                 {"recompute", "full"},
                 {"micro-batches", "8"}}),
        stateOf(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"),
                {{"tensor", "8"},
                 {"pipeline", "24"},
                 {"replica", "2"},
                 {"schedule", "interleaved"},
                 {"virtual-stages", "2"},
                 {"residency-activations", "host"},
                 {"offloaded-layers", "2"},
                 {"micro-batches", "48"}}),
        stateOf(QStringLiteral("gpt3-175b"), QStringLiteral("ipu-pod256"),
                {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}, {"schedule", "phased"}}),
        stateOf(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"),
                {{"tensor", "4"},
                 {"context", "2"},
                 {"replica", "4"},
                 {"lora-rank", "16"},
                 {"precision-weights", "bf16"}}),
    };
}

std::set<QString> controlLabels()
{
    std::set<QString> labels{QStringLiteral("Stages"), QStringLiteral("Placement of tables"),
                             QStringLiteral("Global batch"), QStringLiteral("Sharding over the replicas")};
    for (const app::PlanControlSection& section : app::planControlSections()) {
        for (const app::PlanControlRow& row : section.rows)
            labels.insert(app::controlText(row.label));
    }
    return labels;
}

/// Values that some models and machines do not take.
std::vector<core::FieldValue> oddValues(const app::PlanControlRow& row)
{
    switch (row.form) {
    case app::ControlForm::Flag: return {true};
    case app::ControlForm::Degree:
    case app::ControlForm::Count:
        return {std::int64_t{3}, std::int64_t{7}, std::int64_t{26}, std::int64_t{1000}};
    case app::ControlForm::Words: return {row.words.empty() ? std::string() : row.words.back()};
    case app::ControlForm::Word: break;
    }
    std::vector<core::FieldValue> words;
    for (const std::string& word : row.words)
        words.emplace_back(word);
    return words;
}

} // namespace

class TstCarriedPlan : public tests::WindowTest {
    Q_OBJECT
private slots:
    /// Every change is told, and what is carried over can be evaluated or an error names its control.
    void whatNoLongerAppliesIsLetGoAndTold()
    {
        const std::set<QString> labels = controlLabels();
        int letGo = 0;
        int carried = 0;
        for (const app::PlanState& before : demandingPlans()) {
            QVERIFY2(evaluated(before).ok(), qPrintable(before.modelReference));
            for (const char* model :
                 {"gpt2", "llama-3-8b", "t5-11b", "resnet-50", "mixtral-8x7b", "dlrm-v2-mlperf"}) {
                for (const char* hardware : {"dgx-h100", "ipu-pod64", "dgx-2-v100-32g"}) {
                    const app::PlanState plain =
                        stateOf(QString::fromLatin1(model), QString::fromLatin1(hardware), {});
                    app::PlanState next = before;
                    next.model = plain.model;
                    next.hardware = plain.hardware;
                    const app::CarriedPlan result = app::carriedPlan(before, next);
                    const std::string what = before.model->name + " to " + model + " on " + hardware;
                    for (const core::PlanField& field : core::planFields()) {
                        if (field.get(before.plan) == field.get(result.state.plan) ||
                            app::valueText(field, before) == app::valueText(field, result.state))
                            continue;
                        const QString name = app::controlName(field.key.pointer) + QStringLiteral(": ");
                        QVERIFY2(
                            std::ranges::any_of(result.changes,
                                                [&](const QString& one) { return one.startsWith(name); }),
                            (what + ": " + field.key.pointer).c_str());
                        ++letGo;
                    }
                    const auto now = evaluated(result.state);
                    carried += now.ok() ? 1 : 0;
                    if (now.ok())
                        continue;
                    // Nothing may be left that the plan of nobody's wishes could do without.
                    const QString name = app::controlName(now.error().place.jsonPointer);
                    QVERIFY2(labels.contains(name) || !evaluated(plain).ok(),
                             (what + ": " + qPrintable(app::namedSentence(now.error()))).c_str());
                }
            }
        }
        QVERIFY(letGo > 100);
        QVERIFY2(carried >= 60, std::to_string(carried).c_str()); // of 72
    }
    void whatStillAppliesStays()
    {
        const app::PlanState before = demandingPlans()[3];
        app::PlanState next = before;
        next.model = stateOf(QStringLiteral("llama-3-70b"), QStringLiteral("dgx-h100"), {}).model;
        const app::CarriedPlan result = app::carriedPlan(before, next);
        QVERIFY2(result.changes.isEmpty(), qPrintable(result.changes.join(QLatin1Char('\n'))));
        QVERIFY(result.state.plan == before.plan);
    }
    /// Each error of an evaluation that a control has led to begins with the name of a control, as it is
    /// seen.
    void errorsNameTheControl()
    {
        const std::set<QString> labels = controlLabels();
        int errors = 0;
        for (const app::PlanState& start : demandingPlans()) {
            for (const app::PlanControlSection& section : app::planControlSections()) {
                for (const app::PlanControlRow& row : section.rows) {
                    for (const core::FieldValue& value : oddValues(row)) {
                        app::PlanState state = start;
                        app::choose(row, state, value);
                        const auto result = evaluated(app::settled(std::move(state)));
                        if (result.ok())
                            continue;
                        ++errors;
                        const QString said = app::namedSentence(result.error());
                        QVERIFY2(
                            std::ranges::any_of(labels,
                                                [&](const QString& label) {
                                                    return said.startsWith(label + QStringLiteral(": "));
                                                }),
                            qPrintable(QString::fromStdString(row.key) + QStringLiteral(" \u2192 ") + said));
                    }
                }
            }
        }
        QVERIFY2(errors > 20, std::to_string(errors).c_str());
    }
    /// Whatever a control has led to, one click mends it, and keeps a number of devices that is held.
    void everyErrorHasARepair()
    {
        int errors = 0;
        for (app::PlanState start : demandingPlans()) {
            for (const bool held : {false, true}) {
                start.devicesHeld = held;
                for (const app::PlanControlSection& section : app::planControlSections()) {
                    for (const app::PlanControlRow& row : section.rows) {
                        if (held && section.rows.front().key != "/parallel/tensor")
                            continue; // degrees alone
                        for (const core::FieldValue& value : oddValues(row)) {
                            app::PlanState state = start;
                            app::choose(row, state, value);
                            state = app::settled(std::move(state));
                            const auto result = evaluated(state);
                            if (result.ok())
                                continue;
                            ++errors;
                            const std::string what =
                                row.key + ": " + qPrintable(app::namedSentence(result.error()));
                            const auto repairs = app::repairsOf(state);
                            QVERIFY2(!repairs.empty(), what.c_str());
                            QVERIFY2(repairs.size() <= 3, what.c_str());
                            for (const app::PlanRepair& repair : repairs) {
                                QVERIFY2(evaluated(repair.state).ok(), what.c_str());
                                QVERIFY2(!repair.words.isEmpty(), what.c_str());
                                QVERIFY2(app::settled(repair.state).plan == repair.state.plan, what.c_str());
                            }
                        }
                    }
                }
            }
        }
        QVERIFY2(errors > 20, std::to_string(errors).c_str());
    }
    void aClickMendsThePlan()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        app::PlanPage& page = window().part<app::PlanPage>();
        edit([](core::Plan& plan) { plan.axes.tensor = 5; }); // 12 heads
        QVERIFY(!bench().evaluated().value);
        const core::Plan broken = plan();
        const auto links = page.remedies().findChildren<app::LinkLabel*>();
        QVERIFY(links.size() >= 2);
        QTRY_VERIFY(links.front()->isVisible());
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QStringLiteral("/plan_repairs.png"));
        QVERIFY2(links.front()->plainText().startsWith(QStringLiteral("Tensor t: 5 \u2192 ")),
                 qPrintable(links.front()->plainText()));
        QCOMPARE(links.back()->plainText(), QStringLiteral("Go to Tensor t"));
        QTest::keyClick(links.back(), Qt::Key_Return);
        QVERIFY(page.controls().controlOf("/parallel/tensor")->isAncestorOf(QApplication::focusWidget()));
        const int steps = bench().undoStack().index();
        QTest::keyClick(links.front(), Qt::Key_Return);
        QTRY_VERIFY(bench().evaluated().value);
        QCOMPARE(bench().undoStack().index(), steps + 1);
        bench().undoStack().undo();
        QVERIFY(plan() == broken);
    }
    /// Figures of another model are not left under the title of one that cannot be evaluated.
    void noFiguresOfAnotherModel()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        app::PlanPage& page = window().part<app::PlanPage>();
        QVERIFY(bench().evaluated().value && page.memory().isVisibleTo(&page));
        app::PlanState next = stateOf(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), {});
        next.plan.axes.tensor = 7;
        bench().edit(next, "edit");
        QVERIFY(!bench().evaluated().value);
        QVERIFY(!page.stale());
        QVERIFY(!page.memory().isVisibleTo(&page));
        bench().undoStack().undo();
        QVERIFY(page.memory().isVisibleTo(&page));
    }
    void theWindowTellsAndTakesBack()
    {
        open(QStringLiteral("deepseek-v3"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 8;
            plan.axes.expert = 8;
        });
        const app::PlanState before = state();
        app::PlanPage& page = window().part<app::PlanPage>();
        const auto told = [&page] {
            return tests::said(page).contains(QStringLiteral("Experts e: 8 \u2192 1"));
        };
        QVERIFY(!told());
        QVERIFY(bench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY2(told(), qPrintable(tests::said(page)));
        QVERIFY2(!page.stale(), qPrintable(tests::refused(page)));
        bench().undoStack().undo();
        QVERIFY(state().model == before.model);
        QVERIFY(plan() == before.plan);
        QVERIFY(!told());
        bench().undoStack().redo();
        QVERIFY(told());
        edit([](core::Plan& plan) { plan.batch.microBatches = 4; }); // told once
        QVERIFY(!told());
    }
    /// Figures of a plan before are dimmed and say whose they are, until there are new ones.
    void staleFiguresAreDimmed()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        app::PlanPage& page = window().part<app::PlanPage>();
        QVERIFY(!page.stale());
        QVERIFY(window().part<app::PlanPage>().canExport());
        edit([](core::Plan& plan) { plan.axes.tensor = 5; }); // 12 heads
        QVERIFY(!bench().evaluated().value);
        QVERIFY(page.stale());
        QVERIFY2(tests::refused(page).contains(QStringLiteral("Tensor t: ")),
                 qPrintable(tests::refused(page)));
        QVERIFY(!page.canExport());
        QCOMPARE(page.whyNoPicture(), tests::refused(page));
        bench().undoStack().undo();
        QVERIFY(!page.stale());
    }
};

SHARDSCOPE_TEST(TstCarriedPlan)
#include "tst_carried_plan.moc"
