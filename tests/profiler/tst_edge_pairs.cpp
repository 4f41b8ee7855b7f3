// SPDX-License-Identifier: GPL-3.0-or-later
// Begin and end events of made-up files against the reference's stack for each thread.
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <random>

using namespace shardscope;
using tests::PlainEvent;

class TstEdgePairs : public QObject {
    Q_OBJECT
private slots:
    void madeUpFiles_data();
    void madeUpFiles();
};

namespace {

/// How a file of begins and ends is odd, in percent of its events.
struct Oddities {
    int unordered; ///< moved to another place of the file
    int sameTime;  ///< no later than the event before
    int wrongEnd;  ///< ends with another name than the begin's
    int namelessEnd;
    int complete; ///< X between them
};

std::string madeUp(unsigned seed, const Oddities& oddities)
{
    std::mt19937 random(seed);
    const auto chance = [&](int percent) { return static_cast<int>(random() % 100) < percent; };
    std::vector<std::string> events;
    std::vector<std::vector<std::string>> stacks(3); // what is open, by thread
    std::uint64_t ts = 1000;
    for (int event = 0; event < 400; ++event) {
        ts += chance(oddities.sameTime) ? 0 : 1 + random() % 5;
        const std::size_t thread = random() % stacks.size();
        std::vector<std::string>& stack = stacks[thread];
        const std::string where = R"(,"pid":)" + std::to_string(thread / 2) + R"(,"tid":)" +
                                  std::to_string(thread) + R"(,"ts":)" + std::to_string(ts) + ".5";
        const std::string any(1, static_cast<char>('a' + random() % 4));
        if (chance(oddities.complete)) {
            events.push_back(R"({"ph":"X","name":")" + any + "\"" + where + R"(,"dur":)" +
                             std::to_string(random() % 9) + "}");
        } else if (stack.size() < 6 && random() % 2 == 0) {
            stack.push_back(any);
            events.push_back(R"({"ph":"B","cat":"c)" + any + R"(","name":")" + any + "\"" + where + "}");
        } else {
            const std::string name = chance(oddities.wrongEnd) || stack.empty() ? any : stack.back();
            if (!stack.empty())
                stack.pop_back();
            events.push_back(R"({"ph":"E")" +
                             (chance(oddities.namelessEnd) ? "" : R"(,"name":")" + name + "\"") + where +
                             "}");
        }
    }
    for (std::string& moved : events) {
        if (chance(oddities.unordered))
            std::swap(moved, events[random() % events.size()]);
    }
    std::string text = "[";
    for (const std::string& event : events)
        text += (text.size() > 1 ? ",\n" : "") + event;
    return text + (seed % 3 == 0 ? ",\n" : "]");
}

} // namespace

void TstEdgePairs::madeUpFiles_data()
{
    QTest::addColumn<QList<int>>("oddities");
    QTest::newRow("as recorded") << QList<int>{0, 0, 0, 0, 0};
    QTest::newRow("events of one time") << QList<int>{0, 60, 0, 0, 0};
    QTest::newRow("unordered") << QList<int>{30, 10, 0, 0, 0};
    QTest::newRow("wrong names") << QList<int>{0, 10, 30, 0, 0};
    QTest::newRow("ends without names") << QList<int>{0, 10, 5, 50, 0};
    QTest::newRow("complete ones between") << QList<int>{0, 0, 0, 0, 40};
    QTest::newRow("all of it") << QList<int>{30, 30, 20, 20, 20};
}

void TstEdgePairs::madeUpFiles()
{
    QFETCH(QList<int>, oddities);
    const tests::ScratchFolder scratch;
    for (unsigned seed = 0; seed < 40; ++seed) {
        const std::string text =
            madeUp(seed, {oddities[0], oddities[1], oddities[2], oddities[3], oddities[4]});
        const tests::TraceReference reference = tests::referenceOf(text);
        QVERIFY(reference.isTrace);
        QVERIFY(!reference.paired.empty());
        const auto run = tests::imported(scratch.write("pairs.json", text));
        QCOMPARE(run.report.files[0].slices,
                 std::uint64_t{reference.complete.size() + reference.paired.size()});
        QCOMPARE(tests::remarkCount(run, "end_without_begin"), reference.endsWithoutBegin);
        QCOMPARE(tests::remarkCount(run, "begin_without_end"), std::uint64_t{reference.unfinished.size()});
        std::vector<PlainEvent> wanted = reference.complete;
        wanted.insert(wanted.end(), reference.paired.begin(), reference.paired.end());
        wanted.insert(wanted.end(), reference.unfinished.begin(), reference.unfinished.end());
        std::sort(wanted.begin(), wanted.end());
        QVERIFY2(tests::plainSlices(*run.run->timeline) == wanted, qPrintable(QString("seed %1").arg(seed)));
    }
}

SHARDSCOPE_TEST(TstEdgePairs)
#include "tst_edge_pairs.moc"
