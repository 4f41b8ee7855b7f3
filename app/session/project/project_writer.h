// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a project's changes into its file on a thread of its own, in their order, soon after they are made.
#pragma once

#include "core/storage/store.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace shardscope::app {

class ProjectWriter {
public:
    /// What could not be written, once until it is. It is tried again, and nothing of it is let go. Called
    /// on the writer's thread.
    using Problem = std::function<void(const core::Error&)>;

    ProjectWriter(core::Store store, Problem problem);
    ProjectWriter(const ProjectWriter&) = delete;
    ProjectWriter& operator=(const ProjectWriter&) = delete;
    /// Writes what is left, and closes the file.
    ~ProjectWriter();

    void push(core::StoreRecord record);
    /// Waits until everything pushed so far is on the disk. Errors: what keeps it from being written.
    [[nodiscard]] core::Result<core::Done> flush();
    /// Everything pushed so far as a copy. Errors: as flush() and Store::saveAs().
    [[nodiscard]] core::Result<core::Done> saveAs(const std::filesystem::path& file);

private:
    using Clock = std::chrono::steady_clock;
    void work(const std::stop_token& stop);
    /// When what waits is to be written at the latest; none: nothing waits.
    [[nodiscard]] std::optional<Clock::time_point> due() const;
    /// Writes all that waits. \p lock is open meanwhile.
    void writeAll(std::unique_lock<std::mutex>& lock);

    core::Store m_store;
    Problem m_problem;
    mutable std::mutex m_mutex; ///< of what follows
    std::mutex m_storeMutex;    ///< of the store; never waited for with the other one held
    std::condition_variable_any m_news;
    std::deque<core::StoreRecord> m_waiting;
    bool m_urgent = false;        ///< somebody waits for all of it
    std::size_t m_writing = 0;    ///< records being written
    std::uint64_t m_failures = 0; ///< so far
    std::optional<core::Error> m_failed;
    Clock::time_point m_firstWaits{}; ///< since when
    Clock::time_point m_lastTried{};
    std::optional<std::jthread> m_thread; ///< none where the system gives none: push() writes then
};

} // namespace shardscope::app
