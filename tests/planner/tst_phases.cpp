// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution: where a stage is cut, what each part holds and streams.
#include "planner/formula/phase_cut.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

double real(const Table& table, std::size_t row, const char* column)
{
    return std::get<double>(table.rows[row][*table.columnIndex(column)]);
}
std::string text(const Table& table, std::size_t row, const char* column)
{
    return std::get<std::string>(table.rows[row][*table.columnIndex(column)]);
}
std::int64_t whole(const Table& table, std::size_t row, const char* column)
{
    return std::get<std::int64_t>(table.rows[row][*table.columnIndex(column)]);
}
bool flag(const Table& table, std::size_t row, const char* column)
{
    return std::get<bool>(table.rows[row][*table.columnIndex(column)]);
}

struct Phased {
    Evaluation evaluation;
    Table phases;
    Table matrix;
};
Phased phasedOf(const char* name, const char* machine,
                const std::vector<std::pair<std::string, std::string>>& options)
{
    const ModelSpec model = *catalog().model(name);
    const HardwareSpec hardware = *catalog().hardware(machine);
    const Plan plan = planOf(model, options);
    const auto evaluation = evaluate(model, hardware, plan, Detail::Plain);
    const auto report = phaseReport(model, hardware, plan);
    if (!evaluation.ok() || !report.ok())
        qFatal("not phased");
    return {*evaluation, report->tables.at(0), report->tables.at(1)};
}

} // namespace

class TstPhases : public QObject {
    Q_OBJECT
private slots:
    /// graphcore/examples, nlp/bert/popxl: the embedding, 24 layers and the head, each a phase; 16 replicas
    /// of a micro-batch of 8.
    void bertLargeOfPopXl()
    {
        const Phased bert = phasedOf("bert-large", "ipu-pod16",
                                     {{"implementation", "popart"},
                                      {"precision-weights", "fp16"},
                                      {"replica", "16"},
                                      {"micro-batch", "8"},
                                      {"micro-batches", "16"},
                                      {"phases", "26"},
                                      {"io-tiles", "64"},
                                      {"sequence-length", "128"}});
        QCOMPARE(bert.evaluation.plan.batch.globalBatch, std::int64_t{2048});
        QCOMPARE(bert.phases.rows.size(), std::size_t{26});
        QCOMPARE(text(bert.phases, 0, "first"), std::string("embedding"));
        QCOMPARE(text(bert.phases, 25, "last"), std::string("head"));
        for (std::size_t phase = 1; phase < 25; ++phase)
            QCOMPARE(text(bert.phases, phase, "last"), "layer " + std::to_string(phase - 1));
        // A layer of BERT-Large: 12 h² + 13 h elements of two bytes (arXiv:1810.04805).
        const double h = 1024;
        QCOMPARE(real(bert.phases, 3, "weights_bytes"), 2 * (12 * h * h + 13 * h));
        // 64 of 1472 tiles are taken from the processor's memory.
        const double tiles = bert.evaluation.memory.held(0, Tier::Device, Purpose::Buffers).value();
        QVERIFY(near(tiles, 900e6 * 64 / 1472, 1e-7)); // whole bytes
        QVERIFY(flag(bert.phases, 3, "fits"));
    }

    /// Without IO tiles streaming and computing take turns; with them one hides the other, and too many slow
    /// it down.
    void ioTilesHideStreaming()
    {
        const auto step = [](const char* tiles) {
            const Phased gpt = phasedOf("gpt3-175b", "ipu-pod256",
                                        {{"tensor", "8"},
                                         {"pipeline", "8"},
                                         {"replica", "4"},
                                         {"precision-weights", "fp16"},
                                         {"precision-gradients", "fp16"},
                                         {"phases", "26"},
                                         {"micro-batches", "32"},
                                         {"io-tiles", tiles}});
            double exposed = 0;
            for (std::size_t row = 0; row < gpt.phases.rows.size(); ++row)
                exposed += real(gpt.phases, row, "exposed_seconds");
            return std::pair(gpt.evaluation.step.at(StepPart::Total).seconds.value(), exposed);
        };
        const auto none = step("0");
        const auto few = step("8");
        const auto some = step("64");
        const auto many = step("736");
        QVERIFY(none.second > few.second);
        QVERIFY(few.second > some.second);
        QVERIFY(none.first > some.first);
        QVERIFY(many.first > some.first); // half of the tiles compute
    }

    void rowsAddUpToTheEvaluation()
    {
        for (const char* phases : {"5", "14", "26"}) {
            const Phased gpt = phasedOf("gpt2", "ipu-pod16",
                                        {{"implementation", "popart"},
                                         {"precision-weights", "fp16"},
                                         {"replica", "4"},
                                         {"rts", "4"},
                                         {"micro-batches", "8"},
                                         {"phases", phases}});
            double streamed = 0;
            double largest = 0;
            double computing = 0;
            for (std::size_t row = 0; row < gpt.phases.rows.size(); ++row) {
                streamed +=
                    real(gpt.phases, row, "streamed_in_bytes") + real(gpt.phases, row, "streamed_out_bytes");
                largest = std::max(largest, real(gpt.phases, row, "resident_bytes"));
                computing += real(gpt.phases, row, "computing_seconds");
            }
            double moved = 0;
            for (const CommunicationEntry& entry : gpt.evaluation.communication)
                moved += entry.operation == Transfer::Streaming ? entry.bytesPerRank.value() : 0;
            const auto held = [&](Tier tier, Purpose purpose) {
                return gpt.evaluation.memory.held(0, tier, purpose).value();
            };
            const double update = 2 * (held(Tier::Streaming, Purpose::OptimizerState) +
                                       held(Tier::Streaming, Purpose::MasterWeights));
            QVERIFY(near(streamed, moved - update));
            // What the phases gather is what the step's collective is said to; GPT-2's tied table is loaded
            // at both ends and gathered for each.
            double gathered = 0;
            for (std::size_t row = 0; row < gpt.phases.rows.size(); ++row)
                gathered += real(gpt.phases, row, "gathered_bytes");
            double collective = 0;
            for (const CommunicationEntry& entry : gpt.evaluation.communication)
                collective += entry.operation == Transfer::AllGather && entry.group == TrafficGroup::Replica
                                  ? entry.bytesPerRank.value()
                                  : 0;
            QVERIFY(gathered >
                    2 * 2 * (124'439'808.0 + 50257.0 * 768) * 0.99); // forward and backward, 2 B each
            QVERIFY2(std::abs(gathered / collective - 1) < 1e-3,
                     qPrintable(QString::number(gathered / collective)));
            double peak = 0;
            for (const TierUse& use : gpt.evaluation.memory.tiers)
                peak = use.tier == Tier::Device ? use.peak.value() : peak;
            QVERIFY(near(largest, peak));
            const auto part = [&](StepPart which) { return gpt.evaluation.step.at(which).seconds.value(); };
            QVERIFY(near(computing,
                         part(StepPart::Forward) + part(StepPart::Backward) + part(StepPart::Recompute)));
        }
    }

    void matrixOfResNet()
    {
        const Phased net = phasedOf("resnet-50", "ipu-pod16",
                                    {{"implementation", "popart"},
                                     {"precision-weights", "fp16"},
                                     {"micro-batch", "20"},
                                     {"phases", "8"},
                                     {"schedule", "phased"}});
        QCOMPARE(net.phases.rows.size(), std::size_t{8});
        double weights = 0;
        std::set<std::int64_t> seen;
        std::int64_t last = 0;
        for (std::size_t row = 0; row < net.matrix.rows.size(); ++row) {
            const std::int64_t phase = whole(net.matrix, row, "phase");
            QVERIFY(phase >= last);
            last = phase;
            if (flag(net.matrix, row, "loading"))
                continue;
            weights += real(net.matrix, row, "weights_bytes");
            QVERIFY(seen.insert(whole(net.matrix, row, "layer")).second);
        }
        QCOMPARE(weights, 2 * 25557032.0); // torchvision: 25,557,032 parameters
        const auto layers =
            static_cast<std::int64_t>(catalog().model("resnet-50")->layerList()->layers.size());
        QCOMPARE(static_cast<std::int64_t>(seen.size()), layers);
        QCOMPARE(*seen.rbegin(), layers - 1);
    }

    void cutsSoThatTheLargestPartIsSmall()
    {
        PhaseSizes sizes;
        sizes.embedding = 5;
        sizes.head = 1;
        sizes.layers = {4, 4, 4, 4};
        sizes.attentionShares = {0.25, 0.25, 0.25, 0.25};
        const Stage stage{0, 0, 4, true, true};
        const auto three = cutIntoPhases(stage, 3, sizes);
        QCOMPARE(three.size(), std::size_t{3}); // 5+4 | 4+4 | 4+1
        QCOMPARE(three[0].stage.layers, std::int64_t{1});
        QCOMPARE(three[1].stage.layers, std::int64_t{2});
        QVERIFY(three[2].stage.last && three[2].stage.layers == 1);
        const auto six = cutIntoPhases(stage, 6, sizes);
        QCOMPARE(six.size(), std::size_t{6});
        QVERIFY(six[0].stage.first && six[0].stage.layers == 0);
        const auto eight = cutIntoPhases(stage, 8, sizes);
        QCOMPARE(eight.size(), std::size_t{8});
        QVERIFY(eight[1].half == LayerHalf::Attention && eight[2].half == LayerHalf::FeedForward);
        QCOMPARE(eight[2].share, 0.75);
        QCOMPARE(cutIntoPhases(stage, 99, sizes).size(), std::size_t{10});
        QCOMPARE(cutIntoPhases(stage, 1, sizes).size(), std::size_t{1});
    }

    void refusesWhatHasNoPhases()
    {
        const ModelSpec model = *catalog().model("gpt2");
        const HardwareSpec hardware = *catalog().hardware("ipu-pod16");
        QCOMPARE(phaseReport(model, hardware, planOf(model, {})).error().code, ErrorCode::NotSupported);
        const Plan phased = planOf(model, {{"phases", "4"}});
        QCOMPARE(phaseReport(model, hardware, phased, 1).error().code, ErrorCode::OutOfRange);
    }
};

SHARDSCOPE_TEST(TstPhases)
#include "tst_phases.moc"
