// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/onnx_layers.h"

#include "core/base/phrase.h"
#include "core/model/onnx/onnx_graph.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::core {
namespace {

using Shape = std::vector<std::int64_t>;
using Member = Value::Member;

/// Where a tensor comes from: -1 is the network's input, else the layer that made it.
struct Tensor {
    std::ptrdiff_t layer = -1;
    bool flat = false; ///< all positions as one
};

Value whole(std::int64_t number) { return Value::ofInteger(number); }
Value pair(std::int64_t down, std::int64_t across) { return Value::ofItems({whole(down), whole(across)}); }

/// Operators that do to each element what an activation of ours does, as far as time and memory go.
const char* activationOf(std::string_view type)
{
    static constexpr std::array<std::pair<std::string_view, const char*>, 16> kActivations{
        {{"Relu", "relu"},
         {"Clip", "relu"},
         {"LeakyRelu", "relu"},
         {"PRelu", "relu"},
         {"Elu", "relu"},
         {"Selu", "relu"},
         {"Celu", "relu"},
         {"Gelu", "gelu"},
         {"HardSwish", "silu"},
         {"Mish", "silu"},
         {"Softplus", "silu"},
         {"Tanh", "tanh"},
         {"Sigmoid", "sigmoid"},
         {"HardSigmoid", "sigmoid"},
         {"Softmax", "softmax"},
         {"LogSoftmax", "softmax"}}};
    for (const auto& [name, ours] : kActivations)
        if (name == type)
            return ours;
    return nullptr;
}

/// Names, shapes or types its input again.
bool passes(std::string_view type)
{
    static const std::set<std::string_view> kPass{"Identity", "Dropout", "Cast", "Squeeze", "Unsqueeze"};
    return kPass.count(type) > 0;
}

class Converter {
public:
    Converter(OnnxGraph graph, std::string file)
        : m_graph(std::move(graph))
        , m_file(std::move(file))
    {
    }

    Result<Value> document()
    {
        readInput();
        for (std::size_t i = 0; i < m_graph.nodes.size() && !m_error; ++i)
            node(m_graph.nodes[i]);
        if (!m_error && m_layers.empty())
            m_error = Error{ErrorCode::MissingKey, {"node"}}.in(m_file);
        if (m_error)
            return *m_error;
        std::vector<Value> layers;
        layers.reserve(m_layers.size());
        for (std::vector<Member>& members : m_layers)
            layers.push_back(Value::ofMembers(std::move(members)));
        const std::string name = std::filesystem::path(m_file).stem().string();
        return Value::ofMembers({{"kind", Value::ofText("layers")},
                                 {"name", Value::ofText(name)},
                                 {"title", Value::ofText(m_graph.name.empty() ? name : m_graph.name)},
                                 {"input", std::move(m_input)},
                                 {"layers", Value::ofItems(std::move(layers))}});
    }

private:
    void refuse(const OnnxNode& node, std::string why)
    {
        m_error = Error{ErrorCode::NotSupported,
                        {phrase(W_("ONNX operator %1 (%2)"), {node.type, node.title()}), std::move(why)}}
                      .in(m_file);
    }

    /// Reads the shape of one sample: the first dimension is the batch and is dropped.
    void readInput()
    {
        if (m_graph.inputs.empty()) {
            m_error = Error{ErrorCode::MissingKey, {"input"}}.in(m_file);
            return;
        }
        const OnnxInput& input = m_graph.inputs.front();
        const Shape& shape = input.shape;
        const bool fixed = shape.size() >= 2 && shape.size() <= 4 &&
                           std::all_of(shape.begin() + 1, shape.end(), [](std::int64_t n) { return n > 0; });
        if (!fixed) {
            m_error =
                Error{
                    ErrorCode::NotSupported,
                    {phrase(W_("ONNX input %1"), {input.name}),
                     phrase(W_("a sample's size must be fixed; export without dynamic axes but the batch"))}}
                    .in(m_file);
            return;
        }
        m_tensors[input.name] = {};
        if (shape.size() == 4)
            m_input = Value::ofMembers(
                {{"channels", whole(shape[1])}, {"height", whole(shape[2])}, {"width", whole(shape[3])}});
        else if (shape.size() == 3) // channels by length: convolutions in one dimension
            m_input = Value::ofMembers({{"tokens", whole(shape[2])}, {"width", whole(shape[1])}});
        else if (readsIds(input.name))
            m_input = Value::ofMembers({{"tokens", whole(shape[1])}});
        else
            m_input = Value::ofMembers({{"tokens", whole(1)}, {"width", whole(shape[1])}});
    }
    [[nodiscard]] bool readsIds(const std::string& input) const
    {
        return std::ranges::any_of(m_graph.nodes, [&](const OnnxNode& node) {
            return node.type == "Gather" && node.inputs.size() == 2 && node.inputs[1] == input;
        });
    }

    [[nodiscard]] const Shape* weight(const OnnxNode& node, std::size_t input) const
    {
        if (input >= node.inputs.size())
            return nullptr;
        const auto found = m_graph.weights.find(node.inputs[input]);
        return found == m_graph.weights.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const Tensor* tensor(const std::string& name) const
    {
        const auto found = m_tensors.find(name);
        return found == m_tensors.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const Tensor* source(const OnnxNode& node, std::size_t input = 0) const
    {
        return input < node.inputs.size() ? tensor(node.inputs[input]) : nullptr;
    }
    [[nodiscard]] std::ptrdiff_t last() const { return static_cast<std::ptrdiff_t>(m_layers.size()) - 1; }
    [[nodiscard]] static std::string nameOf(std::ptrdiff_t layer)
    {
        return layer < 0 ? "input" : "layer" + std::to_string(layer);
    }

    /// Writes a layer that reads \p from.
    void write(const OnnxNode& node, const char* type, const Tensor& from, std::vector<Member> members)
    {
        std::vector<Member> made{{"type", Value::ofText(type)}, {"name", Value::ofText(nameOf(last() + 1))}};
        if (from.layer != last())
            made.emplace_back("from", Value::ofText(nameOf(from.layer)));
        made.insert(made.end(), std::make_move_iterator(members.begin()),
                    std::make_move_iterator(members.end()));
        m_layers.push_back(std::move(made));
        if (!node.outputs.empty())
            m_tensors[node.outputs.front()] = {last(), false};
    }

    /// kernel, stride and padding; false after a refusal.
    bool window(const OnnxNode& node, const Shape& kernel, std::vector<Member>& members)
    {
        const std::size_t n = kernel.size();
        const Shape strides = node.numbersOr("strides", Shape(n, 1));
        const Shape pads = node.numbersOr("pads", Shape(2 * n, 0));
        const Shape dilations = node.numbersOr("dilations", Shape(n, 1));
        const auto padding = node.attributes.find("auto_pad");
        const bool automatic = padding != node.attributes.end() && !padding->second.text.empty() &&
                               padding->second.text != "NOTSET";
        if (n < 1 || n > 2 || strides.size() != n || pads.size() != 2 * n || dilations.size() != n ||
            automatic ||
            !std::equal(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(n),
                        pads.begin() + static_cast<std::ptrdiff_t>(n)) ||
            std::ranges::any_of(dilations, [](std::int64_t d) { return d != 1; })) {
            refuse(node,
                   phrase(W_("windows in one or two dimensions, evenly padded and without gaps, are read")));
            return false;
        }
        const auto across = [n](const Shape& shape, std::int64_t none) { return n == 2 ? shape[1] : none; };
        members.emplace_back("kernel", pair(kernel[0], across(kernel, 1)));
        members.emplace_back("stride", pair(strides[0], across(strides, 1)));
        members.emplace_back("padding", pair(pads[0], across(pads, 0)));
        return true;
    }

    void convolution(const OnnxNode& node, const Tensor& from)
    {
        const Shape* weights = weight(node, 1);
        if (weights == nullptr || weights->size() < 3)
            return refuse(node, phrase(W_("its weights are not in the file")));
        std::vector<Member> members{{"channels", whole(weights->front())},
                                    {"groups", whole(node.numberOr("group", 1))},
                                    {"bias", Value::ofFlag(weight(node, 2) != nullptr)}};
        if (window(node, Shape(weights->begin() + 2, weights->end()), members))
            write(node, "convolution", from, std::move(members));
    }

    void pooling(const OnnxNode& node, const Tensor& from)
    {
        const bool most = node.type == "MaxPool";
        std::vector<Member> members{{"kind", Value::ofText(most ? "max" : "average")}};
        if (node.numberOr("ceil_mode", 0) != 0)
            return refuse(node, phrase(W_("windows that reach over the edge are not read")));
        if (window(node, node.numbersOr("kernel_shape", {}), members))
            write(node, "pooling", from, std::move(members));
    }

    /// Weights as [out, in] where \p transposed.
    void linear(const OnnxNode& node, const Tensor& from, bool transposed)
    {
        const Shape* weights = weight(node, 1);
        if (weights == nullptr || weights->size() != 2)
            return refuse(
                node, phrase(W_("a product of two tensors that are both computed: describe attention as a "
                                "layer of its own, or give the model's config.json")));
        std::vector<Member> members{{"features", whole(transposed ? (*weights)[0] : (*weights)[1])},
                                    {"bias", Value::ofFlag(node.inputs.size() > 2)}};
        if (from.flat)
            members.emplace_back("flatten", Value::ofFlag(true));
        write(node, "linear", from, std::move(members));
    }

    void norm(const OnnxNode& node, const Tensor& from)
    {
        const char* kind = node.type == "BatchNormalization"             ? "batch_norm"
                           : node.type == "SimplifiedLayerNormalization" ? "rms_norm"
                                                                         : "layer_norm";
        write(node, "norm", from, {{"kind", Value::ofText(kind)}});
    }

    /// A bias of the product before it, or a sum with what an earlier layer made.
    void add(const OnnxNode& node)
    {
        if (node.inputs.size() != 2)
            return refuse(node, phrase(W_("sums of two are read")));
        for (std::size_t own = 0; own < 2; ++own) {
            const Tensor* from = source(node, own);
            if (from == nullptr || weight(node, 1 - own) == nullptr)
                continue;
            std::vector<Member>* product =
                from->layer >= 0 ? &m_layers[static_cast<std::size_t>(from->layer)] : nullptr;
            if (product == nullptr || product->front().second.text != "linear")
                return refuse(node, phrase(W_("a constant is added to what is no product")));
            for (Member& member : *product)
                if (member.first == "bias")
                    member.second = Value::ofFlag(true);
            m_tensors[node.outputs.front()] = *from;
            return;
        }
        const Tensor* a = source(node, 0);
        const Tensor* b = source(node, 1);
        if (a == nullptr || b == nullptr)
            return refuse(node, phrase(W_("where its input comes from is not known")));
        if (a->layer != last())
            std::swap(a, b);
        if (a->layer != last())
            return refuse(node, phrase(W_("neither of what it adds was made just before")));
        const Tensor other = *b;
        write(node, "add", *a, {{"from", Value::ofText(nameOf(other.layer))}});
    }

    /// x · sigmoid(x).
    void multiply(const OnnxNode& node)
    {
        const Tensor* a = source(node, 0);
        const Tensor* b = source(node, 1);
        for (const auto& [gate, value] : {std::pair{a, b}, std::pair{b, a}}) {
            if (gate == nullptr || value == nullptr || gate->layer < 0 || gate->layer != last())
                continue;
            std::vector<Member>& members = m_layers.back();
            const auto kind = std::ranges::find(members, "kind", &Member::first);
            if (kind == members.end() || kind->second.text != "sigmoid" || value->layer != m_gated)
                continue;
            kind->second = Value::ofText("silu");
            m_tensors[node.outputs.front()] = *gate;
            return;
        }
        refuse(node, phrase(W_("a list of layers has no layer that does this")));
    }

    void gather(const OnnxNode& node)
    {
        const Shape* rows = weight(node, 0);
        const Tensor* from = source(node, 1);
        if (rows == nullptr || rows->size() != 2 || from == nullptr || from->layer >= 0)
            return refuse(node, phrase(W_("tables that the network's input looks up are read")));
        write(node, "embedding", *from, {{"rows", whole((*rows)[0])}, {"features", whole((*rows)[1])}});
    }

    void node(const OnnxNode& node)
    {
        if (node.outputs.empty() || node.type == "Constant" || node.type == "ConstantOfShape")
            return;
        if (node.type == "Add" || node.type == "Sum")
            return add(node);
        if (node.type == "Mul")
            return multiply(node);
        if (node.type == "Gather")
            return gather(node);
        const Tensor* from = source(node);
        if (from == nullptr) {
            // An operator on shapes and constants alone makes another of them and no layer.
            const bool computed = std::ranges::any_of(
                node.inputs, [this](const std::string& name) { return tensor(name) != nullptr; });
            return computed ? refuse(node, phrase(W_("where its input comes from is not known"))) : void();
        }
        const Tensor in = *from;
        if (node.type == "Shape")
            return;
        if (passes(node.type))
            m_tensors[node.outputs.front()] = in;
        else if (node.type == "Flatten" || node.type == "Reshape")
            m_tensors[node.outputs.front()] = {in.layer, true};
        else if (node.type == "Conv")
            convolution(node, in);
        else if (node.type == "Gemm")
            linear(node, in, node.numberOr("transB", 0) != 0);
        else if (node.type == "MatMul")
            linear(node, in, false);
        else if (node.type == "MaxPool" || node.type == "AveragePool")
            pooling(node, in);
        else if (node.type == "GlobalAveragePool" || node.type == "ReduceMean")
            write(node, "pooling", in, {{"kind", Value::ofText("global_average")}});
        else if (node.type == "BatchNormalization" || node.type == "LayerNormalization" ||
                 node.type == "SimplifiedLayerNormalization")
            norm(node, in);
        else if (const char* kind = activationOf(node.type); kind != nullptr) {
            m_gated = in.layer;
            write(node, "activation", in, {{"kind", Value::ofText(kind)}});
        } else
            refuse(node, phrase(W_("a list of layers has no layer that does this")));
    }

    OnnxGraph m_graph;
    std::string m_file;
    Value m_input;
    std::vector<std::vector<Member>> m_layers;
    std::map<std::string, Tensor, std::less<>> m_tensors;
    std::ptrdiff_t m_gated = -2; ///< what the last activation read
    std::optional<Error> m_error;
};

} // namespace

Result<Value> onnxModel(std::string_view bytes, const std::string& file)
{
    SHARDSCOPE_TRY(OnnxGraph graph, parseOnnx(bytes, file));
    return Converter(std::move(graph), file).document();
}

} // namespace shardscope::core
