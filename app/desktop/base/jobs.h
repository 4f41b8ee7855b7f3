// SPDX-License-Identifier: GPL-3.0-or-later
// The one bridge between worker threads and the window: work gets a Task and returns a value; the value comes
// back on the GUI thread, unless a newer job of the same slot has superseded it.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

class QWidget;

namespace shardscope::app {

/// One piece of work as the list of jobs shows it.
struct JobNews {
    QString slot;
    QString title;         ///< what it does, in the reader's language of the moment
    QString stage;         ///< a stable key; empty: none was told
    double fraction = -1;  ///< below 0: unknown
    qint64 forMs = 0;      ///< since it was asked for
    bool stopping = false; ///< nobody waits for it any more, and it has not ended yet
};

class Jobs final : public QObject {
    Q_OBJECT

public:
    explicit Jobs(QObject* parent = nullptr);
    /// Stops every job and waits for it. No result arrives afterwards.
    ~Jobs() override;

    /// Runs \p work on a worker and then \p done with its value here. A running job of the same \p slot is
    /// asked to stop and its result is dropped. \p work must touch nothing but what it owns or shares as
    /// const.
    template <class Work, class Finish>
    void start(const QString& slot, const QString& title, Work work, Finish done)
    {
        startWithNews(
            slot, title,
            [work = std::move(work)](const core::Task& task, const Courier&) mutable { return work(task); },
            std::move(done));
    }

    /// Calls a function in the window's thread, unless the job is superseded by then. To be used by the job's
    /// work, while it runs.
    using Courier = std::function<void(std::function<void()>)>;
    /// The same with work that has something to tell before it is done.
    template <class Work, class Finish>
    void startWithNews(const QString& slot, const QString& title, Work work, Finish done)
    {
        using Value = std::invoke_result_t<Work&, const core::Task&, const Courier&>;
        startErased(slot, title,
                    [work = std::move(work), done = std::move(done)](const core::Task& task,
                                                                     const Courier& courier) mutable {
                        auto value = std::make_shared<Value>(work(task, courier));
                        return std::function<void()>(
                            [value, done = std::move(done)]() mutable { done(std::move(*value)); });
                    });
    }

    /// Writes \p file by \p work on a worker: wrote() or notWritten() follow, neither where it was cancelled.
    using Writer = std::function<core::Result<core::Done>(const core::Task&)>;
    void write(const QString& file, const QString& title, Writer work);
    /// The jobs of the window that \p widget is in; null: it is in none, a part by itself.
    [[nodiscard]] static Jobs* of(const QWidget& widget);

    void cancel(const QString& slot);
    [[nodiscard]] bool running(const QString& slot) const { return m_running.contains(slot); }
    [[nodiscard]] bool idle() const { return m_running.empty(); }
    /// All that has not ended, the oldest first: also what was stopped and still runs.
    [[nodiscard]] std::vector<JobNews> list() const;
    /// Stops every job; true once all have ended, false where some have not after \p ms.
    [[nodiscard]] bool endWithin(int ms);

signals:
    void started(const QString& slot, const QString& title);
    /// \p stage: a stable key; \p fraction below 0: unknown.
    void progressed(const QString& slot, const QString& stage, double fraction);
    /// The job of \p slot ended without a result: there was not enough memory for it.
    void outOfMemory(const QString& slot);
    /// The same: it broke a promise of the program's.
    void broke(const QString& slot, const core::Error& error);
    void wrote(const QString& file);
    void notWritten(const core::Error& error);
    /// The slot is free again, whether by its result or by cancelling.
    void finished(const QString& slot);

private:
    using Finisher = std::function<void()>;
    void startErased(const QString& slot, const QString& title,
                     std::function<Finisher(const core::Task&, const Courier&)> work);
    void deliver(const QString& slot, quint64 generation, const Finisher& finish);
    void stopAll();
    /// Whether the job is the one that its slot waits for.
    [[nodiscard]] bool counts(const QString& slot, quint64 generation) const;

    struct Worker {
        JobNews news;
        QElapsedTimer since;
        std::stop_source stop;
    };
    std::map<quint64, Worker> m_workers;  ///< by generation, until they have ended
    std::map<QString, quint64> m_running; ///< of each slot the one whose result is awaited
    quint64 m_generation = 0;
    QThreadPool m_pool;
};

} // namespace shardscope::app
