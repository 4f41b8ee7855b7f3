// SPDX-License-Identifier: GPL-3.0-or-later
// The journeys of experience.md through the whole window; how its pages look is tst_page_looks.cpp's.
#include "app/desktop/actions/shortcut_sheet.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/plan/help_card.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/sql/sql_editor.h"
#include "app/desktop/pages/sql/sql_highlighter.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/drawer.h"
#include "app/desktop/window/inspector.h"
#include "core/plan/fit_verdict.h"
#include "profiler/analyze/selection/run_cut.h"
#include "tests/desktop/called.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using tests::called;

namespace {

const QString kPlan = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
const QString kSnapshot =
    QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/formats/memory_snapshot/good.pickle");
const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_open = std::make_unique<tests::OpenWindow>();
        m_window = &**m_open;
        QVERIFY(m_open->exposed());
    }
    void cleanup()
    {
        m_window = nullptr;
        m_open.reset();
    }

    void controlsHaveNames()
    {
        m_window->openFiles({kPlan});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 ||
                widget->objectName().startsWith(QLatin1String("qt_")))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool control =
                button || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QSlider*>(widget) ||
                qobject_cast<const QSpinBox*>(widget) || qobject_cast<const app::FigureWidget*>(widget);
            if (control)
                QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                         widget->metaObject()->className());
        }
    }
    void languageSwitchesLive()
    {
        m_window->openFiles({kPlan});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        const QString english = tests::refused(m_window->part<app::PlanPage>());
        m_window->setLanguage(QStringLiteral("ja"));
        const auto shown = [&] { return tests::refused(m_window->part<app::PlanPage>()); };
        QTRY_VERIFY2(shown().contains(QStringLiteral("必要")) || shown().contains(QStringLiteral("ます")),
                     qPrintable(shown()));
        m_window->setLanguage(QStringLiteral("en"));
        QTRY_COMPARE(shown(), english);
    }
    void architectSizesAPlan()
    {
        // Open the sample, read that it does not fit, take the first remedy, read what it changed, undo.
        m_window->openSample("tight");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        QVERIFY(!m_window->workbench().evaluated().value->verdict.feasible());
        const auto verdict = [&]() -> const core::Verdict& {
            return m_window->workbench().evaluated().value->verdict;
        };
        const double before = verdict().violations.front().need;
        const int edits = m_window->workbench().undoStack().count();
        const app::HelpCard& help = m_window->part<app::PlanPage>().help();
        QTRY_VERIFY_WITH_TIMEOUT(!help.stale() && !help.changes().empty(), 30'000);
        const app::HelpfulChange remedy = help.changes().front();
        QVERIFY(remedy.remedy && remedy.plan && help.links().front());
        QTest::keyClick(help.links().front(), Qt::Key_Return);
        QTRY_VERIFY(m_window->workbench().undoStack().count() == edits + 1 &&
                    m_window->workbench().evaluated().explained);
        QCOMPARE(verdict().feasible(), core::feasible(remedy.after->fit));
        QVERIFY(verdict().feasible() || verdict().violations.front().need < before);
        m_window->workbench().undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained,
                                 30'000); // until then the closed forms tell
        QVERIFY(!verdict().feasible());
        QCOMPARE(verdict().violations.front().need, before);
    }
    void aNumberOpensItsDerivation()
    {
        m_window->openSample("tight");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        app::MemoryBarsWidget& memory = m_window->part<app::PlanPage>().memory();
        QVERIFY(!memory.hotSpots().empty());
        const QPointF center = memory.hotSpots()[0].area.boundingRect().center();
        QTest::mouseClick(&memory, Qt::LeftButton, {}, center.toPoint());
        QCOMPARE(m_window->part<app::Inspector>().path(), memory.hotSpots()[0].path);
        app::DerivationPanel& panel = m_window->part<app::Inspector>().derivation();
        QVERIFY(panel.current());
        // Its part opens, and leads back; an edit keeps the reader where she was.
        const auto parts = core::derivationParts(panel.current());
        QVERIFY(!parts.empty());
        panel.openPart(parts.front());
        QCOMPARE(panel.current(), parts.front());
        app::PlanState next = m_window->workbench().state();
        next.plan.batch.microBatches *= 2;
        m_window->workbench().edit(next, "edit");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        QCOMPARE(panel.current()->label, parts.front()->label);
        panel.back(); // to the number that it is part of
        const auto again = core::derivationParts(panel.current());
        QVERIFY(!again.empty());
        QCOMPARE(again.front()->label, parts.front()->label);
    }
    void draggingASliderRedrawsAndUndoesOnce()
    {
        m_window->openSample("tight");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().evaluated().explained, 30'000);
        const auto controls = m_window->part<app::PlanPage>().findChildren<app::DegreeControl*>();
        const auto found = std::find_if(controls.begin(), controls.end(), [](const app::DegreeControl* one) {
            return one->findChild<QSlider*>()->accessibleName() == QLatin1String("Replicas r");
        });
        QVERIFY(found != controls.end());
        app::DegreeControl* control = *found;
        QCOMPARE(control->findChild<QSpinBox*>()->value(), 4);
        const int before = m_window->workbench().undoStack().count();
        control->findChild<QSlider*>()->setSliderDown(true);
        for (const int stop : {3, 2, 1})
            control->findChild<QSlider*>()->setValue(stop);
        control->findChild<QSlider*>()->setSliderDown(false);
        QCOMPARE(m_window->workbench().state().plan.axes.replica, 2);
        QCOMPARE(m_window->workbench().evaluated().value->devices, 128);
        QCOMPARE(m_window->workbench().undoStack().count(), before + 1);
        m_window->workbench().undoStack().undo();
        QCOMPARE(control->findChild<QSpinBox*>()->value(), 4);
    }
    void performanceEngineerFindsASlice()
    {
        // Drop a trace, search, jump to the match, read its details, select a span, read its sum.
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(kTrace)});
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window, &drop);
        QTRY_VERIFY(m_window->workbench().run());
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
        m_window->showPage("timeline");
        app::TimelinePage& page = m_window->part<app::TimelinePage>();
        QTest::keyClick(&page.view(), Qt::Key_Slash);
        called<QLineEdit>(page, "Search names").setText(QStringLiteral("gemm"));
        QTRY_VERIFY(page.matchCount() > 0);
        QTest::keyClick(&called<QLineEdit>(page, "Search names"), Qt::Key_Return);
        const core::SliceId slice = page.view().marks().selected;
        QVERIFY(slice.valid());
        const std::int64_t begin = m_window->workbench().run()->timeline().ts()[slice.index()];
        QVERIFY(page.view().window().begin <= begin && begin <= page.view().window().end);
        QTest::keyClick(&page.view(), Qt::Key_R);
        auto* drawer = m_window->findChild<app::Drawer*>();
        QTRY_VERIFY(drawer->selection().table() && !drawer->selection().table()->rows.empty());
        QTest::keyClick(&page.view(), Qt::Key_F);
        QVERIFY(page.view().window().end - page.view().window().begin < 10'000'000);
    }
    /// Three actions: a click on the kernel, a look at the inspector, a click on the line.
    void engineerFindsAKernelsPythonLine()
    {
        QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("step.json"));
        QFile file(trace);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"json({"traceEvents": [
            {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "ts": 0, "args": {"name": "python"}},
            {"ph": "X", "cat": "python_function", "name": "train.py(42): forward", "pid": 1, "tid": 1,
             "ts": 0, "dur": 1000},
            {"ph": "X", "cat": "python_function", "name": "torch/nn/functional.py(1842): relu", "pid": 1,
             "tid": 1, "ts": 50, "dur": 800},
            {"ph": "X", "cat": "cpu_op", "name": "aten::relu", "pid": 1, "tid": 1, "ts": 80, "dur": 500},
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 100,
             "dur": 50, "args": {"correlation": 7}},
            {"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 7, "pid": 1, "tid": 1, "ts": 100},
            {"ph": "X", "cat": "kernel", "name": "relu_kernel", "pid": 0, "tid": 7,
             "ts": 300, "dur": 600, "args": {"correlation": 7, "device": 0, "stream": 7}},
            {"ph": "f", "bp": "e", "cat": "ac2g", "name": "ac2g", "id": 7, "pid": 0, "tid": 7, "ts": 300}
            ]})json");
        file.close();
        m_window->openFiles({trace});
        QTRY_VERIFY(m_window->workbench().run());
        m_window->showPage("timeline");
        app::TimelineView& view = m_window->part<app::TimelinePage>().view();
        const core::Timeline& timeline = m_window->workbench().run()->timeline();
        const auto slice = [&](const char* name) {
            std::size_t row = 0;
            while (timeline.names().text(timeline.name()[row]) != name)
                ++row;
            return core::SliceId(row);
        };
        const core::SliceId kernel = slice("relu_kernel");
        const auto box =
            app::sliceRect(*view.run(), view.layoutOfTracks(),
                           {view.window(), 0, view.viewport()->height() - app::kRulerHeight}, kernel);
        QVERIFY(box);
        const QPointF at = box->center() + QPointF(app::metrics::kLaneHeader, app::kRulerHeight);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at.toPoint()); // the first
        QCOMPARE(view.marks().selected, kernel);
        auto* inspector = m_window->findChild<app::Inspector*>();
        app::LinkLabel* line = nullptr;
        for (auto* link : inspector->findChildren<app::LinkLabel*>()) {
            if (link->accessibleName() == QLatin1String("Python line: train.py(42): forward"))
                line = link;
        }
        QTRY_VERIFY(line && line->isVisible()); // the second
        QTest::keyClick(line, Qt::Key_Return);  // the third
        QCOMPARE(view.marks().selected, slice("train.py(42): forward"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
        QTest::keyClick(&view, Qt::Key_Question);
        QVERIFY(m_window->findChild<app::ShortcutSheet*>() != nullptr); // "?" in the timeline
    }
    void engineerFollowsAFindingToItsEvidence()
    {
        m_window->openFiles({kTrace});
        QTRY_VERIFY(m_window->workbench().run());
        m_window->showPage("analyses");
        app::AnalysesPage& page = m_window->part<app::AnalysesPage>();
        QTRY_VERIFY(page.view().report()); // the first runs when the page is first seen
        for (int row = 0; row < page.list().count(); ++row) {
            page.list().setCurrentRow(row);
            QTRY_VERIFY(page.view().report());
            const core::Report& report = *page.view().report();
            QVERIFY2(!report.tables.empty() || !report.findings.empty(), report.key.c_str());
            QVERIFY(page.canExport());
        }
        page.choose(QStringLiteral("temporal_breakdown"));
        QTRY_VERIFY(page.view().report() && page.view().report()->key == "temporal_breakdown");
        auto* link = page.view().findChild<app::LinkLabel*>();
        QVERIFY(link);
        const core::Mark mark = page.view().report()->findings.front().evidence.front();
        QTest::keyClick(link, Qt::Key_Return);
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
        const auto& view = m_window->part<app::TimelinePage>().view();
        QCOMPARE(view.marks().area->begin, mark.beginNs);
        QVERIFY(view.window().begin <= mark.beginNs && mark.endNs <= view.window().end);
    }
    void analysesFollowTheSelection()
    {
        m_window->openFiles({kTrace});
        QTRY_VERIFY(m_window->workbench().run());
        m_window->showPage("analyses");
        app::AnalysesPage& page = m_window->part<app::AnalysesPage>();
        page.choose(QStringLiteral("temporal_breakdown"));
        QTRY_VERIFY(page.view().report() && page.view().report()->key == "temporal_breakdown");
        const auto timeOf = [](const core::Report& report) {
            const core::Table& table = report.tables.front();
            return std::get<std::int64_t>(table.rows.front()[table.columnIndex("kernel_time_ns").value()]);
        };
        const auto shown = [&] { return page.view().report() ? timeOf(*page.view().report()) : -1; };
        const std::int64_t whole = shown();
        const core::RunPtr run = m_window->workbench().run()->run;
        const core::Timeline& timeline = *run->timeline;
        const auto partOf = [&](std::int64_t from, std::int64_t to) {
            profiler::Selection selection;
            selection.fromNs = from;
            selection.toNs = to;
            const profiler::AnalysisInput input(profiler::selectedRun(run, selection).value());
            return timeOf(
                profiler::analyze(*profiler::findAnalysis("temporal_breakdown").value(), input).value());
        };
        app::TimelineView& view = m_window->part<app::TimelinePage>().view();
        const std::int64_t length = timeline.end() - timeline.begin();
        const auto select = [&](std::int64_t from, std::int64_t to) {
            view.selectArea(app::SelectedArea{timeline.begin() + from, timeline.begin() + to, {}});
        };
        select(0, length / 2);
        QCOMPARE(shown(), whole); // nobody asked for the selection yet
        page.scope().setCurrentIndex(1);
        QTRY_COMPARE(shown(), partOf(0, length / 2));
        QVERIFY(shown() < whole);
        select(length / 4, length);
        QTRY_COMPARE(shown(), partOf(length / 4, length));
        view.selectArea({});
        QTRY_COMPARE(shown(), whole);
        page.scope().setCurrentIndex(0);
    }
    void thePageTellsWhatTheTitleNames()
    {
        m_window->openFiles({kPlan, kTrace});
        QTRY_VERIFY(m_window->workbench().run());
        const QString run = QString::fromStdString(m_window->workbench().run()->run->title);
        const QString model = app::titleOf(m_window->workbench().state().model);
        for (const app::PageRow& row : app::pageTable()) {
            m_window->showPage(row.key);
            const bool ofRun =
                QStringList{QStringLiteral("overview"), QStringLiteral("timeline"),
                            QStringLiteral("analyses"), QStringLiteral("memory"), QStringLiteral("sql")}
                    .contains(QLatin1String(row.key));
            QVERIFY2(m_window->windowTitle().startsWith(ofRun ? run : model),
                     qPrintable(m_window->windowTitle()));
        }
    }
    void nothingIsChosenAtFirst()
    {
        // Neither of the boxes may look as if "Open a file…" were what is planned.
        for (const char* page : {"plan", "recommender"}) {
            m_window->showPage(page);
            int empty = 0;
            for (const QComboBox* box : m_window->findChildren<QComboBox*>())
                empty += box->isVisible() && box->currentIndex() < 0 && !box->placeholderText().isEmpty();
            QCOMPARE(empty, 2); // model and hardware
        }
    }
    void analysesAreNamedInFullWhereTheListIsNarrow()
    {
        const QListWidget& list = m_window->part<app::AnalysesPage>().list();
        QVERIFY(list.count() > 0);
        for (int row = 0; row < list.count(); ++row)
            QVERIFY(list.item(row)->toolTip().startsWith(list.item(row)->text()));
    }
    void everySampleOpensOnItsPage()
    {
        for (const char* page : {"memory", "timeline", "overview", "recommender", "schedule", "plan"}) {
            m_window->openSample(page);
            QTRY_COMPARE(m_window->currentPage(), QString::fromLatin1(page));
        }
        QTRY_VERIFY(m_window->workbench().run());
    }
    void theSeedsPicturesOpenOnTheSchedulePage()
    {
        for (const char* sample : {"pod16", "pod16_phases", "phases", "buckets", "iterations"}) {
            m_window->showPage("plan");
            m_window->openSample(sample);
            QTRY_COMPARE(m_window->currentPage(), QStringLiteral("schedule"));
            auto* page = m_window->findChild<app::SchedulePage*>();
            QVERIFY(page);
            const auto drawn = [&] { // passes of a pipeline, or rows of a recommender
                const app::ScheduleGeometry& geometry = page->view().geometryOfSchedules();
                return !geometry.boxes.empty() || !geometry.strips.empty();
            };
            QTRY_VERIFY2_WITH_TIMEOUT(page->settled() && drawn(), sample, 60'000);
        }
    }
    void engineerAsksWhoHoldsTheMemory()
    {
        m_window->openFiles({kSnapshot});
        QTRY_VERIFY(m_window->part<app::MemoryPage>().history());
        QCOMPARE(m_window->currentPage(), QStringLiteral("memory"));
        app::MemoryPage& page = m_window->part<app::MemoryPage>();
        QCOMPARE(page.moment(), page.history()->peakTs);
        QTest::keyClick(page.findChild<app::AllocatorMapView*>(), Qt::Key_Right);
        QVERIFY(page.facts().table() && !page.facts().table()->rows.empty());
        QTest::keyClick(&page.curve(), Qt::Key_Home);
        QVERIFY(page.moment() <= page.history()->peakTs);
        QVERIFY(page.canExport());
    }
    void engineerAsksWithSql()
    {
        m_window->openFiles({kTrace});
        QTRY_VERIFY(m_window->workbench().run());
        m_window->showPage("sql");
        app::SqlPage& page = m_window->part<app::SqlPage>();
        page.editor().setPlainText(
            QStringLiteral("SELECT id, ts, dur, track_id, name FROM slice ORDER BY dur DESC LIMIT 3"));
        QTest::keyClick(&page.editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY2(page.answer().table() && page.answer().table()->rows.size() == 3,
                     qPrintable(page.status()));
        // The longest slice, as the columns have it.
        const auto& timeline = m_window->workbench().run()->timeline();
        const auto longest = *std::max_element(timeline.dur().begin(), timeline.dur().end());
        QCOMPARE(std::get<std::int64_t>(page.answer().table()->rows[0][2]), longest);
        emit page.answer().cellActivated(0, 0);
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
        QVERIFY(m_window->part<app::TimelinePage>().view().marks().selected.valid());
        // An error is told beside the button; the history goes back.
        const QString answered = page.status();
        m_window->showPage("sql");
        page.editor().setPlainText(QStringLiteral("SELECT nothing FROM nowhere"));
        page.run();
        const auto told = [&](const QString& before) {
            return page.status() != before && page.status() != page.tr("Running…") &&
                   page.status() != page.tr("Stopped.");
        };
        QTRY_VERIFY2_WITH_TIMEOUT(told(answered), qPrintable(page.status()), 20'000);
        const QString unknown = page.status();
        page.editor().setPlainText(QStringLiteral("DELETE FROM slice"));
        page.run();
        QTRY_VERIFY2_WITH_TIMEOUT(told(unknown), qPrintable(page.status()), 20'000);
        QCOMPARE(page.answer().table()->rows.size(), std::size_t{3}); // nothing was changed
        QVERIFY(
            !app::inRole(page.findChildren<QLabel*>(), app::Role::Bad).empty()); // and it looks like an error
        page.recall(-1);
        page.recall(-1);
        QCOMPARE(page.editor().toPlainText(), QStringLiteral("SELECT nothing FROM nowhere"));
    }
    void answersAreShownOnTheTimeline()
    {
        m_window->openFiles({kTrace});
        QTRY_VERIFY(m_window->workbench().run() && !m_window->workbench().run()->partial);
        m_window->showPage("sql");
        app::SqlPage& page = m_window->part<app::SqlPage>();
        const auto ask = [&](const char* statement) {
            page.editor().setPlainText(QString::fromLatin1(statement));
            const auto before = page.answer().table();
            page.run();
            QTRY_VERIFY2(page.answer().table() && page.answer().table() != before, qPrintable(page.status()));
        };
        ask("SELECT count(*) AS slices FROM slice");
        QVERIFY(!called<QPushButton>(page, "Show on the timeline").isEnabled()); // no times
        ask("SELECT ts, dur, name, op AS track FROM slice WHERE dur > 0");
        QVERIFY(called<QPushButton>(page, "Show on the timeline").isEnabled());
        QTest::mouseClick(&called<QPushButton>(page, "Show on the timeline"), Qt::LeftButton);
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
        app::TimelineView& view = m_window->part<app::TimelinePage>().view();
        QCOMPARE(view.arrangement().debug.size(), std::size_t{1});
        QCOMPARE(view.arrangement().debug[0]->timeline->sliceCount(), page.answer().table()->rows.size());
        QVERIFY(view.layoutOfTracks().rows()[0].debug);
        view.removeDebugTrack(view.arrangement().debug[0]);
        QVERIFY(!view.layoutOfTracks().rows()[0].debug);
    }
    /// Rows are shown beside the answer, slices that are clicked there find their rows, and the window stays.
    void timelineStandsBesideTheAnswer()
    {
        m_window->openFiles({kTrace});
        QTRY_VERIFY(m_window->workbench().run() && !m_window->workbench().run()->partial);
        m_window->showPage("sql");
        app::SqlPage& page = m_window->part<app::SqlPage>();
        QVERIFY(!page.timeline().isVisible());
        page.setTimelineBeside(true);
        QVERIFY(page.timeline().isVisible());
        page.editor().setPlainText(
            QStringLiteral("SELECT id, ts, dur, name FROM slice ORDER BY dur DESC LIMIT 5"));
        page.run();
        QTRY_VERIFY2(page.answer().table() && page.answer().table()->rows.size() == 5,
                     qPrintable(page.status()));
        const auto idOf = [&](std::size_t row) {
            return core::SliceId(
                static_cast<std::size_t>(std::get<std::int64_t>(page.answer().table()->rows[row][0])));
        };
        emit page.answer().cellActivated(1, 0);
        QCOMPARE(m_window->currentPage(), QStringLiteral("sql"));
        QCOMPARE(page.timeline().marks().selected.value, idOf(1).value);
        page.timeline().selectSlice(idOf(3), true);
        QCOMPARE(page.answer().currentIndex().row(), 3);
        QTest::mouseClick(&called<QPushButton>(page, "Show on the timeline"), Qt::LeftButton);
        QCOMPARE(m_window->currentPage(), QStringLiteral("sql"));
        QCOMPARE(page.timeline().arrangement().debug.size(), std::size_t{1});
        page.setTimelineBeside(false);
        emit page.answer().cellActivated(1, 0);
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
    }
    void wordsAreOffered()
    {
        app::SqlEditor editor(profiler::sqlTables());
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.setFocus();
        QTest::keyClicks(&editor, QStringLiteral("SELECT perc"));
        QVERIFY(editor.offering());
        QCOMPARE(editor.offers(), QStringList{QStringLiteral("percentile")});
        QTest::keyClick(&editor, Qt::Key_Escape);
        editor.setPlainText(QStringLiteral("SELECT k.du FROM slice AS k JOIN thread_track t"));
        QTextCursor cursor = editor.textCursor();
        cursor.setPosition(11);
        editor.setTextCursor(cursor);
        QCOMPARE(editor.offers(), QStringList{QStringLiteral("dur")}); // of the alias' table only
        cursor.insertText(QStringLiteral("r, t."));
        editor.setTextCursor(cursor);
        QVERIFY(editor.offers().contains(QStringLiteral("device")));
        QVERIFY(!editor.offers().contains(QStringLiteral("dur")));
        editor.setPlainText(QString());
        QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier); // asked: everything
        QVERIFY(editor.offering());
        QVERIFY(editor.offers().contains(QStringLiteral("slice")));
        QVERIFY(editor.offers().contains(QStringLiteral("SELECT")));
    }
    void readyMadeQueriesAreRead()
    {
        const QString text = QStringLiteral(
            "-- title: Steps\n-- title[ja]: ステップ\n-- help: All of them.\nSELECT 1;\n-- tail\n");
        const app::QueryText japanese = app::readQuery(text, QStringLiteral("ja"));
        QCOMPARE(japanese.title, QStringLiteral("ステップ"));
        QCOMPARE(japanese.help, QStringLiteral("All of them."));
        QCOMPARE(japanese.statement, QStringLiteral("SELECT 1;\n-- tail"));
        QCOMPARE(app::readQuery(text, QStringLiteral("de")).title, QStringLiteral("Steps"));
    }
    void sqlIsColoured()
    {
        using Part = app::SqlHighlighter::Part;
        const auto parts = app::SqlHighlighter::parts(QStringLiteral("select 'a--b', 12 from slice -- rest"),
                                                      {QStringLiteral("slice")});
        QCOMPARE(parts.size(), 6);
        QCOMPARE(parts[0].part, Part::Word);
        QCOMPARE(parts[1].part, Part::Text);
        QCOMPARE(parts[1].length, 6);
        QCOMPARE(parts[2].part, Part::Number);
        QCOMPARE(parts[4].part, Part::Table);
        QCOMPARE(parts[5].part, Part::Comment);
    }
    void badFilesAreTold()
    {
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write("{\"kind\": \"nothing\"}");
        file.close();
        m_window->openFiles({file.fileName()});
        QVERIFY(QApplication::activeModalWidget() ||
                m_window->findChild<QWidget*>(QStringLiteral("qt_msgbox_label")));
    }

private:
    std::unique_ptr<tests::OpenWindow> m_open;
    app::MainWindow* m_window = nullptr;
};

SHARDSCOPE_TEST(TstMainWindow)
#include "tst_main_window.moc"
