// SPDX-License-Identifier: GPL-3.0-or-later
// Every real trace at hand, against the plain count and the decimal-exact reference.
#include "profiler/import/chrome/chrome_json.h"
#include "profiler/profiler.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace shardscope;
using profiler::FileTally;
using tests::PlainEvent;
using tests::TraceReference;

class TstRealTraces : public QObject {
    Q_OBJECT
private slots:
    void shippedSample();
    void sharedTracesEqualThePlainCount_data();
    void sharedTracesEqualThePlainCount();
    void displacedCounts();
    void argumentsAreFoundAgain();
};

namespace {

std::uint64_t countOfRemark(const profiler::ImportedRun& imported, std::string_view kind)
{
    for (const profiler::Remark& remark : imported.report.remarks) {
        if (remark.kind == kind)
            return remark.count;
    }
    return 0;
}

std::uint64_t countOf(const TraceReference& reference, std::initializer_list<const char*> phases)
{
    std::uint64_t sum = 0;
    for (const char* const phase : phases) {
        const auto found = reference.phases.find(phase);
        sum += found == reference.phases.end() ? 0 : found->second;
    }
    return sum;
}

void compare(const std::filesystem::path& file, const TraceReference& reference)
{
    const auto imported = profiler::importTrace({file});
    QVERIFY2(imported.ok(), file.c_str());
    const FileTally& tally = imported->report.files.front();
    QCOMPARE(tally.events, reference.events);
    QCOMPARE(tally.instants, countOf(reference, {"i", "I", "R"}));
    QCOMPARE(tally.counters, countOf(reference, {"C"}));
    QCOMPARE(tally.flowBegins, countOf(reference, {"s"}));
    QCOMPARE(tally.flowSteps, countOf(reference, {"t"}));
    QCOMPARE(tally.flowEnds, countOf(reference, {"f"}));
    QCOMPARE(tally.metadata, countOf(reference, {"M"}));
    QVERIFY2(tests::plainInstants(*imported->run->timeline) == reference.instants, file.c_str());
    if (countOf(reference, {"b", "e", "S", "F"}) > 0) {
        QVERIFY(tally.slices >= reference.complete.size() + reference.paired.size());
        return; // asynchronous pairs are checked by hand elsewhere
    }
    QCOMPARE(tally.slices, reference.complete.size() + reference.paired.size());
    QCOMPARE(countOfRemark(*imported, "begin_without_end"), std::uint64_t{reference.unfinished.size()});
    QCOMPARE(countOfRemark(*imported, "end_without_begin"), reference.endsWithoutBegin);
    std::vector<PlainEvent> wanted = reference.complete;
    wanted.insert(wanted.end(), reference.paired.begin(), reference.paired.end());
    wanted.insert(wanted.end(), reference.unfinished.begin(), reference.unfinished.end());
    std::sort(wanted.begin(), wanted.end());
    const std::vector<PlainEvent> events = tests::plainSlices(*imported->run->timeline);
    QCOMPARE(events.size(), wanted.size());
    const auto different = std::mismatch(events.begin(), events.end(), wanted.begin());
    if (different.first != events.end())
        qDebug() << std::get<0>(*different.first) << std::get<1>(*different.first)
                 << std::get<2>(*different.first).c_str() << "instead of" << std::get<0>(*different.second)
                 << std::get<1>(*different.second) << std::get<2>(*different.second).c_str();
    QVERIFY(events == wanted);
}

} // namespace

void TstRealTraces::shippedSample()
{
    const std::filesystem::path sample =
        std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples/h200_dlrm.json.gz";
    compare(sample, tests::referenceOf(tests::wholeText(sample)));
    const auto imported = profiler::importTrace({sample});
    const core::Run& run = *imported->run;
    QCOMPARE(imported->report.files.front().events, std::uint64_t{11895});
    QVERIFY2(std::none_of(
                 imported->report.remarks.begin(), imported->report.remarks.end(),
                 [](const profiler::Remark& remark) { return remark.severity >= core::Severity::DataLoss; }),
             "the sample loses something");
    QCOMPARE(run.sources.front().baseTimeNs, std::int64_t{1790857026000000000});
    QCOMPARE(run.timeline->steps().size(), std::size_t{4});
    const bool knowsDevice =
        std::find(run.metadata.begin(), run.metadata.end(),
                  std::pair<std::string, std::string>{"device", "NVIDIA H200"}) != run.metadata.end();
    QVERIFY(knowsDevice);
    const auto gpu = std::find_if(run.timeline->tracks().begin(), run.timeline->tracks().end(),
                                  [](const core::Track& track) { return track.device; });
    QVERIFY(gpu != run.timeline->tracks().end());
    QCOMPARE(run.timeline->names().text(gpu->process), std::string_view("GPU 0"));
    QCOMPARE(run.timeline->names().text(gpu->thread), std::string_view("stream 7"));
}

void TstRealTraces::sharedTracesEqualThePlainCount_data()
{
    QTest::addColumn<QString>("file");
    const std::filesystem::path traces = tests::sharedTraces();
    if (traces.empty())
        QSKIP("no folder of real traces here");
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(traces)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file() && (name.ends_with(".json") || name.ends_with(".json.gz")))
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : files)
        QTest::newRow(file.substr(traces.string().size() + 1).c_str()) << QString::fromStdString(file);
}

void TstRealTraces::sharedTracesEqualThePlainCount()
{
    QFETCH(QString, file);
    const std::filesystem::path path = file.toStdString();
    const TraceReference reference = tests::referenceOf(tests::wholeText(path));
    if (reference.isTrace && reference.events > 0) {
        compare(path, reference);
        return;
    }
    const auto imported = profiler::importTrace({path});
    if (imported.ok()) // broken JSON that still holds events
        QVERIFY(imported->report.files.front().events > 0 && !imported->report.remarks.empty());
    else
        QCOMPARE(imported.error().code, core::ErrorCode::FormatUnknown);
}

/// Counts of partially overlapping slices that two other programs found in these files.
void TstRealTraces::displacedCounts()
{
    const std::filesystem::path traces = tests::sharedTraces();
    if (traces.empty())
        QSKIP("no folder of real traces here");
    const std::pair<const char*, std::uint64_t> known[] = {
        {"hta/trace_diff/control/control.json.gz", 0},
        {"hta/trace_diff/test/test.json.gz", 24},
        {"hta/ns_resolution_trace/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 0},
        {"tracelens/h100/google_owlv2-large-patch14-ensemble__1016001.json.gz", 7},
        {"tracelens/b200/eager_trace.json.gz", 42},
    };
    for (const auto& [file, displaced] : known) {
        const auto imported = profiler::importTrace({traces / file});
        QVERIFY2(imported.ok(), file);
        QVERIFY2(
            imported->report.files.front().displaced == displaced,
            qPrintable(QStringLiteral("%1: %2").arg(file).arg(imported->report.files.front().displaced)));
    }
}

void TstRealTraces::argumentsAreFoundAgain()
{
    const std::filesystem::path sample =
        std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples/h200_dlrm.json.gz";
    const auto imported = profiler::importTrace({sample});
    const core::Timeline& timeline = *imported->run->timeline;
    const std::string text = tests::wholeText(sample);
    for (std::size_t row = 0; row < timeline.sliceCount(); row += 97) {
        const auto offset = static_cast<std::size_t>(timeline.args()[row]);
        QCOMPARE(text[offset], '{');
        const std::string found = imported->run->arguments->arguments(timeline.args()[row]);
        // The event's own text, up to its end, holds exactly these arguments behind the key.
        const auto key = text.find("\"args\": ", offset);
        QVERIFY(key != std::string::npos);
        QCOMPARE(text.compare(key + 8, found.size(), found), 0);
        QVERIFY(found.front() == '{' && found.back() == '}');
    }
}

SHARDSCOPE_TEST(TstRealTraces)
#include "tst_real_traces.moc"
