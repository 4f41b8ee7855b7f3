// SPDX-License-Identifier: GPL-3.0-or-later
// A pack is the same run again, whoever made it; a damaged one is refused.
#include "core/report/report.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/pack/analysis_bytes.h"
#include "profiler/pack/build/pack_build.h"
#include "profiler/pack/memory_bytes.h"
#include "profiler/pack/pack_file.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <tuple>

using namespace shardscope;
using namespace shardscope::profiler;

class TstPack : public QObject {
    Q_OBJECT
private slots:
    void packedRunIsTheSame();
    void workersMakeTheSameBytes();
    void lostFilesAreReported();
    void nothingToPackSaysSo();
    void damagedPacksAreRefused();
    void laterVersionIsRefused();
    void sumsAndAnalysesAreTakenFromThePack();
    void brokenPartsThatOnlySaveWorkAreMadeAgain();
    void contradictingAnalysesAreRefused();
    void memorySnapshotsAreKept();
    void realRanks();
};

namespace {

/// Workers as threads of this process.
class Meeting {
public:
    explicit Meeting(int count)
        : m_in(static_cast<std::size_t>(count))
    {
    }
    /// Everybody hands in, everybody gets all.
    std::vector<std::string> exchange(int number, std::string bytes)
    {
        std::unique_lock lock(m_mutex);
        m_in[static_cast<std::size_t>(number)] = std::move(bytes);
        if (++m_arrived == m_in.size()) {
            m_out = std::exchange(m_in, std::vector<std::string>(m_in.size()));
            m_arrived = 0;
            ++m_round;
            m_changed.notify_all();
            return m_out;
        }
        const std::size_t round = m_round;
        m_changed.wait(lock, [&] { return m_round != round; });
        return m_out;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_in;
    std::vector<std::string> m_out;
    std::size_t m_arrived = 0;
    std::size_t m_round = 0;
};

class ThreadWorker final : public PackWorkers {
public:
    ThreadWorker(Meeting& meeting, int number, int count)
        : m_meeting(meeting)
        , m_number(number)
        , m_count(count)
    {
    }
    int number() const override { return m_number; }
    int count() const override { return m_count; }
    std::vector<std::string> gather(std::string bytes) override
    {
        std::vector<std::string> all = m_meeting.exchange(m_number, std::move(bytes));
        static_cast<void>(m_meeting.exchange(m_number, {})); // nobody goes on before all have looked
        return m_number == 0 ? all : std::vector<std::string>();
    }
    std::string broadcast(std::string bytes) override
    {
        std::string told = m_meeting.exchange(m_number, std::move(bytes)).front();
        static_cast<void>(m_meeting.exchange(m_number, {}));
        return told;
    }

private:
    Meeting& m_meeting;
    int m_number;
    int m_count;
};

/// The pack that \p count workers make, as bytes.
std::string packedBy(int count, const std::vector<std::filesystem::path>& paths,
                     const tests::ScratchFolder& scratch)
{
    const std::filesystem::path out = scratch.write("out" + std::to_string(count) + ".shardpack", "");
    Meeting meeting(count);
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(count));
    for (int number = 0; number < count; ++number)
        threads.emplace_back([&meeting, &paths, &out, number, count] {
            ThreadWorker worker(meeting, number, count);
            static_cast<void>(buildPack(paths, out, worker));
        });
    for (std::thread& thread : threads)
        thread.join();
    return tests::bytesOf(out);
}

std::string rankText(int rank, int base, int offset)
{
    std::string text = "{\"baseTimeNanoseconds\": " + std::to_string(base) +
                       ", \"distributedInfo\": {\"rank\": " + std::to_string(rank) +
                       ", \"world_size\": 3}, \"hostname\": \"host" + std::to_string(rank) +
                       "\", \"traceEvents\": [\n";
    for (int at = 0; at < 6; ++at) {
        const int begin = 1000 * at + offset;
        text += R"({"ph":"X","cat":"user_annotation","name":"nccl:all_reduce","pid":5,"tid":1,"ts":)" +
                std::to_string(begin) + R"(,"dur":500,"args":{"Input Dims":[[)" + std::to_string(at + 1) +
                R"(]],"Input type":["float"]}},)" + "\n";
    }
    text +=
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":5,"tid":1,"ts":)" +
        std::to_string(offset - 10) + R"(,"dur":6000},)" +
        R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":5,"tid":1,"ts":7,"args":{"Bytes":512}},)" +
        R"({"ph":"C","name":"queue","pid":5,"ts":9,"args":{"length":4}},)" +
        R"({"ph":"s","id":1,"cat":"ac2g","name":"a","pid":5,"tid":1,"ts":)" + std::to_string(offset + 1) +
        R"(},{"ph":"f","id":1,"cat":"ac2g","name":"a","pid":5,"tid":1,"ts":)" +
        std::to_string(1000 + offset + 1) + R"(,"bp":"e"}]})";
    return text;
}

std::vector<std::filesystem::path> madeUpRanks(const tests::ScratchFolder& scratch)
{
    return {scratch.write("c.json", rankText(0, 7000, 100)),
            scratch.write("a.json", rankText(1, 9000, 900100)),
            scratch.write("b.json.gz", tests::gzipped(rankText(2, 7000, 100)))};
}

/// Which section of the pack \p bytes the byte \p at is in; none: of its head, or between sections.
std::size_t partAt(const std::string& bytes, std::size_t at)
{
    constexpr std::size_t kTable = 20; // magic, version
    constexpr std::size_t kEntry = 20; // checksum, place, size
    const std::size_t sections = std::tuple_size_v<PackSections>;
    for (std::size_t section = 0; section < sections; ++section) {
        std::uint64_t place = 0;
        std::uint64_t size = 0;
        std::memcpy(&place, bytes.data() + kTable + section * kEntry + 4, sizeof place);
        std::memcpy(&size, bytes.data() + kTable + section * kEntry + 12, sizeof size);
        if (at >= place && at < place + size)
            return section;
    }
    return sections;
}

void compareRuns(const ImportedRun& packed, const ImportedRun& plain)
{
    QCOMPARE(tests::slicesOf(packed), tests::slicesOf(plain));
    QCOMPARE(tests::instantsOf(packed), tests::instantsOf(plain));
    QCOMPARE(tests::countersOf(packed), tests::countersOf(plain));
    QCOMPARE(tests::remarksOf(packed), tests::remarksOf(plain));
    const core::Timeline& a = *packed.run->timeline;
    const core::Timeline& b = *plain.run->timeline;
    QCOMPARE(a.begin(), b.begin());
    QCOMPARE(a.end(), b.end());
    QCOMPARE(a.displacedCount(), b.displacedCount());
    QCOMPARE(a.flows().size(), b.flows().size());
    for (std::size_t at = 0; at < a.flows().size(); ++at) {
        QCOMPARE(a.flows()[at].from, b.flows()[at].from);
        QCOMPARE(a.flows()[at].toTs, b.flows()[at].toTs);
    }
    QVERIFY(std::equal(a.ts().begin(), a.ts().end(), b.ts().begin(), b.ts().end()));
    QVERIFY(std::equal(a.name().begin(), a.name().end(), b.name().begin(), b.name().end()));
    QVERIFY(std::equal(a.args().begin(), a.args().end(), b.args().begin(), b.args().end()));
    for (const std::uint64_t place : a.args())
        QCOMPARE(packed.run->arguments->arguments(place), plain.run->arguments->arguments(place));
    QVERIFY(memoryBytes(packed.run->memory) == memoryBytes(plain.run->memory));
    QCOMPARE(packed.run->title, plain.run->title);
    QCOMPARE(packed.run->sources.size(), plain.run->sources.size());
    for (std::size_t at = 0; at < packed.run->sources.size(); ++at) {
        const core::RunSource& own = packed.run->sources[at];
        const core::RunSource& other = plain.run->sources[at];
        QCOMPARE(own.file, other.file);
        QCOMPARE(own.rank, other.rank);
        QCOMPARE(own.rankFrom, other.rankFrom);
        QCOMPARE(own.host, other.host);
        QVERIFY(own.groups == other.groups);
        QVERIFY(own.clock == other.clock);
        QCOMPARE(packed.report.files[at].slices, plain.report.files[at].slices);
        QCOMPARE(packed.report.files[at].beginNs, plain.report.files[at].beginNs);
        QCOMPARE(packed.report.files[at].endNs, plain.report.files[at].endNs);
    }
    QCOMPARE(packed.report.clocks.clocks.size(), plain.report.clocks.clocks.size());
    for (std::size_t at = 0; at < packed.report.clocks.clocks.size(); ++at) {
        QCOMPARE(packed.report.clocks.clocks[at].verdict, plain.report.clocks.clocks[at].verdict);
        QCOMPARE(packed.report.clocks.clocks[at].residualNs, plain.report.clocks.clocks[at].residualNs);
    }
}

} // namespace

void TstPack::packedRunIsTheSame()
{
    const tests::ScratchFolder scratch;
    auto files = madeUpRanks(scratch);
    std::sort(files.begin(), files.end());
    const std::string bytes = packedBy(1, files, scratch);
    const ImportedRun packed = tests::imported(scratch.write("again", bytes));
    const ImportedRun plain = tests::imported(files);
    compareRuns(packed, plain);
    // A stray row at 0 does not tell what a file counts from, in a pack as little as in a run of files.
    const std::vector stray{
        scratch.write("p.json", rankText(0, 7000, 100)),
        scratch.write("q.json", R"([{"ph":"X","name":"at 0","pid":3,"tid":1,"ts":0,"dur":1},
{"ph":"X","name":"a","pid":3,"tid":1,"ts":1700000000000004.000,"dur":1},
{"ph":"X","name":"b","pid":3,"tid":1,"ts":1700000000000005.000,"dur":1}])")};
    const ImportedRun packedStray = tests::imported(scratch.write("stray", packedBy(1, stray, scratch)));
    const auto latest = packedStray.run->timeline->end();
    QCOMPARE(latest, std::int64_t{1'700'000'000'000'006'000 - 7000});
    QCOMPARE(latest, tests::imported(stray).run->timeline->end());
    QVERIFY(tests::moves(plain.report.clocks));
    QVERIFY(isTraceFile(scratch.write("other", bytes)));
}

void TstPack::workersMakeTheSameBytes()
{
    const tests::ScratchFolder scratch;
    const auto files = madeUpRanks(scratch);
    const std::string alone = packedBy(1, files, scratch);
    QVERIFY(!alone.empty());
    QVERIFY(packedBy(2, files, scratch) == alone);
    QVERIFY(packedBy(3, files, scratch) == alone);
    QVERIFY(packedBy(5, files, scratch) == alone); // more workers than files
}

void TstPack::lostFilesAreReported()
{
    const tests::ScratchFolder scratch;
    auto files = madeUpRanks(scratch);
    files.push_back(scratch.write("broken.gz", std::string("\x1f\x8b\x08nothing of the kind")));
    files.push_back(scratch.write("z.bin", std::string("\x01\x02\x03\x04", 4)));
    const std::filesystem::path out = scratch.write("out.shardpack", "");
    SoloWorker worker;
    const auto outcome = buildPack(files, out, worker);
    QVERIFY(outcome.ok());
    QCOMPARE(outcome->report.lost.size(), std::size_t{2});
    QVERIFY(outcome->report.lost.front().file.ends_with("broken.gz"));
    const ImportedRun packed = tests::imported(out);
    QCOMPARE(packed.run->sources.size(), std::size_t{3});
    QCOMPARE(tests::remarkCount(packed, "lost_file"), std::uint64_t{2});
    QVERIFY(profiler::isPart(packed.report)); // whoever opens it later is told as well
}

void TstPack::nothingToPackSaysSo()
{
    const tests::ScratchFolder scratch;
    SoloWorker worker;
    const auto outcome = buildPack({"/nowhere/at/all"}, scratch.write("out.shardpack", ""), worker);
    QVERIFY(!outcome.ok());
    QCOMPARE(outcome.error().code, core::ErrorCode::FileNotFound);
}

/// The allocator's blocks, history and stacks are the same again, of the right file; damage is noticed.
void TstPack::memorySnapshotsAreKept()
{
    const tests::ScratchFolder scratch;
    const std::vector files{tests::formatData("horovod/good.json"),
                            tests::formatData("memory_snapshot/good.pickle")};
    const ImportedRun plain = tests::imported(files);
    const ImportedRun packed =
        tests::imported(scratch.write("memory.shardpack", packedBy(1, files, scratch)));
    QCOMPARE(packed.run->memory.size(), std::size_t{1});
    QCOMPARE(packed.run->memory.front()->source, std::uint32_t{1});
    QVERIFY(!packed.run->memory.front()->events.empty());
    const std::string bytes = memoryBytes(packed.run->memory);
    QVERIFY(bytes == memoryBytes(plain.run->memory));
    MemorySnapshots again;
    QVERIFY(readMemory(bytes, 2, again));
    QVERIFY(!readMemory(bytes, 1, again)); // a snapshot of a file that the run does not have
    for (std::size_t at = 0; at < bytes.size(); at += 13)
        QVERIFY(!readMemory(std::string_view(bytes).substr(0, at), 2, again));
    core::MemorySnapshot wrong;
    wrong.stacks.resize(1);
    wrong.segments.resize(1);
    wrong.segments.front().blockCount = 1; // of none
    QVERIFY(!readMemory(memoryBytes({std::make_shared<core::MemorySnapshot>(std::move(wrong))}), 2, again));
}

void TstPack::damagedPacksAreRefused()
{
    const tests::ScratchFolder scratch;
    const std::string bytes = packedBy(1, madeUpRanks(scratch), scratch);
    constexpr std::size_t kBeyondTheHead = tests::kSanitized ? 997 : 97;
    for (std::size_t at = 0; at < bytes.size(); at += at < 256 ? 1 : kBeyondTheHead) {
        QVERIFY(!decodePack(std::string_view(bytes).substr(0, at)).ok());
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        const auto read = decodePack(changed);
        const std::size_t part = partAt(bytes, at);
        const bool onlySavesWork = part == 2 || part == 3;
        const bool ofHead =
            at < kPackMagic.size() + sizeof kPackVersion + 20 * std::tuple_size_v<PackSections>;
        if (ofHead && !read.ok()) // else it is the head's word on what only saves work
            continue;
        QCOMPARE(read.ok(), onlySavesWork || ofHead);
        QVERIFY(!read.ok() || tests::remarkCount(*read, "pack_part_refused") == 1);
    }
    QVERIFY(!decodePack(bytes + "x").ok());
    QVERIFY(decodePack(bytes).ok());
}

/// What a pack brings is not worked out: a report and a sum that nobody would work out come back as they are.
void TstPack::sumsAndAnalysesAreTakenFromThePack()
{
    const tests::ScratchFolder scratch;
    std::string text = "[";
    for (int at = 0; at < 200; ++at) // the first of equals is the longest of its block
        text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(10 * at) +
                R"(,"dur":5,"args":{"stream":7}},)";
    const std::filesystem::path trace = scratch.write("t.json", text + "]");
    const ImportedRun packed = tests::imported(scratch.write("p", packedBy(1, {trace}, scratch)));
    QCOMPARE(packed.run->reports.size(), builtinAnalyses().size());
    QCOMPARE(packed.run->timeline->blocks(core::LaneId{std::size_t{0}}).size(), std::size_t{4});
    QCOMPARE(packed.run->timeline->longestRow(core::LaneId{std::size_t{0}}, 64, 128), std::uint32_t{64});

    auto run = std::make_shared<core::Run>(*packed.run);
    core::Report marked = *run->reports.front();
    marked.title = "from the pack";
    run->reports.front() = std::make_shared<const core::Report>(marked);
    PackSections sections = packSections({run, packed.report}).value();
    core::LaneBlock block;
    char* const second = sections[2].data() + sizeof block;
    std::memcpy(&block, second, sizeof block);
    QCOMPARE(block.longestRow, std::uint32_t{64});
    block.longestRow = 100;
    std::memcpy(second, &block, sizeof block);
    const auto again = decodePack(sealPack(sections));
    QVERIFY(again.ok());
    QCOMPARE(tests::remarkCount(*again, "pack_part_refused"), std::uint64_t{0});
    QCOMPARE(again->run->timeline->blocks(core::LaneId{std::size_t{0}})[1].longestRow, std::uint32_t{100});

    const Analysis& first = builtinAnalyses().front();
    const AnalysisInput input(again->run);
    QCOMPARE(analyze(first, input)->title, std::string("from the pack"));
    AnalysisOptions others;
    others.top = 3; // asked differently it is worked out
    QCOMPARE(analyze(first, input, others)->title, std::string(first.title));
    for (const Analysis& analysis : builtinAnalyses()) {
        const core::Report kept = analyze(analysis, AnalysisInput(packed.run)).value();
        const core::Report made = analysis.run(AnalysisInput(packed.run), {}, {}).value();
        QCOMPARE(analysisBytes({std::make_shared<const core::Report>(kept)}),
                 analysisBytes({std::make_shared<const core::Report>(made)}));
    }
}

void TstPack::brokenPartsThatOnlySaveWorkAreMadeAgain()
{
    const tests::ScratchFolder scratch;
    const auto files = madeUpRanks(scratch);
    const ImportedRun good = decodePack(packedBy(1, files, scratch)).value();
    PackSections sections = packSections(good).value();
    core::LaneBlock block;
    std::memcpy(&block, sections[2].data(), sizeof block);
    ++block.longest;
    std::memcpy(sections[2].data(), &block, sizeof block);
    sections[3] = "nothing of the kind";
    const auto read = decodePack(sealPack(sections));
    QVERIFY(read.ok());
    QCOMPARE(tests::remarkCount(*read, "pack_part_refused"), std::uint64_t{2});
    QVERIFY(read->run->reports.empty());
    QCOMPARE(read->run->timeline->blocks(core::LaneId{std::size_t{0}}).front().longest,
             good.run->timeline->blocks(core::LaneId{std::size_t{0}}).front().longest);
    const Analysis& analysis = *findAnalysis("steps").value();
    QCOMPARE(core::toJson(analyze(analysis, AnalysisInput(read->run))->tables.front()),
             core::toJson(analyze(analysis, AnalysisInput(good.run))->tables.front()));
}

/// A report comes back with all its parts; marks beyond the tracks, rows of another length and cut bytes do
/// not.
void TstPack::contradictingAnalysesAreRefused()
{
    core::Report report{"key", "title", {}, {}, {}, {}};
    core::Table& table = report.tables.emplace_back();
    table.columns = {{"a", "A", core::CellKind::Text, {}, "help"},
                     {"b", "B", core::CellKind::Quantity, {1, -1, 0, 0, 0, 0}, ""}};
    table.rows = {{std::string("x"), std::int64_t{-7}}, {0.5, true}, {std::monostate{}, false}};
    report.series.push_back({"s", "S", {0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {1, 2}, {3, 4}});
    report.marks.push_back({-5, 7, 2, "mark"});
    report.findings.push_back({"f", core::Severity::DataLoss, {"1200 ns"}, {{1, 2, 0, "e"}}});
    const auto bytesOf = [](const core::Report& one) {
        return analysisBytes({std::make_shared<const core::Report>(one)});
    };
    const std::string bytes = bytesOf(report);
    const auto read = readAnalyses(bytes, 3);
    QVERIFY(read.has_value());
    const core::Report& same = *read->front();
    QVERIFY(same.tables.front().rows == table.rows);
    QCOMPARE(same.tables.front().columns.back().dimension, table.columns.back().dimension);
    QCOMPARE(same.series.front().y, std::vector<double>({3, 4}));
    QCOMPARE(same.findings.front().evidence.front().label, std::string("e"));
    QCOMPARE(static_cast<int>(same.findings.front().severity), static_cast<int>(core::Severity::DataLoss));
    QCOMPARE(bytesOf(same), bytes);
    QVERIFY(!readAnalyses(bytes, 2)); // of a track that the run does not have
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QVERIFY(!readAnalyses(std::string_view(bytes).substr(0, size), 3));
    table.rows.front().pop_back();
    QVERIFY(!readAnalyses(bytesOf(report), 3));
}

void TstPack::laterVersionIsRefused()
{
    const tests::ScratchFolder scratch;
    std::string bytes = packedBy(1, madeUpRanks(scratch), scratch);
    bytes[kPackMagic.size()] = 9;
    const auto later = decodePack(bytes);
    QVERIFY(!later.ok());
    QCOMPARE(later.error().code, core::ErrorCode::NotSupported);
}

void TstPack::realRanks()
{
    const std::filesystem::path folder = tests::sharedTraces() / "param/dlrm_kineto";
    if (!std::filesystem::is_directory(folder))
        QSKIP("shared traces are not here");
    const tests::ScratchFolder scratch;
    const std::string alone = packedBy(1, {folder}, scratch);
    QVERIFY(packedBy(2, {folder}, scratch) == alone);
    compareRuns(tests::imported(scratch.write("real", alone)), tests::imported(folder));
}

SHARDSCOPE_TEST(TstPack)
#include "tst_pack.moc"
