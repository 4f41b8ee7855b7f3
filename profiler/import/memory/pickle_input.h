// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a pickle, of which a window is in memory.
#pragma once

#include "profiler/import/memory/pickle.h"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

class PickleInput {
public:
    explicit PickleInput(const Pickle::Input& input)
        : m_input(input)
    {
    }

    /// Whether \p count more bytes are there. What take and line gave is gone afterwards.
    bool has(std::uint64_t count) { return count <= m_end - m_at || fill(count); }
    /// Only what has() said is there.
    std::string_view take(std::uint64_t count)
    {
        const std::string_view taken(m_window.data() + m_at, count);
        m_at += count;
        return taken;
    }
    /// Up to the end of the line, which is left out; nothing where none ends.
    std::optional<std::string_view> line()
    {
        std::size_t looked = 0;
        while (true) {
            const void* const found =
                std::memchr(m_window.data() + m_at + looked, '\n', m_end - m_at - looked);
            if (found != nullptr) {
                const std::size_t length = static_cast<const char*>(found) - (m_window.data() + m_at);
                return take(length + 1).substr(0, length);
            }
            looked = m_end - m_at;
            if (!has(looked + 1))
                return std::nullopt;
        }
    }
    [[nodiscard]] std::uint64_t place() const { return m_before + m_at; } ///< bytes taken
    [[nodiscard]] const std::optional<core::Error>& error() const { return m_error; }

private:
    /// Reads on until \p count bytes are there. A length that a file claims costs nothing before its bytes
    /// come: the window doubles.
    bool fill(std::uint64_t count)
    {
        constexpr std::size_t kLeast = std::size_t{1} << 20;
        m_window.erase(0, m_at);
        m_before += m_at;
        m_end -= m_at;
        m_at = 0;
        while (m_end < count && !m_ended) {
            if (m_window.size() - m_end < kLeast)
                m_window.resize(std::max(2 * m_end, m_end + kLeast));
            const auto got = m_input(m_window.data() + m_end, m_window.size() - m_end);
            if (!got.ok())
                m_error = got.error();
            m_ended = !got.ok() || *got == 0;
            m_end += m_ended ? 0 : *got;
        }
        return m_end >= count;
    }

    const Pickle::Input& m_input;
    std::string m_window;
    std::size_t m_at = 0;
    std::size_t m_end = 0;      ///< of what is read
    std::uint64_t m_before = 0; ///< bytes before the window
    bool m_ended = false;
    std::optional<core::Error> m_error;
};

} // namespace shardscope::profiler
