// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

using namespace shardscope;

class TstParallel : public QObject {
    Q_OBJECT
private slots:
    void everyIndexOnce();
    void nestedLoopsEnd();
    void exceptionsComeBack();
    void helpersThatDoNotComeAreDropped();
    void threadCountIsScoped();
};

void TstParallel::everyIndexOnce()
{
    for (const unsigned threads : {1u, 2u, 5u}) {
        const core::ThreadCount scope(threads);
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
            std::vector<std::atomic<int>> calls(count);
            core::parallelFor(count, [&](std::size_t at) { ++calls[at]; });
            QVERIFY(std::all_of(calls.begin(), calls.end(), [](const auto& called) { return called == 1; }));
        }
    }
}

void TstParallel::nestedLoopsEnd()
{
    const core::ThreadCount scope(4);
    std::atomic<int> sum{0};
    core::parallelFor(20, [&](std::size_t outer) {
        core::parallelFor(20, [&](std::size_t inner) { sum += static_cast<int>(outer * inner); });
    });
    QCOMPARE(sum.load(), 190 * 190);
}

void TstParallel::exceptionsComeBack()
{
    for (const unsigned threads : {1u, 3u}) {
        const core::ThreadCount scope(threads);
        const auto throwing = [](std::size_t at) {
            if (at == 50)
                throw std::runtime_error("fifty");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, core::parallelFor(100, throwing));
    }
}

void TstParallel::helpersThatDoNotComeAreDropped()
{
    const core::ThreadCount scope(3);
    for (int round = 0; round < 200; ++round) {
        std::atomic<int> local{0};
        {
            core::Helpers helpers;
            for (int offered = 0; offered < 10; ++offered)
                helpers.offer([&local] { ++local; });
        }
        // Whoever came has been waited for: nobody touches local after this.
        const int seen = local;
        QVERIFY(seen >= 0 && seen <= 10);
    }
}

void TstParallel::threadCountIsScoped()
{
    const unsigned before = core::threadCount();
    QVERIFY(before >= 1);
    {
        const core::ThreadCount outer(7);
        QCOMPARE(core::threadCount(), 7u);
        const core::ThreadCount inner(0);
        QCOMPARE(core::threadCount(), 1u);
    }
    QCOMPARE(core::threadCount(), before);
}

SHARDSCOPE_TEST(TstParallel)
#include "tst_parallel.moc"
