// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/text_places.h"

#include "core/base/start_thread.h"
#include "profiler/import/text/json_text.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

namespace shardscope::profiler {

namespace {

constexpr std::uint64_t kSlack = std::uint64_t{16} << 10; // an event that starts at a window's end
constexpr std::uint64_t kApart = std::uint64_t{8} << 10;  // places between which reading on does not pay
constexpr std::uint64_t kLittleSlack = std::uint64_t{2}
                                       << 10; // an event with none near behind it: most are shorter
constexpr std::uint64_t kThreadPays = std::uint64_t{8} << 20; // bytes
constexpr unsigned kMostThreads = 8;

/// Indices of places, window after window. Within one they stay in the order they were given.
struct Windows {
    int bits; ///< of a window's size
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> begins; ///< of each window, one more at the end
};

Windows sortIntoWindows(std::span<const std::uint64_t> places, std::size_t windowBytes)
{
    Windows windows;
    constexpr int kMostBits = 24; // of a window's number: of files of more than 8 TB windows are larger
    std::uint64_t last = 0;
    for (const std::uint64_t place : places)
        last = std::max(last, place);
    windows.bits =
        std::max(std::countr_zero(windowBytes), static_cast<int>(std::bit_width(last)) - kMostBits);
    windows.begins.assign((last >> windows.bits) + 2, 0);
    for (const std::uint64_t place : places)
        ++windows.begins[(place >> windows.bits) + 1];
    for (std::size_t window = 1; window < windows.begins.size(); ++window)
        windows.begins[window] += windows.begins[window - 1];
    windows.order.resize(places.size());
    std::vector<std::uint32_t> next(windows.begins.begin(), windows.begins.end() - 1);
    for (std::size_t index = 0; index < places.size(); ++index)
        windows.order[next[places[index] >> windows.bits]++] = static_cast<std::uint32_t>(index);
    return windows;
}

/// Reads windows until there are no more, or it is stopped.
class Worker {
public:
    Worker(const RandomText& text, std::span<const std::uint64_t> places, const Windows& windows,
           ArgumentsWithin within, const FileArguments& alone, const core::ArgumentVisitor& visitor)
        : m_text(text)
        , m_places(places)
        , m_windows(windows)
        , m_within(within)
        , m_alone(alone)
        , m_visitor(visitor)
    {
    }

    void run(std::atomic<std::size_t>& next, const std::stop_token& stop)
    {
        for (std::size_t window = next++; window + 1 < m_windows.begins.size() && !stop.stop_requested();
             window = next++)
            readWindow(window);
    }

private:
    void readWindow(std::size_t window)
    {
        const auto first = m_windows.order.begin() + m_windows.begins[window];
        const auto last = m_windows.order.begin() + m_windows.begins[window + 1];
        if (first == last)
            return;
        // Where places are far between, what lies there is left out.
        m_order.assign(first, last);
        const auto place = [&](std::uint32_t index) { return m_places[index]; };
        if (!std::ranges::is_sorted(m_order, {}, place))
            std::ranges::sort(m_order, {}, place);
        for (auto from = m_order.begin(); from != m_order.end();) {
            const auto isFar = [](std::uint64_t a, std::uint64_t b) { return b - a > kApart; };
            const auto until = m_text.isReadOnward()
                                   ? m_order.end()
                                   : std::ranges::adjacent_find(from, m_order.end(), isFar, place);
            const auto behind = until == m_order.end() ? until : until + 1;
            readStretch(std::span(from, behind), behind == m_order.end() ? kSlack : kLittleSlack);
            from = behind;
        }
    }

    /// \p indices by place.
    void readStretch(std::span<const std::uint32_t> indices, std::uint64_t slack)
    {
        const std::uint64_t begin = m_places[indices.front()];
        const std::size_t size = m_places[indices.back()] + slack - begin;
        if (m_capacity < size + json::kPadding) {
            m_capacity = (std::size_t{1} << m_windows.bits) + kSlack + json::kPadding;
            m_buffer = std::make_unique_for_overwrite<char[]>(m_capacity);
        }
        std::size_t got = 0;
        while (got < size) {
            const std::size_t more = m_text.read(begin + got, m_buffer.get() + got, size - got);
            if (more == 0)
                break;
            got += more;
        }
        std::memset(m_buffer.get() + got, 0, json::kPadding);
        for (const std::uint32_t index : indices)
            readOne(index, m_buffer.get() + (m_places[index] - begin), m_buffer.get() + got);
    }

    void readOne(std::uint32_t index, const char* at, const char* end)
    {
        if (const auto found = at < end ? m_within(at, end) : std::nullopt)
            return m_visitor(index, *found);
        std::string text = m_alone.at(m_places[index]);
        const std::size_t size = text.size();
        text.resize(size + core::kArgumentPadding);
        m_visitor(index, std::string_view(text).substr(0, size));
    }

    const RandomText& m_text;
    std::span<const std::uint64_t> m_places;
    const Windows& m_windows;
    ArgumentsWithin m_within;
    const FileArguments& m_alone;
    const core::ArgumentVisitor& m_visitor;
    std::unique_ptr<char[]> m_buffer;
    std::size_t m_capacity = 0;
    std::vector<std::uint32_t> m_order; ///< of a window, by place
};

} // namespace

static_assert(core::kArgumentPadding >= json::kPadding);

void FileArguments::visit(std::span<const std::uint64_t> places, const core::ArgumentVisitor& visitor,
                          const std::stop_token& stop) const
{
    for (std::size_t index = 0; index < places.size() && !stop.stop_requested(); ++index) {
        std::string text = at(places[index]);
        const std::size_t size = text.size();
        text.resize(size + core::kArgumentPadding);
        visitor(index, std::string_view(text).substr(0, size));
    }
}

void visitPlaces(const RandomText& text, std::span<const std::uint64_t> places, ArgumentsWithin within,
                 const FileArguments& alone, const core::ArgumentVisitor& visitor,
                 const std::stop_token& stop)
{
    const Windows windows = sortIntoWindows(places, text.pieceBytes());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] { Worker(text, places, windows, within, alone, visitor).run(next, stop); };
    std::mutex failureMutex;
    std::exception_ptr failure; // of another thread, where nobody could catch it
    const auto helping = [&] {
        try {
            work();
        } catch (const std::bad_alloc&) {
            const std::lock_guard lock(failureMutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    if (!text.isReadOnward() && windows.begins.size() << windows.bits > kThreadPays) {
        const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
        for (unsigned number = 1; number < threads; ++number) {
            std::optional<std::jthread> other = core::startThread(helping);
            if (!other)
                break;
            others.push_back(std::move(*other));
        }
    }
    work();
    others.clear(); // they end
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace shardscope::profiler
