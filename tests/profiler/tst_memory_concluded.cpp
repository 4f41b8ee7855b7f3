// SPDX-License-Identifier: GPL-3.0-or-later
// What an allocator's snapshot comes to: memory that ran out, who held it at the peak and for what, what
// grows, and why what is free is of no use. Held against histories that are replayed plainly here.
#include "profiler/analyze/memory/held_memory.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "profiler/analyze/overview/overview.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>
#include <set>

using namespace shardscope;
using namespace shardscope::profiler;
using core::MemoryAction;
using core::MemoryBlockState;

namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;

core::RunPtr fieldRun(const std::string& name)
{
    return tests::imported(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/field" / name).run;
}

core::RunPtr runOf(core::MemorySnapshot snapshot)
{
    auto run = std::make_shared<core::Run>();
    run->timeline = std::make_shared<const core::Timeline>();
    run->sources.emplace_back().file = "allocator.pickle";
    run->memory.push_back(std::make_shared<const core::MemorySnapshot>(std::move(snapshot)));
    return run;
}

/// A history as it happens; what it leaves stands in blocks of one segment.
class Allocator {
public:
    Allocator() { snapshot.stacks.emplace_back(); }

    std::uint32_t stack(const std::vector<std::pair<std::string, std::string>>& frames)
    {
        const auto begin = static_cast<std::uint32_t>(snapshot.stackFrames.size());
        for (const auto& [function, file] : frames)
            snapshot.stackFrames.push_back({snapshot.names.intern(function), snapshot.names.intern(file), 7});
        snapshot.stacks.push_back({begin, static_cast<std::uint32_t>(frames.size())});
        return static_cast<std::uint32_t>(snapshot.stacks.size() - 1);
    }
    std::uint64_t take(std::int64_t bytes, std::uint32_t stack)
    {
        event(MemoryAction::Alloc, m_next, bytes, stack);
        held[m_next] = {bytes, stack};
        m_next += static_cast<std::uint64_t>(bytes);
        return m_next - static_cast<std::uint64_t>(bytes);
    }
    void give(std::uint64_t address)
    {
        event(MemoryAction::FreeRequested, address, held.at(address).first, 0);
        event(MemoryAction::FreeCompleted, address, held.at(address).first, 0);
        held.erase(address);
    }
    void event(MemoryAction action, std::uint64_t address, std::int64_t bytes, std::uint32_t stack)
    {
        core::SnapshotEvent one;
        one.ts = now += 1000;
        one.address = address;
        one.bytes = bytes;
        one.stack = stack;
        one.action = action;
        snapshot.events.push_back(one);
    }
    void step()
    {
        snapshot.annotations.push_back(
            {now += 1000, 0, snapshot.names.intern("Optimizer.step#SGD.step"), true});
        snapshot.annotations.push_back(
            {now += 1000, 0, snapshot.names.intern("Optimizer.step#SGD.step"), false});
    }
    /// Forgets what happened before, as a record that began only now.
    void forget() { snapshot.events.clear(); }
    core::MemorySnapshot end(std::int64_t more = 0, bool expandable = false)
    {
        core::MemorySegment segment;
        segment.expandable = expandable;
        for (const auto& [address, one] : held) {
            snapshot.blocks.push_back(
                {address, one.first, one.first, MemoryBlockState::Allocated, one.second});
            segment.bytes += one.first;
        }
        for (std::int64_t free = 0; free < more; free += kMiB)
            snapshot.blocks.push_back(
                {m_next + static_cast<std::uint64_t>(free), kMiB, 0, MemoryBlockState::Inactive, 0});
        segment.bytes += more;
        segment.blockCount = static_cast<std::uint32_t>(snapshot.blocks.size());
        snapshot.segments.push_back(segment);
        return std::move(snapshot);
    }

    core::MemorySnapshot snapshot;
    std::int64_t now = 0;
    std::map<std::uint64_t, std::pair<std::int64_t, std::uint32_t>> held; ///< bytes, stack

private:
    std::uint64_t m_next = 0x1000;
};

const core::Finding* findingOf(const core::Report& report, const std::string& key)
{
    const auto found = std::ranges::find(report.findings, key, &core::Finding::key);
    return found == report.findings.end() ? nullptr : &*found;
}

} // namespace

class TstMemoryConcluded : public QObject {
    Q_OBJECT
private slots:
    void outOfMemoryComesFirst();
    void outOfMemoryAnywhere();
    void holdersAtThePeakAreReplayed();
    void theProgramsOwnFrame_data();
    void theProgramsOwnFrame();
    void whatItIsFor_data();
    void whatItIsFor();
    void whatGrows();
    void expandableWhereItHelps();
    void privatePools();
    void cachedIsNotScattered();
    void recordedMemoryNamesTheProgram();
    void recordedMemoryGrows();
    void theOverviewConcludes();
};

/// 6 GiB asked for with 1 GiB left and 20 GiB held by four callers.
void TstMemoryConcluded::outOfMemoryComesFirst()
{
    const core::RunPtr run = fieldRun("mem_oom.pickle");
    const AnalysisInput input(run);
    const core::Report report = tests::analyzed(input, "memory_snapshot");
    const core::Finding& first = report.findings.front();
    QCOMPARE(first.key, std::string("memory_snapshot.oom"));
    QCOMPARE(first.args.at(1), std::to_string(6 * kGiB) + " B");
    QCOMPARE(first.args.at(2), std::string("forward.mlp (train.py:10)"));
    QCOMPARE(first.args.at(3), std::to_string(kGiB) + " B");
    QCOMPARE(first.args.at(4), std::to_string(20 * kGiB) + " B");
    QCOMPARE(first.args.at(5), std::to_string(20 * kGiB) + " B");
    QCOMPARE(first.args.at(8), std::string("500000 ns"));
    QCOMPARE(first.evidence.size(), std::size_t{1});
    std::map<std::string, double> holders;
    for (const tests::ReportRow& row : tests::rowsOf(report, "memory_snapshot_held")) {
        if (row.at("moment") == "out of memory")
            holders[row.at("holder").get<std::string>()] += row.at("bytes").get<double>();
    }
    QCOMPARE(holders.size(), std::size_t{4});
    for (const auto& [holder, bytes] : holders)
        QCOMPARE(bytes, static_cast<double>(5 * kGiB));
    QVERIFY(findingOf(report, "memory_snapshot.oom_in_pieces") == nullptr);
    const Overview overview = overviewOf(input).value();
    QCOMPARE(overview.findings.front().kind, std::string("out_of_memory"));
    QCOMPARE(std::vector<std::string>(overview.findings.front().args.begin() + 2,
                                      overview.findings.front().args.end()),
             first.args);
    QCOMPARE(overview.findings.front().evidence.size(), std::size_t{1});
}

/// Wherever it happens in a history, what was held and reserved then is told, and not what the record ended
/// with.
void TstMemoryConcluded::outOfMemoryAnywhere()
{
    tests::Dice dice(5);
    for (int turn = 0; turn < 20; ++turn) {
        Allocator allocator;
        const std::uint32_t caller = allocator.stack({{"forward", "net.py"}});
        std::vector<std::uint64_t> live;
        const std::int64_t at = dice.below(60);
        std::int64_t held = -1;
        for (std::int64_t event = 0; event < 60; ++event) {
            if (event == at) {
                held = 0;
                for (const auto& [address, one] : allocator.held)
                    held += one.first;
                allocator.event(MemoryAction::OutOfMemory, 5 * kMiB, 7 * kMiB, caller);
            }
            if (live.empty() || dice.below(3) > 0) {
                live.push_back(allocator.take((1 + dice.below(9)) * kMiB, caller));
            } else {
                allocator.give(live.back());
                live.pop_back();
            }
        }
        const core::Report report = tests::analyzed(AnalysisInput(runOf(allocator.end())), "memory_snapshot");
        QCOMPARE(report.findings.front().key, std::string("memory_snapshot.oom"));
        QCOMPARE(report.findings.front().args.at(5), std::to_string(held) + " B");
        QCOMPARE(report.findings.front().args.at(3), std::to_string(5 * kMiB) + " B");
    }
}

/// The sum over holders is the peak, whatever was there before the record and whatever came after.
void TstMemoryConcluded::holdersAtThePeakAreReplayed()
{
    tests::Dice dice(11);
    for (int turn = 0; turn < 30; ++turn) {
        Allocator allocator;
        std::vector<std::uint32_t> callers;
        for (const char* const name : {"a", "b", "c"})
            callers.push_back(allocator.stack({{name, "net.py"}}));
        std::vector<std::uint64_t> live;
        std::map<std::uint32_t, std::int64_t> atPeak;
        std::int64_t most = -1;
        std::set<std::uint64_t> before;
        for (int event = 0; event < 120; ++event) {
            if (event == 30) { // the record begins here
                allocator.forget();
                for (const auto& [address, one] : allocator.held)
                    before.insert(address);
                most = -1;
            }
            if (live.empty() || dice.below(5) > 1) {
                const auto who = static_cast<std::size_t>(dice.below(3));
                live.push_back(allocator.take((1 + dice.below(9)) * kMiB, callers[who]));
            } else {
                const auto one = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(live.size())));
                allocator.give(live[one]);
                live.erase(live.begin() + static_cast<std::ptrdiff_t>(one));
            }
            std::map<std::uint32_t, std::int64_t> now;
            std::int64_t sum = 0;
            for (const auto& [address, one] : allocator.held) {
                now[one.second] += one.first;
                sum += one.first;
            }
            if (event >= 30 && sum >= most) { // of equal ones the last
                most = sum;
                atPeak = now;
            }
        }
        // Whose stack the record cannot know: what was there before it and is gone at its end.
        std::set<std::uint64_t> gone;
        for (const std::uint64_t address : before) {
            if (!allocator.held.contains(address))
                gone.insert(address);
        }
        const core::MemorySnapshot snapshot = allocator.end();
        const SnapshotPeak peak = snapshotPeak(snapshot, 0, snapshotTotals(snapshot).at(0));
        const std::size_t events[] = {peak.event};
        std::int64_t sum = 0;
        std::map<std::string, std::int64_t> told;
        const auto held = holdersBehind(snapshot, 0, events);
        for (const MemoryHolder& holder : held.front()) {
            sum += holder.bytes;
            told[holder.place] += holder.bytes;
        }
        QCOMPARE(sum, peak.allocated);
        QCOMPARE(sum, most);
        for (std::size_t who = 0; who < callers.size(); ++who) {
            const std::string place = std::string(1, static_cast<char>('a' + who)) + " (net.py:7)";
            QVERIFY(told[place] <= atPeak[callers[who]]);
            if (gone.empty())
                QCOMPARE(told[place], atPeak[callers[who]]);
        }
    }
}

void TstMemoryConcluded::theProgramsOwnFrame_data()
{
    QTest::addColumn<QStringList>("frames"); // innermost first, "function|file"
    QTest::addColumn<QString>("place");
    QTest::newRow("inside PyTorch") << QStringList{"linear|torch/nn/functional.py",
                                                   "forward|torch/nn/modules/linear.py", "forward|model.py",
                                                   "main|train.py"}
                                    << "forward (model.py:7)";
    QTest::newRow("C++ above it") << QStringList{"torch::unwind::unwind()|??",
                                                 "c10::cuda::malloc|CUDACachingAllocator.cpp",
                                                 "at::empty|Empty.cpp", "forward|model.py"}
                                  << "forward (model.py:7)";
    QTest::newRow("C++ alone") << QStringList{"torch::unwind::unwind()|??",
                                              "torch::CapturedTraceback::gather|x.cpp",
                                              "c10::cuda::malloc|y.cpp", "ncclCommInitRank|init.cc"}
                               << "ncclCommInitRank (init.cc:7)";
    QTest::newRow("nothing but plumbing")
        << QStringList{"unwind|??", "c10::malloc|x.cpp", "std::thread|??"} << "";
    QTest::newRow("PyTorch alone") << QStringList{"unwind|??", "_init_group|torch/optim/adam.py"}
                                   << "_init_group (torch/optim/adam.py:7)";
    QTest::newRow("wrappers") << QStringList{"inner|/usr/lib/python3.11/contextlib.py", "step|train.py"}
                              << "step (train.py:7)";
    QTest::newRow("none") << QStringList{} << "";
}

/// Never a function that only read the stack.
void TstMemoryConcluded::theProgramsOwnFrame()
{
    QFETCH(const QStringList, frames);
    QFETCH(const QString, place);
    Allocator allocator;
    std::vector<std::pair<std::string, std::string>> stack;
    for (const QString& frame : frames)
        stack.emplace_back(frame.section('|', 0, 0).toStdString(), frame.section('|', 1).toStdString());
    const std::uint32_t number = allocator.stack(stack);
    const std::string told = callerOf(allocator.snapshot, number);
    QCOMPARE(QString::fromStdString(told), place);
    QVERIFY(told.find("unwind") == std::string::npos);
}

void TstMemoryConcluded::whatItIsFor_data()
{
    QTest::addColumn<QStringList>("frames");
    QTest::addColumn<QString>("category");
    QTest::addColumn<QString>("what");
    QTest::newRow("weights moved") << QStringList{"<lambda>|torch/nn/modules/module.py",
                                                  "_apply|torch/nn/modules/module.py", "<module>|train.py"}
                                   << QString() << "weights";
    QTest::newRow("state") << QStringList{"_init_group|torch/optim/adam.py", "step|train.py"} << QString()
                           << "optimizer";
    QTest::newRow("activations") << QStringList{"gelu|torch/nn/functional.py", "forward|model.py",
                                                "main|train.py"}
                                 << QString() << "activations";
    QTest::newRow("gradients") << QStringList{"_engine_run_backward|torch/autograd/graph.py",
                                              "backward|torch/_tensor.py", "step|train.py"}
                               << QString() << "gradients";
    QTest::newRow("recomputed") << QStringList{"forward|model.py", "backward|torch/utils/checkpoint.py"}
                                << QString() << "activations";
    QTest::newRow("library") << QStringList{"at::cuda::getCUDABlasLtWorkspace|x.cpp", "forward|model.py"}
                             << QString() << "workspace";
    QTest::newRow("the snapshot says") << QStringList{"forward|model.py"} << "PARAMETER"
                                       << "weights";
    QTest::newRow("nothing says") << QStringList{"main|train.py"} << QString() << "of no known purpose";
}

void TstMemoryConcluded::whatItIsFor()
{
    QFETCH(const QStringList, frames);
    QFETCH(const QString, category);
    QFETCH(const QString, what);
    Allocator allocator;
    std::vector<std::pair<std::string, std::string>> stack;
    for (const QString& frame : frames)
        stack.emplace_back(frame.section('|', 0, 0).toStdString(), frame.section('|', 1).toStdString());
    const std::uint32_t number = allocator.stack(stack);
    const core::NameId id =
        category.isEmpty() ? core::NameId() : allocator.snapshot.names.intern(category.toStdString());
    const std::string_view told = core::nameOf(classOf(allocator.snapshot, number, id));
    QCOMPARE(QString::fromUtf8(told.data(), static_cast<qsizetype>(told.size())), what);
}

/// A list that keeps a tensor a step is named with what it costs a step; a program that keeps nothing is not.
void TstMemoryConcluded::whatGrows()
{
    for (const std::int64_t kept : {std::int64_t{0}, 3 * kMiB}) {
        Allocator allocator;
        const std::uint32_t weights =
            allocator.stack({{"_apply", "torch/nn/modules/module.py"}, {"main", "train.py"}});
        const std::uint32_t forward = allocator.stack({{"forward", "model.py"}});
        const std::uint32_t losses = allocator.stack({{"log_loss", "metrics.py"}});
        const std::uint32_t state =
            allocator.stack({{"_init_group", "torch/optim/sgd.py"}, {"main", "train.py"}});
        allocator.take(40 * kMiB, weights);
        for (int step = 0; step < 6; ++step) {
            const std::uint64_t activation = allocator.take(30 * kMiB, forward);
            if (kept > 0)
                allocator.take(kept, losses);
            if (step == 0)
                allocator.take(80 * kMiB, state); // once
            allocator.give(activation);
            allocator.step();
        }
        const core::Report report = tests::analyzed(AnalysisInput(runOf(allocator.end())), "memory_snapshot");
        const core::Finding* const grows = findingOf(report, "memory_snapshot.grows");
        QCOMPARE(grows != nullptr, kept > 0);
        if (grows == nullptr)
            continue;
        QCOMPARE(grows->args.at(1), std::to_string(kept) + " B");
        QCOMPARE(grows->args.at(3), std::string("log_loss (metrics.py:7)"));
        const auto rows = tests::rowsOf(report, "memory_snapshot_growth");
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().at("growth_bytes").get<double>(), static_cast<double>(kept));
    }
}

/// Segments that can grow are advised only where they cannot yet.
void TstMemoryConcluded::expandableWhereItHelps()
{
    const core::Report field =
        tests::analyzed(AnalysisInput(fieldRun("mem_expandable_already.pickle")), "memory_snapshot");
    QVERIFY(findingOf(field, "memory_snapshot.fragmented") == nullptr);
    QVERIFY(findingOf(field, "memory_snapshot.scattered") != nullptr);
    for (const bool expandable : {false, true}) {
        Allocator allocator;
        allocator.take(kMiB, allocator.stack({{"forward", "model.py"}}));
        const core::Report report =
            tests::analyzed(AnalysisInput(runOf(allocator.end(20 * kMiB, expandable))), "memory_snapshot");
        QCOMPARE(findingOf(report, "memory_snapshot.fragmented") != nullptr, !expandable);
        QCOMPARE(findingOf(report, "memory_snapshot.scattered") != nullptr, expandable);
    }
}

void TstMemoryConcluded::privatePools()
{
    core::MemorySnapshot snapshot;
    snapshot.stacks.emplace_back();
    for (const char* const type : {"large", "large, private pool 0-1"}) {
        core::MemorySegment segment;
        segment.type = snapshot.names.intern(type);
        segment.bytes = 100;
        segment.firstBlock = static_cast<std::uint32_t>(snapshot.blocks.size());
        segment.blockCount = 2;
        snapshot.blocks.push_back({0, 60, 60, MemoryBlockState::Allocated, 0});
        snapshot.blocks.push_back({60, 40, 0, MemoryBlockState::Inactive, 0});
        snapshot.segments.push_back(segment);
    }
    const core::Report report = tests::analyzed(AnalysisInput(runOf(std::move(snapshot))), "memory_snapshot");
    const core::Finding* const pools = findingOf(report, "memory_snapshot.private_pools");
    QVERIFY(pools != nullptr);
    QCOMPARE(pools->args, (std::vector<std::string>{"0", "100 B", "200 B", "40 B"}));
}

/// Free memory in whole segments goes back to the driver; in pieces between blocks it does not.
void TstMemoryConcluded::cachedIsNotScattered()
{
    core::MemorySnapshot snapshot;
    snapshot.stacks.emplace_back();
    for (const bool used : {true, false}) {
        core::MemorySegment segment;
        segment.bytes = 100;
        segment.firstBlock = static_cast<std::uint32_t>(snapshot.blocks.size());
        segment.blockCount = 1;
        snapshot.blocks.push_back(
            {0, 100, used ? 100 : 0, used ? MemoryBlockState::Allocated : MemoryBlockState::Inactive, 0});
        snapshot.segments.push_back(segment);
    }
    const core::Report report = tests::analyzed(AnalysisInput(runOf(std::move(snapshot))), "memory_snapshot");
    QVERIFY(findingOf(report, "memory_snapshot.cached") != nullptr);
    QVERIFY(findingOf(report, "memory_snapshot.fragmented") == nullptr);
    const tests::ReportRow row = tests::rowsOf(report, "memory_snapshot").front();
    QCOMPARE(row.at("cached_bytes").get<double>(), 100.0);
    QCOMPARE(row.at("scattered_bytes").get<double>(), 0.0);
}

/// The profiler's records of memory: who asked is the program's own function, around it PyTorch's.
void TstMemoryConcluded::recordedMemoryNamesTheProgram()
{
    const auto change = [](double ts, int address, int bytes) {
        return R"({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 5, "ts": )" +
               std::to_string(ts) + R"(, "args": {"Device Type": 1, "Device Id": 0, "Addr": )" +
               std::to_string(address) + R"(, "Bytes": )" + std::to_string(bytes) + "}}";
    };
    const AnalysisInput input(tests::runOfEvents(tests::joined(
        {tests::slice("python_function", "train.py(12): main", "5", 0, 100),
         tests::slice("python_function", "model.py(40): forward", "5", 1, 90),
         tests::slice("python_function", "torch/nn/functional.py(7): linear", "5", 2, 80),
         tests::slice("cpu_op", "aten::linear", "5", 3, 70), change(10, 1, 4096), change(95, 2, 64)})));
    const core::Report report = tests::analyzed(input, "memory");
    const auto holders = tests::rowsOf(report, "memory_holders");
    QCOMPARE(holders.size(), std::size_t{2});
    QCOMPARE(holders[0].at("holder").get<std::string>(), std::string("forward (model.py:40)"));
    QCOMPARE(holders[0].at("operation").get<std::string>(), std::string("aten::linear"));
    QCOMPARE(holders[1].at("holder").get<std::string>(), std::string("main (train.py:12)"));
    const core::Finding* const held = findingOf(report, "memory.held");
    QVERIFY(held != nullptr);
    QCOMPARE(held->args, (std::vector<std::string>{"?", "GPU 0", "4096 B", "4160 B", "forward (model.py:40)",
                                                   "forward"}));
}

/// Steps that keep a random amount each, of one place; what the first step makes is no growth.
void TstMemoryConcluded::recordedMemoryGrows()
{
    tests::Dice dice(31);
    for (int turn = 0; turn < 12; ++turn) {
        const std::int64_t kept = turn % 3 == 0 ? 0 : dice.below(64) * kMiB + kMiB;
        const int steps = 4 + static_cast<int>(dice.below(4));
        std::vector<std::string> events;
        std::int64_t address = 0;
        const auto change = [&](double ts, std::int64_t at, std::int64_t bytes) {
            events.push_back(R"({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 5, "ts": )" +
                             std::to_string(ts) + R"(, "args": {"Device Type": 1, "Device Id": 0, "Addr": )" +
                             std::to_string(at) + R"(, "Bytes": )" + std::to_string(bytes) + "}}");
        };
        for (int step = 0; step < steps; ++step) {
            const double at = 1000.0 * step;
            events.push_back(
                tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "5", at, 990));
            events.push_back(tests::slice("cpu_op", "aten::mul", "5", at + 10, 200));
            events.push_back(tests::slice("cpu_op", "aten::clone", "5", at + 300, 100));
            const std::int64_t activation = ++address;
            change(at + 20, activation, 900 * kMiB);
            if (step == 0) // the optimizer's state
                change(at + 30, ++address, 500 * kMiB);
            if (kept > 0)
                change(at + 310, ++address, kept);
            change(at + 800, activation, -900 * kMiB);
        }
        const core::Report report =
            tests::analyzed(AnalysisInput(tests::runOfEvents(tests::joined(events))), "memory");
        const core::Finding* const grows = findingOf(report, "memory.grows");
        const bool much = kept * (steps - 2) > (500 * kMiB + 2 * kept) / 100;
        QCOMPARE(grows != nullptr, kept > 0 && much);
        if (grows == nullptr)
            continue;
        QCOMPARE(grows->args, (std::vector<std::string>{"?", "GPU 0", std::to_string(kept) + " B",
                                                        std::to_string(steps - 2), "aten::clone",
                                                        std::to_string(kept) + " B"}));
        const auto rows = tests::rowsOf(report, "memory_growth");
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().at("growth_bytes").get<double>(), static_cast<double>(kept));
    }
}

/// What the analyses of memory conclude stands in the overview as well, memory that ran out as a finding.
void TstMemoryConcluded::theOverviewConcludes()
{
    Allocator allocator;
    const std::uint32_t weights =
        allocator.stack({{"_apply", "torch/nn/modules/module.py"}, {"main", "train.py"}});
    const std::uint32_t forward = allocator.stack({{"forward", "model.py"}});
    allocator.take(40 * kMiB, weights);
    const std::uint64_t activation = allocator.take(60 * kMiB, forward);
    allocator.give(activation);
    const AnalysisInput input(runOf(allocator.end(90 * kMiB)));
    const Overview overview = overviewOf(input).value();
    const auto peak = std::ranges::find(overview.memory, "memory_snapshot.peak", &core::Finding::key);
    QVERIFY(peak != overview.memory.end());
    QCOMPARE(peak->args,
             (std::vector<std::string>{"0", std::to_string(100 * kMiB) + " B", "60.0 %", "activations",
                                       std::to_string(60 * kMiB) + " B", "forward (model.py:7)"}));
    QVERIFY(overview.findings.empty());
    const Overview out = overviewOf(AnalysisInput(fieldRun("mem_oom.pickle"))).value();
    QVERIFY(std::ranges::none_of(out.memory,
                                 [](const core::Finding& one) { return one.key == "memory_snapshot.oom"; }));
}

SHARDSCOPE_TEST(TstMemoryConcluded)
#include "tst_memory_concluded.moc"
