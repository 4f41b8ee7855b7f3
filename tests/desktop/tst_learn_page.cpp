// SPDX-License-Identifier: GPL-3.0-or-later
// Learn: every step of every lesson is drawn in both languages, questions lock before what happens is shown,
// keys and controls work, the last step takes the reader's own plan.
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/pages/learn/answer_button.h"
#include "app/desktop/pages/learn/control_bar.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/learn/lesson_card.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "app/desktop/pages/learn/question_box.h"
#include "app/desktop/present/lectern.h"
#include "app/desktop/present/light_overlay.h"
#include "app/session/lesson/lesson_figures.h"
#include "app/session/lesson/lesson_shelf.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using tests::called;
using tests::said;

class TstLearnPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void everyFigureOfALessonIsTheWindows()
    {
        for (const std::string& name : app::lessonFigures()) {
            const app::FigureKind* kind = app::figureKind(QString::fromStdString(name));
            QVERIFY2(kind != nullptr, name.c_str());
            QVERIFY2(static_cast<bool>(kind->figure), name.c_str());
        }
    }

    void everyStepIsDrawn_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("language");
        const core::Catalog catalog(tests::sourceFile("resources"));
        for (const auto& file : app::lessonFiles(app::shippedFolder(catalog))) {
            for (const char* language : {"en", "ja"})
                QTest::addRow("%s in %s", file.stem().c_str(), language)
                    << QString::fromStdString(file.string()) << QString::fromLatin1(language);
        }
    }
    void everyStepIsDrawn()
    {
        QFETCH(QString, file);
        QFETCH(QString, language);
        window().setLanguage(language);
        const auto lesson = app::readLesson(file.toStdString());
        QVERIFY(lesson.ok());
        for (const app::LessonStep& step : lesson->steps) {
            // What is computed is the same in both languages: the one with the wider letters sees all of it.
            if (language == QLatin1String("en") && &step != &lesson->steps.front())
                break;
            for (const bool revealed : {false, true}) {
                app::LessonMoment moment = app::firstMoment(step);
                if (revealed && step.reveal.empty())
                    continue;
                if (revealed)
                    moment = app::toldMoment(step, moment);
                const app::LessonPicture picture =
                    app::lessonPicture(bench().catalog(), {step, moment, std::nullopt});
                const QString where = QString::fromStdString(lesson->name + step.pointer);
                QVERIFY2(picture.problem.isEmpty(), qPrintable(where + ": " + picture.problem));
                QVERIFY2(!picture.figure.title.isEmpty(), qPrintable(where));
                const app::Scene scene = picture.figure.scene(900, app::theme(app::Scheme::Light));
                QVERIFY2(scene.height > 40, qPrintable(where));
                for (const app::LessonNumber& number : picture.numbers)
                    QVERIFY2(number.ours != QStringLiteral("–"), qPrintable(where + number.what));
            }
        }
        window().setLanguage(QStringLiteral("en"));
    }

    void theGalleryOpensALesson()
    {
        window().showPage("learn");
        const auto cards = page().findChildren<app::LessonCard*>();
        QCOMPARE(cards.size(), static_cast<qsizetype>(page().lessons().size()));
        QVERIFY(cards.size() >= 6);
        cards.front()->click();
        QVERIFY(page().showsLesson());
        QCOMPARE(view().lesson().name, page().lessons().front().name);
        drawn();
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!page().showsLesson());
    }

    void aQuestionLocksBeforeTheReveal()
    {
        QVERIFY(page().openLesson(QStringLiteral("zero:2")).ok());
        window().showPage("learn");
        drawn();
        QCOMPARE(view().step(), std::size_t{1});
        QVERIFY(!view().nextButton().isEnabled());
        view().next(); // nothing is answered: nothing is shown
        QVERIFY(!view().moment().revealed);
        QVERIFY(!said(view()).contains(view().lesson().steps[1].reveal.en));
        const auto answers = view().question().findChildren<app::AnswerButton*>();
        QCOMPARE(answers.size(), qsizetype{3});
        answers[0]->click();
        QVERIFY(view().nextButton().isEnabled());
        view().nextButton().click();
        QVERIFY(view().moment().revealed);
        QVERIFY(view().question().locked());
        QCOMPARE(view().question().right(), std::optional(false));
        for (const app::AnswerButton* answer : answers)
            QVERIFY(!answer->isEnabled());
        QCOMPARE(answers[1]->accessibleDescription(), QStringLiteral("right"));
        drawn();
        view().nextButton().click();
        QCOMPARE(view().step(), std::size_t{2});
        drawn();
    }

    void numbersAreNotToldBeforeTheAnswer()
    {
        QVERIFY(page().openLesson(QStringLiteral("zero:1")).ok());
        window().showPage("learn");
        drawn();
        const QString label = view().lesson().steps[0].assertions[1].label.en;
        QVERIFY(!said(view()).contains(label));
        auto* field = view().question().findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("16"));
        view().nextButton().click();
        drawn();
        QVERIFY(said(view()).contains(label));
        QCOMPARE(view().question().right(), std::optional(true));
    }

    void theControlChangesTheFigure()
    {
        QVERIFY(page().openLesson(QStringLiteral("degrees:4")).ok());
        window().showPage("learn");
        drawn();
        QVERIFY(view().picture().problem.isEmpty());
        view().control().choose(1); // 512 devices of 256
        drawn();
        QVERIFY2(view().picture().verdict.contains(QLatin1String("512")) ||
                     view().picture().problem.contains(QLatin1String("512")),
                 qPrintable(view().picture().verdict + view().picture().problem));
        view().reset();
        drawn();
        QVERIFY(!view().picture().verdict.contains(QLatin1String("512")));
    }

    void keysWork()
    {
        QVERIFY(page().openLesson(QStringLiteral("degrees:4")).ok());
        window().showPage("learn");
        drawn();
        const std::size_t at = view().step();
        QTest::keyClick(&view(), Qt::Key_Left);
        QCOMPARE(view().step(), at - 1);
        QTest::keyClick(&view(), Qt::Key_PageUp);
        QCOMPARE(view().step(), at - 2);
        QTest::keyClick(&view(), Qt::Key_Right); // its question is not answered
        QCOMPARE(view().step(), at - 2);
        QVERIFY(page().openLesson(QStringLiteral("degrees:4")).ok());
        QTest::keyClick(&view(), Qt::Key_Space);
        QVERIFY(view().control().choice() != view().lesson().steps[3].control->start);
        QTest::keyClick(&view(), Qt::Key_R);
        QCOMPARE(view().control().choice(), view().lesson().steps[3].control->start);
        QTest::keyClick(&view(), Qt::Key_PageDown);
        QCOMPARE(view().step(), at + 1);
        drawn();
    }

    void theLastStepTakesTheOpenPlan()
    {
        QVERIFY(page().openLesson(QStringLiteral("zero:6")).ok());
        window().showPage("learn");
        QVERIFY(view().lesson().steps[view().step()].yours);
        drawn();
        QVERIFY2(view().picture().figure.sentence.contains(QLatin1String("7.5")),
                 qPrintable(view().picture().figure.sentence));
        open(QStringLiteral("gpt2-xl"), QStringLiteral("dgx-h100"));
        drawn();
        QVERIFY2(view().picture().figure.sentence.contains(app::titleOf(state().model)),
                 qPrintable(view().picture().figure.sentence));
    }

    void itIsPresented()
    {
        QVERIFY(page().openLesson(QStringLiteral("zero:2")).ok());
        window().showPage("learn");
        drawn();
        QVERIFY(window().act(QStringLiteral("lesson.present")));
        QVERIFY(view().large());
        QVERIFY(window().windowState() & Qt::WindowFullScreen);
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!view().large());
        QVERIFY(!(window().windowState() & Qt::WindowFullScreen));
        QVERIFY(page().showsLesson()); // the class is gone, the lesson is not
    }

    /// Before a class: votes are counted in the place of one answer, and what happens is seen by the teacher
    /// alone until it is shown.
    void aClassVotes()
    {
        present(QStringLiteral("zero:2"));
        const app::LessonStep& step = view().lesson().steps[view().step()];
        QVERIFY(view().nextButton().isEnabled()); // nobody has to answer
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(view().lectern().speaker());
        QVERIFY(view().lectern().speaker()->notes().contains(step.reveal.en));
        QVERIFY(!said(view()).contains(step.reveal.en));
        const auto answers = view().question().findChildren<app::AnswerButton*>();
        const auto fields = view().question().findChildren<QLineEdit*>();
        QCOMPARE(fields.size(), answers.size());
        const QStringList votes{QStringLiteral("3"), QStringLiteral("15"), QStringLiteral("2x")};
        for (qsizetype at = 0; at < fields.size(); ++at) {
            QVERIFY(fields[at]->isVisible());
            QTest::keyClicks(fields[at], votes[at]);
        }
        QCOMPARE(view().question().votes(), (std::vector<int>{3, 15, 2})); // letters are no number
        QCOMPARE(answers[1]->share(), std::optional(0.75));
        QVERIFY2(answers[1]->accessibleDescription().contains(QStringLiteral("15 (75")),
                 qPrintable(answers[1]->accessibleDescription()));
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QStringLiteral("/class.png"));
        view().nextButton().click();
        QVERIFY(view().moment().revealed);
        QVERIFY2(said(view()).contains(QStringLiteral("15 of 20 were right.")), qPrintable(said(view())));
        QVERIFY(!fields[0]->isEnabled());
        QVERIFY(!view().question().right()); // the teacher said nothing
        drawn();
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!view().lectern().speaker() || !view().lectern().speaker()->isVisible());
        QVERIFY(page().openLesson(QStringLiteral("zero:2")).ok()); // alone again: one answer
        QVERIFY(!view().nextButton().isEnabled());
        QVERIFY(!view().question().findChildren<QLineEdit*>().front()->isVisible());
        drawn();
    }

    /// Lights and pen are those of a report's slides; what was drawn goes with its step.
    void thePenIsWipedByTheNextStep()
    {
        present(QStringLiteral("degrees:1"));
        QTest::keyClick(&view(), Qt::Key_S);
        QTest::keyClick(&view(), Qt::Key_L);
        app::LightOverlay& lights = view().lectern().lights();
        QVERIFY(lights.spotlight() && lights.laser() && lights.isVisible());
        QCOMPARE(lights.size(), view().size());
        QTest::keyClick(&view(), Qt::Key_P);
        QVERIFY(lights.pen());
        QTest::mousePress(&lights, Qt::LeftButton, {}, {120, 80});
        QTest::mouseMove(&lights, {200, 160});
        QTest::mouseRelease(&lights, Qt::LeftButton, {}, {200, 160});
        QCOMPARE(lights.strokes(), std::size_t{1});
        QTest::keyClick(&view(), Qt::Key_Right); // what happens
        QCOMPARE(lights.strokes(), std::size_t{1});
        QTest::keyClick(&view(), Qt::Key_Right); // the next step
        QCOMPARE(lights.strokes(), std::size_t{0});
        drawn();
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!lights.spotlight() && !lights.laser() && !lights.pen() && !lights.isVisible());
    }

    /// A screen reader reads the step, and then what happens.
    void captionsAreReadOut()
    {
        QVERIFY(page().openLesson(QStringLiteral("zero:2")).ok());
        window().showPage("learn");
        drawn();
        const app::LessonStep& step = view().lesson().steps[1];
        QVERIFY(view().accessibleName().contains(step.title.en));
        QCOMPARE(view().accessibleDescription(), step.caption.en);
        view().question().findChildren<app::AnswerButton*>().front()->click();
        view().next();
        QCOMPARE(view().accessibleDescription(), step.reveal.en);
        drawn();
    }

    void thereIsNoneOfThatName()
    {
        QVERIFY(!page().openLesson(QStringLiteral("zeros")).ok());
        QVERIFY(!page().openLesson(QStringLiteral("zero:x")).ok());
    }

private:
    app::LearnPage& page() { return window().part<app::LearnPage>(); }
    app::LessonView& view() { return page().view(); }
    void present(const QString& lesson)
    {
        QVERIFY(page().openLesson(lesson).ok());
        window().showPage("learn");
        drawn();
        QVERIFY(window().act(QStringLiteral("lesson.present")));
        QVERIFY(view().large());
    }
    void drawn() { QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 60000); }
};

SHARDSCOPE_TEST(TstLearnPage)
#include "tst_learn_page.moc"
