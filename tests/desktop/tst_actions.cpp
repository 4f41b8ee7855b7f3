// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of what can be done: menus, the omnibox, the sheet of keys and the settings are made of it.
#include "app/desktop/actions/shortcut_sheet.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/guide/guide_window.h"
#include "app/desktop/pages/settings/key_field.h"
#include "app/desktop/pages/settings/price_card.h"
#include "app/desktop/pages/settings/settings_page.h"
#include "app/desktop/pages/settings/shortcut_card.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/pickers/catalogue_picker.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/theme/theme.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>

#include <algorithm>
#include <set>

using namespace shardscope;

namespace {

const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

void gather(const QMenu& menu, std::vector<QAction*>& actions)
{
    for (QAction* action : menu.actions()) {
        if (action->menu() != nullptr)
            gather(*action->menu(), actions);
        else if (!action->isSeparator())
            actions.push_back(action);
    }
}

} // namespace

class TstActions : public tests::WindowTest {
    Q_OBJECT
private slots:
    /// A key means one thing wherever it can be pressed.
    void noKeyIsMeantTwice()
    {
        int keys = 0;
        for (const app::Action& action : actions().all()) {
            for (const QKeySequence& key : action.keys) {
                ++keys;
                QVERIFY2(!key.isEmpty() && key[0].key() != Qt::Key_unknown, qPrintable(action.id));
                const auto clashes = actions().clashes(action.id, key);
                QVERIFY2(clashes.empty(), qPrintable(action.id + QStringLiteral(" and ") +
                                                     (clashes.empty() ? QString() : clashes.front()->id)));
            }
        }
        QVERIFY(keys > 60);
        std::set<QString> ids;
        for (const app::Action& action : actions().all())
            QVERIFY2(ids.insert(action.id).second, qPrintable(action.id));
    }
    /// Actions of the window do something; those of a part stand in the sheet with a key or a gesture.
    void everyLineDoesSomething()
    {
        for (const app::ActionRow& row : app::MainWindow::actionTable()) {
            const app::Action* action = actions().find(QString::fromLatin1(row.id));
            QVERIFY2(action, row.id);
            QCOMPARE(action->made != nullptr, row.where == app::Where::Window);
            QVERIFY2(!action->plainWords().isEmpty(), row.id);
            if (action->made == nullptr)
                QVERIFY2(!action->keysText().isEmpty(), row.id);
        }
    }
    void everyMenuIsMadeOfTheList()
    {
        const auto* bar = window().findChild<QMenuBar*>();
        QVERIFY(bar);
        std::vector<QAction*> shown;
        for (const QAction* top : bar->actions()) {
            if (top->menu()->title().isEmpty())
                QFAIL("a menu without a name");
            gather(*top->menu(), shown);
        }
        std::size_t listed = 0;
        for (const QAction* action : shown) {
            const bool recent = action->text().isEmpty(); // made when its menu opens
            const bool known = std::ranges::any_of(
                actions().all(), [&](const app::Action& one) { return one.made == action; });
            QVERIFY2(known || recent, qPrintable(action->text()));
            listed += known;
        }
        const auto inMenus = std::ranges::count_if(actions().all(), [](const app::Action& one) {
            return one.menu != app::ActionMenu::None || one.id.startsWith(QLatin1String("page.")) ||
                   one.id.startsWith(QLatin1String("sample."));
        });
        QCOMPARE(listed, static_cast<std::size_t>(inMenus));
    }
    /// Typed, every action is found, whether it can be done now or not.
    void everyActionIsFoundByTyping()
    {
        for (const app::Action& action : actions().all()) {
            if (action.made == nullptr)
                continue;
            const QString words = action.plainWords();
            const auto found = window().find(words);
            QVERIFY2(std::ranges::any_of(found, [&](const app::Finding& one) { return one.words == words; }),
                     qPrintable(words));
        }
        const auto settings = window().find(QStringLiteral("zoom"));
        QVERIFY(std::ranges::any_of(settings, [](const app::Finding& one) {
            return one.words == QStringLiteral("Zoom") && one.kind == QStringLiteral("setting");
        }));
    }
    void eachRunsWithNothingOpen()
    {
        // What asks is sent away.
        QTimer away;
        connect(&away, &QTimer::timeout, this, [] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
            if (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
        });
        away.start(20);
        std::vector<QString> ids;
        for (const app::Action& action : actions().all()) {
            const bool window = action.id == QLatin1String("window.quit") ||
                                action.id.startsWith(QLatin1String("sample.")); // which open something
            if (action.made != nullptr && !window)
                ids.push_back(action.id);
        }
        for (const QString& id : ids) {
            window().act(id);
            QTest::qWait(1);
            QVERIFY2(window().isVisible(), qPrintable(id));
        }
        window().setLanguage(QStringLiteral("en"));
        window().setZoom(1);
        window().setScheme(app::SchemeChoice::Light);
        window().setWindowState(Qt::WindowNoState);
        QTest::qWait(50);
    }
    /// The list tells no key of the timeline that the timeline does not take.
    void theTimelineTakesItsKeys()
    {
        window().openFiles({kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        window().showPage("timeline");
        tellsNoWrongKey(app::Where::Timeline, window().part<app::TimelinePage>().view());
    }
    void aScheduleTakesItsKeys()
    {
        window().openSample("schedule");
        auto* view = window().findChild<app::ScheduleView*>();
        QVERIFY(view);
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 60'000);
        tellsNoWrongKey(app::Where::Schedule, *view);
    }
    /// F1 opens the guide where it tells of the page in front, in the language of the window.
    void theGuideTellsOfThePageInFront()
    {
        for (const app::PageRow& page : app::pageTable()) {
            window().showPage(page.key);
            QVERIFY(window().act(QStringLiteral("help.guide")));
            const auto* guide = window().findChild<app::GuideWindow*>();
            QVERIFY(guide && guide->isVisible());
            QCOMPARE(guide->shown(), app::GuideWindow::pageFor(QString::fromLatin1(page.key)));
            const QString read = guide->text().toPlainText();
            QVERIFY2(read.size() > 500 && !read.contains(QLatin1String("F1:")), page.key);
        }
        QCOMPARE(app::GuideWindow::pageFor(QStringLiteral("study")), QStringLiteral("study"));
        QCOMPARE(app::GuideWindow::pageFor(QStringLiteral("no page")), QStringLiteral("index"));
        auto& guide = *window().findChild<app::GuideWindow*>();
        emit guide.text().anchorClicked(QUrl(QStringLiteral("trust.md")));
        QCOMPARE(guide.shown(), QStringLiteral("trust"));
        emit guide.text().anchorClicked(QUrl(QStringLiteral("https://example.org/trust.md.html")));
        QCOMPARE(guide.shown(), QStringLiteral("trust"));
        window().setLanguage(QStringLiteral("ja"));
        for (const QString& name : app::GuideWindow::pages()) {
            guide.showFor(QStringLiteral("plan"), QStringLiteral("ja"));
            emit guide.text().anchorClicked(QUrl(name + QStringLiteral(".md")));
            QCOMPARE(guide.shown(), name);
            QVERIFY2(guide.text().toPlainText().contains(QStringLiteral("。")), qPrintable(name));
            if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
                guide.grab().save(folder + QStringLiteral("/guide_ja_%1.png").arg(name));
        }
        window().setLanguage(QStringLiteral("en"));
        guide.showFor(QStringLiteral("plan"), QStringLiteral("en"));
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            guide.grab().save(folder + QStringLiteral("/guide_en_plan.png"));
    }
    /// Colours that change while it is open change in what is read, too, which stays where it was.
    void theGuideFollowsTheTheme()
    {
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        const auto ground = [](const app::GuideWindow& guide) {
            for (auto block = guide.text().document()->begin(); block.isValid(); block = block.next())
                if (block.blockFormat().hasProperty(QTextFormat::BlockCodeFence))
                    return block.blockFormat().background().color();
            return QColor();
        };
        window().showPage("plan");
        QVERIFY(window().act(QStringLiteral("help.guide")));
        auto& guide = *window().findChild<app::GuideWindow*>();
        QScrollBar& bar = *guide.text().verticalScrollBar();
        bar.setValue(bar.maximum() / 2);
        const int at = bar.value();
        const QColor light = ground(guide);
        QCOMPARE(light, app::themeOf(&guide).raised);
        const auto back = qScopeGuard([&] { app::applyTheme(application, app::Scheme::Light); });
        app::applyTheme(application, app::Scheme::Dark);
        QTRY_COMPARE(ground(guide), app::themeOf(&guide).raised);
        const QColor dark = ground(guide);
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            guide.grab().save(folder + QStringLiteral("/guide_dark.png"));
        app::applyTheme(application, app::Scheme::Light);
        QVERIFY(dark.lightness() < light.lightness());
        QTRY_COMPARE(ground(guide), light);
        QCOMPARE(bar.value(), at);
    }
    void aboutLeadsToTheLicences()
    {
        QVERIFY(window().act(QStringLiteral("help.about")));
        auto* box = window().findChild<QMessageBox*>();
        QVERIFY(box);
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::ActionRole)
                button->click();
        }
        const auto* guide = window().findChild<app::GuideWindow*>();
        QVERIFY(guide && guide->isVisible());
        for (const char* what : {"Qt Charts", "SQLite", "libarchive", "Inter"})
            QVERIFY2(guide->text().toPlainText().contains(QLatin1String(what)), what);
    }
    void theSheetTellsEveryKey()
    {
        app::ShortcutSheet sheet(actions());
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            sheet.grab().save(folder + QStringLiteral("/shortcuts.png"));
        QStringList said;
        for (const QLabel* label : sheet.findChildren<QLabel*>())
            said << label->text();
        for (const app::Action& action : actions().all()) {
            if (!action.keysText().isEmpty())
                QVERIFY2(said.contains(action.keysText()) && said.contains(action.plainWords()),
                         qPrintable(action.id));
        }
        // The key that leads there.
        window().showPage("plan");
        QTest::keyClick(&window(), Qt::Key_Question);
        QTRY_VERIFY(window().findChild<app::ShortcutSheet*>());
        window().findChild<app::ShortcutSheet*>()->reject();
    }

    void aShortcutIsChangedToldAndGivenBack()
    {
        QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(window().currentPage(), QStringLiteral("settings"));
        app::ShortcutCard& card = settings().shortcuts();
        const QString id = QStringLiteral("view.full");
        app::KeyField* field = card.field(id);
        QVERIFY(field);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_F12, Qt::ControlModifier);
        QAction& full = *actions().find(id)->made;
        QCOMPARE(full.shortcut(), QKeySequence(Qt::CTRL | Qt::Key_F12));
        QVERIFY(card.trouble().isEmpty());
        // One that another action has is told, and taken only when that is wanted.
        QTest::keyClick(field, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(full.shortcut(), QKeySequence(Qt::CTRL | Qt::Key_F12));
        QVERIFY2(card.trouble().contains(QStringLiteral("Go to or run")), qPrintable(card.trouble()));
        card.takeButton().click();
        QCOMPARE(full.shortcut(), QKeySequence(Qt::CTRL | Qt::Key_K));
        QCOMPARE(actions().find(QStringLiteral("window.find"))->keys,
                 QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
        noKeyIsMeantTwice();
        // Kept for the next window.
        {
            const tests::OpenWindow next;
            QCOMPARE(next->actions().find(id)->made->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_K));
        }
        // It goes back first where nothing is in the way.
        card.resetButton(QStringLiteral("window.find"))->click();
        QVERIFY(!card.trouble().isEmpty());
        card.resetButton(id)->click();
        QCOMPARE(full.shortcut(), QKeySequence(Qt::Key_F11));
        card.resetAllButton().click();
        for (const app::Action& action : actions().all())
            QVERIFY2(!action.isChanged(), qPrintable(action.id));
        QVERIFY(QSettings().allKeys().filter(QStringLiteral("shortcuts/")).isEmpty());
        // A key that means something elsewhere is told of, and taken only by the button beside that.
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Left);
        QVERIFY(!card.trouble().isEmpty());
        QCOMPARE(full.shortcut(), QKeySequence(Qt::Key_F11));
    }
    /// In every part of a page each action can be given another key. That key then does what the usual one
    /// did, which does nothing any more, and other parts stay as they were.
    void keysOfPartsAreTheUsers()
    {
        const QKeySequence own(Qt::SHIFT | Qt::Key_Z);
        int changed = 0;
        const std::vector<app::Action> all = actions().all();
        for (const app::Action& action : all) {
            if (action.where == app::Where::Window || !action.canChange())
                continue;
            actions().setKeys(action.id, {own});
            QCOMPARE(actions().usualOf(action.where, own), action.usual.front());
            for (const app::Action& other : all) {
                for (const QKeySequence& key : other.usual) {
                    const bool gone = other.id == action.id;
                    if (other.where != app::Where::Window)
                        QCOMPARE(actions().usualOf(other.where, key), gone ? QKeySequence() : key);
                }
            }
            QVERIFY(actions().reset(action.id));
            QCOMPARE(actions().usualOf(action.where, own), own);
            ++changed;
        }
        QVERIFY(changed > 30);
        // Tries a part of the window: the timeline.
        window().openFiles({kTrace});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        window().showPage("timeline");
        app::TimelineView& view = window().part<app::TimelinePage>().view();
        view.setFocus();
        actions().setKeys(QStringLiteral("timeline.in"), {own});
        const auto span = [&] { return view.window().end - view.window().begin; };
        const auto before = span();
        QTest::keyClick(&view, Qt::Key_W);
        QCOMPARE(span(), before);
        QTest::keyClick(&view, Qt::Key_Z, Qt::ShiftModifier);
        QVERIFY(span() < before);
        actions().resetAll();
    }
    void settingsCountAtOnce()
    {
        window().showPage("settings");
        const auto choose = [](QComboBox& box, int item) {
            box.setCurrentIndex(item);
            emit box.activated(item);
        };
        choose(settings().language(), settings().language().findData(QStringLiteral("ja")));
        QVERIFY(window().menuWidget());
        QTRY_COMPARE(settings().language().currentData().toString(), QStringLiteral("ja"));
        QCOMPARE(QLocale().language(), QLocale::Japanese);
        choose(settings().language(), settings().language().findData(QStringLiteral("en")));
        QTRY_COMPARE(QLocale().language(), QLocale::English);
        choose(settings().scheme(), static_cast<int>(app::SchemeChoice::Contrast));
        QCOMPARE(app::themeOf(&window()).scheme, app::Scheme::Contrast);
        // An action does the same, and the page tells it.
        QVERIFY(window().act(QStringLiteral("theme.dark")));
        QCOMPARE(settings().scheme().currentIndex(), static_cast<int>(app::SchemeChoice::Dark));
        QVERIFY(window().act(QStringLiteral("theme.light")));
        choose(settings().zoom(), settings().zoom().findData(1.25));
        QTRY_COMPARE(window().zoom(), 1.25);
        window().setZoom(1);
        QCOMPARE(settings().zoom().currentData().toDouble(), 1.0);
    }
    /// The open run and every one that is opened is told by them, and by ours again once they are gone; what
    /// cannot be followed is not taken, and says where it is wrong.
    void rulesAboutKernelsCountForEveryRun()
    {
        const QTemporaryDir folder;
        const auto written = [&](const char* name, const char* text) {
            const QString file = folder.filePath(QString::fromLatin1(name));
            QFile out(file);
            return out.open(QIODevice::WriteOnly) && out.write(text) > 0 ? file : QString();
        };
        const QString rules = written(
            "all.json", R"({"names": [{"match": "*", "on": "device", "class": "norm", "role": "compute"}]})");
        const QString wrong = written("wrong.json", R"({"names": [{"match": "*", "class": "nothing"}]})");
        const auto known = [&]() -> const std::vector<core::OpClass>& { return bench().run()->operation; };
        const auto products = [&] { // of the devices
            const core::Timeline& timeline = bench().run()->timeline();
            std::size_t count = 0;
            for (const core::Lane& lane : timeline.lanes()) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                    count += timeline.tracks()[lane.track.index()].device &&
                                     known()[row] == core::OpClass::MatrixProduct
                                 ? 1
                                 : 0;
            }
            return count;
        };
        const auto reopened = [&] {
            bench().closeRun();
            window().openFiles({kTrace});
            return QTest::qWaitFor([&] { return bench().run() && !bench().run()->partial; }, 20'000);
        };
        QVERIFY(reopened());
        const std::vector<core::OpClass> ours = known();
        QVERIFY(products() > 0);
        window().showPage("settings");
        QVERIFY(bench().traces().setRules(rules).ok());
        QTRY_VERIFY(bench().jobs().idle() && known() != ours);
        const std::vector<core::OpClass> theirs = known();
        QCOMPARE(products(), std::size_t{0});
        QCOMPARE(window().currentPage(), QStringLiteral("settings")); // the same run was not opened again
        QVERIFY(reopened());
        QCOMPARE(known(), theirs);
        const auto refused = bench().traces().setRules(wrong);
        QVERIFY(!refused.ok());
        QVERIFY(QString::fromStdString(refused.error().place.file).endsWith(QStringLiteral("wrong.json")));
        QCOMPARE(bench().traces().rules(), rules);
        // Kept for the next window; where they are gone the run opens all the same, and that is said.
        {
            const tests::OpenWindow next;
            QCOMPARE(next->workbench().traces().rules(), rules);
        }
        QVERIFY(QFile::remove(rules));
        QSignalSpy failed(&bench(), &app::Workbench::failed);
        QVERIFY(reopened());
        QCOMPARE(failed.size(), 1);
        QCOMPARE(known(), ours);
        QVERIFY(bench().traces().setRules({}).ok());
        QTRY_VERIFY(bench().jobs().idle());
        QCOMPARE(known(), ours);
    }
    void pricesCountAtOnceAndEverywhere()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        window().showPage("settings");
        app::PriceCard& card = settings().prices();
        card.machine().setCurrentIndex(card.machine().findData(QStringLiteral("dgx-h100")));
        card.price().setText(QStringLiteral("2.3"));
        emit card.price().editingFinished();
        QVERIFY(bench().evaluated().value->currencyPerStep.has_value());
        QCOMPARE(bench().prices().of({QStringLiteral("dgx-h100")}), QStringLiteral("2.3"));
        // The machine is not open, so its price is read only when it is chosen.
        card.machine().setCurrentIndex(card.machine().findData(QStringLiteral("dgx-a100-80g")));
        QVERIFY(card.price().text().isEmpty());
        card.price().setText(QStringLiteral("1.5"));
        emit card.price().editingFinished();
        QVERIFY(bench().chooseHardware(QStringLiteral("dgx-a100-80g")));
        QVERIFY(bench().evaluated().value->currencyPerStep.has_value());
        card.price().clear();
        emit card.price().editingFinished();
        QVERIFY(bench().prices().of({QStringLiteral("dgx-a100-80g")}).isEmpty());
    }

private:
    [[nodiscard]] app::Actions& actions() { return window().actions(); }
    [[nodiscard]] app::SettingsPage& settings() { return window().part<app::SettingsPage>(); }
    void tellsNoWrongKey(app::Where where, QWidget& part)
    {
        int keys = 0;
        for (const app::Action& action : actions().all()) {
            if (action.where != where)
                continue;
            for (const QKeySequence& key : action.keys) {
                QKeyEvent pressed(QEvent::KeyPress, key[0].key(), key[0].keyboardModifiers());
                pressed.ignore();
                // A widget that does not take a key hands it on, and no other takes it.
                pressed.setAccepted(true);
                QApplication::sendEvent(&part, &pressed);
                QVERIFY2(pressed.isAccepted(), qPrintable(action.id));
                ++keys;
            }
        }
        QVERIFY(keys > 8);
    }
};

SHARDSCOPE_TEST(TstActions)
#include "tst_actions.moc"
