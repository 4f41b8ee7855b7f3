// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs, edits with undo, and how degrees follow each other.
#include "app/desktop/workbench/workbench.h"
#include "core/base/start_thread.h"
#include "planner/search.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>

#include <atomic>
#include <new>
#include <thread>

#include <pthread.h>

using namespace shardscope;

namespace {

core::Catalog shipped() { return core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"); }

} // namespace

/// A language that has our texts from their end to their beginning, places excepted.
class Backwards final : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        if (qstrcmp(context, "Source") != 0)
            return {};
        QString text = QString::fromUtf8(source);
        std::reverse(text.begin(), text.end());
        return text.replace(QLatin1String("1%"), QLatin1String("%1"));
    }
    bool isEmpty() const override { return false; }
};

class TstWorkbench : public QObject {
    Q_OBJECT
private slots:
    void jobsDeliverOnThisThread()
    {
        app::Jobs jobs;
        QThread* where = nullptr;
        int result = 0;
        jobs.start(
            QStringLiteral("a"), {}, [](const core::Task&) { return 7; },
            [&](int value) {
                result = value;
                where = QThread::currentThread();
            });
        QVERIFY(jobs.running(QStringLiteral("a")));
        QTRY_COMPARE(result, 7);
        QCOMPARE(where, QThread::currentThread());
        QVERIFY(jobs.idle());
    }
    void supersededResultsAreDropped()
    {
        app::Jobs jobs;
        std::atomic<bool> release{false};
        std::vector<int> results;
        const auto slow = [&](const core::Task& task) {
            while (!release && !task.cancelled())
                std::this_thread::yield();
            return task.cancelled() ? -1 : 1;
        };
        jobs.start(QStringLiteral("a"), {}, slow, [&](int value) { results.push_back(value); });
        jobs.start(
            QStringLiteral("a"), {}, [](const core::Task&) { return 2; },
            [&](int value) { results.push_back(value); });
        QTRY_COMPARE(results.size(), std::size_t{1});
        release = true;
        QTest::qWait(20);
        QCOMPARE(results, std::vector<int>{2});
    }
    void newsComeBeforeTheResult()
    {
        app::Jobs jobs;
        std::vector<int> heard;
        jobs.startWithNews(
            QStringLiteral("a"), {},
            [&](const core::Task&, const app::Jobs::Courier& courier) {
                courier([&] { heard.push_back(1); });
                courier([&] { heard.push_back(2); });
                return 3;
            },
            [&](int value) { heard.push_back(value); });
        QTRY_COMPARE(heard, (std::vector<int>{1, 2, 3}));
        // A job that was superseded is not heard of any more.
        std::atomic<bool> begun{false};
        std::atomic<bool> told{false};
        std::atomic<bool> release{false};
        jobs.startWithNews(
            QStringLiteral("a"), {},
            [&](const core::Task&, const app::Jobs::Courier& courier) {
                begun = true;
                while (!release)
                    std::this_thread::yield();
                courier([&] { heard.push_back(4); });
                told = true;
                return 5;
            },
            [&](int value) { heard.push_back(value); });
        QTRY_VERIFY(begun);
        jobs.cancel(QStringLiteral("a"));
        release = true;
        QTRY_VERIFY(told);
        QTest::qWait(20);
        QCOMPARE(heard, (std::vector<int>{1, 2, 3}));
    }
    void cancelledJobsSayNothing()
    {
        app::Jobs jobs;
        const QSignalSpy finished(&jobs, &app::Jobs::finished);
        bool delivered = false;
        std::atomic<bool> begun{false};
        std::atomic<bool> stopped{false};
        jobs.start(
            QStringLiteral("a"), {},
            [&](const core::Task& task) {
                begun = true;
                while (!task.cancelled())
                    std::this_thread::yield();
                stopped = true;
                return 0;
            },
            [&](int) { delivered = true; });
        QTRY_VERIFY(begun);
        jobs.cancel(QStringLiteral("a"));
        QCOMPARE(finished.count(), 1);
        QTRY_VERIFY(stopped.load());
        QTest::qWait(20);
        QVERIFY(!delivered);
    }
    /// What runs is listed until it has ended, also what nobody waits for any more; leaving waits no longer
    /// than it is told to.
    void everyJobIsListedUntilItEnds()
    {
        app::Jobs jobs;
        std::atomic<bool> release{false};
        std::atomic<int> begun{0};
        const auto deaf = [&](const core::Task&) { // asked to stop it goes on
            ++begun;
            while (!release)
                std::this_thread::yield();
            return 0;
        };
        jobs.start(QStringLiteral("a"), QStringLiteral("first"), deaf, [](int) {});
        QTRY_COMPARE(begun.load(), 1);
        jobs.start(QStringLiteral("a"), QStringLiteral("second"), deaf, [](int) {});
        QTRY_COMPARE(begun.load(), 2);
        const auto all = jobs.list();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].title, QStringLiteral("first"));
        QVERIFY(all[0].stopping && !all[1].stopping);
        QVERIFY(!jobs.endWithin(20));
        QVERIFY(jobs.idle());
        release = true;
        QVERIFY(jobs.endWithin(60'000));
        QTRY_VERIFY(jobs.list().empty());
    }
    /// A job that was superseded before its turn never begins.
    void whatNobodyWaitsForDoesNotBegin()
    {
        app::Jobs jobs;
        std::atomic<bool> release{false};
        std::atomic<int> begun{0};
        std::atomic<int> busy{0};
        const int threads = std::max(2, QThread::idealThreadCount());
        for (int at = 0; at < threads; ++at)
            jobs.start(
                QString::number(at), {},
                [&](const core::Task&) {
                    ++busy;
                    while (!release)
                        std::this_thread::yield();
                    return 0;
                },
                [](int) {});
        QTRY_COMPARE(busy.load(), threads);
        int result = 0;
        for (int at = 1; at <= 5; ++at)
            jobs.start(
                QStringLiteral("later"), {},
                [&begun, at](const core::Task&) {
                    ++begun;
                    return at;
                },
                [&](int value) { result = value; });
        release = true;
        QTRY_COMPARE(result, 5);
        QCOMPARE(begun.load(), 1);
    }
    /// If the system gives no thread, jobs run all the same, each in its turn.
    void jobsWithoutThreads()
    {
        pthread_attr_t usual = {};
        QCOMPARE(::pthread_getattr_default_np(&usual), 0);
        pthread_attr_t vast = {};
        QCOMPARE(::pthread_attr_init(&vast), 0);
        QCOMPARE(::pthread_attr_setstacksize(&vast, std::size_t{1} << 50),
                 0); // more than there are addresses
        QCOMPARE(::pthread_setattr_default_np(&vast), 0);
        QVERIFY(!core::startThread([] {}).has_value());
        {
            app::Jobs jobs;
            std::vector<int> results;
            for (const int number : {1, 2, 3})
                jobs.start(
                    QString::number(number), {}, [number](const core::Task&) { return number; },
                    [&](int value) { results.push_back(value); });
            QCOMPARE(results, std::vector<int>()); // none before start() returns
            QTRY_COMPARE(results, (std::vector<int>{1, 2, 3}));
            QVERIFY(jobs.idle());
        }
        QCOMPARE(::pthread_setattr_default_np(&usual), 0);
        QVERIFY(core::startThread([] {}).has_value());
        ::pthread_attr_destroy(&vast);
        ::pthread_attr_destroy(&usual);
    }
    /// All jobs of a change that found no memory: one message.
    void wantOfMemoryIsSaidOnce()
    {
        app::Workbench bench{shipped()};
        QStringList messages;
        connect(&bench, &app::Workbench::failed, this, [&](const QString& text) { messages << text; });
        for (const int number : {1, 2, 3, 4})
            bench.jobs().start(
                QString::number(number), {}, [](const core::Task&) -> int { throw std::bad_alloc(); },
                [](int) {});
        QTRY_VERIFY(bench.jobs().idle());
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages.front().contains("memory"));
        // What comes later runs.
        int result = 0;
        bench.jobs().start(
            QStringLiteral("a"), {}, [](const core::Task&) { return 7; }, [&](int value) { result = value; });
        QTRY_COMPARE(result, 7);
    }
    void degreesFollowTheReplicas()
    {
        app::PlanState state;
        state.plan.axes.replica = 6;
        state.plan.batch.microBatch = 2;
        state.plan.batch.microBatches = 5;
        state.sharding = app::ShardingPreset::Zero2;
        state = app::settled(state);
        QCOMPARE(state.plan.batch.globalBatch, 60);
        QCOMPARE(state.plan.sharding, (core::Sharding{1, 6, 6}));
        state.sharding = app::ShardingPreset::ByHand;
        state.plan.sharding = {4, 6, 1};
        state = app::settled(state);
        QCOMPARE(state.plan.sharding, (core::Sharding{3, 6, 1})); // the largest divisor of 6 up to 4
        QCOMPARE(app::presetOf({6, 6, 6}, 6), app::ShardingPreset::Zero3);
        QCOMPARE(app::presetOf({3, 6, 6}, 6), app::ShardingPreset::ByHand);
        QCOMPARE(planner::divisorsOf(12), (std::vector<std::int64_t>{1, 2, 3, 4, 6, 12}));
    }
    void editsUndoAndDragsMerge()
    {
        app::Workbench bench(shipped());
        QVERIFY(bench.chooseModel(QStringLiteral("bert-large")));
        QVERIFY(bench.chooseHardware(QStringLiteral("ipu-pod16")));
        const int before = bench.undoStack().count();
        const int drag = bench.newDrag();
        for (const std::int64_t replicas : {2, 4, 8}) {
            app::PlanState next = bench.state();
            next.plan.axes.replica = replicas;
            bench.edit(next, "drag", drag);
        }
        QCOMPARE(bench.undoStack().count(), before + 1);
        QCOMPARE(bench.evaluated().value->devices, 8);
        bench.undoStack().undo();
        QCOMPARE(bench.state().plan.axes.replica, 1);
        bench.undoStack().redo();
        QCOMPARE(bench.state().plan.axes.replica, 8);
    }
    /// Whatever language it was done in: the name is put into the reader's when it is read.
    void stepsAreNamedInTheReadersLanguage()
    {
        app::Workbench bench(shipped());
        QVERIFY(bench.chooseModel(QStringLiteral("gpt2")));
        app::PlanState next = bench.state();
        next.plan.axes.replica = 2;
        bench.edit(next, {"Change %1", {"Replicas r"}});
        QCOMPARE(bench.undoStack().undoText(), QStringLiteral("Change Replicas r"));
        Backwards other;
        QVERIFY(QCoreApplication::installTranslator(&other));
        QCOMPARE(bench.undoStack().undoText(), QStringLiteral("r sacilpeR egnahC"));
        bench.undoStack().undo();
        QCOMPARE(bench.undoStack().undoText(), QStringLiteral("ledom eht esoohC"));
        QCoreApplication::removeTranslator(&other);
        QCOMPARE(bench.undoStack().undoText(), QStringLiteral("Choose the model"));
    }
    void derivationsArriveAfterTheNumbers()
    {
        app::Workbench bench(shipped());
        bench.chooseModel(QStringLiteral("bert-large"));
        bench.chooseHardware(QStringLiteral("ipu-pod16"));
        QVERIFY(bench.evaluated().value);
        QVERIFY(!bench.evaluated().explained);
        QTRY_VERIFY(bench.evaluated().explained);
        QVERIFY(app::findDerivation(*bench.evaluated().value, "memory.device.weights").ok());
    }
    void whatCannotBeOpenedIsSaid()
    {
        app::Workbench bench(shipped());
        const QSignalSpy failed(&bench, &app::Workbench::failed);
        QVERIFY(!bench.chooseModel(QStringLiteral("bert-lerge")));
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(QLatin1String("bert-large")));
        QVERIFY(!bench.openFile(QStringLiteral("/nowhere/at/all.json")));
        QCOMPARE(failed.count(), 2);
    }
    /// The good files of a run open, and the bad one is told.
    void lostFilesAreTold()
    {
        const QTemporaryDir folder;
        QStringList files;
        for (const char* const text : {R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}])", "[]"}) {
            QFile file(folder.filePath(QString::number(files.size()) + ".json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            files << file.fileName();
        }
        app::Workbench bench(shipped());
        const QSignalSpy failed(&bench, &app::Workbench::failed);
        bench.openTrace(files);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(QLatin1String("1.json")));
        QVERIFY(bench.run());
        QCOMPARE(bench.run()->timeline().sliceCount(), std::size_t{1});
        QVERIFY(profiler::isPart(bench.run()->report));
    }
    void impossiblePlansAreTold()
    {
        app::Workbench bench(shipped());
        bench.chooseModel(QStringLiteral("bert-large"));
        bench.chooseHardware(QStringLiteral("ipu-pod16"));
        app::PlanState next = bench.state();
        next.plan.axes.tensor = 7; // 16 heads
        bench.edit(next, "t");
        QVERIFY(!bench.evaluated().value);
        QVERIFY(bench.evaluated().error.has_value());
    }
};

SHARDSCOPE_TEST(TstWorkbench)
#include "tst_workbench.moc"
