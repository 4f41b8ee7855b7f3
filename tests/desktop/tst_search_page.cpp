// SPDX-License-Identifier: GPL-3.0-or-later
// "Which layout?", asked in the window: found as the command line finds it, opened, compared, explained,
// copied.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/search/plan_scatter.h"
#include "app/desktop/charts/search/search_scenes.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/several_box.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/search/layout_words.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace shardscope;
using tests::called;

class TstSearchPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void theBestPlanIsTheCommandLines()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        QVERIFY2(page().answer() && !page().answer()->best.empty(), qPrintable(page().verdict()));
        app::PlanSearchRequest request;
        request.model = "llama-3-8b";
        request.hardware = "dgx-h100";
        request.devices = "16";
        request.globalBatch = "256";
        request.pareto = "time,memory";
        const auto prepared = app::prepareSearch(bench().catalog(), request);
        QVERIFY(prepared.ok());
        const auto answer = app::answerSearch(*prepared, request);
        QVERIFY(answer.ok() && !answer->best.empty());
        const app::FoundLayout& best = page().answer()->best.front();
        QVERIFY(best.hit.plan == answer->best.front().hit.plan);
        QVERIFY(page().verdict().contains(QString::fromStdString(app::layoutWords(best.hit.plan))));
        QCOMPARE(page().table().table()->rows.size(), page().answer()->best.size());
        QVERIFY(!page().sensitivity().table()->rows.empty());
        // The picture has more plans than the finalists, and the best is chosen.
        QVERIFY(page().scatter().geometryOfPoints().at.size() > page().answer()->best.size());
        // Before it are those that the memory trace found too large.
        const std::optional<std::size_t> chosen = page().scatter().selected();
        QVERIFY(chosen && *chosen <= page().answer()->tracedOut.size());
        // The search as a command asks the same.
        called<QPushButton>(page(), "Copy the search's command").click();
        const QString command = QGuiApplication::clipboard()->text();
        QVERIFY2(command.startsWith(QStringLiteral("shardscope-cli search llama-3-8b dgx-h100 --devices 16 "
                                                   "--global-batch 256 --pareto time,memory")),
                 qPrintable(command));
        page().copyButton().click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QString::fromStdString(app::planCommand(*page().answer(), best)));
    }
    void aPlanThatWasFoundBecomesThePlan()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        QVERIFY(page().answer() && page().answer()->best.size() > 1);
        const app::FoundLayout second = page().answer()->best[1];
        emit page().table().cellActivated(1, 0);
        called<QPushButton>(page(), "Open as the plan").click();
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        QVERIFY(state().complete());
        QCOMPARE(state().modelReference, QStringLiteral("llama-3-8b"));
        QVERIFY(plan().axes == second.hit.plan.axes);
        QVERIFY(plan().sharding == second.hit.plan.sharding);
        QVERIFY(bench().evaluated().value);
        const double seconds = bench().evaluated().value->step.at(core::StepPart::Total).seconds.value();
        QVERIFY2(std::abs(seconds - second.hit.stepSeconds) < 1e-9 * seconds,
                 qPrintable(QString::number(seconds)));
        bench().undoStack().undo();
        QVERIFY(!state().complete());
        // If a plan of that machine is open, others can stand beside it.
        bench().undoStack().redo();
        window().showPage("search");
        emit page().table().cellActivated(0, 0);
        QVERIFY(called<QPushButton>(page(), "Add to Compare").isEnabled());
        called<QPushButton>(page(), "Add to Compare").click();
        const QString name = QString::fromStdString(app::layoutWords(page().answer()->best.front().hit.plan));
        // The reader stays, is told, and is led there when she wants to be.
        QCOMPARE(window().currentPage(), QStringLiteral("search"));
        QCOMPARE(bench().shelf().plans().size(), std::size_t{1});
        auto links = page().findChildren<app::LinkLabel*>();
        const auto told = std::ranges::find_if(links, [&](const app::LinkLabel* link) {
            return link->isVisibleTo(&page()) && link->plainText().contains(name);
        });
        QVERIFY(told != links.end());
        emit(*told)->clicked();
        QCOMPARE(window().currentPage(), QStringLiteral("compare"));
        QTRY_VERIFY(std::any_of(window().part<app::ComparePage>().plans().plans().begin(),
                                window().part<app::ComparePage>().plans().plans().end(),
                                [&](const app::ShownPlan& shown) { return shown.name == name; }));
    }
    void whyNotTheOpenPlan()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { // as slow as one can: full recompute on a long pipeline
            plan.axes.pipeline = 16;
            plan.batch.microBatches = 16;
            plan.recompute = core::Recompute::Full;
        });
        window().showPage("search");
        QCOMPARE(page().controls().devices().text(), QStringLiteral("16"));
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        QVERIFY2(page().answer() && page().answer()->why, qPrintable(page().verdict()));
        const app::WhyNot& why = *page().answer()->why;
        QVERIFY(why.feasible && !why.parts.empty());
        QVERIFY(tests::said(page()).contains(QStringLiteral("The open plan")));
        // The waterfall leads from the plan to the best: what the parts lose is the difference.
        double lost = 0;
        double whole = 0;
        for (const app::WhyNot::Part& part : why.parts)
            (part.part == core::StepPart::Total ? whole : lost) += part.seconds - part.bestSeconds;
        QVERIFY(whole > 0);
        QVERIFY2(std::abs(lost - whole) < 1e-6 * why.parts.front().seconds,
                 qPrintable(QString::number(lost)));
        const app::Scene scene = app::whyScene(why, 700, app::theme(app::Scheme::Light));
        QVERIFY(scene.boxes.size() >= 3);
    }
    void whatDoesNotFitIsSaid()
    {
        ask(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-h100"), QStringLiteral("8"));
        QVERIFY(page().answer() && page().answer()->best.empty());
        QVERIFY(page().verdict().startsWith(page().tr("Nothing fits")));
        QVERIFY(!page().answer()->nearest.empty());
        QCOMPARE(page().table().table()->rows.size(), page().answer()->nearest.size());
    }
    void howItScalesIsACurve()
    {
        window().showPage("search");
        choose(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QString());
        page().controls().question().setCurrentIndex(1);
        QVERIFY(!page().controls().sweep().isHidden());
        // Ctrl+E saves the picture, also from the line that Enter was pressed in.
        QKeyEvent saves(QEvent::ShortcutOverride, Qt::Key_E, Qt::ControlModifier);
        QCoreApplication::sendEvent(&page().controls().sweep(), &saves);
        QVERIFY(!saves.isAccepted());
        page().controls().sweep().setText(QStringLiteral("devices=8,16,32"));
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        QVERIFY2(page().sweepRows().table(), qPrintable(page().verdict()));
        app::PlanSearchRequest request = page().controls().request();
        QCOMPARE(request.sweep, std::string("devices=8,16,32"));
        const auto sweep = app::sweepSearch(bench().catalog(), request);
        QVERIFY(sweep.ok());
        QCOMPARE(page().sweepRows().table()->rows, app::sweepTable(*sweep).rows);
        QCOMPARE(page().table().table()->rows.size(), std::size_t{3});
        QVERIFY2(page().verdict().contains(QStringLiteral("devices = 32")), qPrintable(page().verdict()));
        const app::Scene scene = app::sweepScene(*sweep, 700, app::theme(app::Scheme::Light));
        QCOMPARE(scene.spots.size(), std::size_t{3});
        for (std::size_t i = 1; i < 3; ++i) // more devices lie to the right and do more
            QVERIFY(scene.spots[i].area.boundingRect().center().x() >
                        scene.spots[i - 1].area.boundingRect().center().x() &&
                    scene.spots[i].area.boundingRect().center().y() <
                        scene.spots[i - 1].area.boundingRect().center().y());
        called<QPushButton>(page(), "Copy the search's command").click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("--sweep devices=8,16,32")));
        emit page().table().cellActivated(1, 0);
        called<QPushButton>(page(), "Open as the plan").click();
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        QCOMPARE(plan().axes.devices(), std::int64_t{16});
        // A key with words has bars.
        request.sweep = "recompute=none,full";
        request.devices = "16";
        const auto words = app::sweepSearch(bench().catalog(), request);
        QVERIFY(words.ok());
        QCOMPARE(app::sweepScene(*words, 700, app::theme(app::Scheme::Light)).boxes.size(), std::size_t{2});
    }
    void theLargestModelIsNamed()
    {
        window().showPage("search");
        choose(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("8"));
        page().controls().question().setCurrentIndex(2);
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        const auto largest = app::largestModel(bench().catalog(), page().controls().request());
        QVERIFY(largest.ok() && largest->layers > 32);
        QVERIFY2(page().verdict().contains(QString::number(largest->layers)), qPrintable(page().verdict()));
        QVERIFY(!called<QPushButton>(page(), "Open as the plan").isEnabled()); // its model is in no file
    }
    /// The sentence on top is the answer's, with the numbers of the tables below it as they are shown there.
    void theSentenceIsTheTables()
    {
        window().showPage("search");
        choose(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        const std::vector<std::string> names = bench().catalog().hardwareNames();
        std::vector<int> ticked;
        ticked.reserve(2);
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == "h20-8" || names[i] == "mi300x-8")
                ticked.push_back(static_cast<int>(i));
        }
        page().controls().machines().setTicked(ticked);
        page().controls().objective().setCurrentIndex(1); // cost: asks for a price, and searches nothing
        page().searchOrCancel();
        QVERIFY(!page().searching());
        QVERIFY(!page().answer());
        QVERIFY2(page().verdict().contains(QStringLiteral("Price of a device and hour")),
                 qPrintable(page().verdict()));
        page().controls().price().setText(QStringLiteral("1.5,3"));
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        QVERIFY(page().answer() && !page().answer()->best.empty());
        const QString sentence = page().verdict();
        QVERIFY2(sentence.startsWith(QStringLiteral("Cheapest: ")) && sentence.endsWith('.'),
                 qPrintable(sentence));
        const core::Table& machines = *page().machines().table();
        QCOMPARE(machines.rows.size(), std::size_t{2});
        const auto cell = [&](std::size_t row, const char* key) {
            const auto column = machines.columnIndex(key);
            return column ? app::cellString(machines, row, *column) : QStringLiteral("no such column");
        };
        // What is predicted stands in the sentence with the digits that are known of it.
        const app::FoundLayout& best = page().answer()->best.front();
        const int digits = app::knownDigits(best.hit.stepSeconds, best.step.interval);
        QCOMPARE(digits, 2);
        for (const QString& words :
             {cell(0, "devices") + QStringLiteral(" × ") + cell(0, "hardware"), cell(0, "axes"),
              app::knownString(best.hit.stepSeconds, core::kSecond, digits) + QStringLiteral(" a step"),
              app::knownString(*app::costOf(best.hit), core::kCurrency, digits),
              QStringLiteral(". Runner-up: ") + cell(1, "devices") + QStringLiteral(" × ") +
                  cell(1, "hardware"),
              cell(1, "behind") + QStringLiteral(" behind"), QStringLiteral("uncertain: ")})
            QVERIFY2(sentence.contains(words), qPrintable(words + QStringLiteral(" is not in: ") + sentence));
    }
    /// One sheet has the answer, its plans and the command that asks the same, once there is an answer.
    void theAnswerIsDrawnOnASheet()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        QVERIFY(page().canExport());
        const QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("search.svg"));
        QVERIFY(window().writePage(name).ok());
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString drawn = QString::fromUtf8(file.readAll());
        for (const char* words : {"Llama 3 8B on 16", "Fastest: ", "Plans found", "Best plans",
                                  "What each axis is worth around the best plan", "shardscope-cli search"})
            QVERIFY2(drawn.contains(QLatin1String(words)), words);
        // A point of the scatter each, and more.
        QVERIFY(drawn.count(QLatin1String("<circle")) + drawn.count(QLatin1String("<ellipse")) +
                    drawn.count(QLatin1String("<rect")) >=
                static_cast<qsizetype>(page().scatter().geometryOfPoints().at.size()));
    }
    /// "Behind the best" is behind the best of all plans, also of those that are marked alone.
    void markedPlansAreBehindTheBestOfAll()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        const double best = page().answer()->best.front().hit.primary;
        emit page().scatter().brushed({5, 6});
        const core::Table& table = *page().table().table();
        QCOMPARE(table.rows.size(), std::size_t{2});
        const auto column = table.columnIndex("behind");
        QVERIFY(column);
        const double behind = std::get<double>(table.rows[0][*column]);
        const auto step = table.columnIndex("step_seconds");
        const auto batch = table.columnIndex("global_batch");
        const double sample = std::get<double>(table.rows[0][*step]) /
                              static_cast<double>(std::get<std::int64_t>(table.rows[0][*batch]));
        QVERIFY(std::abs(sample / best - 1 - behind) < 1e-9);
        QVERIFY(behind > 0);
        emit page().scatter().brushed({});
        QCOMPARE(page().table().table()->rows.size(), page().answer()->best.size());
    }
    /// Nobody says how many devices: a node's.
    void aMachineAloneIsANode()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QString());
        QVERIFY2(page().verdict().startsWith(QStringLiteral("Fastest: 8 × NVIDIA DGX H100 ")),
                 qPrintable(page().verdict()));
    }
    void theSmallestDeviceIsFound()
    {
        window().showPage("search");
        choose(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("8"));
        page().controls().machines().setTicked({}); // all of the catalogue
        page().controls().question().setCurrentIndex(3);
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        const auto answer = app::smallestDevice(bench().catalog(), page().controls().request());
        QVERIFY(answer.ok() && !answer->best.empty());
        QCOMPARE(page().machines().table()->rows, app::deviceSizeTable(*answer).rows);
        QVERIFY2(page().verdict().startsWith(QStringLiteral("Smallest: 8 × ") +
                                             QString::fromStdString(answer->best.front().title)),
                 qPrintable(page().verdict()));
        called<QPushButton>(page(), "Copy the search's command").click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("shardscope-cli search llama-3-8b --devices 8 --global-batch 256 --pareto "
                                "time,memory --top 25 --smallest-device"));
        called<QPushButton>(page(), "Open as the plan").click();
        QCOMPARE(state().hardwareReference, QString::fromStdString(answer->best.front().hardware));
    }
    void roundNumbersOnTheAxes()
    {
        std::vector<planner::PlanHit> hits(2);
        constexpr double kGiB = 1024.0 * 1024 * 1024;
        hits[0].peakBytes = 9.9 * kGiB;
        hits[1].peakBytes = 177 * kGiB;
        QStringList marks;
        for (const app::AxisMark& mark : app::roundMarks(hits, app::PlanMeasure::Memory))
            marks << QString(mark.text).replace(QChar(0x202F), QLatin1Char(' '));
        QCOMPARE(marks, (QStringList{"10 GiB", "20 GiB", "50 GiB", "100 GiB"}));
        hits[0].devices = 8; // too narrow for 1, 2, 5
        hits[1].devices = 12;
        marks.clear();
        for (const app::AxisMark& mark : app::roundMarks(hits, app::PlanMeasure::Devices))
            marks << mark.text;
        QCOMPARE(marks, (QStringList{"8", "10", "12"}));
    }
    void axesAreSmallPictures()
    {
        const std::vector<app::AxisWorth> axes{{"tensor", "1", 3.0, 0, false, false},
                                               {"tensor", "2", 1.0, 0, true, true},
                                               {"pipeline", "1", 1.0, 0, true, true},
                                               {"pipeline", "2", 1.5, 0, true, false}};
        const app::Scene scene = app::axesScene(axes, 500, app::theme(app::Scheme::Light));
        QCOMPARE(scene.boxes.size(), std::size_t{4});
        QVERIFY(scene.boxes[0].hatch && !scene.boxes[1].hatch);
        const auto height = [&](std::size_t i) { return scene.boxes[i].rect.height(); };
        QVERIFY(std::abs(height(0) / height(1) - 2) < 1e-9); // cut at twice the best
        QVERIFY(std::abs(height(3) / height(2) - 1.5) < 1e-9);
        QVERIFY(scene.boxes[2].rect.left() > scene.boxes[1].rect.right()); // a picture of its own
    }
    void badWishesAreSaid()
    {
        window().showPage("search");
        page().searchOrCancel(); // nothing is chosen
        QVERIFY(!page().searching());
        QVERIFY(page().verdict().contains(QStringLiteral("MODEL")) ||
                page().verdict().contains(QStringLiteral("model")));
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("sixteen"));
        QVERIFY2(page().verdict().contains(QStringLiteral("--devices")), qPrintable(page().verdict()));
    }
    void aBrushShowsWhatItHolds()
    {
        ask(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        app::PlanScatter& scatter = page().scatter();
        const app::ScatterGeometry& geometry = scatter.geometryOfPoints();
        QVERIFY(!geometry.at.empty() && geometry.at[0]);
        // Nearest is nearest.
        QCOMPARE(app::nearestPoint(geometry, *geometry.at[0], 5), std::optional<std::size_t>(0));
        const QRectF area = geometry.axes.area();
        const auto all = app::pointsWithin(geometry, area.adjusted(-2, -2, 2, 2));
        QCOMPARE(all.size(), geometry.at.size());
        emit scatter.brushed({0, 1});
        QCOMPARE(page().table().table()->rows.size(), std::size_t{2});
        emit scatter.brushed({});
        QCOMPARE(page().table().table()->rows.size(), page().answer()->best.size());
    }
    void aSearchIsCancelled()
    {
        window().showPage("search");
        choose(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"), QStringLiteral("64..2048"));
        page().controls().globalBatch().clear();
        page().searchOrCancel();
        QVERIFY(page().searching());
        page().searchOrCancel();
        QVERIFY(!page().searching());
        QVERIFY(tests::said(page()).contains(page().tr("Cancelled; what was found until then stays.")));
        QTest::qWait(50);
        QVERIFY(!page().answer());
    }

    /// What was searched with is what is planned with, also by the command that is copied.
    void thePriceGoesWithThePlan()
    {
        window().showPage("search");
        choose(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"), QStringLiteral("16"));
        page().controls().price().setText(QStringLiteral("2.3"));
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching() && page().answer(), 60'000);
        const planner::PlanHit best = page().answer()->best.front().hit;
        QVERIFY(best.currencyPerStep.has_value());
        page().copyButton().click();
        const QString command = QGuiApplication::clipboard()->text();
        QVERIFY2(command.endsWith(QStringLiteral(" --price 2.3")), qPrintable(command));
        called<QPushButton>(page(), "Open as the plan").click();
        QTRY_VERIFY(bench().evaluated().explained);
        QCOMPARE(bench().evaluated().value->currencyPerStep, best.currencyPerStep);
        // Also where the machine is chosen anew.
        QVERIFY(bench().chooseHardware(QStringLiteral("dgx-a100-80g")));
        QVERIFY(bench().chooseHardware(QStringLiteral("dgx-h100")));
        QCOMPARE(app::enteredPrice(*state().hardware), std::string("2.3"));
    }

private:
    [[nodiscard]] app::SearchPage& page() { return *window().findChild<app::SearchPage*>(); }
    void choose(const QString& model, const QString& machine, const QString& devices)
    {
        QComboBox& models = page().controls().model();
        models.setCurrentIndex(models.findData(model));
        QVERIFY(models.currentIndex() >= 0);
        const std::vector<std::string> names = bench().catalog().hardwareNames();
        const auto at = std::find(names.begin(), names.end(), machine.toStdString());
        QVERIFY(at != names.end());
        page().controls().machines().setTicked({static_cast<int>(at - names.begin())});
        page().controls().devices().setText(devices);
        page().controls().globalBatch().setText(QStringLiteral("256"));
    }
    void ask(const QString& model, const QString& machine, const QString& devices)
    {
        window().showPage("search");
        choose(model, machine, devices);
        page().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
    }
};

SHARDSCOPE_TEST(TstSearchPage)
#include "tst_search_page.moc"
