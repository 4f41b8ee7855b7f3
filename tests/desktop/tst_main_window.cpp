// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in both languages and both themes; the journeys of experience.md that the first floor allows.
#include "app/desktop/charts/memory_bars.h"
#include "app/desktop/main_window.h"
#include "app/desktop/pages/plan_page.h"
#include "app/desktop/pages/timeline_page.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/drawer.h"
#include "app/desktop/widgets/inspector.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSlider>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>

using namespace shardscope;

namespace {

const QString kPlan = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

/// Share of pixels that differ from the most frequent colour.
double ink(const QImage& image)
{
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            ++counts[image.pixel(x, y)];
    }
    int most = 0;
    int all = 0;
    for (const int count : std::as_const(counts)) {
        most = std::max(most, count);
        all += count;
    }
    return 1 - static_cast<double>(most) / all;
}

/// Labels and buttons that are narrower than their text, where the text cannot wrap.
QStringList clipped(const QWidget& window)
{
    QStringList found;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (label->isVisible() && !label->text().isEmpty() && !label->wordWrap() &&
            label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
            label->width() < label->sizeHint().width())
            found << label->text();
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty())
            continue;
        if (button->width() < button->fontMetrics().horizontalAdvance(button->text()))
            found << button->text();
    }
    return found;
}

} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_language = std::make_unique<app::Language>();
        m_language->choose(QStringLiteral("en"));
        m_window =
            std::make_unique<app::MainWindow>(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), *m_language,
                                              app::SchemeChoice::Light, app::Scheme::Light);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_language->choose(QStringLiteral("en"));
        m_language.reset();
    }

    void everyPageInEveryLook_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("filled");
        for (const app::PageRow& row : app::pageTable()) {
            for (const char* language : {"en", "ja"}) {
                for (const bool dark : {false, true}) {
                    for (const bool filled : {false, true})
                        QTest::addRow("%s %s %s %s", row.key, language, dark ? "dark" : "light",
                                      filled ? "filled" : "empty")
                            << row.key << language << dark << filled;
                }
            }
        }
    }
    void everyPageInEveryLook()
    {
        QFETCH(QString, page);
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(bool, filled);
        if (filled) {
            m_window->openFiles({kPlan, kTrace});
            QTRY_VERIFY(m_window->workbench().run() && m_window->workbench().evaluated().explained);
        }
        m_window->setLanguage(language);
        m_window->setScheme(dark ? app::SchemeChoice::Dark : app::SchemeChoice::Light);
        m_window->showPage(page.toLatin1().constData());
        QTest::qWait(30);
        const QImage picture = m_window->grab().toImage();
        QVERIFY(ink(picture) > 0.01);
        const double lightness = picture.pixelColor(picture.width() - 4, picture.height() - 4).lightnessF();
        QVERIFY(dark ? lightness < 0.3 : lightness > 0.7);
        QCOMPARE(clipped(*m_window).join(QStringLiteral(" | ")), QString());
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            picture.save(QStringLiteral("%1/%2.png")
                             .arg(folder, QString::fromLatin1(QTest::currentDataTag())
                                              .replace(QLatin1Char(' '), QLatin1Char('_'))));
    }
    void controlsHaveNames()
    {
        m_window->openFiles({kPlan});
        QTRY_VERIFY(m_window->workbench().evaluated().explained);
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
        const QString english = m_window->planPage().findChild<QLabel*>(QStringLiteral("verdictBad"))->text();
        m_window->setLanguage(QStringLiteral("ja"));
        const auto shown = [&] {
            return m_window->planPage().findChild<QLabel*>(QStringLiteral("verdictBad"))->text();
        };
        QTRY_VERIFY2(shown().startsWith(QStringLiteral("収まりません")), qPrintable(shown()));
        m_window->setLanguage(QStringLiteral("en"));
        QTRY_COMPARE(shown(), english);
    }
    void architectSizesAPlan()
    {
        // Open the sample, read that it does not fit, take the first remedy, read that it fits, undo.
        m_window->openSample("plan");
        QTRY_VERIFY(m_window->workbench().evaluated().explained);
        QVERIFY(!m_window->workbench().evaluated().value->verdict.feasible());
        auto* remedy = m_window->planPage().findChild<app::LinkLabel*>();
        QVERIFY(remedy);
        const bool suffices =
            m_window->workbench().evaluated().value->verdict.violations.front().remedies.front().suffices;
        QVERIFY(suffices);
        QTest::keyClick(remedy, Qt::Key_Return);
        QTRY_VERIFY(m_window->workbench().evaluated().explained &&
                    m_window->workbench().evaluated().value->verdict.feasible());
        m_window->workbench().undoStack().undo();
        QVERIFY(!m_window->workbench().evaluated().value->verdict.feasible());
    }
    void aNumberOpensItsDerivation()
    {
        m_window->openSample("plan");
        QTRY_VERIFY(m_window->workbench().evaluated().explained);
        app::MemoryBarsWidget& memory = m_window->planPage().memory();
        QVERIFY(!memory.hotSpots().empty());
        const QPointF center = memory.hotSpots()[0].area.boundingRect().center();
        QTest::mouseClick(&memory, Qt::LeftButton, {}, center.toPoint());
        QCOMPARE(m_window->inspector().path(), memory.hotSpots()[0].path);
        app::DerivationPanel& panel = m_window->inspector().derivation();
        QVERIFY(panel.current());
        // Its part opens, and leads back; an edit keeps the reader where she was.
        const auto parts = core::derivationParts(panel.current());
        QVERIFY(!parts.empty());
        panel.openPart(parts.front());
        QCOMPARE(panel.current(), parts.front());
        app::PlanState next = m_window->workbench().state();
        next.plan.batch.microBatches *= 2;
        m_window->workbench().edit(next, QStringLiteral("edit"));
        QTRY_VERIFY(m_window->workbench().evaluated().explained);
        QCOMPARE(panel.current()->label, parts.front()->label);
        panel.back();
        QVERIFY(panel.current()->label != parts.front()->label);
    }
    void draggingASliderRedrawsAndUndoesOnce()
    {
        m_window->openSample("plan");
        QTRY_VERIFY(m_window->workbench().evaluated().explained);
        auto* control = m_window->planPage().findChildren<app::DegreeControl*>().at(2); // replicas
        QCOMPARE(control->value(), 4);
        const int before = m_window->workbench().undoStack().count();
        control->slider()->setSliderDown(true);
        for (const int stop : {3, 2, 1})
            control->slider()->setValue(stop);
        control->slider()->setSliderDown(false);
        QCOMPARE(m_window->workbench().state().plan.axes.replica, 2);
        QCOMPARE(m_window->workbench().evaluated().value->devices, 128);
        QCOMPARE(m_window->workbench().undoStack().count(), before + 1);
        m_window->workbench().undoStack().undo();
        QCOMPARE(control->value(), 4);
    }
    void performanceEngineerFindsASlice()
    {
        // Drop a trace, search, jump to the match, read its details, select a span, read its sum.
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(kTrace)});
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_VERIFY(m_window->workbench().run());
        QCOMPARE(m_window->currentPage(), QStringLiteral("timeline"));
        app::TimelinePage& page = m_window->timelinePage();
        QTest::keyClick(&page.view(), Qt::Key_Slash);
        page.searchField().setText(QStringLiteral("gemm"));
        QTRY_VERIFY(page.matchCount() > 0);
        QTest::keyClick(&page.searchField(), Qt::Key_Return);
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
    std::unique_ptr<app::Language> m_language;
    std::unique_ptr<app::MainWindow> m_window;
};

SHARDSCOPE_TEST(TstMainWindow)
#include "tst_main_window.moc"
