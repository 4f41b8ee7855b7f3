// SPDX-License-Identifier: GPL-3.0-or-later
// The allocator's rules: rounding, pools, splitting, best fit, merging, and what counts as allocated and
// reserved.
#include "planner/tape/allocator/caching_allocator.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <random>
#include <vector>

using namespace shardscope::planner::tape;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

} // namespace

class TstTapeAllocator : public QObject {
    Q_OBJECT
private slots:
    void roundsTo512()
    {
        CachingAllocator allocator;
        const auto block = allocator.allocate(1);
        QCOMPARE(allocator.charged(block), std::int64_t{512});
        QCOMPARE(allocator.charged(allocator.allocate(513)), std::int64_t{1024});
        QCOMPARE(allocator.allocated(), std::int64_t{1536});
        QCOMPARE(allocator.reserved(), 2 * kMiB); // both from one small segment
    }

    void nothingForNothing()
    {
        CachingAllocator allocator;
        QCOMPARE(allocator.allocate(0), CachingAllocator::kNoBlock);
        allocator.free(CachingAllocator::kNoBlock);
        QCOMPARE(allocator.reserved(), std::int64_t{0});
    }

    void segmentSizesFollowTheRequest()
    {
        CachingAllocator allocator;
        static_cast<void>(allocator.allocate(kMiB));
        QCOMPARE(allocator.reserved(), 2 * kMiB);
        static_cast<void>(allocator.allocate(kMiB + 1));
        QCOMPARE(allocator.reserved(), 22 * kMiB);
        static_cast<void>(
            allocator.allocate(10 * kMiB)); // not below 10 MiB, and 18.99 MiB are left of the segment
        QCOMPARE(allocator.reserved(), 22 * kMiB);
        static_cast<void>(allocator.allocate(10 * kMiB));
        QCOMPARE(allocator.reserved(), 32 * kMiB);
        static_cast<void>(allocator.allocate(31 * kMiB));
        QCOMPARE(allocator.reserved(), 64 * kMiB);
    }

    void largeRemaindersUpToOneMiBAreCharged()
    {
        CachingAllocator allocator;
        const auto whole = allocator.allocate(31 * kMiB); // 1 MiB left of 32: not more than 1 MiB
        QCOMPARE(allocator.charged(whole), 32 * kMiB);
        const auto cut = allocator.allocate(31 * kMiB - 512); // a little more than 1 MiB left
        QCOMPARE(allocator.charged(cut), 31 * kMiB - 512);
    }

    void takesTheBestFit()
    {
        CachingAllocator allocator;
        const auto big = allocator.allocate(64 * kMiB);
        const auto fitting = allocator.allocate(32 * kMiB);
        allocator.free(big);
        allocator.free(fitting);
        const auto again = allocator.allocate(32 * kMiB);
        QCOMPARE(allocator.charged(again), 32 * kMiB);
        QCOMPARE(allocator.charged(allocator.allocate(64 * kMiB)), 64 * kMiB);
        QCOMPARE(allocator.reserved(), 96 * kMiB);
    }

    void neighboursMerge()
    {
        CachingAllocator allocator;
        std::vector<CachingAllocator::BlockId> blocks;
        blocks.reserve(4);
        for (int i = 0; i < 4; ++i)
            blocks.push_back(allocator.allocate(5 * kMiB));
        QCOMPARE(allocator.reserved(), 20 * kMiB);
        for (const int i : {1, 3, 2, 0})
            allocator.free(blocks[static_cast<std::size_t>(i)]);
        QCOMPARE(allocator.allocated(), std::int64_t{0});
        QCOMPARE(allocator.charged(allocator.allocate(20 * kMiB)), 20 * kMiB);
        QCOMPARE(allocator.reserved(), 20 * kMiB);
    }

    void streamsShareNothing()
    {
        CachingAllocator allocator;
        allocator.free(allocator.allocate(32 * kMiB, 0));
        static_cast<void>(allocator.allocate(32 * kMiB, 1));
        QCOMPARE(allocator.reserved(), 64 * kMiB);
        static_cast<void>(allocator.allocate(32 * kMiB, 0));
        QCOMPARE(allocator.reserved(), 64 * kMiB);
    }

    void peaksCanBeReset()
    {
        CachingAllocator allocator;
        const auto block = allocator.allocate(64 * kMiB);
        allocator.free(block);
        QCOMPARE(allocator.peakAllocated(), 64 * kMiB);
        allocator.resetPeaks();
        QCOMPARE(allocator.peakAllocated(), std::int64_t{0});
        QCOMPARE(allocator.peakReserved(), 64 * kMiB); // still held
    }

    /// Whatever the order of requests, the books balance and everything freed merges back into whole
    /// segments.
    void randomOrdersBalance()
    {
        for (unsigned seed = 0; seed < 50; ++seed) {
            std::mt19937_64 random(seed);
            CachingAllocator allocator;
            std::vector<CachingAllocator::BlockId> live;
            std::int64_t charged = 0;
            for (int i = 0; i < 400; ++i) {
                if (!live.empty() && random() % 3 == 0) {
                    const std::size_t at = random() % live.size();
                    charged -= allocator.charged(live[at]);
                    allocator.free(live[at]);
                    live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
                } else {
                    const std::int64_t bytes =
                        1 + static_cast<std::int64_t>(random() % (40u << (random() % 20)));
                    live.push_back(allocator.allocate(bytes, static_cast<int>(random() % 2)));
                    charged += allocator.charged(live.back());
                    QVERIFY(allocator.charged(live.back()) >= bytes);
                    QCOMPARE(allocator.charged(live.back()) % 512, std::int64_t{0});
                }
                QCOMPARE(allocator.allocated(), charged);
                QVERIFY(allocator.reserved() >= allocator.allocated());
            }
            for (const auto block : live)
                allocator.free(block);
            QCOMPARE(allocator.allocated(), std::int64_t{0});
        }
    }

    /// A full device: cached segments go back first; what then fails is noted, with what is free for it in
    /// pieces.
    void requestsThatFindNoRoom()
    {
        CachingAllocator cached(false, 64 * kMiB);
        const auto first = cached.allocate(30 * kMiB);
        (void)cached.allocate(30 * kMiB);
        cached.free(first);
        (void)cached.allocate(32 * kMiB); // the cached 30 MiB make room
        QVERIFY(!cached.firstShortage());
        QCOMPARE(cached.reserved(), 62 * kMiB);
        QCOMPARE(cached.allocated(), 62 * kMiB);

        for (const std::int64_t wanted : {20, 30}) {
            CachingAllocator pieces(false, 50 * kMiB);
            pieces.free(pieces.allocate(40 * kMiB));
            (void)pieces.allocate(12 * kMiB);
            const auto middle = pieces.allocate(12 * kMiB);
            (void)pieces.allocate(12 * kMiB);
            pieces.free(middle); // of the segment's 40 MiB, 12 and 4 are free; 10 are left of the device
            QVERIFY(!pieces.firstShortage());
            (void)pieces.allocate(wanted * kMiB);
            QVERIFY(pieces.firstShortage());
            QCOMPARE(pieces.firstShortage()->request, wanted * kMiB);
            QCOMPARE(pieces.firstShortage()->inside, 16 * kMiB);
            QCOMPARE(pieces.firstShortage()->outside, 10 * kMiB);
            QCOMPARE(pieces.firstShortage()->fragmented(), wanted == 20); // 26 MiB are free in pieces
        }
    }
};

SHARDSCOPE_TEST(TstTapeAllocator)
#include "tst_tape_allocator.moc"
