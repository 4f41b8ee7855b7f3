// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron Core has since which release (NVIDIA/Megatron-LM, CHANGELOG.md, by the headings of its
// sections).
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

using Asks = bool (*)(const core::Plan& plan);
using Sentence = const char* (*)(const FrameworkFacts& facts);

constexpr Rule beganWith(core::Release release, const char* where, Key reads, Asks asks, Sentence sentence)
{
    return {.where = where,
            .reads = {reads},
            .asks = asks,
            .since = release,
            .sentence = sentence,
            .repair = useNewestRelease};
}

inline constexpr Rule kMegatronCoreSince[]{
    // "Mixture of Experts support for GPT"
    beganWith(
        {0, 4}, "/parallel/expert", Key::Axes, [](const core::Plan& plan) { return plan.axes.expert > 1; },
        [](const FrameworkFacts&) { return W_("%1 has experts since release 0.4"); }),
    // "Context Parallel (2D Tensor Parallel) support"
    beganWith(
        {0, 4}, "/parallel/context", Key::Axes, [](const core::Plan& plan) { return plan.axes.context > 1; },
        [](const FrameworkFacts&) { return W_("%1 has a context degree since release 0.4"); }),
    // "EP can be combined with other model parallel techniques for larger MoE variants"
    beganWith(
        {0, 5}, "/parallel/expert", Key::Axes,
        [](const core::Plan& plan) {
            return plan.axes.expert > 1 && plan.axes.tensor * plan.axes.pipeline > 1;
        },
        [](const FrameworkFacts&) {
            return W_("%1 has experts beside a tensor degree or a pipeline since release 0.5");
        }),
    // "Activation offloading to CPU"
    beganWith({0, 5}, "/residency/activations", Key::Residency, movesActivations,
              [](const FrameworkFacts&) { return W_("%1 offloads activations since release 0.5"); }),
    // of its MoE: "Context Parallel support"
    beganWith(
        {0, 8}, "/parallel/context", Key::Axes,
        [](const core::Plan& plan) { return plan.axes.context > 1 && plan.axes.expert > 1; },
        [](const FrameworkFacts&) { return W_("%1 has a context degree beside experts since release 0.8"); }),
    // "Enable pipeline parallelism where first and last ranks have fewer transformer layers"
    beganWith({0, 9}, "/layers_per_stage", Key::Layers, unevenStages,
              [](const FrameworkFacts&) {
                  return W_("%1 has an option for the layers of the first and the last stage since release "
                            "0.9");
              }),
    // "Per layer CUDAGraph support for GPT training with Transformer Engine modules"
    beganWith(
        {0, 9}, "/cuda_graphs", Key::Kernels,
        [](const core::Plan& plan) { return plan.cudaGraphs == core::CudaGraphs::Partial; },
        [](const FrameworkFacts&) { return W_("%1 has CUDA graphs of layers since release 0.9"); }),
    // "MoE Parallel Folding"
    beganWith(
        {0, 10}, "/parallel/expert_tensor", Key::Axes,
        [](const core::Plan& plan) { return plan.axes.expertSlices() != plan.axes.tensor; },
        [](const FrameworkFacts&) {
            return W_("%1 cuts experts over other ranks than the rest of a layer since release 0.10");
        }),
    // "Optimizer CPU offload support for memory savings"
    beganWith(
        {0, 11}, "/residency/optimizer", Key::Residency, movesOptimizer,
        [](const FrameworkFacts&) { return W_("%1 offloads the optimizer's state since release 0.11"); }),
    // "DeepEP support, compatible with all the parallelisms"
    beganWith(
        {0, 12}, "/parallel/expert_dispatch", Key::Axes,
        [](const core::Plan& plan) { return plan.expertDispatch == core::ExpertDispatch::Once; },
        [](const FrameworkFacts&) {
            return W_("%1 sends a token once to a node since release 0.12 (DeepEP)");
        }),
    // "Fine-grained recomputation to reduce activation memory. (--recompute-modules …)"
    beganWith(
        {0, 13}, "/recompute", Key::Recompute,
        [](const core::Plan& plan) {
            return plan.recompute.selective() && plan.recompute != core::Recompute::Selective;
        },
        [](const FrameworkFacts&) {
            return W_("%1 recomputes parts of a layer beside the attention's core since release 0.13");
        }),
};

} // namespace shardscope::planner
