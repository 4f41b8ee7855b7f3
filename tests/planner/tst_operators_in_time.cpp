// SPDX-License-Identifier: GPL-3.0-or-later
// Passes operator by operator: what the evaluator's derivation sums up, in the order of the kernels.
#include "planner/compute/operator_times.h"
#include "planner/simulate/simulation.h"
#include "tests/planner/shipped.h"

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
                QVERIFY(!one.why || derivation(out, std::string("stage 0.") + pass + "." + one.name));
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
