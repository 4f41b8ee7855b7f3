// SPDX-License-Identifier: GPL-3.0-or-later
// Order by integer keys, against std::stable_sort, for all shapes that take another way.
#include "core/timeline/build/time_order.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

using namespace shardscope;
using tests::Dice;

class TstTimeOrder : public QObject {
    Q_OBJECT
private slots:
    void ordersAsStableSort_data();
    void ordersAsStableSort();
};

namespace {

constexpr std::size_t kMany = 20'000; // more than are sorted by comparing

std::vector<std::int64_t> keysOf(const QString& shape)
{
    Dice dice(7);
    std::vector<std::int64_t> keys(kMany);
    for (std::size_t at = 0; at < kMany; ++at) {
        const auto place = static_cast<std::int64_t>(at);
        keys[at] = shape == "sorted"           ? place
                   : shape == "equal"          ? 5
                   : shape == "reversed"       ? -place
                   : shape == "random"         ? dice.below(1'000'000'000'000)
                   : shape == "few values"     ? dice.below(7)
                   : shape == "parents behind" ? place * 10 - (place % 5 == 4 ? 39 : 0)
                   : shape == "deep parents"   ? (place - place % 16) * 10 + 16 - place % 16
                   : shape == "two buffers"    ? (place < 12'000 ? place * 3 : (place - 12'000) * 4 + 1)
                   : shape == "one far first"  ? (at == 0 ? std::numeric_limits<std::int64_t>::max() : place)
                   : shape == "one far last"
                       ? (at + 1 == kMany ? std::numeric_limits<std::int64_t>::min() : place)
                       : place + dice.below(40); // jitter
    }
    return keys;
}

} // namespace

void TstTimeOrder::ordersAsStableSort_data()
{
    QTest::addColumn<QString>("shape");
    for (const char* const shape : {"sorted", "equal", "reversed", "random", "few values", "parents behind",
                                    "deep parents", "two buffers", "one far first", "one far last", "jitter"})
        QTest::addRow("%s", shape) << QString(shape);
}

void TstTimeOrder::ordersAsStableSort()
{
    QFETCH(QString, shape);
    std::vector<std::int64_t> keys = keysOf(shape);
    for (const std::size_t size :
         {kMany, std::size_t{4096}, std::size_t{100}, std::size_t{1}, std::size_t{0}}) {
        keys.resize(size);
        std::vector<std::uint32_t> wanted(size);
        std::iota(wanted.begin(), wanted.end(), 0u);
        std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
        const auto order = core::orderByKey(keys);
        QVERIFY(std::equal(order.begin(), order.end(), wanted.begin(), wanted.end()));
    }
}

SHARDSCOPE_TEST(TstTimeOrder)
#include "tst_time_order.moc"
