// SPDX-License-Identifier: GPL-3.0-or-later
// One argument of many rows, read from the files while the statement that asks for it walks on: threads of
// its own fill cells, and the statement waits only where it comes upon one that is not filled yet.
#pragma once

#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/import/arguments/kept_numbers.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler::sql {

/// What is known of one argument of one row.
struct ArgKnown {
    enum class Kind : std::uint8_t {
        Unread,  ///< ask ArgReader
        Missing, ///< the row has no such argument
        Integer,
        Text,  ///< as written
        Other, ///< there is one: ArgReader has it
    };
    Kind kind = Kind::Unread;
    std::uint32_t integer = 0;
    std::string_view text; ///< with padding behind it; as long as the cells
};

/// The distinct values of one argument that are no small numbers, as written. One thread may add while
/// another asks.
class ArgTexts {
public:
    /// The value's number; none where the room for texts is used up. Throws std::bad_alloc.
    [[nodiscard]] std::optional<std::uint32_t> number(std::string_view value);
    [[nodiscard]] std::string_view at(std::uint32_t number) const;

private:
    mutable std::mutex m_mutex;
    std::deque<std::string> m_texts; ///< which stay where they are
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
    std::size_t m_bytes = 0;
};

/// One ArgKnown a row in four bytes, all Unread at first. A cell is whole in itself: one thread may write it
/// while another reads it.
class ArgCells {
public:
    /// Throws std::bad_alloc.
    explicit ArgCells(std::size_t rows);
    [[nodiscard]] ArgKnown at(std::uint32_t row) const
    {
        const std::uint32_t cell = ref(row).load(std::memory_order_relaxed);
        if (cell == kOther)
            return {ArgKnown::Kind::Other, 0, {}};
        if (cell >= kFirstText)
            return {ArgKnown::Kind::Text, 0, m_texts.at(cell - kFirstText)};
        if (cell >= kFirst)
            return {ArgKnown::Kind::Integer, cell - kFirst, {}};
        return {cell == kMissing ? ArgKnown::Kind::Missing : ArgKnown::Kind::Unread, 0, {}};
    }
    /// Equal for equal values, as written; below kOther.
    [[nodiscard]] std::uint32_t code(std::uint32_t row) const
    {
        return ref(row).load(std::memory_order_relaxed);
    }
    static constexpr std::uint32_t kMissing = 1;
    static constexpr std::uint32_t kOther = 0xFFFFFFFFu;

    /// Takes the value as written; "" where the row has none.
    void put(std::uint32_t row, std::string_view value);
    void put(std::uint32_t row, std::int64_t value);

private:
    struct Free {
        void operator()(std::uint32_t* cells) const { std::free(cells); }
    };
    static constexpr std::uint32_t kFirst = 2; ///< 0 as an integer
    static constexpr std::uint32_t kFirstText = 0x80000000u;
    [[nodiscard]] std::atomic_ref<std::uint32_t> ref(std::uint32_t row) const
    {
        return std::atomic_ref(m_cells.get()[row]);
    }
    std::unique_ptr<std::uint32_t, Free> m_cells;
    ArgTexts m_texts;
};

/// The argument \p key where the importer of \p source has kept it, so that all of it is soon there.
[[nodiscard]] std::optional<ArgKey> keptKey(const core::ArgumentSource* source, std::string_view key);

class ArgReading {
public:
    /// What is read. Rows and the places of their arguments, in step.
    struct Wanted {
        std::string key;
        std::vector<std::uint32_t> rows;
        std::vector<std::uint64_t> places;
    };
    /// Begins. \p cells outlives it; stopped by \p stop too.
    ArgReading(std::shared_ptr<const core::ArgumentSource> source, Wanted wanted, ArgCells& cells,
               const std::stop_token& stop);
    /// Stops and waits for the threads: a moment.
    ~ArgReading() { stop(); }
    ArgReading(const ArgReading&) = delete;
    ArgReading& operator=(const ArgReading&) = delete;

    /// Waits until the cell of \p row is filled or nothing more will be.
    void await(std::uint32_t row);
    /// Waits for the end. False: it was stopped.
    [[nodiscard]] bool finish();
    void stop() { m_stop.request_stop(); }

private:
    void run();
    void readKept(ArgKey key, const std::stop_token& stop);
    void take(std::size_t index, std::string_view object);
    void filled(std::size_t index);

    std::shared_ptr<const core::ArgumentSource> m_source;
    Wanted m_wanted;
    ArgCells& m_cells;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::uint64_t m_steps = 0; ///< grows while cells are filled
    bool m_over = false;
    bool m_complete = false;
    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_stopped; ///< hands the statement's stop on
    std::optional<std::jthread> m_thread; // last: starts when everything else is there, ends first
};

} // namespace shardscope::profiler::sql
