// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a recommender's study: what they draw adds up to what was planned, every figure can be opened.
#include "app/desktop/charts/bar_rows.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/plan/placement_controls.h"
#include "app/desktop/pages/recommender/recommender_controls.h"
#include "app/desktop/pages/recommender/recommender_head.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/recommender/recommender_search_card.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/desktop/widgets/several_box.h"
#include "app/desktop/window/inspector.h"
#include "app/desktop/window/main_window.h"
#include "app/session/plan/commands.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace shardscope;

namespace {

std::shared_ptr<const app::Study> studyOf(const std::string& model, const std::string& devices,
                                          const std::string& cluster = "persia-gcp-100t")
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    auto plan =
        app::evaluatePlan(catalog, {model, "zionex", {}, {{"replica", devices}, {"micro-batch", "512"}}},
                          planner::Detail::Plain);
    app::RecommenderChoices choices;
    choices.cluster = cluster;
    auto request = app::studyRequest(catalog, plan->model, plan->hardware, plan->evaluation.plan, choices);
    return std::make_shared<const app::Study>(app::studyRecommender(*request).value());
}

const app::Theme& light() { return app::theme(app::Scheme::Light); }

double area(const app::Scene& scene, const QColor& color)
{
    double sum = 0;
    for (const app::SceneBox& box : scene.boxes)
        sum += box.fill == color ? box.rect.width() * box.rect.height() : 0;
    return sum;
}

} // namespace

class TstRecommenderPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
        m_small = studyOf("dlrm-v2-mlperf", "8");
        m_large = studyOf("zionex-793b", "128");
        m_overfull = studyOf("zionex-12t", "64");
    }

    void everythingStaysInsideItsPicture_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {420, 720, 1340})
            QTest::addRow("%d", width) << width;
    }
    void everythingStaysInsideItsPicture()
    {
        QFETCH(int, width);
        for (const auto& study : {m_small, m_large, m_overfull}) {
            for (const app::RecommenderView& view : app::recommenderViews()) {
                const app::Scene scene = view.scene(*study, width, light());
                QVERIFY2(scene.height > 60 && scene.height < 1200, qPrintable(view.title()));
                const QRectF frame(-1, -1, width + 2, scene.height + 2);
                for (const app::SceneBox& box : scene.boxes) // QRectF::contains knows no empty ones
                    QVERIFY2(frame.contains(box.rect.topLeft()) && frame.contains(box.rect.bottomRight()),
                             qPrintable(view.title()));
                for (const app::SceneText& text : scene.texts) {
                    // What is drawn, not what it was given: alignment and eliding keep it within its
                    // rectangle.
                    QVERIFY2(text.rect.top() >= -1 && text.rect.bottom() <= scene.height + 1,
                             qPrintable(view.title() + QLatin1Char(' ') + text.text));
                }
                QVERIFY2(!scene.spots.empty() || view.twin(*study).rows.empty(), qPrintable(view.title()));
            }
        }
    }

    void shardsAddUpToTheLoads()
    {
        // Eight devices: bytes and time side by side; the areas of one device are in proportion to its loads.
        const app::Scene scene = app::shardMapScene(*m_small, 900, light());
        double bytes = 0;
        double seconds = 0;
        for (const planner::DeviceLoad& load : m_small->step.placement.devices) {
            bytes += (load.device + load.host + load.nvme).value();
            seconds += load.seconds.value();
        }
        double drawn = 0;
        for (int sharding = 0; sharding < core::kTableShardings; ++sharding)
            drawn += area(scene, app::colorOf(static_cast<core::TableSharding>(sharding)));
        double most = 0;
        double slowest = 0;
        for (const planner::DeviceLoad& load : m_small->step.placement.devices) {
            most = std::max(most, (load.device + load.host + load.nvme).value());
            slowest = std::max(slowest, load.seconds.value());
        }
        // Every device has two bars of one width and a plot of 190 pixels whose top is 1.05 times the
        // largest.
        const double pitch = (900 - 2 * 62) / 8.0;
        const double width = (pitch - std::min(6.0, pitch * 0.12)) / 2 - 1;
        const double expected = width * 190 / 1.05 * (bytes / most + seconds / slowest);
        QVERIFY2(std::abs(drawn / expected - 1) < 0.05, qPrintable(QString::number(drawn / expected)));
    }

    void hiddenAndExposedAddUp()
    {
        const core::Table parts = app::partTableOf(*m_small);
        double exposed = 0;
        for (const auto& row : parts.rows)
            exposed += std::get<double>(row[2]);
        QVERIFY(std::abs(exposed / m_small->step.seconds.value() - 1) < 1e-9);
        // The dashed line that ends the step stands where the last exposed part ends.
        const app::Scene scene = app::overlapScene(*m_small, 800, light());
        QVERIFY(std::any_of(scene.lines.begin(), scene.lines.end(),
                            [](const app::SceneLine& line) { return line.dashed; }));
    }

    void everyPathOpens()
    {
        std::set<QString> kinds;
        for (const auto& study : {m_small, m_large}) {
            for (const app::RecommenderView& view : app::recommenderViews()) {
                for (const app::HotSpot& spot : view.scene(*study, 900, light()).spots) {
                    QVERIFY2(!spot.text.isEmpty(), qPrintable(view.title()));
                    if (spot.path.isEmpty())
                        continue;
                    QVERIFY2(app::derivationOf(*study, spot.path.toStdString()) != nullptr,
                             qPrintable(spot.path));
                    kinds.insert(spot.path.section(QLatin1Char('.'), 0, 0));
                }
            }
        }
        QCOMPARE(kinds, (std::set<QString>{"front_end", "part", "role", "shard", "system"}));
        for (const char* wrong : {"shard.999999", "shard.x", "part.none", "role.persia", "", "system.none"})
            QVERIFY2(app::derivationOf(*m_small, wrong) == nullptr, wrong);
    }

    void derivationsAgreeWithThePictures()
    {
        for (const planner::RecommenderPart& part : m_small->step.parts)
            QCOMPARE(app::derivationOf(*m_small, "part." + part.key)->value, part.seconds.value());
        for (std::size_t i = 0; i < m_small->step.placement.tables.size(); ++i) {
            const double drawn = m_small->step.placement.tables[i].option.shard.total().value();
            const double why = app::derivationOf(*m_small, "shard." + std::to_string(i))->value;
            QVERIFY2(std::abs(why / drawn - 1) < 1e-12, qPrintable(QString::number(i)));
        }
    }

    void manyDevicesShareColumns()
    {
        // 128 devices in 300 pixels: fewer columns, each the slowest of its neighbours.
        const app::Scene scene = app::shardMapScene(*m_large, 300, light());
        for (const app::SceneBox& box : scene.boxes)
            QVERIFY(box.rect.right() <= 301);
        QVERIFY(scene.boxes.size() < 20'000);
    }

    void overfullSaysWhatHelps()
    {
        QVERIFY(!m_overfull->step.placement.verdict.feasible());
        const QString text = app::studySentence(*m_overfull);
        QVERIFY2(text.contains(QLatin1String("does not fit")) &&
                     text.contains(QLatin1String("What would help")),
                 qPrintable(text));
    }

    void explorerHoldsTheClusterItself()
    {
        const app::RatioGrid& grid = m_small->ratio;
        QVERIFY(grid.first.size() >= 5 && grid.second.size() >= 5);
        const auto& workers = m_small->request.cluster[planner::PersiaRoleKind::NnWorker];
        bool found = false;
        for (const planner::RatioPoint& point : grid.points) {
            found = found || (point.first == workers.replicas &&
                              point.samplesPerSecond == m_small->rate().samplesPerSecond);
        }
        QVERIFY(found);
        QCOMPARE(grid.points.size(), grid.first.size() * grid.second.size());
    }

    void systemsAreComparedFairly()
    {
        QCOMPARE(m_small->systems.size(), std::size_t{7});
        // Plain operators cost more than fused ones, and nothing else differs.
        QVERIFY(m_small->systems[1].samplesPerSecond < m_small->systems[0].samplesPerSecond);
        // Plain operators also keep a gradient of 128 in fp32 and an index for each of the 214 lookups of
        // 4,096 samples.
        QCOMPARE(m_small->systems[1].memory.value(),
                 m_small->systems[0].memory.value() + 214.0 * 4096 * (128 * 4 + 8));
        QCOMPARE(m_small->systems.front().samplesPerSecond, m_small->step.samplesPerSecond);
        for (const app::SystemRow& row : m_small->systems) {
            QVERIFY2(row.samplesPerSecond > 0 && row.accelerators > 0, row.system.c_str());
            QVERIFY2(row.system == "zion" || row.system == "zionex_plain" || row.why != nullptr,
                     row.system.c_str());
        }
        QCOMPARE(m_small->systems.front().staleness, 0.0);
        // Both sides stay within their rules: no PERSIA mode is staler than its cap.
        for (std::size_t mode = 0; mode < m_small->timelines.size(); ++mode) {
            for (const std::int64_t stale : m_small->timelines[mode].staleness)
                QVERIFY(stale < m_small->request.settings.staleness);
        }
    }

    void filledInEveryLook()
    {
        app::Language language;
        app::MainWindow window(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                               app::SchemeChoice::Light, app::Scheme::Light);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.openSample("recommender");
        QTRY_VERIFY(window.workbench().study());
        for (const char* code : {"en", "ja"}) {
            for (const bool dark : {false, true}) {
                window.setLanguage(QString::fromLatin1(code));
                window.setScheme(dark ? app::SchemeChoice::Dark : app::SchemeChoice::Light);
                for (const char* key : {"recommender", "model"}) {
                    window.showPage(key);
                    QTest::qWait(30);
                    const QImage picture = window.grab().toImage();
                    // Every figure is drawn in the language and theme of the window.
                    for (const app::SceneFigure* figure :
                         window.findChild<app::RecommenderPage*>()->figures())
                        QVERIFY(!figure->scene().texts.empty());
                    if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES");
                        !folder.isEmpty()) {
                        const QString name =
                            QStringLiteral("%1/filled_%2_%3_%4.png")
                                .arg(folder, QString::fromLatin1(key), QString::fromLatin1(code),
                                     dark ? QStringLiteral("dark") : QStringLiteral("light"));
                        picture.save(name);
                    }
                    const auto lightness = static_cast<double>(
                        picture.pixelColor(picture.width() - 4, picture.height() - 4).lightnessF());
                    QVERIFY(dark ? lightness < 0.3 : lightness > 0.7);
                }
            }
        }
        // Japanese words are not the English ones.
        language.choose(QStringLiteral("ja"));
        for (const app::RecommenderView& view : app::recommenderViews()) {
            const QString japanese = view.title();
            language.choose(QStringLiteral("en"));
            QVERIFY2(japanese != view.title(), qPrintable(japanese));
            language.choose(QStringLiteral("ja"));
        }
        language.choose(QStringLiteral("en"));
    }

    void journey()
    {
        app::Language language;
        language.choose(QStringLiteral("en"));
        app::MainWindow window(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                               app::SchemeChoice::Light, app::Scheme::Light);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.openSample("recommender");
        QCOMPARE(window.currentPage(), QStringLiteral("recommender"));
        QTRY_VERIFY(window.workbench().study());
        auto* page = window.findChild<app::RecommenderPage*>();
        QVERIFY(page->canExport());
        const double before = window.workbench().study()->rate().samplesPerSecond;
        // Another mode: the old study stays until the new one is there.
        auto* mode = qobject_cast<QComboBox*>(page->controls().choice("mode"));
        QVERIFY(mode != nullptr);
        mode->setCurrentIndex(static_cast<int>(planner::PersiaMode::FullSync));
        emit mode->activated(static_cast<int>(planner::PersiaMode::FullSync));
        QVERIFY(window.workbench().study());
        QTRY_VERIFY(window.workbench().study()->request.choices.mode == planner::PersiaMode::FullSync);
        QVERIFY(window.workbench().study()->rate().samplesPerSecond < before);
        // Undone, the control and the study are as they were.
        window.workbench().undoStack().undo();
        QCOMPARE(mode->currentIndex(), static_cast<int>(planner::PersiaMode::Persia));
        QTRY_COMPARE(window.workbench().study()->rate().samplesPerSecond, before);
        // A part of the step opens in the inspector.
        emit page->explainRequested(QStringLiteral("part.lookup"));
        QCOMPARE(window.part<app::Inspector>().path(), QStringLiteral("part.lookup"));
        QVERIFY(window.part<app::Inspector>().currentWidget() ==
                static_cast<QWidget*>(&window.part<app::Inspector>().derivation()));
        // A transformer has no tables: the page says so instead of keeping what was.
        QVERIFY(window.workbench().chooseModel(QStringLiteral("gpt2")));
        QTRY_VERIFY(!window.workbench().study());
        QVERIFY(!page->canExport());
    }

    /// PERSIA's roles bring their own machines: a model alone fills the page.
    void aModelWithoutHardware()
    {
        app::Language language;
        language.choose(QStringLiteral("en"));
        app::MainWindow window(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                               app::SchemeChoice::Light, app::Scheme::Light);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.workbench().chooseModel(QStringLiteral("persia-kwai")));
        QVERIFY(!window.workbench().state().hardware);
        window.showPage("recommender");
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench().study(), 60000);
        const std::shared_ptr<const app::Study> study = window.workbench().study();
        // The same rate as where hardware is named; ZionEX is neither planned nor shown.
        const auto named = studyOf("persia-kwai", "8", study->request.cluster.name);
        QCOMPARE(study->rate().samplesPerSecond, named->rate().samplesPerSecond);
        QVERIFY(study->request.alone && study->step.placement.tables.empty());
        QCOMPARE(study->systems.size(), std::size_t{4});
        const QString said = app::studySentence(*study);
        QVERIFY2(said.startsWith(QStringLiteral("PERSIA")) && !said.contains(QStringLiteral("ZionEX")),
                 qPrintable(said));
        QCOMPARE(app::studyFits(*study), study->operations.memory.verdict.feasible());
        auto* page = window.findChild<app::RecommenderPage*>();
        for (std::size_t view = 0; view < page->figures().size(); ++view) {
            const app::RecommenderView& of = app::recommenderViews()[view];
            page->showTab(of.tab);
            QCOMPARE(page->figures()[view]->isVisibleTo(page), !of.zionex);
        }
        // A tab of nothing but ZionEX is none.
        const auto* tabs = page->head().findChild<QTabBar*>();
        QVERIFY(!tabs->isTabVisible(static_cast<int>(app::RecommenderTab::Network)));
        QVERIFY(tabs->isTabVisible(static_cast<int>(app::RecommenderTab::Roles)));
        // And drawn on a sheet.
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("persia.png"));
        QVERIFY(window.writePage(file).ok());
        QVERIFY(QFileInfo(file).size() > 10'000);
        // When hardware is chosen, ZionEX stands beside it.
        QVERIFY(window.workbench().chooseHardware(QStringLiteral("zionex")));
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench().study() && !window.workbench().study()->request.alone,
                                 60000);
        page->showTab(app::recommenderViews()[1].tab);
        QVERIFY(page->figures()[1]->isVisibleTo(page));
        QVERIFY(tabs->isTabVisible(static_cast<int>(app::RecommenderTab::Network)));
    }
    /// Each picture is in one tab, few enough to be looked over, and no tab is without any.
    void picturesAreDividedOverTabs()
    {
        std::array<std::size_t, app::kRecommenderTabs> number{};
        for (const app::RecommenderView& view : app::recommenderViews())
            ++number[static_cast<std::size_t>(view.tab)];
        for (const std::size_t pictures : number)
            QVERIFY(pictures >= 3 && pictures <= 7);
        app::Language language;
        app::MainWindow window(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                               app::SchemeChoice::Light, app::Scheme::Light);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.openSample("recommender");
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench().study(), 60000);
        auto* page = window.findChild<app::RecommenderPage*>();
        for (std::size_t tab = 0; tab < app::kRecommenderTabs; ++tab) {
            page->showTab(static_cast<app::RecommenderTab>(tab));
            std::size_t seen = 0;
            for (std::size_t view = 0; view < page->figures().size(); ++view) {
                const bool shown = page->figures()[view]->isVisibleTo(page);
                seen += shown ? 1 : 0;
                QCOMPARE(shown, static_cast<std::size_t>(app::recommenderViews()[view].tab) == tab);
            }
            QCOMPARE(seen, number[tab]);
            QVERIFY(page->head().isVisibleTo(page)); // verdict and figures stay
            QCOMPARE(page->search().isVisibleTo(page),
                     static_cast<app::RecommenderTab>(tab) == app::RecommenderTab::Placement);
        }
        QCOMPARE(page->head().verdict(), app::studySentence(*window.workbench().study()));
    }

    void rolesAreNamedWholeInANarrowWindow()
    {
        for (const double width : {290.0, 620.0}) {
            const app::Scene scene = app::topologyScene(*m_small, width, light());
            int roles = 0;
            for (const app::SceneText& text : scene.texts) {
                QVERIFY2(text.rect.left() >= 0 && text.rect.right() <= width + 1, qPrintable(text.text));
                if (text.weight != app::Weight::Strong)
                    continue;
                QVERIFY2(app::textWidth(text.text, text.size, text.weight) <= text.rect.width(),
                         qPrintable(text.text));
                ++roles;
            }
            QCOMPARE(roles, 4);
        }
    }
    void tablesWithoutANameAreCounted()
    {
        core::EmbeddingTable table;
        table.name = "table";
        table.count = 3;
        QCOMPARE(app::tableName(table, 1), app::Words::tr("table %1").arg(2));
        table.name = "cat_7";
        QCOMPARE(app::tableName(table, 0), QStringLiteral("cat_7 1"));
        table.count = 1;
        QCOMPARE(app::tableName(table, 0), QStringLiteral("cat_7"));
    }
    /// One kind of machine for everything: the bars are the shares of the tables.
    void machinesOfOneKindAreDrawn()
    {
        const app::Scene scene = app::homogeneousScene(*m_small, 900, light());
        const app::Operations& operations = m_small->operations;
        QCOMPARE(operations.homogeneous.size(), std::size_t{2});
        double full = 0; // of the shade behind a bar
        double bars = 0;
        for (const app::SceneBox& box : scene.boxes)
            full = box.fill == light().raised ? box.rect.width() : full;
        QVERIFY(full > 0);
        for (const app::SceneBox& box : scene.boxes)
            if (box.fill == light().accent || box.fill == light().textDim)
                bars += box.rect.width() / full;
        double shares = 1 - operations.persiaIdle;
        for (const planner::HomogeneousCluster& one : operations.homogeneous)
            shares += 1 - one.idle;
        QVERIFY2(std::abs(bars - shares) < 0.02, qPrintable(QString("%1 %2").arg(bars).arg(shares)));
        QCOMPARE(app::homogeneousTableOf(operations).rows.size(), std::size_t{3});
        QCOMPARE(app::waitingTableOf(operations).rows.size(), operations.waiting.size());
    }

    /// Every key of the choices has a control that edits it in one undo step, and no other.
    void everyChoiceIsAControl()
    {
        app::Workbench workbench(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        QVERIFY(workbench.chooseModel(QStringLiteral("dlrm-v2-mlperf")));
        QVERIFY(workbench.chooseHardware(QStringLiteral("zionex")));
        app::RecommenderControls controls(workbench);
        for (const app::ChoiceField& field : app::choiceFields()) {
            QWidget* control = controls.choice(field.key);
            QVERIFY2(control != nullptr, field.key);
            const double before = field.get(app::choicesOf(workbench.state()));
            const int steps = workbench.undoStack().index();
            if (auto* box = qobject_cast<QComboBox*>(control)) {
                const int next = before > 0 ? 0 : 1;
                box->setCurrentIndex(next);
                emit box->activated(next);
            } else if (auto* check = qobject_cast<QCheckBox*>(control)) {
                check->click();
            } else {
                auto* number = qobject_cast<QDoubleSpinBox*>(control);
                QVERIFY2(number != nullptr, field.key);
                emit number->editingFinished(); // left as it was: no step
                QCOMPARE(workbench.undoStack().index(), steps);
                number->setValue(before > field.lowest ? field.lowest : field.highest);
                emit number->editingFinished();
            }
            QVERIFY2(field.get(app::choicesOf(workbench.state())) != before, field.key);
            QCOMPARE(workbench.undoStack().index(), steps + 1);
            workbench.undoStack().undo();
            QVERIFY2(field.get(app::choicesOf(workbench.state())) == before, field.key);
        }
    }

    void wordsAreNotCutOff()
    {
        app::Workbench workbench(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        app::RecommenderControls controls(workbench);
        controls.resize(controls.width(), 800);
        controls.show();
        QVERIFY(QTest::qWaitForWindowExposed(&controls));
        for (const app::ChoiceField& field : app::choiceFields()) {
            const auto* box = qobject_cast<QComboBox*>(controls.choice(field.key));
            if (box == nullptr)
                continue;
            QStyleOptionComboBox option;
            option.initFrom(box);
            const QRect shown =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
            for (int i = 0; i < box->count(); ++i)
                QVERIFY2(box->fontMetrics().horizontalAdvance(box->itemText(i)) <= shown.width(),
                         qPrintable(box->itemText(i)));
        }
    }

    void tablesAreFixedAndReleased()
    {
        app::Workbench workbench(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        QVERIFY(workbench.chooseModel(QStringLiteral("dlrm-v2-mlperf")));
        QVERIFY(workbench.chooseHardware(QStringLiteral("zionex")));
        app::PlacementControls controls(workbench);
        const std::string table = workbench.state().model->recommender()->tables.front().name;
        QCOMPARE(controls.table()->currentText().toStdString(), table);
        // Several may be allowed: the search chooses among them.
        const std::vector<std::string>& names = core::namesOf<core::TableSharding>();
        const auto indexOf = [&](const char* name) {
            return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
        };
        controls.sharding()->toggle(indexOf("row_wise"));
        controls.sharding()->toggle(indexOf("column_wise"));
        const core::TableConstraint both = workbench.state().plan.placement.at(table);
        QCOMPARE(both.shardings.size(), std::size_t{2});
        QCOMPARE(core::tableConstraintFromText(core::textOf(both)).value(), both);
        QCOMPARE(controls.sharding()->ticked().size(), std::size_t{2});
        workbench.undoStack().undo();
        QCOMPARE(core::textOf(workbench.state().plan.placement.at(table)), std::string("row_wise"));
        QCOMPARE(controls.sharding()->ticked(), std::vector<int>{indexOf("row_wise")});
        controls.kernel()->toggle(0);
        QVERIFY(!workbench.state().plan.placement.at(table).kernels.empty());
        controls.kernel()->toggle(-1);
        QVERIFY(workbench.state().plan.placement.at(table).kernels.empty());
        controls.device()->setValue(3);
        emit controls.device()->editingFinished();
        QCOMPARE(core::textOf(workbench.state().plan.placement.at(table)), std::string("row_wise device 3"));
        workbench.undoStack().undo();
        QCOMPARE(controls.device()->value(), -1);
        controls.release()->click();
        QVERIFY(workbench.state().plan.placement.empty());
        // Another model has other tables: what was fixed goes with them.
        workbench.undoStack().undo();
        QVERIFY(!workbench.state().plan.placement.empty());
        QVERIFY(workbench.chooseModel(QStringLiteral("persia-taobao")));
        QVERIFY(workbench.state().plan.placement.empty());
    }

    void operationsSayWhatTheyDraw()
    {
        const app::Operations& operations = m_small->operations;
        // The time bar is whole: training, checkpoints and failures add up to one.
        double lost = operations.memory.checkpoint.value() / operations.memory.checkpointInterval.value();
        for (const planner::RoleFailure& failure : operations.failures)
            lost += failure.share;
        QVERIFY(std::abs(operations.memory.goodput + lost - 1) < 1e-9);
        // Serving: more replicas never answer less, and the chosen number is drawn.
        bool chosen = false;
        for (std::size_t i = 0; i < operations.serving.size(); ++i) {
            chosen = chosen || operations.serving[i].replicas == operations.servingReplicas;
            if (i > 0)
                QVERIFY(operations.serving[i].rate.requestsPerSecond >=
                        operations.serving[i - 1].rate.requestsPerSecond * (1 - 1e-9));
        }
        QVERIFY(chosen);
        // The bound of the synchronous mode has no hybrid term; staleness adds to the others.
        QCOMPARE(operations.bounds.front().bound.hybridTerm(), 0.0);
        QVERIFY(operations.bounds.back().bound.value() > operations.bounds.front().bound.value());
        // No rate is wanted: the picture asks for one. Wanted: the cluster reaches it. Too much: it says so.
        QVERIFY(!operations.sized && app::sizedTableOf(operations).rows.empty());
        for (const double rate : {1e6, 1e12}) {
            app::StudyRequest request = m_small->request;
            request.choices.wantedRate = rate;
            const auto study = app::studyRecommender(request);
            QVERIFY(study.ok());
            QCOMPARE(study->operations.sized.has_value(), rate == 1e6);
            QCOMPARE(study->operations.unsized.has_value(), rate != 1e6);
            if (study->operations.sized)
                QVERIFY(study->operations.sized->rate.samplesPerSecond >= rate);
            QVERIFY(app::sizedScene(*study, 480, light()).height >= 60);
        }
    }

    /// PERSIA's files and lists of others' open by content, with a report of what was taken.
    void filesOfOthersOpen()
    {
        const QTemporaryDir folder;
        const auto written = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            if (file.open(QIODevice::WriteOnly))
                file.write(text);
            return file.fileName();
        };
        app::Workbench workbench(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        QSignalSpy reports(&workbench, &app::Workbench::imported);
        QSignalSpy failures(&workbench, &app::Workbench::failed);
        const auto reportHas = [&](const char* key, const char* became) {
            const auto report = reports.last().at(1).value<std::shared_ptr<const core::Table>>();
            return std::any_of(report->rows.begin(), report->rows.end(), [&](const auto& row) {
                return std::get<std::string>(row[0]) == key && std::get<std::string>(row[2]) == became;
            });
        };
        QVERIFY(workbench.openFile(written(
            "run.sh", "python dlrm_s_pytorch.py --arch-embedding-size=10-20 --arch-sparse-feature-size=8 "
                      "--arch-mlp-bot=4-8 --arch-mlp-top=8-1 --nepochs=3\n")));
        QCOMPARE(workbench.state().model->recommender()->tables.size(), std::size_t{2});
        QVERIFY(reportHas("--nepochs", "not needed") && reportHas("tables", "taken"));
        QVERIFY(workbench.openFile(
            written("tables.json", R"([{"name": "t", "num_embeddings": 10, "embedding_dim": 8}])")));
        QCOMPARE(workbench.state().model->recommender()->tables.front().name, std::string("t"));
        QVERIFY(workbench.openFile(
            written("embedding_config.yml",
                    "feature_index_prefix_bit: 8\nslots_config:\n  age: {dim: 16}\n  city: {dim: 32}\n")));
        QCOMPARE(workbench.state().model->recommender()->tables.back().dim, std::int64_t{32});
        QVERIFY(reportHas("/tables/0/rows", "assumed: the file does not say"));
        QVERIFY(workbench.openFile(written("global_config.yml",
                                           "embedding_parameter_server_config:\n  capacity: 12345\n"
                                           "  num_hashmap_internal_shards: 64\n")));
        QCOMPARE(app::choicesOf(workbench.state()).servers.capacityRows, std::int64_t{12345});
        QCOMPARE(app::choicesOf(workbench.state()).persia.internalShards, std::int64_t{64});
        QVERIFY(reportHas("capacity", "taken") && reportHas("job_type", "not needed"));
        const QString job = written("job.yml", "kind: PersiaJob\nmetadata: {name: j}\nspec:\n"
                                               "  embeddingWorker: {replicas: 7}\n");
        QVERIFY(workbench.openFile(job));
        QCOMPARE(app::choicesOf(workbench.state()).job, job.toStdString());
        QVERIFY(reportHas("embeddingWorker.replicas", "taken"));
        workbench.undoStack().undo();
        QVERIFY(app::choicesOf(workbench.state()).job.empty());
        QCOMPARE(failures.size(), 0);
        QVERIFY(!workbench.openFile(written("other.yml", "services:\n  web: {image: nginx}\n")));
        QVERIFY2(failures.size() == 1 && failures.last().first().toString().contains(QLatin1String("PERSIA")),
                 qPrintable(failures.isEmpty() ? QString() : failures.last().first().toString()));
    }

private:
    std::shared_ptr<const app::Study> m_small;
    std::shared_ptr<const app::Study> m_large;
    std::shared_ptr<const app::Study> m_overfull;
};

SHARDSCOPE_TEST(TstRecommenderPage)
#include "tst_recommender_page.moc"
