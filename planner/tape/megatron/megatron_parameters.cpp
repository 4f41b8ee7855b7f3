// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/megatron/megatron_parameters.h"
#include "planner/framework/framework.h"

#include "core/base/rounded_up.h"
#include "core/model/inventory.h"

#include <algorithm>

namespace shardscope::planner::tape {
namespace {

/// How many elements of a tensor one rank holds in each layer. Positions are whole on every rank
/// (Megatron-LM, core/models/common/embeddings/language_model_embedding.py), words cut by their padded rows.
std::int64_t onARank(const core::ParameterTensor& tensor, const core::Transformer& shape,
                     const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    if (tensor.split == core::TensorSplit::Vocabulary) {
        const std::int64_t rows = tensor.shape.front();
        return rows == shape.vocabulary ? paddedVocabulary(shape, plan) * (tensor.elements() / rows)
                                        : tensor.elements();
    }
    const bool cut = tensor.split != core::TensorSplit::Replicated;
    const std::int64_t ranks =
        tensor.experts > 0 ? (cut ? axes.expertSlices() : 1) * axes.expert : (cut ? axes.tensor : 1);
    return (tensor.elements() + ranks - 1) / ranks;
}

/// How many layers of a stage have the tensor.
std::int64_t layersWith(const core::ParameterTensor& tensor, const MegatronStage& stage)
{
    const std::int64_t end = std::min(tensor.firstLayer + tensor.count, stage.firstLayer + stage.layers);
    return std::max<std::int64_t>(0, end - std::max(tensor.firstLayer, stage.firstLayer));
}

std::int64_t timesOn(const MegatronStage& stage, const core::ParameterTensor& tensor)
{
    switch (tensor.section) {
    case core::Section::Embedding: return stage.first ? 1 : 0;
    case core::Section::Layer: return layersWith(tensor, stage);
    case core::Section::Final: return stage.last ? 1 : 0;
    case core::Section::Head: return stage.last && !(tensor.shared && stage.first) ? 1 : 0;
    }
    return 0;
}

} // namespace

std::int64_t paddedVocabulary(const core::Transformer& shape, const core::Plan& plan)
{
    const std::int64_t multiple = factsOf(plan).habits.vocabularyMultiple;
    return core::roundedUp(shape.vocabulary, multiple * plan.axes.tensor) / plan.axes.tensor;
}

MegatronParameters megatronParameters(const core::Transformer& shape, const core::Plan& plan,
                                      const MegatronStage& stage)
{
    MegatronParameters all;
    for (const core::ParameterTensor& tensor : core::transformerTensors(shape))
        (tensor.experts > 0 ? all.experts : all.dense) +=
            timesOn(stage, tensor) * onARank(tensor, shape, plan);
    if (stage.last && !stage.first && shape.predictions > 0 && !shape.tiedEmbeddings)
        all.dense += paddedVocabulary(shape, plan) * shape.hidden; // its modules' own copy of the embedding
    return all;
}

} // namespace shardscope::planner::tape
