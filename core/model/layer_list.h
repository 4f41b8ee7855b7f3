// SPDX-License-Identifier: GPL-3.0-or-later
// Any feed-forward network as a list of layers with skips: convolutional networks, vision transformers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::core {

struct ParameterTensor;
class SpecReader;

enum class LayerType { Convolution, Linear, Norm, Pooling, Attention, Embedding, Activation, Add };

/// One sample between two layers: an image of channels x height x width, or tokens (height) of a width
/// (channels) each, where width is 1.
struct LayerShape {
    std::int64_t channels = 0;
    std::int64_t height = 1;
    std::int64_t width = 1;

    [[nodiscard]] std::int64_t positions() const { return height * width; }
    [[nodiscard]] std::int64_t elements() const { return channels * positions(); }
    friend bool operator==(const LayerShape&, const LayerShape&) = default;
};

/// A layer with its sizes worked out. All counts are of one sample.
struct NetworkLayer {
    std::string name; ///< "conv2/1/expand": blocks, which repetition, and the layer's own
    LayerType type = LayerType::Linear;
    LayerShape in;
    LayerShape out;
    std::vector<std::vector<std::int64_t>> parameters; ///< shapes, weight first
    double flops = 0; ///< of its products, forward: 2 a multiplication and addition
    double moved = 0; ///< elements read and written, forward, without parameters
    double keptInside =
        0; ///< elements kept for backward beside inputs and outputs (attention's q, k, v; masks)
    bool keepsOutput = false; ///< backward of this layer or of one behind it needs the output
};

/// A network in the order it runs; skips are already part of what each layer keeps.
struct LayerList {
    LayerShape input;
    bool tokens = false; ///< the input is token ids
    std::vector<NetworkLayer> layers;
};

/// Reads "input" and "layers" (docs/formats.md). Errors: MissingKey, UnknownValue, OutOfRange; Inconsistent
/// where a window is larger than what it slides over, or where an "add" joins different shapes.
[[nodiscard]] LayerList readLayerList(SpecReader& file);
/// Every parameter tensor, in the order of the network; layer i has firstLayer = i.
[[nodiscard]] std::vector<ParameterTensor> layerTensors(const LayerList& list);

} // namespace shardscope::core
