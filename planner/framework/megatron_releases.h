// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron Core has since which release (NVIDIA/Megatron-LM, CHANGELOG.md, by the headings of its
// sections).
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

inline constexpr Rule kMegatronCoreSince[]{
    // "Mixture of Experts support for GPT"
    {.where = "/parallel/expert",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.axes.expert > 1; },
     .since = {0, 4},
     .sentence = [](const FrameworkFacts&) { return W_("%1 has experts since release 0.4"); },
     .repair = useNewestRelease},
    // "Context Parallel (2D Tensor Parallel) support"
    {.where = "/parallel/context",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.axes.context > 1; },
     .since = {0, 4},
     .sentence = [](const FrameworkFacts&) { return W_("%1 has a context degree since release 0.4"); },
     .repair = useNewestRelease},
    // "EP can be combined with other model parallel techniques for larger MoE variants"
    {.where = "/parallel/expert",
     .reads = {Key::Axes},
     .asks =
         [](const core::Plan& plan) {
             return plan.axes.expert > 1 && plan.axes.tensor * plan.axes.pipeline > 1;
         },
     .since = {0, 5},
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 has experts beside a tensor degree or a pipeline since release 0.5");
         },
     .repair = useNewestRelease},
    // "Activation offloading to CPU"
    {.where = "/residency/activations",
     .reads = {Key::Residency},
     .asks = movesActivations,
     .since = {0, 5},
     .sentence = [](const FrameworkFacts&) { return W_("%1 offloads activations since release 0.5"); },
     .repair = useNewestRelease},
    // of its MoE: "Context Parallel support"
    {.where = "/parallel/context",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.axes.context > 1 && plan.axes.expert > 1; },
     .since = {0, 8},
     .sentence =
         [](const FrameworkFacts&) { return W_("%1 has a context degree beside experts since release 0.8"); },
     .repair = useNewestRelease},
    // "Enable pipeline parallelism where first and last ranks have fewer transformer layers"
    {.where = "/layers_per_stage",
     .reads = {Key::Axes, Key::Layers},
     .asks = unevenStages,
     .since = {0, 9},
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 has an option for the layers of the first and the last stage since release 0.9");
         },
     .repair = useNewestRelease},
    // "Per layer CUDAGraph support for GPT training with Transformer Engine modules"
    {.where = "/cuda_graphs",
     .reads = {Key::Kernels},
     .asks = [](const core::Plan& plan) { return plan.cudaGraphs == core::CudaGraphs::Partial; },
     .since = {0, 9},
     .sentence = [](const FrameworkFacts&) { return W_("%1 has CUDA graphs of layers since release 0.9"); },
     .repair = useNewestRelease},
    // "MoE Parallel Folding"
    {.where = "/parallel/expert_tensor",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.axes.expertSlices() != plan.axes.tensor; },
     .since = {0, 10},
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 cuts experts over other ranks than the rest of a layer since release 0.10");
         },
     .repair = useNewestRelease},
    // "Optimizer CPU offload support for memory savings"
    {.where = "/residency/optimizer",
     .reads = {Key::Residency},
     .asks = movesOptimizer,
     .since = {0, 11},
     .sentence =
         [](const FrameworkFacts&) { return W_("%1 offloads the optimizer's state since release 0.11"); },
     .repair = useNewestRelease},
    // "DeepEP support, compatible with all the parallelisms"
    {.where = "/parallel/expert_dispatch",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.expertDispatch == core::ExpertDispatch::Once; },
     .since = {0, 12},
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 sends a token once to a node since release 0.12 (DeepEP)");
         },
     .repair = useNewestRelease},
    // "Fine-grained recomputation to reduce activation memory. (--recompute-modules …)"
    {.where = "/recompute",
     .reads = {Key::Recompute},
     .asks =
         [](const core::Plan& plan) {
             return plan.recompute.selective() && plan.recompute != core::Recompute::Selective;
         },
     .since = {0, 13},
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 recomputes parts of a layer beside the attention's core since release 0.13");
         },
     .repair = useNewestRelease},
};

} // namespace shardscope::planner
