// SPDX-License-Identifier: GPL-3.0-or-later
// The three questions that people begin with, from the first window on: each takes at most five clicks, and
// its numbers are those that the command lines give, to the last digit.
#include "app/desktop/base/number_text.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/session/documents/changed_machine.h"
#include "app/session/plan/commands.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/plan_options.h"
#include "core/units/quantity.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QTest>

using namespace shardscope;

class TstAskPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void theSmallestDeviceThatHoldsIt()
    {
        begin();
        click(page().controls().models(), "llama-3-8b");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().smallestAnswer(), 60'000);
        QVERIFY2(m_clicks <= 5, QByteArray::number(m_clicks));
        const auto same = app::smallestDevice(bench().catalog(), asked("llama-3-8b", "", "64", "", "", true));
        QVERIFY(same.ok() && !same->best.empty());
        const app::FoundLayout& best = page().smallestAnswer()->best.front();
        QVERIFY(best.hit.plan == same->best.front().hit.plan);
        QCOMPARE(best.hit.stepSeconds, same->best.front().hit.stepSeconds);
        page().smallest().copyButton().click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("shardscope-cli search llama-3-8b --devices 64 --smallest-device"));
        QVERIFY2(page().smallest().shown().answer.startsWith(QStringLiteral("Smallest: 64 × ")),
                 qPrintable(page().smallest().shown().answer));
        saysHowSure(page().smallest(), best);
        samePlan(*page().smallestAnswer());
    }

    void theFastestOfFourMachines()
    {
        begin();
        click(page().controls().models(), "llama-3-8b");
        for (const char* machine : {"dgx-h100", "dgx-a100-80g", "b200-sxm-8", "mi300x-8"})
            click(page().controls().machines(), machine);
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer(), 60'000);
        QCOMPARE(m_clicks, 5);
        const app::PlanSearchAnswer& answer = *page().fastestAnswer();
        const auto same =
            search(asked("llama-3-8b", "b200-sxm-8,dgx-a100-80g,dgx-h100,mi300x-8", "64", "", "", false));
        QVERIFY(same.ok());
        QCOMPARE(answer.machines.size(), std::size_t{4});
        for (std::size_t i = 0; i < answer.machines.size(); ++i) {
            QCOMPARE(answer.machines[i].hardware, same->machines[i].hardware);
            QCOMPARE(answer.machines[i].hit.stepSeconds, same->machines[i].hit.stepSeconds);
        }
        QCOMPARE(page().fastest().shown().table.rows.size(), std::size_t{4});
        QVERIFY(
            page().fastest().shown().answer.contains(QString::fromStdString(answer.machines.front().title)));
        saysHowSure(page().fastest(), answer.best.front());
        samePlan(answer);
        // A machine is unticked as it was ticked, and asked without.
        click(page().controls().machines(), "mi300x-8");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer() &&
                                     page().fastestAnswer()->machines.size() == 3,
                                 60'000);
    }

    /// The open machine is asked as it was edited, and asked anew where it is edited again.
    void anEditedMachineIsAsked()
    {
        begin();
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        window().showPage("ask");
        click(page().controls().machines(), "dgx-h100");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer(), 60'000);
        const double before = page().fastestAnswer()->best.front().hit.stepSeconds;
        app::PlanState edited = state();
        edited.hardware = std::make_shared<const core::HardwareSpec>(app::withRate(*edited.hardware, 0.5));
        bench().edit(std::move(edited), "Edit a copy of the machine");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer() &&
                                     page().fastestAnswer()->best.front().hit.stepSeconds > 1.2 * before,
                                 60'000);
        bench().undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer() &&
                                     page().fastestAnswer()->best.front().hit.stepSeconds == before,
                                 60'000);
    }

    void whatTheRunCosts()
    {
        begin();
        click(page().controls().models(), "llama-3-8b");
        click(page().controls().machines(), "dgx-h100");
        type(page().controls().tokens(), "1T");
        type(page().controls().price(), "2.3");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer(), 60'000);
        QVERIFY2(m_clicks <= 5, QByteArray::number(m_clicks));
        const app::PlanSearchAnswer& answer = *page().fastestAnswer();
        const planner::PlanHit& best = answer.best.front().hit;
        const auto same = search(asked("llama-3-8b", "dgx-h100", "64", "1T", "2.3", false));
        QVERIFY(same.ok());
        QCOMPARE(best.trainingCurrency, same->best.front().hit.trainingCurrency);
        QVERIFY(best.trainingCurrency.has_value());
        const app::ShownQuestion& shown = page().cost().shown();
        // The same figures as the command's sentence has.
        const QString sentence = app::answerSentence(*same, app::cellString, app::SentenceDigits::Known);
        const QString cost =
            shown.answer.section(QStringLiteral("costs "), 1).section(QLatin1Char(','), 0, -2);
        QVERIFY2(!cost.isEmpty() && sentence.contains(cost), qPrintable(shown.answer + sentence));
        saysHowSure(page().cost(), answer.best.front());
        samePlan(answer);
        // What was entered goes with the plan.
        page().cost().openButton().click();
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        QTRY_VERIFY(bench().evaluated().explained);
        QVERIFY(bench().evaluated().value->training->currency.has_value());
        QCOMPARE(*bench().evaluated().value->training->currency, *best.trainingCurrency);
        // Again on the Ask page nothing has to be said twice.
        window().showPage("ask");
        QCOMPARE(page().controls().price().text(), QStringLiteral("2.3"));
    }

    void whatIsMissingIsSaid()
    {
        begin();
        QVERIFY(!page().canExport());
        for (const app::QuestionCard* card : {&page().smallest(), &page().fastest(), &page().cost()})
            QVERIFY(!card->shown().answered && !card->shown().answer.isEmpty());
        click(page().controls().machines(), "dgx-h100");
        click(page().controls().models(), "gpt2");
        page().controls().devices().setText(QStringLiteral("8"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().fastestAnswer(), 60'000);
        QVERIFY2((page().cost().shown().answer + page().cost().shown().doubts)
                     .contains(QStringLiteral("hat the run costs needs its tokens")),
                 qPrintable(page().cost().shown().answer));
        page().controls().devices().setText(QStringLiteral("many"));
        QTRY_VERIFY(page().fastest().shown().bad);
        QVERIFY2(page().fastest().shown().answer.contains(QStringLiteral("many")),
                 qPrintable(page().fastest().shown().answer));
        page().fastest().copyButton().click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("shardscope-cli search gpt2 dgx-h100 --devices many"));
    }

    void theAnswersAreAPicture()
    {
        begin();
        click(page().controls().models(), "gpt2");
        QTRY_VERIFY_WITH_TIMEOUT(!page().asking() && page().smallestAnswer(), 60'000);
        QVERIFY(page().canExport());
        const app::Drawing drawing = app::questionsDrawing(page().modelName(), page().shown());
        QImage sheet(app::kSearchWidth, 1200, QImage::Format_RGB32);
        QPainter painter(&sheet);
        QVERIFY(drawing(painter, sheet.width(), app::theme(app::Scheme::Light)) > 100);
        QVERIFY(!app::questionsDrawing({}, {}));
    }

private:
    [[nodiscard]] app::AskPage& page() { return window().part<app::AskPage>(); }
    /// Begins as the program does if nothing is open.
    void begin()
    {
        QApplication::setActiveWindow(&window());
        window().showPage("ask");
        m_clicks = 0;
    }
    void click(QListWidget& list, const char* name)
    {
        QList<QListWidgetItem*> found;
        for (int row = 0; row < list.count(); ++row) {
            if (list.item(row)->data(Qt::UserRole).toString() == QString::fromUtf8(name))
                found << list.item(row);
        }
        QCOMPARE(found.size(), 1);
        list.scrollToItem(found.front()); // the wheel is no click
        ++m_clicks;
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(found.front()).center());
    }
    void type(QLineEdit& edit, const char* text)
    {
        ++m_clicks;
        QTest::mouseClick(&edit, Qt::LeftButton);
        QTest::keyClicks(&edit, QString::fromUtf8(text));
    }
    static app::PlanSearchRequest asked(const char* model, const char* hardware, const char* devices,
                                        const char* tokens, const char* price, bool smallest)
    {
        app::PlanSearchRequest request;
        request.model = model;
        request.hardware = hardware;
        request.devices = devices;
        request.tokens = tokens;
        request.price = price;
        request.smallestDevice = smallest;
        return request;
    }
    core::Result<app::PlanSearchAnswer> search(const app::PlanSearchRequest& request)
    {
        SHARDSCOPE_TRY(const app::PreparedSearch prepared, app::prepareSearch(bench().catalog(), request));
        return app::answerSearch(prepared, request);
    }
    /// Interval and calibration stand beside the answer.
    static void saysHowSure(const app::QuestionCard& card, const app::FoundLayout& best)
    {
        const QString& doubts = card.shown().doubts;
        QVERIFY2(doubts.contains(QStringLiteral("80 %")), qPrintable(doubts));
        QVERIFY2(doubts.contains(app::calibrationLine(best.step)), qPrintable(doubts));
    }
    /// What `plan` evaluates, asked as the answer's own command says it.
    void samePlan(const app::PlanSearchAnswer& answer)
    {
        const app::FoundLayout& best = answer.best.front();
        const core::HardwareSpec& machine = answer.search.machines[best.hit.machine].hardware;
        const auto planned =
            app::evaluatePlan(bench().catalog(), {answer.search.model.name,
                                                  machine.name,
                                                  {},
                                                  app::optionsFor(best.hit.plan, answer.search.model)});
        QVERIFY(planned.ok());
        QCOMPARE(planned->evaluation.step.at(core::StepPart::Total).seconds.value(), best.hit.stepSeconds);
        const app::PredictedInterval sure =
            app::stepInterval(planned->model, planned->hardware, planned->evaluation);
        QCOMPARE(best.step.interval.low, sure.interval.low);
        QCOMPARE(best.step.interval.high, sure.interval.high);
        QCOMPARE(best.step.calibration, sure.calibration);
        QVERIFY(best.step.outside == sure.outside);
    }

    int m_clicks = 0;
};

SHARDSCOPE_TEST(TstAskPage)
#include "tst_ask_page.moc"
