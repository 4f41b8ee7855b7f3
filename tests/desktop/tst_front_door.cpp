// SPDX-License-Identifier: GPL-3.0-or-later
// What one meets first in the window: where it opens, what the wheel does, what a fix changes, and that
// nothing is lost.
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/widgets/count_field.h"
#include "app/desktop/widgets/link_label.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

using namespace shardscope;

namespace {

const QString kTight =
    QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

/// One notch of the wheel towards the reader, over the middle of \p widget.
void turnWheel(QWidget& widget)
{
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event); // as from the window system: others are not handed on
    qApp->notify(&widget, &event);
}

QString shownBy(const QWidget& widget)
{
    if (const auto* slider = qobject_cast<const QSlider*>(&widget))
        return QString::number(slider->value());
    if (const auto* choice = qobject_cast<const QComboBox*>(&widget))
        return QString::number(choice->currentIndex());
    if (const auto* number = qobject_cast<const QSpinBox*>(&widget))
        return QString::number(number->value());
    return {};
}

/// Presses the button called \p text of the question that will be asked.
void answer(const QString& text)
{
    QTimer::singleShot(0, qApp, [text] {
        const auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box);
        QCOMPARE(box->text(), QStringLiteral("The plan was edited. Save it?"));
        for (QAbstractButton* button : box->buttons()) {
            if (button->text() == text)
                return button->click();
        }
        QFAIL(qPrintable(text));
    });
}

} // namespace

class TstFrontDoor : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_open = std::make_unique<tests::OpenWindow>();
        QVERIFY(m_open->exposed());
    }
    void cleanup() { m_open.reset(); }

    void theFirstSampleFitsAndRuns()
    {
        window().openSample("plan");
        QVERIFY(bench().evaluated().value);
        QVERIFY(bench().evaluated().value->verdict.feasible());
        QVERIFY(!bench().evaluated().value->step.empty());
        window().openSample("tight");
        QVERIFY(!bench().evaluated().value->verdict.feasible());
    }
    void aPlanWithARunOpensOnThePlan()
    {
        window().openFiles({kTight, kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        window().openFiles({kTrace}); // by itself it comes in front
        QTRY_COMPARE(window().currentPage(), QStringLiteral("overview"));
    }
    void theWheelScrolls()
    {
        window().openFiles({kTight});
        QTRY_VERIFY(bench().evaluated().explained);
        for (const char* page : {"plan", "compare", "recommender", "model", "timeline", "analyses", "sql"}) {
            window().showPage(page);
            int controls = 0;
            for (QWidget* widget : window().findChildren<QWidget*>()) {
                if (!widget->isVisible() || !widget->isEnabled() || shownBy(*widget).isEmpty())
                    continue;
                const QString before = shownBy(*widget);
                widget->setFocus();
                turnWheel(*widget);
                QVERIFY2(shownBy(*widget) == before, widget->metaObject()->className());
                ++controls;
            }
            QVERIFY2(controls > 0 || qstrcmp(page, "plan") != 0, page);
        }
        QVERIFY(!window().keptPlan().edited());
        // It goes to the column of controls, as anywhere else on it.
        window().showPage("plan");
        auto* slider = window().part<app::PlanPage>().findChild<QSlider*>();
        QVERIFY(slider);
        QScrollArea* column = nullptr;
        for (QWidget* above = slider; above && !column; above = above->parentWidget())
            column = qobject_cast<QScrollArea*>(above);
        QVERIFY(column && column->verticalScrollBar()->maximum() > 0);
        column->verticalScrollBar()->setValue(0);
        turnWheel(*slider);
        QVERIFY(column->verticalScrollBar()->value() > 0);
    }
    void aFixChangesWhatItSays()
    {
        window().openFiles({kTight});
        QTRY_VERIFY(bench().evaluated().explained);
        const auto remedies = bench().evaluated().value->verdict.violations.front().remedies;
        QVERIFY(remedies.size() > 2);
        for (const core::Remedy& remedy : remedies) {
            QVERIFY2(remedy.plan, remedy.key.c_str());
            const std::int64_t devices = remedy.plan->axes.tensor * remedy.plan->axes.pipeline *
                                         remedy.plan->axes.context * remedy.plan->axes.replica;
            QVERIFY2(devices <= 256, remedy.key.c_str());
            bench().edit(app::withPlan(bench().state(), *remedy.plan), "fix");
            QVERIFY2(bench().state().plan == *remedy.plan, remedy.key.c_str());
            bench().undoStack().undo();
        }
    }
    void longNumbersAreReadWhole()
    {
        app::CountField field;
        field.setRange(0, 1'000'000'000'000'000);
        field.setValue(15'000'000'000'000, {});
        QCOMPARE(app::countFromText(field.text()), std::optional<std::int64_t>(15'000'000'000'000));
        QVERIFY2(field.text().size() <= 5, qPrintable(field.text()));
        field.setValue(15'000'000'000'001, {}); // no shorter text says it all
        QCOMPARE(app::countFromText(field.text()), std::optional<std::int64_t>(15'000'000'000'001));
        field.setValue(500'000, {});
        QCOMPARE(field.text(), QStringLiteral("500,000"));
    }
    void anEditedPlanIsNotLostUnasked()
    {
        window().openFiles({kTight});
        QVERIFY(!window().keptPlan().edited());
        window().close(); // nothing to ask
        window().show();
        edit();
        QVERIFY(window().keptPlan().edited());
        answer(QStringLiteral("Cancel"));
        QVERIFY(!window().close());
        QVERIFY(window().isVisible());
        answer(QStringLiteral("Don't save"));
        QVERIFY(window().close());
        window().show();
        const QTemporaryDir folder;
        QVERIFY(window().keptPlan().save(folder.filePath(QStringLiteral("mine.json"))).ok());
        QVERIFY(!window().keptPlan().edited());
        QVERIFY(window().close());
    }
    /// Another plan in the place of an edited one asks as closing does.
    void anEditedPlanIsNotReplacedUnasked()
    {
        window().openFiles({kTight});
        edit();
        const core::Plan edited = bench().state().plan;
        answer(QStringLiteral("Cancel"));
        window().openSample("plan");
        QVERIFY(bench().state().plan == edited);
        answer(QStringLiteral("Don't save"));
        window().openSample("plan");
        QVERIFY(bench().state().plan != edited);
        window().openSample("tight"); // nothing to ask
    }
    void theNextStartOpensWhatWasOpen()
    {
        window().openFiles({kTight, kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        const core::Plan opened = bench().state().plan;
        edit();
        const core::Plan edited = bench().state().plan;
        QVERIFY(edited != opened);
        answer(QStringLiteral("Don't save"));
        QVERIFY(window().close());
        cleanup();
        init();
        window().openLast();
        QVERIFY(bench().state().plan == opened);
        QCOMPARE(bench().state().modelReference, QStringLiteral("gpt3-175b"));
        QVERIFY(!window().keptPlan().edited());
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));

        edit();
        const QTemporaryDir folder;
        QVERIFY(window().keptPlan().save(folder.filePath(QStringLiteral("mine.json"))).ok());
        bench().closeRun();
        QVERIFY(window().close());
        cleanup();
        init();
        window().openLast();
        QVERIFY(bench().state().plan == edited);
        QVERIFY(!bench().run());
        QVERIFY(bench().jobs().running(QString::fromLatin1(app::kTraceSlot)) == false);
    }

private:
    [[nodiscard]] app::MainWindow& window() { return **m_open; }
    [[nodiscard]] app::Workbench& bench() { return window().workbench(); }
    void edit()
    {
        app::PlanState next = bench().state();
        next.plan.batch.microBatches *= 2;
        bench().edit(std::move(next), "edit");
    }

    std::unique_ptr<tests::OpenWindow> m_open;
};

SHARDSCOPE_TEST(TstFrontDoor)
#include "tst_front_door.moc"
