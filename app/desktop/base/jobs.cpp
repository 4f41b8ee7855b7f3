// SPDX-License-Identifier: GPL-3.0-or-later
// Generations decide which result still counts.
#include "app/desktop/base/jobs.h"

#include "core/base/kept.h"
#include "core/base/start_thread.h"

#include <QElapsedTimer>
#include <QThread>
#include <QWidget>

#include <algorithm>
#include <mutex>
#include <new>

namespace shardscope::app {
namespace {

constexpr qint64 kProgressIntervalMs = 40; // 25 updates a second are enough for an eye

/// Whether \p pool has a thread for one more job, or the system gives it one. Asked for by making one that
/// ends at once: a pool that gets none forgets its job, and waits for it at its end.
bool hasThread(const QThreadPool& pool)
{
    return pool.activeThreadCount() >= pool.maxThreadCount() || core::startThread([] {}).has_value();
}

} // namespace

Jobs::Jobs(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
}

Jobs::~Jobs()
{
    stopAll();
    m_pool.waitForDone();
}

void Jobs::stopAll()
{
    for (auto& [generation, worker] : m_workers)
        worker.stop.request_stop();
    m_running.clear();
}

bool Jobs::endWithin(int ms)
{
    stopAll();
    return m_pool.waitForDone(ms);
}

std::vector<JobNews> Jobs::list() const
{
    std::vector<JobNews> all;
    for (const auto& [generation, worker] : m_workers) {
        all.push_back(worker.news);
        all.back().forMs = worker.since.elapsed();
        all.back().stopping = worker.stop.stop_requested();
    }
    return all;
}

bool Jobs::counts(const QString& slot, quint64 generation) const
{
    const auto found = m_running.find(slot);
    return found != m_running.end() && found->second == generation;
}

void Jobs::startErased(const QString& slot, const QString& title,
                       std::function<Finisher(const core::Task&, const Courier&)> work)
{
    cancel(slot);
    const quint64 generation = ++m_generation;
    std::stop_source stop;
    Worker& worker = m_workers[generation];
    worker.news = {slot, title, {}, -1, 0, false};
    worker.since.start();
    worker.stop = stop;
    m_running.insert_or_assign(slot, generation);
    emit started(slot, title);

    core::Task task;
    task.stop = stop.get_token();
    const auto gate = std::make_shared<std::pair<std::mutex, QElapsedTimer>>();
    task.progress = [this, slot, generation, gate](std::string_view stage, double fraction) {
        {
            const std::lock_guard lock(gate->first);
            if (gate->second.isValid() && gate->second.elapsed() < kProgressIntervalMs)
                return;
            gate->second.start();
        }
        const QString key = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
        QMetaObject::invokeMethod(this, [this, slot, generation, key, fraction] {
            if (!counts(slot, generation))
                return;
            m_workers[generation].news.stage = key;
            m_workers[generation].news.fraction = fraction;
            emit progressed(slot, key, fraction);
        });
    };
    // The pool's thread outlives nothing: the destructor waits for it, so `this` is alive while the work
    // runs.
    std::function<void()> job = [this, slot, generation, task, work = std::move(work)] {
        const Courier courier = [this, slot, generation](std::function<void()> news) {
            QMetaObject::invokeMethod(this, [this, slot, generation, news = std::move(news)] {
                if (counts(slot, generation))
                    news();
            });
        };
        Finisher lost = [this, slot] { emit outOfMemory(slot); }; // made while there is memory
        Finisher finish;
        try {
            if (!task.cancelled()) // else nobody waits for it, and others wait for the thread
                finish = work(task, courier);
        } catch (const std::bad_alloc&) { // this job is lost, the rest goes on
            finish = std::move(lost);
        } catch (const std::exception& broken) {
            finish = [this, slot, error = core::brokenPromise(broken)] { emit broke(slot, error); };
        }
        QMetaObject::invokeMethod(
            this, [this, slot, generation, finish] { deliver(slot, generation, finish); },
            Qt::QueuedConnection);
    };
    if (hasThread(m_pool))
        m_pool.start(std::move(job));
    else // the window waits while it works, and goes on
        QMetaObject::invokeMethod(this, std::move(job), Qt::QueuedConnection);
}

void Jobs::deliver(const QString& slot, quint64 generation, const Finisher& finish)
{
    m_workers.erase(generation);
    if (!counts(slot, generation))
        return;
    m_running.erase(slot);
    emit finished(slot);
    finish();
}

void Jobs::write(const QString& file, const QString& title, Writer work)
{
    start(QStringLiteral("write ") + file, title, std::move(work),
          [this, file](core::Result<core::Done> done) {
              if (done.ok())
                  emit wrote(file);
              else if (done.error().code != core::ErrorCode::Cancelled)
                  emit notWritten(done.error());
          });
}

Jobs* Jobs::of(const QWidget& widget)
{
    const QWidget* top = &widget;
    while (top->parentWidget() != nullptr)
        top = top->parentWidget();
    return top->findChild<Jobs*>();
}

void Jobs::cancel(const QString& slot)
{
    const auto found = m_running.find(slot);
    if (found == m_running.end())
        return;
    m_workers[found->second].stop.request_stop();
    m_running.erase(found);
    emit finished(slot);
}

} // namespace shardscope::app
