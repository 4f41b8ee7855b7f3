// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in both languages and both themes, empty and filled: something is drawn, and no word is cut.
#include "app/desktop/pages/plan/help_card.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/shell/rail.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/control_column.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/report_view.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QTabBar>
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
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (!button->isVisible() || button->text().isEmpty() ||
            (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
            continue;
        // A word of the rail has what the ring of the keyboard leaves; it would be elided.
        const int ring = qobject_cast<const QToolButton*>(button) ? 2 : 0;
        if (button->width() - ring < button->fontMetrics().horizontalAdvance(button->text()))
            found << button->text();
    }
    // A column of controls has no bar to scroll sideways with.
    for (const QScrollArea* column : window.findChildren<app::ControlColumn*>()) {
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

/// Every word that a reader can meet on the page in front and in the menus.
QSet<QString> words(const QWidget& window)
{
    QSet<QString> all;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || qobject_cast<const QTabBar*>(widget->parentWidget()))
            continue; // the arrows of a row of tabs are Qt's
        const auto* tool = qobject_cast<const QToolButton*>(widget);
        if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && tool->defaultAction())
            continue; // its action tells its words
        all << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            all << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            all << button->text();
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            all << edit->placeholderText();
        if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            all << box->placeholderText();
            for (int item = 0; item < box->count(); ++item)
                all << box->itemText(item);
        }
    }
    // What a step was called when it was made stays what it is called.
    static const QStringList steps{QStringLiteral("Undo"), QStringLiteral("Redo"), QStringLiteral("元に戻す"),
                                   QStringLiteral("やり直す")};
    for (const QAction* action : window.findChildren<QAction*>()) {
        if (std::ranges::none_of(steps,
                                 [&](const QString& step) { return action->toolTip().startsWith(step); }))
            all << action->text() << action->toolTip();
    }
    return all;
}

} // namespace

class TstPageLooks : public QObject {
    Q_OBJECT
private slots:
    /// A page whose button has no room could not be reached by the pointer.
    void everyPageHasRoomInTheRail()
    {
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("ja")}) {
            const tests::OpenWindow window(language);
            window->resize(1000, 640);
            QCoreApplication::processEvents();
            const auto* rail = window->findChild<QWidget*>(QStringLiteral("rail"));
            QVERIFY(rail);
            int pages = 0;
            for (const app::RailButton* button : rail->findChildren<app::RailButton*>()) {
                ++pages;
                QVERIFY2(button->isVisible() && button->geometry().bottom() <= rail->height(),
                         qPrintable(language + QLatin1Char(' ') + button->text()));
            }
            QCOMPARE(pages, 16);
        }
    }
    void everyPageInEveryLook_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("filled");
        for (const char* language : {"en", "ja"}) {
            for (const bool dark : {false, true}) {
                for (const bool filled : {false, true})
                    QTest::addRow("%s %s %s", language, dark ? "dark" : "light", filled ? "filled" : "empty")
                        << language << dark << filled;
            }
        }
    }
    void everyPageInEveryLook()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(bool, filled);
        const tests::OpenWindow window;
        QVERIFY(window.exposed());
        if (filled) {
            window->openFiles({kPlan, kTrace});
            QTRY_VERIFY_WITH_TIMEOUT(window->workbench().run() && window->workbench().evaluated().explained,
                                     60'000);
        }
        window->setLanguage(language);
        window->setScheme(dark ? app::SchemeChoice::Dark : app::SchemeChoice::Light);
        for (const app::PageRow& row : app::pageTable()) {
            window->showPage(row.key);
            if (filled && row.key == QLatin1String("overview"))
                QTRY_VERIFY(window->part<app::OverviewPage>().overview());
            if (filled && row.key == QLatin1String("analyses"))
                QTRY_VERIFY(window->part<app::AnalysesPage>().view().report());
            QTest::qWait(30);
            const QImage picture = window->grab().toImage();
            QVERIFY2(ink(picture) > 0.01, row.key);
            const auto lightness = static_cast<double>(
                picture.pixelColor(picture.width() - 4, picture.height() - 4).lightnessF());
            QVERIFY2(dark ? lightness < 0.3 : lightness > 0.7, row.key);
            QTRY_VERIFY2(clipped(*window).isEmpty(), // once the page has laid itself out
                         qPrintable(QLatin1String(row.key) + QStringLiteral(": ") +
                                    clipped(*window).join(QStringLiteral(" | "))));
            for (QPushButton* fold : app::inRole(window->findChildren<QPushButton*>(), app::Role::Fold))
                fold->setChecked(true);
            QCoreApplication::sendPostedEvents();
            const QStringList cutOpen = clipped(*window);
            QVERIFY2(cutOpen.isEmpty(), qPrintable(QLatin1String(row.key) + QStringLiteral(", opened: ") +
                                                   cutOpen.join(QStringLiteral(" | "))));
            if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
                picture.save(QStringLiteral("%1/%2_%3.png")
                                 .arg(folder, QLatin1String(row.key),
                                      QString::fromLatin1(QTest::currentDataTag())
                                          .replace(QLatin1Char(' '), QLatin1Char('_'))));
        }
    }
    void switchedLanguagesLeaveNoWordBehind_data()
    {
        QTest::addColumn<bool>("filled");
        QTest::newRow("empty") << false;
        QTest::newRow("filled") << true;
    }
    void switchedLanguagesLeaveNoWordBehind()
    {
        QFETCH(bool, filled);
        const auto wordsOf = [&](const QString& first, const QString& then) {
            const tests::OpenWindow window(first);
            if (filled)
                window->openFiles({kPlan, kTrace});
            // What a page asks for when it is shown may ask for more.
            const app::HelpCard& help = window->part<app::PlanPage>().help();
            const auto settled = [&] {
                QTest::qWait(30);
                const bool idle = window->workbench().jobs().idle();
                QTest::qWait(30);
                // It begins once a plan has been at rest for a moment.
                const bool helped =
                    !help.isVisible() || help.evaluation() == window->workbench().evaluated().value;
                return idle && helped && window->workbench().jobs().idle();
            };
            constexpr int kPatienceMs = 60'000;
            QSet<QString> all;
            const auto visit = [&] {
                for (const app::PageRow& row : app::pageTable()) {
                    window->showPage(row.key);
                    if (!QTest::qWaitFor(settled, kPatienceMs))
                        return false;
                    all += words(*window);
                }
                return true;
            };
            if (!visit())
                return QSet<QString>();
            window->setLanguage(then);
            all.clear();
            return visit() ? all : QSet<QString>();
        };
        const QSet<QString> switched = wordsOf(QStringLiteral("en"), QStringLiteral("ja"));
        const QSet<QString> fresh = wordsOf(QStringLiteral("ja"), QStringLiteral("ja"));
        QVERIFY(switched.size() > 100);
        const QString behind = QStringList((switched - fresh).values()).join(QStringLiteral(" | "));
        QVERIFY2(behind.isEmpty(), qPrintable(behind));
        const QString missing = QStringList((fresh - switched).values()).join(QStringLiteral(" | "));
        QVERIFY2(missing.isEmpty(), qPrintable(missing));
    }
};

SHARDSCOPE_TEST(TstPageLooks)
#include "tst_page_looks.moc"
