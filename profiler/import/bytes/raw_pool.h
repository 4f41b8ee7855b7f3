// SPDX-License-Identifier: GPL-3.0-or-later
// Distinct byte strings numbered in order of arrival; made for millions of look-ups of a few thousand
// strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// A quick hash of bytes; the same on every machine of one byte order. Not for untrusted keys in open tables
/// of others.
[[nodiscard]] std::uint64_t hashBytes(std::string_view bytes);

class RawPool {
public:
    RawPool();
    /// The number of \p bytes, new or known. The bytes are copied.
    std::uint32_t intern(std::string_view bytes);
    [[nodiscard]] std::string_view at(std::uint32_t number) const { return m_entries[number].bytes; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_entries.size()); }

private:
    struct Entry {
        std::string_view bytes;
        std::uint64_t hash;
    };
    static constexpr std::uint32_t kFree = 0xFFFFFFFFu;
    void grow();
    std::string_view keep(std::string_view bytes);

    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_table; // a power of two, at most half full
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_freeBytes = 0;
};

} // namespace shardscope::profiler
