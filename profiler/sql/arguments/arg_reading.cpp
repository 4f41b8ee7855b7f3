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
    std::uint32_t cell = kMissing;
    if (whole.ec == std::errc() && whole.ptr == end && number < kFirstText - kFirst)
        cell = number + kFirst;
    else if (!value.empty()) {
        const auto text = m_texts.number(value);
        cell = text ? kFirstText + *text : kOther;
    }
    ref(row).store(cell, std::memory_order_relaxed); // who sees it finds the text: there is a lock between
}

std::optional<std::uint32_t> ArgTexts::number(std::string_view value)
{
    constexpr std::size_t kMostBytes = std::size_t{128}
                                       << 20; // of one argument; addresses differ in every row
    constexpr std::size_t kOverhead = 96;     // of a text in the two containers
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_numbers.find(value); found != m_numbers.end())
        return found->second;
    const std::size_t bytes = value.size() + json::kPadding + kOverhead;
    if (m_bytes + bytes > kMostBytes)
        return std::nullopt;
    std::string& text = m_texts.emplace_back();
    text.reserve(value.size() + json::kPadding);
    text = value;
    text.append(json::kPadding, '\0');
    const auto number = static_cast<std::uint32_t>(m_texts.size() - 1);
    m_numbers.emplace(std::string_view(text).substr(0, value.size()), number);
    m_bytes += bytes;
    return number;
}

std::string_view ArgTexts::at(std::uint32_t number) const
{
    const std::lock_guard lock(m_mutex);
    const std::string_view text = m_texts[number];
    return text.substr(0, text.size() - json::kPadding);
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
