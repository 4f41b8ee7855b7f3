// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of pipelines against orders, times and peaks that papers and projects publish
// (tests/data/schedules, and ../shared/validation/schedules.json where it is), and against their laws.
#include "core/base/phrase.h"
#include "planner/engine/task_graph.h"
#include "planner/schedule/schedules.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest/QtTest>

#include <cmath>
#include <functional>

using namespace shardscope::planner;

namespace {

QJsonObject readObject(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}
const QJsonObject& shipped()
{
    static const QJsonObject all =
        readObject(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/schedules/schedules.json"));
    return all;
}

ScheduleCosts costsOf(const QJsonObject& json)
{
    ScheduleCosts costs;
    costs.forward = json["F"].toDouble();
    costs.inputGradient = json["I"].toDouble();
    costs.weightGradient = json["W"].toDouble();
    if (json.contains("B"))
        costs.backward = json["B"].toDouble();
    if (json.contains("OV"))
        costs.overlapped = json["OV"].toDouble();
    costs.communication = json["comm"].toDouble();
    return costs;
}

/// The shared file names schedules in its sources' words.
QJsonObject callOf(const QJsonObject& shared)
{
    const QString id = shared["id"].toString();
    const auto says = [&](const char* word) { return id.contains(QLatin1String(word)); };
    const std::pair<bool, const char*> rules[] = {
        {says("torch-csv-zb1p") || says("interleavedzb"), "interleaved_zero_bubble"},
        {says("dualpipev") || says("dualpipe_v"), "dualpipev"},
        {says("dualpipe"), "dualpipe"},
        {says("gpipe"), "gpipe"},
        {says("loopedbfs"), "breadth_first"},
        {says("interleave_overlap"), "interleaved_overlapped"},
        {says("1f1b_overlap"), "1f1b_overlapped"},
        // Other projects' own orders, which are none of ours: read as files.
        {says("primus-v-") || says("zbv-formatted") || says("1f1bv") || says("custom") || says("torch-v-"),
         "file"},
        {says("interleave") || says("vpp"), "interleaved"},
        {says("sail-zbv"), "zbv_heuristic"},
        {says("zbv"), "zbv"},
        {says("zb1p") && !says("victarry"), "zb1p"},
        {says("zb2p"), "zb2p"},
        {says("vhalf"), "v_half"},
        {says("vmin"), "v_min"},
        {says("zero-bubble-heuristic"), "zb1p"},
        {says("zbh1") || says("victarry-zb1p") || says("primus-zero-bubble"), "zb_h1"},
        {says("1f1b"), "1f1b"}};
    QJsonObject call;
    for (const auto& [applies, name] : rules) {
        if (!applies)
            continue;
        call["schedule"] = QLatin1String(name);
        break;
    }
    const QString name = call["schedule"].toString();
    call["pipeline"] = shared["p"];
    call["micro_batches"] = shared["m"];
    if (name.startsWith(QLatin1String("interleaved")) || name == QLatin1String("breadth_first"))
        call["virtual_stages"] = shared["v"];
    if (says("megatron") && id.contains(QLatin1String("-g")))
        call["group_size"] = id.section(QStringLiteral("-g"), 1).section(QLatin1Char('-'), 0, 0).toInt();
    if (says("moeoverlap"))
        call["extra_warm_up"] = 1;
    // Primus orders by a message of a thousandth of a pass, which decides between equals, and times without.
    if (says("mem10"))
        call["communication_when_ordered"] = 1;
    if (says("-mem"))
        call["activation_limit"] =
            id.section(QStringLiteral("-mem"), 1).section(QLatin1Char('-'), 0, 0).toInt();
    return call;
}

/// The shared cases that can be run, in the form of the shipped ones.
QJsonArray sharedCases()
{
    const QString root = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
    QJsonArray out;
    for (const QJsonValue value : readObject(root + "/validation/schedules.json")["cases"].toArray()) {
        const QJsonObject shared = value.toObject();
        QJsonObject one = shared;
        one["call"] = callOf(shared);
        const bool file = one["call"].toObject()["schedule"] == QLatin1String("file");
        const QJsonArray order = shared["order"].toArray();
        if (!shared["expect"].toObject().contains("step_time") || (file && order.isEmpty()))
            continue; // published figures without an order: shippedBubbles() has them
        QJsonObject costs = shared["cost_per_chunk"].toObject();
        costs["comm"] = shared["comm_between_ranks"].toDouble();
        one["costs"] = costs;
        QJsonArray rows;
        for (const QJsonValue rank : order) {
            QStringList cells;
            for (const QJsonValue cell : rank.toArray())
                cells << cell.toString().remove(QStringLiteral("OVERLAP_F_B"));
            rows.append(cells.join(QLatin1Char(' ')));
        }
        if (!rows.isEmpty())
            one["order"] = rows;
        out.append(one);
    }
    return out;
}

ScheduleRequest requestOf(const QJsonObject& call, const ScheduleCosts& costs)
{
    ScheduleRequest request;
    request.kind = *scheduleNamed(call["schedule"].toString().toStdString());
    request.pipeline = call["pipeline"].toInt();
    request.microBatches = call["micro_batches"].toInt();
    request.virtualStages = call["virtual_stages"].toInt();
    request.groupSize = call["group_size"].toInt();
    request.activationLimit = call["activation_limit"].toInt();
    request.extraWarmUp = call["extra_warm_up"].toInt();
    request.costs = costs;
    return request;
}

TimedSchedule timed(ScheduleRequest request)
{
    auto order = pipelineOrder(request);
    if (!order.ok())
        qFatal("%s", order.error().args.front().c_str());
    auto out = timeSchedule(*order, request.costs);
    if (!out.ok())
        qFatal("%s", out.error().args.front().c_str());
    return *out;
}
TimedSchedule timed(ScheduleKind kind, std::int64_t p, std::int64_t m, std::int64_t v = 0,
                    const ScheduleCosts& costs = {})
{
    ScheduleRequest request;
    request.kind = kind;
    request.pipeline = p;
    request.microBatches = m;
    request.virtualStages = v;
    request.costs = costs;
    return timed(request);
}

QString rowOf(const std::vector<Action>& actions)
{
    QStringList cells;
    for (const Action& action : actions)
        cells << QString::fromStdString(textOf(action));
    return cells.join(QLatin1Char(' '));
}

bool near(double value, double wanted)
{
    return std::abs(value - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
}

/// What differs from the case, "" where nothing does. Bubbles are printed with nine digits.
QString differences(const QJsonObject& one)
{
    const QJsonObject call = one["call"].toObject();
    const ScheduleCosts costs = costsOf(one["costs"].toObject());
    TimedSchedule schedule;
    const QJsonArray rows = one["order"].toArray();
    if (call["schedule"] == QLatin1String("file")) {
        QString csv;
        for (const QJsonValue row : rows)
            csv += row.toString()
                       .replace(QLatin1Char(')'), QLatin1String(")OVERLAP_F_B"))
                       .replace(QLatin1Char(' '), QLatin1Char(',')) +
                   QLatin1Char('\n');
        const auto order = readScheduleCsv(csv.toStdString());
        if (!order.ok())
            return QString::fromStdString(order.error().args.front());
        schedule = *timeSchedule(*order, costs);
    } else {
        ScheduleRequest request = requestOf(call, costs);
        request.costs.communication += call["communication_when_ordered"].toDouble();
        auto order = pipelineOrder(request);
        if (!order.ok())
            return QString::fromStdString(order.error().args.front());
        schedule = *timeSchedule(*order, costs);
    }
    for (qsizetype rank = 0; rank < rows.size(); ++rank) {
        if (rowOf(schedule.order.ranks[std::size_t(rank)]) != rows[rank].toString())
            return QStringLiteral("rank %1: ").arg(rank) + rowOf(schedule.order.ranks[std::size_t(rank)]);
    }
    const QJsonObject expect = one["expect"].toObject();
    if (!near(schedule.stepTime, expect["step_time"].toDouble()))
        return QStringLiteral("step %1").arg(schedule.stepTime);
    for (const auto& [key, value] : {std::pair{"bubble_over_step", schedule.bubbleOverStep},
                                     std::pair{"bubble_by_stage_span", schedule.bubbleByStageSpan}}) {
        if (expect.contains(QLatin1String(key)) &&
            std::abs(value - expect[QLatin1String(key)].toDouble()) > 6e-10)
            return QStringLiteral("%1 %2").arg(QLatin1String(key)).arg(value, 0, 'g', 12);
    }
    const std::pair<const char*, std::function<double(const RankFigures&)>> figures[] = {
        {"busy_per_rank", [](const RankFigures& f) { return f.busy; }},
        {"idle_per_rank", [](const RankFigures& f) { return f.idle; }},
        {"first_start_per_rank", [](const RankFigures& f) { return f.firstStart; }},
        {"last_end_per_rank", [](const RankFigures& f) { return f.lastEnd; }},
        {"peak_chunks_held_until_weight_grad",
         [](const RankFigures& f) { return double(f.peakChunksUntilWeightGradient); }},
        {"peak_chunks_held_until_input_grad",
         [](const RankFigures& f) { return double(f.peakChunksUntilInputGradient); }},
        {"forwards_before_first_backward",
         [](const RankFigures& f) { return double(f.forwardsBeforeFirstBackward); }}};
    for (const auto& [key, figure] : figures) {
        const QJsonArray wanted = expect[QLatin1String(key)].toArray();
        for (qsizetype rank = 0; rank < wanted.size(); ++rank) {
            if (!near(figure(schedule.ranks[std::size_t(rank)]), wanted[rank].toDouble()))
                return QStringLiteral("%1 of rank %2").arg(QLatin1String(key)).arg(rank);
        }
    }
    return {};
}

void checkAll(const QJsonArray& cases)
{
    for (const QJsonValue value : cases) {
        const QJsonObject one = value.toObject();
        const QString found = differences(one);
        QVERIFY2(found.isEmpty(), qPrintable(one["id"].toString() + ": " + found));
    }
}

const QJsonObject caseCosts(const QJsonObject& one) { return one["costs_ms"].toObject(); }

} // namespace

class TstSchedules : public QObject {
    Q_OBJECT
private slots:
    void shippedCases()
    {
        const QJsonArray cases = shipped()["cases"].toArray();
        QVERIFY(cases.size() > 50);
        checkAll(cases);
    }
    void sharedCasesAgree()
    {
        const QJsonArray cases = sharedCases();
        if (cases.isEmpty())
            QSKIP("the shared cases are not here");
        QCOMPARE(cases.size(), qsizetype{74});
        checkAll(cases);
    }
    /// Cases that write orders in their projects' own forms: Megatron-LM as signed chunks of its first rank,
    /// or as warm-ups; DeepSpeed as "F0@0". The others that sharedCases() leaves out are published figures
    /// without orders: two tables of bubbles, a formula, and a heuristic of Primus whose order is not written
    /// down.
    void sharedOrdersInOtherForms()
    {
        const QString root = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const QJsonArray all = readObject(root + "/validation/schedules.json")["cases"].toArray();
        if (all.isEmpty())
            QSKIP("the shared cases are not here");
        int checked = 0;
        for (const QJsonValue value : all) {
            const QJsonObject one = value.toObject();
            const QJsonObject expect = one["expect"].toObject();
            const QString id = one["id"].toString();
            ScheduleRequest request;
            request.pipeline = one["p"].toInt();
            request.microBatches = one["m"].toInt();
            request.kind = ScheduleKind::OneForwardOneBackward;
            if (id.startsWith(QLatin1String("megatron")) && one["v"].toInt() > 1) {
                request.kind = ScheduleKind::Interleaved;
                request.virtualStages = one["v"].toInt();
                request.groupSize =
                    id.contains(QLatin1String("-n3"))
                        ? 3
                        : id.section(QStringLiteral("-g"), 1).section(QLatin1Char('-'), 0, 0).toInt();
            }
            if (expect.contains(QLatin1String("compute_per_stage"))) {
                const TimedSchedule schedule = timed(request);
                const QJsonArray stages = expect["compute_per_stage"].toArray();
                QCOMPARE(stages.size(), qsizetype(request.pipeline));
                for (qsizetype rank = 0; rank < stages.size(); ++rank) {
                    QStringList cells; // "F0@4": forward of micro-batch 0 in the fifth slot
                    for (const QJsonValue cell : stages[rank].toArray())
                        cells << QString::number(rank) + cell.toString().section(QLatin1Char('@'), 0, 0);
                    QCOMPARE(rowOf(schedule.order.ranks[std::size_t(rank)]), cells.join(QLatin1Char(' ')));
                }
                ++checked;
            } else if (expect.contains(QLatin1String("order_positive_forward_negative_backward"))) {
                const TimedSchedule schedule = timed(request);
                const QJsonArray micros = expect["microbatch_of_virtual_id"].toArray();
                const QJsonArray chunks = expect["order_positive_forward_negative_backward"].toArray();
                const std::vector<Action>& actions = schedule.order.ranks[0];
                QCOMPARE(qsizetype(actions.size()), chunks.size());
                qsizetype forwards = 0;
                for (qsizetype at = 0; at < chunks.size(); ++at) {
                    const Action& action = actions[std::size_t(at)];
                    const bool forward = action.kind == ActionKind::Forward;
                    const int chunk = 1 + int(action.stage / request.pipeline);
                    QCOMPARE(forward ? chunk : -chunk, chunks[at].toInt());
                    if (forward)
                        QCOMPARE(int(action.microBatch), micros[forwards++].toInt());
                }
                ++checked;
            } else if (expect.contains(QLatin1String("warmup_per_rank"))) {
                const TimedSchedule schedule = timed(request);
                const QJsonArray warmUps = expect["warmup_per_rank"].toArray();
                QCOMPARE(qsizetype(schedule.ranks.size()), warmUps.size());
                for (qsizetype rank = 0; rank < warmUps.size(); ++rank) {
                    // One more before the first backward: the steady part begins with a forward.
                    QCOMPARE(int(schedule.ranks[std::size_t(rank)].forwardsBeforeFirstBackward),
                             warmUps[rank].toInt() + 1);
                    QCOMPARE(int(schedule.order.ranks[std::size_t(rank)].size()),
                             expect["order_length"].toInt());
                }
                ++checked;
            }
        }
        QCOMPARE(checked, 9);
    }
    void publishedBubbles()
    {
        // arXiv:2401.10241, Tables 5 and 9, to the four digits printed. Its interleaved 1F1B is a formula,
        // not a simulation: (p-1)(F+B+W)/v and a hop for each message but those of one round.
        const std::pair<const char*, ScheduleKind> kinds[] = {{"1F1B", ScheduleKind::OneForwardOneBackward},
                                                              {"ZB-H1", ScheduleKind::ZbH1},
                                                              {"ZB-H2", ScheduleKind::ZbH2},
                                                              {"ZB-1p", ScheduleKind::Zb1p},
                                                              {"ZB-2p", ScheduleKind::Zb2p}};
        const QJsonArray rows = shipped()["published_bubbles"].toArray();
        QCOMPARE(rows.size(), qsizetype{7});
        for (const QJsonValue value : rows) {
            const QJsonObject row = value.toObject();
            const ScheduleCosts costs = costsOf(caseCosts(row));
            for (const auto& [name, kind] : kinds) {
                const double bubble =
                    timed(kind, row["pipeline"].toInt(), row["micro_batches"].toInt(), 0, costs)
                        .bubbleByStageSpan;
                const double printed = row["published"].toObject()[QLatin1String(name)].toDouble();
                QVERIFY2(std::abs(bubble - printed) <= 0.5001e-4,
                         qPrintable(row["id"].toString() + " " + name + QStringLiteral(" %1").arg(bubble)));
            }
        }
    }
    void warmUpsAreMegatrons()
    {
        for (const QJsonValue value : shipped()["warm_ups"].toArray()) {
            const QJsonObject one = value.toObject();
            QJsonObject call = one;
            call["schedule"] = QStringLiteral("interleaved");
            const auto order = pipelineOrder(requestOf(call, {}));
            QVERIFY(order.ok());
            const QJsonArray warmUps = one["warm_up"].toArray();
            for (std::size_t rank = 0; rank < order->ranks.size(); ++rank) {
                const std::vector<Action>& actions = order->ranks[rank];
                QCOMPARE(int(actions.size()), one["order_length"].toInt());
                std::int64_t forwards = 0;
                while (actions[std::size_t(forwards)].kind == ActionKind::Forward)
                    ++forwards;
                // The first forward of the steady state stands before the first backward.
                QCOMPARE(forwards, std::int64_t(warmUps[qsizetype(rank)].toInt() + 1));
            }
        }
    }
    void closedFormsHold()
    {
        for (const std::int64_t p : {2, 4, 7}) {
            for (const std::int64_t m : {7, 8, 21}) {
                const ScheduleCosts costs{2, 1.5, 2.5, {}, {}, 0};
                const double both = 6;
                const double ideal = double(m) * both;
                const double plain = timed(ScheduleKind::OneForwardOneBackward, p, m, 0, costs).stepTime;
                QVERIFY(near(plain, ideal + double(p - 1) * both));
                QVERIFY(near(timed(ScheduleKind::Gpipe, p, m, 0, costs).stepTime, plain));
                if (m % p == 0)
                    QVERIFY(near(timed(ScheduleKind::Interleaved, p, m, 3, costs).stepTime,
                                 3 * ideal + double(p - 1) * both));
                for (const ScheduleKind zero : {ScheduleKind::ZbH1, ScheduleKind::Zb1p, ScheduleKind::Zb2p})
                    QVERIFY(timed(zero, p, m, 0, costs).stepTime <= plain + 1e-9);
                QCOMPARE(
                    timed(ScheduleKind::OneForwardOneBackward, p, m).ranks[0].peakChunksUntilWeightGradient,
                    std::min(p, m));
                QCOMPARE(timed(ScheduleKind::Gpipe, p, m).ranks[0].peakChunksUntilWeightGradient, m);
            }
        }
        // DualPipe's README: (p/2 - 1)(OV + B - 3W).
        const ScheduleCosts pairs{1, 1, 1, 2.0, 2.5, 0};
        const TimedSchedule dual = timed(ScheduleKind::DualPipe, 8, 16, 0, pairs);
        QVERIFY(near(dual.bubbleOverStep * dual.stepTime, 3 * (2.5 + 2 - 3)));
    }
    void othersClosedForms()
    {
        // Victarry's formula.py, costs of a rank F = D = W = 2, pair 5.5: two chunks a rank.
        const ScheduleCosts halves{1, 1, 1, 2.0, 2.75, 0};
        QVERIFY(near(timed(ScheduleKind::DualPipeV, 4, 16, 0, halves).stepTime, 95.5));
        QVERIFY(near(timed(ScheduleKind::InterleavedOverlapped, 4, 16, 2, halves).stepTime, 98.25));
        // DeepSpeed's TrainSchedule: 2(m + p - 1) steps of one pass each.
        const ScheduleCosts unit{1, 0.5, 0.5, 1.0, {}, 0};
        QVERIFY(near(timed(ScheduleKind::OneForwardOneBackward, 3, 4, 0, unit).stepTime, 12));
        QVERIFY(near(timed(ScheduleKind::OneForwardOneBackward, 2, 3, 0, unit).stepTime, 8));
    }
    void everyScheduleConservesItsWork()
    {
        for (const ScheduleName& name : scheduleNames()) {
            ScheduleRequest request;
            request.kind = name.kind;
            request.pipeline = 4;
            request.microBatches = 12;
            request.costs = {1, 1.25, 0.75, 2.0, 3.0, 0.125};
            const TimedSchedule schedule = timed(request);
            std::size_t forwards = 0;
            for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
                const auto& spans = schedule.spans[rank];
                for (std::size_t index = 0; index < spans.size(); ++index) {
                    const Action& action = schedule.order.ranks[rank][index];
                    forwards += action.kind == ActionKind::Forward || action.kind == ActionKind::Overlapped;
                    QVERIFY(index == 0 || spans[index].start >= spans[index - 1].end);
                    for (const ActionPlace& place : dependenciesOf(schedule.order, action)) {
                        const double wire = place.rank == std::int32_t(rank) ? 0 : 0.125;
                        const double end =
                            schedule.spans[std::size_t(place.rank)][std::size_t(place.index)].end;
                        QVERIFY(spans[index].start >= end + wire - 1e-12);
                    }
                }
                // Gradients apart, whole or in pairs: the same work, on every rank.
                QVERIFY(near(schedule.ranks[rank].busy, 3.0 * double(schedule.order.chunksPerRank()) *
                                                            double(schedule.order.microBatches)));
                QVERIFY(schedule.stepTime >= schedule.ranks[rank].busy);
            }
            QCOMPARE(forwards, std::size_t(schedule.order.stages) * std::size_t(schedule.order.microBatches));
            // Written for PyTorch and read again it is the same.
            const auto again = readScheduleCsv(scheduleCsv(schedule.order));
            QVERIFY(again.ok());
            QVERIFY(again->ranks == schedule.order.ranks);
            QCOMPARE(again->chain, schedule.order.chain);
            QVERIFY(near(timeSchedule(*again, request.costs)->stepTime, schedule.stepTime));
        }
    }
    void filesOfOlderVersions()
    {
        // torch's v-shaped test schedule: I is written B, and what is sent is a cell of its own.
        const std::string text = "0F0,0SEND_F0,0F1,0SEND_F1,3RECV_F0,3F0,3B0,3SEND_B0,3RECV_F1,3F1,3B1,"
                                 "3SEND_B1,0RECV_B0,0B0,3W0,0RECV_B1,0B1,3W1,0W0,0W1\n"
                                 "1RECV_F0,1RECV_F1,1F0,2F0,2SEND_F0,1F1,2RECV_B0,2F1,2SEND_F1,2B0,2RECV_B1,"
                                 "1B0,1SEND_B0,2B1,1B1,1SEND_B1,2W0,2W1,1W0,1W1\n";
        const auto order = readScheduleCsv(text);
        QVERIFY(order.ok());
        QCOMPARE(rowOf(order->ranks[0]), QString("0F0 0F1 3F0 3I0 3F1 3I1 0I0 3W0 0I1 3W1 0W0 0W1"));
        QVERIFY(near(timeSchedule(*order, {})->stepTime, 13));
    }
    void whatIsWrongIsNamed()
    {
        const auto error = [](const std::string& text) {
            const auto order = readScheduleCsv(text);
            const auto timedOrder = order.ok() ? timeSchedule(*order, {}) : order.error();
            return timedOrder.ok() ? std::string("none") : timedOrder.error().args.front();
        };
        QVERIFY(error("0F0,0X0\n").find("0X0") != std::string::npos);
        QCOMPARE(QString::fromStdString(error("0F0,0F0,0B0\n")),
                 QString::fromStdString(shardscope::core::phrase("%1 stands twice", {"0F0"})));
        QCOMPARE(QString::fromStdString(error("0F0,0B0\n0F1,0B1\n")),
                 QString::fromStdString(
                     shardscope::core::phrase("stage %1 is on rank %2 and on rank %3", {"0", "0", "1"})));
        QCOMPARE(QString::fromStdString(error("0F0,0I0\n")),
                 QString::fromStdString(shardscope::core::phrase(
                     "the backward of micro-batch %1 in stage %2 is missing", {"0", "0"})));
        QVERIFY(error("0B0,0F0\n").find("can never start") != std::string::npos);
        QCOMPARE(readScheduleCsv("0F0,0B0\n0Q1\n").error().place.line.value_or(0), std::uint64_t{2});
        ScheduleRequest odd;
        odd.kind = ScheduleKind::DualPipe;
        odd.pipeline = 3;
        odd.microBatches = 12;
        QVERIFY(pipelineOrder(odd).error().place.file == "--pipeline");
        odd.pipeline = 4;
        odd.microBatches = 6;
        QVERIFY(pipelineOrder(odd).error().place.file == "--micro-batches");
        QVERIFY(scheduleNamed("zb_v").error().args[1] == "zbv");
    }
    void transfersShareALink()
    {
        // Two of 2 s at once take 4 s; one that joins half way makes both slower; two fit on a double link.
        TaskGraph graph;
        const std::uint32_t link = graph.addLink();
        const TaskIndex first = graph.add(2, kNone, link);
        const TaskIndex wait = graph.add(1);
        const TaskIndex second = graph.add(2, kNone, link);
        graph.after(second, wait);
        auto times = runTasks(graph);
        QVERIFY(times.ok());
        QVERIFY(near(times->end[first], 3));
        QVERIFY(near(times->end[second], 4));
        TaskGraph wide;
        const std::uint32_t two = wide.addLink(2);
        for (int index = 0; index < 3; ++index)
            wide.add(2, kNone, two);
        times = runTasks(wide);
        QVERIFY(near(times->makespan, 3));
        TaskGraph circle;
        circle.after(circle.add(1), 1);
        circle.after(circle.add(1), 0);
        QVERIFY(!runTasks(circle).ok());
    }
};

SHARDSCOPE_TEST(TstSchedules)
#include "tst_schedules.moc"
