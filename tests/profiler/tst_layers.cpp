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

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
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

    /// Queries, keys and values (or a gate and what it gates) by one product each on one side, by a joined
    /// one on the other: these are each other's, and every other product is its own, in either vocabulary,
    /// forward and backward, wherever the sides begin.
    void joinedProductsAreTheirParts()
    {
        std::mt19937 random(5);
        const auto between = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        using enum core::WorkClass;
        for (int round = 0; round < 200; ++round) {
            const bool oneVocabulary = between(0, 1) == 1;
            const bool twice = !oneVocabulary && between(0, 1) == 1; // a program's gradients
            const bool gated = between(0, 1) == 1;
            const bool joinsA = oneVocabulary && between(0, 1) == 1; // which side has the joined ones
            const int hidden = 64 * between(2, 8);
            const int keyWidth = 64 * between(1, 2);
            const int wide = 32 * between(20, 40) + 16;
            const std::string tokens = std::to_string(8 * between(1, 9)) + 'x';
            const auto side = [&](bool joined, bool planned) {
                std::vector<core::WorkKey> keys;
                std::vector<int> part; // which work each is
                const auto add = [&](core::WorkClass kind, const char* name, int in, int out, int of) {
                    for (int call = 0; call < (twice && !planned && kind == Product ? 2 : 1); ++call) {
                        core::WorkKey key;
                        key.pass = Pass::Backward;
                        key.kind = kind;
                        key.operation = planned || kind != Product ? name : "aten::mm";
                        key.shape = tokens + std::to_string(in);
                        if (kind == Product)
                            key.shape += 'x' + std::to_string(out);
                        keys.push_back(key);
                        part.push_back(of);
                    }
                };
                add(Norm, "norm", hidden, 0, 0);
                if (joined) {
                    add(Product, "qkv", hidden, hidden + 2 * keyWidth, 1);
                } else {
                    add(Product, "query", hidden, hidden, 1);
                    add(Product, "key", hidden, keyWidth, 1);
                    add(Product, "value", hidden, keyWidth, 1);
                }
                add(Attention, "attention", hidden, 0, 2);
                add(Product, "output", hidden, hidden, 3);
                add(Norm, "norm", hidden, 0, 4);
                if (gated && joined) {
                    add(Product, "gate_up", hidden, 2 * wide, 5);
                } else {
                    add(Product, "gate", hidden, wide, 5);
                    if (gated)
                        add(Product, "up", hidden, wide, 5);
                }
                add(Product, "down", wide, hidden, 6);
                return std::pair(keys, part);
            };
            const auto [a, partA] = side(joinsA, !oneVocabulary);
            auto [b, partB] = side(!joinsA, false);
            std::size_t met = 0;
            for (const PlacedPair& pair : meetByPlace(a, b, oneVocabulary)) {
                for (const std::size_t one : pair.a) {
                    for (const std::size_t other : pair.b)
                        QCOMPARE(partA[one], partB[other]);
                }
                met += pair.a.empty() || pair.b.empty() ? 0 : pair.a.size() + pair.b.size();
            }
            QCOMPARE(met, a.size() + b.size());
        }
    }

    /// Runs of a plan's and a program's operators that are not as many: all of both are somewhere, in their
    /// order, and one that says what it does goes with what does it.
    void runsMeetInOrder()
    {
        std::mt19937 random(6);
        const auto between = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        constexpr std::array<std::pair<const char*, const char*>, 5> kWork{
            {{"gelu_cube", "aten::pow"},
             {"gelu_tanh", "aten::tanh"},
             {"dropout", "aten::native_dropout"},
             {"cast_for_attention", "aten::copy_"},
             {"bias_gradient", "aten::sum"}}};
        const auto key = [](core::WorkClass kind, const char* operation, const char* shape) {
            core::WorkKey one;
            one.pass = Pass::Forward;
            one.kind = kind;
            one.operation = operation;
            one.shape = shape;
            return one;
        };
        using enum core::WorkClass;
        for (int round = 0; round < 200; ++round) {
            std::vector<core::WorkKey> plan{key(Norm, "norm", "8x64")};
            std::vector<core::WorkKey> program{key(Norm, "layer_norm", "8x64")};
            std::vector<int> ofPlan{-1};
            std::vector<int> ofProgram{-1};
            const int first = between(0, 3);
            for (int work = first; work <= first + 1; ++work) {
                const auto& [planned, told] = kWork[static_cast<std::size_t>(work)];
                plan.push_back(key(Elementwise, planned, "8x256"));
                ofPlan.push_back(work);
                for (int call = between(1, 3); call > 0; --call) {
                    program.push_back(key(Elementwise, told, "8x256"));
                    ofProgram.push_back(work);
                }
            }
            plan.push_back(key(Product, "up", "8x64x256"));
            program.push_back(key(Product, "mm", "8x64x256"));
            ofPlan.push_back(-2);
            ofProgram.push_back(-2);
            std::vector<int> seen(program.size(), 0);
            for (const PlacedPair& pair : meetByPlace(plan, program, false)) {
                QCOMPARE(pair.a.size(), std::size_t{1});
                for (const std::size_t at : pair.b) {
                    ++seen[at];
                    QCOMPARE(ofProgram[at], ofPlan[pair.a.front()]);
                }
            }
            QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
        }
    }

    /// A micro-batch that leaves out some of the others' calls has their places for what it calls.
    void placesOfFewerCalls()
    {
        std::mt19937 random(12);
        const auto between = [&](int least, int most) {
            return static_cast<std::uint32_t>(std::uniform_int_distribution<int>(least, most)(random));
        };
        constexpr std::uint32_t kSum = 100; // of gradients
        for (int round = 0; round < 100; ++round) {
            std::vector<std::uint32_t> layer; // calls of a micro-batch that adds up
            for (std::uint32_t call = between(3, 9); call > 0; --call) {
                layer.push_back(call);
                for (std::uint32_t sums = between(0, 2); sums > 0; --sums)
                    layer.push_back(kSum);
            }
            std::vector<PlacedRow> rows;
            std::uint32_t call = 0;
            const auto run = [&](bool adds, std::uint32_t layers) {
                rows.push_back({7000, ++call, Pass::Update, {}, 7000}); // parts the stretches
                for (std::uint32_t at = 0; at < layers; ++at) {
                    for (const std::uint32_t name : layer) {
                        if (adds || name != kSum)
                            rows.push_back({name, ++call, Pass::Backward, {}, name});
                    }
                }
            };
            run(false, 6);
            run(true, 6);
            placeLayers(rows);
            std::map<std::uint32_t, std::set<std::int16_t>> places;
            for (const PlacedRow& row : rows) {
                if (row.pass == Pass::Backward && row.operation != kSum && row.at.layer >= 0)
                    places[row.operation].insert(row.at.place);
            }
            for (const auto& [name, own] : places)
                QCOMPARE(own.size(), std::size_t{1});
        }
    }

    /// Ranks that run other kernels for the same operators count places alike.
    void placesAreOperators()
    {
        std::mt19937 random(8);
        const auto between = [&](int least, int most) {
            return static_cast<std::uint32_t>(std::uniform_int_distribution<int>(least, most)(random));
        };
        for (int round = 0; round < 100; ++round) {
            const std::size_t period = between(3, 12);
            std::vector<std::uint32_t> operators(period);
            for (std::size_t at = 0; at < period; ++at)
                operators[at] = static_cast<std::uint32_t>(at);
            std::ranges::shuffle(operators, random);
            std::vector<std::vector<std::int16_t>> places;
            for (int rank = 0; rank < 2; ++rank) {
                std::vector<std::uint32_t> kernels(period); // each rank its own
                for (std::uint32_t& kernel : kernels)
                    kernel = between(100, 1000000);
                std::vector<PlacedRow> rows;
                for (std::uint32_t call = 0; call < 5 * period; ++call)
                    rows.push_back(
                        {kernels[call % period], call, Pass::Forward, {}, operators[call % period]});
                placeLayers(rows);
                places.emplace_back();
                for (const PlacedRow& row : rows)
                    places.back().push_back(row.at.place);
            }
            QCOMPARE(places[0], places[1]);
        }
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
