// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page's layouts: plans side by side, kept and let go.
#include "app/desktop/base/dropped_files.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/project_session.h"
#include "app/session/documents/kept_file.h"
#include "core/plan/plan_file.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

using namespace shardscope;

class TstComparePage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void sixPlansStandSideBySide()
    {
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.replica = 8;
            plan.batch.microBatches = 16;
        });
        window().showPage("compare");
        app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
        QTRY_VERIFY(plans.plans().size() == 6 && plans.complete());
        // The picture has room for all six as soon as they are there.
        auto* picture = plans.findChild<app::SceneFigure*>();
        QVERIFY(picture);
        QTRY_COMPARE(picture->height(), picture->sizeHint().height());
        QCOMPARE(picture->hotSpots().size(), std::size_t{6});
        QVERIFY(picture->height() > 6 * 55);
        for (const app::ShownPlan& plan : plans.plans())
            QVERIFY2(plan.evaluation && plan.evaluation->devices == 64, qPrintable(plan.name + plan.problem));
        QVERIFY(!plans.differences().table()->rows.empty());
        QVERIFY(window().part<app::ComparePage>().canExport());
        const app::Drawing drawing = app::plansDrawing(state(), plans.plans());
        QImage sheet(app::kPlanWidth, 1200, QImage::Format_RGB32);
        QPainter painter(&sheet);
        const double height = drawing(painter, sheet.width(), app::theme(app::Scheme::Light));
        QVERIFY(height > 400 && height < 1200);
        QVERIFY(!app::plansDrawing(state(), {}));
        int free = 0;
        for (int row = 0; row < plans.choices().count(); ++row) {
            if (plans.choices().item(row)->checkState() == Qt::Unchecked)
                free += (plans.choices().item(row)->flags() & Qt::ItemIsEnabled) != 0 ? 1 : 0;
        }
        QCOMPARE(free, 0); // there is room for six
        const auto other = std::ranges::find(plans.plans(), QStringLiteral("zero_3"), &app::ShownPlan::key);
        const auto at = static_cast<std::size_t>(other - plans.plans().begin());
        plans.select(at);
        QVERIFY(tests::said(plans).contains(QStringLiteral("<li>"))); // what it asks of the code
        const core::Plan chosen = plans.plans()[at].evaluation->plan;
        plans.use();
        QCOMPARE(plan().axes, chosen.axes);
        bench().undoStack().undo();
        QCOMPARE(plan().axes.tensor, 8);
    }
    /// The plan being edited has the figures that the Plan page shows of it.
    void bothPagesSayTheSame()
    {
        for (const char* sample : {"plan", "tight", "schedule"}) {
            window().openSample(sample);
            QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 60'000);
            window().showPage("compare");
            app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
            const auto current = [&] {
                return std::ranges::find(plans.plans(), QStringLiteral("current"), &app::ShownPlan::key);
            };
            QTRY_VERIFY_WITH_TIMEOUT(current() != plans.plans().end() && !current()->pending, 60'000);
            const auto evaluation = current()->evaluation;
            const core::Evaluation& here = *evaluation;
            const core::Evaluation& there = *bench().evaluated().value;
            QVERIFY2(here.plan == there.plan, sample);
            QCOMPARE(here.verdict.feasible(), there.verdict.feasible());
            const auto need = [](const core::Evaluation& evaluation) {
                return evaluation.memory.fullestUse(core::Tier::Device)->need().value();
            };
            QCOMPARE(need(here), need(there));
            const auto step = [](const core::Evaluation& evaluation) {
                return evaluation.step.empty() ? 0.0
                                               : evaluation.step.at(core::StepPart::Total).seconds.value();
            };
            QCOMPARE(step(here), step(there));
            const core::Table table = app::plansTable({*current()});
            QCOMPARE(std::get<double>(table.rows[0][*table.columnIndex("peak_bytes")]), need(there));
        }
    }
    /// Each plan is seen as soon as it is worked out, in its row, and the work is in the list of jobs.
    void rowsAppearAsTheyCome()
    {
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        window().showPage("compare");
        app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
        QCOMPARE(plans.plans().size(), std::size_t{6}); // the rows are there at once, and say so
        QVERIFY(!plans.complete());
        // Each is a job of its own, and is told as one.
        const auto rows = [&] {
            std::set<QString> working;
            for (const app::JobNews& job : bench().jobs().list()) {
                if (job.slot.startsWith(QLatin1String("plans/")) && !job.title.isEmpty())
                    working.insert(job.slot);
            }
            return working;
        };
        QCOMPARE(rows().size(), std::size_t{6});
        const auto done = [&] { return std::ranges::count(plans.plans(), false, &app::ShownPlan::pending); };
        std::vector<std::ptrdiff_t> heard;
        connect(&plans, &app::PlanVsPlan::shown, this, [&] { heard.push_back(done()); });
        QTRY_VERIFY(plans.complete());
        disconnect(&plans, nullptr, this, nullptr);
        for (std::ptrdiff_t rows = 1; rows <= 6; ++rows)
            QVERIFY2(std::ranges::find(heard, rows) != heard.end(), std::to_string(rows).c_str());
        // One more beside them leaves the others as they are.
        const auto before = plans.plans();
        QListWidget& choices = plans.choices();
        for (int row = 0; row < choices.count(); ++row) {
            if (choices.item(row)->checkState() == Qt::Checked) {
                choices.item(row)->setCheckState(Qt::Unchecked);
                break;
            }
        }
        QCOMPARE(plans.plans().size(), std::size_t{5});
        QVERIFY(plans.complete());
        for (const app::ShownPlan& plan : plans.plans())
            QVERIFY(std::ranges::find(before, plan.evaluation, &app::ShownPlan::evaluation) != before.end());
        // One that is stopped says so; the others come all the same.
        edit([](core::Plan& plan) { plan.batch.microBatches *= 2; });
        QVERIFY(!plans.complete());
        bench().jobs().cancel(QStringLiteral("plans/zero_3"));
        const auto stopped = [](const app::ShownPlan& plan) {
            return plan.pending && plan.problem == QLatin1String("Stopped.");
        };
        QTRY_COMPARE(std::ranges::count(plans.plans(), true, &app::ShownPlan::pending), std::ptrdiff_t{1});
        QVERIFY(std::ranges::any_of(plans.plans(), stopped));
    }
    /// The fastest of those that fit is on top and named with its reason; what does not fit stands below.
    void theFastestStandsOnTop()
    {
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.replica = 8;
            plan.batch.microBatches = 16;
        });
        window().showPage("compare");
        app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
        QTRY_VERIFY_WITH_TIMEOUT(plans.plans().size() == 6 && plans.complete(), 60'000);
        const std::vector<app::ShownPlan>& shown = plans.plans();
        const bool perSample = app::batchesDiffer(shown);
        double before = 0;
        bool over = false;
        for (const app::ShownPlan& plan : shown) {
            const bool fits = plan.evaluation->verdict.feasible();
            QVERIFY2(!(fits && over), qPrintable(plan.name)); // none that fits below one that does not
            over = over || !fits;
            const double seconds = app::comparedSeconds(*plan.evaluation, core::StepPart::Total, perSample);
            QVERIFY2(!fits || seconds >= before, qPrintable(plan.name));
            before = fits ? seconds : before;
        }
        QVERIFY(over); // plain data parallelism
        const QString said = app::winnerSentence(shown);
        QVERIFY2(said.startsWith(shown[0].name) && said.contains(shown[1].name), qPrintable(said));
        auto* picture = plans.findChild<app::SceneFigure*>();
        const auto& texts = picture->scene().texts;
        QVERIFY(std::ranges::find(texts, said, &app::SceneText::text) != texts.end());
        // The settings they differ in are called what their controls are called.
        for (const auto& row : plans.differences().table()->rows)
            QVERIFY(!QString::fromStdString(std::get<std::string>(row[0])).contains(QLatin1Char('_')));
    }
    /// One row for each setting that they differ in, by its control's name, in the words of its control.
    void differencesAreNamed()
    {
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        const auto shown = [&](const char* name) {
            auto evaluation = std::make_shared<core::Evaluation>();
            evaluation->plan = plan();
            return app::ShownPlan{QString::fromLatin1(name), {}, evaluation, {}};
        };
        const app::ShownPlan a = shown("a");
        edit([](core::Plan& plan) {
            plan.axes.tensor = 2;
            plan.axes.replica = 4;
        });
        const app::ShownPlan b = shown("b");
        const core::Table table = app::namedDifferences({a, b}, state());
        QCOMPARE(table.columns.size(), std::size_t{4});
        const auto named = [&](const char* pointer) {
            const std::string name = app::controlName(pointer).toStdString();
            return std::ranges::find_if(
                table.rows, [&](const auto& row) { return std::get<std::string>(row[0]) == name; });
        };
        const auto tensor = named("/parallel/tensor");
        QVERIFY(tensor != table.rows.end());
        QCOMPARE(std::get<std::string>((*tensor)[1]), std::string("1"));
        QCOMPARE(std::get<std::string>((*tensor)[2]), std::string("2"));
        QVERIFY(named("/parallel/replica") != table.rows.end());
        QVERIFY(app::namedDifferences({a, a}, state()).rows.empty());
    }
    /// What cannot be followed is no row: known beforehand it is not offered, else it is left out and told.
    void whatDoesNotApplyIsLeftOut()
    {
        open(QStringLiteral("dlrm-v2-mlperf"), QStringLiteral("zionex"));
        window().showPage("compare");
        app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
        QCOMPARE(plans.choices().count(), 1); // the plan itself: no layout is for a recommender
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        QVERIFY(plans.choices().count() > 6);
        const app::ShownPlan kept{QStringLiteral("kept"), {}, nullptr, QStringLiteral("another model")};
        app::ShownPlan preset{QStringLiteral("preset"), {}, nullptr, QStringLiteral("no layers")};
        preset.preset = true;
        const app::RankedPlans ranked = app::rankedPlans({preset, kept});
        QCOMPARE(ranked.plans.size(), std::size_t{1});
        QCOMPARE(ranked.plans[0].name, QStringLiteral("kept")); // who kept it is told why
        QCOMPARE(ranked.leftOut.size(), std::size_t{1});
    }
    /// What is kept is there again in another window, and what is damaged is put aside and told.
    void keptPlansSurvive()
    {
        const QTemporaryDir data;
        const auto reset =
            qScopeGuard([was = qgetenv("SHARDSCOPE_DATA")] { qputenv("SHARDSCOPE_DATA", was); });
        qputenv("SHARDSCOPE_DATA", QFile::encodeName(data.path()));
        core::Plan kept;
        {
            tests::OpenWindow first;
            first->project().openAtStart(true);
            app::Workbench& workbench = first->workbench();
            QVERIFY(workbench.chooseModel(QStringLiteral("megatron-22b")));
            QVERIFY(workbench.chooseHardware(QStringLiteral("dgx-a100-80g")));
            app::PlanState next = workbench.state();
            next.plan.axes.tensor = 4;
            next.plan.axes.replica = 2;
            workbench.edit(next, "edit");
            kept = workbench.state().plan;
            first->part<app::ComparePage>().plans().keep();
        } // without a word: as if killed
        {
            tests::OpenWindow second;
            second->project().openAtStart(true);
            app::Workbench& workbench = second->workbench();
            QCOMPARE(workbench.shelf().plans().size(), std::size_t{1});
            QCOMPARE(workbench.shelf().plans()[0].model, QStringLiteral("megatron-22b"));
            QVERIFY(workbench.chooseModel(QStringLiteral("megatron-22b")));
            QVERIFY(workbench.chooseHardware(QStringLiteral("dgx-a100-80g")));
            second->showPage("compare");
            app::PlanVsPlan& plans = second->part<app::ComparePage>().plans();
            QListWidget& choices = plans.choices();
            QListWidgetItem* last = choices.item(choices.count() - 1);
            QCOMPARE(last->text(), workbench.shelf().plans()[0].name);
            choices.item(0)->setCheckState(Qt::Unchecked);
            last->setCheckState(Qt::Checked);
            QTRY_VERIFY(plans.complete());
            const app::ShownPlan shown =
                *std::ranges::find(plans.plans(), QLatin1Char('/') + last->text(), &app::ShownPlan::key);
            QVERIFY2(shown.evaluation && shown.evaluation->plan == kept, qPrintable(shown.problem));
            // Keeping one is a step as any other.
            plans.keep(QStringLiteral("theirs"), kept);
            QCOMPARE(workbench.shelf().plans().size(), std::size_t{2});
            QCOMPARE(choices.item(choices.count() - 1)->text(), QStringLiteral("theirs"));
            const int rows = choices.count();
            workbench.undoStack().undo();
            QCOMPARE(workbench.shelf().plans().size(), std::size_t{1});
            QCOMPARE(choices.count(), rows - 1);
            workbench.undoStack().redo();
            QCOMPARE(choices.count(), rows);
            QVERIFY(workbench.shelf().letGo(0).ok());
            QCOMPARE(workbench.shelf().plans()[0].name, QStringLiteral("theirs"));
            workbench.undoStack().undo();
            QCOMPARE(workbench.shelf().plans().size(), std::size_t{2});
            // Two of one name stand beside each other.
            plans.keep(QStringLiteral("theirs"), kept);
            QCOMPARE(workbench.shelf().plans().size(), std::size_t{3});
            QVERIFY(workbench.shelf().plans()[2].name != QStringLiteral("theirs"));
            // Taken off by the button, it is asked first, by its name; "No" keeps it.
            for (const auto button : {QMessageBox::No, QMessageBox::Yes}) {
                choices.setCurrentRow(choices.count() - 1);
                const QString name = choices.currentItem()->text();
                QString asked;
                QTimer::singleShot(0, qApp, [button, &asked] {
                    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                    QVERIFY(box);
                    asked = box->text();
                    box->button(button)->click();
                });
                for (QPushButton* one : plans.findChildren<QPushButton*>()) {
                    if (one->text() == QStringLiteral("Take off the list"))
                        one->click();
                }
                QCOMPARE(asked,
                         QStringLiteral("Take \"%1\" off the list? It is not kept anywhere else.").arg(name));
                QCOMPARE(workbench.shelf().plans().size(), std::size_t(button == QMessageBox::No ? 3 : 2));
            }
        }
    }
    /// What was kept before there were projects is taken over, once.
    void whatWasKeptBeforeIsTakenOver()
    {
        const QTemporaryDir data;
        const auto reset =
            qScopeGuard([was = qgetenv("SHARDSCOPE_DATA")] { qputenv("SHARDSCOPE_DATA", was); });
        qputenv("SHARDSCOPE_DATA", QFile::encodeName(data.path()));
        const QString file = data.filePath(QStringLiteral("kept_plans.json"));
        const auto text = [](const char* words) { return core::Value::ofText(words); };
        const core::Value old =
            core::Value::ofMembers({{"name", text("old one")},
                                    {"model", text("gpt2")},
                                    {"hardware", text("h200-sxm")},
                                    {"plan", core::Value::ofMembers({{"schedule", text("1f1b")}})}});
        const core::Value document = core::Value::ofMembers({{"plans", core::Value::ofItems({old})}});
        for (int start = 0; start < 2; ++start) {
            if (start == 0)
                QVERIFY(app::writeKeptFile(file.toStdString(), document).ok());
            tests::OpenWindow window;
            window->project().openAtStart(true);
            const auto& plans = window->workbench().shelf().plans();
            QCOMPARE(plans.size(), std::size_t{1});
            QCOMPARE(plans[0].name, QStringLiteral("old one"));
            QCOMPARE(plans[0].model, QStringLiteral("gpt2"));
            QCOMPARE(core::jsonText(plans[0].plan), core::jsonText(*old.find("plan")));
            QVERIFY(!QFile::exists(file));
            QVERIFY(QFile::exists(file + QStringLiteral(".old")));
        }
        // One that is damaged stays as it is.
        QFile broken(file);
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"sha256\"") > 0);
        broken.close();
        tests::OpenWindow window;
        QSignalSpy failed(&window->workbench(), &app::Workbench::failed);
        window->project().openAtStart(true);
        QCOMPARE(failed.size(), 1);
        QVERIFY(QFile::exists(file));
    }
    void onlyTracesAreDroppedOnRuns()
    {
        const QString sample = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/");
        QVERIFY(app::allTraces({sample + QStringLiteral("h200_dlrm.json.gz")}));
        QVERIFY(!app::allTraces({}));
        QVERIFY(!app::allTraces({sample + QStringLiteral("h200_dlrm.json.gz"),
                                 sample + QStringLiteral("gpt3_175b_on_ipu_pod256.json")}));
        QVERIFY(app::allTraces({QDir::tempPath()}));
    }
};

SHARDSCOPE_TEST(TstComparePage)
#include "tst_compare_page.moc"
