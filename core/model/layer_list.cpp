// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layer_list.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/spec_reader.h"
#include "core/model/model_sizes.h"
#include "core/model/model_spec.h"

#include <algorithm>
#include <map>
#include <utility>

namespace shardscope::core {
namespace {

const std::vector<std::string>& typeNames()
{
    static const std::vector<std::string> names{"convolution", "linear",     "norm", "pooling", "attention",
                                                "embedding",   "activation", "add",  "block"};
    return names;
}
constexpr std::size_t kBlock = 8;
constexpr std::size_t kMostLayers = 20000;

/// Where a layer's input comes from: -1 is the network's input, else the index of the layer that made it.
struct Source {
    std::ptrdiff_t layer = -1;
    LayerShape shape;
};

constexpr WholeRange kImageRange{1, 1 << 16};

/// The size of a window, down and across.
struct Extent {
    std::int64_t down = 1;
    std::int64_t across = 1;
};

/// One number for both directions, or [down, across].
Extent extentOf(SpecReader& file, std::string_view key, std::int64_t otherwise, WholeRange range)
{
    const Value* value = file.find(key);
    if (value == nullptr || value->kind != Value::Kind::Array) {
        const std::int64_t both = file.wholeOr(key, otherwise, range);
        return {both, both};
    }
    const std::vector<std::int64_t> ends = file.wholesOr(key, range);
    if (ends.size() != 2) {
        file.fail(inconsistent(W_("a list of %1 where two are meant"), {std::to_string(ends.size())}), key);
        return {};
    }
    return {ends[0], ends[1]};
}

std::int64_t slid(std::int64_t size, std::int64_t window, std::int64_t stride, std::int64_t padding)
{
    return (size + 2 * padding - window) / stride + 1;
}

class Builder {
public:
    explicit Builder(LayerList& list)
        : m_list(list)
    {
    }

    void build(SpecReader& file)
    {
        file.inside("input", true, [this](SpecReader& input) { readInput(input); });
        if (file.failed())
            return;
        m_here = {-1, m_list.input};
        layersOf(file, {});
        if (!file.failed() && m_list.layers.empty())
            file.fail(ErrorCode::MissingKey, {"layers"});
    }

private:
    void readInput(SpecReader& input)
    {
        if (input.has("tokens")) {
            m_list.tokens = !input.has("width");
            m_list.input = {input.wholeOr("width", 1, kWidthRange), input.whole("tokens", kSequenceRange), 1};
        } else {
            m_list.input.channels = input.whole("channels", kWidthRange);
            m_list.input.height = input.whole("height", kImageRange);
            m_list.input.width = input.wholeOr("width", m_list.input.height, kImageRange);
        }
        input.rejectUnused();
    }

    void layersOf(SpecReader& file, const std::string& path)
    {
        const Source outer = std::exchange(m_blockInput, m_here);
        m_named.emplace_back();
        file.eachOf("layers", true, [&](SpecReader& layer) {
            if (!layer.failed())
                one(layer, path);
        });
        m_blockInput = outer;
        m_named.pop_back();
    }

    void one(SpecReader& file, const std::string& path)
    {
        const std::size_t type = file.choice("type", typeNames());
        const std::int64_t repeat = file.wholeOr("repeat", 1, {1, 1 << 12});
        const std::string name = file.textOr("name", type < typeNames().size() ? typeNames()[type] : "");
        if (file.failed())
            return;
        for (std::int64_t again = 0; again < repeat && !file.failed(); ++again) {
            const std::string own = repeat > 1 ? path + name + "/" + std::to_string(again + 1) : path + name;
            if (type == kBlock)
                layersOf(file, own + "/");
            else
                layer(file, static_cast<LayerType>(type), own, name);
            if (m_list.layers.size() > kMostLayers)
                file.fail(outOfRange(m_list.layers.size(), "1", kMostLayers), "repeat");
        }
        file.rejectUnused();
    }

    /// "from": the block's input, or a named layer of the same block or of one around it; else the layer
    /// before.
    [[nodiscard]] Source sourceOf(SpecReader& file, std::string_view key, const Source& otherwise)
    {
        if (!file.has(key))
            return otherwise;
        const std::string from = file.text(key);
        if (from == "input")
            return m_blockInput;
        const auto names = std::find_if(m_named.rbegin(), m_named.rend(),
                                        [&from](const auto& scope) { return scope.count(from) > 0; });
        if (names != m_named.rend())
            return names->at(from);
        file.fail(ErrorCode::UnknownName, {from, "input", phrase(W_("layer before it in this block"))}, key);
        return otherwise;
    }

    void keep(const Source& source)
    {
        if (source.layer >= 0)
            m_list.layers[static_cast<std::size_t>(source.layer)].keepsOutput = true;
    }

    void layer(SpecReader& file, LayerType type, const std::string& path, const std::string& name)
    {
        const bool adds = type == LayerType::Add;
        const Source from = adds ? m_here : sourceOf(file, "from", m_here);
        NetworkLayer made;
        made.name = path;
        made.type = type;
        made.in = made.out = from.shape;
        bool needsInput = false;
        switch (type) {
        case LayerType::Convolution: needsInput = convolution(file, made); break;
        case LayerType::Linear: needsInput = linear(file, made); break;
        case LayerType::Norm: needsInput = norm(file, made); break;
        case LayerType::Pooling: pooling(file, made); break;
        case LayerType::Attention: needsInput = attention(file, made); break;
        case LayerType::Embedding: embedding(file, made); break;
        case LayerType::Activation: needsInput = activation(file, made); break;
        case LayerType::Add: {
            const Source other = sourceOf(file, "from", m_blockInput);
            if (!file.failed() && !(other.shape == from.shape))
                file.fail(inconsistent(W_("an add of two different shapes")), "type");
            made.moved = 3.0 * static_cast<double>(made.out.elements());
            break;
        }
        }
        if (file.failed())
            return;
        if (needsInput)
            keep(from);
        if (made.moved == 0)
            made.moved = static_cast<double>(made.in.elements()) + static_cast<double>(made.out.elements());
        m_here = {static_cast<std::ptrdiff_t>(m_list.layers.size()), made.out};
        m_named.back()[name] = m_here;
        m_list.layers.push_back(std::move(made));
    }

    /// A window's place: kernel, stride, padding.
    static bool window(SpecReader& file, NetworkLayer& made, Extent& kernel)
    {
        if (!file.has("kernel"))
            file.fail(ErrorCode::MissingKey, {"kernel"});
        kernel = extentOf(file, "kernel", 1, kImageRange);
        const Extent stride = extentOf(file, "stride", 1, kImageRange);
        const Extent padding = extentOf(file, "padding", 0, {0, kImageRange.highest});
        if (file.failed())
            return false;
        if (kernel.down > made.in.height + 2 * padding.down ||
            kernel.across > made.in.width + 2 * padding.across) {
            file.fail(inconsistent(W_("a kernel larger than what it slides over")), "kernel");
            return false;
        }
        made.out.height = slid(made.in.height, kernel.down, stride.down, padding.down);
        made.out.width = slid(made.in.width, kernel.across, stride.across, padding.across);
        return true;
    }

    static bool convolution(SpecReader& file, NetworkLayer& made)
    {
        Extent kernel;
        made.out.channels = file.whole("channels", kWidthRange);
        const std::int64_t groups = file.wholeOr("groups", 1, kWidthRange);
        const bool bias = file.flagOr("bias", false);
        if (!window(file, made, kernel))
            return true;
        if (made.in.channels % groups != 0 || made.out.channels % groups != 0) {
            file.fail(notDivisible("channels", made.in.channels, "groups", groups), "groups");
            return true;
        }
        const std::int64_t each = made.in.channels / groups;
        made.parameters = {{made.out.channels, each, kernel.down, kernel.across}};
        if (bias)
            made.parameters.push_back({made.out.channels});
        made.flops = 2.0 * static_cast<double>(made.out.elements()) *
                     static_cast<double>(each * kernel.down * kernel.across);
        return true;
    }

    /// It works on each position; "flatten" makes one position of all, "flatten_rows" one of each row.
    static bool linear(SpecReader& file, NetworkLayer& made)
    {
        if (file.flagOr("flatten", false))
            made.in = {made.in.elements(), 1, 1};
        if (file.flagOr("flatten_rows", false))
            made.in = {made.in.channels * made.in.width, made.in.height, 1};
        made.out = made.in;
        made.out.channels = file.whole("features", kFeedForwardRange);
        made.parameters = {{made.out.channels, made.in.channels}};
        if (file.flagOr("bias", true))
            made.parameters.push_back({made.out.channels});
        made.flops = 2.0 * static_cast<double>(made.out.elements()) * static_cast<double>(made.in.channels);
        return true;
    }

    static bool norm(SpecReader& file, NetworkLayer& made)
    {
        const std::size_t kind = file.choiceOr("kind", {"batch_norm", "layer_norm", "rms_norm"}, 0);
        made.parameters = {{made.in.channels}};
        if (kind < 2)
            made.parameters.push_back({made.in.channels});
        return true;
    }

    static void pooling(SpecReader& file, NetworkLayer& made)
    {
        const std::size_t kind = file.choice(
            "kind", {"max", "average", "global_average", "first", "neighbours", "to_edges", "to_nodes"});
        if (kind > 3)
            return graph(file, made, kind);
        if (kind >= 2) { // over all positions, or a class token picked
            made.out.height = made.out.width = 1;
            return;
        }
        Extent kernel;
        if (window(file, made, kernel) && kind == 0)
            made.keptInside = 4.0 * static_cast<double>(made.out.elements()); // 64-bit places of the largest
    }

    /// In a graph the positions are the nodes. "neighbours" adds up the rows of each node's neighbours over
    /// "edges" (a graph convolution's sum, arXiv:1609.02907); "to_edges" writes the rows of an edge's two
    /// ends (or one, "ends") beside each other and "to_nodes" adds edges up at their nodes again (message
    /// passing, arXiv:1704.01212). Rows are picked by 32-bit numbers, which count as two elements each.
    static void graph(SpecReader& file, NetworkLayer& made, std::size_t kind)
    {
        const bool back = kind == 6;
        if (made.in.width != 1)
            file.fail(inconsistent(W_("an image where a graph's nodes are meant")), "kind");
        const std::int64_t ends = kind == 5 ? file.wholeOr("ends", 2, {1, 2}) : 1;
        const std::int64_t edges = back ? made.in.height : file.whole("edges", kSequenceRange);
        if (back)
            made.out.height = file.whole("nodes", kSequenceRange);
        if (file.failed())
            return;
        if (kind == 5)
            made.out = {ends * made.in.channels, edges, 1};
        const auto rows = static_cast<double>(edges * ends) * static_cast<double>(made.in.channels);
        const double picked =
            (kind == 4 ? 4.0 : 2.0 * static_cast<double>(ends)) * static_cast<double>(edges);
        made.moved = rows + static_cast<double>(made.out.elements()) + picked;
        // A maximum also keeps which row it came from, as a 32-bit number.
        if (file.choiceOr("reduce", {"sum", "mean", "max"}, 0) == 2 && kind != 5)
            made.keptInside = 2.0 * static_cast<double>(made.out.elements());
    }

    /// With its projections: q, k, v and output. "memory" names where keys and values come from if not from
    /// what queries do; "relative" adds positions to the scores (arXiv:1901.02860, section 3.3: a projection
    /// of theirs, two biases, a second product); "shared_key_value" has one projection for both.
    bool attention(SpecReader& file, NetworkLayer& made)
    {
        const std::int64_t heads = file.whole("heads", kHeadRange);
        const bool bias = file.flagOr("bias", true);
        const bool relative = file.flagOr("relative", false);
        const std::int64_t projections = file.flagOr("shared_key_value", false) ? 2 : 3;
        const Source memory = sourceOf(file, "memory", {-1, made.in});
        const std::int64_t d = made.in.channels;
        if (!file.failed() && d % heads != 0)
            file.fail(notDivisible("width", d, "heads", heads), "heads");
        if (!file.failed() && memory.shape.channels != d)
            file.fail(inconsistent(W_("a memory of another width")), "memory");
        if (file.failed())
            return true;
        keep(memory);
        made.parameters = {{projections * d, d}};
        if (bias)
            made.parameters.push_back({projections * d});
        made.parameters.push_back({d, d});
        if (bias)
            made.parameters.push_back({d});
        if (relative) {
            made.parameters.push_back({d, d});
            made.parameters.push_back({2 * d});
        }
        const auto tokens = static_cast<double>(made.in.positions());
        const auto keys = static_cast<double>(memory.shape.positions());
        const auto width = static_cast<double>(d);
        made.flops = 4.0 * (tokens + keys) * width * width + 4.0 * tokens * keys * width;
        // q, k, v, context, and a log-sum-exp of every head.
        made.keptInside = 2.0 * (tokens + keys) * width + 2.0 * tokens * static_cast<double>(heads);
        made.moved = 5.0 * (tokens + keys) * width;
        if (relative) {
            made.flops += 2.0 * keys * width * width + 2.0 * tokens * keys * width;
            made.keptInside += keys * width;
            made.moved += 2.0 * keys * width;
        }
        return true;
    }

    /// Token ids into rows of a table, of an input beside the network's own where it says how many "tokens";
    /// or learned positions (and a class token) added to what is there.
    void embedding(SpecReader& file, NetworkLayer& made)
    {
        if (file.flagOr("positions", false)) {
            const std::int64_t classes = file.flagOr("class_token", false) ? 1 : 0;
            made.out = {made.in.channels, made.in.positions() + classes, 1};
            made.parameters = {{made.out.height, made.out.channels}};
            if (classes > 0)
                made.parameters.push_back({made.out.channels});
            return;
        }
        if (file.has("tokens"))
            made.in = made.out = {1, file.whole("tokens", kSequenceRange), 1};
        made.out.channels = file.whole("features", kWidthRange);
        made.parameters = {{file.whole("rows", kVocabularyRange), made.out.channels}};
    }

    /// ReLU, tanh, sigmoid and softmax keep their output, the others their input. GLU (arXiv:1612.08083)
    /// gates one half of the channels by the other.
    static bool activation(SpecReader& file, NetworkLayer& made)
    {
        const std::size_t kind =
            file.choiceOr("kind", {"relu", "gelu", "silu", "tanh", "sigmoid", "softmax", "glu"}, 0);
        const bool glu = kind == 6;
        if (glu && made.in.channels % 2 != 0)
            file.fail(notDivisible("channels", made.in.channels, "halves", 2), "kind");
        if (glu)
            made.out.channels = made.in.channels / 2;
        const bool output = kind == 0 || (kind >= 3 && !glu);
        made.keepsOutput = output;
        return !output;
    }

    LayerList& m_list;
    Source m_here;
    Source m_blockInput;
    std::vector<std::map<std::string, Source>> m_named; ///< of the blocks around, the innermost last
};

} // namespace

LayerList readLayerList(SpecReader& file)
{
    LayerList list;
    Builder(list).build(file);
    return list;
}

std::vector<ParameterTensor> layerTensors(const LayerList& list)
{
    std::vector<ParameterTensor> tensors;
    for (std::size_t i = 0; i < list.layers.size(); ++i) {
        for (std::size_t part = 0; part < list.layers[i].parameters.size(); ++part) {
            ParameterTensor tensor;
            tensor.name = list.layers[i].name + (part == 0 ? ".weight" : "." + std::to_string(part));
            tensor.shape = list.layers[i].parameters[part];
            tensor.section = Section::Layer;
            tensor.firstLayer = static_cast<std::int64_t>(i);
            tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

} // namespace shardscope::core
