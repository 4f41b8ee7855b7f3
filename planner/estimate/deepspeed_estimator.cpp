// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/estimate/deepspeed_estimator.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/formula/state.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace shardscope::planner {
namespace {

// Defaults of deepspeed/runtime/zero/config.py, in elements: reduce_bucket_size, the buffer in which
// gradients are reduced, and stage3_prefetch_bucket_size.
constexpr double kReduceBucket = 5e8;
constexpr double kPrefetchBucket = 5e7;
constexpr double kHalfWidth = 2; // of fp16 weights and gradients

/// Python's int(): towards zero.
std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

/// Sizes as the answer's arithmetic stays exact for.
core::Result<core::Done> checkQuery(const DeepSpeedQuery& query)
{
    constexpr std::int64_t kMostParameters = 1'000'000'000'000'000; // 18 of them are exact in a double's sum
    constexpr std::int64_t kMostDevices = 1 << 20;
    const auto outside = [](const char* key, std::int64_t value, std::int64_t low, std::int64_t high) {
        return core::outOfRange(value, low, high).under(key);
    };
    if (query.stage != 2 && query.stage != 3)
        return core::Error{core::ErrorCode::NotSupported,
                           {core::phrase(W_("ZeRO stage %1"), {std::to_string(query.stage)}),
                            core::phrase(W_("DeepSpeed estimates stages 2 and 3"))}};
    if (query.parameters < 1 || query.parameters > kMostParameters)
        return outside("/parameters", query.parameters, 1, kMostParameters);
    if (query.stage == 3 && (query.largestLayer < 1 || query.largestLayer > query.parameters))
        return outside("/largest_layer", query.largestLayer, 1, query.parameters);
    if (query.gpusPerNode < 1 || query.gpusPerNode > kMostDevices)
        return outside("/gpus_per_node", query.gpusPerNode, 1, kMostDevices);
    if (query.nodes < 1 || query.nodes > kMostDevices)
        return outside("/nodes", query.nodes, 1, kMostDevices);
    if (!(query.bufferFactor >= 0) || !std::isfinite(query.bufferFactor)) {
        return core::outOfRange(query.bufferFactor, 0, "1e6").under("/buffer_factor");
    }
    return core::Done{};
}

/// estimate_zero2_model_states_mem_needs; factors in its order, for the same rounding.
void answerAsStage2(const DeepSpeedQuery& q, DeepSpeedAnswer& answer)
{
    const auto p = static_cast<double>(q.parameters);
    const auto gpus = static_cast<double>(q.gpus());
    if (q.offloadOptimizer) {
        answer.deviceBytes = 2 * q.parameters;
        answer.hostBytes = whole(p * std::max(4 * gpus, 16.0) * q.bufferFactor);
    } else {
        answer.deviceBytes = 2 * q.parameters + whole(18 * p / gpus);
        answer.hostBytes = whole(p * 4 * static_cast<double>(q.gpusPerNode) * q.bufferFactor);
    }
}

/// estimate_zero3_model_states_mem_needs
void answerAsStage3(const DeepSpeedQuery& q, DeepSpeedAnswer& answer)
{
    const auto p = static_cast<double>(q.parameters);
    const auto gpus = static_cast<double>(q.gpus());
    const double nodeShare = 1 / static_cast<double>(q.nodes);
    const double onNode = 4 * static_cast<double>(q.gpusPerNode);
    const std::int64_t layer = 4 * q.largestLayer;
    answer.largestLayerBytes = layer;
    if (!q.offloadOptimizer) {
        answer.deviceBytes = layer + whole(18 * p / gpus);
        const double made = q.zeroInit ? static_cast<double>(q.largestLayer) : p;
        answer.hostBytes = whole(made * onNode * q.bufferFactor);
        return;
    }
    const double held = q.offloadParameters ? 18 : 16;
    answer.deviceBytes = layer + (q.offloadParameters ? 0 : whole(2 * p / gpus));
    answer.hostBytes = q.zeroInit ? whole(p * held * nodeShare * q.bufferFactor)
                                  : whole(p * std::max(onNode, held * nodeShare) * q.bufferFactor);
}

core::Plan planOf(const DeepSpeedQuery& q)
{
    core::Plan plan;
    plan.implementation = core::Implementation::DeepSpeed;
    plan.axes.replica = q.gpus();
    plan.sharding = {q.stage == 3 ? q.gpus() : 1, q.gpus(), q.gpus()};
    plan.precision = {
        core::Dtype::Fp16, core::Dtype::Fp16, core::Dtype::Fp32, core::Dtype::Fp32, false, {}, {}};
    plan.optimizer = core::OptimizerKind::AdamW;
    return plan;
}

/// What training holds (arXiv:1910.02054, sections 3 and 5): 2 bytes of weights and gradients each and 12 of
/// fp32 state a parameter, shards padded; plus what is gathered or under way.
void addOurs(const DeepSpeedQuery& q, DeepSpeedAnswer& answer)
{
    using N = core::PlainNumbers;
    const core::Plan plan = planOf(q);
    const StateBytes<N> state = stateBytes<N>(bareState<N>(static_cast<double>(q.parameters), plan), plan);
    const auto p = static_cast<double>(q.parameters);
    const double bucket = std::min(kReduceBucket, p);
    const bool parametersAway = q.stage == 3 && q.offloadOptimizer && q.offloadParameters;
    const double ranksOfNode = static_cast<double>(q.gpusPerNode);
    answer.weights = parametersAway ? core::Bytes{0} : state.weights;
    if (!q.offloadOptimizer) {
        answer.gradients = state.gradients;
        answer.optimizer = state.optimizer + state.master;
    } else {
        answer.host = ranksOfNode * (state.gradients + state.optimizer + state.master);
    }
    if (parametersAway)
        answer.host = answer.host + ranksOfNode * state.weights;
    if (q.gpus() == 1 && !parametersAway)
        return;
    double elements = bucket;
    if (q.stage == 3) { // the layer in work and what is fetched ahead; its gradients may outgrow the bucket
        const auto layer = static_cast<double>(q.largestLayer);
        elements = std::min(p, layer + kPrefetchBucket) + std::max(bucket, layer);
    }
    answer.buffers = core::Bytes{kHalfWidth * elements};
}

void addReasons(const DeepSpeedQuery& q, DeepSpeedAnswer& answer)
{
    const double factor = q.bufferFactor;
    const auto p = static_cast<double>(q.parameters);
    const auto nodes = static_cast<double>(q.nodes);
    auto& why = answer.why;
    if (!q.offloadOptimizer)
        why.push_back({DeepSpeedDifference::ShardedBytes, {18, q.stage == 2 ? 14.0 : 16.0}});
    if (q.stage == 2 && q.gpus() > 1)
        why.push_back({DeepSpeedDifference::ReduceBuckets, {answer.buffers.value()}});
    if (q.stage == 3 && answer.buffers.value() > 0)
        why.push_back({DeepSpeedDifference::GatheredLayers,
                       {static_cast<double>(*answer.largestLayerBytes), answer.buffers.value()}});
    if (q.offloadOptimizer) {
        const double held = answer.host.value() * nodes / p;
        const double said = factor > 0 ? static_cast<double>(answer.hostBytes) * nodes / p / factor : 0;
        why.push_back({DeepSpeedDifference::HostState, {said, held}});
    } else {
        why.push_back({DeepSpeedDifference::HostInitialization, {static_cast<double>(answer.hostBytes)}});
    }
    if (factor != 1)
        why.push_back({DeepSpeedDifference::HostBufferFactor, {factor}});
    why.push_back({DeepSpeedDifference::NoActivations, {}});
}

} // namespace

core::Result<DeepSpeedAnswer> estimateDeepSpeed(const DeepSpeedQuery& query)
{
    if (const auto checked = checkQuery(query); !checked.ok())
        return checked.error();
    DeepSpeedAnswer answer;
    if (query.stage == 2)
        answerAsStage2(query, answer);
    else
        answerAsStage3(query, answer);
    addOurs(query, answer);
    addReasons(query, answer);
    return answer;
}

} // namespace shardscope::planner
