// SPDX-License-Identifier: GPL-3.0-or-later
// Buckets, partitions and gathered weights through a step.
#include "planner/tape/training/zero_redundancy.h"

#include "core/base/rounded_up.h"

#include <algorithm>

namespace shardscope::planner::tape {
namespace {

constexpr int kZeroGatherStream = 1;
constexpr std::int64_t kAlignment = 2;                 ///< nccl_start_alignment_factor
constexpr std::int64_t kSubGroup = 1'000'000'000;      ///< sub_group_size: stage 3 updates so many at a time
constexpr std::int64_t kReuseDistance = 1'000'000'000; ///< stage3_max_reuse_distance

} // namespace

ZeroRedundancy::ZeroRedundancy(Tape& tape, Model& model, const Settings& settings)
    : m_tape(tape)
    , m_model(model)
    , m_settings(settings)
{
    settings.stage < 3 ? layFlat() : makeShards();
    makeState();
    for (Parameter& parameter : model.parameters())
        parameter.collected = [this](Parameter& of) { gradientArrived(of); };
}

/// Stages 1 and 2: one buffer of all weights, padded to whole aligned partitions; parameters are views of it.
void ZeroRedundancy::layFlat()
{
    for (const Parameter& parameter : m_model.parameters())
        m_elements += parameter.value.elements();
    m_elements = core::roundedUp(m_elements, kAlignment * m_settings.ranks);
    m_mine = m_elements / m_settings.ranks;
    const Element element = m_model.parameters().front().value.element;
    m_flat = m_tape.take(m_elements * widthOf(element), core::Purpose::Weights);
    for (Parameter& parameter : m_model.parameters())
        parameter.value.storage = m_flat;
}

/// Stage 3: each tensor's shard, padded, in one buffer; small tensors stay gathered as well.
void ZeroRedundancy::makeShards()
{
    const Element element = m_model.parameters().front().value.element;
    const std::vector<std::size_t> groupOf = m_model.groupsOfParameters();
    m_groups.resize(static_cast<std::size_t>(m_model.layers()) + 1);
    std::size_t place = 0;
    for (Parameter& parameter : m_model.parameters()) {
        Group& group = m_groups[groupOf[place++]];
        m_mine += (parameter.value.elements() + m_settings.ranks - 1) / m_settings.ranks;
        if (persistent(parameter)) {
            parameter.value.storage->refill();
            continue;
        }
        group.parameters.push_back(&parameter);
        group.elements += parameter.value.elements();
    }
    m_elements = m_mine * m_settings.ranks;
    if (!m_settings.weightsAway)
        m_flat = m_tape.take(m_mine * widthOf(element), core::Purpose::Weights);
    m_model.setLayerWrap([this](std::int64_t layer, const Tensor& hidden, const Region& run) {
        return aroundLayer(layer, hidden, run);
    });
}

void ZeroRedundancy::makeState()
{
    const Element element = m_model.parameters().front().value.element;
    m_partition.layout = Layout{m_mine};
    m_partition.element = m_settings.master.value_or(element);
    if (m_settings.master && !m_settings.optimizerAway)
        m_master = m_tape.take(m_mine * widthOf(*m_settings.master), core::Purpose::MasterWeights);
    const std::int64_t width = widthOf(m_settings.gradient);
    if (m_settings.optimizerAway) {
        std::int64_t largest = 0;
        for (const Parameter& parameter : m_model.parameters())
            largest = std::max(largest, parameter.value.elements());
        m_largest = m_tape.take(largest * width, core::Purpose::Buffers);
    }
    if (m_settings.stage < 3)
        return;
    // Kept for good: the gradients' shards and the bucket.
    if (!m_settings.optimizerAway)
        m_gradients = m_tape.take(m_mine * width, core::Purpose::Gradients);
    if (m_settings.buckets.contiguous)
        m_bucket = m_tape.take(m_settings.buckets.reduce * width, core::Purpose::Buffers);
}

bool ZeroRedundancy::persistent(const Parameter& parameter) const
{
    return parameter.value.elements() < m_settings.buckets.persistence;
}

Tensor ZeroRedundancy::loss(const Tensor& ids, const Tensor& labels)
{
    if (m_settings.stage < 3)
        return m_model.loss(ids, labels);
    const std::size_t root = m_groups.size() - 1;
    fetch(m_groups[root]);
    return m_model.loss(ids, labels);
}

void ZeroRedundancy::beginBackward()
{
    m_tape.ledger().setOperation("gradient bucket");
    if (m_settings.stage == 2 && m_settings.buckets.contiguous)
        m_bucket =
            m_tape.take(m_settings.buckets.reduce * widthOf(m_settings.gradient), core::Purpose::Buffers);
}

/// A gradient moves into the bucket, which is reduced when the next one does not fit. Stage 1 does so with
/// all of them when backward is over.
void ZeroRedundancy::gradientArrived(Parameter& parameter)
{
    if (m_settings.stage == 1)
        return;
    const std::int64_t elements = parameter.value.elements();
    if (m_inBucket + elements > m_settings.buckets.reduce)
        reduceBucket();
    // What is larger than the bucket is reduced where it lies.
    if (m_settings.buckets.contiguous && elements <= m_settings.buckets.reduce)
        parameter.gradient.storage = m_bucket;
    m_inBucket += elements;
    m_waiting.push_back(&parameter);
}

void ZeroRedundancy::reduceBucket()
{
    if (m_waiting.empty())
        return;
    m_tape.ledger().setOperation("reduce-scatter");
    const std::int64_t width = widthOf(m_settings.gradient);
    {
        // Without a buffer made beforehand the gradients are copied together first.
        const StorageRef together =
            m_settings.buckets.contiguous ? nullptr : m_tape.take(m_inBucket * width, core::Purpose::Buffers);
        const std::int64_t share = (m_inBucket + m_settings.ranks - 1) / m_settings.ranks * width;
        const StorageRef scattered =
            m_settings.stage == 3 ? m_tape.take(share, core::Purpose::Buffers) : nullptr;
        if (m_settings.stage < 3 && !m_settings.optimizerAway && !m_gradients)
            m_gradients = m_tape.take(m_mine * width, core::Purpose::Gradients);
    }
    for (Parameter* parameter : m_waiting)
        parameter->gradient.reset();
    m_waiting.clear();
    m_inBucket = 0;
}

void ZeroRedundancy::finishBackward()
{
    if (m_settings.stage == 1) {
        m_tape.ledger().setOperation("gradient bucket");
        const std::int64_t width = widthOf(m_settings.gradient);
        if (m_settings.buckets.contiguous)
            m_bucket = m_tape.take(m_settings.buckets.reduce * width, core::Purpose::Buffers);
        m_settings.stage = 2; // from here on as there
        auto& parameters = m_model.parameters();
        for (std::size_t place = parameters.size(); place-- > 0;)
            if (parameters[place].gradient.defined())
                gradientArrived(parameters[place]);
        reduceBucket();
        m_settings.stage = 1;
        m_bucket.reset();
        return;
    }
    reduceBucket();
    if (m_settings.stage == 2)
        m_bucket.reset();
    for (Group& group : m_groups)
        release(group);
}

void ZeroRedundancy::beforeUpdate()
{
    m_tape.ledger().setPhase(core::StepPhase::Optimizer);
    m_tape.ledger().setOperation("optimizer");
    if (m_settings.optimizerAway)
        return;
    const std::int64_t updated = m_settings.stage == 3 ? std::min(m_mine, kSubGroup) : m_mine;
    const std::int64_t width = widthOf(m_settings.gradient);
    // Stages 1 and 2 lay the gradients flat before they are cast.
    const StorageRef flat =
        m_settings.stage < 3 ? m_tape.take(updated * width, core::Purpose::Gradients) : nullptr;
    if (m_settings.master && *m_settings.master != m_settings.gradient)
        m_wideGradients = m_tape.take(updated * widthOf(*m_settings.master), core::Purpose::Gradients);
    if (m_settings.stage < 3)
        m_gradients.reset();
}

void ZeroRedundancy::afterUpdate()
{
    m_wideGradients.reset();
    m_tape.ledger().setOperation("all-gather");
}

void ZeroRedundancy::fetch(Group& group)
{
    if (group.live || group.parameters.empty())
        return;
    m_tape.ledger().setOperation("all-gather");
    const Element element = m_model.parameters().front().value.element;
    // All shards of the group arrive in one buffer and are joined tensor by tensor.
    const StorageRef arrived =
        m_tape.take(core::roundedUp(group.elements, m_settings.ranks) * widthOf(element),
                    core::Purpose::Buffers, kZeroGatherStream);
    for (Parameter* parameter : group.parameters)
        parameter->value.storage->refill();
    group.live = true;
    m_liveElements += group.elements;
}

void ZeroRedundancy::release(Group& group)
{
    if (!group.live)
        return;
    for (Parameter* parameter : group.parameters)
        parameter->value.storage->release();
    group.live = false;
    m_liveElements -= group.elements;
}

/// Further groups in the order of use, as long as bucket and live elements allow.
void ZeroRedundancy::fetchAhead(std::size_t from, bool backward)
{
    std::int64_t fetched = 0;
    const std::size_t layers = m_groups.size() - 1;
    for (std::size_t next = from; backward ? next > 0 : next + 1 < layers;) {
        next = backward ? next - 1 : next + 1;
        Group& group = m_groups[next];
        if (group.live)
            continue;
        fetched += group.elements;
        if (fetched > m_settings.buckets.prefetch ||
            m_liveElements + group.elements > m_settings.buckets.liveParameters)
            return;
        fetch(group);
    }
}

/// What runs between a layer's forward and its backward, in elements: all layers behind it, twice.
bool ZeroRedundancy::usedAgainSoon(std::size_t group) const
{
    std::int64_t between = 0;
    for (std::size_t behind = group + 1; behind + 1 < m_groups.size(); ++behind)
        between += 2 * m_groups[behind].elements;
    return between < kReuseDistance && m_liveElements <= m_settings.buckets.liveParameters;
}

Tensor ZeroRedundancy::aroundLayer(std::int64_t layer, const Tensor& hidden, const Region& run)
{
    if (m_tape.recomputing())
        return run({hidden});
    const auto index = static_cast<std::size_t>(layer);
    fetch(m_groups[index]);
    fetchAhead(index, false);
    const Tensor input = withHook(m_tape, hidden, [this, index] { release(m_groups[index]); });
    const Tensor output = run({input});
    if (!usedAgainSoon(index))
        release(m_groups[index]);
    return withHook(m_tape, output, [this, index] {
        fetch(m_groups[index]);
        fetchAhead(index, true);
    });
}

} // namespace shardscope::planner::tape
