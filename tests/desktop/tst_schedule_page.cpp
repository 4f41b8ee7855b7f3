// SPDX-License-Identifier: GPL-3.0-or-later
// How a step runs in time: schedules beside each other, played, tried, explained, opened as a run.
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/schedule/schedule_bar.h"
#include "app/desktop/pages/schedule/schedule_controls.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/inspector.h"
#include "app/session/simulate/derived_arguments.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>
#include <string>

using namespace shardscope;
using tests::called;

namespace {

using planner::ScheduleKind;

app::ShownSchedule alone(ScheduleKind kind, std::int64_t pipeline, std::int64_t microBatches)
{
    auto chart = app::chartAlone(kind, pipeline, microBatches, 2, {}, false);
    return {QStringLiteral("one"),
            chart.ok() ? std::make_shared<const app::ScheduleChart>(std::move(chart).value()) : nullptr,
            {},
            false};
}

} // namespace

class TstSchedulePage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void timeAndPixelsAreInverse()
    {
        app::ScheduleFrame frame;
        frame.width = 1000;
        frame.begin = 3;
        frame.end = 27;
        for (const double time : {3.0, 4.5, 27.0})
            QVERIFY(std::abs(app::xToTime(frame, app::timeToX(frame, time)) - time) < 1e-9);
        QCOMPARE(app::timeToX(frame, 3), app::kScheduleHeader);
        QCOMPARE(app::timeToX(frame, 27), 1000 - app::kScheduleIdle);
    }
    void everyActionIsABoxWhereThereIsRoom()
    {
        const std::vector<app::ShownSchedule> shown{alone(ScheduleKind::OneForwardOneBackward, 4, 8)};
        app::ScheduleFrame frame;
        frame.width = 1200;
        frame.end = app::endOf(shown);
        const app::ScheduleGeometry geometry = app::layOutSchedules(shown, frame);
        QCOMPARE(geometry.boxes.size(), std::size_t{4} * 8 * 2); // a forward and a backward each
        // Each lies where its time is, in the row of its stage, and none covers another.
        for (std::size_t rank = 0; rank < 4; ++rank) {
            for (std::size_t index = 0; index < 16; ++index) {
                const app::ActionAt at{0, rank, index};
                const QRectF rect = app::rectOf(shown, frame, geometry, at);
                QVERIFY(app::actionAt(shown, frame, geometry, rect.center()) == at);
            }
        }
        // Equal stages, free messages: (p - 1) / (m + p - 1) of the step is bubble (arXiv:1811.06965).
        QVERIFY(std::abs(shown[0].chart->schedule.bubbleOverStep - 3.0 / 11) < 1e-12);
        QCOMPARE(geometry.bands[0].rows[2].name, QStringLiteral("stage 2"));
    }
    void framesCostPixels()
    {
        const std::vector<app::ShownSchedule> shown{alone(ScheduleKind::OneForwardOneBackward, 64, 512)};
        QVERIFY(shown[0].chart);
        app::ScheduleFrame frame;
        frame.width = 1000;
        frame.rowHeight = 6;
        frame.end = app::endOf(shown);
        const app::ScheduleGeometry all = app::layOutSchedules(shown, frame);
        QVERIFY2(all.boxes.size() < 40'000, qPrintable(QString::number(all.boxes.size())));
        QVERIFY(all.boxes.front().folded);
        // The same boxes of nothing that is not exposed.
        frame.bottom = 100;
        QVERIFY(app::layOutSchedules(shown, frame).boxes.size() < all.boxes.size() / 3);
        // Near enough, each is its own again.
        frame.bottom = 1e9;
        frame.end = frame.end / 200;
        const app::ScheduleGeometry near = app::layOutSchedules(shown, frame);
        QVERIFY(!near.boxes.empty() && !near.boxes.front().folded);
    }
    void whatIsHeldPeaksWhereTheScheduleSays()
    {
        // GPipe holds all micro-batches, 1F1B at most as many as there are stages (arXiv:2006.16668).
        const app::ShownSchedule gpipe = alone(ScheduleKind::Gpipe, 4, 8);
        const app::ShownSchedule alternating = alone(ScheduleKind::OneForwardOneBackward, 4, 8);
        QCOMPARE(gpipe.chart->mostHeld, 8.0);
        QCOMPARE(alternating.chart->mostHeld, 4.0);
        for (const auto& rank : gpipe.chart->held)
            QVERIFY(std::abs(rank.back().value) < 1e-12); // all is freed
    }
    void dependenciesAreThoseOfThePipeline()
    {
        const std::vector<app::ShownSchedule> shown{alone(ScheduleKind::OneForwardOneBackward, 4, 8)};
        const auto& order = shown[0].chart->schedule.order;
        // The first backward of stage 2 needs its forward and the gradient of stage 3.
        for (std::size_t index = 0; index < order.ranks[2].size(); ++index) {
            if (order.ranks[2][index].kind != planner::ActionKind::Backward)
                continue;
            const auto needs = app::dependenciesOf(shown, {0, 2, index});
            QCOMPARE(needs.size(), std::size_t{2});
            QCOMPARE(needs[0].rank, std::size_t{2});
            QCOMPARE(needs[1].rank, std::size_t{3});
            return;
        }
        QFAIL("no backward");
    }

    void withoutAPlanSchedulesAreSeenAtOnce()
    {
        window().showPage("schedule");
        QCOMPARE(page().view().schedules().size(), std::size_t{3});
        QVERIFY(page().settled());
        for (const app::ShownSchedule& one : page().view().schedules())
            QVERIFY2(one.chart, qPrintable(one.problem));
        // Zero bubble waits less than 1F1B and GPipe.
        const auto& shown = page().view().schedules();
        QVERIFY(shown[2].chart->schedule.bubbleOverStep < shown[1].chart->schedule.bubbleOverStep);
        QVERIFY(!called<QPushButton>(page(), "Show in Timeline").isEnabled());
        QVERIFY(!called<QPushButton>(page(), "Show in Timeline").toolTip().isEmpty());
        QCOMPARE(page().table().table()->rows.size(), std::size_t{3});
    }
    void aSliderRedrawsWhileItMoves()
    {
        window().showPage("schedule");
        QSlider& slider = *page().controls().pipeline().findChild<QSlider*>();
        slider.setSliderDown(true);
        slider.setValue(slider.value() + 4);
        const auto stages = page().controls().trial().pipeline;
        QVERIFY(stages > 4);
        QCOMPARE(page().view().schedules()[0].chart->schedule.order.ranks.size(),
                 static_cast<std::size_t>(stages));
        slider.setSliderDown(false);
        // What a schedule cannot do is said in its place, and the others stay.
        page().controls().pipeline().field()->setValue(5);
        page().controls().tick({ScheduleKind::DualPipe, ScheduleKind::Gpipe});
        emit page().controls().wantedChanged();
        QVERIFY(!page().view().schedules()[0].problem.isEmpty() ||
                !page().view().schedules()[1].problem.isEmpty());
        QVERIFY(page().view().schedules()[0].chart || page().view().schedules()[1].chart);
    }
    /// A large run is no barcode: rows can be pointed at, passes read; all of it is one click away.
    void aLargeRunOpensWhereItCanBeRead()
    {
        window().showPage("schedule");
        app::ScheduleView& view = page().view();
        QVERIFY(view.seesAll()); // four stages of eight micro-batches: all is legible
        page().controls().tick({ScheduleKind::OneForwardOneBackward});
        page().controls().setTrial({64, 512, 1});
        emit page().controls().trialChanged();
        QTRY_VERIFY_WITH_TIMEOUT(page().settled(), 60'000);
        QVERIFY(!view.seesAll());
        QCOMPARE(view.frame().begin, 0.0);
        QVERIFY(view.frame().rowHeight >= app::metrics::kRowHeight);
        double narrow = 1e9;
        for (const app::ScheduleBox& box : view.geometryOfSchedules().boxes) {
            QVERIFY(!box.folded);
            narrow = std::min(narrow, box.rect.width());
        }
        QVERIFY2(narrow > 10, qPrintable(QString::number(narrow)));
        QPushButton& whole = called<QPushButton>(page(), "Whole step");
        QVERIFY(!whole.isChecked());
        whole.click();
        QVERIFY(view.seesAll() && whole.isChecked());
        whole.click();
        QVERIFY(!view.seesAll());
        // What was chosen stays, whatever comes.
        view.seeTime(5, 9);
        emit page().controls().trialChanged();
        QTRY_VERIFY_WITH_TIMEOUT(page().settled(), 60'000);
        QCOMPARE(view.frame().begin, 5.0);
        QCOMPARE(view.frame().end, 9.0);
    }
    /// The picture has the page: one line of controls, the rest in a sheet that comes when it is wanted.
    void thePictureHasThePage()
    {
        window().showPage("schedule");
        QTRY_VERIFY_WITH_TIMEOUT(page().settled(), 60'000);
        QVERIFY(!page().controls().isVisibleTo(&page()));
        const auto* bar = page().findChild<app::ScheduleBar*>();
        QCOMPARE(bar->height(), 44);
        QVERIFY(page().view().width() > page().width() * 9 / 10);
        QVERIFY(page().view().height() > page().height() / 2);
        for (const int width : {1600, 1280, 1024, 640}) { // the last: 200 % of 1280
            window().resize(width, 768);
            QTest::qWait(30);
            // What is in the bar is whole, and what is not is in the sheet.
            for (const char* name : {"Play", "Step", "Show in Timeline", "Whole step", "What if…"}) {
                const QPushButton& button = called<QPushButton>(page(), name);
                const bool inBar = button.parentWidget() == bar;
                QVERIFY2(inBar || page().controls().isAncestorOf(&button), name);
                if (inBar)
                    QVERIFY2(button.geometry().right() <= bar->width() &&
                                 button.fontMetrics().horizontalAdvance(button.text()) + 8 <= button.width(),
                             name);
            }
        }
        page().showSheet(true);
        QVERIFY(page().controls().isVisibleTo(&page()));
        page().showSheet(false);
    }
    void aMomentIsPlayedAndStepped()
    {
        window().showPage("schedule");
        app::ScheduleView& view = page().view();
        QCOMPARE(view.moment(), view.end());
        called<QSlider>(page(), "Moment of the step").setValue(0);
        QCOMPARE(view.moment(), 0.0);
        view.step(true);
        QVERIFY(std::abs(view.moment() - 1) < 1e-9); // the first forward ends
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Period);
        QVERIFY(std::abs(view.moment() - 2) < 1e-9);
        QTest::keyClick(&view, Qt::Key_Comma);
        QVERIFY(std::abs(view.moment() - 1) < 1e-9);
        view.setPlayTime(0.2);
        called<QPushButton>(page(), "Play").click();
        QVERIFY(view.playing());
        QTRY_VERIFY(!view.playing()); // at the end it stops
        QCOMPARE(view.moment(), view.end());
        QCOMPARE(called<QSlider>(page(), "Moment of the step").value(),
                 called<QSlider>(page(), "Moment of the step").maximum());
    }
    void theKeyboardReachesEveryAction()
    {
        window().showPage("schedule");
        app::ScheduleView& view = page().view();
        QSignalSpy told(&view, &app::ScheduleView::hovered);
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.current() && *view.current() == (app::ActionAt{0, 0, 0}));
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.current()->rank, std::size_t{1});
        QVERIFY(!told.isEmpty() && told.last()[0].toString().contains(QStringLiteral("stage 1")));
        QCOMPARE(view.accessibleDescription(), told.last()[0].toString());
        // After the last stage of a schedule comes the first of the next, and it is brought into sight.
        const std::size_t last = view.schedules()[0].chart->schedule.spans.size() - 1;
        while (view.current()->rank < last)
            QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.current()->band, std::size_t{1});
        QCOMPARE(view.current()->rank, std::size_t{0});
        for (std::size_t more = 0; more < 2 * last + 2; ++more)
            QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.current()->band, std::size_t{2});
        QCOMPARE(view.current()->rank, last); // where it ends, it stays
        const double bottom = view.geometryOfSchedules().bands[2].bottom;
        QVERIFY(bottom <= view.frame().bottom + 1);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.current()->rank, last - 1);
        QTest::keyClick(&view, Qt::Key_W);
        QVERIFY(view.frame().end - view.frame().begin < view.end());
        QTest::keyClick(&view, Qt::Key_F);
        QCOMPARE(view.frame().end - view.frame().begin, view.end());
    }
    void aPlanIsSimulatedExplainedAndOpened()
    {
        pipelined();
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        const auto& shown = page().view().schedules();
        QVERIFY(shown.size() >= 3);
        const app::ScheduleChartPtr own = shown[0].chart;
        QVERIFY2(own, qPrintable(shown[0].problem));
        QVERIFY(!shown[0].preview && own->seconds && own->heldBytes);
        QCOMPARE(own->schedule.order.ranks.size(), std::size_t{8});
        QVERIFY(!own->extras[0].empty()); // the optimizer at least
        // The same figures as the command line's.
        const auto direct = planner::simulate(*state().model, *state().hardware, plan());
        QVERIFY(direct.ok());
        QCOMPARE(own->end, direct->stepSeconds);
        // What a plan has a word for is cut into stages as that plan's are: the same figures again.
        core::Plan folded = plan();
        folded.schedule = core::Schedule::VHalf;
        const auto asked = planner::simulate(*state().model, *state().hardware, folded);
        const auto tried = app::simulateChart(*state().model, *state().hardware,
                                              app::planWithSchedule(plan(), ScheduleKind::VHalf, 1),
                                              ScheduleKind::VHalf, false, {});
        QVERIFY(asked.ok() && tried.ok());
        QCOMPARE(tried->stepSeconds, asked->stepSeconds);
        // A click opens the derivation of the pass.
        app::ScheduleView& view = page().view();
        const QRectF box =
            app::rectOf(shown, view.frame(), view.geometryOfSchedules(), app::ActionAt{0, 0, 0});
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, box.center().toPoint());
        QVERIFY(window().part<app::Inspector>().derivation().current());
        const auto wanted = std::find_if(own->derivations.begin(), own->derivations.end(),
                                         [](const auto& one) { return one.first == "stage 0.forward"; });
        QVERIFY(wanted != own->derivations.end());
        QCOMPARE(window().part<app::Inspector>().derivation().current(), wanted->second);
        // Traffic at its foot has one of its own, and is told when it is pointed at.
        const auto traffic = std::find_if(own->extras[0].begin(), own->extras[0].end(), [](const auto& one) {
            return one.name == "nccl:all_reduce tensor";
        });
        QVERIFY(traffic != own->extras[0].end());
        const app::StripAt strip{0, 0, static_cast<std::size_t>(traffic - own->extras[0].begin())};
        view.seeTime(0, 4 * (own->schedule.spans[0][0].end));
        // The derivation that was opened makes the rows lower: what is pointed at is where it lies by then.
        const auto point = [&] {
            return app::rectOf(shown, view.frame(), view.geometryOfSchedules(), strip).center().toPoint();
        };
        const auto pointedAt = [&] {
            QTest::mouseMove(view.viewport(), point());
            return view.currentStrip();
        };
        QTRY_COMPARE(pointedAt(), std::optional(strip));
        QVERIFY2(view.describe(strip).startsWith(QStringLiteral("all-reduce: ")),
                 qPrintable(view.describe(strip)));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, point());
        QCOMPARE(window().part<app::Inspector>().derivation().current(),
                 app::derivationNamed(own->derivations, "stage 0.tensor.all_reduce"));
        view.showAll();
        // The keyboard goes from a pass to what is beside it and on to the next stage.
        view.setCurrent(app::ActionAt{0, 0, 0});
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(window().part<app::Inspector>().derivation().current(), wanted->second);
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.currentStrip() && !view.current());
        const app::StripAt first = *view.currentStrip();
        QVERIFY(first.band == 0 && first.rank == 0 &&
                own->extras[0][first.index].end > own->schedule.spans[0][0].start);
        QCOMPARE(view.accessibleDescription(), view.describe(first));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.currentStrip()->index, first.index + 1);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(window().part<app::Inspector>().derivation().current(),
                 app::derivationNamed(own->derivations,
                                      app::derivationKey(*own, own->extras[0][first.index + 1].name, 0)));
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.current() && view.current()->rank == 1);
        // What was clicked stays marked when the pointer goes to the button, which opens that schedule.
        const QRectF other =
            app::rectOf(shown, view.frame(), view.geometryOfSchedules(), app::ActionAt{1, 0, 0});
        view.ensureVisible(other);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.inViewport(other.center()).toPoint());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(view.viewport(), &leave);
        QVERIFY(view.current() == (app::ActionAt{1, 0, 0}));
        QVERIFY(called<QPushButton>(page(), "Show in Timeline").toolTip().contains(shown[1].title));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.current());
        const QRectF caption = view.geometryOfSchedules().bands[0].caption;
        view.ensureVisible(caption);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.inViewport(caption.center()).toPoint());
        QCOMPARE(view.chosenBand(), std::size_t{0});
        QVERIFY(called<QPushButton>(page(), "Show in Timeline").toolTip().contains(shown[0].title));
        // The whole run opens like a recorded one.
        called<QPushButton>(page(), "Show in Timeline").click();
        QTRY_VERIFY(bench().run());
        QCOMPARE(window().currentPage(), QStringLiteral("timeline"));
        QVERIFY(bench().run()->run->origin == core::RunOrigin::Simulated);
        const double end = static_cast<double>(bench().run()->timeline().end()) * 1e-9;
        QVERIFY2(std::abs(end - own->end) < 1e-6 * own->end, qPrintable(QString::number(end)));
        // A slice of it tells where its time comes from, as the page does.
        const core::Timeline& timeline = bench().run()->timeline();
        std::uint32_t row = 0;
        while (timeline.names().text(timeline.name()[row]) != "backward (gemm)")
            ++row;
        window().part<app::Inspector>().showSlice(core::SliceId(row));
        QTRY_VERIFY(
            called<QPushButton>(window().part<app::Inspector>(), "How long it takes, and why").isVisible());
        called<QPushButton>(window().part<app::Inspector>(), "How long it takes, and why").click();
        QVERIFY(std::abs(window().part<app::Inspector>().derivation().current()->value -
                         1e-9 * double(timeline.dur()[row])) < 2e-9);
    }
    void aStageIsSlowOrFails()
    {
        pipelined();
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        app::ScheduleControls& controls = page().controls();
        const double step = page().view().schedules()[0].chart->end;
        QVERIFY(!called<QComboBox>(controls, "To which part").isEnabled() &&
                !called<QDoubleSpinBox>(controls, "Back after (s)").isEnabled());
        called<QComboBox>(controls, "What if").setCurrentIndex(1);
        QVERIFY(called<QComboBox>(controls, "To which part").isEnabled() &&
                called<QDoubleSpinBox>(controls, "Takes so many times as long").isEnabled() &&
                !called<QDoubleSpinBox>(controls, "Back after (s)").isEnabled());
        choose("stage 3");
        called<QDoubleSpinBox>(controls, "Takes so many times as long").setValue(2);
        QTRY_VERIFY(page().settled() && !page().view().schedules()[0].preview);
        const app::ScheduleChart slow = *page().view().schedules()[0].chart;
        planner::SimulationOptions how;
        how.slowdowns = {{"stage 3", 2}};
        QCOMPARE(slow.end, planner::simulate(*state().model, *state().hardware, plan(), how)->stepSeconds);
        QVERIFY(slow.end > 1.1 * step);
        // Fails half a step before its fourth checkpoint: three and a half steps again, and the absence.
        called<QComboBox>(controls, "What if").setCurrentIndex(2);
        QVERIFY(!called<QDoubleSpinBox>(controls, "Takes so many times as long").isEnabled() &&
                called<QDoubleSpinBox>(controls, "Back after (s)").isEnabled());
        choose("stage 3");
        QVERIFY(!called<QDoubleSpinBox>(controls, "Durations vary by (%)").isEnabled());
        called<QDoubleSpinBox>(controls, "Back after (s)").setValue(60);
        called<QSpinBox>(controls, "Steps between checkpoints").setValue(4);
        QTRY_VERIFY(page().settled() && page().view().schedules()[0].chart &&
                    page().view().schedules()[0].chart->failure);
        const app::ScheduleChart failed = *page().view().schedules()[0].chart;
        QCOMPARE(failed.end, step); // the picture is of one step in which nothing fails
        QVERIFY(std::abs(failed.failure->lostSeconds - 3.5 * step) < 1e-6 * step);
        QVERIFY(std::abs(failed.failure->delaySeconds - (60 + 3.5 * step)) < 1e-6 * step);
        called<QPushButton>(page(), "Show in Timeline").click();
        QTRY_VERIFY(bench().run());
        const double end = static_cast<double>(bench().run()->timeline().end()) * 1e-9;
        QVERIFY2(std::abs(end - (60 + 8.5 * step)) < 1e-3 * end, qPrintable(QString::number(end)));
    }
    void aLinkIsSlow()
    {
        pipelined();
        edit([](core::Plan& of) { of.axes.replica = 4; });
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        const double step = page().view().schedules()[0].chart->end;
        app::ScheduleControls& controls = page().controls();
        called<QComboBox>(controls, "What if").setCurrentIndex(1);
        called<QDoubleSpinBox>(controls, "Takes so many times as long").setValue(3);
        for (const char* link : {"tensor", "pipeline", "replica"}) {
            choose(link);
            QTRY_VERIFY(page().settled() && !page().view().schedules()[0].preview);
            planner::SimulationOptions how;
            how.slowdowns = {{link, 3}};
            const double slow = page().view().schedules()[0].chart->end;
            QCOMPARE(slow, planner::simulate(*state().model, *state().hardware, plan(), how)->stepSeconds);
            QVERIFY2(slow > step, link);
        }
        // A plan that has the link no more: nothing happens to it.
        edit([](core::Plan& of) { of.axes.replica = 1; });
        QTRY_VERIFY(page().settled());
        QCOMPARE(called<QComboBox>(controls, "What if").currentIndex(), 0);
        QCOMPARE(page().view().schedules()[0].chart->end,
                 planner::simulate(*state().model, *state().hardware, plan())->stepSeconds);
    }
    void durationsVary()
    {
        pipelined();
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        app::ScheduleControls& controls = page().controls();
        const double step = page().view().schedules()[0].chart->end;
        QVERIFY(called<QDoubleSpinBox>(controls, "Durations vary by (%)").isEnabled() &&
                !called<QSpinBox>(controls, "Random seed").isEnabled());
        std::set<double> steps{step};
        for (const int seed : {0, 7, 0}) {
            called<QDoubleSpinBox>(controls, "Durations vary by (%)").setValue(10);
            QVERIFY(called<QSpinBox>(controls, "Random seed").isEnabled());
            called<QSpinBox>(controls, "Random seed").setValue(seed);
            QTRY_VERIFY(page().settled() && page().view().schedules()[0].chart &&
                        !page().view().schedules()[0].preview);
            planner::SimulationOptions how;
            how.jitter = 0.1;
            how.seed = static_cast<std::uint64_t>(seed);
            const double shown = page().view().schedules()[0].chart->end;
            QCOMPARE(shown, planner::simulate(*state().model, *state().hardware, plan(), how)->stepSeconds);
            steps.insert(shown);
        }
        QCOMPARE(steps.size(), std::size_t{3}); // the same seed is the same run
    }
    void aRoleOfPersiaFailsOrIsSlow()
    {
        window().openSample("modes");
        constexpr int kPatienceMs = 20'000;
        const auto shown = [&] {
            return page().settled() && page().view().schedules().size() == 4 &&
                   page().view().schedules()[3].chart;
        };
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        const double step = page().view().schedules()[2].chart->stepSeconds;
        app::ScheduleControls& controls = page().controls();
        QVERIFY(called<QComboBox>(controls, "What if").isEnabled() &&
                !called<QComboBox>(controls, "Gradients of the replicas").isEnabled());
        called<QComboBox>(controls, "What if").setCurrentIndex(1);
        choose("nn worker 1");
        called<QDoubleSpinBox>(controls, "Takes so many times as long").setValue(2);
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        QVERIFY(page().view().schedules()[2].chart->stepSeconds > 1.2 * step);
        called<QComboBox>(controls, "What if").setCurrentIndex(2);
        choose("parameter_server");
        called<QDoubleSpinBox>(controls, "Back after (s)").setValue(30);
        called<QSpinBox>(controls, "Steps between checkpoints").setValue(4);
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        const app::ScheduleChart& chart = *page().view().schedules()[0].chart;
        QVERIFY(chart.failure);
        QCOMPARE(chart.failure->what, std::string("parameter_server"));
        QVERIFY(std::abs(chart.failure->back - chart.failure->at - 30) < 1e-9);
        QVERIFY(chart.failure->delaySeconds > 0 && chart.failure->lostShare > 0 &&
                chart.failure->lostShare < 1);
        // The run that opens is the one in which it fails: longer than thirty seconds.
        called<QPushButton>(page(), "Show in Timeline").click();
        QTRY_VERIFY_WITH_TIMEOUT(bench().run() != nullptr, kPatienceMs);
        QCOMPARE(window().currentPage(),
                 QStringLiteral("timeline")); // though the sample put its plan in front
        const core::Timeline& timeline = bench().run()->timeline();
        QVERIFY(timeline.end() - timeline.begin() > 30'000'000'000);
    }
    void zionStandsBesideZionex()
    {
        open(QStringLiteral("zionex-95b"), QStringLiteral("zionex"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 128; // as the article has it
            plan.batch.microBatch = 512;
        });
        window().showPage("schedule");
        page().controls().tick({app::WantedSchedule(), app::WantedSchedule::asZion()});
        emit page().controls().wantedChanged();
        constexpr int kPatienceMs = 20'000;
        const auto shown = [&] {
            const auto& all = page().view().schedules();
            return page().settled() && all.size() == 2 && all[0].chart && all[1].chart;
        };
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        const auto zion = [&](const planner::SimulationOptions& how) {
            return planner::simulateZion(*state().model, *state().hardware, plan(), how)->stepSeconds;
        };
        QCOMPARE(page().view().schedules()[1].chart->stepSeconds, zion({}));
        QVERIFY(page().view().schedules()[1].chart->stepSeconds >
                5 * page().view().schedules()[0].chart->stepSeconds); // the published order of magnitude
        QVERIFY(page().view().schedules()[1].chart->rows.size() >= 11);
        // What the one has and the other has not is slow where it is.
        const double own = page().view().schedules()[0].chart->stepSeconds;
        app::ScheduleControls& controls = page().controls();
        called<QComboBox>(controls, "What if").setCurrentIndex(1);
        called<QDoubleSpinBox>(controls, "Takes so many times as long").setValue(4);
        choose("mlp_server_network");
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        planner::SimulationOptions how;
        how.slowdowns = {{"mlp_server_network", 4}};
        QCOMPARE(page().view().schedules()[1].chart->stepSeconds, zion(how));
        QCOMPARE(page().view().schedules()[0].chart->stepSeconds, own);
        choose("vector_all_to_all");
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        QVERIFY(page().view().schedules()[0].chart->stepSeconds > own);
        QCOMPARE(page().view().schedules()[1].chart->stepSeconds, zion({}));
        // Nobody fails alone on ZionEX, and the control says so.
        called<QComboBox>(controls, "What if").setCurrentIndex(2);
        QVERIFY(!called<QComboBox>(controls, "To which part").isEnabled() &&
                !called<QComboBox>(controls, "What if").toolTip().isEmpty());
    }
    void replicaTrafficGoesBesideOrAfter()
    {
        pipelined();
        edit([](core::Plan& of) { of.axes.replica = 4; });
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        app::ScheduleControls& controls = page().controls();
        QVERIFY(called<QComboBox>(controls, "Gradients of the replicas").isEnabled() &&
                called<QLineEdit>(controls, "Ranks that the timeline shows apart").isEnabled());
        std::vector<double> steps;
        for (const int entry : {1, 2}) {
            called<QComboBox>(controls, "Gradients of the replicas").setCurrentIndex(entry);
            QTRY_VERIFY(page().settled() && page().view().schedules()[0].chart &&
                        !page().view().schedules()[0].preview);
            planner::SimulationOptions how;
            how.overlap = entry == 1;
            steps.push_back(page().view().schedules()[0].chart->end);
            QCOMPARE(steps.back(),
                     planner::simulate(*state().model, *state().hardware, plan(), how)->stepSeconds);
        }
        QVERIFY(steps[1] != steps[0]); // small messages one by one may take longer than they hide
        // Ranks beside the classes that stand for them.
        called<QLineEdit>(controls, "Ranks that the timeline shows apart").setText(QStringLiteral("0, 5"));
        called<QPushButton>(page(), "Show in Timeline").click();
        QTRY_VERIFY(bench().run());
        std::set<std::string> shown;
        const core::Timeline& timeline = bench().run()->timeline();
        for (const core::Track& track : timeline.tracks())
            shown.insert(std::string(timeline.names().text(track.process)));
        planner::SimulationOptions how;
        how.expand = {0, 5};
        how.overlap = false;
        const auto same = planner::simulate(*state().model, *state().hardware, plan(), how);
        std::set<std::string> wanted;
        for (const core::Track& track : same->run->timeline->tracks())
            wanted.insert(std::string(same->run->timeline->names().text(track.process)));
        QVERIFY(wanted.size() > same->classes.size());
        QVERIFY(shown == wanted);
        edit([](core::Plan& of) { of.axes.replica = 1; });
        QVERIFY(!called<QComboBox>(controls, "Gradients of the replicas").isEnabled());
    }
    void schedulesBecomePicturesAndFiles()
    {
        const QTemporaryDir folder;
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        QVERIFY(page().canExport());
        for (const char* name : {"s.svg", "s.pdf", "s.png", "s.csv"}) {
            const QString file = folder.filePath(QString::fromLatin1(name));
            QVERIFY(window().writePage(file).ok());
            QVERIFY(QFileInfo(file).size() > 100);
        }
        QFile svg(folder.filePath(QStringLiteral("s.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray picture = svg.readAll();
        for (const char* text : {"GPipe", "1F1B", "stage 3"})
            QVERIFY2(picture.contains(text), text);
        // What is written is what was shown: the first schedule.
        QFile csv(folder.filePath(QStringLiteral("s.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const auto read = planner::readScheduleCsv(csv.readAll().toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->ranks.size(), page().view().schedules()[0].chart->schedule.order.ranks.size());
        QVERIFY(read->ranks == page().view().schedules()[0].chart->schedule.order.ranks);
        for (int row = 0; row < called<QListWidget>(page().controls(), "Schedules").count(); ++row)
            called<QListWidget>(page().controls(), "Schedules").item(row)->setCheckState(Qt::Unchecked);
        QVERIFY(!page().canExport());
        QVERIFY(!window().writePage(folder.filePath(QStringLiteral("none.csv"))).ok());
    }
    void whatIsTriedIsTakenOver()
    {
        pipelined();
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        QVERIFY(!page().controls().takeOver().isEnabled());
        QSpinBox& field = *page().controls().microBatches().field();
        field.setValue(24);
        // It is drawn at once with equal stages, then simulated.
        QVERIFY(page().view().schedules()[0].chart && page().view().schedules()[0].preview);
        QTRY_VERIFY(page().settled() && !page().view().schedules()[0].preview);
        QCOMPARE(plan().batch.microBatches, std::int64_t{16});
        QVERIFY(page().controls().takeOver().isEnabled());
        page().controls().takeOver().click();
        QCOMPARE(plan().batch.microBatches, std::int64_t{24});
        bench().undoStack().undo();
        QCOMPARE(plan().batch.microBatches, std::int64_t{16});
        QTRY_COMPARE(page().controls().trial().microBatches, std::int64_t{16});
    }
    void aRecommenderIsRowsOfItsOwn()
    {
        open(QStringLiteral("dlrm-v2-mlperf"), QStringLiteral("zionex"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 128;
            plan.batch.microBatch = 512;
        });
        window().showPage("schedule");
        QTRY_VERIFY(page().settled());
        const auto& shown = page().view().schedules();
        const app::ScheduleChartPtr own = shown[0].chart;
        QVERIFY2(own, qPrintable(shown[0].problem));
        const auto row = [&](const char* name) {
            return std::find(own->rows.begin(), own->rows.end(), name) - own->rows.begin();
        };
        const auto rows = static_cast<std::ptrdiff_t>(own->rows.size());
        QStringList all;
        for (const std::string& one : own->rows)
            all << QString::fromStdString(one);
        QVERIFY2(row("busiest device: perceptrons") < rows && row("mean device: RoCE vectors") < rows &&
                     row("busiest device: reader") < rows,
                 qPrintable(all.join(QLatin1Char('|'))));
        QCOMPARE(own->steps, std::int64_t{3});
        QVERIFY(own->end > 2 * own->stepSeconds && own->end < 4 * own->stepSeconds); // the first warms up
        // Every row has its name and boxes; nothing of a pipeline is drawn.
        const app::ScheduleGeometry& geometry = page().view().geometryOfSchedules();
        QVERIFY(geometry.boxes.empty() && geometry.strips.size() > 20);
        QCOMPARE(geometry.bands[0].rows.size(), own->rows.size());
        // No name is cut, and what each box waited for is there to be drawn: it begins when the last of that
        // and the box before it on its row have ended.
        const double header = page().view().frame().header;
        QVERIFY(header > app::kScheduleHeader && header < app::kMostHeader);
        for (const app::ScheduleRow& one : geometry.bands[0].rows)
            QCOMPARE(one.rect.left(), header);
        int waited = 0;
        for (std::size_t rank = 0; rank < own->extras.size(); ++rank) {
            for (std::size_t index = 1; index < own->extras[rank].size(); ++index) {
                const app::ScheduleExtra& box = own->extras[rank][index];
                const std::vector<app::ActionAt> needs = app::dependenciesOf(shown, {0, rank, index});
                double begins = own->extras[rank][index - 1].end;
                for (const app::ActionAt& one : needs)
                    begins = std::max(begins, own->extras[one.rank][one.index].end);
                if (needs.empty() || box.start < 0.5 * own->end) // what is before the picture is not drawn
                    continue;
                // A collective's hops come before its bytes, which the box is.
                constexpr double kMostHops = 1e-3;
                const bool hops = box.name.find("all-") != std::string::npos;
                const double late = box.start - begins;
                QVERIFY2(late > -1e-6 * own->end && late < (hops ? kMostHops : 1e-6 * own->end),
                         qPrintable(QStringLiteral("%1: %2, not %3")
                                        .arg(QString::fromStdString(box.name))
                                        .arg(begins)
                                        .arg(box.start)));
                ++waited;
            }
        }
        QVERIFY2(waited > 20, qPrintable(QString::number(waited)));
        // Each box says what it is, and where its time is from.
        QTest::keyClick(&page().view(), Qt::Key_Right);
        QVERIFY(page().view().current());
        QVERIFY(!page().view().describe(*page().view().current()).isEmpty());
        QVERIFY(!page().view().describe(app::ActionAt{0, 0, own->extras[0].size() - 1}).isEmpty());
        QVERIFY(page().scheduleWriter(QStringLiteral("/nowhere/x.csv"))({}).error().code ==
                core::ErrorCode::NotSupported);
    }
    void persiasModesAreOneAboveTheOther()
    {
        window().openSample("modes");
        QCOMPARE(window().currentPage(), QStringLiteral("schedule"));
        QTRY_VERIFY_WITH_TIMEOUT(page().settled() && page().view().schedules().size() == 4 &&
                                     page().view().schedules()[3].chart,
                                 20000);
        const auto& shown = page().view().schedules();
        for (const app::ShownSchedule& one : shown) {
            QVERIFY2(one.chart, qPrintable(one.problem));
            // One scale: as long a piece of each, three batches of the slowest mode.
            QCOMPARE(one.chart->end, shown[0].chart->end);
            QVERIFY(one.chart->steps >= 2);
            QCOMPARE(one.chart->held.size(), std::size_t{1});
            QVERIFY(one.chart->rows.size() >= 6);
        }
        // Full synchrony waits for everything, PERSIA for the dense part alone; the cap is ten batches.
        QVERIFY(shown[0].chart->stepSeconds > shown[2].chart->stepSeconds);
        QVERIFY(shown[2].chart->stepSeconds > shown[3].chart->stepSeconds);
        QCOMPARE(shown[0].chart->mostHeld, 1.0);
        QVERIFY(shown[3].chart->mostHeld > 1 && shown[3].chart->mostHeld <= 10);
        const app::ScheduleGeometry& geometry = page().view().geometryOfSchedules();
        QCOMPARE(geometry.bands.size(), std::size_t{4});
        QVERIFY(geometry.boxes.empty() && geometry.strips.size() > 40);
        // Unticked and ticked like any other schedule, and opened like a recorded run.
        page().controls().tick({app::WantedSchedule(planner::PersiaMode::Persia)});
        QCOMPARE(page().controls().wanted().size(), std::size_t{1});
        page().view().setCurrent(app::ActionAt{3, 0, 0});
        called<QPushButton>(page(), "Show in Timeline").click();
        QTRY_VERIFY_WITH_TIMEOUT(bench().run() != nullptr, 20000);
        QCOMPARE(bench().run()->run->origin, core::RunOrigin::Simulated);
        // The tables of the same sample are studied without a machine to shard them over.
        window().showPage("recommender");
        QTRY_VERIFY_WITH_TIMEOUT(bench().study() != nullptr, 60000);
    }

private:
    [[nodiscard]] app::SchedulePage& page() { return *window().findChild<app::SchedulePage*>(); }
    /// Chooses as if the user had picked it: what happens, happens to \p part.
    void choose(const char* part)
    {
        QComboBox& box = called<QComboBox>(page().controls(), "To which part");
        const int index = box.findData(QString::fromLatin1(part));
        QVERIFY2(index >= 0, part);
        box.setCurrentIndex(index);
        emit box.activated(index);
    }
    /// GPT-3 175B on A100s, eight stages of sixteen micro-batches.
    void pipelined()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.axes.pipeline = 8;
            plan.batch.microBatches = 16;
        });
    }
};

SHARDSCOPE_TEST(TstSchedulePage)
#include "tst_schedule_page.moc"
