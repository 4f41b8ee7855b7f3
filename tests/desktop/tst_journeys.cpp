// SPDX-License-Identifier: GPL-3.0-or-later
// What one comes to the window for, from the first touch to the answer, through the widgets themselves: each
// within its number of actions. An action is a click, a choice from a list, or something typed with its
// Enter. Pictures of where each ends lie in the build folder, under journeys; tests/setup/journeys.sh walks
// them on a screen with a window manager.
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/home/home_page.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/pickers/catalogue_picker.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/window/project_session.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace shardscope;
using tests::called;

namespace {

/// A forward pass in Python with a kernel that it launches.
constexpr const char* kPythonTrace = R"({"traceEvents": [
    {"ph": "X", "name": "train.py(42): forward", "cat": "python_function", "pid": 1, "tid": 1, "ts": 0, "dur": 1000},
    {"ph": "X", "name": "aten::linear", "cat": "cpu_op", "pid": 1, "tid": 1, "ts": 80, "dur": 520},
    {"ph": "X", "name": "cudaLaunchKernel", "cat": "cuda_runtime", "pid": 1, "tid": 1, "ts": 100, "dur": 50,
     "args": {"correlation": 7}},
    {"ph": "X", "name": "ampere_sgemm_128x64", "cat": "kernel", "pid": 0, "tid": 7, "ts": 200, "dur": 300,
     "args": {"device": 0, "stream": 7, "correlation": 7}},
    {"ph": "s", "id": 7, "pid": 1, "tid": 1, "ts": 100, "cat": "ac2g", "name": "ac2g"},
    {"ph": "f", "id": 7, "pid": 0, "tid": 7, "ts": 200, "cat": "ac2g", "name": "ac2g", "bp": "e"}]})";

} // namespace

class TstJourneys : public tests::WindowTest {
    Q_OBJECT
private slots:
    void init()
    {
        m_actions = 0;
        m_data = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("SHARDSCOPE_DATA");
        qputenv("SHARDSCOPE_DATA", QFile::encodeName(m_data->path()));
        QSettings().remove(QStringLiteral("project"));
        WindowTest::init();
    }
    void cleanup()
    {
        picture();
        WindowTest::cleanup();
        qputenv("SHARDSCOPE_DATA", m_before);
    }

    void theBestLayoutFor64H100()
    {
        window().showPage("home"); // where it opens
        auto& home = window().part<app::HomePage>();
        choose(home.model(), QStringLiteral("llama-3-8b"));
        QCOMPARE(home.devices().currentText(), QStringLiteral("64"));
        QCOMPARE(home.machine().currentData().toString(), QStringLiteral("dgx-h100"));
        click(home.find());
        QTRY_VERIFY_WITH_TIMEOUT(search().answer() && !search().searching(), 120'000);
        const core::Plan best = search().answer()->best.front().hit.plan;
        click(called<QPushButton>(search(), "Open as the plan"));
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        QVERIFY(plan() == best);
        QCOMPARE(plan().axes.devices(), std::int64_t{64});
        QVERIFY(m_actions <= 4);
    }
    void changeItsModel()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        window().showPage("plan");
        auto& model = dynamic_cast<app::CataloguePicker&>(window().part<app::PlanPage>().controls().model());
        ++m_actions; // a click opens it
        model.showPopup();
        QVERIFY(model.filter());
        type(*model.filter(), QStringLiteral("gpt-2"));
        QCOMPARE(state().modelReference, QStringLiteral("gpt2"));
        QTRY_VERIFY(bench().evaluated().value); // never an old plan's numbers, nor none
        QVERIFY(m_actions <= 2);
    }
    void halfTheNetwork()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 16;
            plan.batch.globalBatch = 64;
            plan.batch.microBatches = 4;
        });
        const double before = stepSeconds();
        click(called<QToolButton>(window(), "Hardware"));
        click(called<QPushButton>(window(), "Halve the network"));
        click(called<QPushButton>(window(), "Plan on it"));
        QCOMPARE(window().currentPage(), QStringLiteral("plan"));
        QVERIFY2(stepSeconds() > before, qPrintable(QString::number(stepSeconds())));
        QVERIFY(app::titleOf(state().hardware).contains(QStringLiteral("network ")));
        QVERIFY(m_actions <= 3);
        bench().undoStack().undo();
        QCOMPARE(stepSeconds(), before);
    }
    void compareFourPlans()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 8;
            plan.batch.globalBatch = 64;
        });
        click(called<QToolButton>(window(), "Compare"));
        auto& plans = window().part<app::ComparePage>().plans();
        QTRY_VERIFY_WITH_TIMEOUT(plans.complete() && plans.plans().size() >= 4, 120'000);
        QVERIFY(m_actions <= 8);
    }
    void theFewestDevices()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.batch.globalBatch = 64; });
        click(called<QToolButton>(window(), "Search"));
        type(search().controls().devices(), QStringLiteral("1..64"), false);
        QComboBox& objective = search().controls().objective();
        ++m_actions;
        const int devices = 4; // time, cost, energy, memory, devices
        objective.setCurrentIndex(devices);
        emit objective.activated(devices);
        click(search().controls().button());
        QTRY_VERIFY_WITH_TIMEOUT(search().answer() && !search().searching(), 120'000);
        QVERIFY2(search().verdict().startsWith(QStringLiteral("Fewest devices")),
                 qPrintable(search().verdict()));
        const app::PlanSearchAnswer& answer = *search().answer();
        if (answer.best.front().hit.plan.residency != core::Residency{})
            QVERIFY2(search().verdict().contains(QStringLiteral("without offload"), Qt::CaseInsensitive),
                     qPrintable(search().verdict()));
        click(called<QPushButton>(search(), "Open as the plan"));
        QVERIFY(bench().evaluated().value && bench().evaluated().value->verdict.feasible());
        QVERIFY(m_actions <= 5);
    }
    /// A click searches; a second one finds the question answered.
    void findABetterPlan()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        window().showPage("plan");
        click(called<QPushButton>(window(), "Search for a better plan"));
        QCOMPARE(window().currentPage(), QStringLiteral("search"));
        QTRY_VERIFY_WITH_TIMEOUT(search().answer() && !search().searching(), 120'000);
        QVERIFY(m_actions <= 1);
        const auto answered = search().answer();
        window().showPage("plan");
        click(called<QPushButton>(window(), "Search for a better plan"));
        QVERIFY(!search().searching() && search().answer() == answered);
    }
    /// The plan, the page and the answer of a search are there again.
    void goOnTomorrow()
    {
        QVERIFY(!window().project().openAtStart(true));
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        window().showPage("search");
        search().takeOpenPlan();
        search().searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(search().answer() && !search().searching(), 120'000);
        const QString said = search().verdict();
        const core::Plan before = plan();
        QTest::qWait(900); // what was asked is a step once nothing follows
        window().project().flush();
        WindowTest::cleanup();
        WindowTest::init();
        ++m_actions; // the start
        QVERIFY(window().project().openAtStart(true));
        QCOMPARE(window().currentPage(), QStringLiteral("search"));
        QVERIFY(plan() == before);
        QTRY_VERIFY(search().answer());
        QCOMPARE(search().verdict(), said);
        QVERIFY(m_actions <= 1);
    }
    void findAnActionByName()
    {
        press(Qt::Key_K, Qt::ControlModifier);
        auto* field = window().findChild<app::Omnibox*>();
        QVERIFY(field);
        QTRY_VERIFY(field->hasFocus());
        type(*field, QStringLiteral("high contrast"));
        QCOMPARE(app::themeOf(&window()).scheme, app::Scheme::Contrast);
        QVERIFY(m_actions <= 2);
        window().setScheme(app::SchemeChoice::Light);
    }
    void findAKernelsPythonLine()
    {
        QFile file(m_data->filePath(QStringLiteral("trace.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kPythonTrace);
        file.close();
        window().openFiles({file.fileName()});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        window().showPage("timeline");
        auto& page = window().part<app::TimelinePage>();
        press(Qt::Key_F, Qt::ControlModifier);
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field && page.isAncestorOf(field));
        type(*field, QStringLiteral("sgemm"));
        QTRY_VERIFY(page.view().marks().selected.valid());
        const auto line = [this]() -> app::LinkLabel* {
            for (auto* link : window().findChildren<app::LinkLabel*>()) {
                if (link->isVisible() && link->plainText().contains(QStringLiteral("train.py(42)")))
                    return link;
            }
            return nullptr;
        };
        QTRY_VERIFY(line());
        ++m_actions;
        emit line()->clicked();
        const auto& timeline = page.view().run()->timeline();
        QCOMPARE(std::string(timeline.names().text(timeline.name()[page.view().marks().selected.index()])),
                 std::string("train.py(42): forward"));
        QVERIFY(m_actions <= 3);
    }

private:
    [[nodiscard]] app::SearchPage& search() { return window().part<app::SearchPage>(); }
    [[nodiscard]] double stepSeconds()
    {
        const auto& value = bench().evaluated().value;
        return value && !value->step.empty() ? value->step.at(core::StepPart::Total).seconds.value() : 0;
    }
    void click(QWidget& widget)
    {
        ++m_actions;
        QVERIFY2(widget.isVisible() && widget.isEnabled(), qPrintable(widget.accessibleName()));
        QTest::mouseClick(&widget, Qt::LeftButton);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        ++m_actions;
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : &window(), key, modifiers);
    }
    /// Types, with Enter behind unless a button answers what is typed.
    void type(QLineEdit& field, const QString& text, bool enter = true)
    {
        ++m_actions;
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        if (enter)
            QTest::keyClick(&field, Qt::Key_Return);
    }
    void choose(QComboBox& box, const QString& reference)
    {
        ++m_actions;
        const int at = box.findData(reference);
        QVERIFY(at >= 0);
        box.setCurrentIndex(at);
        emit box.activated(at);
    }
    void picture()
    {
        const QString folder = QStringLiteral(SHARDSCOPE_BINARY_DIR "/journeys");
        QDir().mkpath(folder);
        constexpr int kSettledMs = 300; // what was answered last is laid out
        QTest::qWait(kSettledMs);
        window().grab().save(folder + QLatin1Char('/') + QString::fromLatin1(QTest::currentTestFunction()) +
                             QStringLiteral(".png"));
    }

    int m_actions = 0;
    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;
};

SHARDSCOPE_TEST(TstJourneys)
#include "tst_journeys.moc"
