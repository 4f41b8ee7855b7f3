// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/inventory.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// "transformer.h.{layer}.attn.c_attn.weight" -> "attn.c_attn.weight"
std::string shortName(const std::string& name)
{
    constexpr std::string_view kLayer = "{layer}.";
    const std::size_t at = name.find(kLayer);
    return at == std::string::npos ? name : name.substr(at + kLayer.size());
}

void add(std::vector<TensorGroup>& groups, const core::ParameterTensor& tensor)
{
    const auto elements = static_cast<double>(tensor.elements());
    const double rows = tensor.shape.empty() ? 1 : static_cast<double>(tensor.shape.front());
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const TensorGroup& group) {
        return group.elements == elements && group.split == tensor.split && group.shared == tensor.shared &&
               group.experts == tensor.experts &&
               (group.rows == rows || group.split != core::TensorSplit::Vocabulary);
    });
    if (same != groups.end())
        ++same->number;
    else
        groups.push_back(
            {shortName(tensor.name), elements, rows, tensor.split, 1, tensor.experts, tensor.shared});
}

LayerKind& kindOf(Inventory& inventory, const core::ParameterTensor& tensor)
{
    for (LayerKind& kind : inventory.layers) {
        if (kind.first == tensor.firstLayer && kind.count == tensor.count)
            return kind;
    }
    LayerKind kind;
    kind.first = tensor.firstLayer;
    kind.count = tensor.count;
    return inventory.layers.emplace_back(std::move(kind));
}

} // namespace

std::int64_t LayerKind::within(std::int64_t begin, std::int64_t end) const
{
    return std::max<std::int64_t>(0, std::min(end, first + count) - std::max(begin, first));
}

Inventory inventoryOf(const core::ModelSpec& model)
{
    Inventory inventory;
    inventory.parameters = core::parameterCount(model);
    for (const core::ParameterTensor& tensor : core::parameterTensors(model)) {
        switch (tensor.section) {
        case core::Section::Embedding: add(inventory.embedding, tensor); break;
        case core::Section::Layer: {
            LayerKind& kind = kindOf(inventory, tensor);
            kind.experts = kind.experts || tensor.experts > 0;
            add(kind.tensors, tensor);
            break;
        }
        case core::Section::Final:
        case core::Section::Head: add(inventory.head, tensor); break;
        }
    }
    if (const core::Transformer* shape = model.transformer(); shape != nullptr && shape->decoderLayers > 0) {
        inventory.firstDecoder = shape->layers - shape->decoderLayers;
        for (LayerKind& kind : inventory.layers) {
            kind.decoder = kind.first >= inventory.firstDecoder;
            kind.extra = kind.count != (kind.decoder ? shape->decoderLayers : inventory.firstDecoder);
        }
    }
    return inventory;
}

} // namespace shardscope::planner
