// SPDX-License-Identifier: GPL-3.0-or-later
// Memory by owner and over time, traffic by group, SQL over two runs, tolerances: of runs whose owners, calls
// and rows were planted.
#include "app/session/compare/compared_parts.h"
#include "app/session/compare/sides_sql.h"
#include "app/session/simulate/plan_simulation.h"
#include "app/session/text/messages.h"
#include "core/io/text_file.h"
#include "tests/support/near.h"
#include "tests/support/planted/framework_program.h"
#include "tests/support/planted/recorded_plan.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cmath>
#include <random>

namespace shardscope::app {
namespace {

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

core::RunPtr simulated(const PlanRequest& plan, const std::vector<std::string>& slow = {})
{
    SimulationCall call;
    call.plan = plan;
    call.detail = "operator";
    call.slow = slow;
    call.options.steps = 3;
    call.options.heap = true;
    auto simulation = simulatePlan(catalog(), std::move(call), {});
    if (!simulation.ok())
        qFatal("%s", qPrintable(errorText(simulation.error())));
    return simulation->run;
}

DifferenceSide sideOf(const core::RunPtr& run, const std::string& label = "run")
{
    ComparedSide side;
    side.title = label;
    side.run = std::make_shared<const profiler::AnalysisInput>(run);
    return differenceSide(catalog(), side, {}, {}).value();
}

DifferenceSide planOf(const PlanRequest& request)
{
    ComparedSide side;
    side.title = "plan";
    side.plan = std::make_shared<const core::Evaluation>(
        evaluatePlan(catalog(), request, planner::Detail::Plain).value().evaluation);
    return differenceSide(catalog(), side, request, {}).value();
}

core::RunPtr opened(const std::vector<std::string>& texts)
{
    const QTemporaryDir folder;
    std::vector<std::filesystem::path> files;
    for (const std::string& text : texts) {
        files.emplace_back(folder.filePath(QStringLiteral("rank%1.json").arg(files.size())).toStdString());
        [&] { QVERIFY(core::writeTextFile(files.back().string(), text).ok()); }();
    }
    profiler::ImportOptions options;
    options.cache = false;
    return profiler::importTrace(files, {}, options).value().run;
}

const PlanRequest kOne{"gpt2", "h200-sxm", {}, {{"micro-batch", "8"}, {"micro-batches", "2"}}};
const PlanRequest kReplicas{
    "gpt2", "dgx-h200", {}, {{"replica", "8"}, {"micro-batch", "4"}, {"micro-batches", "2"}}};

/// What a planted program holds at its peak, bytes.
struct Held {
    std::int64_t before = 0, activations = 0, gradients = 0, optimizer = 0;
    [[nodiscard]] std::int64_t all() const { return before + activations + gradients + optimizer; }
};

/// Two steps as torch.profiler records their allocator; the second holds the most.
std::string recordedMemory(const Held& held)
{
    std::string events;
    std::int64_t total = held.before;
    int address = 0;
    const auto slice = [&](const char* name, int ts, int dur) {
        events += std::string(events.empty() ? "" : ",") + R"({"ph":"X","cat":"cpu_op","name":")" + name +
                  R"(","pid":1,"tid":1,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) +
                  "}";
    };
    const auto change = [&](int ts, int at, std::int64_t bytes) {
        total += bytes;
        events += R"(,{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":)" + std::to_string(ts) +
                  R"(,"args":{"Device Type":1,"Device Id":0,"Addr":)" + std::to_string(4096 * (at + 1)) +
                  R"(,"Bytes":)" + std::to_string(bytes) + R"(,"Total Allocated":)" + std::to_string(total) +
                  R"(,"Total Reserved":0}})";
    };
    for (int step = 0; step < 2; ++step) {
        const int ts = 1000 * step;
        events += std::string(events.empty() ? "" : ",") +
                  R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + std::to_string(step) +
                  R"(","pid":1,"tid":1,"ts":)" + std::to_string(ts) + R"(,"dur":900})";
        slice("aten::linear", ts + 10, 100);
        change(ts + 20, address, held.activations);
        slice("autograd::engine::evaluate_function: MmBackward0", ts + 200, 100);
        change(ts + 210, address + 1, held.gradients);
        change(ts + 290, address, -held.activations);
        slice("Optimizer.step#AdamW.step", ts + 400, 100);
        if (step == 0)
            change(ts + 410, 100, held.optimizer); // its state stays
        change(ts + 490, address + 1, -held.gradients);
        address += 2;
    }
    return R"({"traceEvents":[)" + events + "]}";
}

std::shared_ptr<core::MemorySnapshot> snapshotOf(const std::map<std::string, std::int64_t>& byCategory)
{
    auto snapshot = std::make_shared<core::MemorySnapshot>();
    snapshot->stacks.push_back({0, 0});
    core::MemorySegment segment;
    segment.address = 1 << 20;
    std::uint64_t address = segment.address;
    std::int64_t ts = 0;
    for (const auto& [category, bytes] : byCategory) {
        core::SnapshotEvent event;
        event.ts = ts += 1000;
        event.address = address;
        event.bytes = bytes;
        event.category = snapshot->names.intern(category);
        event.action = core::MemoryAction::Alloc;
        snapshot->events.push_back(event);
        snapshot->blocks.push_back({address, bytes, bytes, core::MemoryBlockState::Allocated, 0});
        address += static_cast<std::uint64_t>(bytes);
        segment.bytes += bytes;
    }
    segment.blockCount = static_cast<std::uint32_t>(snapshot->blocks.size());
    snapshot->segments.push_back(segment);
    return snapshot;
}

std::optional<OwnerDifference> ownerOf(const SideDifference& difference, core::Purpose purpose)
{
    for (const OwnerDifference& one : ownerDifferences(difference)) {
        if (one.owner == purpose)
            return one;
    }
    return std::nullopt;
}

std::int64_t numberOf(profiler::SqlSession& session, const std::string& sql)
{
    const auto answer = session.query(sql);
    if (!answer.ok())
        qFatal("%s: %s", sql.c_str(), qPrintable(errorText(answer.error())));
    return std::get<std::int64_t>(answer->table->rows.at(0).at(0));
}

} // namespace
} // namespace shardscope::app

using namespace shardscope;
using namespace shardscope::app;
using core::Purpose;

class TstComparedParts : public QObject {
    Q_OBJECT
private slots:
    /// A plan's owners are its simulation's, and both come to their peaks.
    void plansAndTheirSimulations()
    {
        for (const PlanRequest& plan : {kOne, kReplicas}) {
            const SideDifference difference = sideDifference(planOf(plan), sideOf(simulated(plan)));
            const double peak = *difference.a.memoryPeak;
            QVERIFY(tests::near(peak, *difference.b.memoryPeak, 1e-9));
            double sums[2]{};
            for (const OwnerDifference& one : ownerDifferences(difference)) {
                QVERIFY2(one.a && one.b && tests::near(*one.a, *one.b, 1e-9),
                         std::string(core::nameOf(one.owner)).c_str());
                sums[0] += *one.a;
                sums[1] += *one.b;
            }
            QVERIFY(tests::near(sums[0], peak, 1e-6) && tests::near(sums[1], peak, 1e-6));
            for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
                QVERIFY(side->memory && side->memory->ofStep);
                QCOMPARE(*std::ranges::max_element(side->memory->curve.y), peak);
            }
            QVERIFY(memorySeries(difference).size() == 2);
            QCOMPARE(memoryOverTimeTable(difference).rows.size(), std::size_t{20});
        }
    }

    /// What torch.profiler recorded of an allocator, by the phase that asked.
    void plantedRecords()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 20; ++round) {
            const auto bytes = [&] {
                return std::int64_t{512} * static_cast<std::int64_t>(1 + random() % 100'000);
            };
            const Held held{bytes(), bytes(), bytes(), bytes()};
            const DifferenceSide run = sideOf(opened({recordedMemory(held)}));
            QCOMPARE(*run.memoryPeak, static_cast<double>(held.all()));
            QCOMPARE(run.owners.at("activations"), static_cast<double>(held.activations));
            QCOMPARE(run.owners.at("gradients"), static_cast<double>(held.gradients));
            QCOMPARE(run.owners.at("optimizer_state"), static_cast<double>(held.optimizer));
            QCOMPARE(run.memory->unowned, static_cast<double>(held.before));
            QVERIFY(run.memory->ofStep);
            QCOMPARE(*std::ranges::max_element(run.memory->curve.y), static_cast<double>(held.all()));
            // Nobody recorded whose the rest is: weights are none of it, and no nought either.
            const SideDifference difference = sideDifference(planOf(kOne), run);
            const auto weights = ownerOf(difference, Purpose::Weights);
            QVERIFY(weights && weights->a && !weights->b);
            const QJsonObject told =
                QJsonDocument::fromJson(QByteArray::fromStdString(differenceJson(difference))).object();
            QCOMPARE(told["memory"].toObject()["b_owners_from"].toString(), QStringLiteral("phases"));
            QCOMPARE(told["memory"].toObject()["b_unowned_bytes"].toDouble(),
                     static_cast<double>(held.before));
        }
    }

    /// An allocator's snapshot beside a plan: what it does not tell apart is one owner.
    /// However a recording's owners are told, what holds another purpose holds itself; phases tell nothing of
    /// workspace.
    void ownersHoldThemselves()
    {
        using enum profiler::OwnersFrom;
        for (const profiler::OwnersFrom from : {Stacks, Phases}) {
            for (const core::Purpose purpose : core::valuesOf<core::Purpose>()) {
                const core::Purpose owner = profiler::recordedOwner(purpose, from);
                QVERIFY(profiler::recordedOwner(owner, from) == owner);
                QVERIFY(from != Phases || owner != core::Purpose::Workspace);
            }
        }
    }
    void plantedSnapshots()
    {
        auto run = std::make_shared<core::Run>(*simulated(kOne));
        run->origin = core::RunOrigin::Recorded;
        run->memory = {snapshotOf(
            {{"PARAMETER", 1000}, {"GRADIENT", 2000}, {"OPTIMIZER_STATE", 3000}, {"ACTIVATION", 4000}})};
        PlanRequest plan = kOne;
        plan.options.emplace_back("master", "fp32");
        const SideDifference difference = sideDifference(planOf(plan), sideOf(run));
        QCOMPARE(*difference.b.memoryPeak, 10000.0);
        const std::map<Purpose, double> planted{{Purpose::Weights, 1000},
                                                {Purpose::Gradients, 2000},
                                                {Purpose::OptimizerState, 3000},
                                                {Purpose::Activations, 4000}};
        for (const auto& [purpose, bytes] : planted)
            QCOMPARE(ownerOf(difference, purpose)->b.value_or(-1), bytes);
        const auto state = ownerOf(difference, Purpose::OptimizerState);
        QCOMPARE(state->with, std::vector<Purpose>{Purpose::MasterWeights});
        QCOMPARE(*state->a,
                 difference.a.owners.at("optimizer_state") + difference.a.owners.at("master_weights"));
        QVERIFY(!ownerOf(difference, Purpose::MasterWeights));
        // Two recordings are told alike.
        const SideDifference same = sideDifference(sideOf(run), sideOf(run));
        for (const OwnerDifference& one : ownerDifferences(same))
            QVERIFY(one.a == one.b && one.with.empty());
    }

    /// Calls and bytes of a program whose calls are known.
    void plantedTraffic_data()
    {
        QTest::addColumn<int>("micro");
        QTest::addColumn<bool>("described");
        QTest::newRow("one micro-batch") << 1 << true;
        QTest::newRow("four") << 4 << true;
    }
    void plantedTraffic()
    {
        QFETCH(int, micro);
        QFETCH(bool, described);
        tests::planted::FrameworkProgram program;
        program.trainer = tests::planted::Trainer::Megatron;
        program.tensor = program.replica = program.pipeline = 2;
        program.micro = micro;
        program.described = described;
        const QTemporaryDir folder;
        profiler::ImportOptions options;
        options.cache = false;
        const auto read =
            profiler::importTrace(writeProgram(program, folder.path().toStdString()), {}, options);
        const DifferenceSide side = sideOf(read.value().run);
        const SideDifference difference = sideDifference(side, side);
        const double rows = static_cast<double>(program.batch * program.sequence * program.hidden()) * 2;
        const double square = static_cast<double>(program.hidden() * program.hidden()) * 2;
        const double inLayers = 2.0 * micro * static_cast<double>(program.layers) / 2; // of a stage
        struct Expected {
            profiler::GroupAxis axis;
            const char* kind;
            double messages;
            double bytes;
        };
        const Expected expected[]{
            {profiler::GroupAxis::Tensor, "all_reduce", inLayers, inLayers * rows},
            {profiler::GroupAxis::Replica, "reduce_scatter", 1, square},
            {profiler::GroupAxis::Replica, "all_gather", 1, square}, // all that each rank has then
            {profiler::GroupAxis::Pipeline, "send_receive", 1.0 * micro, micro * rows}};
        const auto told = trafficDifferences(difference);
        QCOMPARE(told.size(), std::size(expected));
        for (const Expected& one : expected) {
            const auto found = std::ranges::find_if(told, [&](const TrafficDifference& own) {
                return own.axis == one.axis && own.kind == one.kind;
            });
            QVERIFY2(found != told.end(), one.kind);
            QCOMPARE(found->aMessages.value_or(-1), one.messages);
            QCOMPARE(found->bBytes.value_or(-1), one.bytes);
            QCOMPARE(found->ranks, std::int64_t{2});
        }
    }

    /// A plan's bytes are those that it tells of; its own simulation lays them out.
    void plannedTrafficIsThePlans()
    {
        const DifferenceSide side = planOf(kReplicas);
        const auto planned = evaluatePlan(catalog(), kReplicas, planner::Detail::Plain).value().evaluation;
        QVERIFY(!planned.communication.empty());
        for (const core::CommunicationEntry& entry : planned.communication) {
            const auto found = std::ranges::find_if(side.traffic, [&](const profiler::TrafficSum& sum) {
                return core::nameOf(sum.axis) == core::nameOf(entry.group) &&
                       sum.kind == core::nameOf(entry.operation);
            });
            QVERIFY(found != side.traffic.end());
            QCOMPARE(found->bytes.value_or(-1), entry.bytesPerRank.value());
            QVERIFY(found->messages.value_or(0) >= 1);
        }
    }

    /// Both runs' tables, and which row is which.
    void sqlOverBoth()
    {
        const core::RunPtr before = opened(tests::recordedPlan(*simulated(kOne)));
        const core::RunPtr after = opened(tests::recordedPlan(*simulated(kOne, {"optimizer=4"})));
        const SideDifference difference = sideDifference(sideOf(before), sideOf(after));
        const auto session = sqlOverSides(difference).value();
        const auto slices = [](const core::Run& run) {
            return static_cast<std::int64_t>(run.timeline->sliceCount() + run.timeline->instants().size());
        };
        QCOMPARE(numberOf(*session, "SELECT count(*) FROM a.slice"), slices(*before));
        QCOMPARE(numberOf(*session, "SELECT count(*) FROM b.slice"), slices(*after));
        QCOMPARE(numberOf(*session, "SELECT count(*) FROM a.rank"), 1);
        QVERIFY(numberOf(*session, "SELECT count(*) FROM a.thread_slice") > 0); // a view
        QVERIFY(numberOf(*session, "SELECT count(*) FROM b.rank_time") == 1);
        QVERIFY(numberOf(*session, "SELECT count(*) FROM match WHERE a_id IS NOT NULL") > 100);
        QCOMPARE(numberOf(*session, "SELECT count(a_id) - count(DISTINCT a_id) FROM match"), 0);
        QCOMPARE(numberOf(*session, "SELECT count(b_id) - count(DISTINCT b_id) FROM match"), 0);
        // Each row is one of the other's kind, and only the optimizer's take longer.
        QCOMPARE(numberOf(*session, "SELECT count(*) FROM match m JOIN a.slice x ON x.id = m.a_id "
                                    "JOIN b.slice y ON y.id = m.b_id WHERE x.name <> y.name"),
                 0);
        QCOMPARE(numberOf(*session, "SELECT count(DISTINCT term) FROM match WHERE b_dur > 2 * a_dur"), 1);
        QVERIFY(numberOf(*session,
                         "SELECT count(*) FROM match WHERE term = 'optimizer' AND b_dur > 2 * a_dur") > 0);
        QVERIFY(numberOf(*session, "SELECT count(*) FROM a.slice WHERE a_arg(id, 'correlation') > 0") > 0);
        const auto wrong = session->query("SELECT * FROM slice");
        QVERIFY(!wrong.ok() && wrong.error().code == core::ErrorCode::UnknownName);
        QCOMPARE(wrong.error().args[1], std::string("a.slice"));
        QVERIFY(!session->query("CREATE TABLE a.x(y)").ok());
        QVERIFY(!session->query("DELETE FROM a.rank").ok());
    }

    /// Every category that a document has can be watched, and is named when it differs by more than allowed.
    void tolerances()
    {
        const DifferenceSide a = planOf(kReplicas);
        PlanRequest other = kReplicas;
        other.options.emplace_back("recompute", "full");
        other.options[1].second = "5"; // micro-batch
        const DifferenceSide b = planOf(other);
        const SideDifference plain = sideDifference(a, b);
        const QJsonObject told =
            QJsonDocument::fromJson(QByteArray::fromStdString(differenceJson(plain))).object();
        std::map<std::string, std::pair<double, double>> figures{
            {"step", {plain.steps.a, plain.steps.b}},
            {"memory", {*plain.a.memoryPeak, *plain.b.memoryPeak}},
            {"traffic", *trafficBytes(plain)}};
        for (const QJsonValue one : told["categories"].toArray())
            figures[one["category"].toString().toStdString()] = {one["a_seconds"].toDouble(),
                                                                 one["b_seconds"].toDouble()};
        QVERIFY(figures.size() > 8);
        for (const auto& [name, values] : figures) {
            // If A has none of a part, any difference is beyond every share.
            const double change =
                values.first == 0 ? 10 : std::abs(values.second - values.first) / std::abs(values.first);
            const auto beyond = [&](double allowed) {
                return sideDifference(a, b, {{name, allowed}}).beyond == std::vector<std::string>{name};
            };
            QVERIFY2(values.first == 0 || !beyond(change * 1.01 + 1e-12), name.c_str());
            QVERIFY2(change == 0 || beyond(change * 0.99), name.c_str());
        }
    }
};

SHARDSCOPE_TEST(TstComparedParts)
#include "tst_compared_parts.moc"
