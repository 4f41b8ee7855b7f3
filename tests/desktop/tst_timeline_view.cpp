// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse of the timeline view.
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/trace/run_notes.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/details/slice_details.h"
#include "app/desktop/timeline/details/slice_links.h"
#include "app/desktop/timeline/ruler.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/desktop/sample_runs.h"
#include "tests/support/test_registry.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace shardscope;

namespace {

std::int64_t spanOf(const app::TimelineView& view) { return view.window().end - view.window().begin; }

core::SliceId named(const app::RunView& run, const char* name)
{
    for (std::size_t row = 0; row < run.timeline().sliceCount(); ++row) {
        if (run.timeline().names().text(run.timeline().name()[row]) == name)
            return core::SliceId(row);
    }
    return {};
}

} // namespace

class TstTimelineView : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_view = std::make_unique<app::TimelineView>();
        m_view->resize(1000, 500);
        m_view->setRun(tests::smallRun());
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void whatIsShownReplacesWhatWasSelected()
    {
        m_view->selectSlice(core::SliceId(0), false);
        const QSignalSpy selected(m_view.get(), &app::TimelineView::sliceSelected);
        m_view->showSpan(100, 300, core::TrackId(0));
        QVERIFY(!m_view->marks().selected.valid());
        QCOMPARE(selected.size(), 1); // who tells of the slice hears of it
        QCOMPARE(m_view->marks().area->begin, std::int64_t{100});
    }
    void whatIsShownIsOnTheScreen()
    {
        m_view->setRun(tests::manyRanks(40));
        const core::Timeline& timeline = m_view->run()->timeline();
        for (const std::size_t index : {timeline.tracks().size() - 1, std::size_t{0}}) {
            if (timeline.tracks()[index].laneCount == 0)
                continue;
            m_view->showSpan(100, 300, core::TrackId(index));
            const core::LaneId lane(timeline.tracks()[index].firstLane);
            const auto top = m_view->layoutOfTracks().laneTop(lane);
            QVERIFY(top.has_value());
            const double seen = *top - m_view->verticalScrollBar()->value();
            QVERIFY2(seen >= 0 && seen < m_view->viewport()->height() - app::kRulerHeight,
                     qPrintable(QString::number(seen)));
        }
    }
    /// The first picture of a large file ends early: whoever saw all of it wants to see all of the run,
    /// whoever went somewhere stays there.
    void growsWithTheRun()
    {
        const auto partial = [] {
            auto run = std::make_shared<app::RunView>(*tests::smallRun());
            run->partial = true;
            return run;
        };
        const app::RunViewPtr whole = tests::longRun(1000);
        m_view->setRun(partial());
        QVERIFY(whole->slicesEnd > 2 * m_view->window().end);
        m_view->setRun(whole);
        QVERIFY(m_view->window().end >= whole->slicesEnd);
        m_view->setRun(nullptr);
        m_view->setRun(partial());
        m_view->setWindow(200, 400);
        m_view->setRun(whole);
        QCOMPARE(m_view->window().begin, std::int64_t{200});
        QCOMPARE(m_view->window().end, std::int64_t{400});
    }
    void opensOnTheWholeRun()
    {
        QVERIFY(m_view->window().begin <= 0);
        QVERIFY(m_view->window().end >= 1000);
        QVERIFY(spanOf(*m_view) < 1100);
    }
    void zoomsAndPansByKeys()
    {
        const auto whole = spanOf(*m_view);
        QTest::keyClick(m_view.get(), Qt::Key_W);
        QVERIFY(spanOf(*m_view) < whole);
        const auto before = m_view->window();
        QTest::keyClick(m_view.get(), Qt::Key_D);
        QVERIFY(m_view->window().begin > before.begin);
        QCOMPARE(spanOf(*m_view), before.end - before.begin);
        QTest::keyClick(m_view.get(), Qt::Key_A);
        QCOMPARE(m_view->window().begin, before.begin);
        QTest::keyClick(m_view.get(), Qt::Key_S);
        QVERIFY(std::abs(spanOf(*m_view) - whole) <= 2);
    }
    void zoomIsBounded()
    {
        for (int press = 0; press < 200; ++press)
            QTest::keyClick(m_view.get(), Qt::Key_W);
        QVERIFY(spanOf(*m_view) >= 20);
        for (int press = 0; press < 400; ++press)
            QTest::keyClick(m_view.get(), Qt::Key_S);
        QVERIFY(spanOf(*m_view) <= 4000);
        for (int press = 0; press < 200; ++press)
            QTest::keyClick(m_view.get(), Qt::Key_D);
        QVERIFY(m_view->window().begin < 1000); // never loses the run from sight
    }
    void wheelZoomsWhereTheMouseIs()
    {
        const QPointF at(700, 100);
        const std::int64_t time = core::pixelToTime(m_view->window(), 500);
        QWheelEvent wheel(at, m_view->viewport()->mapToGlobal(at), QPoint(), QPoint(0, 240), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view->viewport(), &wheel);
        QVERIFY(spanOf(*m_view) < 800);
        QVERIFY(std::abs(core::timeToPixel(m_view->window(), time) - 500) < 2);
    }
    void selectsByClickAndStepsAlongTheLane()
    {
        const QSignalSpy selected(m_view.get(), &app::TimelineView::sliceSelected);
        const auto layout = m_view->layoutOfTracks();
        const core::SliceId inner = named(*m_view->run(), "inner");
        const double y =
            layout.laneTop(m_view->run()->timeline().laneOf(inner)).value() + app::kRulerHeight + 9;
        const double x = 200 + core::timeToPixel(m_view->window(), 200);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPointF(x, y).toPoint());
        QCOMPARE(m_view->marks().selected, inner);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(m_view->marks().flows.size(), std::size_t{1});
        QTest::keyClick(m_view.get(), Qt::Key_Period);
        QCOMPARE(m_view->marks().selected, named(*m_view->run(), "inner two"));
        QTest::keyClick(m_view.get(), Qt::Key_Period); // there is no further one
        QCOMPARE(m_view->marks().selected, named(*m_view->run(), "inner two"));
        QTest::keyClick(m_view.get(), Qt::Key_Comma);
        QCOMPARE(m_view->marks().selected, inner);
    }
    void followsFlowsBothWays()
    {
        m_view->selectSlice(named(*m_view->run(), "inner"), false);
        QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
        QCOMPARE(m_view->marks().selected, named(*m_view->run(), "kernel"));
        QTest::keyClick(m_view.get(), Qt::Key_BracketLeft);
        QCOMPARE(m_view->marks().selected, named(*m_view->run(), "inner"));
    }
    void focusFillsThenFits()
    {
        const auto whole = spanOf(*m_view);
        m_view->selectSlice(named(*m_view->run(), "kernel"), false);
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QVERIFY(spanOf(*m_view) < 200);
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QVERIFY(std::abs(spanOf(*m_view) - whole) <= 2);
    }
    void dragSelectsTime()
    {
        QSignalSpy areas(m_view.get(), &app::TimelineView::areaSelected);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, QPoint(400, 200));
        QTest::mouseMove(m_view->viewport(), QPoint(500, 220));
        QTest::mouseMove(m_view->viewport(), QPoint(600, 220));
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, QPoint(600, 220));
        QCOMPARE(areas.count(), 1);
        const auto [begin, end, tracks] = areas[0][0].value<app::SelectedArea>();
        QVERIFY(tracks.empty()); // below the rows: time alone
        QCOMPARE(begin, core::pixelToTime(m_view->window(), 200));
        QCOMPARE(end, core::pixelToTime(m_view->window(), 400));
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(!m_view->marks().area.has_value());
    }
    void shiftDragPans()
    {
        QTest::keyClick(m_view.get(), Qt::Key_W);
        const auto before = m_view->window();
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, QPoint(600, 200));
        QTest::mouseMove(m_view->viewport(), QPoint(500, 200));
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, QPoint(500, 200));
        QVERIFY(m_view->window().begin > before.begin);
        QVERIFY(!m_view->marks().area.has_value());
    }
    void headersFold()
    {
        const double before = m_view->layoutOfTracks().height();
        const auto& rows = m_view->layoutOfTracks().rows();
        const auto host = std::find_if(rows.begin(), rows.end(), [](const app::LayoutRow& row) {
            return row.kind == app::RowKind::Group && row.group == 1;
        });
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          QPoint(40, static_cast<int>(app::kRulerHeight + host->top) + 10));
        QVERIFY(m_view->layoutOfTracks().height() < before);
        // Showing a slice opens what hides it: of the host's thread a folded group shows the outer lane
        // alone.
        m_view->selectSlice(named(*m_view->run(), "inner"), true);
        QCOMPARE(m_view->layoutOfTracks().height(), before);
    }
    void describesItself()
    {
        QVERIFY(m_view->accessibleDescription().contains(QLatin1Char('5')));
        m_view->selectSlice(named(*m_view->run(), "kernel"), false);
        QVERIFY(m_view->accessibleDescription().contains(QLatin1String("kernel")));
        m_view->setRun(nullptr);
        QVERIFY(!m_view->accessibleDescription().isEmpty());
    }
    void sumsUpTheSelectedTime()
    {
        const auto sums = app::areaTables(*m_view->run(), {0, 250, {}}, {});
        QVERIFY(sums.ok());
        const core::Table& names = sums->names;
        QCOMPARE(names.rows.size(), std::size_t{3}); // outer, inner, kernel
        QCOMPARE(std::get<std::string>(names.rows[0][0]), std::string("outer"));
        QCOMPARE(std::get<std::int64_t>(names.rows[0][3]), 250);
        QCOMPARE(std::get<std::int64_t>(names.rows[1][3]), 150);
        QCOMPARE(std::get<std::int64_t>(names.rows[2][3]), 100);
        // The sums go by track, accelerators first: the stream is busy for 100 of 250, the host all the time.
        QCOMPARE(sums->tracks.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::int64_t>(sums->tracks.rows[0][5]), 150); // idle
        QCOMPARE(std::get<double>(sums->tracks.rows[0][6]), 0.4);
        QCOMPARE(std::get<std::int64_t>(sums->tracks.rows[1][4]), 250);
        QCOMPARE(std::get<std::int64_t>(sums->tracks.rows[1][5]), 0);
        // The counter is 10 until 500.
        QCOMPARE(sums->counters.rows.size(), std::size_t{1});
        QCOMPARE(std::get<double>(sums->counters.rows[0][4]), 10.0);
        const auto later = app::areaTables(*m_view->run(), {250, 750, {}}, {});
        QCOMPARE(std::get<double>(later->counters.rows[0][5]), 50.0);
    }
    void sumsUpTheSelectedTracksOnly()
    {
        const core::LaneId lane = m_view->run()->timeline().laneOf(named(*m_view->run(), "kernel"));
        const core::TrackId stream = m_view->run()->timeline().lanes()[lane.index()].track;
        const auto sums = app::areaTables(*m_view->run(), {0, 1000, {stream}}, {});
        QCOMPARE(sums->names.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::int64_t>(sums->names.rows[0][3]), 300); // the matrix product
        QCOMPARE(sums->classes.rows.size(), std::size_t{2});
        QCOMPARE(std::get<double>(sums->classes.rows[0][3]), 0.75);
    }
    void stopsSummingWhenAsked()
    {
        std::stop_source stop;
        stop.request_stop();
        core::Task task;
        task.stop = stop.get_token();
        const auto sums = app::areaTables(*tests::longRun(200'000), {0, 4'000'000, {}}, task);
        QVERIFY(!sums.ok());
        QCOMPARE(sums.error().code, core::ErrorCode::Cancelled);
    }
    void searchFindsNamesInOrderOfTime()
    {
        const auto names = app::namesContaining(*m_view->run(), QStringLiteral("INNER"));
        const auto found = app::matchingSlices(*m_view->run(), names, {});
        QVERIFY(found.ok());
        QCOMPARE(found->size(), std::size_t{2});
        QCOMPARE((*found)[0], named(*m_view->run(), "inner"));
        QVERIFY(app::namesContaining(*m_view->run(), QString()).empty());
    }
    void argumentsUnfold()
    {
        const auto table =
            app::argumentTable(R"({"External id": 7, "Input Dims": [[2, 3], []], "deep": {"a": true}})");
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(std::get<std::string>(table.rows[1][1]), std::string("[[2,3],[]]"));
        QCOMPARE(std::get<std::string>(table.rows[2][0]), std::string("deep/a"));
        QCOMPARE(app::argumentTable("no json").rows.size(), std::size_t{1});
        QVERIFY(app::argumentTable("").rows.empty());
    }
    void ownTimeIsWhatChildrenLeave()
    {
        const auto table = app::sliceTable(*m_view->run(), named(*m_view->run(), "outer"));
        bool found = false;
        for (const auto& row : table.rows) {
            if (std::get<std::string>(row[0]) == "own time") {
                found = true;
                QCOMPARE(std::get<std::int64_t>(row[1]), 300);
                const auto at = static_cast<std::size_t>(&row - table.rows.data());
                QCOMPARE(app::cellString(table, at, 1), QStringLiteral("300\u202fns"));
            }
        }
        QVERIFY(found);
    }

    /// M shows how long a slice takes and the next M lets go; Shift+M keeps it until it is pressed again.
    void timesAreMeasuredAndKept()
    {
        m_view->selectSlice(named(*m_view->run(), "inner"), false);
        QTest::keyClick(m_view.get(), Qt::Key_M);
        QVERIFY(m_view->marks().measured.has_value());
        QCOMPARE(m_view->marks().measured->begin, std::int64_t{100});
        QCOMPARE(m_view->marks().measured->end, std::int64_t{300});
        QCOMPARE(boxes().size(), std::size_t{1});
        QCOMPARE(boxes().front().lines, QStringList(QStringLiteral("200\u202fns")));
        QTest::keyClick(m_view.get(), Qt::Key_M);
        QVERIFY(!m_view->marks().measured.has_value());
        QTest::keyClick(m_view.get(), Qt::Key_M);
        const QSignalSpy changed(m_view.get(), &app::TimelineView::notesChanged);
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(m_view->notes().size(), std::size_t{1});
        QVERIFY(!m_view->marks().measured.has_value()); // it would stand there twice
        m_view->selectSlice({}, false);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QCOMPARE(m_view->notes().size(), std::size_t{1}); // it is kept
        m_view->selectArea(app::SelectedArea{400, 700, {}});
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(m_view->notes().back().end, std::int64_t{700});
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(m_view->notes().size(), std::size_t{1});
        QCOMPARE(changed.count(), 3);
    }
    /// Words stand beside what they are about with an arrow to it, and never over each other, wherever the
    /// reader has gone.
    void notesStandApartAndPoint()
    {
        m_view->setRun(tests::manyRanks(6));
        const core::Timeline& timeline = m_view->run()->timeline();
        std::vector<app::TimelineNote> notes;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row)
            notes.push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row],
                             timeline.laneOf(core::SliceId(row)),
                             QStringLiteral("Slice %1 waits for its neighbour, which is late").arg(row)});
        notes.push_back({100, 600, {}, QStringLiteral("the late part")});
        m_view->setNotes(notes);
        for (int press = 0; press < 4; ++press) {
            const auto shown = boxes();
            QVERIFY(!shown.empty());
            for (std::size_t a = 0; a < shown.size(); ++a) {
                for (std::size_t b = 0; b < a; ++b)
                    QVERIFY2(!shown[a].rect.intersects(shown[b].rect),
                             qPrintable(shown[a].lines.join(QLatin1Char(' '))));
                const app::TimelineNote& note = notes[shown[a].note];
                QCOMPARE(shown[a].points.has_value(), note.lane.valid());
                QString words = shown[a].lines.join(QLatin1Char(' '));
                QVERIFY2(words.startsWith(note.text), qPrintable(words)); // nothing is cut
                if (!note.lane.valid())
                    continue;
                const auto box = app::sliceRect(*m_view->run(), m_view->layoutOfTracks(), seen(),
                                                core::SliceId(shown[a].note));
                QVERIFY(box && box->adjusted(-1, -1, 1, 1).contains(*shown[a].points));
            }
            QTest::keyClick(m_view.get(), Qt::Key_W);
        }
    }
    void aClickOnANoteAsksForItsWords()
    {
        const core::SliceId inner = named(*m_view->run(), "inner");
        m_view->selectSlice(inner, false);
        QSignalSpy wanted(m_view.get(), &app::TimelineView::noteWanted);
        QTest::keyClick(m_view.get(), Qt::Key_N);
        QCOMPARE(wanted.count(), 1);
        auto note = wanted.front().at(1).value<app::TimelineNote>();
        QCOMPARE(note.lane, m_view->run()->timeline().laneOf(inner));
        note.text = QStringLiteral("here");
        m_view->putNote(wanted.front().at(0).value<std::size_t>(), note);
        QVERIFY(m_view->accessibleDescription().contains(QStringLiteral("1 note")));
        const QPointF at =
            boxes().front().rect.center() + QPointF(app::metrics::kLaneHeader, app::kRulerHeight);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(m_view->marks().selected, inner); // the click was the note's
        note.text.clear();
        m_view->putNote(wanted.back().at(0).value<std::size_t>(), note);
        QVERIFY(m_view->notes().empty());
    }
    /// What was written is there when the same files are read again, and not on another run.
    void notesAreKeptWithTheRun()
    {
        const app::RunViewPtr run = tests::smallRun();
        const core::LaneId lane = run->timeline().laneOf(named(*run, "kernel"));
        const std::vector<app::TimelineNote> notes{{150, 250, lane, QStringLiteral("\u9045\u3044 \"late\"")},
                                                   {0, 1000, {}, {}}};
        const core::Catalog catalog(tests::sourceFile("resources"));
        app::History history(catalog);
        const app::RunNotes all{QStringLiteral("slow"), notes};
        app::writeNotes(history, *run, QStringLiteral("a run"), all);
        QCOMPARE(app::notesOf(history, *tests::smallRun()), all);
        QCOMPARE(app::notesOf(history, *tests::longRun(10)), app::RunNotes());
        // One item, whose each change is a step.
        QCOMPARE(history.project().itemsOf(core::ItemKind::Note).size(), std::size_t{1});
        app::writeNotes(history, *run, QStringLiteral("a run"), {all.ofAll, {notes.front()}});
        QCOMPARE(history.undoText(), QStringLiteral("Remove a note"));
        history.undo();
        QCOMPARE(app::notesOf(history, *run), all);
        history.undo();
        QCOMPARE(app::notesOf(history, *run), app::RunNotes());
        history.redo();
        QCOMPARE(app::notesOf(history, *run), all);
        app::writeNotes(history, *run, QStringLiteral("a run"), all); // the same again is no step
        QVERIFY(history.canRedo());
    }
    /// Links lead from a kernel to its call, operator, module and line; those of a backward pass to the line
    /// of the forward pass.
    void linksLeadToTheLineOfPython()
    {
        const app::RunViewPtr run = tests::pythonRun();
        const auto told = [&](const char* of) {
            QStringList all;
            for (const app::SliceLink& link : app::sliceLinks(*run, named(*run, of)))
                all << QStringLiteral("%1: %2").arg(
                    QString::fromUtf8(link.what),
                    app::fullName(*run, run->timeline().name()[link.slice.index()]));
            return all;
        };
        QCOMPARE(told("forward kernel"),
                 QStringList({QStringLiteral("launched by: cudaLaunchKernel"),
                              QStringLiteral("its operator: aten::linear"),
                              QStringLiteral("module: nn.Module: Linear_0"),
                              QStringLiteral("Python line: train.py(42): forward"),
                              QStringLiteral("library's line: torch/nn/modules/linear.py(116): forward")}));
        QCOMPARE(told("backward kernel"),
                 QStringList({QStringLiteral("launched by: cudaLaunchKernel"),
                              QStringLiteral("its operator: AddmmBackward0"),
                              QStringLiteral("forward operator: aten::linear"),
                              QStringLiteral("module of the forward pass: nn.Module: Linear_0"),
                              QStringLiteral("Python line of the forward pass: train.py(42): forward")}));
        QVERIFY(told("aten::linear").contains(QStringLiteral("Python line: train.py(42): forward")));
        QVERIFY(told("train.py(42): forward").isEmpty());
    }
    /// Links lead from a kernel to its other calls: the one before, the next, and any longest other one.
    void linksLeadToOtherCalls()
    {
        const app::RunViewPtr run = tests::kernelRun();
        const auto told = [&](std::uint32_t row) {
            QStringList all;
            for (const app::SliceLink& link : app::sliceLinks(*run, core::SliceId{row}))
                all << QStringLiteral("%1 %2").arg(QString::fromUtf8(link.what)).arg(link.slice.index());
            return all;
        };
        QCOMPARE(told(0), QStringList{QStringLiteral("the same next 1")});
        QCOMPARE(told(3), QStringList({QStringLiteral("the same before 2"), QStringLiteral("the same next 4"),
                                       QStringLiteral("its longest other call 1")}));
        QCOMPARE(told(4), QStringList({QStringLiteral("the same before 3"),
                                       QStringLiteral("its longest other call 1")}));
    }

private:
    [[nodiscard]] app::TimelineViewport seen() const
    {
        return {m_view->window(), static_cast<double>(m_view->verticalScrollBar()->value()),
                m_view->viewport()->height() - app::kRulerHeight};
    }
    [[nodiscard]] std::vector<app::NoteBox> boxes() const
    {
        return app::buildMarks(*m_view->run(), m_view->layoutOfTracks(), seen(), m_view->marks()).notes;
    }

    std::unique_ptr<app::TimelineView> m_view;
};

SHARDSCOPE_TEST(TstTimelineView)
#include "tst_timeline_view.moc"
