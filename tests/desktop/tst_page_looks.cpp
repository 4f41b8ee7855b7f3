// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in both languages and both themes, empty and filled: something is drawn, and no word is cut.
#include "app/desktop/pages/analyses_page.h"
#include "app/desktop/pages/plan_page.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/report_view.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>

#include <algorithm>

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
        // A word of the rail has what the ring of the keyboard leaves; it would be elided.
        const int ring = qobject_cast<const QToolButton*>(button) ? 2 : 0;
        if (button->width() - ring < button->fontMetrics().horizontalAdvance(button->text()))
            found << button->text();
    }
    // A column of controls has no bar to scroll sideways with.
    for (const QScrollArea* column : window.findChildren<QScrollArea*>(QStringLiteral("controls"))) {
        if (column->isVisible() && column->widget()->width() > column->viewport()->width())
            found << QStringLiteral("a column of controls");
    }
    // Nor have the cards of the plan.
    for (const auto* cards : window.findChild<app::PlanPage*>()->findChildren<app::PageScrollArea*>()) {
        if (cards->isVisible() && cards->widget()->width() > cards->viewport()->width())
            found << QStringLiteral("the cards of the plan");
    }
    return found;
}

} // namespace

class TstPageLooks : public QObject {
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
        if (filled && page == QLatin1String("analyses"))
            QTRY_VERIFY(m_window->analysesPage().view().report());
        QTest::qWait(30);
        const QImage picture = m_window->grab().toImage();
        QVERIFY(ink(picture) > 0.01);
        const auto lightness =
            static_cast<double>(picture.pixelColor(picture.width() - 4, picture.height() - 4).lightnessF());
        QVERIFY(dark ? lightness < 0.3 : lightness > 0.7);
        QCOMPARE(clipped(*m_window).join(QStringLiteral(" | ")), QString());
        for (QPushButton* fold : m_window->findChildren<QPushButton*>(QStringLiteral("fold")))
            fold->setChecked(true);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(clipped(*m_window).join(QStringLiteral(" | ")), QString());
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            picture.save(QStringLiteral("%1/%2.png")
                             .arg(folder, QString::fromLatin1(QTest::currentDataTag())
                                              .replace(QLatin1Char(' '), QLatin1Char('_'))));
    }

private:
    std::unique_ptr<tests::OpenWindow> m_open;
    app::MainWindow* m_window = nullptr;
};

SHARDSCOPE_TEST(TstPageLooks)
#include "tst_page_looks.moc"
