// SPDX-License-Identifier: GPL-3.0-or-later
// Networks in ONNX against the same ones as lists of layers: the files are written here, field by field.
#include "core/catalog/catalog.h"
#include "core/catalog/model_file.h"
#include "core/model/onnx/onnx_graph.h"
#include "tests/support/onnx_file.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace shardscope::core;
using namespace shardscope::tests::onnx;

namespace {

std::string ints(const std::string& name, const Shape& values)
{
    std::string out = bytes(1, name);
    for (const std::int64_t value : values)
        out += number(8, value);
    return bytes(5, out);
}
std::string whole(const std::string& name, std::int64_t value)
{
    return bytes(5, bytes(1, name) + number(3, value));
}

/// ResNet-50 as torchvision exports it: convolution, norm, ReLU; the skip's convolution last.
std::string resnet50()
{
    File file({3, 224, 224});
    std::int64_t channels = 3;
    const auto convolution = [&](const std::string& from, std::int64_t in, std::int64_t out,
                                 std::int64_t kernel, std::int64_t stride) {
        const std::int64_t pad = kernel / 2;
        const std::string made =
            file.node("Conv", {from, file.weight({out, in, kernel, kernel}, kernel > 1)},
                      ints("kernel_shape", {kernel, kernel}) + ints("strides", {stride, stride}) +
                          ints("pads", {pad, pad, pad, pad}));
        const std::string one = file.weight({out});
        return file.node("BatchNormalization", {made, one, one, one, one});
    };
    std::string here = file.node("Relu", {convolution("x", 3, 64, 7, 2)});
    here = file.node("MaxPool", {here},
                     ints("kernel_shape", {3, 3}) + ints("strides", {2, 2}) + ints("pads", {1, 1, 1, 1}));
    channels = 64;
    const std::vector<std::pair<int, std::int64_t>> stages{{3, 64}, {4, 128}, {6, 256}, {3, 512}};
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        const auto [blocks, width] = stages[stage];
        for (int block = 0; block < blocks; ++block) {
            const std::int64_t stride = block == 0 && stage > 0 ? 2 : 1;
            const std::string skip = here;
            here = file.node("Relu", {convolution(here, channels, width, 1, 1)});
            here = file.node("Relu", {convolution(here, width, width, 3, stride)});
            here = convolution(here, width, 4 * width, 1, 1);
            const std::string other = block == 0 ? convolution(skip, channels, 4 * width, 1, stride) : skip;
            here = file.node("Relu", {file.node("Add", {here, other})});
            channels = 4 * width;
        }
    }
    here = file.node("Flatten", {file.node("GlobalAveragePool", {here})}, whole("axis", 1));
    file.node("Gemm", {here, file.weight({1000, channels}), file.weight({1000})}, whole("transB", 1));
    return file.text();
}

double flopsOf(const LayerList& list)
{
    double sum = 0;
    for (const NetworkLayer& layer : list.layers)
        sum += layer.flops;
    return sum;
}

} // namespace

class TstOnnx : public QObject {
    Q_OBJECT
private slots:
    /// The same network as the catalogue's list of layers: parameters, products and every size between.
    void resnetIsTheSameAsItsList()
    {
        const std::string text = resnet50();
        QVERIFY(looksLikeOnnx(text));
        const auto read = parseModel(text, "resnet50.onnx");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().args.front().c_str());
        const auto own = Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model("resnet-50");
        QCOMPARE(read->name, std::string("resnet50"));
        QCOMPARE(parameterCount(*read), parameterCount(*own));
        QCOMPARE(parameterCount(*read), 25557032.0); // torchvision
        QCOMPARE(flopsOf(*read->layerList()), flopsOf(*own->layerList()));
        const auto kept = [](const LayerList& list) {
            double sum = 0;
            for (const NetworkLayer& layer : list.layers)
                sum += layer.keptInside + (layer.keepsOutput ? static_cast<double>(layer.out.elements()) : 0);
            return sum;
        };
        QCOMPARE(kept(*read->layerList()), kept(*own->layerList()));
        QCOMPARE(read->layerList()->layers.size(), own->layerList()->layers.size());
    }

    void smallNetworks()
    {
        File dense({16}); // MatMul and Add as TensorFlow's dense layer; x · sigmoid(x)
        std::string here = dense.node("MatMul", {"x", dense.weight({16, 8})});
        here = dense.node("Add", {here, dense.weight({8})});
        here = dense.node("Mul", {here, dense.node("Sigmoid", {here})});
        dense.node("Gemm", {here, dense.weight({8, 4})});
        const auto read = parseModel(dense.text(), "dense.onnx");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().args.back().c_str());
        QCOMPARE(parameterCount(*read), 16.0 * 8 + 8 + 8 * 4);
        QCOMPARE(read->layerList()->layers.size(), std::size_t{3});

        File words({32});
        const std::string rows = words.node("Gather", {words.weight({1000, 64}), "x"});
        words.node("LayerNormalization", {rows, words.weight({64}), words.weight({64})});
        const auto tokens = parseModel(words.text(), "words.onnx");
        QVERIFY(tokens.ok());
        QVERIFY(tokens->layerList()->tokens);
        QCOMPARE(tokens->layerList()->layers.back().out, (LayerShape{64, 32, 1}));

        File sound({40, 100}); // convolutions in one dimension
        sound.node("Conv", {"x", sound.weight({80, 40, 5})}, ints("pads", {2, 2}) + ints("strides", {2}));
        QCOMPARE(parseModel(sound.text(), "sound.onnx")->layerList()->layers.back().out,
                 (LayerShape{80, 50, 1}));
    }

    void whatIsNoLayerIsNamed()
    {
        File joined({8, 4, 4});
        joined.node("Concat", {"x", "x"});
        const auto read = parseModel(joined.text(), "joined.onnx");
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, ErrorCode::NotSupported);
        QVERIFY(read.error().args.front().find("Concat") != std::string::npos);
        QVERIFY(read.error().args.front().find("/Concat") != std::string::npos);

        File attention({8});
        attention.node("MatMul", {"x", "x"});
        QCOMPARE(parseModel(attention.text(), "a.onnx").error().code, ErrorCode::NotSupported);
        File loose({3, 0, 224}); // a height that is not known
        loose.node("Relu", {"x"});
        QCOMPARE(parseModel(loose.text(), "a.onnx").error().code, ErrorCode::NotSupported);
    }

    /// A cut or a changed byte is an error or another network, never a crash.
    /// A good file beyond a limit is not called damaged: the limit is told.
    void limits()
    {
        File deep({16});
        std::string here = "x";
        for (int node = 0; node <= 200'000; ++node)
            here = deep.node("Relu", {here});
        File wide({16});
        wide.weight(Shape((1 << 16) + 1, 1));
        for (const auto& [text, limit] :
             {std::pair{deep.text(), "200000"}, std::pair{wide.text(), "65536"}}) {
            const auto read = parseModel(text, "net.onnx");
            QVERIFY(!read.ok());
            QVERIFY(read.error().code == ErrorCode::NotSupported);
            QVERIFY(read.error().args.front().find(limit) != std::string::npos);
            QVERIFY(read.error().place.byteOffset.has_value());
        }
    }

    void damage()
    {
        const std::string whole = resnet50();
        for (std::size_t length = 3; length < whole.size(); length += 97)
            QVERIFY(!parseModel(whole.substr(0, length), "cut.onnx").ok());
        std::mt19937 random(7);
        for (int attempt = 0; attempt < 300; ++attempt) {
            std::string changed = whole;
            for (int i = 0; i < 4; ++i)
                changed[3 + random() % (changed.size() - 3)] = static_cast<char>(random());
            [[maybe_unused]] const auto read = parseModel(changed, "changed.onnx");
        }
        QVERIFY(!looksLikeOnnx("{\"kind\": 1}"));
        QVERIFY(!looksLikeOnnx(std::string("\x08", 1)));
    }
};

SHARDSCOPE_TEST(TstOnnx)
#include "tst_onnx.moc"
