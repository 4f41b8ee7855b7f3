// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of Chrome-trace JSON depends neither on its layout, nor on pieces, windows and threads; damage
// costs itself.
#include "core/base/parallel.h"
#include "profiler/import/chrome/chrome_event.h"
#include "tests/profiler/chrome_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/memory_source.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace shardscope;
using core::Timeline;
using profiler::RemarkKind;
namespace json = profiler::json;
using tests::ReadText;
using tests::readText;
using namespace tests::chrome;

class TstChromeReading : public QObject {
    Q_OBJECT
private slots:
    void layoutsDoNotMatter_data();
    void layoutsDoNotMatter();
    void brokenEventsCostNoOther();
    void windowsAndPiecesDoNotMatter();
    void threadsDoNotMatter();
    void eventsWithinArgumentsAreNotEvents();
    void spacingDoesNotMatter();
    void nestedDamageEnds();
    void largeEventsGrowTheWindow();
    void argumentsAloneAreTheSame();
};

void TstChromeReading::layoutsDoNotMatter_data()
{
    QTest::addColumn<QByteArray>("text");
    const std::string a = complete("a", 0, 1, R"(,"args":{"k":[{"x":1},{"y":"}]"}]})");
    const std::string b = complete("b", 5, 1);
    QTest::newRow("bare") << QByteArray::fromStdString(bare(a + "," + b));
    QTest::newRow("byte order mark") << QByteArray::fromStdString("\xEF\xBB\xBF" + bare(a + "," + b));
    QTest::newRow("spaced") << QByteArray::fromStdString("\n\n [ \n" + a + "\n ,\t" + b + "\n]\n\n");
    QTest::newRow("object") << QByteArray::fromStdString("{\"traceEvents\":[" + a + "," + b + "]}");
    QTest::newRow("object with more")
        << QByteArray::fromStdString(R"({"otherData":{"traceEvents":"not these ["},"traceEvents" : [)" + a +
                                     "," + b + "],\"stackFrames\":{}}");
    QTest::newRow("keys in another order") << QByteArray::fromStdString(bare(
        R"({"dur":1,"args":{"k":[{"x":1},{"y":"}]"}]},"unknown":{"ph":"i"},"ts":"0.000","tid":2,"pid":1,"name":"a","cat":"cpu_op","ph":"X"},)" +
        b));
}

void TstChromeReading::layoutsDoNotMatter()
{
    QFETCH(QByteArray, text);
    for (const std::size_t window : {std::size_t{8}, std::size_t{64}, std::size_t{4096}}) {
        const ReadText read = readText(text.toStdString(), window);
        QVERIFY(read.outcome.ok());
        QCOMPARE(slicesOf(*read.timeline), (QStringList{"a 0+1", "b 5+1"}));
        for (const profiler::RemarkKindInfo& info : profiler::remarkKinds())
            QVERIFY2(read.remarks.count(info.kind) == 0, info.key.data());
    }
}

void TstChromeReading::brokenEventsCostNoOther()
{
    const std::string broken[] = {
        R"({"ph":"X","name":"un"escaped","ts":3,"dur":1})",
        R"({"ph":"X","name":"n","ts":3,"dur":1,"args":{"v":"un"escaped","w":{"x":1}}})",
        R"({"ph":"X","name":"n","ts":3,"dur":1,"args":{"v":"odd"quote","w":"two"quotes"}})",
        R"({"ph":"X","name":"n","ts":3,"dur":,"pid":1})",
        R"({"ph":"X" "name":"n"})",
        R"({"ph":"X","name":"n","args":{"a":[1,2}})",
    };
    for (const std::string& event : broken) {
        std::string events;
        for (int at = 0; at < 50; ++at)
            events += (at > 0 ? ",\n" : "") + (at % 5 == 2 ? event : complete("good", 10 * at, 1));
        for (const std::size_t window : {std::size_t{64}, std::size_t{1000}, std::size_t{1} << 20}) {
            const ReadText read =
                readText("{\"traceEvents\":[" + events + "],\"traceName\":\"kept\"}", window);
            QVERIFY2(read.tally.slices == 40, event.c_str());
            QCOMPARE(read.remarks.count(RemarkKind::BrokenEvent), std::uint64_t{10});
            QCOMPARE(read.tally.events, std::uint64_t{50});
            QCOMPARE(read.metadata.size(), std::size_t{1}); // what stands behind the events is still read
        }
    }
}

void TstChromeReading::windowsAndPiecesDoNotMatter()
{
    const std::string whole = tests::wholeText(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) /
                                               "resources/samples/h200_dlrm.json.gz");
    const ReadText wanted = readText(whole);
    for (const auto& [window, piece] :
         {std::pair<std::size_t, std::size_t>{64, 7}, {1000, 999}, {65536, 1 << 20}, {1 << 24, 4096}}) {
        const ReadText read = readText(whole, window, piece);
        const auto same = [](auto left, auto right) {
            return std::equal(left.begin(), left.end(), right.begin(), right.end());
        };
        QVERIFY(same(read.timeline->ts(), wanted.timeline->ts()));
        QVERIFY(same(read.timeline->dur(), wanted.timeline->dur()));
        QVERIFY(same(read.timeline->name(), wanted.timeline->name()));
        QVERIFY(same(read.timeline->category(), wanted.timeline->category()));
        QVERIFY(same(read.timeline->args(), wanted.timeline->args()));
        QCOMPARE(read.timeline->flows().size(), wanted.timeline->flows().size());
        QCOMPARE(read.timeline->instants().size(), wanted.timeline->instants().size());
        QCOMPARE(read.metadata, wanted.metadata);
    }
}

namespace {

/// Everything that two readings of one text must agree in, names as text.
void compareAll(const ReadText& read, const ReadText& wanted)
{
    const auto same = [](auto left, auto right) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end());
    };
    QVERIFY(read.outcome.ok() && wanted.outcome.ok());
    const Timeline& left = *read.timeline;
    const Timeline& right = *wanted.timeline;
    QVERIFY(same(left.ts(), right.ts()) && same(left.dur(), right.dur()) && same(left.args(), right.args()));
    QVERIFY(same(left.name(), right.name()) && same(left.category(), right.category()));
    QCOMPARE(left.names().size(), right.names().size());
    for (std::size_t name = 0; name < left.names().size(); ++name)
        QCOMPARE(left.names().text(core::NameId{name}), right.names().text(core::NameId{name}));
    QCOMPARE(tracksOf(left), tracksOf(right));
    const auto flow = [](const core::Flow& at) {
        return std::tuple(at.from, at.to, at.fromTs, at.toTs, at.category, at.id);
    };
    QVERIFY(std::equal(left.flows().begin(), left.flows().end(), right.flows().begin(), right.flows().end(),
                       [&](const auto& a, const auto& b) { return flow(a) == flow(b); }));
    const auto instant = [](const core::Instant& at) {
        return std::tuple(at.ts, at.name, at.category, at.track, at.args);
    };
    QVERIFY(std::equal(left.instants().begin(), left.instants().end(), right.instants().begin(),
                       right.instants().end(),
                       [&](const auto& a, const auto& b) { return instant(a) == instant(b); }));
    QVERIFY(std::equal(left.counterSamples().begin(), left.counterSamples().end(),
                       right.counterSamples().begin(), right.counterSamples().end(),
                       [](const auto& a, const auto& b) { return a.ts == b.ts && a.value == b.value; }));
    QCOMPARE(left.steps().size(), right.steps().size());
    QCOMPARE(read.tally.events, wanted.tally.events);
    QCOMPARE(read.metadata, wanted.metadata);
    for (const profiler::RemarkKindInfo& info : profiler::remarkKinds()) {
        QCOMPARE(read.remarks.count(info.kind), wanted.remarks.count(info.kind));
        QCOMPARE(read.remarks.firstOffset(info.kind), wanted.remarks.firstOffset(info.kind));
    }
}

ReadText readAlone(const std::string& text)
{
    const core::ThreadCount one(1);
    return readText(text, text.size() + 1);
}

} // namespace

void TstChromeReading::threadsDoNotMatter()
{
    const std::string whole = tests::wholeText(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) /
                                               "resources/samples/h200_dlrm.json.gz");
    const ReadText wanted = readAlone(whole);
    for (const unsigned threads : {1u, 2u, 5u}) {
        const core::ThreadCount scope(threads);
        for (const std::size_t window : {std::size_t{300}, std::size_t{64} << 10, std::size_t{4} << 20})
            compareAll(readText(whole, window), wanted);
    }
}

void TstChromeReading::eventsWithinArgumentsAreNotEvents()
{
    // What a scanner guesses in the middle of this is wrong nearly everywhere.
    std::string events;
    for (int at = 0; at < 200; ++at)
        events += (at > 0 ? ",\n" : "") +
                  complete("real " + std::to_string(at % 7), 10 * at, 5,
                           R"(,"args":{"list":[{"ph":"X","name":"inner","pid":9,"tid":9,"ts":1,"dur":1},
                            {"ph":"X","name":"never\u00e9 )" +
                               std::to_string(at) + R"(","pid":9,"tid":9,"ts":2,"dur":1},{"x":1}]})");
    const std::string text = "{\"traceEvents\":[" + events + "],\"traceName\":\"kept\"}";
    const ReadText wanted = readAlone(text);
    QCOMPARE(wanted.tally.slices, std::uint64_t{200});
    QCOMPARE(wanted.timeline->tracks().size(), std::size_t{1});
    for (const unsigned threads : {1u, 3u}) {
        const core::ThreadCount scope(threads);
        for (const std::size_t window : {std::size_t{64}, std::size_t{333}, std::size_t{5000}})
            compareAll(readText(text, window), wanted);
    }
}

void TstChromeReading::spacingDoesNotMatter()
{
    // The spacing of Kineto has a quick way of its own; one more space takes it away.
    const std::string kineto =
        "{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\\\"b\", \"pid\": 7, \"tid\": "
        "\"stream 7\",\n    \"ts\": 1712195495505582.988, \"dur\": 45,\n    \"args\": {\n      \"x\": 1\n    "
        "}\n  }";
    const std::string flow = "{\n    \"ph\": \"f\", \"id\": 12, \"pid\": 7, \"tid\": 8, \"ts\": 5.250,\n    "
                             "\"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"\n  }";
    const std::string instant =
        "{\n    \"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\",\n    "
        "\"pid\": 7, \"tid\": 8,\n    \"ts\": 12.250,\n    \"args\": {\n      \"Bytes\": -512, \"finished\": "
        "false, \"Addr\": 139688107048960, \"part\": 0.5\n    }\n  }";
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    for (const std::string& event :
         {kineto, flow, instant, replaced(instant, "12.250", "1e3"), replaced(instant, "\"t\"", "\"g\""),
          replaced(instant, "false", "{\"a\": [1]}"), replaced(kineto, "45", "9223372036854775807"),
          replaced(kineto, "45", "1e3"), replaced(kineto, "45", "4.5"), replaced(kineto, "45", "0.12345"),
          replaced(kineto, "45", "-3.125"), replaced(kineto, "1712195495505582.988", "9999999999999999.999"),
          replaced(kineto, "7,", "\"\","),
          replaced(kineto, ",\n    \"args\": {\n      \"x\": 1\n    }", "")}) {
        const std::string text = bare(event);
        const std::string spaced = bare(replaced(event, ": ", ":  "));
        const ReadText quick = readText(text);
        const ReadText general = readText(spaced);
        QVERIFY(quick.outcome.ok() && general.outcome.ok());
        const auto same = [](auto left, auto right) {
            return std::equal(left.begin(), left.end(), right.begin(), right.end());
        };
        QVERIFY2(same(quick.timeline->ts(), general.timeline->ts()), event.c_str());
        QVERIFY2(same(quick.timeline->dur(), general.timeline->dur()), event.c_str());
        QCOMPARE(slicesOf(*quick.timeline), slicesOf(*general.timeline));
        QCOMPARE(tracksOf(*quick.timeline), tracksOf(*general.timeline));
        QCOMPARE(quick.tally.flowEnds, general.tally.flowEnds);
        QCOMPARE(quick.timeline->instants().size(), general.timeline->instants().size());
        for (std::size_t at = 0; at < quick.timeline->instants().size(); ++at) {
            const core::Instant& one = quick.timeline->instants()[at];
            const core::Instant& other = general.timeline->instants()[at];
            QCOMPARE(one.ts, other.ts);
            QVERIFY(one.name == other.name && one.category == other.category && one.track == other.track);
            QCOMPARE(quick.arguments->at(one.args), general.arguments->at(other.args));
        }
        for (const profiler::RemarkKindInfo& info : profiler::remarkKinds())
            QCOMPARE(quick.remarks.count(info.kind), general.remarks.count(info.kind));
    }
}

void TstChromeReading::nestedDamageEnds()
{
    // Every level looks like an event that breaks at the very end: reading each of them to there would take
    // the square of the length, minutes here.
    std::string text = "{\"traceEvents\":[" + complete("first", 0, 1) + ",";
    for (int level = 0; level < 60'000; ++level)
        text += R"({"ph":[{},)";
    text += "\"un\"closed";
    const ReadText read = readText(text);
    QVERIFY(read.outcome.ok());
    QCOMPARE(read.tally.slices, std::uint64_t{1});
    QVERIFY(read.remarks.count(RemarkKind::BrokenEvent) > 0);
}

void TstChromeReading::largeEventsGrowTheWindow()
{
    const std::string large = R"(,"args":{"text":")" + std::string(3'000'000, 'x') + R"(","list":[)" +
                              std::string(500'000, '[') + std::string(500'000, ']') + "]}";
    const ReadText read = readText(bare(complete("a", 0, 1, large) + "," + complete("b", 5, 1)), 4096);
    QCOMPARE(slicesOf(*read.timeline), (QStringList{"a 0+1", "b 5+1"}));
    QCOMPARE(read.arguments->at(read.timeline->args()[0]).size(),
             large.size() - std::string(",\"args\":").size());
}

/// Reading an event for its arguments only gives what reading all of it gives, also where it is cut short.
void TstChromeReading::argumentsAloneAreTheSame()
{
    const std::string head = "{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"a\\\"b<{\", \"pid\": ";
    const std::string tail = ",\n    \"args\": {\n      \"stream\": 7, \"grid\": [1, {\"}\": 2}]\n    }\n  }";
    const std::vector<std::string> events{
        head + "0, \"tid\": 7,\n    \"ts\": 4291517035890.250, \"dur\": 15.750" + tail,
        head + "\"Spans\", \"tid\": \"x}\",\n    \"ts\": 1, \"dur\": 99999999999999999999.5" + tail,
        head + "-1, \"tid\": 7,\n    \"ts\": 5, \"dur\": 1" + tail,
        head + "1, \"tid\": 7,\n    \"ts\": , \"dur\": 1" + tail,
        head + "1, \"tid\": 7,\n    \"ts\": 1.2.3, \"dur\": 1e3" + tail,
        head + "1, \"tid\": 7,\n    \"ts\": 1, \"dur\": 1\n  }",
        head + "1, \"tid\": 7,\n    \"ts\": 1, \"dur\": 1,\n    \"args\": 5\n  }",
        head +
            "1, \"tid\": 7,\n    \"ts\": 1, \"dur\": 1,\n    \"args\": {\"a\": 1}, \"args\": {\"b\": 2}\n  }",
        R"({"args":{"a":1},"ph":"X","ts":1,"dur":2,"name":"n"})",
        R"({"ph":"X","ts":1,"dur":2,"name":"n"})",
        "nothing",
    };
    for (const std::string& event : events) {
        for (std::size_t size = 0; size <= event.size(); ++size) {
            const std::string text = event.substr(0, size) + std::string(json::kPadding, '\0');
            const char* const end = text.data() + size;
            const auto alone = profiler::readChromeArguments(text.data(), end);
            profiler::ChromeEvent whole;
            const bool read = size > 0 && text.front() == '{' &&
                              profiler::readChromeEvent(text.data(), end, whole).outcome == json::Outcome::Ok;
            QCOMPARE(alone.has_value(), read);
            QCOMPARE(alone.value_or(""), read ? whole.arguments : std::string_view());
        }
    }
}

SHARDSCOPE_TEST(TstChromeReading)
#include "tst_chrome_reading.moc"
