// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/arg_reading.h"

#include "core/base/start_thread.h"
#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/sql/arguments/arg_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <utility>

namespace shardscope::profiler::sql {

std::optional<ArgKey> keptKey(const core::ArgumentSource* source, std::string_view name)
{
    if (dynamic_cast<const NumberSource*>(source) == nullptr)
        return std::nullopt;
    for (std::size_t key = 0; key < kArgKeys; ++key) {
        if (argKeyNames(static_cast<ArgKey>(key)).front() == name)
            return static_cast<ArgKey>(key);
    }
    return std::nullopt;
}

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

void ArgCells::put(std::uint32_t row, std::int64_t value)
{
    if (value >= 0 && value < std::int64_t{kFirstText - kFirst})
        return ref(row).store(static_cast<std::uint32_t>(value) + kFirst, std::memory_order_relaxed);
    std::array<char, 20 + json::kPadding> digits{}; // of 64 bits, with their sign
    const auto end = std::to_chars(digits.data(), digits.data() + 20, value).ptr;
    put(row, std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
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
        if (const std::optional<ArgKey> key = keptKey(m_source.get(), m_wanted.key))
            readKept(*key, stop);
        else
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

/// Reads the numbers that the importer has kept, which most rows have.
void ArgReading::readKept(ArgKey key, const std::stop_token& stop)
{
    const auto& numbers = dynamic_cast<const NumberSource&>(*m_source);
    std::vector<std::uint32_t> unread;
    numbers.visitNumbers(
        m_wanted.places, ArgNumbers::bitOf(key),
        [&](std::size_t index, const ArgNumbers& kept) {
            if (kept.has(key))
                m_cells.put(m_wanted.rows[index], kept.of(key));
            else
                m_cells.put(m_wanted.rows[index], std::string_view());
            filled(index);
        },
        unread, stop);
    std::vector<std::uint64_t> places;
    places.reserve(unread.size());
    for (const std::uint32_t index : unread)
        places.push_back(m_wanted.places[index]);
    if (!places.empty())
        m_source->visit(
            places, [&](std::size_t at, std::string_view object) { take(unread[at], object); }, stop);
}

void ArgReading::take(std::size_t index, std::string_view object)
{
    std::string_view found;
    json::walkObject(object, [&](std::string_view name, std::string_view value) {
        if (!isKey(name, m_wanted.key))
            return true;
        found = value;
        return false; // the first one counts, as in ArgReader
    });
    m_cells.put(m_wanted.rows[index], found);
    filled(index);
}

/// Tells who waits, now and then.
void ArgReading::filled(std::size_t index)
{
    constexpr std::size_t kStep = 1024;
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
