// SPDX-License-Identifier: GPL-3.0-or-later
// On no page does a reader meet the key of a choice that has a title: "1f1b", "dgx-h100", "llama-3-8b".
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/item_models/table_model.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/widgets/several_box.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace shardscope;

namespace {

const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

/// A word of ordinary language is a key, too, as often as not: "none", "device". These are not: they join
/// words, hold figures, or are a name without its capitals.
bool isNoWord(const QString& key, const QString& title)
{
    static const QRegularExpression joined(QStringLiteral("[0-9_-]"));
    return key != title && key.size() > 2 &&
           (key.contains(joined) || key == title.toLower().remove(QLatin1Char('-')));
}

QStringList keysWithTitles(app::Workbench& bench)
{
    QStringList keys;
    for (const app::PlanControlSection& section : app::planControlSections()) {
        for (const app::PlanControlRow& row : section.rows) {
            for (const std::string& word : row.words) {
                const QString key = QString::fromStdString(word);
                if (row.wordText && isNoWord(key, row.wordText(word)))
                    keys << key;
            }
        }
    }
    for (const auto* entries : {&bench.models(), &bench.machines()}) {
        for (const app::CatalogEntry& entry : *entries) {
            const QString key = QString::fromStdString(entry.name);
            // Two models of one title are told apart by their keys.
            if (isNoWord(key, entry.title) && !entry.title.contains(key))
                keys << key;
        }
    }
    keys.removeDuplicates();
    return keys;
}

/// All that is to be read on \p page, or said of it.
QStringList textsOf(const QWidget& page)
{
    QStringList texts;
    for (const auto* label : page.findChildren<QLabel*>())
        texts << (label->isVisibleTo(&page) ? label->text() : QString());
    for (const auto* button : page.findChildren<QAbstractButton*>())
        texts << button->text() << button->toolTip();
    for (const auto* box : page.findChildren<QComboBox*>()) {
        for (int item = 0; item < box->count(); ++item)
            texts << box->itemText(item);
    }
    for (const auto* view : page.findChildren<QAbstractItemView*>()) {
        constexpr int kMost = 200;
        for (int row = 0; view->model() && row < std::min(kMost, view->model()->rowCount()); ++row) {
            for (int column = 0; column < view->model()->columnCount(); ++column)
                texts << view->model()->index(row, column).data().toString();
        }
    }
    for (const auto* figure : page.findChildren<app::SceneFigure*>()) {
        for (const app::SceneText& text : figure->scene().texts)
            texts << text.text;
        for (const app::SceneBox& box : figure->scene().boxes)
            texts << box.label;
        for (const app::HotSpot& spot : figure->scene().spots)
            texts << spot.text;
    }
    for (const auto* widget : page.findChildren<QWidget*>())
        texts << widget->accessibleName();
    return texts;
}

QRegularExpression anyOf(const QStringList& keys)
{
    QStringList escaped;
    for (const QString& key : keys)
        escaped << QRegularExpression::escape(key);
    return QRegularExpression(
        QStringLiteral("(?<![\\w./=-])(%1|ZeRO \\d)(?![\\w.=-])").arg(escaped.join(u'|')));
}

} // namespace

class TstWords : public tests::WindowTest {
    Q_OBJECT
private slots:
    void keysAreFound()
    {
        const QStringList keys = keysWithTitles(bench());
        for (const char* key : {"1f1b", "gpipe", "dgx-h100", "llama-3-8b"})
            QVERIFY2(keys.contains(QLatin1String(key)), key);
        QVERIFY(anyOf(keys).match(QStringLiteral("t 8, 1f1b, ZeRO-1")).hasMatch());
        QVERIFY(!anyOf(keys).match(QStringLiteral("llama-3-8b.json")).hasMatch()); // a file
    }
    void noPageHasOne_data()
    {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "ja"})
            QTest::newRow(language) << language;
    }
    void noPageHasOne()
    {
        QFETCH(QString, language);
        window().setLanguage(language);
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) {
            plan.axes.replica = 8;
            plan.batch.globalBatch = 256;
        });
        window().openFiles({kTrace});
        QTRY_VERIFY_WITH_TIMEOUT(bench().run() && !bench().run()->partial, 30'000);
        window().showPage("search");
        auto& search = window().part<app::SearchPage>();
        search.takeOpenPlan();
        search.controls().devices().setText(QStringLiteral("16"));
        search.searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(search.answer() && !search.searching(), 120'000);
        const QRegularExpression keys = anyOf(keysWithTitles(bench()));
        std::set<QString> found;
        for (const app::PageRow& row : app::pageTable()) {
            // What one types there, and what recordings say, are keys.
            if (qstrcmp(row.key, "sql") == 0 || qstrcmp(row.key, "timeline") == 0)
                continue;
            window().showPage(row.key);
            QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 120'000);
            QTest::qWait(30);
            for (const app::Page* page : window().findChildren<app::Page*>()) {
                if (!page->isVisible())
                    continue;
                for (const QString& text : textsOf(*page)) {
                    if (const auto match = keys.match(text); match.hasMatch())
                        found.insert(QLatin1String(row.key) + QStringLiteral(": ") + match.captured() +
                                     QStringLiteral(" in ") + text.left(160));
                }
            }
        }
        QString all;
        for (const QString& one : found)
            all += QLatin1Char('\n') + one;
        QVERIFY2(found.empty(), qPrintable(all));
    }
};

SHARDSCOPE_TEST(TstWords)
#include "tst_words.moc"
