// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/arg_reading.h"

#include "core/base/start_thread.h"
#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/sql/arguments/arg_reader.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <utility>

namespace shardscope::profiler::sql {

ArgCells::ArgCells(std::size_t rows)
    // Zero pages of the system: rows that are never asked for are never touched.
    : m_cells(static_cast<std::uint32_t*>(std::calloc(std::max<std::size_t>(rows, 1), sizeof(std::uint32_t))))
{
    if (!m_cells)
        throw std::bad_alloc();
}

void ArgCells::put(std::uint32_t row, std::string_view value)
{
    std::uint32_t number = 0;
    const char* const end = value.data() + value.size();
    const auto whole = std::from_chars(value.data(), end, number);
    const bool fits = whole.ec == std::errc() && whole.ptr == end && number < kOther - kFirst;
    ref(row).store(value.empty() ? kMissing : fits ? number + kFirst : kOther, std::memory_order_relaxed);
}

ArgReading::ArgReading(std::shared_ptr<const core::ArgumentSource> source, Wanted wanted, ArgCells& cells,
                       const std::stop_token& stop)
    : m_source(std::move(source))
    , m_wanted(std::move(wanted))
    , m_cells(cells)
    , m_stopped(stop, [this] { m_stop.request_stop(); })
    , m_thread(core::startThread([this] { run(); }))
{
    if (!m_thread) // what is not filled is read row by row
        m_over = true;
}

void ArgReading::run()
{
    const std::stop_token stop = m_stop.get_token();
    bool complete = false;
    try {
        m_source->visit(
            m_wanted.places, [this](std::size_t index, std::string_view object) { take(index, object); },
            stop);
        complete = !stop.stop_requested();
    } catch (const std::bad_alloc&) { // what is not filled is read row by row
    }
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_complete = complete;
    m_changed.notify_all();
}

void ArgReading::take(std::size_t index, std::string_view object)
{
    constexpr std::size_t kStep = 1024;
    std::string_view found;
    json::walkObject(object, [&](std::string_view name, std::string_view value) {
        if (!isKey(name, m_wanted.key))
            return true;
        found = value;
        return false; // the first one counts, as in ArgReader
    });
    m_cells.put(m_wanted.rows[index], found);
    if (index % kStep == 0) {
        const std::lock_guard lock(m_mutex);
        ++m_steps;
        m_changed.notify_all();
    }
}

void ArgReading::await(std::uint32_t row)
{
    std::unique_lock lock(m_mutex);
    while (!m_over && m_cells.at(row).kind == ArgKnown::Kind::Unread) {
        const std::uint64_t seen = m_steps;
        m_changed.wait(lock, [&] { return m_over || m_steps != seen; });
    }
}

bool ArgReading::finish()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_over; });
    return m_complete;
}

} // namespace shardscope::profiler::sql
