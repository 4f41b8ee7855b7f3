// SPDX-License-Identifier: GPL-3.0-or-later
// Whole imports: several ranks, clocks, hostile files. Nothing crashes; everything ends in an error or a
// report.
#include "core/base/phrase.h"
#include "profiler/import/run/run_files.h"
#include "profiler/profiler.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <fstream>
#include <set>

using namespace shardscope;
using profiler::ImportedRun;
using profiler::importTrace;

class TstImportTrace : public QObject {
    Q_OBJECT
private slots:
    void severalRanksInOneFile();
    void coarsePicturesComeFirst();
    void ranksMergeOnOneClock();
    void ranksAreReadFromNames();
    void foldersInTheOrderOfTheirNumbers();
    void sameRankIsNoted();
    void mixedClocksAreNoted();
    void theAxisIsTheFirstRealClocks();
    void argumentsOfEveryFile();
    void truncatedAtEveryTenth();
    void gzipCutAtEveryTenth();
    void everyByteOfASmallFileDamaged();
    void hostileFiles_data();
    void hostileFiles();
    void errorsNameTheFile();
    void cancelling();
    void progressGrows();
    void remarkTableIsWhole();
};

namespace {

std::string trace(int rank, const char* base, int events)
{
    std::string text = "{\"distributedInfo\": {\"rank\": " + std::to_string(rank) + ", \"world_size\": 2}, ";
    if (*base != '\0')
        text += std::string("\"baseTimeNanoseconds\": ") + base + ", ";
    text += "\"traceEvents\": [";
    for (int at = 0; at < events; ++at)
        text += std::string(at > 0 ? ",\n" : "") + R"({"ph":"X","cat":"cpu_op","name":"op )" +
                std::to_string(at % 7) + R"(","pid":1,"tid":1,"ts":)" + std::to_string(100 * at) +
                ".25,\"dur\":50,\"args\":{\"rank\":" + std::to_string(rank) +
                ",\"at\":" + std::to_string(at) + "}}";
    return text + "]}";
}

bool hasRemark(const ImportedRun& imported, const char* kind)
{
    return std::any_of(imported.report.remarks.begin(), imported.report.remarks.end(),
                       [&](const profiler::Remark& remark) { return remark.kind == kind; });
}

} // namespace

void TstImportTrace::ranksMergeOnOneClock()
{
    const tests::ScratchFolder folder;
    const auto first = folder.write("a.json", trace(1, "1790857026000000000", 3));
    const auto second = folder.write("b.json.gz", tests::gzipped(trace(0, "1790857026000007000", 2)));
    const auto imported = importTrace({first, second});
    QVERIFY(imported.ok());
    const core::Timeline& timeline = *imported->run->timeline;
    QCOMPARE(imported->run->sources.size(), std::size_t{2});
    QCOMPARE(imported->report.files[0].rank, 1);
    QCOMPARE(imported->report.files[0].slices, std::uint64_t{3});
    QCOMPARE(imported->report.files[1].rank, 0);
    QCOMPARE(imported->report.files[1].slices, std::uint64_t{2});
    QCOMPARE(imported->report.files[1].tracks, std::uint64_t{1});
    // Tracks come by rank; the second file's zero lies 7 us behind the first one's.
    QCOMPARE(timeline.tracks().size(), std::size_t{2});
    QCOMPARE(timeline.tracks()[0].rank, 0);
    QCOMPARE(timeline.tracks()[0].source, 1u);
    QCOMPARE(timeline.ts()[0], std::int64_t{250 + 7000});
    QCOMPARE(timeline.ts()[2], std::int64_t{250});
    QCOMPARE(imported->report.files[0].beginNs, std::int64_t{250});
    QCOMPARE(imported->report.files[0].endNs, std::int64_t{250 + 250'000});
    QCOMPARE(imported->report.files[1].beginNs, std::int64_t{7250});
    QVERIFY(imported->report.remarks.empty());
}

void TstImportTrace::ranksAreReadFromNames()
{
    using profiler::rankOfFileName;
    QCOMPARE(rankOfFileName("/x/h200_ddp4.rank3.json.gz"), std::optional<std::int32_t>(3));
    QCOMPARE(rankOfFileName("rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz"), std::optional<std::int32_t>(0));
    QCOMPARE(rankOfFileName("worker7_step_12.1694.pt.trace.json"), std::optional<std::int32_t>(7));
    QCOMPARE(rankOfFileName("sampled_rank_12.json"), std::optional<std::int32_t>(12));
    QCOMPARE(rankOfFileName("frankfurt.json"), std::optional<std::int32_t>());
    QCOMPARE(rankOfFileName("rank99999999999999.json"), std::optional<std::int32_t>());
    using profiler::rankOfFolderName;
    QCOMPARE(rankOfFolderName("/x/rank_3/trace.json"), std::optional<std::int32_t>(3));
    QCOMPARE(rankOfFolderName("worker-12/a.json"), std::optional<std::int32_t>(12));
    QCOMPARE(rankOfFolderName("rank7/a.json"), std::optional<std::int32_t>(7));
    QCOMPARE(rankOfFolderName("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/a.json"),
             std::optional<std::int32_t>(0));
    QCOMPARE(rankOfFolderName("worker12/plugins/profile/2026_11/host.xplane.pb"),
             std::optional<std::int32_t>(12));
    QCOMPARE(rankOfFolderName("rank_3/rank_4/a.json"), std::optional<std::int32_t>(4)); // the nearest
    QCOMPARE(rankOfFolderName("rank_4/worker_3/a.json"), std::optional<std::int32_t>(4));
    for (const char* const none : {"a.json", "rank/a.json", "rank3b/a.json", "ranks3/a.json", "frank3/a.json",
                                   "rank__3/a.json", "rank_3/b/c/d/e/a.json", "rank-/a.json",
                                   ("/ho"
                                    "me/worker3/run/a.json")})
        QVERIFY2(!rankOfFolderName(none), none);
    const tests::ScratchFolder folder;
    const auto imported =
        importTrace({folder.write("rank5.json", R"([{"ph":"X","name":"a","ts":1,"dur":1}])")});
    QCOMPARE(imported->report.files[0].rank, 5);
    QCOMPARE(imported->run->sources[0].rankFrom, std::string("file name"));
}

/// A folder of folders, one for each rank, and files whose names only count: numbers are numbers.
void TstImportTrace::foldersInTheOrderOfTheirNumbers()
{
    const profiler::FileOrder before;
    const std::vector<std::string> sorted{"",
                                          "a",
                                          "a1",
                                          "a01",
                                          "a2",
                                          "a2b1",
                                          "a2b10",
                                          "a10",
                                          "a10/b",
                                          "a100",
                                          "ab",
                                          "b",
                                          "b00000000000000000000001",
                                          "b9999999999999999999999"};
    for (std::size_t a = 0; a < sorted.size(); ++a) {
        for (std::size_t b = 0; b < sorted.size(); ++b) {
            const bool alike =
                (sorted[a] == "a1" && sorted[b] == "a01") || (sorted[a] == "a01" && sorted[b] == "a1");
            if (!alike)
                QVERIFY2(before(sorted[a], sorted[b]) == (a < b), (sorted[a] + " " + sorted[b]).c_str());
        }
    }
    QVERIFY(before("a1", "a01") != before("a01", "a1"));
    const tests::ScratchFolder scratch;
    const std::string text = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])";
    const std::filesystem::path root = scratch.write("x", "").parent_path() / "run";
    for (const int rank : {0, 1, 2, 10, 11}) {
        std::filesystem::create_directories(root / ("rank_" + std::to_string(rank)));
        std::ofstream(root / ("rank_" + std::to_string(rank)) / "trace.json") << text;
    }
    const auto imported = importTrace({root});
    QVERIFY(imported.ok());
    std::vector<std::int32_t> ranks;
    for (const core::RunSource& source : imported->run->sources) {
        ranks.push_back(source.rank);
        QCOMPARE(source.rankFrom, std::string("folder name"));
    }
    QCOMPARE(ranks, (std::vector<std::int32_t>{0, 1, 2, 10, 11}));
    // A folder that holds none says so.
    std::filesystem::create_directories(root.parent_path() / "none");
    const auto none = importTrace({root.parent_path() / "none"});
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, core::ErrorCode::FormatUnknown);
    QCOMPARE(none.error().args.front(), core::phrase("a folder or archive without a trace"));
}

void TstImportTrace::severalRanksInOneFile()
{
    // Two ranks and a process that is neither's, told by names, by labels, by SGLang's process ids.
    const auto process = [](const std::string& pid, const std::string& name, const std::string& labels,
                            int at) {
        const std::string start = R"({"pid":)" + pid + R"(,"tid":1,)";
        const auto ts = [&](int more) { return R"(,"ts":)" + std::to_string(at + more) + "}"; };
        std::string text = start + R"("ph":"M","name":"process_name","args":{"name":")" + name + "\"}},";
        if (!labels.empty())
            text += start + R"("ph":"M","name":"process_labels","args":{"labels":")" + labels + "\"}},";
        return text + start + R"("ph":"X","cat":"user_annotation","name":"ProfilerStep#1","dur":90)" + ts(0) +
               "," + start + R"("ph":"X","cat":"cpu_op","name":"launch","dur":5,"args":{"of":)" +
               std::to_string(at) + "}" + ts(10) + "," + start +
               R"("ph":"s","id":5,"cat":"ac2g","name":"ac2g")" + ts(11) + "," + start +
               R"("ph":"f","bp":"e","id":5,"cat":"ac2g","name":"ac2g")" + ts(51) + "," + start +
               R"("ph":"X","cat":"cpu_op","name":"taken","dur":5)" + ts(50) + "," + start +
               R"("ph":"C","name":"live","args":{"bytes":7})" + ts(20);
    };
    struct Way {
        const char* name;
        std::string text;
        std::uint32_t sources;
    };
    const Way ways[] = {
        {"names", process("11", "trainer rank 4", "", 0) + "," + process("12", "trainer rank 1", "", 7), 2},
        {"labels", process("11", "stage 0", "rank 4", 0) + "," + process("12", "stage 1", "rank 1", 7), 2},
        {"ids", process(R"("[TP04] 11")", "python", "", 0) + "," + process(R"("[TP01] 12")", "python", "", 7),
         2},
        // Beside each other in two replicas: which rank is which is not said.
        {"replicas",
         process(R"("[TP04-DP00] 11")", "python", "", 0) + "," +
             process(R"("[TP04-DP01] 12")", "python", "", 7),
         1},
        {"one", process("11", "trainer rank 4", "", 0) + "," + process("12", "loader rank 4", "", 7), 1}};
    const tests::ScratchFolder folder;
    for (const Way& way : ways) {
        const std::string text =
            R"({"traceEvents":[)" + way.text +
            R"(,{"ph":"X","cat":"cpu_op","name":"aside","pid":99,"tid":1,"ts":3,"dur":2}]})";
        const auto other = folder.write("other.json", trace(7, "", 1));
        const auto imported = importTrace({folder.write("merged.json", text), other});
        QVERIFY2(imported.ok(), way.name);
        const core::Run& run = *imported->run;
        const core::Timeline& timeline = *run.timeline;
        QCOMPARE(run.sources.size(), std::size_t{way.sources} + 1);
        QCOMPARE(imported->report.files.size(), std::size_t{2});
        QCOMPARE(imported->report.files[0].tracks, std::uint64_t{3});
        QCOMPARE(run.sources[1].rank, 7);
        QCOMPARE(hasRemark(*imported, "merged_ranks"), std::string_view(way.name) != "one");
        for (const core::Track& track : timeline.tracks()) {
            const bool isOther = timeline.names().text(track.processKey) == "1";
            QCOMPARE(track.source == 1, isOther);
        }
        // An arrow stays in its rank though both count alike; arguments are found again.
        QCOMPARE(timeline.flows().size(), std::size_t{2});
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            if (timeline.names().text(timeline.name()[row]) == "launch")
                QCOMPARE(run.arguments->arguments(timeline.args()[row]), timeline.ts()[row] == 10'000
                                                                             ? std::string(R"({"of":0})")
                                                                             : std::string(R"({"of":7})"));
        }
        if (way.sources == 1)
            continue;
        for (const core::Flow& flow : timeline.flows())
            QCOMPARE(flow.toTs - flow.fromTs, std::int64_t{40'000});
        QCOMPARE(run.sources[0].rank, 1); // the lowest has the file's own number
        QCOMPARE(run.sources[2].rank, 4);
        QCOMPARE(run.sources[2].file, run.sources[0].file);
        QCOMPARE(timeline.steps().size(), std::size_t{2});
        for (const core::StepMark& step : timeline.steps()) {
            QCOMPARE(step.rank, step.begin == 0 ? 4 : 1);
            QCOMPARE(run.sources[step.source].rank, step.rank);
        }
        for (const core::Track& track : timeline.tracks()) {
            const bool aside = timeline.names().text(track.processKey) == "99";
            QVERIFY(aside ? track.rank == -1 : run.sources[track.source].rank == track.rank);
        }
        QCOMPARE(timeline.counterTracks().size(), std::size_t{2});
        for (const core::CounterTrack& counter : timeline.counterTracks())
            QCOMPARE(timeline.counterSamples()[counter.begin].ts,
                     std::int64_t{run.sources[counter.source].rank == 4 ? 20'000 : 27'000});
    }
}

void TstImportTrace::sameRankIsNoted()
{
    const tests::ScratchFolder folder;
    const auto imported =
        importTrace({folder.write("a.json", trace(1, "5", 1)), folder.write("b.json", trace(1, "5", 1))});
    QVERIFY(hasRemark(*imported, "same_rank"));
    QCOMPARE(imported->run->timeline->tracks().size(), std::size_t{2}); // still apart
}

void TstImportTrace::mixedClocksAreNoted()
{
    const tests::ScratchFolder folder;
    const auto imported =
        importTrace({folder.write("a.json", trace(0, "5", 1)), folder.write("b.json", trace(1, "", 1))});
    QVERIFY(hasRemark(*imported, "mixed_clocks"));
}

/// A file whose times count from a zero of its own does not make the axis begin in 1970, wherever it stands;
/// one whose times count from 1970 is as good as one that says its zero.
void TstImportTrace::theAxisIsTheFirstRealClocks()
{
    const tests::ScratchFolder scratch;
    const auto own = scratch.write("own.json", trace(0, "", 1));                        // at 0.25 us
    const auto based = scratch.write("based.json", trace(1, "1700000000000000000", 1)); // 0.25 us later
    const auto since1970 = scratch.write(
        "since1970.json", R"([{"ph":"X","name":"late","pid":2,"tid":1,"ts":1700000000000003.000,"dur":1}])");
    const auto times = [](const std::vector<std::filesystem::path>& files) {
        const ImportedRun run = tests::imported(files);
        const auto ts = run.run->timeline->ts();
        std::vector<std::int64_t> sorted(ts.begin(), ts.end());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    };
    using Times = std::vector<std::int64_t>;
    QCOMPARE(times({own, based}), (Times{250, 250}));
    QCOMPARE(times({based, own}), (Times{250, 250}));
    QCOMPARE(times({based, since1970}), (Times{250, 3000}));
    QCOMPARE(times({own, based, since1970}), (Times{250, 250, 3000}));
    constexpr std::int64_t kZero = 1'700'000'000'000'000'000;
    QCOMPARE(times({since1970, based}), (Times{kZero + 250, kZero + 3000}));
    // One stray row, even the first, does not tell what a file counts from.
    const auto stray =
        scratch.write("stray.json", R"([{"ph":"X","name":"at 0","pid":3,"tid":1,"ts":0,"dur":1},
{"ph":"X","name":"a","pid":3,"tid":1,"ts":1700000000000004.000,"dur":1},
{"ph":"X","name":"b","pid":3,"tid":1,"ts":1700000000000005.000,"dur":1}])");
    QCOMPARE(times({based, stray}), (Times{-kZero, 250, 4000, 5000}));
}

void TstImportTrace::argumentsOfEveryFile()
{
    const tests::ScratchFolder folder;
    const auto imported = importTrace({folder.write("a.json", trace(0, "5", 40)),
                                       folder.write("b.json.gz", tests::gzipped(trace(1, "5", 40)))});
    const core::Timeline& timeline = *imported->run->timeline;
    for (const core::Lane& lane : timeline.lanes()) {
        const std::int32_t rank = timeline.tracks()[lane.track.index()].rank;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
            QCOMPARE(imported->run->arguments->arguments(timeline.args()[row]),
                     "{\"rank\":" + std::to_string(rank) + ",\"at\":" + std::to_string(row - lane.begin) +
                         "}");
    }
    QCOMPARE(imported->run->arguments->arguments(core::kNoArgs), std::string());
}

void TstImportTrace::truncatedAtEveryTenth()
{
    const tests::ScratchFolder folder;
    const std::string whole = trace(0, "5", 60);
    std::uint64_t before = 0;
    for (std::size_t length = 1; length < whole.size(); length += 10) {
        const auto imported = importTrace({folder.write("cut.json", whole.substr(0, length))});
        if (!imported.ok()) {
            QVERIFY(imported.error().code == core::ErrorCode::FormatUnknown || // before the events begin
                    imported.error().code == core::ErrorCode::FileEmpty);
            QVERIFY(length < 220); // or end in the first one
            continue;
        }
        const std::uint64_t slices = imported->report.files[0].slices;
        QVERIFY(slices >= before && slices <= before + 1);
        before = slices;
        QVERIFY(hasRemark(*imported, "truncated_text") || hasRemark(*imported, "unterminated_array") ||
                hasRemark(*imported, "unterminated_object"));
    }
    QVERIFY(before >= 59); // the last cut may lie inside the last event
}

void TstImportTrace::gzipCutAtEveryTenth()
{
    const tests::ScratchFolder folder;
    const std::string whole = tests::gzipped(trace(0, "5", 400));
    for (std::size_t length = 1; length < whole.size(); length += 10) {
        const auto imported = importTrace({folder.write("cut.json.gz", whole.substr(0, length))});
        if (imported.ok())
            QVERIFY(hasRemark(*imported, "truncated_compression"));
        else
            QVERIFY((imported.error().code == core::ErrorCode::FormatUnknown ||
                     imported.error().code == core::ErrorCode::DataCorrupt) &&
                    imported.error().place.file.ends_with("cut.json.gz"));
    }
}

void TstImportTrace::everyByteOfASmallFileDamaged()
{
    const tests::ScratchFolder folder;
    const std::string whole = trace(0, "5", 3);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char byte : {'"', '{', '}', ']', '\\', ',', '\0', '\xFF', '9'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            const auto imported = importTrace({folder.write("damaged.json", damaged)});
            QVERIFY(imported.ok() || imported.error().code == core::ErrorCode::FormatUnknown ||
                    imported.error().code == core::ErrorCode::FileEmpty); // no event is left
            if (imported.ok() && imported->report.files[0].slices < 3)
                QVERIFY2(!imported->report.remarks.empty() || imported->report.files[0].events == 3,
                         damaged.c_str());
        }
    }
}

void TstImportTrace::hostileFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("opens");
    const auto row = [](const char* name, const std::string& text, bool opens) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << opens;
    };
    row("one byte", "[", false);
    row("only space", std::string(100'000, ' '), false);
    row("binary",
        std::string("\x7f"
                    "ELF\0\0\0",
                    7),
        false);
    row("key of the events at the very end", R"({"a" b, "traceEvents")", false);
    row("events that are no list after damage",
        R"({"a" b, "traceEvents": 5, "traceEvents" 6, "traceEvents": [{"ph":"X","ts":1}]})", true);
    row("nesting bomb of arrays", std::string(2'000'000, '['), false);
    row("nesting bomb in a header",
        "{\"a\":" + std::string(1'000'000, '{') + ",\"traceEvents\":[{\"ph\":\"X\",\"ts\":1}]}", true);
    row("nesting bomb in an event",
        "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"args\":" + std::string(1'000'000, '[') +
            "}]}",
        true);
    row("event of brackets", "[{\"ph\":\"X\",\"ts\":1,\"dur\":1}," + std::string(100'000, '{'), true);
    row("huge numbers",
        R"([{"ph":"X","name":"n","pid":99999999999999999999999999,"tid":-1e999,"ts":1e999,"dur":1e-999},{"ph":"X","ts":-9223372036854775808,"dur":9223372036854775807}])",
        true);
    row("wrong types",
        R"([{"ph":1,"name":{},"cat":[],"pid":{"a":1},"tid":null,"ts":true,"dur":"x"},{"ph":"X","name":[1],"ts":"5","dur":"1","args":7},{"ph":["X"]},null,"s",[],{"ph":"M","name":"process_name","args":[]}])",
        true);
    row("invalid UTF-8", "[{\"ph\":\"X\",\"name\":\"\xff\xfe\xc0\",\"ts\":1,\"dur\":1}]", true);
    row("nul bytes",
        std::string("[{\"ph\":\"X\",\"name\":\"a") + '\0' + "b\",\"ts\":1," + '\0' + "\"dur\":1}]", true);
    row(
        "same key again and again",
        [] {
            std::string text = "[{\"ph\":\"X\"";
            for (int at = 0; at < 20'000; ++at)
                text += ",\"ts\":" + std::to_string(at);
            return text + "}]";
        }(),
        true);
    row(
        "many tracks",
        [] {
            std::string text = "[";
            for (int at = 0; at < 20'000; ++at)
                text += (at > 0 ? "," : "") + std::string(R"({"ph":"X","name":"a","ts":1,"dur":1,"pid":)") +
                        std::to_string(at) + ",\"tid\":" + std::to_string(at) + "}";
            return text + "]";
        }(),
        true);
    row(
        "many broken events",
        [] {
            std::string text = "[{\"ph\":\"X\",\"ts\":1,\"dur\":1}";
            for (int at = 0; at < 20'000; ++at)
                text += R"(,{"ph":"X","name":"a"b","ts":1})";
            return text + "]";
        }(),
        true);
    row(
        "staircase of overlaps",
        [] {
            std::string text = "[";
            for (int at = 0; at < 20'000; ++at)
                text += (at > 0 ? "," : "") + std::string(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":)") +
                        std::to_string(at) + ",\"dur\":1000000}";
            return text + "]";
        }(),
        true);
    row(
        "begins without end",
        [] {
            std::string text = "[";
            for (int at = 0; at < 20'000; ++at)
                text += (at > 0 ? "," : "") + std::string(R"({"ph":"B","name":"a","pid":1,"tid":1,"ts":)") +
                        std::to_string(at) + "}";
            return text + "]";
        }(),
        true);
}

void TstImportTrace::hostileFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, opens);
    const tests::ScratchFolder folder;
    for (const bool packed : {false, true}) {
        const std::string bytes = packed ? tests::gzipped(text.toStdString()) : text.toStdString();
        const auto imported = importTrace({folder.write("hostile", bytes)});
        QCOMPARE(imported.ok(), opens);
        if (!imported.ok())
            QVERIFY(imported.error().code == core::ErrorCode::FormatUnknown ||
                    imported.error().code == core::ErrorCode::FileEmpty);
    }
}

void TstImportTrace::errorsNameTheFile()
{
    const tests::ScratchFolder folder;
    const auto good = folder.write("good.json", trace(0, "5", 1));
    const auto other = folder.write("other.json", R"({"nodes": []})");
    const auto imported = importTrace({good, other});
    QVERIFY(imported.ok()); // of the good one
    QCOMPARE(imported->report.lost.front().error.place.file, other.string());
    QCOMPARE(importTrace({other}).error().place.file, other.string());
    QCOMPARE(importTrace({"/nowhere/x.json"}).error().code, core::ErrorCode::FileNotFound);
    QCOMPARE(importTrace({"/nowhere/x.json"}).error().place.file, std::string("/nowhere/x.json"));
    QCOMPARE(importTrace({folder.write("empty.json", "")}).error().code, core::ErrorCode::FileEmpty);
    QCOMPARE(importTrace({}).error().code, core::ErrorCode::OutOfRange);
}

void TstImportTrace::cancelling()
{
    const tests::ScratchFolder folder;
    const auto file = folder.write("a.json", trace(0, "5", 200'000)); // several windows
    std::stop_source stop;
    const core::Task task{stop.get_token(), [&](std::string_view, double) { stop.request_stop(); }};
    const auto imported = importTrace({file}, task);
    QVERIFY(!imported.ok());
    QCOMPARE(imported.error().code, core::ErrorCode::Cancelled);
}

void TstImportTrace::progressGrows()
{
    const tests::ScratchFolder folder;
    const auto file = folder.write("a.json", trace(0, "5", 200'000));
    double last = 0;
    bool grows = true;
    std::set<std::string> stages;
    const core::Task task{{}, [&](std::string_view stage, double fraction) {
                              if (stages.insert(std::string(stage)).second)
                                  last = 0;
                              grows = grows && fraction >= last && fraction <= 1;
                              last = fraction;
                          }};
    QVERIFY(importTrace({file}, task).ok());
    QVERIFY(grows);
    QVERIFY(stages.count("read") == 1 && stages.count("nest") == 1);
}

void TstImportTrace::remarkTableIsWhole()
{
    std::set<std::string_view> keys;
    for (std::size_t at = 0; at < profiler::kRemarkKinds; ++at) {
        const profiler::RemarkKindInfo& info = profiler::remarkKinds()[at];
        QCOMPARE(static_cast<std::size_t>(info.kind), at);
        QVERIFY(!info.help.empty() && info.help.back() == '.');
        keys.insert(info.key);
    }
    QCOMPARE(keys.size(), profiler::kRemarkKinds);
    // The gravest first, then by key; counts add up over files, the place is the first file's.
    std::vector<profiler::RemarkCounter> counters(2);
    counters[0].note(profiler::RemarkKind::TrailingComma, 9);
    counters[1].note(profiler::RemarkKind::TrailingComma, 3);
    counters[1].note(profiler::RemarkKind::BrokenEvent, 7);
    counters[1].note(profiler::RemarkKind::BrokenEvent, 5);
    const auto remarks = profiler::makeRemarks({"a", "b"}, counters);
    QCOMPARE(remarks.size(), std::size_t{2});
    QCOMPARE(remarks[0].kind, std::string("broken_event"));
    QCOMPARE(remarks[0].firstOffset, std::uint64_t{5});
    QCOMPARE(remarks[0].file, std::string("b"));
    QCOMPARE(remarks[1].count, std::uint64_t{2});
    QCOMPARE(remarks[1].firstOffset, std::uint64_t{9});
    QCOMPARE(remarks[1].file, std::string("a"));
}

void TstImportTrace::coarsePicturesComeFirst()
{
    // 450,000 slices: pictures at 200,000 and 400,000. Every thousandth slice is a long one.
    std::string text = "{\"traceEvents\":[";
    for (int at = 0; at < 450'000; ++at)
        text += (at > 0 ? ",\n" : "") + std::string(R"({"ph":"X","name":"n","pid":1,"tid":)") +
                std::to_string(at % 3) + ",\"ts\":" + std::to_string(at * 10) +
                ",\"dur\":" + (at % 1000 == 0 ? "9" : std::to_string(at % 4)) + "}";
    text += "]}";
    const tests::ScratchFolder folder;
    std::vector<core::TimelinePtr> pictures;
    profiler::ImportOptions options;
    options.cache = false;
    options.partial = [&](core::TimelinePtr picture) { pictures.push_back(std::move(picture)); };
    const auto imported = importTrace({folder.write("large.json", text)}, {}, options);
    QVERIFY(imported.ok());
    QCOMPARE(imported->run->timeline->sliceCount(), std::size_t{450'000});
    QCOMPARE(pictures.size(), std::size_t{2});
    for (const core::TimelinePtr& picture : pictures) {
        QVERIFY(picture->sliceCount() > 10'000);
        QVERIFY(picture->sliceCount() <= 200'000);
        QCOMPARE(picture->tracks().size(), std::size_t{3});
        const auto longest = std::count(picture->dur().begin(), picture->dur().end(), 9000);
        QVERIFY(longest >= 200); // none of the long ones is missing
    }
    QVERIFY(pictures.back()->end() > pictures.front()->end());
}

SHARDSCOPE_TEST(TstImportTrace)
#include "tst_import_trace.moc"
