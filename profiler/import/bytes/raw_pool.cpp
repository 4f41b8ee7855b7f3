// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/raw_pool.h"

#include <algorithm>
#include <cstring>

namespace shardscope::profiler {

std::uint64_t hashBytes(std::string_view bytes)
{
    // Multiply and fold, twice 8 bytes a time, so that two multiplications run beside each other; the
    // constant is an odd number with well-spread bits (2^64 / golden ratio).
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
    const auto word = [&](std::size_t at) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        return value;
    };
    const auto mixed = [](std::uint64_t hash, std::uint64_t value) {
        hash = (hash ^ value) * kMultiplier;
        return hash ^ hash >> 29;
    };
    const std::size_t size = bytes.size();
    std::uint64_t hash = size * kMultiplier;
    if (size >= 8) {
        std::uint64_t other = ~hash;
        std::size_t at = 0;
        for (; at + 16 < size; at += 16) {
            hash = mixed(hash, word(at));
            other = mixed(other, word(at + 8));
        }
        // What is left, 1 to 16 bytes; words may overlap.
        if (size - at > 8)
            hash = mixed(hash, word(at));
        other = mixed(other, word(size - 8));
        hash = mixed(hash, other);
    } else if (size >= 4) {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::memcpy(&first, bytes.data(), sizeof first);
        std::memcpy(&last, bytes.data() + size - sizeof last, sizeof last);
        hash = mixed(hash, first | std::uint64_t{last} << 32);
    } else if (size > 0) {
        const auto byte = [&](std::size_t at) {
            return std::uint64_t{static_cast<unsigned char>(bytes[at])};
        };
        hash = mixed(hash, byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16);
    }
    return hash ^ hash >> 32;
}

RawPool::RawPool()
    : m_table(1024, kFree)
{
}

std::uint32_t RawPool::intern(std::string_view bytes)
{
    const std::uint64_t hash = hashBytes(bytes);
    const std::size_t mask = m_table.size() - 1;
    std::size_t slot = hash & mask;
    for (; m_table[slot] != kFree; slot = (slot + 1) & mask) {
        const Entry& entry = m_entries[m_table[slot]];
        if (entry.hash == hash && entry.bytes == bytes)
            return m_table[slot];
    }
    const auto number = static_cast<std::uint32_t>(m_entries.size());
    m_table[slot] = number;
    m_entries.push_back({keep(bytes), hash});
    if (m_entries.size() * 2 > m_table.size())
        grow();
    return number;
}

void RawPool::grow()
{
    m_table.assign(m_table.size() * 4, kFree);
    const std::size_t mask = m_table.size() - 1;
    for (std::uint32_t number = 0; number < m_entries.size(); ++number) {
        std::size_t slot = m_entries[number].hash & mask;
        while (m_table[slot] != kFree)
            slot = (slot + 1) & mask;
        m_table[slot] = number;
    }
}

std::string_view RawPool::keep(std::string_view bytes)
{
    constexpr std::size_t kBlock = std::size_t{64} << 10;
    if (bytes.empty())
        return {};
    if (bytes.size() > m_freeBytes) {
        m_freeBytes = std::max(kBlock, bytes.size());
        m_blocks.push_back(std::make_unique<char[]>(m_freeBytes));
        m_free = m_blocks.back().get();
    }
    std::memcpy(m_free, bytes.data(), bytes.size());
    const std::string_view kept(m_free, bytes.size());
    m_free += bytes.size();
    m_freeBytes -= bytes.size();
    return kept;
}

} // namespace shardscope::profiler
