// SPDX-License-Identifier: GPL-3.0-or-later
// Best fit among the pool's free blocks, splitting, and merging of freed neighbours.
#include "planner/tape/allocator/caching_allocator.h"

#include "core/base/check.h"
#include "core/base/rounded_up.h"

#include <algorithm>

namespace shardscope::planner::tape {
namespace {

bool largePool(int pool) { return pool % 2 == 1; }

} // namespace

FreeBlocks& CachingAllocator::freeBlocks(int pool)
{
    if (m_free.size() <= static_cast<std::size_t>(pool))
        m_free.resize(static_cast<std::size_t>(pool) + 1);
    return m_free[static_cast<std::size_t>(pool)];
}

CachingAllocator::BlockId CachingAllocator::newBlock(const Block& block)
{
    if (m_unusedIds.empty()) {
        m_blocks.push_back(block);
        return static_cast<BlockId>(m_blocks.size() - 1);
    }
    const BlockId id = m_unusedIds.back();
    m_unusedIds.pop_back();
    m_blocks[id] = block;
    return id;
}

CachingAllocator::BlockId CachingAllocator::segment(std::int64_t request, int pool)
{
    std::int64_t size = kSmallSegment;
    if (largePool(pool))
        size = request < kMediumRequest ? kMediumSegment : core::roundedUp(request, kLargeRounding);
    if (m_reserved > m_room - size) {
        giveCachedBack();
        if (m_reserved > m_room - size && !m_shortage)
            m_shortage = Shortage{size, m_reserved - m_allocated, largestFree(),
                                  std::max<std::int64_t>(0, m_room - m_reserved), m_allocated};
    }
    Block block;
    block.address = m_nextAddress;
    block.size = size;
    block.pool = pool;
    m_nextAddress += size;
    m_reserved += size;
    m_peakReserved = std::max(m_peakReserved, m_reserved);
    return newBlock(block);
}

/// Segments of which nothing is used go back to the driver (release_cached_blocks).
void CachingAllocator::giveCachedBack()
{
    for (FreeBlocks& pool : m_free) {
        pool.eraseIf([this](const FreeBlocks::Entry& entry) {
            const BlockId id = entry.block;
            const Block& block = m_blocks[id];
            if (block.before != kNoBlock || block.after != kNoBlock)
                return false;
            m_reserved -= block.size;
            m_unusedIds.push_back(id);
            return true;
        });
    }
}

std::int64_t CachingAllocator::largestFree() const
{
    std::int64_t largest = 0;
    for (const FreeBlocks& pool : m_free)
        pool.visit([&](const FreeBlocks::Entry& entry) { largest = std::max(largest, entry.size); });
    return largest;
}

void CachingAllocator::split(BlockId block, std::int64_t request)
{
    const std::int64_t left = m_blocks[block].size - request;
    const bool worthIt = largePool(m_blocks[block].pool) ? left > kLargeRemainder : left >= kRounding;
    if (!worthIt)
        return;
    Block rest;
    rest.address = m_blocks[block].address + request;
    rest.size = left;
    rest.before = block;
    rest.after = m_blocks[block].after;
    rest.pool = m_blocks[block].pool;
    const BlockId restId = newBlock(rest);
    if (rest.after != kNoBlock)
        m_blocks[rest.after].before = restId;
    m_blocks[block].after = restId;
    m_blocks[block].size = request;
    offer(restId);
}

CachingAllocator::BlockId CachingAllocator::allocate(std::int64_t bytes, int stream)
{
    SHARDSCOPE_CHECK(bytes >= 0);
    if (bytes == 0)
        return kNoBlock;
    if (m_planned) {
        Block block;
        block.size = bytes;
        block.used = true;
        m_allocated += bytes;
        m_peakAllocated = std::max(m_peakAllocated, m_allocated);
        return newBlock(block);
    }
    const std::int64_t request = core::roundedUp(bytes, kRounding);
    const int pool = 2 * stream + (request > kSmallRequest ? 1 : 0);
    const auto fit = freeBlocks(pool).take({request, 0, 0});
    const BlockId block = fit ? fit->block : segment(request, pool);
    split(block, request);
    m_blocks[block].used = true;
    m_blocks[block].request = ++m_requests;
    m_allocated += m_blocks[block].size;
    m_peakAllocated = std::max(m_peakAllocated, m_allocated);
    return block;
}

void CachingAllocator::forget(BlockId block)
{
    const Block& gone = m_blocks[block];
    freeBlocks(gone.pool).erase({gone.size, gone.address, block});
}

void CachingAllocator::offer(BlockId block)
{
    const Block& rest = m_blocks[block];
    freeBlocks(rest.pool).insert({rest.size, rest.address, block});
}

std::vector<CachingAllocator::Piece> CachingAllocator::layout() const
{
    std::vector<Piece> pieces;
    for (const Block& block : m_blocks) {
        if (block.used)
            pieces.push_back({block.address, block.size, block.request});
    }
    for (const FreeBlocks& pool : m_free) {
        pool.visit([&](const FreeBlocks::Entry& entry) { pieces.push_back({entry.address, entry.size, 0}); });
    }
    std::ranges::sort(pieces, {}, &Piece::address);
    return pieces;
}

CachingAllocator::BlockId CachingAllocator::merged(BlockId left, BlockId right)
{
    m_blocks[left].size += m_blocks[right].size;
    m_blocks[left].after = m_blocks[right].after;
    if (m_blocks[left].after != kNoBlock)
        m_blocks[m_blocks[left].after].before = left;
    m_unusedIds.push_back(right);
    return left;
}

void CachingAllocator::free(BlockId block)
{
    if (block == kNoBlock)
        return;
    SHARDSCOPE_CHECK(m_blocks[block].used);
    m_blocks[block].used = false;
    m_allocated -= m_blocks[block].size;
    if (m_planned) {
        m_unusedIds.push_back(block);
        return;
    }
    const BlockId before = m_blocks[block].before;
    if (before != kNoBlock && !m_blocks[before].used) {
        forget(before);
        block = merged(before, block);
    }
    const BlockId after = m_blocks[block].after;
    if (after != kNoBlock && !m_blocks[after].used) {
        forget(after);
        block = merged(block, after);
    }
    offer(block);
}

void CachingAllocator::resetPeaks()
{
    m_peakAllocated = m_allocated;
    m_peakReserved = m_reserved;
}

} // namespace shardscope::planner::tape
