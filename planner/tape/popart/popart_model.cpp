// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron's layers, and ends whose tables are cut over the tensor group; in two dimensions the hidden width
// is cut, too (graphcore/examples @2d8b565, nlp/gpt3_175B/popxl/modelling: embedding.py, TP and TP2D).
#include "planner/tape/popart/popart_model.h"

#include "planner/formula/stages.h"
#include "planner/tape/megatron/megatron_layer.h"
#include "planner/tape/training/fully_sharded.h"

#include <algorithm>
#include <string>
#include <utility>

namespace shardscope::planner::tape {

/// Embedding and head, as far as a part has them.
class PopartEnds final : public Model {
public:
    PopartEnds(Tape& at, const core::Transformer& of, const RunSettings& how, const Stage& stage,
               const core::Axes& axes)
        : Model(at, of, how)
        , m_rows((of.vocabulary + axes.tensor - 1) / axes.tensor)
        , m_spread(axes.sequenceParallel ? axes.tensor : 1)
        , m_cut(axes.tensor > 1)
    {
        if (stage.first) {
            m_words = parameter("embedding", {m_rows, of.hidden});
            if (of.learnedPositions)
                m_positions =
                    parameter("positions", {(of.maxSequence + axes.tensor - 1) / axes.tensor, of.hidden});
        }
        if (!stage.last)
            return;
        if (of.finalNorm)
            m_norm = norm("final_norm");
        if (of.maskedHead) {
            m_transform = linearModule("transform", of.hidden, of.hidden, true);
            m_transformNorm = norm("transform_norm");
        }
        const bool shared = of.tiedEmbeddings && m_words != nullptr;
        m_head = shared ? m_words : parameter("head", {m_rows, of.hidden});
    }

    [[nodiscard]] Tensor embed(const Tensor& ids)
    {
        const ModuleScope scope(tape(), "embedding");
        Tensor hidden = embedding(tape(), ids, m_words->value);
        if (m_positions != nullptr) {
            const Tensor places = tape().empty({settings().sequence, 1}, Element::Int64);
            hidden = add(tape(), hidden, embedding(tape(), places, m_positions->value));
        }
        return m_spread > 1 ? rows("reduce-scatter", hidden, rowsHere()) : hidden;
    }

    [[nodiscard]] Tensor loss(const Tensor& input, const Tensor& labels) override
    {
        const ModuleScope scope(tape(), "loss");
        Tensor hidden = input;
        if (m_norm.weight != nullptr)
            hidden = m_norm(tape(), hidden);
        if (m_transform.weight != nullptr)
            hidden = m_transformNorm(tape(), gelu(tape(), m_transform(tape(), hidden)));
        if (m_spread > 1)
            hidden = rows("all-gather", hidden, settings().sequence);
        return crossEntropy(linear(tape(), hidden, m_head->value, {}), labels);
    }

    /// The rows of the tensor that one part hands to the next.
    [[nodiscard]] std::int64_t rowsHere() const { return settings().sequence / m_spread; }
    [[nodiscard]] const Parameter* head() const { return m_head; }
    /// The parameters of the embedding, and of what comes after the layers.
    [[nodiscard]] std::vector<Parameter*> ofEmbedding() const { return present({m_words, m_positions}); }
    [[nodiscard]] std::vector<Parameter*> ofHead() const
    {
        return present({m_norm.weight, m_norm.bias, m_transform.weight, m_transform.bias,
                        m_transformNorm.weight, m_transformNorm.bias, m_head});
    }

private:
    static std::vector<Parameter*> present(std::vector<Parameter*> all)
    {
        std::erase(all, nullptr);
        return all;
    }

    NormModule norm(const std::string& name)
    {
        return shape().norm == core::NormKind::RmsNorm ? rmsNormModule(name, shape().hidden)
                                                       : layerNormModule(name, shape().hidden);
    }

    /// Softmax and the gradient of both that is one operation (graphcore/popart @00385a0,
    /// willow/src/patterns/softmaxgraddirect.cpp). Where the vocabulary is cut, exponentials are apart and
    /// the gradient takes the logits, too (graphcore/popxl-addons @1586c14, ops/cross_entropy_sharded_loss).
    [[nodiscard]] Tensor crossEntropy(const Tensor& logits, const Tensor& labels)
    {
        Node* node = tape().record("cross entropy", {&logits}, ownGradient);
        const Tensor softmax = tape().empty(logits.layout.rowMajor(), logits.element);
        tape().save(node, softmax);
        tape().save(node, labels);
        if (m_cut) {
            const Tensor exponentials = tape().empty(logits.layout.rowMajor(), logits.element);
            tape().save(node, logits);
        }
        return tape().made(node, Layout{}, logits.element);
    }

    /// Sequence parallelism: rows are added up and spread over the tensor group, or gathered from it.
    [[nodiscard]] Tensor rows(const char* name, const Tensor& x, std::int64_t count)
    {
        Node* node = tape().record(name, {&x}, ownGradient);
        return tape().made(node, {count, x.size(1), x.size(2)}, x.element);
    }

    std::int64_t m_rows;
    std::int64_t m_spread; ///< ranks that share the rows between products
    bool m_cut;            ///< the vocabulary, over several ranks
    Parameter* m_words = nullptr;
    Parameter* m_positions = nullptr;
    NormModule m_norm;
    LinearModule m_transform;
    NormModule m_transformNorm;
    Parameter* m_head = nullptr;
};

namespace {

RunSettings settingsOf(const core::Transformer& shape, const core::Plan& plan, const Stage& stage,
                       bool loaded)
{
    RunSettings settings;
    settings.batch = plan.batch.microBatch;
    settings.sequence = plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence;
    settings.weights = elementOf(plan.precision.weights);
    settings.eagerAttention = plan.attention == core::Attention::Eager;
    settings.firstLayer = stage.firstLayer;
    if (plan.recompute == core::Recompute::Full)
        settings.recomputedLayers = recomputedLayers(plan, stage);
    settings.dropout = false; // masks are drawn again from the same seed, not kept
    settings.shards = loaded ? 0 : 1;
    return settings;
}

/// A plan with one dimension of \p axes: what the second cuts is narrower from the start.
core::Plan inOneDimension(core::Plan plan)
{
    plan.axes.tensor /= plan.axes.tensorSecond;
    plan.axes.tensorSecond = 1;
    return plan;
}

core::Transformer partOf(core::Transformer shape, const core::Axes& axes, const Stage& stage)
{
    shape.layers = stage.layers;
    shape.activationName = "gelu"; // one operation
    shape.hidden /= axes.tensorSecond;
    return shape;
}

} // namespace

PopartModel::PopartModel(Tape& tape, const core::Transformer& shape, const core::Plan& plan,
                         const Phase& part, bool loaded)
    : m_tape(tape)
    , m_plan(inOneDimension(plan))
    , m_shape(partOf(shape, plan.axes, part.stage))
    , m_part(part)
    , m_settings(settingsOf(shape, plan, part.stage, loaded))
    , m_layers(part.stage.layers > 0 ? makeMegatronLayers(tape, m_shape, m_settings, m_plan, part.half)
                                     : nullptr)
    , m_ends(std::make_unique<PopartEnds>(tape, m_shape, m_settings, part.stage, m_plan.axes))
{
    for (Model* one : {m_layers.get(), static_cast<Model*>(m_ends.get())}) {
        if (one == nullptr)
            continue;
        for (Parameter& parameter : one->parameters())
            m_parameters.push_back(&parameter);
    }
    if (shape.tiedEmbeddings && part.stage.last && !part.stage.first)
        m_sharedHead = m_ends->head();
}

PopartModel::~PopartModel() = default;

Layout PopartModel::boundary() const { return {m_ends->rowsHere(), m_settings.batch, m_shape.hidden}; }

void PopartModel::setSharing(Sharing sharing)
{
    m_sharing = std::move(sharing);
    if (!m_layers)
        return;
    m_ofLayers.resize(static_cast<std::size_t>(m_shape.layers));
    const std::vector<std::size_t> layerOf = m_layers->groupsOfParameters();
    for (std::size_t place = 0; place < layerOf.size(); ++place)
        m_ofLayers[layerOf[place]].push_back(&m_layers->parameters()[place]);
    m_layers->setLayerWrap([this](std::int64_t layer, const Tensor& hidden, const Region& run) {
        return shared(m_ofLayers[static_cast<std::size_t>(layer)], hidden, run);
    });
}

Tensor PopartModel::shared(const std::vector<Parameter*>& weights, const Tensor& input, const Region& run)
{
    if (!m_sharing.gather || m_tape.recomputing()) // backward has gathered them already
        return run({input});
    m_sharing.gather(weights);
    const Tensor output = run({withHook(m_tape, input, [this, &weights] { m_sharing.release(weights); })});
    m_sharing.release(weights);
    return withHook(m_tape, output, [this, &weights] { m_sharing.gather(weights); });
}

/// Backward makes the tables' gradients without the tables.
Tensor PopartModel::embed(const Tensor& ids)
{
    if (!m_sharing.gather)
        return m_ends->embed(ids);
    const std::vector<Parameter*> weights = m_ends->ofEmbedding();
    m_sharing.gather(weights);
    Tensor hidden = m_ends->embed(ids);
    m_sharing.release(weights);
    return hidden;
}

Tensor PopartModel::loss(const Tensor& hidden, const Tensor& labels)
{
    m_ofHead = m_ends->ofHead();
    return shared(m_ofHead, hidden, [this, &labels](const std::vector<Tensor>& inputs) {
        return m_ends->loss(inputs.front(), labels);
    });
}

Tensor PopartModel::forward(const Tensor& ids, const Tensor& labels, bool learns)
{
    Tensor hidden;
    if (m_part.stage.first) {
        hidden = embed(ids);
    } else {
        hidden = m_tape.empty(boundary(), m_settings.weights);
        if (learns)
            hidden = m_tape.asLeaf(hidden);
    }
    if (m_layers)
        hidden = m_layers->loss(hidden, {});
    return m_part.stage.last ? loss(hidden, labels) : hidden;
}

InsideProcessor insideProcessor(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const core::MemoryTier* inside = hardware.tier(core::Tier::Device);
    constexpr double kMost = 1e15; // no device has more, and whole numbers of bytes end there
    const double memory = inside != nullptr ? std::min(kMost, inside->capacity.value.value()) : 0;
    const double streaming =
        memory * static_cast<double>(plan.inProcessor.ioTiles) / static_cast<double>(core::kProcessorTiles);
    return {static_cast<std::int64_t>(streaming),
            static_cast<std::int64_t>((memory - streaming) *
                                      static_cast<double>(plan.inProcessor.memoryPercent) / 100)};
}

} // namespace shardscope::planner::tape
