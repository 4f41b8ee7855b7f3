// SPDX-License-Identifier: GPL-3.0-or-later
// The one bridge between worker threads and the window: work gets a Task and returns a value; the value comes
// back on the GUI thread, unless a newer job of the same slot has superseded it.
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>

namespace shardscope::app {

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

    void cancel(const QString& slot);
    [[nodiscard]] bool running(const QString& slot) const { return m_running.contains(slot); }
    [[nodiscard]] bool idle() const { return m_running.empty(); }

signals:
    void started(const QString& slot, const QString& title);
    /// \p stage: a stable key; \p fraction below 0: unknown.
    void progressed(const QString& slot, const QString& stage, double fraction);
    /// The job of \p slot ended without a result: there was not enough memory for it.
    void outOfMemory(const QString& slot);
    /// The same: it broke a promise of the program's.
    void broke(const QString& slot, const core::Error& error);
    /// The slot is free again, whether by its result or by cancelling.
    void finished(const QString& slot);

private:
    using Finisher = std::function<void()>;
    void startErased(const QString& slot, const QString& title,
                     std::function<Finisher(const core::Task&, const Courier&)> work);
    void deliver(const QString& slot, quint64 generation, const Finisher& finish);

    struct Running {
        quint64 generation = 0;
        std::stop_source stop;
    };
    std::map<QString, Running> m_running;
    quint64 m_generation = 0;
    QThreadPool m_pool;
};

} // namespace shardscope::app
