// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a statement over a small run: an answer or an error, and the session goes on.
#include "profiler/sql/sql_session.h"
#include "tests/support/random_slices.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {

using shardscope::profiler::SqlSession;

std::unique_ptr<SqlSession> openSession()
{
    shardscope::tests::Dice dice(1);
    shardscope::core::LayoutTally tally;
    auto run = std::make_shared<shardscope::core::Run>();
    run->timeline =
        shardscope::tests::buildTimeline(shardscope::tests::randomSlices(dice, 60, 3, 500, 60), tally);
    return std::move(SqlSession::open(run)).value();
}

/// Stops a statement after so many rows or steps: most random loops never end.
class FewRows final : public shardscope::profiler::SqlSink {
public:
    void begin(const std::vector<std::string>& /*columns*/) override {}
    bool row(std::span<const shardscope::core::Cell> /*cells*/) override { return ++m_rows < 100; }

private:
    int m_rows = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::unique_ptr<SqlSession> session = openSession();
    FewRows sink;
    std::stop_source stop;
    std::mutex mutex;
    std::condition_variable_any ended;
    const std::jthread watch([&](const std::stop_token& done) {
        std::unique_lock lock(mutex);
        if (!ended.wait_for(lock, done, std::chrono::milliseconds(200), [] { return false; }) &&
            !done.stop_requested())
            stop.request_stop();
    });
    static_cast<void>(session->stream(std::string(reinterpret_cast<const char*>(data), size), sink,
                                      {stop.get_token(), {}}));
    FewRows after;
    if (!session->stream("SELECT count(*) FROM slice", after).ok())
        std::abort();
    return 0;
}
