// SPDX-License-Identifier: GPL-3.0-or-later
// The window keeps what is done in it: the next start, a crash or another window comes to the same plan, page
// and history.
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/window/project_session.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/recommender/recommender_choices.h"
#include "app/session/recommender/table_edit.h"
#include "core/io/files.h"
#include "core/plan/plan_file.h"
#include "core/storage/store.h"
#include "tests/desktop/open_window.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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
    bench.edit(std::move(next), QStringLiteral("Change tensor t"), drag);
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
            first.bench().edit(next, QStringLiteral("Shard everything"));
            app::RecommenderChoices choices;
            choices.hotRows = 0.25;
            choices.cluster = "persia-gcp-100t";
            next = first.bench().state();
            next.choices = std::make_shared<const app::RecommenderChoices>(choices);
            first.bench().edit(next, QStringLiteral("Ask the study"));
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
        // As a name it is found too: a page may ask for it by what the state calls it.
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
            first.bench().edit(next, QStringLiteral("Edit the tables"));
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

    /// A window that nobody asked to keep anything writes nothing: tests, pictures.
    void onlyTheProgramKeeps()
    {
        tests::OpenWindow window;
        QVERIFY(window->workbench().chooseModel(QStringLiteral("gpt2")));
        QVERIFY(!window->workbench().isKept());
        QVERIFY(QDir(m_data->path()).isEmpty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;
};

SHARDSCOPE_TEST(TstProjectSession)
#include "tst_project_session.moc"
