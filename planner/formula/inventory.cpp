// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/inventory.h"
#include "planner/framework/framework.h"

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
    const auto same = std::ranges::find_if(groups, [&](const TensorGroup& group) {
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

/// Frameworks name attention's modules so, each in its own way: self_attn, attention, SelfAttention.
bool ofAttention(const std::string& name)
{
    return name.find("attn") != std::string::npos || name.find("ttention") != std::string::npos;
}

void addToLayer(LayerKind& kind, const core::ParameterTensor& tensor)
{
    add(kind.tensors, tensor);
    const std::size_t dimensions = tensor.shape.size();
    const bool cut = tensor.split == core::TensorSplit::Columns || tensor.split == core::TensorSplit::Rows;
    if (!cut || dimensions < (tensor.experts > 0 ? 3 : 2))
        return;
    kind.matrices.push_back({tensor.shape[dimensions - 1], tensor.shape[dimensions - 2], tensor.experts,
                             ofAttention(tensor.name), tensor.split == core::TensorSplit::Columns});
}

/// Adds a run to a hybrid's kind of layers; the first run has given the tensors of all.
bool addRun(LayerKind& kind, const core::ParameterTensor& tensor)
{
    if (kind.first == tensor.firstLayer)
        return true;
    if (kind.runs.back().first != tensor.firstLayer) {
        kind.runs.emplace_back(tensor.firstLayer, tensor.count);
        kind.count += tensor.count;
    }
    return false;
}

void addToHybrid(Inventory& inventory, const core::Transformer& model, const core::ParameterTensor& tensor)
{
    const LayerForm form{model.partsOf(tensor.firstLayer), false};
    const auto known = std::ranges::find_if(
        inventory.layers, [form](const LayerKind& kind) { return kind.form.index() == form.index(); });
    if (known != inventory.layers.end()) {
        if (addRun(*known, tensor))
            addToLayer(*known, tensor);
        return;
    }
    LayerKind kind;
    kind.first = tensor.firstLayer;
    kind.count = tensor.count;
    kind.form = form;
    kind.runs.emplace_back(tensor.firstLayer, tensor.count);
    addToLayer(kind, tensor);
    inventory.layers.push_back(std::move(kind));
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
    if (runs.empty())
        return std::max<std::int64_t>(0, std::min(end, first + count) - std::max(begin, first));
    std::int64_t found = 0;
    for (const auto& [from, layers] : runs)
        found += std::max<std::int64_t>(0, std::min(end, from + layers) - std::max(begin, from));
    return found;
}

std::string LayerKind::numbers() const
{
    constexpr std::size_t kShown = 4;
    const auto range = [](std::int64_t from, std::int64_t layers) {
        return layers == 1 ? std::to_string(from)
                           : std::to_string(from) + "–" + std::to_string(from + layers - 1);
    };
    if (runs.empty())
        return std::to_string(first) + "–" + std::to_string(first + count - 1);
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), kShown); ++i)
        text += (i > 0 ? ", " : "") + range(runs[i].first, runs[i].second);
    return runs.size() > kShown ? text + ", …" : text;
}

Inventory inventoryOf(const core::ModelSpec& model)
{
    Inventory inventory;
    inventory.parameters = core::parameterCount(model);
    const core::Transformer* shape = model.transformer();
    for (const core::ParameterTensor& tensor : core::parameterTensors(model)) {
        switch (tensor.section) {
        case core::Section::Embedding: add(inventory.embedding, tensor); break;
        case core::Section::Layer: {
            if (shape != nullptr && shape->hybrid()) {
                addToHybrid(inventory, *shape, tensor);
                break;
            }
            LayerKind& kind = kindOf(inventory, tensor);
            if (tensor.experts > 0)
                kind.form = kExpertLayer;
            addToLayer(kind, tensor);
            break;
        }
        case core::Section::Final:
        case core::Section::Head: add(inventory.head, tensor); break;
        }
    }
    // Modules of further tokens look their words up where the head is: a copy of the embedding, where the
    // head is none already (NVIDIA/Megatron-LM, core/models/gpt/gpt_model.py, mtp_process).
    if (shape != nullptr && shape->predictions > 0 && !shape->tiedEmbeddings) {
        for (TensorGroup group : inventory.embedding) {
            group.shared = true;
            inventory.head.push_back(std::move(group));
        }
    }
    if (shape != nullptr && shape->decoderLayers > 0) {
        inventory.firstDecoder = shape->layers - shape->decoderLayers;
        for (LayerKind& kind : inventory.layers) {
            kind.form.decoder = kind.first >= inventory.firstDecoder;
            kind.extra = kind.count != (kind.form.decoder ? shape->decoderLayers : inventory.firstDecoder);
        }
    }
    return inventory;
}

namespace {

/// One adapter for matrices that a fused kernel takes as one.
bool sharesAdapters(const core::Plan& plan) { return fusedByMegatronCore(plan); }

} // namespace

AdapterSizes adapterSizes(const LayerKind& kind, const core::Plan& plan)
{
    const auto rank = static_cast<double>(plan.adapters.rank);
    AdapterSizes sizes;
    for (auto matrix = kind.matrices.begin(); matrix != kind.matrices.end(); ++matrix) {
        const core::Adapters& wanted = plan.adapters;
        const bool beside =
            !matrix->ofAttention ? wanted.besideFeedForward() : matrix->columns || wanted.besideOutput();
        if (!beside)
            continue;
        const bool joined =
            sharesAdapters(plan) && std::any_of(kind.matrices.begin(), matrix, [&](const CutMatrix& before) {
                return before.columns && matrix->columns && before.in == matrix->in &&
                       before.experts == matrix->experts && before.ofAttention == matrix->ofAttention;
            });
        const double both = rank * static_cast<double>((joined ? 0 : matrix->in) + matrix->out);
        if (matrix->experts > 0)
            sizes.experts += static_cast<double>(matrix->experts) * both;
        else
            sizes.dense += both;
    }
    return sizes;
}

double adapterParameters(const Inventory& inventory, const core::Plan& plan)
{
    double all = 0;
    for (const LayerKind& kind : inventory.layers) {
        const AdapterSizes sizes = adapterSizes(kind, plan);
        all += static_cast<double>(kind.count) * (sizes.dense + sizes.experts);
    }
    return all;
}

std::int64_t adapterKey(const core::Plan& plan)
{
    if (!plan.adapters.any())
        return 0;
    return 8 * plan.adapters.rank + 2 * static_cast<std::int64_t>(plan.adapters.targets) +
           (sharesAdapters(plan) ? 1 : 0);
}

} // namespace shardscope::planner
