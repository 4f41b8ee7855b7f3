// SPDX-License-Identifier: GPL-3.0-or-later
// Networks as lists of layers: shapes, counts and skips against published sizes.
#include "core/catalog/catalog.h"
#include "core/catalog/model_file.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope::core;

namespace {

LayerList listOf(const std::string& name)
{
    const auto model = Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model(name);
    return model.ok() && model->layerList() != nullptr ? *model->layerList() : LayerList{};
}

double flopsOf(const LayerList& list)
{
    double sum = 0;
    for (const NetworkLayer& layer : list.layers)
        sum += layer.flops;
    return sum;
}

const NetworkLayer& named(const LayerList& list, const std::string& name)
{
    return *std::find_if(list.layers.begin(), list.layers.end(),
                         [&](const NetworkLayer& layer) { return layer.name == name; });
}

Result<ModelSpec> parsed(const std::string& layers)
{
    return parseModel(R"({"kind": "layers", "input": {"channels": 3, "height": 8}, "layers": [)" + layers +
                          "]}",
                      "net.json");
}

} // namespace

class TstLayerList : public QObject {
    Q_OBJECT
private slots:
    /// torchvision lists 25,557,032 parameters and 4.09 GFLOPS (multiplications with additions) for resnet50.
    void resnet50()
    {
        const LayerList list = listOf("resnet-50");
        QVERIFY(std::abs(flopsOf(list) / 2e9 - 4.09) < 0.005);
        QCOMPARE(std::count_if(list.layers.begin(), list.layers.end(),
                               [](const NetworkLayer& l) { return l.type == LayerType::Convolution; }),
                 std::ptrdiff_t{53});
        // arXiv:1512.03385, Table 1: output sizes 112, 56, 28, 14, 7.
        QCOMPARE(named(list, "conv1").out, (LayerShape{64, 112, 112}));
        QCOMPARE(named(list, "conv3_1/expand").out, (LayerShape{512, 28, 28}));
        QCOMPARE(named(list, "conv5/2/expand").out, (LayerShape{2048, 7, 7}));
        QCOMPARE(list.layers.back().out.elements(), std::int64_t{1000});
    }

    /// torchvision lists 86,567,656 parameters and 17.56 GFLOPS for vit_b_16.
    void vitBase16()
    {
        const auto model = Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model("vit-base-16");
        QCOMPARE(parameterCount(*model), 86567656.0);
        QVERIFY(std::abs(flopsOf(*model->layerList()) / 2e9 - 17.56) < 0.03);
    }

    /// Tensors and products of Graphcore's speech/conformer/pytorch, counted from its source (d 256, one
    /// projection for keys and values), not from the list.
    void conformer()
    {
        const double d = 256, f = 2048, v = 4233, frames = 304, target = 48;
        const double norm = 2 * d;
        const double feedForward = d * f + f + f * d + d;
        const double attention = 2 * d * d + 2 * d + d * d + d;
        const double encoder = 2 * feedForward + attention + d * d + 2 * d + // positions and two biases
                               2 * d * d + 15 * d + d * d + 6 * norm;
        const double decoder = feedForward + 2 * attention + 3 * norm;
        const double subsampling = 9 * d + d + 9 * d * d + d + 19 * d * d + d;
        const double ends = 2 * norm + 2 * (d * v + v) + v * d;
        const auto model = Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model("conformer-medium");
        QVERIFY(model.ok());
        QCOMPARE(parameterCount(*model), subsampling + 12 * encoder + 6 * decoder + ends);

        const LayerList& list = *model->layerList();
        QCOMPARE(named(list, "quartered").out, (LayerShape{256, 304, 19}));
        QCOMPARE(named(list, "encoder/1/glu").out, (LayerShape{256, 304, 1}));
        QCOMPARE(named(list, "encoder/12/depthwise").flops, 2 * frames * d * 15);
        const double ownProducts = 4 * d * d * frames + 2 * frames * frames * d; // multiplications
        const double positions = d * d * frames + frames * frames * d;
        QCOMPARE(named(list, "encoder/1/attention").flops, 2 * (ownProducts + positions));
        QCOMPARE(named(list, "decoder/6/source").flops,
                 2 * (2 * d * d * target + 2 * d * d * frames + 2 * target * frames * d));
        // What the decoder reads of the encoder is kept though six blocks lie between.
        QVERIFY(named(list, "encoded").keepsOutput);
    }

    /// snap-stanford/ogb's example on ogbn-arxiv: its weights, biases and batch norms by hand, and what a sum
    /// over neighbours reads: one row for each edge, one row written for each node, two 32-bit numbers for
    /// each edge.
    void graphConvolutions()
    {
        const auto model = Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model("gcn-ogbn-arxiv");
        QVERIFY(model.ok());
        const double nodes = 169343, edges = 2 * 1166243.0 + nodes;
        QCOMPARE(parameterCount(*model), 128.0 * 256 + 256 + 256 * 256 + 256 + 256 * 40 + 40 + 2 * 2 * 256);
        const LayerList& list = *model->layerList();
        QCOMPARE(flopsOf(list), 2 * nodes * (128 * 256 + 256 * 256 + 256 * 40));
        QCOMPARE(named(list, "conv2_sum").moved, edges * 256 + nodes * 256 + 4 * edges);
        QCOMPARE(named(list, "conv3_sum").out, (LayerShape{40, 169343, 1}));
    }

    /// Messages along edges: both ends beside each other, a product of each edge, and back to the nodes.
    void messagesAlongEdges()
    {
        const auto model = parseModel(R"({"kind": "layers", "input": {"tokens": 30, "width": 16}, "layers": [
            {"type": "pooling", "kind": "to_edges", "edges": 64}, {"type": "linear", "features": 24, "bias": false},
            {"type": "pooling", "kind": "to_nodes", "nodes": 30, "reduce": "max"}]})",
                                      "net.json");
        QVERIFY(model.ok());
        const LayerList& list = *model->layerList();
        QCOMPARE(list.layers[0].out, (LayerShape{32, 64, 1}));
        QCOMPARE(list.layers[0].moved, 2.0 * 64 * 32 + 4 * 64);
        QCOMPARE(list.layers[1].flops, 2.0 * 64 * 32 * 24);
        QCOMPARE(list.layers[2].out, (LayerShape{24, 30, 1}));
        QCOMPARE(list.layers[2].keptInside, 2.0 * 30 * 24); // who was the largest
        QVERIFY(!parsed(R"({"type": "pooling", "kind": "neighbours", "edges": 64})").ok()); // an image
    }

    void windowsNeedNotBeSquare()
    {
        const auto model = parsed(R"({"type": "convolution", "channels": 6, "kernel": [3, 1],
            "stride": [2, 1], "padding": [1, 0], "groups": 3})");
        QVERIFY(model.ok());
        const NetworkLayer& layer = model->layerList()->layers[0];
        QCOMPARE(layer.out, (LayerShape{6, 4, 8}));
        QCOMPARE(parameterCount(*model), 6.0 * 1 * 3);
        QCOMPARE(layer.flops, 2.0 * 6 * 4 * 8 * 3);
    }

    void tensorsAreKeptOnce()
    {
        // The ReLU's output is the next convolution's input: one tensor. The norm needs what the first one
        // made.
        const auto model = parsed(R"({"type": "convolution", "channels": 4, "kernel": 3, "padding": 1},
                                     {"type": "norm"}, {"type": "activation"},
                                     {"type": "convolution", "name": "last", "channels": 2, "kernel": 1})");
        QVERIFY(model.ok());
        const LayerList& list = *model->layerList();
        QVERIFY(list.layers[0].keepsOutput);
        QVERIFY(!list.layers[1].keepsOutput);
        QVERIFY(list.layers[2].keepsOutput);
        QVERIFY(!list.layers[3].keepsOutput);
        QCOMPARE(list.layers[0].flops, 2.0 * 4 * 64 * 3 * 9);
        QCOMPARE(parameterCount(*model), 4.0 * 3 * 9 + 8 + 4 * 2);
    }

    void mistakesAreSaid()
    {
        const auto code = [](const std::string& layers) { return parsed(layers).error().code; };
        QVERIFY(code(R"({"type": "convolution", "channels": 4, "kernel": 9})") == ErrorCode::Inconsistent);
        QVERIFY(code(R"({"type": "convolutoin", "channels": 4, "kernel": 1})") == ErrorCode::UnknownValue);
        QVERIFY(code(R"({"type": "linear", "features": 4, "bais": true})") == ErrorCode::UnknownKey);
        QVERIFY(code("") == ErrorCode::MissingKey);
        QVERIFY(code(R"({"type": "convolution", "channels": 4, "kernel": 3}, {"type": "add"})") ==
                ErrorCode::Inconsistent);
        QVERIFY(code(R"({"type": "add", "from": "nowhere"})") == ErrorCode::UnknownName);
        QVERIFY(code(R"({"type": "attention", "heads": 2})") == ErrorCode::NotDivisible);
        QVERIFY(code(R"({"type": "activation", "kind": "glu"})") == ErrorCode::NotDivisible);
        QVERIFY(code(R"({"type": "convolution", "channels": 4})") == ErrorCode::MissingKey);
        QVERIFY(code(R"({"type": "convolution", "channels": 4, "kernel": [3, 3, 3]})") ==
                ErrorCode::Inconsistent);
        QVERIFY(code(R"({"type": "convolution", "channels": 4, "kernel": [1, 9]})") ==
                ErrorCode::Inconsistent);
        QVERIFY(code(R"({"type": "linear", "features": 4, "name": "a"}, {"type": "linear", "features": 6},
                        {"type": "attention", "heads": 2, "memory": "a"})") == ErrorCode::Inconsistent);
        QVERIFY(
            code(
                R"({"type": "block", "repeat": 4096, "layers": [{"type": "activation", "repeat": 4096}]})") ==
            ErrorCode::OutOfRange);
    }
};

SHARDSCOPE_TEST(TstLayerList)
#include "tst_layer_list.moc"
