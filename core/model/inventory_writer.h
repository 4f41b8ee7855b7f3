// SPDX-License-Identifier: GPL-3.0-or-later
// What the inventories of all families are written with, and the families: their tensors by the names of
// their own files, in the frameworks' order.
#pragma once

#include "core/model/inventory.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::core {

using Shape = std::vector<std::int64_t>;

/// Consecutive layers that hold the same tensors.
struct LayerRun {
    std::int64_t first = 0;
    std::int64_t count = 0;
    LayerParts parts;
};

/// Notes tensors one by one.
class Inventory {
public:
    explicit Inventory(const Transformer& model)
        : m_model(model)
        , m_run{0, model.layers, {}}
    {
    }

    std::vector<ParameterTensor> take() { return std::move(m_tensors); }
    /// What follows belongs to these layers.
    void layers(LayerRun run)
    {
        m_section = Section::Layer;
        m_run = run;
    }
    void section(Section section) { m_section = section; }

    ParameterTensor& tensor(std::string name, Shape shape, TensorSplit split = TensorSplit::Replicated)
    {
        ParameterTensor added;
        added.name = std::move(name);
        added.shape = std::move(shape);
        added.section = m_section;
        added.split = split;
        if (m_section == Section::Layer) {
            added.count = m_run.count;
            added.firstLayer = m_run.first;
        }
        return m_tensors.emplace_back(std::move(added));
    }
    /// torch.nn.Linear: weight [out, in]. A row-split layer adds its bias after the sum, whole on every rank.
    void linear(const std::string& name, std::int64_t out, std::int64_t in, bool bias, TensorSplit split)
    {
        tensor(name + ".weight", {out, in}, split);
        if (bias)
            tensor(name + ".bias", {out}, split == TensorSplit::Rows ? TensorSplit::Replicated : split);
    }
    /// GPT-2's Conv1D: weight [in, out].
    void conv1d(const std::string& name, std::int64_t in, std::int64_t out, TensorSplit split)
    {
        tensor(name + ".weight", {in, out}, split);
        tensor(name + ".bias", {out}, split == TensorSplit::Rows ? TensorSplit::Replicated : split);
    }
    void norm(const std::string& name) { norm(name, m_model.hidden); }
    void norm(const std::string& name, std::int64_t width)
    {
        if (!m_model.normAffine)
            return;
        tensor(name + ".weight", {width});
        if (m_model.norm == NormKind::LayerNorm)
            tensor(name + ".bias", {width});
    }
    void expertTensor(std::string name, std::int64_t out, std::int64_t in, TensorSplit split)
    {
        tensor(std::move(name), {m_model.experts, out, in}, split).experts = m_model.experts;
    }
    /// Projection onto the vocabulary, and a classifier where the model has one.
    void heads(const std::string& vocabularyName, const std::string& classifierName)
    {
        section(Section::Head);
        if (m_model.vocabularyHead)
            tensor(vocabularyName + ".weight", {m_model.vocabulary, m_model.embeddingWidth},
                   TensorSplit::Vocabulary)
                .shared = m_model.tiedEmbeddings;
        if (m_model.classes > 0)
            linear(classifierName, m_model.classes, m_model.embeddingWidth, m_model.classifierBias,
                   TensorSplit::Replicated);
    }
    [[nodiscard]] std::string classifierName() const
    {
        return m_model.classifierBias ? "classifier" : "score";
    }

private:
    const Transformer& m_model;
    LayerRun m_run;
    Section m_section = Section::Embedding;
    std::vector<ParameterTensor> m_tensors;
};

inline constexpr auto kColumns = TensorSplit::Columns;
inline constexpr auto kRows = TensorSplit::Rows;
inline constexpr auto kVocabulary = TensorSplit::Vocabulary;
inline constexpr auto kWhole = TensorSplit::Replicated;

// Families of their own.
[[nodiscard]] std::vector<ParameterTensor> gpt2Tensors(const Transformer& m);
[[nodiscard]] std::vector<ParameterTensor> bertTensors(const Transformer& m);
[[nodiscard]] std::vector<ParameterTensor> gptNeoxTensors(const Transformer& m);
[[nodiscard]] std::vector<ParameterTensor> optTensors(const Transformer& m);
[[nodiscard]] std::vector<ParameterTensor> t5Tensors(const Transformer& m);
[[nodiscard]] std::vector<ParameterTensor> nativeTensors(const Transformer& m);
/// Llama and what grew out of it: one decoder with different attention, norms and experts.
[[nodiscard]] std::vector<ParameterTensor> llamaTensors(const Transformer& m);
/// Each layer a norm and one part (arXiv:2504.03624, section 2).
[[nodiscard]] std::vector<ParameterTensor> nemotronTensors(const Transformer& m);

} // namespace shardscope::core
