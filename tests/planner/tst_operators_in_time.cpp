// SPDX-License-Identifier: GPL-3.0-or-later
// Passes operator by operator: what the evaluator's derivation sums up, in the order of the kernels.
#include "core/timeline/intervals.h"
#include "planner/compute/operator_times.h"
#include "planner/simulate/simulation.h"
#include "tests/planner/shipped.h"
#include "tests/support/random_slices.h"

#include <nlohmann/json.hpp>

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

Simulation simulated(const std::string& name, const std::string& machine, const Options& options)
{
    const core::ModelSpec spec = model(name);
    SimulationOptions how;
    how.detail = SimulationDetail::Operator;
    auto out = simulate(spec, hardware(machine), planOf(spec, options), how);
    if (!out.ok())
        qFatal("%s", out.error().args.empty() ? "" : out.error().args.front().c_str());
    return std::move(*out);
}

core::DerivationPtr derivation(const Simulation& simulation, const std::string& key)
{
    for (const auto& [name, why] : simulation.derivations) {
        if (name == key)
            return why;
    }
    return nullptr;
}

struct Slices {
    int number = 0;
    double seconds = 0;
};
/// The slices of \p stage's row of computing, by name.
std::map<std::string, Slices> slicesOf(const Simulation& simulation, std::int64_t stage)
{
    std::map<std::string, Slices> out;
    const core::Timeline& timeline = *simulation.run->timeline;
    for (const core::Track& track : timeline.tracks()) {
        if (!track.mesh || track.mesh->pipeline != stage)
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                Slices& of = out[std::string(timeline.names().text(timeline.name()[row]))];
                ++of.number;
                of.seconds += static_cast<double>(timeline.dur()[row]) * 1e-9;
            }
        }
    }
    return out;
}

/// One pass as it is drawn: where its rows lie, by operator and layer.
struct DrawnPass {
    std::map<std::string, std::vector<core::Interval>> rows;
    core::Interval whole;

    [[nodiscard]] std::vector<core::Interval> inOrder() const
    {
        std::vector<core::Interval> all;
        for (const auto& [row, times] : rows)
            all.insert(all.end(), times.begin(), times.end());
        std::ranges::sort(all, {}, &core::Interval::begin);
        return all;
    }
};

/// What the rank of the first stage does: forward and backward of each micro-batch, and what goes out beside
/// them.
struct DrawnStep {
    std::map<std::string, DrawnPass> passes;
    core::IntervalSet beside;
};
DrawnStep drawnStep(const Simulation& simulation)
{
    DrawnStep step;
    const core::Run& run = *simulation.run;
    const core::Timeline& timeline = *run.timeline;
    for (const core::Track& track : timeline.tracks()) {
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (track.source != 0)
                continue;
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const std::string name(timeline.names().text(timeline.name()[row]));
                const auto note = nlohmann::json::parse(run.arguments->arguments(timeline.args()[row]));
                const std::string pass = note.value("pass", "");
                const std::int64_t begin = timeline.ts()[row];
                const core::Interval time{begin, begin + timeline.dur()[row]};
                if (pass == "bucket")
                    step.beside.push_back(time);
                const bool whole = name.starts_with("PP:");
                if ((!whole && !note.contains("class")) || !note.contains("micro_batch"))
                    continue;
                DrawnPass& of = step.passes[(pass == "forward" ? "forward " : "backward ") +
                                            std::to_string(note["micro_batch"].get<int>())];
                if (whole)
                    of.whole = time;
                else
                    of.rows[pass + '|' + name + '|' + std::to_string(note.value("layer", -1)) + '|' +
                            std::to_string(note.value("place", -1))]
                        .push_back(time);
            }
        }
    }
    step.beside = core::unite(std::move(step.beside));
    return step;
}

double sum(const std::vector<OperatorTime>& all)
{
    double seconds = 0;
    for (const OperatorTime& one : all)
        seconds += one.seconds;
    return seconds;
}

} // namespace

class TstOperatorsInTime : public QObject {
    Q_OBJECT
private slots:
    void operatorsSumUpToTheirPass_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<QString>("recompute");
        QTest::newRow("megatron") << "gpt2"
                                  << "megatron"
                                  << "none";
        QTest::newRow("modules") << "gpt2"
                                 << "huggingface"
                                 << "full";
        QTest::newRow("gated") << "llama-2-7b"
                               << "megatron"
                               << "selective";
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "megatron"
                                 << "full";
        QTest::newRow("encoder and decoder") << "t5-11b"
                                             << "megatron"
                                             << "none";
    }
    void operatorsSumUpToTheirPass()
    {
        QFETCH(QString, model);
        QFETCH(QString, implementation);
        QFETCH(QString, recompute);
        const core::ModelSpec spec = tests::model(model.toStdString());
        const Simulation out = simulated(model.toStdString(), "h200-sxm",
                                         {{"micro-batch", "2"},
                                          {"micro-batches", "2"},
                                          {"implementation", implementation.toStdString()},
                                          {"recompute", recompute.toStdString()}});
        const Stage whole{0, 0, spec.transformer()->layers, true, true};
        for (const char* pass : {"forward", "backward", "recompute"}) {
            const core::DerivationPtr why = derivation(out, std::string("stage 0.") + pass);
            if (why == nullptr || why->value == 0)
                continue;
            const bool backward = std::string_view(pass) == "backward";
            const auto all = operatorTimes(why, spec, out.evaluation.plan, whole, backward);
            QVERIFY(all.size() > (std::string_view(pass) == "recompute" ? 0U : 3U));
            QVERIFY2(std::abs(sum(all) / why->value - 1) < 1e-9, pass);
            for (const OperatorTime& one : all)
                QVERIFY(!one.why || derivation(out, "stage 0." + derivationPath(pass, one)));
        }
        // And all that is drawn in a step is the closed form's parts, but for a nanosecond a slice.
        double drawn = 0;
        double number = 0;
        for (const auto& [name, of] : slicesOf(out, 0)) {
            if (name.starts_with("PP:") || name.starts_with("optimizer") || name.starts_with("nccl") ||
                name.starts_with("memcpy"))
                continue;
            drawn += of.seconds;
            number += of.number;
        }
        double told = 0;
        for (const char* pass : {"forward", "backward", "recompute"}) {
            const core::DerivationPtr why = derivation(out, std::string("stage 0.") + pass);
            told += why ? 2 * why->value : 0; // micro-batches
        }
        QVERIFY2(std::abs(drawn - told) <= 1e-9 * number,
                 qPrintable(QStringLiteral("%1 %2").arg(drawn).arg(told)));
    }
    /// An operator that layers and an end of the network have by one name is drawn in each as long as it
    /// takes there: GPT-2 drops out and norms twice in a layer, and once in an end on as many elements.
    void endsHaveTheirOwn_data()
    {
        QTest::addColumn<QString>("batch");
        for (const char* batch : {"1", "4", "8"})
            QTest::newRow(batch) << batch;
    }
    void endsHaveTheirOwn()
    {
        QFETCH(QString, batch);
        const DrawnStep step = drawnStep(simulated("gpt2", "h200-sxm",
                                                   {{"micro-batch", batch.toStdString()},
                                                    {"micro-batches", "2"},
                                                    {"implementation", "huggingface"}}));
        for (const char* name : {"dropout", "layer_norm"}) {
            for (const auto& [which, pass] : step.passes) {
                if (!which.starts_with("forward"))
                    continue;
                std::vector<double> ends;
                std::vector<double> layers;
                for (const auto& [row, times] : pass.rows) {
                    if (!row.starts_with(std::string("forward|") + name + '|'))
                        continue;
                    for (const core::Interval& time : times)
                        (row.find("|-1|") != std::string::npos ? ends : layers)
                            .push_back(static_cast<double>(time.end - time.begin));
                }
                QCOMPARE(ends.size(), std::size_t{1});
                QCOMPARE(layers.size(), std::size_t{12});
                for (const double layer : layers)
                    QVERIFY2(std::abs(layer - 2 * ends.front()) <= 3, name); // nanoseconds: both are rounded
            }
        }
    }
    void operatorsRunInTheOrderOfTheNetwork()
    {
        const core::ModelSpec spec = model("gpt2");
        const Simulation out = simulated("gpt2", "h200-sxm", {{"micro-batch", "4"}, {"micro-batches", "4"}});
        const Stage whole{0, 0, 12, true, true};
        const auto namesOf = [&](const char* pass, bool backward) {
            std::vector<std::string> names;
            for (const OperatorTime& one : operatorTimes(derivation(out, std::string("stage 0.") + pass),
                                                         spec, out.evaluation.plan, whole, backward))
                names.push_back(one.name);
            return names;
        };
        const std::vector<std::string> forward = namesOf("forward", false);
        const std::vector<std::string> backward = namesOf("backward", true);
        const auto before = [](const std::vector<std::string>& names, const char* a, const char* b) {
            return std::find(names.begin(), names.end(), a) < std::find(names.begin(), names.end(), b) &&
                   std::find(names.begin(), names.end(), b) != names.end();
        };
        for (const auto& [a, b] :
             {std::pair{"embedding_rows", "qkv_projection"}, std::pair{"qkv_projection", "output_projection"},
              std::pair{"output_projection", "feed_forward_in"},
              std::pair{"feed_forward_in", "feed_forward_out"}, std::pair{"feed_forward_out", "logits"}}) {
            QVERIFY2(before(forward, a, b), a);
            QVERIFY2(before(backward, b, a), a);
        }
        // Twelve layers, four micro-batches, forward and backward; the ends once each.
        std::map<std::string, Slices> slices = slicesOf(out, 0);
        QCOMPARE(slices["qkv_projection (gemm)"].number, 12 * 4 * 2);
        QCOMPARE(slices["attention"].number, 12 * 4);
        QCOMPARE(slices["logits (gemm)"].number, 4 * 2);
    }
    /// Whether others' traffic cuts a pass in pieces or lies before and behind it: the pass has the same
    /// rows, once each and one behind the other, which take as long as the pass computes.
    void piecesHaveThePassesRows_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("options");
        Dice dice(39);
        const char* const models[]{"gpt2", "gpt2-medium", "llama-2-7b", "mixtral-8x7b"};
        const char* const frameworks[]{"megatron", "deepspeed", "fsdp2", "huggingface", "torchtitan"};
        for (int number = 0; number < 24; ++number) {
            const char* const model = models[dice.below(4)];
            const QString options =
                QStringLiteral("replica %1 implementation %2 zero-stage %3 micro-batch %4 micro-batches %5 "
                               "recompute %6 sequence-length 512")
                    .arg(2 << dice.below(4))
                    .arg(frameworks[dice.below(5)])
                    .arg(dice.below(4))
                    .arg(1 << dice.below(3))
                    .arg(1 + dice.below(3))
                    .arg(dice.below(2) == 0 ? "none" : "full");
            QTest::addRow("%s %d", model, number) << QString(model) << options;
        }
    }
    void piecesHaveThePassesRows()
    {
        QFETCH(QString, model);
        QFETCH(QString, options);
        Options parsed;
        const QStringList words = options.split(QLatin1Char(' '));
        for (qsizetype at = 0; at + 1 < words.size(); at += 2)
            parsed.emplace_back(words[at].toStdString(), words[at + 1].toStdString());
        const core::ModelSpec spec = tests::model(model.toStdString());
        const auto drawn = [&](bool beside) {
            SimulationOptions how;
            how.detail = SimulationDetail::Operator;
            how.overlap = beside;
            auto out = simulate(spec, hardware("dgx-h100"), planOf(spec, parsed), how);
            if (!out.ok())
                qFatal("%s", out.error().args.empty() ? "" : out.error().args.front().c_str());
            return drawnStep(*out);
        };
        const DrawnStep whole = drawn(false);
        const DrawnStep cut = drawn(true);
        QVERIFY(whole.beside.empty());
        QCOMPARE(cut.passes.size(), whole.passes.size());
        for (const auto& [name, pass] : cut.passes) {
            const DrawnPass& other = whole.passes.at(name);
            QCOMPARE(pass.rows.size(), other.rows.size());
            const bool anyBeside = !core::intersect({pass.whole}, cut.beside).empty();
            for (const auto& [row, times] : pass.rows) {
                QVERIFY2(other.rows.contains(row), row.c_str());
                const std::vector<core::Interval>& others = other.rows.at(row);
                QCOMPARE(times.size(), others.size());
                // Collectives take processors from the rows that they lie beside.
                for (std::size_t at = 0; at < times.size(); ++at) {
                    const std::int64_t more =
                        times[at].end - times[at].begin - (others[at].end - others[at].begin);
                    const bool alone = anyBeside && core::intersect({times[at]}, cut.beside).empty();
                    QVERIFY2(more >= -2, row.c_str());
                    // Where a pass waits for weights a row may lie on either side of the wait.
                    if (alone && !options.contains(QLatin1String("zero-stage 3")))
                        QVERIFY2(more <= 2 + (others[at].end - others[at].begin) / 50, row.c_str());
                }
            }
            for (const DrawnPass* const one : {&pass, &other}) {
                std::int64_t until = one->whole.begin;
                for (const core::Interval& time : one->inOrder()) {
                    QVERIFY2(time.begin >= until, name.c_str());
                    until = time.end;
                }
                QVERIFY2(until <= one->whole.end + 1, name.c_str());
            }
        }
    }
    void endsAreWhereTheyAre()
    {
        // The first of four stages has the embedding, the last the head; interleaved, one chunk of each.
        for (const char* schedule : {"1f1b", "interleaved"}) {
            Options options{{"tensor", "8"},
                            {"pipeline", "4"},
                            {"schedule", schedule},
                            {"micro-batch", "1"},
                            {"global-batch", "8"}};
            if (std::string_view(schedule) == "interleaved")
                options.emplace_back("virtual-stages", "2");
            const Simulation out = simulated("megatron-22b", "dgx-a100-80g", options);
            for (std::int64_t stage = 0; stage < 4; ++stage) {
                std::map<std::string, Slices> slices = slicesOf(out, stage);
                QCOMPARE(slices.contains("embedding_rows"), stage == 0);
                QCOMPARE(slices.contains("logits (gemm)"), stage == 3);
                QCOMPARE(slices["qkv_projection (gemm)"].number, 12 * 8 * 2);
            }
        }
    }
};

SHARDSCOPE_TEST(TstOperatorsInTime)
#include "tst_operators_in_time.moc"
