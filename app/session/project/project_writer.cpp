// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/project_writer.h"

#include "core/base/start_thread.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope::app {
namespace {

using What = core::StoreRecord::What;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenDrags{500}; ///< a drag is written twice a second
constexpr milliseconds kSeatWaits{1000};   ///< where the window is may follow
constexpr milliseconds kBetweenTries{2000};
constexpr milliseconds kRest{5000}; ///< then what the log holds moves into the file

/// Whether \p next takes the place of \p waiting, so that only it is written.
bool replaces(const core::StoreRecord& next, const core::StoreRecord& waiting)
{
    if (next.what == What::Seat)
        return waiting.what == What::Seat && waiting.key == next.key;
    return next.what == What::Replaced && (waiting.what == What::Made || waiting.what == What::Replaced) &&
           waiting.step->id == next.step->id;
}

} // namespace

ProjectWriter::ProjectWriter(core::Store store, Problem problem)
    : m_store(std::move(store))
    , m_problem(std::move(problem))
    , m_thread(core::startThread([this](const std::stop_token& stop) { work(stop); }))
{
}

ProjectWriter::~ProjectWriter()
{
    m_thread.reset(); // asks it to stop, which it does once all is written or fails
}

void ProjectWriter::push(core::StoreRecord record)
{
    std::unique_lock lock(m_mutex);
    if (!m_waiting.empty() && replaces(record, m_waiting.back())) {
        core::StoreRecord& waiting = m_waiting.back();
        waiting.step = std::move(record.step);
        waiting.body = std::move(record.body);
        waiting.forgot.insert(waiting.forgot.end(), record.forgot.begin(), record.forgot.end());
    } else {
        if (m_waiting.empty())
            m_firstWaits = Clock::now();
        m_waiting.push_back(std::move(record));
    }
    if (!m_thread)
        writeAll(lock);
    else
        m_news.notify_all();
}

core::Result<core::Done> ProjectWriter::flush()
{
    std::unique_lock lock(m_mutex);
    if (!m_thread) {
        writeAll(lock);
    } else {
        const std::uint64_t before = m_failures;
        m_urgent = true;
        m_news.notify_all();
        m_news.wait(lock, [&] { return m_failures != before || (m_waiting.empty() && m_writing == 0); });
        m_urgent = false;
    }
    return m_failed ? core::Result<core::Done>(*m_failed) : core::Result<core::Done>(core::Done{});
}

core::Result<core::Done> ProjectWriter::saveAs(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY_DONE(flush());
    const std::scoped_lock lock(m_storeMutex);
    return m_store.saveAs(file);
}

std::optional<ProjectWriter::Clock::time_point> ProjectWriter::due() const
{
    if (m_waiting.empty())
        return std::nullopt;
    if (m_failed)
        return m_lastTried + kBetweenTries;
    const auto only = [&](What what) {
        return std::ranges::all_of(m_waiting, [&](const core::StoreRecord& one) { return one.what == what; });
    };
    return only(What::Seat)       ? m_firstWaits + kSeatWaits
           : only(What::Replaced) ? m_lastTried + kBetweenDrags
                                  : m_firstWaits;
}

void ProjectWriter::writeAll(std::unique_lock<std::mutex>& lock)
{
    std::vector<core::StoreRecord> records(m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    m_writing = records.size();
    lock.unlock();
    const core::Result<core::Done> written = [&] {
        const std::scoped_lock store(m_storeMutex);
        return records.empty() ? core::Result<core::Done>(core::Done{}) : m_store.write(records);
    }();
    lock.lock();
    m_writing = 0;
    m_lastTried = Clock::now();
    const bool toTell = !written.ok() && !m_failed;
    m_failed.reset();
    if (!written.ok()) {
        m_failed = written.error();
        m_urgent = false; // whoever waits is told
        ++m_failures;
        m_waiting.insert(m_waiting.begin(), std::make_move_iterator(records.begin()),
                         std::make_move_iterator(records.end()));
    }
    if (toTell && m_problem) {
        lock.unlock();
        m_problem(written.error());
        lock.lock();
    }
    m_news.notify_all();
}

void ProjectWriter::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    bool resting = true;
    while (!stop.stop_requested()) {
        const auto when = due();
        if ((m_urgent && !m_waiting.empty()) || (when && *when <= Clock::now())) {
            writeAll(lock);
            resting = false;
            continue;
        }
        const std::size_t known = m_waiting.size();
        const auto news = [&] { return m_waiting.size() != known || (m_urgent && known > 0); };
        if (when) {
            m_news.wait_until(lock, stop, *when, news);
        } else if (resting) {
            m_news.wait(lock, stop, news);
        } else if (!m_news.wait_for(lock, stop, kRest, news) && !stop.stop_requested()) {
            resting = true;
            lock.unlock();
            {
                const std::scoped_lock store(m_storeMutex);
                static_cast<void>(m_store.checkpoint()); // the log keeps what could not be moved
            }
            lock.lock();
        }
    }
    if (!m_waiting.empty())
        writeAll(lock);
}

} // namespace shardscope::app
