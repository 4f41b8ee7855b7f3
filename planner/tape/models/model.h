// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameters and its forward pass as a list of operations, one file for each family.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/tape/allocator/settling.h"
#include "planner/tape/autograd/operations.h"
#include "planner/tape/autograd/tape.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace shardscope::planner::tape {

/// How a model is run.
struct RunSettings {
    std::int64_t batch = 1;
    std::int64_t sequence = 0;
    std::int64_t decoderSequence = 0; ///< tokens a decoder behind an encoder sees
    Element weights = Element::BFloat16;
    bool autocast = false;
    bool eagerAttention = false;
    std::int64_t firstLayer = 0;       ///< the number that the first one has in the whole model, as named
    std::int64_t recomputedLayers = 0; ///< the first so many are run again in backward
    bool dropout = true;
    core::Adapters adapters;
    std::optional<Element> adapterWeights; ///< where theirs is another format
    Steps steps = Steps::UntilTheyRepeat;
    std::int64_t shards = 0; ///< > 0: parameters start without memory, rows padded to whole shards
};

/// Two thin matrices that learn beside a frozen one (arXiv:2106.09685).
struct Adapter {
    std::string name;
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::size_t layer = 0;
    Parameter* down = nullptr;
    Parameter* up = nullptr;
};
/// \p result of \p x's product with the frozen matrix, and what \p adapter adds; null: there is none
/// (huggingface/peft, tuners/lora/layer.py, Linear.forward: its input goes to the adapter's format, the sum
/// back; no dropout, as LoraConfig has it).
[[nodiscard]] Tensor adapted(Tape& tape, const Adapter* adapter, const Tensor& x, Tensor result);

/// A matrix with its optional bias, in the framework's order of creation.
struct LinearModule {
    Parameter* weight = nullptr;
    Parameter* bias = nullptr;
    const Adapter* adapter = nullptr;
    [[nodiscard]] Tensor operator()(Tape& tape, const Tensor& x) const;
};

/// Where a written-out RMSNorm meets its weight.
enum class RmsScale {
    Narrow,      ///< behind the cast back to the input's format (Llama)
    Wide,        ///< before it (OLMo 2, gpt-oss)
    WideOnePlus, ///< before it, and one is added to the weight (Gemma)
};

/// LayerNorm where it has a bias, else RMSNorm written out (upcast, square, mean, root, product).
struct NormModule {
    Parameter* weight = nullptr;
    Parameter* bias = nullptr;
    RmsScale scale = RmsScale::Narrow;
    [[nodiscard]] Tensor operator()(Tape& tape, const Tensor& x) const;
};

/// Wraps a layer's call: what FSDP2 puts around a module. \p layer is the layer's number, or a part's beyond
/// them.
using LayerWrap = std::function<Tensor(std::int64_t layer, const Tensor& hidden, const Region& run)>;

class Model {
public:
    Model(Tape& tape, const core::Transformer& shape, const RunSettings& settings);
    virtual ~Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// The scalar loss of a batch of token ids [b, s] and labels.
    [[nodiscard]] virtual Tensor loss(const Tensor& ids, const Tensor& labels) = 0;

    [[nodiscard]] std::deque<Parameter>& parameters() { return m_parameters; }
    [[nodiscard]] std::int64_t layers() const { return m_shape.layers; }
    /// For each parameter the number of its layer; layers(): it belongs to none; more: to a part of its own.
    [[nodiscard]] virtual std::vector<std::size_t> groupsOfParameters() const;
    /// Makes the adapters that the settings want and freezes what was there before them; once, when the model
    /// is whole.
    void addAdapters();
    void setLayerWrap(LayerWrap wrap) { m_wrap = std::move(wrap); }

protected:
    [[nodiscard]] Tape& tape() { return m_tape; }
    [[nodiscard]] const core::Transformer& shape() const { return m_shape; }
    [[nodiscard]] const RunSettings& settings() const { return m_settings; }

    Parameter* parameter(std::string name, const Layout& layout)
    {
        return parameter(std::move(name), layout, m_settings.weights);
    }
    Parameter* parameter(std::string name, const Layout& layout, Element element);
    /// A tensor of the model that is not trained.
    void buffer(std::int64_t elements, Element element);
    /// The adapter beside a layer's matrix; null: it has none.
    const Adapter* adapterBeside(const std::string& name, std::int64_t in, std::int64_t out);
    LinearModule linearModule(const std::string& name, std::int64_t in, std::int64_t out, bool bias);
    NormModule layerNormModule(const std::string& name, std::int64_t size);
    NormModule rmsNormModule(const std::string& name, std::int64_t size, RmsScale scale = RmsScale::Narrow);
    /// Marks what parameter() makes until endLayer() as layer \p layer's.
    void beginLayer();
    void endLayer();
    /// A tied head: made like any other, then replaced by the embedding; its own memory is free again.
    LinearModule headModule(Parameter& embedding, bool tied, bool bias);

    /// Runs all layers on \p hidden, each checkpointed where the settings say so.
    [[nodiscard]] Tensor throughLayers(Tensor hidden,
                                       const std::function<Tensor(std::int64_t, const Tensor&)>& layer)
    {
        return throughLayers(0, m_shape.layers, std::move(hidden), layer);
    }
    /// The same for \p count layers from \p first on.
    [[nodiscard]] Tensor throughLayers(std::int64_t first, std::int64_t count, Tensor hidden,
                                       const std::function<Tensor(std::int64_t, const Tensor&)>& layer);
    /// \p run on \p hidden, with the wrap around it where there is one.
    [[nodiscard]] Tensor wrapped(std::int64_t number, const Tensor& hidden, const Region& run)
    {
        return m_wrap ? m_wrap(number, hidden, run) : run({hidden});
    }
    /// The additive causal (or full) mask of eager attention, [b, 1, s, s] in \p element; undefined without
    /// one.
    [[nodiscard]] Tensor eagerMask(Element element);
    /// Which pairs a window lets through, [b, 1, s, s], for fused attention; undefined where it hides none.
    [[nodiscard]] Tensor windowMask();
    /// Whether layer \p number has the window; such layers are spread evenly.
    [[nodiscard]] bool isLocal(std::int64_t number) const
    {
        const std::int64_t local = m_shape.local.layers;
        return (number + 1) * local / m_shape.layers > number * local / m_shape.layers;
    }
    /// Attention of q, k and v [b, a, s, d] as the settings have it run, as [b, s, a * d]; written out its
    /// softmax is \p inFloat, and a key head serves \p repeats query heads. \p mask: eager attention's, or a
    /// window's.
    [[nodiscard]] Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                                   bool inFloat, std::int64_t repeats = 1);
    /// Logits upcast to fp32, labels shifted by one, cross entropy (transformers: ForCausalLMLoss).
    [[nodiscard]] Tensor causalLoss(const Tensor& logits, const Tensor& labels);
    [[nodiscard]] double attentionDropout() const
    {
        return m_settings.dropout ? m_shape.attentionDropout : 0;
    }
    [[nodiscard]] double hiddenDropout() const { return m_settings.dropout ? m_shape.hiddenDropout : 0; }

private:
    Tape& m_tape;
    core::Transformer m_shape;
    RunSettings m_settings;
    std::deque<Parameter> m_parameters;
    std::vector<StorageRef> m_buffers;
    std::vector<std::pair<std::size_t, std::size_t>> m_layers;
    bool m_inLayer = false;
    std::deque<Adapter> m_adapters;
    LayerWrap m_wrap;
};

/// A model that predicts the next token: what its body leaves goes through a head.
class CausalModel : public Model {
public:
    using Model::Model;
    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels) override;

protected:
    /// cos and sin of the positions.
    struct Rotary {
        Tensor cosine, sine;
    };
    /// \p width wide, in \p element.
    [[nodiscard]] Rotary rotary(std::int64_t width, Element element);
    [[nodiscard]] virtual Tensor body(const Tensor& ids) = 0;

    Parameter* m_words = nullptr;
    NormModule m_finalNorm;
    LinearModule m_head;
};

/// x as [b, heads, s, d] of [b, s, heads * d].
[[nodiscard]] Tensor inHeads(Tape& tape, const Tensor& x, std::int64_t heads, std::int64_t width);
/// [b, heads, s, d] back to [b, s, heads * d], contiguous.
[[nodiscard]] Tensor outOfHeads(Tape& tape, const Tensor& x);
/// The feed-forward's activation; "gelu_new" is written out of elementary operations (transformers:
/// NewGELUActivation).
[[nodiscard]] Tensor activated(Tape& tape, const core::Transformer& shape, const Tensor& x);

/// What attention written out keeps of its scores.
struct EagerAttention {
    bool softmaxInFloat = false; ///< softmax with dtype=float32, then back to the queries' type
    std::int64_t repeats = 1;    ///< query heads a key head serves: k and v are repeated
    double dropout = 0;
};
/// softmax(q k^T * scale + mask) v for q [b, a, s, d].
[[nodiscard]] Tensor eagerAttention(Tape& tape, const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Tensor& mask, const EagerAttention& how);

/// Whether an optimizer updates it.
[[nodiscard]] inline bool learns(const Parameter& parameter) { return parameter.value.node != nullptr; }

using ModelPtr = std::unique_ptr<Model>;
using ModelMaker = ModelPtr(Tape& tape, const core::Transformer& shape, const RunSettings& settings);
template <class Made>
ModelPtr makeModelOf(Tape& tape, const core::Transformer& shape, const RunSettings& settings)
{
    return std::make_unique<Made>(tape, shape, settings);
}
extern ModelMaker* const kGpt2;
extern ModelMaker* const kBert;
extern ModelMaker* const kOpt;
extern ModelMaker* const kGptNeox;
extern ModelMaker* const kT5;
extern ModelMaker* const kLlama; ///< llama, mistral, qwen2, qwen3, mixtral, phi3, olmo2, gemma3

} // namespace shardscope::planner::tape
