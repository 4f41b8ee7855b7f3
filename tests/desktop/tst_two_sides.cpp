// SPDX-License-Identifier: GPL-3.0-or-later
// Two of what is open against each other: a plan and recordings of its program with planted changes, through
// the page's own widgets; and five ways through it of five actions at most.
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/difference_page.h"
#include "app/desktop/pages/compare/difference_tables.h"
#include "app/desktop/pages/compare/lanes_figure.h"
#include "app/desktop/pages/compare/learn_card.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/difference_views.h"
#include "app/session/compare/rank_pairs.h"
#include "app/session/compare/waterfall.h"
#include "app/session/simulate/plan_simulation.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/planted/framework_program.h"
#include "tests/support/planted/recorded_plan.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace shardscope;
using tests::called;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Records four steps of \p options of the model on \p machine, of which \p slow is slower, one file for each
/// rank, into the folder \p name of \p under. The folder.
QString record(const QTemporaryDir& under, const char* name, const char* machine, const Options& options,
               std::vector<std::string> slow)
{
    static const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    app::SimulationCall call;
    call.plan = {"gpt2", machine, {}, options};
    call.detail = "operator";
    call.slow = std::move(slow);
    call.options.steps = 4;
    const auto simulation = app::simulatePlan(catalog, std::move(call), {});
    const QString folder = under.filePath(QString::fromLatin1(name));
    QDir().mkpath(folder);
    int rank = 0;
    for (const std::string& text : tests::recordedPlan(*simulation.value().run)) {
        QFile file(folder + QStringLiteral("/rank%1.json").arg(rank++));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("no room for a recording");
    }
    return folder;
}

const Options kBatch{{"micro-batch", "8"}, {"micro-batches", "2"}};

} // namespace

class TstTwoSides : public tests::WindowTest {
    Q_OBJECT
private slots:
    void theNumbersAreTheSessions()
    {
        openPlan(8);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {"optimizer=4"}));
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        const app::SideDifference& difference = two().shown()->difference;
        QVERIFY(difference.a.kind == app::SideKind::Plan && difference.b.kind == app::SideKind::Recorded);
        const QStringList sentences = app::differenceSentences(difference);
        QCOMPARE(two().verdict(), sentences.front());
        QVERIFY(tests::said(two()).contains(sentences[1]));
        QVERIFY(tests::said(two()).contains(sentences[2]));
        // The bars are the document's, and lead from one step to the other.
        const QJsonObject document =
            QJsonDocument::fromJson(QByteArray::fromStdString(app::differenceJson(difference))).object();
        const QJsonArray parts = document[QStringLiteral("waterfall")].toArray();
        const std::vector<app::WaterfallBar> bars = app::waterfallBars(difference);
        QVERIFY(bars.size() > 2);
        double level = bars.front().seconds;
        QCOMPARE(level, document[QStringLiteral("step")].toObject()[QStringLiteral("a_seconds")].toDouble());
        for (std::size_t at = 1; at + 1 < bars.size(); ++at) {
            level += bars[at].seconds;
            if (bars[at].kind == app::WaterfallBar::Kind::Part)
                QCOMPARE(bars[at].seconds, parts[static_cast<qsizetype>(bars[at].part)]
                                               .toObject()[QStringLiteral("seconds")]
                                               .toDouble());
        }
        QVERIFY(std::abs(level - bars.back().seconds) < 2e-9);
        QCOMPARE(bars.back().seconds,
                 document[QStringLiteral("step")].toObject()[QStringLiteral("b_seconds")].toDouble());
        // What was planted is the longest bar.
        QCOMPARE(parts[0].toObject()[QStringLiteral("part")].toString(), QStringLiteral("optimizer"));
        // Swapped, all is the other way round, without counting again.
        const double change = difference.steps.b - difference.steps.a;
        tests::called<QPushButton>(two(), "Swap").click();
        QTRY_VERIFY(two().shown() && two().shown()->difference.b.kind == app::SideKind::Plan);
        const profiler::StepDifference& swapped = two().shown()->difference.steps;
        QVERIFY(std::abs(swapped.b - swapped.a + change) < 1e-12);
    }
    /// All lanes have one scale, whatever is seen; a box leads to its place on the timeline.
    void oneRulerForBoth()
    {
        openPlan(8);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {"host=20"}));
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        const app::StepLanes& lanes = two().shown()->lanes;
        QCOMPARE(lanes.lanes.size(), std::size_t{3}); // two devices and the recorded host
        QVERIFY(lanes.lanes[2].host && lanes.lanes[2].second);
        const auto scales = [&](const app::Scene& scene) {
            std::vector<double> found(lanes.lanes.size(), 0);
            for (const app::HotSpot& spot : scene.spots) {
                const QStringList of = spot.path.split(QLatin1Char(':'));
                const QRectF area = spot.area.boundingRect();
                const double length = of[2].toDouble() - of[1].toDouble();
                const double wide = area.width();
                constexpr double kWide =
                    30; // pixels: of wide boxes the edges of the window and others say little
                if (wide > kWide && area.right() < scene.width - 1)
                    found[of[0].toUInt()] = std::max(found[of[0].toUInt()], wide / length);
            }
            return found;
        };
        for (const std::size_t lane : {std::size_t{0}, std::size_t{1}}) { // around each one's longest box
            const app::LaneBox& box =
                *std::ranges::max_element(lanes.lanes[lane].boxes, {}, [](const app::LaneBox& one) {
                    return one.gap ? 0 : one.end - one.begin;
                });
            const auto begin = static_cast<double>(box.begin);
            const auto end = static_cast<double>(box.end);
            const app::RulerWindow window{std::max(0.0, begin - (end - begin)), end + (end - begin)};
            const app::Scene scene = app::lanesScene(lanes, window, {}, 1200, app::theme(app::Scheme::Light));
            const double scale = (1200 - app::kRulerNames) / (window.end - window.begin);
            const std::vector<double> found = scales(scene);
            QVERIFY2(std::abs(found[lane] / scale - 1) < 0.01,
                     qPrintable(QString::number(found[lane] / scale)));
        }
        // Zooming zooms all at once.
        const double before = two().ruler().window().end - two().ruler().window().begin;
        called<QPushButton>(two(), "Zoom in").click();
        QVERIFY(two().ruler().window().end - two().ruler().window().begin < before);
        called<QPushButton>(two(), "Whole step").click();
        QCOMPARE(two().ruler().window().end - two().ruler().window().begin, before);
        // Goes to the place of B's first box on the timeline, and back; that closed nothing.
        const app::RunViewPtr recorded = bench().run();
        const app::LaneBox& box = lanes.lanes[1].boxes.front();
        two().goTo(QStringLiteral("1:%1:%2").arg(box.begin).arg(box.end));
        QCOMPARE(this->window().currentPage(), QStringLiteral("timeline"));
        const app::TimelineView& view = this->window().part<app::TimelinePage>().view();
        QCOMPARE(view.run(), recorded);
        QVERIFY(view.window().begin <= lanes.lanes[1].at + box.begin);
        QVERIFY(view.window().end >= lanes.lanes[1].at + box.end);
        this->window().showPage("compare");
        two().goTo(
            QStringLiteral("0:%1:%2").arg(box.begin).arg(box.end)); // a plan's is opened as a simulation
        QTRY_VERIFY_WITH_TIMEOUT(bench().run(app::RunFrom::Simulation), 60'000);
        QCOMPARE(bench().run(app::RunFrom::Files), recorded);
    }
    /// What does not agree is told first, and nothing is compared until the plan is changed, or nevertheless.
    void obstaclesComeFirst()
    {
        openPlan(4); // half the run's micro-batch
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {}));
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().refused(), 60'000);
        QVERIFY(!two().shown() && !two().canExport());
        QVERIFY2(tests::said(two()).contains(QStringLiteral("micro-batch")), qPrintable(tests::said(two())));
        QVERIFY(!two().waterfall().isVisible());
        called<QPushButton>(two(), "Compare anyway").click();
        QVERIFY(two().shown() && two().canExport());
        QVERIFY(two().waterfall().isVisible());
    }
    void theWayIsAnEdit()
    {
        openPlan(4);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {}));
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().refused(), 60'000);
        QPushButton& mend = called<QPushButton>(two(), "Compare with the plan changed");
        QVERIFY(mend.isVisible());
        const core::Plan before = plan();
        mend.click();
        QCOMPARE(plan().batch.microBatch, std::int64_t{8});
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        QVERIFY(two().shown()->difference.obstacles.empty());
        bench().undoStack().undo();
        QVERIFY(plan() == before);
    }
    /// Opening a second run leaves the first open, wherever it is opened from.
    void nothingThatIsOpenIsClosed()
    {
        const QTemporaryDir folder;
        const QString before = record(folder, "before", "h200-sxm", kBatch, {});
        const QString after = record(folder, "after", "h200-sxm", kBatch, {"optimizer=3"});
        const QString third = record(folder, "third", "h200-sxm", kBatch, {"compute=1.5"});
        openRun(before);
        const app::RunViewPtr first = bench().run();
        openRun(after);
        QVERIFY(bench().run() != first);
        QCOMPARE(bench().beside(), std::vector<app::RunViewPtr>{first});
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        QCOMPARE(two().shown()->difference.a.input->columns().run(), first->run); // the earlier one
        QVERIFY(two().shown()->difference.steps.b > two().shown()->difference.steps.a);
        // Dropped on the left half: A.
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(third)});
        QDragEnterEvent enter(QPoint(20, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&two(), &enter); // which makes the page the target of the drop
        QDropEvent drop(QPointF(20, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&two(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(bench().beside().size() == 2, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(two().shown() &&
                                     two().first().currentText().contains(QLatin1String("third")) &&
                                     bench().jobs().idle(),
                                 60'000);
        QVERIFY(two().shown()->difference.a.input->columns().run() != first->run);
        // The same files again are the same run.
        openRun(before);
        QCOMPARE(bench().beside().size(), std::size_t{2});
        // Closing the one in front brings back what was open before it.
        bench().closeRun();
        QVERIFY(bench().run());
        QCOMPARE(bench().beside().size(), std::size_t{1});
    }
    void theTablesLeadToOperations()
    {
        openPlan(8);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {"optimizer=4"}));
        window().showPage("compare");
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        const profiler::StepDifference& steps = two().shown()->difference.steps;
        app::DifferenceTables& tables = two().tables();
        for (const char* key : {"categories", "places", "rows", "memory"}) {
            tables.showTable(key);
            QCOMPARE(tables.shownTable(), std::string(key));
            QVERIFY(tables.table().table() && !tables.table().table()->rows.empty());
        }
        tables.showTable("rows");
        if (tables.table().table()->rows.size() < steps.rows.size())
            tables.showAll();
        QCOMPARE(tables.table().table()->rows.size(), steps.rows.size());
        // Sums by place are the operations' sums.
        tables.showTable("places");
        const core::Table places = app::placesTable(two().shown()->difference).table;
        double sum = 0;
        for (const auto& row : places.rows)
            sum += std::get<double>(row[*places.columnIndex("difference")]);
        double all = 0;
        for (const profiler::RowDifference& row : steps.rows)
            all += row.seconds();
        QVERIFY(std::abs(sum - all) < 1e-9);
        // A bar leads to its operations.
        const auto optimizer = std::ranges::find_if(
            steps.parts, [](const auto& part) { return part.term == core::StepTerm::Optimizer; });
        QVERIFY(optimizer != steps.parts.end());
        two().choosePart(static_cast<std::size_t>(optimizer - steps.parts.begin()));
        QCOMPARE(tables.shownTable(), std::string("rows"));
        QVERIFY(tables.table().table()->rows.size() < steps.rows.size());
        for (const auto& row : tables.table().table()->rows)
            QCOMPARE(std::get<std::string>(row[2]), std::string("optimizer"));
        // What a plan can learn: its launches, its products, with numbers of both.
        const auto lessons = two().learn().table().table();
        QVERIFY(lessons && lessons->rows.size() >= 3);
        QVERIFY(two().learn().calibrate().isVisible());
        // The document and the report that people send on.
        for (const char* name : {"difference.json", "difference.md"}) {
            const QString file = folder.filePath(QString::fromLatin1(name));
            two().write(file);
            QTRY_VERIFY(QFile::exists(file) && bench().jobs().idle());
            QFile written(file);
            QVERIFY(written.open(QIODevice::ReadOnly));
            const QByteArray text = written.readAll();
            QVERIFY2(text.contains("optimizer"), text.left(200).constData());
        }
    }

    // Journeys: from files to the answer.
    void whyIsMyRunSlowerThanPlanned()
    {
        openPlan(8);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {"host=20"})); // 1: dropped on the window
        window().showPage("compare");                                    // 2: the rail
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        QVERIFY2(two().verdict().contains(QStringLiteral("longer")), qPrintable(two().verdict()));
        QVERIFY2(tests::said(two()).contains(QStringLiteral("launches")), qPrintable(tests::said(two())));
        two().choosePart(0); // 3: the longest bar
        QVERIFY(!two().tables().table().table()->rows.empty());
    }
    void whatDidLastWeeksChangeDo()
    {
        const QTemporaryDir folder;
        openRun(record(folder, "last week", "h200-sxm", kBatch, {}));        // 1
        openRun(record(folder, "now", "h200-sxm", kBatch, {"optimizer=3"})); // 2
        window().showPage("compare");                                        // 3
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        QVERIFY2(tests::said(two()).contains(QStringLiteral("optimizer")), qPrintable(tests::said(two())));
        QVERIFY(two().shown()->difference.steps.parts.front().term == core::StepTerm::Optimizer);
        two().choosePart(0); // 4
        const auto rows = two().tables().table().table();
        QVERIFY(!rows->rows.empty());
        QVERIFY(std::get<double>(rows->rows.front()[*rows->columnIndex("difference")]) > 0);
    }
    void whichRankIsSlowAndWhatDoesItCost()
    {
        const QTemporaryDir folder;
        const Options pipeline{{"pipeline", "4"}, {"micro-batch", "4"}, {"micro-batches", "8"}};
        openRun(record(folder, "before", "dgx-h200", pipeline, {}));            // 1
        openRun(record(folder, "slow", "dgx-h200", pipeline, {"stage 3=1.5"})); // 2
        window().showPage("compare");                                           // 3
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 120'000);
        const profiler::DifferencePart& worst = two().shown()->difference.steps.parts.front();
        QVERIFY(worst.straggler);
        QCOMPARE(worst.rank, 3);
        QVERIFY(worst.seconds > 0);
        QVERIFY2(tests::said(two()).contains(QStringLiteral("rank 3")), qPrintable(tests::said(two())));
    }
    void planMyRecordedRunOn64OfThem()
    {
        const QTemporaryDir folder;
        tests::planted::FrameworkProgram program;
        program.replica = 8;
        QVERIFY(!tests::planted::writeProgram(program, folder.path().toStdString()).empty());
        openRun(folder.path());                            // 1
        QVERIFY(window().act(QStringLiteral("run.plan"))); // 2
        QTRY_VERIFY2_WITH_TIMEOUT(window().currentPage() == QStringLiteral("plan"),
                                  qPrintable(tests::said(window())), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().value && bench().jobs().idle(), 60'000);
        QCOMPARE(plan().axes.devices(), std::int64_t{8});
        const double recorded = bench().evaluated().value->step.at(core::StepPart::Total).seconds.value();
        auto* devices = window().part<app::PlanPage>().controls().devices().findChild<QLineEdit*>();
        QVERIFY(devices);
        devices->setFocus();
        devices->selectAll();
        QTest::keyClicks(devices, QStringLiteral("64")); // 3
        QTest::keyClick(devices, Qt::Key_Return);
        QCOMPARE(plan().axes.devices(), std::int64_t{64});
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().value, 60'000);
        const core::Evaluation& on64 = *bench().evaluated().value;
        QCOMPARE(on64.devices, std::int64_t{64});
        QVERIFY(on64.step.at(core::StepPart::Total).seconds.value() >= 0.5 * recorded);
    }
    /// What the reader says of the ranks goes before what their groups tell; one step, kept with the run.
    void myRanksAreNumberedOtherwise()
    {
        const QTemporaryDir folder;
        tests::planted::FrameworkProgram program;
        program.trainer = tests::planted::Trainer::Megatron;
        program.pipeline = 2;
        program.replica = 2;
        program.replicasLast = true; // as its groups say
        QVERIFY(!tests::planted::writeProgram(program, folder.path().toStdString()).empty());
        openRun(folder.path());                            // 1
        QVERIFY(window().act(QStringLiteral("run.plan"))); // 2
        QTRY_VERIFY_WITH_TIMEOUT(window().currentPage() == QStringLiteral("plan"), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().value && bench().jobs().idle(), 60'000);
        window().showPage("compare"); // 3
        QTRY_VERIFY_WITH_TIMEOUT(two().refused() || two().shown(), 60'000);
        if (two().refused())
            two().compareAnyway();
        const auto stages = [&](profiler::PlaceFrom from) {
            std::vector<std::int64_t> all;
            const app::SideDifference& difference = two().shown()->difference;
            for (std::size_t pair = 0; pair < difference.steps.pairs.size(); ++pair) {
                const profiler::RankPlace place = app::placeOfPair(difference, pair);
                if (place.from == from && place.pipeline)
                    all.push_back(*place.pipeline);
            }
            return all;
        };
        using Stages = std::vector<std::int64_t>;
        using profiler::PlaceFrom;
        QCOMPARE(two().shown()->difference.steps.pairs.size(), std::size_t{4});
        const Stages told = stages(PlaceFrom::Groups);
        QCOMPARE(told.size(), std::size_t{4});
        const int edits = bench().undoStack().count();
        called<QPushButton>(two(), "Matching…").click(); // 4
        QVERIFY(two().matching());
        QComboBox& numbering = two().matching()->numbering();
        QVERIFY(numbering.isVisible());
        QCOMPARE(numbering.count(), 3); // what is told, and two orders of two axes
        const int order = numbering.findText(QStringLiteral("replica, then stage"));
        QVERIFY(order > 0);
        numbering.setCurrentIndex(order); // 5
        emit numbering.activated(order);
        QCOMPARE(bench().undoStack().count(), edits + 1);
        QTRY_COMPARE_WITH_TIMEOUT(stages(PlaceFrom::User).size(), std::size_t{4}, 60'000);
        for (std::size_t pair = 0; pair < 4; ++pair) {
            const auto& [a, b] = two().shown()->difference.steps.pairs[pair];
            QCOMPARE(stages(PlaceFrom::User)[pair],
                     std::int64_t{two().shown()->difference.b.steps.devices[b].rank / 2});
        }
        QTRY_COMPARE(two().matching()->numbering().currentIndex(), order);
        const auto kept = bench().undoStack().project().itemsOf(core::ItemKind::Comparison);
        QVERIFY(std::ranges::any_of(kept, [](const core::ItemPtr& item) {
            return item->body.find("replica,pipeline") != std::string::npos;
        }));
        bench().undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(stages(PlaceFrom::Groups), told, 60'000);
        QTRY_COMPARE(two().matching()->numbering().currentIndex(), 0);
    }
    /// The plan's step is nearer to the run's afterwards, in one step of the history.
    void calibrateWithThisRunAndPlanAgain()
    {
        openPlan(8);
        const QTemporaryDir folder;
        openRun(record(folder, "run", "h200-sxm", kBatch, {"compute=1.3"})); // 1
        window().showPage("compare");                                        // 2
        QTRY_VERIFY_WITH_TIMEOUT(two().shown(), 60'000);
        const double run = two().shown()->difference.steps.b;
        const double before = std::abs(two().shown()->difference.steps.a - run);
        QVERIFY(before > 0.05 * run);
        const int edits = bench().undoStack().count();
        two().learn().calibrate().click(); // 3
        QTRY_VERIFY2_WITH_TIMEOUT(bench().undoStack().count() == edits + 1, qPrintable(two().learn().told()),
                                  120'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            two().shown() && std::abs(two().shown()->difference.steps.a - run) < 0.25 * before, 60'000);
        QVERIFY2(two().learn().told().contains(QStringLiteral("made again")),
                 qPrintable(two().learn().told()));
        bench().undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(
            two().shown() && std::abs(two().shown()->difference.steps.a - run) > 0.9 * before, 60'000);
    }

private:
    [[nodiscard]] app::DifferencePage& two() { return window().part<app::ComparePage>().two(); }
    void openPlan(std::int64_t microBatch)
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        edit([&](core::Plan& next) {
            next.batch.microBatch = microBatch;
            next.batch.microBatches = 2;
            next.batch.globalBatch = 2 * microBatch;
        });
    }
    void openRun(const QString& folder)
    {
        window().openFiles({folder});
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle() && bench().run() && !bench().run()->partial, 60'000);
    }
};

SHARDSCOPE_TEST(TstTwoSides)
#include "tst_two_sides.moc"
