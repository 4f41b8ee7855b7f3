// SPDX-License-Identifier: GPL-3.0-or-later
// A run that comes back from its cache is the run that went in; a cache that is not right is not used.
#include "profiler/cache/cache_writer.h"
#include "profiler/cache/columnar_cache.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cstring>
#include <tuple>

using namespace shardscope;
using profiler::ImportedRun;

class TstColumnarCache : public QObject {
    Q_OBJECT
private slots:
    void comesBackTheSame();
    void everyFlippedBitIsNoticed();
    void importTakesIt();
    void mappingsAreKept();
    void changedFilesAreReadAgain();
    void theOldestGoFirst();
};

namespace {

std::filesystem::path sample()
{
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples/h200_dlrm.json.gz";
}

template <class T>
bool sameBytes(std::span<const T> left, std::span<const T> right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

void compareRuns(const ImportedRun& read, const ImportedRun& wanted)
{
    const core::Timeline& left = *read.run->timeline;
    const core::Timeline& right = *wanted.run->timeline;
    QCOMPARE(std::tuple(left.begin(), left.end(), left.displacedCount()),
             std::tuple(right.begin(), right.end(), right.displacedCount()));
    QVERIFY(sameBytes(left.ts(), right.ts()) && sameBytes(left.dur(), right.dur()) &&
            sameBytes(left.name(), right.name()) && sameBytes(left.category(), right.category()) &&
            sameBytes(left.args(), right.args()));
    QCOMPARE(tests::slicesOf(read), tests::slicesOf(wanted));
    QCOMPARE(tests::instantsOf(read), tests::instantsOf(wanted));
    QCOMPARE(tests::countersOf(read), tests::countersOf(wanted));
    QCOMPARE(tests::remarksOf(read), tests::remarksOf(wanted));
    QVERIFY(std::equal(left.flows().begin(), left.flows().end(), right.flows().begin(), right.flows().end(),
                       [](const core::Flow& a, const core::Flow& b) {
                           return std::tuple(a.from, a.to, a.fromTs, a.toTs, a.category, a.id) ==
                                  std::tuple(b.from, b.to, b.fromTs, b.toTs, b.category, b.id);
                       }));
    QVERIFY(std::equal(left.steps().begin(), left.steps().end(), right.steps().begin(), right.steps().end(),
                       [](const auto& a, const auto& b) {
                           return std::tuple(a.begin, a.end, a.name, a.rank, a.source) ==
                                  std::tuple(b.begin, b.end, b.name, b.rank, b.source);
                       }));
    for (std::size_t number = 0; number < left.lanes().size(); ++number) {
        const core::LaneId lane{number};
        QCOMPARE(left.blocks(lane).size(), right.blocks(lane).size());
        QCOMPARE(left.busy(lane, left.begin(), left.end()), right.busy(lane, left.begin(), left.end()));
    }
    QCOMPARE(read.run->title, wanted.run->title);
    QCOMPARE(read.run->metadata, wanted.run->metadata);
    QCOMPARE(read.run->sources.size(), wanted.run->sources.size());
    QCOMPARE(read.run->sources.front().baseTimeNs, wanted.run->sources.front().baseTimeNs);
    QCOMPARE(read.run->sources.front().rankFrom, wanted.run->sources.front().rankFrom);
    QVERIFY(read.run->sources.front().groups == wanted.run->sources.front().groups);
    QCOMPARE(read.report.files.front().events, wanted.report.files.front().events);
}

/// Sets SHARDSCOPE_CACHE while it lives.
struct CacheAt {
    explicit CacheAt(const std::filesystem::path& folder) { qputenv("SHARDSCOPE_CACHE", folder.c_str()); }
    ~CacheAt() { qputenv("SHARDSCOPE_CACHE", "off"); }
    CacheAt(const CacheAt&) = delete;
    CacheAt& operator=(const CacheAt&) = delete;
};

std::string largeTrace(int events)
{
    std::string text = "[";
    for (int at = 0; at < events; ++at)
        text += (at > 0 ? ",\n" : "") + std::string(R"({"ph":"X","name":"n)") + std::to_string(at % 11) +
                R"(","pid":1,"tid":2,"ts":)" + std::to_string(at * 10) + R"(,"dur":5,"args":{"at":)" +
                std::to_string(at) + "}}";
    return text + "]";
}

} // namespace

void TstColumnarCache::comesBackTheSame()
{
    const tests::ScratchFolder folder;
    const std::filesystem::path cache = folder.write("x", "").parent_path() / "new" / "run.shardcolumns";
    const ImportedRun wanted = tests::imported(sample());
    QVERIFY(profiler::writeCache(cache, "print", wanted).ok());
    const auto read = profiler::readCache(cache, "print");
    QVERIFY(read.ok());
    compareRuns(*read, wanted);
    QCOMPARE(profiler::readCache(cache, "another").error().code, core::ErrorCode::Inconsistent);
    QCOMPARE(profiler::readCache(cache.parent_path() / "none", "print").error().code,
             core::ErrorCode::FileNotFound);
    // Nothing else is left in the folder.
    QCOMPARE(std::distance(std::filesystem::directory_iterator(cache.parent_path()), {}), 1);
}

void TstColumnarCache::everyFlippedBitIsNoticed()
{
    const tests::ScratchFolder folder;
    const ImportedRun run = tests::imported(folder.write("t.json", largeTrace(500)));
    const std::filesystem::path cache = folder.write("cache", "");
    QVERIFY(profiler::writeCache(cache, "print", run).ok());
    const std::string whole = tests::bytesOf(cache);
    for (std::size_t size = 0; size < whole.size(); size += 97)
        QVERIFY(!profiler::readCache(folder.write("cut", whole.substr(0, size)), "print").ok());
    for (std::size_t at = 0; at < whole.size(); at += at < 512 ? 1 : 53) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
        QVERIFY(!profiler::readCache(folder.write("damaged", damaged), "print").ok());
    }
}

void TstColumnarCache::importTakesIt()
{
    const tests::ScratchFolder folder;
    const auto trace = folder.write("large.json", largeTrace(210'000));
    const auto caches = trace.parent_path() / "caches";
    const CacheAt scope(caches);
    const ImportedRun first = tests::imported(trace);
    profiler::finishCaching();
    const auto cache = profiler::cacheFileOf(caches, {trace});
    QVERIFY(std::filesystem::exists(cache));
    // Whoever takes the cache does not look at the events: a changed title shows who did.
    const auto print = profiler::fingerprintOf({trace});
    QVERIFY(print.has_value());
    auto marked = profiler::readCache(cache, *print).value();
    auto run = std::make_shared<core::Run>(*marked.run);
    run->title = "from the cache";
    marked.run = run;
    QVERIFY(profiler::writeCache(cache, *print, marked).ok());
    const ImportedRun second = tests::imported(trace);
    QCOMPARE(second.run->title, std::string("from the cache"));
    QVERIFY(sameBytes(second.run->timeline->ts(), first.run->timeline->ts()));
    QCOMPARE(second.run->arguments->arguments(second.run->timeline->args()[77]),
             first.run->arguments->arguments(first.run->timeline->args()[77]));
    profiler::ImportOptions without;
    without.cache = false;
    QCOMPARE(profiler::importTrace({trace}, {}, without)->run->title, std::string("large.json"));
}

/// What torch.compile made of its kernels stands in a second file.
void TstColumnarCache::mappingsAreKept()
{
    const tests::ScratchFolder folder;
    const auto trace = folder.write("large.json", largeTrace(210'000));
    const auto mapping = folder.write(
        "mappings.json",
        R"({"preToPost": {"a": ["b"]}, "postToPre": {"b": ["a"]}, "cppCodeToPost": {"k:1": ["b"]}})");
    const auto caches = trace.parent_path() / "caches";
    const CacheAt scope(caches);
    const auto first = profiler::importTrace({trace, mapping}).value();
    profiler::finishCaching();
    QVERIFY(std::filesystem::exists(profiler::cacheFileOf(caches, {trace, mapping})));
    const auto second = profiler::importTrace({trace, mapping}).value();
    compareRuns(second, first);
    QCOMPARE(first.run->kernelOrigins.size(), std::size_t{1});
    QCOMPARE(second.run->kernelOrigins.size(), std::size_t{1});
    QCOMPARE(second.run->kernelOrigins.front().nodes, first.run->kernelOrigins.front().nodes);
    QCOMPARE(second.run->arguments->arguments(second.run->timeline->args()[77]),
             first.run->arguments->arguments(first.run->timeline->args()[77]));
}

void TstColumnarCache::changedFilesAreReadAgain()
{
    const tests::ScratchFolder folder;
    const auto trace = folder.write("large.json", largeTrace(210'000));
    const CacheAt scope(trace.parent_path() / "caches");
    QCOMPARE(tests::imported(trace).run->timeline->sliceCount(), std::size_t{210'000});
    profiler::finishCaching();
    static_cast<void>(folder.write("large.json", largeTrace(205'000)));
    const ImportedRun changed = tests::imported(trace);
    QCOMPARE(changed.run->timeline->sliceCount(), std::size_t{205'000});
    QCOMPARE(tests::remarkCount(changed, "cache_refused"), std::uint64_t{0}); // nothing is wrong with it
    profiler::finishCaching();
    // A cache that is no cache does no harm, is told, and is made again.
    const auto cache = profiler::cacheFileOf(trace.parent_path() / "caches", {trace});
    std::filesystem::resize_file(cache, 1000);
    const ImportedRun refused = tests::imported(trace);
    QCOMPARE(refused.run->timeline->sliceCount(), std::size_t{205'000});
    QCOMPARE(tests::remarkCount(refused, "cache_refused"), std::uint64_t{1});
    profiler::finishCaching();
    QVERIFY(std::filesystem::file_size(cache) > 1000);
    const ImportedRun again = tests::imported(trace);
    QCOMPARE(again.run->timeline->sliceCount(), std::size_t{205'000});
    QCOMPARE(tests::remarkCount(again, "cache_refused"), std::uint64_t{0});
}

void TstColumnarCache::theOldestGoFirst()
{
    const tests::ScratchFolder folder;
    const auto old = folder.write("old.shardcolumns", std::string(1000, 'x'));
    const auto recent = folder.write("new.shardcolumns", std::string(1000, 'x'));
    const auto other = folder.write("other.txt", std::string(1000, 'x'));
    std::filesystem::last_write_time(old, std::filesystem::last_write_time(recent) - std::chrono::hours(1));
    profiler::trimCache(old.parent_path(), 2000);
    QVERIFY(std::filesystem::exists(old));
    profiler::trimCache(old.parent_path(), 1500);
    QVERIFY(!std::filesystem::exists(old) && std::filesystem::exists(recent));
    QVERIFY(std::filesystem::exists(other));
}

SHARDSCOPE_TEST(TstColumnarCache)
#include "tst_columnar_cache.moc"
