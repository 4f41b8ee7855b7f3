// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/kept_numbers.h"

#include "core/base/parallel.h"
#include "profiler/import/importer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kLongestNumber = 10; // of LEB128, 7 bits a byte
constexpr std::size_t kLongestEvent = 2 + kLongestNumber * (2 + kArgKeys) + sizeof(double);

char* putNumber(char* at, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *at++ = static_cast<char>(value | 0x80);
    *at++ = static_cast<char>(value);
    return at;
}

/// Small for small numbers of either sign.
std::uint64_t zigzag(std::int64_t value)
{
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}

std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

/// Reads a block from front to back.
class BlockReader {
public:
    explicit BlockReader(const NumberBlock& block)
        : m_at(block.bytes.data())
        , m_end(m_at + block.bytes.size())
        , m_place(block.begin)
    {
    }
    /// The next event's; false at the end of the bytes.
    bool next(ArgNumbers& numbers)
    {
        std::uint64_t further = 0;
        if (!number(further) || m_at == m_end)
            return false;
        m_place += further >> 1U;
        numbers.present = static_cast<std::uint8_t>(*m_at++);
        numbers.unread = 0;
        if ((further & 1U) != 0) {
            if (m_at == m_end)
                return false;
            numbers.unread = static_cast<std::uint8_t>(*m_at++);
        }
        for (unsigned keys = numbers.present & (ArgNumbers::kRate - 1U); keys != 0; keys &= keys - 1) {
            const auto key = static_cast<std::size_t>(std::countr_zero(keys));
            std::uint64_t change = 0;
            if (!number(change))
                return false;
            m_before[key] = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_before[key]) +
                                                      static_cast<std::uint64_t>(unzigzag(change)));
            numbers.values[key] = m_before[key];
        }
        if ((numbers.present & ArgNumbers::kExtents) != 0 && !extents(numbers.extents))
            return false;
        if ((numbers.present & ArgNumbers::kRate) != 0) {
            if (m_end - m_at < static_cast<std::ptrdiff_t>(sizeof(double)))
                return false;
            std::memcpy(&numbers.copyRate, m_at, sizeof(double));
            m_at += sizeof(double);
        }
        return true;
    }
    [[nodiscard]] std::uint64_t place() const { return m_place; }

private:
    bool number(std::uint64_t& value)
    {
        for (unsigned shift = 0; m_at != m_end && shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(*m_at++);
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80)
                return true;
        }
        return false;
    }

    /// The place of the first event that has them.
    bool extents(std::uint64_t& place)
    {
        std::uint64_t which = 0;
        if (!number(which) || which > m_extents.size())
            return false;
        if (which == m_extents.size())
            m_extents.push_back(m_place);
        place = m_extents[static_cast<std::size_t>(which)];
        return true;
    }

    const char* m_at;
    const char* m_end;
    std::uint64_t m_place;
    std::array<std::int64_t, kArgKeys> m_before{};
    std::vector<std::uint64_t> m_extents; ///< places of those met so far
};

/// A block's events, found by their place in a step or two.
class DecodedBlock {
public:
    explicit DecodedBlock(const NumberBlock& block)
        : m_begin(block.begin)
        , m_shift(static_cast<unsigned>(
              std::bit_width((block.last - block.begin) / std::max<std::uint32_t>(block.count, 1))))
        , m_firstOf(static_cast<std::size_t>((block.last - block.begin) >> m_shift) + 1, 0)
    {
        BlockReader reader(block);
        m_events.reserve(block.count);
        std::size_t slots = 0; // that are filled
        for (ArgNumbers numbers; reader.next(numbers) && reader.place() <= block.last;) {
            const auto slot = static_cast<std::size_t>((reader.place() - m_begin) >> m_shift);
            for (; slots <= slot; ++slots)
                m_firstOf[slots] = static_cast<std::uint32_t>(m_events.size());
            m_events.push_back({reader.place(), numbers});
        }
        for (; slots < m_firstOf.size(); ++slots)
            m_firstOf[slots] = static_cast<std::uint32_t>(m_events.size());
    }
    [[nodiscard]] const ArgNumbers* find(std::uint64_t place) const
    {
        const std::uint64_t slot = (place - m_begin) >> m_shift;
        if (slot >= m_firstOf.size())
            return nullptr;
        for (std::size_t at = m_firstOf[slot]; at < m_events.size() && m_events[at].place <= place; ++at) {
            if (m_events[at].place == place)
                return &m_events[at].numbers;
        }
        return nullptr;
    }

private:
    struct Event {
        std::uint64_t place;
        ArgNumbers numbers;
    };
    std::uint64_t m_begin;
    unsigned m_shift;
    std::vector<std::uint32_t> m_firstOf; ///< event at or behind the beginning of each slot of places
    std::vector<Event> m_events;
};

} // namespace

bool areNumberBlocks(std::span<const NumberBlock> blocks)
{
    constexpr std::size_t kFewestBytes = 2; // of an event
    std::uint64_t end = 0;
    return std::ranges::all_of(blocks, [&](const NumberBlock& block) {
        const bool good = block.begin >= end && block.last >= block.begin &&
                          block.last < offsetOfPlace(~0ULL) && block.count > 0 &&
                          block.count <= block.bytes.size() / kFewestBytes;
        end = block.last + 1;
        return good;
    });
}

void NumberWriter::put(std::uint64_t place, const ArgNumbers& numbers, std::uint32_t name)
{
    constexpr std::size_t kRoom = std::size_t{64} << 10;
    if (m_bytes.size() - m_used < kLongestEvent)
        m_bytes.resize(std::max(2 * m_bytes.size(), kRoom));
    if (m_block.count == 0)
        m_block.begin = m_block.last = place;
    char* at =
        putNumber(m_bytes.data() + m_used, (place - m_block.last) << 1U | (numbers.unread != 0 ? 1U : 0U));
    *at++ = static_cast<char>(numbers.present);
    if (numbers.unread != 0)
        *at++ = static_cast<char>(numbers.unread);
    for (unsigned keys = numbers.present & (ArgNumbers::kRate - 1U); keys != 0; keys &= keys - 1) {
        const auto key = static_cast<std::size_t>(std::countr_zero(keys));
        at = putNumber(at, zigzag(numbers.values[key] - m_before[key])); // numbers are below 10^18
        m_before[key] = numbers.values[key];
    }
    if ((numbers.present & ArgNumbers::kExtents) != 0) {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15; // golden ratio, as Fibonacci hashing
        const auto which = static_cast<std::uint32_t>(m_extents.size());
        at =
            putNumber(at, m_extents.try_emplace(numbers.extents ^ (name + 1) * kSpread, which).first->second);
    }
    if ((numbers.present & ArgNumbers::kRate) != 0) {
        std::memcpy(at, &numbers.copyRate, sizeof(double));
        at += sizeof(double);
    }
    m_used = static_cast<std::size_t>(at - m_bytes.data());
    m_block.last = place;
    m_block.unread |= numbers.unread;
    ++m_block.count;
}

NumberWriter::Block NumberWriter::cut()
{
    Block cut{m_block, std::string(m_bytes.data(), m_used)};
    m_block = {};
    m_used = 0;
    m_before = {};
    m_extents.clear();
    return cut;
}

KeptNumbers::KeptNumbers(std::vector<NumberBlock> blocks, std::shared_ptr<const void> keeper)
    : m_blocks(std::move(blocks))
    , m_keeper(std::move(keeper))
{
}

void KeptNumbers::visit(std::span<const std::uint64_t> places, std::span<const std::uint32_t> indexOf,
                        const NumberVisitor& visitor, const std::stop_token& stop) const
{
    const auto indexAt = [&](std::size_t at) { return indexOf.empty() ? at : indexOf[at]; };
    const ArgNumbers nothing;
    // Places of one block, block after block: rows lie near their neighbours mostly.
    std::vector<std::uint32_t> begins(m_blocks.size() + 1, 0);
    std::size_t near = 0;
    const auto blockOf = [&](std::uint64_t offset) {
        if (near < m_blocks.size() && offset >= m_blocks[near].begin && offset <= m_blocks[near].last)
            return near;
        const auto behind = std::ranges::upper_bound(m_blocks, offset, {}, &NumberBlock::begin);
        const bool within = behind != m_blocks.begin() && offset <= (behind - 1)->last;
        if (within)
            near = static_cast<std::size_t>(behind - m_blocks.begin()) - 1;
        return within ? near : m_blocks.size();
    };
    for (const std::uint64_t place : places) {
        if (const std::size_t block = blockOf(offsetOfPlace(place)); block < m_blocks.size())
            ++begins[block];
    }
    std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), 0U);
    std::vector<std::uint32_t> order(begins.back());
    std::vector<std::uint32_t> next(begins);
    for (std::size_t at = 0; at < places.size(); ++at) {
        if (const std::size_t block = blockOf(offsetOfPlace(places[at])); block < m_blocks.size())
            order[next[block]++] = static_cast<std::uint32_t>(at);
        else
            visitor(indexAt(at), nothing);
    }
    core::parallelFor(m_blocks.size(), [&](std::size_t block) {
        if (begins[block] == begins[block + 1] || stop.stop_requested())
            return;
        const DecodedBlock decoded(m_blocks[block]);
        for (std::uint32_t place = begins[block]; place < begins[block + 1]; ++place) {
            const std::uint32_t at = order[place];
            const ArgNumbers* const found = decoded.find(offsetOfPlace(places[at]));
            visitor(indexAt(at), found != nullptr ? *found : nothing);
        }
    });
}

std::shared_ptr<const KeptNumbers> keepNumbers(std::vector<NumberWriter::Block> blocks)
{
    const auto keeper = std::make_shared<const std::vector<NumberWriter::Block>>(std::move(blocks));
    std::vector<NumberBlock> views;
    for (const NumberWriter::Block& kept : *keeper) {
        if (kept.block.count > 0) {
            views.push_back(kept.block);
            views.back().bytes = kept.bytes;
        }
    }
    return std::make_shared<const KeptNumbers>(std::move(views), keeper);
}

} // namespace shardscope::profiler
