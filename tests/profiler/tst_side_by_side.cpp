// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a run read at the same time: nothing of the run may show it.
#include "core/base/parallel.h"
#include "profiler/cache/run_record.h"
#include "profiler/cache/timeline_image.h"
#include "profiler/import/bytes/work_ahead.h"
#include "profiler/import/run/opened_file.h"
#include "profiler/profiler.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <atomic>
#include <mutex>

using namespace shardscope;
using profiler::ImportedRun;
using profiler::importTrace;

class TstSideBySide : public QObject {
    Q_OBJECT
private slots:
    void workComesInOrder();
    void workIsLeftOut();
    void smallFilesAndSharesArePaid();
    void threadsDoNotMatter();
    void theFirstErrorCounts();
    void cancelling();
    void progressGrows();
};

namespace {

constexpr unsigned kThreads[] = {1, 2, 3, 8};

/// Events of one rank: names and threads that other ranks have and have not, arrows, pairs, a step, a
/// counter.
std::string rankText(int rank, int events)
{
    const std::string at = std::to_string(rank);
    std::string text = "{\"distributedInfo\": {\"rank\": " + at +
                       ", \"world_size\": 40},\n\"record_shapes\": " + at +
                       ",\n\"baseTimeNanoseconds\": 179085702600000" + std::to_string(1000 + rank) +
                       ",\n\"traceEvents\": [\n" + R"({"ph":"M","name":"process_name","pid":)" + at +
                       R"(,"tid":0,"args":{"name":"python"}},
{"ph":"B","name":"outer","cat":"user_annotation","pid":)" +
                       at + R"(,"tid":1,"ts":0.5},
{"ph":"X","name":"ProfilerStep#7","cat":"user_annotation","pid":)" +
                       at + R"(,"tid":1,"ts":1,"dur":900},
{"ph":"C","name":"memory","pid":)" +
                       at + R"(,"ts":3,"args":{"bytes":)" + at + "}}";
    for (int event = 0; event < events; ++event) {
        const std::string ts = std::to_string(10 + 7 * event);
        const std::string name = (event % 5 == 0 ? "only " + at : "op") + " " + std::to_string(event % 11);
        text += ",\n"
                R"({"ph":"X","cat":")" +
                std::string(event % 3 == 0 ? "kernel" : "cpu_op") + R"(","name":")" + name + R"(","pid":)" +
                at + ",\"tid\":" + std::to_string(event % 4) + ",\"ts\":" + ts +
                ".250,\"dur\":" + std::to_string(event % 13) + R"(,"args":{"event":)" +
                std::to_string(event) +
                "}},\n"
                R"({"ph":")" +
                (event % 2 == 0 ? "s" : "f") + R"(","cat":"ac2g","id":)" + std::to_string(event / 2) +
                R"(,"pid":)" + at + ",\"tid\":" + std::to_string(event % 4) + ",\"ts\":" + ts +
                R"(.250,"name":"ac2g","bp":"e"})";
    }
    return text +
           ",\n"
           R"({"ph":"E","name":"outer","pid":)" +
           at + R"(,"tid":1,"ts":99999}]})";
}

/// A run's files: many small ones, large ones among them, packed, damaged, of other formats and of none.
std::vector<std::filesystem::path> writeRun(const tests::ScratchFolder& scratch)
{
    std::vector<std::filesystem::path> files;
    for (int rank = 0; rank < 40; ++rank) {
        const int events = rank == 3 ? 30'000 : rank % 7 * 40; // the fourth is most of the run
        std::string text = rankText(rank, events);
        if (rank == 11)
            text.resize(text.size() / 2);
        if (rank == 12)
            text.replace(text.find("\"only"), 8, "\"on\"ly \xff");
        const std::string name = "rank" + std::to_string(rank) + ".json";
        files.push_back(rank % 4 == 2 ? scratch.write(name + ".gz", tests::gzipped(text))
                                      : scratch.write(name, text));
        if (rank == 14)
            std::filesystem::resize_file(files.back(), std::filesystem::file_size(files.back()) - 100);
        if (rank % 16 == 5)
            files.push_back(
                scratch.write("log" + std::to_string(rank) + ".log",
                              "2026-11-20 06:25:44,123 INFO a\n2026-11-20 06:25:45,500 INFO b\n"));
    }
    return files;
}

/// Everything of a run but how long it took and its arguments.
std::string bytesOf(const ImportedRun& imported)
{
    std::string bytes;
    const bool written =
        profiler::writeImage(*imported.run->timeline, "", profiler::ImageSums::Kept,
                             [&](const char* at, std::size_t size) { return bytes.append(at, size), true; });
    profiler::ImportReport report = imported.report;
    for (profiler::FileTally& tally : report.files)
        tally.importSeconds = 0;
    profiler::ByteWriter record;
    profiler::writeRunRecord(*imported.run, report, record);
    return written ? bytes + record.take() : std::string();
}

std::string argumentsOf(const ImportedRun& imported)
{
    std::string all;
    for (std::size_t row = 0; row < imported.run->timeline->sliceCount(); row += 53)
        all += imported.run->arguments->arguments(imported.run->timeline->args()[row]) + "\n";
    return all;
}

} // namespace

void TstSideBySide::workComesInOrder()
{
    constexpr std::size_t kCount = 500;
    for (const unsigned threads : kThreads) {
        const core::ThreadCount scope(threads);
        for (const std::size_t most : {std::size_t{1}, std::size_t{2}, std::size_t{7}, 2 * kCount}) {
            std::vector<std::atomic<int>> done(kCount);
            std::atomic<std::size_t> passed{0};
            std::atomic<bool> tooFar{false};
            profiler::WorkAhead work(kCount, most, [&](std::size_t item) {
                tooFar = tooFar || item >= passed + most;
                ++done[item];
            });
            for (std::size_t item = 0; item < kCount; ++item) {
                passed = item;
                work.reach(item);
                QCOMPARE(done[item].load(), 1);
            }
            QVERIFY(!tooFar);
            QVERIFY(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
        }
    }
}

void TstSideBySide::workIsLeftOut()
{
    for (const unsigned threads : kThreads) {
        const core::ThreadCount scope(threads);
        std::vector<int> done(100, 0);
        {
            profiler::WorkAhead work(done.size(), 10, [&](std::size_t item) { done[item] = 1; });
            work.reach(0);
        }
        QCOMPARE(done[0], 1);
        QVERIFY(std::count(done.begin(), done.end(), 1) <= 10);
    }
    const profiler::WorkAhead none(0, 4, [](std::size_t) { QFAIL("there is none"); });
}

/// Which files are read in one thread.
void TstSideBySide::smallFilesAndSharesArePaid()
{
    const tests::ScratchFolder scratch;
    const auto plain = scratch.write("a.json", "[]");
    const auto packed = scratch.write("a.json.gz", tests::gzipped("[]"));
    constexpr std::uint64_t kMb = 1 << 20;
    const core::ThreadCount scope(8);
    QVERIFY(!profiler::paysAside(plain, kMb, kMb)); // alone
    QVERIFY(profiler::paysAside(plain, kMb, kMb + 1));
    QVERIFY(profiler::paysAside(plain, 10 * kMb, 80 * kMb));
    QVERIFY(!profiler::paysAside(plain, 10 * kMb, 79 * kMb)); // eight threads are sooner through with it
    QVERIFY(profiler::paysAside(packed, 40 * kMb, 80 * kMb));
    QVERIFY(!profiler::paysAside(packed, 41 * kMb, 80 * kMb));
    const core::ThreadCount one(1);
    QVERIFY(!profiler::paysAside(packed, 10 * kMb, 80 * kMb));
}

void TstSideBySide::threadsDoNotMatter()
{
    const tests::ScratchFolder scratch;
    const std::vector<std::filesystem::path> files = writeRun(scratch);
    const std::filesystem::path folder = files.front().parent_path();
    for (const auto& [name, text] :
         {std::pair("notes.txt", "no trace"), std::pair("other.json", R"({"nodes": []})"),
          std::pair("empty.json", "")})
        QVERIFY(!scratch.write(name, text).empty());
    for (const std::vector<std::filesystem::path>& given : {files, {folder}}) {
        std::string wanted;
        std::string wantedArguments;
        for (const unsigned threads : kThreads) {
            const core::ThreadCount scope(threads);
            profiler::ImportOptions options;
            options.cache = false;
            const auto imported = importTrace(given, {}, options);
            QVERIFY(imported.ok());
            const std::string bytes = bytesOf(*imported);
            QVERIFY(!bytes.empty());
            if (wanted.empty()) {
                wanted = bytes;
                wantedArguments = argumentsOf(*imported);
                QCOMPARE(imported->report.files[0].rank, given.size() == 1 ? -1 : 0);
                // Every seventh rank recorded nothing: such a file is lost, and none of the run's.
                QVERIFY(imported->report.files.size() + imported->report.lost.size() >= files.size());
            }
            QVERIFY2(bytes == wanted, qPrintable(QString("%1 threads").arg(threads)));
            QVERIFY(argumentsOf(*imported) == wantedArguments);
        }
    }
}

void TstSideBySide::theFirstErrorCounts()
{
    const tests::ScratchFolder scratch;
    std::vector<std::filesystem::path> files = writeRun(scratch);
    files.insert(files.begin() + 9, scratch.write("first.json", R"({"nodes": []})"));
    files.insert(files.begin() + 10, files.front().parent_path() / "absent.json");
    files.insert(files.begin() + 20, scratch.write("second.json", ""));
    for (const unsigned threads : kThreads) {
        const core::ThreadCount scope(threads);
        profiler::ImportOptions options;
        options.whole = true;
        const auto imported = importTrace(files, {}, options);
        QVERIFY(!imported.ok());
        QCOMPARE(imported.error().code, core::ErrorCode::FormatUnknown);
        QCOMPARE(imported.error().place.file, files[9].string());
        // If the rest is read, those that are lost are told in their order.
        const auto part = importTrace(files);
        QVERIFY(part.ok());
        std::vector<std::string> lost;
        for (const profiler::LostFile& file : part->report.lost)
            lost.push_back(file.file);
        for (const std::size_t at : {9, 10, 20})
            QVERIFY2(std::ranges::find(lost, files[at].string()) != lost.end(), files[at].c_str());
        QVERIFY(std::ranges::is_sorted(lost, {}, [&](const std::string& file) {
            return std::ranges::find(files, std::filesystem::path(file)) - files.begin();
        }));
    }
}

void TstSideBySide::cancelling()
{
    const tests::ScratchFolder scratch;
    const std::vector<std::filesystem::path> files = writeRun(scratch);
    for (const unsigned threads : kThreads) {
        const core::ThreadCount scope(threads);
        std::stop_source stop;
        const core::Task task{stop.get_token(), [&](std::string_view, double fraction) {
                                  if (fraction > 0.3)
                                      stop.request_stop();
                              }};
        const auto imported = importTrace(files, task);
        QVERIFY(!imported.ok());
        QCOMPARE(imported.error().code, core::ErrorCode::Cancelled);
    }
}

void TstSideBySide::progressGrows()
{
    const tests::ScratchFolder scratch;
    const std::vector<std::filesystem::path> files = writeRun(scratch);
    for (const unsigned threads : kThreads) {
        const core::ThreadCount scope(threads);
        std::mutex mutex;
        double last = 0;
        bool grows = true;
        const core::Task task{{}, [&](std::string_view stage, double fraction) {
                                  const std::lock_guard lock(mutex);
                                  if (stage != "read")
                                      return;
                                  grows = grows && fraction >= last && fraction <= 1;
                                  last = fraction;
                              }};
        QVERIFY(importTrace(files, task).ok());
        QVERIFY(grows);
        QVERIFY(last > 0.999);
    }
}

SHARDSCOPE_TEST(TstSideBySide)
#include "tst_side_by_side.moc"
