// SPDX-License-Identifier: GPL-3.0-or-later
// The window keeps what is done in it: the next start, a crash or another window comes to the same plan, page
// and history.
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/sql/sql_editor.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/trace/note_button.h"
#include "app/desktop/pages/trace/saved_views.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/pages/trace/views_button.h"
#include "app/desktop/shell/share_dialog.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/project_session.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/recommender/recommender_choices.h"
#include "app/session/recommender/table_edit.h"
#include "core/io/files.h"
#include "core/plan/plan_file.h"
#include "core/storage/store.h"
#include "tests/desktop/called.h"
#include "tests/desktop/open_window.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

using namespace shardscope;

namespace {

/// A window over its own project in the data folder of the moment, as the program starts it.
struct Started {
    tests::OpenWindow window;
    bool back = window->project().openAtStart(true);
    app::Workbench& bench() { return window->workbench(); }
};

/// All that a reader sees of a plan.
std::string shown(const app::PlanState& state)
{
    return app::titleOf(state.model).toStdString() + " on " + app::titleOf(state.hardware).toStdString() +
           " at " + std::to_string(static_cast<int>(state.sharding)) + core::planJson(state.plan);
}

void setTensor(app::Workbench& bench, std::int64_t tensor, int drag = 0)
{
    app::PlanState next = bench.state();
    next.plan.axes.tensor = tensor;
    bench.edit(std::move(next), "Change tensor t", drag);
}

QAction* actionOf(app::MainWindow& window, const QString& beginning)
{
    for (QAction* action : window.findChildren<QAction*>()) {
        if (action->text().startsWith(beginning))
            return action;
    }
    return nullptr;
}

} // namespace

/// Takes what would be shown in the desktop's own window.
class Folder final : public QObject {
    Q_OBJECT
public:
    QUrl opened;
public slots:
    void open(const QUrl& url) { opened = url; }
};

class TstProjectSession : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("SHARDSCOPE_DATA");
        qputenv("SHARDSCOPE_DATA", QFile::encodeName(m_data->path()));
        QSettings().remove(QStringLiteral("project"));
    }
    void cleanup() { qputenv("SHARDSCOPE_DATA", m_before); }

    /// Restart: the same page, plan and history, and every undo leads to where it led before.
    void theNextStartComesBack()
    {
        std::vector<std::string> ways;
        std::vector<QString> names;
        {
            Started first;
            QVERIFY(!first.back);
            QVERIFY(first.bench().chooseModel(QStringLiteral("llama-3-8b")));
            QVERIFY(first.bench().chooseHardware(QStringLiteral("dgx-h100")));
            for (const std::int64_t tensor : {2, 4, 8})
                setTensor(first.bench(), tensor);
            first.bench().enterCosts(2.5, 0);
            app::PlanState next = first.bench().state();
            next.sharding = app::ShardingPreset::Zero3;
            next.plan.axes.replica = 4;
            first.bench().edit(next, "Shard everything");
            app::RecommenderChoices choices;
            choices.hotRows = 0.25;
            choices.cluster = "persia-gcp-100t";
            next = first.bench().state();
            next.choices = std::make_shared<const app::RecommenderChoices>(choices);
            first.bench().edit(next, "Ask the study");
            setTensor(first.bench(), 1);
            first.bench().undoStack().undo();
            first.window->showPage("search");
            ways.push_back(shown(first.bench().state()));
            app::History& history = first.bench().undoStack();
            while (history.canUndo()) {
                names.push_back(history.undoText());
                history.undo();
                ways.push_back(shown(first.bench().state()));
            }
            for (std::size_t step = 0; step < names.size(); ++step)
                history.redo();
            QCOMPARE(shown(first.bench().state()), ways.front());
        }
        Started second;
        QVERIFY(second.back);
        QCOMPARE(second.window->currentPage(), QStringLiteral("search"));
        QCOMPARE(shown(second.bench().state()), ways.front());
        QCOMPARE(app::choicesOf(second.bench().state()).hotRows, 0.25);
        QVERIFY(second.bench().evaluated().value);
        app::History& history = second.bench().undoStack();
        QVERIFY(history.canRedo());
        for (std::size_t step = 0; step < names.size(); ++step) {
            QCOMPARE(history.undoText(), names[step]);
            history.undo();
            QCOMPARE(shown(second.bench().state()), ways[step + 1]);
        }
        QVERIFY(!history.canUndo());
        QVERIFY(!second.bench().state().model);
        while (history.canRedo())
            history.redo();
        QCOMPARE(second.bench().state().plan.axes.tensor, std::int64_t{1});
    }

    /// Models, machines and imported plans from files are kept whole: the files may go.
    void whatCameFromFilesIsKeptWhole()
    {
        const QTemporaryDir files;
        const QString model = files.filePath(QStringLiteral("mine.json"));
        const QString machine = files.filePath(QStringLiteral("box.json"));
        QVERIFY(QFile::copy(QString::fromStdString(tests::sourceFile("resources/models/gpt2.json")), model));
        QVERIFY(QFile::copy(QString::fromStdString(tests::sourceFile("resources/hardware/h200-sxm.json")),
                            machine));
        std::string before;
        {
            Started first;
            QVERIFY(first.bench().openFile(model));
            QVERIFY(first.bench().openFile(machine));
            setTensor(first.bench(), 4);
            before = shown(first.bench().state());
            QCOMPARE(first.bench().undoStack().project().itemsOf(core::ItemKind::Model).size(),
                     std::size_t{1});
        }
        QVERIFY(QFile::remove(model) && QFile::remove(machine));
        Started second;
        QCOMPARE(shown(second.bench().state()), before);
        QVERIFY(second.bench().evaluated().value);
        setTensor(second.bench(), 2); // and is not kept once more
        QCOMPARE(second.bench().undoStack().project().itemsOf(core::ItemKind::Model).size(), std::size_t{1});
        second.bench().undoStack().undo();
        QCOMPARE(shown(second.bench().state()), before);
        // It is found by its name too: a page may ask for it by what the state calls it.
        QVERIFY(second.bench().catalog().model(second.bench().state().modelReference.toStdString()).ok());
    }

    void tablesOfARecommenderAreSteps()
    {
        std::string before;
        std::size_t rows = 0;
        {
            Started first;
            first.window->openSample("recommender");
            QVERIFY(first.bench().state().model && first.bench().state().model->recommender());
            std::vector<core::EmbeddingTable> tables = first.bench().state().model->recommender()->tables;
            tables.pop_back();
            rows = tables.size();
            auto model = app::withTables(*first.bench().state().model, std::move(tables));
            QVERIFY(model.ok());
            app::PlanState next = first.bench().state();
            next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
            first.bench().edit(next, "Edit the tables");
            before = shown(first.bench().state());
        }
        Started second;
        const QStringList is = QString::fromStdString(shown(second.bench().state())).split(QLatin1Char('\n'));
        const QStringList was = QString::fromStdString(before).split(QLatin1Char('\n'));
        for (qsizetype line = 0; line < std::min(is.size(), was.size()); ++line)
            QCOMPARE(is[line], was[line]);
        QCOMPARE(is.size(), was.size());
        QCOMPARE(second.bench().state().model->recommender()->tables.size(), rows);
        second.bench().undoStack().undo();
        QCOMPARE(second.bench().state().model->recommender()->tables.size(), rows + 1);
    }

    void aDragIsOneStep()
    {
        Started started;
        QVERIFY(started.bench().chooseModel(QStringLiteral("llama-3-8b")));
        QVERIFY(started.bench().chooseHardware(QStringLiteral("dgx-h100")));
        setTensor(started.bench(), 1);
        const int before = started.bench().undoStack().count();
        const int drag = started.bench().newDrag();
        for (const std::int64_t tensor : {2, 4, 8, 4})
            setTensor(started.bench(), tensor, drag);
        QCOMPARE(started.bench().undoStack().count(), before + 1);
        QVERIFY(started.bench().undoStack().kept()->flush().ok());
        started.bench().undoStack().undo();
        QCOMPARE(started.bench().state().plan.axes.tensor, std::int64_t{1});
    }

    void undoAndRedoAreNamed()
    {
        Started started;
        QAction* undo = actionOf(*started.window, QStringLiteral("&Undo"));
        QAction* redo = actionOf(*started.window, QStringLiteral("&Redo"));
        QVERIFY(undo && redo && !undo->isEnabled() && !redo->isEnabled());
        QVERIFY(started.bench().chooseModel(QStringLiteral("gpt2")));
        setTensor(started.bench(), 2);
        QVERIFY2(undo->text().endsWith(QStringLiteral("Change tensor t")), qPrintable(undo->text()));
        undo->trigger();
        QVERIFY2(redo->text().endsWith(QStringLiteral("Change tensor t")), qPrintable(redo->text()));
        QVERIFY(undo->isEnabled() && redo->isEnabled());
        redo->trigger();
        QVERIFY(!redo->isEnabled());
        QCOMPARE(redo->text(), QStringLiteral("&Redo"));
        QCOMPARE(undo->shortcut(), QKeySequence(QKeySequence::Undo));
    }

    /// Nothing is asked at the end, nor before another plan is opened: it can be undone.
    void nothingIsAsked()
    {
        Started started;
        QVERIFY(started.bench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY(started.bench().chooseHardware(QStringLiteral("h200-sxm")));
        QVERIFY(!started.window->keptPlan().edited());
        started.window->openSample("plan"); // a question would wait here
        QVERIFY(started.window->close());
    }

    void aProjectGetsAName()
    {
        const QTemporaryDir files;
        const QString file = files.filePath(QStringLiteral("mine.shardscope"));
        std::string before;
        {
            Started first;
            QVERIFY(first.bench().chooseModel(QStringLiteral("gpt2")));
            QVERIFY(first.bench().chooseHardware(QStringLiteral("h200-sxm")));
            const std::filesystem::path unnamed = first.bench().undoStack().kept()->file();
            QVERIFY(first.window->project().saveAs(file));
            QVERIFY(!core::files::exists(unnamed));
            setTensor(first.bench(), 8);
            before = shown(first.bench().state());
            QCOMPARE(first.bench().undoStack().count(), 3);
        }
        {
            Started second; // by itself
            QVERIFY(second.back);
            QCOMPARE(shown(second.bench().state()), before);
            QCOMPARE(second.bench().undoStack().kept()->file(), core::files::whole(file.toStdString()));
            // Another window of it only reads.
            tests::OpenWindow third;
            third->project().openAtStart(false);
            third->openFiles({file});
            QVERIFY(third->workbench().undoStack().kept()->readOnly());
            QCOMPARE(shown(third->workbench().state()), before);
            QMessageBox* box = third->findChild<QMessageBox*>();
            QVERIFY(box && box->text().contains(QStringLiteral("Another window")));
            const QString copy = files.filePath(QStringLiteral("copy.shardscope"));
            setTensor(third->workbench(), 2);
            QVERIFY(third->project().saveAs(copy));
            QVERIFY(!third->workbench().undoStack().kept()->readOnly());
            QCOMPARE(third->workbench().state().plan.axes.tensor, std::int64_t{2});
            QCOMPARE(second.bench().state().plan.axes.tensor, std::int64_t{8});
        }
        // It is among the recent ones; gone, the unnamed one is opened.
        QCOMPARE(QSettings().value(QStringLiteral("project/recent")).toStringList().size(), 2);
        QVERIFY(QFile::remove(files.filePath(QStringLiteral("copy.shardscope"))));
        QVERIFY(QFile::remove(file));
        Started fourth;
        QVERIFY(fourth.bench().isKept());
    }

    void aNewerOrDamagedOneIsTold()
    {
        const QTemporaryDir files;
        const QString file = files.filePath(QStringLiteral("newer.shardscope"));
        {
            QVERIFY(core::Store::create(file.toStdString()).ok());
            const auto database =
                core::Database::open(file.toStdString(), core::Database::Access::Write).value();
            QVERIFY(database.run("PRAGMA user_version = 9").ok());
        }
        Started started;
        QVERIFY(started.bench().chooseModel(QStringLiteral("gpt2")));
        const std::string before = shown(started.bench().state());
        QSignalSpy failed(&started.bench(), &app::Workbench::failed);
        QVERIFY(!started.window->project().openFile(file));
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("newer Shardscope")));
        QCOMPARE(shown(started.bench().state()), before);
        const QString damaged = files.filePath(QStringLiteral("damaged.shardscope"));
        QFile write(damaged);
        QVERIFY(write.open(QIODevice::WriteOnly) && write.write(QByteArray(9000, 'x')) == 9000);
        write.close();
        QVERIFY(started.window->project().openFile(damaged));
        bool told = false;
        for (const QMessageBox* box : started.window->findChildren<QMessageBox*>())
            told = told || box->text().contains(QStringLiteral("was damaged"));
        QVERIFY(told);
        QVERIFY(QFile::exists(files.filePath(QStringLiteral("damaged.damaged-1.shardscope"))));
    }

    /// What a copy replaces is seen before it is written; the copy opens at its plan, without a history.
    void aCopyIsShared()
    {
        const QTemporaryDir files;
        const QString file = files.filePath(QStringLiteral("shared.shardscope"));
        Started started;
        QVERIFY(started.bench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY(started.bench().chooseHardware(QStringLiteral("h200-sxm")));
        setTensor(started.bench(), 4);
        app::Project& project = started.bench().undoStack().project();
        QVERIFY(started.bench()
                    .undoStack()
                    .push({project.made(core::ItemKind::Note, "of hal",
                                        "{\"text\": \"on gpu-n12:/ho"
                                        "me/hal9/x.json, ask hal9@gpu-n12\"}")},
                          "Note")
                    .ok());
        const QString trace = runFile(files.filePath(QStringLiteral("run.json")));
        openRun(started, trace);
        QVERIFY(started.window->act(QStringLiteral("project.share")));
        auto* dialog = started.window->findChild<app::ShareDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QStringList rows;
        for (int row = 0; row < dialog->list().topLevelItemCount(); ++row)
            rows << dialog->list().topLevelItem(row)->text(0);
        for (const char* word : {"gpu-n12", "hal9",
                                 "/ho"
                                 "me/hal9/x.json"})
            QVERIFY2(rows.contains(QString::fromLatin1(word)), word);
        QVERIFY(!QFile::exists(file));
        // A tick that is taken away leaves the word as it is.
        dialog->list()
            .topLevelItem(static_cast<int>(rows.indexOf(QStringLiteral("gpu-n12"))))
            ->setCheckState(0, Qt::Unchecked);
        // Written by a job, which says where; a click shows the folder.
        QVERIFY(dialog->traces().empty());
        dialog->pack().click();
        QSignalSpy wrote(&started.bench().jobs(), &app::Jobs::wrote);
        QVERIFY(started.window->project().share(dialog->copy(), file, dialog->traces()));
        dialog->reject();
        QTRY_COMPARE(wrote.size(), 1);
        Folder folder;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &folder, "open");
        QTest::mouseClick(
            &tests::called<app::LinkLabel>(*started.window, "Written: shared.shardscope. Show its folder"),
            Qt::LeftButton);
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QCOMPARE(folder.opened, QUrl::fromLocalFile(files.path()));
        const QString pack = files.filePath(QStringLiteral("shared.traces.pack"));
        QVERIFY(QFile::exists(pack));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.contains("gpu-n12") && !bytes.contains("hal9") &&
                !bytes.contains("/ho"
                                "me/"));
        const std::string before = shown(started.bench().state());
        QSignalSpy failed(&started.bench(), &app::Workbench::failed);
        QVERIFY(!started.window->project().share(
            {}, QString::fromStdString(started.bench().undoStack().kept()->file().string())));
        QCOMPARE(failed.size(), 1);
        QVERIFY(started.window->project().openFile(file));
        QCOMPARE(shown(started.bench().state()), before);
        openRun(started, pack); // as it was
        QVERIFY(!started.bench().undoStack().canUndo());
        setTensor(started.bench(), 2);
        QCOMPARE(started.bench().undoStack().count(), 1);
        QCOMPARE(started.bench().state().plan.axes.tensor, std::int64_t{2});
    }

    /// Views, notes and statements of a run are items of the project: steps that are named and undone, there
    /// again at the next start wherever the run's files lie then; and the timeline is as it was left.
    void whatIsSaidOfARunComesBack()
    {
        const QTemporaryDir files;
        const QString trace = runFile(files.filePath(QStringLiteral("run.json")));
        std::int64_t begin = 0;
        {
            Started first;
            openRun(first, trace);
            auto& page = first.window->part<app::TimelinePage>();
            const std::int64_t origin = first.bench().run()->timeline().begin();
            page.view().setWindow(origin + 2000, origin + 6000);
            page.views().keep(QStringLiteral("middle"));
            QCOMPARE(first.bench().undoStack().undoText(), QStringLiteral("Keep the view middle"));
            page.note().write(QStringLiteral("the slow one"));
            QCOMPARE(page.note().shown().text(), QStringLiteral("the slow one"));
            QCOMPARE(first.bench().undoStack().undoText(), QStringLiteral("Write a note"));
            first.bench().undoStack().undo();
            QVERIFY(page.note().shown().text().isEmpty());
            first.bench().undoStack().redo();
            auto& sql = first.window->part<app::SqlPage>();
            sql.editor().setPlainText(QStringLiteral("SELECT count(*) FROM slice"));
            sql.run();
            QTRY_VERIFY(sql.answer().table() != nullptr);
            QCOMPARE(first.bench().undoStack().undoText(), QStringLiteral("Run a query"));
            sql.editor().setPlainText(QStringLiteral("SELECT 1 -- not run"));
            page.view().setWindow(origin + 3000, origin + 5000);
            begin = page.view().window().begin - origin;
            QTRY_VERIFY(!first.bench().undoStack().project().seat("timeline").empty());
            QTest::qWait(700); // the last move is remembered a moment later
            first.window->showPage("timeline");
            QVERIFY(QSettings().allKeys().filter(QStringLiteral("timeline/views")).isEmpty());
        }
        const QTemporaryDir others;
        const QString moved = others.filePath(QStringLiteral("run.json"));
        QVERIFY(QFile::rename(trace, moved));
        Started second;
        QCOMPARE(second.window->currentPage(), QStringLiteral("timeline"));
        auto& sql = second.window->part<app::SqlPage>();
        QCOMPARE(sql.editor().toPlainText(), QStringLiteral("SELECT 1 -- not run"));
        sql.recall(-1);
        QCOMPARE(sql.editor().toPlainText(), QStringLiteral("SELECT count(*) FROM slice"));
        openRun(second, moved);
        auto& page = second.window->part<app::TimelinePage>();
        const auto& run = second.bench().run();
        QCOMPARE(page.view().window().begin - run->timeline().begin(), begin);
        QCOMPARE(page.note().shown().text(), QStringLiteral("the slow one"));
        const auto views = app::keptViews(*run, &second.bench().undoStack());
        QCOMPARE(views.size(), std::size_t{1});
        QCOMPARE(views[0].name, QStringLiteral("middle"));
        QCOMPARE(views[0].begin, std::int64_t{2000});
        app::forgetView(*run, QStringLiteral("middle"), &second.bench().undoStack());
        QVERIFY(app::keptViews(*run, &second.bench().undoStack()).empty());
        second.bench().undoStack().undo();
        QCOMPARE(app::keptViews(*run, &second.bench().undoStack()).size(), std::size_t{1});
    }

    /// What settings of before have is taken over, once.
    void settingsOfBeforeAreTakenOver()
    {
        const QTemporaryDir files;
        const QString trace = runFile(files.filePath(QStringLiteral("run.json")));
        QSettings().setValue(QStringLiteral("sql/history"), QStringList{QStringLiteral("SELECT 1")});
        {
            tests::OpenWindow nobody; // as it was before there were projects
            nobody->workbench().openTrace({trace});
            QTRY_VERIFY(nobody->workbench().run() && !nobody->workbench().run()->partial);
            app::SavedView view;
            view.name = QStringLiteral("of before");
            app::keepView(*nobody->workbench().run(), view);
        }
        Started first;
        openRun(first, trace);
        const auto kept = [&] { return app::keptViews(*first.bench().run(), &first.bench().undoStack()); };
        QCOMPARE(kept().size(), std::size_t{1});
        QCOMPARE(kept()[0].name, QStringLiteral("of before"));
        QVERIFY(app::keptViews(*first.bench().run()).empty()); // no longer in the settings
        first.window->showPage("sql");
        QVERIFY(!QSettings().contains(QStringLiteral("sql/history")));
        QCOMPARE(first.bench().undoStack().project().itemsOf(core::ItemKind::Query).size(), std::size_t{1});
        first.window->part<app::SqlPage>().recall(-1);
        QCOMPARE(first.window->part<app::SqlPage>().editor().toPlainText(), QStringLiteral("SELECT 1"));
    }

    /// What is asked of Search and Ask is the project's: undone by itself, asked again at the next start.
    void questionsComeBack()
    {
        core::Value asked;
        core::Value asksToo;
        {
            Started first;
            QVERIFY(first.bench().chooseModel(QStringLiteral("llama-3-8b")));
            QVERIFY(first.bench().chooseHardware(QStringLiteral("dgx-h100")));
            first.window->showPage("search");
            app::SearchControls& search = *first.window->findChild<app::SearchControls*>();
            search.devices().setFocus();
            search.devices().clear();
            const int before = first.bench().undoStack().count();
            QTest::keyClicks(&search.devices(), QStringLiteral("128"));
            QTRY_COMPARE(first.bench().undoStack().count(), before + 1); // one step for what was typed
            QCOMPARE(first.bench().undoStack().undoText(), QStringLiteral("Change the question"));
            QTest::keyClicks(&search.keys(), QStringLiteral("tensor=8"));
            QTRY_COMPARE(first.bench().undoStack().count(), before + 2);
            first.bench().undoStack().undo();
            QCOMPARE(search.keys().text(), QString());
            QCOMPARE(search.devices().text(), QStringLiteral("128"));
            first.bench().undoStack().redo();
            QCOMPARE(search.keys().text(), QStringLiteral("tensor=8"));
            // An edit of the plan is no other question.
            setTensor(first.bench(), 2);
            QCOMPARE(search.devices().text(), QStringLiteral("128"));
            asked = search.said();
            app::AskControls& ask = *first.window->findChild<app::AskControls*>();
            QTest::keyClicks(&ask.tokens(), QStringLiteral("15T"));
            QTRY_COMPARE(first.bench().undoStack().project().itemsOf(core::ItemKind::Question).size(),
                         std::size_t{2});
            asksToo = ask.said();
        }
        Started second;
        QCOMPARE(second.window->currentPage(), QStringLiteral("search"));
        app::SearchControls& search = *second.window->findChild<app::SearchControls*>();
        QTRY_COMPARE(search.keys().text(), QStringLiteral("tensor=8"));
        QCOMPARE(core::jsonText(search.said()), core::jsonText(asked));
        app::AskControls& ask = *second.window->findChild<app::AskControls*>();
        QCOMPARE(core::jsonText(ask.said()), core::jsonText(asksToo));
        QCOMPARE(second.bench().undoStack().undoText(), QStringLiteral("Change the question"));
    }

    /// A window that only reads shows what the other one writes, until it has changes of its own.
    void aReadingWindowFollows()
    {
        const QTemporaryDir files;
        const QString file = files.filePath(QStringLiteral("both.shardscope"));
        Started first;
        QVERIFY(first.bench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY(first.bench().chooseHardware(QStringLiteral("h200-sxm")));
        QVERIFY(first.window->project().saveAs(file));
        tests::OpenWindow second;
        second->project().openAtStart(false);
        second->openFiles({file});
        QVERIFY(second->workbench().undoStack().kept()->readOnly());
        setTensor(first.bench(), 8);
        QTRY_COMPARE_WITH_TIMEOUT(second->workbench().state().plan.axes.tensor, std::int64_t{8}, 6000);
        QVERIFY(second->workbench().undoStack().kept()->readOnly());
        first.bench().undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(second->workbench().state().plan.axes.tensor, std::int64_t{1}, 6000);
        // What is changed here stays, and a copy is offered.
        setTensor(second->workbench(), 2);
        setTensor(first.bench(), 4);
        const auto offered = [&] {
            const auto boxes = second->findChildren<QMessageBox*>();
            return std::ranges::any_of(boxes, [](const QMessageBox* box) {
                return box->text().contains(QStringLiteral("your own changes"));
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(offered(), 6000);
        QCOMPARE(second->workbench().state().plan.axes.tensor, std::int64_t{2});
        QCOMPARE(first.bench().state().plan.axes.tensor, std::int64_t{4});
    }

    /// A window that nobody asked to keep anything writes nothing: tests, pictures.
    void onlyTheProgramKeeps()
    {
        tests::OpenWindow window;
        QVERIFY(window->workbench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY(!window->workbench().isKept());
        QVERIFY(QDir(m_data->path()).isEmpty());
    }

private:
    /// A run of ten slices, each 1 µs.
    static QString runFile(const QString& file)
    {
        QByteArray events;
        for (int slice = 0; slice < 10; ++slice)
            events +=
                QByteArray(slice > 0 ? "," : "") +
                "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": " +
                QByteArray::number(slice) + ", \"dur\": 1}";
        QFile written(file);
        static_cast<void>(written.open(QIODevice::WriteOnly));
        written.write("{\"schemaVersion\": 1, \"traceEvents\": [" + events + "]}");
        return file;
    }
    static void openRun(Started& started, const QString& file)
    {
        started.bench().openTrace({file});
        QTRY_VERIFY(started.bench().run() && !started.bench().run()->partial);
    }

    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;
};

SHARDSCOPE_TEST(TstProjectSession)
#include "tst_project_session.moc"
