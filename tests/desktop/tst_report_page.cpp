// SPDX-License-Identifier: GPL-3.0-or-later
// A report in the window: figures become slides by the tools of their cards, slides are written on, marked,
// put in order, brought up to date, presented and handed out; each edit is undone.
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/plan/moving_card.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/report/report_page.h"
#include "app/desktop/pages/report/slide_canvas.h"
#include "app/desktop/pages/report/slide_list.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/present/lectern.h"
#include "app/desktop/present/light_overlay.h"
#include "app/desktop/report/presenter.h"
#include "app/desktop/report/slides_file.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/figure_tools.h"
#include "app/session/project/kept_project.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace shardscope;
using tests::called;

namespace {

constexpr int kPatience = 120'000;

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstReportPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void init()
    {
        WindowTest::init();
        m_effects = QApplication::isEffectEnabled(Qt::UI_General);
    }
    void cleanup()
    {
        QApplication::setEffectEnabled(Qt::UI_General, m_effects);
        WindowTest::cleanup();
    }

    /// A card of the Plan page becomes a slide with words of one's own; each edit is one step.
    void aCardBecomesASlide()
    {
        openPlan();
        addCard("Where the time goes");
        QCOMPARE(slides().size(), std::size_t{1});
        QCOMPARE(slides().front().figure, std::string("plan.step"));
        come();
        QVERIFY(page().canvas().shown().made.figure.scene);
        const QString own = page().titleField().placeholderText();
        QVERIFY2(own.contains(QStringLiteral("time")), qPrintable(own));
        type(page().titleField(), QStringLiteral("Half of the step is not computing"));
        QCOMPARE(slides().front().title, std::string("Half of the step is not computing"));
        auto& notes = called<QPlainTextEdit>(page(), "Speaker's notes");
        notes.setFocus();
        QTest::keyClicks(&notes, QStringLiteral("Begin here"));
        page().list().setFocus();
        QCOMPARE(slides().front().notes, std::string("Begin here"));
        QCOMPARE(bench().undoStack().undoText(), QStringLiteral("Write on a slide"));
        picture(QStringLiteral("report"));
        bench().undoStack().undo();
        QVERIFY(slides().front().notes.empty());
        bench().undoStack().undo();
        QVERIFY(slides().front().title.empty());
        QVERIFY(page().titleField().text().isEmpty());
        bench().undoStack().undo();
        QVERIFY(slides().empty());
        QCOMPARE(page().canExport(), false);
        bench().undoStack().redo();
        bench().undoStack().redo();
        QCOMPARE(slides().front().title, std::string("Half of the step is not computing"));
    }

    void whatChangedIsSaidAndMended()
    {
        openPlan();
        addCard("Memory");
        come();
        QVERIFY2(!page().about().contains(QStringLiteral("has changed since")), qPrintable(page().about()));
        QVERIFY(!page().updateButton().isVisible());
        const QString before = page().canvas().shown().made.source;
        edit([](core::Plan& plan) {
            plan.batch.microBatches *= 2;
            plan.batch.globalBatch *= 2;
        });
        settle();
        QVERIFY2(page().about().contains(QStringLiteral("The plan has changed since.")),
                 qPrintable(page().about()));
        QCOMPARE(page().canvas().shown().made.source, before); // it is as it was
        QVERIFY(page().updateButton().isVisible());
        QTest::mouseClick(&page().updateButton(), Qt::LeftButton);
        settle();
        QVERIFY2(!page().about().contains(QStringLiteral("has changed since")), qPrintable(page().about()));
        QVERIFY(page().canvas().shown().made.source != before);
        bench().undoStack().undo();
        settle();
        QVERIFY(page().about().contains(QStringLiteral("The plan has changed since.")));
        QCOMPARE(page().canvas().shown().made.source, before);
    }

    void slidesAreMovedAndRemoved()
    {
        openPlan();
        addCard("Memory");
        addCard("Where the time goes");
        addCard("Communication");
        come();
        page().select(2);
        QTest::keyClick(&page().list(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(figures(), QStringList({"plan.memory", "plan.communication", "plan.step"}));
        QCOMPARE(page().current(), std::size_t{1});
        QTest::mouseClick(&called<QPushButton>(page(), "Move up"), Qt::LeftButton);
        QCOMPARE(figures(), QStringList({"plan.communication", "plan.memory", "plan.step"}));
        QVERIFY(!called<QPushButton>(page(), "Move up").isEnabled());
        bench().undoStack().undo();
        bench().undoStack().undo();
        QCOMPARE(figures(), QStringList({"plan.memory", "plan.step", "plan.communication"}));
        page().list().setCurrentRow(1);
        QTest::keyClick(&page().list(), Qt::Key_Delete);
        QCOMPARE(figures(), QStringList({"plan.memory", "plan.communication"}));
        bench().undoStack().undo();
        QCOMPARE(figures(), QStringList({"plan.memory", "plan.step", "plan.communication"}));
    }

    void marksAreAddedMovedAndRemoved()
    {
        openPlan();
        addCard("Memory");
        come();
        QTest::mouseClick(&called<QPushButton>(page(), "Add a text"), Qt::LeftButton);
        type(called<QLineEdit>(page(), "Words of the mark"), QStringLiteral("Here"));
        QCOMPARE(slides().front().marks.size(), std::size_t{1});
        QCOMPARE(slides().front().marks[0].words, std::string("Here"));
        QTest::mouseClick(&called<QPushButton>(page(), "Add an arrow"), Qt::LeftButton);
        QTest::mouseClick(&called<QPushButton>(page(), "Add a frame"), Qt::LeftButton);
        QCOMPARE(slides().front().marks.size(), std::size_t{3});
        // The arrow's head is taken elsewhere, the rest of it stays.
        app::SlideCanvas& canvas = page().canvas();
        page().removeMark(); // the frame
        const app::SlideMark arrow = slides().front().marks[1];
        const QRectF area = canvas.slideArea();
        const auto at = [&](double x, double y) {
            return QPointF(area.left() + x * area.width(), area.top() + y * area.height()).toPoint();
        };
        QTest::mousePress(&canvas, Qt::LeftButton, {}, at(arrow.toX, arrow.toY));
        QTest::mouseMove(&canvas, at(0.9, 0.8));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at(0.9, 0.8));
        const app::SlideMark moved = slides().front().marks[1];
        QCOMPARE(moved.x, arrow.x);
        QVERIFY2(std::abs(moved.toX - 0.9) < 0.02, qPrintable(QString::number(moved.toX)));
        QTest::keyClick(&canvas, Qt::Key_Left);
        QVERIFY(slides().front().marks[1].x < arrow.x);
        picture(QStringLiteral("report_marks"));
        QTest::keyClick(&canvas, Qt::Key_Delete);
        QCOMPARE(slides().front().marks.size(), std::size_t{1});
        bench().undoStack().undo();
        QCOMPARE(slides().front().marks.size(), std::size_t{2});
    }

    /// A study becomes the slides of its memo; in Japanese they say the same.
    void aStudyFillsTheReport()
    {
        app::JobStudy study;
        study.job.model = "gpt2-xl";
        study.job.tokens = 3e10;
        study.scenarios.resize(2);
        for (const std::size_t at : {0, 1}) {
            study.scenarios[at].name = at == 0 ? "16 H100" : "16 A100";
            study.scenarios[at].hardware = at == 0 ? "dgx-h100" : "dgx-a100-80g";
            study.scenarios[at].devices = "16";
        }
        window().part<app::StudyPage>().take(study);
        window().showPage("report");
        QTest::mouseClick(&called<QPushButton>(page(), "Fill from the study"), Qt::LeftButton);
        QCOMPARE(slides().size(), std::size_t{7});
        settle();
        for (std::size_t at = 0; at < slides().size(); ++at) {
            const app::ShownSlide shown = page().figures().shown(at);
            QVERIFY2(shown.made.figure.scene, qPrintable(shown.made.problem));
        }
        QVERIFY(page().figures().shown(0).made.source.contains(QStringLiteral("80 %")));
        page().select(1);
        const QString english = app::titleOf(page().canvas().shown());
        picture(QStringLiteral("report_study"));
        window().setLanguage(QStringLiteral("ja"));
        settle();
        QVERIFY2(app::titleOf(page().canvas().shown()) != english, qPrintable(english));
        picture(QStringLiteral("report_study_ja"));
        bench().undoStack().undo();
        QVERIFY(slides().empty());
    }

    /// What no project says is kept as it was seen; of a recording that was made anew it is drawn anew.
    void aRunIsKeptAsAPicture()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("run.json.gz"));
        openRunOf("resources/samples/h200_dlrm.json.gz", file);
        window().showPage("overview");
        QTRY_VERIFY_WITH_TIMEOUT(window().act(QStringLiteral("report.add")), kPatience);
        settle();
        QCOMPARE(slides().size(), std::size_t{1});
        QVERIFY(slides().front().picture);
        QCOMPARE(slides().front().view, std::string("overview"));
        come();
        QVERIFY2(page().canvas().shown().made.figure.scene, qPrintable(page().canvas().shown().made.problem));
        QVERIFY(!page().canvas().shown().made.figure.title.isEmpty());
        QVERIFY2(page().about().contains(QStringLiteral("as it was seen")), qPrintable(page().about()));
        QVERIFY(!page().updateButton().isVisible());
        picture(QStringLiteral("report_kept"));
        const std::string before = page().shelf().pictureOf(slides().front())->svg;
        openRunOf("resources/lessons/ddp4_straggler/rank2.json.gz", file);
        window().showPage("home");
        come();
        QVERIFY2(page().about().contains(QStringLiteral("The recording has changed since. bytes:")),
                 qPrintable(page().about()));
        QTest::mouseClick(&page().updateButton(), Qt::LeftButton);
        settle();
        QVERIFY2(!page().about().contains(QStringLiteral("has changed")), qPrintable(page().about()));
        QVERIFY(page().shelf().pictureOf(slides().front())->svg != before);
        bench().undoStack().undo();
        QCOMPARE(page().shelf().pictureOf(slides().front())->svg, before);
        page().shelf().remove(0);
        QVERIFY(page().shelf().project().itemsOf(core::ItemKind::Slide).empty());
    }

    /// A figure that goes step by step is played, and begins and ends at the moment it was taken at.
    void whatGoesStepByStepIsPlayed()
    {
        openPlan();
        app::MovingCard& card = window().part<app::PlanPage>().stepByStep();
        window().showPage("plan");
        card.choose(QStringLiteral("plan.cut"));
        settle();
        QCOMPARE(card.moving().frames, std::size_t{4});
        card.showFrame(1);
        card.tools().addToReport();
        QCOMPARE(slides().back().figure, std::string("plan.cut"));
        QCOMPARE(slides().back().frame, std::optional<std::size_t>(1));
        come();
        app::Presenter* presenter = page().present();
        QVERIFY(presenter->moves());
        QTest::keyClick(presenter, Qt::Key_Period);
        QVERIFY(presenter->moment() > 0.5 && presenter->moment() < 0.75); // the third of four
        QTest::keyClick(presenter, Qt::Key_Comma);
        QTest::keyClick(presenter, Qt::Key_Comma);
        QVERIFY(presenter->moment() < 0.25);
        // While the pen is in hand a click draws, and goes no further.
        QTest::keyClick(presenter, Qt::Key_P);
        app::LightOverlay& lights = presenter->lectern().lights();
        QTest::mousePress(&lights, Qt::LeftButton, {}, {100, 100});
        QTest::mouseRelease(&lights, Qt::LeftButton, {}, {100, 100});
        QCOMPARE(lights.strokes(), std::size_t{1});
        QTest::keyClick(presenter, Qt::Key_C);
        QCOMPARE(lights.strokes(), std::size_t{0});
        presenter->close();
    }

    /// Five slides with a schedule that plays: from the plan to the last slide in the dark.
    void fiveSlidesWithAScheduleThatPlays()
    {
        openPlan();
        for (const char* card : {"Memory", "Where the time goes", "Communication", "Devices"})
            addCard(card);
        window().showPage("schedule");
        settle();
        QVERIFY(window().act(QStringLiteral("report.add")));
        QCOMPARE(slides().size(), std::size_t{5});
        QCOMPARE(slides().back().figure, std::string("schedule.bands"));
        come();
        page().select(0);
        QVERIFY(window().act(QStringLiteral("lesson.present"))); // F5
        app::Presenter* presenter = page().presenter();
        QVERIFY(presenter && presenter->isVisible());
        QVERIFY(presenter->isFullScreen());
        for (const std::size_t at : {1, 2, 3, 4, 4}) { // the last one stays
            QTest::keyClick(presenter, Qt::Key_Right);
            QCOMPARE(presenter->current(), at);
        }
        QTest::keyClick(presenter, Qt::Key_Left);
        QVERIFY(!presenter->moves());
        QTest::keyClick(presenter, Qt::Key_End);
        QVERIFY(presenter->moves());
        QCOMPARE(presenter->moment(), 1.0);
        QApplication::setEffectEnabled(Qt::UI_General, true);
        QTest::keyClick(presenter, Qt::Key_Space);
        QVERIFY(presenter->playing());
        QTRY_VERIFY(presenter->moment() > 0 && presenter->moment() < 1);
        const double early = presenter->moment();
        QTRY_VERIFY(presenter->moment() > early);
        QTest::keyClick(presenter, Qt::Key_Space);
        QVERIFY(!presenter->playing());
        const double stopped = presenter->moment();
        QTest::keyClick(presenter, Qt::Key_Period);
        QVERIFY(presenter->moment() > stopped);
        if (const QString folder = pictures(); !folder.isEmpty())
            presenter->grab().save(folder + QStringLiteral("/presenter.png"));
        // A reader who wants nothing to move gets one step at a time.
        QApplication::setEffectEnabled(Qt::UI_General, false);
        const double stepped = presenter->moment();
        QTest::keyClick(presenter, Qt::Key_Space);
        QVERIFY(!presenter->playing());
        QVERIFY(presenter->moment() > stepped);
        // Light, pointer, magnifying glass, notes.
        QTest::keyClick(presenter, Qt::Key_S);
        QTest::keyClick(presenter, Qt::Key_L);
        QTest::keyClick(presenter, Qt::Key_Plus);
        QVERIFY(presenter->zoom() > 1);
        QVERIFY(presenter->lectern().lights().spotlight() && presenter->lectern().lights().laser());
        QTest::keyClick(presenter, Qt::Key_0);
        QCOMPARE(presenter->zoom(), 1.0);
        QTest::keyClick(presenter, Qt::Key_N);
        QVERIFY(presenter->lectern().speaker());
        QTest::keyClick(presenter->lectern().speaker(), Qt::Key_Home); // its keys are those of the screen
        QCOMPARE(presenter->current(), std::size_t{0});
        QTest::keyClick(presenter, Qt::Key_Right);
        QTest::keyClick(presenter, Qt::Key_Escape);
        QVERIFY(!presenter->isVisible());
        QCOMPARE(page().current(), std::size_t{1});
    }

    /// The files: one page for each slide, one HTML file that asks no network, pictures and tables.
    void slidesAreHandedOut()
    {
        openPlan();
        addCard("Memory");
        addCard("Where the time goes");
        come();
        type(page().titleField(), QStringLiteral("A <title> & more"));
        page().addMark(app::MarkKind::Frame);
        const QTemporaryDir folder;
        const auto write = [&](const QString& name) {
            const QString file = folder.filePath(name);
            page().writeTo(file);
            settle();
            return file;
        };
        const QByteArray pdf = contentsOf(write(QStringLiteral("slides.pdf")));
        QCOMPARE(pdf.count("/Type /Page\n"), 2);
        QVERIFY(pdf.contains("/MediaBox [0 0 960"));
        QVERIFY(pdf.contains("/FontFile"));
        checkPage(QString::fromUtf8(contentsOf(write(QStringLiteral("slides.html")))));
        const QDir files(write(QStringLiteral("files")));
        QCOMPARE(files.entryList({QStringLiteral("*.svg")}, QDir::Files).size(), 2);
        QCOMPARE(files.entryList({QStringLiteral("*.png")}, QDir::Files).size(), 2);
        const QByteArray csv = contentsOf(files.filePath(QStringLiteral("02_plan_step.csv")));
        QVERIFY2(csv.startsWith("part,"), csv.constData());
        // The same from the project's file, as the command line does.
        const std::filesystem::path file = folder.filePath(QStringLiteral("r.shardscope")).toStdString();
        QVERIFY(app::saveProject(page().shelf().project().contents(), file).ok());
        const auto kept = app::slidesToWrite(file);
        QVERIFY(kept.ok());
        const auto made = app::madeSlides(bench().catalog(), *kept);
        QVERIFY(made.ok());
        QCOMPARE(made->size(), std::size_t{2});
        for (const app::ShownSlide& shown : *made) {
            QVERIFY2(shown.made.problem.isEmpty(), qPrintable(shown.made.problem));
            const QString foot = app::footOf(shown);
            for (const char* part : {"GPT-2", "H200", "80 %", "as of 20", "Shardscope "})
                QVERIFY2(foot.contains(QLatin1String(part)), qPrintable(foot));
        }
        const auto refused = app::writeSlides(*made, folder.filePath(QStringLiteral("x.pptx")), {}, {});
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, core::ErrorCode::UnknownValue);
    }

private:
    /// \p of as the file \p as, in the place of what is there.
    void openRunOf(const char* of, const QString& as)
    {
        QFile::remove(as);
        QVERIFY(QFile::copy(tests::sourceFile(of).c_str(), as));
        const auto before = bench().run();
        window().openFiles({as});
        QTRY_VERIFY_WITH_TIMEOUT(bench().run() && bench().run() != before && !bench().run()->partial,
                                 kPatience);
        settle();
    }
    [[nodiscard]] app::ReportPage& page() { return window().part<app::ReportPage>(); }
    [[nodiscard]] const std::vector<app::Slide>& slides() { return page().shelf().slides(); }
    [[nodiscard]] QStringList figures()
    {
        QStringList all;
        for (const app::Slide& slide : slides())
            all << QString::fromStdString(slide.figure);
        return all;
    }
    void settle()
    {
        QTest::qWait(20);
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), kPatience);
        QTest::qWait(20);
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), kPatience);
    }
    /// A small pipeline.
    void openPlan()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        edit([](core::Plan& plan) {
            plan.axes.pipeline = 4;
            plan.batch.microBatches = 8;
            plan.batch.globalBatch = 8;
        });
        window().showPage("plan");
        settle();
    }
    /// Adds the card called \p title by the last of its tools.
    void addCard(const char* title)
    {
        const std::size_t before = slides().size();
        for (app::FigureCard* card : window().findChildren<app::FigureCard*>()) {
            if (card->isVisibleTo(&window()) && card->shownFigure().title == QLatin1String(title)) {
                card->tools().tools().last()->trigger();
                settle();
                QCOMPARE(slides().size(), before + 1);
                return;
            }
        }
        QFAIL(title);
    }
    void come()
    {
        window().showPage("report");
        settle();
        QVERIFY(page().canExport());
    }
    static void type(QLineEdit& line, const QString& text)
    {
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, text);
        QTest::keyClick(&line, Qt::Key_Return);
    }
    void checkPage(const QString& html)
    {
        QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>")));
        QCOMPARE(html.count(QStringLiteral("<section ")), 2);
        QVERIFY(html.contains(QStringLiteral("ArrowRight")));
        QVERIFY(html.contains(QStringLiteral("A &lt;title&gt; &amp; more")));
        QVERIFY(html.contains(QStringLiteral("<table>")));
        QVERIFY(html.contains(QStringLiteral("class=\"spot\""))); // what can be hovered
        // Nothing is fetched: no address but those that name a language of XML.
        static const QRegularExpression address(QStringLiteral("[\"'(](https?:)?//(?!www\\.w3\\.org/)"));
        QVERIFY2(!html.contains(address), qPrintable(address.match(html).captured()));
        static const QRegularExpression fetched(QStringLiteral("(src|href)\\s*=\\s*[\"'](?!data:|#)"));
        QVERIFY2(!html.contains(fetched), qPrintable(fetched.match(html).captured()));
        QVERIFY(!html.contains(QStringLiteral("@import")));
        for (qsizetype from = html.indexOf(QLatin1String("<svg")); from >= 0;
             from = html.indexOf(QLatin1String("<svg"), from + 1)) {
            const qsizetype end = html.indexOf(QLatin1String("</svg>"), from);
            QXmlStreamReader reader(html.mid(from, end + 6 - from));
            while (!reader.atEnd())
                reader.readNext();
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        }
    }
    [[nodiscard]] static QString pictures() { return qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); }
    void picture(const QString& name)
    {
        if (const QString folder = pictures(); !folder.isEmpty())
            window().grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }

    bool m_effects = true;
};

SHARDSCOPE_TEST(TstReportPage)
#include "tst_report_page.moc"
