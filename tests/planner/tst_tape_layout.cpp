// SPDX-License-Identifier: GPL-3.0-or-later
// Strides: which views need no copy, and the memory order of results.
#include "planner/tape/autograd/tensor_layout.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <vector>

using namespace shardscope::planner::tape;

class TstTapeLayout : public QObject {
    Q_OBJECT
private slots:
    void rowMajorByDefault()
    {
        const Layout layout{2, 3, 4};
        QCOMPARE(layout.stride(0), std::int64_t{12});
        QCOMPARE(layout.stride(1), std::int64_t{4});
        QCOMPARE(layout.stride(-1), std::int64_t{1});
        QCOMPARE(layout.elements(), std::int64_t{24});
        QVERIFY(layout.contiguous());
        QVERIFY(!layout.transposed(0, 1).contiguous());
        QCOMPARE(Layout{}.elements(), std::int64_t{1});
    }

    /// Heads transposed out of [b, s, a, d] cannot be merged with the batch, unless the batch is one.
    void headsMergeOnlyForOneSample()
    {
        const std::vector<std::int64_t> merged{2 * 4, 8, 16};
        QVERIFY(!Layout({2, 8, 4, 16}).transposed(1, 2).viewedAs(merged).has_value());
        const std::vector<std::int64_t> single{4, 8, 16};
        const auto view = Layout({1, 8, 4, 16}).transposed(1, 2).viewedAs(single);
        QVERIFY(view.has_value());
        QCOMPARE(view->stride(0), std::int64_t{16});
        QCOMPARE(view->stride(1), std::int64_t{64});
    }

    /// [s, b, a, d] keeps batch and heads side by side: no copy either way.
    void sequenceFirstMerges()
    {
        const Layout batchFirst = Layout({8, 2, 4, 16}).transposed(0, 1).transposed(1, 2);
        const std::vector<std::int64_t> merged{2 * 4, 8, 16};
        QVERIFY(batchFirst.viewedAs(merged).has_value());
    }

    void slicesStayViewableInside()
    {
        const Layout slice = Layout({4, 6, 30}).narrowed(2, 10);
        QVERIFY(!slice.contiguous());
        const std::vector<std::int64_t> heads{4, 6, 2, 5};
        QVERIFY(slice.viewedAs(heads).has_value());
        const std::vector<std::int64_t> rows{24, 10};
        QCOMPARE(slice.viewedAs(rows)->stride(0), std::int64_t{30});
        const std::vector<std::int64_t> flat{240};
        QVERIFY(!slice.viewedAs(flat).has_value());
    }

    void denseKeepsTheMemoryOrder()
    {
        const Layout heads = Layout({2, 8, 4, 16}).transposed(1, 2);
        const Layout dense = heads.dense();
        QCOMPARE(dense.stride(1), std::int64_t{16});
        QCOMPARE(dense.stride(2), std::int64_t{64});
        const Layout half = heads.narrowed(3, 8).dense(); // a slice becomes dense in the same order
        QCOMPARE(half.stride(1), std::int64_t{8});
        QCOMPARE(half.stride(2), std::int64_t{32});
        QCOMPARE(half.stride(0), std::int64_t{256});
    }

    void expansionTakesNoMemory()
    {
        const std::vector<std::int64_t> sizes{2, 3, 5, 4};
        const Layout wide = Layout({2, 3, 1, 4}).expanded(sizes);
        QCOMPARE(wide.stride(2), std::int64_t{0});
        const std::vector<std::int64_t> merged{2, 15, 4};
        QVERIFY(!wide.viewedAs(merged).has_value());
        QVERIFY(broadcast(Layout{3, 1}, Layout{2, 1, 4}).sameSizes(Layout{2, 3, 4}));
    }
};

SHARDSCOPE_TEST(TstTapeLayout)
#include "tst_tape_layout.moc"
