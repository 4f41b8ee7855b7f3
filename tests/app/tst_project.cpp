// SPDX-License-Identifier: GPL-3.0-or-later
// A project: whatever is done to it can be undone and done again, and its file says what its memory says.
#include "app/session/project/kept_project.h"
#include "core/io/files.h"
#include "tests/support/project_story.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace shardscope;
using app::KeptProject;
using app::Project;
using core::ErrorCode;
using core::ItemKind;
using tests::ProjectStory;
using tests::told;

namespace {

core::ProjectStep stepOf(core::ItemChange change, std::uint64_t drag = 0)
{
    core::ProjectStep step;
    step.words = "Change";
    step.changes = {std::move(change)};
    step.drag = drag;
    return step;
}

/// The contents without their history: what a user sees.
std::string itemsOf(const Project& project)
{
    core::ProjectContents contents = project.contents();
    contents.steps.clear();
    contents.done = 0;
    return told(contents);
}

std::string fileTold(const std::filesystem::path& file)
{
    const auto store = core::Store::open(file, core::Store::Access::Read);
    return store.ok() ? told(store->read().value()) : "cannot be opened";
}

QByteArray bytesOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstProject : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private slots:
    void init() { qputenv("SHARDSCOPE_DATA", QFile::encodeName(m_folder.filePath("data"))); }
    void cleanupTestCase() { qunsetenv("SHARDSCOPE_DATA"); }

    /// Undo of everything leads back to the beginning, redo of everything to the end, by the same ways.
    void whatIsUndoneIsDoneAgain()
    {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            Project project;
            ProjectStory story(project, seed);
            for (int act = 0; act < 60; ++act)
                story.act();
            while (project.redo()) {
            }
            const std::string end = told(project.contents());
            std::vector<std::string> ways{itemsOf(project)};
            while (project.undo())
                ways.push_back(itemsOf(project));
            QCOMPARE(project.done(), std::size_t{0});
            QVERIFY(project.items().empty());
            while (!ways.empty()) {
                QCOMPARE(itemsOf(project), ways.back());
                ways.pop_back();
                QCOMPARE(project.redo() == nullptr, ways.empty());
            }
            QCOMPARE(told(project.contents()), end);
        }
    }

    /// The file is what the memory is, after every act and when it is opened again.
    void theFileSaysWhatTheMemorySays()
    {
        for (std::uint64_t seed = 100; seed < 106; ++seed) {
            const auto file = path(("story" + std::to_string(seed) + ".shardscope").c_str());
            Project project;
            {
                core::Store store = core::Store::create(file).value();
                project.setSink(
                    [&](core::StoreRecord record) { QVERIFY(store.write(std::span(&record, 1)).ok()); });
                ProjectStory story(project, seed);
                for (int act = 0; act < 80; ++act) {
                    story.act();
                    QCOMPARE(told(store.read().value()), told(project.contents()));
                }
                QVERIFY(store.check().ok());
                project.setSink({});
            }
            QVERIFY(!core::files::exists(file.string() + "-wal"));
            QCOMPARE(fileTold(file), told(project.contents()));
            Project again(core::Store::open(file, core::Store::Access::Read)->read().value());
            QCOMPARE(told(again.contents()), told(project.contents()));
            while (project.undo())
                again.undo();
            QCOMPARE(itemsOf(again), itemsOf(project));
        }
    }

    void aDragIsOneStep()
    {
        Project project;
        const auto made = project.apply(stepOf(project.made(ItemKind::Plan, "Plan", "{}")));
        QVERIFY(made.ok());
        const core::ItemPtr first = project.find(ItemKind::Plan, "Plan");
        for (int value = 0; value < 50; ++value) {
            const core::ItemPtr now = project.find(first->id);
            QVERIFY(project.apply(stepOf(Project::rewritten(now, std::to_string(value)), 7)).ok());
        }
        QCOMPARE(project.steps().size(), std::size_t{2});
        QCOMPARE(project.find(first->id)->body, std::string("49"));
        // Another drag, or none, is a step of its own.
        QVERIFY(project.apply(stepOf(Project::rewritten(project.find(first->id), "8"), 8)).ok());
        QVERIFY(project.apply(stepOf(Project::rewritten(project.find(first->id), "9"))).ok());
        QVERIFY(project.apply(stepOf(Project::rewritten(project.find(first->id), "10"))).ok());
        QCOMPARE(project.steps().size(), std::size_t{5});
        for (int back = 0; back < 4; ++back)
            project.undo();
        QCOMPARE(project.find(first->id)->body, std::string("{}"));
        // What was undone is not dragged on.
        QVERIFY(project.apply(stepOf(Project::rewritten(project.find(first->id), "x"), 7)).ok());
        QCOMPARE(project.steps().size(), std::size_t{2});
        QVERIFY(project.nextRedo() == nullptr);
    }

    void theHistoryIsCutAtItsOldEnd()
    {
        Project project;
        std::size_t forgot = 0;
        project.setSink([&](const core::StoreRecord& record) { forgot += record.forgot.size(); });
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Note, "Note", "0"))).ok());
        const core::ItemId id = project.items().begin()->first;
        for (std::size_t step = 1; step < Project::kMostSteps + 20; ++step)
            QVERIFY(project.apply(stepOf(Project::rewritten(project.find(id), std::to_string(step)))).ok());
        QCOMPARE(project.steps().size(), Project::kMostSteps);
        QCOMPARE(forgot, std::size_t{20});
        while (project.undo()) {
        }
        QCOMPARE(project.find(id)->body, std::string("19")); // of the first step that is not kept
        while (project.redo()) {
        }
        // Size limits what is kept: there is room for five of these, and the latest stays whatever its size.
        const std::string large(Project::kMostBytes / 10, 'x');
        for (int step = 0; step < 12; ++step)
            QVERIFY(
                project.apply(stepOf(Project::rewritten(project.find(id), large + char('a' + step)))).ok());
        QVERIFY(project.steps().size() <= 5);
        QVERIFY(project.steps().size() >= 4);
        QVERIFY(project
                    .apply(stepOf(
                        Project::rewritten(project.find(id), std::string(Project::kMostBytes + 1, 'y'))))
                    .ok());
        QCOMPARE(project.steps().size(), std::size_t{1});
        QVERIFY(project.undo() != nullptr);
    }

    void whatDoesNotFitChangesNothing()
    {
        Project project;
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Plan, "A", "1"))).ok());
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Plan, "B", "2"))).ok());
        const std::string before = told(project.contents());
        const core::ItemPtr a = project.find(ItemKind::Plan, "A");
        QCOMPARE(project.apply(stepOf(project.made(ItemKind::Plan, "A", "3"))).error().code,
                 ErrorCode::Inconsistent);
        QCOMPARE(project.apply(stepOf(Project::renamed(a, "B"))).error().code, ErrorCode::Inconsistent);
        const core::ItemPtr gone =
            std::make_shared<const core::ProjectItem>(core::ProjectItem{a->id, a->kind, "A", "0", 9});
        QCOMPARE(project.apply(stepOf(Project::rewritten(gone, "4"))).error().code, ErrorCode::Inconsistent);
        QCOMPARE(told(project.contents()), before);
        // A name may be used once for each kind, and names may be swapped.
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Note, "A", "5"))).ok());
        core::ProjectStep swap = stepOf(Project::renamed(a, "B"));
        swap.changes.push_back(Project::renamed(project.find(ItemKind::Plan, "B"), "A"));
        const auto file = path("swap.shardscope");
        core::Store store = core::Store::create(file).value();
        QVERIFY(store.fill(project.contents()).ok());
        project.setSink([&](core::StoreRecord record) { QVERIFY(store.write(std::span(&record, 1)).ok()); });
        QVERIFY(project.apply(swap).ok());
        QCOMPARE(told(store.read().value()), told(project.contents()));
        QCOMPARE(project.freshName(ItemKind::Plan, "A"), std::string("A (2)"));
        QCOMPARE(project.freshName(ItemKind::Run, "A"), std::string("A"));
    }

    /// What a window does: edits are written by themselves, and the next start finds them.
    void whatIsKeptIsThereAgain()
    {
        std::string before;
        {
            auto kept = KeptProject::openUnnamed({}).value();
            QVERIFY(!kept->readOnly());
            QCOMPARE(kept->file(), core::files::whole(app::unnamedProject()));
            ProjectStory story(kept->project(), 5);
            for (int act = 0; act < 200; ++act)
                story.act();
            before = told(kept->project().contents());
            QVERIFY(kept->flush().ok());
            QCOMPARE(fileTold(kept->file()), before);
            story.act(); // not waited for
            before = told(kept->project().contents());
        }
        auto kept = KeptProject::openUnnamed({}).value();
        QCOMPARE(told(kept->project().contents()), before);
        QVERIFY(!kept->recovered());
        // Another window: the unnamed project is this one's, so that it has one of its own.
        auto other = KeptProject::openUnnamed({}).value();
        QVERIFY(!other->readOnly());
        QVERIFY(other->file() != kept->file());
        QVERIFY(other->project().items().empty());
    }

    /// Nobody has to wait for it either: an edit is on the disk within two seconds.
    void anEditIsWrittenSoon()
    {
        auto kept = KeptProject::open(path("soon.shardscope"), KeptProject::IfMissing::Make, {}).value();
        Project& project = kept->project();
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Plan, "Plan", "1"))).ok());
        const core::ItemId id = project.items().begin()->first;
        QTRY_COMPARE_WITH_TIMEOUT(fileTold(kept->file()), told(project.contents()), 2000);
        for (int drag = 0; drag < 20; ++drag)
            QVERIFY(
                project.apply(stepOf(Project::rewritten(project.find(id), std::to_string(drag)), 3)).ok());
        project.setSeat("page", "compare");
        QTRY_COMPARE_WITH_TIMEOUT(fileTold(kept->file()), told(project.contents()), 2000);
    }

    void aSecondWindowReadsAndCopies()
    {
        const auto file = path("shared.shardscope");
        auto first = KeptProject::open(file, KeptProject::IfMissing::Make, {}).value();
        QVERIFY(first->project().apply(stepOf(first->project().made(ItemKind::Plan, "Plan", "1"))).ok());
        QVERIFY(first->flush().ok());
        auto second = KeptProject::open(file, KeptProject::IfMissing::Fail, {}).value();
        QVERIFY(second->readOnly());
        QCOMPARE(told(second->project().contents()), told(first->project().contents()));
        Project& copy = second->project();
        QVERIFY(copy.apply(stepOf(copy.made(ItemKind::Note, "Note", "2"))).ok());
        QVERIFY(second->flush().ok()); // nothing is written
        QCOMPARE(fileTold(file), told(first->project().contents()));
        QCOMPARE(second->saveAs(file).error().code, ErrorCode::Inconsistent);
        const auto copied = path("copy.shardscope");
        QVERIFY(second->saveAs(copied).ok());
        QCOMPARE(fileTold(copied), told(copy.contents()));
        QVERIFY(first->saveAs(copied).ok()); // over it
        QCOMPARE(fileTold(copied), told(first->project().contents()));
        first.reset();
        QVERIFY(!KeptProject::open(file, KeptProject::IfMissing::Fail, {}).value()->readOnly());
    }

    void aDamagedOneIsKeptAsideAndRecovered()
    {
        const auto file = path("damaged.shardscope");
        std::string before;
        {
            auto kept = KeptProject::open(file, KeptProject::IfMissing::Make, {}).value();
            ProjectStory story(kept->project(), 77);
            for (int act = 0; act < 300; ++act)
                story.act();
            before = told(kept->project().contents());
        }
        QByteArray bytes = bytesOf(file);
        QVERIFY(bytes.size() > 8 * 4096);
        for (qsizetype at = bytes.size() / 2; at < bytes.size() / 2 + 4096; ++at)
            bytes[at] = static_cast<char>(at * 7);
        QFile damaged(QString::fromStdString(file.string()));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(bytes) == bytes.size());
        damaged.close();
        auto kept = KeptProject::open(file, KeptProject::IfMissing::Fail, {}).value();
        QVERIFY(kept->recovered().has_value());
        QCOMPARE(bytesOf(kept->recovered()->damaged), bytes);
        QVERIFY(kept->recovered()->report.readable);
        for (const auto& [id, item] : kept->project().items())
            QVERIFY2(before.find("/" + item->name + "/") != std::string::npos, item->name.c_str());
        QVERIFY(kept->project().items().size() > 3);
        Project& project = kept->project();
        QVERIFY(project.apply(stepOf(project.made(ItemKind::Slide, "after", "1"))).ok());
        while (project.undo()) {
        }
        QVERIFY(kept->flush().ok());
        kept.reset();
        QVERIFY(!KeptProject::open(file, KeptProject::IfMissing::Fail, {}).value()->recovered());
    }

    void aNewerOneStaysAsItIs()
    {
        const auto file = path("newer.shardscope");
        {
            core::Store store = core::Store::create(file).value();
        }
        {
            const auto database = core::Database::open(file, core::Database::Access::Write).value();
            QVERIFY(database.run("PRAGMA user_version = 2; CREATE TABLE tomorrow(x)").ok());
        }
        const QByteArray bytes = bytesOf(file);
        const auto opened = KeptProject::open(file, KeptProject::IfMissing::Fail, {});
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::NotSupported);
        QCOMPARE(bytesOf(file), bytes);
        QCOMPARE(KeptProject::open(path("nothing.shardscope"), KeptProject::IfMissing::Fail, {}).error().code,
                 ErrorCode::FileNotFound);
        QVERIFY(!core::files::exists(path("nothing.shardscope")));
    }
};

SHARDSCOPE_TEST(TstProject)
#include "tst_project.moc"
