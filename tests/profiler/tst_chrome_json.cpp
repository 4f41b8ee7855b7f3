// SPDX-License-Identifier: GPL-3.0-or-later
// What Chrome-trace JSON means: one small file for each rule, and one for each kind of oddity.
#include "tests/profiler/chrome_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/memory_source.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>

using namespace shardscope;
using core::Timeline;
using profiler::RemarkKind;
using tests::ReadText;
using tests::readText;
using namespace tests::chrome;

class TstChromeJson : public QObject {
    Q_OBJECT
private slots:
    void pairs_data();
    void pairs();
    void asynchronousEvents();
    void counters();
    void flows();
    void metadataNamesTracks();
    void metadataAndPidsMayDifferInKind();
    void devicesAreTold();
    void headerBeforeAndBehindTheEvents();
    void ranksInOneFile();
    void stepsAreMarked();
    void displayUnitDoesNotChangeTimes();
    void everyRemarkHasACase_data();
    void everyRemarkHasACase();
    void argumentsAsWritten();
    void samplesAreStacks();
    void hostileSamples();
    void otherJsonIsRefused();
};

void TstChromeJson::pairs_data()
{
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QStringList>("slices");
    // After speedscope's sample profiles of the same names (MIT), written anew.
    QTest::newRow("simple")
        << QByteArray(
               R"({"pid":0,"tid":0,"ph":"B","name":"alpha","ts":0},{"pid":0,"tid":0,"ph":"B","name":"beta","ts":1},
        {"pid":0,"tid":0,"ph":"X","name":"gamma","ts":2,"dur":5},{"pid":0,"tid":0,"ph":"E","name":"beta","ts":13},{"pid":0,"tid":0,"ph":"E","name":"alpha","ts":14})")
        << QStringList{"alpha 0+14", "beta 1+12", "gamma 2+5"};
    QTest::newRow("out of order")
        << QByteArray(
               R"({"pid":0,"tid":0,"ph":"B","name":"B","ts":1},{"pid":0,"tid":0,"ph":"E","name":"B","ts":9},
        {"pid":0,"tid":0,"ph":"B","name":"A","ts":0},{"pid":0,"tid":0,"ph":"E","name":"A","ts":10},{"pid":0,"tid":0,"ph":"B","name":"C","ts":2},{"pid":0,"tid":0,"ph":"E","name":"C","ts":8})")
        << QStringList{"A 0+10", "B 1+8", "C 2+6"};
    QTest::newRow("ends swapped at one time")
        << QByteArray(
               R"({"pid":0,"tid":0,"ph":"B","name":"b","ts":1},{"pid":0,"tid":0,"ph":"B","name":"g","ts":1},
        {"pid":0,"tid":0,"ph":"E","name":"b","ts":2},{"pid":0,"tid":0,"ph":"E","name":"g","ts":2})")
        << QStringList{"b 1+1", "g 1+1"};
    QTest::newRow("end without name")
        << QByteArray(R"({"pid":0,"tid":0,"ph":"B","name":"b","ts":1},{"pid":0,"tid":0,"ph":"E","ts":3})")
        << QStringList{"b 1+2"};
    QTest::newRow("threads apart")
        << QByteArray(
               R"({"pid":0,"tid":1,"ph":"B","name":"a","ts":1},{"pid":0,"tid":2,"ph":"B","name":"a","ts":2},
        {"pid":0,"tid":1,"ph":"E","ts":5},{"pid":0,"tid":2,"ph":"E","ts":4})")
        << QStringList{"a 1+4", "a 2+2"};
}

void TstChromeJson::pairs()
{
    QFETCH(QByteArray, events);
    QFETCH(QStringList, slices);
    const ReadText read = readText(bare(events.toStdString()));
    QCOMPARE(slicesOf(*read.timeline), slices);
    for (const core::LayoutOddity oddity :
         {core::LayoutOddity::EndWithoutBegin, core::LayoutOddity::BeginWithoutEnd})
        QCOMPARE(read.layout.of(oddity).count, std::uint64_t{0});
}

void TstChromeJson::asynchronousEvents()
{
    const ReadText read = readText(bare(
        R"({"ph":"b","cat":"request","name":"get","pid":1,"tid":1,"id":"0x1","ts":0},{"ph":"b","cat":"request","name":"get","pid":1,"tid":2,"id":"0x2","ts":1},
           {"ph":"n","cat":"request","name":"half","pid":1,"tid":1,"id":"0x1","ts":2},
           {"ph":"e","cat":"request","name":"get","pid":1,"tid":1,"id":1,"ts":3},{"ph":"e","cat":"request","name":"get","pid":1,"tid":9,"id":"0x2","ts":4},
           {"ph":"S","cat":"older","name":"io","pid":1,"tid":1,"id":7,"ts":5},{"ph":"F","cat":"older","name":"io","pid":1,"tid":1,"id":7,"ts":9})"));
    QCOMPARE(slicesOf(*read.timeline), (QStringList{"io 5+4", "get 0+3", "get 1+3"}));
    QCOMPARE(tracksOf(*read.timeline), (QStringList{"process 1 / older", "process 1 / request"}));
    QVERIFY(read.timeline->tracks()[1].async);
    QCOMPARE(read.timeline->displacedCount(), std::size_t{0}); // overlap is their nature
    QCOMPARE(read.tally.instants, std::uint64_t{1});
    QCOMPARE(read.layout.pairs, (std::vector<std::uint64_t>{3}));
}

void TstChromeJson::counters()
{
    const ReadText read = readText(bare(
        R"({"ph":"C","name":"memory","pid":1,"ts":2,"args":{"used":5.5,"free":1}},{"ph":"C","name":"memory","pid":1,"ts":1,"args":{"used":"4","free":2}},
           {"ph":"C","name":"queue","id":3,"pid":1,"ts":1,"args":{"length":7}})"));
    const Timeline& timeline = *read.timeline;
    QCOMPARE(read.tally.counters, std::uint64_t{3});
    QStringList shown;
    for (const core::CounterTrack& track : timeline.counterTracks()) {
        QString line =
            QString::fromStdString(text(timeline, track.name) + "." + text(timeline, track.series));
        for (const core::CounterSample& sample : timeline.counterSamples().subspan(track.begin, track.count))
            line += QStringLiteral(" %1=%2").arg(sample.ts).arg(sample.value);
        shown << line;
    }
    QCOMPARE(shown, (QStringList{"memory.free 1000=2 2000=1", "memory.used 1000=4 2000=5.5",
                                 "queue[3].length 1000=7"}));
}

void TstChromeJson::flows()
{
    const ReadText read = readText(bare(
        complete("launch", 0, 10) + R"(,{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":5},
        {"ph":"s","id":5,"pid":1,"tid":2,"ts":1,"cat":"ac2g","name":"ac2g"},{"ph":"f","id":5,"pid":0,"tid":7,"ts":20,"cat":"ac2g","name":"ac2g","bp":"e"},
        {"ph":"f","id":6,"pid":0,"tid":7,"ts":20,"cat":"ac2g","name":"ac2g","bp":"e"})"));
    QCOMPARE(read.timeline->flows().size(), std::size_t{1});
    const core::Flow& flow = read.timeline->flows()[0];
    QCOMPARE(text(*read.timeline, read.timeline->name()[flow.from.index()]), std::string("launch"));
    QCOMPARE(text(*read.timeline, read.timeline->name()[flow.to.index()]), std::string("k"));
    QCOMPARE(read.tally.flowBegins, std::uint64_t{1});
    QCOMPARE(read.tally.flowEnds, std::uint64_t{2});
    QCOMPARE(read.layout.of(core::LayoutOddity::FlowWithoutBegin).count, std::uint64_t{1});
}

void TstChromeJson::metadataNamesTracks()
{
    const ReadText read = readText(bare(
        complete("a", 0, 1) +
        R"(,{"ph":"X","name":"b","pid":1,"tid":3,"ts":0,"dur":1},{"ph":"X","name":"c","pid":9,"tid":"x","ts":0,"dur":1},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"first"}},{"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"main"}},{"ph":"M","name":"thread_sort_index","pid":1,"tid":3,"args":{"sort_index":-1}},
        {"ph":"M","name":"process_sort_index","pid":9,"args":{"sort_index":-5}},{"ph":"M","name":"thread_name","pid":77,"tid":1,"args":{"name":"nobody"}})"));
    QCOMPARE(tracksOf(*read.timeline),
             (QStringList{"process 9 / x", "python 1 / thread 3", "python 1 / main"}));
    QCOMPARE(read.tally.metadata, std::uint64_t{6});
}

void TstChromeJson::metadataAndPidsMayDifferInKind()
{
    const ReadText read = readText(bare(
        R"({"ph":"X","name":"a","pid":"12","tid":"5","ts":0,"dur":1},{"ph":"M","name":"process_name","pid":12,"args":{"name":"python"}})"));
    QCOMPARE(tracksOf(*read.timeline), (QStringList{"python 12 / thread 5"}));
}

void TstChromeJson::devicesAreTold()
{
    const ReadText read = readText(bare(
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":1},{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
        {"ph":"X","cat":"Kernel","name":"k","pid":3,"tid":"stream 5","ts":0,"dur":1},{"ph":"X","name":"x","pid":1,"tid":1,"ts":0,"dur":1},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:TPU:2"}},{"ph":"X","cat":"cpu_op","name":"x","pid":44,"tid":44,"ts":0,"dur":1})"));
    QCOMPARE(tracksOf(*read.timeline), (QStringList{"process 44 / thread 44", "GPU 0 / stream 7",
                                                    "TPU 2 / stream 1", "GPU 3 / stream 5"}));
    QVERIFY(!read.timeline->tracks()[0].device);
    for (std::size_t track = 1; track < 4; ++track)
        QVERIFY(read.timeline->tracks()[track].device);
}

void TstChromeJson::headerBeforeAndBehindTheEvents()
{
    const std::string header =
        R"("distributedInfo": {"backend": "nccl", "rank": 3, "world_size": "16", "pg_config": [{"ranks": [0, 1]}]}, "baseTimeNanoseconds": 1790857026000000000,
        "deviceProperties": [{"id": 0, "name": "NVIDIA H200", "totalGlobalMem": 150109880320}, {"id": 1, "name": "NVIDIA H200"}], "traceName": "a.json", "with_stack": 1)";
    const std::string events = "\"traceEvents\": [" + complete("a", 5, 1) + "]";
    for (const std::string& whole : {"{" + header + "," + events + "}", "{" + events + ", " + header + "}"}) {
        const ReadText read = readText(whole);
        QCOMPARE(read.source.rank, 3);
        QCOMPARE(read.source.rankFrom, std::string("distributedInfo"));
        QCOMPARE(read.source.worldSize, std::int64_t{16});
        QCOMPARE(read.source.baseTimeNs, std::int64_t{1790857026000000000});
        QCOMPARE(read.timeline->ts()[0], std::int64_t{5000}); // never added to a row of the first file
        const std::map<std::string, std::string> metadata(read.metadata.begin(), read.metadata.end());
        QCOMPARE(metadata.at("device"), std::string("2 x NVIDIA H200"));
        QCOMPARE(metadata.at("device_memory_bytes"), std::string("150109880320"));
        QCOMPARE(metadata.at("distributed_backend"), std::string("nccl"));
        QCOMPARE(metadata.at("with_stack"), std::string("1"));
        QCOMPARE(read.timeline->tracks()[0].rank, 3);
    }
}

void TstChromeJson::stepsAreMarked()
{
    const ReadText read = readText(bare(
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":1,"tid":1,"ts":10,"dur":5},{"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#7","pid":0,"tid":7,"ts":12,"dur":5})"));
    QCOMPARE(read.timeline->steps().size(), std::size_t{1});
    QCOMPARE(read.timeline->steps()[0].begin, std::int64_t{10000});
    QCOMPARE(read.timeline->steps()[0].end, std::int64_t{15000});
    QCOMPARE(text(*read.timeline, read.timeline->steps()[0].name), std::string("ProfilerStep#7"));
}

void TstChromeJson::displayUnitDoesNotChangeTimes()
{
    for (const char* const unit : {"ms", "ns"}) {
        const ReadText read = readText(std::string(R"({"displayTimeUnit":")") + unit +
                                       "\",\"traceEvents\":[" + complete("a", 5, 1) + "]}");
        QCOMPARE(read.timeline->ts()[0], std::int64_t{5000});
    }
}

/// Two ranks' files put together by SGLang's merger: process ids name the rank, ids of arrows repeat.
void TstChromeJson::ranksInOneFile()
{
    const auto rank = [](const std::string& label, int begin) {
        const auto event = [&](const char* rest, int pid, int ts) {
            return std::string("{\"pid\":\"") + label + std::to_string(pid) +
                   "\",\"ts\":" + std::to_string(begin + ts) + "," + rest + "}";
        };
        return event(R"("ph":"X","cat":"cpu_op","name":"launch","tid":1,"dur":5)", 77, 0) + "," +
               event(R"("ph":"s","id":5,"cat":"ac2g","name":"ac2g","tid":1)", 77, 1) + "," +
               event(R"("ph":"X","cat":"kernel","name":"k","tid":7,"dur":5)", 0, 20) + "," +
               event(R"("ph":"f","id":5,"cat":"ac2g","name":"ac2g","bp":"e","tid":7)", 0, 20);
    };
    // The second rank is between the first one's launch and kernel.
    const ReadText merged = readText(bare(rank("[TP00-DP00] ", 0) + "," + rank("[TP01-DP00] ", 3)));
    QCOMPARE(merged.remarks.count(RemarkKind::MergedRanks), std::uint64_t{1});
    const Timeline& timeline = *merged.timeline;
    QCOMPARE(timeline.flows().size(), std::size_t{2});
    for (const core::Flow& flow : timeline.flows())
        QCOMPARE(flow.toTs - flow.fromTs, std::int64_t{19'000});
    // One rank alone is no merger, nor are brackets of others.
    QCOMPARE(readText(bare(rank("[TP00] ", 0))).remarks.count(RemarkKind::MergedRanks), std::uint64_t{0});
    QCOMPARE(readText(bare(rank("", 0) + "," + rank("1", 3))).remarks.count(RemarkKind::MergedRanks),
             std::uint64_t{0});
    // Names of processes tell too.
    const auto named = [](int pid, const char* name) {
        return R"({"ph":"M","name":"process_name","pid":)" + std::to_string(pid) + R"(,"args":{"name":")" +
               name + "\"}}";
    };
    QCOMPARE(readText(bare(named(1, "trainer rank 0") + "," + named(2, "trainer rank 1") + "," +
                           complete("a", 0, 1)))
                 .remarks.count(RemarkKind::MergedRanks),
             std::uint64_t{1});
    QCOMPARE(readText(bare(named(1, "trainer rank 1") + "," + named(2, "loader rank 1") + "," +
                           complete("a", 0, 1)))
                 .remarks.count(RemarkKind::MergedRanks),
             std::uint64_t{0});
}

void TstChromeJson::everyRemarkHasACase_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("events");
    // Offset: of the text \p at; "end": behind everything; "last": of the last byte.
    const auto row = [](const char* name, RemarkKind kind, const std::string& whole, const std::string& at,
                        int events) {
        const std::size_t offset = at == "end"    ? whole.size()
                                   : at == "last" ? whole.size() - 1
                                                  : whole.find(at);
        QTest::newRow(name) << static_cast<int>(kind) << QByteArray::fromStdString(whole)
                            << static_cast<int>(offset) << events;
    };
    const std::string a = complete("a", 0, 1);
    const std::string b = complete("b", 5, 1);
    row("truncated in an event", RemarkKind::TruncatedText, "[" + a + R"(,{"ph":"X","name":"lost)",
        R"({"ph":"X","name":"lost)", 1);
    row("truncated in a header value", RemarkKind::TruncatedText,
        "{\"traceEvents\":[" + a + R"(],"traceName":"lo)", "\"lo", 1);
    row("quote in a name", RemarkKind::BrokenEvent,
        "[" + a + R"(,{"ph":"X","name":"say "hi"","ts":1},)" + b + "]", R"({"ph":"X","name":"say)", 3);
    row("header of the wrong type", RemarkKind::BrokenHeader,
        "{\"distributedInfo\": 5, \"traceEvents\":[" + a + "]}", "5", 1);
    row("header that is no JSON", RemarkKind::BrokenHeader, "{\"x\" oops, \"traceEvents\":[" + a + "]}",
        "oops", 1);
    row("no time", RemarkKind::EventWithoutTime, bare(a + R"(,{"ph":"X","name":"n","dur":1})"),
        R"({"ph":"X","name":"n")", 2);
    row("time null", RemarkKind::EventWithoutTime, bare(a + R"(,{"ph":"i","name":"n","ts":null})"),
        R"({"ph":"i")", 2);
    row("counter of text", RemarkKind::CounterValueNotANumber,
        bare(a + R"(,{"ph":"C","name":"n","ts":1,"args":{"v":"many"}})"), R"({"ph":"C")", 2);
    row("counter NaN", RemarkKind::CounterValueNotANumber,
        bare(a + R"(,{"ph":"C","name":"n","ts":1,"args":{"v":NaN}})"), R"({"ph":"C")", 2);
    row("counter without value", RemarkKind::CounterValueNotANumber,
        bare(a + R"(,{"ph":"C","name":"n","ts":1})"), R"({"ph":"C")", 2);
    row("sample", RemarkKind::PhaseNotShown, bare(a + R"(,{"ph":"P","name":"n","ts":1})"), R"({"ph":"P")", 2);
    row("no phase", RemarkKind::PhaseMissing, bare(a + R"(,{"name":"n","ts":1})"), R"({"name")", 2);
    row("number among events", RemarkKind::NotAnEvent, bare(a + ", 17"), "17", 2);
    row("text behind", RemarkKind::TextAfterEnd, bare(a) + " more", "more", 1);
    row("array not closed", RemarkKind::UnterminatedArray, "[" + a + ",\n" + b, "end", 2);
    row("array closed by its object", RemarkKind::UnterminatedArray, "{\"traceEvents\":[" + a + "}", "last",
        1);
    row("object not closed", RemarkKind::UnterminatedObject, "{\"traceEvents\":[" + a + "]", "end", 1);
    row("trailing comma", RemarkKind::TrailingComma, "[" + a + ",]", "]", 1);
    row("missing comma", RemarkKind::MissingComma, "[" + a + b + "]",
        "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"b\"", 2);
    row("no duration", RemarkKind::MissingDuration, bare(R"({"ph":"X","name":"n","ts":1})"), "{", 1);
    row("duration NaN", RemarkKind::DurationNotANumber, bare(R"({"ph":"X","name":"n","ts":1,"dur":NaN})"),
        "{", 1);
    row("far time", RemarkKind::TimeOutOfRange, bare(R"({"ph":"X","name":"n","ts":1e300,"dur":1})"), "{", 1);
    row("control character", RemarkKind::RepairedText, bare(complete("a\x01", 0, 1)), "{", 1);
    row("empty event", RemarkKind::EmptyEvent, bare(a + ",{}"), "{}", 2);
    row("arguments at the end", RemarkKind::ArgumentsAtEnd,
        bare(R"({"ph":"B","name":"n","ts":1},{"ph":"E","ts":2,"args":{"x":2}})"), R"({"ph":"E")", 2);
}

void TstChromeJson::everyRemarkHasACase()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    QFETCH(int, events);
    const auto remark = static_cast<RemarkKind>(kind);
    for (const std::size_t window : {std::size_t{16}, std::size_t{4096}}) {
        const ReadText read = readText(text.toStdString(), window);
        QVERIFY(read.outcome.ok());
        QCOMPARE(read.remarks.count(remark), std::uint64_t{1});
        QCOMPARE(read.remarks.firstOffset(remark), static_cast<std::uint64_t>(offset));
        QCOMPARE(read.tally.events, static_cast<std::uint64_t>(events));
        QVERIFY(read.tally.slices + read.tally.counters + read.tally.instants > 0 ||
                remark == RemarkKind::ArgumentsAtEnd);
    }
}

void TstChromeJson::argumentsAsWritten()
{
    const ReadText read =
        readText(bare(complete("a", 0, 1,
                               R"(,"args":{"id": 9223372036854775808, "s": "a\"b\u00e9", "bad": ")"
                               "\xFF"
                               R"("})") +
                      "," + complete("b", 5, 1)));
    QCOMPARE(read.arguments->at(read.timeline->args()[0]),
             std::string(R"({"id": 9223372036854775808, "s": "a\"b\u00e9", "bad": ")"
                         "\xEF\xBF\xBD"
                         R"("})"));
    QCOMPARE(read.arguments->at(read.timeline->args()[1]), std::string());
    QCOMPARE(read.arguments->at(1'000'000), std::string());
    QCOMPARE(read.arguments->at(3), std::string());
}

/// main > a, main > a > b, main, and a thread that is sampled once; frames last until a sample lacks them.
void TstChromeJson::samplesAreStacks()
{
    const tests::ScratchFolder scratch;
    const auto run = tests::imported(scratch.write("samples.json", R"({
        "traceEvents": [
            {"ph": "M", "name": "process_name", "pid": 7, "args": {"name": "python"}},
            {"ph": "M", "name": "thread_name", "pid": 7, "tid": 1, "args": {"name": "main thread"}},
            {"ph": "X", "name": "own", "cat": "x", "pid": 7, "tid": 1, "ts": 1, "dur": 1}],
        "stackFrames": {"5": {"category": "lib", "name": "b", "parent": "2"},
                        "1": {"name": "main"}, "2": {"name": "a", "parent": 1}},
        "samples": [
            {"cpu": 0, "pid": 7, "tid": 1, "ts": 30.5, "name": "", "sf": 1, "weight": 1},
            {"pid": 7, "tid": "1", "ts": "10.001", "sf": "2"}, {"pid": 7, "tid": 1, "ts": 20, "sf": 5},
            {"pid": 7, "tid": 2, "ts": 20, "sf": 1}, {"pid": 7, "tid": 1, "sf": 1},
            {"pid": 7, "tid": 1, "ts": 3, "sf": 99}]})"));
    QCOMPARE(tests::slicesOf(run),
             (std::vector<std::string>{"a [sample] 10001+20499 on python 7 / main thread samples",
                                       "b [lib] 20000+10500 on python 7 / main thread samples",
                                       "main [sample] 10001+20499 on python 7 / main thread samples",
                                       "main [sample] 20000+0 on python 7 / thread 2 samples",
                                       "own [x] 1000+1000 on python 7 / main thread"}));
    QCOMPARE(tests::remarkCount(run, "samples_shown"), std::uint64_t{4});
    QCOMPARE(tests::remarkCount(run, "odd_entry"), std::uint64_t{2}); // no time; a frame that is not there
}

/// Frames that are their own parents; stacks that would unfold to far more than the file.
void TstChromeJson::hostileSamples()
{
    const tests::ScratchFolder scratch;
    const auto circle = tests::imported(
        scratch.write("circle.json", R"({"traceEvents": [], "stackFrames": {"1": {"name": "x", "parent": 1}},
                           "samples": [{"tid": 1, "ts": 1, "sf": 1}, {"tid": 1, "ts": 2, "sf": 1}]})"));
    QVERIFY(circle.run->timeline->sliceCount() > 0 && circle.run->timeline->sliceCount() < 100);
    std::string frames = R"("0": {"name": "x"}, "r": {"name": "other"})";
    for (int frame = 1; frame < 400; ++frame)
        frames += ",\"" + std::to_string(frame) +
                  "\": {\"name\": \"x\", \"parent\": " + std::to_string(frame - 1) + "}";
    std::string samples;
    for (int at = 0; at < 20'000; ++at)
        samples += std::string(at == 0 ? "" : ",") + R"({"ts":)" + std::to_string(at) +
                   (at % 2 == 0 ? R"(,"sf":399})" : R"(,"sf":"r"})");
    const std::string text =
        "{\"traceEvents\": [], \"stackFrames\": {" + frames + "}, \"samples\": [" + samples + "]}";
    const auto large = tests::imported(scratch.write("large.json", text));
    QVERIFY(large.run->timeline->sliceCount() <= text.size() / 4);
    QVERIFY(tests::remarkCount(large, "odd_entry") > 0);
}

void TstChromeJson::otherJsonIsRefused()
{
    for (const char* const other : {"{}", "{\"nodes\": []}", "[1, 2, 3]", "[{\"name\": \"no phase\"}]",
                                    "\"text\"", "17", "   ", "<xml/>", "{\"a\""}) {
        const ReadText read = readText(other);
        QVERIFY2(!read.outcome.ok(), other);
        QCOMPARE(read.outcome.error().code, core::ErrorCode::FormatUnknown);
    }
    QVERIFY(readText("[]").outcome.ok()); // nothing happened, and it says so
    QVERIFY(readText("{\"traceEvents\":[]}").outcome.ok());
}

SHARDSCOPE_TEST(TstChromeJson)
#include "tst_chrome_json.moc"
