// SPDX-License-Identifier: GPL-3.0-or-later
// A model of PyTorch's CUDA caching allocator: which block a request gets, and what is allocated and
// reserved. Rules and constants as in c10/cuda/CUDACachingAllocator (PyTorch 2.11, default settings); see
// docs/memory_model.md.
#pragma once

#include "planner/tape/allocator/free_blocks.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace shardscope::planner::tape {

class CachingAllocator {
public:
    using BlockId = std::uint32_t;
    static constexpr BlockId kNoBlock = 0xFFFFFFFFu;

    static constexpr std::int64_t kRounding = 512;           ///< kMinBlockSize: every request is a multiple
    static constexpr std::int64_t kSmallRequest = 1 << 20;   ///< kSmallSize: at most this from the small pool
    static constexpr std::int64_t kSmallSegment = 2 << 20;   ///< kSmallBuffer
    static constexpr std::int64_t kMediumRequest = 10 << 20; ///< kMinLargeAlloc: below it a shared segment
    static constexpr std::int64_t kMediumSegment = 20 << 20; ///< kLargeBuffer
    static constexpr std::int64_t kLargeRounding = 2 << 20;  ///< kRoundLarge
    static constexpr std::int64_t kLargeRemainder = 1 << 20; ///< a large block is split only if more is left

    /// A request for which the driver had no segment left, cached ones given back.
    struct Shortage {
        std::int64_t request = 0; ///< the segment that was asked for
        std::int64_t inside = 0;  ///< free within segments that are in use
        std::int64_t largest = 0; ///< the largest of those free blocks
        std::int64_t outside = 0; ///< what the driver still had
        std::int64_t allocated = 0;
        /// Enough was free, but not in one piece.
        [[nodiscard]] bool fragmented() const { return inside + outside >= request; }
    };

    /// \p planned: no cache; a compiler has laid out every byte beforehand (Poplar), and what is reserved is
    /// what is allocated.
    /// \p room: what the driver has. A request that finds none is noted and granted all the same, so that
    /// peaks say what would have been needed.
    explicit CachingAllocator(bool planned = false,
                              std::int64_t room = std::numeric_limits<std::int64_t>::max())
        : m_planned(planned)
        , m_room(room)
    {
    }

    /// Another one of the same device.
    [[nodiscard]] CachingAllocator emptied() const { return CachingAllocator(m_planned, m_room); }
    /// A block for \p bytes on \p stream. Requests of zero bytes get none.
    BlockId allocate(std::int64_t bytes, int stream = 0);
    void free(BlockId block);
    /// What the block counts as allocated: the request rounded up, or more where the block was not split.
    [[nodiscard]] std::int64_t charged(BlockId block) const
    {
        return block == kNoBlock ? 0 : m_blocks[block].size;
    }

    /// Where every block lies, and which request a used one answers. Two equal layouts have been through the
    /// same: whatever follows one of them follows the other.
    struct Piece {
        std::int64_t address = 0;
        std::int64_t size = 0;
        std::int64_t request = 0; ///< of a used block, counted from 1; 0: free
        friend bool operator==(const Piece&, const Piece&) = default;
    };
    [[nodiscard]] std::vector<Piece> layout() const; ///< by address

    [[nodiscard]] std::int64_t allocated() const { return m_allocated; }
    [[nodiscard]] std::int64_t peakAllocated() const { return m_peakAllocated; }
    [[nodiscard]] std::int64_t reserved() const { return m_planned ? m_allocated : m_reserved; }
    [[nodiscard]] std::int64_t peakReserved() const { return m_planned ? m_peakAllocated : m_peakReserved; }
    void resetPeaks();
    [[nodiscard]] const std::optional<Shortage>& firstShortage() const { return m_shortage; }

private:
    struct Block {
        std::int64_t address = 0;
        std::int64_t size = 0;
        BlockId before = kNoBlock; ///< neighbours in the same segment
        BlockId after = kNoBlock;
        int pool = 0; ///< 2 * stream + (large ? 1 : 0)
        bool used = false;
        std::int64_t request = 0; ///< that it answers
    };
    BlockId newBlock(const Block& block);
    BlockId segment(std::int64_t request, int pool);
    void giveCachedBack();
    [[nodiscard]] std::int64_t largestFree() const;
    void split(BlockId block, std::int64_t request);
    BlockId merged(BlockId left, BlockId right);
    void forget(BlockId block);
    void offer(BlockId block);
    FreeBlocks& freeBlocks(int pool);

    bool m_planned;
    std::int64_t m_room;
    std::optional<Shortage> m_shortage;
    std::vector<Block> m_blocks;
    std::vector<BlockId> m_unusedIds;
    std::vector<FreeBlocks> m_free;
    std::int64_t m_nextAddress = 0;
    std::int64_t m_requests = 0;
    std::int64_t m_allocated = 0;
    std::int64_t m_peakAllocated = 0;
    std::int64_t m_reserved = 0;
    std::int64_t m_peakReserved = 0;
};

} // namespace shardscope::planner::tape
