// SPDX-License-Identifier: GPL-3.0-or-later
// Questions are the reader's own: no edit of the plan rewrites them, and an answer says what was asked.
// Models and machines are found by typing.
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/question_words.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pickers/catalogue_picker.h"
#include "app/desktop/shell/job_list.h"
#include "app/desktop/widgets/several_box.h"
#include "app/session/search/search_solvers.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

using namespace shardscope;

class TstQuestions : public tests::WindowTest {
    Q_OBJECT
private slots:
    void aSearchIsNotRewrittenByThePlan()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        app::SearchControls& controls = search().controls();
        QCOMPARE(controls.devices().text(), QStringLiteral("8")); // nobody has asked anything yet
        window().showPage("search");
        controls.globalBatch().setFocus();
        controls.globalBatch().clear();
        QTest::keyClicks(&controls.globalBatch(), QStringLiteral("64"));
        const std::string asked = app::searchCommand(controls.request());
        edit([](core::Plan& plan) { plan.axes.replica = 4; });
        QVERIFY(bench().chooseModel(QStringLiteral("llama-3-8b")));
        QVERIFY(bench().chooseHardware(QStringLiteral("dgx-h100")));
        bench().undoStack().undo();
        QCOMPARE(app::searchCommand(controls.request()), asked);
        // Asked for, the open plan is taken over.
        tests::called<QPushButton>(window().part<app::PlanPage>(), "Search for a better plan").click();
        QCOMPARE(window().currentPage(), QStringLiteral("search"));
        QCOMPARE(controls.devices().text(), QStringLiteral("4"));
        QCOMPARE(controls.model().currentData().toString(), QStringLiteral("llama-3-8b"));
    }
    void theAnswerSaysWhatWasAsked()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        window().showPage("search");
        search().controls().takeOpenPlan();
        search().controls().devices().setText(QStringLiteral("4"));
        search().controls().globalBatch().setText(QStringLiteral("16"));
        search().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(search().answer() && !search().searching(), 60'000);
        const QString said = tests::said(search());
        QVERIFY2(said.contains(QStringLiteral("Asked: GPT-2")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("4 × ")) && said.contains(QStringLiteral("global batch 16")),
                 qPrintable(said));
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QStringLiteral("/asked.png"));
        // Another plan leaves it as it was.
        edit([](core::Plan& plan) { plan.batch.microBatches = 2; });
        QCOMPARE(tests::said(search()), said);
    }
    void askIsNotRewrittenByThePlan()
    {
        window().showPage("ask");
        app::AskControls& controls = ask().controls();
        choose(controls.models(), QStringLiteral("gpt2"));
        controls.devices().setFocus();
        controls.devices().clear();
        QTest::keyClicks(&controls.devices(), QStringLiteral("2"));
        const std::string asked = app::searchCommand(controls.fastest());
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 32; });
        QCOMPARE(app::searchCommand(controls.fastest()), asked);
        controls.takeOpenPlan();
        QCOMPARE(controls.devices().text(), QStringLiteral("32"));
        QCOMPARE(controls.models().currentItem()->data(Qt::UserRole).toString(),
                 QStringLiteral("llama-3-8b"));
    }
    /// Batch, sequence, format and framework are asked with, as the command line would.
    void askKnowsHowItTrains()
    {
        window().showPage("ask");
        app::AskControls& controls = ask().controls();
        choose(controls.models(), QStringLiteral("gpt2"));
        controls.devices().setText(QStringLiteral("2"));
        controls.globalBatch().setText(QStringLiteral("32"));
        controls.sequence().setText(QStringLiteral("512"));
        controls.format().setCurrentIndex(controls.format().findData(QStringLiteral("bf16")));
        controls.framework().setCurrentIndex(controls.framework().findData(QStringLiteral("deepspeed")));
        const app::PlanSearchRequest request = controls.smallest();
        QCOMPARE(QString::fromStdString(app::searchCommand(request)),
                 QStringLiteral("shardscope-cli search gpt2 --sequence-length 512 --precision-weights bf16 "
                                "--framework deepspeed --devices 2 --global-batch 32 --smallest-device"));
        QTRY_VERIFY_WITH_TIMEOUT(!ask().asking() && ask().smallestAnswer(), 60'000);
        const core::Plan& found = ask().smallestAnswer()->best.front().hit.plan;
        QCOMPARE(found.batch.globalBatch, 32);
        QCOMPARE(found.batch.sequenceLength, 512);
        QVERIFY(found.precision.weights == core::Dtype::Bf16);
        QVERIFY(found.implementation == core::Implementation::DeepSpeed);
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QStringLiteral("/ask.png"));
        const QString question = ask().smallest().shown().question;
        for (const char* part : {"GPT-2", "global batch 32", "512", "DeepSpeed"})
            QVERIFY2(question.contains(QString::fromLatin1(part)), qPrintable(question));
    }
    void aPickerFindsWhatIsTyped()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        auto* models =
            qobject_cast<app::CataloguePicker*>(&window().part<app::PlanPage>().controls().model());
        QVERIFY(models);
        models->showPopup();
        QVERIFY(models->list() && models->filter());
        QCOMPARE(models->list()->item(0)->text(), QStringLiteral("Chosen lately"));
        QVERIFY(models->list()->item(1)->text().startsWith(QStringLiteral("GPT-2")));
        QStringList groups;
        for (int row = 0; row < models->list()->count(); ++row) {
            if (models->list()->item(row)->flags() == Qt::NoItemFlags)
                groups << models->list()->item(row)->text();
        }
        QCOMPARE(groups.filter(QStringLiteral("gpt"), Qt::CaseInsensitive).size(), 1);
        QVERIFY2(groups.contains(QStringLiteral("Llama")) &&
                     groups.filter(QStringLiteral("gpt"), Qt::CaseInsensitive).size() == 1,
                 qPrintable(groups.join(QLatin1Char(' '))));
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            models->list()->window()->grab().save(folder + QStringLiteral("/picker.png"));
        QTest::keyClicks(models->filter(), QStringLiteral("llama 70b"));
        for (int row = 0; row < models->list()->count(); ++row) {
            const QListWidgetItem& item = *models->list()->item(row);
            QVERIFY2(item.flags() == Qt::NoItemFlags ||
                         (item.text() + item.toolTip()).contains(QStringLiteral("70b"), Qt::CaseInsensitive),
                     qPrintable(item.text()));
        }
        QTest::keyClick(models->filter(), Qt::Key_Return);
        QVERIFY(!models->list());
        QVERIFY2(state().modelReference.contains(QStringLiteral("70b")), qPrintable(state().modelReference));
        auto* machines =
            qobject_cast<app::CataloguePicker*>(&window().part<app::PlanPage>().controls().hardware());
        machines->showPopup();
        QTest::keyClicks(machines->filter(), QStringLiteral("h100"));
        QTest::keyClick(machines->filter(), Qt::Key_Return);
        QVERIFY2(app::titleOf(state().hardware).contains(QStringLiteral("H100")),
                 qPrintable(state().hardwareReference));
        machines->showPopup();
        QTest::keyClick(machines->filter(), Qt::Key_Escape);
        QVERIFY(!machines->list());
    }
    void everyEntryStandsOnce()
    {
        auto* models =
            qobject_cast<app::CataloguePicker*>(&window().part<app::PlanPage>().controls().model());
        models->showPopup();
        int entries = 0;
        for (int row = 0; row < models->list()->count(); ++row)
            entries += models->list()->item(row)->flags() != Qt::NoItemFlags;
        QCOMPARE(entries, models->count()); // nothing was chosen lately
        models->hidePopup();
    }
    /// Working out a plan whose remedies take many seconds ends when nobody waits for it any more.
    void workOnAPlanCanBeStopped()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.pipeline = 16;
            plan.axes.replica = 8;
            plan.schedule = core::Schedule::Gpipe;
            plan.batch.microBatches = 1024;
        });
        QVERIFY(bench().jobs().running(QStringLiteral("explain")));
        QTest::qWait(300); // it is among the plans that it tries
        QVERIFY(!bench().evaluated().explained);
        QElapsedTimer since;
        since.start();
        constexpr int kPatienceMs = 20'000;
        QVERIFY(bench().jobs().endWithin(kPatienceMs));
        QVERIFY2(since.elapsed() < 2000, qPrintable(QString::number(since.elapsed())));
    }
    void whatIsLeftOfAJobIsTold()
    {
        app::JobNews job;
        job.forMs = 10'000;
        QVERIFY(app::JobList::leftText(job).isEmpty()); // it has told nothing
        job.fraction = 0.001;
        QVERIFY(app::JobList::leftText(job).isEmpty());
        job.fraction = 0.5;
        QVERIFY2(app::JobList::leftText(job).startsWith(QStringLiteral("10")),
                 qPrintable(app::JobList::leftText(job)));
        job.fraction = 0.25;
        QVERIFY(app::JobList::leftText(job).startsWith(QStringLiteral("30")));
        job.fraction = 1;
        QVERIFY(app::JobList::leftText(job).isEmpty());
    }

private:
    [[nodiscard]] app::SearchPage& search() { return window().part<app::SearchPage>(); }
    [[nodiscard]] app::AskPage& ask() { return window().part<app::AskPage>(); }
    static void choose(QListWidget& list, const QString& reference)
    {
        for (int row = 0; row < list.count(); ++row) {
            if (list.item(row)->data(Qt::UserRole).toString() == reference)
                list.setCurrentRow(row);
        }
    }
};

SHARDSCOPE_TEST(TstQuestions)
#include "tst_questions.moc"
