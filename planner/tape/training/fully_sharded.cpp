// SPDX-License-Identifier: GPL-3.0-or-later
// The life of gathered weights and reduced gradients through a step.
#include "planner/tape/training/fully_sharded.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner::tape {
namespace {

// Streams have pools of their own: gathers and reductions run beside the compute stream (0).
constexpr int kGatherStream = 1;
constexpr int kReduceStream = 2;

} // namespace

Tensor withHook(Tape& tape, const Tensor& x, std::function<void()> before)
{
    Node* node =
        tape.record("shard hook", {&x}, [hook = std::move(before)](Tape&, const Node&, Gradients& incoming) {
            hook();
            return Gradients{incoming[0]};
        });
    Tensor result = x;
    result.node = node;
    result.slot = 0;
    return result;
}

FullySharded::FullySharded(Tape& tape, Model& model, const Settings& settings)
    : m_tape(tape)
    , m_model(model)
    , m_settings(settings)
{
    const std::vector<std::size_t> groupOf = model.groupsOfParameters();
    m_groups.resize(*std::ranges::max_element(groupOf) + 1);
    std::size_t place = 0;
    for (Parameter& parameter : model.parameters()) {
        ShardGroup& group = m_groups[groupOf[place++]];
        const Layout& full = parameter.value.layout;
        const std::int64_t rows = (full.size(0) + settings.ranks - 1) / settings.ranks;
        group.parameters.push_back(&parameter);
        Tensor shard;
        shard.layout = full.narrowed(0, rows).rowMajor();
        shard.element = settings.shard;
        shard.storage = tape.take(shard.elements() * widthOf(settings.shard), core::Purpose::Weights);
        group.paddedElements += shard.elements() * settings.ranks;
        if (learns(parameter))
            group.paddedLearning += shard.elements() * settings.ranks;
        m_shards.push_back(std::move(shard));
    }
    model.setLayerWrap([this](std::int64_t layer, const Tensor& hidden, const Region& run) {
        return aroundLayer(layer, hidden, run);
    });
}

void FullySharded::unshard(ShardGroup& group)
{
    if (group.unsharded || group.gathered)
        return;
    m_tape.ledger().setOperation("all-gather");
    const std::int64_t bytes = group.paddedElements * widthOf(m_settings.compute);
    const StorageRef cast = m_tape.take(bytes / m_settings.ranks, core::Purpose::Buffers, kGatherStream);
    group.gathered = m_tape.take(bytes, core::Purpose::Buffers, kGatherStream);
}

void FullySharded::waitForUnshard(ShardGroup& group, Pass pass)
{
    if (!group.gathered)
        return;
    m_tape.ledger().setOperation("all-gather");
    if (pass == Pass::Forward)
        m_heldGather.reset();
    for (Parameter* parameter : group.parameters)
        parameter->value.storage->refill();
    group.unsharded = true;
    StorageRef gathered = std::exchange(group.gathered, nullptr);
    if (pass == Pass::Forward)
        m_heldGather = std::move(gathered);
}

void FullySharded::reshard(ShardGroup& group)
{
    for (Parameter* parameter : group.parameters)
        parameter->value.storage->release();
    group.unsharded = false;
}

Tensor FullySharded::aroundLayer(std::int64_t layer, const Tensor& hidden, const Region& run)
{
    if (m_tape.recomputing()) // backward has gathered the layer already
        return run({hidden});
    const auto index = static_cast<std::size_t>(layer);
    unshard(m_groups[index]);
    waitForUnshard(m_groups[index], Pass::Forward);
    // An embedding tied to the head has its last gradient when all is over.
    const bool last =
        m_groups.size() == static_cast<std::size_t>(m_model.layers()) + 1 && layer == m_model.layers();
    const Tensor input =
        last ? hidden : withHook(m_tape, hidden, [this, index] { afterBackward(m_groups[index]); });
    const Tensor output = run({input});
    if (!keepsGathered(index))
        reshard(m_groups[index]);
    if (layer == m_model.layers()) // the root's forward is over: its loss comes behind it
        m_heldGather.reset();
    return withHook(m_tape, output, [this, index] { beforeBackward(index); });
}

bool FullySharded::keepsGathered(std::size_t group) const
{
    const std::int64_t layers = m_model.layers();
    const auto number = static_cast<std::int64_t>(group);
    return !m_settings.reshardAfterForward || (number <= layers && number >= layers - m_settings.keptLayers);
}

Tensor FullySharded::loss(const Tensor& ids, const Tensor& labels)
{
    if (m_settings.ownEnds)
        return m_model.loss(ids, labels);
    const std::size_t root = m_groups.size() - 1;
    unshard(m_groups[root]);
    waitForUnshard(m_groups[root], Pass::Forward);
    const Tensor result = m_model.loss(ids, labels);
    if (m_settings.reshardAfterForward)
        reshard(m_groups[root]);
    m_heldGather.reset();
    return withHook(m_tape, result, [this, root] { beforeBackward(root); });
}

void FullySharded::beforeBackward(std::size_t group)
{
    unshard(m_groups[group]);
    waitForUnshard(m_groups[group], Pass::Backward);
    // The one whose forward ended before this one's is fetched ahead; the root's ended last.
    const auto embedding = static_cast<std::size_t>(m_model.layers()) + 1;
    if (group > 0 && group < embedding)
        unshard(m_groups[group - 1]);
    else if (group == 0 && m_groups.size() > embedding)
        unshard(m_groups[embedding]);
}

void FullySharded::afterBackward(ShardGroup& group)
{
    std::vector<Tensor> gradients;
    for (Parameter* parameter : group.parameters)
        if (parameter->gradient.defined())
            gradients.push_back(std::exchange(parameter->gradient, {}));
    reshard(group);
    if (gradients.empty())
        return;
    m_tape.ledger().setOperation("reduce-scatter");
    m_reduceInput.reset();
    const std::int64_t bytes = group.paddedLearning * widthOf(m_settings.reduce);
    m_reduceInput = m_tape.take(bytes, core::Purpose::Buffers);
    gradients.clear();
    StorageRef reduced = m_tape.take(bytes / m_settings.ranks, core::Purpose::Gradients, kReduceStream);
    if (!group.gradientShards) // else added to what earlier micro-batches left
        group.gradientShards = std::move(reduced);
}

void FullySharded::finishBackward()
{
    for (ShardGroup& group : m_groups)
        if (group.unsharded)
            afterBackward(group);
    m_reduceInput.reset();
}

void FullySharded::dropGradients()
{
    for (ShardGroup& group : m_groups)
        group.gradientShards.reset();
}

} // namespace shardscope::planner::tape
