// SPDX-License-Identifier: GPL-3.0-or-later
// Causes are planted into runs, one and several at once, on one and many devices, in each format: the
// overview names what was planted, with what a step takes longer for it, and nothing else.
#include "profiler/analyze/overview/overview.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/planted/program.h"
#include "tests/support/planted/writers.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::planted::Cause;
using tests::planted::PlantedCause;
using tests::planted::Program;

namespace {

/// How a cause is told.
struct Told {
    std::vector<std::string> kinds; ///< whose seconds together are its cost
    const char* names = "";         ///< what its sentence speaks of
    bool ofRank = false;
};

bool isOfRank(Cause cause) { return cause == Cause::RankInput || cause == Cause::SlowRank; }

Told toldOf(const Program& program, const PlantedCause& cause)
{
    switch (cause.cause) {
    case Cause::Input: return {{"host_between"}, "make_batch"};
    case Cause::RankInput:
        if (program.has(Cause::SlowRank)) // of the same rank: one lateness
            return toldOf(program, {Cause::SlowRank, 0, cause.rank});
        return {{"straggler_late"}, "read_shard", true};
    case Cause::Launches: return {{"launch_bound", "short_gaps"}};
    case Cause::Waits: return {{"synchronization"}, "aten::item"};
    case Cause::Allocation: return {{"device_allocation"}, "Malloc"};
    case Cause::SlowRank: return {{program.ranks > 2 ? "straggler_work" : "straggler_late"}, "", true};
    case Cause::Exposed: return {{"exposed_communication"}};
    case Cause::SlowKernel: return {{"slow_kernel"}, "aten::mm"};
    case Cause::Checkpoint: return {{"host_between"}, "save_checkpoint"};
    case Cause::Capture: return {{"graph_capture"}};
    }
    return {};
}

bool speaksOf(const CostFinding& finding, std::string_view name)
{
    return std::ranges::any_of(finding.args,
                               [&](const std::string& arg) { return arg.find(name) != std::string::npos; });
}

PlantedCause randomCause(std::mt19937& random, Cause cause, int ranks)
{
    const auto between = [&](std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random);
    };
    const int rank = static_cast<int>(between(0, ranks - 1));
    switch (cause) {
    case Cause::Launches: return {cause, between(150, 400)};
    case Cause::Waits: return {cause, between(12, 24)};
    case Cause::SlowRank: return {cause, between(250, 900), rank};
    case Cause::SlowKernel: return {cause, between(3 * tests::planted::kProductNs, 5'000'000)};
    case Cause::Checkpoint: return {cause, between(4'000'000, 30'000'000)};
    default: return {cause, between(500'000, 5'000'000), rank};
    }
}

AnalysisOptions options()
{
    AnalysisOptions own;
    core::HardwareSpec device;
    device.engines.push_back({core::EngineKind::Matrix,
                              core::Dtype::Bf16,
                              {core::FlopsPerSecond{tests::planted::kProductFlops}, {}, false}});
    core::MemoryTier memory;
    memory.bandwidth = {core::BytesPerSecond{1e15}, {}, false}; // limits nothing
    device.memory.push_back(memory);
    own.hardware = std::move(device);
    return own;
}

/// One that can carry what is planted, in turn: a recorder's cost is known of Kineto's alone.
const tests::planted::Format& formatOf(const Program& program, int turn)
{
    std::vector<const tests::planted::Format*> all;
    for (const tests::planted::Format& one : tests::planted::formats()) {
        if (!program.has(Cause::SlowKernel) || (one.shapes && one.types))
            all.push_back(&one);
    }
    return program.recorder > 0 ? *all.front() : *all[static_cast<std::size_t>(turn) % all.size()];
}

QString shown(const Overview& overview)
{
    QString text = QStringLiteral("step %1 us (%2)\n")
                       .arg(overview.costsOf * 1e6, 0, 'f', 1)
                       .arg(QString::fromStdString(overview.unrecorded.unknown));
    for (const CostFinding& one : overview.findings)
        text += QStringLiteral("  %1 %2 us rank %3 %4\n")
                    .arg(QString::fromStdString(one.kind))
                    .arg(one.secondsPerStep * 1e6, 0, 'f', 1)
                    .arg(one.rank)
                    .arg(QString::fromStdString(one.args.size() > 2 ? one.args[2] : ""));
    for (const NotKnown& one : overview.notKnown)
        text += QStringLiteral("  not known: %1, %2\n")
                    .arg(QString::fromStdString(one.what), QString::fromStdString(one.because));
    return text;
}

struct Cost {
    PlantedCause cause;
    double seconds = 0; ///< a step, of all that is told together with it
};

std::vector<Cost> costsOf(const Program& program)
{
    std::vector<Cost> costs;
    double ofRank = 0; // one rank is late, for one reason or two
    for (std::size_t at = 0; at < program.causes.size(); ++at) {
        costs.push_back({program.causes[at], tests::planted::costOf(program, at) * 1e-9});
        ofRank += isOfRank(costs.back().cause.cause) ? costs.back().seconds : 0;
    }
    for (Cost& one : costs)
        one.seconds = isOfRank(one.cause.cause) ? ofRank : one.seconds;
    return costs;
}

/// What is wrong with what \p overview tells of \p program; nothing, if it is right.
QStringList faultsOf(const Program& program, const std::vector<Cost>& costs, double step,
                     const Overview& overview)
{
    QStringList faults;
    if (!overview.notKnown.empty() || overview.checked.empty())
        faults << QStringLiteral("abstains");
    std::set<std::size_t> planted; // findings
    double most = 0;
    double first = 0; // what the first finding's cause costs
    for (const Cost& cost : costs) {
        const Told told = toldOf(program, cost.cause);
        double seconds = 0;
        for (std::size_t at = 0; at < overview.findings.size(); ++at) {
            const CostFinding& finding = overview.findings[at];
            if (std::ranges::find(told.kinds, finding.kind) == told.kinds.end() ||
                !speaksOf(finding, told.names))
                continue;
            planted.insert(at);
            seconds += finding.secondsPerStep;
            first = at == 0 ? std::max(first, cost.seconds) : first;
            if (told.ofRank && finding.rank != cost.cause.rank)
                faults << QStringLiteral("another rank");
        }
        const double near =
            0.05 * cost.seconds + 0.003 * step + (overview.unrecorded.high - overview.unrecorded.low) / 2;
        const bool small = seconds <= 0 && cost.seconds < 0.01 * step + near; // is not told
        if (std::abs(seconds - cost.seconds) > near && !small)
            faults << QStringLiteral("%1 us told as %2").arg(cost.seconds * 1e6).arg(seconds * 1e6);
        most = std::max(most, cost.seconds);
    }
    if (first + (overview.unrecorded.high - overview.unrecorded.low) / 2 < 0.9 * most)
        faults << QStringLiteral("the most costly one is not first");
    for (std::size_t at = 0; at < overview.findings.size(); ++at) {
        if (!planted.contains(at))
            faults << "not planted: " + QString::fromStdString(overview.findings[at].kind);
    }
    return faults;
}

} // namespace

class TstPlantedCauses : public QObject {
    Q_OBJECT
private slots:
    void causes_data();
    void causes();
    void together_data();
    void together();
    void bubbles_data();
    void bubbles();
};

/// Whether \p cause can be in a run of so many devices: a rank is late for others, and alone nobody reduces.
bool applies(Cause cause, int ranks, int devices)
{
    return isOfRank(cause) ? ranks > 1 && devices == 1 : cause != Cause::Exposed || ranks * devices > 1;
}

void TstPlantedCauses::causes_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("devices");
    QTest::addColumn<QList<int>>("planted");
    int seed = 0;
    for (const auto& [ranks, devices] :
         {std::pair(1, 1), std::pair(1, 2), std::pair(2, 1), std::pair(4, 1), std::pair(2, 2)}) {
        QTest::addRow("healthy, %d x %d", ranks, devices) << ++seed << ranks << devices << QList<int>{};
        QList<int> all;
        for (int cause = 0; cause < tests::planted::kCauses; ++cause) {
            if (applies(static_cast<Cause>(cause), ranks, devices))
                all << cause;
        }
        for (const int first : all) {
            for (const int second : all) {
                if (first > second || (tests::kSanitized && first != second)) // pairs read no other memory
                    continue;
                const QList<int> planted = first == second ? QList<int>{first} : QList<int>{first, second};
                QTest::addRow("%d and %d, %d x %d", first, second, ranks, devices)
                    << ++seed << ranks << devices << planted;
            }
        }
        std::mt19937 random(static_cast<unsigned>(seed));
        for (int several = 0; several < 8; ++several) {
            QList<int> planted = all;
            std::shuffle(planted.begin(), planted.end(), random);
            planted.resize(3 + several % 3);
            QTest::addRow("several, %d x %d, %d", ranks, devices, several)
                << ++seed << ranks << devices << planted;
        }
    }
}

void TstPlantedCauses::causes()
{
    QFETCH(int, seed);
    QFETCH(int, ranks);
    QFETCH(int, devices);
    QFETCH(QList<int>, planted);
    std::mt19937 random(static_cast<unsigned>(seed));
    Program program;
    program.ranks = ranks;
    program.devices = devices;
    program.seed = static_cast<unsigned>(seed);
    program.recorder = ranks * devices == 1 ? 1'000 + 300 * (seed % 8) : 0;
    for (const int cause : planted)
        program.causes.push_back(randomCause(random, static_cast<Cause>(cause), ranks));
    for (PlantedCause& cause : program.causes) // one rank is late, for one reason or two
        cause.rank = program.causes.front().rank;
    const QTemporaryDir folder;
    const tests::planted::Format& format = formatOf(program, seed);
    const auto files = format.write(recorded(program), folder.path().toStdString());
    const Overview overview = overviewOfPart(tests::imported(files).run, {}, options()).value();
    program.recorder = 0;
    const double step = stepOf(program) * 1e-9;
    const std::vector<Cost> costs = costsOf(program);
    QString text =
        QStringLiteral("%1, true step %2 us\n").arg(QLatin1String(format.name)).arg(step * 1e6, 0, 'f', 1);
    for (const Cost& one : costs)
        text += QStringLiteral("  planted %1 of rank %2: %3 us\n")
                    .arg(static_cast<int>(one.cause.cause))
                    .arg(one.cause.rank)
                    .arg(one.seconds * 1e6, 0, 'f', 1);
    const QStringList faults = faultsOf(program, costs, step, overview);
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join("; ") + "\n" + text + shown(overview)));
}

void TstPlantedCauses::together_data()
{
    QTest::addColumn<int>("cause");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("slow");
    for (const Cause cause : {Cause::SlowRank, Cause::RankInput}) {
        for (const auto& [ranks, slow] : {std::pair(5, 2), std::pair(8, 2), std::pair(8, 3), std::pair(9, 4)})
            QTest::addRow("%d, %d of %d", static_cast<int>(cause), slow, ranks)
                << static_cast<int>(cause) << ranks << slow;
    }
}

/// Several ranks that are slow alike (a node that is throttled, a shard's readers) are named together, with
/// what a step is longer for all of them: without one alone it would be as long.
void TstPlantedCauses::together()
{
    QFETCH(int, cause);
    QFETCH(int, ranks);
    QFETCH(int, slow);
    std::mt19937 random(static_cast<unsigned>(100 * cause + 10 * ranks + slow));
    std::vector<int> members(static_cast<std::size_t>(ranks));
    std::iota(members.begin(), members.end(), 0);
    std::shuffle(members.begin(), members.end(), random);
    members.resize(static_cast<std::size_t>(slow));
    std::ranges::sort(members);
    Program program;
    program.ranks = ranks;
    program.seed = static_cast<unsigned>(ranks + slow);
    const double healthy = stepOf(program) * 1e-9;
    PlantedCause one = randomCause(random, static_cast<Cause>(cause), ranks);
    QStringList names;
    for (const int member : members) {
        one.rank = member;
        program.causes.push_back(one);
        names << QString::number(member);
    }
    const double step = stepOf(program) * 1e-9;
    const QTemporaryDir folder;
    const tests::planted::Format& format = formatOf(program, cause + ranks + slow);
    const auto files = format.write(recorded(program), folder.path().toStdString());
    const Overview overview = overviewOfPart(tests::imported(files).run, {}, options()).value();
    const QString text = QStringLiteral("%1, ranks %2 cost %3 us\n")
                             .arg(QLatin1String(format.name), names.join(", "))
                             .arg((step - healthy) * 1e6) +
                         shown(overview);
    QVERIFY2(overview.findings.size() == 1, qPrintable(text));
    const CostFinding& found = overview.findings.front();
    const bool works = static_cast<Cause>(cause) == Cause::SlowRank;
    QVERIFY2(found.kind == (works ? "straggler_work" : "straggler_late"), qPrintable(text));
    QVERIFY2(QString::fromStdString(found.args.at(2)) == names.join(", "), qPrintable(text));
    QVERIFY2(works || found.args.back().find("read_shard") != std::string::npos, qPrintable(text));
    QVERIFY2(std::abs(found.secondsPerStep - (step - healthy)) < 0.05 * (step - healthy) + 0.003 * step,
             qPrintable(text));
}

void TstPlantedCauses::bubbles_data()
{
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("microBatches");
    QTest::addColumn<int>("slower");
    for (const int stages : {2, 4, 8}) {
        for (const int microBatches : {2, 8, 32}) {
            for (const int slower : {0, 500})
                QTest::addRow("%d stages, %d micro-batches, one slower by %d/1000", stages, microBatches,
                              slower)
                    << stages << microBatches << slower;
        }
    }
}

/// The pipeline's bubble is told as such and as nothing else; a slow stage by itself, of three and more.
void TstPlantedCauses::bubbles()
{
    QFETCH(int, stages);
    QFETCH(int, microBatches);
    QFETCH(int, slower);
    tests::planted::Pipeline even;
    even.stages = stages;
    even.microBatches = microBatches;
    tests::planted::Pipeline pipeline = even;
    pipeline.slowStage = slower > 0 ? stages / 2 : -1;
    pipeline.slower = slower;
    const bool named = slower > 0 && stages > 2;
    const double bubble = bubbleOf(named ? even : pipeline) * 1e-9;
    const double longer = static_cast<double>(microBatches) * 3e-3 * slower / 1000;
    for (const tests::planted::Format& format : tests::planted::formats()) {
        if (!format.annotations)
            continue;
        const QTemporaryDir folder;
        const auto files = format.write(recorded(pipeline), folder.path().toStdString());
        const Overview overview = overviewOfPart(tests::imported(files).run, {}, options()).value();
        const QString text = QStringLiteral("%1, bubble %2 us, slow stage %3 us\n")
                                 .arg(QLatin1String(format.name))
                                 .arg(bubble * 1e6)
                                 .arg(longer * 1e6) +
                             shown(overview);
        std::set<std::string> kinds;
        for (const CostFinding& one : overview.findings) {
            kinds.insert(one.kind);
            const double truth = one.kind == "pipeline_bubble" ? bubble : longer;
            QVERIFY2(std::abs(one.secondsPerStep - truth) < 0.05 * truth + 0.003 * overview.costsOf,
                     qPrintable(text));
            if (one.kind != "pipeline_bubble")
                QCOMPARE(one.rank, stages / 2);
        }
        const std::set<std::string> wanted = named
                                                 ? std::set<std::string>{"pipeline_bubble", "straggler_work"}
                                                 : std::set<std::string>{"pipeline_bubble"};
        QVERIFY2(kinds == wanted, qPrintable(text));
    }
}

SHARDSCOPE_TEST(TstPlantedCauses)
#include "tst_planted_causes.moc"
