// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by what repeats, and rows that are each other's by their place in one: in sequences drawn at random,
// in planted trainings, and in the recordings whose layers are known.
#include "profiler/compare/layers.h"
#include "profiler/compare/place_match.h"
#include "profiler/compare/step_difference.h"
#include "profiler/compare/work_keys.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/planted_training.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <random>
#include <set>

namespace shardscope::profiler {

using core::Pass;

namespace {

ComparedSteps stepsOf(const tests::Training& training)
{
    const tests::ScratchFolder folder;
    std::vector<std::filesystem::path> files;
    for (const std::string& text : tests::recorded(training).files)
        files.push_back(folder.write("rank" + std::to_string(files.size()) + ".json", text));
    const AnalysisInput input(tests::imported(files).run);
    return {stepAccounts(input, {}).value(), {}};
}

/// The kernels of one pass of a run by layers, as the rows say.
struct Layered {
    std::size_t layers = 0;
    std::size_t kernels = 0; ///< of a layer and micro-batch
};
Layered layeredOf(const AnalysisInput& input, const std::set<Pass>& passes)
{
    const WorkKeys keys = workKeys(input, 0, {}).value();
    std::map<int, std::size_t> rows;
    std::size_t first = 0; // calls of a place that a layer has once tell how often it ran
    std::map<std::pair<int, std::uint32_t>, std::size_t> calls;
    for (const std::uint32_t key : keys.of) {
        const core::WorkKey& one = keys.keys[key];
        if (!passes.contains(one.pass) || one.at.layer < 0)
            continue;
        ++rows[one.at.layer];
        ++calls[{one.at.layer, key}];
    }
    for (const auto& [of, count] : calls)
        first = first == 0 ? count : std::min(first, count);
    return {rows.size(), first == 0 ? 0 : rows[0] / first};
}

} // namespace
} // namespace shardscope::profiler

using namespace shardscope;
using namespace shardscope::profiler;

class TstLayers : public QObject {
    Q_OBJECT
private slots:
    /// Whatever stands around them, layers that are half of a pass are found, each where it is.
    void whatRepeatsIsFound()
    {
        std::mt19937 random(7);
        const auto between = [&](int least, int most) {
            return static_cast<std::size_t>(std::uniform_int_distribution<int>(least, most)(random));
        };
        for (int round = 0; round < 400; ++round) {
            const std::size_t period = between(2, 40);
            const std::size_t layers = between(3, 30);
            std::vector<std::uint32_t> layer;
            for (std::size_t at = 0; at < period; ++at)
                layer.push_back(static_cast<std::uint32_t>(between(0, 6)));
            layer.front() = 99; // so that nothing smaller repeats
            std::vector<std::uint32_t> names;
            const std::size_t front = between(0, static_cast<int>(period * layers / 3));
            for (std::size_t at = 0; at < front; ++at)
                names.push_back(static_cast<std::uint32_t>(100 + names.size()));
            for (std::size_t at = 0; at < period * layers; ++at)
                names.push_back(layer[at % period]);
            for (std::size_t at = between(0, static_cast<int>(period * layers / 3)); at > 0; --at)
                names.push_back(static_cast<std::uint32_t>(100 + names.size()));
            const auto found = repetitionOf(names);
            QVERIFY(found);
            QCOMPARE(found->period, period);
            QCOMPARE(found->begin, front);
            QCOMPARE(found->count(), layers);
        }
        QVERIFY(!repetitionOf(std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
        QVERIFY(!repetitionOf(std::vector<std::uint32_t>{}));
    }

    void layersOfTrainings_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("chain");
        QTest::addColumn<bool>("recompute");
        QTest::newRow("plain") << 6 << 0 << false;
        QTest::newRow("a chain") << 5 << 3 << false;
        QTest::newRow("recompute") << 7 << 1 << true;
    }
    void layersOfTrainings()
    {
        QFETCH(int, layers);
        QFETCH(int, chain);
        QFETCH(bool, recompute);
        tests::Training training;
        training.layers = layers;
        training.chain = chain;
        training.recompute = recompute;
        training.product = 400;
        const tests::ScratchFolder folder;
        const AnalysisInput input(
            tests::imported(folder.write("run.json", tests::recorded(training).files.front())).run);
        const Layered forward = layeredOf(input, {Pass::Forward});
        const Layered backward = layeredOf(input, {Pass::Backward});
        QCOMPARE(forward.layers, static_cast<std::size_t>(layers));
        QCOMPARE(forward.kernels, static_cast<std::size_t>(5 + chain));
        QCOMPARE(backward.layers, static_cast<std::size_t>(layers));
        QCOMPARE(backward.kernels, std::size_t{7});
        // Places are calls: two products of one shape are not one row.
        for (const DeviceAccount& device : stepsOf(training).devices) {
            std::set<std::int16_t> products;
            for (const auto& [key, counted] : device.rows) {
                if (key.pass == Pass::Forward && key.kind == core::WorkClass::Product)
                    products.insert(key.at.place);
            }
            QCOMPARE(products.size(), std::size_t{2});
        }
    }

    /// One layer of several is slower: its rows say so, and no others.
    void aSlowLayerIsSeen_data()
    {
        QTest::addColumn<int>("layer");
        for (const int layer : {0, 3, 7})
            QTest::addRow("layer %d", layer) << layer;
    }
    void aSlowLayerIsSeen()
    {
        QFETCH(int, layer);
        tests::Training before;
        before.layers = 8;
        before.product = 400;
        before.gelu = before.norm = 100;
        tests::Training after = before;
        after.slowLayer = layer;
        after.slowLayerBy = 1.5;
        const StepDifference difference = stepDifference(stepsOf(before), stepsOf(after));
        double told = 0;
        for (const RowDifference& row : difference.rows) {
            if (row.change == RowChange::Same)
                continue;
            QVERIFY(row.change == RowChange::Slower);
            QCOMPARE(row.layers.size(), std::size_t{1});
            QCOMPARE(static_cast<int>(row.layers.front()), layer);
            told += row.seconds();
        }
        const double truth = 0.5e-6 * before.microBatches *
                             (6 * before.product + 3 * before.attention + 2 * before.gelu + 2 * before.norm);
        QVERIFY2(std::abs(told - truth) < 0.05 * truth, std::to_string(told / truth).c_str());
    }

    /// A chain on one side is the fused kernel of the other: one row, replaced, and no row new or gone.
    void fusedChainsMeetTheirOperators()
    {
        tests::Training before;
        before.chain = 2;
        before.product = 400;
        tests::Training after = before;
        after.fused = true;
        const ComparedSteps a = stepsOf(before);
        const ComparedSteps b = stepsOf(after);
        for (const auto& [one, other, sign] : {std::tuple(&a, &b, -1.0), std::tuple(&b, &a, 1.0)}) {
            const StepDifference difference = stepDifference(*one, *other);
            const RowDifference& row = difference.rows.front();
            QVERIFY(row.match == RowMatch::Place && row.change == RowChange::Replaced);
            QCOMPARE(row.operationsA.size() + row.operationsB.size(), std::size_t{4});
            const double truth = sign * 2e-6 * before.gelu * before.layers * before.microBatches;
            QVERIFY2(std::abs(row.seconds() - truth) < 0.05 * std::abs(truth),
                     std::to_string(row.seconds() / truth).c_str());
            for (const RowDifference& any : difference.rows)
                QVERIFY(any.match != RowMatch::OnlyA && any.match != RowMatch::OnlyB);
        }
    }

    /// A plan's words beside a program's: classes, shapes and order tell.
    void plansMeetPrograms()
    {
        const auto key = [](core::WorkClass kind, const char* operation, const char* shape) {
            core::WorkKey one;
            one.pass = Pass::Forward;
            one.kind = kind;
            one.operation = operation;
            one.shape = shape;
            return one;
        };
        using enum core::WorkClass;
        const std::vector<core::WorkKey> plan{key(Norm, "norm", "8x64"),
                                              key(Product, "query", "8x64x64"),
                                              key(Attention, "attention", "8x64"),
                                              key(Product, "output", "8x64x64"),
                                              key(Elementwise, "residual", "8x64"),
                                              key(Norm, "norm", "8x64"),
                                              key(Product, "up", "8x64x256"),
                                              key(Elementwise, "gelu", "8x256")};
        // The program begins elsewhere in the layer, and does its gelu by two kernels.
        const std::vector<core::WorkKey> program{
            key(Elementwise, "add", "8x64"),  key(Norm, "layer_norm", "8x64"),
            key(Product, "mm", "8x64x256"),   key(Elementwise, "tanh", "8x256"),
            key(Elementwise, "mul", "8x256"), key(Norm, "layer_norm", "8x64"),
            key(Product, "mm", "8x64x64"),    key(Attention, "flash", "8x64"),
            key(Product, "mm", "8x64x64")};
        std::vector<std::vector<std::size_t>> of(plan.size());
        std::size_t met = 0;
        for (const PlacedPair& pair : meetByPlace(plan, program, false)) {
            QCOMPARE(pair.a.size(), std::size_t{1});
            of[pair.a.front()] = pair.b;
            met += pair.b.size();
        }
        QCOMPARE(met, program.size());
        QCOMPARE(of[1], std::vector<std::size_t>{6});
        QCOMPARE(of[3], std::vector<std::size_t>{8});
        QCOMPARE(of[4], std::vector<std::size_t>{0});
        QCOMPARE(std::set<std::size_t>(of[7].begin(), of[7].end()), (std::set<std::size_t>{3, 4}));
    }

    void sharedRecordings_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("forward");
        const QString shared = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const auto row = [&](const char* file, int layers, int forward) {
            const QString path = shared + "/traces/" + file;
            if (QFile::exists(path))
                QTest::addRow("%s", file) << path << layers << forward;
        };
        QTest::addRow("none") << QString() << 0 << 0;
        // Kernels alone: with the fills that two products and attention launch 23. Backward adds gradients in
        // all micro-batches but the first.
        row("shardscope/h200_gpt2_medium_accum4.json.gz", 24, 20);
    }
    void sharedRecordings()
    {
        QFETCH(QString, file);
        QFETCH(int, layers);
        QFETCH(int, forward);
        if (file.isEmpty())
            return; // its rows are there where the recordings are
        const AnalysisInput input(tests::imported(file.toStdString()).run);
        const Layered ahead = layeredOf(input, {Pass::Forward});
        const Layered back = layeredOf(input, {Pass::Backward, Pass::Recompute});
        QCOMPARE(static_cast<int>(ahead.layers), layers);
        QCOMPARE(static_cast<int>(ahead.kernels), forward);
        QCOMPARE(static_cast<int>(back.layers), layers);
    }
};

SHARDSCOPE_TEST(TstLayers)
#include "tst_layers.moc"
