// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of every page and tab, whatever is open: the keyboard is at work on arrival, the picture can
// be saved or it is said why not, and nothing that is open is closed unasked.
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/difference_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/sql/sql_editor.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <functional>

using namespace shardscope;
using tests::called;

namespace {

const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");
const QString kSnapshot =
    QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/formats/memory_snapshot/good.pickle");

} // namespace

class TstEveryPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void withNothingOpen() { visitAll(); }
    void withAPlan()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        visitAll();
        comeTo({"compare", [this] { compare().showPlans(true); }});
        QTRY_VERIFY(!compare().plans().plans().empty() && compare().plans().complete());
        checkPicture("compare");
        QTRY_VERIFY(bench().jobs().idle());
        for (const char* page : {"plan", "model", "schedule"}) {
            window().showPage(page);
            QTRY_VERIFY2(shown().canExport(), qPrintable(shown().whyNoPicture()));
            checkPicture(page);
        }
    }
    void withAListOfLayers()
    {
        open(QStringLiteral("resnet-50"), QStringLiteral("dgx-a100-80g"));
        visitAll();
        QTRY_VERIFY(bench().jobs().idle());
    }
    void withARecommender()
    {
        window().openSample("recommender");
        visitAll();
        window().showPage("recommender");
        QTRY_VERIFY_WITH_TIMEOUT(shown().canExport(), 60'000);
        checkPicture("recommender");
    }
    void withRunsBesideEachOther()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        openBoth();
        visitAll();
        // Each page has a picture once it has worked out what it shows.
        for (const Place& place : places()) {
            comeTo(place);
            if (place.page == QLatin1String("sql"))
                window().part<app::SqlPage>().run();
            const bool none = place.page == QLatin1String("search") ||      // nobody searched
                              place.page == QLatin1String("ask") ||         // nobody asked
                              place.page == QLatin1String("settings") ||    // they have none
                              place.page == QLatin1String("home") ||        // it has none of its own
                              place.page == QLatin1String("learn") ||       // its cards have
                              place.page == QLatin1String("follow") ||      // nothing is followed
                              place.page == QLatin1String("study") ||       // no scenario was said
                              place.page == QLatin1String("report") ||      // no slide was made
                              place.page == QLatin1String("recommender") || // the model is none
                              place.page == QLatin1String("memory");        // such a run has none
            if (none)
                continue;
            if (place.page == QLatin1String("compare") && !compare().showsPlans()) {
                QTRY_VERIFY_WITH_TIMEOUT(compare().two().refused() || compare().two().shown(), 60'000);
                compare().two().compareAnyway();
            }
            QTRY_VERIFY2_WITH_TIMEOUT(shown().canExport(), qPrintable(place.page + shown().whyNoPicture()),
                                      60'000);
            checkPicture(place.page);
        }
    }
    /// The keys of the timeline zoom as soon as it is there, and Ctrl+E reaches the window from a field too.
    void keysWorkOnArrival()
    {
        window().openFiles({kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        QTest::keyClick(&called<QToolButton>(window(), "Timeline"), Qt::Key_Space); // the rail's button
        QTRY_COMPARE(window().currentPage(), QStringLiteral("timeline"));
        const app::TimelineView& view = window().part<app::TimelinePage>().view();
        const std::int64_t before = view.window().end - view.window().begin;
        QVERIFY(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_W);
        QTRY_VERIFY(view.window().end - view.window().begin < before);
        window().showPage("sql");
        QWidget* field = QApplication::focusWidget();
        QCOMPARE(field, static_cast<QWidget*>(&window().part<app::SqlPage>().editor()));
        QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_E, Qt::ControlModifier);
        QApplication::sendEvent(field, &asked);
        QVERIFY(!asked.isAccepted()); // else the field would take it for the end of a line
    }
    /// "Show in Timeline" opens the simulated step beside what was recorded.
    void aSimulationStandsBesideTheRecording()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        openBoth();
        const app::RunViewPtr recorded = bench().run(app::RunFrom::Files);
        QVERIFY(recorded);
        QCOMPARE(bench().front(), app::RunFrom::Simulation);
        QCOMPARE(window().currentPage(), QStringLiteral("timeline"));
        QComboBox& runs = window().part<app::TimelinePage>().runs();
        QVERIFY(runs.isVisible());
        QCOMPARE(runs.count(), 2);
        runs.setCurrentIndex(0);
        emit runs.activated(0);
        QCOMPARE(bench().run(), recorded);
        QCOMPARE(window().part<app::TimelinePage>().view().run(), recorded);
        QCOMPARE(window().currentPage(), QStringLiteral("timeline")); // the reader stays where she is
        // They can be set against each other, and the plan still against what was recorded.
        window().showPage("compare");
        QVERIFY(!compare().showsPlans());
        app::DifferencePage& two = compare().two();
        QTRY_VERIFY_WITH_TIMEOUT(two.refused() || two.shown(), 60'000); // another model than the plan's
        two.compareAnyway();
        QCOMPARE(two.shown()->difference.b.input->columns().run(), recorded->run);
        const int simulated = two.first().findText(QStringLiteral("Simulated: "), Qt::MatchStartsWith);
        QVERIFY(simulated >= 0);
        two.first().setCurrentIndex(simulated);
        emit two.first().activated(simulated);
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 60'000);
        two.compareAnyway();
        QVERIFY(two.shown()->difference.a.kind == app::SideKind::Simulated);
        // Closing one leaves the other.
        bench().showRun(app::RunFrom::Simulation);
        bench().closeRun();
        QCOMPARE(bench().run(), recorded);
        QVERIFY(!runs.isVisible());
        bench().closeRun();
        QVERIFY(!bench().run());
    }

private:
    struct Place {
        QString page;
        std::function<void()> tab{};
    };
    [[nodiscard]] std::vector<Place> places()
    {
        std::vector<Place> all;
        for (const app::PageRow& row : app::pageTable()) {
            if (qstrcmp(row.key, "compare") != 0)
                all.push_back({QString::fromLatin1(row.key)});
        }
        all.push_back({QStringLiteral("compare"), [this] { compare().showPlans(true); }});
        all.push_back({QStringLiteral("compare"), [this] { compare().showPlans(false); }});
        return all;
    }
    [[nodiscard]] app::ComparePage& compare() { return window().part<app::ComparePage>(); }
    [[nodiscard]] app::Page& shown()
    {
        for (app::Page* page : window().findChildren<app::Page*>()) {
            if (page->isVisible())
                return *page;
        }
        qFatal("no page is shown");
    }
    [[nodiscard]] QAction& exporting()
    {
        for (QAction* action : window().findChildren<QAction*>()) {
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_E))
                return *action;
        }
        qFatal("nothing saves a picture");
    }
    void comeTo(const Place& place)
    {
        if (place.tab)
            place.tab();
        window().showPage(place.page == QLatin1String("plan") ? "model" : "plan"); // from elsewhere
        window().showPage(place.page.toLatin1().constData());
    }
    void openBoth()
    {
        window().openFiles({kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        window().showPage("schedule");
        QTRY_VERIFY_WITH_TIMEOUT(shown().canExport(), 60'000);
        QTest::mouseClick(&called<QPushButton>(window(), "Show in Timeline"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(bench().run(app::RunFrom::Simulation), 60'000);
    }
    void visitAll()
    {
        for (const Place& place : places()) {
            comeTo(place);
            const app::RunViewPtr run = bench().run();
            const QByteArray what = place.page.toLatin1();
            QWidget& front = shown().front();
            QVERIFY2(front.isVisible() && front.isEnabled(), what);
            const QWidget* keys = QApplication::focusWidget();
            QVERIFY2(keys && (keys == &front || front.isAncestorOf(keys)), what);
            // Enabled with a picture, or disabled with a reason.
            const QString why = shown().whyNoPicture();
            QVERIFY2(exporting().isEnabled() == why.isEmpty(), what);
            QVERIFY2(why.isEmpty() || (exporting().toolTip() == why && why.size() > 10), what);
            if (why.isEmpty())
                checkPicture(place.page);
            QVERIFY2(bench().run() == run, what);
        }
    }
    void checkPicture(const QString& page)
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(page + QStringLiteral(".svg"));
        QVERIFY2(window().writePage(file).ok(), qPrintable(page));
        QVERIFY2(QFile::exists(file), qPrintable(page));
        QVERIFY2(QSvgRenderer(file).isValid(), qPrintable(page));
    }
};

SHARDSCOPE_TEST(TstEveryPage)
#include "tst_every_page.moc"
